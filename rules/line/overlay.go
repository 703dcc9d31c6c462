package line

import (
	"bytes"
	"slices"
	"strconv"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

// threats is the overlay of alignment games.
var threats = rules.OverlayKind{
	Name: "threats", Title: "Threats",
	About: "Cells that complete a row or make a four or an open three, existing fours and open threes, pairs that can be captured, and forbidden points.",
}

// Overlays returns the overlay of threats.
func (r *Rules) Overlays() []rules.OverlayKind { return []rules.OverlayKind{threats} }

// Overlay returns the threats of all players, each as if it were the player's turn. The label of a
// cell is k if a piece completes a row there, k-1 if it makes a four, and k-2 if it makes an open
// three. A label is weak if a single reply can stop the threat.
func (r *Rules) Overlay(name string, q rules.Position, _ rules.Cell) []rules.Note {
	p := unwrap(q)
	if name != threats.Name || p == nil || p.end != nil {
		return nil
	}
	l := threatFinder{Rules: r, p: p, cells: bytes.Clone(p.cells)}
	for s := range rules.Player(r.opt.Players) {
		l.standing(s)
	}
	for i := range r.opt.Players { // the side to move is last, so its notes are drawn on top
		s := rules.Player((int(p.side) + 1 + i) % r.opt.Players)
		l.rows(s)
		l.figures(s)
		l.pairs(s)
	}
	l.forbidden()
	slices.SortStableFunc(l.notes, func(a, b rules.Note) int { return rank(a) - rank(b) })
	return l.notes
}

// rank orders notes for drawing. If a cell has two labels, the more important one is drawn last.
func rank(n rules.Note) int {
	switch n.Draw {
	case rules.Label:
		k, _ := strconv.Atoi(n.Label)
		if k *= 2; !n.Weak {
			k++
		}
		return 2 + k
	case rules.Ring:
		return 1
	case rules.Line:
		return 0
	}
	return 1 << 20
}

// threatFinder collects the notes about threats in a position.
type threatFinder struct {
	*Rules
	p     *position
	cells []uint8 // scratch copy for trying pieces
	notes []rules.Note
}

// add adds the note n, unless it has no cells.
func (l *threatFinder) add(n rules.Note) {
	if len(n.Cells) > 0 {
		l.notes = append(l.notes, n)
	}
}

// standing marks the existing fours and open threes of s with lines.
func (l *threatFinder) standing(s rules.Player) {
	if l.opt.Misere || l.opt.K < 3 {
		return
	}
	for _, end := range l.rowCompletions(l.cells, s, true) {
		for d := range uint8(4) {
			ahead, behind := l.run(l.cells, end, d, stone(s), l.opt.K-1), l.run(l.cells, end, d^4, stone(s), l.opt.K-1)
			if 1+ahead+behind < l.opt.K {
				continue
			}
			var line []rules.Cell
			back := rules.Link{Cell: end, Dir: d ^ 4}
			for range behind {
				back = l.next(back)
			}
			at := rules.Link{Cell: back.Cell, Dir: back.Dir ^ 4}
			for range behind + 1 + ahead {
				if at.Cell != end {
					line = append(line, at.Cell)
				}
				at = l.next(at)
			}
			l.add(rules.Note{Draw: rules.Line, Cells: line, Who: s, Text: l.four()})
		}
	}
	for _, t := range l.openThrees(l.cells, s, rules.NoCell) {
		l.add(rules.Note{Draw: rules.Line, Cells: t.stones, Who: s, Weak: true, Text: l.openThree()})
	}
}

// rows marks the cells on which s completes a row, either now or once the cells below are filled.
func (l *threatFinder) rows(s rules.Player) {
	now := l.rowCompletions(l.cells, s, true)
	text := msg.Say("completes a row")
	if l.opt.Misere {
		text = msg.Say("completes a row, which loses")
	}
	label := strconv.Itoa(l.opt.K)
	l.add(rules.Note{Draw: rules.Label, Cells: now, Who: s, Label: label, Text: text})
	if l.opt.Drop {
		later := slices.DeleteFunc(l.rowCompletions(l.cells, s, false), func(c rules.Cell) bool { return slices.Contains(now, c) })
		l.add(rules.Note{Draw: rules.Label, Cells: later, Who: s, Label: label, Weak: true, Text: msg.Say("completes a row when this cell becomes playable")})
	}
}

// figures marks the cells on which s can make a four or an open three.
func (l *threatFinder) figures(s rules.Player) {
	if l.opt.Misere || l.opt.K < 3 {
		return
	}
	for c := range rules.Cell(len(l.board.Cells)) {
		if l.cells[c] != empty || !l.reachable(l.cells, c) || !l.hasEnoughNear(c, s) || l.completes(l.cells, c, s) || !l.permits(l.cells, c, s) {
			continue
		}
		if n, ok := l.figure(c, s); ok {
			n.Draw, n.Cells, n.Who = rules.Label, []rules.Cell{c}, s
			l.add(n)
		}
	}
}

// hasEnoughNear reports whether s has enough pieces near the empty cell c, on a single line, to
// make a figure there.
func (l *threatFinder) hasEnoughNear(c rules.Cell, s rules.Player) bool {
	for d := range uint8(4) {
		n := 1
		for _, d := range [2]uint8{d, d ^ 4} {
			at := l.links[int(c)*8+int(d)]
			for i := 1; i < l.opt.K && at.Cell != rules.NoCell; i++ {
				if x := l.cells[at.Cell]; x == stone(s) {
					n++
				} else if x != empty {
					break
				}
				at = l.next(at)
			}
		}
		if n >= max(2, l.opt.K-2) {
			return true
		}
	}
	return false
}

// figure returns the label and the text for a piece of s on c. The result ok is false if it makes
// neither a four nor an open three.
func (l *threatFinder) figure(c rules.Cell, s rules.Player) (n rules.Note, ok bool) {
	straight := slices.ContainsFunc(l.opens(l.cells, c, s), func(line openLine) bool { return l.bothReachable(c, s, line.ends) })
	ends := l.newCompletions(c, s)
	ch := l.change(l.cells, c, s)
	threes := l.openThrees(l.cells, s, c)
	ch.undo(l.cells)
	four := strconv.Itoa(l.opt.K - 1)
	switch {
	case straight:
		return rules.Note{Label: four, Text: msg.Say("makes %s", l.openFour())}, true
	case len(ends) > 1:
		return rules.Note{Label: four, Text: msg.Say("makes %s", l.doubleFour())}, true
	case len(ends) == 1 && len(threes) > 0:
		return rules.Note{Label: four, Text: msg.Say("makes %s and %s", l.four(), l.openThree())}, true
	case len(ends) == 1:
		return rules.Note{Label: four, Weak: true, Text: msg.Say("makes %s", l.four())}, true
	case len(threes) > 1:
		return rules.Note{Label: strconv.Itoa(l.opt.K - 2), Text: msg.Say("makes %s", l.doubleThree())}, true
	case len(threes) == 1:
		return rules.Note{Label: strconv.Itoa(l.opt.K - 2), Weak: true, Text: msg.Say("makes %s", l.openThree())}, true
	}
	return n, false
}

// newCompletions returns the cells on which s can complete a row after placing a piece on c, but
// not before.
func (l *threatFinder) newCompletions(c rules.Cell, s rules.Player) (ends []rules.Cell) {
	ch := l.change(l.cells, c, s)
	for d := range uint8(len(ways)) {
		at := l.links[int(c)*8+int(d)]
		for i := 1; i < l.opt.K && at.Cell != rules.NoCell && l.cells[at.Cell] == stone(s); i++ {
			at = l.next(at)
		}
		// A piece beyond an empty cell does not complete a row.
		if at.Cell != rules.NoCell && l.cells[at.Cell] == empty && l.reachable(l.cells, at.Cell) &&
			!slices.Contains(ends, at.Cell) && l.completes(l.cells, at.Cell, s) {
			ends = append(ends, at.Cell)
		}
	}
	ch.undo(l.cells)
	return slices.DeleteFunc(ends, func(e rules.Cell) bool { // the cell of a captured piece is always new
		return l.cells[e] == empty && l.reachable(l.cells, e) && l.completes(l.cells, e, s)
	})
}

// bothReachable reports whether pieces can be placed on both ends after a piece of s on c.
func (l *threatFinder) bothReachable(c rules.Cell, s rules.Player, ends [2]rules.Cell) bool {
	l.cells[c] = stone(s)
	defer func() { l.cells[c] = empty }()
	return l.reachable(l.cells, ends[0]) && l.reachable(l.cells, ends[1])
}

// pairs marks the pieces that s can capture with rings.
func (l *threatFinder) pairs(s rules.Player) {
	taken, _ := l.capturable(l.cells, s)
	var cells []rules.Cell
	for _, c := range cellsOf(taken) {
		if !slices.Contains(cells, c) {
			cells = append(cells, c)
		}
	}
	l.add(rules.Note{Draw: rules.Ring, Cells: cells, Who: s, Text: msg.Say("can be captured")})
}

// forbidden marks the cells on which a piece would be a foul. If the side to move has no fouls, it
// marks the fouls of the other players.
func (l *threatFinder) forbidden() {
	seats := l.shaped
	if seats.Has(l.p.side) {
		seats = rules.Of(l.p.side)
	}
	if l.p.bare() {
		return
	}
	for s := range seats.All() {
		for c := range rules.Cell(len(l.board.Cells)) {
			if l.cells[c] != empty {
				continue
			}
			if f := l.fault(l.cells, c, s, false); f != none && f != isolated {
				l.add(rules.Note{Draw: rules.Cross, Cells: []rules.Cell{c}, Who: s, Text: f.why(l.Rules, c)})
			}
		}
	}
}
