package codec

import "boardstudio/rules"

// MaxCached bounds tables of words and moves: a file can hold any number of
// spellings, and a board few moves.
const MaxCached = 1 << 16

// maxSpelling is the length in bytes of the longest word that is remembered.
const maxSpelling = 32

// Moves reads moves. Files say the same few words again and again, so what was read
// is remembered, and also which words are not moves.
type Moves struct {
	// Parse reads a move.
	Parse func(text string) (rules.Move, error)

	known map[string]spelling
}

// spelling is what a word means.
type spelling struct {
	move rules.Move
	ok   bool
}

// Read returns the move that the word means, and whether it means one.
func (m *Moves) Read(word []byte) (rules.Move, bool) {
	s, ok := m.known[string(word)] // the compiler makes no string of it
	if ok {
		return s.move, s.ok
	}
	move, err := m.Parse(string(word))
	s = spelling{move, err == nil}
	if len(m.known) < MaxCached && len(word) <= maxSpelling {
		if m.known == nil {
			m.known = map[string]spelling{}
		}
		m.known[string(word)] = s
	}
	return s.move, s.ok
}
