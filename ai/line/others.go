package line

import (
	"math"
	"math/rand/v2"
	"slices"

	"boardstudio/rules"
)

// others foretells what other players play. There are two kinds: the eager block whatever is about to be completed, and the near-sighted only what the next
// player would complete, for which they leave to others what comes later. To which kind each belongs follows from what it has played
// (opponent models: Carmel and Markovitch 1996).
type others struct {
	eager []float64 // how likely it is that each player is eager
	lists [2][]pick // the best cells for the eager and for the near-sighted
	picks []pick
	cells []rules.Cell
	less  []int32 // of each cell, what blocking there counts less for the near-sighted
}

const (
	likely = 3    // how many moves of each kind are likely
	halves = 0.5  // each of them is so many times as likely as the one before
	doubt  = 0.3  // how likely it is that one of whom nothing is known is eager
	chance = 0.05 // how likely any other move is
)

// learn looks at the moves of a game on the board of its start. It may be told to stop, and knows less then.
func (o *others) learn(b *Board, moves []rules.Move, out func() bool) {
	o.eager = append(o.eager[:0], make([]float64, b.opt.Players)...)
	o.less = append(o.less[:0], make([]int32, b.cells)...)
	for p := range o.eager {
		o.eager[p] = doubt
	}
	for _, m := range moves {
		if out() {
			return
		}
		if c := b.landing(m); c != rules.NoCell && len(o.likely(b)) > 1 {
			e := o.eager[b.turn]
			x, y := e*chanceOf(o.lists[0], c), (1-e)*chanceOf(o.lists[1], c)
			o.eager[b.turn] = min(max(x/(x+y), 0.02), 0.98)
		}
		b.Play(m)
	}
}

// chanceOf returns how likely a cell is by a list.
func chanceOf(list []pick, c rules.Cell) float64 {
	if i := slices.IndexFunc(list, func(x pick) bool { return x.cell == c }); i >= 0 {
		return chance + math.Pow(halves, float64(i+1))
	}
	return chance
}

// likely returns what the player to move may play, with how likely it is. The list holds until the next call.
func (o *others) likely(b *Board) []pick {
	o.picks = o.picks[:0]
	if o.cells = b.completes(o.cells[:0], b.turn); len(o.cells) > 0 {
		o.picks = append(o.picks, pick{cell: o.cells[0], prior: 1})
		return o.picks
	}
	o.lists[0], o.lists[1] = o.lists[0][:0], o.lists[1][:0]
	o.overlook(b, b.cell[b.opt.K-1]-b.cell[b.opt.K-2])
	b.each(func(c rules.Cell) {
		w := b.rate(c)
		o.lists[0] = insert(o.lists[0], pick{cell: c, worth: w})
		o.lists[1] = insert(o.lists[1], pick{cell: c, worth: w - o.less[c]})
	})
	o.overlook(b, 0)
	e := float32(o.eager[b.turn])
	weigh(o.lists[0], halves, e)
	weigh(o.lists[1], halves, 1-e)
	o.picks = append(o.picks, o.lists[0]...)
	for _, x := range o.lists[1] {
		if i := slices.IndexFunc(o.picks, func(y pick) bool { return x.cell == y.cell }); i >= 0 {
			o.picks[i].prior += x.prior
		} else {
			o.picks = append(o.picks, x)
		}
	}
	return o.picks
}

// overlook notes what the rows of players after the next one that lack one symbol count less; 0 clears it.
func (o *others) overlook(b *Board, by int32) {
	next := int(b.turn+1) % b.opt.Players
	for p := range b.opt.Players {
		if p == int(b.turn) || p == next {
			continue
		}
		for _, t := range b.lists[2*p].tuples {
			if by == 0 {
				o.less[b.gaps[t]] = 0
			} else {
				o.less[b.gaps[t]] += by
			}
		}
	}
}

// insert keeps the likely ones of a list in order.
func insert(list []pick, x pick) []pick {
	if len(list) < likely {
		list = append(list, x)
	} else if before(x, list[likely-1]) < 0 {
		list[likely-1] = x
	}
	for i := len(list) - 1; i > 0 && before(list[i], list[i-1]) < 0; i-- {
		list[i], list[i-1] = list[i-1], list[i]
	}
	return list
}

// draw returns a cell that the player to move may play, by chance.
func (o *others) draw(b *Board, rnd *rand.PCG) rules.Cell {
	list := o.likely(b)
	x := float32(rnd.Uint64()>>40) / (1 << 24)
	for _, p := range list {
		if x -= p.prior; x < 0 {
			return p.cell
		}
	}
	return list[0].cell
}

// each calls f for the cells that are worth a thought and may be played: the columns, the cells near symbols, or all where they are few.
func (b *Board) each(f func(rules.Cell)) {
	switch {
	case b.opt.Drop:
		for col := range rules.Cell(b.opt.Cols) {
			if c := b.bottom(col); c != rules.NoCell {
				f(c)
			}
		}
		return
	case b.stones == 0:
		f(b.centre)
		return
	case b.cells-b.stones > few && len(b.close) > 0:
		for _, c := range b.close {
			if b.allowed(c) {
				f(c)
			}
		}
		return
	}
	for c, o := range b.owner {
		if c := rules.Cell(c); o == rules.NoPlayer && b.allowed(c) {
			f(c)
		}
	}
}
