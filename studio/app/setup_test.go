package app

import (
	"strings"
	"testing"
	"time"

	"boardstudio/rules"
	"boardstudio/studio/app/command"
)

func TestSetUp(t *testing.T) {
	d := newFixture(t)
	d.play("b2")
	d.StartSetup()
	m := d.Setup()
	m.Piece = 1
	d.Click(0)
	m.Piece = 0
	d.Click(8)
	d.Undo() // applies to the draft
	d.Undo()
	d.Redo()
	m.SetTurn(1)
	if !d.ApplySetup(AsBranch) {
		t.Fatal(d.said)
	}
	pos, err := d.View.Position()
	if err != nil || pos.Turn() != 1 || pos.At(0).Owner != 1 || pos.At(4).Owner != 0 || pos.At(8).Owner != rules.NoPlayer {
		t.Fatalf("%v %v", pos, err)
	}
	if d.View.Node().Parent().Parent() != d.View.Tree().Root() {
		t.Error("not a branch below the move")
	}
	d.play("a2")
	d.Undo()
	d.Undo()
	if d.View.Tree().Len() != 2 {
		t.Errorf("undo of the set-up leaves %d nodes", d.View.Tree().Len())
	}
	d.StartSetup()
	d.Setup().Clear()
	d.Setup().Piece = 1
	d.Click(4) // b2 is occupied now, so the old move is illegal
	if !d.ApplySetup(AsStart) {
		t.Fatal(d.said)
	}
	if d.View.Node() != d.View.Tree().Root() || d.View.Node().Setup() == "" {
		t.Error("the start was not changed")
	}
	d.Forward()
	if _, err := d.View.Position(); err == nil {
		t.Error("a move on an occupied cell plays")
	}
	if d.Status() == "" {
		t.Error("no reason is shown")
	}
}

func TestSetUpSeeds(t *testing.T) {
	d := newFixture(t)
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
	if !d.ApplySetup(AsStart) {
		t.Fatal(d.said)
	}
	pos, _ := d.View.Position()
	if pos.At(0).Count != 2 || pos.At(6).Count != 4 || pos.(rules.Holder).Held(1) != 3 {
		t.Errorf("position %s", pos)
	}
}

// TestSetUpScore checks that the players' counts follow the draft.
func TestSetUpScore(t *testing.T) {
	for preset, want := range map[string]int{"othello/othello": 3, "line/pente": 0, "awale/awale": 0} {
		d := newFixture(t)
		game, name, _ := strings.Cut(preset, "/")
		d.start(game, name)
		d.StartSetup()
		if d.Setup().Piles() {
			d.Setup().SetHeld(0, 0)
		} else {
			d.Setup().Piece = 0
			d.Click(0)
		}
		if got := d.Shown().(rules.Scorer).Score(0); got != want {
			t.Errorf("%s: the first player has %d, want %d", preset, got, want)
		}
	}
}

func TestReplay(t *testing.T) {
	d := newFixture(t)
	d.play("b2", "a1", "c3", "c1", "a3")
	d.Home()
	r := d.Replay
	r.SetDelay(MinDelay)
	r.Play()
	d.loop.Until(t, "two moves", func() bool { return d.View.Node().Ply() == 2 })
	d.Home() // the user keeps control
	d.loop.Until(t, "the end of the replay", func() bool { return !r.Playing() })
	if d.View.Node().Ply() != 5 {
		t.Errorf("the replay ended at ply %d", d.View.Node().Ply())
	}
	r.SetLooping(true)
	r.Play()
	seen := false
	d.OnChange(func(Topic) { seen = seen || d.View.Node().Ply() == 5 })
	d.loop.Until(t, "the second round", func() bool { return seen && d.View.Node().Ply() == 1 })
	r.Pause()
	d.Seek(3)
	if d.View.Node().Ply() != 3 {
		t.Errorf("seek leads to ply %d", d.View.Node().Ply())
	}
	r.SetDelay(time.Hour)
	if r.Delay() != MaxDelay {
		t.Error("no upper bound")
	}
}

func TestScoresFollowUndo(t *testing.T) {
	d := newFixture(t)
	d.play("b2", "a1", "a2", "b1", "c2")
	score := func() int { return d.View.Document().Players[0].Score }
	if score() != 1 || !strings.Contains(d.Status(), "Cross wins") {
		t.Fatalf("%d points, said %q", score(), d.lastSaid())
	}
	d.Undo()
	if score() != 0 {
		t.Errorf("the point stays: %d", score())
	}
	d.Redo()
	if score() != 1 {
		t.Errorf("the point did not come back: %d", score())
	}
	d.ResetScores()
	if score() != 0 {
		t.Error("not reset")
	}
}

func TestPassing(t *testing.T) {
	d := newFixture(t)
	if err := d.OpenText(penloup); err != nil {
		t.Fatal(err)
	}
	for range 55 {
		d.Forward()
	}
	if d.Conditions().Allows(command.Pass) {
		t.Error("passing is legal where there is a move")
	}
	d.play("h2") // already exists, like the forced pass after it
	if !onlyMove(d.View.Node(), rules.Pass) || d.View.Tree().Len() != 63 {
		t.Errorf("at %s of %d nodes", d.View.MoveName(d.View.Node()), d.View.Tree().Len())
	}
	d.Back()
	if !d.Conditions().Allows(command.Pass) {
		t.Fatal("cannot pass")
	}
	d.Pass()
	if !onlyMove(d.View.Node(), rules.Pass) {
		t.Error("the pass was not played")
	}
}
