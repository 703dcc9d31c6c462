package app

import (
	"slices"
	"strings"
	"testing"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/command"
	"boardstudio/studio/app/guess"
)

// puzzles returns a fixture with the given number of puzzles: the position after the moves of past,
// and a solution.
func puzzles(t *testing.T, many int, past, solution []string) *fixture {
	t.Helper()
	d := newFixture(t)
	d.play(past...)
	at := d.Shown().String()
	x := model.NewDocument(d.View.Rules())
	for range many {
		n := x.Tree.AddSetup(x.Tree.Root(), at)
		for _, m := range solution {
			n = x.Tree.Add(n, rules.Place(d.View.Rules().Board().Find(m)))
		}
	}
	d.File.OpenCopy(x)
	d.said = nil
	return d
}

// waits waits for a status line that contains part.
func (d *fixture) waits(part string) {
	d.t.Helper()
	d.loop.Until(d.t, "a status with "+part, func() bool { return strings.Contains(d.Status(), part) })
}

func TestSolvePuzzles(t *testing.T) {
	d := puzzles(t, 2, []string{"a1", "b1", "c1", "a3"}, []string{"c3", "b2", "c2"}) // c3 makes two rows of two
	before := d.View.Tree().Revision()
	d.Guess.Start()
	first, second := d.View.Tree().Root().First(), d.View.Tree().Root().First().Next()
	if got := d.Status(); d.View.Node() != first || got != "Puzzle 1 of 2 · Easy · Cross wins in 2 moves" {
		t.Fatalf("at %s it says %q", d.View.MoveName(d.View.Node()), got)
	}
	if d.Hidden(second) || !d.Hidden(second.First()) || !d.Hidden(first.First()) {
		t.Error("the solutions are to be hidden, and nothing else")
	}

	// A wrong try is answered on the board, not in the document.
	d.PlayText("b2")
	d.waits("b2 does not win in 2 moves: Nought answers c3.")
	cell := d.View.Rules().Board().Find
	if p, last := d.Guess.Refutation(); p == nil || d.Shown() != p || p.At(cell("b2")).Owner != 0 || p.At(cell("c3")).Owner != 1 || last != cell("c3") || d.LastCell() != last {
		t.Errorf("the board shows %v", d.Shown())
	}
	if _, ok := d.Ghost(cell("c3")); ok || d.View.Node() != first {
		t.Error("the refutation is played on")
	}
	if !d.Escape() || d.Shown().At(cell("b2")).Owner != rules.NoPlayer || d.Escape() {
		t.Error("it cannot be taken from the board")
	}
	if got := d.Status(); !strings.HasPrefix(got, "b2 is wrong. You have 2 more tries. Puzzle 1") {
		t.Errorf("it says %q", got)
	}

	// The answer is played automatically, and the last move leads to the next puzzle.
	d.PlayText("c3")
	if got := d.Status(); d.View.Node().Ply() != 2 || got != "c3 is right. Puzzle 1 of 2 · Easy · Cross wins in 1 move" {
		t.Errorf("after %d plies it says %q", d.View.Node().Ply(), got)
	}
	d.PlayText("c2")
	if got := d.Status(); !d.Guess.Over() || !d.Conditions().Allows(command.NextPuzzle) || got != "c2 is right, at the first try! Puzzle 1 of 2 is solved" {
		t.Errorf("at the end it says %q", got)
	}
	d.guessed(guess.Score{At: [guess.MaxTries]int{1, 1}})
	d.Guess.Next()
	if d.View.Node() != second || d.Conditions().Allows(command.NextPuzzle) || !strings.HasPrefix(d.Status(), "Puzzle 2 of 2") {
		t.Errorf("the next one says %q", d.Status())
	}

	// After the last try, the move is shown. A click on the board removes the refutation and is not
	// a try.
	d.Guess.SetTries(1)
	d.PlayText("a2")
	d.waits("a2 does not win")
	d.Click(cell("c3"))
	if got := d.Status(); d.View.Node().Ply() != 2 || !strings.HasPrefix(got, "a2 is wrong. The move was c3.") {
		t.Errorf("after the last try it says %q", got)
	}
	d.guessed(guess.Score{At: [guess.MaxTries]int{1, 1}, Shown: 1})

	// A refutation is not shown at another node.
	d.Back()
	d.Back()
	d.PlayText("a2")
	d.Back()
	if p, _ := d.Guess.Refutation(); p != nil || d.View.Node() != d.View.Tree().Root() {
		t.Error("a refutation stands at another node")
	}
	d.Guess.End()
	if d.Guessing() || d.View.Tree().Revision() != before {
		t.Error("solving has changed the document")
	}
}

// TestOtherWinningMoves checks that another move that wins as fast as the solution is accepted.
func TestOtherWinningMoves(t *testing.T) {
	d := puzzles(t, 1, []string{"a1", "b1", "c1", "a3"}, []string{"c3", "b3", "b2"}) // c2 wins as well
	d.Guess.Start()
	d.PlayText("c3")
	d.PlayText("c2")
	d.waits("wins too")
	if got := d.Status(); !d.Guess.Over() || !strings.HasPrefix(got, "c2 wins too; the line continues with b2.") {
		t.Errorf("it says %q", got)
	}
	d.guessed(guess.Score{At: [guess.MaxTries]int{2}})
}

// TestFindPuzzles checks that the puzzles of a tree are opened as a new document, whatever other
// searches run.
func TestFindPuzzles(t *testing.T) {
	d := newFixture(t)
	d.play("a1", "b1", "c1", "a3", "c3", "b2", "c2")
	d.Home()
	before := d.View.Tree().Revision()
	var found *model.Document
	d.FindPuzzles(func(x *model.Document) { found = x })
	d.Advice.Suggest()
	d.loop.Until(t, "the puzzles", func() bool { return found != nil })
	var first []string
	for n := range found.Tree.Root().Children() {
		if !guess.IsPuzzle(n) {
			t.Errorf("%s is no puzzle", d.View.MoveName(n))
		}
		first = append(first, n.Setup()+" "+d.View.MoveName(n.First()))
	}
	if !slices.Contains(first, "ABA/.../B.. A c3") {
		t.Errorf("found %q", first)
	}
	if d.View.Tree().Revision() != before {
		t.Error("looking has changed the document")
	}
	d.start("line", "tictactoe")
	d.FindPuzzles(func(*model.Document) { t.Error("there are puzzles in a game without moves") })
	d.loop.Until(t, "the answer", func() bool { return strings.HasPrefix(d.lastSaid(), "No puzzle was found") })
}
