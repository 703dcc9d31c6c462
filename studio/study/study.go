// Package study has the open document analysed in the background: with pauses, and so that an analysis which was interrupted, be it by a
// crash, is offered when its document is opened again. It makes the reports, too.
package study

import (
	"context"
	"errors"
	"runtime"
	"sync"

	"boardstudio/ai"
	"boardstudio/analysis"
	"boardstudio/io/codec"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/studio/jobs"
)

// Host is the document that is analysed.
type Host interface {
	Document() *model.Document
	Node() *model.Node
	// Path returns the file of the document, "" for none.
	Path() string
	// Change makes edits as one step of undo, and then tells whether they were made.
	Change(label msg.Key, edits []model.Edit, then func(made bool))
	// Folder returns where unfinished analyses are kept. It may be called from any goroutine.
	Folder() (string, error)
	// Tell tells the person something, or of an error.
	Tell(text string, err error)
	// Changed is called when what Unfinished returns has changed.
	Changed()
}

// Choice is what to analyse, and how.
type Choice struct {
	Scope  analysis.Scope
	Engine string // its specification
	Limit  ai.Limit
}

// Unfinished is an analysis of the document that was interrupted.
type Unfinished struct {
	analysis.Kept
	Done int // positions that are judged
}

// Desk analyses one document. It belongs to the loop's goroutine.
type Desk struct {
	host       Host
	jobs       *jobs.Runner
	loop       jobs.Loop
	leaving    *sync.WaitGroup
	unfinished *Unfinished
}

// New returns a desk. What it does beside the loop and not as a job is counted in leaving.
func New(host Host, runner *jobs.Runner, loop jobs.Loop, leaving *sync.WaitGroup) *Desk {
	return &Desk{host: host, jobs: runner, loop: loop, leaving: leaving}
}

// Opened is called when another document was opened: it looks whether an analysis of it is unfinished.
func (d *Desk) Opened() {
	d.offer(nil)
	doc, game := d.host.Document(), d.host.Document().Tree.Rules().Spec().Game
	d.leaving.Go(func() {
		folder, err := d.host.Folder()
		if err != nil {
			return
		}
		var list []Unfinished
		for _, k := range (analysis.Shelf{Folder: folder}).All(context.Background()) {
			if !k.Off && k.Game == game {
				list = append(list, Unfinished{k, k.Done(context.Background())})
			}
		}
		if len(list) == 0 {
			return
		}
		d.loop.Post(func() {
			if d.host.Document() != doc || d.jobs.Busy(jobs.Analyse) {
				return
			}
			for i := range list {
				if list[i].In(doc, d.host.Path()) != nil {
					d.offer(&list[i])
					return
				}
			}
		})
	})
}

func (d *Desk) offer(u *Unfinished) {
	if d.unfinished != u {
		d.unfinished = u
		d.host.Changed()
	}
}

// keep offers a work that was interrupted.
func (d *Desk) keep(k analysis.Kept) { d.offer(&Unfinished{k, k.Done(context.Background())}) }

// Unfinished returns the analysis that Resume goes on with, nil for none.
func (d *Desk) Unfinished() *Unfinished { return d.unfinished }

// Dismiss does not offer the unfinished analysis any more. What is known stays for a while, for when the same is asked for again.
func (d *Desk) Dismiss() {
	if u := d.unfinished; u != nil {
		d.fail(u.SetOff())
		d.offer(nil)
	}
}

// Resume goes on with the unfinished analysis, and calls then at its end as Analyse does.
func (d *Desk) Resume(then func(at *model.Node)) {
	if u := d.unfinished; u != nil {
		if at := u.In(d.host.Document(), d.host.Path()); at != nil {
			d.analyse(at, Choice{u.Scope, u.Engine, u.Limit()}, then)
			return
		}
		d.offer(nil) // the moves are gone
	}
}

// CanToggle reports whether Toggle does something.
func (d *Desk) CanToggle() bool { return d.unfinished != nil || d.jobs.Pausable() != nil }

// Toggle has the analysis pause or go on, or goes on with the unfinished one.
func (d *Desk) Toggle(then func(at *model.Node)) {
	switch j := d.jobs.Pausable(); {
	case j == nil:
		d.Resume(then)
	case j.Paused():
		j.Resume()
	default:
		j.Pause()
	}
}

// Analyse has an engine judge part of the tree in the background, and writes what it found as one step of undo; then it calls then with the
// node where it was asked for, unless that is gone. Until the analysis is written it is kept in a file.
func (d *Desk) Analyse(c Choice, then func(at *model.Node)) { d.analyse(d.host.Node(), c, then) }

func (d *Desk) analyse(at *model.Node, c Choice, then func(*model.Node)) {
	d.offer(nil)
	title, file := locale.T("Analysing"), d.host.Path()
	var plan *analysis.Plan
	var kept analysis.Kept
	d.jobs.Do(jobs.Task{
		Kind: jobs.Analyse, Title: title,
		Look: func(ctx context.Context, doc *model.Document, more model.More) (err error) {
			if plan, err = analysis.NewPlan(doc, at, c.Scope, c.Engine, c.Limit, more); err != nil {
				return err
			}
			folder, err := d.host.Folder()
			if err != nil {
				return err
			}
			w := analysis.NewWork(doc, at, c.Scope, c.Engine, c.Limit, file)
			w.Positions = len(plan.Jobs)
			kept, err = analysis.Shelf{Folder: folder}.Put(ctx, w, doc)
			return err
		},
		Then: func(err error) {
			if err != nil {
				d.fail(err)
				return
			}
			d.run(title, plan, kept, func() {
				if d.host.Document().Tree.Contains(at) {
					then(at)
				}
			})
		},
	})
}

// run has the positions of a plan judged, and writes what was found.
func (d *Desk) run(title string, plan *analysis.Plan, kept analysis.Kept, then func()) {
	var store *analysis.Store
	var results []analysis.Result
	var edits []model.Edit
	was := d.host.Document()
	r := was.Tree.Rules()
	d.jobs.Do(jobs.Task{
		Kind: jobs.Analyse, Title: title, Pausable: true,
		First: func(ctx context.Context, p codec.Progress) (err error) {
			if store == nil {
				if store, err = kept.Store(ctx); err != nil {
					return err
				}
			}
			results, err = analysis.Run(ctx, r, plan.Jobs, analysis.Options{
				Jobs: runtime.NumCPU() - 1, Store: store,
				Progress: func(done, of int) { p(int64(done), int64(of)) },
			})
			return err
		},
		Look: func(ctx context.Context, _ *model.Document, more model.More) error {
			edits = plan.Edits(results, analysis.Marking{}, more)
			return ctx.Err()
		},
		Then: func(err error) {
			switch {
			case errors.Is(err, jobs.ErrAsked):
				d.fail(kept.SetOff())
			case d.host.Document() != was: // it is offered when that is opened again
			case err != nil:
				d.fail(err)
				d.keep(kept)
			case len(edits) == 0:
				d.host.Tell(locale.T("The analysis has found nothing that is not written already"), nil)
				d.fail(kept.Remove())
				then()
			default:
				d.host.Change(analysis.Label, edits, func(made bool) {
					if !made {
						d.keep(kept)
						return
					}
					d.fail(kept.Remove())
					then()
				})
			}
		},
	})
}

func (d *Desk) fail(err error) {
	if err != nil && !errors.Is(err, context.Canceled) {
		d.host.Tell("", err)
	}
}

// Report gives the report of the line through a node to then, by the engine that has judged most of it.
func (d *Desk) Report(at *model.Node, then func(analysis.Report)) {
	var r analysis.Report
	d.jobs.Do(jobs.Task{
		Kind: jobs.Look, Title: locale.T("Reading the evaluations"), Checked: true, // a report can be saved and printed
		Look: func(_ context.Context, doc *model.Document, _ model.More) error {
			r = analysis.ReportOn(doc, at, analysis.Marking{})
			return nil
		},
		Then: func(err error) {
			switch {
			case err != nil:
				d.fail(err)
			case len(r.Moves) == 0:
				d.host.Tell(locale.T("No engine has judged this line yet"), nil)
			default:
				then(r)
			}
		},
	})
}
