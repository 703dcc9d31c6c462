package app

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardstudio/studio/app/guess"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/command"
)

// guesser returns a fixture with the line b2 a1 c3 b1 and the variation b2 c1, at the root.
func guesser(t *testing.T) *fixture {
	t.Helper()
	d := newFixture(t)
	d.play("b2", "a1", "c3", "b1")
	d.Go(d.View.Tree().Root().First())
	d.play("c1")
	d.Home()
	d.said = nil
	return d
}

func (d *fixture) guessed(want guess.Score) {
	d.t.Helper()
	got := d.Guess.Score()
	if got.At != want.At || got.InFile != want.InFile || got.Shown != want.Shown || got.Hints != want.Hints {
		d.t.Errorf("the score is %+v, want %+v", got, want)
	}
}

// TestSaveWhileGuessing checks that the document can be saved while guessing, but not changed.
func TestSaveWhileGuessing(t *testing.T) {
	d := guesser(t)
	d.Guess.Start()
	if c := d.Conditions(); !c.Allows(command.Save) || !c.Allows(command.SaveAs) || c.Allows(command.Setup) || c.Allows(command.Comment) {
		t.Errorf("the conditions are %b", c)
	}
}

func TestGuessing(t *testing.T) {
	d := guesser(t)
	before, steps := d.View.Tree().Revision(), d.View.Tree().Steps()
	if line := d.LineNodes(0, 99); len(line) != 5 {
		t.Fatalf("the line has %d nodes", len(line))
	}
	d.Guess.Start()
	if line := d.LineNodes(0, 99); !d.Guessing() || len(line) != 1 {
		t.Fatalf("the line shows %d nodes", len(line))
	}
	if got := d.Status(); got != "Guess the move of Cross" {
		t.Errorf("the status is %q", got)
	}
	d.PlayText("b2") // right at the first try
	if got := d.Status(); got != "b2 is right, at the first try! Guess the move of Nought" {
		t.Errorf("the status is %q", got)
	}
	d.PlayText("c1") // the other variation
	if got := d.View.MoveName(d.View.Node()); got != "a1" {
		t.Errorf("the line goes on with %s", got)
	}
	d.PlayText("b3")
	if got := d.Guess.Wrong(); len(got) != 1 || d.View.Rules().Board().Cells[got[0]].Label != "b3" {
		t.Errorf("the crossed cells are %v", got)
	}
	d.PlayText("b3") // repeated, so not counted
	d.PlayText("b2") // illegal, so not counted
	if got := d.Status(); d.View.MoveName(d.View.Node()) != "a1" || !strings.Contains(got, "You have already tried b3") {
		t.Errorf("%q", got)
	}
	d.PlayText("c3") // right at the second try
	if got := d.Guess.Wrong(); got != nil {
		t.Errorf("the next move has crosses: %v", got)
	}
	d.guessed(guess.Score{At: [guess.MaxTries]int{1, 1}, InFile: 1})
	for _, m := range []string{"a2", "a3", "b3"} {
		d.PlayText(m)
	}
	if got := d.Status(); got != "b3 is wrong. The move was b1. This is the end of the line" || !d.Guess.Over() {
		t.Errorf("the status is %q", got)
	}
	d.guessed(guess.Score{At: [guess.MaxTries]int{1, 1}, InFile: 1, Shown: 1})
	// 1 + 2/3 + 1/2 of 4 points
	if got := d.Guess.Score(); got.Percent() != 54 || got.Asked() != 4 {
		t.Errorf("%d %% of %d", got.Percent(), got.Asked())
	}
	d.Guess.End()
	if line := d.LineNodes(0, 99); d.Guessing() || len(line) != 5 {
		t.Errorf("the line shows %d nodes", len(line))
	}
	if d.View.Tree().Revision() != before || d.View.Tree().Steps() != steps {
		t.Error("guessing changed the document")
	}
}

func TestGuessingKeepsDocument(t *testing.T) {
	d := guesser(t)
	d.Forward()
	before := d.View.Tree().Revision()
	d.Guess.Start()
	d.Undo()
	d.Redo()
	d.JumpTo(0)
	d.DeleteBranch()
	d.MakeMain()
	d.ToggleGlyph("!")
	d.Comment(d.View.Node(), "x")
	d.Resign()
	d.Pass()
	d.StartSetup()
	d.Continue()
	d.Replay.Play()
	d.SetInfo(map[string]string{"Event": "x"})
	if d.View.Tree().Revision() != before || d.Setup() != nil || d.Game.Running() || d.Replay.Playing() {
		t.Error("something was changed")
	}
	if !strings.Contains(d.lastSaid(), "while guessing") {
		t.Errorf("it says %q", d.lastSaid())
	}
	now := d.Conditions() // commands that change the document are not available
	for _, id := range []command.ID{command.Undo, command.Redo, command.Paste, command.Setup, command.Comment, command.Continue, command.Pass, command.Resign, command.Replay} {
		if now.Allows(id) {
			t.Errorf("%s can be done", id)
		}
	}
	here := d.View.Node()
	d.Forward()
	d.End()
	d.Seek(3)
	if d.View.Node() != here {
		t.Error("the line was looked up")
	}
	d.Back()
	if d.View.Node() != here.Parent() || !d.Guessing() {
		t.Error("it does not go back")
	}
	d.PlayText("b2")
	if d.View.Node() != here || d.Guess.Score().Asked() != 1 {
		t.Errorf("%+v", d.Guess.Score())
	}
	d.Back()
	d.PlayText("b2") // already known
	if d.Guess.Score().Asked() != 1 {
		t.Error("a move counts twice")
	}
	d.start("othello", "othello")
	if d.Guessing() {
		t.Error("another document is guessed at")
	}
}

func TestHidden(t *testing.T) {
	d := guesser(t)
	for n := range d.View.Tree().All() {
		if d.Hidden(n) {
			t.Fatalf("%s is hidden without guessing", d.View.MoveName(n))
		}
	}
	d.Guess.Start()
	hidden := func() string {
		var names []string
		for n := range d.View.Tree().All() {
			if d.Hidden(n) {
				names = append(names, d.View.MoveName(n))
			}
		}
		return strings.Join(names, " ")
	}
	if got := hidden(); got != "b2 a1 c3 b1 c1" {
		t.Errorf("hidden are %s", got)
	}
	d.PlayText("b2")
	if got := hidden(); got != "a1 c3 b1 c1" {
		t.Errorf("hidden are %s", got)
	}
	d.PlayText("a1") // the second variation is shown now
	if got := hidden(); got != "c3 b1" {
		t.Errorf("hidden are %s", got)
	}
}

func TestGuessingForOneSeat(t *testing.T) {
	d := guesser(t)
	d.Guess.SetSeat(1)
	d.Guess.Start()
	if got := d.View.MoveName(d.View.Node()); got != "b2" {
		t.Fatalf("the first question comes after %s", got)
	}
	d.PlayText("a1")
	if got := d.View.MoveName(d.View.Node()); got != "c3" {
		t.Errorf("the second question comes after %s", got)
	}
	d.Guess.Show()
	d.guessed(guess.Score{At: [guess.MaxTries]int{1}, Shown: 1})
	if !d.Guess.Over() {
		t.Error("it is not over")
	}
}

func TestGuessTries(t *testing.T) {
	d := guesser(t)
	g := d.Guess
	if g.Tries() != 3 {
		t.Errorf("%d tries", g.Tries())
	}
	for n, want := range map[int]int{0: 1, 1: 1, 5: 5, 9: 5} {
		if g.SetTries(n); g.Tries() != want {
			t.Errorf("set to %d, there are %d tries", n, g.Tries())
		}
	}
	g.SetTries(1)
	g.Start()
	d.PlayText("a1")
	if got := d.View.MoveName(d.View.Node()); got != "b2" || g.Score().Shown != 1 {
		t.Errorf("after one try it is at %s", got)
	}
}

// TestGuessingWholeGames checks that whole games can be guessed. Moves that cannot be guessed, such
// as passes in Othello, are played automatically.
func TestGuessingWholeGames(t *testing.T) {
	for _, path := range []string{"../../samples/penloup-juhem.studio", "../../samples/awale.studio", "../../samples/three-players.studio", "../../samples/pente.studio"} {
		t.Run(filepath.Base(path), func(t *testing.T) {
			d := newFixture(t)
			d.File.Open(path, nil)
			d.loop.Until(t, path, func() bool { return d.File.Path() != "" })
			var line []*model.Node
			passes := 0
			for n := range d.View.Tree().Main() {
				line = append(line, n)
				if m, _ := n.Move(); m == rules.Pass {
					passes++
				}
			}
			d.Guess.Start()
			found := 0
			for !d.Guess.Over() {
				n := d.View.Node()
				d.Guess.Hint()
				m, _ := n.First().Move()
				if c := d.View.landing(d.View.Node(), m); !slices.Contains(d.Guess.Area(), c) {
					t.Fatalf("%s: the hint %v has no %d", path, d.Guess.Area(), c)
				}
				if len(d.Guess.Area()) >= len(d.View.Rules().Board().Cells) {
					t.Fatalf("%s: the hint is the whole board", path)
				}
				d.hintIsLegal()
				d.PlayText(d.View.Rules().FormatMove(m))
				if d.View.Node() == n {
					t.Fatalf("%s: %s was not right: %s", path, d.View.Rules().FormatMove(m), d.Status())
				}
				found++
			}
			if d.View.Node() != line[len(line)-1] || found != len(line)-1-passes {
				t.Errorf("%s: %d of %d moves were found, %d passes", path, found, len(line)-1, passes)
			}
			if got := d.Guess.Score(); got.At[0] != found || got.Percent() != 100 || got.Hints != found {
				t.Errorf("%s: %+v", path, got)
			}
			if strings.Contains(path, "juhem") && passes == 0 {
				t.Error("the game has no pass: is the test blind?")
			}
		})
	}
}

func TestNothingToGuess(t *testing.T) {
	d := newFixture(t)
	d.Guess.Start()
	if d.Guessing() || !strings.Contains(d.lastSaid(), "end of the line") {
		t.Errorf("it begins without a line: %q", d.lastSaid())
	}
	if d.Guess.Score().Percent() != 0 {
		t.Error("nothing is some percent")
	}
}

// hintIsLegal checks that each cell of the hint belongs to a legal move. If there are other moves
// than the right one, the hint must include some.
func (d *fixture) hintIsLegal() {
	d.t.Helper()
	pos, err := d.View.Position()
	if err != nil {
		d.t.Fatal(err)
	}
	legal := map[rules.Cell]bool{}
	for m := range pos.Moves() {
		legal[d.View.landing(d.View.Node(), m)] = true
	}
	area := d.Guess.Area()
	for _, c := range area {
		if !legal[c] {
			d.t.Fatalf("%s: the hint %v has the cell %d, where no move can be made", d.View.MoveName(d.View.Node()), area, c)
		}
	}
	if len(area) < min(3, len(legal)) {
		d.t.Fatalf("%s: the hint has %d cells, %d are legal", d.View.MoveName(d.View.Node()), len(area), len(legal))
	}
}

// TestTriesChangeInTheMiddle checks a change of the number of tries during a move. The points of
// the move must stay between 0 and 1, and the message about the remaining tries must follow.
func TestTriesChangeInTheMiddle(t *testing.T) {
	for _, c := range []struct {
		before, wrong, after int
		left                 string
		percent              int
	}{
		{5, 4, 1, "1 more try.", 20}, {5, 3, 2, "1 more try.", 25}, {3, 1, 1, "1 more try.", 50}, {2, 1, 5, "4 more tries.", 80}, {3, 2, 3, "1 more try.", 33},
	} {
		d := newFixture(t)
		d.play("b2")
		d.Home()
		d.Guess.SetTries(c.before)
		d.Guess.Start()
		for _, m := range []string{"a1", "a2", "a3", "b1"}[:c.wrong] {
			d.PlayText(m)
		}
		d.Guess.SetTries(c.after)
		if got := d.Status(); !strings.Contains(got, c.left) {
			t.Errorf("%+v: %s", c, got)
		}
		d.PlayText("b2")
		if got := d.Guess.Score(); got.Percent() != c.percent || got.At[c.wrong] != 1 {
			t.Errorf("%+v: %d percent, %+v", c, got.Percent(), got)
		}
		d.Close()
	}
	// With more wrong tries than are now allowed, the move is shown.
	d := newFixture(t)
	d.play("b2")
	d.Home()
	d.Guess.SetTries(3)
	d.Guess.Start()
	d.Guess.SetTries(2)
	if got := d.Status(); strings.Contains(got, "tr") {
		t.Errorf("nothing was tried: %s", got)
	}
	d.PlayText("a1")
	d.PlayText("a2")
	if got := d.Guess.Score(); got.Shown != 1 || got.Percent() != 0 {
		t.Errorf("%+v", got)
	}
}
