package words

import (
	"strings"

	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Move returns what a list of moves calls a node: "k10", "pass", "set-up".
func Move(r rules.Rules, n *model.Node) string {
	if m, ok := n.Move(); ok {
		switch m {
		case rules.Pass:
			return locale.T("pass")
		case rules.Swap:
			return locale.T("swap")
		case rules.Resign:
			return locale.T("resigns")
		case rules.Timeout:
			return locale.T("out of time")
		}
		return r.FormatMove(m)
	}
	switch {
	case n.Raw() != "":
		return n.Raw()
	case n.Parent() == nil:
		return locale.T("Start")
	}
	return locale.T("set-up")
}

// narrow is a space at which no line is broken.
const narrow = '\u202f'

// Glyphs returns the signs of a node as a list of moves shows them behind the move: "! =".
func Glyphs(r rules.Rules, n *model.Node) string {
	var text strings.Builder
	for _, g := range n.Glyphs() {
		if _, _, ok := g.Position(); ok {
			text.WriteRune(narrow)
		}
		text.WriteString(Glyph(r, g))
	}
	return text.String()
}

// marks are what a screen reader calls marks.
var marks = map[model.MarkKind]msg.Key{
	model.MarkCircle: "circle", model.MarkCross: "cross", model.MarkSquare: "square", model.MarkTriangle: "triangle",
}

// Marks returns what a screen reader says of the marks and lines at a node; "" when there are none.
func Marks(r rules.Rules, n *model.Node) string {
	const most = 40
	cells := r.Board().Cells
	var parts []string
	for _, m := range n.Marks() {
		what := locale.T("text %s", m.Text)
		if w := marks[m.Kind]; w != "" {
			what = locale.T(w)
		}
		parts = append(parts, cells[m.Cell].Label+" "+what)
	}
	for _, l := range n.Lines() {
		format := msg.Key("line %s to %s")
		if l.Arrow {
			format = "arrow %s to %s"
		}
		parts = append(parts, locale.T(format, cells[l.From].Label, cells[l.To].Label))
	}
	if len(parts) == 0 {
		return ""
	}
	if len(parts) > most {
		parts = append(parts[:most], "…")
	}
	return locale.T("Marks: %s", strings.Join(parts, ", "))
}

// Repair says what a repair does to the illegal move of a node, and what plays then.
func Repair(rs rules.Rules, n *model.Node, r model.Repair) (title, detail string) {
	name, what := Move(rs, n), rs.FormatMove(r.Move)
	switch r.Kind {
	case model.RepairMove:
		title = locale.T("Play %s instead of %s", what, name)
	case model.RepairBefore:
		title = locale.T("Let a pass come before %s", name)
	case model.RepairOut:
		title = locale.T("Take %s out", name)
	case model.RepairCut:
		if n.First() == nil {
			return locale.T("Delete %s", name), ""
		}
		return locale.T("Delete %s and all that follows", name), ""
	}
	switch {
	case r.Of <= 1 && r.Kind != model.RepairOut:
	case r.Plays == r.Of:
		detail = locale.T("everything after it plays")
	default:
		detail = locale.T("%d of %d moves play then", r.Plays, r.Of)
	}
	return title, detail
}
