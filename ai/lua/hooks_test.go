package lua_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/lua"
	"boardstudio/ai/match"
	"boardstudio/ai/random"
	"boardstudio/rules"
)

const hooks = `local games = (games or 0) + 1
log("loaded", games)
return { name = "Hooks",
  start = function() log("start") end,
  opponent = function(move) log("opponent", move) end,
  finish = function() log("finish") end,
  choose = function(pos, moves) log("choose", #moves) return moves[1] end }`

// game parses moves.
func game(t *testing.T, q ai.Request, names string) []rules.Move {
	t.Helper()
	var moves []rules.Move
	for _, n := range strings.Fields(names) {
		m, err := q.Rules.ParseMove(n)
		if err != nil {
			t.Fatal(err)
		}
		moves = append(moves, m)
	}
	return moves
}

// play returns the log of a script after the given moves.
func play(t *testing.T, e ai.Engine, q ai.Request, names ...string) string {
	t.Helper()
	q.Moves = game(t, q, strings.Join(names, " "))
	_, info := ask(t, e, q)
	return strings.Join(strings.Fields(info.Text), " ")
}

// TestHooks checks that a script receives the moves of a game. Another game starts a new process.
func TestHooks(t *testing.T) {
	q := request(t, "tictactoe", 1)
	e := player(t, q.Rules, write(t, hooks))
	for _, x := range []struct{ moves, want string }{
		{"", "loaded 1 start choose 9"},
		{"a1 b2", "opponent b2 choose 7"}, // a1 was its own move
		{"a1 b2 b1 c3", "opponent c3 choose 5"},
		{"a1 b2 b1 c3", "choose 5"},
		{"a1 b2", "loaded 1 start opponent b2 choose 7"},
		{"a2", "loaded 1 start opponent a2 choose 8"},
	} {
		if got := play(t, e, q, strings.Fields(x.moves)...); got != x.want {
			t.Errorf("%q: %q, want %q", x.moves, got, x.want)
		}
	}
	q.Moves = game(t, q, "a2 b2 b1 c2")
	info, err := e.(ai.Finisher).Finish(t.Context(), q, rules.Result{Over: true})
	if got := strings.Join(strings.Fields(info.Text), " "); err != nil || got != "opponent b1 finish" {
		t.Errorf("at the end: %q, %v", got, err)
	}
	if left := children(); len(left) > 0 {
		t.Errorf("after the game these processes are left: %v", left)
	}
	if got := play(t, e, q); got != "loaded 1 start choose 9" {
		t.Errorf("a second game: %q", got)
	}
	q.Moves = game(t, q, "b2 a1") // the script's move was taken back, and the game ended differently
	info, err = e.(ai.Finisher).Finish(t.Context(), q, rules.Result{Over: true})
	if got := strings.Join(strings.Fields(info.Text), " "); err != nil || got != "opponent a1 finish" {
		t.Errorf("at another end: %q, %v", got, err)
	}
	if info, err = e.(ai.Finisher).Finish(t.Context(), q, rules.Result{Over: true}); err != nil || info.Text != "" {
		t.Errorf("a second end: %q, %v", info.Text, err)
	}
}

// TestHooksOfFour checks that a script receives the moves of all three opponents, also if it takes
// over from a human player.
func TestHooksOfFour(t *testing.T) {
	r := build(t, "tictactoe", rules.Params{"players": "4", "rows": "6", "cols": "6", "k": "4"})
	q := ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Time: 20 * time.Second}}
	e := player(t, r, write(t, hooks))
	for _, x := range []struct{ moves, want string }{
		{"a2 b2", "loaded 1 start opponent a2 opponent b2 choose 34"},
		{"a2 b2 a1 d2 a3 b3", "opponent d2 opponent a3 opponent b3 choose 30"},
		{"a2 b2 c2 d2 a3 b3", "loaded 1 start opponent a2 opponent b2 opponent d2 opponent a3 opponent b3 choose 30"},
	} {
		if got := play(t, e, q, strings.Fields(x.moves)...); got != x.want {
			t.Errorf("%q: %q, want %q", x.moves, got, x.want)
		}
	}
}

// TestFinish checks that a match notifies scripts of the result, and that a script that fails then
// does not lose the game.
func TestFinish(t *testing.T) {
	q := request(t, "tictactoe", 1)
	e := player(t, q.Rules, write(t, strings.Replace(hooks, `log("finish")`, `while true do end`, 1)))
	other, err := random.Kind.New(q.Rules, nil)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := match.Play(context.Background(), match.Config{Rules: q.Rules, Engines: []ai.Engine{e, other}, Seed: 1})
	if err != nil || rec.Failure != nil || !rec.Result.Over {
		t.Errorf("%v, %v, %+v", err, rec.Failure, rec.Result)
	}
	if got := fmt.Sprint(rec.FinishErrors[0]); len(rec.FinishErrors) != 1 || got != "player A, after the game: script bad.lua, line 6: out of time: its limit is 2s" {
		t.Errorf("%v", rec.FinishErrors)
	}
	if left := children(); len(left) > 0 {
		t.Errorf("after the match these processes are left: %v", left)
	}
}

// TestFinishLimit checks that finish, together with the calls before it, has the time limit of a
// move.
func TestFinishLimit(t *testing.T) {
	q := request(t, "tictactoe", 1)
	for _, x := range []struct{ body, want string }{
		{"while true do end", "line 2: out of time"},
		{"while true do pcall(function() while true do end end) end", "line 2: out of time"},
		{"while true do pcall(string.find, ('a'):rep(1e5), '.-.-b') end", "line 2: out of time"},
		{"log(game:left() < 0.51) error('so')", "line 2: so"},
		{"local t = {} while true do t[#t + 1] = ('x'):rep(1e5) end", "line 2: out of "},
		{"coroutine.wrap(function() while true do end end)()", "line 2: out of time"},
	} {
		e := player(t, q.Rules, write(t, "return { name = 'F', finish = function(result)\n"+x.body+" end, choose = function(pos, moves) return moves[1] end }"))
		q.Limit.Time, q.Moves = 20*time.Second, nil
		ask(t, e, q)
		q.Limit.Time, q.Moves = 500*time.Millisecond, game(t, q, "a1")
		begun := time.Now()
		_, err := e.(ai.Finisher).Finish(t.Context(), q, rules.Result{Over: true})
		// This takes 0.7 s on an idle machine.
		if took := time.Since(begun); err == nil || !strings.Contains(err.Error(), x.want) || took > 20*time.Second {
			t.Errorf("%s: %v after %v", x.body, err, took)
		}
	}
}

// TestForgotten checks that the process of a garbage-collected engine ends.
func TestForgotten(t *testing.T) {
	r := build(t, "tictactoe", nil)
	path := write(t, hooks)
	func() {
		e, err := lua.New(r, path, lua.Options{})
		if err != nil {
			t.Fatal(err)
		}
		ask(t, e, ai.Request{Rules: r, Start: r.Start()})
		if len(children()) != 1 {
			t.Errorf("processes: %v", children())
		}
		runtime.KeepAlive(e)
	}()
	for begun := time.Now(); len(children()) > 0; {
		if time.Since(begun) > 20*time.Second {
			t.Fatalf("these processes are left: %v", children())
		}
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
}

// TestRepeatable checks that the same seed gives the same moves, if instructions are counted and
// there is no time limit.
func TestRepeatable(t *testing.T) {
	q := request(t, "connect4", 7)
	path := write(t, "return { name = 'R', evaluate = function(pos, player) return math.random(100) + #pos:moves() end }")
	var first string
	for range 2 {
		e, err := lua.New(q.Rules, path, lua.Options{Instructions: 400_000})
		if err != nil {
			t.Fatal(err)
		}
		q.Moves = nil
		game := ""
		for range 4 {
			move, info := ask(t, e, q)
			q.Moves = append(q.Moves, info.Best.Moves[0])
			game += fmt.Sprintln(move, info.Nodes, info.Depth, info.Best.Score)
		}
		ai.Close(e)
		if first == "" {
			first = game
		}
		if game != first {
			t.Errorf("%sthen %s", first, game)
		}
	}
	t.Log(first)
}
