package studio

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/studio/app"
	"boardstudio/studio/docfile"
	"boardstudio/studio/gtkx"
)

// put puts text into the clipboard, where it stays when the program ends.
func (w *window) put(text string) {
	if text == "" {
		return
	}
	if clip, err := gtk.ClipboardGet(selectionClipboard); err == nil {
		clip.SetText(text)
		clip.Store()
	}
}

// copyText puts text into the clipboard and says that it is done.
func (w *window) copyText(text, done string) {
	w.put(text)
	w.say(app.Note, done)
}

// clipboard returns the text in the clipboard; "" after saying that there is none.
func (w *window) clipboard() string {
	clip, err := gtk.ClipboardGet(selectionClipboard)
	if err != nil {
		return ""
	}
	text, err := clip.WaitForText()
	if err != nil || strings.TrimSpace(text) == "" {
		w.say(app.Note, locale.T("The clipboard holds no text"))
		return ""
	}
	return text
}

// paste puts the record in the clipboard below the current move. Where it does not
// go there, it offers to open it as a document of its own.
func (w *window) paste() {
	text := w.clipboard()
	if text == "" {
		return
	}
	w.s.Paste(text, func(err error) {
		if err != nil && !errors.Is(err, context.Canceled) {
			w.pasteElsewhere(text, err)
		}
	})
}

// pasteElsewhere offers to open a text as a document of its own that does not go here.
func (w *window) pasteElsewhere(text string, err error) {
	w.s.Stop()
	d := gtk.MessageDialogNew(w.win, gtk.DIALOG_MODAL, gtk.MESSAGE_QUESTION, gtk.BUTTONS_NONE, "%s",
		locale.T("This cannot be pasted here"))
	d.FormatSecondaryText("%s", locale.Err(err))
	d.AddButton(locale.T("Cancel"), gtk.RESPONSE_CANCEL)
	fresh, _ := d.AddButton(locale.T("Paste as New Document"), gtk.RESPONSE_YES)
	gtkx.AddClass(fresh, "suggested-action")
	d.SetDefaultResponse(gtk.RESPONSE_YES)
	gtkx.SetName(d, locale.T("Paste"))
	d.Connect("response", func(_ *gtk.MessageDialog, r gtk.ResponseType) {
		d.Destroy()
		if r == gtk.RESPONSE_YES {
			w.unlessUnsaved(func() { w.s.File.OpenText(text, nil) })
		}
	})
	d.ShowAll()
}

// pasteNew opens the record in the clipboard as a new document.
func (w *window) pasteNew() {
	if text := w.clipboard(); text != "" {
		w.unlessUnsaved(func() { w.s.File.OpenText(text, nil) })
	}
}

// mergeFile asks for a file and brings its moves into this game.
func (w *window) mergeFile() {
	o := w.games(false)
	o.Title, o.Accept = locale.T("Merge a File"), locale.T("Merge")
	gtkx.PickFile(w.win, o, func(path string) { w.s.Merge(path, nil) })
}

// extract opens the current branch in a window of its own: another process of the
// program, which takes the document over from a file. If that cannot be started, the
// branch is opened in this window.
func (w *window) extract() { w.s.Extracted(w.apart) }

// apart opens a document in a window of its own.
func (w *window) apart(d *model.Document) {
	dir, err := os.MkdirTemp("", "studio-")
	path := filepath.Join(dir, "branch"+docfile.Extension)
	if err == nil {
		err = app.Write(path, d)
	}
	switch {
	case err != nil:
		w.say(app.Problem, locale.Err(err))
	case w.another("--lang", w.lang, "--take", path):
		w.say(app.Note, locale.T("The branch is open in a window of its own"))
		return
	}
	if dir != "" {
		os.RemoveAll(dir)
	}
	w.unlessUnsaved(func() { w.s.File.OpenCopy(d) })
}

// take opens a document that another window gave up, as one without a name, and
// deletes the file once it is read.
func (w *window) take(path string) {
	w.s.File.TakeOver(path, func(err error) {
		if err == nil {
			_ = os.Remove(path)
			_ = os.Remove(filepath.Dir(path)) // made for the file; stays if anything else is in it
		}
	})
}

// repair lists the ways to correct an illegal move.
func (w *window) repair() { w.s.Remedies(w.remedies) }

func (w *window) remedies(all []app.Remedy) {
	n := w.s.Node()
	w.lists.Open(gtkx.ListSpec{
		Title:   locale.T("Repair"),
		Hint:    locale.T("Search"),
		Columns: []gtkx.Column{{Title: locale.T("For %s", w.s.MoveName(n)), Wide: true, Width: 260}, {Title: locale.T("What follows"), Width: 220}},
		Width:   560, Height: 420,
		Empty: locale.T("Nothing fits"),
		Rows: func(typed string) gtkx.Rows {
			_, rows := fitting(all, typed, func(r app.Remedy) gtkx.Row { return gtkx.Row{Cells: []string{r.Title, r.Detail}} }, func(r app.Remedy) { w.s.Repair(n, r.Repair) })
			return rows
		},
	})
}
