package web

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"boardstudio/draw"
	"boardstudio/draw/diagram"
	"boardstudio/draw/svg"
	"boardstudio/model"
	"boardstudio/rules"
)

// aspect is the kind of a sprite.
type aspect uint8

const (
	content   aspect = iota // content of a cell
	last                    // mark of the last move
	ring                    // ring around a piece of a winning row
	mark                    // annotation mark
	line                    // line or arrow
	moveGlyph               // glyph of the last move
	store                   // seeds in a player's store
)

// layers is the drawing order of the aspects, lowest first. If the mark of the last move fills the
// cell, it is drawn below the piece.
var layers = [...]int{content: 1, last: 2, ring: 2, mark: 4, line: 3, moveGlyph: 5, store: 1}

// key identifies the appearance of a sprite. cell is set only if the appearance depends on the
// cell.
type key struct {
	aspect aspect
	in     rules.Content
	cell   rules.Cell
	mark   model.Mark
	line   model.Line
	glyph  model.Glyph
	seat   rules.Player
	held   int
}

// sprite is a small drawing. The page composes positions from sprites.
type sprite struct {
	key
	at rules.Cell // cell used to draw the sprite: the first one that needs it
}

// scene is a way to draw the board: an orientation, for screen or print.
type scene struct {
	board  *rules.Board
	themes [2]diagram.Theme // by day and by night
	layout diagram.Layout   // the same for both themes
	bars   []string         // classes of bars under winning rows, by owner
}

// Sizes of boards in the page, in canvas units.
const (
	boardSize = 480
	minText   = 9
)

// atlas creates the drawings of a page and stores each of them once.
type atlas struct {
	rules       rules.Rules
	seats       []diagram.Seat
	coordinates bool
	start       rules.Position // starting position, used as the base of sketches
	scenes      []scene
	ids         map[string]int // number of each drawing, by its SVG elements
	defs        []string
	classes     map[[2]string]int // number of each CSS class, by its day and night declarations
	paints      [][2]string
}

// sketch is a position used only for drawing: the contents of some cells, and the seeds in one
// player's store.
type sketch struct {
	rules.Position
	cells map[rules.Cell]rules.Content
	seat  rules.Player
	held  int
}

func (s *sketch) At(c rules.Cell) rules.Content {
	if in, ok := s.cells[c]; ok {
		return in
	}
	return rules.Empty
}

func (s *sketch) Held(p rules.Player) int {
	if p == s.seat {
		return s.held
	}
	return 0
}

// sketch returns a position with one cell.
func (k *atlas) sketch(c rules.Cell, in rules.Content) *sketch {
	return &sketch{Position: k.start, cells: map[rules.Cell]rules.Content{c: in}, seat: rules.NoPlayer}
}

// newAtlas returns an atlas with the scenes of a page: the board in the chosen orientation and seen
// from the opposite side, for the screen and for print. For a board that represents an endless one,
// the scenes show the used cells.
func newAtlas(d *model.Document, o Options, used []rules.Cell) *atlas {
	r := d.Tree.Rules()
	k := &atlas{
		rules: r, seats: diagram.SeatsOf(d.Players), coordinates: !o.Plain, start: r.Start(),
		ids: map[string]int{}, classes: map[[2]string]int{},
	}
	b := r.Board()
	for _, themes := range [][2]diagram.Theme{{diagram.Light, diagram.Dark}, {diagram.Print, diagram.Print}} {
		for _, turned := range []bool{false, true} {
			at := o.Orientation
			if turned {
				at = opposite(b, at)
			}
			s := scene{board: b.Oriented(at), themes: themes, bars: make([]string, r.Players())}
			x := k.diagram(&s, themes[0])
			x.Position, x.Show = k.sketch(rules.NoCell, rules.Empty), used
			s.layout = x.Layout(draw.Rect{W: boardSize, H: boardSize})
			k.scenes = append(k.scenes, s)
		}
	}
	return k
}

// opposite returns the orientation opposite to o: rotated by half a turn if the board allows it,
// otherwise mirrored.
func opposite(b *rules.Board, o rules.Orientation) rules.Orientation {
	n := 1
	for x := b.Rotated(rules.Orientation{}); x.Turn != 0; x = b.Rotated(x) {
		n++
	}
	if x := b.Fit(rules.Orientation{Turn: o.Turn + n/2, Mirror: o.Mirror}); b.Allows(x) {
		return x
	}
	return b.Mirrored(o)
}

// diagram returns a diagram without a position.
func (k *atlas) diagram(s *scene, t diagram.Theme) *diagram.Diagram {
	d := diagram.New(k.rules, nil)
	d.Seats, d.Theme, d.Seen, d.Coordinates, d.MinText = k.seats, t, s.board, k.coordinates, minText
	return d
}

// drawn returns the items that paint draws in each theme of a scene.
func (k *atlas) drawn(s *scene, paint func(*diagram.Diagram, draw.Canvas)) (by [2][]draw.Item) {
	for i, t := range s.themes {
		var rec draw.Recorder
		paint(k.diagram(s, t), &rec)
		by[i] = rec.Items
	}
	return by
}

// board returns the drawing number of the empty board.
func (k *atlas) board(s *scene) int {
	return k.def(k.drawn(s, func(d *diagram.Diagram, c draw.Canvas) {
		d.Position = k.sketch(rules.NoCell, rules.Empty)
		d.DrawBoard(c, s.layout)
	}), draw.Point{})
}

// swatch returns the drawing number of a player's piece in a square of side 24.
func (k *atlas) swatch(s *scene, p rules.Player) int {
	return k.def(k.drawn(s, func(d *diagram.Diagram, c draw.Canvas) { d.Swatch(c, p, draw.Rect{W: 24, H: 24}) }), draw.Point{})
}

// bar returns the class of the bars under a player's winning rows, or "" if the board has no bars.
// row is an example of such a row.
func (k *atlas) bar(s *scene, p rules.Player, row []rules.Cell) string {
	by := k.drawn(s, func(d *diagram.Diagram, c draw.Canvas) {
		pos := k.sketch(rules.NoCell, rules.Empty)
		for _, cell := range row {
			pos.cells[cell] = rules.Piece(p)
		}
		d.Position, d.Win = pos, row
		if len(d.Rows(s.layout)) > 0 {
			d.DrawContents(c, s.layout)
		}
	})
	if len(by[0]) == 0 { // the bar is drawn first
		return ""
	}
	return k.class(by[0][0], by[1][0])
}

// sprite returns the drawing number of a sprite in a scene, or -1 if it is empty. below reports
// whether the sprite is drawn below the piece. The origin of the drawing is the middle of the cell
// or the corner of the store.
func (k *atlas) sprite(s *scene, x *sprite) (id int, below bool) {
	piles := s.board.Piles
	with := k.drawn(s, func(d *diagram.Diagram, c draw.Canvas) {
		pos := k.sketch(x.at, x.in)
		pos.seat, pos.held = x.seat, x.held
		d.Position = pos
		switch x.aspect {
		case last, moveGlyph:
			d.Last, d.MoveGlyph = x.at, x.glyph
		case ring:
			d.Win = []rules.Cell{x.at}
		case mark:
			m := x.mark
			m.Cell = x.at
			d.Marks = []model.Mark{m}
		case line:
			d.Lines = []model.Line{x.line}
		}
		d.DrawContents(c, s.layout)
	})
	switch x.aspect {
	case content, store:
		if piles {
			for i := range with {
				with[i] = k.within(s, with[i], x)
			}
		}
	default:
		without := k.drawn(s, func(d *diagram.Diagram, c draw.Canvas) {
			d.Position = k.sketch(x.at, x.in)
			if x.aspect == moveGlyph {
				d.Last = x.at
			}
			d.DrawContents(c, s.layout)
		})
		for i := range with {
			with[i], below = more(with[i], without[i])
		}
	}
	if len(with[0]) == 0 {
		return -1, below
	}
	return k.def(with, k.origin(s, x)), below
}

// origin returns the point of a scene that is the origin of a sprite's drawing.
func (k *atlas) origin(s *scene, x *sprite) draw.Point {
	if x.aspect == store {
		r := s.layout.Store(x.seat)
		return draw.Point{X: r.X, Y: r.Y}
	}
	return s.layout.Centre(x.at)
}

// within returns the items that belong to the pit or store of a sprite. Counts are drawn even for
// empty pits.
func (k *atlas) within(s *scene, items []draw.Item, x *sprite) (own []draw.Item) {
	for _, it := range items {
		at := it.Bounds().Centre()
		if it.Text != "" {
			at = it.At
		}
		seat, cell := rules.NoPlayer, rules.NoCell
		for p := range rules.Player(k.rules.Players()) {
			if s.layout.Store(p).Has(at) {
				seat = p
			}
		}
		if seat == rules.NoPlayer {
			least := 0.0
			for c := range s.board.Cells {
				mid := s.layout.Centre(rules.Cell(c))
				if far := (mid.X-at.X)*(mid.X-at.X) + (mid.Y-at.Y)*(mid.Y-at.Y); cell == rules.NoCell || far < least {
					cell, least = rules.Cell(c), far
				}
			}
		}
		if x.aspect == store && seat == x.seat || x.aspect == content && cell == x.at {
			own = append(own, it)
		}
	}
	return own
}

// more returns the items of with that are missing in without, and whether other items are drawn on
// top of them. Both lists must begin and end with the same items.
func more(with, without []draw.Item) (extra []draw.Item, below bool) {
	a := 0
	for a < len(without) && a < len(with) && reflect.DeepEqual(with[a], without[a]) {
		a++
	}
	z := 0
	for z < len(without)-a && reflect.DeepEqual(with[len(with)-1-z], without[len(without)-1-z]) {
		z++
	}
	return with[a : len(with)-z], z > 0
}

// def returns the number of a drawing, moved so that origin is at 0,0. by are its items by day and
// by night. If the two differ in more than paint, the drawing contains both.
func (k *atlas) def(by [2][]draw.Item, origin draw.Point) int {
	var b strings.Builder
	if alike(by[0], by[1]) {
		b.WriteString(k.elements(by[0], by[1], origin))
	} else {
		for i, name := range []string{"day", "night"} {
			b.WriteString(`<g class="` + name + `">` + k.elements(by[i], by[i], origin) + "</g>\n")
		}
	}
	id, ok := k.ids[b.String()]
	if !ok {
		id = len(k.defs)
		k.ids[b.String()] = id
		k.defs = append(k.defs, b.String())
	}
	return id
}

// alike reports whether two drawings differ only in paint.
func alike(a, b []draw.Item) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if visible(&a[i]) != visible(&b[i]) || a[i].Text != b[i].Text || a[i].At != b[i].At || !reflect.DeepEqual(a[i].Path, b[i].Path) {
			return false
		}
	}
	return true
}

func visible(it *draw.Item) bool {
	return it.Text != "" || it.Style.Fill.A > 0 || it.Style.Stroke.A > 0 && it.Style.Width > 0
}

// elements returns the items as SVG elements, painted by classes.
func (k *atlas) elements(day, night []draw.Item, origin draw.Point) string {
	var c svg.Canvas
	for i := range day {
		c.Class = func(draw.Item) string { return k.class(day[i], night[i]) }
		it := day[i]
		move := func(p draw.Point) draw.Point { return draw.Point{X: p.X - origin.X, Y: p.Y - origin.Y} }
		if it.Text != "" {
			c.Text(move(it.At), it.Text, it.TextStyle)
			continue
		}
		p := it.Path
		p.Centre = move(p.Centre)
		p.Points = make([]draw.Point, len(it.Path.Points))
		for j, q := range it.Path.Points {
			p.Points[j] = move(q)
		}
		c.Path(p, it.Style)
	}
	return c.String()
}

// class returns the CSS class of an item that is painted like day by day and like night by night.
func (k *atlas) class(day, night draw.Item) string {
	pair := [2]string{paint(&day), paint(&night)}
	id, ok := k.classes[pair]
	if !ok {
		id = len(k.paints)
		k.classes[pair] = id
		k.paints = append(k.paints, pair)
	}
	return "k" + strconv.Itoa(id)
}

// paint returns the CSS declarations that paint an item.
func paint(it *draw.Item) string {
	if it.Text != "" {
		st := &it.TextStyle
		text := "fill:" + color(st.Color) + ";font-size:" + number(st.Size) + "px;text-anchor:" + svg.Anchors[st.Align]
		if st.Bold {
			text += ";font-weight:bold"
		}
		return text
	}
	st := &it.Style
	text := "fill:" + color(st.Fill)
	if st.Stroke.A > 0 && st.Width > 0 {
		text += ";stroke:" + color(st.Stroke) + ";stroke-width:" + number(st.Width)
		if st.RoundCaps {
			text += ";stroke-linecap:round;stroke-linejoin:round"
		}
		for i, d := range st.Dash {
			text += []string{";stroke-dasharray:", " "}[min(i, 1)] + number(d)
		}
	}
	return text
}

// color returns a colour in CSS syntax.
func color(c draw.Color) string {
	if c.A <= 0 {
		return "none"
	}
	part := func(v float64) int { return int(255*min(max(v, 0), 1) + 0.5) }
	text := fmt.Sprintf("#%02x%02x%02x", part(c.R), part(c.G), part(c.B))
	if c.A < 1 {
		text += fmt.Sprintf("%02x", part(c.A))
	}
	return text
}

func number(v float64) string { return strconv.FormatFloat(float64(int(v*100+0.5))/100, 'f', -1, 64) }

// sheet returns the CSS rules of the classes. Rules for the night are in a media query.
func (k *atlas) sheet() string {
	var day, night strings.Builder
	for i, p := range k.paints {
		fmt.Fprintf(&day, ".k%d{%s}\n", i, p[0])
		if p[1] != p[0] {
			fmt.Fprintf(&night, ".k%d{%s}\n", i, p[1])
		}
	}
	return day.String() + "@media screen and (prefers-color-scheme:dark){\n" + night.String() + "}\n"
}
