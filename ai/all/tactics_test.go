package all

import (
	"context"
	"slices"
	"strings"
	"testing"

	"boardstudio/ai"
	"boardstudio/rules"
)

// layOut returns the position with pieces of each player on the listed cells.
func layOut(t *testing.T, r rules.Rules, turn rules.Player, held []int, cells ...string) rules.Position {
	t.Helper()
	s := rules.SetupOf(r, r.Start())
	s.Turn = turn
	if held != nil {
		s.Held = held
	}
	for player, list := range cells {
		for label := range strings.FieldsSeq(list) {
			c := r.Board().Find(label)
			if c == rules.NoCell {
				t.Fatalf("no cell %s", label)
			}
			s.Cells[c] = rules.Piece(rules.Player(player))
		}
	}
	p, err := r.SetUp(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestTactics checks positions with a single idea, which must be found with few nodes.
func TestTactics(t *testing.T) {
	for _, x := range []struct {
		why, game   string
		turn        rules.Player
		held        []int
		black       string
		white       string
		moves       string // any of these
		score       string // "" if it does not matter
		unlikeScore string // a score that must not occur
	}{
		{
			why: "four in a row: the fifth", game: "gomoku", black: "g8 h8 i8 j8", white: "f8 g9 h9 i10",
			moves: "k8", score: "win in 1",
		},
		{
			why: "an open three: make it an open four", game: "gomoku", black: "g8 h8 i8", white: "g10 i10 l12",
			moves: "f8 j8", score: "win in 3",
		},
		{
			why: "one point makes two open threes", game: "gomoku", black: "h6 h7 f8 g8", white: "c3 d12 m4 l12",
			moves: "h8", score: "win in 5",
		},
		{
			why: "a four and an open three at once", game: "gomoku", black: "d8 e8 f8 g6 g7", white: "c8 c3 m4 l12 n9",
			moves: "g8", score: "win in 5",
		},
		{
			why: "the opponent has four with one end open: there is one answer", game: "gomoku", turn: 1, black: "g8 h8 i8 j8", white: "f8 g9 h9",
			moves: "k8",
		},
		{
			why: "the opponent has an open three: stop it", game: "gomoku", turn: 1, black: "g8 h8 i8", white: "c3 m12",
			moves: "e8 f8 j8 k8", unlikeScore: "loss",
		},
		{
			why: "two open threes of the opponent cannot both be stopped", game: "gomoku", turn: 1, black: "g8 h8 i8 d3 d4 d5", white: "l3 m12 n8 l14 o5",
			score: "loss in 4",
		},
		{
			why: "exactly five: the sixth stone does not win", game: "gomoku-standard", black: "d8 e8 f8 g8 i8", white: "c8 c10 e11 k3 l12",
			moves: "", unlikeScore: "win in 1",
		},
		{
			why: "four pairs and a fifth to take", game: "pente", held: []int{4, 0}, black: "k10 e5", white: "l10 m10 f9 f12",
			moves: "n10", score: "win in 1",
		},
		{
			why: "a four that only a capture can break", game: "pente", turn: 1, held: []int{0, 0}, black: "g10 h10 i10 j10 h11", white: "h12 c3",
			moves: "h9",
		},
		{
			why: "three in a row at the bottom, both ends free", game: "connect4", black: "c6 d6", white: "c5 d5",
			moves: "b e", score: "win in 3",
		},
		{
			why: "White may make an overline in renju", game: "renju", turn: 1, black: "h8 h10 d4 k11 l5 b2", white: "d8 e8 f8 g6 h5 e12",
			moves: "",
		},
	} {
		t.Run(x.why, func(t *testing.T) {
			r := build(t, x.game, nil)
			p := layOut(t, r, x.turn, x.held, x.black, x.white)
			info := ask(t, expert(t, r), r, p, nil, 150_000)
			m, _ := info.Move()
			got, score := r.FormatMove(m), info.Best.Score.String()
			if x.moves != "" && !slices.Contains(strings.Fields(x.moves), got) {
				t.Errorf("plays %s (%s), want %s", got, score, x.moves)
			}
			if x.score != "" && score != x.score || x.unlikeScore != "" && strings.HasPrefix(score, x.unlikeScore) {
				t.Errorf("%s is %s", got, score)
			}
		})
	}
}

// TestSolved checks that the expert proves the known values of small boards.
func TestSolved(t *testing.T) {
	for i, x := range []struct {
		game  string
		over  rules.Params
		value int
	}{
		{"tictactoe", nil, 0},
		{"tictactoe", rules.Params{"misere": "on"}, 0},
		{"tictactoe", rules.Params{"topology": "torus"}, 1},
		{"tictactoe", rules.Params{"cols": "4"}, 1},
		{"tictactoe", rules.Params{"rows": "4", "cols": "4"}, 1},
		{"tictactoe", rules.Params{"rows": "4", "cols": "4", "k": "4"}, 0},
		{"connect4", rules.Params{"rows": "4", "cols": "4"}, 0},
		{"connect4", rules.Params{"rows": "4", "cols": "5"}, 0},
		{"connect4", rules.Params{"rows": "5", "cols": "4"}, 0},
		{"othello", rules.Params{"size": "4"}, -1},
	} {
		if testing.Short() && i > 4 {
			break
		}
		r := build(t, x.game, x.over)
		s := ask(t, expert(t, r), r, r.Start(), nil, 3_000_000).Best.Score
		if !s.Proved || int(s.Value) != x.value {
			t.Errorf("%s %v: %v, want %d", x.game, x.over, s, x.value)
		}
	}
}

// TestOwnBoards checks that the boards of a family and the positions of the rules prove the same
// near the end of a game.
func TestOwnBoards(t *testing.T) {
	for _, game := range []string{"tictactoe", "connect4", "othello6", "awale", "awale-abapa", "pente"} {
		t.Run(game, func(t *testing.T) {
			over := rules.Params{}
			switch game {
			case "connect4":
				over = rules.Params{"rows": "4", "cols": "5"}
			case "pente":
				over = rules.Params{"rows": "5", "cols": "5", "k": "4", "captures": "2"}
			case "awale", "awale-abapa":
				over = rules.Params{"pits": "3", "seeds": "2"}
			}
			r := build(t, game, over)
			fast, slow := expert(t, r), plainEngine(t, r)
			decided := 0
			for seed := range uint64(6) {
				moves := ending(t, r, seed)
				a := ask(t, fast, r, r.Start(), moves, 60_000).Best.Score
				b := ask(t, slow, r, r.Start(), moves, 60_000).Best.Score
				if !a.Proved || !b.Proved {
					continue
				}
				decided++
				if a.Value != b.Value {
					t.Errorf("after %v: %v on the board of its own, %v by the rules", moves, a, b)
				}
			}
			if decided < 3 {
				t.Errorf("only %d positions were decided by both", decided)
			}
		})
	}
}

// TestThreePlayers checks that a win against two opponents is proved, and that shares are returned
// otherwise.
func TestThreePlayers(t *testing.T) {
	r := build(t, "morpion", rules.Params{"players": "3", "rows": "6", "cols": "6", "k": "3"})
	p := layOut(t, r, 0, nil, "b2 c2", "e5", "f1")
	info := ask(t, expert(t, r), r, p, nil, 20_000)
	m, _ := info.Move()
	if got := r.FormatMove(m) + " " + info.Best.Score.String(); got != "a2 win in 1" && got != "d2 win in 1" {
		t.Errorf("%s", got)
	}
	if got := info.Best.Score.Shares; !slices.Equal(got, []float64{1, 0, 0}) {
		t.Errorf("the winner expects %v", got)
	}
	shares := func(p rules.Position) []float64 {
		s := ask(t, expert(t, r), r, p, nil, 2_000).Best.Score.Shares
		if len(s) != 3 || s[0] < 0 || s[1] < 0 || s[2] < 0 || s[0]+s[1]+s[2] < 0.999 || s[0]+s[1]+s[2] > 1.001 {
			t.Errorf("%s: shares %v", p, s)
		}
		return s
	}
	if s := shares(r.Start()); s[0] <= s[1] || s[0] <= s[2] {
		t.Errorf("three in a row are easy for the first player, but the shares are %v", s)
	}
	// The third player has an open row of two, and its two ends cannot both be blocked.
	if s := shares(layOut(t, r, 0, nil, "a1", "f6 a6", "c3 d3")); s[2] <= s[0] || s[2] <= s[1] {
		t.Errorf("the third player is about to win, but the shares are %v", s)
	}
}

// TestEffort checks the number of positions visited by a search of fixed depth. Move ordering and
// pruning change only this number, not the result. A smaller number is an improvement.
func TestEffort(t *testing.T) {
	for _, x := range []struct {
		game  string
		plain bool // without special boards
		depth int
		most  uint64
	}{
		{"connect4", false, 11, 367_517},
		{"othello", false, 8, 41_204},
		{"gomoku", false, 6, 63_213},
		{"awale", false, 11, 65_397},
		{"othello6", true, 7, 15_840},
	} {
		t.Run(x.game, func(t *testing.T) {
			r := build(t, x.game, nil)
			e := expert(t, r)
			if x.plain {
				e = plainEngine(t, r)
			}
			nodes := uint64(0)
			for seed := range uint64(3) {
				moves := ending(t, r, seed)
				q := ai.Request{Rules: r, Start: r.Start(), Moves: moves[:min(8, len(moves)/2)], Limit: ai.Limit{Depth: x.depth}, Seed: seed}
				info, err := e.Think(context.Background(), q, nil)
				if err != nil {
					t.Fatal(err)
				}
				nodes += info.Nodes
			}
			if nodes > x.most {
				t.Errorf("%d positions to depth %d, %d were enough", nodes, x.depth, x.most)
			}
		})
	}
}
