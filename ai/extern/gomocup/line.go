// Package gomocup implements the protocol of the Gomocup tournaments for five in a row, both as a
// client and as a server.
package gomocup

import (
	"strconv"
	"strings"

	"boardstudio/rules"
)

// Bits of INFO rule.
const (
	exactFive  = 1
	continuous = 2 // several games in a row on one board: not supported
	renju      = 4
	caro       = 8 // a row that is closed at both ends does not win: not supported
)

// number parses an unsigned number of at most nine digits.
func number(text string) (int, bool) {
	if text == "" || len(text) > 9 {
		return 0, false
	}
	for _, c := range text {
		if c < '0' || c > '9' {
			return 0, false
		}
	}
	n, err := strconv.Atoi(text)
	return n, err == nil
}

// numbers parses exactly n numbers separated by commas.
func numbers(text string, n int) ([]int, bool) {
	parts := strings.Split(text, ",")
	if len(parts) != n {
		return nil, false
	}
	list := make([]int, n)
	for i, part := range parts {
		var ok bool
		if list[i], ok = number(strings.TrimSpace(part)); !ok {
			return nil, false
		}
	}
	return list, true
}

// cell returns the cell in a column and row, both counted from 0.
func cell(r rules.Rules, x, y int) (rules.Cell, bool) {
	width, height := size(r)
	if x < 0 || x >= width || y < 0 || y >= height {
		return rules.NoCell, false
	}
	return rules.Cell(y*width + x), true
}

// point returns the text of a cell: "column,row".
func point(r rules.Rules, c rules.Cell) string {
	at := r.Board().Cells[c]
	return strconv.Itoa(at.Col) + "," + strconv.Itoa(at.Row)
}

// size returns the number of columns and rows of the board.
func size(r rules.Rules) (width, height int) {
	p := r.Spec().Params
	return p.Int("cols"), p.Int("rows")
}

// split splits a line into its command, in upper case, and the rest.
func split(text string) (command, rest string) {
	command, rest, _ = strings.Cut(strings.TrimSpace(text), " ")
	return strings.ToUpper(command), strings.TrimSpace(rest)
}
