package docfile

import (
	"context"

	"boardstudio/io/codec"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/studio/jobs"
)

// checkAtOnce is the size of the largest tree of which all moves are checked before it is shown, which takes some 20 ms.
const checkAtOnce = 50_000

// settle checks the moves of a document that was just read, unless there are so many that it is shown before: then the
// File checks them beside the loop.
func (o *Opened) settle(ctx context.Context) {
	if o.later == nil || o.Doc.Tree.Len() > checkAtOnce {
		return
	}
	o.checked(o.later.Run(func(int) bool { return ctx.Err() == nil }))
}

// checked takes in what a check has found.
func (o *Opened) checked(problems []error, v *model.Validation) {
	o.Doc.Warnings = append(o.Doc.Warnings, problems...)
	if v != nil {
		o.Doc.Tree.Adopt(v)
	}
	o.later = nil
}

// check checks all moves of the open document that were not checked yet, and tells what is wrong with them.
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
	} else { // the document was put together from its history, and nobody has the one that was read
		t.First = func(ctx context.Context, p codec.Progress) error {
			return run(func(done int) bool {
				p(int64(done), int64(later.Tree().Len()))
				return ctx.Err() == nil
			})
		}
	}
	t.Then = func(err error) {
		if err != nil || f.later != later {
			return // closed; or cancelled, and begun again before the document goes anywhere
		}
		f.later = nil
		codec.BoundMemory()
		f.doc.Tree.Adopt(v)
		f.doc.Warnings = append(f.doc.Warnings, problems...)
		f.tell(problems)
		f.host.Changed()
	}
	f.jobs.Do(t)
}

// Checked calls then, on the loop, once all moves of the open document were checked, which those of a large one
// are while it is shown: nothing is written anywhere before. If that is cancelled, or the document closed, it calls
// not with the error instead, unless that is nil.
func (f *File) Checked(then func(), not func(error)) {
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
			if not != nil {
				not(context.Canceled)
			}
		default:
			then()
		}
	}, not)
}

// Unchecked reports whether the moves of the open document are still being checked.
func (f *File) Unchecked() bool { return f.later != nil }

// tell tells a person what is the matter with a document, in a line.
func (f *File) tell(problems []error) {
	if len(problems) == 0 {
		return
	}
	text := locale.Err(problems[0])
	if n := len(problems) - 1; n > 0 {
		text += " " + locale.N("(and %d more problem)", "(and %d more problems)", n, n)
	}
	f.host.Warn(text)
}
