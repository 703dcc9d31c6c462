package studio

import (
	"slices"

	"github.com/gotk3/gotk3/cairo"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/io/diagram"
	"boardstudio/io/draw"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/gtkx"
	"boardstudio/studio/settings"
)

// looks says how the pieces of the document are drawn, in all parts of the window.
type looks struct {
	s interface {
		Document() *model.Document
		Rules() rules.Rules
		Name(rules.Player) string
	}
	shade   *shade
	st      *settings.Settings
	win     *gtk.Window
	circles gtkx.Sprites
	lying   lying
}

// canvas returns a canvas for a part of the window that is not scaled.
func (l *looks) canvas(cr *cairo.Context) gtkx.Canvas {
	if l.win.GetScaleFactor() != 1 { // pictures of circles would be blurred
		return gtkx.Canvas{Cairo: cr}
	}
	return gtkx.Canvas{Cairo: cr, Sprites: l.circles}
}

// theme is how boards are drawn.
func (l *looks) theme() diagram.Theme {
	switch {
	case l.shade.contrast:
		return diagram.Contrast
	case l.shade.dark:
		return diagram.Dark
	}
	return diagram.Light
}

// dress gives a diagram the theme, and the board that the person chose.
func (l *looks) dress(d *diagram.Diagram) {
	d.Theme, d.Ground = l.theme(), diagram.Ground(max(slices.Index(diagram.GroundNames, l.st.Board), 0))
}

// seats are how the players of the document look.
func (l *looks) seats() []diagram.Seat {
	seats := diagram.SeatsOf(l.s.Document().Players)
	for i := range seats {
		seats[i].Name = l.s.Name(rules.Player(i))
	}
	return seats
}

// diagram returns a diagram of the document's game with the looks of its players.
func (l *looks) diagram(pos rules.Position) *diagram.Diagram {
	d := diagram.New(l.s.Rules(), pos)
	d.Seats, d.Seen = l.seats(), l.seen()
	l.dress(d)
	return d
}

// colors returns the colour of each player's pieces.
func (l *looks) colors() []draw.Color { return l.diagram(nil).Colors() }

// swatch returns a small drawing of a player's piece.
func (l *looks) swatch(p rules.Player, size int) *gtk.DrawingArea {
	a, _ := gtk.DrawingAreaNew()
	a.SetSizeRequest(size, size)
	a.Connect("draw", func(_ *gtk.DrawingArea, cr *cairo.Context) bool {
		if int(p) < l.s.Rules().Players() {
			l.diagram(nil).Swatch(gtkx.Canvas{Cairo: cr}, p, draw.Rect{W: float64(a.GetAllocatedWidth()), H: float64(a.GetAllocatedHeight())}.Inset(1))
		}
		return true
	})
	return a
}
