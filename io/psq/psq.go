// Package psq reads and writes the game records of Piskvork, which Gomocup's tournaments have.
package psq

import (
	"bytes"
	"regexp"

	"boardstudio/io/codec"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Format is a record of Piskvork:
//
//	Piskvorky 20x20, 11:11, 0
//	10,10,456
//	11,12,4500
//	pbrain-one.exe
//	pbrain-two.zip
//	-1
//	1,Freestyle
//
// with the size of the board, the levels of the players, who begins, a line for each stone (column and row from the top left and the
// milliseconds that it took), who played, a code for how the game ended, and the result with the tournament. All behind the stones is missing in
// some files. It also reads the records of Gomotur (*.rec), which are the names and the stones on 20×20, counted from 0.
var Format = codec.Format{
	Name: "psq", Title: "Piskvork record",
	Ext:    []string{".psq"},
	Sniff:  func(head []byte) bool { return psqHead.Match(trim(head)) || recHead.Match(trim(head)) },
	Decode: Decode,
	Encode: Encode,
	Holds:  holds,
}

// name names the format in what is kept.
const name = "psq"

// What is kept of a file.
const (
	keptLevels = "levels"
	keptFirst  = "first" // whether the player named second begins
	keptCode   = "code"
	keptLine   = "line" // that is not understood
)

var (
	psqHead = regexp.MustCompile(`^Piskvorky\s+([0-9]{1,4})x([0-9]{1,4})\s*,\s*(-?[0-9]{1,9}):(-?[0-9]{1,9})\s*,\s*([01])\s*(\r?\n|$)`)
	recHead = regexp.MustCompile(`^[^\r\n\[({<]{0,260}[A-Za-z][^\r\n\[({<]{0,260}\r?\n[^\r\n\[({<]{0,260}[A-Za-z][^\r\n\[({<]{0,260}\r?\n[0-9]{1,2},[0-9]{1,2},[0-9]{1,9}\r?\n`)
	stone   = regexp.MustCompile(`^\s*(-?[0-9]{1,9})\s*,\s*(-?[0-9]{1,9})\s*(?:,\s*(-?[0-9]{1,12})\s*)?$`)
	ended   = regexp.MustCompile(`^([012]),(.*)$`)
	rule    = regexp.MustCompile(`^INFO rule ([0-9]{1,4})$`)
	number  = regexp.MustCompile(`^-?[0-9]{1,9}$`)
)

func trim(head []byte) []byte { return bytes.TrimPrefix(head, []byte("\ufeff")) }

// recSize is the side of Gomotur's board.
const recSize = 20

// The numbers that Gomocup gives to rules; 2 is for games that go on after a row.
const (
	ruleExact = 1
	ruleRenju = 4
	ruleCaro  = 8
)

// standard are the parameters of the games that are played so, beside the size and those that the rules name.
var standard = rules.Params{
	"k": "5", "players": "2", "drop": "off", "topology": "plane", "overline": "wins", "captures": "0", "breakable": "off",
	"doubleThree": "allowed", "adjacent": "off", "centreFirst": "off", "foul": "none", "misere": "off", "view": "whole",
}

// ruleOf returns the number of the rules, -1 when they have none.
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
