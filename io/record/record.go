// Package record reads and writes plain move records: transcripts, and the PGN-like texts of
// Pente.org.
package record

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
)

// Format is a list of moves, optionally preceded by tags:
//
//	[Variant "line"]
//	[Param.rows "15"]
//	[Event "Club evening"]
//	[Player 1 Name "Ada"]
//
//	1. h8 i9 2. j8 {a comment} h9
//
// The moves may be written without spaces as in an Othello transcript, "f5d6c3". Tags can name a
// preset instead of a family. A record that does not name its game is read as the game of
// codec.Options.Spec. Without one, it is read as Othello if its moves are legal there. A text that
// does not name its game and has fewer moves than other words is not a record.
//
// The format stores tags, moves with variations, comments and annotation symbols. Everything else
// is lost.
var Format = codec.Format{
	Name: "record", Title: "Move record",
	Ext:    []string{".txt", ".pgn", ".rec"},
	Sniff:  sniff,
	Decode: Decode,
	Games:  Games,
	Encode: Encode,
	Join:   codec.Concat(Encode, "\n"),
}

var (
	sniffTag  = regexp.MustCompile(`^\[\s*[A-Za-z][^"\]\n]*"[^\n]*"\s*\]`)
	sniffMove = regexp.MustCompile(`^([0-9]+\.\s*)?[A-Za-z]{1,2}[0-9]{1,2}([^0-9]|$)`)
)

func sniff(head []byte) bool {
	head = bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\ufeff")))
	return sniffTag.Match(head) || sniffMove.Match(head)
}

// Tags with a special meaning. Names are compared ignoring case.
const (
	tagVariant = "Variant"
	tagGame    = "Game"
	tagStart   = "Start"
	tagParam   = "Param."
	tagSite    = "Site"
	tagDate    = "Date"
)

// infoTags are the tags for keys of model.Document.Info, in the order of writing.
var infoTags = []struct{ tag, key string }{
	{"Title", model.InfoTitle},
	{"Event", model.InfoEvent},
	{tagSite, model.InfoPlace},
	{tagDate, model.InfoDate},
	{"Round", model.InfoRound},
	{"Result", model.InfoResult},
	{"Annotator", model.InfoAnnotator},
}

// seatTags are the tags that name the players in records of other programs.
var seatTags = map[string]int{"black": 0, "white": 1, "south": 0, "north": 1}

var playerTag = regexp.MustCompile(`(?i)^player ([0-9]{1,2}) (name|kind|type|level|symbol|color|score)$`)

// reserved reports whether a tag name has a special meaning, so free tags cannot use it.
func reserved(name string) bool {
	lower := strings.ToLower(name)
	if _, seat := seatTags[lower]; seat || playerTag.MatchString(name) || strings.HasPrefix(lower, strings.ToLower(tagParam)) {
		return true
	}
	for _, t := range infoTags {
		if strings.EqualFold(t.tag, name) || t.key == name {
			return true
		}
	}
	return slices.ContainsFunc([]string{tagVariant, tagGame, tagStart}, func(t string) bool { return strings.EqualFold(t, name) })
}

// find returns the family and preset with a name or title, ignoring case, spaces and dashes.
func find(games rules.Catalog, name string) (g *rules.Game, preset string) {
	if name = simple(name); otherNames[name] != "" {
		name = simple(otherNames[name])
	}
	for _, g := range games {
		for _, p := range g.Presets {
			if simple(p.Name) == name || simple(string(p.Title)) == name {
				return g, p.Name
			}
		}
	}
	for _, g := range games {
		if simple(g.Name) == name || simple(string(g.Title)) == name {
			return g, ""
		}
	}
	return nil, ""
}

// otherNames maps other names of games to presets.
var otherNames = map[string]string{"oware": abapa, "owareabapa": abapa, "abapa": abapa}

// simple returns the letters and digits of a name in lower case.
func simple(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

// glyphCodes are the numeric annotation glyphs (NAGs) of chess programs.
var glyphCodes = map[string]model.Glyph{
	"$1": model.GlyphGood, "$2": model.GlyphBad, "$3": model.GlyphVeryGood,
	"$4": model.GlyphVeryBad, "$5": model.GlyphInteresting, "$6": model.GlyphDoubtful,
	"$10": model.GlyphEven, "$13": model.GlyphUnclear, "$14": model.Better(0, 1), "$15": model.Better(1, 1),
	"$16": model.Better(0, 2), "$17": model.Better(1, 2), "$18": model.Better(0, 3), "$19": model.Better(1, 3),
}

// glyphs are the annotation symbols, longest first.
var glyphs = []model.Glyph{
	model.GlyphVeryGood, model.GlyphInteresting, model.GlyphDoubtful, model.GlyphVeryBad,
	model.GlyphGood, model.GlyphBad,
}
