package all

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"boardstudio/ai"
	"boardstudio/rules"
)

// lines returns every n-th line of a file.
func lines(t *testing.T, path string, n int) []string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []string
	s := bufio.NewScanner(f)
	for i := 0; s.Scan(); i++ {
		if i%n == 0 && s.Text() != "" {
			all = append(all, s.Text())
		}
	}
	if len(all) == 0 {
		t.Fatalf("%s is empty", path)
	}
	return all
}

func expert(t testing.TB, r rules.Rules) ai.Engine {
	t.Helper()
	e, err := Engines.New("alphabeta", r)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// ask lets the engine think about p. The limit is in nodes, so every run is the same.
func ask(t testing.TB, e ai.Engine, r rules.Rules, p rules.Position, moves []rules.Move, nodes uint64) ai.Info {
	t.Helper()
	q := ai.Request{Rules: r, Start: p, Moves: moves, Limit: ai.Limit{Nodes: nodes}}
	info, err := e.Think(context.Background(), q, nil)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

// columns converts a sequence of digits, as used by connect four solvers, to moves.
func columns(digits string) []rules.Move {
	var moves []rules.Move
	for _, column := range digits {
		moves = append(moves, rules.Place(rules.Cell(column-'1')))
	}
	return moves
}

// TestConnectFour checks solved positions. The distance of a win must be exact.
func TestConnectFour(t *testing.T) {
	r := build(t, "connect4", nil)
	e := expert(t, r)
	for _, file := range []string{"testdata/connect4-late.txt", "testdata/connect4-middle.txt"} {
		every := 1
		if testing.Short() {
			every = 5
		}
		for _, line := range lines(t, file, every) {
			var played string
			var want int
			if _, err := fmt.Sscan(line, &played, &want); err != nil {
				t.Fatal(err)
			}
			moves := columns(played)
			s := ask(t, e, r, r.Start(), moves, 2_000_000).Best.Score
			got := int(s.Value) * (22 - (len(moves)+s.Plies+1)/2)
			if !s.Proved || s.AtMost || got != want {
				t.Errorf("%s: %v is a score of %d, want %d", played, s, got, want)
			}
		}
	}
	for _, x := range []struct{ played, want string }{
		{"4115434436", "win in 7"},
		{"31124166611476652461", "loss in 10"},
	} {
		if s := ask(t, e, r, r.Start(), columns(x.played), 2_000_000).Best.Score.String(); s != x.want {
			t.Errorf("%s: %s, want %s", x.played, s, x.want)
		}
	}
}

// TestOthelloEndgames checks positions with 14 to 16 empty cells against exact scores.
func TestOthelloEndgames(t *testing.T) {
	r := build(t, "othello", nil)
	e := expert(t, r)
	every := 1
	if testing.Short() {
		every = 4
	}
	for _, line := range lines(t, "../../rules/othello/testdata/fforum-1-19.obf", every) {
		position, scores, _ := strings.Cut(line, ";")
		p, err := r.Parse(position)
		if err != nil {
			t.Fatal(err)
		}
		info := ask(t, e, r, p, nil, 8_000_000)
		m, _ := info.Move()
		// The moves are sorted by score. Several may be best.
		best, mine := -65, -65
		for part := range strings.SplitSeq(scores, ";") {
			cell, score, ok := strings.Cut(strings.TrimSpace(part), ":")
			if !ok {
				continue
			}
			n := 0
			if _, err := fmt.Sscan(strings.TrimPrefix(score, "+"), &n); err != nil {
				t.Fatal(err)
			}
			best = max(best, n)
			if strings.EqualFold(cell, r.FormatMove(m)) {
				mine = n
			}
		}
		end := p
		for _, m := range info.Best.Moves {
			if end, err = end.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		f := end.Result().Final
		if f == nil || !info.Best.Score.Proved || mine != best || f[p.Turn()]-f[1-p.Turn()] != best {
			t.Errorf("%s: %s ends %v, %v; known are%s", position, r.FormatMove(m), f, info.Best.Score, scores)
		}
	}
}

// TestAwaleEndgames checks the winner, and also the margin if the line reaches the end.
func TestAwaleEndgames(t *testing.T) {
	r := build(t, "awale-abapa", nil)
	e := expert(t, r)
	every := 20
	if testing.Short() {
		every = 100
	}
	n, open, exact := 0, 0, 0
	for _, line := range lines(t, "../../rules/awale/testdata/abapa-endgames-2000.txt", every) {
		var pits string
		want, all := 0, 0
		if _, err := fmt.Sscan(line, &pits, &want); err != nil {
			continue // a comment
		}
		p, err := r.Parse(pits + " 0-0 S")
		if err != nil {
			t.Fatal(err)
		}
		for c := range r.Board().Cells {
			all += int(p.At(rules.Cell(c)).Count)
		}
		if p.Turn() == rules.NoPlayer {
			continue
		}
		n++
		info := ask(t, e, r, p, nil, 300_000)
		if !info.Best.Score.Proved {
			open++
			continue
		}
		sign := 0.0
		switch {
		case 2*want > all:
			sign = 1
		case 2*want < all:
			sign = -1
		}
		if info.Best.Score.Value != sign {
			t.Errorf("%s of %d: %v", line, all, info.Best.Score)
		}
		end := p
		for _, m := range info.Best.Moves {
			if end, err = end.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		switch f := end.Result().Final; {
		case f == nil || info.Nodes >= 300_000: // the winner is proved, but not yet the margin
		case f[0] != want:
			t.Errorf("%s: the line ends %v", line, f)
		default:
			exact++
		}
	}
	t.Logf("%d endgames, %d not decided, %d lines end with exactly the seeds known", n, open, exact)
	if open > n/10 || exact < n/8 {
		t.Error("too few are solved")
	}
}
