// Package charset implements the dialog that chooses the charset of a file.
package charset

import (
	"context"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/document"
	"boardstudio/rules"
	"boardstudio/studio/app/docfile"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
)

// Window contains the parent window and the functions that the dialog needs.
type Window struct {
	Parent    *gtk.Window
	Documents *document.Library // reads the texts in each charset
	Beside    func(func())      // runs a function in the background
	Closed    func() bool       // reports whether the window was closed, so the dialog must not open
	Gone      func()            // is called when the dialog is closed
	Fail      func(err error)   // reports that the texts cannot be read
}

// Document asks for the charset of the open file, which is read again if the user chooses another one. It does nothing if
// the charset is certain.
func (w *Window) Document(f *docfile.File, spec rules.Spec) {
	if now, ok := f.Charset(); ok {
		path := f.Source()
		w.ask(path, now, func(ctx context.Context) ([]docfile.Reading, error) {
			return docfile.Readings(ctx, w.Documents, path, spec)
		}, func(charset string) { f.ReadIn(charset, nil) })
	}
}

// Games is a list of games from one or more files.
type Games interface {
	// Charset returns the charset of the texts, and a file with such texts. ok is false if each file names its charset.
	Charset() (name, path string, ok bool)
	// Spec returns the game of records that do not name theirs, or nil.
	Spec() *rules.Spec
	// ReadIn reads the games again.
	ReadIn(charset string)
}

// Games is like Document, for a list of games.
func (w *Window) Games(l Games) {
	if now, path, ok := l.Charset(); ok {
		spec := l.Spec()
		w.ask(path, now, func(ctx context.Context) ([]docfile.Reading, error) {
			return docfile.ReadingsOfGames(ctx, w.Documents, path, spec)
		}, l.ReadIn)
	}
}

// ask reads the texts, and then asks for the charset.
func (w *Window) ask(path, now string, readings func(context.Context) ([]docfile.Reading, error), then func(charset string)) {
	w.Beside(func() {
		list, err := readings(context.Background())
		gtkx.Idle(func() {
			switch {
			case w.Closed():
			case err != nil:
				w.Fail(err)
			default:
				Ask(w.Parent, path, list, now, func(charset string) {
					if w.Gone(); charset != "" {
						then(charset)
					}
				})
			}
		})
	})
}

// Ask shows the text of the file at path in each charset. It calls then() with the chosen charset. It
// calls then() with "" if the user cancels or keeps the current charset, now.
func Ask(parent *gtk.Window, path string, list []docfile.Reading, now string, then func(charset string)) {
	chosen := now
	view, texts := gtkx.OutputText(locale.T("Text Encoding"))
	view.SetMonospace(false)
	texts.SetSizeRequest(380, 300)
	buffer, _ := view.GetBuffer()
	left := gtkx.VBox(2)
	var first, active *gtk.RadioButton
	for _, r := range list {
		b, _ := gtk.RadioButtonNewWithLabelFromWidget(first, locale.T(r.Charset.Title)+" · "+r.Charset.Name)
		if first == nil {
			first = b
		}
		b.Connect("toggled", func() {
			if b.GetActive() {
				chosen = r.Charset.Name
				buffer.SetText(r.Texts)
			}
		})
		if r.Charset.Name == now {
			active = b
			buffer.SetText(r.Texts)
		}
		left.PackStart(b, false, false, 0)
	}
	if active != nil {
		active.SetActive(true)
	}
	row := gtkx.HBox(14)
	row.PackStart(left, false, false, 0)
	row.PackStart(texts, true, true, 0)
	box := gtkx.VBox(10)
	box.PackStart(gtkx.Wrapped(locale.T("Choose the charset that makes the texts of %s readable. The moves stay the same.", locale.FileName(path)), 60), false, false, 0)
	box.PackStart(row, true, true, 0)
	answer := ""
	gtkx.Ask(parent, locale.T("Text Encoding"), box, locale.T("Read Again"), func() bool { answer = chosen; return true }, func() {
		if answer == now {
			answer = ""
		}
		then(answer)
	})
	if active != nil {
		active.GrabFocus()
	}
}
