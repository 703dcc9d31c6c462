package diagram

import (
	"boardstudio/model"
	"boardstudio/rules"
)

// AtNode returns a diagram of the node n in doc: its position, the last move and its glyph, marks,
// lines and winning rows. It returns an error if Tree.Position does.
func AtNode(doc *model.Document, n *model.Node) (*Diagram, error) {
	r := doc.Tree.Rules()
	p, err := doc.Tree.Position(n)
	if err != nil {
		return nil, err
	}
	d := New(r, p)
	d.Win, d.Marks, d.Lines = p.Result().Cells, n.Marks(), n.Lines()
	d.Seats = SeatsOf(doc.Players)
	if m, ok := n.Move(); ok && n.Parent() != nil {
		before, err := doc.Tree.Position(n.Parent())
		if err != nil {
			return nil, err
		}
		d.Last = rules.Landing(r.Board(), before, p, m)
	}
	for _, g := range n.Glyphs() {
		if _, _, ok := g.Position(); !ok {
			d.MoveGlyph = g
			break
		}
	}
	return d, nil
}
