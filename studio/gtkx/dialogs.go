package gtkx

import (
	"path/filepath"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/locale"
)

// Ask shows a dialog before a window, with the widget in it; done runs when it is
// accepted, and keeps it open by returning false. A dialog that asks nothing has nil
// for it. gone, which may be nil too, runs when the dialog is closed.
func Ask(parent gtk.IWindow, title string, child gtk.IWidget, accept string, done func() bool, gone func()) *gtk.Dialog {
	d, _ := gtk.DialogNew()
	d.SetTitle(title)
	d.SetTransientFor(parent)
	d.SetModal(true)
	if done != nil {
		d.AddButton(locale.T("Cancel"), gtk.RESPONSE_CANCEL)
	}
	ok, _ := d.AddButton(accept, gtk.RESPONSE_OK)
	AddClass(ok, "suggested-action")
	d.SetDefaultResponse(gtk.RESPONSE_OK)
	area, _ := d.GetContentArea()
	Margins(child, 18, 14)
	area.PackStart(child, true, true, 0)
	d.Connect("response", func(_ *gtk.Dialog, r gtk.ResponseType) {
		if r == gtk.RESPONSE_OK && done != nil && !done() {
			return
		}
		d.Destroy()
		if gone != nil {
			gone()
		}
	})
	d.ShowAll()
	return d
}

// FocusAccept puts the focus of a dialog on the button that accepts it, so that Enter does: a list would open by it.
func FocusAccept(d *gtk.Dialog) {
	if ok, err := d.GetWidgetForResponse(gtk.RESPONSE_OK); err == nil {
		ok.ToWidget().GrabFocus()
	}
}

// Sure asks before something that cannot be undone.
func Sure(parent *gtk.Window, question, accept string, then func()) {
	d := gtk.MessageDialogNew(parent, gtk.DIALOG_MODAL, gtk.MESSAGE_QUESTION, gtk.BUTTONS_NONE, "%s", question)
	d.AddButton(locale.T("Cancel"), gtk.RESPONSE_CANCEL)
	b, _ := d.AddButton(accept, gtk.RESPONSE_OK)
	AddClass(b, "destructive-action")
	SetName(d, accept)
	d.Connect("response", func(_ *gtk.MessageDialog, r gtk.ResponseType) {
		d.Destroy()
		if r == gtk.RESPONSE_OK {
			then()
		}
	})
	d.ShowAll()
}

// Offer tells what is the matter and offers a way to go on; the answer is whether it is taken.
func Offer(parent *gtk.Window, text, detail, accept string, answer func(bool)) {
	d := gtk.MessageDialogNew(parent, gtk.DIALOG_MODAL, gtk.MESSAGE_WARNING, gtk.BUTTONS_NONE, "%s", text)
	d.FormatSecondaryText("%s", detail)
	d.AddButton(locale.T("Cancel"), gtk.RESPONSE_CANCEL)
	b, _ := d.AddButton(accept, gtk.RESPONSE_OK)
	AddClass(b, "suggested-action")
	d.SetDefaultResponse(gtk.RESPONSE_OK)
	SetName(d, accept)
	d.Connect("response", func(_ *gtk.MessageDialog, r gtk.ResponseType) {
		d.Destroy()
		answer(r == gtk.RESPONSE_OK)
	})
	d.ShowAll()
}

// AskUnsaved asks what becomes of the unsaved changes of a document; lost tells what becomes of them unsaved. The answer is
// RESPONSE_YES to save them, RESPONSE_NO to give them up, any other to stay.
func AskUnsaved(parent *gtk.Window, title, document, lost string, answer func(gtk.ResponseType)) {
	d := gtk.MessageDialogNew(parent, gtk.DIALOG_MODAL, gtk.MESSAGE_QUESTION, gtk.BUTTONS_NONE, "%s",
		locale.T("Save the changes to “%s” first?", document))
	d.FormatSecondaryText("%s", lost)
	discard, _ := d.AddButton(locale.T("Close Without Saving"), gtk.RESPONSE_NO)
	AddClass(discard, "destructive-action")
	d.AddButton(locale.T("Cancel"), gtk.RESPONSE_CANCEL)
	save, _ := d.AddButton(locale.T("Save"), gtk.RESPONSE_YES)
	AddClass(save, "suggested-action")
	d.SetDefaultResponse(gtk.RESPONSE_YES)
	SetName(d, title)
	d.Connect("response", func(_ *gtk.MessageDialog, r gtk.ResponseType) {
		d.Destroy()
		answer(r)
	})
	d.ShowAll()
}

// Choice is one of several ways to go on, with what it means in a sentence.
type Choice struct {
	Title, Detail string
	Run           func()
	Off           bool // not possible now
}

// Choose asks a question before a window, with one button above the other, each with
// its meaning below it. Escape and Cancel choose nothing; gone runs first in any case.
func Choose(parent gtk.IWindow, title, text string, choices []Choice, gone func()) {
	d, _ := gtk.DialogNew()
	d.SetTitle(title)
	d.SetTransientFor(parent)
	d.SetModal(true)
	d.SetResizable(false)
	d.AddButton(locale.T("Cancel"), gtk.RESPONSE_CANCEL)
	all := VBox(8)
	Margins(all, 18, 14)
	all.PackStart(Wrapped(text, 56), false, false, 4)
	for _, c := range choices {
		b, _ := gtk.ButtonNew()
		in := VBox(2)
		Margins(in, 6, 4)
		head := Styled("heading", c.Title)
		in.PackStart(head, false, false, 0)
		hint := Wrapped(c.Detail, 54)
		AddClass(hint, "hint")
		in.PackStart(hint, false, false, 0)
		b.Add(in)
		b.SetSensitive(!c.Off)
		SetName(b, c.Title)
		b.Connect("clicked", func() {
			d.Destroy()
			gone()
			c.Run()
		})
		all.PackStart(b, false, false, 0)
	}
	area, _ := d.GetContentArea()
	area.PackStart(all, true, true, 0)
	d.Connect("response", func() {
		d.Destroy()
		gone()
	})
	d.ShowAll()
}

// LossText says what would get lost when a file is saved.
func LossText(path string, loss error) string {
	return locale.T("“%s” would be replaced by a new file: %s.", filepath.Base(path), locale.Err(loss))
}
