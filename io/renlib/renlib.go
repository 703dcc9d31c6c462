// Package renlib reads and writes the libraries of RenLib, a program for renju. They contain trees
// of millions of positions.
package renlib

import (
	"bytes"
	"strconv"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Format is a library of RenLib up to version 3.4. The layout is taken from RenLib's source,
// LibraryFile.cpp and RenLibDoc.cpp of gomoku/RenLib. After a header of 20 bytes come the moves,
// each followed by its continuations and then its siblings. A move has two bytes: a point and
// flags. Texts follow in pairs of bytes, up to a zero.
//
// A library does not name its rules: without codec.Options.Spec it is read as renju. It does not
// store transpositions, since RenLib finds equal positions, as Studio does.
var Format = codec.Format{
	Name: name, Title: "RenLib library",
	Ext:    []string{".lib"},
	Sniff:  func(head []byte) bool { return bytes.HasPrefix(head, []byte(magic)) },
	Decode: Decode,
	Encode: Encode,
	Holds:  unsupported,
}

const (
	name       = "renlib"
	magic      = "\xffRenLib\xff"
	headerSize = 20
	// major and minor are the newest version that can be read, and the version that is written.
	major, minor = 3, 4
	// side is the number of rows and columns.
	side = 15
	// centre is the first byte of old files without a header, in which all games begin in the
	// centre.
	centre = 0x78
)

// Flags of a move.
const (
	hasSibling = 0x80 // another move follows the branch of this move
	isLeaf     = 0x40
	oldComment = 0x20 // seven bits per character; the last one has the eighth bit set
	isMarked   = 0x10
	hasComment = 0x08
	isStart    = 0x04
	isNoMove   = 0x02 // only the text on its point matters
	isExtended = 0x01 // two bytes with more flags follow
	hasText    = 0x0100
	known      = hasText | 0xff
)

// Names of foreign data from a library.
const (
	keptText   = "board text"
	keptStart  = "start"
	keptNoMove = "no move"
	keptFlags  = "flags"
)

// separator separates the first line of a comment from the rest.
const separator = "\b"

// nordic maps seven-bit characters in old comments to letters.
var nordic = map[byte]rune{'}': 'å', '{': 'ä', '|': 'ö', ']': 'Å', '[': 'Ä', '\\': 'Ö'}

// unsupported returns an error if a library cannot contain the game r.
func unsupported(r rules.Rules) error {
	s := r.Spec()
	if rows, cols := s.Params["rows"], s.Params["cols"]; s.Game != "line" || rows != strconv.Itoa(side) || cols != rows || r.Players() != 2 || r.Board().Drops() || r.Board().Wraps != "" {
		return msg.Errorf("RenLib supports only games of two players on a flat board of %d×%d", side, side)
	}
	return nil
}

// build returns the rules of a library.
func build(o codec.Options) (rules.Rules, error) {
	if o.Spec != nil {
		r, err := o.Games.FromSpec(*o.Spec)
		if err == nil {
			err = unsupported(r)
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

// points returns the cell of each point and its inverse. A point is the byte 16·(y-1)+x. x counts
// from 1 at the left, y from 1 at the top, which is row 15 in RenLib.
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

// label returns the index of the label on a cell among marks, or -1 if there is none.
func label(marks []model.Mark, c rules.Cell) int {
	for i, m := range marks {
		if m.Kind == model.MarkLabel && m.Cell == c {
			return i
		}
	}
	return -1
}

// foreignData is the data of a move that a document can only store as foreign.
type foreignData struct {
	text  string // text on its point that cannot be a label
	flags int    // isStart, isNoMove and unknown flags
}

// foreignOf returns the foreign data of a move.
func foreignOf(n *model.Node) (k foreignData) {
	for _, f := range n.Foreign() {
		what, values, ok := codec.ParseForeign(f, name)
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

// foreign returns k as foreign data of a document.
func (k foreignData) foreign() (list []model.Foreign) {
	if k.text != "" {
		list = append(list, codec.NewForeign(name, keptText, k.text))
	}
	if k.flags&isStart != 0 {
		list = append(list, codec.NewForeign(name, keptStart))
	}
	if k.flags&isNoMove != 0 {
		list = append(list, codec.NewForeign(name, keptNoMove))
	}
	if more := k.flags &^ known; more != 0 {
		list = append(list, codec.NewForeign(name, keptFlags, strconv.FormatInt(int64(more), 16)))
	}
	return list
}

// labelled reports whether the label on a move's point can be written as the text of the move.
func (k foreignData) labelled() bool { return k.text == "" && k.flags&isNoMove == 0 }
