package studio

import (
	"context"

	"github.com/gotk3/gotk3/gtk"

	ioall "boardstudio/io/all"
	"boardstudio/io/codec"
	"boardstudio/io/draw"
	"boardstudio/locale"
	"boardstudio/rules"
	"boardstudio/studio/gtkx"
	"boardstudio/studio/startpage"
	"boardstudio/words"
)

// fitting looks of which game a text is. Where it fits another one better than the open one it asks which; then
// gets the game that was chosen, and whether that is the open one.
func (p *page) fitting(text string, then func(spec rules.Spec, here bool)) {
	here := p.s.Rules().Spec()
	go func() { // it reads the text once for each game
		list := ioall.Fits(context.Background(), "", []byte(text), codec.Options{Spec: &here})
		gtkx.Idle(func() {
			switch {
			case p.shut:
			case ioall.Better(list):
				p.chooseGame(list, then)
			default:
				then(here, true)
			}
		})
	}()
}

// chooseGame shows how a text reads as a record of several games.
func (p *page) chooseGame(list []ioall.Fit, then func(spec rules.Spec, here bool)) {
	p.s.Stop()
	chosen := 0
	preview := gtkx.Preview(280, 280, func(c gtkx.Canvas, box draw.Rect) {
		x := startpage.PictureOf(list[chosen].Doc)
		x.Theme, x.Pixel = p.looks.Theme(), 1
		if x.Position != nil {
			x.Win = x.Position.Result().Cells
		}
		x.Draw(c, box.Inset(10))
	})
	left := gtkx.VBox(6)
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
	row := gtkx.HBox(14)
	row.PackStart(left, false, false, 0)
	row.PackStart(preview, true, true, 0)
	paste := false
	gtkx.Ask(p.win, locale.T("Which Game Is It?"), row, locale.T("Paste"), func() bool { paste = true; return true }, func() {
		p.toBoard()
		if paste {
			then(list[chosen].Spec, list[chosen].Here)
		}
	})
}
