// Package samples contains sample games and puzzles.
package samples

import "embed"

// FS contains the games, in Studio's own format.
//
//go:embed *.studio
var FS embed.FS

// Puzzles contains the collections of puzzles in the folder puzzles. Each is named after the preset of its game.
//
//go:embed puzzles/*.studio
var Puzzles embed.FS
