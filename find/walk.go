// Package find searches game trees: for texts, positions, patterns and what else is
// said at a node, in one document or in many, and for nodes that are reached in
// several ways. It only reads, and keeps nothing in the tree, so that it can
// run beside the owner of a tree as long as that makes no edit.
package find

import (
	"context"

	"boardstudio/model"
)

// Progress is told from time to time how much is done. It is called in the
// goroutine that searches.
type Progress func(done, total int)

// often is how many nodes are visited between two looks at the context: an edit
// waits for no more.
const often = 64

// walk calls f at each node of t, in the order of Tree.All, until it returns
// false. It makes one Play for each node if play is set, else no positions. The
// error is that of ctx.
func walk(ctx context.Context, t *model.Tree, play bool, progress Progress, f func(*model.Visit) bool) error {
	done := 0
	for v := range t.Visits(play) {
		if done++; done%often == 0 {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if progress != nil && done%(256*often) == 0 {
				progress(done, t.Len())
			}
		}
		if !f(v) {
			return nil
		}
	}
	if progress != nil {
		progress(t.Len(), t.Len())
	}
	return ctx.Err()
}
