package main

import (
	"strings"

	"boardstudio/words"

	"boardstudio/io/term"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
)

// drawing returns the board with the players' pieces.
func (t *tool) drawing(g *table, p rules.Position) *term.Drawing {
	d := term.New(g.rules, p, t.term)
	for _, pl := range g.players {
		d.Seats = append(d.Seats, term.Seat{Symbol: pl.Symbol, Color: pl.Color})
	}
	return d
}

// draw writes the board. move, if not nil, led from before to p.
func (t *tool) draw(g *table, p, before rules.Position, move *rules.Move) {
	d := t.drawing(g, p)
	d.Win = p.Result().Cells
	if move != nil {
		d.Last = rules.Landing(g.rules.Board(), before, p, *move)
	}
	t.printf("%s", d)
}

// legend writes a line for each player: the piece, the name and the seat.
func (t *tool) legend(g *table, p rules.Position) {
	d := t.drawing(g, p)
	for i := range g.rules.Players() {
		seat := rules.Player(i)
		parts := []string{string(seat.Letter())}
		if s := d.Symbol(seat); s != "" {
			parts = append(parts, s)
		}
		parts = append(parts, g.name(seat))
		if i < len(g.players) && g.players[i].Kind != "" && g.players[i].Kind != model.Human {
			parts = append(parts, "("+term.Clean(g.players[i].Kind)+")")
		}
		t.printf("%s\n", strings.Join(parts, " "))
	}
}

// sayStatus writes whose turn it is, or how the game ended, and the count.
func (t *tool) sayStatus(g *table, p rules.Position) {
	text := g.status(p)
	if s := g.score(p); s != "" && len(p.Result().Final) == 0 {
		text += "   " + s
	}
	t.printf("%s\n", text)
}

// infoOrder are the tags that a heading is made of.
var infoOrder = []string{model.InfoTitle, model.InfoEvent, model.InfoRound, model.InfoPlace, model.InfoDate}

// heading writes what is said about the whole record.
func (t *tool) heading(d *model.Document) {
	parts := []string{words.Game(d.Tree.Rules().Spec())}
	for _, key := range infoOrder {
		if v := strings.TrimSpace(d.Info[key]); v != "" {
			parts = append(parts, term.Clean(v))
		}
	}
	t.printf("%s\n", strings.Join(parts, " - "))
}

// node writes the position at a node of a record and what is said about it.
func (t *tool) node(d *model.Document, n *model.Node, ply int) error {
	tree := d.Tree
	g := &table{tree.Rules(), d.Players}
	p, err := tree.Position(n)
	if err != nil {
		return err
	}
	var before rules.Position
	var moved *rules.Move
	if m, ok := n.Move(); ok {
		moved = &m
		if before, err = tree.Position(n.Parent()); err != nil {
			return err
		}
	}
	t.draw(g, p, before, moved)
	t.printf("\n")
	if moved != nil {
		var glyphs strings.Builder
		for _, s := range n.Glyphs() {
			p, degree, ok := s.Position()
			if ok {
				glyphs.WriteByte(' ') // of the position, not of the move
			}
			if degree > 0 {
				glyphs.WriteString(words.Better(g.rules, p, degree))
			} else {
				glyphs.WriteString(string(s))
			}
		}
		t.printf("%s\n", locale.T("Move %d: %s", ply, g.rules.FormatMove(*moved)+term.Clean(glyphs.String()))+
			" ("+g.name(before.Turn())+")")
	}
	if name := n.Name(); name != "" {
		t.printf("%s\n", locale.T("Name: %s", term.Clean(name)))
	}
	if n.Bookmarked() {
		t.printf("%s\n", locale.T("Bookmark"))
	}
	if k := n.Number(); k != 0 {
		t.printf("%s\n", locale.T("Counts as move %d", k))
	}
	if a := n.Advice(); moved != nil && a.By != "" {
		if a.Move == *moved {
			t.printf("%s\n", locale.T("Advised by %s", term.Clean(a.By)))
		} else {
			t.printf("%s\n", locale.T("%s advised %s", term.Clean(a.By), g.rules.FormatMove(a.Move)))
		}
	}
	for _, e := range n.Evals() {
		t.printf("%s\n", locale.T("%s says: %s", term.Clean(e.Engine), score(e)))
	}
	for text := range strings.Lines(n.Comment()) {
		t.printf("  %s\n", term.Clean(strings.TrimRight(text, "\r\n")))
	}
	t.sayStatus(g, p)
	return nil
}
