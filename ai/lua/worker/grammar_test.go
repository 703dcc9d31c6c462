package worker

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/lua/script"
	"boardstudio/rules"
)

// grammar generates programs. Each byte of in chooses a production. At the end of in, the shortest
// production is chosen.
type grammar struct {
	in    []byte
	b     strings.Builder
	depth int
	funcs int
}

// pick returns a number below n.
func (g *grammar) pick(n int) int {
	if len(g.in) == 0 {
		return 0
	}
	c := g.in[0]
	g.in = g.in[1:]
	return int(c) % n
}

func (g *grammar) write(parts ...any) {
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			g.b.WriteString(p)
		case func():
			p()
		}
	}
}

// Tokens of programs. The first of each list is harmless.
var (
	names    = []string{"a", "b", "t", "s", "f", "g", "_G", "pos", "moves", "string", "table", "math", "search", "game", "options", "self"}
	literals = []string{
		"1", "nil", "0", "-1", "0.5", "1e9", "1e308", "2^53", "0/0", "1/0", "true", "''", "'x'", "'a1'", "'%d%s%q'", "'(a*)*b'", "'.-.-b'",
		"('x'):rep(1e4)", "('x'):rep(1e6)", "{}", "{1, 2, 3}", "function() end", "67108862", "-1e9",
	}
	operators = []string{"+", "-", "*", "/", "%", "^", "..", "==", "~=", "<", ">=", "and", "or"}
	library   = []string{
		"tostring", "pcall", "xpcall", "error", "assert", "select", "unpack", "next", "pairs", "ipairs", "rawset", "rawget", "setmetatable", "getmetatable", "tonumber", "type", "print",
		"string.rep", "string.find", "string.gsub", "string.gmatch", "string.format", "string.byte", "string.char", "string.reverse", "string.sub",
		"table.insert", "table.remove", "table.concat", "table.sort", "table.maxn", "math.random", "math.randomseed", "math.floor",
		"search.alphabeta", "search.table", "pos.play", "pos.moves", "pos.at", "pos.board", "pos.neighbours", "coroutine.wrap", "coroutine.create", "coroutine.resume", "coroutine.yield", "coroutine.status", "coroutine.running", "os.exit", "load", "require",
	}
	events = []string{"__index", "__newindex", "__call", "__concat", "__tostring", "__eq", "__lt", "__len", "__gc", "__unm"}
)

func (g *grammar) word(list []string) func() {
	return func() { g.b.WriteString(list[g.pick(len(list))]) }
}

func (g *grammar) expr() {
	if g.depth++; g.depth > 12 {
		g.write("1")
		g.depth--
		return
	}
	switch g.pick(12) {
	case 0, 1:
		g.write(g.word(literals))
	case 2, 3:
		g.write(g.word(names))
	case 4:
		g.write("(", g.expr, " ", g.word(operators), " ", g.expr, ")")
	case 5, 6:
		g.write(g.word(library), "(", g.expr, ", ", g.expr, ")")
	case 7:
		g.write("#(", g.expr, ")")
	case 8:
		g.write("{ ", g.expr, ", [", g.expr, "] = ", g.expr, " }")
	case 9:
		g.write("(", g.expr, ")[", g.expr, "]")
	case 10:
		g.write("setmetatable({}, { ", g.word(events), " = ", g.function, " })")
	default:
		g.write(g.function)
	}
	g.depth--
}

func (g *grammar) function() {
	g.write("function(a, b, ...) ", g.block, "return ", g.expr, " end")
}

func (g *grammar) block() {
	g.depth++
	for range 1 + g.pick(3) {
		g.statement()
	}
	g.depth--
}

func (g *grammar) statement() {
	if g.depth > 8 || len(g.in) == 0 {
		g.write("a = 1 ")
		return
	}
	switch g.pick(16) {
	case 0, 1, 2:
		g.write(g.word(names), " = ", g.expr, "\n")
	case 3:
		g.write("local ", g.word(names[:6]), " = ", g.expr, "\n")
	case 4:
		g.write("while ", g.expr, " do ", g.block, "end\n")
	case 5:
		g.write("for i = ", g.expr, ", ", g.expr, " do ", g.block, "end\n")
	case 6:
		g.write("for k, v in pairs(", g.expr, ") do ", g.block, "end\n")
	case 7:
		g.write("if ", g.expr, " then ", g.block, "else ", g.block, "end\n")
	case 8:
		g.write("pcall(function() ", g.block, "end)\n")
	case 9:
		g.write("repeat ", g.block, "until ", g.expr, "\n")
	case 10:
		g.funcs++
		name := fmt.Sprintf("f%d", g.funcs)
		g.write("local function ", name, "(a, b, ...) ", g.block, "return ", name, "(", g.expr, ", ", g.expr, ", ...) end\npcall(", name, ", ", g.expr, ")\n")
	case 11:
		g.write("t = type(t) == 'table' and t or {} t[#t + 1] = ", g.expr, "\n")
	case 12:
		g.write("s = tostring(s) s = s .. s\n")
	case 13:
		g.write("t = coroutine.create(function(a, b, ...) ", g.block, "a = coroutine.yield(", g.expr, ") ", g.block, "return ", g.expr, " end)\ncoroutine.resume(t, ", g.expr, ")\n")
	case 14:
		g.write("for k, v in coroutine.wrap(function(a) ", g.block, "coroutine.yield(", g.expr, ", a) ", g.block, "end) do ", g.block, "end\n")
	default:
		g.write("print(", g.expr, ")\n")
	}
}

// program returns the program generated from bytes.
func program(in []byte) string {
	g := &grammar{in: in}
	g.write("local s, t, f, g = 'x', {}, print, pairs\n", func() {
		if g.pick(4) == 3 { // also at the top level
			g.block()
		}
	}, "return { name = 'F', choose = function(pos, moves)\n", func() {
		for i := 0; i < 40 && len(g.in) > 0; i++ {
			g.write("pcall(function()\n", g.statement, "end)\n")
		}
	}, "do return moves[1] end end }")
	return g.b.String()
}

// FuzzScript checks that a generated program in a locked process gets a valid verdict in time and
// stays within its memory.
func FuzzScript(f *testing.F) {
	for i := range 40 {
		b := make([]byte, 8+i*4)
		x := uint32(i)*2654435761 + 1
		for k := range b {
			x = x*1664525 + 1013904223
			b[k] = byte(x >> 24)
		}
		f.Add(b)
	}
	var p target
	f.Cleanup(p.close)
	f.Fuzz(func(t *testing.T, in []byte) {
		if len(in) <= 2000 {
			p.try(t, program(in))
		}
	})
}

var programs = flag.Int("programs", 300, "how many programs of the grammar to run")

// TestPrograms runs more programs, without the cost of fuzzing.
func TestPrograms(t *testing.T) {
	n := *programs
	if testing.Short() {
		n = min(n, 50)
	}
	var p target
	defer p.close()
	rng := rand.New(rand.NewPCG(uint64(n), 1))
	for range n {
		in := make([]byte, rng.IntN(600))
		for i := range in {
			in[i] = byte(rng.Uint32())
		}
		p.try(t, program(in))
	}
	t.Logf("%d programs: %v; the slowest took %v, the largest had %d MB", n, p.ends, p.slowest, p.largest>>20)
}

var address = regexp.MustCompile(`0x[0-9a-f]{6,}`) // must not be visible

// target is a child that runs one program after the other until it ends.
type target struct {
	w       *Client
	ends    map[string]int // number of programs by verdict
	slowest time.Duration
	largest int64
}

func (p *target) close() {
	if p.w != nil {
		p.w.Close()
		p.w = nil
	}
}

// try runs a program. If the child has failed before, it starts another one.
func (p *target) try(t *testing.T, code string) {
	const limit = 100 * time.Millisecond
	ctx := context.Background() // the process runs several programs
	r := build(t, "tictactoe")
	if p.w != nil && p.w.Err() != nil {
		p.close()
	}
	if p.w == nil {
		var err error
		if p.w, err = Open(ctx, Config{}); err != nil {
			t.Fatal(err)
		}
	}
	w := p.w
	var a script.Answer
	begun := time.Now()
	_, err := w.Load(ctx, Load{Name: "f.lua", Source: []byte(code), Game: r.Spec(), Instructions: 3_000_000})
	w.Play(r)
	if err == nil {
		a, err = w.Choose(ctx, r.Start(), nil, ai.Limit{Time: limit}, 1)
	}
	took := time.Since(begun)
	w.Log()
	var fault *script.Fault
	switch {
	case took > 20*time.Second:
		t.Errorf("the verdict took %v", took)
	case err == nil && !rules.Legal(r.Start(), a.Move):
		t.Errorf("answered %v", a.Move)
	case err != nil && (!errors.As(err, &fault) || fault.Script != "f.lua" || fault.Why == nil):
		t.Errorf("%v", err)
	case fault != nil && fault.Budget == "" && w.Died():
		t.Errorf("its process died: %v", err)
	case fault != nil && strings.ContainsFunc(err.Error(), func(r rune) bool { return r < ' ' }), fault != nil && address.MatchString(err.Error()):
		t.Errorf("%q", err)
	}
	peak := w.Peak()
	if peak > (256+64)<<20 {
		t.Errorf("its process had %d MB", peak>>20)
	}
	end := "fine"
	if fault != nil {
		if end = fault.Budget; end == "" {
			end = "mistake"
		}
		if w.Died() {
			end += ", died"
		}
	}
	if p.ends == nil {
		p.ends = map[string]int{}
	}
	p.ends[end]++
	p.slowest, p.largest = max(p.slowest, took), max(p.largest, peak)
	if t.Failed() {
		t.Logf("%v\n%s", err, code)
	}
}
