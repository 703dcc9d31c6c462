package codec

import (
	"io"
	"strings"
	"unicode/utf8"

	"boardstudio/text/msg"
)

// Limits of readers, which protect against excessive memory use. Nodes take 56 bytes, notes up to
// 600. Including the file itself, reading takes up to 1.5 GB. Writers enforce the same limits, so
// every saved document can be read again.
const (
	// MaxNodes is the maximum number of nodes in a tree.
	MaxNodes = 12_000_000
	// MaxGames is the maximum number of games in a file. A list uses about 500 bytes per game in
	// addition to its texts.
	MaxGames = 1_000_000
	// MaxDepth is the maximum nesting depth of variations.
	MaxDepth = 200_000
	// MaxNotes is the maximum number of notes in a tree: comments, glyphs, marks, evaluations and
	// everything else except moves and variations. A note takes up to ten times the memory of a
	// move.
	MaxNotes = 1_250_000
	// MaxVariations is the maximum number of variations in a tree.
	MaxVariations = 6_000_000
	// MaxBest is the maximum number of moves in all evaluations of a tree.
	MaxBest = 2_000_000
	// MaxText is the maximum length of a comment or other text, in bytes.
	MaxText = 16 << 20
	// MaxRaw is the maximum length of an unreadable move, in bytes.
	MaxRaw = 1 << 20
	// MaxWord is the maximum length of a word in a line of play, in bytes.
	MaxWord = 4096
	// MaxForeign is the maximum number of unknown properties of a node or of the document.
	MaxForeign = 10_000
	// MaxForeignAll is the maximum number of unknown properties of a document, including nested ones.
	MaxForeignAll = 400_000
	// MaxForeignSize is the maximum total size of a document's unknown properties, in bytes.
	MaxForeignSize = 8 << 20
	// MaxWarnings is the maximum number of warnings of one kind. Further ones are only counted.
	MaxWarnings = 50
)

// Limited returns a writer to w that fails if more than MaxFile bytes are written.
func Limited(w io.Writer) io.Writer { return &limited{w, MaxFile} }

type limited struct {
	w    io.Writer
	left int
}

func (l *limited) Write(p []byte) (int, error) {
	if l.left -= len(p); l.left < 0 {
		return 0, msg.Errorf("the document would be larger than the %d MB that can be read again", MaxFile>>20)
	}
	return l.w.Write(p)
}

// maxQuoted is the maximum number of characters of a file's text that a message quotes.
const maxQuoted = 60

// Cut shortens a text from a file for a message. Unprintable characters become U+FFFD.
func Cut(s string) string {
	n := 0
	for i := range s {
		if n++; n > maxQuoted {
			s = s[:i] + "…"
			break
		}
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' || r == 0x7f {
			return utf8.RuneError
		}
		return r
	}, s)
}
