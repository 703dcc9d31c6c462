package app

import (
	"context"
	"slices"

	"boardstudio/io/codec"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/puzzle"
	"boardstudio/studio/jobs"
)

// FindPuzzles looks for puzzles in the positions of the tree, in the background. It gives them to then as a document of
// their own, or says that there are none.
func (s *Session) FindPuzzles(then func(*model.Document)) {
	var from []puzzle.Source
	r := s.Rules()
	s.look(jobs.Study, locale.T("Looking for puzzles"), func(d *model.Document, more model.More) error {
		from = nil
		for x := range puzzle.Sources(d) {
			if len(from)%1024 == 0 && !more(len(from)) {
				return context.Canceled
			}
			from = append(from, x)
		}
		return nil
	}, func() {
		var found []puzzle.Puzzle
		s.Jobs.Do(jobs.Task{ // without the document, so that it can be edited meanwhile
			Kind: jobs.Study, Title: locale.T("Looking for puzzles"),
			First: func(ctx context.Context, p codec.Progress) error {
				return puzzle.Find(ctx, r, slices.Values(from), puzzle.Options{}, func(done int) { p(int64(done), int64(len(from))) }, func(x puzzle.Puzzle) bool {
					found = append(found, x)
					return true
				})
			},
			Then: s.unlessFailed(func() {
				if len(found) == 0 {
					s.Say(Note, locale.T("No puzzle was found: in no position is exactly one move known to win"))
					return
				}
				puzzle.Sort(found)
				then(puzzle.Collect(r, found))
			}),
		})
	})
}
