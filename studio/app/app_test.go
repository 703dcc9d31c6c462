package app

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	ioall "boardstudio/io/all"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// testLoop is an event loop that a test turns by hand.
type testLoop struct{ queue chan func() }

func newLoop() *testLoop { return &testLoop{make(chan func(), 1024)} }

func (l *testLoop) Post(f func()) { l.queue <- f }

func (l *testLoop) After(d time.Duration, f func()) func() {
	stopped := false
	t := time.AfterFunc(d, func() {
		l.Post(func() {
			if !stopped {
				f()
			}
		})
	})
	return func() { stopped = true; t.Stop() }
}

// until runs the loop until ok holds.
func (l *testLoop) until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	deadline := time.After(60 * time.Second)
	for !ok() {
		select {
		case f := <-l.queue:
			f()
		case <-deadline:
			t.Fatalf("%s never happened", what)
		}
	}
}

// desk is a session with what it said, on a loop turned by hand.
type desk struct {
	*Session
	t    *testing.T
	loop *testLoop
	said []string
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	st, err := Load(filepath.Join(t.TempDir(), "settings.json"))
	if err != nil {
		t.Fatal(err)
	}
	st.MinThink = 1
	d := &desk{t: t, loop: newLoop()}
	d.Session = New(d.loop, st)
	d.Say = func(_ Level, text string) { d.said = append(d.said, text) }
	d.start("line", "tictactoe")
	t.Cleanup(d.Stop)
	return d
}

// start begins a game between persons, or the kinds given.
func (d *desk) start(game, preset string, kinds ...string) {
	d.t.Helper()
	c := Choice{Game: game, Preset: preset}
	for _, k := range kinds {
		c.Players = append(c.Players, model.Player{Kind: k, Level: 1})
	}
	if err := d.NewGame(c); err != nil {
		d.t.Fatal(err)
	}
	d.said = nil
}

func (d *desk) play(moves ...string) {
	d.t.Helper()
	for _, m := range moves {
		before := len(d.said)
		n := d.Node()
		d.PlayText(m)
		if d.Node() == n {
			d.t.Fatalf("%s was not played: %v", m, d.said[before:])
		}
	}
}

func (d *desk) line() string { return d.MovesText() }

func (d *desk) lastSaid() string {
	if len(d.said) == 0 {
		return ""
	}
	return d.said[len(d.said)-1]
}

func TestPlayingOnAnEarlierPositionBranches(t *testing.T) {
	d := newDesk(t)
	d.play("b2", "a1", "c3")
	d.Back()
	d.Back()
	d.play("c1")
	if got := d.line(); got != "b2 c1" {
		t.Errorf("line %q", got)
	}
	if n := d.Tree().Root().First(); n.First() == n.Last() {
		t.Error("no branch was made")
	}
	d.Back()
	d.play("a1") // known already
	if d.Tree().Len() != 5 {
		t.Errorf("%d nodes: a known move was added again", d.Tree().Len())
	}
	d.MakeMain() // is main already
	d.NextSibling()
	d.MakeMain()
	if d.Tree().Root().First().First() != d.Node() {
		t.Error("the branch is not the main line")
	}
	d.DeleteBranch()
	if d.Tree().Len() != 4 || d.line() != "b2" {
		t.Errorf("after deleting: %d nodes at %q", d.Tree().Len(), d.line())
	}
	for d.Tree().UndoLabel() != "" {
		d.Undo()
	}
	if d.Tree().Len() != 1 {
		t.Errorf("undo of all leaves %d nodes", d.Tree().Len())
	}
	for d.Tree().RedoLabel() != "" {
		d.Redo()
	}
	if d.Tree().Len() != 4 {
		t.Errorf("redo of all gives %d nodes", d.Tree().Len())
	}
}

func TestClicks(t *testing.T) {
	d := newDesk(t)
	d.Click(4)
	if d.line() != "b2" {
		t.Errorf("click on the centre gives %q", d.line())
	}
	d.Click(4)
	if d.line() != "b2" || d.lastSaid() == "" {
		t.Errorf("an occupied cell: line %q, said %q", d.line(), d.lastSaid())
	}
	d.start("line", "connect4")
	b := d.Rules().Board()
	d.Click(b.Find("d6")) // anywhere in the column
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
	d := newDesk(t)
	d.start("othello", "othello")
	for _, m := range strings.Fields(strings.Join(chunks(penloup, 2), " ")) {
		d.play(m)
	}
	pos, err := d.Position()
	if err != nil {
		t.Fatal(err)
	}
	r := pos.Result()
	if !r.Over || !slices.Equal(r.Final, []int{20, 44}) {
		t.Fatalf("result %+v", r)
	}
	passes := 0
	for _, n := range d.Tree().Line(d.Node()) {
		if onlyMove(n, rules.Pass) {
			passes++
		}
	}
	if passes != 2 || d.Node().Ply() != 62 {
		t.Errorf("%d passes in %d plies", passes, d.Node().Ply())
	}
	if !strings.Contains(d.lastSaid(), "20–44") {
		t.Errorf("said %q", d.lastSaid())
	}
	d.Undo() // the last move
	if pos, _ := d.Position(); pos.Result().Over {
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
	d := newDesk(t)
	d.start("line", "tictactoe", Human, "random")
	d.play("b2")
	if _, busy := d.Thinking(); !busy {
		t.Fatal("the computer does not think")
	}
	d.loop.until(t, "the answer", func() bool { return d.Node().Ply() == 2 })
	d.Undo()
	if d.Node().Ply() != 0 {
		t.Errorf("undo leads to ply %d", d.Node().Ply())
	}
	d.Redo()
	if d.Node().Ply() != 2 {
		t.Errorf("redo leads to ply %d", d.Node().Ply())
	}
}

func TestTwoComputersPlayAWholeGame(t *testing.T) {
	for _, g := range []string{"line/gomoku", "othello/othello6", "awale/awale"} {
		d := newDesk(t)
		game, preset, _ := strings.Cut(g, "/")
		d.start(game, preset, "random", "random")
		d.loop.until(t, "the end", func() bool { pos, _ := d.Position(); return pos.Result().Over })
	}
}

func TestAnInterruptedAnswerIsDropped(t *testing.T) {
	d := newDesk(t)
	d.Settings.MinThink = 50
	d.start("line", "gomoku", Human, "random")
	d.play("h8")
	d.Back() // the person looks at an earlier position
	if _, busy := d.Thinking(); busy {
		t.Fatal("still thinking")
	}
	time.Sleep(100 * time.Millisecond)
	for len(d.loop.queue) > 0 {
		(<-d.loop.queue)()
	}
	if d.Tree().Len() != 2 {
		t.Errorf("a dropped answer was played: %d nodes", d.Tree().Len())
	}
	d.Forward()
	d.Continue()
	d.loop.until(t, "the answer", func() bool { return d.Tree().Len() == 3 })
}

func TestABrokenScriptIsReported(t *testing.T) {
	d := newDesk(t)
	path := filepath.Join(t.TempDir(), "bad.lua")
	if err := os.WriteFile(path, []byte("return {\n name='x',\n choose=function(pos, moves) return nil .. 1 end }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	d.start("line", "tictactoe", Human, "lua:"+path)
	d.play("b2")
	d.loop.until(t, "the complaint", func() bool { return len(d.said) > 0 })
	if s := d.lastSaid(); !strings.Contains(s, "bad.lua") || !strings.Contains(s, "3") {
		t.Errorf("said %q: neither script nor line", s)
	}
	if d.line() != "b2" {
		t.Errorf("line %q", d.line())
	}
}

func TestSetUp(t *testing.T) {
	d := newDesk(t)
	d.play("b2")
	d.StartSetup()
	m := d.Setup()
	m.Piece = 1
	d.Click(0)
	m.Piece = 0
	d.Click(8)
	d.Undo() // belongs to the layout
	d.Undo()
	d.Redo()
	m.SetTurn(1)
	if !m.Apply(AsBranch) {
		t.Fatal(d.said)
	}
	pos, err := d.Position()
	if err != nil || pos.Turn() != 1 || pos.At(0).Owner != 1 || pos.At(4).Owner != 0 || pos.At(8).Owner != rules.NoPlayer {
		t.Fatalf("%v %v", pos, err)
	}
	if d.Node().Parent().Parent() != d.Tree().Root() {
		t.Error("not a branch below the move")
	}
	d.play("a2")
	d.Undo()
	d.Undo()
	if d.Tree().Len() != 2 {
		t.Errorf("undo of the set-up leaves %d nodes", d.Tree().Len())
	}
	d.StartSetup()
	d.Setup().Clear()
	d.Setup().Piece = 1
	d.Click(4) // b2 is taken now: the old move does not play any more
	if !d.Setup().Apply(AsStart) {
		t.Fatal(d.said)
	}
	if d.Node() != d.Tree().Root() || d.Node().Setup() == "" {
		t.Error("the start was not changed")
	}
	d.Forward()
	if _, err := d.Position(); err == nil {
		t.Error("a move on an occupied cell plays")
	}
	if d.Status() == "" {
		t.Error("no reason is shown")
	}
}

func TestSetUpSeeds(t *testing.T) {
	d := newDesk(t)
	d.start("awale", "awale")
	d.StartSetup()
	m := d.Setup()
	m.Clear()
	d.Click(0)
	d.Click(0)
	m.SetCount(6, 5)
	m.Remove(6)
	m.SetHeld(1, 3)
	if total := m.Total(); total[0] != 2+4+3 {
		t.Errorf("counted %v", total)
	}
	if !m.Apply(AsStart) {
		t.Fatal(d.said)
	}
	pos, _ := d.Position()
	if pos.At(0).Count != 2 || pos.At(6).Count != 4 || pos.(rules.Holder).Held(1) != 3 {
		t.Errorf("position %s", pos)
	}
}

func TestReplay(t *testing.T) {
	d := newDesk(t)
	d.play("b2", "a1", "c3", "c1", "a3")
	d.Home()
	r := d.Replay()
	r.SetDelay(MinDelay)
	r.Play()
	d.loop.until(t, "two moves", func() bool { return d.Node().Ply() == 2 })
	d.Home() // the person keeps control
	d.loop.until(t, "the end of the replay", func() bool { return !r.Playing() })
	if d.Node().Ply() != 5 {
		t.Errorf("the replay ended at ply %d", d.Node().Ply())
	}
	r.SetLooping(true)
	r.Play()
	seen := false
	d.OnChange(func(Topic) { seen = seen || d.Node().Ply() == 5 })
	d.loop.until(t, "the second round", func() bool { return seen && d.Node().Ply() == 1 })
	r.Pause()
	r.Seek(3)
	if d.Node().Ply() != 3 {
		t.Errorf("seek leads to ply %d", d.Node().Ply())
	}
	r.SetDelay(time.Hour)
	if r.Delay() != MaxDelay {
		t.Error("no upper bound")
	}
}

func TestScoresFollowUndo(t *testing.T) {
	d := newDesk(t)
	d.play("b2", "a1", "a2", "b1", "c2")
	if d.Settings.Scores["Cross"] != 1 || !strings.Contains(d.lastSaid(), "Cross wins") {
		t.Fatalf("scores %v, said %q", d.Settings.Scores, d.lastSaid())
	}
	d.Undo()
	if len(d.Settings.Scores) != 0 {
		t.Errorf("the point stays: %v", d.Settings.Scores)
	}
	d.Redo()
	if d.Settings.Scores["Cross"] != 1 {
		t.Errorf("the point did not come back: %v", d.Settings.Scores)
	}
	again, err := Load(d.Settings.path)
	if err != nil || again.Scores["Cross"] != 1 {
		t.Errorf("not kept: %v %v", again.Scores, err)
	}
	d.ResetScores()
	if len(d.Standings()) != 0 {
		t.Error("not reset")
	}
}

func TestSaveAndOpenGiveTheSameDocument(t *testing.T) {
	d := newDesk(t)
	d.play("b2", "a1")
	d.Comment("the\r\nusual é ♞")
	d.Comment("the\r\nusual é ♞!")
	d.Pick(ToolCircle)
	d.Click(8)
	d.Pick(ToolLetter)
	d.Click(7)
	d.Click(6)
	d.Pick(ToolPlay)
	d.ToggleGlyph("!?")
	d.SetInfo(map[string]string{model.InfoEvent: "Test", "opening": "centre"})
	if !d.Dirty() || !strings.HasPrefix(d.Title(), "• ") {
		t.Errorf("title %q", d.Title())
	}
	path := filepath.Join(t.TempDir(), "g")
	if err := d.Save(path); err != nil {
		t.Fatal(err)
	}
	if d.Dirty() || d.Title() != "g.studio" {
		t.Errorf("title %q", d.Title())
	}
	want := d.Document()
	if ms := d.Node().Marks(); len(ms) != 3 || ms[1].Text != "A" || ms[2].Text != "B" {
		t.Errorf("marks %v", ms)
	}
	var done bool
	d.Open(path+Extension, func(err error) {
		if err != nil {
			t.Error(err)
		}
		done = true
	})
	d.loop.until(t, "opening", func() bool { return done })
	if d.Document() == want {
		t.Fatal("nothing was opened")
	}
	if err := model.Equal(want, d.Document()); err != nil {
		t.Error(err)
	}
	if d.Settings.Recent[0] != path+Extension {
		t.Errorf("recent %v", d.Settings.Recent)
	}
}

func TestAFileThatCannotBeReadLosesNothing(t *testing.T) {
	d := newDesk(t)
	d.play("b2")
	path := filepath.Join(t.TempDir(), "bad.studio")
	if err := os.WriteFile(path, []byte("<?xml version=\"1.0\"?>\n<studio>\n<broken"), 0o644); err != nil {
		t.Fatal(err)
	}
	done := false
	d.Open(path, func(error) { done = true })
	d.loop.until(t, "the refusal", func() bool { return done })
	if d.line() != "b2" {
		t.Error("the open document was lost")
	}
	if !strings.Contains(d.lastSaid(), "bad.studio:") {
		t.Errorf("said %q: no file and line", d.lastSaid())
	}
}

func TestPasteATranscript(t *testing.T) {
	d := newDesk(t)
	if err := d.OpenText(penloup); err != nil {
		t.Fatal(err)
	}
	d.End()
	pos, err := d.Position()
	if err != nil || !slices.Equal(pos.Result().Final, []int{20, 44}) {
		t.Fatalf("%v %v", pos, err)
	}
	if !d.Dirty() {
		t.Error("a pasted game counts as saved")
	}
}

func TestKeyboardCursor(t *testing.T) {
	d := newDesk(t)
	d.Cursor.Enter()
	if c := d.Cursor.Cell(); c != 4 {
		t.Fatalf("the cursor begins at %d", c)
	}
	d.Cursor.Move(1, 0)
	d.Cursor.Move(1, 0) // at the edge
	d.Cursor.Move(0, -1)
	d.Cursor.Enter()
	if d.line() != "c1" {
		t.Errorf("line %q", d.line())
	}
	for _, r := range "A33" {
		d.Cursor.Type(r)
	}
	d.Cursor.Erase()
	d.Cursor.Enter()
	if d.line() != "c1 a3" {
		t.Errorf("line %q, said %q", d.line(), d.lastSaid())
	}
	d.Cursor.Type('z')
	d.Cursor.Enter()
	if d.lastSaid() == "" {
		t.Error("nonsense is not refused")
	}
	if !d.Cursor.Hide() || d.Cursor.Hide() {
		t.Error("Hide does not tell whether there was something to hide")
	}
}

func TestClockCountsAlongTheLine(t *testing.T) {
	d := newDesk(t)
	now := time.Unix(1000, 0)
	d.now = func() time.Time { return now }
	d.start("line", "tictactoe")
	d.since = now
	now = now.Add(3 * time.Second)
	d.play("b2")
	now = now.Add(5 * time.Second)
	d.play("a1")
	now = now.Add(2 * time.Second)
	total, each := d.Clock()
	if total != 10*time.Second || each[0] != 5*time.Second || each[1] != 5*time.Second {
		t.Errorf("%v %v", total, each)
	}
	d.Back()
	now = now.Add(time.Hour) // looking around costs nothing
	if total, each = d.Clock(); total != 3*time.Second || each[1] != 0 {
		t.Errorf("at the first move: %v %v", total, each)
	}
}

func TestResign(t *testing.T) {
	d := newDesk(t)
	d.play("b2")
	d.Resign()
	pos, _ := d.Position()
	if r := pos.Result(); !r.Over || !r.Winners.Has(0) || r.Winners.Has(1) {
		t.Errorf("%+v", r)
	}
	if d.CanResign() {
		t.Error("resigning twice")
	}
}

func TestNewGameRemembersItsChoices(t *testing.T) {
	d := newDesk(t)
	c := Choice{Game: "line", Preset: "morpion", First: 1}
	c = c.With("rows", "10").With("cols", "10").With("k", "4").With("players", "3")
	c.Players = []model.Player{{Name: "Ann", Kind: Human}, {Name: "Bob", Kind: "ktuple"}, {Name: "Cid", Kind: Human, Symbol: "Z"}}
	if err := d.NewGame(c); err != nil {
		t.Fatal(err)
	}
	if d.Rules().Players() != 3 || d.Name(0) != "Bob" || d.Name(2) != "Ann" {
		t.Errorf("seats %v", d.Document().Players)
	}
	d.Stop()
	st, err := Load(d.Settings.path)
	if err != nil {
		t.Fatal(err)
	}
	r, err := st.NewGame.Rules()
	if err != nil || !r.Spec().Params.Equal(d.Rules().Spec().Params) {
		t.Errorf("remembered %v, %v", st.NewGame, err)
	}
	if got := st.NewGame.Seats(3); got[2].Symbol != "Z" {
		t.Errorf("players %v", got)
	}
	bad := c.With("players", "99")
	if _, err := bad.Rules(); err == nil {
		t.Error("99 players are taken")
	}
	if err := d.NewGame(bad); err == nil {
		t.Error("the bad choice was started")
	}
}

func TestEveryCommandHasAKeyOfItsOwn(t *testing.T) {
	seen, ids := map[string]string{}, map[string]bool{}
	for _, c := range Commands {
		if ids[c.ID] {
			t.Errorf("%s stands twice", c.ID)
		}
		ids[c.ID] = true
		for _, k := range c.Keys {
			if o := seen[k]; o != "" {
				t.Errorf("%s is the key of %s and %s", k, o, c.ID)
			}
			seen[k] = c.ID
		}
		if !slices.Contains(Menus, c.Menu) {
			t.Errorf("%s stands in no menu", c.ID)
		}
	}
}

func TestTreeLayoutHasNoCollisions(t *testing.T) {
	r, err := Choice{Game: "line", Preset: "gomoku"}.Rules()
	if err != nil {
		t.Fatal(err)
	}
	tr := model.NewTree(r)
	nodes := []*model.Node{tr.Root()}
	seed := uint32(1)
	for i := range 3000 {
		seed = seed*1664525 + 1013904223
		p := nodes[len(nodes)-1]
		if seed>>24 < 60 {
			p = nodes[int(seed>>8)%len(nodes)]
		}
		nodes = append(nodes, tr.Add(p, rules.Place(rules.Cell(i%225))))
	}
	checkLayout(t, tr, LayOut(tr))
	// Growing a layout leaf by leaf is right as well.
	tr = model.NewTree(r)
	l, n := LayOut(tr), tr.Root()
	for c := range rules.Cell(50) {
		n = tr.Add(n, rules.Place(c))
		if !l.Extend(n) {
			t.Fatalf("no room for move %d of a single line", c)
		}
	}
	checkLayout(t, tr, l)
	if l.Extend(tr.Add(tr.Root(), rules.Place(200))) {
		t.Error("a variation was placed as if it went on")
	}
}

func checkLayout(t *testing.T, tr *model.Tree, l *TreeLayout) {
	t.Helper()
	type at struct{ row, col int32 }
	cols := map[*model.Node]int32{}
	seen := map[at]bool{}
	for row, ps := range l.Rows {
		for _, p := range ps {
			if seen[at{int32(row), p.Col}] {
				t.Fatalf("two nodes at row %d column %d", row, p.Col)
			}
			seen[at{int32(row), p.Col}] = true
			cols[p.Node] = p.Col
			if _, r, ok := l.Find(p.Node); !ok || r != row {
				t.Fatalf("found in row %d, not %d", r, row)
			}
			if up := p.Node.Parent(); up != nil {
				q, ok := cols[up]
				if !ok || q != p.Up || q > p.Col || p.Node == up.First() && q != p.Col {
					t.Fatalf("row %d: parent in column %d, child in %d", row, q, p.Col)
				}
			}
		}
	}
	if len(seen) != tr.Len() {
		t.Errorf("%d of %d nodes have a place", len(seen), tr.Len())
	}
}

func TestRealGamesOpen(t *testing.T) {
	for _, name := range []string{"penloup-juhem.studio", "pente.studio", "awale.studio", "three-players.studio", "legacy.xml"} {
		path := filepath.Join("..", "..", "samples", name)
		d, f, err := ioall.Open(context.Background(), path, codec.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(d.Warnings) > 0 || d.Tree.Len() < 10 || f == nil {
			t.Errorf("%s: %d nodes, %v", name, d.Tree.Len(), d.Warnings)
		}
	}
}
