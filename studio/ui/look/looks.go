// Package look defines how boards, pieces and windows look. It implements the theme colours, the
// players' pieces, the orientation of the board, and small pictures of positions.
package look

import (
	"slices"

	"boardstudio/studio/app"

	"github.com/gotk3/gotk3/cairo"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/draw"
	"boardstudio/draw/chart"
	"boardstudio/draw/diagram"
	"boardstudio/rules"
	"boardstudio/studio/app/command"
	"boardstudio/studio/app/settings"
	"boardstudio/studio/ui/gtkx"
)

// Looks defines how the board and pieces of a document are drawn in all parts of its window.
type Looks struct {
	s       *app.View
	shade   *Shade
	st      *settings.Settings
	win     *gtk.Window
	circles gtkx.Sprites
	seen    orientedBoard
}

// Canvas returns a canvas for a widget that does not scale its drawing.
func (l *Looks) Canvas(cr *cairo.Context) gtkx.Canvas {
	if l.win.GetScaleFactor() != 1 { // cached circles would be blurred
		return gtkx.Canvas{Cairo: cr}
	}
	return gtkx.Canvas{Cairo: cr, Sprites: l.circles}
}

// Theme returns the theme of boards.
func (l *Looks) Theme() diagram.Theme {
	switch {
	case l.shade.Contrast:
		return diagram.Contrast
	case l.shade.Dark:
		return diagram.Dark
	}
	return diagram.Light
}

// Dress sets the theme of a diagram and the board style chosen in the settings.
func (l *Looks) Dress(d *diagram.Diagram) {
	d.Theme, d.Ground = l.Theme(), diagram.Ground(max(slices.Index(diagram.GroundNames, l.st.Board), 0))
}

// Seats returns how the pieces of each player are drawn, and the players' names.
func (l *Looks) Seats() []diagram.Seat {
	seats := diagram.SeatsOf(l.s.Document().Players)
	for i := range seats {
		seats[i].Name = l.s.Name(rules.Player(i))
	}
	return seats
}

// Diagram returns a diagram of a position in the document's game, with the document's players.
func (l *Looks) Diagram(pos rules.Position) *diagram.Diagram {
	d := diagram.New(l.s.Rules(), pos)
	d.Seats, d.Seen = l.Seats(), l.Seen()
	l.Dress(d)
	return d
}

// Colors returns the colour of each player's pieces.
func (l *Looks) Colors() []draw.Color { return l.Diagram(nil).Colors() }

// darkPiece is the luminance below which a piece is hard to see on a dark window.
const darkPiece = 0.05

// Swatch returns a small drawing of a player's piece.
func (l *Looks) Swatch(p rules.Player, size int) *gtk.DrawingArea {
	a, _ := gtk.DrawingAreaNew()
	a.SetSizeRequest(size, size)
	a.Connect("draw", func(_ *gtk.DrawingArea, cr *cairo.Context) bool {
		if int(p) < l.s.Rules().Players() {
			c, d, box := gtkx.Canvas{Cairo: cr}, l.Diagram(nil), draw.Rect{W: float64(a.GetAllocatedWidth()), H: float64(a.GetAllocatedHeight())}.Inset(1)
			d.Swatch(c, p, box)
			if l.shade.Dark && d.Colors()[p].Luminance() < darkPiece {
				c.Path(draw.Circle(box.Centre(), 0.44*min(box.W, box.H)), draw.Style{Stroke: draw.RGB(0xffffff).Alpha(.5), Width: 1})
			}
		}
		return true
	})
	return a
}

// orientedBoard caches the board in an orientation, because turning it takes time proportional to its
// cells.
type orientedBoard struct {
	board, seen *rules.Board
	o           rules.Orientation
}

// Orientation returns the orientation of the document's board, restricted to orientations that the
// board allows.
func (l *Looks) Orientation() rules.Orientation {
	b := l.s.Rules().Board()
	o := rules.Orientation(l.st.Orientations[l.s.Rules().Spec().Game])
	if !b.Allows(o) {
		o = rules.Orientation{}
	}
	if below := (rules.Orientation{Turn: o.Turn, Mirror: !o.Mirror}); l.st.OneBelow && b.Rows != nil && b.Allows(below) {
		o = below
	}
	return b.Fit(o)
}

// Seen returns the document's board in its current orientation.
func (l *Looks) Seen() *rules.Board {
	b, o := l.s.Rules().Board(), l.Orientation()
	if l.seen.board != b || l.seen.o != o {
		l.seen = orientedBoard{b, b.Oriented(o), o}
	}
	return l.seen.seen
}

// Conditions returns the command conditions that depend on the board.
func (l *Looks) Conditions() (all command.Condition) {
	b := l.s.Rules().Board()
	if b.Allows(b.Rotated(rules.Orientation{})) {
		all |= command.CanRotate
	}
	if b.Allows(b.Mirrored(rules.Orientation{})) {
		all |= command.CanMirror
	}
	return all
}

// New returns the looks of a session's document in a window.
func New(s *app.View, shade *Shade, st *settings.Settings, win *gtk.Window) *Looks {
	return &Looks{s: s, shade: shade, st: st, win: win, circles: gtkx.Sprites{}}
}

// Ink contains the colours of charts and of text in the panels.
type Ink struct {
	chart.Ink
	Strong draw.Color // colour of emphasised text
}

// Ink returns the colours of the current theme.
func (l *Looks) Ink() Ink {
	t := l.Theme()
	strong := draw.RGB(0x1c1c20)
	if t == diagram.Dark {
		strong = draw.RGB(0xf2f2f4)
	}
	return Ink{chart.Inks[t], strong}
}
