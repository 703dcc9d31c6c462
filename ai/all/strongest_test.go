package all

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"boardstudio/ai"
	"boardstudio/rules"
	"boardstudio/rules/line"
)

// solvable lists games with a special engine. ends reports whether a random game is close enough to
// its end that this engine solves it, while the search that plays every game does not.
var solvable = []struct {
	game   string
	over   rules.Params
	ends   func(played, empty, seeds int) bool
	forced []string // the names of lists of forced wins to use instead
	nodes  uint64   // nodes for the engine; they take no longer than plainNodes of the search
}{
	{"othello", nil, func(_, empty, _ int) bool { return empty <= 14 }, nil, 2_000_000},
	{"connect4", nil, func(played, _, _ int) bool { return played == 15 }, nil, 500_000},
	{"connect4", rules.Params{"topology": "cylinder"}, func(played, _, _ int) bool { return played == 10 }, nil, 2_000_000},
	{"awale", nil, func(_, _, seeds int) bool { return seeds <= 12 }, nil, 500_000},
	{"tictactoe", rules.Params{"rows": "5", "cols": "5", "k": "4"}, func(played, _, _ int) bool { return played == 7 }, nil, 1_500_000},
	{"gomoku", nil, nil, []string{"gomoku 19", "gomoku 21", "gomoku 23"}, 400_000},
	{"renju", nil, nil, []string{"renju 19", "renju 21", "renju 25"}, 400_000},
}

// plainNodes is the number of nodes for the search, about 0.4 s.
const plainNodes = 60_000

// nearEnd returns requests for positions near the end of random games.
func nearEnd(t *testing.T, r rules.Rules, ends func(played, empty, seeds int) bool, n int) (qs []ai.Request) {
	rnd := rand.New(rand.NewPCG(2, 6))
	for len(qs) < n {
		q := ai.Request{Rules: r, Start: r.Start()}
		p := q.Start
		for !p.Result().Known() {
			empty := 0
			for c := range r.Board().Cells {
				if p.At(rules.Cell(c)).Owner == rules.NoPlayer {
					empty++
				}
			}
			if ends(len(q.Moves), empty, seeds(r, p)) {
				qs = append(qs, q)
				break
			}
			all := slices.Collect(p.Moves())
			m := all[rnd.IntN(len(all))]
			q.Moves = append(q.Moves, m)
			p, _ = p.Play(m)
		}
	}
	return qs
}

// forcedWins returns requests for the positions in the named lists.
func forcedWins(t *testing.T, r rules.Rules, names []string, n int) (qs []ai.Request) {
	f, err := os.Open("../gomoku/testdata/forced.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan() && len(qs) < n; {
		name, moves, _ := strings.Cut(s.Text(), ": ")
		if !slices.Contains(names, name) {
			continue
		}
		q := ai.Request{Rules: r, Start: r.Start()}
		for text := range strings.FieldsSeq(moves) {
			m, err := r.ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			q.Moves = append(q.Moves, m)
		}
		qs = append(qs, q)
	}
	return qs
}

// TestStrongest checks that the strongest engine of each family proves results that the search for
// all games does not prove in about the same time. Hints, values of all moves and proofs of puzzles
// depend on that.
func TestStrongest(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes ten seconds")
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for _, x := range solvable {
		t.Run(fmt.Sprint(x.game, " ", x.over), func(t *testing.T) {
			r := build(t, x.game, x.over)
			strong, err := Engines.Strongest(r)
			if err != nil {
				t.Fatal(err)
			}
			prover, err := Engines.Prover(r)
			if err != nil {
				t.Fatal(err)
			}
			plain := expert(t, r)
			if s, ok := strong.(ai.Starter); ok {
				if err := s.Start(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			const n = 4
			var qs []ai.Request
			if x.forced != nil {
				qs = forcedWins(t, r, x.forced, n)
			} else {
				qs = nearEnd(t, r, x.ends, n)
			}
			type count struct{ best, wins int } // positions with a proof of the best move, and with a proof of all winning moves
			see := func(e ai.Engine, p ai.Prover, nodes uint64, c *count, q ai.Request) (s ai.Score) {
				q.Limit.Nodes = nodes
				info, err := e.Think(context.Background(), q, nil)
				if err != nil {
					t.Fatal(err)
				}
				if s = info.Best.Score; s.Proved {
					c.best++
				}
				plies := 0
				if x.forced != nil {
					plies = 25
				}
				wins, sure, err := p.Wins(context.Background(), q, plies)
				if err != nil {
					t.Fatal(err)
				}
				if sure || x.forced != nil && len(wins) > 0 {
					c.wins++
				}
				return s
			}
			var ours, others count
			for _, q := range qs {
				a, b := see(strong, prover, x.nodes, &ours, q), see(plain, plain.(ai.Prover), plainNodes, &others, q)
				if a.Proved && b.Proved && (a.Value != b.Value || a.Margin != 0 && b.Margin != 0 && a.Margin != b.Margin) {
					t.Errorf("%s %v after %v: %v, by the other search %v", x.game, x.over, q.Moves, a, b)
				}
			}
			t.Logf("%s %v: of %d positions %+v, by the other search %+v", x.game, x.over, len(qs), ours, others)
			if 4*ours.best < 3*len(qs) || ours.best <= others.best || ours.wins < others.wins || x.forced != nil && 2*ours.wins < len(qs) {
				t.Error("no more than the other search")
			}
			ai.Close(strong)
		})
	}
}

// TestBest checks that the special engine is chosen for the boards that it plays, regardless of the
// game's name.
func TestBest(t *testing.T) {
	of := func(game string, over rules.Params) string { return Engines.Best(build(t, game, over)) }
	for _, x := range []struct{ name, got, want string }{
		{"othello", of("othello", nil), "othello"},
		{"small othello", of("othello6", nil), "alphabeta"},
		{"awale", of("awale", nil), "awale"},
		{"connect4", of("connect4", nil), "connect4"},
		{"large connect4", of("connect4", rules.Params{"rows": "9", "cols": "10"}), "connect4"},
		{"wide connect4", of("connect4", rules.Params{"rows": "4", "cols": "20"}), "alphabeta"},
		{"larger connect4", of("connect4", rules.Params{"rows": "12", "cols": "12"}), "alphabeta"},
		{"gomoku", of("gomoku", nil), "gomoku"},
		{"pente", of("pente", nil), "gomoku"},
		{"gomoku with captures", of("gomoku-captures", nil), "gomoku"},
		{"small gomoku", of("gomoku", rules.Params{"rows": "6", "cols": "6"}), "solver"},
		{"tictactoe", of("tictactoe", nil), "solver"},
		{"misere tictactoe", of("tictactoe", rules.Params{"misere": "on"}), "alphabeta"},
		{"torus", of(line.Game.Name, rules.Params{"rows": "8", "cols": "8", "k": "4", "topology": "torus"}), "solver"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if x.got != x.want {
				t.Errorf("%s, not %s", x.got, x.want)
			}
		})
	}
}
