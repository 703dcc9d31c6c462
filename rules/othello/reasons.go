package othello

import (
	"slices"
	"strings"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Kinds of facts about moves of Othello. A stable disc can never be flipped again.
var (
	winsBy       = &rules.FactKind{Name: "wins-count", Weight: 100, Text: msg.Plural{One: "wins with %d discs to %d"}, Of: rules.Wins}
	takesCorner  = &rules.FactKind{Name: "corner", Weight: 70, Text: msg.Plural{One: "takes the corner %s"}}
	givesCorner  = &rules.FactKind{Name: "gives-corner", Weight: 68, Text: msg.Plural{One: "gives the opponent the corner %s"}, Against: true}
	forcesCorner = &rules.FactKind{Name: "forces-corner", Weight: 66, Text: msg.Plural{One: "forces the opponent into the corner %s"}}
	deniesCorner = &rules.FactKind{Name: "denies-corner", Weight: 64, Text: msg.Plural{One: "keeps the opponent from the corner %s"}}
	leavesFew    = &rules.FactKind{Name: "few-moves", Weight: 50, Text: msg.Plural{One: "leaves the opponent only %d move", Many: "leaves the opponent only %d moves"}}
	makesStable  = &rules.FactKind{Name: "stable", Weight: 48, Text: msg.Plural{One: "makes %d disc safe for good", Many: "makes %d discs safe for good"}}
	keepsCorners = &rules.FactKind{Name: "no-corner", Weight: 35, Text: msg.Plural{One: "gives no corner away, unlike other moves"}}
	turnsDiscs   = &rules.FactKind{Name: "turns", Weight: 20, Text: msg.Plural{One: "turns %d disc over", Many: "turns %d discs over"}}
)

// catalogue lists the kinds above.
var catalogue = []*rules.FactKind{
	winsBy, takesCorner, givesCorner, forcesCorner, deniesCorner, leavesFew, makesStable, keepsCorners, turnsDiscs,
}

// fewMoves is the maximum number of replies that counts as few.
const fewMoves = 3

// Catalogue returns the kinds of facts about moves of Othello.
func (g *game) Catalogue() []*rules.FactKind { return catalogue }

// Explain returns the facts about a move that flips discs. Corners and stable discs are only
// reported in the game in which most discs win.
func (g *game) Explain(q rules.Position, m rules.Move) (facts []rules.Fact) {
	p, ok := q.(*position)
	if !ok || p.status != moving {
		return nil
	}
	next, err := p.Play(m)
	if err != nil || !g.board.Has(m.To) {
		return nil
	}
	after := next.(*position)
	turned := p.turned(int(m.To))
	facts = append(facts, turnsDiscs.Count(len(turned), turned))
	if res := after.Result(); res.Over {
		if res.Winners.Has(p.side) {
			facts = append(facts, winsBy.Fact([]rules.Cell{m.To}, res.Final[p.side], res.Final[1-p.side]))
		}
		return facts
	}
	replies := after.cornersFor(1 - p.side)
	all := after.movesOf(1 - p.side)
	if n := len(all); n > 0 && n <= fewMoves {
		facts = append(facts, leavesFew.Count(n, all))
	}
	if g.fewest {
		if len(all) > 0 && len(all) == len(replies) {
			facts = append(facts, forcesCorner.Fact(replies, g.labels(replies)))
		}
		return facts
	}
	if g.corner(m.To) {
		facts = append(facts, takesCorner.Fact([]rules.Cell{m.To}, g.labels([]rules.Cell{m.To})))
	}
	if denied := slices.DeleteFunc(p.cornersFor(1-p.side), func(c rules.Cell) bool {
		return c == m.To || slices.Contains(replies, c)
	}); len(denied) > 0 {
		facts = append(facts, deniesCorner.Fact(denied, g.labels(denied)))
	}
	switch {
	case len(replies) > 0:
		facts = append(facts, givesCorner.Fact(replies, g.labels(replies)))
	case p.othersGiveCorner(m):
		facts = append(facts, keepsCorners.Fact([]rules.Cell{m.To}))
	}
	before, now := p.stable(), after.stable()
	var safe []rules.Cell
	for c := range now {
		if now[c] && !before[c] && after.cells[c] == discs[p.side] {
			safe = append(safe, rules.Cell(c))
		}
	}
	if len(safe) > 0 {
		facts = append(facts, makesStable.Count(len(safe), safe))
	}
	return facts
}

// turned returns the discs that a disc of the side to move on c would flip.
func (p *position) turned(c int) (cells []rules.Cell) {
	for _, ray := range p.game.rays[c] {
		for _, x := range ray[:p.bracketed(ray, p.side)] {
			cells = append(cells, rules.Cell(x))
		}
	}
	return cells
}

// movesOf returns the cells where s could place a disc if it were its turn.
func (p *position) movesOf(s rules.Player) (cells []rules.Cell) {
	for c, x := range p.cells {
		if x == empty && p.turns(c, s) {
			cells = append(cells, rules.Cell(c))
		}
	}
	return cells
}

func (g *game) corner(c rules.Cell) bool {
	last, x := g.size-1, g.board.Cells[c]
	return (x.Row == 0 || x.Row == last) && (x.Col == 0 || x.Col == last)
}

// cornersFor returns the corners that s could take if it were its turn.
func (p *position) cornersFor(s rules.Player) (cells []rules.Cell) {
	last := p.game.size - 1
	for _, row := range [2]int{0, last} {
		for _, col := range [2]int{0, last} {
			if c := row*p.game.size + col; p.cells[c] == empty && p.turns(c, s) {
				cells = append(cells, rules.Cell(c))
			}
		}
	}
	return cells
}

// othersGiveCorner reports whether the opponent can take a corner after a move other than m.
func (p *position) othersGiveCorner(m rules.Move) bool {
	for o := range p.Moves() {
		if o == m {
			continue
		}
		if q, err := p.Play(o); err == nil && len(q.(*position).cornersFor(1-p.side)) > 0 {
			return true
		}
	}
	return false
}

// labels returns the labels of cells, separated by commas.
func (g *game) labels(cells []rules.Cell) string {
	var names []string
	for _, c := range cells {
		names = append(names, g.board.Cells[c].Label)
	}
	return strings.Join(names, ", ")
}

// stable reports for each cell whether its disc is certain to be stable. A disc is certain to be
// stable if, in each of the four lines through it, the line is full, the disc is at an end of the
// line, or a neighbour on the line is a stable disc of the same colour. Other discs may be stable
// too.
func (p *position) stable() []bool {
	g := p.game
	safe := make([]bool, len(p.cells))
	full := make([][4]bool, len(p.cells)) // by direction of the line through the cell
	for c := range p.cells {
		for d := range 4 {
			if g.board.Step[d+4][c].Cell != rules.NoCell {
				continue // not the start of a line
			}
			whole := true
			for at := rules.Cell(c); at != rules.NoCell; at = g.board.Step[d][at].Cell {
				whole = whole && p.cells[at] != empty
			}
			for at := rules.Cell(c); whole && at != rules.NoCell; at = g.board.Step[d][at].Cell {
				full[at][d] = true
			}
		}
	}
	holds := func(c rules.Cell, color byte) bool { return c == rules.NoCell || safe[c] && p.cells[c] == color }
	for more := true; more; {
		more = false
		for c, color := range p.cells {
			if color == empty || safe[c] {
				continue
			}
			ok := true
			for d := 0; d < 4 && ok; d++ {
				ok = full[c][d] || holds(g.board.Step[d][c].Cell, color) || holds(g.board.Step[d+4][c].Cell, color)
			}
			if ok {
				safe[c], more = true, true
			}
		}
	}
	return safe
}
