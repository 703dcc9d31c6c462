package sgf

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

const longComment msg.Key = "the comments on one move are longer than %d bytes"

// annotate reads a property that annotates the node. It stores properties that it does not
// understand as foreign.
func (r *reader) annotate(p property) error {
	switch {
	case p.name == "FF" || p.name == "GM": // These belong in the root. Written here, they would begin another game.
		return nil
	case p.name == "C" && len(bytes.Join(p.values, nil)) == 0:
		return nil
	}
	r.node.said = true
	a := &r.notes
	known := true
	switch p.name {
	case "C":
		for _, v := range p.values {
			if len(r.comment) > 0 {
				r.comment = append(r.comment, '\n')
			}
			if r.node.apart {
				r.comment, r.node.apart = append(r.comment, '\n'), false
			}
			if len(r.comment)+len(v) > codec.MaxText {
				return r.o.Errorf(p.line, longComment, codec.MaxText)
			}
			r.comment = append(r.comment, text(v)...)
		}
	case "N":
		if known = a.Name == "" && len(p.values) == 1 && len(p.first()) > 0; known {
			a.Name = simple(p.first())
		}
	case "CR", "MA", "SQ", "TR", "LB", "M", "L":
		return r.mark(p)
	case "LN", "AR":
		return r.lines(p)
	case "TE", "IT", "DO", "BM", "GB", "GW", "DM", "UC":
		known = r.readGlyph(p)
	case ownGlyphs:
		list := strings.Fields(text(p.first()))
		if known = !slices.ContainsFunc(list, func(g string) bool { return !isGlyph(model.Glyph(g)) }); known {
			a.Glyphs = nil
			for _, g := range list {
				a.Glyphs = append(a.Glyphs, model.Glyph(g))
				if err := r.count(p.line); err != nil {
					return err
				}
			}
			return nil
		}
	case "HO":
		a.Bookmark = true
	case "MN":
		n, err := strconv.Atoi(simple(p.first()))
		if known = err == nil && 0 < n && n <= model.MaxNumber; known {
			a.Number = int32(n)
		}
	case ownColor:
		if known = model.IsColor(simple(p.first())); known {
			a.Color = simple(p.first())
		}
	case ownTime:
		var d time.Duration
		if d, known = seconds(p.first()); known {
			a.Used = d
		}
	case ownEval:
		var err error
		if known, err = r.evals(p); err != nil {
			return err
		}
	case ownAdvice:
		known = r.advice(p)
	case "BL", "WL":
		p.values = slices.Clone(p.values)
		r.clocks = append(r.clocks, p) // processed once the player who moved is known
	default:
		known = false
	}
	if !known {
		r.keep(&a.Foreign, p)
	}
	return r.count(p.line)
}

// keep stores a property unchanged.
func (r *reader) keep(list *[]model.Foreign, p property) {
	values := make([]string, len(p.values))
	for i, v := range p.values {
		values[i] = string(v)
	}
	f := codec.NewForeign(name, p.name, values...)
	if r.lost > 0 || r.foreignLimit.Add(f, len(*list)) != nil {
		r.lost++
		return
	}
	*list = append(*list, f)
}

// readGlyph reads an annotation symbol.
func (r *reader) readGlyph(p property) bool {
	v := simple(p.first())
	if v != "" && v != "1" && v != "2" || len(p.values) > 1 { // some programs use TE for something else
		return false
	}
	var glyph model.Glyph
	for _, g := range glyphs {
		if g.prop == p.name && (glyph == "" || g.value == v) {
			glyph = g.glyph
		}
	}
	if v == "" && p.name == "TE" {
		glyph = model.GlyphGood
	}
	r.notes.Glyphs = append(r.notes.Glyphs, glyph)
	return true
}

// isGlyph reports whether g is an annotation symbol in a two-player game.
func isGlyph(g model.Glyph) bool {
	p, _, ok := g.Position()
	return ok && p < 2 || slices.ContainsFunc(glyphs, func(x symbol) bool { return x.glyph == g })
}

// mark reads marks. A mark that is off the board, or whose text is too long, is stored as foreign.
func (r *reader) mark(p property) error {
	kind := model.MarkLabel
	prop := p.name
	if prop == "M" {
		prop = "MA"
	}
	for _, m := range marks {
		if m.prop == prop {
			kind = m.kind
		}
	}
	var rest [][]byte
	letter := 0
	for _, v := range p.values {
		point, label := v, ""
		switch p.name {
		case "LB":
			a, b, _ := compose(v)
			point, label = a, simple(b)
		case "L": // used in old files: the first label is a, the second b …
			label = rules.ColumnName(letter)
			letter++
		}
		ok := kind != model.MarkLabel || label != "" && utf8.RuneCountInString(label) <= model.MaxLabel
		if ok {
			var err error
			ok, err = r.cells(point, func(c rules.Cell) error {
				r.notes.Marks = append(r.notes.Marks, model.Mark{Cell: c, Kind: kind, Text: label})
				return r.count(p.line)
			})
			if err != nil {
				return err
			}
		}
		if !ok {
			rest = append(rest, v)
		}
	}
	return r.keepRest(p, rest)
}

// keepRest stores the values of a property that could not be read.
func (r *reader) keepRest(p property, rest [][]byte) error {
	if rest == nil {
		return nil
	}
	p.values = rest
	r.keep(&r.notes.Foreign, p)
	return r.count(p.line)
}

// rank returns the position of a kind of mark in the order of writing.
func rank(k model.MarkKind) int {
	for i, m := range marks {
		if m.kind == k {
			return i
		}
	}
	return len(marks)
}

// lines reads lines and arrows.
func (r *reader) lines(p property) error {
	var rest [][]byte
	for _, v := range p.values {
		a, b, ok := compose(v)
		from, to := r.cell(bytes.TrimSpace(a)), r.cell(bytes.TrimSpace(b))
		if !ok || from == rules.NoCell || to == rules.NoCell || from == to {
			rest = append(rest, v)
			continue
		}
		r.notes.Lines = append(r.notes.Lines, model.Line{From: from, To: to, Arrow: p.name == "AR"})
		if err := r.count(p.line); err != nil {
			return err
		}
	}
	return r.keepRest(p, rest)
}

// arrows returns 1 for an arrow and 0 for a line.
func arrows(l model.Line) int {
	if l.Arrow {
		return 1
	}
	return 0
}

// clock reads the time that a player has left after a move. For the first clock of a node, it
// computes the time used for the move, if the earlier value was higher. It returns false if the
// property has to be stored as foreign.
func (r *reader) clock(p property, first bool) bool {
	d, ok := seconds(p.first())
	if !ok || len(p.values) != 1 {
		return false
	}
	s := seatOf(p.name[0])
	before := r.left[s]
	r.left[s] = int64(d)
	if !first || before == unknown || before <= int64(d) || r.node.mover != s || r.notes.Used != 0 {
		return false
	}
	r.notes.Used = time.Duration(before - int64(d))
	return true
}

// seconds parses a number of seconds, with the precision of time.Duration.
func seconds(v []byte) (time.Duration, bool) {
	v = bytes.TrimSpace(v)
	digits, dots := 0, 0
	for _, c := range v {
		switch {
		case '0' <= c && c <= '9':
			digits++
		case c == '.':
			dots++
		default:
			return 0, false
		}
	}
	if digits == 0 || dots > 1 || len(v) > 20 {
		return 0, false
	}
	d, err := time.ParseDuration(string(v) + "s")
	return d, err == nil
}

// formatSeconds returns the text that seconds parses.
func formatSeconds(d time.Duration) string {
	s := strconv.FormatInt(int64(d/time.Second), 10)
	if d %= time.Second; d > 0 {
		s += "." + strings.TrimRight(strconv.FormatInt(int64(time.Second+d), 10)[1:], "0")
	}
	return s
}
