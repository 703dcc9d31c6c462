package extern

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/gametest"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// plain is a protocol for tests: "go" asks for a move, "hello" for the name of the program.
func plain(t testing.TB) *Protocol {
	return &Protocol{
		Name: "plain", Title: "Plain", Unit: 2, Goodbye: "bye",
		Plays: func(r rules.Rules) error {
			if r.Spec().Game != "line" {
				return msg.Errorf("no such game")
			}
			return nil
		},
		Samples: func(rules.Catalog) []Sample {
			return []Sample{{"tictactoe", gametest.Build(t, "tictactoe", nil)}, {"gomoku", gametest.Build(t, "gomoku", nil)}}
		},
		Remark:  func(line string) bool { return strings.HasPrefix(line, "#") },
		Dial:    func(r rules.Rules, _ Entry) Talker { return talker{r} },
		Options: []rules.Param{{Name: "depth", Title: "Depth", Kind: rules.Int, Min: 1, Max: 9, Default: "3"}},
	}
}

type talker struct{ r rules.Rules }

func (talker) Begin(ctx context.Context, p *Program) (About, error) {
	if err := p.Send(ctx, "hello"); err != nil {
		return About{}, err
	}
	name, err := p.Line(ctx, p.Bounds.Start)
	return About{Name: name, Options: []string{"hash"}, Listed: []Listed{{Name: "hash", Kind: Number, Value: "5", Min: 1, Max: 9}}}, err
}

func (x talker) Think(ctx context.Context, p *Program, q ai.Request, _ rules.Position, report func(ai.Info)) (ai.Info, error) {
	if err := p.Send(ctx, "go "+q.Limit.Time.String()); err != nil {
		return ai.Info{}, err
	}
	line, err := p.Line(ctx, q.Limit.Time+p.Bounds.Late)
	if err != nil {
		return ai.Info{}, err
	}
	info := ai.Info{Depth: 7}
	if m, err := x.r.ParseMove(line); err == nil {
		info.Best.Moves = []rules.Move{m}
	}
	if report != nil {
		report(info)
	}
	return info, nil
}

// plays returns a program that writes its name and then answers with a shell script. $x is the line
// it receives.
func plays(script string) []string {
	return []string{"/bin/sh", "-c", "read x; echo Shell; while read x; do case $x in bye) exit;; esac; " + script + "; done"}
}

// at returns the request after some moves.
func at(t testing.TB, r rules.Rules, moves string) ai.Request {
	t.Helper()
	q := ai.Request{Rules: r, Start: r.Start()}
	for _, s := range strings.Fields(moves) {
		m, err := r.ParseMove(s)
		if err != nil {
			t.Fatal(err)
		}
		q.Moves = append(q.Moves, m)
	}
	return q
}

// shellEngine returns an engine whose program answers as the lines of a shell script do.
func shellEngine(t *testing.T, r rules.Rules, script string) *Engine {
	t.Helper()
	e, err := New(r, Entry{Name: "e", Protocol: "plain", Command: plays(script)}, Bounds{}, plain(t))
	if err != nil {
		t.Fatal(err)
	}
	e.logs = &Logs{}
	t.Cleanup(func() { _ = e.Close() })
	return e
}

// TestEngine checks that an engine plays the answers of its program if they are legal.
func TestEngine(t *testing.T) {
	r := gametest.Build(t, "tictactoe", nil)
	e := shellEngine(t, r, "echo '# thinks'; echo b2")
	var reported []ai.Info
	q := at(t, r, "a1")
	info, err := e.Think(t.Context(), q, func(i ai.Info) { reported = append(reported, i) })
	if m, ok := info.Move(); err != nil || !ok || r.FormatMove(m) != "b2" || info.Depth != 7 || info.Text != "# thinks" || info.Time <= 0 || e.about.Name != "Shell" {
		t.Errorf("%+v, %v", info, err)
	}
	if len(reported) != 1 || reported[0].Time <= 0 || reported[0].Depth != 7 {
		t.Errorf("%+v", reported)
	}
	first := e.run
	if _, err := e.Think(t.Context(), q, nil); err != nil || e.run != first {
		t.Errorf("the next move is asked of another program: %v", err)
	}
	// Each limit is taken from the request, and there is always a time limit.
	for _, x := range []struct {
		limit ai.Limit
		want  string
	}{{ai.Limit{}, "go 5s"}, {ai.Limit{Time: time.Second}, "go 1s"}, {ai.Limit{Time: -1}, "go 5s"}, {ai.Limit{Depth: 3}, "go 1m0s"}, {ai.Limit{Nodes: 3}, "go 1m0s"}, {ai.Limit{Depth: 2, Time: time.Second}, "go 1s"}} {
		q := q
		q.Limit = x.limit
		if _, err := e.Think(t.Context(), q, nil); err != nil || !slices.Contains(e.run.Log(), "> "+x.want) {
			t.Errorf("%+v: %q, %v", x.limit, e.run.Log(), err)
		}
		_ = e.Close()
	}
	if log := strings.Join(e.Log(), "\n"); !strings.Contains(log, "> go 1s") || !strings.Contains(log, "< b2") || !strings.Contains(log, "> bye") {
		t.Errorf("%q", log)
	}
	if strings.Join(e.logs.Last("e"), "\n") != strings.Join(e.Log(), "\n") || e.logs.Last("nobody") != nil {
		t.Errorf("%q", e.logs.Last("e"))
	}
	if e.run != nil || e.talk != nil {
		t.Error("a closed engine has a program")
	}
}

// TestEngineNotAsked checks that the program is not asked for a single legal move, or after the end of the game.
func TestEngineNotAsked(t *testing.T) {
	r := gametest.Build(t, "tictactoe", nil)
	e := shellEngine(t, r, "echo b2")
	if info, err := e.Think(t.Context(), at(t, r, "a1 b1 c1 b2 a2 c2 b3 a3"), nil); err != nil || len(info.Best.Moves) != 1 || r.FormatMove(info.Best.Moves[0]) != "c3" || e.run != nil {
		t.Errorf("%+v, %v", info, err)
	}
	if _, only := single(r.Start()); only {
		t.Error("the first of nine moves is the only one")
	}
	if p, err := at(t, r, "a1 a2 b1 b2 c1").Position(); err != nil {
		t.Error(err)
	} else if _, only := single(p); only {
		t.Error("a game that is over has one move")
	}
	if _, err := e.Think(t.Context(), at(t, r, "a1 a2 b1 b2 c1"), nil); err == nil || err.Error() != "the game is over" {
		t.Error(err)
	}
	if _, err := e.Think(t.Context(), at(t, r, "a1 a1"), nil); err == nil || e.run != nil {
		t.Errorf("illegal moves: %v", err)
	}
}

// TestEngineFailures checks illegal, late and cancelled answers. Resigning is legal.
func TestEngineFailures(t *testing.T) {
	r := gametest.Build(t, "tictactoe", nil)
	q := at(t, r, "a1")
	// An illegal answer ends the program.
	for script, want := range map[string]string{"echo a1": "e: it answered a1, which is not a legal move", "echo zz": "which is not a legal move", "exit 3": "e: it ended with exit code 3", "kill -SEGV $$": "e: it crashed with the signal SIGSEGV"} {
		e := shellEngine(t, r, script)
		info, err := e.Think(t.Context(), q, nil)
		if err == nil || !strings.Contains(err.Error(), want) || e.run != nil || info.Time <= 0 || len(info.Best.Moves) != 0 || len(e.Log()) == 0 {
			t.Errorf("%s: %+v, %v", script, info, err)
		}
	}
	e := shellEngine(t, r, "echo resign")
	if info, err := e.Think(t.Context(), q, nil); err != nil || info.Best.Moves[0] != rules.Resign {
		t.Errorf("%+v, %v", info, err)
	}
	// A program that does not answer is late. A cancelled request returns an error without the
	// name.
	e = shellEngine(t, r, "sleep 60")
	e.bounds.Late = 10 * time.Millisecond
	late := q
	late.Limit.Time = 10 * time.Millisecond
	if _, err := e.Think(t.Context(), late, nil); err == nil || err.Error() != "e: it did not answer in time" {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	e = shellEngine(t, r, "echo '# on'; sleep 60")
	cancel()
	if _, err := e.Think(ctx, q, nil); !errors.Is(err, context.Canceled) || err.Error() != context.Canceled.Error() {
		t.Error(err)
	}
	for err, want := range map[error]string{context.DeadlineExceeded: "e: it did not answer in time", ErrLate: "e: it did not answer in time", errors.New("x"): "e: x"} {
		if got := e.name(err); got.Error() != want {
			t.Errorf("%v: %v", err, got)
		}
	}
}

// TestEngineStart checks that Start starts the program once, and returns its errors.
func TestEngineStart(t *testing.T) {
	r, k := gametest.Build(t, "tictactoe", nil), plain(t)
	e := shellEngine(t, r, "echo b2")
	if err := e.Start(t.Context()); err != nil || e.run == nil || e.about.Name != "Shell" {
		t.Error(err)
	}
	first := e.run
	if err := e.Start(t.Context()); err != nil || e.run != first {
		t.Error("it starts twice")
	}
	e, _ = New(r, Entry{Name: "e", Protocol: "plain", Command: []string{"nosuchprogram"}}, Bounds{}, k)
	if err := e.Start(t.Context()); err == nil || err.Error() != "e: nosuchprogram was not found" || e.run != nil {
		t.Error(err)
	}
	e, _ = New(r, Entry{Name: "e", Protocol: "plain", Command: []string{"/bin/sh", "-c", "exit 4"}}, Bounds{}, k)
	if err := e.Start(t.Context()); err == nil || !strings.HasPrefix(err.Error(), "e: it ended with exit code 4") || e.run != nil {
		t.Error(err)
	}
}

// TestCallsWaitForThink checks that Start and Close wait for a running Think.
func TestCallsWaitForThink(t *testing.T) {
	r := gametest.Build(t, "tictactoe", nil)
	e, err := New(r, Entry{Name: "e", Protocol: "plain", Command: plays("echo b2")}, Bounds{}, plain(t))
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	for name, f := range map[string]func(){
		"Start": func() { _ = e.Start(t.Context()) },
		"Close": func() { _ = e.Close() },
		"Think": func() { _, _ = e.Think(t.Context(), at(t, r, ""), nil) },
		"Log":   nil,
	} {
		t.Run(name, func(t *testing.T) {
			mu := &e.mu
			if f == nil {
				mu, f = &e.logMu, func() { e.Log() }
			}
			mu.Lock()
			done := make(chan bool)
			go func() { f(); close(done) }()
			for stack := make([]byte, 1<<20); ; runtime.Gosched() { // until f waits
				select {
				case <-done:
					t.Fatalf("%s does not wait", name)
				default:
				}
				if slices.ContainsFunc(strings.Split(string(stack[:runtime.Stack(stack, true)]), "\n\n"), func(g string) bool {
					return strings.Contains(g, "sync.Mutex.Lock") && strings.Contains(g, "(*Engine)."+name+"(")
				}) {
					break
				}
			}
			mu.Unlock()
			<-done
			if !mu.TryLock() {
				t.Fatalf("%s keeps the lock", name)
			}
			mu.Unlock()
		})
	}
}

// TestNew checks which entries exist and which of them play a game.
func TestNew(t *testing.T) {
	r, k := gametest.Build(t, "tictactoe", nil), plain(t)
	entry := Entry{Name: "e", Protocol: "plain", Command: []string{"x"}}
	with := func(f func(*Entry)) Entry { e := entry; f(&e); return e }
	small := gametest.Build(t, "gomoku", rules.Params{"rows": "9", "cols": "9"})
	spec := r.Spec()
	for _, x := range []struct {
		name string
		r    rules.Rules
		e    Entry
		want string
	}{
		{"usable", r, entry, ""},
		{"other game", gametest.Build(t, "othello", nil), entry, "no such game"},
		{"unknown protocol", r, with(func(e *Entry) { e.Protocol = "other" }), `unknown protocol "other"`},
		{"added for this game", r, with(func(e *Entry) { e.Game = &spec }), ""},
		{"added for another size", small, with(func(e *Entry) { e.Game = &spec }), "it was added for another game"},
		{"added for another game", r, with(func(e *Entry) { e.Game = &rules.Spec{Game: "othello", Params: spec.Params} }), "it was added for another game"},
		{"refused in another game", r, with(func(e *Entry) { e.Refused = map[string]string{"tictactoe": "it fell"} }), "its test failed when it was added: it fell"},
		{"accepted in this game", r, with(func(e *Entry) { e.Refused = map[string]string{"gomoku": "it fell"} }), ""},
		{"refused in this game", gametest.Build(t, "gomoku", nil), with(func(e *Entry) { e.Refused = map[string]string{"gomoku": "it fell"} }), "its test failed when it was added: it fell"},
	} {
		t.Run(x.name, func(t *testing.T) {
			_, err := New(x.r, x.e, Bounds{}, k)
			if (err == nil) != (x.want == "") || err != nil && err.Error() != x.want {
				t.Errorf("%+v: %v, want %s", x.e, err, x.want)
			}
		})
	}
	e, err := New(r, with(func(e *Entry) { e.Memory = 100 }), Bounds{Memory: 5, Tasks: 3}, k)
	if err != nil || e.bounds.Memory != 100<<20 || e.bounds.Tasks != 3 {
		t.Errorf("%+v, %v", e.bounds, err)
	}
	if e, err = New(r, entry, Bounds{Memory: 5}, k); err != nil || e.bounds.Memory != 5 {
		t.Errorf("%+v, %v", e.bounds, err)
	}
	if Find("plain", []*Protocol{k}) != k || Find("x", []*Protocol{k}) != nil || Find("plain", nil) != nil {
		t.Error("Find")
	}
	for _, x := range []struct {
		name string
		e    Entry
		want string
	}{
		{"usable", entry, ""},
		{"space in the name", with(func(e *Entry) { e.Name = "a b" }), `"a b" cannot be the name`},
		{"no name", with(func(e *Entry) { e.Name = "" }), "cannot be the name"},
		{"longest name", with(func(e *Entry) { e.Name = strings.Repeat("x", 64) }), ""},
		{"long name", with(func(e *Entry) { e.Name = strings.Repeat("x", 65) }), "cannot be the name"},
		{"no command", with(func(e *Entry) { e.Command = nil }), "there is no command"},
		{"unknown protocol", with(func(e *Entry) { e.Protocol = "x" }), `unknown protocol "x"; supported protocols: plain`},
		{"relative folder", with(func(e *Entry) { e.Folders = []string{"/a", "b"} }), `the folder "b" is not an absolute path`},
		{"folder", with(func(e *Entry) { e.Folders = []string{"/a"} }), ""},
		{"number", with(func(e *Entry) { e.Options = map[string]string{"depth": "9"} }), ""},
		{"large number", with(func(e *Entry) { e.Options = map[string]string{"depth": "10"} }), "depth"},
		{"text", with(func(e *Entry) { e.Options = map[string]string{"own": "anything at all"} }), ""},
		{"text of two lines", with(func(e *Entry) { e.Options = map[string]string{"own": "a\nb"} }), `the option "own" has characters that cannot be sent`},
		{"wrong name of an option", with(func(e *Entry) { e.Options = map[string]string{"o\x1f": "a"} }), "has characters that cannot be sent"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if err := x.e.Check(k); (err == nil) != (x.want == "") || err != nil && !strings.Contains(err.Error(), x.want) {
				t.Errorf("%+v: %v, want %s", x.e, err, x.want)
			}
		})
	}
	for c, want := range map[rune]bool{'a': true, '五': true, '7': true, '_': true, '.': true, '+': true, '-': true, ' ': false, '/': false} {
		if NameRune(c) != want {
			t.Errorf("NameRune(%q) is %v", c, !want)
		}
	}
}

// TestParams checks the parameters made from the options that a program lists.
func TestParams(t *testing.T) {
	k := plain(t)
	for _, x := range []struct {
		name    string
		o       Listed
		kind    rules.Kind
		value   string
		choices int
	}{
		{"number", Listed{Name: "n", Kind: Number, Value: "5", Min: 1, Max: 9}, rules.Int, "5", 0},
		{"number out of range", Listed{Name: "n", Kind: Number, Value: "10", Min: 1, Max: 9}, rules.Text, "10", 0},
		{"switch", Listed{Name: "n", Kind: Switch, Value: "on"}, rules.Switch, "on", 0},
		{"choice", Listed{Name: "n", Kind: Choice, Value: "a", Choices: []string{"a", "b"}}, rules.Choice, "a", 2},
		{"value not among the choices", Listed{Name: "n", Kind: Choice, Value: "c", Choices: []string{"a", "b"}}, rules.Choice, "c", 3},
		{"unknown kind", Listed{Name: "n", Kind: "path", Value: "/x"}, rules.Text, "/x", 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			p := x.o.param()
			if p.Name != "n" || p.Title != "n" || p.Kind != x.kind || p.Default != x.value || len(p.Options) != x.choices {
				t.Errorf("%+v becomes %+v", x.o, p)
			}
		})
	}
	names := func(e Entry) string {
		var all []string
		for _, p := range e.Params(k) {
			all = append(all, fmt.Sprint(p.Name, " ", p.Kind))
		}
		return strings.Join(all, ", ")
	}
	tested := &Tested{Options: []Listed{{Name: "hash", Kind: Switch, Value: "on"}, {Name: "depth", Kind: "text"}}}
	for want, e := range map[string]Entry{
		fmt.Sprint("depth ", rules.Int):                          {Protocol: "plain"},
		fmt.Sprint("depth ", rules.Int, ", hash ", rules.Switch): {Protocol: "plain", Tested: tested},
		"": {Protocol: "x"},
	} {
		if got := names(e); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestTry checks that a test finds the games that a program plays, and the reasons why it does not
// play the other games.
func TestTry(t *testing.T) {
	k := plain(t)
	games := k.Samples(nil)
	var logs Logs
	try := func(script string) (Entry, []string, string, error) {
		var results []string
		e, log, err := TestGames(t.Context(), Entry{Name: "e", Protocol: "plain", Command: plays(script), Refused: map[string]string{"old": "x"}}, games, Bounds{}, func(s Sample, err error) {
			results = append(results, fmt.Sprint(s.Name, " ", err))
		}, &logs, k)
		return e, log, strings.Join(results, ", "), err
	}
	e, log, results, err := try("echo b2")
	if err != nil || log != nil || results != "tictactoe <nil>, gomoku <nil>" || len(e.Refused) != 0 || e.Tested == nil || e.Tested.Name != "Shell" || !slices.Equal(e.Tested.Plays, []string{"tictactoe", "gomoku"}) || e.Tested.Took <= 0 || len(e.Tested.Options) != 1 || e.Tested.Knows[0] != "hash" {
		t.Errorf("%+v, %q, %s, %v", e, log, results, err)
	}
	e, log, results, err = try("echo h8")
	if err != nil || !strings.Contains(results, "gomoku <nil>") || len(e.Refused) != 1 || !strings.HasSuffix(e.Refused["tictactoe"], "which is not a legal move") || !slices.Equal(e.Tested.Plays, []string{"gomoku"}) || len(log) == 0 || !reflect.DeepEqual(logs.Last("e"), log) {
		t.Errorf("%+v, %q, %s, %v", e, log, results, err)
	}
	e, log, results, err = try("exit 5")
	if err == nil || !strings.HasPrefix(err.Error(), "the program does not play any game: e: it ended with exit code 5") || e.Tested.Failed == "" || e.Refused != nil || strings.Count(results, "gomoku") != 1 || len(log) == 0 {
		t.Errorf("%+v, %q, %s, %v", e, log, results, err)
	}
	// A program that does not start is tried once.
	var told1 int
	e, _, err = TestGames(t.Context(), Entry{Name: "e", Protocol: "plain", Command: []string{"nosuchprogram"}}, games, Bounds{}, func(Sample, error) { told1++ }, nil, k)
	if err == nil || told1 != 1 || e.Tested.Failed != "e: nosuchprogram was not found" {
		t.Errorf("%d, %+v, %v", told1, e, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if e, _, err := TestGames(ctx, Entry{Name: "e", Protocol: "plain", Command: plays("echo b2")}, games, Bounds{}, func(Sample, error) { t.Error("a result is reported") }, nil, k); !errors.Is(err, context.Canceled) || e.Tested != nil {
		t.Errorf("%+v, %v", e, err)
	}
	// A result is stored if the entry still exists. If all games failed, the games of the entry
	// stay the same.
	l := List{Engines: []Entry{{Name: "a", Refused: map[string]string{"x": "y"}}, {Name: "b"}}}
	l.SetResult(Entry{Name: "c", Tested: &Tested{}})
	l.SetResult(Entry{Name: "a"})
	if l.Engines[0].Tested != nil || len(l.Engines) != 2 {
		t.Errorf("%+v", l)
	}
	if l.SetResult(Entry{Name: "a", Tested: &Tested{Failed: "z"}}); l.Engines[0].Tested.Failed != "z" || l.Engines[0].Refused["x"] != "y" {
		t.Errorf("%+v", l)
	}
	if l.SetResult(Entry{Name: "a", Tested: &Tested{Plays: []string{"g"}}}); l.Engines[0].Refused != nil {
		t.Errorf("%+v", l)
	}
}

// TestKind checks that the engine type offers the user's engines that play a game.
func TestKind(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", dir)
	k := plain(t)
	var logs Logs
	kind := Kind(&logs, k)
	r, o := gametest.Build(t, "tictactoe", nil), gametest.Build(t, "othello", nil)
	if err := kind.Plays(r); err == nil || err.Error() != "no external engine plays this game: add one first" || kind.Choices(r) != nil {
		t.Error(err)
	}
	if _, err := kind.New(r, rules.Params{"name": "a"}); err == nil || err.Error() != `there is no engine "a": no engines were added` {
		t.Error(err)
	}
	err := Update(File(), func(l *List) error {
		l.Put(Entry{Name: "b", Protocol: "plain", Command: []string{"x"}, Units: map[string]float64{"tictactoe": 3}})
		l.Put(Entry{Name: "a", Protocol: "gone", Command: []string{"x"}})
		l.Put(Entry{Name: "c", Protocol: "plain", Command: []string{"y"}})
		return nil
	})
	if err != nil || filepath.Base(File()) != "engines.json" || !strings.HasPrefix(File(), dir) {
		t.Fatal(err, File())
	}
	if kind.Plays(r) != nil || kind.Plays(o) == nil || !slices.Equal(kind.Choices(r), []string{"b", "c"}) || len(kind.Choices(o)) != 0 {
		t.Errorf("%v, %v, %q", kind.Plays(r), kind.Plays(o), kind.Choices(r))
	}
	for name, want := range map[string]string{"": "b", "b": "b", "c": "c"} {
		t.Run(name, func(t *testing.T) {
			e, err := kind.New(r, rules.Params{"name": name})
			if err != nil || e.(*Engine).entry.Name != want || e.(*Engine).logs != &logs {
				t.Error(err)
			}
		})
	}
	if _, err := kind.New(r, rules.Params{"name": "d"}); err == nil || err.Error() != `there is no engine "d"; available engines: a, b, c` {
		t.Error(err)
	}
	if _, err := kind.New(r, rules.Params{"name": "a"}); err == nil || err.Error() != `unknown protocol "gone"` {
		t.Error(err)
	}
	for name, want := range map[string]map[string]float64{"b": {"tictactoe": 3, "": 2}, "c": {"": 2}, "a": nil, "d": nil} {
		t.Run(name, func(t *testing.T) {
			if got := kind.Units(rules.Params{"name": name}); !reflect.DeepEqual(got, want) {
				t.Errorf("%v, want %v", got, want)
			}
		})
	}
	l, _ := Load(File())
	if _, ok := l.Find("d"); ok || l.Engines[1].Units[""] != 0 {
		t.Errorf("%+v", l)
	}
	if err := os.WriteFile(File(), []byte("nonsense"), 0o600); err != nil {
		t.Fatal(err)
	}
	if kind.Choices(r) != nil || kind.Units(rules.Params{"name": "b"}) != nil || kind.Plays(r) == nil {
		t.Error("a damaged list is used")
	}
	text, _ := json.Marshal(Entry{Name: "a", Protocol: "p", Command: []string{"c"}})
	if string(text) != `{"name":"a","protocol":"p","command":["c"]}` {
		t.Errorf("%s", text)
	}
}

// server repeats its input until it receives the command to end.
type server struct {
	w       *Writer
	closed  bool
	stopped []bool
}

func (s *server) Command(ctx context.Context, line string) bool {
	switch line {
	case "wait":
		<-ctx.Done()
		s.stopped = append(s.stopped, true)
		return true
	case "end":
		return false
	}
	s.w.Line("%s", line)
	return true
}
func (*server) Interrupts(line string) bool { return line == "stop" }
func (s *server) Close()                    { s.closed = true }

// TestServe checks that commands are answered in order until the end, and that an interrupting line
// stops the current one.
func TestServe(t *testing.T) {
	for in, want := range map[string]string{"a\nb\n": "a\nb\n", "a\nend\nb\n": "a\n", "wait\nstop\nc": "stop\nc\n", "a\rb": "a\nb\n", "": ""} {
		var out bytes.Buffer
		s := &server{w: &Writer{W: &out}}
		if err := Serve(t.Context(), strings.NewReader(in), s.w, s); err != nil || out.String() != want || !s.closed || len(s.stopped) != strings.Count(in, "wait") {
			t.Errorf("%q: %q, %v", in, out.String(), err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := &server{w: &Writer{W: &bytes.Buffer{}}}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if err := Serve(ctx, r, s.w, s); !errors.Is(err, context.Canceled) || !s.closed {
		t.Error(err)
	}
	r.Close()
	broken := &Writer{W: noWriter{}}
	s = &server{w: broken}
	if err := Serve(t.Context(), strings.NewReader("a\nb\n"), broken, s); err != errFull {
		t.Error(err)
	}
	broken.Line("x")
	broken.Block("y")
	if broken.Err != errFull {
		t.Error(broken.Err)
	}
	var out bytes.Buffer
	writer := &Writer{W: &out}
	writer.Line("a\nb\r%d", 5)
	writer.Block("c\nd\n")
	if out.String() != "a b 5\nc\nd\n" || writer.Err != nil {
		t.Errorf("%q, %v", out.String(), writer.Err)
	}
}

var errFull = errors.New("full")

type noWriter struct{}

func (noWriter) Write([]byte) (int, error) { return 0, errFull }

// TestQuote checks that a message quotes at most 100 characters.
func TestQuote(t *testing.T) {
	for n, want := range map[int]string{100: strings.Repeat("é", 100), 101: strings.Repeat("é", 100) + "…"} {
		if got := Quote(strings.Repeat("é", n)); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
}

// TestOrDefault checks that default values replace missing bounds.
func TestOrDefault(t *testing.T) {
	if (Bounds{}).orDefault() != DefaultBounds {
		t.Errorf("%+v", Bounds{}.orDefault())
	}
	own := Bounds{1, 2, 3, 4, 5, 6, 7, 8}
	if own.orDefault() != own {
		t.Errorf("%+v", own.orDefault())
	}
	p := &Program{Bounds: Bounds{Memory: 1, Disk: 2, Files: 3}}
	var got []uint64
	for _, l := range p.limits() {
		got = append(got, l.Most)
	}
	if !slices.Equal(got, []uint64{2, 3, userTasks, 0, 1}) {
		t.Errorf("%v", got)
	}
}
