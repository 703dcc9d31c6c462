package docfile

import (
	"context"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/studio/app/jobs"
	"boardstudio/text/locale"
)

// checkAtOnce is the maximum number of nodes of a tree that is checked before it is shown, which
// takes about 20 ms.
const checkAtOnce = 50_000

// checkSmall checks the moves of a document that was just read, unless it is large. The moves of a
// large document are checked in the background after it is shown.
func (o *Opened) checkSmall(ctx context.Context) {
	if o.later == nil || o.Doc.Tree.Len() > checkAtOnce {
		return
	}
	o.checked(o.later.Run(func(int) bool { return ctx.Err() == nil }))
}

// checked stores the result of a check.
func (o *Opened) checked(problems []error, v *model.Validation) {
	o.Doc.Warnings = append(o.Doc.Warnings, problems...)
	if v != nil {
		o.Doc.Tree.Adopt(v)
	}
	o.later = nil
}

// check checks all unchecked moves of the open document in the background and reports problems.
func (f *File) check() {
	later := f.later
	var problems []error
	var v *model.Validation
	t := jobs.Task{Kind: jobs.Check, Title: locale.T("Checking the moves")}
	run := func(more model.More) error {
		if problems, v = later.Run(more); v == nil {
			return context.Canceled
		}
		return nil
	}
	if later.Tree() == f.doc.Tree {
		t.Look = func(_ context.Context, _ *model.Document, more model.More) error { return run(more) }
	} else { // the document was restored from its history, so the tree being checked is not shared
		t.First = func(ctx context.Context, p codec.Progress) error {
			return run(func(done int) bool {
				p(int64(done), int64(later.Tree().Len()))
				return ctx.Err() == nil
			})
		}
	}
	t.Then = func(err error) {
		if err != nil || f.later != later {
			return // closed, or cancelled; checked again before the document is saved or exported
		}
		f.later = nil
		codec.BoundMemory()
		f.doc.Tree.Adopt(v)
		f.doc.Warnings = append(f.doc.Warnings, problems...)
		f.warn(problems)
		f.host.Changed()
	}
	f.jobs.Do(t)
}

// Checked calls then on the loop once all moves of the open document are checked. Large documents
// are checked while they are shown, and must be checked before they are saved or exported. If the
// check is cancelled or the document is closed, Checked calls failed with the error instead, unless
// it is nil.
func (f *File) Checked(then func(), failed func(error)) {
	if f.later == nil {
		then()
		return
	}
	if !f.jobs.Busy(jobs.Check) {
		f.check()
	}
	later := f.later
	f.jobs.When(func() bool { return !f.jobs.Busy(jobs.Check) }, func() {
		switch {
		case f.later == later: // cancelled
			if failed != nil {
				failed(context.Canceled)
			}
		default:
			then()
		}
	}, failed)
}

// Unchecked reports whether moves of the open document are still unchecked.
func (f *File) Unchecked() bool { return f.later != nil }

// warn shows the problems of a document in one line.
func (f *File) warn(problems []error) {
	if len(problems) == 0 {
		return
	}
	text := locale.Err(problems[0])
	if n := len(problems) - 1; n > 0 {
		text += " " + locale.N("(and %d more problem)", "(and %d more problems)", n, n)
	}
	f.host.Warn(text)
}
