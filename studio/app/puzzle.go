package app

import (
	"context"
	"slices"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/puzzle"
	"boardstudio/studio/app/jobs"
	"boardstudio/text/locale"
)

// FindPuzzles searches the positions of the tree for puzzles in the background. It calls then with
// a new document of puzzles, or shows a message that no puzzle was found.
func (s *Session) FindPuzzles(then func(*model.Document)) {
	var from []puzzle.Source
	r := s.View.Rules()
	s.look(jobs.Study, locale.T("Looking for puzzles"), func(d *model.Document, more model.More) error {
		from = nil
		for x := range puzzle.Sources(s.App.Engines, d) {
			if len(from)%1024 == 0 && !more(len(from)) {
				return context.Canceled
			}
			from = append(from, x)
		}
		return nil
	}, func() {
		var found []puzzle.Puzzle
		s.Jobs.Do(jobs.Task{ // does not use the document, so that it can be edited
			Kind: jobs.Study, Title: locale.T("Looking for puzzles"),
			First: func(ctx context.Context, p codec.Progress) error {
				return puzzle.Find(ctx, s.App.Engines, r, slices.Values(from), puzzle.Options{}, func(done int) { p(int64(done), int64(len(from))) }, func(x puzzle.Puzzle) bool {
					found = append(found, x)
					return true
				})
			},
			Then: s.unlessFailed(func() {
				if len(found) == 0 {
					s.Say(Note, locale.T("No puzzle was found: there is no position with exactly one proved win"))
					return
				}
				puzzle.Sort(found)
				then(puzzle.Collect(r, found))
			}),
		})
	})
}
