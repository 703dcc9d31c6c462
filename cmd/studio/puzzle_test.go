package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	ioxml "boardstudio/io/xml"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

// record writes a file with variations of tic-tac-toe and returns its path. A set-up is written as
// "= POSITION".
func record(t *testing.T, lines ...[]string) string {
	t.Helper()
	r, err := all.Games.Build("tictactoe", nil)
	if err != nil {
		t.Fatal(err)
	}
	d := model.NewDocument(r)
	for _, line := range lines {
		n := d.Tree.Root()
		for _, m := range line {
			if at, ok := strings.CutPrefix(m, "= "); ok {
				n = d.Tree.AddSetup(n, at)
			} else {
				n = d.Tree.Add(n, rules.Place(r.Board().Find(m)))
			}
		}
	}
	path := filepath.Join(t.TempDir(), "puzzles.studio")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := ioxml.Encode(t.Context(), f, d, nil); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestPuzzles checks that the puzzles of a game can be found and solved with the keyboard alone.
func TestPuzzles(t *testing.T) {
	t.Parallel()
	w := open(t, record(t, []string{"a1", "b1", "c1", "a3", "c3", "b2", "c2"}))
	w.shows("puzzles.studio")
	asked := func(words string) {
		t.Helper()
		w.Wait("the question "+words, func() bool { return strings.Contains(w.Text("Guess"), words) })
	}
	w.Key("ctrl+alt+f")
	w.Wait("what was found", func() bool { return strings.Contains(w.Text("Message"), "puzzle") })
	if got := w.Text("Message"); !strings.HasPrefix(got, "1 puzzle was found.") && !strings.Contains(got, "puzzles were found.") {
		t.Errorf("it says %q", got)
	}
	w.Key("ctrl+g")
	asked("Puzzle 1 of ")
	w.Key("ctrl+Tab")
	w.shows("puzzles.studio") // the game has not changed
}

// TestShippedPuzzles checks that the puzzles of the start page do not count as unsaved work.
func TestShippedPuzzles(t *testing.T) {
	t.Parallel()
	w := start(t, t.TempDir())
	w.Find("", "Start Page – Studio")
	w.card("Puzzles: Connect four")
	w.shot("puzzle-cards")
	w.Key("Return")
	w.Wait("the first puzzle", func() bool { return strings.HasPrefix(w.Text("Guess"), "Puzzle 1 of 50 · Easy · ") })
	w.Key("ctrl+alt+n")
	w.Wait("the second puzzle", func() bool { return strings.HasPrefix(w.Text("Guess"), "Puzzle 2 of 50") })
	w.Key("ctrl+w") // closes without a question
	if code := w.Exit(); code != 0 {
		t.Errorf("it ended with %d", code)
	}
}

// TestSolve checks that puzzles can be solved with the keyboard alone, and that a wrong try is
// refuted on the board.
func TestSolve(t *testing.T) {
	t.Parallel()
	const at = "= ABA/.../B.. A"
	w := open(t, record(t, []string{at, "c3", "b2", "c2"}, []string{at, "c3", "c2", "b2"}))
	w.shows("puzzles.studio")
	asked := func(words string) {
		t.Helper()
		w.Wait("the question "+words, func() bool { return strings.HasPrefix(w.Text("Guess"), words) })
	}
	try := func(m string) {
		t.Helper()
		w.Type(m)
		w.Key("Return")
	}
	heard := w.Listen()
	w.Key("ctrl+g")
	asked("Puzzle 1 of 2 · Easy · Cross wins in 2 moves")
	heard.Wait("Puzzle 1 of 2 · Easy · Cross wins in 2 moves")
	if strings.Contains(w.line(), "c3") {
		t.Errorf("the solution is shown: %s", w.line())
	}
	try("b2")
	asked("b2 does not win in 2 moves: Nought answers c3. Press Escape or click to continue")
	heard.Wait("b2 does not win in 2 moves: Nought answers c3. Press Escape or click to continue")
	w.shot("puzzle-refuted")
	w.Key("Escape")
	asked("b2 is wrong. You have 2 more tries. Puzzle 1 of 2")
	try("c3")
	asked("c3 is right. Puzzle 1 of 2 · Easy · Cross wins in 1 move")
	try("c2")
	asked("c2 is right, at the first try! Puzzle 1 of 2 is solved")
	w.shot("puzzle-done")
	w.Key("ctrl+alt+n")
	asked("Puzzle 2 of 2 · Easy")
	w.Key("ctrl+alt+g") // shows the solution
	asked("The move was c3. Puzzle 2 of 2")
	try("b2")
	w.Find("dialog", "Your result")
	w.Key("Return")
	if strings.HasPrefix(w.Find("frame", "").Name(), "•") {
		t.Error("the document counts as changed")
	}
}
