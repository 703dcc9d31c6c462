package gtp

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/extern"
	"boardstudio/ai/extern/externtest"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

func build(t testing.TB, name string) rules.Rules {
	t.Helper()
	r, err := all.Build(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func server(w *extern.Writer) extern.Server {
	r, err := all.Build("tictactoe", nil)
	if err != nil {
		panic(err)
	}
	return New(r, w, externtest.Make, ai.Limit{}, "1")
}

func TestMain(m *testing.M) { os.Exit(externtest.Main(m, server)) }

// TestRoundTrip plays a game of each preset through both sides.
func TestRoundTrip(t *testing.T) {
	played := 0
	for _, s := range samples() {
		t.Run(s.Name, func(t *testing.T) { externtest.RoundTrip(t, s.Rules, &Protocol) })
		played++
	}
	if played < 10 {
		t.Errorf("only %d games can be played", played)
	}
}

// A game that was set up, and one that branches off the last, are told.
func TestPositions(t *testing.T) {
	r := build(t, "othello")
	e := externtest.Engine(t, r, &Protocol)
	q := ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Time: 5 * time.Second}}
	for _, text := range []string{"d3", "d3 c5 d6", "f5", "f5 f6", "", "d3 c5"} {
		q.Moves = nil
		for _, w := range strings.Fields(text) {
			m, err := r.ParseMove(w)
			if err != nil {
				t.Fatal(err)
			}
			q.Moves = append(q.Moves, m)
		}
		compare(t, e, q)
	}
	q.Start, q.Moves = func() rules.Position { p, _ := q.Position(); return p }(), nil
	compare(t, e, q)
}

// compare asks the engine behind the protocol, and the one without.
func compare(t *testing.T, e ai.Engine, q ai.Request) {
	t.Helper()
	got, err := e.Think(t.Context(), q, nil)
	want, _ := externtest.Last{}.Think(t.Context(), q, nil)
	if err != nil || len(got.Best.Moves) == 0 || got.Best.Moves[0] != want.Best.Moves[0] {
		t.Errorf("%v: %v, %v, want %v", q.Moves, err, got.Best, want.Best)
	}
}

func TestServer(t *testing.T) {
	got := externtest.Answers(t, server,
		"# nothing", "1 protocol_version", "name", "known_command play", "2 known_command x", "nonsense", "play", "play b d1", "play w a1", "play b a1",
		"genmove b", "genmove w", "undo", "undo", "undo", "komi 6.5", "komi x", "boardsize 4", "showboard", "boardsize 99", "time_settings 0 5 1", "time_left b 3 0",
		"boardstudio-game connect4", "play b d1", "genmove w", "final_score", "boardstudio-game chess", "7 quit", "name",
	)
	want := []string{
		"=1 2", "", "= Studio", "", "= true", "", "=2 false", "", "? unknown command", "", "? syntax error", "", "? illegal move", "", "? illegal move", "", "=", "",
		"? it is not the turn of that colour", "", "= C1", "", "=", "", "=", "", "? cannot undo", "", "=", "", "? syntax error", "", "=", "", "= ", "..../..../..../.... A", "",
		"? unacceptable size", "", "=", "", "=", "", "=", "", "=", "", "= G1", "", "? cannot score", "", `? unknown game "chess"`, "", "=7",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}

// Managers that do not know the game go on until both pass.
func TestAfterTheEnd(t *testing.T) {
	got := externtest.Answers(t, server,
		"boardstudio-game tictactoe", "play b a1", "play w a2", "play b b1", "play w b2", "play b c1", "play w c2", "genmove w", "play w pass", "genmove b", "undo", "play b c3", "quit")
	want := []string{"=", "", "=", "", "=", "", "=", "", "=", "", "=", "", "? illegal move", "", "= pass", "", "=", "", "= pass", "", "=", "", "=", "", "="}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}

// A program without the private command plays the one game that it was added for.
func TestForeign(t *testing.T) {
	r := build(t, "othello")
	script := `read a; printf '= Foo\n\n'; read a; printf '= 1\n\n'; read a; printf '= play\ngenmove\nclear_board\nfoo-bar\n\n'
while read a; do case $a in genmove*) printf '= d3\n\n';; *) printf '=\n\n';; esac; done`
	x := extern.Entry{Name: "foo", Protocol: "gtp", Command: []string{"/bin/sh", "-c", script}}
	if _, _, err := extern.Test(t.Context(), r, x, extern.Bounds{}, &Protocol); err == nil || !strings.Contains(err.Error(), "it has to be added for one") {
		t.Error(err)
	}
	s := r.Spec()
	x.Game, x.Options = &s, map[string]string{"row1": "top"}
	about, _, err := extern.Test(t.Context(), r, x, extern.Bounds{}, &Protocol)
	if err != nil || about.Name != "Foo 1" || !slices.Equal(about.Options, []string{"foo-bar"}) {
		t.Errorf("%+v, %v", about, err)
	}
	x.Options = nil // d3 from below is d6, where black cannot play
	if _, _, err := extern.Test(t.Context(), r, x, extern.Bounds{}, &Protocol); err == nil || !strings.Contains(err.Error(), "d3, which is not a legal move") {
		t.Error(err)
	}
	if _, err := extern.New(build(t, "connect4"), x, extern.Bounds{}, &Protocol); err == nil {
		t.Error("it plays what it was not added for")
	}
}

func FuzzAnswer(f *testing.F) {
	for _, s := range []string{"= a1", "=1 pass", "? no", "?", "=", "x", "=12345\nb", ""} {
		f.Add(s)
	}
	b := newBoard(build(f, "othello"), false)
	f.Fuzz(func(t *testing.T, text string) {
		answer, err := parse(strings.Split(text, "\n"))
		if err != nil {
			return
		}
		at := b.rules.Start()
		if m, ok := b.read(at, answer); ok && m != rules.Resign && !rules.Legal(at, m) {
			t.Errorf("%q leads to %v", text, m)
		}
	})
}

func FuzzServer(f *testing.F) {
	f.Add("boardsize 3\nplay b a1\ngenmove w\nundo\nshowboard\nquit")
	f.Add("1 boardstudio-game othello6 start=reversed\nboardstudio-position x\nfinal_score\ntime_settings 1 2 3\ntime_left w 9 9\nkomi 1e9")
	f.Fuzz(func(t *testing.T, text string) { externtest.Feed(t, server, text) })
}

// Options that a program tells as GoGui asks for them are listed with their kind, and sent as the commands that they are.
func TestOptions(t *testing.T) {
	r := build(t, "othello")
	script := `while read a; do case $a in
name) printf '= Foo\n\n';;
version) printf '= 1\n\n';;
list_commands) printf '= play\ngenmove\nclear_board\ngogui-analyze_commands\nfoo_param\n\n';;
gogui-analyze_commands) printf '= param/Foo/foo_param\nstring/Bar/bar\nparam/Gone/gone\n\n';;
foo_param) printf '= [bool] ponder 1\n[list/slow/fast] pace fast\n[string] depth 7\nnonsense\n\n';;
'foo_param ponder 0') asked=yes; printf '=\n\n';;
genmove*) [ $asked ] && printf '= d6\n\n' || printf '= a1\n\n';;
*) printf '=\n\n';; esac; done`
	s := r.Spec()
	x := extern.Entry{Name: "foo", Protocol: "gtp", Command: []string{"/bin/sh", "-c", script}, Game: &s, Options: map[string]string{"foo_param ponder": "off"}}
	games := []extern.Sample{{Name: "othello", Rules: r}}
	x, _, err := extern.Try(t.Context(), x, games, extern.Bounds{}, func(extern.Sample, error) {}, &Protocol)
	if err != nil {
		t.Fatal(err)
	}
	want := []extern.Listed{
		{Name: "foo_param ponder", Kind: extern.Switch, Value: "on"},
		{Name: "foo_param pace", Kind: extern.Choice, Value: "fast", Choices: []string{"slow", "fast"}},
		{Name: "foo_param depth", Value: "7"},
	}
	if !reflect.DeepEqual(x.Tested.Options, want) {
		t.Errorf("%+v", x.Tested.Options)
	}
	var kinds []rules.Kind
	for _, p := range x.Params(&Protocol) {
		kinds = append(kinds, p.Kind)
	}
	if !slices.Equal(kinds, []rules.Kind{rules.Choice, rules.Switch, rules.Choice, rules.Text}) {
		t.Errorf("%v", kinds)
	}
	x.Options = nil
	if x, _, err = extern.Try(t.Context(), x, games, extern.Bounds{}, func(extern.Sample, error) {}, &Protocol); err == nil || x.Tested.Failed == "" || len(extern.LastLog("foo")) < 5 {
		t.Errorf("%v, %+v, %q", err, x.Tested, extern.LastLog("foo"))
	}
}
