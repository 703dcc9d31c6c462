package gomoku

import (
	_ "embed"
	"encoding/binary"

	"boardstudio/ai/gomoku/fit"
)

// The number of different ways in which four lines can have shapes, whatever their order.
const combos = shapes * (shapes + 1) * (shapes + 2) * (shapes + 3) / 24

// What stones taken are worth to a colour goes by how many it holds, in so many steps, together with how many it could take now; and by how many of
// its pairs lie open, so that a stone beside them would threaten to take them.
const (
	pairSteps  = 11
	catchSteps = 4
	openSteps  = 6
	holdings   = pairSteps*catchSteps + openSteps
)

// A cell without shapes is worth nothing. Cells where a stone is certainly a foul have a number of their own.
const (
	barredNumber = combos
	numbers      = combos + 1
)

// lanes is how many sums over the cells the evaluation has: the first is in hundredths; of each other what is above 0 counts, by its weight.
const lanes = fit.Lanes

// The unit of the lanes after the first, and of their weights in bits.
const (
	laneUnit   = 64
	weightBits = 8
)

// lane is a value for each lane.
type lane [lanes]int16

// values is the evaluation when one colour is to move, and what is known of its moves.
type values struct {
	cell   [2][numbers]lane  // by what a stone would make on a cell, for the colour to move and for the other
	threat [threatKinds]lane // by what both can threaten
	weight lane              // of the lanes
	hold   [2][holdings]lane // by pairs that are and can be captured, of the colour to move and of the other
	order  [2][numbers]int16 // how likely a move is, by what it makes for the colour to move and for the other
}

// sums are lanes, 16 bits for each, which are added as one number: what one lane borrows from the next it gives back when it is read.
type sums uint64

func pack(l *lane) (s sums) {
	for i, v := range l {
		s += sums(v) << (16 * i)
	}
	return s
}

// net is the part of the evaluation that does not change with the cells.
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

// laneBias makes all lanes positive, so that none borrows from the next.
const laneBias = 0x8000_8000_8000_8000

// value returns the evaluation, in hundredths, of what the cells add and of threats.
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

// threats numbers what the side to move and the other can threaten with their next stone: an open three, two, a four, a four and an open three. Where a
// capture may break an open four, that counts as the last.
func (b *Board) threats() (n int) {
	for i, p := range [2]uint8{b.turn, 1 - b.turn} {
		c := &b.count[p]
		both := c[makesBoth] > 0 || b.fatal && c[makesWin] > 0
		for k, has := range [4]bool{c[makesOpen] > 0, c[makesTwo] > 0, c[makesFour]+c[makesMore] > 0, both} {
			if has {
				n |= 1 << (4*i + k)
			}
		}
	}
	return n
}

// numberOf numbers the shapes of four lines, the same for every order of the lines.
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

// plainOf is what a shape is worth by itself.
var plainOf = [16]int16{one: 1, open1: 2, two: 5, open2: 12, open2s: 16, three: 18, open3: 60, open3s: 70, four: 60, four2: 240, open4: 260, five: 300}

// plainValues is the hand-made evaluation: the sum of the shapes, a quarter more for the player to move.
func plainValues() *values {
	v := &values{}
	for code, n := range numberOf {
		sum := int16(0)
		for d := range 4 {
			sum += plainOf[code>>(4*d)&15]
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

// The families of rules that have an evaluation of their own.
const (
	freeRules = iota
	exactRules
	renjuFirst  // the first player of renju
	renjuSecond // and the second
	captureRules
	ninukiRules
	valueSets
)

// learntFile holds the values of all families one after the other, as `go run ./tools/train gomoku` writes them: numbers of 16 bits, the low byte first.
//
//go:embed values.bin
var learntFile []byte

// valueBytes is how long one set is in learntFile.
const valueBytes = 2 * (2*numbers*(lanes+1) + (2*holdings+threatKinds+1)*lanes)

// each calls f for every number, in the order of learntFile.
func (v *values) each(f func(*int16)) {
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

// learnt reads a set of a file as learntFile.
func learnt(file []byte, set int) *values {
	v, data := &values{}, file[set*valueBytes:][:valueBytes]
	v.each(func(x *int16) {
		*x = int16(binary.LittleEndian.Uint16(data))
		data = data[2:]
	})
	return v
}

// setOf returns which values a colour has under a kind of rules, -1 for the hand-made ones, as other kinds with captures than those two have.
func (k kind) setOf(colour int) int {
	switch {
	case k.plain:
		return -1
	case k == ninuki:
		return ninukiRules
	case k == onlyTakes:
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
		return learnt(learntFile, set)
	}
	return plainValues()
}

// encode returns values as learntFile has them.
func encode(all []*values) (data []byte) {
	for _, v := range all {
		v.each(func(x *int16) { data = binary.LittleEndian.AppendUint16(data, uint16(*x)) })
	}
	return data
}
