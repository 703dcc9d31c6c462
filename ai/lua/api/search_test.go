package api

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	lua "github.com/yuin/gopher-lua"

	"boardstudio/ai"
	"boardstudio/ai/gametest"
	"boardstudio/rules"
)

// TestCoded checks that the engine's scores keep the order of fractions, and are exact for
// integers.
func TestCoded(t *testing.T) {
	back := func(v float64) float64 { return valueOf(ai.Score{Value: float64(coded(v)) / 100}) }
	for n := -100_000; n <= 100_000; n += 7 {
		if v := float64(n); back(v) != v {
			t.Fatalf("%v becomes %v", v, back(v))
		}
	}
	ordered := []float64{math.Inf(-1), -99_999.9, -1, -0.5001, -0.5, -1e-9, 0, 1e-9, 0.001, 0.00101, 0.5, 1.0001, 1234.5, 99_999, 1e5}
	for i, v := range ordered {
		if i > 0 && coded(v) <= coded(ordered[i-1]) || coded(v) != -coded(-v) || math.Abs(back(v)-v) > 1e-5*math.Abs(v) && i > 0 {
			t.Errorf("%v becomes %d, %v", v, coded(v), back(v))
		}
	}
	if coded(math.Inf(1)) != coded(1e5) || coded(1e-40) != 0 || coded(1e5) >= 1<<24 {
		t.Errorf("%d, %d, %d", coded(math.Inf(1)), coded(1e-40), coded(1e5))
	}
}

// plain is a plain search. It returns the value of p for who against all other players. Estimates
// come from worth.
func plain(p rules.Position, who rules.Player, depth, ply int, worth func(rules.Position) float64) float64 {
	if r := p.Result(); r.Known() {
		switch {
		case r.Winners == 0:
			return 0
		case r.Winners.Has(who):
			return won - float64(ply)
		default:
			return float64(ply) - won
		}
	}
	if depth == 0 {
		if p.Turn() != who { // worth is for the player to move
			return -worth(p)
		}
		return worth(p)
	}
	best, first := 0.0, true
	for m := range p.Moves() {
		q, _ := p.Play(m)
		if v := plain(q, who, depth-1, ply+1, worth); first || p.Turn() == who && v > best || p.Turn() != who && v < best {
			best, first = v, false
		}
	}
	return best
}

// TestAlphabeta compares the search with a plain search, with functions of the script and in any
// order of moves.
func TestAlphabeta(t *testing.T) {
	r := gametest.Build(t, "tictactoe", nil)
	worth := func(p rules.Position) float64 {
		return float64(whole(p.Hash())) - 1000*math.Floor(float64(whole(p.Hash()))/1000)
	}
	for _, order := range []string{"nil", "function(p, moves) return moves end", "function(p, moves) local t = {} for i = #moves, 1, -1 do t[#t + 1] = moves[i] end return t end"} {
		for depth := 1; depth <= 4; depth++ {
			for _, moves := range []string{"", "b2", "a1 b1 c1", "a1 a2 b1 b2", "b2 a1 c3 b1"} {
				g := open(r)
				p := r.Start()
				for _, s := range strings.Fields(moves) {
					mv, _ := r.ParseMove(s)
					p, _ = p.Play(mv)
				}
				got, err := g.run(t, p, fmt.Sprintf(`local move, value = search.alphabeta(pos, %d, function(p, who) assert(who == p:turn()) return p:hash() %% 1000 end, %s) print(value, pos:legal(move))`, depth, order))
				want := plain(p, p.Turn(), depth, 0, worth)
				if err != nil || got != fmt.Sprintf("%v\ttrue", lua.LNumber(want)) {
					t.Errorf("%s, depth %d, order %s: %q, %v, want %v", moves, depth, order, got, err, want)
				}
			}
		}
	}
}

// TestSearchesAfterEachOther checks several searches in a row, with different functions and after a
// failed one.
func TestSearchesAfterEachOther(t *testing.T) {
	prints(t, gametest.Build(t, "tictactoe", nil), `local p = pos:play("a1"):play("a2"):play("b1"):play("b2")
local function nothing() return 0 end
for depth = 1, 3 do print(search.alphabeta(p, depth, nothing)) end
print(pcall(search.alphabeta, pos, 2, function() error("so", 0) end))
print(search.alphabeta(p, 2, nothing))
print(select(2, search.alphabeta(pos, 1, function() return 5 end)), select(2, search.alphabeta(pos, 1, function() return 7 end)))`,
		"c1\t999999\nc1\t999999\nc1\t999999\nfalse\tso\nc1\t999999\n-5\t-7")
}

// TestManyPlayers checks that each of three players plays for itself, and the script evaluates for
// each of them.
func TestManyPlayers(t *testing.T) {
	prints(t, gametest.Build(t, "tictactoe", rules.Params{"players": "3", "rows": "4", "cols": "4", "k": "3"}), `local asked = {}
local move, value = search.alphabeta(pos, 2, function(p, who) asked[who] = true return who == 1 and (p:at("b2") == 1 and 9 or 0) or who end)
print(move, value, asked[1], asked[2])`, "b2\t9\ttrue\ttrue")
}

// think searches as Studio does for a script that evaluates.
func think(t *testing.T, g *Game, p rules.Position, eval, order string, limit ai.Limit, most uint64, hard time.Duration) (moves []string, scores []float64, depths []int, err error) {
	t.Helper()
	e := g.function(t, "pos, player", eval)
	var o *lua.LFunction
	if order != "" {
		o = g.function(t, "pos, moves", order)
	}
	var wrong error
	_, err = g.Run(context.Background(), most, hard, func(*lua.LState) {
		g.Begin(true)
		wrong = g.Think(p, e, o, limit, most, func(mv rules.Move, score float64, depth int) {
			moves, scores, depths = append(moves, g.MoveName(mv).String()), append(scores, score), append(depths, depth)
		})
	})
	return moves, scores, depths, cmp.Or(err, wrong)
}

// TestThink checks that the search first returns a move immediately, then the best move of each
// depth, and ends at its limit.
func TestThink(t *testing.T) {
	r := gametest.Build(t, "connect4", nil)
	const corner, asGiven = "return pos:at('a1') == player and 5 or 0", "return moves"
	// The depth limit is respected, and deeper results are not reported.
	moves, scores, depths, err := think(t, open(r), r.Start(), corner, asGiven, ai.Limit{Depth: 3}, 1<<40, time.Minute)
	if n := len(moves) - 1; err != nil || n < 3 || depths[0] != 0 || scores[0] != 0 || depths[n] != 3 || moves[n] != "a1" && !strings.HasPrefix(moves[n], "a") || scores[n] != -0 && scores[n] != 5 && scores[n] != 0 {
		t.Errorf("%v, %v, %v, %v", moves, scores, depths, err)
	}
	for i, d := range depths[1:] {
		if d < depths[i] {
			t.Errorf("depths %v", depths)
		}
	}
	// A single legal move needs no search.
	small := gametest.Build(t, "tictactoe", nil)
	p := small.Start()
	for _, s := range strings.Fields("a1 b1 c1 b2 a2 c2 b3 a3") {
		mv, _ := small.ParseMove(s)
		p, _ = p.Play(mv)
	}
	g := open(small)
	moves, _, depths, err = think(t, g, p, "error('asked')", "", ai.Limit{Depth: 3}, 1<<40, time.Minute)
	if err != nil || !slices.Equal(moves, []string{"c3"}) || depths[0] != 0 || g.Nodes != 0 {
		t.Errorf("%v, %v, %v", moves, depths, err)
	}
	// It uses nine tenths of the instructions and returns its result so far.
	g = open(r)
	_, _, depths, err = think(t, g, r.Start(), corner, "", ai.Limit{Depth: 60}, 300_000, time.Minute)
	if s := g.Budget.Steps; err != nil || s < 270_000 || s >= 300_000 || depths[len(depths)-1] < 1 {
		t.Errorf("%d steps, %v, %v", s, depths, err)
	}
	// It uses part of the time: half without a limit, else four fifths, or all except searchMargin.
	for _, x := range []struct {
		limit    ai.Limit
		hard     time.Duration
		from, to time.Duration
	}{
		{ai.Limit{}, 200 * time.Millisecond, 90 * time.Millisecond, 150 * time.Millisecond},
		{ai.Limit{Time: 1}, 200 * time.Millisecond, 150 * time.Millisecond, 195 * time.Millisecond},
	} {
		g := open(r)
		eval := "while game:left() > LEAST do end return 0" // waits until that much time is left
		least := (x.hard - x.from).Seconds()
		_, _, _, err := think(t, g, r.Start(), strings.Replace(eval, "LEAST", fmt.Sprint(least), 1), "", x.limit, 1<<40, x.hard)
		if spent := x.hard - g.Budget.Left(); err != nil || spent < x.from {
			t.Errorf("%+v: ended after %v, %v", x.limit, spent, err)
		}
	}
	// Without an order function, games differ randomly. With one, they are the same.
	for order, same := range map[string]bool{"": false, asGiven: true} {
		seen := map[string]bool{}
		for seed := range uint64(12) {
			g := open(small)
			g.Seed(seed)
			moves, _, _, err := think(t, g, small.Start(), "return 0", order, ai.Limit{Depth: 1}, 1<<40, time.Minute)
			if err != nil {
				t.Fatal(err)
			}
			seen[moves[len(moves)-1]] = true
		}
		if (len(seen) == 1) != same {
			t.Errorf("order %q: %v", order, seen)
		}
	}
	// During the search, the script cannot search.
	if _, _, _, err := think(t, open(small), small.Start(), "search.alphabeta(pos, 1, function() return 1 end) return 1", "", ai.Limit{Depth: 2}, 1<<40, time.Minute); err == nil || !strings.Contains(err.Error(), "cannot be called inside of itself") {
		t.Error(err)
	}
	// The error names the function that gave a wrong answer.
	g = open(small)
	if _, _, _, err := think(t, g, small.Start(), "\nreturn 'x'", "", ai.Limit{Depth: 2}, 1<<40, time.Minute); err == nil || g.Wrong == nil || g.Wrong.LineDefined != 1 {
		t.Errorf("%v, %v", err, g.Wrong)
	}
}

// TestOrdered checks that a list of moves is read up to the number of cells, plus one for passing.
func TestOrdered(t *testing.T) {
	r := gametest.Build(t, "tictactoe", nil)
	g := open(r)
	for code, want := range map[string]int{"return moves": 9, "local t = {} for i = 1, 30 do t[i] = 'a1' end return t": 10, "return { 'b2' }": 1} {
		t.Run(code, func(t *testing.T) {
			f := g.function(t, "pos, moves", code)
			err := withinGame(g, func() {
				before := g.Budget.Steps
				if vs := g.Ordered(r.Start(), f); len(vs) != want || vs[0] == lua.LNil || vs[want-1] == lua.LNil || g.Budget.Steps-before < uint64(want) {
					t.Error(vs)
				}
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// TestMemo checks that a table returns the last value stored for a position, and nothing for other
// positions in the same slot.
func TestMemo(t *testing.T) {
	prints(t, gametest.Build(t, "tictactoe", nil), `local known = search.table(1)
local a, b = pos:play("a1"), pos:play("b1")
print(known:get(a)) known:put(a, 5) print(known:get(a), known:get(b)) known:put(b, {7}) print(known:get(a), known:get(b)[1])
local more = search.table()
for i, m in ipairs(moves) do more:put(pos:play(m), i) end
local n = 0 for i, m in ipairs(moves) do if more:get(pos:play(m)) == i then n = n + 1 end end
print(n, getmetatable(more), more:get(pos))`, "nil\n5\tnil\nnil\t7\n9\tsearch.table\tnil")
	// If a position includes its history, the key includes it as well.
	r := gametest.Build(t, "awale", nil)
	if p := r.Start(); key(p) == 0 || key(stones{Position: p}) != p.Hash() {
		t.Error("a position without history has another key than its hash")
	}
}

// TestPositionCosts checks that functions cost as much as the manual says. The costs depend on the
// number n of cells, and on the number of moves or rows.
func TestPositionCosts(t *testing.T) {
	steps := func(r rules.Rules, before, code string) int {
		t.Helper()
		g := open(r)
		if _, err := g.run(t, r.Start(), before+" "+code); err != nil {
			t.Fatalf("%s: %v", code, err)
		}
		return int(g.Budget.Steps)
	}
	go15, oth, aw := gametest.Build(t, "gomoku", nil), gametest.Build(t, "othello", nil), gametest.Build(t, "awale", nil)
	tiny := gametest.Build(t, "tictactoe", rules.Params{"rows": "1", "cols": "2", "k": "2"})
	const four = `local p = pos:play("c3"):play("a1"):play("d3"):play("a3"):play("e3"):play("a5"):play("f3"):play("a7") p:lines()`
	const n, rows, made, placed = 225, 572, 8 + 225/8, 8 + 64/8
	for _, x := range []struct {
		r                  rules.Rules
		before, code, base string
		want               int
	}{
		{go15, "", `pos:moves()`, `pos:turn()`, n},
		{go15, "", `pos:board()`, `pos:turn()`, n},
		{go15, "", `pos:cells()`, `pos:turn()`, n},
		{go15, "", `pos:size()`, `pos:turn()`, n},
		{go15, "", `pos:legal("a1")`, `pos:turn("a1")`, n / 8},
		{go15, "", `pos:play("a1")`, `pos:turn("a1")`, made},
		{go15, "", `pos:captures("a1")`, `pos:turn("a1")`, made + n},
		{go15, "", `pos:neighbours("a1")`, `pos:turn("a1")`, 8},
		{go15, "", `pos:text()`, `pos:turn()`, len(go15.Start().String()) / 16},
		{go15, "", `pos:symmetries()`, `pos:turn()`, 100*n + 7*2*n},
		{go15, "pos:canonical()", `pos:symmetries()`, `pos:turn()`, 7 * 2 * n},
		{go15, "", `pos:tuples(1)`, `pos:turn(1)`, 8*5*n + n/4 + rows*5/16},
		{go15, "pos:lines()", `pos:tuples(1)`, `pos:turn(1)`, n/4 + rows*5/16},
		{go15, "pos:lines()", `pos:threats(1)`, `pos:turn(1)`, n/4 + rows*5/16},
		{go15, "pos:lines()", `pos:lines()`, `pos:turn()`, rows * 5},
		{go15, "pos:lines()", `pos:wins(1)`, `pos:turn(1)`, n/4 + rows*5/16},
		{go15, "pos:lines()", `pos:wins(2)`, `pos:turn(1)`, 2*n + n/4 + rows*5/16},
		{go15, four, `p:wins(1)`, `p:turn(1)`, n/4 + rows*5/16 + 2*made}, // only the moves that complete a row are played
		{go15, "", `game:random(3)`, `game:param("k")`, 3 * (n + made)},
		{tiny, "", `game:random(2)`, `game:param("k")`, 20 * 2 * (2 + 8)}, // the game is over after two moves, so repetition does not help
		{go15, "", `search.table(4000)`, `game:param("k")`, 1000},
		{oth, "", `pos:flips("d3")`, `pos:turn("d3")`, placed + 64/2},
		{oth, "", `pos:mobility(1)`, `pos:turn(1)`, 64/4 + 64/2},
		{oth, "", `pos:stable(1)`, `pos:turn(1)`, 64/4 + 2*64},
		{oth, "", `pos:corners()`, `pos:turn()`, 64},
		{oth, "", `pos:edges()`, `pos:turn()`, 64},
		{aw, "", `pos:sow("C")`, `pos:turn("C")`, 8 + 12/8 + 12 + 4},
		{aw, "", `pos:attacked(1)`, `pos:turn(1)`, 8 * 12},
		{aw, "", `pos:exposed(1)`, `pos:turn(1)`, 12},
	} {
		if got := steps(x.r, x.before, x.code) - steps(x.r, x.before, x.base); got != x.want && !strings.HasPrefix(x.code, "search") || got < x.want-1 || got > x.want+1 {
			t.Errorf("%s costs %d more than %s, want %d", x.code, got, x.base, x.want)
		}
	}
	// Each position created by a search counts and has a cost.
	g := open(go15)
	if _, err := g.run(t, go15.Start(), `search.alphabeta(pos, 1, function() return 0 end)`); err != nil || g.Nodes != n && g.Nodes != n+1 || int(g.Budget.Steps) < n*(nodeSteps+made) {
		t.Errorf("%d positions, %d steps, %v", g.Nodes, g.Budget.Steps, err)
	}
}
