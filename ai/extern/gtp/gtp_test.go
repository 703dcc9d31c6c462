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
	r, err := all.Games.Build(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func server(w *extern.Writer) extern.Server {
	r, err := all.Games.Build("tictactoe", nil)
	if err != nil {
		panic(err)
	}
	return New(all.Games, r, w, externtest.Make, ai.Limit{}, "1")
}

func TestMain(m *testing.M) { os.Exit(externtest.Main(m, server)) }

// TestRoundTrip checks that client and server play a game of each preset together.
func TestRoundTrip(t *testing.T) {
	played := 0
	for _, s := range samples(all.Games) {
		t.Run(s.Name, func(t *testing.T) { externtest.RoundTrip(t, s.Rules, &Protocol) })
		played++
	}
	if played < 10 {
		t.Errorf("only %d games can be played", played)
	}
}

// TestPositions checks games with a set-up position, and games that branch off the previous one.
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

// compare compares the moves of the engine with and without the protocol.
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

// TestGameOver checks the answers after the end of the game, since managers that do not know the
// game continue until both pass.
func TestGameOver(t *testing.T) {
	got := externtest.Answers(t, server,
		"boardstudio-game tictactoe", "play b a1", "play w a2", "play b b1", "play w b2", "play b c1", "play w c2", "genmove w", "play w pass", "genmove b", "undo", "play b c3", "quit")
	want := []string{"=", "", "=", "", "=", "", "=", "", "=", "", "=", "", "? illegal move", "", "= pass", "", "=", "", "= pass", "", "=", "", "=", "", "="}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}

// TestForeign checks that a program without the private commands plays only the game given in its
// entry.
func TestForeign(t *testing.T) {
	r := build(t, "othello")
	script := `read a; printf '= Foo\n\n'; read a; printf '= 1\n\n'; read a; printf '= play\ngenmove\nclear_board\nfoo-bar\n\n'
while read a; do case $a in genmove*) printf '= d3\n\n';; *) printf '=\n\n';; esac; done`
	x := extern.Entry{Name: "foo", Protocol: "gtp", Command: []string{"/bin/sh", "-c", script}}
	if _, _, err := extern.Test(t.Context(), r, x, extern.Bounds{}, &Protocol); err == nil || !strings.Contains(err.Error(), "add it for one game") {
		t.Error(err)
	}
	s := r.Spec()
	x.Game, x.Options = &s, map[string]string{"row1": "top"}
	about, _, err := extern.Test(t.Context(), r, x, extern.Bounds{}, &Protocol)
	if err != nil || about.Name != "Foo 1" || !slices.Equal(about.Options, []string{"foo-bar"}) {
		t.Errorf("%+v, %v", about, err)
	}
	x.Options = nil // d3 counted from below is d6, where Black cannot play
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
	b := newBoard(build(f, "othello"), usual)
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

// TestOptions checks that options in the form of GoGui are listed with their kind, and sent as
// commands.
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
	x, _, err := extern.TestGames(t.Context(), x, games, extern.Bounds{}, func(extern.Sample, error) {}, nil, &Protocol)
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
	var logs extern.Logs
	if x, _, err = extern.TestGames(t.Context(), x, games, extern.Bounds{}, func(extern.Sample, error) {}, &logs, &Protocol); err == nil || x.Tested.Failed == "" || len(logs.Last("foo")) < 5 {
		t.Errorf("%v, %+v, %q", err, x.Tested, logs.Last("foo"))
	}
}

// htp returns a Hex engine as used by HexGui: letters include i, row 1 is at the top, and boardsize
// has width and height. It refuses the same commands as benzene, and plays the moves given as
// arguments.
func htp(answers ...string) []string {
	return append([]string{"/bin/sh", "-c", `while read a b c; do case "$a $c" in
"name "*) printf '= Htp\n\n';;
"version "*) printf '= 1\n\n';;
"list_commands "*) printf '= play\ngenmove\nclear_board\nboardsize\nundo\n\n';;
"boardsize 11"|"clear_board "*|"undo "*|"play swap-pieces") printf '=\n\n';;
"play "[a-k][1-9]|"play "[a-k]1[01]|"play "[A-K][1-9]|"play "[A-K]1[01]) printf '=\n\n';;
genmove*) printf '= %s\n\n' "$1"; shift;;
*) printf '? invalid %s\n\n' "$a $b $c";; esac; done`, "htp"}, answers...)
}

// TestHex checks that programs and Studio use the same names of cells in Hex, in both directions.
func TestHex(t *testing.T) {
	r := build(t, "hex")
	spec := r.Spec()
	move := func(text string) rules.Move {
		m, err := r.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	for _, x := range []struct {
		name   string
		moves  []string
		answer string
		want   string // the move, or the error
		told   []string
	}{
		{"first move", nil, "j5", "j5", []string{"> boardsize 11 11", "> genmove black"}},
		{"after two moves", []string{"i1", "a2"}, "k11", "k11", []string{"> play black I1", "> play white A2", "> genmove black"}},
		{"swap-pieces", []string{"a3"}, "swap-pieces", "swap", []string{"> play black A3", "> genmove white"}},
		{"swap", []string{"a3"}, "swap", "swap", nil},
		{"after a swap", []string{"a3", "swap"}, "i9", "i9", []string{"> play black A3", "> play white swap-pieces", "> genmove black"}},
		{"swap-sides", []string{"a3"}, "swap-sides", "htp: it answered swap-sides, which exchanges the players: in this game, a swap exchanges the pieces (swap-pieces)", nil},
		{"resignation", []string{"a3"}, "resign", "resign", nil},
		{"pass", []string{"a3"}, "pass", "htp: it answered pass, which is not a legal move", nil},
		{"taken cell", []string{"a3"}, "a3", "htp: it answered a3, which is not a legal move", nil},
		{"cell outside", []string{"a3"}, "l1", "htp: it answered l1, which is not a legal move", nil},
	} {
		t.Run(x.name, func(t *testing.T) {
			e, err := extern.New(r, extern.Entry{Name: "htp", Protocol: "gtp", Command: htp(x.answer), Game: &spec}, extern.Bounds{}, &Protocol)
			if err != nil {
				t.Fatal(err)
			}
			q := ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Time: 5 * time.Second}}
			for _, text := range x.moves {
				q.Moves = append(q.Moves, move(text))
			}
			info, err := e.Think(t.Context(), q, nil)
			e.Close()
			got := ""
			if err != nil {
				got = err.Error()
			} else {
				got = r.FormatMove(info.Best.Moves[0])
			}
			if got != x.want {
				t.Errorf("%q, %s: %s, want %s\n%s", x.moves, x.answer, got, x.want, strings.Join(e.Log(), "\n"))
			}
			log := slices.DeleteFunc(e.Log(), func(l string) bool { return !strings.HasPrefix(l, "> ") })
			for _, line := range x.told {
				if i := slices.Index(log, line); i < 0 {
					t.Errorf("%q: %s was not sent:\n%s", x.moves, line, strings.Join(log, "\n"))
				} else {
					log = log[i+1:]
				}
			}
		})
	}
}

// TestResign checks that a program receives the whole game again after it has resigned.
func TestResign(t *testing.T) {
	r := build(t, "hex")
	spec := r.Spec()
	e, err := extern.New(r, extern.Entry{Name: "htp", Protocol: "gtp", Command: htp("resign", "a1"), Game: &spec}, extern.Bounds{}, &Protocol)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	q := ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Time: 5 * time.Second}}
	first, err := e.Think(t.Context(), q, nil)
	if err != nil || first.Best.Moves[0] != rules.Resign {
		t.Fatal(first, err)
	}
	second, err := e.Think(t.Context(), q, nil)
	if err != nil || r.FormatMove(second.Best.Moves[0]) != "a1" {
		t.Error(second, err)
	}
}

// TestHexServer checks the dialect of the server.
func TestHexServer(t *testing.T) {
	got := externtest.Answers(t, server, "boardstudio-game hex", "boardsize 11 11", "play b i1", "play w swap-pieces", "undo", "play w swap", "undo", "play w j11", "play b l1",
		"genmove b", "boardsize 9", "boardsize 9 8", "boardsize x 9", "boardsize 9 9 9", "boardsize 27 27", "play b i9", "genmove w", "clear_board", "play b a3", "play w swap-sides", "play w c3", "boardstudio-game gomoku", "play b i1", "play b j1")
	want := []string{
		"=", "", "=", "", "=", "", "=", "", "=", "", "=", "", "=", "", "=", "", "? illegal move", "", "= K11", "", "=", "", "? unacceptable size", "", "? syntax error", "", "? syntax error", "",
		"? unacceptable size", "", "=", "", "= swap-pieces", "", "=", "", "=", "", "=", "", "=", "", "=", "", "? illegal move", "", "=",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
	b := newBoard(build(t, "hex"), usual)
	if text := b.write(b.rules.Start(), rules.Timeout); text != "" {
		t.Errorf("a loss on time is written %q", text)
	}
	if b := newBoard(build(t, "hex"), bottom); b.vertex(0) != "A11" {
		t.Errorf("a1 counted from below is %s", b.vertex(0))
	}
}
