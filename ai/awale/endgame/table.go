// Package endgame contains endgame tables for awale. For every position with few seeds on the
// board, they give the number of these seeds that the player to move gets with best play on both
// sides, minus the number that the opponent gets.
//
// A repetition ends the game, so the value of a position can depend on earlier positions. The
// tables apply to positions without earlier positions since the last capture, such as every
// position immediately after a capture. They contain two bounds: the minimum that the player to
// move can be sure of, and the maximum that the opponent cannot prevent. If both bounds are equal,
// the value is exact by the rules, however the game continues. The bounds differ only if each
// player takes its own side after a repetition, and both players prefer to repeat. The value then
// depends on which position is repeated first.
package endgame

import (
	"context"

	"boardstudio/ai/awale/pits"
)

// Most is the maximum number of seeds of a table.
const Most = 20

// Table contains bounds for all positions with up to Seeds seeds on the board. It is safe for
// concurrent use.
type Table struct {
	Seeds  int
	rules  *pits.Rules
	layers [][]byte // by number of seeds, then by pits.Rank: lo and hi, one byte each
}

// Bounds returns the minimum lo that the player to move can be sure of, and the maximum hi that the
// opponent cannot prevent. Both are differences between the seeds of the player and the opponent,
// counting only the seeds on the board. The bounds hold if no position before p counts for a
// repetition. seeds is the number of seeds on the board, at most t.Seeds.
func (t *Table) Bounds(p pits.Position, seeds int) (lo, hi int) {
	return read(t.layers[seeds], t.rules.Rank(p))
}

func read(layer []byte, i uint64) (lo, hi int) {
	b := layer[2*i : 2*i+2 : 2*i+2]
	return int(int8(b[0])), int(int8(b[1]))
}

func write(layer []byte, i uint64, lo, hi int) {
	b := layer[2*i : 2*i+2 : 2*i+2]
	b[0], b[1] = byte(lo), byte(hi)
}

// split divides the memory of a table with the given number of seeds into layers.
func split(r *pits.Rules, seeds int, data []byte) (layers [][]byte) {
	for n := range seeds + 1 {
		size := 2 * r.Count(n)
		layers = append(layers, data[:size:size])
		data = data[size:]
	}
	return layers
}

// size returns the number of bytes of the layers with up to the given number of seeds.
func size(r *pits.Rules, seeds int) (n uint64) {
	for i := range seeds + 1 {
		n += 2 * r.Count(i)
	}
	return n
}

// Build computes a table for the given number of seeds on all processors. It copies the layers of
// smaller, which may be nil. It calls notify after each layer, unless notify is nil.
func Build(ctx context.Context, r *pits.Rules, seeds int, smaller *Table, notify func(layer int)) (*Table, error) {
	t := &Table{Seeds: seeds, rules: r}
	t.layers = split(r, seeds, make([]byte, size(r, seeds)))
	for n := range seeds + 1 {
		if smaller != nil && n <= smaller.Seeds {
			copy(t.layers[n], smaller.layers[n])
			continue
		}
		if err := t.layer(ctx, n); err != nil {
			return nil, err
		}
		if notify != nil {
			notify(n)
		}
	}
	return t, nil
}

// Open returns the number of positions whose bounds differ.
func (t *Table) Open() (n int) {
	for _, layer := range t.layers {
		for i := range uint64(len(layer) / 2) {
			if lo, hi := read(layer, i); lo != hi {
				n++
			}
		}
	}
	return n
}
