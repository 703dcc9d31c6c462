package codec

import (
	"boardstudio/model"
	"boardstudio/rules"
)

// Play adds the move m below n, whose position is pos. If passes are required before m, which many
// records omit, it adds them first. It returns the node of m and the position there. The position
// is nil if m is illegal or pos is nil. added, if not nil, is called for each new node.
func Play(t *model.Tree, n *model.Node, pos rules.Position, m rules.Move, added func(*model.Node)) (*model.Node, rules.Position) {
	add := func(m rules.Move) {
		if n = t.Add(n, m); added != nil {
			added(n)
		}
	}
	if pos == nil {
		add(m)
		return n, nil
	}
	next, err := pos.Play(m)
	if err != nil {
		next = nil
		if passes, after := passesTo(pos, m, t.Rules().Players()); after != nil {
			for range passes {
				add(rules.Pass)
			}
			next, _ = after.Play(m)
		}
	}
	add(m)
	return n, next
}

// passesTo returns the number of passes before m becomes legal, and the position after them. The
// position is nil if m never becomes legal.
func passesTo(pos rules.Position, m rules.Move, players int) (int, rules.Position) {
	for n := 1; n < players; n++ {
		if !rules.Legal(pos, rules.Pass) {
			break
		}
		next, err := pos.Play(rules.Pass)
		if err != nil {
			break
		}
		if pos = next; rules.Legal(pos, m) {
			return n, pos
		}
	}
	return 0, nil
}

// MaxCached limits caches of words and moves. A file may contain any number of spellings, but a
// board has few moves.
const MaxCached = 1 << 16

// maxSpelling is the maximum length of a cached word, in bytes.
const maxSpelling = 32

// Moves parses moves. Files repeat the same few words, so results are cached, including words that
// are not moves.
type Moves struct {
	// Parse parses a move.
	Parse func(text string) (rules.Move, error)

	known map[string]spelling
}

// spelling is the cached result for a word.
type spelling struct {
	move rules.Move
	ok   bool
}

// Read returns the move for a word. ok is false if the word is not a move.
func (m *Moves) Read(word []byte) (rules.Move, bool) {
	s, ok := m.known[string(word)] // the compiler avoids allocating the string
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
