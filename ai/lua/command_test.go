package lua_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/lua"
	"boardstudio/ai/lua/script"
	"boardstudio/ai/lua/worker"
	"boardstudio/model"
	"boardstudio/model/wire"
	"boardstudio/rules"
	"boardstudio/scripts"
	"boardstudio/text/msg"
)

// record returns a document with several lines of moves from the start.
func record(t testing.TB, game string, over rules.Params, lines ...string) *model.Document {
	t.Helper()
	r := build(t, game, over)
	d := model.NewDocument(r)
	for _, line := range lines {
		n := d.Tree.Root()
		for _, text := range strings.Fields(line) {
			m, err := r.ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			if c := d.Tree.Find(n, m); c != nil {
				n = c
				continue
			}
			n = d.Tree.Add(n, m)
			if _, err := d.Tree.Position(n); err != nil {
				t.Fatal(err)
			}
		}
	}
	return d
}

// shippedScript writes a shipped script to a file and returns its path.
func shippedScript(t testing.TB, name string) string {
	t.Helper()
	text, err := fs.ReadFile(scripts.FS, name)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// sharing is an engine that reports shares directly. The unit of the other engines is 50.
const sharing = "sharing"

// runs runs a command and applies its changes.
func runs(t testing.TB, path, name string, d *model.Document) (log string, err error) {
	t.Helper()
	tree := worker.TreeOf(d, nil)
	units := map[string]float64{}
	for _, e := range tree.Engines() {
		if units[e] = 50; e == sharing {
			units[e] = 1
		}
	}
	edits, log, err := lua.Run(context.Background(), path, worker.Command{Name: name, Tree: tree, Units: units, Time: time.Minute, AskEngine: first})
	if err != nil {
		return log, err
	}
	before := d.Tree.At()
	if err := d.Tree.Do("command", edits...); err != nil {
		t.Fatal(err)
	}
	if d.Tree.At() > before+1 {
		t.Fatal("the changes are more than one step")
	}
	return log, nil
}

// first is an engine that considers the first move best.
func first(_ context.Context, name string, p rules.Position, nodes uint64) (ai.Info, error) {
	if name != "first" {
		return ai.Info{}, msg.Errorf("unknown engine %q", name)
	}
	for m := range p.Moves() {
		return ai.Info{Best: ai.Line{Moves: []rules.Move{m}}, Nodes: nodes}, nil
	}
	return ai.Info{}, nil
}

// commands returns a script with one command, whose body begins on line 2.
func commands(body string) string {
	return "return { name = 'Bad', commands = { { name = 'test', run = function(tree, here)\n" + body + "\nend } } }"
}

// hostileCommands are misbehaving commands. Each must end with an error that names the script, the
// line and the reason, and without any changes.
var hostileCommands = []struct{ name, body, want string }{
	{"endless loop", "while true do end", "line 2: out of time"},
	{"endless loop in pcall", "while true do pcall(function() while true do tree:count() end end) end", "line 2: out of time"},
	{"walking for ever", "while true do for node in tree:nodes() do node:position() end end", "line 2: out of time"},
	{"walks kept", "local t = {} while true do t[#t + 1] = tree:nodes() end", "line 2: "}, // out of time or memory, or the list is full
	{"memory", "local t = {} while true do t[#t + 1] = ('x'):rep(1e5) .. #t end", "line 2: out of memory"},
	{"a million changes", "for i = 1, 1e6 do tree:comment(here, tostring(i)) end", "line 2: a command can make at most 250000 changes"},
	{"a million changes in pcall", "for i = 1, 3e5 do pcall(tree.comment, tree, here, 'x') end error('done')", "line 2: done"},
	{"long texts", "local s = ('x'):rep(6e4) for i = 1, 1e6 do tree:comment(here, s .. i) end", "line 2: "},
	{"a text that is too long", "tree:comment(here, ('x'):rep(1e6))", "line 2: the text has more than 65536 bytes"},
	{"a wrong cell", "tree:mark(here, 'z9')", `line 2: "z9" is not a cell of the board`},
	{"a cell beyond the board", "tree:mark(here, 1e9)", "is not a cell of the board"},
	{"a wrong mark", "tree:mark(here, 'a1', 'star')", `line 2: unknown mark "star"`},
	{"a long label", "tree:mark(here, 'a1', 'label', ('x'):rep(100))", "line 2: a label has 1 to 5 characters"},
	{"a wrong symbol", "tree:glyph(here, 'C+++')", "line 2: unknown annotation symbol"},
	{"a wrong colour", "tree:colour(here, 'red')", "line 2: \"red\" is not a colour"},
	{"a number for a node", "tree:comment(7, 'x')", "line 2: 7 is not a node of the tree"},
	{"a table for a node", "tree:comment(setmetatable({}, getmetatable(here)), 'x')", "line 2: "},
	{"the tree for a node", "tree:comment(tree, 'x')", "is not a node of the tree"},
	{"a position for a node", "tree:comment(here:position(), 'x')", "is not a node of the tree"},
	{"an illegal move", "tree:add(here, here:move() or 'a1') tree:add(tree:root():first(), 'b2')", "line 2: "},
	{"no move", "tree:add(here, 'resign everything')", "line 2: there is no move"},
	{"a cyclic table", "local t = {} t.t = t tree:comment(here, t)", "line 2: comment expects a string, not a table"},
	{"a trap for a text", "tree:comment(here, setmetatable({}, {__tostring = function() while true do end end}))", "line 2: "},
	{"a yield", "tree:comment(here, 'x') coroutine.yield()", "line 2: yield is only possible in a coroutine"},
	{"a yield in a walk", "coroutine.wrap(function() for n in coroutine.yield do end end)() error('resumed')", "line 2: "},
	{"a loop in a coroutine", "coroutine.wrap(function() while true do tree:comment(here, 'x') end end)()", "line 2: a command can make at most"},
	{"growing while it walks", "for node in tree:nodes() do for _, c in ipairs(node:children()) do local p = c:position() for _, m in ipairs(p:moves()) do tree:add(c, m) end end end error('ends')", "line 2: ends"},
	{"growing for ever", "while true do for node in tree:nodes() do local p = node:position() local m = p:moves() for i = 1, #m do tree:add(node, m[i]) end end end", "line 2: "},
	{"an error half-way", "for node in tree:nodes() do tree:comment(node, 'half') if node:ply() == 2 then error('half-way') end end", "line 2: half-way"},
	{"an error half-way that is nil", "tree:comment(here, 'half') error(nil)", "it ended with the error value nil"},
	{"methods changed", "getmetatable(tree).__index = nil", "line 2: "},
	{"a dot for a colon", "tree.comment(here, 'x')", "line 2: this is not a tree: a method is called with a colon"},
	{"an engine that is not there", "engine('/bin/sh', here:position(), 100)", `line 2: unknown engine "/bin/sh"`},
	{"an engine for too long", "engine('first', here:position(), 1e18)", "line 2: an engine is asked for 1 to 1000000 nodes"},
	{"an engine for no number", "engine('first', here:position(), 0/0)", "line 2: an engine is asked for 1 to 1000000 nodes"},
	{"an engine on no position", "engine('first', here, 100)", "is not a position"},
	{"an engine with a long name", "engine(('x'):rep(1e5), here:position(), 100)", "line 2: the name of the engine has more than 200 bytes"},
	{"engines for ever", "while true do engine('first', here:position(), 1) end", "line 2: out of time"},
	{"engines in coroutines", "while true do coroutine.wrap(function() engine('first', here:position(), 1) end)() end", "line 2: out of time"},
	{"a log without end", "while true do log(('x'):rep(1000)) end", "line 2: out of time"},
	{"recursion", "local function f(n) for _, c in ipairs(n:children()) do f(c) end return 1 + f(n) end f(here)", "line 2: too many nested calls"},
	{"files", "io.open('/etc/passwd')", "line 2: cannot read field \"open\" of a nil value"},
}

func TestHostileCommands(t *testing.T) {
	for i, x := range hostileCommands {
		if testing.Short() && i%3 != 0 {
			continue
		}
		t.Run(x.name, func(t *testing.T) {
			d := record(t, "tictactoe", nil, "b2 a1 c3", "b2 c1", "a1")
			before := wire.Snapshot(d)
			limit := 500 * time.Millisecond
			if !strings.Contains(x.want, "time") && x.want != "line 2: " && x.want != "line 2: out of " {
				limit = 2 * time.Minute
			}
			begun := time.Now()
			edits, log, err := lua.Run(t.Context(), write(t, commands(x.body)), worker.Command{Name: "test", Tree: worker.TreeOf(d, nil), Time: limit, AskEngine: first})
			switch {
			case err == nil:
				t.Error("no error")
			case edits != nil:
				t.Errorf("%d edits came out", len(edits))
			case !strings.Contains(err.Error(), x.want) || !strings.HasPrefix(err.Error(), "script bad.lua") || len(err.Error()) > 500:
				t.Errorf("%v\nwant %s", err, x.want)
			}
			took := time.Since(begun)
			if took > limit+10*time.Second {
				t.Errorf("took %v", took)
			}
			t.Logf("%-32s %8v  %v", x.name, took.Round(time.Millisecond), err)
			if string(wire.Snapshot(d)) != string(before) || len(log) > 70<<10 {
				t.Errorf("the document has changed, or %d bytes were logged", len(log))
			}
		})
	}
}

// TestCommandsApart checks that a node from an earlier call cannot be used, and that a stopped
// command changes nothing.
func TestCommandsApart(t *testing.T) {
	r := build(t, "tictactoe", nil)
	w, err := worker.Open(t.Context(), worker.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	source := "local kept\n" + commands("if kept then tree:comment(kept, 'x') end kept = here")
	if _, err := w.Load(t.Context(), worker.Load{Name: "bad.lua", Source: []byte(source), Game: r.Spec()}); err != nil {
		t.Fatal(err)
	}
	w.Play(r)
	d := record(t, "tictactoe", nil, "b2 a1 c3")
	q := worker.Command{Name: "test", Tree: worker.TreeOf(d, nil), Time: time.Minute}
	if edits, err := w.Command(t.Context(), q); err != nil || len(edits) != 0 {
		t.Fatal(edits, err)
	}
	if _, err := w.Command(t.Context(), q); err == nil || !strings.Contains(err.Error(), "this belongs to the tree of another call") {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	reported := make(chan float64, 1000)
	q.Time = time.Hour
	q.Progress = func(done float64) {
		select {
		case reported <- done:
		default:
		}
		if done >= 0.5 {
			cancel()
		}
	}
	edits, _, err := lua.Run(ctx, write(t, commands("tree:comment(here, 'x') tree:progress(0.5) while true do end")), q)
	var f *script.Fault
	if edits != nil || !errors.As(err, &f) || f.Why.Error() != "stopped" || len(reported) == 0 {
		t.Errorf("%v, %v", edits, err)
	}
}

// TestCommandChanges checks that commands make the requested changes, and the same changes each
// time.
func TestCommandChanges(t *testing.T) {
	path := write(t, commands(`
for node in tree:nodes() do
  tree:comment(node, node:ply() .. "\n" .. math.random(1000))
end
local new = tree:add(here, "c1")
assert(new == here:children()[#here:children()] and tree:add(here, "c1") == new and new:ply() == 1)
tree:comment(new, "\1new")
tree:mark(new, "a1") tree:mark(new, "a1", "label", "x") tree:mark(new, "b2") tree:mark(new, "b2", "none")
tree:line(new, "a1", "c3", true)
tree:glyph(new, "?") tree:glyph(new, "!") tree:glyph(new, "=")
tree:colour(new, "#20a0ff") tree:bookmark(new) tree:name(new, "name")
local more = tree:add(new, engine("first", new:position(), 5).move)
tree:bookmark(more) tree:bookmark(more, false)
log(tree:count())`))
	var all []string
	for range 2 {
		d := record(t, "tictactoe", nil, "b2 a1 c3", "b2 c1", "a1")
		log, err := runs(t, path, "test", d)
		if err != nil || log != "8\n" {
			t.Fatal(log, err)
		}
		n := d.Tree.Root().Last()
		want := model.Annotation{
			Comment: "?new", Name: "name", Color: "#20a0ff", Bookmark: true,
			Marks: []model.Mark{{Cell: 0, Kind: model.MarkCircle}, {Cell: 0, Kind: model.MarkLabel, Text: "x"}}, Lines: []model.Line{{From: 0, To: 8, Arrow: true}}, Glyphs: []model.Glyph{"!", "="},
		}
		got := model.Annotation{Comment: n.Comment(), Name: n.Name(), Color: n.Color(), Bookmark: n.Bookmarked(), Marks: n.Marks(), Lines: n.Lines(), Glyphs: n.Glyphs()}
		a1, _ := d.Tree.Rules().ParseMove("a1")
		c3, _ := d.Tree.Rules().ParseMove("c3")
		want.Marks[0].Cell, want.Marks[1].Cell = a1.To, a1.To
		want.Lines[0].From, want.Lines[0].To = a1.To, c3.To
		if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) || n.First() == nil || n.First().Bookmarked() {
			t.Errorf("%+v\nwant %+v", got, want)
		}
		all = append(all, string(wire.Snapshot(d)))
		d.Tree.Undo()
		if model.Equal(d, record(t, "tictactoe", nil, "b2 a1 c3", "b2 c1", "a1")) != nil {
			t.Error("one step back does not take all changes back")
		}
	}
	if all[0] != all[1] {
		t.Error("the same command changes the same tree in another way")
	}
}

// TestCommandsAreNoPlayer checks that a script with commands only cannot play.
func TestCommandsAreNoPlayer(t *testing.T) {
	if _, err := think(t, write(t, commands("")), time.Second); err == nil || !strings.Contains(err.Error(), "the script has only commands: it cannot play") {
		t.Error(err)
	}
	_, _, err := lua.Run(t.Context(), shippedScript(t, "open-threes.lua"), worker.Command{Name: "mark", Tree: worker.TreeOf(record(t, "awale", nil), nil)})
	if err == nil || err.Error() != "script open-threes.lua: the commands of the script are not for awale" {
		t.Error(err)
	}
	_, _, err = lua.Run(t.Context(), shippedScript(t, "random.lua"), worker.Command{Name: "mark", Tree: worker.TreeOf(record(t, "awale", nil), nil)})
	if err == nil || err.Error() != "script random.lua: the script has no commands" {
		t.Error(err)
	}
	about, err := lua.Describe(t.Context(), shippedScript(t, "colours.lua"))
	if err != nil || about.Player() || !slices.Equal(about.Commands, []script.Command{{Name: "results", Title: "Colour Branches by Result"}}) {
		t.Error(about, err)
	}
}

// grown returns a tree of random games with the given number of nodes.
func grown(t testing.TB, game string, nodes int, seed uint64) *model.Document {
	t.Helper()
	d := model.NewDocument(build(t, game, nil))
	tr := d.Tree
	draw := rand.New(rand.NewPCG(seed, 0))
	all := []*model.Node{tr.Root()}
	for tr.Len() < nodes {
		n := all[draw.IntN(len(all))]
		for tr.Len() < nodes {
			p, err := tr.Position(n)
			if err != nil {
				t.Fatal(err)
			}
			var ms []rules.Move
			for m := range p.Moves() {
				ms = append(ms, m)
			}
			if len(ms) == 0 {
				break
			}
			m := ms[draw.IntN(len(ms))]
			if c := tr.Find(n, m); c != nil {
				n = c
				continue
			}
			n = tr.Add(n, m)
			all = append(all, n)
		}
	}
	return d
}

// BenchmarkWalk walks a tree of 100,000 nodes with positions. It includes the time for the process
// and the tree. The goal is 2 s.
func BenchmarkWalk(b *testing.B) {
	for _, game := range []string{"gomoku", "othello", "awale"} {
		d := grown(b, game, 100_000, 1)
		path := filepath.Join(b.TempDir(), "walk.lua")
		if err := os.WriteFile(path, []byte(commands("local n = 0 for node in tree:nodes() do if node:position():turn() == 1 then n = n + 1 end end log(n)")), 0o600); err != nil {
			b.Fatal(err)
		}
		b.Run(game, func(b *testing.B) {
			for b.Loop() {
				if _, _, err := lua.Run(b.Context(), path, worker.Command{Name: "test", Tree: worker.TreeOf(d, nil), Time: time.Minute}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestLargeTree checks that a command that changes much of the largest accepted tree fits into the
// memory of the process.
func TestLargeTree(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	d := grown(t, "gomoku", 120_000, 7)
	path := write(t, commands(`
local n = 0
for node in tree:nodes() do
  node:position()
  n = n + 1
  if n <= 100000 then tree:comment(node, "number " .. n) end
end`))
	if _, err := runs(t, path, "test", d); err != nil {
		t.Fatal(err)
	}
	if d.Tree.Root().First().Comment() != "number 2" {
		t.Error(d.Tree.Root().First().Comment())
	}
	extend(t, d, "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 k1")
	if _, _, err := lua.Run(t.Context(), path, worker.Command{Name: "test", Tree: worker.TreeOf(d, nil)}); err == nil || err.Error() != "the game tree has more than 120000 positions" {
		t.Error(err)
	}
}
