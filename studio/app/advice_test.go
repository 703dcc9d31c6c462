package app

import (
	"slices"
	"strings"
	"testing"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/command"
	"boardstudio/studio/app/scripts"
	"boardstudio/text/words"
)

// says waits for a message of the advice that starts with begin.
func (d *fixture) says(begin string) string {
	d.t.Helper()
	var text string
	d.loop.Until(d.t, "advice that begins with "+begin, func() bool {
		text, _ = d.Advice.Says()
		return strings.HasPrefix(text, begin)
	})
	return text
}

// TestHintTellsItsReason checks that a second request shows the reason of a hint. Without a running
// game, hints are available for computers as well.
func TestHintTellsItsReason(t *testing.T) {
	d := newFixture(t)
	d.start("line", "tictactoe", Human, Human)
	d.play("b2", "a1", "a3")
	d.Game.pause()
	d.setPlayers("Players", []model.Player{{Kind: Human}, {Kind: "random"}})
	d.Advice.Suggest()
	d.loop.Until(t, "the hint", func() bool { return d.lastSaid() == "Hint: c1" })
	d.Advice.Suggest()
	if got := d.lastSaid(); !strings.HasPrefix(got, "c1 ") || !strings.Contains(got, "block") {
		t.Errorf("the reason is %q", got)
	}
}

// TestAdvice checks that advice is given at each turn of a seat, and that the record shows whether
// it was followed.
func TestAdvice(t *testing.T) {
	d := newFixture(t)
	d.start("line", "tictactoe", Human, "first")
	if err := d.Advice.Advise(0, "rules3", d.View.Rules()); err != nil {
		t.Fatal(err)
	}
	text := d.says("Rules of tic-tac-toe advises: ")
	if !strings.Contains(text, "b2") {
		t.Errorf("it says %q", text)
	}
	if !slices.Equal(d.Advice.Cells(d.View.Node()), []rules.Cell{4}) || !d.Conditions().Allows(command.Follow) {
		t.Error("the advice is not on the board, or cannot be followed")
	}
	d.Advice.Follow()
	n := d.View.Tree().Root().First()
	if m, _ := n.Move(); m != rules.Place(4) || n.Advice() != (model.Advice{By: "rules3", Move: m}) {
		t.Errorf("played %v, advised %+v", m, n.Advice())
	}
	d.loop.Until(t, "the computer's move", func() bool { return d.View.Node().Ply() == 2 })
	d.says("Rules of tic-tac-toe advises: ")
	a, _ := d.Advice.Now()
	for m := range d.Shown().Moves() { // a different move
		if m != a.Move() {
			d.Play(m)
			break
		}
	}
	d.loop.Until(t, "the computer's move", func() bool { return d.View.Node().Ply() == 4 })
	d.says("Rules of tic-tac-toe advises: ")
	d.Resign()
	if got, want := d.says(d.View.Name(0)), d.View.Name(0)+" followed the advice in 1 of 2 moves, and lost"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	got := words.CountAdvice(d.View.Tree(), d.View.Node())
	if want := []words.Tally{{Player: 0, By: "rules3", Given: 2, Followed: 1}}; !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if err := d.Advice.Advise(0, "evaporate", d.View.Rules()); err == nil {
		t.Error("an engine of another game advises")
	}
	d.Undo()
	if err := d.Advice.Advise(0, "", d.View.Rules()); err != nil {
		t.Fatal(err)
	}
	if text, _ := d.Advice.Says(); text != "" {
		t.Errorf("without an adviser: %q", text)
	}
}

// TestTeacher checks that the teacher comments on a move that gives up a win, but not on a good
// one.
func TestTeacher(t *testing.T) {
	d := newFixture(t)
	d.App.Settings.Teacher = true
	d.start("line", "tictactoe", Human, Human)
	d.play("b2", "a1", "a3")
	d.idle()
	d.play("b3") // the move had to block at c1
	if text := d.says("There was a better move"); text != "There was a better move" {
		t.Errorf("said %q", text)
	}
	if !d.Conditions().Allows(command.ShowBetter) {
		t.Error("it cannot be shown")
	}
	d.Advice.Show()
	if got := d.says("There was a better move: c1 "); !strings.Contains(got, "block") {
		t.Errorf("shown: %q", got)
	}
	if got := d.Advice.Cells(d.View.Node()); !slices.Equal(got, []rules.Cell{d.View.Rules().Board().Find("c1")}) {
		t.Errorf("shown at %v", got)
	}
	d.TakeBack()
	if text, _ := d.Advice.Says(); text != "" || d.View.Node().Ply() != 3 {
		t.Errorf("taken back: %q at ply %d", text, d.View.Node().Ply())
	}
	d.play("b3")
	d.says("There was a better move")
	d.Advice.Keep()
	if text, _ := d.Advice.Says(); text != "" || d.View.Node().Ply() != 4 {
		t.Errorf("kept: %q at ply %d", text, d.View.Node().Ply())
	}
	d.play("c1") // wins
	d.App.leaving.Wait()
	d.idle()
	if d.Advice.Better() {
		t.Error("there is better than a win")
	}
}

// TestScriptAsAdviser checks that a script can be an adviser and that its errors are shown.
func TestScriptAsAdviser(t *testing.T) {
	d := newFixture(t)
	last := d.own("last", "return { name = 'last', choose = function(pos, moves) return moves[#moves] end }\n")
	if err := d.Advice.Advise(0, scripts.Kind(last, nil), d.View.Rules()); err != nil {
		t.Fatal(err)
	}
	d.says("last advises: c3 looks best")
	bad := d.own("bad", "return { name = 'bad',\nchoose = function(pos, moves) return nil .. 1 end }\n")
	d.said = nil
	if err := d.Advice.Advise(0, scripts.Kind(bad, nil), d.View.Rules()); err != nil {
		t.Fatal(err)
	}
	d.loop.Until(t, "the complaint", func() bool { return len(d.said) > 0 })
	if s := d.lastSaid(); !strings.Contains(s, "bad.lua") || !strings.Contains(s, "line 2") {
		t.Errorf("said %q: neither script nor line", s)
	}
	if text, _ := d.Advice.Says(); text != "" {
		t.Errorf("and still: %q", text)
	}
}
