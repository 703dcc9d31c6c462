// Package json reads and writes whole documents as JSON, for programs.
package json

import (
	_ "embed"
	"regexp"

	"boardstudio/io/codec"
)

// Format is a document as JSON, with nothing left out. studio.schema.json in this package is its schema. Lines of play stand one after the other, so
// that nothing nests as deep as a game: the first is the main line, each later one says behind how many moves of which earlier line it branches off.
// What is not known is kept.
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
