package app

import (
	"strings"
	"testing"
	"time"

	"boardstudio/text/words"

	"boardstudio/model"
	"boardstudio/studio/app/command"
)

// TestReadingTypedMoves checks that typed moves ignore case and spaces, and that illegal ones are
// refused with the reason.
func TestReadingTypedMoves(t *testing.T) {
	d := newFixture(t)
	d.start("awale", "awale")
	d.play(" c ") // the opponent's pits have lower-case letters
	if d.line() != "C" {
		t.Errorf("the line is %q", d.line())
	}
	d.start("line", "tictactoe")
	d.play("B2")
	for text, why := range map[string]string{
		"zz": `"zz" is not a cell of the board`, "9": `"9" is not a cell of the board`, "b2": "there is a piece on b2 already", "": `"" is not a cell of the board`,
	} {
		if _, err := d.View.read(text); err == nil || err.Error() != why {
			t.Errorf("%q: %v, want %s", text, err, why)
		}
	}
}

// TestNoColourCommand checks that “No colour” is available only for coloured nodes, and not
// during a set-up.
func TestNoColourCommand(t *testing.T) {
	d := newFixture(t)
	d.play("b2")
	none := func() bool { return d.Conditions().Allows(command.ColorNone) }
	if none() {
		t.Error("a colour that is not there can be taken away")
	}
	d.SetColor(words.Colors[0].Hex)
	if !none() {
		t.Error("the colour cannot be taken away")
	}
	d.StartSetup()
	if none() {
		t.Error("the colour can be taken away while a position is set up")
	}
	if got := d.Status(); got != "Setting up a position" {
		t.Errorf("the status is %q", got)
	}
	d.CancelSetup()
	d.SetColor("")
	if d.View.Node().Color() != "" || none() {
		t.Error("the colour is still there")
	}
}

// TestPlace checks that a node is named by its name, or else by the first 60 letters of its
// comment.
func TestPlace(t *testing.T) {
	d := newFixture(t)
	d.play("b2")
	n := d.View.Node()
	for _, c := range []struct{ name, comment, want string }{
		{"", strings.Repeat("é", 60), strings.Repeat("é", 60)},
		{"", strings.Repeat("é", 61), strings.Repeat("é", 60) + "…"},
		{"", "\n first\nsecond", "first"},
		{"name", "comment", "name"},
		{"", "", ""},
	} {
		if err := d.View.Tree().Do("test", model.SetName{Node: n, Name: c.name}, model.SetComment{Node: n, Text: c.comment}); err != nil {
			t.Fatal(err)
		}
		if got := d.View.Place(n); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

// TestAnotherDocumentEndsThinking checks that opening another document stops the computer player.
func TestAnotherDocumentEndsThinking(t *testing.T) {
	d := newFixture(t)
	d.App.Settings.MinThink = int(time.Hour.Milliseconds())
	d.start("line", "tictactoe", "random")
	if _, on := d.Game.Thinking(); !on {
		t.Fatal("nobody thinks")
	}
	d.Show(model.NewDocument(d.View.Rules()))
	if _, on := d.Game.Thinking(); on || strings.Contains(d.Status(), "thinking") || d.Game.Running() {
		t.Errorf("the computer goes on, and the status is %q", d.Status())
	}
}
