package pattern

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"encoding/binary"
	"io"
	"sync"

	"boardstudio/msg"
)

// Unit is a disc in the unit of Value.
const Unit = 128

// Phases is the number of sets of weights, and stretch the number of discs for which each is used.
const (
	Phases  = 20
	stretch = 3
)

// Phase returns the phase of positions with so many empty cells.
func Phase(empty int) int { return min(max(60-empty, 0)/stretch, Phases-1) }

// base returns which of the last weights of a phase is added to all positions with so many empty cells: who moves last is worth something, and
// no pattern shows it.
func base(empty int) int { return max(60-empty, 0) % stretch }

// Size is the number of weights of a phase: those of the patterns, and one for each number of empty cells.
func Size() int {
	n := stretch
	for _, k := range kinds {
		n += k.folded
	}
	return n
}

// Deviation says how far values of shallow searches are from those of deep ones, as standard deviations in discs: a constant, and what each empty cell, each
// ply of the deep and each of the shallow search add to it.
type Deviation [4]float64

// Between returns the deviation between two depths with so many empty cells.
func (d *Deviation) Between(empty, depth, less int) float64 {
	return max(d[0]+d[1]*float64(empty)+d[2]*float64(depth)+d[3]*float64(less), 0.5)
}

// Weights estimate positions.
type Weights struct {
	Deviation Deviation
	phases    [Phases]struct {
		base     [stretch]int32
		contents tables
	}
}

// tables are the weights of each kind by content, where black is to move. They are as long as a content could be, so that no index needs a check; they lie over one another.
type tables [Kinds]*[1 << 16]int16

// Fill makes the weights of a phase of those by number, as the side to move sees the board.
func (w *Weights) Fill(phase int, by []int16) {
	p := &w.phases[phase]
	total := 0
	for k := range kinds {
		total += len(kinds[k].fold)
	}
	all := make([]int16, total+1<<16)
	at, from := 0, 0
	for k := range kinds {
		x := &kinds[k]
		p.contents[k] = (*[1 << 16]int16)(all[at:])
		for content, number := range x.fold {
			all[at+content] = by[from+int(number)]
		}
		at, from = at+len(x.fold), from+x.folded
	}
	for i := range p.base {
		p.base[i] = int32(by[from+i])
	}
}

// Value estimates by how much side, who is to move, will win, in 1/Unit discs.
func (w *Weights) Value(x *Contents, side, empty int) int {
	p := &w.phases[Phase(empty)]
	t := &p.contents
	sum := p.base[base(empty)]
	var flip uint64
	more := &unchanged
	if side == White {
		flip, more = ^flip, &opposite
	}
	for k := range 7 {
		m, v := t[k], (x[k]^flip)+more[k]
		sum += int32(m[uint16(v)]) + int32(m[uint16(v>>16)]) + int32(m[uint16(v>>32)]) + int32(m[uint16(v>>48)])
	}
	m, v := t[7], (x[7]^flip)+more[7]
	sum += int32(m[uint16(v)]) + int32(m[uint16(v>>16)])
	for k := 8; k < Kinds; k++ {
		m, v := t[k], (x[k]^flip)+more[k]
		sum += int32(m[uint16(v)]) + int32(m[uint16(v>>16)]) + int32(m[uint16(v>>32)]) + int32(m[uint16(v>>48)])
	}
	return int(sum)
}

// magic begins a file of weights.
const magic = "othello weights 2\n"

// deviationUnit is what is written for a disc of deviation.
const deviationUnit = 10_000

// Write writes weights, those of each phase by number, as Read reads them: compressed, low and high bytes apart.
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

// Read reads weights, and returns them by number as well. It returns an *msg.Error for anything else.
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
var learnt []byte

// Learnt returns the weights that are built in.
var Learnt = sync.OnceValue(func() *Weights {
	w, _, err := Read(bytes.NewReader(learnt))
	if err != nil {
		panic(err) // a test reads them
	}
	return w
})
