package awale

import (
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Kinds of facts about moves of awale. The methods Uncovered and Threatened define these terms.
var (
	winsMost        = &rules.FactKind{Name: "majority", Weight: 100, Text: msg.Plural{One: "has more than half of all seeds"}, Of: rules.Wins}
	mustFeed        = &rules.FactKind{Name: "must-feed", Weight: 92, Text: msg.Plural{One: "feeds the opponent, who has no seeds, as required"}}
	takesAll        = &rules.FactKind{Name: "grand-slam", Weight: 68, Text: msg.Plural{One: "captures all seeds of the opponent"}}
	takesSeeds      = &rules.FactKind{Name: "captures", Weight: 65, Text: msg.Plural{One: "captures %d seed", Many: "captures %d seeds"}}
	allowsCapture   = &rules.FactKind{Name: "allows-capture", Weight: 60, Text: msg.Plural{One: "lets the opponent capture %d seed", Many: "lets the opponent capture %d seeds"}, Against: true}
	savesSeeds      = &rules.FactKind{Name: "saves-seeds", Weight: 55, Text: msg.Plural{One: "saves %d seed from capture", Many: "saves %d seeds from capture"}}
	leavesNothing   = &rules.FactKind{Name: "no-capture", Weight: 50, Text: msg.Plural{One: "leaves the opponent no capture"}}
	threatensSeeds  = &rules.FactKind{Name: "threatens-capture", Weight: 44, Text: msg.Plural{One: "threatens to capture %d seed", Many: "threatens to capture %d seeds"}}
	uncoversTheirs  = &rules.FactKind{Name: "uncovers", Weight: 40, Text: msg.Plural{One: "leaves the opponent %d uncovered pit", Many: "leaves the opponent %d uncovered pits"}}
	sowsKrou        = &rules.FactKind{Name: "krou", Weight: 38, Text: msg.Plural{One: "sows a krou of %d seeds"}}
	coversAll       = &rules.FactKind{Name: "covers", Weight: 36, Text: msg.Plural{One: "leaves no pit uncovered"}}
	takesNothing    = &rules.FactKind{Name: "slam-in-vain", Weight: 32, Text: msg.Plural{One: "captures nothing, since it would capture all seeds of the opponent"}, Against: true}
	leavesUncovered = &rules.FactKind{Name: "uncovered", Weight: 30, Text: msg.Plural{One: "leaves %d pit uncovered", Many: "leaves %d pits uncovered"}, Against: true}
	keepsHome       = &rules.FactKind{Name: "keeps-home", Weight: 25, Text: msg.Plural{One: "gives the opponent no seed"}}
)

// catalogue lists the kinds above.
var catalogue = []*rules.FactKind{
	winsMost, mustFeed, takesAll, takesSeeds, allowsCapture, savesSeeds, leavesNothing, threatensSeeds, uncoversTheirs,
	sowsKrou, coversAll, takesNothing, leavesUncovered, keepsHome,
}

// Catalogue returns the kinds of facts about moves of awale.
func (g *game) Catalogue() []*rules.FactKind { return catalogue }

// Explain returns the facts about a sowing.
func (g *game) Explain(q rules.Position, m rules.Move) (facts []rules.Fact) {
	p, ok := q.(*position)
	if !ok || p.status != moving || !g.board.Has(m.From) {
		return nil
	}
	next, err := p.Play(m)
	if err != nil {
		return nil
	}
	after, me, rival := next.(*position), p.side, 1-p.side
	add := func(f rules.Fact) { facts = append(facts, f) }
	s := p.sow(int(m.From))
	if wins := after.Result(); !wins.Over && wins.Winners.Has(me) && !p.Result().Winners.Has(me) {
		add(winsMost.Fact(nil))
	}
	if p.mustFeed() {
		add(mustFeed.Fact(p.Trace(m).Cells))
	}
	if n := s.taken(); n > 0 {
		add(takesSeeds.Count(n, span(s.lo, s.hi)))
		if after.left(rival) == 0 && g.slam != OpponentKeeps {
			add(takesAll.Fact(span(s.lo, s.hi)))
		}
	}
	if s.slam && g.slam == NoCapture {
		add(takesNothing.Fact([]rules.Cell{rules.Cell(s.hi - 1)}))
	}
	if n := int(p.pits[m.From]); n >= 2*g.pits {
		add(sowsKrou.Fact([]rules.Cell{m.From}, n))
	}
	if after.status >= starved {
		return facts
	}
	if first, _ := g.side(rival); s.avoids(p, first, first+g.pits) {
		add(keepsHome.Fact(p.Trace(m).Cells))
	}
	could, lost := p.bestCapture(rival)
	can, pits := after.bestCapture(rival)
	switch {
	case can > 0:
		add(allowsCapture.Count(can, pits))
	case could > 0 || p.othersAllowCapture(m):
		add(leavesNothing.Fact([]rules.Cell{m.From}))
	}
	if can < could {
		add(savesSeeds.Count(could-can, lost))
	}
	before, _ := p.bestCapture(me)
	if n, pits := after.bestCapture(me); n > before {
		add(threatensSeeds.Count(n, pits))
	}
	if pits := after.Uncovered(rival); len(pits) > 0 {
		add(uncoversTheirs.Count(len(pits), pits))
	}
	if pits := after.Uncovered(me); len(pits) > 0 {
		add(leavesUncovered.Count(len(pits), pits))
	} else if pits := p.Uncovered(me); len(pits) > 0 {
		add(coversAll.Fact(pits))
	}
	return facts
}

// span returns the pits in [lo, hi).
func span(lo, hi int) (cells []rules.Cell) {
	for ; lo < hi; lo++ {
		cells = append(cells, rules.Cell(lo))
	}
	return cells
}

// avoids reports whether the sowing from p adds no seed to the pits in [lo, hi).
func (s *sowing) avoids(p *position, lo, hi int) bool {
	for i := lo; i < hi; i++ {
		if s.pits[i] > p.pits[i] {
			return false
		}
	}
	return true
}

// bestCapture returns the largest number of seeds that a single move of who could capture if it
// were its turn, and the pits captured by the first such move.
func (p *position) bestCapture(who rules.Player) (most int, pits []rules.Cell) {
	q := *p
	q.side = who
	for i, hi := p.game.side(who); i < hi; i++ {
		if q.pits[i] == 0 || q.why(i) != nil {
			continue
		}
		if s := q.sow(i); s.taken() > most {
			most, pits = s.taken(), span(s.lo, s.hi)
		}
	}
	return most, pits
}

// othersAllowCapture reports whether the opponent can capture after a move other than m.
func (p *position) othersAllowCapture(m rules.Move) bool {
	for o := range p.Moves() {
		if o == m {
			continue
		}
		q, err := p.Play(o)
		if err != nil || q.Result().Over {
			continue
		}
		if n, _ := q.(*position).bestCapture(1 - p.side); n > 0 {
			return true
		}
	}
	return false
}
