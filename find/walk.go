// Package find searches game trees for texts, positions, patterns and annotations, in one document
// or in many. It also finds transpositions. It only reads trees and stores no data in them, so it
// can run in parallel with other readers while a tree is not edited.
package find

import (
	"context"

	"boardstudio/model"
)

// Progress reports how many nodes of the total are done. It is called from time to time, in the
// goroutine of the search.
type Progress func(done, total int)

// checkInterval is the number of nodes between two checks of the context. It bounds the time that
// an edit has to wait.
const checkInterval = 64

// walk calls f for each node of t, in the order of Tree.All, until f returns false. If play is set,
// it computes positions, with one Play for each node. It returns the error of ctx.
func walk(ctx context.Context, t *model.Tree, play bool, progress Progress, f func(*model.Visit) bool) error {
	done := 0
	for v := range t.Visits(play) {
		if done++; done%checkInterval == 0 {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if progress != nil && done%(256*checkInterval) == 0 {
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
