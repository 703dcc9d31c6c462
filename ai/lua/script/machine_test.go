package script

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	lua "github.com/yuin/gopher-lua"

	"boardstudio/ai"
	"boardstudio/ai/gametest"
	"boardstudio/ai/lua/stdlib"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

func TestDescribe(t *testing.T) {
	d, err := compile(t, `return {
  name = "All of it", games = { "connect4", "othello" },
  options = {
    { name = "depth", title = "Depth", type = "number", min = 1, max = 9, default = 4 },
    { name = "style", type = "choice", choices = { "wild", "calm" }, default = "calm" },
    { name = "book", title = "Use the book", type = "switch", default = true },
    { name = "motto", type = "text", default = "go" },
  },
  choose = function() end, evaluate = function() end, order = function() end,
  start = function() end, opponent = function() end, finish = function() end,
  commands = { { name = "mark", title = "Mark the corners", run = function() end }, { name = "count", title = " ", run = function() end } },
}`).Describe(context.Background(), all.Games)
	if err != nil {
		t.Fatal(err)
	}
	want := &Description{
		Commands: []Command{{"mark", "Mark the corners"}, {"count", "count"}},
		Name:     "All of it", Games: []string{"connect4", "othello"},
		Options: []rules.Param{
			{Name: "depth", Title: "Depth", Kind: rules.Int, Min: 1, Max: 9, Default: "4"},
			{Name: "style", Title: "style", Kind: rules.Choice, Default: "calm", Options: []rules.Option{{Name: "wild", Title: "wild"}, {Name: "calm", Title: "calm"}}},
			{Name: "book", Title: "Use the book", Kind: rules.Switch, Default: "on"},
			{Name: "motto", Title: "motto", Kind: rules.Text, Default: "go"},
		},
		Choose: true, Evaluate: true, Order: true, Start: true, Opponent: true, Finish: true,
	}
	if !reflect.DeepEqual(d, want) {
		t.Errorf("%+v", d)
	}
	for game, plays := range map[string]bool{"connect4": true, "gomoku": false, "othello": true, "othello6": true, "awale": false} {
		if d.Plays(gametest.Build(t, game, nil), all.Games) != plays {
			t.Errorf("it plays %s: %v", game, !plays)
		}
	}
}

// TestCalls checks that a script receives a game from its beginning to its end, with each move
// once.
func TestCalls(t *testing.T) {
	var log []string
	r := gametest.Build(t, "tictactoe", nil)
	m := machine(t, "tictactoe", `local seen = options
return {
  name = "Calls",
  options = { { name = "n", type = "number", min = 1, max = 9, default = 1 }, { name = "s", type = "switch" } },
  start = function(game, pos) log("start", game.name, pos:turn(), seen.n, options.s) end,
  opponent = function(move, pos) log("opponent", move, pos:at(move)) end,
  finish = function(result) log("finish", #result.winners, result.reason) end,
  choose = function(pos, moves) log("choose", #moves) return moves[options.n] end,
}`, Options{Log: func(s string) { log = append(log, s) }, Values: map[string]string{"n": "2", "s": "on"}})
	ctx := context.Background()
	var moves []rules.Move
	place := func(label string) {
		moves = append(moves, rules.Place(r.Board().Find(label)))
	}
	choose := func() {
		a, err := m.Choose(ctx, r.Start(), moves, ai.Limit{})
		if err != nil {
			t.Fatal(err)
		}
		moves = append(moves, a.Move)
	}
	place("b2")
	choose()
	place("c3")
	choose()
	moves = moves[:1] // taken back: a new game for the script
	choose()
	place("c3")
	choose()
	moves = moves[:2]
	place("a3") // another game of the same length
	choose()
	moves = nil
	place("a2") // another game of the same length, with a different first move
	place("b1")
	place("a3")
	choose()
	place("c3") // the script also receives the last move
	if err := m.Finish(ctx, r.Start(), moves, 1, rules.Result{Over: true, Reason: rules.Full}); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"start\ttictactoe\t1\t2\ttrue", "opponent\tb2\t1\t1", "choose\t8",
		"opponent\tc3\t1\t1", "choose\t6",
		"start\ttictactoe\t1\t2\ttrue", "opponent\tb2\t1\t1", "choose\t8",
		"opponent\tc3\t1\t1", "choose\t6",
		"start\ttictactoe\t1\t2\ttrue", "opponent\tb2\t1\t1", "opponent\ta3\t1\t1", "choose\t6",
		"start\ttictactoe\t1\t2\ttrue", "opponent\ta2\t1\t1", "opponent\ta3\t1\t1", "choose\t6",
		"opponent\tc3\t1\t1", "finish\t0\tfull",
	}
	if !reflect.DeepEqual(log, want) {
		t.Errorf("%q", log)
	}
	if _, err := New(m.program, r, Options{Values: map[string]string{"n": "10"}}); err == nil || !strings.HasPrefix(err.Error(), "script test.lua: ") {
		t.Errorf("an option of 10: %v", err)
	}
}

// TestBothSides checks that a script that plays both sides is not notified of its own answers, but of a move
// played instead of its answer, and of the same move played later without it.
func TestBothSides(t *testing.T) {
	r := gametest.Build(t, "awale", nil)
	m := machine(t, "awale", `local seen = {}
return { name = "Both", opponent = function(move) seen[#seen + 1] = move end,
choose = function(pos, moves) log(table.concat(seen, " ")) return moves[1] end }`, Options{})
	var game []rules.Move
	at := r.Start()
	play := func(m rules.Move) {
		t.Helper()
		next, err := at.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		game, at = append(game, m), next
	}
	choose := func(want string) rules.Move {
		t.Helper()
		a, err := m.Choose(t.Context(), r.Start(), game, ai.Limit{})
		if err != nil || a.Text != want+"\n" {
			t.Errorf("after %d moves it was notified of %q, want %q, %v", len(game), a.Text, want, err)
		}
		return a.Move
	}
	last := func() rules.Move { return slices.Collect(at.Moves())[len(slices.Collect(at.Moves()))-1] }
	play(choose("")) // for the first player
	play(choose("")) // for the second player: the first move was its own
	answer := choose("")
	other := last() // instead of its answer
	if other == answer {
		t.Fatal("there is no other move")
	}
	play(other)
	choose(r.FormatMove(other)) // for the second player
	play(last())
	play(answer) // later, without being asked
	choose(r.FormatMove(other) + " " + r.FormatMove(answer))
}

// TestLoad checks that the top level is limited by its time and by memory, and by instructions only
// if the options set a limit.
func TestLoad(t *testing.T) {
	r := gametest.Build(t, "tictactoe", nil)
	long := compile(t, "\nlocal n = 0 for i = 1, 5e6 do n = n + 1 end\n"+choosing("print(n)"))
	for _, x := range []struct {
		name   string
		code   *Program
		opt    Options
		budget string
	}{
		{"long script", long, Options{LoadTime: time.Minute}, ""},
		{"few instructions", long, Options{LoadTime: time.Minute, Instructions: 1 << 20}, stdlib.InstructionBudget},
		{"little time", long, Options{LoadTime: time.Millisecond}, stdlib.TimeBudget},
		{"endless loop", compile(t, "\nwhile true do end"), Options{}, stdlib.TimeBudget},
		{"endless loop in pcall", compile(t, "\nwhile true do pcall(function() while true do end end) end"), Options{LoadTime: 50 * time.Millisecond}, stdlib.TimeBudget},
		{"growing table", compile(t, "local t = {}\nwhile true do t[#t + 1] = ('x'):rep(1e5) end"), Options{LoadTime: time.Minute}, stdlib.MemoryBudget},
	} {
		t.Run(x.name, func(t *testing.T) {
			m, err := New(x.code, r, x.opt)
			if x.budget == "" {
				if err != nil || m.game.Budget.Steps < 1<<23 {
					t.Errorf("%+v: %v", x.opt, err)
				}
				return
			}
			var f *Fault
			if !errors.As(err, &f) || f.Budget != x.budget || f.Line != 2 {
				t.Errorf("%+v: %v, want %s", x.opt, err, x.budget)
			}
		})
	}
}

// TestLimitOfRequest checks that the time limit applies to the whole request, including the calls
// of start and opponent.
func TestLimitOfRequest(t *testing.T) {
	m := machine(t, "tictactoe", `local function wait(left) while game:left() > left do end end
return { name = "T", start = function() wait(29.9) end, choose = function(pos, moves)
  log(game:left() < 29.91, game:left() > 20)
  return moves[1] end, finish = function() log("end") while true do end end }`, Options{Instructions: 1 << 60})
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	a, err := m.Choose(ctx, m.game.Rules.Start(), nil, ai.Limit{Time: time.Minute})
	if err != nil || a.Text != "true\ttrue\n" {
		t.Errorf("%q, %v", a.Text, err)
	}
	ctx, cancel = context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	// The limit in the message is the time until the deadline.
	err = m.Finish(ctx, m.game.Rules.Start(), []rules.Move{a.Move}, 0, rules.Result{})
	if err == nil || !regexp.MustCompile(`line 4: out of time: its limit is (200|1?\d?\d)ms$`).MatchString(err.Error()) {
		t.Error(err)
	}
}

// TestApart checks that scripts are isolated from each other, and that changes of the library end
// with the script.
func TestApart(t *testing.T) {
	bad := machine(t, "tictactoe", choosing(`local G = _G for name in pairs(G) do G[name] = nil end`), Options{})
	a, err := bad.Choose(context.Background(), bad.game.Rules.Start(), nil, ai.Limit{})
	if err != nil || !rules.Legal(bad.game.Rules.Start(), a.Move) {
		t.Errorf("%v, %v", a, err)
	}
	if got, err := ask(t, "tictactoe", `print(#pos:moves(), ("x"):rep(2), math.max(1, 2))`); err != nil || got != "9\txx\t2\n" {
		t.Errorf("%q, %v", got, err)
	}
}

// won is the score of a win for scripts, minus one for each ply.
const won = 1e6

// known returns the score of a finished position for who, after ply plies.
func known(r rules.Result, who rules.Player, ply int) float64 {
	switch {
	case r.Winners.Has(who):
		return won - float64(ply)
	case r.Winners != 0:
		return float64(ply) - won
	}
	return 0
}

// minimax is a plain search.
func minimax(p rules.Position, who rules.Player, depth, ply int) float64 {
	if r := p.Result(); r.Known() {
		return known(r, who, ply)
	}
	if depth == 0 {
		v := float64(p.Hash()%1000) - 500
		if p.Turn() != who {
			v = -v
		}
		return v
	}
	best := 0.0
	first := true
	for m := range p.Moves() {
		q, _ := p.Play(m)
		v := minimax(q, who, depth-1, ply+1)
		if first || p.Turn() == who && v > best || p.Turn() != who && v < best {
			best, first = v, false
		}
	}
	return best
}

// worthOf is an arbitrary evaluation for the player to move.
func worthOf(l *lua.LState) int {
	l.Push(lua.LNumber(float64(l.CheckUserData(1).Value.(rules.Position).Hash()%1000) - 500))
	return 1
}

// TestAlphabeta compares the search with a plain search.
func TestAlphabeta(t *testing.T) {
	for _, x := range []struct {
		game         string
		depth, plies int
	}{{"tictactoe", 4, 3}, {"connect4", 4, 12}, {"othello6", 3, 10}, {"awale", 4, 20}} {
		t.Run(x.game, func(t *testing.T) {
			r := gametest.Build(t, x.game, nil)
			m := machine(t, x.game, fmt.Sprintf(`return { name = "S", choose = function(pos)
			local move, value = search.alphabeta(pos, %d, function(p) return tonumber(p:hash()) and worth(p) end)
			print(value)
			return move
		end }`, x.depth), Options{})
			m.game.L.SetGlobal("worth", m.game.L.NewFunction(worthOf))
			rnd := rand.New(rand.NewPCG(1, 2))
			for range 8 {
				p := r.Start()
				for range x.plies {
					var pick rules.Move
					n := 0
					for mv := range p.Moves() {
						if n++; rnd.IntN(n) == 0 {
							pick = mv
						}
					}
					if q, err := p.Play(pick); err == nil && !q.Result().Known() {
						p = q
					}
				}
				a, err := m.Choose(context.Background(), p, nil, ai.Limit{Time: 20 * time.Second})
				if err != nil {
					t.Fatal(err)
				}
				want := minimax(p, p.Turn(), x.depth, 0)
				if got := strings.TrimSpace(a.Text); got != fmt.Sprint(int(want)) {
					t.Errorf("%s is worth %s, not %v", p, got, want)
				}
				q, err := p.Play(a.Move)
				if err != nil || minimax(q, p.Turn(), x.depth-1, 1) != want {
					t.Errorf("in %s it plays %s", p, r.FormatMove(a.Move))
				}
			}
		})
	}
}

// TestSearchesAfterEachOther checks that a script may search repeatedly, also after a failed
// search.
func TestSearchesAfterEachOther(t *testing.T) {
	got, err := ask(t, "tictactoe", `local p = pos:play("a1"):play("a2"):play("b1"):play("b2")
local function nothing() return 0 end
for depth = 1, 3 do print(search.alphabeta(p, depth, nothing)) end
print(pcall(search.alphabeta, pos, 2, function() error("so", 0) end))
print(search.alphabeta(p, 2, nothing))`)
	const want = "c1\t999999\n"
	if err != nil || got != want+want+want+"false\tso\n"+want {
		t.Errorf("%q, %v", got, err)
	}
}

// TestManyPlayers checks that each of several players plays for itself, and that an immediate win
// is played.
func TestManyPlayers(t *testing.T) {
	r := gametest.Build(t, "tictactoe", rules.Params{"players": "3", "rows": "5", "cols": "5", "k": "3"})
	p, err := New(compile(t, `return { name = "E", evaluate = function(pos, player)
		local n = pos:tuples(player) return n[1] + 5 * n[2] end }`), r, Options{Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	var moves []rules.Move
	for _, label := range []string{"a1", "e5", "e1", "b1", "d4", "a5"} {
		moves = append(moves, rules.Place(r.Board().Find(label)))
	}
	a, err := p.Choose(context.Background(), r.Start(), moves, ai.Limit{Depth: 2, Time: 20 * time.Second})
	if err != nil || r.FormatMove(a.Move) != "c1" || a.Score < won/2 {
		t.Errorf("it plays %s, %+v, %v", r.FormatMove(a.Move), a, err)
	}
}

// maxnOf is a plain max^n search. It uses the first of the best moves.
func maxnOf(p rules.Position, players, depth, ply int) []float64 {
	worth := make([]float64, players)
	if r := p.Result(); r.Known() {
		for i := range worth {
			worth[i] = known(r, rules.Player(i), ply)
		}
		return worth
	}
	if depth == 0 {
		for i := range worth {
			worth[i] = float64((p.Hash()>>(8*i))%1000) - 500
		}
		return worth
	}
	var best []float64
	for m := range p.Moves() {
		q, _ := p.Play(m)
		if v := maxnOf(q, players, depth-1, ply+1); best == nil || v[p.Turn()] > best[p.Turn()] {
			best = v
		}
	}
	return best
}

// TestMaxn compares the search for several players with a plain search, both in the script's own
// search and in Studio's.
func TestMaxn(t *testing.T) {
	r := gametest.Build(t, "tictactoe", rules.Params{"players": "3", "rows": "4", "cols": "3", "k": "3"})
	for depth := 1; depth <= 4; depth++ {
		for _, code := range []string{
			fmt.Sprintf("choose = function(pos) return (search.alphabeta(pos, %d, mine)) end", depth),
			"evaluate = function(pos, player) return worth(pos, player) end",
		} {
			m, err := New(compile(t, "local function mine(...) return worth(...) end return { name = 'S', "+code+" }"), r, Options{Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			m.game.L.SetGlobal("worth", m.game.L.NewFunction(func(l *lua.LState) int {
				p := l.CheckUserData(1).Value.(rules.Position)
				l.Push(lua.LNumber(float64((p.Hash()>>(8*(l.CheckInt(2)-1)))%1000) - 500))
				return 1
			}))
			rnd := rand.New(rand.NewPCG(5, uint64(depth)))
			for range 6 {
				p := r.Start()
				for range 3 + rnd.IntN(5) {
					moves := slices.Collect(p.Moves())
					if q, err := p.Play(moves[rnd.IntN(len(moves))]); err == nil && !q.Result().Known() {
						p = q
					}
				}
				a, err := m.Choose(context.Background(), p, nil, ai.Limit{Depth: depth, Time: time.Minute})
				sound(t, err)
				if err != nil {
					t.Fatal(err)
				}
				q, err := p.Play(a.Move)
				if err != nil {
					t.Fatal(err)
				}
				want, got := maxnOf(p, 3, depth, 0), maxnOf(q, 3, depth-1, 1)
				if who := p.Turn(); got[who] != want[who] {
					t.Errorf("depth %d, %s: it plays %s, worth %v and not %v", depth, p, r.FormatMove(a.Move), got, want)
				}
				if m.choose == nil && (a.Score != want[p.Turn()] || a.Depth != depth && math.Abs(a.Score) < won/2) {
					t.Errorf("depth %d, %s: %+v, want %v", depth, p, a, want)
				}
			}
		}
	}
}

// TestLimits checks that Studio's search for a script ends at each of its limits, with a legal
// move.
func TestLimits(t *testing.T) {
	code := `return { name = "E", evaluate = function(pos, player) return pos:mobility(player) end, order = function(pos, moves) return moves end }`
	for _, x := range []struct {
		name  string
		limit ai.Limit
		opt   Options
	}{
		{"depth", ai.Limit{Depth: 3, Time: time.Minute}, Options{}},
		{"nodes", ai.Limit{Nodes: 300, Time: time.Minute}, Options{}},
		{"time", ai.Limit{Time: 50 * time.Millisecond}, Options{}},
		{"instructions", ai.Limit{Time: time.Minute}, Options{Instructions: 200_000}},
	} {
		t.Run(x.name, func(t *testing.T) {
			m := machine(t, "othello", code, x.opt)
			a, err := m.Choose(context.Background(), m.game.Rules.Start(), nil, x.limit)
			if err != nil || !rules.Legal(m.game.Rules.Start(), a.Move) || a.Depth < 1 {
				t.Errorf("%+v: %+v, %v", x.limit, a, err)
			}
			if x.limit.Depth > 0 && a.Depth != x.limit.Depth || x.limit.Nodes > 0 && a.Nodes > 2*x.limit.Nodes {
				t.Errorf("%+v: %+v", x.limit, a)
			}
		})
	}
}

// TestLate checks that a search interrupted by its time limit returns its result so far.
func TestLate(t *testing.T) {
	m := machine(t, "connect4", `local calls = 0
return { name = "E", evaluate = function(pos) calls = calls + 1 while calls > 20 do end return 0 end }`, Options{Instructions: 1 << 60})
	a, err := m.Choose(context.Background(), m.game.Rules.Start(), nil, ai.Limit{Time: 100 * time.Millisecond})
	if err != nil || a.Depth < 1 || !rules.Legal(m.game.Rules.Start(), a.Move) {
		t.Errorf("%+v, %v", a, err)
	}
	if _, err := m.Choose(context.Background(), m.game.Rules.Start(), nil, ai.Limit{Time: 50 * time.Millisecond}); err == nil {
		t.Errorf("a search that comes to nothing answers")
	}
}

// TestAskedInVain checks that requests that a script cannot answer return an error with the reason.
func TestAskedInVain(t *testing.T) {
	r := gametest.Build(t, "tictactoe", nil)
	player := choosing("")
	for _, x := range []struct {
		name, code string
		o          Options
		do         func(*Machine) error
		want       string
	}{
		{"an unknown option", player, Options{Values: map[string]string{"depth": "3"}}, nil, `script test.lua: the script has no option "depth"`},
		{
			"commands of another game", `return { name = "x", games = { "othello" }, commands = { { name = "a", run = function() end } } }`,
			Options{},
			nil,
			"script test.lua: the commands of the script are not for tictactoe",
		},
		{"a move of commands", commanding(""), Options{}, func(m *Machine) error {
			_, err := m.Choose(t.Context(), r.Start(), nil, ai.Limit{})
			return err
		}, "script test.lua: the script has only commands: it cannot play"},
		{"an unknown command", commanding(""), Options{}, func(m *Machine) error {
			d, here := gametest.Tree(t)
			_, err := m.Command(t.Context(), "other", d, here, nil, time.Minute, nil, nil)
			return err
		}, `script test.lua: the script has no command "other"`},
		{"a game that is over", player, Options{}, func(m *Machine) error {
			_, err := m.Choose(t.Context(), r.Start(), []rules.Move{rules.Place(0), rules.Place(3), rules.Place(1), rules.Place(4), rules.Place(2)}, ai.Limit{})
			return err
		}, "the game is over"},
		{"an illegal history", player, Options{}, func(m *Machine) error {
			_, err := m.Choose(t.Context(), r.Start(), []rules.Move{rules.Place(0), rules.Place(0)}, ai.Limit{})
			return err
		}, "there is a piece on a1 already"},
		{"an illegal move of the opponent", player, Options{}, func(m *Machine) error { return m.Opponent(t.Context(), rules.Place(9)) }, "this is not a move of the game"},
		{"start fails", `return { name = "x", start = function() error("so") end, choose = function() end }`, Options{}, func(m *Machine) error {
			_, err := m.Choose(t.Context(), r.Start(), nil, ai.Limit{})
			return err
		}, "script test.lua, line 1: so"},
		{"opponent fails", `return { name = "x", opponent = function() error("so") end, choose = function() end }`, Options{}, func(m *Machine) error {
			_, err := m.Choose(t.Context(), r.Start(), []rules.Move{rules.Place(0)}, ai.Limit{})
			return err
		}, "script test.lua, line 1: so"},
		{"finish fails", `return { name = "x", finish = function() error("so") end, choose = function() end }`, Options{}, func(m *Machine) error {
			return m.Finish(t.Context(), r.Start(), nil, 0, rules.Result{Over: true})
		}, "script test.lua, line 1: so"},
	} {
		t.Run(x.name, func(t *testing.T) {
			x.o.Games = all.Games
			m, err := New(compile(t, x.code), r, x.o)
			if err == nil && x.do != nil {
				err = x.do(m)
			}
			if err == nil || !strings.Contains(err.Error(), x.want) {
				t.Errorf("%v, want %s", err, x.want)
			}
			if x.do == nil || !strings.HasPrefix(x.want, "script test.lua, line") {
				return
			}
			// It answers nothing but the fault from then on.
			if again := m.Start(t.Context(), r.Start()); again == nil || again.Error() != err.Error() {
				t.Errorf("then %v", again)
			}
			if again := m.Finish(t.Context(), r.Start(), nil, 0, rules.Result{Over: true}); again == nil || again.Error() != err.Error() {
				t.Errorf("at the end %v", again)
			}
		})
	}
}

// TestMachineAlone checks that a machine describes its script, passes it moves played by others, and
// draws the same random numbers after Reseed.
func TestMachineAlone(t *testing.T) {
	m := machine(t, "tictactoe", `return { name = "Alone",
opponent = function(move) log("opponent", move) end,
choose = function(pos, moves) log(math.random(1000000)) return moves[1] end }`, Options{Seed: 7})
	if a := m.About(); a.Name != "Alone" || !a.Player() || !a.Opponent || a.Start {
		t.Errorf("%+v", a)
	}
	var list []string
	for _, seed := range []uint64{7, 7, 8} {
		m.Reseed(seed)
		a, err := m.Choose(t.Context(), m.game.Rules.Start(), nil, ai.Limit{})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, a.Text)
	}
	if list[0] != list[1] || list[0] == list[2] {
		t.Errorf("drawn %q", list)
	}
	other := machine(t, "tictactoe", `local seen = {}
return { name = "Told", opponent = function(move) seen[#seen + 1] = move end,
choose = function(pos, moves) log(table.concat(seen, " ")) return moves[1] end }`, Options{})
	for _, c := range []rules.Cell{0, 1} { // the script has not been started: it begins at the start of the game
		if err := other.Opponent(t.Context(), rules.Place(c)); err != nil {
			t.Fatal(err)
		}
	}
	a, err := other.Choose(t.Context(), other.game.Rules.Start(), []rules.Move{rules.Place(0), rules.Place(1)}, ai.Limit{})
	if err != nil || a.Text != "a1 b1\n" {
		t.Errorf("told %q, %v", a.Text, err)
	}
	if p, err := Compile("", []byte("return 1")); err != nil || p.Name() != "?" {
		t.Errorf("without a name: %v", err)
	}
	if p := compile(t, "return 1"); p.Name() != "test.lua" {
		t.Errorf("it is called %q", p.Name())
	}
}

// TestRunOpen checks RunOpen, which runs a program without limits. The tests of the jail use it to try
// forbidden actions.
func TestRunOpen(t *testing.T) {
	for _, x := range []struct{ code, logs, want string }{
		{`print(1, "two", nil)`, "1\ttwo\tnil", ""},
		{`return { choose = function(pos, moves) print(pos, #moves, moves[1]) end }`, "nil\t1\ta1", ""},
		{`return { choose = function() error("so") end }`, "", "so"},
		{`x = = 1`, "", "syntax error"},
		{`return 5`, "", ""},
		{`return { name = "x" }`, "", "attempt to call"},
	} {
		var log []string
		err := RunOpen(x.code, func(s string) { log = append(log, s) })
		if strings.Join(log, "|") != x.logs || (err != nil) != (x.want != "") || err != nil && !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: logs %q, %v; want %q, %s", x.code, log, err, x.logs, x.want)
		}
	}
}
