package sound

import (
	"boardstudio/model"
	"boardstudio/rules"
)

// Move plays the sound of a node's move: placing a piece, capturing or turning pieces, or sowing
// seeds. An illegal move has no sound.
func (p *Player) Move(t *model.Tree, n *model.Node) {
	if n.Parent() == nil || p.Volume() == 0 {
		return
	}
	before, err := t.Position(n.Parent())
	if err != nil {
		return
	}
	if after, err := t.Position(n); err == nil {
		p.play(kindOf(t.Rules().Board(), before, after))
	}
}

// kindOf returns the sound of the move that leads from before to after.
func kindOf(b *rules.Board, before, after rules.Position) kind {
	mover := before.Turn()
	if b.Piles {
		x, ok := before.(rules.Holder)
		y, _ := after.(rules.Holder)
		if ok && y != nil && y.Held(mover) > x.Held(mover) {
			return capture
		}
		return sow
	}
	sounds := evenClick + kind(max(mover, 0)&1)
	for c := range b.Cells {
		switch x, y := before.At(rules.Cell(c)).Owner, after.At(rules.Cell(c)).Owner; {
		case x == rules.NoPlayer || x == y || x == mover:
		case y == rules.NoPlayer:
			return capture
		default:
			sounds = flip
		}
	}
	return sounds
}
