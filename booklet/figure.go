package booklet

import (
	"strconv"
	"strings"

	"boardstudio/io/diagram"
	"boardstudio/io/draw"
	"boardstudio/io/flow"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/words"
)

// game is what diagrams and texts need to know of a document.
type game struct {
	doc     *model.Document
	rules   rules.Rules
	seats   []diagram.Seat
	figures bool // players have pieces of their own
	beyond  int
	text    float64 // the size of texts around diagrams
}

func newGame(d *model.Document, f *flow.Flow) *game {
	r := d.Tree.Rules()
	b := r.Board()
	g := &game{doc: d, rules: r, seats: diagram.SeatsOf(d.Players), figures: b.Style != rules.Pits, text: f.Size()}
	if b.Wraps != "" {
		g.beyond = min(max(int(min(b.Size.X, b.Size.Y)/6), 1), 2)
	}
	return g
}

// leastText is the smallest text in diagrams, in points.
const leastText = 3.6

// board returns a diagram for paper.
func (g *game) board(p rules.Position) *diagram.Diagram {
	d := diagram.New(g.rules, p)
	d.Theme, d.MinText, d.Seats, d.Beyond = diagram.Print, leastText, g.seats, g.beyond
	return d
}

// fit returns a diagram as a picture within some room, with cells that are no larger than most.
func fit(d *diagram.Diagram, width, height, most float64) flow.Picture {
	l := d.Layout(draw.Rect{W: width, H: height})
	if k := most / l.Unit(); k < 1 {
		l = d.Layout(draw.Rect{W: width * k, H: height * k})
	}
	plate, spare := l.Plate(), l.Spare()
	return flow.Picture{Width: plate.W, Height: plate.H - spare, Draw: func(c draw.Canvas, box draw.Rect) {
		box.H += spare // of which nothing is seen
		d.Draw(c, box)
	}}
}

// cell returns how large cells are at most, in a booklet with texts of a size.
func (g *game) cell(text float64) float64 {
	if g.rules.Board().Style == rules.Pits {
		return 3.6 * text
	}
	return 2.4 * text
}

// name returns what a player is called.
func (g *game) name(p rules.Player) string { return words.Player(g.doc, p) }

// start returns the position at the root. Unlike Tree.Position it writes nothing, so that documents may be read beside the loop.
func (g *game) start() (rules.Position, error) {
	if text := g.doc.Tree.Root().Setup(); text != "" {
		return g.rules.Parse(text)
	}
	return g.rules.Start(), nil
}

// end returns the last position of the main line that can be reached, nil for none.
func (g *game) end() rules.Position {
	pos, err := g.start()
	if err != nil {
		return nil
	}
	for n := g.doc.Tree.Root().First(); n != nil; n = n.First() {
		next := pos
		if text := n.Setup(); text != "" {
			next, err = g.rules.Parse(text)
		} else if m, ok := n.Move(); ok {
			next, err = pos.Play(m)
		} else {
			break
		}
		if err != nil {
			break
		}
		pos = next
	}
	return pos
}

// outcome returns how the game ended: by the rules, or as the document says; "" when that is not known.
func (g *game) outcome(end rules.Position) string {
	if end != nil && end.Result().Over {
		return words.Outcome(g.rules, end.Result(), g.name)
	}
	if v := strings.TrimSpace(g.doc.Info[model.InfoResult]); v != "" && v != "*" {
		return locale.T("Result: %s", v)
	}
	return ""
}

// made is a move that was made.
type made struct {
	number        int // 0 for none
	move          rules.Move
	before, after rules.Position
}

// shown is a position with other content: stones that were taken meanwhile still lie there.
type shown struct {
	rules.Position
	cells []rules.Content
}

// At implements rules.Position.
func (s shown) At(c rules.Cell) rules.Content { return s.cells[c] }

// moves returns a diagram of the position that moves led to, with their numbers, and what it cannot show in words. As in books, a piece that was taken
// meanwhile stays, and what is put in its place is told, unless moves turn pieces over.
func (g *game) moves(base rules.Position, list []made, end rules.Position) (d *diagram.Diagram, legend []string) {
	b := g.rules.Board()
	d = g.board(end)
	if b.Style == rules.Pits {
		if len(list) > 0 {
			last := list[len(list)-1]
			if t, ok := last.before.(rules.Tracer); ok && last.move.From != rules.NoCell {
				s := &diagram.Sowing{From: last.move.From, Trail: t.Trace(last.move)}
				d.Sown = s
				if s.Gain > 0 {
					legend = append(legend, locale.T("%d takes %d", last.number, s.Gain))
				}
			}
		}
		return d, legend
	}
	cells := make([]rules.Content, len(b.Cells))
	for c := range cells {
		cells[c] = base.At(rules.Cell(c))
	}
	numbers := map[rules.Cell]int{}
	last := map[rules.Cell]int{} // with those that others stand in the place of
	for _, m := range list {
		if c := rules.Landing(b, m.before, m.after, m.move); c != rules.NoCell && m.move != rules.Pass && m.after.At(c).Owner != rules.NoPlayer {
			last[c] = m.number
		}
	}
	// In a winning row the last piece is shown, else the row would not be seen.
	row := map[rules.Cell]bool{}
	for _, c := range end.Result().Cells {
		if cells[c] != end.At(c) && last[c] > 0 {
			row[c] = true
			cells[c] = rules.Empty
		}
	}
	label := func(c rules.Cell) string {
		if n := numbers[c]; n > 0 && !row[c] {
			return strconv.Itoa(n)
		}
		return b.Cells[c].Label
	}
	turned := false
	for _, m := range list {
		c := rules.Landing(b, m.before, m.after, m.move)
		switch {
		case m.move == rules.Pass:
			legend = append(legend, locale.T("%s passes", g.name(m.before.Turn())))
			continue
		case m.move == rules.Swap:
			legend = append(legend, locale.T("%d swaps", m.number))
		case c == rules.NoCell:
			continue
		}
		if c != rules.NoCell && m.after.At(c).Owner != rules.NoPlayer {
			switch taken := cells[c].Owner != rules.NoPlayer || row[c] && m.number != last[c]; {
			case !taken:
				cells[c], numbers[c] = m.after.At(c), m.number
			case m.move != rules.Swap:
				legend = append(legend, locale.T("%d at %s", m.number, label(c)))
			}
		}
		var taken []string
		for k := range b.Cells {
			k := rules.Cell(k)
			was, is := m.before.At(k).Owner, m.after.At(k).Owner
			switch {
			case was == is || was == rules.NoPlayer:
			case is == rules.NoPlayer:
				taken = append(taken, label(k))
			default:
				turned = true
			}
		}
		if len(taken) > 0 && m.move != rules.Swap {
			legend = append(legend, locale.T("%d takes %s", m.number, strings.Join(taken, ", ")))
		}
	}
	if turned {
		d.Numbers = last
		for c := range last {
			if end.At(c).Owner == rules.NoPlayer {
				delete(last, c)
			}
		}
		return d, legend
	}
	d.Position, d.Numbers = shown{end, cells}, numbers
	return d, legend
}

// caption returns what stands below a diagram: its title, what it shows, and the legend.
func (g *game) caption(title, what string, legend []string) []flow.Paragraph {
	list := []flow.Paragraph{{
		Runs:   []flow.Run{{Text: title, Bold: true, Sans: true, Size: 0.9}},
		Centre: true, Size: 0.92 * g.text, Before: 0.45 * g.text,
	}}
	if what != "" {
		list[0].Runs = append(list[0].Runs, flow.Run{Text: "\u2002" + what})
	}
	if len(legend) > 0 {
		for i, s := range legend {
			if len(s) < 30 { // which is not broken
				legend[i] = strings.ReplaceAll(s, " ", "\u00a0")
			}
		}
		list = append(list, flow.Paragraph{Runs: []flow.Run{{Text: strings.Join(legend, " · ")}}, Centre: true, Size: 0.86 * g.text})
	}
	return list
}
