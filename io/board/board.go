// Package board reads and writes positions as rows of characters, and Othello problems in OBF.
package board

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"boardstudio/io/codec"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Format is the format of files with positions, each on one line or in rows:
//
//	---------------------------OX------XO--------------------------- X
//
// X, x, *, @, B and ● are pieces of the first player; O, o, W and ○ are pieces of the second
// player; -, . and _ are empty cells. 3, 4 and 6 are cells that are forbidden in renju, by a double
// three, a double four and an overline. The side to move is before or after the cells. It may be
// missing if the pieces determine it. Text after a % is a comment.
//
// The number of cells determines the game: 42 cells are connect four, and 16, 36, 64, … 256 cells
// are Othello. Other sizes require codec.Options.Spec. In games with falling pieces, the rows may
// begin at the top or at the bottom; no piece may float.
var Format = codec.Format{
	Name: "board", Title: "Positions as rows of characters",
	Ext:    []string{".board", ".txt"},
	Sniff:  func(head []byte) bool { return sniff(head, false) },
	Decode: Decode,
	Games:  Games,
	Encode: Encode,
	Join:   codec.Concat(Encode, ""),
	Holds:  holds,
}

// OBF is the format for Othello problems of the program Edax: a position, and the values of moves
// in discs for the player who makes them.
//
//	--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; % from a game of 1988
//
// The moves become variations of the first position, in the order of the file.
var OBF = codec.Format{
	Name: obf, Title: "OBF problems of Othello",
	Ext:    []string{".obf"},
	Sniff:  func(head []byte) bool { return sniff(head, true) },
	Decode: Decode,
	Games:  Games,
	Encode: EncodeOBF,
	Join:   codec.Concat(EncodeOBF, ""),
	Holds:  holdsOBF,
}

const (
	obf     = "obf"
	othello = "othello"
)

// squares reports whether positions of the game consist only of two players' pieces on cells.
func squares(r rules.Rules) bool {
	b := r.Board()
	_, held := r.Start().(rules.Holder)
	return !held && r.Players() == 2 && len(b.Rows) > 0 && len(b.Sides) == 0
}

// holds returns an error unless the number of cells identifies the game.
func holds(r rules.Rules) error {
	b := r.Board()
	if n := len(b.Cells); !squares(r) || presets[n] == "" && r.Spec().Game != othello || presets[n] != "" && !b.Drops() {
		return msg.Errorf("a board of characters supports only positions of Othello and connect four")
	}
	return nil
}

func holdsOBF(r rules.Rules) error {
	if r.Spec().Game != othello {
		return msg.Errorf("OBF supports only positions of Othello")
	}
	return nil
}

// presets are the games identified by their number of cells, except Othello.
var presets = map[int]string{42: "connect4"}

// sizeOf returns the size of an Othello board with the given number of cells, or 0.
func sizeOf(cells int) int {
	for size := 4; size <= 16; size += 2 {
		if size*size == cells {
			return size
		}
	}
	return 0
}

// known reports whether a number of cells identifies the game.
func known(cells int) bool { return presets[cells] != "" || sizeOf(cells) > 0 }

// square reports whether a number of cells belongs to a large square board, whose game the file
// does not name.
func square(cells int) bool {
	for size := 11; size <= 64; size++ {
		if size*size == cells {
			return true
		}
	}
	return false
}

// The content of a cell, as a seat counted from 1. Larger values are digits on empty cells.
const (
	none   = -1 // not a cell
	empty  = 0
	first  = 1
	second = 2
)

// free reports whether a cell is empty.
func free(x int8) bool { return x == empty || x > second }

// sign returns the content that a character represents, or none if it is invalid.
func sign(r rune) int {
	switch r {
	case '-', '.', '_':
		return empty
	case 'X', 'x', '*', '@', 'B', 'b', '●':
		return first
	case 'O', 'o', 'W', 'w', '○':
		return second
	case '3', '4', '6':
		return int(r - '0')
	}
	return none
}

// signs returns the contents that the characters of a word represent. It returns nil if any
// character is invalid.
func signs(word string) []int8 {
	list := make([]int8, 0, len(word))
	for _, r := range word {
		x := sign(r)
		if x == none {
			return nil
		}
		list = append(list, int8(x))
	}
	return list
}

// maxCells is the number of cells of the largest board.
const maxCells = 64 * 64

// sniff checks the first position. It must have pieces of both players or a side to move. moves
// says whether moves must follow it.
func sniff(head []byte, moves bool) bool {
	head = bytes.TrimPrefix(head, []byte("\ufeff"))
	if len(head) > 16<<10 {
		head = head[:16<<10]
		for len(head) > 0 && !utf8.RuneStart(head[len(head)-1]) {
			head = head[:len(head)-1]
		}
		head = head[:max(len(head)-1, 0)] // the last character may be incomplete
	}
	s := scanner{text: string(head), fits: func(cells int) bool { return known(cells) || square(cells) }}
	i, err := s.next()
	if err != nil || i == nil {
		return false
	}
	has := func(x int8) bool { return slices.Contains(i.cells, x) }
	return (has(first) && has(second) || i.side != none && known(len(i.cells))) && strings.HasPrefix(i.rest, ";") == moves
}
