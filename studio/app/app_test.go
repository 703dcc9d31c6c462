package app

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"boardstudio"
	"boardstudio/ai/lua/luatest"
	"boardstudio/internal/looptest"
	"boardstudio/rules"
	"boardstudio/studio/app/settings"
)

func TestMain(m *testing.M) {
	os.Exit(luatest.Main(m.Run, func() error { return goleak.Find() }))
}

// goroutine returns the ID of the calling goroutine.
func goroutine() string {
	b := make([]byte, 64)
	return strings.Fields(string(b[:runtime.Stack(b, false)]))[1]
}

// turnsHere makes the calling goroutine the owner of the loop. A method of the session that is called
// from another goroutine then panics.
func (d *fixture) turnsHere() {
	owner := goroutine()
	d.View.check = func() {
		if goroutine() != owner {
			panic("a method of a session was called in another goroutine than that of its loop")
		}
	}
}

// fixture is a session with its messages, on a loop that is run manually.
type fixture struct {
	*Session
	t    *testing.T
	loop *looptest.Loop
	said []string
	file string // path of the settings file
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	file := filepath.Join(t.TempDir(), "settings.json")
	st, err := settings.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	st.MinThink = 1
	d := &fixture{t: t, loop: looptest.New(1024), file: file}
	d.Session = New(boardstudio.All, d.loop, st).NewSession()
	d.Jobs.AtOnce = time.Minute // tests that need changes in pieces set a lower limit
	d.turnsHere()
	d.Say = func(_ Level, text string) { d.said = append(d.said, text) }
	d.start("line", "tictactoe")
	t.Cleanup(d.Close)
	return d
}

// start starts a game between the given kinds of players, or else between people.
func (d *fixture) start(game, preset string, kinds ...string) {
	d.t.Helper()
	c := settings.Choice{Game: game, Preset: preset}
	for _, k := range kinds {
		c.Players = append(c.Players, settings.Player{Kind: k, Level: 1})
	}
	if err := d.NewGame(c); err != nil {
		d.t.Fatal(err)
	}
	d.said = nil
}

func (d *fixture) play(moves ...string) {
	d.t.Helper()
	for _, m := range moves {
		before := len(d.said)
		n := d.View.Node()
		d.PlayText(m)
		if d.View.Node() == n {
			d.t.Fatalf("%s was not played: %v", m, d.said[before:])
		}
	}
}

// save saves the document and waits.
func (d *fixture) save(path string) (err error) {
	d.t.Helper()
	done := false
	d.File.Save(path, func(e error) { done, err = true, e })
	d.loop.Until(d.t, "saving", func() bool { return done })
	return err
}

// open opens a file and waits.
func (d *fixture) open(path string) (err error) {
	d.t.Helper()
	done := false
	d.File.Open(path, func(e error) { done, err = true, e })
	d.loop.Until(d.t, "opening", func() bool { return done })
	return err
}

func (d *fixture) line() string { return d.View.MovesText() }

func (d *fixture) lastSaid() string {
	if len(d.said) == 0 {
		return ""
	}
	return d.said[len(d.said)-1]
}

func TestPlayingOnAnEarlierPositionBranches(t *testing.T) {
	d := newFixture(t)
	d.play("b2", "a1", "c3")
	d.Back()
	d.Back()
	d.play("c1")
	if got := d.line(); got != "b2 c1" {
		t.Errorf("line %q", got)
	}
	if n := d.View.Tree().Root().First(); n.First() == n.Last() {
		t.Error("no branch was made")
	}
	d.Back()
	d.play("a1") // already exists
	if d.View.Tree().Len() != 5 {
		t.Errorf("%d nodes: a known move was added again", d.View.Tree().Len())
	}
	d.MakeMain() // already the main line
	d.NextSibling()
	d.MakeMain()
	if d.View.Tree().Root().First().First() != d.View.Node() {
		t.Error("the branch is not the main line")
	}
	d.DeleteBranch()
	if d.View.Tree().Len() != 4 || d.line() != "b2" {
		t.Errorf("after deleting: %d nodes at %q", d.View.Tree().Len(), d.line())
	}
	for d.View.Tree().UndoLabel() != "" {
		d.Undo()
	}
	if d.View.Tree().Len() != 1 {
		t.Errorf("undo of all leaves %d nodes", d.View.Tree().Len())
	}
	for d.View.Tree().RedoLabel() != "" {
		d.Redo()
	}
	if d.View.Tree().Len() != 4 {
		t.Errorf("redo of all gives %d nodes", d.View.Tree().Len())
	}
}

func TestClicks(t *testing.T) {
	d := newFixture(t)
	d.Click(4)
	if d.line() != "b2" {
		t.Errorf("click on the centre gives %q", d.line())
	}
	d.Click(4)
	if d.line() != "b2" || d.lastSaid() == "" {
		t.Errorf("an occupied cell: line %q, said %q", d.line(), d.lastSaid())
	}
	d.start("line", "connect4")
	b := d.View.Rules().Board()
	d.Click(b.Find("d6")) // any cell of the column
	if d.LastCell() != b.Find("d6") {
		t.Errorf("the piece did not fall to the bottom: cell %d", d.LastCell())
	}
	d.start("awale", "awale")
	d.Click(2)
	if d.line() != "C" {
		t.Errorf("click on a pit gives %q", d.line())
	}
}

func TestPassesArePlayedByThemselves(t *testing.T) {
	d := newFixture(t)
	d.start("othello", "othello")
	for _, m := range strings.Fields(strings.Join(chunks(penloup, 2), " ")) {
		d.play(m)
	}
	pos, err := d.View.Position()
	if err != nil {
		t.Fatal(err)
	}
	r := pos.Result()
	if !r.Over || !slices.Equal(r.Final, []int{20, 44}) {
		t.Fatalf("result %+v", r)
	}
	passes := 0
	for _, n := range d.View.Tree().Line(d.View.Node()) {
		if onlyMove(n, rules.Pass) {
			passes++
		}
	}
	if passes != 2 || d.View.Node().Ply() != 62 {
		t.Errorf("%d passes in %d plies", passes, d.View.Node().Ply())
	}
	if !d.Game.Ended() || !strings.Contains(d.Status(), "20–44") {
		t.Errorf("ended %v, status %q", d.Game.Ended(), d.Status())
	}
	d.Undo() // the last move
	d.idle()
	if pos, _ := d.View.Position(); pos.Result().Over {
		t.Error("undo after the end did not reopen the game")
	}
}

// penloup is the game Penloup–Juhem, 1992.
const penloup = "f5d6c3d3c4f4c5b3c2e3d2c6b4b5f2e2a3d1c1a4a5f3g4f1e7d7d8e6f6b6e1b1c7a6a7b2f7g3g5h4h5g2h1g1a1a2b7c8b8a8h3h6g6e8h7h2h8g8g7f8"

func chunks(s string, n int) (out []string) {
	for ; len(s) >= n; s = s[n:] {
		out = append(out, s[:n])
	}
	return out
}

func TestComputerAnswersAndUndoGivesTheTurnBack(t *testing.T) {
	d := newFixture(t)
	d.start("line", "tictactoe", Human, "random")
	d.Session.PlayText("b2") // without running the loop, as the answer could arrive
	if _, busy := d.Game.Thinking(); !busy {
		t.Fatal("the computer does not think")
	}
	d.loop.Until(t, "the answer", func() bool { return d.View.Node().Ply() == 2 })
	d.Undo()
	if d.View.Node().Ply() != 0 {
		t.Errorf("undo leads to ply %d", d.View.Node().Ply())
	}
	d.Redo()
	if d.View.Node().Ply() != 2 {
		t.Errorf("redo leads to ply %d", d.View.Node().Ply())
	}
}

func TestTwoComputersPlayWholeGame(t *testing.T) {
	for _, g := range []string{"line/gomoku", "othello/othello6", "awale/awale"} {
		d := newFixture(t)
		game, preset, _ := strings.Cut(g, "/")
		d.start(game, preset, "random", "random")
		d.loop.Until(t, "the end", func() bool { pos, _ := d.View.Position(); return pos.Result().Over })
	}
}

func TestInterruptedAnswerIsDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // sleeping takes no time
		d := newFixture(t)
		d.App.Settings.MinThink = 50
		d.start("line", "gomoku", Human, "random")
		d.Session.PlayText("h8")
		d.Back() // the user looks at an earlier position
		if _, busy := d.Game.Thinking(); busy {
			t.Fatal("still thinking")
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		for len(d.loop.Queue) > 0 {
			(<-d.loop.Queue)()
		}
		if d.View.Tree().Len() != 2 {
			t.Errorf("a dropped answer was played: %d nodes", d.View.Tree().Len())
		}
		d.Forward()
		d.Continue()
		d.loop.Until(t, "the answer", func() bool { return d.View.Tree().Len() == 3 })
	})
}

func TestBrokenScriptIsReported(t *testing.T) {
	d := newFixture(t)
	path := filepath.Join(t.TempDir(), "bad.lua")
	if err := os.WriteFile(path, []byte("return {\n name='x',\n choose=function(pos, moves) return nil .. 1 end }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	d.start("line", "tictactoe", Human, "lua:"+path)
	d.play("b2")
	d.loop.Until(t, "the complaint", func() bool { return len(d.said) > 0 })
	if s := d.lastSaid(); !strings.Contains(s, "bad.lua") || !strings.Contains(s, "3") {
		t.Errorf("said %q: neither script nor line", s)
	}
	if d.line() != "b2" {
		t.Errorf("line %q", d.line())
	}
}

func TestScriptKeepsItsState(t *testing.T) {
	d := newFixture(t)
	path := filepath.Join(t.TempDir(), "count.lua")
	text := "local n = 0\nreturn { name='count', choose=function(pos, moves) n = n + 1 return moves[n] end }\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	d.start("line", "gomoku", Human, "lua:"+path)
	d.play("h8")
	d.loop.Until(t, "an answer", func() bool { return d.View.Node().Ply() == 2 })
	d.play("h9")
	d.loop.Until(t, "an answer", func() bool { return d.View.Node().Ply() == 4 })
	if d.line() != "h8 a1 h9 c1" { // a1 is occupied: the second of the remaining moves is c1
		t.Errorf("line %q", d.line())
	}
}
