package lua_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/rules"
)

func TestKind(t *testing.T) {
	r := build(t, "othello", nil)
	if kind.Plays(r) != nil || kind.Name != "lua" {
		t.Error("scripts play no Othello")
	}
	if p, err := rules.Resolve(kind.Params, rules.Params{"file": "a b.lua"}); err != nil || p["file"] != "a b.lua" {
		t.Errorf("%v, %v", p, err)
	}
	for path, want := range map[string]string{
		"":          "no script is selected: choose one",
		"none.lua":  "script none.lua: it cannot be read: there is no such file or folder",
		t.TempDir(): "cannot be read: it is a folder",
	} {
		if _, err := newEngine(r, path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", path, err)
		}
	}
}

// request returns a request for a move at the start of a game.
func request(t *testing.T, game string, seed uint64) ai.Request {
	r := build(t, game, nil)
	return ai.Request{Rules: r, Start: r.Start(), Seed: seed}
}

// ask returns the move of e in the notation of the game.
func ask(t *testing.T, e ai.Engine, q ai.Request) (string, ai.Info) {
	t.Helper()
	info, err := e.Think(context.Background(), q, nil)
	if err != nil {
		t.Fatal(err)
	}
	m, ok := info.Move()
	if !ok {
		t.Fatal("no move")
	}
	return q.Rules.FormatMove(m), info
}

func TestSeed(t *testing.T) {
	path := example(t, "random.lua")
	seen := map[string]bool{}
	for seed := range uint64(30) {
		q := request(t, "gomoku", seed)
		e := player(t, q.Rules, path)
		first, _ := ask(t, e, q)
		seen[first] = true
		again, _ := ask(t, e, q)
		other, _ := ask(t, player(t, q.Rules, path), q)
		if again != first || other != first {
			t.Fatalf("seed %d: %s, then %s, another engine %s", seed, first, again, other)
		}
	}
	if len(seen) < 15 {
		t.Errorf("30 seeds give %d moves only", len(seen))
	}
}

// TestOwnSeed checks that a script can seed its random numbers, and that tables and functions do
// not reveal addresses, which would be random.
func TestOwnSeed(t *testing.T) {
	path := write(t, choosing(`math.randomseed(7) print(math.random(1000), math.random(-5, 5), tostring({}), tostring(print), tostring(pos):len() > 5)
for i = 1, 1000 do local a, b = math.random(3), math.random() assert(a == 1 or a == 2 or a == 3) assert(b >= 0 and b < 1) end`))
	_, a := ask(t, player(t, build(t, "tictactoe", nil), path), request(t, "tictactoe", 1))
	_, b := ask(t, player(t, build(t, "tictactoe", nil), path), request(t, "tictactoe", 2))
	if a.Text != b.Text || !strings.HasSuffix(a.Text, "\ttable\tfunction\ttrue\n") {
		t.Errorf("%q and %q", a.Text, b.Text)
	}
}

func TestPrint(t *testing.T) {
	path := write(t, choosing(`print("a", 1, 1.5, nil, true) print() print("é\255") pos:play("a1")`))
	_, info := ask(t, player(t, build(t, "tictactoe", nil), path), request(t, "tictactoe", 0))
	if want := "a\t1\t1.5\tnil\ttrue\n\né?\n"; info.Text != want || info.Nodes != 1 {
		t.Errorf("%q, %d nodes", info.Text, info.Nodes)
	}
	path = write(t, choosing(`for i = 1, 1000 do print(("é"):rep(100)) end`))
	_, info = ask(t, player(t, build(t, "tictactoe", nil), path), request(t, "tictactoe", 0))
	if len(info.Text) > 64<<10+40 || len(info.Text) < 64<<10-40 || !strings.HasSuffix(info.Text, " bytes more\n") {
		t.Errorf("%d bytes are kept", len(info.Text))
	}
	info, err := think(t, write(t, choosing(`print("so far") error("no")`)), 0)
	if err == nil || info.Text != "so far\n" {
		t.Errorf("%q, %v", info.Text, err)
	}
}

// TestState checks that variables persist between moves until an error.
func TestState(t *testing.T) {
	path := write(t, `n = 0
return { name = 'x', choose = function(pos, moves)
	n = n + 1
	if n == 3 then error('third') end
	return moves[n]
end }`)
	q := request(t, "tictactoe", 0)
	e := player(t, q.Rules, path)
	for i, want := range []string{"a1", "b1", "", "a1", "b1"} {
		if want == "" {
			if _, err := e.Think(context.Background(), q, nil); err == nil || err.Error() != "script bad.lua, line 4: third" {
				t.Errorf("%v", err)
			}
			continue
		}
		if got, _ := ask(t, e, q); got != want {
			t.Errorf("move %d is %s, want %s", i, got, want)
		}
	}
}

// TestReload checks that a changed file is read again, with new variables.
func TestReload(t *testing.T) {
	path := write(t, choosing("n = (n or 0) + 1 print(n)"))
	q := request(t, "tictactoe", 0)
	e := player(t, q.Rules, path)
	save := func(text string, age time.Duration) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		when := time.Now().Add(-age)
		if err := os.Chtimes(path, when, when); err != nil {
			t.Fatal(err)
		}
	}
	for i, want := range []string{"1\n", "2\n", "1\n", "new\n"} {
		switch i {
		case 2:
			save(choosing("n = (n or 0) + 1 print(n)"), time.Hour)
		case 3:
			save(choosing("print('new')"), 2*time.Hour)
		}
		if _, info := ask(t, e, q); info.Text != want {
			t.Errorf("run %d: %q, want %q", i, info.Text, want)
		}
	}
	save("return", 3*time.Hour)
	if _, err := e.Think(context.Background(), q, nil); err == nil {
		t.Error("the old script plays on")
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Think(context.Background(), q, nil); err == nil || !strings.Contains(err.Error(), "cannot be read") {
		t.Errorf("%v", err)
	}
	// A pipe in its place does not block.
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		_, err := e.Think(context.Background(), q, nil)
		done <- err
	}()
	select {
	case err := <-done:
		if err == nil || !strings.Contains(err.Error(), "it is not a regular file") {
			t.Errorf("%v", err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("the pipe is waited for")
	}
}

// TestStop checks that Think returns soon after its context is cancelled, whatever the script does.
func TestStop(t *testing.T) {
	for _, body := range []string{
		"while true do end",
		"while true do pcall(string.rep, 'x', 1e6) end",
		"while true do pcall(string.find, ('a'):rep(1e5), '.-.-.-b') end",
		"local t = {} for i = 1, 2e5 do t[i] = -i end while true do table.sort(t, function(a, b) return a < b end) end",
		"while true do pcall(function() return ('x'):rep(1e6):upper():reverse():gsub('x', 'y') end) end",
	} {
		q := request(t, "tictactoe", 0)
		q.Limit.Time = time.Minute
		e := player(t, q.Rules, write(t, choosing(body)))
		for _, deadline := range []bool{false, true} {
			const after = 100 * time.Millisecond
			ctx, cancel := context.WithCancel(context.Background())
			want := "stopped"
			if deadline {
				ctx, cancel = context.WithTimeout(context.Background(), after)
				want = "out of time"
			}
			begun := time.Now()
			if !deadline {
				time.AfterFunc(after, cancel)
			}
			_, err := e.Think(ctx, q, nil)
			if late := time.Since(begun) - after; late > 20*time.Second { // about 5 ms on an idle machine
				t.Errorf("%s: %v late", body, late)
			}
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %s", body, err, want)
			}
			cancel()
		}
	}
}

func TestGameOver(t *testing.T) {
	q := request(t, "tictactoe", 0)
	for _, name := range []string{"a1", "a2", "b1", "b2", "c1"} {
		m, err := q.Rules.ParseMove(name)
		if err != nil {
			t.Fatal(err)
		}
		q.Moves = append(q.Moves, m)
	}
	if _, err := player(t, q.Rules, example(t, "random.lua")).Think(context.Background(), q, nil); err == nil || err.Error() != "the game is over" {
		t.Errorf("%v", err)
	}
}

// TestLibrary checks that functions that replace gopher-lua's behave as in Lua's manual.
func TestLibrary(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "library.lua"))
	if err != nil {
		t.Fatal(err)
	}
	info, err := think(t, write(t, string(text)), 10*time.Second)
	if err != nil || info.Text != "done\n" {
		t.Errorf("%v, %q", err, info.Text)
	}
}

// TestLimitIsNamed checks that the error of a script that is out of time names the whole limit,
// even if its function start has used some of it.
func TestLimitIsNamed(t *testing.T) {
	for _, function := range []string{
		"choose = function() while true do end end",
		"choose = function(pos, moves) return moves[1] end, opponent = function() end, evaluate = nil, start = function() for i = 1, 3e6 do end while true do end end",
		"start = function() for i = 1, 3e6 do end end, choose = function() while true do end end",
	} {
		_, err := think(t, write(t, "return { name = 'X', "+function+" }"), 700*time.Millisecond)
		if err == nil || !strings.HasSuffix(err.Error(), "out of time: its limit is 700ms") {
			t.Errorf("%s: %v", function, err)
		}
	}
}
