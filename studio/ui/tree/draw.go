package tree

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"boardstudio/studio/app"

	"github.com/gotk3/gotk3/cairo"

	"boardstudio/draw"
	"boardstudio/draw/diagram"
	"boardstudio/draw/treelayout"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/ui/gtkx"
)

// inks are the colours of the tree.
type inks struct{ ground, line, path, text, dim, ring, note, bad, flag, fold draw.Color }

var treeInks = [...]inks{
	diagram.Light: {
		draw.RGB(0xffffff), draw.RGB(0xb6bac2), draw.RGB(0x3584e4), draw.RGB(0x2e3436), draw.RGB(0x5e6168), draw.RGB(0x1a5fb4),
		draw.RGB(0xe5a50a), draw.RGB(0xe01b24), draw.RGB(0xc64600), draw.RGB(0xebedf0),
	},
	diagram.Dark: {
		draw.RGB(0x232326), draw.RGB(0x5e6168), draw.RGB(0x62a0ea), draw.RGB(0xe8e8ea), draw.RGB(0xb0b3ba), draw.RGB(0x99c1f1),
		draw.RGB(0xf8e45c), draw.RGB(0xff7b84), draw.RGB(0xff9d5c), draw.RGB(0x3a3a40),
	},
	diagram.Contrast: {
		draw.RGB(0xffffff), draw.RGB(0x000000), draw.RGB(0x0000c0), draw.RGB(0x000000), draw.RGB(0x202020), draw.RGB(0x0000c0),
		draw.RGB(0x8a5a00), draw.RGB(0xa00000), draw.RGB(0x7a2c00), draw.RGB(0xdcdcdc),
	},
}

// brush is the state of drawing the tree once.
type brush struct {
	grid
	c     gtkx.Canvas
	ink   inks
	seats []draw.Color
	x, y  float64 // scroll position
}

// at returns the screen position of a place.
func (b *brush) at(row, col int) draw.Point {
	at := b.spot(row, col)
	return draw.Point{X: at.X - b.x, Y: at.Y - b.y}
}

func (t *Pane) paint(cr *cairo.Context) {
	t.drawing = true
	t.ensure()
	t.drawing = false
	t.draw(t.looks.Canvas(cr), float64(t.Area.GetAllocatedWidth()), float64(t.Area.GetAllocatedHeight()))
}

// draw draws the visible part of the tree.
func (t *Pane) draw(c gtkx.Canvas, w, h float64) {
	b := &brush{grid: t.grid(), c: c, ink: treeInks[t.looks.Theme()], seats: t.looks.Colors()}
	c.Path(draw.Box(draw.Rect{W: w, H: h}), draw.Style{Fill: b.ink.ground})
	x0, y0 := math.Floor(t.across.GetValue()), math.Floor(t.down.GetValue())
	b.x, b.y = x0, y0
	p := &t.picture
	if t.changing() { // keep the picture, without removed nodes
		p.Places = slices.DeleteFunc(p.Places, func(q treelayout.Place) bool { return !t.s.View.Tree().Contains(q.Node) })
	} else {
		a := treelayout.Area{
			Top: int((y0-b.edge)/b.high) - 1, Bottom: int((y0+h-b.edge)/b.high) + 1,
			Left: int((x0-b.edge)/b.wide) - 2, Right: int((x0+w-b.edge)/b.wide) + 1,
		}
		if b.across {
			a = treelayout.Area{Top: a.Left, Bottom: a.Right, Left: a.Top, Right: a.Bottom}
		}
		t.s.View.Layout().View(a, p)
	}
	if t.s.Guessing() { // the continuation must be guessed
		p.Places = slices.DeleteFunc(p.Places, func(q treelayout.Place) bool { return !q.OnPath })
		p.Runs = slices.DeleteFunc(p.Runs, func(r treelayout.Run) bool { return !r.OnPath })
		p.Branches = slices.DeleteFunc(p.Branches, func(r treelayout.Branch) bool { return !r.OnPath })
	}
	t.lines(b, p)
	slices.SortFunc(p.Places, func(a, c treelayout.Place) int { // reading order
		if b.across {
			return cmp.Or(a.Col-c.Col, a.Row-c.Row)
		}
		return cmp.Or(a.Row-c.Row, a.Col-c.Col)
	})
	t.faces.begin(t.s)
	for i, q := range p.Places {
		at := b.at(q.Row, q.Col)
		if q.Kind == treelayout.PlaceMore {
			b.badge(at.X-b.size-2*b.zoom, at.Y, "+"+strconv.Itoa(q.Hidden))
			continue
		}
		t.node(b, q.Node, at)
		if b.across {
			t.labelBelow(b, p.Places, i, at, w)
			continue
		}
		room := w - at.X
		if i+1 < len(p.Places) && p.Places[i+1].Row == q.Row {
			room = float64(p.Places[i+1].Col-q.Col)*b.wide - b.size - 4*b.zoom
		}
		t.labelRight(b, q, at, room)
	}
}

// hidden formats the number of hidden nodes.
func hidden(n int) string {
	if n >= treelayout.CountTo {
		return strconv.Itoa(treelayout.CountTo-1) + "+"
	}
	return "+" + strconv.Itoa(n)
}

// lines draws the lines between nodes, with one stroke for each kind.
func (t *Pane) lines(b *brush, p *treelayout.Picture) {
	var plain, path draw.Path
	for _, r := range p.Runs {
		from, to := b.at(r.From, r.Col), b.at(r.To, r.Col)
		into := &plain
		if r.OnPath {
			into = &path
		}
		*into = into.Move(from.X, from.Y).Line(to.X, to.Y)
	}
	for _, r := range p.Branches {
		from, to := b.at(r.Row, r.From), b.at(r.Row+1, r.To)
		branch := b.branch
		if b.across {
			branch = b.branchDown
		}
		if r.OnPath {
			path = branch(path, from, to, r.Joined)
		} else {
			plain = branch(plain, from, to, r.Joined)
		}
	}
	b.c.Path(plain, draw.Style{Stroke: b.ink.line, Width: math.Max(1.5*b.zoom, 1)})
	b.c.Path(path, draw.Style{Stroke: b.ink.path, Width: 2.5 * b.zoom})
}

// branch adds the line from a node to the first node of a variation: down, right and down. A joined line starts at the
// bend of the line to the previous variation.
func (b *brush) branch(p draw.Path, from, to draw.Point, joined bool) draw.Path {
	z := b.zoom
	bend := math.Floor(to.Y-b.high/2) + .5
	if joined {
		p = p.Move(from.X-6*z, bend)
	} else {
		p = p.Move(from.X, from.Y).Curve(from.X, bend+4*z, from.X+4*z, bend, from.X+b.wide/2, bend)
	}
	return p.Line(to.X-6*z, bend).Curve(to.X-2*z, bend, to.X, bend+2*z, to.X, bend+6*z).Line(to.X, to.Y)
}

// branchDown is like branch, for a tree that grows to the right.
func (b *brush) branchDown(p draw.Path, from, to draw.Point, joined bool) draw.Path {
	z := b.zoom
	bend := math.Floor(to.X-b.wide/2) + .5
	if joined {
		p = p.Move(bend, from.Y-6*z)
	} else {
		p = p.Move(from.X, from.Y).Curve(bend+4*z, from.Y, bend, from.Y+4*z, bend, from.Y+b.high/2)
	}
	return p.Line(bend, to.Y-6*z).Curve(bend, to.Y-2*z, bend+2*z, to.Y, bend+6*z, to.Y).Line(to.X, to.Y)
}

// node draws a node: a piece in the mover's colour, a ring if it is the current node, and a dot if
// it has a comment.
func (t *Pane) node(b *brush, n *model.Node, at draw.Point) {
	c, ink, z := b.c, &b.ink, b.zoom
	tint := draw.Hex(n.Color())
	if n == t.s.View.Node() {
		r := b.size + 4*z
		if tint.A > 0 {
			r += 2.5 * z
		}
		c.Path(draw.Circle(at, r), draw.Style{Fill: draw.Mix(ink.ground, ink.path, .25), Stroke: ink.ring, Width: 2})
	}
	if tint.A > 0 {
		c.Path(draw.Circle(at, b.size+3.5*z), draw.Style{Fill: tint, Stroke: ink.ground, Width: 1})
	}
	f := t.faces.of(n)
	switch {
	case n.Parent() == nil || n.Setup() != "":
		s := 7 * z
		r := draw.Rect{X: at.X - s, Y: at.Y - s, W: 2 * s, H: 2 * s}
		c.Path(draw.Rounded(r, 3*z), draw.Style{Fill: ink.ground, Stroke: ink.text, Width: 1.5})
		if n.Setup() != "" {
			c.Path(draw.Path{}.Move(at.X-3*z, at.Y).Line(at.X+3*z, at.Y).Move(at.X, at.Y-3*z).Line(at.X, at.Y+3*z),
				draw.Style{Stroke: ink.text, Width: 1.5})
		}
	case f.mover == rules.NoPlayer || f.pos == nil:
		c.Path(draw.Circle(at, b.size), draw.Style{Fill: ink.ground, Stroke: ink.bad, Width: 2, Dash: []float64{3, 2}})
	default:
		fill := b.seats[f.mover]
		c.Path(draw.Circle(at, b.size), draw.Style{Fill: fill, Stroke: ink.text.Alpha(.55), Width: 1})
		if m, _ := n.Move(); m.From == rules.NoCell && m.To == rules.NoCell {
			inside := draw.RGB(0xffffff)
			if fill.Luminance() > .4 {
				inside = draw.RGB(0x1c1c20)
			}
			c.Path(draw.Path{}.Move(at.X-3.5*z, at.Y).Line(at.X+3.5*z, at.Y), draw.Style{Stroke: inside, Width: 2})
		}
	}
	if n.Plain() {
		return
	}
	if n.Comment() != "" {
		dot := draw.Point{X: at.X + b.size, Y: at.Y - b.size + z}
		c.Path(draw.Circle(dot, 3.5*z), draw.Style{Fill: ink.note, Stroke: ink.ground, Width: 1})
	}
	if n.Bookmarked() {
		b.flag(at)
	}
}

// flag draws a small flag at the upper left of a node.
func (b *brush) flag(at draw.Point) {
	z := b.zoom
	x, y := at.X-b.size-1*z, at.Y-b.size-3*z
	b.c.Path(draw.Polygon(draw.Point{X: x, Y: y}, draw.Point{X: x + 8*z, Y: y + 3*z}, draw.Point{X: x, Y: y + 6*z}),
		draw.Style{Fill: b.ink.flag, Stroke: b.ink.ground, Width: 1})
	b.c.Path(draw.Path{}.Move(x, y-z).Line(x, y+10*z), draw.Style{Stroke: b.ink.flag, Width: 1.5})
}

// badge draws the number of hidden nodes at x and returns its right end.
func (b *brush) badge(x, y float64, text string) float64 {
	st := draw.TextStyle{Size: math.Round(9.5 * b.zoom), Color: b.ink.dim, Bold: true}
	w := math.Ceil(b.c.Width(text, st) + 8*b.zoom)
	h := math.Round(16 * b.zoom)
	r := draw.Rect{X: math.Round(x) + .5, Y: math.Round(y-h/2) + .5, W: w, H: h}
	b.c.Path(draw.Rounded(r, h/2), draw.Style{Fill: b.ink.fold, Stroke: b.ink.line, Width: 1})
	b.c.Text(r.Centre(), text, st)
	return x + w
}

// labelBelow draws annotation symbols and the name below place i, in a tree that grows to the right. The
// text ends before the text of the following places. The number of hidden nodes is drawn to the
// right.
func (t *Pane) labelBelow(b *brush, places []treelayout.Place, i int, at draw.Point, w float64) {
	q, z := places[i], b.zoom
	x := at.X + b.size + 2*z
	if q.Kind == treelayout.PlaceFolded {
		b.c.Path(draw.Path{}.Move(at.X+b.size, at.Y).Line(x+z, at.Y), draw.Style{Stroke: b.ink.line, Width: math.Max(1.5*z, 1)})
		b.badge(x, at.Y, hidden(q.Hidden))
	}
	signs, name := t.written(q.Node)
	transposed := t.transpositions(q.Node) > 0
	if signs == "" && name == "" && !transposed {
		return
	}
	end := w
	for _, next := range places[i+1:] {
		if next.Col != q.Col {
			break
		}
		if s, n := t.written(next.Node); s != "" || n != "" {
			end = b.at(next.Row, next.Col).X - b.size - 2*z
			break
		}
	}
	y := at.Y + b.size + 10*z
	x = at.X - b.size
	if signs != "" {
		x = b.sign(x, y, end-x, signs)
	}
	if transposed {
		b.link(draw.Point{X: x + 4*z, Y: y})
		x += 14 * z
	}
	st := draw.TextStyle{Size: 11 * z, Color: b.ink.text, Align: draw.Left}
	if text := b.c.Cut(name, st, end-x); text != "" {
		b.c.Text(draw.Point{X: x, Y: y}, text, st)
	}
}

// written returns the annotation symbols and the name of a node.
func (t *Pane) written(n *model.Node) (signs, name string) {
	if n.Plain() {
		return "", ""
	}
	var all []string
	for _, g := range n.Glyphs() {
		all = append(all, t.s.View.GlyphText(g))
	}
	return strings.Join(all, " "), n.Name()
}

// labelRight draws, to the right of a node, the number of hidden nodes, the annotation symbols and the
// name, as space allows.
func (t *Pane) labelRight(b *brush, q treelayout.Place, at draw.Point, room float64) {
	n, z := q.Node, b.zoom
	x := at.X + b.size + 2*z
	end := at.X + room
	if q.Kind == treelayout.PlaceFolded {
		b.c.Path(draw.Path{}.Move(at.X+b.size, at.Y).Line(x+z, at.Y), draw.Style{Stroke: b.ink.line, Width: math.Max(1.5*z, 1)})
		text := hidden(q.Hidden)
		if g := n.Glyphs(); len(g) > 0 && len(g[0]) < 3 && q.Hidden < 100 {
			text = t.s.View.GlyphText(g[0]) + " " + text
		}
		x = b.badge(x, at.Y, text) + 3*z
	} else if signs, _ := t.written(n); signs != "" {
		if n == t.s.View.Node() || n.Color() != "" { // after the ring
			x += 3 * z
		}
		x = b.sign(x, at.Y, end+3*z-x, signs)
	}
	if k := t.transpositions(n); k > 0 {
		b.link(draw.Point{X: x + 4*z, Y: at.Y})
		x += 14 * z
	}
	if n.Name() != "" {
		st := draw.TextStyle{Size: 11 * z, Color: b.ink.text, Align: draw.Left}
		if text := b.c.Cut(n.Name(), st, end-x-2*z); text != "" {
			b.c.Text(draw.Point{X: x + 2*z, Y: at.Y}, text, st)
		}
	}
}

// sign draws annotation symbols at x, smaller if space is scarce, and returns the position after
// them.
func (b *brush) sign(x, y, room float64, text string) float64 {
	st := draw.TextStyle{Size: 10 * b.zoom, Color: b.ink.text, Bold: true, Align: draw.Left}
	w := b.c.Width(text, st)
	if w > room {
		x -= b.zoom
		st.Size = math.Max(st.Size*(room+b.zoom)/w, 6*b.zoom)
		w = b.c.Width(text, st)
	}
	b.c.Text(draw.Point{X: x, Y: y + b.zoom}, text, st)
	return x + w + 3*b.zoom
}

// link draws two links of a chain, the sign of a transposition.
func (b *brush) link(at draw.Point) {
	st := draw.Style{Stroke: b.ink.ring, Width: 1.5 * b.zoom}
	b.c.Path(draw.Ellipse(at, 3.5*b.zoom, 2.5*b.zoom, 0), st)
	at.X += 4 * b.zoom
	b.c.Path(draw.Ellipse(at, 3.5*b.zoom, 2.5*b.zoom, 0), st)
}

// face is the part of a node's position that is needed to draw the node.
type face struct {
	pos   rules.Position // nil if the move is illegal
	mover rules.Player   // NoPlayer for a start or set-up node
}

// faces caches the faces of drawn nodes. Computing a position takes many moves, and a frame shows
// hundreds of nodes.
type faces struct {
	s     *app.Session
	tree  *model.Tree
	turn  uint32
	known map[*model.Node]face
}

// mostFaces is the size limit of the cache.
const mostFaces = 8192

// begin clears the cache if it may be outdated.
func (f *faces) begin(s *app.Session) {
	if turn := s.View.Layout().Turn(); f.known == nil || f.tree != s.View.Tree() || f.turn != turn || len(f.known) > mostFaces {
		f.s, f.tree, f.turn, f.known = s, s.View.Tree(), turn, map[*model.Node]face{}
	}
}

// of returns the face of n. If the face of the parent is cached, it plays a single move.
func (f *faces) of(n *model.Node) face {
	if got, ok := f.known[n]; ok {
		return got
	}
	up := n.Parent()
	m, isMove := n.Move()
	if up == nil || !isMove {
		return f.find(n)
	}
	above, ok := f.known[up]
	if !ok {
		above = f.find(up)
	}
	got := face{mover: rules.NoPlayer}
	if above.pos != nil {
		got.mover = above.pos.Turn()
		if next, err := above.pos.Play(m); err == nil {
			got.pos = next
		}
	}
	f.known[n] = got
	return got
}

// find computes the face of n from its position in the tree.
func (f *faces) find(n *model.Node) face {
	pos, _ := f.tree.Position(n)
	f.known[n] = face{pos, f.s.View.Mover(n)}
	return f.known[n]
}
