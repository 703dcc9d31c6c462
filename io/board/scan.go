package board

import (
	"strings"
	"unicode/utf8"

	"boardstudio/io/codec"
)

// item is a position of a file.
type item struct {
	from, to int // bytes
	line     int // of the cells
	cells    []int8
	row      int    // the cells of the first line
	side     int    // a seat counted from 1, none where it is missing
	rest     string // of the line, from its ; on
	comment  []string
}

// scanner reads the positions of a text.
type scanner struct {
	text string
	at   int
	line int // lines before at
	fits func(cells int) bool
	o    codec.Options
}

// row is a line of a file.
type row struct {
	words   []string
	cells   []int8 // what the words stand for, nil where they are something else
	rest    string // from the ; on
	comment string // behind the %
	end     int    // where the next line begins
}

// peek returns the next line; ok is false at the end.
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
	r.cells = signs(strings.Join(r.words, ""))
	return r, true
}

// take goes on behind the line r, which belongs to i.
func (s *scanner) take(i *item, r row) {
	if r.comment != "" {
		i.comment = append(i.comment, r.comment)
	}
	s.at, i.to = r.end, r.end
	s.line++
}

// next returns the next position, nil at the end.
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
			return nil, s.o.Errorf(s.line+1, "there is no position: %q", codec.Cut(strings.Join(r.words, " ")+r.rest))
		}
		if s.take(i, r); had == 0 {
			i.line, i.row = s.line, n
		}
		i.rest = r.rest
		switch last := r.words[len(r.words)-1]; {
		case had == 0 && len(r.words) == 2 && r.cells[0] != empty && utf8.RuneCountInString(r.words[0]) == 1 && s.fits(n-1):
			i.side = int(r.cells[0])
			r.cells = r.cells[1:]
			n--
		case n == 1 && s.fits(had), utf8.RuneCountInString(last) == 1 && s.fits(had+n-1):
			n--
			i.side = int(r.cells[n])
		case r.rest == "" && had+n <= mostCells:
			i.cells = append(i.cells, r.cells...)
			continue
		}
		i.cells = append(i.cells, r.cells[:n]...)
		return i, s.check(i)
	}
}

// whole reports whether a position needs no more rows.
func (s *scanner) whole(i *item) bool {
	n := len(i.cells)
	return s.fits(n) && (i.row > 16 || i.row == 7 || n >= i.row*i.row)
}

// check returns an error for a position with a number of cells that no board has, or no side to move.
func (s *scanner) check(i *item) error {
	if n := len(i.cells); !s.fits(n) {
		return s.o.Errorf(i.line, "the position has %d cells: no board has so many", n)
	}
	if i.side != none && free(int8(i.side)) {
		return s.o.Errorf(i.line, "the side to move is an empty cell")
	}
	return nil
}
