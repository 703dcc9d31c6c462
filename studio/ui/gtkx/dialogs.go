package gtkx

import (
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/text/locale"
)

// Ask shows a modal dialog that contains child. It calls done when the dialog is accepted; if done
// returns false, the dialog stays open. If done is nil, the dialog has no Cancel button. It calls
// gone, unless nil, after the dialog has closed.
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

// FocusAccept focuses the button that accepts a dialog, so Enter accepts it. With the focus on a
// combo box, Enter would open its list.
func FocusAccept(d *gtk.Dialog) {
	if ok, err := d.GetWidgetForResponse(gtk.RESPONSE_OK); err == nil {
		ok.ToWidget().GrabFocus()
	}
}

// Sure asks for confirmation of an action that cannot be undone. It calls then() if the user accepts.
func Sure(parent *gtk.Window, question, accept string, then func()) {
	Lose(parent, question, "", accept, func(sure bool) {
		if sure {
			then()
		}
	})
}

// Lose asks before something that would be lost; the answer is whether to go on. Cancel is the default.
func Lose(parent *gtk.Window, question, detail, accept string, answer func(bool)) {
	d := gtk.MessageDialogNew(parent, gtk.DIALOG_MODAL, gtk.MESSAGE_QUESTION, gtk.BUTTONS_NONE, "%s", question)
	choice(d, detail, accept, "destructive-action", gtk.RESPONSE_CANCEL, answer)
}

// Offer shows a warning and offers an action. It calls answer with true if the user accepts.
func Offer(parent *gtk.Window, text, detail, accept string, answer func(bool)) {
	d := gtk.MessageDialogNew(parent, gtk.DIALOG_MODAL, gtk.MESSAGE_WARNING, gtk.BUTTONS_NONE, "%s", text)
	choice(d, detail, accept, "suggested-action", gtk.RESPONSE_OK, answer)
}

// choice shows a question with Cancel and a button to accept, which has a style class.
func choice(d *gtk.MessageDialog, detail, accept, class string, usual gtk.ResponseType, answer func(bool)) {
	if detail != "" {
		d.FormatSecondaryText("%s", detail)
	}
	d.AddButton(locale.T("Cancel"), gtk.RESPONSE_CANCEL)
	b, _ := d.AddButton(accept, gtk.RESPONSE_OK)
	AddClass(b, class)
	d.SetDefaultResponse(usual)
	SetName(d, accept)
	d.Connect("response", func(_ *gtk.MessageDialog, r gtk.ResponseType) {
		d.Destroy()
		answer(r == gtk.RESPONSE_OK)
	})
	d.ShowAll()
}

// AskUnsaved asks whether to save the unsaved changes of a document. The text lost describes what
// happens to them otherwise. The answer is RESPONSE_YES to save them, RESPONSE_NO to discard them
// and anything else to cancel.
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

// Choice is one option of Choose, with a one-sentence description.
type Choice struct {
	Title, Detail string
	Run           func()
	Off           bool // insensitive
}

// Choose asks a question with one button for each choice, one below another, each with its
// description. Cancel and Escape choose nothing. It calls gone when the dialog closes, before the
// Run of a choice.
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

// LossText returns a message about the data that is lost when a file is saved.
func LossText(path string, loss error) string {
	return locale.T("“%s” would be replaced by a new file: %s.", locale.FileName(path), locale.Err(loss))
}
