package threat

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"boardstudio/ai"
	"boardstudio/ai/line/board"
	"boardstudio/ai/line/linetest"
	"boardstudio/internal/effort"
	"boardstudio/rules"
)

// threatsFor returns the engine with the given parameters.
func threatsFor(t testing.TB, r rules.Rules, over rules.Params) *threats {
	t.Helper()
	full, err := rules.Resolve(Kind.Params, over)
	if err != nil {
		t.Fatal(err)
	}
	if err := Kind.Plays(r); err != nil {
		t.Fatal(err)
	}
	e, err := Kind.New(r, full)
	if err != nil {
		t.Fatal(err)
	}
	return e.(*threats)
}

func thinkOf(t testing.TB, e ai.Engine, r rules.Rules, p rules.Position, seed uint64) ai.Info {
	t.Helper()
	i, err := e.Think(context.Background(), ai.Request{Rules: r, Start: p, Seed: seed}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if m, ok := i.Move(); !ok || !rules.Legal(p, m) {
		t.Fatalf("%s: plays %v", p, m)
	}
	return i
}

// prove returns the win that the engine finds for the player to move in p.
func prove(r rules.Rules, p rules.Position, nodes uint64) *proof {
	return newSolver(board.Maker(r)(ai.Request{Rules: r, Start: p}), func() bool { return false }).solve(nodes, 4)
}

// claim identifies a proof in a position.
type claim struct {
	hash uint64
	of   *proof
}

// verify checks a claim with the rules alone. It tries every legal reply; all of them must lose in
// time. It returns a description of the first failure, or "".
func verify(r rules.Rules, p rules.Position, pr *proof, plies int, known map[claim]int) string {
	if n, ok := known[claim{p.Hash(), pr}]; ok && n <= plies {
		return ""
	}
	me := p.Turn()
	next, err := p.Play(rules.Place(pr.move))
	if err != nil {
		return err.Error()
	}
	say := func(m rules.Move, why string) string {
		return r.FormatMove(rules.Place(pr.move)) + " " + r.FormatMove(m) + " " + why
	}
	if next.Result().Over {
		if plies < 1 || next.Result().Winners != rules.Of(me) {
			return "the end is no win in time"
		}
		return ""
	}
	for m := range next.Moves() {
		after, err := next.Play(m)
		if err != nil {
			return err.Error()
		}
		if res := after.Result(); res.Over {
			if res.Winners != rules.Of(me) {
				return say(m, "does not lose")
			}
			continue
		}
		then := pr.afterPass
		for _, a := range pr.after {
			if rules.Place(a.reply) == m {
				then = a.then
			}
		}
		switch {
		case then == nil && (plies < 3 || !linetest.Wins(after)):
			return say(m, "is not answered")
		case then != nil:
			if why := verify(r, after, then, plies-2, known); why != "" {
				return say(m, why)
			}
		}
	}
	known[claim{p.Hash(), pr}] = plies
	return ""
}

// TestThreats checks positions with one idea each.
func TestThreats(t *testing.T) {
	for _, x := range []struct {
		name, game   string
		over         rules.Params
		turn         rules.Player
		held         []int
		black, white string
		moves        string // any of these moves; "" for any move
		unlike       string // not this move
		score        string // start of the score; "" if no win should be reported
		plies        int    // minimum length of a win
	}{
		{name: "a row is completed", game: "gomoku", black: "g8 h8 i8 j8", white: "f8 g9 h9 i10", moves: "k8", score: "win in 1"},
		{name: "an open three becomes an open four", game: "gomoku", black: "g8 h8 i8", white: "g10 i10 l12", moves: "f8 j8", score: "win in at most 3"},
		{
			name: "every move makes a four, and the last makes two", game: "gomoku", black: "c3 d3 e3 f5 f6 i4 j4", white: "b3 f8 e8 k4 l12 c9 m4",
			score: "win in at most ", plies: 5,
		},
		{name: "one cell makes two open threes", game: "gomoku", black: "h6 h7 f8 g8", white: "c3 d12 m4 l12", moves: "h8", score: "win in at most 7", plies: 5},
		{name: "a four with one open end has one answer", game: "gomoku", turn: 1, black: "g8 h8 i8 j8", white: "f8 g9 h9", moves: "k8"},
		{name: "an open three is stopped", game: "gomoku", turn: 1, black: "g8 h8 i8", white: "c3 m12", moves: "e8 f8 j8 k8"},
		{name: "a move that would make two open threes is prevented", game: "gomoku", turn: 1, black: "h6 h7 f8 g8", white: "c3 d12 m4"},
		{name: "two open threes cannot both be stopped", game: "gomoku", turn: 1, black: "g8 h8 i8 d3 d4 d5", white: "l3 m12 n8 l14 o5", score: "loss in at most "},
		{name: "a row of six does not win in standard gomoku", game: "gomoku-standard", black: "d8 e8 f8 g8 i8", white: "c8 c10 e11 k3 l12"},
		{name: "a double four is a foul in renju", game: "renju", black: "d8 e8 f8 g9 g10 g11", white: "c8 g12 b2 n3 n14 d13", unlike: "g8"},
		{name: "a double four wins in gomoku", game: "gomoku", black: "d8 e8 f8 g9 g10 g11", white: "c8 g12 b2 n3 n14 d13", score: "win in at most 3"},
		{
			name: "a foul prevents Black from blocking", game: "renju", turn: 1, black: "b5 g2 g3 g4 g6 g7", white: "c5 d5 e5 n3 n14 d13", moves: "f5",
			score: "win in at most 3",
		},
		{name: "White may block in gomoku", game: "gomoku", turn: 1, black: "b5 g2 g3 g4 g6 g7", white: "c5 d5 e5 n3 n14 d13", moves: "g5"},
		{name: "a move captures two pairs", game: "pente", held: []int{3, 0}, black: "g10 m10 j13", white: "h10 i10 j11 j12 c3", moves: "j10", score: "win in 1"},
		{
			name: "a pair is taken, two more are in reach, and one of them cannot be saved", game: "pente", held: []int{3, 0},
			black: "g10 m10 c3 p3 n5 q8", white: "h10 i10 m9 m8 d4 e5", moves: "j10 m7 f6", score: "win in at most 3",
		},
		{name: "an open four wins, unless a capture breaks it", game: "pente", black: "g10 h10 i10 i11", white: "i12 c3 m4 n14", score: "win in at most 5"},
		{name: "a fifth pair wins", game: "pente", held: []int{4, 0}, black: "k10 e5", white: "l10 m10 f9 f12", moves: "n10", score: "win in 1"},
		{
			name: "only a capture stops an open four, for a move", game: "pente", turn: 1, black: "g10 h10 i10 j10 h11", white: "h12 c3", moves: "h9",
			score: "loss in at most 4",
		},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := linetest.Build(t, x.game, x.over)
			p := linetest.SetUp(t, r, x.turn, x.held, x.black, x.white)
			e := threatsFor(t, r, nil)
			for seed := range uint64(effort.Amount(3, 2)) {
				i := thinkOf(t, e, r, p, seed)
				m, _ := i.Move()
				got, score := r.FormatMove(m), i.Best.Score
				t.Logf("%s, %v, %d nodes", got, score, i.Nodes)
				if x.moves != "" && !slices.Contains(strings.Fields(x.moves), got) {
					t.Errorf("plays %s (%v), not one of %s", got, score, x.moves)
				}
				if got == x.unlike {
					t.Errorf("plays %s", got)
				}
				wins := score.Proved && score.Value > 0
				if x.score == "" && score.Proved || !strings.HasPrefix(score.String(), x.score) || wins && score.Plies < x.plies {
					t.Errorf("%s is %v, not %q", got, score, x.score)
				}
				switch {
				case seed > 0: // the search does not depend on the seed
				case wins:
					checkWin(t, e, r, p, score)
				case score.Proved && !testing.Short():
					checkLoss(t, e, r, p, score)
				}
			}
		})
	}
}

// checkWin checks that the engine proves the win that it reports, and that the rules confirm it.
func checkWin(t *testing.T, e *threats, r rules.Rules, p rules.Position, score ai.Score) {
	t.Helper()
	pr := prove(r, p, e.nodes/3)
	if pr == nil || pr.score().String() != score.String() {
		t.Fatalf("no proof of %v", score)
	}
	if why := verify(r, p, pr, score.Plies, map[claim]int{}); why != "" {
		t.Errorf("%v is wrong: %s", score, why)
	}
}

// checkLoss checks that the opponent wins in time after every move.
func checkLoss(t *testing.T, e *threats, r rules.Rules, p rules.Position, score ai.Score) {
	t.Helper()
	for m := range p.Moves() {
		next, _ := p.Play(m)
		if pr := prove(r, next, e.nodes); pr == nil || pr.plies >= score.Plies || verify(r, next, pr, pr.plies, map[claim]int{}) != "" {
			t.Errorf("%s is not shown to lose in %d", r.FormatMove(m), score.Plies)
		}
	}
}

// TestClaims checks with the rules that reported wins are correct, in random positions on small
// boards.
func TestClaims(t *testing.T) {
	small := func(over rules.Params) rules.Params {
		over["rows"], over["cols"] = "9", "9"
		return over
	}
	for _, x := range []struct {
		name, game string
		over       rules.Params
	}{
		{"gomoku", "gomoku", small(rules.Params{})},
		{"torus", "gomoku", small(rules.Params{"topology": "torus"})},
		{"four in a row, adjacent moves", "gomoku", small(rules.Params{"k": "4", "adjacent": "on"})},
		{"standard gomoku", "gomoku-standard", small(rules.Params{})},
		{"pente", "pente", small(rules.Params{"captures": "3"})},
		{"gomoku with captures", "gomoku-captures", small(rules.Params{"captures": "3"})},
		{"renju", "renju", small(rules.Params{})},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := linetest.Build(t, x.game, x.over)
			rnd := rand.New(rand.NewPCG(1, 2))
			tries := effort.ShortAmount(testing.Short(), 150, 60, 15)
			var sure, unsure, quiet, long int
			for range tries {
				p := r.Start()
				for range 8 + rnd.IntN(14) {
					moves := slices.Collect(p.Moves())
					next, _ := p.Play(moves[rnd.IntN(len(moves))])
					if next.Result().Over {
						break
					}
					p = next
				}
				pr := prove(r, p, 3000)
				switch {
				case pr == nil:
					continue
				case !pr.sure:
					unsure++
					continue
				}
				sure++
				if pr.afterPass != nil {
					quiet++
				}
				long = max(long, pr.plies)
				if why := verify(r, p, pr, pr.plies, map[claim]int{}); why != "" {
					t.Fatalf("%s: no win in %d: %s", p, pr.plies, why)
				}
			}
			t.Logf("%d wins, the longest in %d, %d of them with a quiet first move; %d that are not certain", sure, long, quiet, unsure)
			if sure == 0 {
				t.Error("no win was reported")
			}
		})
	}
}

// TestThreatsBounds checks that the search respects the limit of nodes, and that it returns a move
// even if its context is already cancelled.
func TestThreatsBounds(t *testing.T) {
	r := linetest.Build(t, "gomoku", nil)
	p := linetest.SetUp(t, r, 0, nil, "h8 i9 g8 k10", "h9 i8 j7 g10")
	e := threatsFor(t, r, nil)
	for _, nodes := range []uint64{1, 100, 5000} {
		i, err := e.Think(context.Background(), ai.Request{Rules: r, Start: p, Limit: ai.Limit{Nodes: nodes}}, nil)
		if m, ok := i.Move(); err != nil || !ok || !rules.Legal(p, m) || i.Nodes > nodes {
			t.Errorf("%d nodes: %v, %d, %v", nodes, m, i.Nodes, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	i, err := e.Think(ctx, ai.Request{Rules: r, Start: p}, nil)
	if m, ok := i.Move(); err != nil || !ok || !rules.Legal(p, m) || i.Nodes > 0 {
		t.Errorf("%v, %d nodes, %v", m, i.Nodes, err)
	}
}

// TestThreatsLines checks that Advise returns all legal moves, starting with the move it plays.
func TestThreatsLines(t *testing.T) {
	for _, preset := range []string{"gomoku", "renju", "ninuki"} {
		t.Run(preset, func(t *testing.T) {
			r := linetest.Build(t, preset, rules.Params{"rows": "9", "cols": "9"})
			p := linetest.SetUp(t, r, 0, nil, "e5 f6 d5", "e6 f5 d7")
			e := threatsFor(t, r, rules.Params{"nodes": "3000"})
			lines, err := e.Advise(context.Background(), ai.Request{Rules: r, Start: p})
			if err != nil {
				t.Fatal(err)
			}
			var got []rules.Move
			for _, l := range lines {
				got = append(got, l.Moves[0])
			}
			if m, _ := thinkOf(t, e, r, p, 0).Move(); m != got[0] {
				t.Errorf("advises %v and plays %v", got[0], m)
			}
			want := slices.Collect(p.Moves())
			slices.SortFunc(got, func(a, b rules.Move) int { return int(a.To) - int(b.To) })
			if !slices.Equal(got, want) {
				t.Errorf("%v of %v", got, want)
			}
		})
	}
}

// TestThreatsRefuses checks that the engine rejects games in which rows do not win or threats
// cannot be carried out at once.
func TestThreatsRefuses(t *testing.T) {
	for _, x := range []struct {
		name, preset string
		over         rules.Params
	}{
		{"gravity", "connect4", nil},
		{"misère", "gomoku", rules.Params{"misere": "on"}},
		{"three players", "morpion", rules.Params{"players": "3"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			if Kind.Plays(linetest.Build(t, x.preset, x.over)) == nil {
				t.Errorf("plays %s %v", x.preset, x.over)
			}
		})
	}
}

// BenchmarkThreats measures nodes per second in the middle of a game.
func BenchmarkThreats(b *testing.B) {
	for _, preset := range []string{"gomoku", "pente", "renju", "ninuki"} {
		b.Run(preset, func(b *testing.B) {
			r := linetest.Build(b, preset, nil)
			p := linetest.SetUp(b, r, 0, nil, "h8 i9 g8 k10 f12 m5", "h9 i8 j7 g10 e11 l5")
			e := threatsFor(b, r, rules.Params{"nodes": "10000"})
			nodes := uint64(0)
			for b.Loop() {
				nodes += thinkOf(b, e, r, p, 0).Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
