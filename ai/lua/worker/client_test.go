package worker

import (
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/lua/script"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

func build(t testing.TB, name string) rules.Rules {
	t.Helper()
	r, err := all.Games.Build(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// open starts a child that is closed after the test.
func open(t testing.TB, c Config) *Client {
	t.Helper()
	w, err := Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	return w
}

// load starts a child with a script for tic-tac-toe.
func load(t testing.TB, source string) (*Client, rules.Rules) {
	t.Helper()
	w, r := open(t, Config{}), build(t, "tictactoe")
	if _, err := w.Load(t.Context(), Load{Name: "x.lua", Source: []byte(source), Game: r.Spec()}); err != nil {
		t.Fatal(err)
	}
	w.Play(r)
	return w, r
}

func TestPlay(t *testing.T) {
	w := open(t, Config{})
	if c := w.Containment(); !c.Limits {
		t.Errorf("%+v", c)
	} else {
		t.Logf("%+v", c)
	}
	r := build(t, "tictactoe")
	about, err := w.Load(t.Context(), Load{Name: "x.lua", Source: []byte("return { name = 'X', choose = function(pos, moves) print('hm', #moves) return moves[2] end }"), Game: r.Spec()})
	if err != nil || about.Name != "X" || !about.Choose || about.Evaluate {
		t.Fatalf("%+v, %v", about, err)
	}
	a, err := w.Choose(t.Context(), r.Start(), nil, ai.Limit{Time: time.Minute}, 1)
	if err != nil || r.FormatMove(a.Move) != "b1" || w.Log() != "hm\t9\n" {
		t.Fatalf("%+v, %v", a, err)
	}
	a, err = w.Choose(t.Context(), r.Start(), []rules.Move{a.Move}, ai.Limit{Time: time.Minute}, 1)
	if err != nil || r.FormatMove(a.Move) != "c1" {
		t.Fatalf("%+v, %v", a, err)
	}
	if p := w.Peak(); p < 1<<20 || p > 100<<20 {
		t.Errorf("peak %d", p)
	}
}

func BenchmarkChoose(b *testing.B) {
	w, r := load(b, "return { name = 'X', choose = function(pos, moves) return moves[1] end }")
	for b.Loop() {
		if _, err := w.Choose(b.Context(), r.Start(), nil, ai.Limit{Time: time.Second}, 1); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOpen(b *testing.B) {
	for b.Loop() {
		open(b, Config{}).Close()
	}
}

// BenchmarkChooseInProcess measures a call without a separate process.
func BenchmarkChooseInProcess(b *testing.B) {
	inside(b, "return { name = 'X', choose = function(pos, moves) return moves[1] end }", build(b, "tictactoe"))
}

// inside measures a call of a script in the process of the test.
func inside(b *testing.B, source string, r rules.Rules) {
	p, err := script.Compile("x.lua", []byte(source))
	if err != nil {
		b.Fatal(err)
	}
	m, err := script.New(p, r, script.Options{})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := m.Choose(b.Context(), r.Start(), nil, ai.Limit{Time: time.Second}); err != nil {
			b.Fatal(err)
		}
	}
}

// scan reads each cell of a large board.
const scan = `return { name = 'S', choose = function(pos, moves)
  local n = 0
  for _, c in ipairs(pos:cells()) do if pos:at(c) then n = n + 1 end end
  return moves[1] end }`

func BenchmarkScan(b *testing.B) {
	r, err := all.Games.Build("gomoku", rules.Params{"cols": "19", "rows": "19"})
	if err != nil {
		b.Fatal(err)
	}
	b.Run("process", func(b *testing.B) {
		w := open(b, Config{})
		if _, err := w.Load(b.Context(), Load{Name: "x.lua", Source: []byte(scan), Game: r.Spec()}); err != nil {
			b.Fatal(err)
		}
		w.Play(r)
		for b.Loop() {
			if _, err := w.Choose(b.Context(), r.Start(), nil, ai.Limit{Time: time.Second}, 1); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("inside", func(b *testing.B) { inside(b, scan, r) })
}
