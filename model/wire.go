package model

import (
	"encoding/binary"
	"math"
	"time"

	"boardstudio/rules"
)

// The bytes of a record: numbers are varints of the shortest form, signed ones
// in zigzag, texts their length and their bytes, lists their length and their
// elements.

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
	b = binary.LittleEndian.AppendUint64(b, math.Float64bits(e.Score))
	b = putBool(b, e.Proved)
	b = binary.AppendVarint(b, int64(e.Plies))
	b = binary.AppendVarint(b, int64(e.Depth))
	b = binary.AppendUvarint(b, e.Nodes)
	return putList(b, e.PV, putMove)
}

func putPlayer(b []byte, p Player) []byte {
	b = putText(putText(b, p.Name), p.Kind)
	b = binary.AppendVarint(b, int64(p.Level))
	b = putText(putText(b, p.Symbol), p.Color)
	return binary.AppendVarint(b, int64(p.Score))
}

// source reads a record. After the first byte that does not fit it is bad, and
// all it returns is zero. It allocates no more than a multiple of what is there.
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

// int returns a signed number of at most so many bits.
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

// length returns how many things follow that take at least size bytes each.
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

// list reads what putList wrote of elements of at least size bytes.
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

func (s *source) eval() Eval {
	e := Eval{Engine: s.text()}
	if len(s.b) < 8 {
		s.fail()
		return e
	}
	e.Score = math.Float64frombits(binary.LittleEndian.Uint64(s.b))
	s.b = s.b[8:]
	e.Proved = s.bool()
	e.Plies, e.Depth = int(s.int(64)), int(s.int(64))
	e.Nodes = s.uint()
	e.PV = list(s, 3, (*source).move)
	return e
}

func (s *source) player() Player {
	return Player{
		Name: s.text(), Kind: s.text(), Level: int(s.int(64)),
		Symbol: s.text(), Color: s.text(), Score: int(s.int(64)),
	}
}

// The parts of an annotation. A patch holds those that change.
const (
	partComment = 1 << iota
	partName
	partColor
	partMarks
	partLines
	partGlyphs
	partEvals
	partForeign
	partUsed
	partNumber
	partBookmark
	allParts = 1<<iota - 1
)

// parts returns in what a and b differ.
func (a *Annotation) parts(b *Annotation) (parts uint64) {
	// What differs is sought in a that has become b in the parts found before.
	x := *a
	for {
		switch x.differs(b) {
		case "":
			return parts
		case "comment":
			parts, x.Comment = parts|partComment, b.Comment
		case "name":
			parts, x.Name = parts|partName, b.Name
		case "colour":
			parts, x.Color = parts|partColor, b.Color
		case "bookmark":
			parts, x.Bookmark = parts|partBookmark, b.Bookmark
		case "move number":
			parts, x.Number = parts|partNumber, b.Number
		case "marks":
			parts, x.Marks = parts|partMarks, b.Marks
		case "lines":
			parts, x.Lines = parts|partLines, b.Lines
		case "glyphs":
			parts, x.Glyphs = parts|partGlyphs, b.Glyphs
		case "time used":
			parts, x.Used = parts|partUsed, b.Used
		case "evaluations":
			parts, x.Evals = parts|partEvals, b.Evals
		case "unknown elements":
			parts, x.Foreign = parts|partForeign, b.Foreign
		}
	}
}

// putPatch writes what makes old into a. Of a comment it writes what differs from
// the old one, so that a letter typed into a long text takes few bytes.
func putPatch(b []byte, old, a *Annotation) []byte {
	parts := old.parts(a)
	b = binary.AppendUvarint(b, parts)
	if parts&partComment != 0 {
		head, tail := kept(old.Comment, a.Comment)
		b = binary.AppendUvarint(b, uint64(head))
		b = binary.AppendUvarint(b, uint64(tail))
		b = putText(b, a.Comment[head:len(a.Comment)-tail])
	}
	if parts&partName != 0 {
		b = putText(b, a.Name)
	}
	if parts&partColor != 0 {
		b = putText(b, a.Color)
	}
	if parts&partMarks != 0 {
		b = putList(b, a.Marks, putMark)
	}
	if parts&partLines != 0 {
		b = putList(b, a.Lines, putLine)
	}
	if parts&partGlyphs != 0 {
		b = putList(b, a.Glyphs, putGlyph)
	}
	if parts&partEvals != 0 {
		b = putList(b, a.Evals, putEval)
	}
	if parts&partForeign != 0 {
		b = putList(b, a.Foreign, putForeign)
	}
	if parts&partUsed != 0 {
		b = binary.AppendVarint(b, int64(a.Used))
	}
	if parts&partNumber != 0 {
		b = binary.AppendVarint(b, int64(a.Number))
	}
	if parts&partBookmark != 0 {
		b = putBool(b, a.Bookmark)
	}
	return b
}

// patch is what putPatch wrote.
type patch struct {
	parts      uint64
	head, tail uint64     // bytes of the old comment that stay
	a          Annotation // Comment is what stands between them
}

func (s *source) patch() patch {
	p := patch{parts: s.uint()}
	if p.parts&^allParts != 0 {
		s.fail()
		return p
	}
	has := func(part uint64) bool { return p.parts&part != 0 }
	if has(partComment) {
		p.head, p.tail, p.a.Comment = s.uint(), s.uint(), s.text()
	}
	if has(partName) {
		p.a.Name = s.text()
	}
	if has(partColor) {
		p.a.Color = s.text()
	}
	if has(partMarks) {
		p.a.Marks = list(s, 3, (*source).mark)
	}
	if has(partLines) {
		p.a.Lines = list(s, 3, (*source).line)
	}
	if has(partGlyphs) {
		p.a.Glyphs = list(s, 1, (*source).glyph)
	}
	if has(partEvals) {
		p.a.Evals = list(s, 14, (*source).eval)
	}
	if has(partForeign) {
		p.a.Foreign = list(s, 1, (*source).foreign)
	}
	if has(partUsed) {
		p.a.Used = time.Duration(s.int(64))
	}
	if has(partNumber) {
		p.a.Number = int32(s.int(32))
	}
	if has(partBookmark) {
		p.a.Bookmark = s.bool()
	}
	return p
}

// on returns what the patch makes of a; false when that has no comment as long as
// the patch was made for.
func (p *patch) on(a Annotation) (Annotation, bool) {
	has := func(part uint64) bool { return p.parts&part != 0 }
	if has(partComment) {
		old := uint64(len(a.Comment))
		if p.head > old || p.tail > old-p.head {
			return a, false
		}
		a.Comment = a.Comment[:p.head] + p.a.Comment + a.Comment[old-p.tail:]
	}
	if has(partName) {
		a.Name = p.a.Name
	}
	if has(partColor) {
		a.Color = p.a.Color
	}
	if has(partMarks) {
		a.Marks = p.a.Marks
	}
	if has(partLines) {
		a.Lines = p.a.Lines
	}
	if has(partGlyphs) {
		a.Glyphs = p.a.Glyphs
	}
	if has(partEvals) {
		a.Evals = p.a.Evals
	}
	if has(partForeign) {
		a.Foreign = p.a.Foreign
	}
	if has(partUsed) {
		a.Used = p.a.Used
	}
	if has(partNumber) {
		a.Number = p.a.Number
	}
	if has(partBookmark) {
		a.Bookmark = p.a.Bookmark
	}
	return a, true
}

// kept returns how long a beginning and an end a and b have in common. It
// compares in blocks: texts can be long, and most often a letter is typed.
func kept(a, b string) (head, tail int) {
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
