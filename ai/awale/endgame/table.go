// Package endgame holds tables of awale: for every position with few seeds on the board, how many of them more than the other the player to move gets with
// the best play of both.
//
// A repetition ends the game, so what a position is worth depends on those before it. The tables are for positions that nobody has seen since the last
// capture, as every position just after one. They hold two bounds: the least that the player to move can be sure of, and the most that the other cannot
// keep it from. Where both are the same the value is exact, by the rules and however the game goes on. They differ only where the rules let each take its own side
// after a repetition, and both would rather go round: then the value depends on which positions come back first.
package endgame

import (
	"context"

	"boardstudio/ai/awale/pits"
)

// Most is the largest number of seeds that a table can be built for.
const Most = 20

// Table has the bounds of all positions with up to so many seeds on the board. It can be used by several goroutines.
type Table struct {
	Seeds  int
	rules  *pits.Rules
	layers [][]byte // by seeds, then by pits.Rank: lo and hi, a byte each
}

// Bounds returns what the player to move can be sure to get of the seeds on the board, more than the other, and what it can get at most, in a position that
// nobody has seen since the last capture. seeds is how many there are on the board, at most t.Seeds.
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

// split cuts the memory of a table with so many seeds into layers.
func split(r *pits.Rules, seeds int, data []byte) (layers [][]byte) {
	for n := range seeds + 1 {
		size := 2 * r.Count(n)
		layers = append(layers, data[:size:size])
		data = data[size:]
	}
	return layers
}

// size returns how many bytes the layers of so many seeds take.
func size(r *pits.Rules, seeds int) (n uint64) {
	for i := range seeds + 1 {
		n += 2 * r.Count(i)
	}
	return n
}

// Build works out a table for so many seeds on all processors. It goes on from smaller, which may be nil. tell is called after each layer; it may be
// nil.
func Build(ctx context.Context, r *pits.Rules, seeds int, smaller *Table, tell func(layer int)) (*Table, error) {
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
		if tell != nil {
			tell(n)
		}
	}
	return t, nil
}

// Open returns how many positions have no value of their own, but two bounds.
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
