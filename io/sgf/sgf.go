// Package sgf reads and writes the Smart Game Format.
//
// What is read of it is FF[4] as https://www.red-bean.com/sgf/ describes it, and older files, whose names of properties have small
// letters in them. Othello (GM[2]), gomoku and its kin (GM[4]) and Hex (GM[11]) are written as other programs do; all other games, and
// what the format has no property for, by properties of our own, which begin with X. docs/formats.md tells them.
package sgf

import (
	"bytes"
	"regexp"

	"boardstudio/io/codec"
	"boardstudio/model"
)

// Format is the Smart Game Format.
//
//	(;FF[4]GM[4]CA[UTF-8]SZ[15]RU[renju]PB[Ada]PW[Bo];B[hh];W[ig](;B[ii];W[gh])(;B[gg]C[Too close.]))
//
// A node without a move that sets up nothing is joined with the one before it, or behind it where it begins a variation: what it says is
// said about a position that is there already.
var Format = codec.Format{
	Name: "sgf", Title: "Smart Game Format",
	Ext:    []string{".sgf", ".sof"},
	Sniff:  sniff,
	Decode: Decode,
	Games:  Games,
	Encode: Encode,
	Join:   codec.Concat(Encode, "\n"),
}

// name names the format in what is kept.
const name = "sgf"

// Properties of our own.
const (
	ownGame   = "XG" // the family of games
	ownParam  = "XP" // name:value
	ownMove   = "XM" // a move in the notation of the game
	ownBoard  = "XB" // a position that is set up, as the game writes it
	ownInfo   = "XI" // key:value, of what is said about the game
	ownPlayer = "XS" // seat:what:value
	ownTime   = "XT" // seconds used for the move
	ownColor  = "XC" // of the node in drawings of the tree
	ownEval   = "XE" // see evals.go
	ownAdvice = "XA" // the same
	ownGlyphs = "XJ" // all annotation symbols, where the standard's properties do not tell all
)

// infoProps are the properties that tell something about the game, in the order of writing, and the keys that it has in
// model.Document.Info.
var infoProps = []struct{ prop, key string }{
	{"GN", model.InfoTitle},
	{"EV", model.InfoEvent},
	{"RO", model.InfoRound},
	{"DT", model.InfoDate},
	{"PC", model.InfoPlace},
	{"RE", model.InfoResult},
	{"AN", model.InfoAnnotator},
	{"BR", "black rank"},
	{"WR", "white rank"},
	{"BT", "black team"},
	{"WT", "white team"},
	{"RU", infoRules},
	{"TM", model.InfoClock},
	{"OT", "overtime"},
	{"ON", "opening"},
	{"GC", "about the game"},
	{"SO", "source"},
	{"US", "entered by"},
	{"CP", "copyright"},
}

const infoRules = "rules"

// infoKeys tells the key for a property.
var infoKeys = func() map[string]string {
	m := map[string]string{}
	for _, p := range infoProps {
		m[p.prop] = p.key
	}
	return m
}()

// keptOfGame are the properties of the whole game that are kept as they are.
var keptOfGame = map[string]bool{"AP": true, "ST": true, "KM": true, "HA": true}

// marks are the properties for marks and what they stand for, in the order of reading and writing.
var marks = []struct {
	prop string
	kind model.MarkKind
}{
	{"CR", model.MarkCircle},
	{"MA", model.MarkCross},
	{"SQ", model.MarkSquare},
	{"TR", model.MarkTriangle},
	{"LB", model.MarkLabel},
}

// symbol is a property for an annotation symbol.
type symbol struct {
	prop, value string
	glyph       model.Glyph
}

// glyphs are the properties for annotation symbols with their value, and what they stand for.
var glyphs = []symbol{
	{"TE", "2", model.GlyphVeryGood},
	{"TE", "1", model.GlyphGood},
	{"IT", "", model.GlyphInteresting},
	{"DO", "", model.GlyphDoubtful},
	{"BM", "1", model.GlyphBad},
	{"BM", "2", model.GlyphVeryBad},
	{"GB", "1", model.Better(0, 1)},
	{"GB", "2", model.Better(0, 2)},
	{"GW", "1", model.Better(1, 1)},
	{"GW", "2", model.Better(1, 2)},
	{"DM", "1", model.GlyphEven},
	{"UC", "1", model.GlyphUnclear},
}

// The beginnings of a game tree: at once, without the semicolon, and below other text.
var (
	beginning = regexp.MustCompile(`^\(\s*;\s*[A-Za-z]*[A-Z][A-Za-z0-9]*\s*\[`)
	bare      = regexp.MustCompile(`^\(\s*[A-Za-z]*[A-Z][A-Za-z0-9]*\s*\[`)
	below     = regexp.MustCompile(`(?m)^\s*\(\s*;\s*[A-Za-z]*[A-Z][A-Za-z0-9]*\s*\[`)
	// rootProp matches what only stands at the beginning of a game, and foreignGame what another format has there: a name of the game.
	rootProp    = regexp.MustCompile(`[;(\])\s](FF|GM|SZ|FileFormat|GaMe|SiZe)\s*\[`)
	foreignGame = regexp.MustCompile(`GM\s*\[\s*[^\]\s0-9]`)
)

// sniff reports whether a game tree begins in head. If it begins below other text, or wrongly, it must say which game it is.
func sniff(head []byte) bool {
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		head, _ = utf8Text(head[:len(head)&^1], codec.Options{})
	}
	head = bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\ufeff")))
	sure := beginning.Match(head)
	if !sure && !bare.Match(head) {
		i := below.FindIndex(head)
		if i == nil {
			return false
		}
		head = head[i[0]:]
	}
	head = head[:min(len(head), 2048)]
	return !foreignGame.Match(head) && (sure || rootProp.Match(head))
}
