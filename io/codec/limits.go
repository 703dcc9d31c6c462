package codec

import (
	"context"
	"io"

	"boardstudio/model"
	"boardstudio/msg"
)

// What readers refuse, so that no file can take all the memory. Writers refuse
// it too: a document that was saved must open again.
const (
	// MaxNodes is the largest number of nodes in a tree.
	MaxNodes = 2_000_000
	// MaxDepth is how deep variations can lie within variations.
	MaxDepth = 200_000
	// MaxNotes is the largest number of notes in a tree: of comments, glyphs, marks,
	// evaluations and all else that stands there beside moves and variations. A note
	// takes up to ten times the room of a move.
	MaxNotes = 400_000
	// MaxVariations is the largest number of variations in a tree.
	MaxVariations = 1_000_000
	// MaxBest is the largest number of moves in all evaluations of a tree.
	MaxBest = 2_000_000
	// MaxText is the length in bytes of the longest comment, or other text.
	MaxText = 16 << 20
	// MaxRaw is the length in bytes of the longest move that could not be read.
	MaxRaw = 1 << 20
	// MaxWord is the length in bytes of the longest word in a line of play.
	MaxWord = 4096
	// MaxWarnings is how many warnings of one kind a reader gives before it only counts.
	MaxWarnings = 50
)

// Limited returns a writer to w that refuses more than a file may hold.
func Limited(w io.Writer) io.Writer { return &limited{w, MaxFile} }

type limited struct {
	w    io.Writer
	left int
}

func (l *limited) Write(p []byte) (int, error) {
	if l.left -= len(p); l.left < 0 {
		return 0, msg.Errorf("the document would be larger than the %d MB that can be read again", MaxFile>>20)
	}
	return l.w.Write(p)
}

// maxCount is where counting further illegal nodes stops.
const maxCount = 10_000

// Lines remembers on which line of a file each node of a tree stands. The zero
// value is empty.
type Lines struct {
	nodes []*model.Node
	lines []int32
}

// Add says that n stands on the line.
func (l *Lines) Add(n *model.Node, line int) {
	l.nodes = append(l.nodes, n)
	l.lines = append(l.lines, int32(line))
}

// Problems plays the tree and returns an *Error with the line for each node that
// is illegal: at most MaxWarnings, and one more that counts the rest. It
// costs what model.Tree.Validate does, is the second half of the progress, and
// leaves off when ctx ends.
func (l *Lines) Problems(ctx context.Context, o Options, t *model.Tree) []error {
	errs := t.ValidateWhile(maxCount+1, func(played int) bool {
		o.Progress.Half(1, played, t.Len())
		return ctx.Err() == nil
	})
	more := max(0, len(errs)-MaxWarnings)
	errs = errs[:len(errs)-more]
	at := make(map[*model.Node]int, len(errs))
	for _, err := range errs {
		if n, ok := err.(*model.NodeError); ok {
			at[n.Node] = 0
		}
	}
	for i := 0; i < len(l.nodes) && len(at) > 0; i++ {
		if _, bad := at[l.nodes[i]]; bad {
			at[l.nodes[i]] = int(l.lines[i])
		}
	}
	var found []error
	for _, err := range errs {
		line := 0
		if n, ok := err.(*model.NodeError); ok {
			line = at[n.Node]
			short := *n
			short.Move = Cut(n.Move) // an unreadable move can be any text
			err = &short
		}
		found = append(found, &Error{File: o.File, Line: o.At(line), Why: err})
	}
	switch {
	case len(errs)+more > maxCount:
		found = append(found, &Error{File: o.File, Why: msg.Errorf("further illegal moves: more than %d", maxCount-MaxWarnings)})
	case more > 0:
		found = append(found, &Error{File: o.File, Why: msg.Errorf("further illegal moves: %d", more)})
	}
	return found
}

// longest is the number of characters of a file's text that a message repeats.
const longest = 60

// Cut shortens a text from a file for a message.
func Cut(s string) string {
	n := 0
	for i := range s {
		if n++; n > longest {
			return s[:i] + "…"
		}
	}
	return s
}
