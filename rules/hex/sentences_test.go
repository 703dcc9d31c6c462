package hex_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"boardstudio/ai"
	"boardstudio/ai/match"
	"boardstudio/ai/random"
	"boardstudio/ai/search"
	"boardstudio/rules"
	"boardstudio/rules/hex"
	"boardstudio/rules/rulestest"
	"boardstudio/text/msg"
)

// smallest returns the rules on the smallest board.
func smallest(t testing.TB) rules.Rules {
	return rulestest.Build(t, &hex.Game, "hex", rules.Params{"size": "3"})
}

// why returns the reason why Play rejects a move.
func why(t *testing.T, r rules.Rules, p rules.Position, move string) msg.Key {
	t.Helper()
	m, err := r.ParseMove(move)
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.Play(m)
	illegal, ok := err.(*rules.MoveError)
	if !ok {
		t.Fatalf("%s in %s: %v", move, p, err)
	}
	return illegal.Why.(*msg.Error).Format
}

// TestNeighbours checks "A rhombus of hexagons": a cell in the middle has six neighbours, the
// corners have two or three.
func TestNeighbours(t *testing.T) {
	b := smallest(t).Board()
	for label, want := range map[string]string{
		"b2": "c2 b3 a3 a2 b1 c1", "a1": "b1 a2", "c1": "c2 b2 b1", "c3": "b3 c2", "a3": "b3 a2 b2",
	} {
		var got []string
		for d := range b.Step {
			if c := b.Step[d][b.Find(label)].Cell; c != rules.NoCell {
				got = append(got, b.Cells[c].Label)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("beside %s are %v, want %s", label, got, want)
		}
	}
}

// TestTurns checks "Players take turns placing a stone on an empty cell", Red first.
func TestTurns(t *testing.T) {
	r := smallest(t)
	p := r.Start()
	if p.Turn() != 0 || len(rulestest.Legal(r, p)) != 9 {
		t.Errorf("seat %d moves to %v", p.Turn(), rulestest.Legal(r, p))
	}
	p = rulestest.Play(t, r, p, "b2", "a1", "c3")
	if want := "B../.A./..A B"; p.String() != want {
		t.Errorf("%s, want %s", p, want)
	}
	if got := why(t, r, p, "b2"); got != "there is a stone on %s already" {
		t.Error(got)
	}
}

// TestConnections checks "Red wins with a chain that connects the top with the bottom, Blue left
// and right."
func TestConnections(t *testing.T) {
	r := smallest(t)
	for text, want := range map[string]struct {
		winner rules.Player
		cells  string
	}{
		"A../A../A.. B": {0, "a1 a2 a3"},
		"..A/.A./A.. B": {0, "c1 b2 a3"}, // the short diagonal
		"..B/.B./B.. A": {1, "a3 b2 c1"}, // the same cells connect left and right
		"BBB/.A./A.. A": {1, "a1 b1 c1"},
		"A../.A./..A B": {rules.NoPlayer, ""}, // not neighbours
		"AAA/.../... B": {rules.NoPlayer, ""}, // along its own side
		"A.A/AAA/.A. B": {0, "c1 b2 b3"},      // a shortest chain
	} {
		p := rulestest.Parse(t, r, text)
		res := p.Result()
		var labels []string
		for _, c := range res.Cells {
			labels = append(labels, r.Board().Cells[c].Label)
		}
		slices.Sort(labels)
		cells := strings.Fields(want.cells)
		slices.Sort(cells)
		if res.Winners != rules.Of(want.winner) || res.Over != (want.winner >= 0) || len(labels) != len(cells) {
			t.Errorf("%s: %+v over %v, want seat %d over %v", text, res, labels, want.winner, cells)
		}
		if text != "A.A/AAA/.A. B" && !slices.Equal(labels, cells) {
			t.Errorf("%s: connected over %v, want %v", text, labels, cells)
		}
		if res.Over && (r.Board().Why(res.Reason) != "the two sides are connected" || p.Turn() != rules.NoPlayer) {
			t.Errorf("%s: reason %s, seat %d to move", text, res.Reason, p.Turn())
		}
	}
}

// TestFullBoard checks "Exactly one of the two succeeds" on randomly filled boards.
func TestFullBoard(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, size := range []string{"3", "4", "7", "11", "19"} {
		r := rulestest.Build(t, &hex.Game, "hex", rules.Params{"size": size})
		for range 200 {
			s := rules.SetupOf(r, r.Start())
			for i, c := range rnd.Perm(len(s.Cells)) {
				s.Cells[c] = rules.Piece(rules.Player(i % 2))
			}
			p, err := r.SetUp(s)
			if err != nil {
				t.Fatal(err)
			}
			if p.Result().Winners.Len() != 1 {
				t.Fatalf("%s: winners %b", p, p.Result().Winners)
			}
			w := p.Result().Winners.Only()
			for c, x := range s.Cells { // give all other cells to the opponent
				if x.Owner == w {
					s.Cells[c] = rules.Piece(1 - w)
				}
			}
			for _, c := range p.Result().Cells {
				s.Cells[c] = rules.Piece(w)
			}
			if q, _ := r.SetUp(s); q.Result().Winners != rules.Of(w) {
				t.Fatalf("%s: the cells %v do not connect", p, p.Result().Cells)
			}
		}
	}
}

// TestSwap checks "Instead of a first stone of its own, Blue may take over the one of Red". The
// swap is illegal later, and it mirrors the stone at the long diagonal.
func TestSwap(t *testing.T) {
	r := smallest(t)
	for move, want := range map[string]string{"a3": "..B/.../... A", "b2": ".../.B./... A", "c2": ".../.../.B. A"} {
		p := rulestest.Play(t, r, r.Start(), move)
		if !rules.Legal(p, rules.Swap) {
			t.Errorf("no swap after %s", move)
		}
		q := rulestest.Play(t, r, p, "swap")
		if q.String() != want {
			t.Errorf("%s swap: %s, want %s", move, q, want)
		}
		if c := rules.Landing(r.Board(), p, q, rules.Swap); q.At(c) != rules.Piece(1) {
			t.Errorf("%s swap: shown at cell %d", move, c)
		}
	}
	for _, line := range []string{"", "a3 swap", "a3 b2", "a3 b2 c1"} {
		p := rulestest.Play(t, r, r.Start(), strings.Fields(line)...)
		if rules.Legal(p, rules.Swap) || why(t, r, p, "swap") != "only the answer to the first stone can be a swap" {
			t.Errorf("after %q a swap is legal", line)
		}
	}
	off := rulestest.Build(t, &hex.Game, "hex", rules.Params{"swap": "off"})
	if rules.Legal(rulestest.Play(t, off, off.Start(), "a3"), rules.Swap) {
		t.Error("a swap without the rule")
	}
	if m, err := r.ParseMove(" Swap-Pieces"); m != rules.Swap || err != nil {
		t.Errorf("%v, %v", m, err)
	}
}

// TestWarn checks the warnings about positions that play cannot reach.
func TestWarn(t *testing.T) {
	r := smallest(t)
	for text, want := range map[string]string{
		".../.../... A": "", "A../.../... B": "", ".B./.../... A": "", "A../.B./... A": "", "A../.B./... B": "",
		".../.../... B": "the players place their stones by turns, Red first",
		"A../.../... A": "the players place their stones by turns, Red first",
		"BB./.../... A": "the players place their stones by turns, Red first",
		"A../AB./AB. B": "",
		"AB./AB./AB. A": "no stone can have been placed last",
		"AAA/AB./ABB A": "the players place their stones by turns, Red first",
	} {
		got := ""
		if err := r.(rules.Warner).Warn(rulestest.Parse(t, r, text)); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestEstimate checks that the estimate counts the missing stones, and that the estimates of the
// players are opposite.
func TestEstimate(t *testing.T) {
	r := rulestest.Build(t, &hex.Game, "hex", rules.Params{"size": "5"})
	for text, want := range map[string]int{
		"...../...../...../...../..... A": 50,
		"...../..A../..A../..A../..... B": 100*(4-0) - 50, // Red needs no more stones; Blue needs b1 c1 d1 d2
		"...../B.BBB/AA.../...../..... A": 100*(1-2) + 50, // Blue lacks b2; Red lacks b2 and a cell below it
	} {
		p := rulestest.Parse(t, r, text)
		a, b := p.(rules.Estimator).Estimate(0), p.(rules.Estimator).Estimate(1)
		if a != want || a != -b {
			t.Errorf("%s: %d for Red, %d for Blue, want %d", text, a, b, want)
		}
	}
}

// TestSearch checks that a search wins against random play and finds the connecting move.
func TestSearch(t *testing.T) {
	r := rulestest.Build(t, &hex.Game, "hex", rules.Params{"size": "5"})
	kind := search.Kind(nil)
	for seed := range uint64(4) {
		engines := make([]ai.Engine, 2)
		me := rules.Player(seed % 2)
		engines[me], _ = kind.New(r, nil)
		engines[1-me], _ = random.Kind.New(r, nil)
		rec, err := match.Play(t.Context(), match.Config{Rules: r, Engines: engines, Limits: []ai.Limit{{Depth: 3}}, Seed: seed})
		if err != nil || rec.Result.Winners != rules.Of(me) {
			t.Errorf("game %d, alphabeta in seat %d: %+v, %v", seed, me, rec.Result, err)
		}
	}
	e, _ := kind.New(r, nil)
	p := rulestest.Parse(t, r, "..A../.A.../.A.BB/A.B../..... A")
	info, err := e.Think(t.Context(), ai.Request{Rules: r, Start: p, Limit: ai.Limit{Depth: 2}}, nil)
	if move := r.FormatMove(info.Best.Moves[0]); err != nil || move != "a5" {
		t.Errorf("%s: %s, %v", p, move, err)
	}
}

// TestSwapSides checks that a swap of sides does not change the stone or the turn, and that a
// second swap is illegal.
func TestSwapSides(t *testing.T) {
	r := smallest(t)
	p := rulestest.Play(t, r, r.Start(), "a2", "swap-sides")
	if p.String() != ".../A../... B" || p.Turn() != 1 {
		t.Errorf("%s", p)
	}
	for _, m := range []string{"swap", "swap-sides"} {
		if got := why(t, r, p, m); got != "only the answer to the first stone can be a swap" {
			t.Errorf("%s: %s", m, got)
		}
	}
	before := rulestest.Play(t, r, r.Start(), "a2")
	if p.Hash() == before.Hash() {
		t.Error("the position with a swap and that without have one hash")
	}
	if a, b := rulestest.Play(t, r, p, "b2"), rulestest.Play(t, r, before, "b2"); a.Hash() != b.Hash() || a.String() != b.String() {
		t.Errorf("%s and %s differ", a, b)
	}
	if got := why(t, r, r.Start(), "swap-sides"); got != "only the answer to the first stone can be a swap" {
		t.Error(got)
	}
}
