package studio

import (
	"math"

	"github.com/gotk3/gotk3/cairo"
	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/io/diagram"
	"boardstudio/io/draw"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app"
)

// tree draws the game tree: time runs down, variations stand to the right. It
// scrolls by itself, because a widget cannot be as high as a long game.
type tree struct {
	w      *window
	box    *gtk.Grid
	area   *gtk.DrawingArea
	across *gtk.Adjustment
	down   *gtk.Adjustment
	// bars are hidden while all fits.
	barAcross, barDown *gtk.Scrollbar
	layout             *app.TreeLayout
	size               int  // nodes in the layout
	follow             bool // the current node must be brought into view
	drawing            bool
}

// Distances between nodes, and the radius of one.
const (
	rowHeight = 26.0
	colWidth  = 30.0
	nodeSize  = 8.5
	treeEdge  = 20.0
)

func newTree(w *window) *tree {
	t := &tree{w: w}
	t.box, _ = gtk.GridNew()
	t.area, _ = gtk.DrawingAreaNew()
	t.area.SetHExpand(true)
	t.area.SetVExpand(true)
	t.area.SetSizeRequest(120, 90)
	t.area.AddEvents(int(gdk.BUTTON_PRESS_MASK | gdk.SCROLL_MASK | gdk.SMOOTH_SCROLL_MASK))
	name(t.area, locale.T("Game tree"))
	t.across, _ = gtk.AdjustmentNew(0, 0, 1, colWidth, colWidth*4, 1)
	t.down, _ = gtk.AdjustmentNew(0, 0, 1, rowHeight, rowHeight*4, 1)
	t.barAcross, _ = gtk.ScrollbarNew(gtk.ORIENTATION_HORIZONTAL, t.across)
	t.barDown, _ = gtk.ScrollbarNew(gtk.ORIENTATION_VERTICAL, t.down)
	h, v := t.barAcross, t.barDown
	h.SetNoShowAll(true)
	v.SetNoShowAll(true)
	t.box.Attach(t.area, 0, 0, 1, 1)
	t.box.Attach(v, 1, 0, 1, 1)
	t.box.Attach(h, 0, 1, 1, 1)
	t.area.Connect("draw", func(_ *gtk.DrawingArea, cr *cairo.Context) bool { t.draw(cr); return true })
	t.area.Connect("size-allocate", func() { t.resize(); t.follow = true })
	t.area.Connect("button-press-event", func(_ *gtk.DrawingArea, ev *gdk.Event) bool {
		e := gdk.EventButtonNewFromEvent(ev)
		t.click(e.X(), e.Y())
		return true
	})
	t.area.Connect("scroll-event", func(_ *gtk.DrawingArea, ev *gdk.Event) bool {
		e := gdk.EventScrollNewFromEvent(ev)
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
		t.down.SetValue(t.down.GetValue() + dy*rowHeight*3)
		t.across.SetValue(t.across.GetValue() + dx*colWidth*3)
		return true
	})
	for _, a := range []*gtk.Adjustment{t.across, t.down} {
		a.Connect("value-changed", func() {
			if !t.drawing { // what is being drawn need not be drawn again
				t.area.QueueDraw()
			}
		})
	}
	return t
}

// changed lays the tree out again when its shape changed, and follows the current node.
func (t *tree) changed(topic app.Topic) {
	if topic&app.TopicTree != 0 && t.layout != nil {
		// Playing on at the end of a line is what happens most.
		if n := t.w.s.Node(); t.size+1 != t.w.s.Tree().Len() || !t.layout.Extend(n) {
			t.layout = nil
		} else {
			t.size++
			t.resize()
		}
	}
	if topic&(app.TopicTree|app.TopicHere|app.TopicNote|app.TopicPlayers) != 0 {
		t.follow = t.follow || topic&(app.TopicTree|app.TopicHere) != 0
		t.area.QueueDraw()
	}
}

// ensure makes the layout and the scroll range fit the tree, and brings the
// current node into view if it moved.
func (t *tree) ensure() {
	if t.layout == nil {
		t.layout, t.size = app.LayOut(t.w.s.Tree()), t.w.s.Tree().Len()
		t.resize()
	}
	if !t.follow {
		return
	}
	t.follow = false
	p, row, ok := t.layout.Find(t.w.s.Node())
	if !ok {
		return
	}
	x, y := at(row, p.Col)
	into(t.across, x, colWidth)
	into(t.down, y, rowHeight*1.5)
}

// into scrolls so that v stands at least margin from the ends of the page.
func into(a *gtk.Adjustment, v, margin float64) {
	lo, page := a.GetValue(), a.GetPageSize()
	if v-margin < lo {
		a.SetValue(v - margin)
	} else if v+margin > lo+page {
		a.SetValue(v + margin - page)
	}
}

func (t *tree) resize() {
	w, h := float64(t.area.GetAllocatedWidth()), float64(t.area.GetAllocatedHeight())
	rows, cols := 1, 1
	if t.layout != nil {
		rows, cols = len(t.layout.Rows), t.layout.Cols
	}
	wide, high := float64(cols-1)*colWidth+2*treeEdge, float64(rows-1)*rowHeight+2*treeEdge
	fit(t.across, wide, w)
	fit(t.down, high, h)
	t.barAcross.SetVisible(wide > w)
	t.barDown.SetVisible(high > h)
}

func fit(a *gtk.Adjustment, size, page float64) {
	a.SetUpper(math.Max(size, page))
	a.SetPageSize(page)
	a.SetPageIncrement(page * .9)
	a.SetValue(math.Min(a.GetValue(), math.Max(size-page, 0)))
}

// at returns where a place is drawn, before scrolling.
func at(row int, col int32) (x, y float64) {
	return treeEdge + float64(col)*colWidth, treeEdge + float64(row)*rowHeight
}

func (t *tree) click(x, y float64) {
	if t.layout == nil {
		return
	}
	x, y = x+t.across.GetValue(), y+t.down.GetValue()
	row := int(math.Round((y - treeEdge) / rowHeight))
	if row < 0 || row >= len(t.layout.Rows) {
		return
	}
	var best *model.Node
	near := colWidth / 2
	for _, p := range t.layout.Rows[row] {
		px, _ := at(row, p.Col)
		if d := math.Abs(px - x); d < near {
			best, near = p.Node, d
		}
	}
	t.w.board.area.GrabFocus()
	if best != nil {
		t.w.s.Go(best)
	}
}

// inks are the colours of the tree.
type inks struct{ ground, line, path, text, ring, note, bad draw.Color }

var treeInks = [...]inks{
	diagram.Light: {draw.RGB(0xffffff), draw.RGB(0xb6bac2), draw.RGB(0x3584e4), draw.RGB(0x2e3436), draw.RGB(0x1a5fb4), draw.RGB(0xe5a50a), draw.RGB(0xe01b24)},
	diagram.Dark:  {draw.RGB(0x232326), draw.RGB(0x5e6168), draw.RGB(0x62a0ea), draw.RGB(0xe8e8ea), draw.RGB(0x99c1f1), draw.RGB(0xf8e45c), draw.RGB(0xff7b84)},
}

func (t *tree) draw(cr *cairo.Context) {
	t.drawing = true
	t.ensure()
	t.drawing = false
	c := t.w.canvas(cr)
	w, h := float64(t.area.GetAllocatedWidth()), float64(t.area.GetAllocatedHeight())
	ink := treeInks[t.w.theme()]
	c.Path(draw.Box(draw.Rect{W: w, H: h}), draw.Style{Fill: ink.ground})
	x0, y0 := math.Floor(t.across.GetValue()), math.Floor(t.down.GetValue())
	cr.Save()
	defer cr.Restore()
	cr.Translate(-x0, -y0)
	from := max(int((y0-treeEdge)/rowHeight)-1, 0)
	to := min(int((y0+h-treeEdge)/rowHeight)+2, len(t.layout.Rows)-1)
	onPath := t.path(from, to)
	inView := func(x float64) bool { return x >= x0-colWidth && x <= x0+w+colWidth }
	for row := from; row <= to; row++ { // edges below nodes
		for _, p := range t.layout.Rows[row] {
			if p.Up < 0 {
				continue
			}
			x, y := at(row, p.Col)
			px, py := at(row-1, p.Up)
			if !inView(x) && !inView(px) && (x < x0) == (px < x0) {
				continue
			}
			st := draw.Style{Stroke: ink.line, Width: 1.5}
			if onPath[p.Node] {
				st = draw.Style{Stroke: ink.path, Width: 2.5}
			}
			c.Path(edge(px, py, x, y), st)
		}
	}
	seats := t.w.looks()
	for row := from; row <= to; row++ {
		for _, p := range t.layout.Rows[row] {
			if x, y := at(row, p.Col); inView(x) {
				t.node(c, p.Node, x, y, ink, seats)
			}
		}
	}
}

// edge is the line from a node to one below: straight down, or across the fork
// and then down.
func edge(px, py, x, y float64) draw.Path {
	if px == x {
		return draw.Path{}.Move(px, py).Line(x, y)
	}
	bend := y - rowHeight/2
	return draw.Path{}.Move(px, py).Curve(px, bend+4, px+4, bend, px+colWidth/2, bend).Line(x-6, bend).
		Curve(x-2, bend, x, bend+2, x, bend+6).Line(x, y)
}

// path returns the nodes of the current line whose rows are drawn.
func (t *tree) path(from, to int) map[*model.Node]bool {
	on := map[*model.Node]bool{}
	n := t.w.s.Node()
	_, row, ok := t.layout.Find(n)
	if !ok {
		return on
	}
	for ; n != nil && row >= from; row-- {
		if row <= to {
			on[n] = true
		}
		n = n.Parent()
	}
	return on
}

// node draws one node: a piece of the mover's colour, a ring around the current
// one, a dot where there is a comment.
func (t *tree) node(c canvas, n *model.Node, x, y float64, ink inks, seats []draw.Color) {
	at := draw.Point{X: x, Y: y}
	if n == t.w.s.Node() {
		c.Path(draw.Circle(at, nodeSize+4), draw.Style{Fill: ink.path.Alpha(.25), Stroke: ink.ring, Width: 2})
	}
	mover := t.w.s.Mover(n)
	switch {
	case n.Parent() == nil || n.Setup() != "":
		r := draw.Rect{X: x - 7, Y: y - 7, W: 14, H: 14}
		c.Path(draw.Rounded(r, 3), draw.Style{Fill: ink.ground, Stroke: ink.text, Width: 1.5})
		if n.Setup() != "" {
			c.Path(draw.Path{}.Move(x-3, y).Line(x+3, y).Move(x, y-3).Line(x, y+3), draw.Style{Stroke: ink.text, Width: 1.5})
		}
	case mover == rules.NoPlayer || !t.w.s.Plays(n):
		c.Path(draw.Circle(at, nodeSize), draw.Style{Fill: ink.ground, Stroke: ink.bad, Width: 2, Dash: []float64{3, 2}})
	default:
		fill := seats[mover]
		c.Path(draw.Circle(at, nodeSize), draw.Style{Fill: fill, Stroke: ink.text.Alpha(.55), Width: 1})
		if m, _ := n.Move(); m == rules.Pass || m == rules.Resign {
			inside := draw.RGB(0xffffff)
			if fill.Luminance() > .4 {
				inside = draw.RGB(0x1c1c20)
			}
			c.Path(draw.Path{}.Move(x-3.5, y).Line(x+3.5, y), draw.Style{Stroke: inside, Width: 2})
		}
	}
	if n.Comment() != "" {
		c.Path(draw.Circle(draw.Point{X: x + nodeSize, Y: y - nodeSize + 1}, 3.5), draw.Style{Fill: ink.note, Stroke: ink.ground, Width: 1})
	}
	if g := n.Glyphs(); len(g) > 0 {
		c.Text(draw.Point{X: x + nodeSize + 3, Y: y + 3}, string(g[0]), draw.TextStyle{Size: 10, Color: ink.text, Bold: true, Align: draw.Left})
	}
}
