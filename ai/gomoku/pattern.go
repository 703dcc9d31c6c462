package gomoku

import (
	"sync"

	"boardstudio/internal/memo"
)

// Shapes: the effect of a stone on an empty cell on one of the four lines through it. The new stone
// is part of the row.
const (
	dead   = iota // a row is impossible
	one           // one more stone makes two
	open1         // one more makes open2
	two           // one more makes three
	open2         // one more makes open3, on one cell only
	open2s        // one more makes open3, on several cells
	three         // one more makes four
	open3         // one more makes open4, on one cell only
	open3s        // one more makes open4, on several cells
	four          // one more makes five, on one cell only
	four2         // one more makes five, on two cells with different stones: two fours on a line
	open4         // one more makes five, on two cells with the same stones
	five          // a row
	over          // a row that is too long to win
	shapes        // number of shapes
)

// Classes: the combined effect of a stone on its four lines.
const (
	quiet     = iota
	makesOpen // an open three
	makesTwo  // several open threes
	makesFour
	makesMore // a four, and a three on another line, from which another four can arise
	makesBoth // a four and an open three
	makesWin  // an open four or two fours
	makesFive
	barred // certainly a foul
	classes
)

// reach is the distance of the cells that affect a shape: four, or five if longer rows do not
// count.
const (
	reach      = 4
	reachExact = 5
)

// combo is the combined effect of the shapes of four lines. Combos are indexed by the four shapes,
// four bits each.
type combo struct {
	class   uint8
	suspect bool     // the move may be a foul, depending on the whole board
	number  uint16   // index in the values
	order   [2]int16 // ordering estimates of a move by the player, and by the opponent
}

// family contains the tables for one kind of rules.
type family struct {
	reach int
	// shape contains the shapes of both colours, indexed by the cells around an empty cell. The
	// first colour is in the low half. Each cell takes two bits, starting with the cells before the
	// empty one.
	shape []uint8
	combo [2][]combo   // by colour
	net   [2]*net      // by colour to move
	worth [2][][2]sums // by colour and number: the contribution of a cell for each colour to move
	hand  []int16      // plainOrder by code
}

// kind contains the properties of rules that require patterns of their own.
type kind struct {
	exact         [2]bool
	fouls         bool // renju fouls
	noDoubleThree bool // double threes are forbidden
	takes         bool // pairs are captured
	breakable     bool // captures can break rows
	plain         bool // use the hand-made evaluation
}

// Kinds of rules with captures that have learned values: captures alone, and ninuki, which also has
// breakable rows and forbidden double threes.
var (
	onlyCaptures = kind{takes: true}
	ninuki       = kind{takes: true, breakable: true, noDoubleThree: true}
)

// familyFor returns the tables for a kind of rules. They are built at the first call, which takes
// about 20 ms.
var familyFor = memo.Func(func(k kind) *family {
	return newFamily(k, [2]*values{valuesFor(k, 0), valuesFor(k, 1)})
})

func newFamily(k kind, v [2]*values) *family {
	f := &family{reach: reach, hand: plainOrders()}
	if k.exact[0] || k.exact[1] {
		f.reach = reachExact
	}
	var of [2]*shaper
	for p := range of {
		of[p] = shaperFor(k.exact[p])
	}
	// Contribution of the cells before and after the middle of a window to the ternary code of a
	// shaper.
	half := 1 << (2 * f.reach)
	var low, high [2][]int
	for p := range of {
		low[p], high[p] = make([]int, half), make([]int, half)
		for code := range half {
			for i := range f.reach {
				v := code >> (2 * i) & 3
				switch {
				case v == p+1:
					v = 1
				case v != 0:
					v = 2
				}
				low[p][code] += v * pow3[middle-f.reach+i]
				high[p][code] += v * pow3[middle+i]
			}
		}
	}
	f.shape = make([]uint8, half*half)
	for h := range half {
		for l := range half {
			f.shape[h*half+l] = of[0].known[low[0][l]+high[0][h]] | of[1].known[low[1][l]+high[1][h]]<<4
		}
	}
	for p := range f.combo {
		f.net[p] = v[p].net()
		f.combo[p] = make([]combo, 1<<16)
		for code := range f.combo[p] {
			c := combine(uint16(code), k.fouls && p == 0, k.noDoubleThree)
			// Three stones that cannot become an exact five are still a free three in the rules.
			c.suspect = c.suspect || k.noDoubleThree && k.exact[p]
			c.number = numberOf[code]
			if c.class == barred {
				c.number = barredNumber
			}
			c.order = [2]int16{v[p].order[0][c.number], v[1-p].order[1][c.number]}
			f.combo[p][code] = c
		}
		f.worth[p] = make([][2]sums, numbers)
		for n := range f.worth[p] {
			for q := range 2 {
				f.worth[p][n][q] = pack(&v[q].cell[p^q][n])
			}
		}
	}
	return f
}

// combine returns the combined effect of four shapes. The argument fouls is true if the colour has
// renju fouls, and noDouble if two open threes may be forbidden.
func combine(code uint16, fouls, noDoubleThree bool) (c combo) {
	var n [16]int
	for d := range 4 {
		n[code>>(4*d)&15]++
	}
	threes, fours := n[open3]+n[open3s], n[four]+2*n[four2]+n[open4]
	switch {
	case n[five] > 0:
		c.class = makesFive
	case fouls && (n[over] > 0 || fours > 1):
		c.class = barred
	case n[open4] > 0 || fours > 1:
		c.class = makesWin
	case fours > 0 && threes > 0:
		c.class = makesBoth
	case fours > 0 && n[three] > 0:
		c.class = makesMore
	case fours > 0:
		c.class = makesFour
	case threes > 1:
		c.class = makesTwo
	case threes > 0:
		c.class = makesOpen
	}
	c.suspect = c.class == barred || fouls && c.class != makesFive && threes+fours > 1 ||
		noDoubleThree && n[three]+threes+fours+n[five]+n[over] > 0 // two can be on one line
	return c
}

// plainOrder returns the hand-made ordering estimate of a move with the given shapes.
func plainOrder(code uint16) int16 {
	order := 0
	for d := range 4 {
		order += int(orderOf[code>>(4*d)&15])
	}
	switch combine(code, false, false).class {
	case makesTwo:
		order += 300
	case makesBoth:
		order += 600
	case makesWin:
		order = max(order, 1500)
	case makesFive:
		order = 10_000
	}
	return int16(order)
}

// plainOrders returns plainOrder for all codes.
var plainOrders = sync.OnceValue(func() []int16 {
	all := make([]int16, 1<<16)
	for code := range all {
		all[code] = plainOrder(uint16(code))
	}
	return all
})

// orderOf contains the ordering estimates of single shapes.
var orderOf = [16]int16{one: 1, open1: 3, two: 6, open2: 25, open2s: 32, three: 40, open3: 150, open3s: 180, four: 160, four2: 1500, open4: 1500}

// middle is the index of the middle cell in a window of 2*middle+1 cells.
const middle = 5

var pow3 = [2*middle + 1]int{1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683, 59049}

// shaper computes the shapes of all windows of one colour with a stone in the middle. The code of a
// window is ternary, without the middle: 0 for empty, 1 for own stones, 2 for other stones and
// cells beyond the edge.
type shaper struct {
	exact bool
	known []uint8 // shapes by code; 255 if not computed yet
}

// shapers are for rules that count longer rows and for rules that do not.
var shapers = [2]func() *shaper{
	sync.OnceValue(func() *shaper { return newShaper(false) }),
	sync.OnceValue(func() *shaper { return newShaper(true) }),
}

func shaperFor(exact bool) *shaper {
	if exact {
		return shapers[1]()
	}
	return shapers[0]()
}

func newShaper(exact bool) *shaper {
	s := &shaper{exact: exact, known: make([]uint8, pow3[2*middle])}
	for i := range s.known {
		s.known[i] = 255
	}
	for i := range s.known {
		s.shape(i)
	}
	return s
}

// shape returns the shape of a window, derived from the effect of one more stone.
func (s *shaper) shape(code int) uint8 {
	if v := s.known[code]; v != 255 {
		return v
	}
	var w [2*middle + 1]uint8
	for i, rest := 0, code; i < len(w); i++ {
		if i == middle {
			w[i] = 1
			continue
		}
		w[i] = uint8(rest % 3)
		rest /= 3
	}
	v := s.row(&w)
	if v == dead {
		var n [shapes]int
		for i := middle - reach; i <= middle+reach; i++ {
			if w[i] != 0 {
				continue
			}
			place := i
			if i > middle {
				place--
			}
			n[s.shape(code+pow3[place])]++
		}
		wins := n[open4]
		if !s.exact {
			wins += n[four2]
		}
		switch {
		case wins > 1:
			v = open3s
		case wins > 0:
			v = open3
		case n[four]+n[four2] > 0:
			v = three
		case n[open3]+n[open3s] > 1:
			v = open2s
		case n[open3]+n[open3s] > 0:
			v = open2
		case n[three] > 0:
			v = two
		case n[open2]+n[open2s] > 0:
			v = open1
		case n[two] > 0:
			v = one
		}
	}
	s.known[code] = v
	return v
}

// row returns the shape of a window with a row or a four, or dead if it has neither.
func (s *shaper) row(w *[2*middle + 1]uint8) uint8 {
	n := 1
	for i := middle - 1; i >= 0 && w[i] == 1; i-- {
		n++
	}
	for i := middle + 1; i < len(w) && w[i] == 1; i++ {
		n++
	}
	switch {
	case n == 5 || n > 5 && !s.exact:
		return five
	case n > 5:
		return over
	}
	holes, first, figures := 0, 0, 0 // bit sets of places
	for i := middle - 4; i <= middle; i++ {
		own, hole := 0, 0
		for j := i; j < i+5; j++ {
			switch w[j] {
			case 1:
				own |= 1 << j
			case 0:
				hole = 1 << j
			}
		}
		stones := 0
		for j := range len(w) {
			stones += own >> j & 1
		}
		if stones != 4 || hole == 0 || s.exact && (w[i-1] == 1 || w[i+5] == 1) {
			continue
		}
		holes |= hole
		switch {
		case figures == 0:
			first, figures = own, 1
		case own != first:
			figures = 2
		}
	}
	switch {
	case holes == 0:
		return dead
	case holes&(holes-1) == 0:
		return four
	case figures > 1:
		return four2
	}
	return open4
}
