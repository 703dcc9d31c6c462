// Package psq reads and writes game records of Piskvork, the format of Gomocup tournaments.
package psq

import (
	"bytes"
	"regexp"

	"boardstudio/io/codec"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Format is the format of Piskvork records:
//
//	Piskvorky 20x20, 11:11, 0
//	10,10,456
//	11,12,4500
//	pbrain-one.exe
//	pbrain-two.zip
//	-1
//	1,Freestyle
//
// The first line has the size of the board, the levels of the players, and the player who begins.
// Each stone has a line with its column and row, counted from the top left, and the time used in
// milliseconds. The players, a code for the kind of ending, and the result with the tournament
// follow. Some files end after the stones.
//
// Decode also reads records of Gomotur (*.rec). They consist of the names and the stones, on a
// board of 20×20, counted from 0.
var Format = codec.Format{
	Name: "psq", Title: "Piskvork record",
	Ext:    []string{".psq"},
	Sniff:  func(head []byte) bool { return psqHead.Match(trim(head)) || recHead.Match(trim(head)) },
	Decode: Decode,
	Encode: Encode,
	Holds:  holds,
}

// name is the name of the format in stored properties.
const name = "psq"

// Keys of stored properties of a file.
const (
	keptLevels = "levels"
	keptFirst  = "first" // set if the player named second begins
	keptCode   = "code"
	keptLine   = "line" // a line that was not understood
)

var (
	psqHead = regexp.MustCompile(`^Piskvorky\s+([0-9]{1,4})x([0-9]{1,4})\s*,\s*(-?[0-9]{1,9}):(-?[0-9]{1,9})\s*,\s*([01])\s*(\r?\n|$)`)
	recHead = regexp.MustCompile(`^[^\r\n\[({<]{0,260}[A-Za-z][^\r\n\[({<]{0,260}\r?\n[^\r\n\[({<]{0,260}[A-Za-z][^\r\n\[({<]{0,260}\r?\n[0-9]{1,2},[0-9]{1,2},[0-9]{1,9}\r?\n`)
	ended   = regexp.MustCompile(`^([012]),(.*)$`)
	rule    = regexp.MustCompile(`^INFO rule ([0-9]{1,4})$`)
	// twoNumbers matches the beginning of a stone's line.
	twoNumbers = regexp.MustCompile(`^-?[0-9]+\s*,\s*-?[0-9]+`)
	number     = regexp.MustCompile(`^-?[0-9]{1,9}$`)
)

func trim(head []byte) []byte { return bytes.TrimPrefix(head, []byte("\ufeff")) }

// recSize is the number of rows and columns of Gomotur's board.
const recSize = 20

// The numbers of Gomocup's rules, as bits. Bit 2 is for games that continue after a row of five.
const (
	ruleExact = 1
	ruleRenju = 4
	ruleCaro  = 8
)

// standard are the parameters of the supported games, except the size and the parameters given by
// the rules.
var standard = rules.Params{
	"k": "5", "players": "2", "drop": "off", "topology": "plane", "overline": "wins", "captures": "0", "breakable": "off",
	"doubleThree": "allowed", "adjacent": "off", "centreFirst": "off", "foul": "none", "misere": "off", "view": "whole",
}

// ruleOf returns Gomocup's number for the rules, or -1.
func ruleOf(r rules.Rules) int {
	spec := r.Spec()
	if spec.Game != "line" {
		return -1
	}
	number := 0
	for param, value := range spec.Params {
		switch {
		case param == "rows", param == "cols", value == standard[param]:
		case param == "overline" && value == "ignored":
			number |= ruleExact
		case param == "foul" && value == "renju":
			number |= ruleRenju
		case param == "centreFirst":
		default:
			return -1
		}
	}
	if number != ruleRenju && spec.Params["centreFirst"] != "off" || number == ruleExact|ruleRenju {
		return -1
	}
	return number
}

func holds(r rules.Rules) error {
	if ruleOf(r) < 0 {
		return msg.Errorf("the format is for gomoku and renju on plane boards")
	}
	return nil
}
