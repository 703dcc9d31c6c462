package gomoku

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"boardstudio/ai"
	"boardstudio/internal/effort"
	"boardstudio/rules"
	"boardstudio/rules/line"
)

// TestWins compares the moves returned by Wins with the wins found by playing all moves with the
// rules, including their distances.
func TestWins(t *testing.T) {
	rnd := rand.New(rand.NewPCG(31, 32))
	n := effort.ShortAmount(testing.Short(), 30, 15, 6)
	wins, none := 0, 0
	for _, v := range []struct {
		game         string
		over         rules.Params
		plies, moves int
	}{
		{"gomoku", rules.Params{"rows": "6", "cols": "6"}, 5, 18},
		{"gomoku", rules.Params{"rows": "7", "cols": "5"}, 5, 19},
		{"gomoku-standard", rules.Params{"rows": "6", "cols": "6"}, 5, 18},
		{"renju", rules.Params{"rows": "6", "cols": "6"}, 5, 17},
		{"renju", rules.Params{"rows": "7", "cols": "7"}, 3, 21},
		{"gomoku", rules.Params{"rows": "8", "cols": "8"}, 3, 20},
	} {
		r := build(t, v.game, v.over)
		e := engine(t, r)
		for range n {
			q := randomRequest(t, r, rnd, v.moves+rnd.IntN(4))
			p, _ := q.Position()
			got, sure, err := e.Wins(context.Background(), q, v.plies)
			if err != nil || !sure {
				t.Fatalf("%v:\n%s\nsure %v, %v", r.Spec(), p, sure, err)
			}
			in := map[rules.Move]int{}
			for _, l := range got {
				in[l.Moves[0]] = l.Score.Plies
				if l.Score.AtMost || len(l.Moves) != l.Score.Plies {
					t.Errorf("%v:\n%s\n%v with a line of %d moves", r.Spec(), p, l.Score, len(l.Moves))
				}
			}
			f := &brute{p.Turn(), map[[2]uint64]bool{}, 400_000}
			for m := range p.Moves() {
				next, _ := p.Play(m)
				want := 0
				for d := 1; d <= v.plies && want == 0; d += 2 {
					if f.wins(next, d-1) {
						want = d
					}
				}
				if f.left < 0 {
					break
				}
				if in[m] != want {
					t.Errorf("%v:\n%s\n%s wins in %d, not in %d", r.Spec(), p, r.FormatMove(m), want, in[m])
				}
			}
			if len(got) > 0 {
				wins++
			} else {
				none++
			}
		}
	}
	if wins < n/2 || none < n/2 {
		t.Errorf("%d positions with wins and %d without are too few", wins, none)
	}
	t.Log(wins, "with wins,", none, "without")
}

// forcedFile contains forced wins of 15 plies or more: the game, the number of plies by threats,
// and the moves to the position. The engine found them in games against itself: go test ./ai/gomoku
// -run Generate -generate testdata/forced.txt.
const forcedFile = "testdata/forced.txt"

var (
	generate    = flag.String("generate", "", "file to write forced wins to")
	positions   = flag.Int("positions", 60, "how many positions of each game with captures are tried")
	everyAnswer = flag.Bool("every-answer", false, "play every answer to all of the forced wins, and not to some")
)

// Minimum length of the wins, their number, and the maximum number of nodes to find one.
const (
	leastForced = 15
	manyForced  = 50
	forcedNodes = 1_000_000
)

// solve returns the number of plies that the side to move needs to win by threats, or 0.
func solve(t testing.TB, e *Engine, q ai.Request, nodes uint64) (plies int) {
	t.Helper()
	q.Limit = ai.Limit{Nodes: 1 << 40}
	v, err := e.prepare(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return v.threats.wins(61, nodes)
}

// verifier plays every legal answer to each move of a win. The board is tested against the rules
// elsewhere.
type verifier struct {
	t    *threats
	seen map[uint64]int
	n    int
}

// winsAgainstAll reports whether the side to move wins within d plies against every answer.
func (v *verifier) winsAgainstAll(d int) bool {
	b := v.t.b
	if k, ok := v.seen[b.key()]; ok && k <= d {
		return true
	}
	v.n++
	me := int8(b.turn)
	v.t.nodes = v.t.s.nodes + forcedNodes
	c := v.t.winningMove(d, 1)
	if c == pass || !b.legal(c, int(me)) {
		return false
	}
	b.Play(c)
	defer b.Undo()
	if b.over {
		return b.winner == me
	}
	if b.passing {
		return false
	}
	for _, x := range v.t.emptyCells(1) {
		if !b.legal(x, int(b.turn)) {
			continue
		}
		b.Play(x)
		ok := !b.over || b.winner == me
		for n := 1; ok && !b.over; n += 2 { // find the shortest win by threats, to keep the search below small
			if n > d-2 {
				ok = false
				break
			}
			v.t.nodes = v.t.s.nodes + forcedNodes
			if v.t.attack(n, 1) {
				ok = v.winsAgainstAll(n)
				break
			}
		}
		b.Undo()
		if !ok {
			return false
		}
	}
	b.Undo()
	v.seen[b.key()] = d
	b.Play(c)
	return true
}

func verify(t testing.TB, e *Engine, q ai.Request, plies int) (bool, int) {
	t.Helper()
	q.Limit = ai.Limit{Nodes: 1 << 40}
	p, err := e.prepare(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	v := &verifier{t: p.threats, seen: map[uint64]int{}}
	return v.winsAgainstAll(plies), v.n
}

// captureGames are games in which captures, or fouls of both sides, affect the result. Threats are
// frequent on their small boards.
var captureGames = []struct {
	game string
	over rules.Params
}{
	{"pente", rules.Params{"rows": "9", "cols": "9"}},
	{"pente", rules.Params{"rows": "8", "cols": "8", "captures": "2", "centreFirst": "off"}},
	{"gomoku-captures", rules.Params{"rows": "9", "cols": "9", "captures": "3"}},
	{"ninuki", rules.Params{"rows": "9", "cols": "9"}},
	{"ninuki", rules.Params{"rows": "8", "cols": "8", "captures": "2"}},
	{"ninuki", rules.Params{"rows": "9", "cols": "9", "doubleThree": "allowed", "adjacent": "off", "captures": "4"}},
	{"ninuki", rules.Params{"rows": "9", "cols": "9", "doubleThree": "unlessCapturing", "captures": "3"}},
	{"ninuki", rules.Params{"rows": "8", "cols": "8", "breakable": "off", "captures": "3"}},
	{"ninuki", rules.Params{"rows": "8", "cols": "8", "captures": "0", "breakable": "off"}},
}

// proves searches for a win by threats and verifies it against every answer.
func proves(t testing.TB, e *Engine, q ai.Request, nodes uint64) (plies int, ok bool) {
	t.Helper()
	plies = solve(t, e, q, nodes)
	if plies == 0 {
		return 0, true
	}
	ok, _ = verify(t, e, q, plies)
	return plies, ok
}

// TestThreats verifies wins by threats in games with captures against every answer.
func TestThreats(t *testing.T) {
	rnd := rand.New(rand.NewPCG(51, 52))
	n := *positions
	if testing.Short() {
		n = 40
	}
	for _, v := range captureGames {
		r := build(t, v.game, v.over)
		e := engine(t, r)
		var found [maxPly]int
		for range n {
			q := randomRequest(t, r, rnd, 10+rnd.IntN(30))
			plies, ok := proves(t, e, q, 20_000)
			if !ok {
				p, _ := q.Position()
				t.Errorf("%v:\n%s\nan answer holds against the win in %d plies", r.Spec(), p, plies)
			}
			found[plies]++
		}
		t.Log(v.game, v.over, "wins by plies:", found[:22])
		if found[1]+found[3]+found[5]+found[7] < n/5 {
			t.Errorf("%v: too few wins to test: %v", r.Spec(), found)
		}
	}
}

// FuzzThreats is TestThreats with games chosen by the fuzzer.
func FuzzThreats(f *testing.F) {
	f.Add(uint8(0), []byte("0123456789abcdefghijklmnop"))
	f.Add(uint8(4), []byte{112, 98, 97, 113, 96, 128, 80, 64, 200, 3, 77, 110, 111, 109})
	engines := map[int]*Engine{}
	f.Fuzz(func(t *testing.T, which uint8, moves []byte) {
		v := int(which) % len(captureGames)
		r := build(t, captureGames[v].game, captureGames[v].over)
		if engines[v] == nil {
			engines[v] = engine(t, r)
		}
		q := ai.Request{Rules: r, Start: r.Start()}
		p := q.Start
		for _, m := range moves[:min(len(moves), 60)] {
			legal := slices.Collect(p.Moves())
			x := legal[int(m)*len(legal)/256]
			next, err := p.Play(x)
			if err != nil {
				t.Fatal(err)
			}
			if next.Result().Over {
				break
			}
			q.Moves, p = append(q.Moves, x), next
		}
		if plies, ok := proves(t, engines[v], q, 3_000); !ok {
			t.Errorf("%v:\n%s\nan answer holds against the win in %d plies", r.Spec(), p, plies)
		}
	})
}

// TestForced checks that each forced win is found within the given nodes and plies, and verifies it
// against every answer.
func TestForced(t *testing.T) {
	data, err := os.ReadFile(forcedFile)
	if err != nil {
		t.Fatal(err)
	}
	engines := map[string]*Engine{}
	n := 0
	for s := bufio.NewScanner(bytes.NewReader(data)); s.Scan(); {
		var game string
		var plies int
		if _, err := fmt.Sscan(s.Text(), &game, &plies); err != nil || strings.HasPrefix(s.Text(), "#") {
			continue
		}
		n++
		r := build(t, game, rules.Params{"rows": "15", "cols": "15"})
		if engines[game] == nil {
			engines[game] = engine(t, r)
		}
		_, moves, _ := strings.Cut(s.Text(), ":")
		q := request(t, r, moves)
		if got := solve(t, engines[game], q, forcedNodes); got != plies || plies < leastForced {
			t.Errorf("%s: found in %d plies, not %d", s.Text(), got, plies)
		}
		if n%13 != 0 && !*everyAnswer {
			continue
		}
		if ok, _ := verify(t, engines[game], q, plies); !ok {
			t.Errorf("%s: an answer holds", s.Text())
		}
	}
	if n < manyForced {
		t.Errorf("%d forced wins, not %d", n, manyForced)
	}
}

// TestGenerate rewrites forcedFile if requested.
func TestGenerate(t *testing.T) {
	if *generate == "" {
		t.Skip("run with -generate FILE")
	}
	var out bytes.Buffer
	fmt.Fprintln(&out, "# Forced wins found by the engine in games against itself, and verified by playing every answer. Game, plies, and the moves to the position.")
	rnd := rand.New(rand.NewPCG(41, 42))
	total := 0
	for _, x := range []struct {
		game string
		n    int
	}{{"gomoku", 20}, {"renju", 20}, {"gomoku-standard", 12}, {"pente", 5}, {"ninuki", 3}} {
		r, err := line.Game.Build(x.game, rules.Params{"rows": "15", "cols": "15"})
		if err != nil {
			t.Fatal(err)
		}
		e := engine(t, r)
		for found := 0; found < x.n; {
			q := randomRequest(t, r, rnd, 3+rnd.IntN(4))
			for {
				p, err := q.Position()
				if err != nil {
					t.Fatal(err)
				}
				if p.Result().Over {
					break
				}
				plies := 0
				if len(q.Moves) > 8 {
					plies = solve(t, e, q, 150_000)
				}
				if plies >= leastForced {
					if ok, n := verify(t, e, q, plies); ok {
						found++
						total++
						fmt.Fprintf(&out, "%s %d:", x.game, plies)
						for _, m := range q.Moves {
							fmt.Fprintf(&out, " %s", r.FormatMove(m))
						}
						fmt.Fprintln(&out)
						t.Log(total, x.game, plies, n)
					}
				}
				if plies > 0 {
					break
				}
				q.Limit, q.Seed = ai.Limit{Nodes: 400}, rnd.Uint64()
				i, err := e.Think(context.Background(), q, nil)
				if err != nil {
					t.Fatal(err)
				}
				m, _ := i.Move()
				q.Moves = append(q.Moves, m)
			}
			if err := os.WriteFile(*generate, out.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}
