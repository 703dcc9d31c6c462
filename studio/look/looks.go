// Package look is how boards, pieces and windows look: the colours of the theme, the players' pieces, the way the board lies, and small
// pictures of positions.
package look

import (
	"slices"

	"github.com/gotk3/gotk3/cairo"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/io/chart"
	"boardstudio/io/diagram"
	"boardstudio/io/draw"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/command"
	"boardstudio/studio/gtkx"
	"boardstudio/studio/settings"
)

// Looks says how the pieces of the document are drawn, in all parts of the window.
type Looks struct {
	s       Host
	shade   *Shade
	st      *settings.Settings
	win     *gtk.Window
	circles gtkx.Sprites
	lying   lying
}

// Host is whose players are drawn: a session.
type Host interface {
	Document() *model.Document
	Rules() rules.Rules
	Name(rules.Player) string
}

// Canvas returns a canvas for a part of the window that is not scaled.
func (l *Looks) Canvas(cr *cairo.Context) gtkx.Canvas {
	if l.win.GetScaleFactor() != 1 { // pictures of circles would be blurred
		return gtkx.Canvas{Cairo: cr}
	}
	return gtkx.Canvas{Cairo: cr, Sprites: l.circles}
}

// Theme is how boards are drawn.
func (l *Looks) Theme() diagram.Theme {
	switch {
	case l.shade.Contrast:
		return diagram.Contrast
	case l.shade.Dark:
		return diagram.Dark
	}
	return diagram.Light
}

// Dress gives a diagram the theme, and the board that the person chose.
func (l *Looks) Dress(d *diagram.Diagram) {
	d.Theme, d.Ground = l.Theme(), diagram.Ground(max(slices.Index(diagram.GroundNames, l.st.Board), 0))
}

// Seats are how the players of the document look.
func (l *Looks) Seats() []diagram.Seat {
	seats := diagram.SeatsOf(l.s.Document().Players)
	for i := range seats {
		seats[i].Name = l.s.Name(rules.Player(i))
	}
	return seats
}

// Diagram returns a diagram of the document's game with the looks of its players.
func (l *Looks) Diagram(pos rules.Position) *diagram.Diagram {
	d := diagram.New(l.s.Rules(), pos)
	d.Seats, d.Seen = l.Seats(), l.Seen()
	l.Dress(d)
	return d
}

// Colors returns the colour of each player's pieces.
func (l *Looks) Colors() []draw.Color { return l.Diagram(nil).Colors() }

// Swatch returns a small drawing of a player's piece.
func (l *Looks) Swatch(p rules.Player, size int) *gtk.DrawingArea {
	a, _ := gtk.DrawingAreaNew()
	a.SetSizeRequest(size, size)
	a.Connect("draw", func(_ *gtk.DrawingArea, cr *cairo.Context) bool {
		if int(p) < l.s.Rules().Players() {
			l.Diagram(nil).Swatch(gtkx.Canvas{Cairo: cr}, p, draw.Rect{W: float64(a.GetAllocatedWidth()), H: float64(a.GetAllocatedHeight())}.Inset(1))
		}
		return true
	})
	return a
}

// lying is a board as it is looked at, kept since it takes a step for each cell to make it.
type lying struct {
	board, seen *rules.Board
	o           rules.Orientation
}

// Orientation returns how the board of the document lies, without what the board does not allow.
func (l *Looks) Orientation() rules.Orientation {
	b := l.s.Rules().Board()
	o := rules.Orientation(l.st.Lies[l.s.Rules().Spec().Game])
	if !b.Allows(o) {
		o = rules.Orientation{}
	}
	if below := (rules.Orientation{Turn: o.Turn, Mirror: !o.Mirror}); l.st.OneBelow && b.Rows != nil && b.Allows(below) {
		o = below
	}
	return b.Fit(o)
}

// Seen returns the board of the document as it is looked at.
func (l *Looks) Seen() *rules.Board {
	b, o := l.s.Rules().Board(), l.Orientation()
	if l.lying.board != b || l.lying.o != o {
		l.lying = lying{b, b.Seen(o), o}
	}
	return l.lying.seen
}

// Conditions returns those that the board decides.
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

// New returns the looks of the document of a session, in a window.
func New(s Host, shade *Shade, st *settings.Settings, win *gtk.Window) *Looks {
	return &Looks{s: s, shade: shade, st: st, win: win, circles: gtkx.Sprites{}}
}

// Ink is the colours of what is drawn beside the board.
type Ink struct {
	chart.Ink
	Strong draw.Color // of text that stands out
}

// Ink returns the colours of the theme.
func (l *Looks) Ink() Ink {
	t := l.Theme()
	strong := draw.RGB(0x1c1c20)
	if t == diagram.Dark {
		strong = draw.RGB(0xf2f2f4)
	}
	return Ink{chart.Inks[t], strong}
}
