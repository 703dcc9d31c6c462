package codec

import (
	"context"
	"iter"

	"boardstudio/model"
	"boardstudio/text/msg"
)

// maxCount is the maximum number of illegal moves that are counted.
const maxCount = 10_000

// Lines stores the line number in the file of each tree node. The zero value is empty. It uses
// memory per line, not per node.
type Lines struct {
	firsts [][]first // first node of each line in the order of calls to Add, in chunks
	last   int
}

// first is the first node added on a line.
type first struct {
	node *model.Node
	line int
}

// Add records that n, the node added last to the tree, is on the given line.
func (l *Lines) Add(n *model.Node, line int) {
	i := len(l.firsts) - 1
	if i >= 0 && line == l.last {
		return
	}
	if i < 0 || len(l.firsts[i]) == cap(l.firsts[i]) {
		l.firsts = append(l.firsts, make([]first, 0, 4<<min(len(l.firsts), 9)))
		i++
	}
	l.firsts[i] = append(l.firsts[i], first{n, line})
	l.last = line
}

// find sets the values of at to the line numbers of its keys. built are the nodes of the tree
// except the root, in the order of their creation.
func (l *Lines) find(at map[*model.Node]int, root *model.Node, built iter.Seq[*model.Node]) {
	line, left := 0, len(at)
	pieces := l.firsts
	next := 0
	look := func(n *model.Node) bool {
		if len(pieces) > 0 && n == pieces[0][next].node {
			line = pieces[0][next].line
			if next++; next == len(pieces[0]) {
				pieces, next = pieces[1:], 0
			}
		}
		if _, asked := at[n]; asked {
			at[n] = line
			left--
		}
		return left > 0
	}
	if left == 0 || !look(root) {
		return
	}
	for n := range built {
		if !look(n) {
			return
		}
	}
}

// Problems plays through the tree and returns an *Error with the line number for each illegal node.
// It returns at most MaxWarnings of them, and one more with the number of further ones. It costs as
// much as model.Tree.Validate, reports the second half of the progress, and stops if ctx ends. If
// o.Later is not nil, Problems leaves the work to DelayedCheck.Run.
func (l *Lines) Problems(ctx context.Context, o Options, t *model.Tree) []error {
	p := problems{lines: *l, o: o, tree: t, built: t.Built()}
	if o.Later != nil {
		o.Later.problems = p
		return nil
	}
	v := t.Examine(maxCount+1, func(played int) bool {
		o.Progress.Half(1, played, t.Len())
		return ctx.Err() == nil
	})
	t.Adopt(v)
	return p.report(v)
}

// DelayedCheck is the check that Decode postponed: whether all moves of a tree are legal. It takes as long
// as reading them.
type DelayedCheck struct{ problems problems }

// Run performs the check. It returns the problems found, for the document's Warnings, and the
// result for model.Tree.Adopt. It only reads the tree, so it may run in any goroutine while the
// tree is not edited. After an edit, Run can be repeated, but reports no line numbers. If more
// returns false, Run stops and returns nil.
func (l *DelayedCheck) Run(more model.More) ([]error, *model.Validation) {
	p := l.problems
	if p.tree == nil {
		return nil, nil
	}
	defer LimitGarbage(10 * p.tree.Len())() // a node takes at least ten bytes of a file
	v := p.tree.Examine(maxCount+1, more)
	if !v.Whole {
		return nil, nil
	}
	return p.report(v), v
}

// Tree returns the tree that Run checks, or nil.
func (l *DelayedCheck) Tree() *model.Tree { return l.problems.tree }

// problems is the data needed to report the illegal nodes of a tree that was just read.
type problems struct {
	lines Lines
	o     Options
	tree  *model.Tree
	built iter.Seq[*model.Node]
}

// report returns the errors for a validation, as described for Problems.
func (p *problems) report(v *model.Validation) []error {
	errs := v.Illegal
	more := max(0, len(errs)-MaxWarnings)
	errs = errs[:len(errs)-more]
	at := make(map[*model.Node]int, len(errs))
	for _, err := range errs {
		if n, ok := err.(*model.NodeError); ok {
			at[n.Node] = 0
		}
	}
	p.lines.find(at, p.tree.Root(), p.built)
	var found []error
	for _, err := range errs {
		line := 0
		if n, ok := err.(*model.NodeError); ok {
			line = at[n.Node]
			short := *n
			short.Move = Cut(n.Move) // an unreadable move may be any text
			err = &short
		}
		found = append(found, &Error{File: p.o.File, Line: p.o.At(line), Why: err})
	}
	switch {
	case len(errs)+more > maxCount:
		found = append(found, &Error{File: p.o.File, Why: msg.Errorf("further illegal moves: more than %d", maxCount-MaxWarnings)})
	case more > 0:
		found = append(found, &Error{File: p.o.File, Why: msg.Errorf("further illegal moves: %d", more)})
	}
	return found
}
