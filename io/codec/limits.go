package codec

import (
	"io"
	"strings"
	"unicode/utf8"

	"boardstudio/msg"
)

// What readers refuse, so that no file can take all the memory: with nodes of 56 bytes and notes of up to 600, and the file itself,
// reading takes up to 1.5 GB. Writers refuse it too: a document that was saved must open again.
const (
	// MaxNodes is the largest number of nodes in a tree.
	MaxNodes = 12_000_000
	// MaxDepth is how deep variations can lie within variations.
	MaxDepth = 200_000
	// MaxNotes is the largest number of notes in a tree: of comments, glyphs, marks,
	// evaluations and all else that stands there beside moves and variations. A note
	// takes up to ten times the room of a move.
	MaxNotes = 1_250_000
	// MaxVariations is the largest number of variations in a tree.
	MaxVariations = 6_000_000
	// MaxBest is the largest number of moves in all evaluations of a tree.
	MaxBest = 2_000_000
	// MaxText is the length in bytes of the longest comment, or other text.
	MaxText = 16 << 20
	// MaxRaw is the length in bytes of the longest move that could not be read.
	MaxRaw = 1 << 20
	// MaxWord is the length in bytes of the longest word in a line of play.
	MaxWord = 4096
	// MaxKept is the largest number of unknown properties of one node, or of the document.
	MaxKept = 10_000
	// MaxKeptAll is the largest number of unknown properties of a document, with those inside.
	MaxKeptAll = 400_000
	// MaxKeptSize is the length in bytes of all unknown properties of a document.
	MaxKeptSize = 8 << 20
	// MaxWarnings is how many warnings of one kind a reader gives before it only counts.
	MaxWarnings = 50
)

// Limited returns a writer to w that refuses more than a file may hold.
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

// longest is the number of characters of a file's text that a message repeats.
const longest = 60

// Cut shortens a text from a file for a message. What no message can show, such as a zero byte, becomes U+FFFD.
func Cut(s string) string {
	n := 0
	for i := range s {
		if n++; n > longest {
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
