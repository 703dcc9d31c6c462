package codec

import (
	"context"
	"iter"

	"boardstudio/model"
	"boardstudio/msg"
)

// maxCount is where counting further illegal nodes stops.
const maxCount = 10_000

// Lines remembers on which line of a file each node of a tree stands. The zero
// value is empty. It takes memory for each line, not for each node.
type Lines struct {
	firsts [][]first // of each line that has nodes, in the order in which they were added, in pieces
	last   int
}

// first is the first node that was added on a line.
type first struct {
	node *model.Node
	line int
}

// Add says that n, which was just added to the tree, stands on the line.
func (l *Lines) Add(n *model.Node, line int) {
	i := len(l.firsts) - 1
	if i >= 0 && line == l.last {
		return
	}
	if i < 0 || len(l.firsts[i]) == cap(l.firsts[i]) {
		l.firsts = append(l.firsts, make([]first, 0, 64<<min(len(l.firsts), 5)))
		i++
	}
	l.firsts[i] = append(l.firsts[i], first{n, line})
	l.last = line
}

// find fills in the lines of the nodes that are keys of at. built are the nodes of the tree but for the root, in the
// order in which they were added.
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

// Problems plays the tree and returns an *Error with the line for each node that
// is illegal: at most MaxWarnings, and one more that counts the rest. It
// costs what model.Tree.Validate does, is the second half of the progress, and
// leaves off when ctx ends. With o.Later it does none of that, and leaves it to Later.Run.
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
	return p.tell(v)
}

// Later is the check of a tree that a Decode has left to its caller: whether all moves are legal, which takes as long
// as reading them.
type Later struct{ problems problems }

// Run does what was left over, and returns the problems that it finds, which belong to the document's Warnings, and what it found
// out about the tree, for model.Tree.Adopt. It only reads the tree, so it can run in any goroutine while nobody
// edits; it can be run again after an edit, and then knows no lines. When more ends it, it returns nil.
func (l *Later) Run(more model.More) ([]error, *model.Validation) {
	p := l.problems
	if p.tree == nil {
		return nil, nil
	}
	defer Spare(10 * p.tree.Len())() // a node takes ten bytes of a file and more
	v := p.tree.Examine(maxCount+1, more)
	if !v.Whole {
		return nil, nil
	}
	return p.tell(v), v
}

// Tree returns the tree that Run checks, nil when there is nothing to check.
func (l *Later) Tree() *model.Tree { return l.problems.tree }

// problems is what is needed to tell about the illegal nodes of a tree that was just read.
type problems struct {
	lines Lines
	o     Options
	tree  *model.Tree
	built iter.Seq[*model.Node]
}

// tell returns what Problems does.
func (p *problems) tell(v *model.Validation) []error {
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
			short.Move = Cut(n.Move) // an unreadable move can be any text
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
