package booklet

import (
	"slices"
	"strconv"
	"strings"

	"boardstudio/ai/player"
	"boardstudio/draw"
	"boardstudio/draw/diagram"
	"boardstudio/model"
	"boardstudio/publish/flow"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/words"
)

// game has the data of a document that diagrams and texts need.
type game struct {
	engines *player.Catalog
	doc     *model.Document
	rules   rules.Rules
	seats   []diagram.Seat
	figures bool // each player has distinct pieces
	beyond  int
	text    float64 // text size around diagrams
}

func newGame(engines *player.Catalog, d *model.Document, f *flow.Flow) *game {
	r := d.Tree.Rules()
	b := r.Board()
	g := &game{engines: engines, doc: d, rules: r, seats: diagram.SeatsOf(d.Players), figures: !b.Piles, text: f.Size()}
	if b.Wraps != "" {
		g.beyond = min(max(int(min(b.Size.X, b.Size.Y)/6), 1), 2)
	}
	return g
}

// leastText is the smallest text size in diagrams, in points.
const leastText = 3.6

// board returns a diagram of p in the print theme.
func (g *game) board(p rules.Position) *diagram.Diagram {
	d := diagram.New(g.rules, p)
	d.Theme, d.MinText, d.Seats, d.Beyond = diagram.Print, leastText, g.seats, g.beyond
	return d
}

// fit returns a diagram as a picture of at most width × height, with cells of at most limit points.
func fit(d *diagram.Diagram, width, height, limit float64) flow.Picture {
	l := d.Layout(draw.Rect{W: width, H: height})
	if k := limit / l.Unit(); k < 1 {
		l = d.Layout(draw.Rect{W: width * k, H: height * k})
	}
	plate, spare := l.Plate(), l.UnusedHeight()
	return flow.Picture{Width: plate.W, Height: plate.H - spare, Draw: func(c draw.Canvas, box draw.Rect) {
		box.H += spare // the empty margin at the bottom is outside the picture
		d.Draw(c, box)
	}}
}

// cell returns the maximum cell size in a booklet with the given text size.
func (g *game) cell(text float64) float64 {
	if g.rules.Board().Piles {
		return 3.6 * text
	}
	return 2.4 * text
}

func (g *game) name(p rules.Player) string { return words.Player(g.engines, g.doc, p) }

// start returns the position at the root. Its text is always valid, see model.Tree.SetStart. Unlike
// Tree.Position, start does not write to the tree, so other goroutines may read the tree.
func (g *game) start() rules.Position {
	if text := g.doc.Tree.Root().Setup(); text != "" {
		if p, err := g.rules.Parse(text); err == nil {
			return p
		}
	}
	return g.rules.Start()
}

// end returns the last reachable position of the main line.
func (g *game) end() rules.Position {
	pos := g.start()
	for n := g.doc.Tree.Root().First(); n != nil; n = n.First() {
		var next rules.Position
		var err error
		if text := n.Setup(); text != "" {
			next, err = g.rules.Parse(text)
		} else if m, ok := n.Move(); ok {
			next, err = pos.Play(m)
		}
		if next == nil || err != nil {
			break
		}
		pos = next
	}
	return pos
}

// outcome describes how the game ended, by the rules or else by the result in the document. It
// returns "" if neither is known.
func (g *game) outcome(end rules.Position) string {
	if end != nil && end.Result().Over {
		return words.Outcome(g.rules, end.Result(), g.name)
	}
	if v := strings.TrimSpace(g.doc.Info[model.InfoResult]); v != "" && v != "*" {
		return locale.T("Result: %s", v)
	}
	return ""
}

// playedMove is a move with the positions before and after it.
type playedMove struct {
	number        int // 0 if the move is not numbered
	move          rules.Move
	before, after rules.Position
}

// lastNumbered returns the last move that has a number, or the zero value. A pass and a resignation have no number.
func lastNumbered(list []playedMove) playedMove {
	for _, m := range slices.Backward(list) {
		if m.number > 0 {
			return m
		}
	}
	return playedMove{}
}

// diagramPosition is a position with other cell contents. It still shows stones that were captured
// since the previous diagram.
type diagramPosition struct {
	rules.Position
	cells []rules.Content
}

// At implements rules.Position.
func (s diagramPosition) At(c rules.Cell) rules.Content { return s.cells[c] }

// moves returns a diagram of end with the numbers of the moves since base, and a legend for moves
// that the diagram cannot show. As in books, a captured piece stays on the diagram and the legend
// names what was played in its place. If pieces are flipped instead, the diagram shows end itself.
func (g *game) moves(base rules.Position, list []playedMove, end rules.Position) (d *diagram.Diagram, legend []string) {
	b := g.rules.Board()
	d = g.board(end)
	if b.Piles {
		last := lastNumbered(list)
		if t, ok := last.before.(rules.Tracer); ok {
			s := &diagram.Sowing{From: last.move.From, Trail: t.Trace(last.move)}
			d.Sown = s
			if s.Gain > 0 {
				legend = append(legend, locale.T("%d takes %d", last.number, s.Gain))
			}
		}
		return d, legend
	}
	cells := make([]rules.Content, len(b.Cells))
	for c := range cells {
		cells[c] = base.At(rules.Cell(c))
	}
	numbers := map[rules.Cell]int{}
	last := map[rules.Cell]int{} // the last move at each cell, including moves on top of captured pieces
	for _, m := range list {
		if c := rules.Landing(b, m.before, m.after, m.move); c != rules.NoCell && m.move != rules.Pass && m.after.At(c).Owner != rules.NoPlayer {
			last[c] = m.number
		}
	}
	// Show the last piece in each cell of a winning row: otherwise the row would not be visible.
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
		case m.move == rules.SwapSides:
			legend = append(legend, locale.T("%d swaps sides", m.number))
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
	d.Position, d.Numbers = diagramPosition{end, cells}, numbers
	return d, legend
}

// caption returns the paragraphs below a diagram: its title, its contents, and the legend.
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
			if len(s) < 30 { // keep short entries on one line
				legend[i] = strings.ReplaceAll(s, " ", "\u00a0")
			}
		}
		list = append(list, flow.Paragraph{Runs: []flow.Run{{Text: strings.Join(legend, " · ")}}, Centre: true, Size: 0.86 * g.text})
	}
	return list
}
