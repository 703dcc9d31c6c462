package studio

import (
	"context"

	"github.com/gotk3/gotk3/cairo"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/io/diagram"
	"boardstudio/io/draw"
	"boardstudio/locale"
	"boardstudio/rules"
	"boardstudio/studio/gtkx"
	"boardstudio/studio/pasted"
	"boardstudio/words"
)

// fitting looks of which game a text is. Where it fits another one better than the open one it asks which; then
// gets the game that was chosen, and whether that is the open one.
func (p *page) fitting(text string, then func(spec rules.Spec, here bool)) {
	here := p.s.Rules().Spec()
	go func() { // it reads the text once for each game
		list := pasted.Games(context.Background(), text, here)
		gtkx.Idle(func() {
			switch {
			case p.shut:
			case pasted.Better(list):
				p.chooseGame(list, then)
			default:
				then(here, true)
			}
		})
	}()
}

// chooseGame shows how a text reads as a record of several games.
func (p *page) chooseGame(list []pasted.Game, then func(spec rules.Spec, here bool)) {
	p.s.Stop()
	d, _ := gtk.DialogNew()
	d.SetTitle(locale.T("Which Game Is It?"))
	d.SetTransientFor(p.win)
	d.SetModal(true)
	d.SetDefaultSize(560, 380)
	d.AddButton(locale.T("Cancel"), gtk.RESPONSE_CANCEL)
	ok, _ := d.AddButton(locale.T("Paste"), gtk.RESPONSE_OK)
	gtkx.AddClass(ok, "suggested-action")
	d.SetDefaultResponse(gtk.RESPONSE_OK)

	chosen := 0
	preview, _ := gtk.DrawingAreaNew()
	preview.SetSizeRequest(280, 280)
	gtkx.SetName(preview, locale.T("Preview"))
	preview.Connect("draw", func(_ *gtk.DrawingArea, cr *cairo.Context) bool {
		t := list[chosen].Doc.Tree
		pos := t.Rules().Start()
		for n := range t.Main() { // as far as it plays
			q, err := t.Position(n)
			if err != nil {
				break
			}
			pos = q
		}
		x := diagram.New(t.Rules(), pos)
		x.Theme, x.Pixel, x.Win = p.looks.theme(), 1, pos.Result().Cells
		x.Draw(gtkx.Canvas{Cairo: cr}, draw.Rect{W: float64(preview.GetAllocatedWidth()), H: float64(preview.GetAllocatedHeight())}.Inset(10))
		return true
	})
	left := gtkx.VBox(6)
	gtkx.Margins(left, 14, 14)
	left.PackStart(gtkx.Wrapped(locale.T("The text does not say of which game it is, and fits another one better than the open one."), 30), false, false, 4)
	var first *gtk.RadioButton
	for i, g := range list {
		title := words.Game(g.Doc.Tree.Rules().Spec()) + " · " + locale.N("%d of %d move", "%d of %d moves", g.Moves, g.Legal, g.Moves)
		b, _ := gtk.RadioButtonNewWithLabelFromWidget(first, title)
		if first == nil {
			first = b
		}
		b.Connect("toggled", func() {
			if b.GetActive() {
				chosen = i
				preview.QueueDraw()
			}
		})
		left.PackStart(b, false, false, 0)
	}
	row := gtkx.HBox(0)
	row.PackStart(left, false, false, 0)
	row.PackStart(preview, true, true, 0)
	area, _ := d.GetContentArea()
	area.PackStart(row, true, true, 0)
	d.Connect("response", func(_ *gtk.Dialog, r gtk.ResponseType) {
		d.Destroy()
		p.toBoard()
		if r == gtk.RESPONSE_OK {
			then(list[chosen].Spec, list[chosen].Here)
		}
	})
	d.ShowAll()
}
