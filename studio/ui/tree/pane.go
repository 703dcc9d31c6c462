// Package tree implements the panel that draws the game tree.
package tree

import (
	"math"
	"time"

	"github.com/gotk3/gotk3/cairo"
	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/draw"
	"boardstudio/draw/treelayout"
	"boardstudio/model"
	"boardstudio/studio/app"
	"boardstudio/studio/app/settings"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/studio/ui/look"
	"boardstudio/text/locale"
)

// Pane draws the game tree. Time runs down and variations are to the right, or time runs to the
// right and variations are below. It scrolls by itself, because a widget cannot be as high as a
// long game.
type Pane struct {
	s        *app.Session
	changing func() bool // reports whether the tree is being changed step by step
	looks    *look.Looks
	st       *settings.Settings
	leave    func() // focuses the board

	Box    *gtk.Grid
	Area   *gtk.DrawingArea
	across *gtk.Adjustment
	down   *gtk.Adjustment
	// bars are hidden if the whole tree is visible.
	barAcross, barDown *gtk.Scrollbar
	zoom               float64
	follow             bool // scroll to the current node with the next frame
	drawing            bool
	picture            treelayout.Picture
	faces              faces
	hover              hover
	drag               *pull
}

// pull is the start of dragging the tree with the middle button.
type pull struct{ x, y, across, down float64 }

// Distances between nodes and the radius of a node, in pixels at 100 %.
const (
	rowHeight = 26.0
	colWidth  = 38.0
	plyWidth  = 36.0 // node distance and line height in a tree that grows to the right
	lineHigh  = 40.0
	nodeSize  = 8.5
	treeEdge  = 20.0
)

// The limits of the zoom.
const minZoom, maxZoom = 0.5, 2

// New returns the panel. It calls leave to focus the board and menu to show the context menu of the
// node under the pointer.
func New(s *app.Session, changing func() bool, l *look.Looks, st *settings.Settings, leave func(), menu func(*gdk.Event)) *Pane {
	t := &Pane{s: s, changing: changing, looks: l, st: st, leave: leave, zoom: 1}
	t.Box, _ = gtk.GridNew()
	t.Area, _ = gtk.DrawingAreaNew()
	t.Area.SetHExpand(true)
	t.Area.SetVExpand(true)
	t.Area.SetSizeRequest(120, 90)
	t.Area.AddEvents(int(gdk.BUTTON_PRESS_MASK | gdk.BUTTON_RELEASE_MASK | gdk.POINTER_MOTION_MASK |
		gdk.ENTER_NOTIFY_MASK | gdk.LEAVE_NOTIFY_MASK | gdk.SCROLL_MASK | gdk.SMOOTH_SCROLL_MASK))
	gtkx.SetName(t.Area, locale.T("Game tree"))
	t.across, _ = gtk.AdjustmentNew(0, 0, 1, colWidth, colWidth*4, 1)
	t.down, _ = gtk.AdjustmentNew(0, 0, 1, rowHeight, rowHeight*4, 1)
	t.barAcross, _ = gtk.ScrollbarNew(gtk.ORIENTATION_HORIZONTAL, t.across)
	t.barDown, _ = gtk.ScrollbarNew(gtk.ORIENTATION_VERTICAL, t.down)
	h, v := t.barAcross, t.barDown
	h.SetNoShowAll(true)
	v.SetNoShowAll(true)
	t.Box.Attach(t.Area, 0, 0, 1, 1)
	t.Box.Attach(v, 1, 0, 1, 1)
	t.Box.Attach(h, 0, 1, 1, 1)
	t.hover.init(t)
	t.Area.Connect("draw", func(_ *gtk.DrawingArea, cr *cairo.Context) bool { t.paint(cr); return true })
	t.Area.Connect("size-allocate", func() { t.resize(); t.follow = true })
	t.Area.Connect("button-press-event", func(_ *gtk.DrawingArea, ev *gdk.Event) bool {
		t.hover.hide()
		switch e := gdk.EventButtonNewFromEvent(ev); {
		case e.Type() != gdk.EVENT_BUTTON_PRESS:
		case e.Button() == gdk.BUTTON_PRIMARY:
			t.click(e.X(), e.Y())
		case e.Button() == gdk.BUTTON_SECONDARY:
			t.click(e.X(), e.Y())
			menu(ev)
		case e.Button() == gdk.BUTTON_MIDDLE:
			t.drag = &pull{e.X(), e.Y(), t.across.GetValue(), t.down.GetValue()}
		}
		return true
	})
	t.Area.Connect("button-release-event", func() bool { t.drag = nil; return true })
	t.Area.Connect("motion-notify-event", func(_ *gtk.DrawingArea, ev *gdk.Event) bool {
		x, y := gdk.EventMotionNewFromEvent(ev).MotionVal()
		if d := t.drag; d != nil {
			t.across.SetValue(d.across + d.x - x)
			t.down.SetValue(d.down + d.y - y)
			return true
		}
		t.hover.point(x, y)
		return false
	})
	t.Area.Connect("enter-notify-event", func(_ *gtk.DrawingArea, ev *gdk.Event) bool {
		t.hover.point(gdk.EventCrossingNewFromEvent(ev).MotionVal())
		return false
	})
	t.Area.Connect("leave-notify-event", func() bool { t.hover.hide(); return false })
	t.Area.Connect("scroll-event", func(_ *gtk.DrawingArea, ev *gdk.Event) bool {
		t.hover.hide()
		t.scrolled(gdk.EventScrollNewFromEvent(ev))
		return true
	})
	for _, a := range []*gtk.Adjustment{t.across, t.down} {
		gtkx.While(t.Area, a.Object, "value-changed", func() {
			t.hover.hide()
			if !t.drawing { // the frame being drawn need not be drawn again
				t.Area.QueueDraw()
			}
		})
	}
	return t
}

// scrolled handles the scroll wheel: it scrolls, or zooms around the pointer with Ctrl pressed.
func (t *Pane) scrolled(e *gdk.EventScroll) {
	dx, dy := e.DeltaX(), e.DeltaY()
	switch e.Direction() {
	case gdk.SCROLL_UP:
		dy = -1
	case gdk.SCROLL_DOWN:
		dy = 1
	case gdk.SCROLL_LEFT:
		dx = -1
	case gdk.SCROLL_RIGHT:
		dx = 1
	}
	if e.State()&gdk.CONTROL_MASK != 0 {
		t.magnify(t.zoom*math.Pow(1.1, -dy), e.X(), e.Y())
		return
	}
	if e.State()&gdk.SHIFT_MASK != 0 {
		dx, dy = dx+dy, 0
	}
	g := t.grid()
	t.down.SetValue(t.down.GetValue() + dy*g.high*3)
	t.across.SetValue(t.across.GetValue() + dx*g.wide*3)
}

// magnify sets the zoom, keeping the point (x, y) fixed.
func (t *Pane) magnify(zoom, x, y float64) {
	zoom = math.Min(math.Max(zoom, minZoom), maxZoom)
	if math.Abs(zoom-1) < 0.04 {
		zoom = 1
	}
	old := t.grid()
	t.zoom = zoom
	g := t.grid()
	px, py := (x+t.across.GetValue()-old.edge)/old.wide, (y+t.down.GetValue()-old.edge)/old.high
	t.resize()
	t.across.SetValue(px*g.wide + g.edge - x)
	t.down.SetValue(py*g.high + g.edge - y)
	t.Area.QueueDraw()
}

// Changed redraws the tree and follows the current node.
func (t *Pane) Changed(topic app.Topic) {
	const shown = app.TopicTree | app.TopicHere | app.TopicNote | app.TopicPlayers | app.TopicFold | app.TopicTranspositions
	if topic&shown == 0 || t.changing() {
		return
	}
	t.hover.hide()
	t.follow = t.follow || topic&(app.TopicTree|app.TopicHere|app.TopicFold) != 0
	if t.follow {
		t.resize()
	}
	gtkx.Describe(t.Area, t.s.View.DescribeNode(t.s.View.Node()))
	t.Area.QueueDraw()
}

// ensure scrolls to the current node if it has moved.
func (t *Pane) ensure() {
	if !t.follow || t.changing() {
		return
	}
	t.follow = false
	row, col, ok := t.s.View.Layout().Find(t.s.View.Node())
	if !ok {
		return
	}
	g := t.grid()
	at := g.spot(row, col)
	gtkx.Into(t.across, at.X, g.wide*2)
	gtkx.Into(t.down, at.Y, g.high*1.5)
}

func (t *Pane) resize() {
	if t.s.View.Tree() == nil || t.changing() {
		return
	}
	w, h := float64(t.Area.GetAllocatedWidth()), float64(t.Area.GetAllocatedHeight())
	rows, cols := t.s.View.Layout().Size()
	g := t.grid()
	end := g.spot(rows-1, cols-1)
	wide, high := end.X+g.edge, end.Y+g.edge
	if g.across { // space for text below and after the last nodes
		wide, high = wide+g.wide, high+g.high/2
	}
	fit(t.across, wide, w)
	fit(t.down, high, h)
	bar := func(b *gtk.Scrollbar, on bool) {
		if b.GetVisible() != on {
			gtkx.Idle(func() { b.SetVisible(on) }) // hidden during allocation, it would keep its space
		}
	}
	bar(t.barAcross, wide > w)
	bar(t.barDown, high > h)
}

func fit(a *gtk.Adjustment, size, page float64) {
	a.SetUpper(math.Max(size, page))
	a.SetPageSize(page)
	a.SetPageIncrement(page * .9)
	a.SetValue(math.Min(a.GetValue(), math.Max(size-page, 0)))
}

// pick returns the place at a point. The result node reports whether the point is on the node
// itself and not on its number of hidden nodes.
func (t *Pane) pick(x, y float64) (p treelayout.Place, node, ok bool) {
	if t.changing() {
		return p, false, false
	}
	g := t.grid()
	x, y = x+t.across.GetValue(), y+t.down.GetValue()
	col, row := int(math.Round((x-g.edge)/g.wide)), int(math.Round((y-g.edge)/g.high))
	if g.across {
		row, col = col, row
	}
	p, ok = t.s.View.Layout().At(row, col)
	if !ok && g.across { // the number of a folded branch extends into the next row
		p, ok = t.s.View.Layout().At(row-1, col)
		ok = ok && p.Kind != treelayout.PlaceNode
	}
	if !ok || t.s.Guessing() && !p.OnPath {
		return p, false, false
	}
	off := x - g.spot(p.Row, p.Col).X
	node = p.Kind != treelayout.PlaceMore && math.Abs(off) <= g.size+2*t.zoom
	if p.Kind == treelayout.PlaceNode {
		node = math.Abs(off) <= g.wide/2
	}
	return p, node, node || p.Kind != treelayout.PlaceNode
}

func (t *Pane) click(x, y float64) {
	p, node, ok := t.pick(x, y)
	t.leave()
	switch {
	case !ok:
	case node:
		t.s.Go(p.Node)
	default:
		t.s.Unfold(p.Node)
	}
}

// transpositions returns the number of other nodes with the position of n.
func (t *Pane) transpositions(n *model.Node) int { return t.s.Search.Transpositions().Count(n) }

// grid contains the sizes of the drawing, rounded to whole pixels.
type grid struct {
	wide, high       float64 // distances between nodes
	size, edge, zoom float64
	across           bool // time runs to the right
}

func (t *Pane) grid() grid {
	z := t.zoom
	g := grid{math.Round(colWidth * z), math.Round(rowHeight * z), math.Round(2*nodeSize*z) / 2, math.Round(treeEdge * z), z, t.st.TreeAcross}
	if g.across {
		g.wide, g.high = math.Round(plyWidth*z), math.Round(lineHigh*z)
	}
	return g
}

// spot returns the position of a place in the whole drawing.
func (g *grid) spot(row, col int) draw.Point {
	if g.across {
		row, col = col, row
	}
	return draw.Point{X: g.edge + float64(col)*g.wide, Y: g.edge + float64(row)*g.high}
}

// hoverDelay is the time the pointer must rest on a node before its board is shown.
const hoverDelay = 300 * time.Millisecond
