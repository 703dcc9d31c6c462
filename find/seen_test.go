package find_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"boardstudio/find"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

// TestSeen checks that the set contains added positions and their images with the same player to
// move.
func TestSeen(t *testing.T) {
	for _, game := range []string{"tictactoe", "othello6", "awale", "pente", "hex"} {
		t.Run(game, func(t *testing.T) {
			r, err := all.Games.Build(game, nil)
			if err != nil {
				t.Fatal(err)
			}
			sym := rules.SymmetriesOf(r.Board())
			seen, rnd := find.NewPositionSet(r), rand.New(rand.NewPCG(1, 2))
			var list []rules.Position
			known, fresh := 0, 0
			for range 6 {
				p := r.Start()
				for n := 0; n < 8 && !p.Result().Over; n++ {
					moves := slices.Collect(p.Moves())
					p, _ = p.Play(moves[rnd.IntN(len(moves))])
					if p.Result().Over {
						break
					}
					want := false
					for _, q := range list {
						for perm := range sym.All() {
							want = want || same(r, p, q, perm)
						}
					}
					if seen.Has(p) != want || seen.Add(p) == want || !seen.Has(p) {
						t.Fatalf("%s, known before: %v", p, want)
					}
					list = append(list, p)
					image, err := r.SetUp(sym.At(sym.Len() - 1).Setup(rules.SetupOf(r, p)))
					if err == nil && !seen.Has(image) {
						t.Fatalf("not %s", image)
					}
					if want {
						known++
					} else {
						fresh++
					}
				}
			}
			if known == 0 && game == "tictactoe" || fresh == 0 {
				t.Errorf("%d known, %d not", known, fresh)
			}
		})
	}
}
