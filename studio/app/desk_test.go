package app

import (
	"errors"

	"boardstudio"
	"boardstudio/document"
	"boardstudio/model"
	"boardstudio/store/journal"
	"boardstudio/studio/app/docfile"
	"boardstudio/studio/app/jobs"
	"boardstudio/studio/app/scripts"
)

// The methods below run an operation of the session and wait for its job.

// idle waits until no job except saves is running.
func (d *desk) idle() {
	d.t.Helper()
	over := false
	d.loop.Post(func() { // after functions that wait for a job that has just ended
		free := func() bool { return !d.Jobs.Busy(jobs.Look, jobs.Open, jobs.Edit, jobs.Script, jobs.File) }
		d.Jobs.When(free, func() { over = true }, func(error) { over = true })
	})
	d.loop.Until(d.t, "the end of the jobs", func() bool { return over })
}

func (d *desk) MergeDuplicates() { d.Session.MergeDuplicates(); d.idle() }
func (d *desk) CutIllegal()      { d.Session.CutIllegal(); d.idle() }
func (d *desk) NextIllegal()     { d.Session.NextIllegal(); d.idle() }
func (d *desk) PrevIllegal()     { d.Session.PrevIllegal(); d.idle() }
func (d *desk) Duplicate()       { d.Session.Duplicate(); d.idle() }
func (d *desk) TakeOut()         { d.Session.TakeOut(); d.idle() }
func (d *desk) LookAtFile()      { d.Session.File.Look(); d.loop.Turn(d.t) }

// PlayText may correct a move, which starts a search for illegal moves.
func (d *desk) PlayText(text string) { d.Session.PlayText(text); d.idle() }

func (d *desk) Paste(text string) (err error) {
	err = errors.New("done was not called")
	d.Session.Paste(text, func(e error) { err = e })
	d.idle()
	return err
}

func (d *desk) OpenText(text string) (err error) {
	err = errors.New("done was not called")
	d.Session.File.OpenText(text, d.View.Rules().Spec(), func(e error) { err = e })
	d.idle()
	return err
}

func (d *desk) CopyBranch() (text string) {
	d.Session.CopyBranch(func(t string) { text = t })
	d.idle()
	return text
}

func (d *desk) CutBranch() (text string) {
	d.Session.CutBranch(func(t string) { text = t })
	d.idle()
	return text
}

func (d *desk) Extracted() (x *model.Document) {
	d.Session.Extracted(func(d *model.Document) { x = d })
	d.idle()
	return x
}

func (d *desk) Remedies() (all []Remedy) {
	d.Session.Remedies(func(list []Remedy) { all = list })
	d.idle()
	return all
}

func (d *desk) CopyContinuations() { d.Session.CopyContinuations(); d.idle() }

func (d *desk) Repair(n *model.Node, r model.Repair) { d.Session.Repair(n, r); d.idle() }

func (d *desk) Take(o *docfile.Other) (taken bool) {
	d.Session.Take(o, func() { taken = true })
	d.idle()
	return taken
}

// FileState returns the current state of the file.
func (d *desk) FileState() (state journal.Change) {
	known := false
	d.File.State(func(c journal.Change) { state, known = c, true })
	d.loop.Until(d.t, "the state of the file", func() bool { return known })
	return state
}

func (d *desk) FileChanged() bool { return d.FileState() == journal.Edited }

// openScript reads a script for editing.
func (d *desk) openScript(path string) (text *scripts.Text, err error) {
	d.OpenScript(path, func(t *scripts.Text, e error) { text, err = t, e })
	d.idle()
	return text, err
}

// Again restarts the last game, as the window does.
func (d *desk) Again() {
	if err := d.NewGame(d.App.Settings.NewGame); err != nil {
		d.t.Fatal(err)
	}
}

// writeFile saves a document to a new file.
func writeFile(path string, d *model.Document) error {
	return document.Save(path, boardstudio.Documents.ForName(path), d)
}
