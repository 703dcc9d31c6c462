package gomoku

import (
	_ "embed"
	"encoding/binary"

	"boardstudio/ai/gomoku/fit"
)

// combos is the number of combinations of shapes on four lines, regardless of order.
const combos = shapes * (shapes + 1) * (shapes + 2) * (shapes + 3) / 24

// The value of captures for a colour depends on the number of captured pairs (in steps) combined
// with the number of possible captures, and on the number of its pairs that are open and could be
// threatened.
const (
	pairSteps  = 11
	catchSteps = 4
	openSteps  = 6
	holdings   = pairSteps*catchSteps + openSteps
)

// A cell without shapes has no value. Cells where a stone is certainly a foul have their own
// number.
const (
	barredNumber = combos
	numbers      = combos + 1
)

// lanes is the number of sums over the cells in the evaluation. The first is in hundredths; of each
// other sum the positive part counts with its weight.
const lanes = fit.Lanes

// Unit of the lanes after the first, and number of fractional bits of their weights.
const (
	laneUnit   = 64
	weightBits = 8
)

// lane is a vector with an element for each lane.
type lane [lanes]int16

// values are the evaluation and the move ordering for one colour to move.
type values struct {
	cell   [2][numbers]lane  // by effect of a stone on the cell, for the colour to move and for the opponent
	threat [threatKinds]lane // by threats of both colours
	weight lane              // weight of the lanes
	hold   [2][holdings]lane // by captured and capturable pairs, for the colour to move and for the opponent
	order  [2][numbers]int16 // likelihood of a move, by its effect for the colour to move and for the opponent
}

// sums are lanes packed into one number, 16 bits each, so that they can be added together. Borrows
// between lanes are corrected when the lanes are read.
type sums uint64

func pack(l *lane) (s sums) {
	for i, v := range l {
		s += sums(v) << (16 * i)
	}
	return s
}

// net is the part of the evaluation that does not depend on the cells.
type net struct {
	threat [threatKinds]sums
	weight [lanes]int32
	hold   [2][holdings]sums
}

func (v *values) net() *net {
	n := &net{}
	for i := range v.threat {
		n.threat[i] = pack(&v.threat[i])
	}
	for i := range v.hold {
		for k := range v.hold[i] {
			n.hold[i][k] = pack(&v.hold[i][k])
		}
	}
	for i, w := range v.weight {
		n.weight[i] = int32(w)
	}
	return n
}

// laneBias makes all lanes positive to avoid borrows.
const laneBias = 0x8000_8000_8000_8000

// value returns the evaluation, in hundredths, given the sums over the cells and the threats.
func (n *net) value(s sums, threats int) int {
	s += n.threat[threats] + laneBias
	at := func(i int) int32 { return int32(s>>(16*i)&0xffff) - 1<<15 }
	v := at(0) << weightBits
	for i := 1; i < lanes; i++ {
		v += max(at(i), 0) * n.weight[i]
	}
	return int(v >> weightBits)
}

// threatKinds is the number of values of Board.threats.
const threatKinds = 1 << 8

// threats encodes what the side to move and the opponent can threaten with their next stone: an
// open three, two open threes, a four, or a four and an open three. If a capture may break an open
// four, it counts as the last.
func (b *Board) threats() (n int) {
	for i, p := range [2]uint8{b.turn, 1 - b.turn} {
		c := &b.count[p]
		both := c[makesBoth] > 0 || b.openFourWins && c[makesWin] > 0
		for k, has := range [4]bool{c[makesOpen] > 0, c[makesTwo] > 0, c[makesFour]+c[makesMore] > 0, both} {
			if has {
				n |= 1 << (4*i + k)
			}
		}
	}
	return n
}

// numberOf maps the shapes of four lines to a number that does not depend on the order of the
// lines.
var numberOf = func() (n [1 << 16]uint16) {
	next := uint16(0)
	for a := range shapes {
		for b := a; b < shapes; b++ {
			for c := b; c < shapes; c++ {
				for d := c; d < shapes; d++ {
					for _, p := range [24][4]int{
						{a, b, c, d},
						{a, b, d, c},
						{a, c, b, d},
						{a, c, d, b},
						{a, d, b, c},
						{a, d, c, b},
						{b, a, c, d},
						{b, a, d, c},
						{b, c, a, d},
						{b, c, d, a},
						{b, d, a, c},
						{b, d, c, a},
						{c, a, b, d},
						{c, a, d, b},
						{c, b, a, d},
						{c, b, d, a},
						{c, d, a, b},
						{c, d, b, a},
						{d, a, b, c},
						{d, a, c, b},
						{d, b, a, c},
						{d, b, c, a},
						{d, c, a, b},
						{d, c, b, a},
					} {
						n[p[0]|p[1]<<4|p[2]<<8|p[3]<<12] = next
					}
					next++
				}
			}
		}
	}
	return n
}()

// plainWorth is the worth of a single shape.
var plainWorth = [16]int16{one: 1, open1: 2, two: 5, open2: 12, open2s: 16, three: 18, open3: 60, open3s: 70, four: 60, four2: 240, open4: 260, five: 300}

// plainValues returns the hand-made evaluation: the sum of the shapes, with a bonus of a quarter
// for the player to move.
func plainValues() *values {
	v := &values{}
	for code, n := range numberOf {
		sum := int16(0)
		for d := range 4 {
			sum += plainWorth[code>>(4*d)&15]
		}
		v.cell[0][n][0], v.cell[1][n][0] = sum+sum/4, -sum
		order := plainOrder(uint16(code))
		v.order[0][n], v.order[1][n] = 2*order, order
	}
	for i, sign := range [2]int{1, -1} {
		for k := range pairSteps * catchSteps {
			n := k / catchSteps
			v.hold[i][k][0] = int16(sign * (30*n + 10*n*n))
		}
	}
	return v
}

// Sets of values, for families of rules.
const (
	freeRules = iota
	exactRules
	renjuFirst  // first player in renju
	renjuSecond // second player in renju
	captureRules
	ninukiRules
	valueSets
)

// learntValues contains the values of all families, as written by `go run ./tools/train gomoku`:
// little-endian 16-bit numbers.
//
//go:embed values.bin
var learntValues []byte

// valueBytes is the length of one set in learntValues.
const valueBytes = 2 * (2*numbers*(lanes+1) + (2*holdings+threatKinds+1)*lanes)

// forEach calls f for every number, in the order of learntValues.
func (v *values) forEach(f func(*int16)) {
	for t := range v.cell {
		for i := range v.cell[t] {
			for k := range v.cell[t][i] {
				f(&v.cell[t][i][k])
			}
		}
		for i := range v.order[t] {
			f(&v.order[t][i])
		}
		for i := range v.hold[t] {
			for k := range v.hold[t][i] {
				f(&v.hold[t][i][k])
			}
		}
	}
	for i := range v.threat {
		for k := range v.threat[i] {
			f(&v.threat[i][k])
		}
	}
	for k := range v.weight {
		f(&v.weight[k])
	}
}

// readValues reads a set of values from file, which has the format of learntValues.
func readValues(file []byte, set int) *values {
	v, data := &values{}, file[set*valueBytes:][:valueBytes]
	v.forEach(func(x *int16) {
		*x = int16(binary.LittleEndian.Uint16(data))
		data = data[2:]
	})
	return v
}

// setOf returns the set of values of a colour under a kind of rules, or -1 for the hand-made
// values, which are used for all other kinds with captures.
func (k kind) setOf(colour int) int {
	switch {
	case k.plain:
		return -1
	case k == ninuki:
		return ninukiRules
	case k == onlyCaptures:
		return captureRules
	case k.takes:
		return -1
	case k.fouls:
		return renjuFirst + colour
	case k.exact[0] && k.exact[1]:
		return exactRules
	}
	return freeRules
}

// valuesFor returns the evaluation for a colour.
func valuesFor(k kind, colour int) *values {
	if set := k.setOf(colour); set >= 0 {
		return readValues(learntValues, set)
	}
	return plainValues()
}

// encode encodes values in the format of learntValues.
func encode(all []*values) (data []byte) {
	for _, v := range all {
		v.forEach(func(x *int16) { data = binary.LittleEndian.AppendUint16(data, uint16(*x)) })
	}
	return data
}
