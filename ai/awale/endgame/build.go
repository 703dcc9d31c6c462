package endgame

import (
	"context"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"boardstudio/ai/awale/pits"
)

// A layer contains the positions with the same number of seeds. It is computed from the layers with
// fewer seeds by retrograde analysis, in three parts. Each part determines what one player, called
// A, can be sure of, whoever is to move. If A is to move, lo is this value. If the opponent is to
// move, hi is the corresponding bound for the opponent.
//
//   1. reach: the value that A gets within finitely many plies, by captures and ends of the
//      game. Initially nothing is known. lo increases and hi decreases until nothing changes.
//      Each pass adds one ply, so a quiet limit also limits the number of passes.
//   2. sustain: the value that A can maintain forever, by staying among positions that give A at
//      least this value if they are repeated. Starting from the values that part 1 leaves
//      possible, lo decreases and hi increases until nothing changes.
//   3. returnTo: the value that A gets by moving to positions of part 2.
//
// A position is settled when both players are sure of the same value, and is not processed again.

// The work is done in passes over the positions with a move to a position whose bounds changed.
// Each pass adds one ply, and the order within a pass does not matter.

// chunk is the number of positions that a worker processes at a time, a multiple of 64.
const chunk = 1 << 14

// builder computes the layer of all positions with a given number of seeds.
type builder struct {
	*Table
	seeds   int      // number of seeds of the layer
	count   uint64   // number of positions in the layer
	bounds  []byte   // bounds of the layer
	reached []byte   // bounds that part 1 found
	dirty   []uint64 // one bit for each position that the next pass must update
	lists   [][]change
}

// change contains the new and the previous bounds of the position with the number at.
type change struct {
	at           uint32
	lo, hi       int8
	wasLo, wasHi int8
}

// update computes the bounds of a position from the bounds of the positions after its moves.
type update func(p pits.Position, i uint64) (lo, hi int)

// layer computes the layer with the given number of seeds. All smaller layers must be complete.
func (t *Table) layer(ctx context.Context, seeds int) error {
	b := &builder{Table: t, seeds: seeds, count: t.rules.Count(seeds), bounds: t.layers[seeds], lists: make([][]change, runtime.GOMAXPROCS(0))}
	for i := range b.count {
		write(b.bounds, i, -seeds, seeds)
	}
	b.dirty = make([]uint64, (b.count+63)/64)
	b.markUnsettled()
	if err := b.part(ctx, b.reach, t.rules.Limit); err != nil {
		return err
	}
	if !b.markUnsettled() {
		return nil
	}
	b.reached = slices.Clone(b.bounds)
	for i := range b.count {
		lo, hi := read(b.bounds, i)
		write(b.bounds, i, hi, lo)
	}
	if err := b.part(ctx, b.sustain, 0); err != nil {
		return err
	}
	b.reached = nil
	b.markUnsettled()
	return b.part(ctx, b.returnTo, 0)
}

// markUnsettled marks all positions that are not settled as dirty, and reports whether it found
// any.
func (b *builder) markUnsettled() bool {
	some := false
	for i := range b.count {
		if lo, hi := read(b.bounds, i); lo != hi {
			b.dirty[i/64] |= 1 << (i % 64)
			some = true
		}
	}
	return some
}

// part makes passes until nothing changes, or until most passes were made. 0 means no limit.
func (b *builder) part(ctx context.Context, f update, most int) error {
	for n := 0; most == 0 || n < most; n++ {
		b.workers(func(w int, from, to uint64) { b.updateDirty(ctx, w, from, to, f) }, b.count)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		clear(b.dirty)
		changed := false
		for _, list := range b.lists {
			changed = changed || len(list) > 0
			for _, c := range list {
				write(b.bounds, uint64(c.at), int(c.lo), int(c.hi))
			}
		}
		for w, list := range b.lists {
			b.workers(func(_ int, from, to uint64) { b.markPredecessors(list[from:to]) }, uint64(len(list)))
			b.lists[w] = list[:0]
		}
		if !changed {
			break
		}
	}
	clear(b.dirty)
	return nil
}

// workers calls f for all chunks of the items, on all processors. w is the number of the worker.
func (b *builder) workers(f func(w int, from, to uint64), items uint64) {
	if items <= chunk {
		f(0, 0, items)
		return
	}
	var next atomic.Uint64
	var all sync.WaitGroup
	for w := range b.lists {
		all.Go(func() {
			for {
				end := next.Add(chunk)
				if end-chunk >= items {
					return
				}
				f(w, end-chunk, min(end, items))
			}
		})
	}
	all.Wait()
}

// updateDirty computes the dirty positions with numbers between from and to, and adds the changes
// to the list of the worker.
func (b *builder) updateDirty(ctx context.Context, w int, from, to uint64, f update) {
	if ctx.Err() != nil {
		return
	}
	settled := b.reached
	if settled == nil {
		settled = b.bounds
	}
	walk := walker{g: b.rules, seeds: b.seeds}
	for at := from / 64; at < (to+63)/64; at++ {
		for word := b.dirty[at]; word != 0; word &= word - 1 {
			i := at*64 + uint64(bits.TrailingZeros64(word))
			if lo, hi := read(settled, i); lo == hi {
				continue
			}
			lo, hi := f(walk.at(i), i)
			if l, h := read(b.bounds, i); l != lo || h != hi {
				b.lists[w] = append(b.lists[w], change{uint32(i), int8(lo), int8(hi), int8(l), int8(h)})
			}
		}
	}
}

// markPredecessors marks the predecessors of changed positions as dirty if the change can affect
// their bounds. Only moves without capture lead to a position of the same layer.
func (b *builder) markPredecessors(list []change) {
	var c change
	mark := func(q pits.Position) {
		n := b.rules.Rank(q)
		lo, hi := read(b.bounds, n)
		if !affects(-int(c.wasHi), -int(c.hi), lo) && !affects(-int(c.wasLo), -int(c.lo), hi) {
			return
		}
		if bit := uint64(1) << (n % 64); atomic.LoadUint64(&b.dirty[n/64])&bit == 0 {
			atomic.OrUint64(&b.dirty[n/64], bit)
		}
	}
	walk := walker{g: b.rules, seeds: b.seeds}
	for _, c = range list {
		b.rules.Before(walk.at(uint64(c.at)), mark)
	}
}

// affects reports whether best, the value of the best move of a position, can change when the value
// of one of its moves changes from was to now.
func affects(was, now, best int) bool { return now > best || now < best && was >= best }

// walker returns the positions of a layer, given their numbers in ascending order.
type walker struct {
	g     *pits.Rules
	seeds int
	p     pits.Position
	i     uint64
	begun bool
}

// at returns the position with the number i.
func (w *walker) at(i uint64) pits.Position {
	const near = 16 // up to this distance, stepping is faster
	if !w.begun || i-w.i > near {
		w.p, w.i, w.begun = w.g.At(w.seeds, i), i, true
	}
	for ; w.i < i; w.i++ {
		w.p = w.g.Next(w.p)
	}
	return w.p
}

// infinite is larger than any bound.
const infinite = 1 << 10

// outcomes contains bounds of the best moves for the player to move. lo and hi cover captures and
// ends of the game. quietLo and quietHi cover moves to other positions of the layer. They are
// -infinite if no such move exists.
type outcomes struct{ lo, hi, quietLo, quietHi int }

// outcomes plays all moves and returns their bounds.
func (b *builder) outcomes(p pits.Position) outcomes {
	g := b.rules
	o := outcomes{-infinite, -infinite, -infinite, -infinite}
	for w := g.Pits(p); w != 0; w &= w - 1 {
		q, gain, captured, illegal := g.Sow(p, bits.TrailingZeros64(w)>>3)
		switch {
		case illegal:
		case captured:
			lo, hi := b.Table.Bounds(q, q.Seeds())
			o.lo, o.hi = max(o.lo, gain-hi), max(o.hi, gain-lo)
		default:
			lo, hi := read(b.bounds, g.Rank(q))
			o.quietLo, o.quietHi = max(o.quietLo, -hi), max(o.quietHi, -lo)
		}
	}
	if o.hi > -infinite || o.quietHi > -infinite {
		return o
	}
	if why := g.Stuck(p); why != pits.Passing {
		o.lo = p.Rest(why)
		o.hi = o.lo
		return o
	}
	lo, hi := read(b.bounds, g.Rank(p.Pass()))
	o.quietLo, o.quietHi = -hi, -lo
	return o
}

// reach computes the bounds of a position for one more ply in part 1.
func (b *builder) reach(p pits.Position, _ uint64) (lo, hi int) {
	o := b.outcomes(p)
	return max(o.lo, o.quietLo), max(o.hi, o.quietHi)
}

// sustain computes the bounds of a position for one more ply in part 2. The limit of quiet plies
// can also end the game, and then neither player gets the remaining seeds.
func (b *builder) sustain(p pits.Position, i uint64) (lo, hi int) {
	o := b.outcomes(p)
	least, most := b.rules.Repeated(p), b.rules.Repeated(p)
	if b.rules.Limit > 0 {
		least, most = min(least, 0), max(most, 0)
	}
	lo, hi = read(b.reached, i)
	lo = max(lo, min(least, o.quietLo))
	if o.quietHi > -infinite {
		hi = min(hi, max(most, o.hi, o.quietHi))
	}
	return lo, hi
}

// returnTo computes the bounds of a position for one more ply in part 3. With a limit of quiet
// plies the path may be too long, so the bounds include an end with value 0.
func (b *builder) returnTo(p pits.Position, i uint64) (lo, hi int) {
	o := b.outcomes(p)
	o.hi = max(o.hi, o.quietHi)
	if b.rules.Limit > 0 {
		o.quietLo, o.hi = min(o.quietLo, 0), max(o.hi, 0)
	}
	lo, hi = read(b.bounds, i)
	return max(lo, o.quietLo), min(hi, o.hi)
}
