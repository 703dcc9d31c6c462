package app

import (
	"strings"

	"boardstudio/draw/treelayout"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/markup"
	"boardstudio/text/words"
)

// inWords describes the best repairs of n.
func (v *View) inWords(n *model.Node, all []model.Repair) (out []Remedy) {
	moves := 0
	for _, r := range all {
		if r.Kind == model.RepairMove {
			if moves++; moves > maxRepairs {
				continue
			}
		}
		title, detail := words.Repair(v.Rules(), n, r)
		out = append(out, Remedy{r, title, detail})
	}
	return out
}

// MovesText returns the moves of the line to the current node, separated by spaces.
func (v *View) MovesText() string {
	var words []string
	for _, n := range v.doc.Tree.Line(v.node) {
		if m, ok := n.Move(); ok {
			words = append(words, v.Rules().FormatMove(m))
		} else if n.Raw() != "" {
			words = append(words, n.Raw())
		}
	}
	return strings.Join(words, " ")
}

// Label returns the number and name of a node's move, such as "12. k10!", and the name of the node.
func (v *View) Label(n *model.Node) string {
	text := v.MoveName(n)
	if n.Parent() != nil {
		text = words.MoveNumber(v.Layout().Depth(n)) + text
	}
	for _, g := range n.Glyphs() {
		text += " " + v.GlyphText(g)
	}
	if n.Name() != "" {
		text += "  " + n.Name()
	}
	return text
}

// DescribeNode returns the screen reader text for a node of the tree.
func (v *View) DescribeNode(n *model.Node) string {
	parts := []string{v.Label(n)}
	if p := v.Mover(n); p != rules.NoPlayer {
		parts = append(parts, v.Name(p))
	}
	if !v.Plays(n) {
		parts = append(parts, locale.T("illegal"))
	}
	if n.Bookmarked() {
		parts = append(parts, locale.T("bookmark"))
	}
	others := 0
	for c := n.First(); c != nil && others <= treelayout.ForkShown; c = c.Next() {
		others++
	}
	switch {
	case others == 0:
		parts = append(parts, locale.T("end of the line"))
	case others > treelayout.ForkShown:
		parts = append(parts, locale.T("more than %d continuations", treelayout.ForkShown))
	case others > 1:
		parts = append(parts, locale.N("%d continuation", "%d continuations", others, others))
	}
	l := v.Layout()
	if row, col, ok := l.Find(n); ok {
		if p, ok := l.At(row, col); ok && p.Kind == treelayout.PlaceFolded {
			parts = append(parts, locale.N("%d move collapsed", "%d moves collapsed", p.Hidden, p.Hidden))
		}
	}
	if n.Comment() != "" {
		parts = append(parts, n.Comment())
	}
	return strings.Join(parts, ", ")
}

// textAt returns the text of the mark on c.
func (v *View) textAt(c rules.Cell) string {
	for _, m := range v.node.Marks() {
		if m.Cell == c {
			return m.Text
		}
	}
	return ""
}

// MoveLabel returns the number and name of a node's move, such as "12. h8".
func (v *View) MoveLabel(n *model.Node) string {
	if n.Parent() == nil || n.Setup() != "" {
		return v.MoveName(n)
	}
	return words.MoveNumber(n.Ply()) + v.MoveName(n)
}

// Place returns the name of a node for lists, or else the beginning of its comment.
func (v *View) Place(n *model.Node) string {
	if name := n.Name(); name != "" {
		return name
	}
	text, _, _ := strings.Cut(strings.TrimSpace(markup.Plain(n.Comment())), "\n")
	if r := []rune(text); len(r) > 60 {
		text = string(r[:60]) + "…"
	}
	return text
}

// PositionGlyph returns the symbol for the position at the current node, or "".
func (v *View) PositionGlyph() model.Glyph {
	for _, g := range v.node.Glyphs() {
		if _, _, ok := g.Position(); ok {
			return g
		}
	}
	return ""
}

// MoveGlyph returns the symbol for the current move, or "".
func (v *View) MoveGlyph() model.Glyph {
	for _, g := range v.node.Glyphs() {
		if _, _, ok := g.Position(); !ok {
			return g
		}
	}
	return ""
}

// GlyphText returns the display form of a symbol.
func (v *View) GlyphText(g model.Glyph) string { return words.Glyph(v.Rules(), g) }

// GlyphWords returns the meaning of a symbol for a position.
func (v *View) GlyphWords(g model.Glyph) string { return words.GlyphMeaning(g, v.Name) }

// GlyphsText returns the symbols of a node as shown in the move list, such as "! =".
func (v *View) GlyphsText(n *model.Node) string { return words.Glyphs(v.Rules(), n) }

// DescribeMarks returns the screen reader text for the marks and lines at the current node, or "".
func (v *View) DescribeMarks() string { return words.Marks(v.Rules(), v.node) }

// Standings returns the points of all players in seat order.
func (v *View) Standings() []Standing {
	var list []Standing
	for i, name := range words.Players(v.engines, v.doc) {
		list = append(list, Standing{name, v.doc.Players[i].Score})
	}
	return list
}

// ScoreLine returns a line with the points of all players, or "" if all are 0.
func (v *View) ScoreLine() string {
	var parts []string
	some := false
	for _, x := range v.Standings() {
		some = some || x.Points != 0
		parts = append(parts, locale.T("%s: %d", x.Name, x.Points))
	}
	if !some {
		return ""
	}
	return locale.T("Score – %s", strings.Join(parts, " · "))
}

// Name returns the name of a player in the document.
func (v *View) Name(p rules.Player) string { return words.Player(v.engines, v.doc, p) }

// Outcome returns a sentence about the result of a finished game, or "".
func (v *View) Outcome(pos rules.Position) string {
	return words.Outcome(v.Rules(), pos.Result(), v.Name)
}

// MoveName returns the name of a node in the move list, such as "k10", "pass" or "set-up".
func (v *View) MoveName(n *model.Node) string { return words.Move(v.Rules(), n) }
