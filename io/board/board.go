// Package board reads and writes positions as rows of characters, and problems of Othello in OBF.
package board

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"boardstudio/io/codec"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Format is a file of positions, of which each stands on a line or in rows:
//
//	---------------------------OX------XO--------------------------- X
//
// X, x, *, @, B and ● are pieces of the first player, O, o, W and ○ those of the second, -, . and _ empty cells; 3, 4 and 6 are cells that renju
// forbids, for a double three, a double four and an overline. The side to move may stand before or behind the cells, or
// be missing where the pieces tell it. What stands behind a % is a comment.
//
// The number of cells tells the game: 42 are connect four, 16, 36, 64, … 256 are Othello, others need codec.Options.Spec. Where pieces fall,
// the rows may begin at the top or at the bottom: they must lie on something.
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

// OBF is a file of problems of Othello as the program Edax has them: a position, and what moves are worth in discs for their player.
//
//	--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; % from a game of 1988
//
// The moves are variations of the first position, in the order of the file.
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

// squares reports whether a position of the game is two kinds of pieces on squares, and nothing else.
func squares(r rules.Rules) bool {
	b := r.Board()
	_, held := r.Start().(rules.Holder)
	return !held && r.Players() == 2 && len(b.Rows) > 0 && len(b.Sides) == 0
}

// holds refuses games that are not known again by the number of cells.
func holds(r rules.Rules) error {
	b := r.Board()
	if n := len(b.Cells); !squares(r) || presets[n] == "" && r.Spec().Game != othello || presets[n] != "" && !b.Drops() {
		return msg.Errorf("a board of characters holds positions of Othello and connect four only")
	}
	return nil
}

func holdsOBF(r rules.Rules) error {
	if r.Spec().Game != othello {
		return msg.Errorf("OBF holds positions of Othello only")
	}
	return nil
}

// presets are the games that numbers of cells tell, but for Othello.
var presets = map[int]string{42: "connect4"}

// sizeOf returns the size of an Othello board with so many cells, 0 where there is none.
func sizeOf(cells int) int {
	for size := 4; size <= 16; size += 2 {
		if size*size == cells {
			return size
		}
	}
	return 0
}

// known reports whether a number of cells tells the game.
func known(cells int) bool { return presets[cells] != "" || sizeOf(cells) > 0 }

// square reports whether a large board has so many cells, of a game that a file does not name.
func square(cells int) bool {
	for size := 11; size <= 64; size++ {
		if size*size == cells {
			return true
		}
	}
	return false
}

// What lies in a cell, as seats counted from 1. More is an empty cell with that digit.
const (
	none   = -1 // no cell at all
	empty  = 0
	first  = 1
	second = 2
)

// free reports whether nothing lies in a cell.
func free(x int8) bool { return x == empty || x > second }

// sign returns what a character stands for.
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

// signs returns what the characters of a word stand for, nil where one of them stands for nothing.
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

// mostCells is the number of cells of the largest board.
const mostCells = 64 * 64

// sniff looks at the first position: it has pieces of both, or a side to move, and moves behind it or none.
func sniff(head []byte, moves bool) bool {
	head = bytes.TrimPrefix(head, []byte("\ufeff"))
	if len(head) > 16<<10 {
		head = head[:16<<10]
		for len(head) > 0 && !utf8.RuneStart(head[len(head)-1]) {
			head = head[:len(head)-1]
		}
		head = head[:max(len(head)-1, 0)] // a character that may be cut off
	}
	s := scanner{text: string(head), fits: func(cells int) bool { return known(cells) || square(cells) }}
	i, err := s.next()
	if err != nil || i == nil {
		return false
	}
	has := func(x int8) bool { return slices.Contains(i.cells, x) }
	return (has(first) && has(second) || i.side != none && known(len(i.cells))) && strings.HasPrefix(i.rest, ";") == moves
}
