package app

import (
	"testing"
	"time"

	"boardstudio"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/command"
	"boardstudio/studio/app/newgame"
	"boardstudio/studio/app/numbering"
	"boardstudio/studio/app/settings"
)

func TestKeyboardCursor(t *testing.T) {
	d := newFixture(t)
	d.Enter()
	if c := d.Cursor.Cell(); c != 4 {
		t.Fatalf("the cursor begins at %d", c)
	}
	d.Cursor.Move(d.View.Rules().Board(), 1, 0)
	d.Cursor.Move(d.View.Rules().Board(), 1, 0) // at the edge
	d.Cursor.Move(d.View.Rules().Board(), 0, -1)
	d.Enter()
	if d.line() != "c1" {
		t.Errorf("line %q", d.line())
	}
	for _, r := range "A33" {
		d.Type(r)
	}
	d.Cursor.Erase()
	d.Enter()
	if d.line() != "c1 a3" {
		t.Errorf("line %q, said %q", d.line(), d.lastSaid())
	}
	d.Type('z')
	d.Enter()
	if d.lastSaid() == "" {
		t.Error("nonsense is not refused")
	}
	if !d.Cursor.Hide() || d.Cursor.Hide() {
		t.Error("Hide does not tell whether there was something to hide")
	}
}

func TestClockCountsAlongTheLine(t *testing.T) {
	d := newFixture(t)
	now := time.Unix(1000, 0)
	d.App.now = func() time.Time { return now }
	d.start("line", "tictactoe")
	now = now.Add(3 * time.Second)
	d.play("b2")
	now = now.Add(5 * time.Second)
	d.play("a1")
	now = now.Add(2 * time.Second)
	total, each := d.Game.Clock()
	if total != 10*time.Second || each[0] != 5*time.Second || each[1] != 5*time.Second {
		t.Errorf("%v %v", total, each)
	}
	d.Back()
	now = now.Add(time.Hour) // navigating takes no time
	if total, each = d.Game.Clock(); total != 3*time.Second || each[1] != 0 {
		t.Errorf("at the first move: %v %v", total, each)
	}
}

// used returns the times stored in a document, in tree order.
func used(d *model.Document) (list []time.Duration) {
	for n := range d.Tree.Subtree(d.Tree.Root()) {
		if n.Used() > 0 {
			list = append(list, n.Used())
		}
	}
	return list
}

// TestClockStopsWhileAnalysing checks that moves added to an opened game, or away from the
// running game, take no time. The game resumes with its clock.
func TestClockStopsWhileAnalysing(t *testing.T) {
	d := newFixture(t)
	now := time.Unix(1000, 0)
	d.App.now = func() time.Time { return now }
	wait := func(s int) { now = now.Add(time.Duration(s) * time.Second) }
	shown := model.NewDocument(d.View.Rules())
	d.Show(shown)
	for _, m := range []string{"b2", "a1", "c3"} {
		wait(60)
		d.play(m)
		if total, _ := d.Game.Clock(); d.Game.Running() || total != 0 {
			t.Errorf("after %s the clock stands at %v, running %v", m, total, d.Game.Running())
		}
	}
	d.Back()
	wait(60)
	d.play("c1")
	wait(60)
	d.play("a3")
	if list := used(shown); list != nil {
		t.Errorf("an opened document has the times %v", list)
	}
	d.Continue() // from now on it is a game
	wait(7)
	d.play("b1")
	if list := used(shown); !d.Game.Running() || len(list) != 1 || list[0] != 7*time.Second {
		t.Errorf("the times are %v, running %v", list, d.Game.Running())
	}

	d.start("line", "tictactoe")
	wait(2)
	d.play("b2")
	wait(3)
	d.play("a1")
	at := d.View.Node()
	wait(100)
	d.Home()
	d.play("a3") // a trial
	wait(100)
	d.play("a2")
	if d.Game.Running() {
		t.Error("the clock runs during a try")
	}
	d.Go(at)
	wait(100)
	d.play("c1") // the game resumes with the time before the trial
	wait(4)
	d.play("a3")
	if got := used(d.View.Document()); len(got) != 4 || got[0] != 2*time.Second || got[1] != 3*time.Second || got[2] != 100*time.Second || got[3] != 4*time.Second {
		t.Errorf("the times are %v", got)
	}
	if total, each := d.Game.Clock(); total != 109*time.Second || each[0] != 102*time.Second || each[1] != 7*time.Second {
		t.Errorf("%v %v", total, each)
	}
	wait(1)
	_ = d.SetPlayers([]model.Player{{Name: "Ann", Kind: Human}, {Name: "Bob", Kind: Human}})
	if total, _ := d.Game.Clock(); total != 110*time.Second || !d.Game.Running() {
		t.Errorf("%v after other names, running %v", total, d.Game.Running())
	}
}

// TestClockAfterTakingBack checks that a finished game resumes with its clock after an undo.
func TestClockAfterTakingBack(t *testing.T) {
	d := newFixture(t)
	now := time.Unix(1000, 0)
	d.App.now = func() time.Time { return now }
	d.play("a1", "a2", "b1", "b2", "c1")
	if d.Game.Running() {
		t.Error("the clock runs after the end")
	}
	now = now.Add(time.Hour)
	d.Undo()
	now = now.Add(time.Hour)
	d.play("c3")
	now = now.Add(5 * time.Second)
	d.play("a3")
	if got := used(d.View.Document()); len(got) != 1 || got[0] != 5*time.Second {
		t.Errorf("the times are %v", got)
	}
	d.Undo()
	if !d.Game.Running() {
		t.Error("taking back stops the clock")
	}
	d.Home()
	now = now.Add(time.Hour)
	d.play("b2")
	if d.Game.Running() {
		t.Error("the clock runs during a try")
	}
}

func TestResign(t *testing.T) {
	d := newFixture(t)
	d.play("b2")
	d.Resign()
	pos, _ := d.View.Position()
	if r := pos.Result(); !r.Over || !r.Winners.Has(0) || r.Winners.Has(1) {
		t.Errorf("%+v", r)
	}
	if d.Conditions().Allows(command.Resign) {
		t.Error("resigning twice")
	}
}

func TestNewGameRemembersItsChoices(t *testing.T) {
	d := newFixture(t)
	c := settings.Choice{Game: "line", Preset: "morpion", First: 1}
	c = c.With("rows", "10").With("cols", "10").With("k", "4").With("players", "3")
	c.Players = []settings.Player{{Name: "Ann", Kind: Human}, {Name: "Bob", Kind: "ktuple"}, {Name: "Cid", Kind: Human, Symbol: "Z"}}
	if err := d.NewGame(c); err != nil {
		t.Fatal(err)
	}
	if d.View.Rules().Players() != 3 || d.View.Name(0) != "Bob" || d.View.Name(2) != "Ann" {
		t.Errorf("seats %v", d.View.Document().Players)
	}
	d.Stop()
	st, err := settings.Load(d.file)
	if err != nil {
		t.Fatal(err)
	}
	r, err := newgame.Build(boardstudio.Games, st.NewGame)
	if err != nil || !r.Spec().Params.Equal(d.View.Rules().Spec().Params) {
		t.Errorf("remembered %v, %v", st.NewGame, err)
	}
	if got := newgame.Seats(st.NewGame, 3); got[2].Symbol != "Z" {
		t.Errorf("players %v", got)
	}
	bad := c.With("players", "99")
	if _, err := newgame.Build(boardstudio.Games, bad); err == nil {
		t.Error("99 players are taken")
	}
	if err := d.NewGame(bad); err == nil {
		t.Error("the bad choice was started")
	}
}

// TestDescribe checks the screen reader text of cells in all games.
func TestDescribe(t *testing.T) {
	d := newFixture(t)
	wants := func(cells map[string]string) {
		t.Helper()
		for label, want := range cells {
			if got := d.Describe(d.cells(label)[0]); got != want {
				t.Errorf("%s: %q, want %q", label, got, want)
			}
		}
	}
	d.play("b2", "a1")
	wants(map[string]string{"b2": "b2, Cross", "a1": "a1, Nought", "c3": "c3, empty"})
	_ = d.SetPlayers([]model.Player{{Name: "Ann", Kind: Human}, {Kind: Human}})
	d.SetNumbers(numbering.All)
	wants(map[string]string{"b2": "b2, Ann, move 1", "a1": "a1, Nought, move 2", "c3": "c3, empty"})
	for _, c := range []rules.Cell{rules.NoCell, 9, 1000} {
		if got := d.Describe(c); got != "" {
			t.Errorf("the cell %d, which is not there, is %q", c, got)
		}
	}
	d.start("othello", "othello")
	wants(map[string]string{"d4": "d4, White", "e4": "e4, Black", "a1": "a1, empty"})
	d.start("awale", "awale")
	d.play("C")
	wants(map[string]string{"C": "C, 0 seeds", "D": "D, 5 seeds", "B": "B, 4 seeds", "f": "f, 4 seeds; the last seed falls in D and captures 0"})
	d.start("line", "connect4")
	d.play("d", "d")
	wants(map[string]string{"d6": "d6, Red, move 1", "d5": "d5, Yellow, move 2", "d4": "d4, empty"})
}
