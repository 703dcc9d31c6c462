package page

import (
	"context"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/document"
	"boardstudio/draw"
	"boardstudio/io/codec"
	"boardstudio/rules"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
	"boardstudio/text/words"
)

// fitting determines the game of a text. If the text does not name it and fits another game better
// than the open one, fitting asks the user. It calls then() with the game, and whether that is the
// open one.
func (p *Page) fitting(text string, then func(spec rules.Spec, here bool)) {
	here := p.Session.View.Rules().Spec()
	go func() { // in the background, since the text is read once for each game
		list := p.Session.App.Documents.Fits(context.Background(), "", []byte(text), codec.Options{Spec: &here})
		gtkx.Idle(func() {
			switch {
			case p.Closed:
			case len(list) > 0 && list[0].Named:
				then(list[0].Spec, false)
			case document.Better(list):
				p.chooseGame(list, locale.T("The text does not name its game, and fits another game better than the open one."), locale.T("Paste"), func(g *document.Fit) {
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

// chooseGame shows the interpretations of a text or file as a record of several games. It calls
// then() with the chosen one, or nil if the user cancels.
func (p *Page) chooseGame(list []document.Fit, why, accept string, then func(*document.Fit)) {
	p.Session.Stop()
	chosen := 0
	preview := gtkx.Preview(280, 280, func(c gtkx.Canvas, box draw.Rect) {
		p.drawEnd(list[chosen].Doc, c, box.Inset(10))
	})
	left := gtkx.VBox(6)
	left.PackStart(gtkx.Wrapped(why, 30), false, false, 4)
	var first *gtk.RadioButton
	for i, g := range list {
		title := words.Game(g.Doc.Tree.Rules()) + " · " + locale.N("%d of %d move", "%d of %d moves", g.Moves, g.Legal, g.Moves)
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
	var answer *document.Fit
	gtkx.Ask(p.Win, locale.T("Which Game Is It?"), row, accept, func() bool { answer = &list[chosen]; return true }, func() {
		p.ToBoard()
		then(answer)
	})
}
