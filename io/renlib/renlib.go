// Package renlib reads and writes the libraries of RenLib, a program for renju: trees of millions of positions.
package renlib

import (
	"bytes"
	"strconv"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Format is a library of RenLib up to version 3.4. The layout is that of RenLib's own source, LibraryFile.cpp and RenLibDoc.cpp of
// gomoku/RenLib: a header of 20 bytes, then the moves, each before its continuations and these before its siblings, in two
// bytes: a point and flags. Texts follow in pairs of bytes, up to a zero.
//
// A library does not say by which rules it was made: without codec.Options.Spec it is renju. Transpositions are not written down: RenLib
// finds equal positions, as the studio does.
var Format = codec.Format{
	Name: name, Title: "RenLib library",
	Ext:    []string{".lib"},
	Sniff:  func(head []byte) bool { return bytes.HasPrefix(head, []byte(magic)) },
	Decode: Decode,
	Encode: Encode,
	Holds:  holds,
}

const (
	name       = "renlib"
	magic      = "\xffRenLib\xff"
	headerSize = 20
	// major and minor are the newest version that is read, and the one that is written.
	major, minor = 3, 4
	// side is the number of rows and columns.
	side = 15
	// centre is the first byte of files from before there was a header: all games began there.
	centre = 0x78
)

// The flags of a move.
const (
	hasSibling = 0x80 // another move follows the branch of this one
	isLeaf     = 0x40
	oldComment = 0x20 // of seven bits a character, the last with the eighth set
	isMarked   = 0x10
	hasComment = 0x08
	isStart    = 0x04
	isNoMove   = 0x02 // only the text on its point is meant
	isExtended = 0x01 // two bytes with more flags follow
	hasText    = 0x0100
	known      = hasText | 0xff
)

// What is kept of a library.
const (
	keptText   = "board text"
	keptStart  = "start"
	keptNoMove = "no move"
	keptFlags  = "flags"
)

// separator stands between the first line of a comment and the rest.
const separator = "\b"

// nordic are the letters that stand for characters of seven bits in old comments.
var nordic = map[byte]rune{'}': 'å', '{': 'ä', '|': 'ö', ']': 'Å', '[': 'Ä', '\\': 'Ö'}

// holds returns why libraries cannot be of the game r, nil when they can.
func holds(r rules.Rules) error {
	s := r.Spec()
	if rows, cols := s.Params["rows"], s.Params["cols"]; s.Game != "line" || rows != strconv.Itoa(side) || cols != rows || r.Players() != 2 || r.Board().Drops() || r.Board().Wraps != "" {
		return msg.Errorf("a library of RenLib is of a game of two players on a plane board of %d×%d", side, side)
	}
	return nil
}

// build returns the rules of a library.
func build(o codec.Options) (rules.Rules, error) {
	if o.Spec != nil {
		r, err := o.Build(*o.Spec)
		if err == nil {
			err = holds(r)
		}
		if err != nil {
			return nil, o.Errorf(0, "%v", err)
		}
		return r, nil
	}
	for _, g := range o.Games {
		for _, p := range g.Presets {
			if p.Name == "renju" {
				return g.Build(p.Name, nil)
			}
		}
	}
	return nil, o.Errorf(0, "unknown game %q", "renju")
}

// points has the cell of each point: of byte 16·(y-1)+x, x from 1 at the left and y from 1 at the top, where RenLib has row 15.
func points(r rules.Rules) (cells [256]rules.Cell, bytes map[rules.Cell]byte) {
	bytes = make(map[rules.Cell]byte, side*side)
	for i := range cells {
		cells[i] = rules.NoCell
	}
	for y := 1; y <= side; y++ {
		for x := 1; x <= side; x++ {
			p := byte(16*(y-1) + x)
			c := r.Board().Find(string(rune('a'+x-1)) + strconv.Itoa(side+1-y))
			cells[p], bytes[c] = c, p
		}
	}
	return cells, bytes
}

// label returns the place of the label on a cell among marks, -1 when there is none.
func label(marks []model.Mark, c rules.Cell) int {
	for i, m := range marks {
		if m.Kind == model.MarkLabel && m.Cell == c {
			return i
		}
	}
	return -1
}

// kept is what a library says of a move and a document has no place for.
type kept struct {
	text  string // on its point, where no label can hold it
	flags int    // isStart, isNoMove, and those that are not known
}

// keptOf returns what is kept of a move.
func keptOf(n *model.Node) (k kept) {
	for _, f := range n.Foreign() {
		what, values, ok := codec.Kept(f, name)
		switch {
		case !ok:
		case what == keptStart:
			k.flags |= isStart
		case what == keptNoMove:
			k.flags |= isNoMove
		case what == keptText && len(values) == 1:
			k.text = values[0]
		case what == keptFlags && len(values) == 1:
			if more, err := strconv.ParseUint(values[0], 16, 24); err == nil {
				k.flags |= int(more) &^ known
			}
		}
	}
	return k
}

// foreign returns it as a document keeps it.
func (k kept) foreign() (list []model.Foreign) {
	if k.text != "" {
		list = append(list, codec.Keep(name, keptText, k.text))
	}
	if k.flags&isStart != 0 {
		list = append(list, codec.Keep(name, keptStart))
	}
	if k.flags&isNoMove != 0 {
		list = append(list, codec.Keep(name, keptNoMove))
	}
	if more := k.flags &^ known; more != 0 {
		list = append(list, codec.Keep(name, keptFlags, strconv.FormatInt(int64(more), 16)))
	}
	return list
}

// labelled reports whether the label on the point of a move can be written as the text of the move.
func (k kept) labelled() bool { return k.text == "" && k.flags&isNoMove == 0 }
