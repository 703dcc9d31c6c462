package words

import (
	"strconv"
	"strings"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// Move returns the text of a node in a list of moves: "k10", "pass", "set-up".
func Move(r rules.Rules, n *model.Node) string {
	if m, ok := n.Move(); ok {
		switch m {
		case rules.Pass:
			return locale.T("pass")
		case rules.Swap:
			return locale.T("swap")
		case rules.SwapSides:
			return locale.T("swap of sides")
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

// narrow is a narrow no-break space.
const narrow = '\u202f'

// Glyphs returns the annotation symbols of a node as shown after its move: "! =".
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

// marks are the names of marks for screen readers.
var marks = map[model.MarkKind]msg.Key{
	model.MarkCircle: "circle", model.MarkCross: "cross", model.MarkSquare: "square", model.MarkTriangle: "triangle",
}

// Marks returns a description of the marks and lines of a node for screen readers, or "".
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

// Repair returns a description of how an illegal move is repaired, and of how many moves are legal
// after it.
func Repair(rs rules.Rules, n *model.Node, r model.Repair) (title, detail string) {
	name, what := Move(rs, n), rs.FormatMove(r.Move)
	switch r.Kind {
	case model.RepairMove:
		title = locale.T("Play %s instead of %s", what, name)
	case model.RepairBefore:
		title = locale.T("Insert a pass before %s", name)
	case model.RepairOut:
		title = locale.T("Delete %s, keep continuation", name)
	case model.RepairCut:
		if n.First() == nil {
			return locale.T("Delete %s", name), ""
		}
		return locale.T("Delete %s and its continuation", name), ""
	}
	switch {
	case r.Of <= 1 && r.Kind != model.RepairOut:
	case r.Plays == r.Of:
		detail = locale.T("all later moves are legal")
	default:
		detail = locale.T("%d of %d later moves are legal", r.Plays, r.Of)
	}
	return title, detail
}

// MoveNumber returns the number before a move: "23. ". Each move of each player counts, like the
// numbers on pieces, and as usual in transcripts of Othello, gomoku and Hex.
func MoveNumber(ply int) string { return strconv.Itoa(ply) + ". " }
