package board

import "boardstudio/rules"

// A Trial is a symbol that is placed on a board for a moment, to examine the move. Only the cell, the
// tuples and Scores change, which is faster than Play. The zero value is ready for use.
type Trial struct {
	// Scores are the scores of the players' tuples (Board.Scores) after the move.
	Scores [rules.MaxPlayers]int32
	saved  []savedTuple
}

// savedTuple is the state of a tuple before a Trial.
type savedTuple struct {
	total uint8
	who   int8
}

// Place places a symbol of the player to move on the empty cell c.
func (x *Trial) Place(b *Board, c rules.Cell) {
	me := int8(b.turn)
	copy(x.Scores[:], b.value)
	x.saved = x.saved[:0]
	b.owner[c] = b.turn
	for _, t := range b.Touching(c) {
		n, who := b.total[t], b.who[t]
		x.saved = append(x.saved, savedTuple{n, who})
		switch who {
		case Free:
			b.who[t] = me
			x.Scores[me] += b.row[1]
		case me:
			x.Scores[me] += b.row[n+1] - b.row[n]
		case Mixed:
		default:
			x.Scores[who] -= b.row[n]
			b.who[t] = Mixed
		}
		b.total[t]++
	}
}

// Remove removes the symbol that Place put on c. It does not restore Scores.
func (x *Trial) Remove(b *Board, c rules.Cell) {
	b.owner[c] = rules.NoPlayer
	for i, t := range b.Touching(c) {
		b.total[t], b.who[t] = x.saved[i].total, x.saved[i].who
	}
}
