package studio

import (
	"errors"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/io/journal"
	"boardstudio/io/safe"
	"boardstudio/locale"
	"boardstudio/studio/app"
	"boardstudio/studio/docfile"
	"boardstudio/studio/gtkx"
)

// unlessUnsaved goes on with then, after asking what to do with unsaved work.
func (w *window) unlessUnsaved(then func()) {
	switch {
	case !w.s.File.Dirty():
		then()
		return
	case w.s.File.Saving(): // at the end of that there may be nothing to ask
		w.s.File.AfterSave(func() { w.unlessUnsaved(then) })
		return
	}
	w.s.Stop()
	gtkx.AskUnsaved(w.win, locale.T("Unsaved changes"), w.s.File.Name(), func(r gtk.ResponseType) {
		switch r {
		case gtk.RESPONSE_YES:
			w.save(then)
		case gtk.RESPONSE_NO:
			then()
		}
	})
}

// save writes the document to its file, or asks for one; then runs once it is saved.
func (w *window) save(then func()) { w.s.File.AfterSave(func() { w.saveNow(then) }) }

func (w *window) saveNow(then func()) {
	if w.s.File.Path() == "" {
		w.saveAs(then)
		return
	}
	w.s.File.State(func(c journal.Change) {
		switch c {
		case journal.Edited:
			w.conflict(then)
		case journal.Gone:
			w.gone(then)
		default:
			w.write(w.s.File.Path(), then)
		}
	})
}

// write saves to path; then runs once that is done.
func (w *window) write(path string, then func()) {
	w.s.File.Save(path, func(err error) {
		var loss *safe.Loss
		switch {
		case errors.As(err, &loss):
			w.loss(path, loss, then)
		case err == nil && then != nil:
			then()
		}
	})
}

// loss asks whether to replace a file of which something would get lost.
func (w *window) loss(path string, loss *safe.Loss, then func()) {
	w.choose(locale.T("Something would get lost"), gtkx.LossText(path, loss), []gtkx.Choice{
		{Title: locale.T("Save As…"), Detail: locale.T("Save this document under another name; the file stays as it is."), Run: func() { w.saveAs(then) }},
		{Title: locale.T("Replace It"), Detail: locale.T("Save it here all the same."), Run: func() {
			w.s.File.Replace(path, func(err error) {
				if err == nil && then != nil {
					then()
				}
			})
		}},
	})
}

func (w *window) saveAs(then func()) {
	d, err := gtk.FileChooserDialogNewWith2Buttons(locale.T("Save As"), w.win, gtk.FILE_CHOOSER_ACTION_SAVE,
		locale.T("Cancel"), gtk.RESPONSE_CANCEL, locale.T("Save"), gtk.RESPONSE_ACCEPT)
	if err != nil {
		w.say(app.Problem, err.Error())
		return
	}
	d.SetDoOverwriteConfirmation(true)
	d.SetCurrentName(w.s.File.SuggestName())
	if p := w.s.File.Path(); p != "" {
		d.SetFilename(p)
	}
	w.chooser(d, true, func(path string) { w.write(path, then) })
}

func (w *window) open() {
	w.unlessUnsaved(func() {
		d, err := gtk.FileChooserDialogNewWith2Buttons(locale.T("Open a Game"), w.win, gtk.FILE_CHOOSER_ACTION_OPEN,
			locale.T("Cancel"), gtk.RESPONSE_CANCEL, locale.T("Open"), gtk.RESPONSE_ACCEPT)
		if err != nil {
			w.say(app.Problem, err.Error())
			return
		}
		w.chooser(d, false, func(path string) { w.s.File.Open(path, nil) })
	})
}

// chooser shows a file dialog with the known formats and calls use with the choice.
func (w *window) chooser(d *gtk.FileChooserDialog, write bool, use func(path string)) {
	d.SetModal(true)
	d.SetDefaultResponse(gtk.RESPONSE_ACCEPT)
	if w.st.LastFolder != "" {
		d.SetCurrentFolder(w.st.LastFolder)
	}
	every, _ := gtk.FileFilterNew()
	every.SetName(locale.T("All game files"))
	for _, f := range docfile.Filters(write, w.s.Rules()) {
		for _, e := range f.Ext {
			every.AddPattern("*" + e)
		}
	}
	d.AddFilter(every)
	for _, f := range docfile.Filters(write, w.s.Rules()) {
		one, _ := gtk.FileFilterNew()
		one.SetName(locale.T(f.Title))
		for _, e := range f.Ext {
			one.AddPattern("*" + e)
		}
		d.AddFilter(one)
	}
	anything, _ := gtk.FileFilterNew()
	anything.SetName(locale.T("All files"))
	anything.AddPattern("*")
	d.AddFilter(anything)
	d.Connect("response", func(_ *gtk.FileChooserDialog, r gtk.ResponseType) {
		path := d.GetFilename()
		d.Destroy()
		if r == gtk.RESPONSE_ACCEPT && path != "" {
			use(path)
		}
	})
	d.ShowAll()
}
