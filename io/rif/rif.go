// Package rif reads the database of games of renju that RenjuNet publishes.
package rif

import (
	"regexp"

	"boardstudio/io/codec"
)

// Format is a file of RenjuNet (renjunet_v10_20250101.rif), which is XML: tables of rules, openings, players, tournaments and so on, in which each row has
// a number, and games that refer to them:
//
//	<database>
//	<rules><rule id="25" name="Soosyrv-8"/></rules>
//	<players><player id="7" name="Ada" surname="Lovelace" country="1" city="3"/></players>
//	<tournaments><tournament id="3" name="Club evening" start="2020-05-01" end="2020-05-02"/></tournaments>
//	<games>
//	<game id="1" tournament="3" round="8" rule="25" black="7" white="9" bresult="0.5" btime="8" wtime="12" opening="19" alt="51" swap="R--R-">
//	<move>h8 h9 i8 g8</move>
//	<info>A remark</info>
//	</game>
//	</games>
//	</database>
//
// Nobody has described the format; programs that read it show what it holds. Tables stand before the games.
var Format = codec.Format{
	Name: name, Title: "RenjuNet database",
	Ext:    []string{".rif"},
	Sniff:  func(head []byte) bool { return sniffed.Match(head) },
	Decode: Decode,
	Games:  Games,
}

// name names the format in what is kept.
const name = "rif"

// sniffed matches the beginning: a table and its first row, in the first element or being that.
var sniffed = regexp.MustCompile(`^(?:\x{feff})?\s*(?:<[?!][^>]*>\s*)*(?:<database\b[^>]*>\s*(?:<!--[^>]*-->\s*)*)?<(?:countries|cities|months|rules|openings|players|tournaments|games)\b[^>]*>\s*<(?:country|city|month|rule|opening|player|tournament|game)\s[^>]*\bid\s*=`)

// The attributes of a game with a meaning of their own.
const (
	attrBlack, attrWhite, attrTournament, attrRule, attrOpening = "black", "white", "tournament", "rule", "opening"

	attrResult = "bresult"
)

// tables tells which table an attribute refers to, where it does not have its name.
var tables = map[string]string{attrBlack: "player", attrWhite: "player", "publisher": "player"}

// results are the results by the points of Black.
var results = map[string]string{"1": "1-0", "0": "0-1", "0.5": "1/2-1/2"}

// tags are the attributes that become information about the game, and its keys.
var tags = []struct{ attr, key string }{
	{attrRule, "rules"},
	{attrOpening, "opening"},
	{"publisher", "entered by"},
	{"alt", "alternatives"},
	{"swap", "swaps"},
	{"btime", "minutes of Black"},
	{"wtime", "minutes of White"},
	{"rated", "rated"},
	{"id", "number at RenjuNet"},
}
