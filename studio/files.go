package studio

import (
	"errors"
	"slices"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/io/journal"
	"boardstudio/io/safe"
	"boardstudio/locale"
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
	o := w.games(true)
	o.Action, o.Title, o.Accept = gtk.FILE_CHOOSER_ACTION_SAVE, locale.T("Save As"), locale.T("Save")
	o.Name, o.File = w.s.File.SuggestName(), w.s.File.Path()
	gtkx.PickFile(w.win, o, func(path string) { w.write(path, then) })
}

func (w *window) open() {
	w.unlessUnsaved(func() {
		o := w.games(false)
		o.Title, o.Accept = locale.T("Open a Game"), locale.T("Open")
		gtkx.PickFile(w.win, o, func(path string) { w.s.File.Open(path, nil) })
	})
}

// games returns a file dialog for games, in the known formats.
func (w *window) games(write bool) gtkx.FileDialog {
	all := gtkx.FileFilter{Title: locale.T("All game files")}
	var each []gtkx.FileFilter
	for _, f := range docfile.Filters(write, w.s.Rules()) {
		one := gtkx.FileFilter{Title: locale.T(f.Title)}
		for _, e := range f.Ext {
			one.Patterns = append(one.Patterns, "*"+e)
		}
		each, all.Patterns = append(each, one), append(all.Patterns, one.Patterns...)
	}
	any := gtkx.FileFilter{Title: locale.T("All files"), Patterns: []string{"*"}}
	return gtkx.FileDialog{
		Action: gtk.FILE_CHOOSER_ACTION_OPEN, Folder: w.st.LastFolder,
		Filters: slices.Concat([]gtkx.FileFilter{all}, each, []gtkx.FileFilter{any}),
	}
}
