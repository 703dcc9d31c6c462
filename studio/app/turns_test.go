package app

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"boardstudio/clock"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/command"
	"boardstudio/studio/app/settings"
)

// timed starts a game with a time control. Only wait advances the clock.
func timed(t *testing.T, control string, kinds ...string) (d *fixture, wait func(time.Duration)) {
	t.Helper()
	c, err := clock.Parse(control)
	if err != nil {
		t.Fatal(err)
	}
	d = newFixture(t)
	now := time.Unix(1000, 0)
	d.App.now = func() time.Time { return now }
	choice := settings.Choice{Game: "line", Preset: "gomoku", Clock: c}
	for _, k := range kinds {
		choice.Players = append(choice.Players, settings.Player{Kind: k, Level: 1})
	}
	if err := d.NewGame(choice); err != nil {
		t.Fatal(err)
	}
	return d, func(by time.Duration) { now = now.Add(by) }
}

func (d *fixture) left(want ...time.Duration) {
	d.t.Helper()
	if got, limited := d.Game.Left(); !limited || !slices.Equal(got, want) {
		d.t.Errorf("%v left, limited %v, want %v", got, limited, want)
	}
}

const sec = time.Second

func TestTimeIsLeft(t *testing.T) {
	d, wait := timed(t, "5m+3s")
	d.left(300*sec, 300*sec)
	wait(10 * sec)
	d.left(290*sec, 300*sec)
	d.play("h8")
	d.left(293*sec, 300*sec)
	wait(1 * sec)
	d.play("a1")
	d.left(293*sec, 302*sec)
	if d.App.Settings.NewGame.Clock.String() != "5m+3s" || d.View.Document().Info[model.InfoClock] != "5m+3s" {
		t.Errorf("remembered %+v, in the document %v", d.App.Settings.NewGame.Clock, d.View.Document().Info)
	}

	wait(20 * sec)
	d.Pause() // the clock and the time of the current move stop
	if d.Game.Running() || !d.Playing() {
		t.Errorf("paused: running %v, playing %v", d.Game.Running(), d.Playing())
	}
	wait(time.Hour)
	d.left(273*sec, 302*sec)
	d.Pause()
	wait(1 * sec)
	d.left(272*sec, 302*sec)

	d.Back() // navigating back pauses as well
	wait(time.Hour)
	if !d.Waiting() || d.Playing() {
		t.Errorf("looking back: waiting %v, playing %v", d.Waiting(), d.Playing())
	}
	d.Pause()
	d.left(272*sec, 302*sec)
	if !d.Game.Running() || d.Waiting() || d.line() != "h8 a1" {
		t.Errorf("running %v, waiting %v at %s", d.Game.Running(), d.Waiting(), d.line())
	}
	d.play("b2")
	d.left(275*sec, 302*sec)
	wait(30 * sec)
	d.TakeBack() // the time of that move is restored
	if d.line() != "h8 a1" || !d.Game.Running() {
		t.Errorf("taken back to %s, running %v", d.line(), d.Game.Running())
	}
	d.left(293*sec, 302*sec)
}

func TestTimeout(t *testing.T) {
	d, wait := timed(t, "10s")
	wait(4 * sec)
	d.play("h8")
	wait(9 * sec)
	d.Game.fall() // too early: checked again later
	if pos, _ := d.View.Position(); pos.Result().Over {
		t.Fatal("the flag fell after 9 of 10 s")
	}
	wait(1 * sec)
	d.Game.fall()
	pos, err := d.View.Position()
	if r := pos.Result(); err != nil || !r.Over || r.Reason != rules.OutOfTime || r.Winners != rules.Of(0) {
		t.Fatalf("%+v, %v", pos.Result(), err)
	}
	if got := d.Status(); got != "Black wins – out of time" || !d.Game.Ended() || d.Game.Running() {
		t.Errorf("%q, ended %v, running %v", got, d.Game.Ended(), d.Game.Running())
	}
	d.left(6*sec, 0)
	file := filepath.Join(t.TempDir(), "game.studio")
	if err := d.save(file); err != nil {
		t.Fatal(err)
	}
	o := d.next()
	if err := o.open(file); err != nil {
		t.Fatal(err)
	}
	o.End()
	o.left(6*sec, 0)
	if o.Status() != d.Status() || o.Game.Running() || o.Playing() || o.Game.Ended() {
		t.Errorf("read again: %q, running %v, playing %v, ended %v", o.Status(), o.Game.Running(), o.Playing(), o.Game.Ended())
	}
	d.TakeBack()
	d.left(6*sec, 10*sec)
	if !d.Game.Running() || d.line() != "h8" {
		t.Errorf("taken back to %q, running %v", d.line(), d.Game.Running())
	}
}

// TestTimeoutOfIdlePlayer checks that the loop waits for the time limit, for people and for
// computers. Computers must be given their time.
func TestTimeoutOfIdlePlayer(t *testing.T) {
	d, _ := timed(t, "1s/move")
	d.App.now = time.Now
	d.Continue()
	d.loop.Until(t, "the flag", func() bool { pos, _ := d.View.Position(); return pos.Result().Over })
	d, _ = timed(t, "1s/move", Human, "alphabeta")
	d.App.now = time.Now
	d.App.Settings.MinThink = 5000
	d.play("h8")
	began := time.Now()
	d.loop.Until(t, "the answer", func() bool { return d.View.Node().Ply() == 2 })
	if took := time.Since(began); took > 1500*time.Millisecond || strings.Contains(d.line(), "time") {
		t.Errorf("the computer with a second for each move took %v: %s", took, d.line())
	}
}

func TestTakeBackAndSwitchSides(t *testing.T) {
	d := newFixture(t)
	d.cannot(command.TakeBack)
	d.start("line", "gomoku", "random", Human)
	answered := func(ply int) {
		d.loop.Until(t, "the computer's move", func() bool { return d.View.Node().Ply() == ply })
	}
	answered(1)
	d.cannot(command.TakeBack)
	free := func() string {
		for m := range d.Shown().Moves() {
			return d.View.Rules().FormatMove(m)
		}
		return ""
	}
	d.play(free())
	answered(3)
	d.TakeBack()
	if d.View.Node().Ply() != 1 || !d.Game.Running() || d.View.Tree().Len() != 2 {
		t.Errorf("at ply %d of %d nodes, running %v", d.View.Node().Ply(), d.View.Tree().Len(), d.Game.Running())
	}
	d.Redo()
	if d.View.Node().Ply() != 3 {
		t.Errorf("made again up to ply %d", d.View.Node().Ply())
	}
	d.ToggleBookmark() // not the last edit: the moves stay
	d.TakeBack()
	if d.View.Node().Ply() != 1 || d.View.Tree().Len() != 4 || !d.Game.Running() {
		t.Errorf("at ply %d of %d nodes, running %v", d.View.Node().Ply(), d.View.Tree().Len(), d.Game.Running())
	}
	d.SwitchSides()
	if p := d.View.Document().Players; p[0].Kind != Human || p[1].Kind != "random" || d.lastSaid() != "The players switched sides" {
		t.Errorf("%+v, said %q", p, d.lastSaid())
	}
	answered(2) // the engine plays for White now
	d.Undo()
}

func TestHint(t *testing.T) {
	d := newFixture(t)
	d.play("b2", "a1", "a3", "c3") // c1 wins
	d.Advice.Suggest()
	d.loop.Until(t, "the hint", func() bool { return d.lastSaid() == "Hint: c1" })
	if got := d.Advice.Cells(d.View.Node()); !slices.Equal(got, []rules.Cell{d.View.Rules().Board().Find("c1")}) {
		t.Errorf("the hint is at %v", got)
	}
	d.play("c1")
	if d.Advice.Cells(d.View.Node()) != nil {
		t.Error("the hint stays after the move")
	}
	d.cannot(command.Hint, command.Resign)
}

// TestResignIsThePersons checks that the user cannot resign when a computer is to move.
func TestResignIsThePersons(t *testing.T) {
	d := newFixture(t)
	d.App.Settings.MinThink = 10_000
	d.start("line", "gomoku", Human, "random")
	d.play("h8")
	d.cannot(command.Resign, command.Hint)
	d.TakeBack()
	d.Resign()
	if !d.Game.Ended() || d.Status() != "Plays at random wins – resignation" {
		t.Errorf("%q", d.Status())
	}
	d.Review()
	if d.Game.Ended() || d.Game.Running() || d.Waiting() || d.View.Node() != d.View.Tree().Root() {
		t.Errorf("review: ended %v, running %v, waiting %v", d.Game.Ended(), d.Game.Running(), d.Waiting())
	}
}
