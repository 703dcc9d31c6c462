// Package json reads and writes complete documents as JSON, for use by other programs.
package json

import (
	_ "embed"
	"regexp"

	"boardstudio/io/codec"
)

// Format is a complete document as JSON. Its schema is studio.schema.json in this package. Lines of
// play are in a flat list, which avoids nesting as deep as the game. The first is the main line.
// Each later one names an earlier line, and the number of moves in it after which the line branches
// off. Unknown members are preserved.
var Format = codec.Format{
	Name: name, Title: "JSON, for programs",
	Ext:      []string{".json"},
	Sniff:    func(head []byte) bool { return sniffed.Match(head) },
	Decode:   Decode,
	Encode:   Encode,
	Lossless: true,
}

// Schema is the JSON Schema of the format.
//
//go:embed studio.schema.json
var Schema string

const (
	name    = "json"
	format  = "boardstudio"
	version = 1
)

var sniffed = regexp.MustCompile(`^(?:\x{feff})?\s*\{\s*"format"\s*:\s*"boardstudio"`)

// The keys of a document, and of a node that is more than a move.
const (
	keyFormat, keyVersion, keyGame, keyPlayers, keyInfo = "format", "version", "game", "players", "info"
	keyStart, keyRoot, keyKept, keyLines                = "start", "root", "kept", "lines"

	keyMove, keySetup, keyRaw = "move", "setup", "raw"
)
