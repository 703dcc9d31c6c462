package script

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/gametest"
	"boardstudio/ai/lua/api"
	"boardstudio/ai/lua/stdlib"
	"boardstudio/rules"
)

// writer generates random programs that call all functions with arbitrary arguments.
type writer struct {
	*rand.Rand
	b     strings.Builder
	names []string // names of variables
	depth int
}

// atoms are values that functions may not expect.
var atoms = []string{
	"nil", "true", "0", "-1", "1", "2", "3.5", "1e9", "-1e9", "2^53", "1/0", "0/0", `""`, `"a1"`, `"b2"`, `"d3"`, `"A"`, `"pass"`, `"resign"`,
	`"%s%d"`, `"(a*)"`, `"[%w"`, "{}", "{1, 2, 3}", "moves", "pos", "game", "search", "options", "print", "moves[1]", "pos:moves()", "pos:board()",
	"pos:play(moves[1])", "search.table(9)", "function(p) return 1 end", "function(a, b) return b end", "setmetatable({}, {__index = function(t, k) return k end})",
	"setmetatable({}, {__concat = function() return 1 end, __tostring = function() return 2 end, __len = print, __call = print})", "_G", "string", "math.huge",
}

// calls returns the functions that programs call. Functions of tables and strings come from Lua's
// libraries.
func calls() []string {
	list := []string{
		"pairs", "ipairs", "next", "select", "unpack", "tostring", "tonumber", "type", "rawget", "rawset", "rawequal", "pcall", "xpcall", "error", "assert",
		"setmetatable", "getmetatable", "log", "table.insert", "table.remove", "table.concat", "table.sort", "table.maxn", "table.getn",
		"string.find", "string.match", "string.gmatch", "string.gsub", "string.rep", "string.format", "string.byte", "string.char", "string.sub", "string.len",
		"string.upper", "string.reverse", "math.random", "math.randomseed", "math.floor", "math.max", "math.fmod", "math.ldexp", "math.frexp", "math.modf",
	}
	for _, e := range api.Reference() {
		if i := strings.IndexAny(e.Name, ":."); i > 0 && e.Name[:i] != "math" && e.Name[:i] != "string" {
			list = append(list, strings.Replace(e.Name, "known:", "search.table(5):", 1))
		}
	}
	return list
}

func (w *writer) expr() string {
	w.depth++
	defer func() { w.depth-- }()
	switch n := w.IntN(10); {
	case w.depth > 4 || n < 4:
		if len(w.names) > 0 && n < 2 {
			return w.names[w.IntN(len(w.names))]
		}
		return atoms[w.IntN(len(atoms))]
	case n < 6:
		ops := []string{"+", "-", "*", "/", "%", "^", "..", "==", "<", "and", "or"}
		return "(" + w.expr() + " " + ops[w.IntN(len(ops))] + " " + w.expr() + ")"
	default:
		return w.call()
	}
}

var callable = calls()

func (w *writer) call() string {
	var args []string
	for range w.IntN(5) {
		args = append(args, w.expr())
	}
	return callable[w.IntN(len(callable))] + "(" + strings.Join(args, ", ") + ")"
}

func (w *writer) statement() {
	w.depth++
	defer func() { w.depth-- }()
	switch n := w.IntN(12); {
	case n < 4 || w.depth > 4:
		fmt.Fprintf(&w.b, "pcall(function() log(%s) end)\n", w.call())
	case n < 6:
		name := fmt.Sprintf("v%d", len(w.names))
		fmt.Fprintf(&w.b, "local ok, %s = pcall(function() return %s end)\n", name, w.expr())
		if w.depth == 1 {
			w.names = append(w.names, name)
		}
	case n < 8:
		fmt.Fprintf(&w.b, "for i = 1, %d do\n", w.IntN(20))
		w.statement()
		w.b.WriteString("end\n")
	case n < 9:
		fmt.Fprintf(&w.b, "if pcall(function() return %s end) then\n", w.expr())
		w.statement()
		w.b.WriteString("else\n")
		w.statement()
		w.b.WriteString("end\n")
	case n < 10:
		fmt.Fprintf(&w.b, "for k, x in pairs({ %s, %s }) do\n", w.expr(), w.expr())
		w.statement()
		w.b.WriteString("end\n")
	default:
		fmt.Fprintf(&w.b, "pcall(search.alphabeta, pos, %d, function(p, player)\n", w.IntN(4))
		w.statement()
		fmt.Fprintf(&w.b, "return %s end)\n", w.expr())
	}
}

// FuzzGenerated checks random programs in the same way.
func FuzzGenerated(f *testing.F) {
	for i := range 40 {
		f.Add(uint64(i))
	}
	all := someGames(f)
	f.Fuzz(func(t *testing.T, seed uint64) { generated(t, all, seed) })
}

var programs = flag.Uint64("programs", 100, "how many generated programs to run")

// TestGenerated runs more random programs, without the cost of fuzzing.
func TestGenerated(t *testing.T) {
	all := someGames(t)
	for seed := range *programs {
		generated(t, all, seed+1000)
	}
}

func someGames(t testing.TB) []rules.Rules {
	var all []rules.Rules
	for _, g := range []string{"tictactoe", "connect4", "pente", "othello6", "awale"} {
		all = append(all, gametest.Build(t, g, nil))
	}
	all = append(all, gametest.Build(t, "tictactoe", rules.Params{"players": "3", "rows": "5", "cols": "5", "topology": "torus"}))
	return all
}

// generated runs a random program. It must end within its budgets, with a legal move or a *Fault
// and without a panic in Go. A second run must have the same result.
func generated(t *testing.T, all []rules.Rules, seed uint64) {
	w := &writer{Rand: rand.New(rand.NewPCG(seed, 0))}
	for range 1 + w.IntN(12) {
		w.statement()
	}
	code := choosing(w.b.String())
	p, err := Compile("fuzz.lua", []byte(code))
	if err != nil {
		t.Fatalf("%v\n%s", err, code)
	}
	r := all[w.IntN(len(all))]
	var answers [2]string
	for i := range answers {
		log := ""
		m, err := New(p, r, Options{Instructions: 300_000, Seed: seed, Left: func() time.Duration { return time.Second }, Log: func(s string) { log += s + "\n" }})
		if err != nil {
			t.Fatal(err)
		}
		a, err := m.Choose(context.Background(), r.Start(), nil, ai.Limit{Time: time.Minute})
		var fault *Fault
		switch {
		case err == nil && !rules.Legal(r.Start(), a.Move), err != nil && !errors.As(err, &fault):
			t.Fatalf("%v, %v\n%s", a.Move, err, code)
		case strings.Contains(fmt.Sprint(err, log), "runtime error"), strings.Contains(log, "interface conversion"), stdlib.Unaddressed(log) != log:
			t.Fatalf("%v, %s\n%s", err, log, code)
		}
		if fault == nil || fault.Budget != stdlib.MemoryBudget {
			answers[i] = fmt.Sprint(a, err, log)
		}
	}
	if answers[0] != answers[1] && answers[0] != "" && answers[1] != "" {
		t.Fatalf("it is not repeatable:\n%s\nand\n%s\n%s", answers[0], answers[1], code)
	}
}
