package awale

import (
	"slices"
	"strconv"
	"strings"

	"boardstudio/msg"
	"boardstudio/rules"
)

// The overlays of awale.
var overlays = []rules.OverlayKind{
	{Name: "uncovered", Title: "Uncovered pits", About: "Pits that hold one or two seeds."},
	{Name: "threatened", Title: "Threatened pits", About: "Pits that the next move of the other player can take."},
	{Name: "ends", Title: "Where each pit ends", About: "In which pit the last seed of each pit falls, and how many seeds that captures.", Pointed: true},
}

// Overlays returns the overlays.
func (g *game) Overlays() []rules.OverlayKind { return overlays }

// Overlay returns the notes of one of the overlays. Both sides are shown, as if it were the turn of each.
func (g *game) Overlay(name string, q rules.Position, at rules.Cell) (notes []rules.Note) {
	p, ok := q.(*position)
	if !ok || p.status >= starved {
		return nil
	}
	for s := range rules.Player(2) {
		switch name {
		case "uncovered":
			notes = append(notes, p.uncovered(s)...)
		case "threatened":
			notes = append(notes, p.threatened(s)...)
		case "ends":
			notes = append(notes, p.ends(s, at)...)
		}
	}
	return notes
}

// uncovered rings the uncovered pits of s.
func (p *position) uncovered(s rules.Player) []rules.Note {
	pits := p.Uncovered(s)
	if len(pits) == 0 {
		return nil
	}
	return []rules.Note{{Draw: rules.Ring, Cells: pits, Who: s, Text: msg.Say("uncovered: one or two seeds")}}
}

// threatened tints the pits of s that the other player can take, each with the moves that do.
func (p *position) threatened(s rules.Player) (notes []rules.Note) {
	foe := *p
	foe.side = 1 - s
	for _, c := range p.Threatened(s) {
		var by []string
		for i, hi := p.game.side(foe.side); i < hi; i++ {
			if foe.pits[i] == 0 || foe.why(i) != nil {
				continue
			}
			if m := foe.sow(i); m.lo <= int(c) && int(c) < m.hi {
				by = append(by, p.game.board.Cells[i].Label)
			}
		}
		notes = append(notes, rules.Note{Draw: rules.Tint, Cells: []rules.Cell{c}, Who: rules.NoPlayer, Text: msg.Say("can be taken by %s", strings.Join(by, ", "))})
	}
	return notes
}

// ends labels the pits of s with the pit where their last seed falls, and with what that captures where the move is legal. Where
// at is one of them, it alone is shown, by an arrow.
func (p *position) ends(s rules.Player, at rules.Cell) (notes []rules.Note) {
	q := *p
	q.side = s
	b := &p.game.board
	for i, hi := p.game.side(s); i < hi; i++ {
		if p.pits[i] == 0 || b.Has(at) && at != rules.Cell(i) {
			continue
		}
		t := q.Trace(rules.Take(rules.Cell(i)))
		end := t.Cells[len(t.Cells)-1]
		n := rules.Note{
			Draw: rules.Label, Cells: []rules.Cell{rules.Cell(i)}, Who: s, Label: b.Cells[end].Label, Weak: true,
			Text: msg.Say("the last seed falls in %s", b.Cells[end].Label),
		}
		if t.Gain > 0 && q.why(i) == nil {
			n.Label += "+" + strconv.Itoa(t.Gain)
			n.Weak, n.Text = false, msg.Count(endsTaking, t.Gain, b.Cells[end].Label, t.Gain)
		}
		notes = append(notes, n)
		if at == rules.Cell(i) {
			notes = append(notes, rules.Note{Draw: rules.Arrow, Cells: []rules.Cell{at, end}, Who: s, Text: n.Text})
			if !n.Weak {
				notes = append(notes, rules.Note{Draw: rules.Tint, Cells: slices.Clone(t.Taken), Who: rules.NoPlayer, Text: msg.Say("is taken")})
			}
		}
	}
	return notes
}

// endsTaking says where the last seed falls and what it captures.
var endsTaking = msg.Plural{One: "the last seed falls in %s and captures %d seed", Many: "the last seed falls in %s and captures %d seeds"}
