package model

import (
	"strings"
	"time"

	"boardstudio/rules"
)

// The number of edit kinds that editOf returns. The last kinds are operations, which must be a step
// alone.
const edits = 18

func (e *episode) edit() (kind int, list []Edit) {
	if e.tree.Len() > e.size && e.r.IntN(3) == 0 {
		return e.editOf(3)
	}
	if e.r.IntN(3) == 0 {
		return e.editOf(e.r.IntN(3))
	}
	return e.editOf(e.r.IntN(edits))
}

func (e *episode) text() string {
	return []string{"", "a", "ab", "é\x00", "long " + strings.Repeat("x", e.r.IntN(40)), "\xff"}[e.r.IntN(6)]
}

func (e *episode) cell() rules.Cell {
	return rules.Cell(e.r.IntN(len(e.tree.Rules().Board().Cells)+2) - 1)
}

// move returns a move, usually a legal one at n.
func (e *episode) move(n *Node) rules.Move {
	if p, err := e.tree.Position(n); err == nil && e.r.IntN(8) > 0 {
		e.moves = e.moves[:0]
		for m := range p.Moves() {
			if e.moves = append(e.moves, m); len(e.moves) == 6 {
				break
			}
		}
		if len(e.moves) > 0 {
			return e.moves[e.r.IntN(len(e.moves))]
		}
	}
	if e.r.IntN(4) == 0 {
		return rules.Resign
	}
	return rules.Place(e.cell())
}

// newBranch returns a node to insert at n.
func (e *episode) newBranch(n *Node) *Node {
	switch x := e.r.IntN(20); {
	case x < 2: // a removed one
		for range 8 {
			if n := e.pool[e.r.IntN(len(e.pool))]; !e.tree.Contains(n) {
				return n
			}
		}
	case x == 2:
		return NewSetup(e.positionText())
	case x < 5 && e.tree.Len() < 2*e.size:
		return e.node().Copy()
	}
	return NewNode(e.move(n))
}

// positionText returns the text of a position, or occasionally an invalid text.
func (e *episode) positionText() string {
	if p, err := e.tree.Position(e.node()); err == nil && e.r.IntN(4) > 0 {
		return p.String()
	}
	return e.text()
}

func (e *episode) editOf(kind int) (int, []Edit) {
	n, i := e.node(), e.r.IntN(6)-1
	one := func(x Edit) (int, []Edit) { return kind, []Edit{x} }
	switch kind {
	default:
		return one(Insert{n, []int{-1, 0, 1, -1, -1, 9}[i+1], e.newBranch(n)})
	case 3:
		for i > 0 && n.First() != nil && e.tree.Len() < 2*e.size {
			n = n.Last() // remove leaves mostly, so the tree grows
		}
		return one(Remove{n})
	case 4:
		return one(Reorder{n, i})
	case 5:
		return one(SetComment{n, e.text()})
	case 6:
		kinds := []MarkKind{MarkCircle, MarkCross, MarkSquare, MarkTriangle, MarkLabel}
		return one(SetMarks{n, []Mark{{e.cell(), kinds[e.r.IntN(5)], e.text()}, {e.cell(), MarkCross, ""}}[:e.r.IntN(3)]})
	case 7:
		return one(SetGlyphs{n, []Glyph{"!?", GlyphEven, "B++", "+-"}[:e.r.IntN(5)]})
	case 8:
		return one(SetSetup{n, e.positionText()})
	case 9:
		return kind, []Edit{
			SetUsed{n, time.Duration(i) * time.Second},
			SetEvals{n, []Eval{{Engine: e.text(), Score: float64(i), PV: []rules.Move{e.move(n)}}, {Depth: i}}[:e.r.IntN(3)]},
		}
	case 10:
		return one(SetInfo{e.doc, []string{"", InfoEvent, "x"}[e.r.IntN(3)], e.text()})
	case 11:
		return one(SetPlayer{e.doc, i, Player{Name: e.text(), Kind: Human, Level: i, Symbol: e.text(), Color: []string{"", "#123456", "red"}[e.r.IntN(3)]}})
	case 12:
		return one([]Edit{SetName{n, e.text()}, SetBookmark{n, i > 1}, SetNumber{n, i}}[e.r.IntN(3)])
	case 13:
		return one(SetColor{n, []string{"", "#abcdef", "#000000", "blue"}[e.r.IntN(4)]})
	case 14:
		return one(SetLines{n, []Line{{e.cell(), e.cell(), i > 2}, {e.cell(), e.cell(), false}}[:e.r.IntN(3)]})
	case 15:
		return one(SetMove{n, e.move(n.parentOrSelf())})
	case 16:
		return one(Relink{n, e.node(), []int{-1, 0, 1, 7}[e.r.IntN(4)]})
	case edits - 1:
		return kind, e.operation(n)
	}
}

// parentOrSelf returns the parent, or n itself if n has no parent.
func (n *Node) parentOrSelf() *Node {
	if n.parent == nil {
		return n
	}
	return n.parent
}

// operation returns the edits of a branch operation, or nil if it fails.
func (e *episode) operation(n *Node) []Edit {
	t := e.tree
	if !t.Contains(n) {
		return nil
	}
	var list []Edit
	var err error
	switch e.r.IntN(13) {
	case 0:
		list = MakeMain(n)
	case 1:
		list = Promote(n)
	case 2:
		list = Demote(n)
	case 3:
		list, err = Flatten(t, n)
	case 4:
		list = DeleteAfter(n)
	case 5:
		list, err = DeleteBefore(t, n)
	case 6:
		list, err = Duplicate(t, n, nil)
	case 7:
		list, err = MergeDuplicates(t, n, nil)
	case 8:
		list, err = ReplaceMove(t, n, e.move(n.parentOrSelf()))
	case 9:
		list, err = InsertMove(t, n, e.move(n.parentOrSelf()))
	case 10:
		list, err = DeleteMove(t, n)
	case 11:
		if t.Len() < 2*e.size {
			list, err = Paste(t, n, nil, e.node(), e.node())
		}
	case 12:
		list, err = DeleteIllegal(t, nil)
	}
	if err != nil {
		return []Edit{Remove{t.Root()}} // fails too
	}
	return list
}
