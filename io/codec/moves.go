package codec

import (
	"boardstudio/model"
	"boardstudio/rules"
)

// Play adds to n, where the position is pos, the move m after the passes that lead to it, which many records leave out. It returns the node
// of m, and the position there: nil when m is illegal, and when pos is nil because a move before is. added is told of each node.
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

// passesTo returns how many of the players have to pass before m is legal, and the position then: nil when it never is.
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
