package model

import (
	"encoding/binary"
	"math"

	"boardstudio/rules"
)

// The encoding of records: numbers are varints in the shortest form, with zigzag encoding for
// signed ones. Texts and lists are prefixed with their length.

func putText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func putBool(b []byte, v bool) []byte {
	if v {
		return append(b, 1)
	}
	return append(b, 0)
}

func putMove(b []byte, m rules.Move) []byte {
	b = binary.AppendVarint(b, int64(m.From))
	b = binary.AppendVarint(b, int64(m.To))
	return binary.AppendVarint(b, int64(m.Aux))
}

func putList[T any](b []byte, list []T, put func([]byte, T) []byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(list)))
	for _, x := range list {
		b = put(b, x)
	}
	return b
}

func putMark(b []byte, m Mark) []byte {
	b = binary.AppendVarint(b, int64(m.Cell))
	return putText(putText(b, string(m.Kind)), m.Text)
}

func putLine(b []byte, l Line) []byte {
	b = binary.AppendVarint(b, int64(l.From))
	return putBool(binary.AppendVarint(b, int64(l.To)), l.Arrow)
}

func putGlyph(b []byte, g Glyph) []byte     { return putText(b, string(g)) }
func putForeign(b []byte, f Foreign) []byte { return putText(b, f.XML) }

func putEval(b []byte, e Eval) []byte {
	b = putText(b, e.Engine)
	b = putFloat(b, e.Score)
	b = append(b, e.traits())
	b = binary.AppendVarint(b, int64(e.Plies))
	b = binary.AppendVarint(b, int64(e.Depth))
	b = binary.AppendUvarint(b, e.Nodes)
	b = putList(b, e.PV, putMove)
	if len(e.Shares) > 0 {
		b = putList(b, e.Shares, putFloat)
	}
	if e.Version != "" {
		b = putText(b, e.Version)
	}
	if e.Margin != 0 {
		b = binary.AppendVarint(b, int64(e.Margin))
	}
	return b
}

// The flags of an encoded evaluation. The first version had only evalProved, so the fields of the
// other flags come last.
const (
	evalProved = 1 << iota
	evalAtMost
	evalShares
	evalVersion
	evalMargin
	allTraits = 1<<iota - 1
)

func (e *Eval) traits() (bits byte) {
	for i, set := range []bool{e.Proved, e.AtMost, len(e.Shares) > 0, e.Version != "", e.Margin != 0} {
		if set {
			bits |= 1 << i
		}
	}
	return bits
}

func putFloat(b []byte, f float64) []byte {
	return binary.LittleEndian.AppendUint64(b, math.Float64bits(f))
}

func putAdvice(b []byte, a Advice) []byte { return putMove(putText(b, a.By), a.Move) }

func putPlayer(b []byte, p Player) []byte {
	b = putText(putText(b, p.Name), p.Kind)
	b = binary.AppendVarint(b, int64(p.Level))
	b = putText(putText(b, p.Symbol), p.Color)
	return binary.AppendVarint(b, int64(p.Score))
}

// source decodes a record. After the first invalid byte, bad is set and all methods return zero
// values. It allocates at most a multiple of the size of its input.
type source struct {
	b   []byte
	bad bool
}

func (s *source) fail() {
	s.b, s.bad = nil, true
}

func (s *source) byte() byte {
	if len(s.b) == 0 {
		s.fail()
		return 0
	}
	b := s.b[0]
	s.b = s.b[1:]
	return b
}

func (s *source) uint() uint64 {
	v, n := binary.Uvarint(s.b)
	if n <= 0 || n > 1 && s.b[n-1] == 0 {
		s.fail()
		return 0
	}
	s.b = s.b[n:]
	return v
}

// int returns a signed number of at most the given number of bits.
func (s *source) int(bits int) int64 {
	u := s.uint()
	v := int64(u>>1) ^ -int64(u&1)
	if v>>(bits-1) != 0 && v>>(bits-1) != -1 {
		s.fail()
		return 0
	}
	return v
}

func (s *source) number() uint32 {
	v := s.uint()
	if v > math.MaxUint32 {
		s.fail()
		return 0
	}
	return uint32(v)
}

// length returns the length of a list whose elements take at least size bytes each.
func (s *source) length(size int) int {
	v := s.uint()
	if v > uint64(len(s.b)/size) {
		s.fail()
		return 0
	}
	return int(v)
}

func (s *source) text() string {
	n := s.length(1)
	t := string(s.b[:n])
	s.b = s.b[n:]
	return t
}

func (s *source) bool() bool {
	b := s.byte()
	if b > 1 {
		s.fail()
	}
	return b == 1
}

func (s *source) cell() rules.Cell { return rules.Cell(s.int(16)) }

func (s *source) move() rules.Move {
	return rules.Move{From: s.cell(), To: s.cell(), Aux: int32(s.int(32))}
}

// list decodes a list encoded by putList. Elements take at least size bytes each.
func list[T any](s *source, size int, get func(*source) T) []T {
	n := s.length(size)
	if n == 0 {
		return nil
	}
	out := make([]T, 0, n)
	for range n {
		out = append(out, get(s))
		if s.bad {
			return nil
		}
	}
	return out
}

func (s *source) mark() Mark {
	return Mark{Cell: s.cell(), Kind: MarkKind(s.text()), Text: s.text()}
}

func (s *source) line() Line {
	return Line{From: s.cell(), To: s.cell(), Arrow: s.bool()}
}

func (s *source) glyph() Glyph     { return Glyph(s.text()) }
func (s *source) foreign() Foreign { return Foreign{s.text()} }

func (s *source) advice() Advice { return Advice{By: s.text(), Move: s.move()} }

func (s *source) eval() Eval {
	e := Eval{Engine: s.text(), Score: s.float()}
	traits := s.byte()
	e.Proved, e.AtMost = traits&evalProved != 0, traits&evalAtMost != 0
	e.Plies, e.Depth = int(s.int(64)), int(s.int(64))
	e.Nodes = s.uint()
	e.PV = list(s, 3, (*source).move)
	if traits&evalShares != 0 {
		e.Shares = list(s, 8, (*source).float)
	}
	if traits&evalVersion != 0 {
		e.Version = s.text()
	}
	if traits&evalMargin != 0 {
		e.Margin = int(s.int(64))
	}
	if traits > allTraits || traits != e.traits() {
		s.fail()
	}
	return e
}

func (s *source) float() float64 {
	if len(s.b) < 8 {
		s.fail()
		return 0
	}
	f := math.Float64frombits(binary.LittleEndian.Uint64(s.b))
	s.b = s.b[8:]
	return f
}

func (s *source) player() Player {
	return Player{
		Name: s.text(), Kind: s.text(), Level: int(s.int(64)),
		Symbol: s.text(), Color: s.text(), Score: int(s.int(64)),
	}
}

// putPatch encodes the change from old to a. For a comment it encodes only the part that differs,
// so a letter typed into a long text takes few bytes.
func putPatch(b []byte, old, a *Annotation) []byte {
	bits := old.parts(a)
	b = binary.AppendUvarint(b, bits)
	if bits&partComment != 0 {
		head, tail := commonEnds(old.Comment, a.Comment)
		b = binary.AppendUvarint(b, uint64(head))
		b = binary.AppendUvarint(b, uint64(tail))
		b = putText(b, a.Comment[head:len(a.Comment)-tail])
	}
	for i := range parts {
		if bits&^partComment&(1<<i) != 0 {
			b = parts[i].put(b, a)
		}
	}
	return b
}

// patch is a decoded change of an annotation.
type patch struct {
	parts      uint64
	head, tail uint64     // bytes of the old comment to keep
	a          Annotation // Comment is the text between head and tail
}

func (s *source) patch() *patch {
	p := &patch{parts: s.uint()}
	if p.parts&^allParts != 0 {
		s.fail()
		return p
	}
	if p.parts&partComment != 0 {
		p.head, p.tail = s.uint(), s.uint()
	}
	for i := range parts {
		if p.parts&(1<<i) != 0 {
			parts[i].get(s, &p.a)
		}
	}
	return p
}

// on applies the patch to a. It returns false if the comment of a is too short for the patch.
func (p *patch) on(a Annotation) (Annotation, bool) {
	comment := a.Comment
	for i := range parts {
		if p.parts&(1<<i) != 0 {
			parts[i].copy(&a, &p.a)
		}
	}
	if p.parts&partComment != 0 {
		old := uint64(len(comment))
		if p.head > old || p.tail > old-p.head {
			return a, false
		}
		a.Comment = comment[:p.head] + a.Comment + comment[old-p.tail:]
	}
	return a, true
}

// commonEnds returns the lengths of the common prefix and suffix of a and b. It compares in blocks,
// because texts can be long and usually differ in one letter.
func commonEnds(a, b string) (head, tail int) {
	most := min(len(a), len(b))
	for step := 1 << 16; step > 0; step >>= 4 {
		for head+step <= most && a[head:head+step] == b[head:head+step] {
			head += step
		}
	}
	a, b = a[head:], b[head:]
	most -= head
	for step := 1 << 16; step > 0; step >>= 4 {
		for tail+step <= most && a[len(a)-tail-step:len(a)-tail] == b[len(b)-tail-step:len(b)-tail] {
			tail += step
		}
	}
	return head, tail
}
