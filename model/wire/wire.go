// Package wire encodes the steps of a document for its journal, and a whole document for another
// process.
//
// A record is one step: a byte for its kind, its label and its Ops. Undone and redone steps are the
// byte alone. An Op is a byte for its kind and its values, and a branch is its nodes in preorder.
// Numbers are varints in the shortest form, with zigzag encoding for signed ones. Texts and lists
// are prefixed with their length. A step is always encoded in the same way. The files in testdata
// contain records of earlier versions, which must stay readable. No other program uses the format.
package wire

import (
	"encoding/binary"
	"math"
	"time"

	"boardstudio/model"
	"boardstudio/rules"
)

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

func putMark(b []byte, m model.Mark) []byte {
	b = binary.AppendVarint(b, int64(m.Cell))
	return putText(putText(b, string(m.Kind)), m.Text)
}

func putLine(b []byte, l model.Line) []byte {
	b = binary.AppendVarint(b, int64(l.From))
	return putBool(binary.AppendVarint(b, int64(l.To)), l.Arrow)
}

func putGlyph(b []byte, g model.Glyph) []byte     { return putText(b, string(g)) }
func putForeign(b []byte, f model.Foreign) []byte { return putText(b, f.XML) }

func putEval(b []byte, e model.Eval) []byte {
	b = putText(b, e.Engine)
	b = putFloat(b, e.Score)
	b = append(b, traits(&e))
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

func traits(e *model.Eval) (bits byte) {
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

func putAdvice(b []byte, a model.Advice) []byte { return putMove(putText(b, a.By), a.Move) }

func putPlayer(b []byte, p model.Player) []byte {
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

func (s *source) mark() model.Mark {
	return model.Mark{Cell: s.cell(), Kind: model.MarkKind(s.text()), Text: s.text()}
}

func (s *source) line() model.Line {
	return model.Line{From: s.cell(), To: s.cell(), Arrow: s.bool()}
}

func (s *source) glyph() model.Glyph     { return model.Glyph(s.text()) }
func (s *source) foreign() model.Foreign { return model.Foreign{XML: s.text()} }

func (s *source) advice() model.Advice { return model.Advice{By: s.text(), Move: s.move()} }

func (s *source) eval() model.Eval {
	e := model.Eval{Engine: s.text(), Score: s.float()}
	bits := s.byte()
	e.Proved, e.AtMost = bits&evalProved != 0, bits&evalAtMost != 0
	e.Plies, e.Depth = int(s.int(64)), int(s.int(64))
	e.Nodes = s.uint()
	e.PV = list(s, 3, (*source).move)
	if bits&evalShares != 0 {
		e.Shares = list(s, 8, (*source).float)
	}
	if bits&evalVersion != 0 {
		e.Version = s.text()
	}
	if bits&evalMargin != 0 {
		e.Margin = int(s.int(64))
	}
	if bits > allTraits || bits != traits(&e) {
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

func (s *source) player() model.Player {
	return model.Player{
		Name: s.text(), Kind: s.text(), Level: int(s.int(64)),
		Symbol: s.text(), Color: s.text(), Score: int(s.int(64)),
	}
}

// putPatch encodes a change of an annotation.
func putPatch(b []byte, p *model.Patch) []byte {
	b = binary.AppendUvarint(b, uint64(p.Parts))
	if p.Parts&model.PartComment != 0 {
		b = binary.AppendUvarint(b, p.Head)
		b = binary.AppendUvarint(b, p.Tail)
		b = putText(b, p.Comment)
	}
	for i := range parts {
		if p.Parts&^model.PartComment&(1<<i) != 0 {
			b = parts[i].put(b, p.Annotation)
		}
	}
	return b
}

func (s *source) patch() model.Patch {
	p := model.Patch{Parts: model.Parts(s.uint()), Annotation: &model.Annotation{}}
	if p.Parts&^model.AllParts != 0 {
		s.fail()
		return p
	}
	if p.Parts&model.PartComment != 0 {
		p.Head, p.Tail, p.Comment = s.uint(), s.uint(), s.text()
	}
	for i := range parts {
		if p.Parts&^model.PartComment&(1<<i) != 0 {
			parts[i].get(s, p.Annotation)
		}
	}
	return p
}

// part encodes and decodes one field of an annotation.
type part struct {
	put func(b []byte, a *model.Annotation) []byte
	get func(s *source, a *model.Annotation)
}

// parts are the fields of an annotation: part i is bit i of model.Parts.
var parts = [...]part{
	{}, // the comment is encoded by putPatch
	one(func(a *model.Annotation) *string { return &a.Name }, putText, (*source).text),
	one(func(a *model.Annotation) *string { return &a.Color }, putText, (*source).text),
	many(func(a *model.Annotation) *[]model.Mark { return &a.Marks }, putMark, 3, (*source).mark),
	many(func(a *model.Annotation) *[]model.Line { return &a.Lines }, putLine, 3, (*source).line),
	many(func(a *model.Annotation) *[]model.Glyph { return &a.Glyphs }, putGlyph, 1, (*source).glyph),
	many(func(a *model.Annotation) *[]model.Eval { return &a.Evals }, putEval, 14, (*source).eval),
	many(func(a *model.Annotation) *[]model.Foreign { return &a.Foreign }, putForeign, 1, (*source).foreign),
	one(func(a *model.Annotation) *time.Duration { return &a.Used },
		func(b []byte, d time.Duration) []byte { return binary.AppendVarint(b, int64(d)) },
		func(s *source) time.Duration { return time.Duration(s.int(64)) }),
	one(func(a *model.Annotation) *int32 { return &a.Number },
		func(b []byte, n int32) []byte { return binary.AppendVarint(b, int64(n)) },
		func(s *source) int32 { return int32(s.int(32)) }),
	one(func(a *model.Annotation) *bool { return &a.Bookmark }, putBool, (*source).bool),
	one(func(a *model.Annotation) *model.Advice { return &a.Advice }, putAdvice, (*source).advice),
}

func one[T any](at func(*model.Annotation) *T, put func([]byte, T) []byte, get func(*source) T) part {
	return part{
		put: func(b []byte, a *model.Annotation) []byte { return put(b, *at(a)) },
		get: func(s *source, a *model.Annotation) { *at(a) = get(s) },
	}
}

// many returns a part with a list. size is the minimum length of an encoded element, in bytes.
func many[T any](at func(*model.Annotation) *[]T, put func([]byte, T) []byte, size int, get func(*source) T) part {
	return one(at, func(b []byte, l []T) []byte { return putList(b, l, put) }, func(s *source) []T { return list(s, size, get) })
}
