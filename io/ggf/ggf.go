// Package ggf reads and writes Othello games in the Generic Game Format of the game server GGS.
package ggf

import (
	"bytes"
	"regexp"
	"strings"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Format is the format of files with games such as
//
//	1 (;GM[Othello]PC[GGS/os]DT[2003.12.15]PB[Ada]PW[Bo]TI[05:00//02:00]TY[8]RE[+2.000]
//	BO[8 -------- … *]B[d3//0.01]W[c5/2.39/20.5];)
//
// as described in https://www.skatgame.net/mburo/ggsa/ggf. The number at the start is the number of
// games on the line: a synchro match has two. A move may have an evaluation in discs, for the
// player who makes it, and the time used in seconds.
//
// C[…] is a comment on the preceding move. This is an extension, as is \ before a ] or \ inside a
// text. Unknown properties, such as the bids in games with a komi, are preserved.
var Format = codec.Format{
	Name: name, Title: "GGF games of Othello",
	Ext:    []string{".ggf"},
	Sniff:  func(head []byte) bool { return sniffed.Match(bytes.TrimPrefix(head, []byte("\ufeff"))) },
	Decode: Decode,
	Games:  Games,
	Encode: Encode,
	Join:   Join,
	Holds:  holds,
}

const name = "ggf"

// sniffed matches the beginning of a file. SGF games have a number as the value of GM.
var sniffed = regexp.MustCompile(`^\s*([0-9]+\s*)?\(;\s*GM\[\s*[A-Za-z]`)

// The game and its parameters.
const (
	game      = "othello"
	paramSize = "size"
	paramGoal = "goal"
	fewest    = "fewest"
)

func holds(r rules.Rules) error {
	if r.Spec().Game != game {
		return msg.Errorf("GGF supports only games of Othello")
	}
	return nil
}

// The properties with a special meaning.
const (
	propGame    = "GM"
	propBlack   = "PB"
	propWhite   = "PW"
	propDate    = "DT"
	propResult  = "RE"
	propTime    = "TI"
	propType    = "TY"
	propBoard   = "BO"
	propComment = "C"
	propMove0   = "B"
	propMove1   = "W"
)

// tags are the properties of a document, in the order used for writing, with their keys in
// model.Document.Info.
var tags = []tag{
	{"PC", model.InfoPlace},
	{propDate, model.InfoDate},
	{propBlack, ""},
	{propWhite, ""},
	{"RB", "rating of Black"},
	{"RW", "rating of White"},
	{propTime, keyTime},
	{"TB", "time of Black"},
	{"TW", "time of White"},
	{propType, keyType},
	{"KM", "komi"},
	{propResult, model.InfoResult},
}

type tag struct{ prop, key string }

// keyTime is the key of a time control that model.InfoClock cannot express. keyType is the key of a
// match type with more information than the board size and the goal.
const (
	keyTime = "time"
	keyType = "match type"
)

// unknown reports whether a value is empty or unknown.
func unknown(value string) bool { return value == "" || value == "?" }

// anti matches match types of games that the player with fewer discs wins: 8a, s8ar20.
var anti = regexp.MustCompile(`^\s*[sS]?[0-9]+[aA]`)

// typeOf returns the match type for rules without further settings.
func typeOf(p rules.Params) string {
	if p[paramGoal] == fewest {
		return p[paramSize] + "a"
	}
	return p[paramSize]
}

var (
	unescape = strings.NewReplacer(`\\`, `\`, `\]`, `]`)
	escape   = strings.NewReplacer(`\`, `\\`, `]`, `\]`)
)
