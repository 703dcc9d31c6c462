package line

import (
	"bytes"
	"slices"
	"strings"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Kinds of facts about moves of alignment games. If a row has k pieces, a four is a row that lacks
// one piece. An open four is k-1 adjacent pieces that a piece at either end makes a row. An open
// three is k-2 pieces that one more makes an open four.
var (
	makesRow         = &rules.FactKind{Name: "row", Weight: 93, Text: msg.Plural{One: "makes a row that only a capture can break"}, Of: rules.Threatens}
	breaksRow        = &rules.FactKind{Name: "breaks-row", Weight: 95, Text: msg.Plural{One: "breaks the row by a capture"}, Of: rules.Blocks}
	blocksRow        = &rules.FactKind{Name: "blocks-row", Weight: 95, Text: msg.Plural{One: "blocks a row of %d"}, Of: rules.Blocks}
	blocksCaptures   = &rules.FactKind{Name: "blocks-captures", Weight: 95, Text: msg.Plural{One: "prevents a win by captures"}, Of: rules.Blocks}
	makesUnblockable = &rules.FactKind{Name: "unblockable", Weight: 89, Text: msg.Plural{One: "threatens a row that the opponent cannot block: %s is forbidden"}, Of: rules.Threatens}
	makesOpenFour    = &rules.FactKind{Name: "open-four", Weight: 88, Text: msg.Plural{One: "makes %s"}, Of: rules.Threatens}
	makesDoubleFour  = &rules.FactKind{Name: "double-four", Weight: 87, Text: msg.Plural{One: "makes %s"}, Of: rules.Threatens}
	makesFourThree   = &rules.FactKind{Name: "four-three", Weight: 86, Text: msg.Plural{One: "makes %s and %s"}, Of: rules.Threatens}
	makesDoubleThree = &rules.FactKind{Name: "double-three", Weight: 70, Text: msg.Plural{One: "makes %s"}}
	takesPairs       = &rules.FactKind{Name: "captures", Weight: 65, Text: msg.Plural{One: "captures %d pair", Many: "captures %d pairs"}}
	blocksThree      = &rules.FactKind{Name: "blocks-three", Weight: 55, Text: msg.Plural{One: "blocks %s"}}
	makesFour        = &rules.FactKind{Name: "four", Weight: 50, Text: msg.Plural{One: "makes %s"}, Of: rules.Threatens}
	makesLater       = &rules.FactKind{Name: "later-threat", Weight: 48, Text: msg.Plural{One: "prepares a row that lacks only %s"}}
	makesThree       = &rules.FactKind{Name: "open-three", Weight: 46, Text: msg.Plural{One: "makes %s"}}
	savesPairs       = &rules.FactKind{Name: "saves-pairs", Weight: 44, Text: msg.Plural{One: "saves %d pair from capture", Many: "saves %d pairs from capture"}}
	aimsAtPairs      = &rules.FactKind{Name: "threatens-pairs", Weight: 42, Text: msg.Plural{One: "threatens to capture %d pair", Many: "threatens to capture %d pairs"}}
)

// catalogue lists the kinds above.
var catalogue = []*rules.FactKind{
	makesRow, breaksRow, blocksRow, blocksCaptures, makesUnblockable, makesOpenFour, makesDoubleFour, makesFourThree,
	makesDoubleThree, takesPairs, blocksThree, makesFour, makesLater, makesThree, savesPairs, aimsAtPairs,
}

// four, openFour, doubleFour, openThree and doubleThree return the names of these figures. If k is
// not 5, the names state the number of pieces.
func (r *Rules) four() msg.Text {
	if r.opt.K == 5 {
		return msg.Say("a four")
	}
	return msg.Say("%d of a row of %d", r.opt.K-1, r.opt.K)
}

func (r *Rules) openFour() msg.Text {
	if r.opt.K == 5 {
		return msg.Say("an open four")
	}
	return msg.Say("an open row of %d", r.opt.K-1)
}

func (r *Rules) doubleFour() msg.Text {
	if r.opt.K == 5 {
		return msg.Say("a double four")
	}
	return msg.Say("two threats at once")
}

func (r *Rules) openThree() msg.Text {
	if r.opt.K == 5 {
		return msg.Say("an open three")
	}
	return msg.Say("an open row of %d", r.opt.K-2)
}

func (r *Rules) doubleThree() msg.Text {
	if r.opt.K == 5 {
		return msg.Say("a double three")
	}
	return msg.Say("two open rows of %d", r.opt.K-2)
}

// Catalogue returns the kinds of facts about moves of alignment games.
func (r *Rules) Catalogue() []*rules.FactKind { return catalogue }

// Explain returns the facts about a placement: its captures, and the figures that it makes and
// blocks. In a misère game it does not report figures.
func (r *Rules) Explain(q rules.Position, m rules.Move) []rules.Fact {
	p := unwrap(q)
	next, err := q.Play(m)
	if err != nil || p == nil || !r.board.Has(m.To) {
		return nil
	}
	e := explanation{
		Rules: r, p: p, after: unwrap(next), c: r.lands(p.cells, m.To),
		old: bytes.Clone(p.cells), now: bytes.Clone(unwrap(next).cells),
	}
	e.addCaptures()
	if e.after.end != nil {
		return e.facts
	}
	if !r.opt.Misere {
		e.addFigures()
		for o := range r.others(p.side).All() {
			e.addBlocks(o)
		}
	}
	e.addPairs()
	return e.facts
}

// unwrap returns q as a *position, or nil if q belongs to another package.
func unwrap(q rules.Position) *position {
	switch q := q.(type) {
	case holding:
		return q.position
	case *position:
		return q
	}
	return nil
}

// explanation collects the facts about a placement on c.
type explanation struct {
	*Rules
	p, after *position
	c        rules.Cell
	old, now []uint8 // scratch copies of the cells before and after the move
	facts    []rules.Fact
}

func (e *explanation) add(f rules.Fact) { e.facts = append(e.facts, f) }

// addCaptures adds the facts about captures.
func (e *explanation) addCaptures() {
	var lost []rules.Cell
	for c := range rules.Cell(len(e.board.Cells)) {
		if e.old[c] != empty && e.now[c] == empty {
			lost = append(lost, c)
		}
	}
	if len(lost) == 0 {
		return
	}
	e.add(takesPairs.Count(e.after.pairs(e.p.side)-e.p.pairs(e.p.side), lost))
	if rival := e.before(e.p.side); e.p.pending && !e.hasRow(e.now, rival) {
		e.add(breaksRow.Fact(e.rowCells(e.old, rival)))
	}
}

// addFigures adds the facts about the figures that the move makes.
func (e *explanation) addFigures() {
	me := e.p.side
	if e.after.pending {
		e.add(makesRow.Fact(e.rowCells(e.now, me)))
		return
	}
	if e.opt.K < 3 {
		return // every piece is a four
	}
	known := e.rowCompletions(e.old, me, true)
	ends := slices.DeleteFunc(e.rowCompletions(e.now, me, true), func(c rules.Cell) bool { return slices.Contains(known, c) })
	threes := e.openThrees(e.now, me, e.c)
	var straight []rules.Cell
	for _, line := range e.opens(e.old, e.c, me) {
		if e.reachable(e.now, line.ends[0]) && e.reachable(e.now, line.ends[1]) {
			straight = append(straight, line.cells...)
		}
	}
	switch {
	case len(ends) > 0 && e.unblockable():
		e.add(makesUnblockable.Fact(e.rowsOf(e.now, ends, me), e.labels(ends)))
	case len(straight) > 0:
		e.add(makesOpenFour.Fact(straight, e.openFour()))
	case len(ends) > 1:
		e.add(makesDoubleFour.Fact(e.rowsOf(e.now, ends, me), e.doubleFour()))
	case len(ends) == 1 && len(threes) > 0:
		e.add(makesFourThree.Fact(append(e.rowsOf(e.now, ends, me), stonesOf(threes)...), e.four(), e.openThree()))
	case len(ends) == 1:
		e.add(makesFour.Fact(e.rowsOf(e.now, ends, me), e.four()))
	case len(threes) > 1:
		e.add(makesDoubleThree.Fact(stonesOf(threes), e.doubleThree()))
	case len(threes) == 1:
		e.add(makesThree.Fact(stonesOf(threes), e.openThree()))
	}
	if e.opt.Drop {
		known := e.rowCompletions(e.old, me, false)
		later := slices.DeleteFunc(e.rowCompletions(e.now, me, false), func(c rules.Cell) bool {
			return slices.Contains(known, c) || e.reachable(e.now, c)
		})
		if len(later) > 0 {
			e.add(makesLater.Fact(e.rowsOf(e.now, later, me), e.labels(later)))
		}
	}
}

// unblockable reports whether the only opponent is not allowed to place a piece on any cell where
// the mover completes a row.
func (e *explanation) unblockable() bool {
	rival := e.Rules.after(e.p.side)
	return e.opt.Players == 2 && e.shaped.Has(rival) && !slices.ContainsFunc(e.rowCompletions(e.now, e.p.side, true), func(c rules.Cell) bool {
		return e.permits(e.now, c, rival)
	})
}

// addBlocks adds the facts about the threats of o that the move stops.
func (e *explanation) addBlocks(o rules.Player) {
	ends := e.rowCompletions(e.old, o, true)
	if slices.Contains(ends, e.c) {
		row := e.rowsOf(e.old, []rules.Cell{e.c}, o)
		e.add(blocksRow.Fact(row, e.length(o)))
	}
	if len(e.p.captureWins(e.old, o)) > 0 && len(e.after.captureWins(e.now, o)) == 0 {
		e.add(blocksCaptures.Fact(e.p.captureWins(e.old, o)))
	}
	if len(ends) > 0 {
		return // an open three does not matter then
	}
	left := e.openThrees(e.now, o, rules.NoCell)
	stopped := slices.DeleteFunc(e.openThrees(e.old, o, rules.NoCell), func(t openThree) bool {
		return slices.ContainsFunc(left, func(x openThree) bool { return slices.Equal(x.stones, t.stones) })
	})
	if len(stopped) > 0 {
		e.add(blocksThree.Fact(stonesOf(stopped), e.openThree()))
	}
}

// length returns the number of adjacent pieces that o would have with a piece on c, but at least
// the row length. On boards with joined edges it returns the row length.
func (e *explanation) length(o rules.Player) int {
	most := e.opt.K
	if !e.plane {
		return most
	}
	for d := range uint8(4) {
		n := 1 + e.run(e.old, e.c, d, stone(o), maxSide) + e.run(e.old, e.c, d^4, stone(o), maxSide)
		if !e.opt.Exact.Has(o) {
			most = max(most, n)
		}
	}
	return most
}

// addPairs adds the facts about the pairs that the move saves or threatens.
func (e *explanation) addPairs() {
	if e.opt.Captures == 0 {
		return
	}
	me := e.p.side
	var was, is, saved [][2]rules.Cell
	for o := range e.others(me).All() {
		a, _ := e.capturable(e.old, o)
		b, _ := e.capturable(e.now, o)
		was, is = append(was, a...), append(is, b...)
	}
	for _, x := range was {
		mine := e.now[x[0]] == stone(me) && e.now[x[1]] == stone(me)
		if mine && !slices.Contains(is, x) && !slices.Contains(saved, x) {
			saved = append(saved, x)
		}
	}
	if len(saved) > 0 {
		e.add(savesPairs.Count(len(saved), cellsOf(saved)))
	}
	known, _ := e.capturable(e.old, me)
	aims, _ := e.capturable(e.now, me)
	aims = slices.DeleteFunc(aims, func(x [2]rules.Cell) bool { return slices.Contains(known, x) })
	if len(aims) > 0 {
		e.add(aimsAtPairs.Count(len(aims), cellsOf(aims)))
	}
}

// cellsOf returns the cells of pairs.
func cellsOf(pairs [][2]rules.Cell) (cells []rules.Cell) {
	for _, x := range pairs {
		cells = append(cells, x[:]...)
	}
	return cells
}

// stonesOf returns the cells of open threes.
func stonesOf(threes []openThree) (cells []rules.Cell) {
	for _, t := range threes {
		cells = append(cells, t.stones...)
	}
	return cells
}

// rowsOf returns the cells of the rows that pieces of s on each of ends would complete.
func (r *Rules) rowsOf(cells []uint8, ends []rules.Cell, s rules.Player) (all []rules.Cell) {
	for _, c := range ends {
		all = append(all, c)
		for d := range uint8(4) {
			ahead, behind := r.run(cells, c, d, stone(s), r.opt.K-1), r.run(cells, c, d^4, stone(s), r.opt.K-1)
			if n := 1 + ahead + behind; n < r.opt.K || n > r.opt.K && r.plane && r.opt.Exact.Has(s) {
				continue
			}
			for i, n := range [2]int{ahead, behind} {
				l := r.links[int(c)*8+int(d^uint8(4*i))]
				for range n {
					if !slices.Contains(all, l.Cell) {
						all = append(all, l.Cell)
					}
					l = r.next(l)
				}
			}
		}
	}
	return all
}

// labels returns the labels of cells, separated by commas.
func (r *Rules) labels(cells []rules.Cell) string {
	var names []string
	for _, c := range cells {
		names = append(names, r.board.Cells[c].Label)
	}
	return strings.Join(names, ", ")
}
