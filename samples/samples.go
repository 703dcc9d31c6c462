// Package samples holds games to look at, and puzzles to solve.
package samples

import "embed"

// FS holds the games in the studio's own format.
//
//go:embed *.studio
var FS embed.FS

// Puzzles holds the collections of puzzles in the folder puzzles, each named after the preset of its game.
//
//go:embed puzzles/*.studio
var Puzzles embed.FS
