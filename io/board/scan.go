package board

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"boardstudio/io/codec"
)

// item is a position in a file.
type item struct {
	from, to int // byte offsets
	line     int // line number of the cells
	cells    []int8
	row      int    // number of cells on the first line
	side     int    // side to move as a seat counted from 1, -1 if missing
	score    string // score after the cells and the side to move, or ""
	rest     string // rest of the line, starting at its first ;
	comment  []string
}

// scorePattern matches a score that follows a position.
var scorePattern = regexp.MustCompile(`^[-+][0-9]{1,3}$`)

// scanner reads the positions of a text.
type scanner struct {
	text string
	at   int
	line int // number of lines before at
	fits func(cells int) bool
	o    codec.Options
}

// row is a line of a file.
type row struct {
	words   []string
	cells   []int8 // contents that the words represent, nil if invalid
	rest    string // text starting at the first ;
	score   string // score after the cells
	comment string // text after the %
	end     int    // offset of the next line
}

// peek returns the next line. ok is false at the end.
func (s *scanner) peek() (r row, ok bool) {
	if s.at >= len(s.text) {
		return r, false
	}
	line := s.text[s.at:]
	r.end = len(s.text)
	if i := strings.IndexByte(line, '\n'); i >= 0 {
		line, r.end = line[:i], s.at+i+1
	}
	line, comment, _ := strings.Cut(line, "%")
	if i := strings.IndexByte(line, ';'); i >= 0 {
		line, r.rest = line[:i], line[i:]
	}
	r.words, r.comment = strings.Fields(line), strings.TrimSpace(comment)
	if n := len(r.words) - 1; n > 0 && scorePattern.MatchString(r.words[n]) && s.fits(len(signs(r.words[0]))) {
		r.words, r.score = r.words[:n], r.words[n]
	}
	r.cells = signs(strings.Join(r.words, ""))
	return r, true
}

// take consumes the line r, which belongs to i.
func (s *scanner) take(i *item, r row) {
	if r.comment != "" {
		i.comment = append(i.comment, r.comment)
	}
	s.at, i.to = r.end, r.end
	s.line++
}

// next returns the next position, or nil at the end. It returns an error for an invalid position.
func (s *scanner) next() (*item, error) {
	i := &item{from: s.at, side: none}
	for {
		r, ok := s.peek()
		n, had := len(r.cells), len(i.cells)
		switch {
		case !ok && had == 0:
			return nil, nil
		case had > 0 && (!ok || len(r.words) == 0 || n == 0 || n > 1 && s.whole(i)):
			return i, s.check(i)
		case len(r.words) == 0 && r.rest == "":
			s.take(i, r)
			continue
		case n == 0:
			return nil, s.o.Errorf(s.line+1, "this is not a position: %q", codec.Cut(strings.Join(r.words, " ")+r.rest))
		}
		if s.take(i, r); had == 0 {
			i.line, i.row = s.line, n
		}
		i.rest, i.score = r.rest, r.score
		switch last := r.words[len(r.words)-1]; {
		case had == 0 && len(r.words) == 2 && r.cells[0] != empty && utf8.RuneCountInString(r.words[0]) == 1 && s.fits(n-1):
			i.side = int(r.cells[0])
			r.cells = r.cells[1:]
			n--
		case r.score != "" && s.fits(n):
		case n == 1 && s.fits(had), utf8.RuneCountInString(last) == 1 && s.fits(had+n-1):
			n--
			i.side = int(r.cells[n])
		case r.rest == "" && had+n <= maxCells:
			i.cells = append(i.cells, r.cells...)
			continue
		}
		i.cells = append(i.cells, r.cells[:n]...)
		return i, s.check(i)
	}
}

// whole reports whether a position is complete without more rows.
func (s *scanner) whole(i *item) bool {
	n := len(i.cells)
	return s.fits(n) && (i.row > 16 || i.row == 7 || n >= i.row*i.row)
}

// check returns an error if the position has an invalid number of cells or an invalid side to move.
func (s *scanner) check(i *item) error {
	if n := len(i.cells); !s.fits(n) {
		return s.o.Errorf(i.line, "the position has %d cells: no board has this size", n)
	}
	if i.side != none && free(int8(i.side)) {
		return s.o.Errorf(i.line, "the side to move is given as an empty cell")
	}
	return nil
}
