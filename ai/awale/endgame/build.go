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

// A layer, the positions with equally many seeds, is worked out from those with fewer by retrograde analysis in three parts. All of them look at
// what one player, called A, can be sure of, whoever is to move: where A is to move lo says it, where the other is, hi does, as a bound of
// what that one gets.
//
//  1. reach: what A gets by captures and by ends of the game within finitely many plies, whatever the other does. From nothing known, lo rises and hi
//     falls until nothing changes. Each pass is one ply more, so with a quiet limit there are as many passes at most.
//  2. keep: what A can keep up for ever, staying among positions in which a repetition gives A as much, so that coming back does no harm. From what
//     part 1 leaves possible, lo falls and hi rises until nothing changes.
//  3. return: what A gets by going to where it can keep it up.
//
// A position where both are sure of the same is settled, and not looked at again.

// The work is done in passes over the positions of which a move has changed its bounds, so that each pass is one ply more and its order does not matter.

// chunk is how many positions a worker takes at a time, a multiple of 64.
const chunk = 1 << 14

// builder works out a layer.
type builder struct {
	*Table
	seeds  int      // of the layer
	count  uint64   // of its positions
	bounds []byte   // of the layer
	sure   []byte   // those that part 1 has found
	dirty  []uint64 // a bit for each position that the next pass looks at
	lists  [][]change
}

// change is new bounds: of the position with the number at.
type change struct {
	at           uint32
	lo, hi       int8
	wasLo, wasHi int8
}

// look returns the bounds of a position by those of the positions that its moves lead to.
type look func(p pits.Position, i uint64) (lo, hi int)

// layer works out the layer of so many seeds, when all with fewer are there.
func (t *Table) layer(ctx context.Context, seeds int) error {
	b := &builder{Table: t, seeds: seeds, count: t.rules.Count(seeds), bounds: t.layers[seeds], lists: make([][]change, runtime.GOMAXPROCS(0))}
	for i := range b.count {
		write(b.bounds, i, -seeds, seeds)
	}
	b.dirty = make([]uint64, (b.count+63)/64)
	b.unsettled()
	if err := b.part(ctx, b.reach, t.rules.Limit); err != nil {
		return err
	}
	if !b.unsettled() {
		return nil
	}
	b.sure = slices.Clone(b.bounds)
	for i := range b.count {
		lo, hi := read(b.bounds, i)
		write(b.bounds, i, hi, lo)
	}
	if err := b.part(ctx, b.keep, 0); err != nil {
		return err
	}
	b.sure = nil
	b.unsettled()
	return b.part(ctx, b.back, 0)
}

// unsettled makes all positions dirty that are not settled, and reports whether there are any.
func (b *builder) unsettled() bool {
	some := false
	for i := range b.count {
		if lo, hi := read(b.bounds, i); lo != hi {
			b.dirty[i/64] |= 1 << (i % 64)
			some = true
		}
	}
	return some
}

// part makes passes until nothing changes, at most so many, 0 for any number.
func (b *builder) part(ctx context.Context, f look, most int) error {
	for n := 0; most == 0 || n < most; n++ {
		b.workers(func(w int, from, to uint64) { b.search(ctx, w, from, to, f) }, b.count)
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
			b.workers(func(_ int, from, to uint64) { b.follow(list[from:to]) }, uint64(len(list)))
			b.lists[w] = list[:0]
		}
		if !changed {
			break
		}
	}
	clear(b.dirty)
	return nil
}

// workers calls f for all chunks of so many items, on all processors. w tells which worker it is.
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

// search looks at the dirty positions from one number up to another, and puts what changes on the list of the worker.
func (b *builder) search(ctx context.Context, w int, from, to uint64, f look) {
	if ctx.Err() != nil {
		return
	}
	settled := b.sure
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

// follow makes the positions dirty that lead to where changes are without a capture, and whose bounds these can change.
func (b *builder) follow(list []change) {
	var c change
	mark := func(q pits.Position) {
		n := b.rules.Rank(q)
		lo, hi := read(b.bounds, n)
		if !matters(-int(c.wasHi), -int(c.hi), lo) && !matters(-int(c.wasLo), -int(c.lo), hi) {
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

// matters reports whether a move that was worth so much, and is now, can change the best of a position, which was worked out with what it was.
func matters(was, now, best int) bool { return now > best || now < best && was >= best }

// walker finds positions by numbers that rise.
type walker struct {
	g     *pits.Rules
	seeds int
	p     pits.Position
	i     uint64
	begun bool
}

// at returns the position with the number i.
func (w *walker) at(i uint64) pits.Position {
	const near = 16 // so far it is faster to step
	if !w.begun || i-w.i > near {
		w.p, w.i, w.begun = w.g.At(w.seeds, i), i, true
	}
	for ; w.i < i; w.i++ {
		w.p = w.g.Next(w.p)
	}
	return w.p
}

// infinite is more than any bound.
const infinite = 1 << 10

// outlook is what the moves of a position lead to, for the player to move: bounds by those that capture and by ends of the game, and by those that
// lead to another position of the layer; -infinite where there are none.
type outlook struct{ lo, hi, quietLo, quietHi int }

// outlook plays all moves.
func (b *builder) outlook(p pits.Position) outlook {
	g := b.rules
	o := outlook{-infinite, -infinite, -infinite, -infinite}
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

// reach is a ply of part 1.
func (b *builder) reach(p pits.Position, _ uint64) (lo, hi int) {
	o := b.outlook(p)
	return max(o.lo, o.quietLo), max(o.hi, o.quietHi)
}

// keep is a ply of part 2. The limit of quiet plies can end the game as well, with nothing for anybody.
func (b *builder) keep(p pits.Position, i uint64) (lo, hi int) {
	o := b.outlook(p)
	least, most := b.rules.Repeated(p), b.rules.Repeated(p)
	if b.rules.Limit > 0 {
		least, most = min(least, 0), max(most, 0)
	}
	lo, hi = read(b.sure, i)
	lo = max(lo, min(least, o.quietLo))
	if o.quietHi > -infinite {
		hi = min(hi, max(most, o.hi, o.quietHi))
	}
	return lo, hi
}

// back is a ply of part 3. With a limit of quiet plies the way may be too long, unless nothing is as good.
func (b *builder) back(p pits.Position, i uint64) (lo, hi int) {
	o := b.outlook(p)
	o.hi = max(o.hi, o.quietHi)
	if b.rules.Limit > 0 {
		o.quietLo, o.hi = min(o.quietLo, 0), max(o.hi, 0)
	}
	lo, hi = read(b.bounds, i)
	return max(lo, o.quietLo), min(hi, o.hi)
}
