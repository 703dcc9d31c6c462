// Package board implements the board of a window: it draws the current position and handles
// input on the board.
package board

import (
	"slices"
	"strings"

	"github.com/gotk3/gotk3/cairo"
	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/draw"
	"boardstudio/draw/diagram"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/app/settings"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/studio/ui/look"
	"boardstudio/text/locale"
)

// Pane is the board widget, which shows the current position.
type Pane struct {
	Box  *gtk.ScrolledWindow // contains Area, which is larger while the board is magnified
	Area *gtk.DrawingArea

	notes    model.Cache[noteKey, []rules.Note] // notes of the overlays
	s        *app.Session
	cursor   *app.Cursor
	st       *settings.Settings
	host     Host
	looks    *look.Looks
	recentre *draw.Point // point to centre once the board has its new size, as a fraction of the area
	layout   diagram.Layout
	hover    rules.Cell
	film     film
	// The cell and the node announced to screen readers last.
	announcedCell rules.Cell
	announcedNode *model.Node
	pressedCell   rules.Cell // cell of the last secondary click
	drawn         bool       // layout is the layout on the screen
}

// Host is the window that contains the board.
type Host struct {
	Framed  func() []rules.Cell // cells to frame
	Escape  func() bool
	Acted   func() // called when the user presses a cell or types
	Painted func() // called after drawing a frame
	Zoom    func(by int)
	OnBoard func(c rules.Cell, ev *gdk.Event, byKey bool) // shows the context menu of a cell
	Values  func() []diagram.Value                        // values of moves, or nil while they are not shown
}

// New returns the board of a session.
func New(s *app.Session, st *settings.Settings, l *look.Looks, w Host) *Pane {
	b := &Pane{s: s, cursor: s.Cursor, st: st, looks: l, host: w, hover: rules.NoCell, announcedCell: rules.NoCell}
	b.Area, _ = gtk.DrawingAreaNew()
	b.Area.SetCanFocus(true)
	b.Area.SetHExpand(true)
	b.Area.SetVExpand(true)
	b.Area.AddEvents(int(gdk.BUTTON_PRESS_MASK | gdk.BUTTON_RELEASE_MASK | gdk.POINTER_MOTION_MASK | gdk.LEAVE_NOTIFY_MASK | gdk.SCROLL_MASK))
	gtkx.SetName(b.Area, locale.T("Board"))
	b.Area.Connect("draw", func(_ *gtk.DrawingArea, cr *cairo.Context) bool { b.draw(cr); return true })
	b.Area.Connect("button-press-event", func(_ *gtk.DrawingArea, ev *gdk.Event) bool {
		b.Area.GrabFocus()
		b.pressed(gdk.EventButtonNewFromEvent(ev))
		return true
	})
	b.Area.Connect("button-release-event", func(_ *gtk.DrawingArea, ev *gdk.Event) bool {
		e := gdk.EventButtonNewFromEvent(ev)
		c := b.cellAt(e.X(), e.Y())
		s.Release(c)
		if e.Button() == gdk.BUTTON_SECONDARY && c == b.pressedCell && s.Setup() == nil && !s.Selecting() {
			b.host.OnBoard(c, ev, false)
		}
		return true
	})
	b.Area.Connect("motion-notify-event", func(_ *gtk.DrawingArea, ev *gdk.Event) bool {
		c := b.cellAt(gdk.EventMotionNewFromEvent(ev).MotionVal())
		s.Drag(c)
		b.Point(c)
		return false
	})
	b.Area.Connect("leave-notify-event", func() bool { b.Point(rules.NoCell); return false })
	b.Area.Connect("scroll-event", func(_ *gtk.DrawingArea, ev *gdk.Event) bool {
		e := gdk.EventScrollNewFromEvent(ev)
		if e.State()&gdk.CONTROL_MASK != 0 {
			b.wheel(e)
			return true
		}
		if b.st.Zoom > 100 { // the wheel scrolls the board
			return false
		}
		switch e.Direction() {
		case gdk.SCROLL_UP:
			s.Back()
		case gdk.SCROLL_DOWN:
			s.Forward()
		}
		return true
	})
	b.Area.Connect("focus-in-event", func() bool { b.Area.QueueDraw(); return false })
	b.Area.Connect("focus-out-event", func() bool { b.Area.QueueDraw(); return false })
	b.frame()
	return b
}

func (b *Pane) cellAt(x, y float64) rules.Cell {
	if !b.drawn {
		return rules.NoCell
	}
	return b.layout.CellAt(draw.Point{X: x, Y: y})
}

// Point moves the pointer to a cell. It updates the tooltip and the preview of the move there.
func (b *Pane) Point(c rules.Cell) {
	if c != b.hover {
		b.hover = c
		b.Area.SetTooltipText(b.describeNotes(c))
		b.Area.QueueDraw()
	}
}

func (b *Pane) pressed(e *gdk.EventButton) {
	b.Still()
	if x := e.Button(); e.Type() == gdk.EVENT_BUTTON_PRESS && (x == gdk.BUTTON_PRIMARY || x == gdk.BUTTON_SECONDARY) {
		b.host.Acted()
		c := b.cellAt(e.X(), e.Y())
		if x == gdk.BUTTON_SECONDARY {
			b.pressedCell = c
		}
		b.s.Press(c, x == gdk.BUTTON_SECONDARY)
	}
}

// lines returns the lines of the node and the line being drawn.
func (b *Pane) lines() []model.Line {
	lines := b.s.View.Node().Lines()
	if l, ok := b.s.Drawing(b.hover); ok {
		lines = append(slices.Clip(lines), l)
	}
	return lines
}

// Diagram returns the diagram shown on the board.
func (b *Pane) Diagram() *diagram.Diagram {
	s := b.s
	pos := s.Shown()
	d := b.looks.Diagram(pos)
	d.Coordinates, d.Pixel = b.st.Coordinates, 1
	d.Cursor = b.cursor.Cell()
	if by, ok := s.Ghost(b.hover); ok {
		d.Hover, d.HoverBy = b.hover, by
	}
	if s.Setup() != nil {
		return d
	}
	if t, ok := pos.(rules.Tracer); ok && d.HoverBy != rules.NoPlayer && rules.Legal(pos, rules.Take(d.Hover)) {
		d.Trail = t.Trace(rules.Take(d.Hover))
	}
	if d.Area = b.host.Framed(); s.Selecting() {
		d.Marks = s.View.Node().Marks()
		return d
	}
	d.Last = s.LastCell()
	d.Win = pos.Result().Cells
	d.Marks, d.Lines, d.MoveGlyph = slices.Concat(s.View.Node().Marks(), guessMarks(s)), b.lines(), s.View.MoveGlyph()
	d.Hint = s.Advice.Cells(s.View.Node())
	if c := s.CorrectingCell(); c != rules.NoCell {
		d.Marks = append(d.Marks, model.Mark{Cell: c, Kind: model.MarkSquare})
	}
	d.Numbers = s.View.StoneNumbers()
	if p, _ := s.Guess.Refutation(); p == nil && b.st.ShowsLegal(s.View.Rules().Board().ShowLegal) {
		d.Legal = legal(pos)
	}
	d.Notes = b.noted(pos)
	d.Values = b.host.Values()
	if f, ok := pos.(rules.Forbidder); ok && !s.Guessing() {
		d.Forbidden = f.Forbidden()
	}
	if area := s.Guess.Area(); s.Guessing() && area != nil {
		d.Legal = slices.Clone(area)
	}
	if h := s.Cursor.Hold(); h != rules.NoCell {
		d.Legal = append(d.Legal, h)
	}
	return d
}

// Picture returns the diagram for an exported picture: with marks, but without pointer and cursor.
func (b *Pane) Picture() *diagram.Diagram {
	d := b.Diagram()
	d.Cursor, d.Hover, d.HoverBy, d.Area = rules.NoCell, rules.NoCell, rules.NoPlayer, nil
	d.Lines = b.s.View.Node().Lines()
	d.Pixel = 0
	return d
}

// noted returns the notes of the overlays that are shown. They are computed once for each position,
// and once for each cell pointed at if an overlay depends on it. This takes milliseconds on a large
// board.
func (b *Pane) noted(pos rules.Position) []rules.Note {
	if len(b.st.Overlays) == 0 || b.s.Setup() != nil || b.s.Guessing() {
		return nil
	}
	at := rules.NoCell
	if slices.ContainsFunc(rules.Overlays(b.s.View.Rules()), func(k rules.OverlayKind) bool { return k.Pointed && slices.Contains(b.st.Overlays, k.Name) }) {
		if at = b.cursor.Cell(); at == rules.NoCell {
			at = b.hover
		}
	}
	key := noteKey{b.s.View.Node(), at, strings.Join(b.st.Overlays, " ")}
	return b.notes.Get(b.s.View.Tree(), key, func() (all []rules.Note) {
		for _, name := range b.st.Overlays {
			all = append(all, rules.Overlay(b.s.View.Rules(), name, pos, at)...)
		}
		return all
	})
}

// noteKey determines the notes of the overlays.
type noteKey struct {
	node  *model.Node
	at    rules.Cell
	names string
}

// describeNotes returns the texts of the overlays in a cell, or "" if it has no notes.
func (b *Pane) describeNotes(c rules.Cell) string {
	var parts []string
	for _, n := range b.noted(b.s.Shown()) {
		if text := locale.Text(n.Text); slices.Contains(n.Cells, c) && !slices.Contains(parts, text) {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, "; ")
}

// legal returns the cells of the legal moves of pos: the origin of each move, or its target if it
// has no origin.
func legal(pos rules.Position) []rules.Cell {
	var cells []rules.Cell
	for m := range pos.Moves() {
		switch {
		case m.From != rules.NoCell:
			cells = append(cells, m.From)
		case m.To != rules.NoCell:
			cells = append(cells, m.To)
		}
	}
	return cells
}

// Cell returns the rectangle of a cell. It returns false if the cell is not visible.
func (b *Pane) Cell(c rules.Cell) (draw.Rect, bool) {
	if c == rules.NoCell || !b.drawn || !b.layout.Shows(c) {
		return draw.Rect{}, false
	}
	return b.layout.Rect(c), true
}

func (b *Pane) draw(cr *cairo.Context) {
	box := draw.Rect{W: float64(b.Area.GetAllocatedWidth()), H: float64(b.Area.GetAllocatedHeight())}.Inset(10)
	d := b.Diagram()
	b.film.show(d)
	b.layout, b.drawn = d.Layout(box), true
	c := b.looks.Canvas(cr)
	d.Draw(c, box)
	if t := b.cursor.Typed(); t != "" {
		b.bubble(c, b.inView(), t)
	}
	gtkx.Idle(b.host.Painted)
}

// bubble shows the move being typed.
func (b *Pane) bubble(c gtkx.Canvas, box draw.Rect, text string) {
	const h = 44
	r := draw.Rect{X: box.X + box.W/2 - 90, Y: box.Y + box.H - h - 12, W: 180, H: h}
	c.Path(draw.Rounded(r, 10), draw.Style{Fill: draw.RGB(0x1c1c20).Alpha(.88)})
	c.Text(r.Centre(), text+"▏", draw.TextStyle{Size: 22, Color: draw.RGB(0xffffff), Bold: true})
}

// announce announces changes to screen readers: the move just shown, or the new cell under the cursor.
func (b *Pane) announce() {
	s := b.s
	cell, node := b.cursor.Cell(), s.View.Node()
	var parts []string
	if b.announcedNode != nil && node != b.announcedNode {
		what := s.View.MoveName(node)
		if _, ok := node.Move(); ok && s.View.Mover(node) != rules.NoPlayer {
			what = locale.T("%s plays %s", s.View.Name(s.View.Mover(node)), what)
		}
		parts = append(parts, what)
		if s.Shown().Result().Over {
			parts = append(parts, s.Status())
		}
	} else if cell != b.announcedCell && cell != rules.NoCell {
		parts = append(parts, s.Describe(cell))
	}
	b.announcedCell, b.announcedNode = cell, node
	if len(parts) > 0 {
		gtkx.Announce(b.Area, strings.Join(parts, ". "))
	}
}

// Changed updates the board and its description for screen readers.
func (b *Pane) Changed(app.Topic) {
	b.roll()
	b.Area.QueueDraw()
	b.announce()
	s := b.s
	text := s.Status()
	if c := b.cursor.Cell(); c != rules.NoCell {
		b.scrollTo(c)
		text = s.Describe(c) + ". " + text
		if notes := b.describeNotes(c); notes != "" {
			text = notes + ". " + text
		}
	}
	if s.Setup() == nil {
		if marks := s.View.DescribeMarks(); marks != "" {
			text += ". " + marks
		}
	}
	gtkx.Describe(b.Area, text)
}

// Key handles keys on the board: typed moves, cursor keys and Escape. It reports whether it used
// the key.
func (b *Pane) Key(k gtkx.Key, val uint) bool {
	c := b.cursor
	shift := k.Mods == gdk.SHIFT_MASK
	if k.Mods&^gdk.SHIFT_MASK != 0 {
		return false
	}
	onBoard := b.Area.HasFocus()
	if (shift || c.Cell() != rules.NoCell && onBoard) && b.moveCursor(k.Val) {
		return true
	}
	switch k.Val {
	case gdk.KEY_Return:
		if onBoard || c.Typed() != "" {
			b.host.Acted()
			b.s.Enter()
			return true
		}
	case gdk.KEY_space:
		if onBoard {
			b.host.Acted()
			b.s.Enter()
			return true
		}
	case gdk.KEY_Escape:
		return b.host.Escape()
	case gdk.KEY_BackSpace:
		return c.Erase()
	}
	if r := rune(gdk.KeyvalToUnicode(val)); r > ' ' && r < 127 && (r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '-') {
		b.host.Acted()
		b.s.Type(r)
		return true
	}
	return false
}

func (b *Pane) moveCursor(val uint) bool {
	c, seen := b.cursor, b.looks.Seen()
	switch val {
	case gdk.KEY_Left:
		c.Move(seen, -1, 0)
	case gdk.KEY_Right:
		c.Move(seen, 1, 0)
	case gdk.KEY_Up:
		c.Move(seen, 0, -1)
	case gdk.KEY_Down:
		c.Move(seen, 0, 1)
	default:
		return false
	}
	return true
}

// guessMarks returns crosses for the wrong guesses.
func guessMarks(s *app.Session) []model.Mark {
	if !s.Guessing() {
		return nil
	}
	var marks []model.Mark
	for _, c := range s.Guess.Wrong() {
		marks = append(marks, model.Mark{Cell: c, Kind: model.MarkCross})
	}
	return marks
}
