// Package analysis analyses the open document in the background. An analysis can be paused. After an
// interruption, even a crash, it can be resumed when its document is opened again. The package also
// creates reports.
package analysis

import (
	"context"
	"errors"
	"runtime"
	"sync"

	"boardstudio/ai"
	"boardstudio/ai/player"
	"boardstudio/analysis"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/studio/app/jobs"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// Host is the document to analyse.
type Host interface {
	Document() *model.Document
	Node() *model.Node
	// Path returns the file of the document, or "".
	Path() string
	// Change applies edits as one undo step. It then calls then(); made reports whether they were
	// applied.
	Change(label msg.Key, edits []model.Edit, then func(made bool))
	// Folder returns the folder of unfinished analyses. It is safe for concurrent use.
	Folder() (string, error)
	// Notify shows a message or an error.
	Notify(text string, err error)
	// Changed is called when the result of Unfinished has changed.
	Changed()
}

// Choice contains the settings of an analysis.
type Choice struct {
	Scope  analysis.Scope
	Engine string // engine specification
	Limit  ai.Limit
}

// Unfinished is an interrupted analysis of the document.
type Unfinished struct {
	analysis.StoredWork
	Done int // number of positions already evaluated
}

// Runner runs the analyses of one document. It must be used on the main loop only.
type Runner struct {
	engines    *player.Catalog
	host       Host
	jobs       *jobs.Runner
	loop       jobs.Loop
	leaving    *sync.WaitGroup
	unfinished *Unfinished
}

// New returns a Runner that analyses with engines. The WaitGroup leaving counts background work that is not a job.
func New(engines *player.Catalog, host Host, runner *jobs.Runner, loop jobs.Loop, leaving *sync.WaitGroup) *Runner {
	return &Runner{engines: engines, host: host, jobs: runner, loop: loop, leaving: leaving}
}

// Opened is called when a document has been opened. It searches for an unfinished analysis of it.
func (r *Runner) Opened() {
	r.offer(nil)
	doc, game := r.host.Document(), r.host.Document().Tree.Rules().Spec().Game
	r.leaving.Go(func() {
		folder, err := r.host.Folder()
		if err != nil {
			return
		}
		var list []Unfinished
		for _, k := range (analysis.WorkFolder{Folder: folder}).All(context.Background()) {
			if !k.Off && k.Game == game {
				list = append(list, Unfinished{k, k.Done(context.Background())})
			}
		}
		if len(list) == 0 {
			return
		}
		r.loop.Post(func() {
			if r.host.Document() != doc || r.jobs.Busy(jobs.Analyse) {
				return
			}
			for i := range list {
				if list[i].In(doc, r.host.Path()) != nil {
					r.offer(&list[i])
					return
				}
			}
		})
	})
}

func (r *Runner) offer(u *Unfinished) {
	if r.unfinished != u {
		r.unfinished = u
		r.host.Changed()
	}
}

// keep offers to resume an interrupted analysis.
func (r *Runner) keep(k analysis.StoredWork) { r.offer(&Unfinished{k, k.Done(context.Background())}) }

// Unfinished returns the analysis that Resume continues, or nil.
func (r *Runner) Unfinished() *Unfinished { return r.unfinished }

// Dismiss discards the unfinished analysis. Its results are kept for some time, for another
// analysis with the same options.
func (r *Runner) Dismiss() {
	if u := r.unfinished; u != nil {
		r.fail(u.MarkCancelled())
		r.offer(nil)
	}
}

// Resume continues the unfinished analysis. It calls then() at the end, as Analyse does.
func (r *Runner) Resume(then func(at *model.Node)) {
	if u := r.unfinished; u != nil {
		if at := u.In(r.host.Document(), r.host.Path()); at != nil {
			r.analyse(at, Choice{u.Scope, u.Engine, u.Limit()}, then)
			return
		}
		r.offer(nil) // the tree no longer contains its moves
	}
}

// CanToggle reports whether Toggle has an effect.
func (r *Runner) CanToggle() bool { return r.unfinished != nil || r.jobs.Pausable() != nil }

// Toggle pauses or resumes the running analysis. If no analysis is running, it resumes the
// unfinished one.
func (r *Runner) Toggle(then func(at *model.Node)) {
	switch j := r.jobs.Pausable(); {
	case j == nil:
		r.Resume(then)
	case j.Paused():
		j.Resume()
	default:
		j.Pause()
	}
}

// Analyse evaluates part of the tree with an engine, in the background, and stores the evaluations
// in the tree as one undo step. It then calls then() with the current node at the time of the call,
// unless that has been deleted. Until the evaluations are in the tree, they are saved in a file.
func (r *Runner) Analyse(c Choice, then func(at *model.Node)) { r.analyse(r.host.Node(), c, then) }

func (r *Runner) analyse(at *model.Node, c Choice, then func(*model.Node)) {
	r.offer(nil)
	title, file := locale.T("Analysing"), r.host.Path()
	var plan *analysis.Plan
	var kept analysis.StoredWork
	r.jobs.Do(jobs.Task{
		Kind: jobs.Analyse, Title: title,
		Look: func(ctx context.Context, doc *model.Document, more model.More) (err error) {
			if plan, err = analysis.NewPlan(r.engines, doc, at, c.Scope, c.Engine, c.Limit, more); err != nil {
				return err
			}
			folder, err := r.host.Folder()
			if err != nil {
				return err
			}
			w := analysis.NewWork(doc, at, c.Scope, c.Engine, c.Limit, file)
			w.Positions = len(plan.Jobs)
			kept, err = analysis.WorkFolder{Folder: folder}.Put(ctx, w, doc)
			return err
		},
		Then: func(err error) {
			if err != nil {
				r.fail(err)
				return
			}
			r.run(title, plan, kept, func() {
				if r.host.Document().Tree.Contains(at) {
					then(at)
				}
			})
		},
	})
}

// run evaluates the positions of a plan and stores the results.
func (r *Runner) run(title string, plan *analysis.Plan, kept analysis.StoredWork, then func()) {
	var store *analysis.Store
	var results []analysis.Result
	var edits []model.Edit
	was := r.host.Document()
	game := was.Tree.Rules()
	r.jobs.Do(jobs.Task{
		Kind: jobs.Analyse, Title: title, Pausable: true,
		First: func(ctx context.Context, p codec.Progress) (err error) {
			if store == nil {
				if store, err = kept.Store(ctx); err != nil {
					return err
				}
				if n := store.Damaged(); n > 0 {
					_ = store.NoteDamaged() // if this fails, the damaged files are reported again
					r.loop.Post(func() {
						r.host.Notify(locale.N("Skipped %d damaged evaluation; its position is analysed again", "Skipped %d damaged evaluations; their positions are analysed again", n, n), nil)
					})
				}
			}
			results, err = analysis.Run(ctx, r.engines, game, plan.Jobs, analysis.Options{
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
				r.fail(kept.MarkCancelled())
			case r.host.Document() != was: // offered when the document is opened again
			case err != nil:
				r.fail(err)
				r.keep(kept)
			case len(edits) == 0:
				r.host.Notify(locale.T("The analysis found nothing new"), nil)
				r.fail(kept.Remove())
				then()
			default:
				r.host.Change(analysis.Label, edits, func(made bool) {
					if !made {
						r.keep(kept)
						return
					}
					r.fail(kept.Remove())
					then()
				})
			}
		},
	})
}

func (r *Runner) fail(err error) {
	if err != nil && !errors.Is(err, context.Canceled) {
		r.host.Notify("", err)
	}
}

// Report calls then() with the report of the line through a node. The report uses the engine with the
// most evaluations.
func (r *Runner) Report(at *model.Node, then func(analysis.Report)) {
	var report analysis.Report
	r.jobs.Do(jobs.Task{
		Kind: jobs.Look, Title: locale.T("Reading the evaluations"), Checked: true, // reports can be saved and printed
		Look: func(_ context.Context, doc *model.Document, _ model.More) error {
			report = analysis.ReportOn(r.engines, doc, at, analysis.Marking{})
			return nil
		},
		Then: func(err error) {
			switch {
			case err != nil:
				r.fail(err)
			case len(report.Moves) == 0:
				r.host.Notify(locale.T("No engine has analysed this line"), nil)
			default:
				then(report)
			}
		},
	})
}
