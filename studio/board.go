package studio

import (
	"slices"

	"github.com/gotk3/gotk3/cairo"
	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/io/diagram"
	"boardstudio/io/draw"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/command"
	"boardstudio/studio/gtkx"
)

// board is the drawing of the current position.
type board struct {
	w      *window
	area   *gtk.DrawingArea
	layout diagram.Layout
	hover  rules.Cell
	drawn  bool // layout is that of what the screen shows
}

func newBoard(w *window) *board {
	b := &board{w: w, hover: rules.NoCell}
	b.area, _ = gtk.DrawingAreaNew()
	b.area.SetCanFocus(true)
	b.area.SetSizeRequest(280, 280)
	b.area.SetHExpand(true)
	b.area.SetVExpand(true)
	b.area.AddEvents(int(gdk.BUTTON_PRESS_MASK | gdk.BUTTON_RELEASE_MASK | gdk.POINTER_MOTION_MASK | gdk.LEAVE_NOTIFY_MASK | gdk.SCROLL_MASK))
	gtkx.SetName(b.area, locale.T("Board"))
	b.area.Connect("draw", func(_ *gtk.DrawingArea, cr *cairo.Context) bool { b.draw(cr); return true })
	b.area.Connect("button-press-event", func(_ *gtk.DrawingArea, ev *gdk.Event) bool {
		b.area.GrabFocus()
		b.pressed(gdk.EventButtonNewFromEvent(ev))
		return true
	})
	b.area.Connect("button-release-event", func(_ *gtk.DrawingArea, ev *gdk.Event) bool {
		e := gdk.EventButtonNewFromEvent(ev)
		w.s.Release(b.cellAt(e.X(), e.Y()))
		return true
	})
	b.area.Connect("motion-notify-event", func(_ *gtk.DrawingArea, ev *gdk.Event) bool {
		c := b.cellAt(gdk.EventMotionNewFromEvent(ev).MotionVal())
		w.s.Drag(c)
		b.point(c)
		return false
	})
	b.area.Connect("leave-notify-event", func() bool { b.point(rules.NoCell); return false })
	b.area.Connect("scroll-event", func(_ *gtk.DrawingArea, ev *gdk.Event) bool {
		switch gdk.EventScrollNewFromEvent(ev).Direction() {
		case gdk.SCROLL_UP:
			w.s.Back()
		case gdk.SCROLL_DOWN:
			w.s.Forward()
		}
		return true
	})
	b.area.Connect("focus-in-event", func() bool { b.area.QueueDraw(); return false })
	b.area.Connect("focus-out-event", func() bool { b.area.QueueDraw(); return false })
	return b
}

func (b *board) cellAt(x, y float64) rules.Cell {
	if !b.drawn {
		return rules.NoCell
	}
	return b.layout.CellAt(draw.Point{X: x, Y: y})
}

func (b *board) point(c rules.Cell) {
	if c != b.hover {
		b.hover = c
		b.area.QueueDraw()
	}
}

func (b *board) pressed(e *gdk.EventButton) {
	if x := e.Button(); e.Type() == gdk.EVENT_BUTTON_PRESS && (x == gdk.BUTTON_PRIMARY || x == gdk.BUTTON_SECONDARY) {
		b.w.s.Press(b.cellAt(e.X(), e.Y()), x == gdk.BUTTON_SECONDARY)
	}
}

// lines returns the lines to show: those of the node, and the one being drawn.
func (b *board) lines() []model.Line {
	lines := b.w.s.Node().Lines()
	if l, ok := b.w.s.Drawing(b.hover); ok {
		lines = append(slices.Clip(lines), l)
	}
	return lines
}

// diagram returns what the board shows now.
func (b *board) diagram() *diagram.Diagram {
	s := b.w.s
	pos := s.Shown()
	d := b.w.looks.diagram(pos)
	d.Coordinates, d.Pixel = b.w.st.Coordinates, 1
	d.Cursor = s.Cursor.Cell()
	if by, ok := s.Ghost(b.hover); ok {
		d.Hover, d.HoverBy = b.hover, by
	}
	if s.Setup() != nil {
		return d
	}
	if d.Area = b.w.findArea(); s.Selecting() {
		d.Marks = s.Node().Marks()
		return d
	}
	d.Last = s.LastCell()
	d.Win = pos.Result().Cells
	d.Marks, d.Lines, d.Judgement = slices.Concat(s.Node().Marks(), guessMarks(s)), b.lines(), s.MoveGlyph()
	if c := s.CorrectingCell(); c != rules.NoCell {
		d.Marks = append(d.Marks, model.Mark{Cell: c, Kind: model.MarkSquare})
	}
	d.Numbers = s.StoneNumbers()
	if b.w.st.ShowLegal {
		d.Legal = legal(pos)
	}
	if area := s.Guess().Area(); s.Guessing() && area != nil {
		d.Legal = slices.Clone(area)
	}
	if h := s.Hold(); h != rules.NoCell {
		d.Legal = append(d.Legal, h)
	}
	return d
}

// legal returns the cells that name the legal moves of pos.
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

func (b *board) draw(cr *cairo.Context) {
	box := draw.Rect{W: float64(b.area.GetAllocatedWidth()), H: float64(b.area.GetAllocatedHeight())}.Inset(10)
	d := b.diagram()
	b.layout, b.drawn = d.Layout(box), true
	c := b.w.looks.canvas(cr)
	d.Draw(c, box)
	if t := b.w.s.Cursor.Typed(); t != "" {
		b.bubble(c, box, t)
	}
	w := b.w
	gtkx.Idle(func() { w.painted() })
}

// bubble shows the move being typed.
func (b *board) bubble(c gtkx.Canvas, box draw.Rect, text string) {
	const h = 44
	r := draw.Rect{X: box.X + box.W/2 - 90, Y: box.Y + box.H - h - 12, W: 180, H: h}
	c.Path(draw.Rounded(r, 10), draw.Style{Fill: draw.RGB(0x1c1c20).Alpha(.88)})
	c.Text(r.Centre(), text+"▏", draw.TextStyle{Size: 22, Color: draw.RGB(0xffffff), Bold: true})
}

// changed repaints, and tells screen readers.
func (b *board) changed(app.Topic) {
	b.area.QueueDraw()
	s := b.w.s
	text := s.Status()
	if c := s.Cursor.Cell(); c != rules.NoCell {
		text = s.Describe(c) + ". " + text
	}
	if s.Setup() == nil {
		if marks := s.DescribeMarks(); marks != "" {
			text += ". " + marks
		}
	}
	gtkx.Describe(b.area, text)
}

// boardKey handles keys that act on the board: typed moves, the cursor, Escape.
func (w *window) boardKey(k gtkx.Key, val uint) bool {
	c := &w.s.Cursor
	shift := k.Mods == gdk.SHIFT_MASK
	if k.Mods&^gdk.SHIFT_MASK != 0 {
		return false
	}
	onBoard := w.board.area.HasFocus()
	if (shift || c.Cell() != rules.NoCell && onBoard) && w.moveCursor(k.Val) {
		return true
	}
	switch k.Val {
	case gdk.KEY_Return:
		if onBoard || c.Typed() != "" {
			c.Enter()
			return true
		}
	case gdk.KEY_space:
		if onBoard {
			c.Enter()
			return true
		}
	case gdk.KEY_Escape:
		return w.escape()
	case gdk.KEY_BackSpace:
		return c.Erase()
	}
	if r := rune(gdk.KeyvalToUnicode(val)); r > ' ' && r < 127 && (r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '-') {
		w.s.Type(r)
		return true
	}
	return false
}

func (w *window) moveCursor(val uint) bool {
	c := &w.s.Cursor
	switch val {
	case gdk.KEY_Left:
		c.Move(-1, 0)
	case gdk.KEY_Right:
		c.Move(1, 0)
	case gdk.KEY_Up:
		c.Move(0, -1)
	case gdk.KEY_Down:
		c.Move(0, 1)
	default:
		return false
	}
	return true
}

// escape leaves the innermost thing: what Session.Escape does, a message, full screen. A
// message goes before a position that is being set up does.
func (w *window) escape() bool {
	switch {
	case w.s.Setup() == nil && w.s.Escape(), w.s.Cursor.Hide():
	case w.bar.shown():
		w.bar.hide()
	case w.s.Escape():
	case w.full:
		w.run(command.Fullscreen)
	default:
		return false
	}
	return true
}
