package app

import (
	"context"

	"boardstudio/ai"
	"boardstudio/analysis"
	"boardstudio/io/codec"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/studio/jobs"
)

// Analyse has an engine judge part of the tree in the background, and writes what it found as one step of undo; then it calls then. Until
// that is written it is kept in a file, so that the same analysis goes on where it was interrupted, be it by a crash.
func (s *Session) Analyse(scope analysis.Scope, engine string, limit ai.Limit, then func()) {
	title := locale.T("Analysing")
	var plan *analysis.Plan
	at := s.node
	s.look(jobs.Study, title, func(d *model.Document, more model.More) (err error) {
		plan, err = analysis.NewPlan(d, at, scope, engine, limit, more)
		return err
	}, func() {
		var results []analysis.Result
		var store *analysis.Store
		d := s.doc
		s.Jobs.Do(jobs.Task{ // without the document, so that it can be edited meanwhile
			Kind: jobs.Study, Title: title,
			First: func(ctx context.Context, p codec.Progress) error {
				path, err := s.Store.File(plan.Name())
				if err != nil {
					return err
				}
				if store, err = analysis.OpenStore(ctx, path); err != nil {
					return err
				}
				results, err = analysis.Run(ctx, d.Tree.Rules(), plan.Jobs, analysis.Options{Store: store, Progress: func(done, of int) { p(int64(done), int64(of)) }})
				return err
			},
			Then: s.unlessFailed(func() {
				if s.doc != d {
					return // another document was opened here
				}
				edits := plan.Edits(results, analysis.Marking{})
				if len(edits) == 0 {
					s.Say(Note, locale.T("The analysis has found nothing that is not written already"))
					s.fail(store.Remove())
					then()
					return
				}
				s.change(analysis.Label, edits, nil, func() {
					s.fail(store.Remove())
					then()
				})
			}),
		})
	})
}

// Report gives the report of the current line to then, by the engine that has judged most of it.
func (s *Session) Report(then func(analysis.Report)) {
	var r analysis.Report
	at := s.node
	s.look(jobs.Look, locale.T("Reading the evaluations"), func(d *model.Document, _ model.More) error {
		engine, version := analysis.Judge(analysis.LineOf(d.Tree, at))
		r = analysis.NewReport(d.Tree.Rules().Players(), analysis.ByEngine(d, at, analysis.Game, engine, version), analysis.Marking{})
		return nil
	}, func() {
		if len(r.Moves) == 0 {
			s.Say(Note, locale.T("No engine has judged this line yet"))
			return
		}
		then(r)
	})
}
