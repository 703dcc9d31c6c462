package othello

import (
	"slices"
	"strconv"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

// overlays lists the overlays of Othello.
var overlays = []rules.OverlayKind{
	{Name: "flips", Title: "Discs turned over", About: "The number of discs that each move turns over. Point at a move to see the discs.", Pointed: true},
	{Name: "stable", Title: "Stable discs", About: "Discs that can never be turned over again."},
	{Name: "mobility", Title: "Mobility", About: "Where each player could move if it were their turn."},
}

// Overlays returns the overlays of Othello.
func (g *game) Overlays() []rules.OverlayKind { return overlays }

// Overlay returns the notes of the named overlay.
func (g *game) Overlay(name string, q rules.Position, at rules.Cell) []rules.Note {
	p, ok := q.(*position)
	if !ok {
		return nil
	}
	switch name {
	case "flips":
		return p.flips(at)
	case "stable":
		return p.safe()
	case "mobility":
		return p.mobility()
	}
	return nil
}

// flips labels each move with the number of discs that it flips. If at is a move, flips returns
// only its label and rings around the discs flipped.
func (p *position) flips(at rules.Cell) (notes []rules.Note) {
	if p.status != moving {
		return nil
	}
	for _, c := range p.movesOf(p.side) {
		turned := p.turned(int(c))
		n := rules.Note{Draw: rules.Label, Cells: []rules.Cell{c}, Who: p.side, Label: strconv.Itoa(len(turned)), Text: msg.Count(turnsDiscs.Text, len(turned), len(turned))}
		if c == at {
			return []rules.Note{n, {Draw: rules.Ring, Cells: turned, Who: p.side, Text: msg.Say("is turned over")}}
		}
		notes = append(notes, n)
	}
	return notes
}

// safe marks each stable disc with a dot.
func (p *position) safe() (notes []rules.Note) {
	stable := p.stable()
	for s := range rules.Player(2) {
		n := rules.Note{Draw: rules.Dot, Who: s, Text: msg.Say("can never be turned over again")}
		for c, yes := range stable {
			if yes && p.cells[c] == discs[s] {
				n.Cells = append(n.Cells, rules.Cell(c))
			}
		}
		if n.Cells != nil {
			notes = append(notes, n)
		}
	}
	return notes
}

// mobility marks the possible moves: with a dot for the side to move, and with a ring for the other
// side.
func (p *position) mobility() (notes []rules.Note) {
	if p.status != moving && p.status != passing {
		return nil
	}
	for i, s := range [2]rules.Player{p.side, 1 - p.side} {
		draw := [2]rules.Drawing{rules.Dot, rules.Ring}[i]
		if cells := p.movesOf(s); len(cells) > 0 {
			notes = append(notes, rules.Note{Draw: draw, Cells: slices.Clip(cells), Who: s, Text: msg.Count(movesLeft, len(cells), len(cells))})
		}
	}
	return notes
}

// movesLeft is the text for a number of legal moves.
var movesLeft = msg.Plural{One: "%d legal move", Many: "%d legal moves"}
