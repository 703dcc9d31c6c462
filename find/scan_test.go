package find

import (
	"math/rand/v2"
	"slices"
	"testing"

	"boardstudio/rules"
	"boardstudio/rules/all"
)

// board is a position reduced to cells, turn and pieces in hand.
type board struct {
	rules.Position
	rules.Setup
}

func (b board) At(c rules.Cell) rules.Content { return b.Cells[c] }
func (b board) Turn() rules.Player            { return b.Setup.Turn }
func (b board) Held(p rules.Player) int       { return b.Setup.Held[p] }

// TestFingerprints checks that a fingerprint is invariant under symmetries and independent of
// earlier positions. It must change with a piece, the turn or the pieces in hand.
func TestFingerprints(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 9))
	for _, params := range []rules.Params{
		{"rows": "9", "cols": "9", "k": "5", "players": "3"},
		{"rows": "6", "cols": "8", "k": "5", "topology": "torus"},
		{"rows": "5", "cols": "8", "k": "5", "topology": "mobius"},
		{"rows": "40", "cols": "40", "k": "5", "topology": "torus", "players": "3"}, // uses surroundings only
		{"rows": "40", "cols": "41", "k": "5", "topology": "torus"},
	} {
		r, err := all.Games.Build("line", params)
		if err != nil {
			t.Fatal(err)
		}
		sym := rules.SymmetriesOf(r.Board())
		s := newScanner(r, sym)
		for range 30 {
			b := board{Setup: rules.Setup{
				Cells: slices.Repeat([]rules.Content{rules.Empty}, len(s.cells)),
				Turn:  rules.Player(rnd.IntN(r.Players())), Held: make([]int, r.Players()),
			}}
			for i := range b.Setup.Held {
				b.Setup.Held[i] = rnd.IntN(3)
			}
			var full []int // a cluster of adjacent pieces
			corner := rnd.IntN(len(s.cells))
			for range 8 {
				c := (corner + rnd.IntN(3) + rnd.IntN(3)*len(r.Board().Columns)) % len(s.cells)
				b.Cells[c] = rules.Piece(rules.Player(rnd.IntN(r.Players())))
				full = append(full, c)
			}
			want := s.fingerprint(b)
			perm := sym.At(rnd.IntN(sym.Len()))
			turned := board{Setup: perm.Setup(b.Setup)}
			if s.fingerprint(turned) != want || newScanner(r, sym).fingerprint(turned) != want {
				t.Fatalf("%v: the fingerprint depends on more than the position", params)
			}
			x, y := s.state(b), s.state(turned)
			if p, ok := s.perm(&x, &y); !ok || !slices.Equal(p.Setup(b.Setup).Cells, turned.Cells) {
				t.Fatalf("%v: no symmetry takes the one to the other, or another", params)
			}
			other := board{Setup: perm.Setup(b.Setup)}
			switch at := perm[full[rnd.IntN(len(full))]]; rnd.IntN(4) {
			case 0:
				other.Cells[at] = rules.Empty
			case 1:
				other.Cells[at].Owner = (other.Cells[at].Owner + 1) % rules.Player(r.Players())
			case 2:
				other.Setup.Turn = (other.Setup.Turn + 1) % rules.Player(r.Players())
			default:
				other.Setup.Held[0], other.Setup.Held[1] = other.Setup.Held[0]+1, other.Setup.Held[1]+2
			}
			z := s.state(other)
			if _, ok := s.perm(&x, &z); ok {
				continue // the change produced a symmetric position
			}
			if s.fingerprint(other) == want {
				t.Errorf("%v: two positions have the same fingerprint", params)
			}
		}
	}
}

// TestFingerprintOfHeld checks that the pieces in hand of each player affect the fingerprint.
func TestFingerprintOfHeld(t *testing.T) {
	r, err := all.Games.Build("pente", nil)
	if err != nil {
		t.Fatal(err)
	}
	s := newPlainScanner(r)
	seen := map[uint64][]int{}
	for turn := range 2 {
		for a := range 12 {
			for b := range 12 {
				sign := s.combine(rules.Player(turn), [rules.MaxPlayers]int32{int32(a), int32(b)})
				if was, ok := seen[sign]; ok {
					t.Errorf("player %d to move, pairs %d and %d: the same as %v", turn, a, b, was)
				}
				seen[sign] = []int{turn, a, b}
			}
		}
	}
}
