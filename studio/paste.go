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
				p.chooseGame(list, locale.T("The text does not say of which game it is, and fits another one better than the open one."), locale.T("Paste"), func(g *ioall.Fit) {
					if g != nil {
						then(g.Spec, g.Here)
					}
				})
			default:
				then(here, true)
			}
		})
	}()
}

// chooseGame shows how a text or a file reads as a record of several games, and tells then which was chosen, nil for none.
func (p *page) chooseGame(list []ioall.Fit, why, accept string, then func(*ioall.Fit)) {
	p.s.Stop()
	chosen := 0
	preview := gtkx.Preview(280, 280, func(c gtkx.Canvas, box draw.Rect) {
		p.drawEnd(list[chosen].Doc, c, box.Inset(10))
	})
	left := gtkx.VBox(6)
	left.PackStart(gtkx.Wrapped(why, 30), false, false, 4)
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
	var answer *ioall.Fit
	gtkx.Ask(p.win, locale.T("Which Game Is It?"), row, accept, func() bool { answer = &list[chosen]; return true }, func() {
		p.toBoard()
		then(answer)
	})
}
