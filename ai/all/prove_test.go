package all

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"boardstudio/ai"
	"boardstudio/internal/effort"
	"boardstudio/rules"
)

// forced computes by exhaustive search in how many plies a player wins against every reply.
type forced struct {
	me    rules.Player
	known map[forcedKey]bool
	left  int // positions that may still be visited; negative after giving up
}

type forcedKey struct {
	position, past uint64
	plies          int
}

// wins reports whether me wins from p within the given number of plies.
func (f *forced) wins(p rules.Position, plies int) bool {
	switch r := p.Result(); {
	case r.Known():
		return r.Winners == rules.Of(f.me)
	case plies == 0:
		return false
	}
	key := forcedKey{position: p.Hash(), plies: plies}
	if h, ok := p.(rules.Historian); ok {
		key.past = h.History()
	}
	if v, ok := f.known[key]; ok {
		return v
	}
	if f.left--; f.left < 0 {
		return false
	}
	mine := p.Turn() == f.me
	v := !mine
	for m := range p.Moves() {
		next, err := p.Play(m)
		if err == nil && f.wins(next, plies-1) == mine {
			v = mine
			break
		}
	}
	f.known[key] = v
	return v
}

// As a number of moves, few means random moves until few seeds are left.
const few = -3

// A winCase is a small board on which proved wins are compared with an exhaustive search.
type winCase struct {
	game  string
	over  rules.Params
	plies int // random moves before the prover is asked
	most  int // maximum plies of the wins searched
	end   bool
}

var winCases = []winCase{
	{"tictactoe", nil, 1, 7, true},
	{"tictactoe", rules.Params{"misere": "on"}, 3, 7, true},
	{"tictactoe", rules.Params{"rows": "4", "cols": "4"}, 4, 5, true},
	{"tictactoe", rules.Params{"rows": "4", "cols": "5", "k": "4"}, 8, 7, true},
	{"gomoku", rules.Params{"rows": "5", "cols": "5", "k": "4"}, 6, 5, false},
	{"gomoku", rules.Params{"rows": "4", "cols": "6", "k": "4"}, 9, 7, true},
	{"gomoku", rules.Params{"rows": "5", "cols": "6", "k": "4", "adjacent": "on"}, 12, 5, false},
	{"gomoku-standard", rules.Params{"rows": "5", "cols": "5", "k": "4"}, 8, 5, false},
	{"gomoku-standard", rules.Params{"rows": "6", "cols": "4", "k": "4"}, 10, 7, false},
	{"renju", rules.Params{"rows": "6", "cols": "6"}, 20, 5, false},
	{"renju", rules.Params{"rows": "5", "cols": "7"}, 19, 5, false},
	{"pente", rules.Params{"rows": "5", "cols": "5", "k": "4", "captures": "1"}, 7, 5, false},
	{"pente", rules.Params{"rows": "5", "cols": "6", "k": "4", "captures": "2"}, 10, 5, false},
	{"pente", rules.Params{"rows": "5", "cols": "7", "k": "4", "captures": "3"}, 13, 5, false},
	{"pente", rules.Params{"rows": "7", "cols": "8", "k": "4", "captures": "2"}, 8, 3, false},
	{"pente", rules.Params{"rows": "7", "cols": "7", "k": "4", "captures": "1"}, 6, 3, false},
	{"gomoku", rules.Params{"rows": "7", "cols": "7", "k": "4"}, 5, 3, false},
	{"renju", rules.Params{"rows": "8", "cols": "7"}, 22, 3, false},
	{"connect4", rules.Params{"rows": "4", "cols": "4"}, 6, 9, true},
	{"connect4", rules.Params{"rows": "4", "cols": "5", "topology": "cylinder"}, 8, 7, true},
	{"connect4", rules.Params{"rows": "4", "cols": "4", "k": "3", "misere": "on"}, 5, 9, true},
	{"othello", rules.Params{"size": "4"}, 1, 12, true},
	{"othello", rules.Params{"size": "4", "goal": "fewest"}, 2, 12, true},
	{"awale", rules.Params{"pits": "3", "seeds": "2"}, few, 9, true},
	{"awale-abapa", rules.Params{"pits": "3", "seeds": "3"}, few, 9, true},
	{"awale-abapa", rules.Params{"pits": "4", "seeds": "2", "grandSlam": "opponentKeeps"}, few, 7, true},
	{"hex", rules.Params{"size": "3"}, 1, 5, true},
}

// caseName returns the name of a subtest for a game with parameters.
func caseName(game string, over rules.Params) string {
	for _, k := range slices.Sorted(maps.Keys(over)) {
		game += " " + k + "=" + over[k]
	}
	return game
}

// TestWins compares proved wins on small boards with an exhaustive search. All proved moves must
// win, in the given number of plies. If the prover is sure, no other move may win. Each line must
// be best play of both sides.
func TestWins(t *testing.T) {
	games, budget, enough := 25, effort.Amount(60_000, 30_000), 1
	if testing.Short() {
		games, budget, enough = 5, 20_000, 0
	}
	for _, x := range winCases {
		t.Run(caseName(x.game, x.over), func(t *testing.T) {
			r := build(t, x.game, x.over)
			w := winTest{T: t, winCase: x, r: r, rnd: rand.New(rand.NewPCG(5, 11)), budget: budget}
			fast, slow := expert(t, r).(ai.Prover), plainEngine(t, r).(ai.Prover)
			for i := range games {
				p := w.randomPosition()
				if p.Result().Known() {
					continue
				}
				f := &forced{p.Turn(), map[forcedKey]bool{}, budget}
				truth := w.truth(f, p)
				if f.left < 0 {
					continue
				}
				for _, e := range []ai.Prover{fast, slow} {
					limit := w.checkWithin(e, f, p, truth)
					if limit.Nodes >= 10_000 && (e == fast || x.end) && (i%2 == 0 || effort.Full()) {
						w.checkUnlimited(e, limit, f, p, truth)
					}
				}
			}
			t.Logf("%d with wins, %d without, %d unsure; %d for good", w.wins, w.none, w.unsure, w.forGood)
			if w.wins < enough || w.none < enough || x.end && w.forGood < enough {
				t.Error("too few of each")
			}
		})
	}
}

// A winTest compares the wins that provers find on one board with an exhaustive search.
type winTest struct {
	*testing.T
	winCase
	r      rules.Rules
	rnd    *rand.Rand
	budget int // positions that the exhaustive search may visit

	wins, none, unsure int // answers within a number of plies
	forGood            int // sure answers about any number of plies
}

// randomPosition plays random moves.
func (w *winTest) randomPosition() rules.Position {
	p := w.r.Start()
	for n := 0; !p.Result().Known(); n++ {
		if w.plies >= 0 && n >= w.plies+w.rnd.IntN(3) || w.plies == few && seeds(w.r, p) <= 7 {
			break
		}
		all := slices.Collect(p.Moves())
		p, _ = p.Play(all[w.rnd.IntN(len(all))])
	}
	if p.Result().Known() {
		return p
	}
	if fresh, err := w.r.Parse(p.String()); err == nil { // the boards do not know the earlier moves either
		return fresh
	}
	return p
}

// truth returns in how many plies each move wins; 0 if it does not win within the maximum.
func (w *winTest) truth(f *forced, p rules.Position) map[rules.Move]int {
	truth := map[rules.Move]int{}
	for m := range p.Moves() {
		next, _ := p.Play(m)
		for n := 1; n <= w.most && truth[m] == 0 && f.left >= 0; n++ {
			if f.wins(next, n-1) {
				truth[m] = n
			}
		}
	}
	return truth
}

// checkWithin checks the wins within a random number of plies. It returns the limit of the search.
func (w *winTest) checkWithin(e ai.Prover, f *forced, p rules.Position, truth map[rules.Move]int) ai.Limit {
	w.Helper()
	n := 1 + w.rnd.IntN(w.most)
	q := ai.Request{Rules: w.r, Start: p, Limit: ai.Limit{Nodes: 20 * uint64(w.budget)}}
	if w.rnd.IntN(4) == 0 {
		q.Limit.Nodes = 1 + uint64(w.rnd.IntN(1+w.rnd.IntN(3000)))
	}
	lines, sure, err := e.Wins(context.Background(), q, n)
	if err != nil {
		w.Fatal(err)
	}
	seen := map[rules.Move]bool{}
	for _, l := range lines {
		m := l.Moves[0]
		seen[m] = true
		if truth[m] == 0 || truth[m] > n || truth[m] > l.Score.Plies || sure && !l.Score.AtMost && truth[m] != l.Score.Plies {
			w.Fatalf("%s, %s: is said to win in %d, in truth in %d", p, w.r.FormatMove(m), l.Score.Plies, truth[m])
		}
		if sure && !l.Score.AtMost {
			checkLine(w.T, w.r, f, p, l)
		}
	}
	for m, plies := range truth {
		if sure && plies > 0 && plies <= n && !seen[m] {
			w.Fatalf("%s, %s: wins in %d and is not found within %d", p, w.r.FormatMove(m), plies, n)
		}
	}
	switch {
	case !sure:
		w.unsure++
	case len(lines) > 0:
		w.wins++
	default:
		w.none++
	}
	return q.Limit
}

// checkUnlimited checks the wins in any number of plies.
func (w *winTest) checkUnlimited(e ai.Prover, limit ai.Limit, f *forced, p rules.Position, truth map[rules.Move]int) {
	w.Helper()
	lines, sure, err := e.Wins(context.Background(), ai.Request{Rules: w.r, Start: p, Limit: limit}, 0)
	if err != nil {
		w.Fatal(err)
	}
	if sure {
		w.forGood++
	}
	won, exact := map[rules.Move]int{}, true
	for _, l := range lines {
		won[l.Moves[0]] = l.Score.Plies
		exact = exact && !l.Score.AtMost
	}
	for m := range p.Moves() {
		next, _ := p.Play(m)
		switch n := won[m]; {
		case truth[m] > 0 && sure && (n < truth[m] || exact && n != truth[m]):
			w.Fatalf("%s, %s: wins in %d, in truth in %d", p, w.r.FormatMove(m), n, truth[m])
		case n > 0 && n < 20 && f.left >= 0 && !f.wins(next, n-1) && f.left >= 0:
			w.Fatalf("%s, %s: is said to win in %d", p, w.r.FormatMove(m), n)
		case n == 0 && sure && f.left >= 0 && f.wins(next, 30):
			w.Fatalf("%s, %s: wins", p, w.r.FormatMove(m))
		}
	}
}

// checkLine fails unless the line ends with the win at the stated ply and neither side can do
// better on the way.
func checkLine(t *testing.T, r rules.Rules, f *forced, p rules.Position, l ai.Line) {
	t.Helper()
	if len(l.Moves) != l.Score.Plies {
		t.Fatalf("%s: a win in %d has a line of %d moves", p, l.Score.Plies, len(l.Moves))
	}
	for i, m := range l.Moves {
		left := l.Score.Plies - i
		if f.left >= 0 && (!f.wins(p, left) || i > 0 && left > 1 && f.wins(p, left-1)) && f.left >= 0 {
			t.Fatalf("%s: before move %d of a win in %d", p, i+1, l.Score.Plies)
		}
		var err error
		if p, err = p.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if res := p.Result(); res.Winners != rules.Of(f.me) {
		t.Fatalf("%s: the line of %s does not end with a win", p, r.FormatMove(l.Moves[0]))
	}
}
