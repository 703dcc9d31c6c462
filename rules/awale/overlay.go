package awale

import (
	"slices"
	"strconv"
	"strings"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

// overlays lists the overlays of awale.
var overlays = []rules.OverlayKind{
	{Name: "uncovered", Title: "Uncovered pits", About: "Pits with one or two seeds."},
	{Name: "threatened", Title: "Threatened pits", About: "Uncovered pits that a move of the opponent can capture."},
	{Name: "ends", Title: "Sowing ends", About: "Shows where each sowing ends and how many seeds it captures.", Pointed: true},
}

// Overlays returns the overlays of awale.
func (g *game) Overlays() []rules.OverlayKind { return overlays }

// Overlay returns the notes of the named overlay. It shows both sides, each as if it were to move.
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

// uncovered marks the uncovered pits of s with rings.
func (p *position) uncovered(s rules.Player) []rules.Note {
	pits := p.Uncovered(s)
	if len(pits) == 0 {
		return nil
	}
	return []rules.Note{{Draw: rules.Ring, Cells: pits, Who: s, Text: msg.Say("uncovered: one or two seeds")}}
}

// threatened tints the threatened pits of s and lists the moves that threaten them.
func (p *position) threatened(s rules.Player) (notes []rules.Note) {
	for c, moves := range p.threats(s) {
		if len(moves) == 0 {
			continue
		}
		var by []string
		for _, i := range moves {
			by = append(by, p.game.board.Cells[i].Label)
		}
		notes = append(notes, rules.Note{Draw: rules.Tint, Cells: []rules.Cell{rules.Cell(c)}, Who: rules.NoPlayer, Text: msg.Say("threatened by %s", strings.Join(by, ", "))})
	}
	return notes
}

// ends labels each pit of s with the pit that receives its last seed and, if the move is legal,
// with its captures. If at is a pit of s, ends shows only that pit, with an arrow.
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

// endsTaking describes the pit of the last seed and the capture.
var endsTaking = msg.Plural{One: "the last seed falls in %s and captures %d seed", Many: "the last seed falls in %s and captures %d seeds"}
