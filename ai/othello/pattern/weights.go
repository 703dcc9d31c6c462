package pattern

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"encoding/binary"
	"io"
	"sync"

	"boardstudio/text/msg"
)

// Unit is the value of one disc in the unit of Value.
const Unit = 128

// Phases is the number of sets of weights, and discsPerPhase is the number of discs placed in each
// phase.
const (
	Phases        = 20
	discsPerPhase = 3
)

// Phase returns the phase of positions with the given number of empty cells.
func Phase(empty int) int { return min(max(60-empty, 0)/discsPerPhase, Phases-1) }

// base returns the index of the base weight for positions with the given number of empty cells. The
// base weights express the value of the game's last move, which the patterns cannot express.
func base(empty int) int { return max(60-empty, 0) % discsPerPhase }

// Size returns the number of weights of a phase: the weights of the patterns, and the base weights.
func Size() int {
	n := discsPerPhase
	for _, k := range kinds {
		n += k.numWeights
	}
	return n
}

// Deviation describes the difference between the values of shallow and deep searches, as a standard
// deviation in discs. It contains a constant, and the amounts per empty cell, per ply of the deep
// search and per ply of the shallow search.
type Deviation [4]float64

// Between returns the deviation between two depths with the given number of empty cells.
func (d *Deviation) Between(empty, depth, less int) float64 {
	return max(d[0]+d[1]*float64(empty)+d[2]*float64(depth)+d[3]*float64(less), 0.5)
}

// Weights contains the weights for evaluating positions.
type Weights struct {
	Deviation Deviation
	phases    [Phases]struct {
		base     [discsPerPhase]int32
		contents tables
	}
}

// tables contains the weights of each kind by content, with Black to move. The arrays have a fixed
// length, so that no index needs a bounds check, and they overlap in memory.
type tables [Kinds]*[1 << 16]int16

// Fill sets the weights of a phase from weights by number, from the view of the side to move.
func (w *Weights) Fill(phase int, by []int16) {
	p := &w.phases[phase]
	total := 0
	for k := range kinds {
		total += len(kinds[k].weightIndex)
	}
	all := make([]int16, total+1<<16)
	at, from := 0, 0
	for k := range kinds {
		x := &kinds[k]
		p.contents[k] = (*[1 << 16]int16)(all[at:])
		for content, number := range x.weightIndex {
			all[at+content] = by[from+int(number)]
		}
		at, from = at+len(x.weightIndex), from+x.numWeights
	}
	for i := range p.base {
		p.base[i] = int32(by[from+i])
	}
}

// Value returns an estimate of the margin by which side, the side to move, will win, in 1/Unit
// discs.
func (w *Weights) Value(x *Contents, side, empty int) int {
	p := &w.phases[Phase(empty)]
	t := &p.contents
	sum := p.base[base(empty)]
	var invert uint64
	addend := &noChange
	if side == White {
		invert, addend = ^invert, &opposite
	}
	for k := range 7 {
		m, v := t[k], (x[k]^invert)+addend[k]
		sum += int32(m[uint16(v)]) + int32(m[uint16(v>>16)]) + int32(m[uint16(v>>32)]) + int32(m[uint16(v>>48)])
	}
	m, v := t[7], (x[7]^invert)+addend[7]
	sum += int32(m[uint16(v)]) + int32(m[uint16(v>>16)])
	for k := 8; k < Kinds; k++ {
		m, v := t[k], (x[k]^invert)+addend[k]
		sum += int32(m[uint16(v)]) + int32(m[uint16(v>>16)]) + int32(m[uint16(v>>32)]) + int32(m[uint16(v>>48)])
	}
	return int(sum)
}

// magic is the start of a file of weights.
const magic = "othello weights 2\n"

// deviationUnit is the number that represents a deviation of one disc in the file.
const deviationUnit = 10_000

// Write writes weights in the format that Read expects. phases contains the weights of each phase
// by number. They are compressed, with low and high bytes separated.
func Write(to io.Writer, phases [][]int16, d Deviation) error {
	head := []byte(magic)
	for _, v := range d {
		head = binary.LittleEndian.AppendUint32(head, uint32(int32(v*deviationUnit)))
	}
	if _, err := to.Write(head); err != nil {
		return err
	}
	z, err := flate.NewWriter(to, flate.BestCompression)
	if err != nil {
		return err
	}
	for _, by := range phases {
		half := make([]byte, 2*len(by))
		for i, v := range by {
			half[i], half[len(by)+i] = byte(v), byte(uint16(v)>>8)
		}
		if _, err := z.Write(half); err != nil {
			return err
		}
	}
	return z.Close()
}

// Read reads weights, and also returns them by number. It returns an *msg.Error if the data are not
// valid.
func Read(from io.Reader) (w *Weights, phases [][]int16, err error) {
	w = &Weights{}
	head := make([]byte, len(magic)+4*len(w.Deviation))
	if _, err := io.ReadFull(from, head); err != nil || string(head[:len(magic)]) != magic {
		return nil, nil, msg.Errorf("this is not a file of weights")
	}
	for i := range w.Deviation {
		w.Deviation[i] = float64(int32(binary.LittleEndian.Uint32(head[len(magic)+4*i:]))) / deviationUnit
	}
	z := flate.NewReader(from)
	n := Size()
	half := make([]byte, 2*n)
	for phase := range Phases {
		if _, err := io.ReadFull(z, half); err != nil {
			return nil, nil, msg.Errorf("the weights end too early: %v", err)
		}
		by := make([]int16, n)
		for i := range by {
			by[i] = int16(binary.LittleEndian.Uint16([]byte{half[i], half[n+i]}))
		}
		w.Fill(phase, by)
		phases = append(phases, by)
	}
	return w, phases, nil
}

//go:embed weights.bin
var weightsData []byte

// Learnt returns the embedded weights.
var Learnt = sync.OnceValue(func() *Weights {
	w, _, err := Read(bytes.NewReader(weightsData))
	if err != nil {
		panic(err) // cannot happen, because a test reads them
	}
	return w
})
