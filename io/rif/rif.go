// Package rif reads the database of renju games published by RenjuNet.
package rif

import (
	"regexp"

	"boardstudio/io/codec"
)

// Format is the format of RenjuNet files (renjunet_v10_20250101.rif). It is XML with tables of
// rules, openings, players, tournaments and so on. Each row has a number. Games refer to these
// numbers:
//
//	<database>
//	<rules><rule id="25" name="Soosyrv-8"/></rules>
//	<players><player id="7" name="Ada" surname="Lovelace" country="1" city="3"/></players>
//	<tournaments><tournament id="3" name="Club evening" start="2020-05-01" end="2020-05-02"/></tournaments>
//	<games>
//	<game id="1" tournament="3" round="8" rule="25" black="7" white="9" bresult="0.5" btime="8" wtime="12"
//	  opening="19" alt="51" swap="R--R-">
//	<move>h8 h9 i8 g8</move>
//	<info>A remark</info>
//	</game>
//	</games>
//	</database>
//
// The format has not been documented; its content is known from programs that read it. Tables
// precede the games.
var Format = codec.Format{
	Name: name, Title: "RenjuNet database",
	Ext:    []string{".rif"},
	Sniff:  func(head []byte) bool { return sniffed.Match(head) },
	Decode: Decode,
	Games:  Games,
}

// name is the name of the format in stored properties.
const name = "rif"

// sniffed matches the beginning of a file: a table with its first row, possibly inside a database
// element.
var sniffed = regexp.MustCompile(`^(?:\x{feff})?\s*(?:<[?!][^>]*>\s*)*(?:<database\b[^>]*>\s*(?:<!--[^>]*-->\s*)*)?<(?:countries|cities|months|rules|openings|players|tournaments|games)\b[^>]*>\s*<(?:country|city|month|rule|opening|player|tournament|game)\s[^>]*\bid\s*=`)

// The attributes of a game with a special meaning.
const (
	attrBlack, attrWhite, attrTournament, attrRule, attrOpening = "black", "white", "tournament", "rule", "opening"

	attrResult = "bresult"
)

// tables maps an attribute to the name of its table, if the names differ.
var tables = map[string]string{attrBlack: "player", attrWhite: "player", "publisher": "player"}

// results maps the points of Black to results.
var results = map[string]string{"1": "1-0", "0": "0-1", "0.5": "1/2-1/2"}

// tags are the attributes that are stored in model.Document.Info, with their keys.
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
