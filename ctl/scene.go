package ctl

import (
	"strings"

	"boardstudio/draw/term"
	"boardstudio/model"
	"boardstudio/rules"
)

// drawing returns the board with the players' symbols and colours.
func (t *Tool) drawing(g *Table, p rules.Position) *term.Drawing {
	d := term.New(g.Rules, p, t.Term)
	for _, pl := range g.Players {
		d.Seats = append(d.Seats, term.Seat{Symbol: pl.Symbol, Color: pl.Color})
	}
	return d
}

// Draw prints the board. If move is not nil, it is the move from before to p, and its target is
// highlighted.
func (t *Tool) Draw(g *Table, p, before rules.Position, move *rules.Move) {
	d := t.drawing(g, p)
	d.Win = p.Result().Cells
	if move != nil {
		d.Last = rules.Landing(g.Rules.Board(), before, p, *move)
	}
	t.Printf("%s", d)
}

// Legend prints one line per player: seat, symbol and name.
func (t *Tool) Legend(g *Table, p rules.Position) {
	d := t.drawing(g, p)
	for i := range g.Rules.Players() {
		seat := rules.Player(i)
		parts := []string{string(seat.Letter())}
		if s := d.Symbol(seat); s != "" {
			parts = append(parts, s)
		}
		parts = append(parts, g.Name(seat))
		if i < len(g.Players) && g.Players[i].Kind != "" && g.Players[i].Kind != model.Human {
			parts = append(parts, "("+term.Clean(g.Players[i].Kind)+")")
		}
		t.Printf("%s\n", strings.Join(parts, " "))
	}
}

// PrintStatus prints whose turn it is or how the game ended, and the score.
func (t *Tool) PrintStatus(g *Table, p rules.Position) {
	text := g.Status(p)
	if s := g.score(p); s != "" && len(p.Result().Final) == 0 {
		text += "   " + s
	}
	t.Printf("%s\n", text)
}
