// Package sgf reads and writes the Smart Game Format.
//
// It reads FF[4] as described at https://www.red-bean.com/sgf/, and older files, whose property
// names contain lower-case letters. Othello (GM[2]), gomoku and its relatives (GM[4]) and Hex
// (GM[11]) are written as other programs do. Other games, and data without a property in the
// format, use our own properties, which begin with X; see docs/formats.md.
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
// A node without a move and set-up is joined with the node before it, or at the start of a
// variation with the next node. Its annotations belong to a position that already exists.
var Format = codec.Format{
	Name: "sgf", Title: "Smart Game Format",
	Ext:    []string{".sgf", ".sof"},
	Sniff:  sniff,
	Decode: Decode,
	Games:  Games,
	Encode: Encode,
	Join:   codec.Concat(Encode, "\n"),
}

// name is the name of the format in foreign data.
const name = "sgf"

// Our own properties.
const (
	ownGame   = "XG" // game family
	ownParam  = "XP" // name:value
	ownMove   = "XM" // move in the game's own notation
	ownBoard  = "XB" // set-up position in the game's own notation
	ownInfo   = "XI" // key:value, information about the game
	ownPlayer = "XS" // seat:what:value
	ownTime   = "XT" // seconds used for the move
	ownColor  = "XC" // colour of the node in drawings of the tree
	ownEval   = "XE" // see evals.go
	ownAdvice = "XA" // see evals.go
	ownGlyphs = "XJ" // all annotation symbols, if the standard's properties cannot express them
)

// infoProps are the properties about the game, in the order of writing, with their keys in
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

// infoKeys maps properties to keys.
var infoKeys = func() map[string]string {
	m := map[string]string{}
	for _, p := range infoProps {
		m[p.prop] = p.key
	}
	return m
}()

// foreignOfGame are the properties of the whole game that are stored unchanged.
var foreignOfGame = map[string]bool{"AP": true, "ST": true, "KM": true, "HA": true}

// marks are the properties for marks, in the order of reading and writing.
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

// glyphs are the properties and values for annotation symbols.
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

// Patterns for the beginning of a game tree: at the start of the file, without the semicolon, and
// after other text.
var (
	beginning = regexp.MustCompile(`^\(\s*;\s*` + propName + `\s*\[`)
	bare      = regexp.MustCompile(`^\(\s*` + propName + `\s*\[`)
	below     = regexp.MustCompile(`(?m)^\s*\(\s*;\s*` + propName + `\s*\[`)
	// rootProp matches properties that occur only at the beginning of a game. foreignGame matches
	// the name of a game, which another format stores in the same property.
	rootProp    = regexp.MustCompile(`[;(\])\s](FF|GM|SZ|ff|gm|sz|FileFormat|GaMe|SiZe)\s*\[`)
	foreignGame = regexp.MustCompile(`GM\s*\[\s*[^\]\s0-9]`)
)

// propName matches the name of a property.
const propName = `(?:[A-Za-z]*[A-Z][A-Za-z0-9]*|[a-z]{1,2})`

// sniff reports whether head contains the beginning of a game tree. If it follows other text, or is
// malformed, it must name its game.
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
