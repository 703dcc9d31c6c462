// Package ggf reads and writes Othello games in the Generic Game Format of the game server GGS.
package ggf

import (
	"bytes"
	"regexp"
	"strings"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Format is a file of games such as
//
//	1 (;GM[Othello]PC[GGS/os]DT[2003.12.15]PB[Ada]PW[Bo]TI[05:00//02:00]TY[8]RE[+2.000]BO[8 -------- … *]B[d3//0.01]W[c5/2.39/20.5];)
//
// as https://www.skatgame.net/mburo/ggsa/ggf describes it. The number in front says how many games belong together: the two of a synchro
// match stand on one line. A move can have an evaluation in discs, for the player of the move, and the seconds used.
//
// C[…] is a comment on the move before it, which is private use, and so is \ before a ] or a \ that belongs to a text. What else is not
// known, as the bids in games with a komi, is kept.
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

// sniffed matches the beginning of a file. A game in SGF has a number for GM.
var sniffed = regexp.MustCompile(`^\s*([0-9]+\s*)?\(;\s*GM\[\s*[A-Za-z]`)

// The game, and its parameters.
const (
	game      = "othello"
	paramSize = "size"
	paramGoal = "goal"
	fewest    = "fewest"
)

func holds(r rules.Rules) error {
	if r.Spec().Game != game {
		return msg.Errorf("GGF holds games of Othello only")
	}
	return nil
}

// The properties with a meaning of their own.
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

// tags are the properties that a document has, in the order in which they are written, with their keys in model.Document.Info.
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

// keyTime is the key of a time control that model.InfoClock cannot say, and keyType that of a match type which says more than the size of the
// board and the goal.
const (
	keyTime = "time"
	keyType = "match type"
)

// unknown are the values that say nothing.
func unknown(value string) bool { return value == "" || value == "?" }

// anti matches match types in which the fewest discs win: 8a, s8ar20.
var anti = regexp.MustCompile(`^\s*[sS]?[0-9]+[aA]`)

// typeOf returns the match type of the rules, where nothing else is to be said.
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
