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
func (d *fixture) idle() {
	d.t.Helper()
	over := false
	d.loop.Post(func() { // after functions that wait for a job that has just ended
		free := func() bool { return !d.Jobs.Busy(jobs.Look, jobs.Open, jobs.Edit, jobs.Script, jobs.File) }
		d.Jobs.When(free, func() { over = true }, func(error) { over = true })
	})
	d.loop.Until(d.t, "the end of the jobs", func() bool { return over })
}

func (d *fixture) MergeDuplicates() { d.Session.MergeDuplicates(); d.idle() }
func (d *fixture) CutIllegal()      { d.Session.CutIllegal(); d.idle() }
func (d *fixture) NextIllegal()     { d.Session.NextIllegal(); d.idle() }
func (d *fixture) PrevIllegal()     { d.Session.PrevIllegal(); d.idle() }
func (d *fixture) Duplicate()       { d.Session.Duplicate(); d.idle() }
func (d *fixture) TakeOut()         { d.Session.TakeOut(); d.idle() }
func (d *fixture) LookAtFile()      { d.Session.File.Look(); d.loop.Turn(d.t) }

// PlayText may correct a move, which starts a search for illegal moves.
func (d *fixture) PlayText(text string) { d.Session.PlayText(text); d.idle() }

func (d *fixture) Paste(text string) (err error) {
	err = errors.New("done was not called")
	d.Session.Paste(text, func(e error) { err = e })
	d.idle()
	return err
}

func (d *fixture) OpenText(text string) (err error) {
	err = errors.New("done was not called")
	d.Session.File.OpenText(text, d.View.Rules().Spec(), func(e error) { err = e })
	d.idle()
	return err
}

func (d *fixture) CopyBranch() (text string) {
	d.Session.CopyBranch(func(t string) { text = t })
	d.idle()
	return text
}

func (d *fixture) CutBranch() (text string) {
	d.Session.CutBranch(func(t string) { text = t })
	d.idle()
	return text
}

func (d *fixture) Extracted() (x *model.Document) {
	d.Session.Extracted(func(d *model.Document) { x = d })
	d.idle()
	return x
}

func (d *fixture) Remedies() (all []Remedy) {
	d.Session.Remedies(func(list []Remedy) { all = list })
	d.idle()
	return all
}

func (d *fixture) CopyContinuations() { d.Session.CopyContinuations(); d.idle() }

func (d *fixture) Repair(n *model.Node, r model.Repair) { d.Session.Repair(n, r); d.idle() }

func (d *fixture) Take(o *docfile.Other) (taken bool) {
	d.Session.Take(o, func() { taken = true })
	d.idle()
	return taken
}

// FileState returns the current state of the file.
func (d *fixture) FileState() (state journal.Change) {
	known := false
	d.File.State(func(c journal.Change) { state, known = c, true })
	d.loop.Until(d.t, "the state of the file", func() bool { return known })
	return state
}

func (d *fixture) FileChanged() bool { return d.FileState() == journal.Edited }

// openScript reads a script for editing.
func (d *fixture) openScript(path string) (text *scripts.Text, err error) {
	d.OpenScript(path, func(t *scripts.Text, e error) { text, err = t, e })
	d.idle()
	return text, err
}

// Again restarts the last game, as the window does.
func (d *fixture) Again() {
	if err := d.NewGame(d.App.Settings.NewGame); err != nil {
		d.t.Fatal(err)
	}
}

// writeFile saves a document to a new file.
func writeFile(path string, d *model.Document) error {
	return document.Save(path, boardstudio.Documents.ForName(path), d)
}
