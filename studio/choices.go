package studio

import (
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/locale"
)

// choice is one of several ways to go on, with what it means in a sentence.
type choice struct {
	title, detail string
	run           func()
	off           bool // not possible now
}

// choose asks a question with one button above the other, each with its meaning
// below it. Escape and Cancel choose nothing.
func (w *window) choose(title, text string, choices []choice) {
	w.chooseOn(w.win, title, text, choices, func() { w.board.area.GrabFocus() })
}

// chooseOn is choose before another window; gone runs first in any case.
func (w *window) chooseOn(parent gtk.IWindow, title, text string, choices []choice, gone func()) {
	d, _ := gtk.DialogNew()
	d.SetTitle(title)
	d.SetTransientFor(parent)
	d.SetModal(true)
	d.SetResizable(false)
	d.AddButton(locale.T("Cancel"), gtk.RESPONSE_CANCEL)
	all := vbox(8)
	margins(all, 18, 14)
	all.PackStart(wrapped(text, 56), false, false, 4)
	for _, c := range choices {
		b, _ := gtk.ButtonNew()
		in := vbox(2)
		margins(in, 6, 4)
		head := label(c.title)
		addClass(head, "heading")
		in.PackStart(head, false, false, 0)
		hint := wrapped(c.detail, 54)
		addClass(hint, "hint")
		in.PackStart(hint, false, false, 0)
		b.Add(in)
		b.SetSensitive(!c.off)
		name(b, c.title)
		b.Connect("clicked", func() {
			d.Destroy()
			gone()
			c.run()
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
