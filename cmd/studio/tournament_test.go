package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio"
	aiall "boardstudio/ai/all"
	"boardstudio/tournament"
)

// tournaments opens the tournament window with the choices for a new tournament on the smallest
// board.
func (w *window) tournaments() {
	w.t.Helper()
	w.Key("ctrl+alt+o")
	w.Find("list box", "Can Play")
	w.Find("frame", "Tournament – Studio")
	w.focused("list item", "Computer, very easy")
}

// progress waits until the progress line of the tournament contains words.
func (w *window) progress(words string) {
	w.t.Helper()
	w.Wait("progress with "+words, func() bool { return w.Has("label", "Progress") && strings.Contains(w.Text("Progress"), words) })
}

// results returns the number of results that a tournament has stored.
func results(dir string) int {
	data, _ := os.ReadFile(filepath.Join(dir, tournament.ResultsFile))
	return strings.Count(string(data), "\n")
}

// TestTournament checks that a tournament can be set up, played and resumed after a kill, and its
// games opened, with the keyboard alone.
func TestTournament(t *testing.T) {
	t.Parallel()
	w := open(t)
	long := filepath.Join(w.Home, "long")
	w.part("set up and play", func() { w.playTournament(filepath.Join(w.Home, "cup")) })
	w.part("pause and continue in the background", func() { w.startLongTournament(long) })
	was := results(long)
	w.Wait("more games", func() bool { return results(long) > was+10 })
	w.Kill()
	w.Run("--game", "tictactoe")
	w.part("resume after a kill", func() { w.resumeTournament(long) })
}

// playTournament chooses the players and plays all games. It then opens one.
func (w *window) playTournament(dir string) {
	w.tournaments()
	w.Key("Return", "Down", "Return", "Down", "Return")
	w.WaitText("Participants", "Take Part (3)")
	w.Key("Tab")
	w.focused("list item", "Computer, medium")
	w.Key("Delete")
	w.WaitText("Participants", "Take Part (2)")
	w.Key("shift+Tab", "End", "Return")
	w.WaitText("Participants", "Take Part (3)")
	w.shot("tournament-setup")
	w.Find("text", "Folder").SetText(dir)
	w.Key("ctrl+Return")
	w.progress("30 of 30 games · over")
	w.Find("frame", "cup – Studio")
	w.WaitText("Tournament", "cup")
	w.Wait("the table", func() bool { return len(w.FindAll("table cell", "Looks ahead")) > 0 })
	w.shot("tournament-over")
	for n := 1; n <= 30; n++ {
		if _, err := os.Stat(filepath.Join(dir, tournament.RecordName(boardstudio.Documents, n))); err != nil {
			w.t.Error(err)
		}
	}
	w.Key("F6")
	w.Wait("the list of games", func() bool { return len(w.FindAll("table cell", "30")) > 0 })
	w.Key("Home", "Return")
	w.shows(tournament.RecordName(boardstudio.Documents, 30))
}

// startLongTournament starts another tournament with the last choices.
func (w *window) startLongTournament(dir string) {
	w.Key("ctrl+alt+o")
	w.Wait("the window", func() bool { a := w.Active(); return a != nil && a.Name() == "cup – Studio" })
	w.Key("ctrl+n")
	w.WaitText("Participants", "Take Part (3)") // the last choices
	w.Find("spin button", "Games per encounter").SetValue(5000)
	w.Find("text", "Folder").SetText(dir)
	w.Key("ctrl+Return")
	w.progress("of 15000 games · being played")
	w.Wait("some games", func() bool { return results(dir) > 20 })
	w.Find("drawing area", "")
	w.shot("tournament-boards")
	w.Key("F5")
	w.progress("paused")
	w.Key("F5")
	w.progress("being played")
	w.Key("Escape") // the tournament continues in the background
	w.Wait("the note", func() bool { return strings.Contains(w.Text("Message"), "continues in the background") })
}

// resumeTournament resumes a tournament, and ends the program while it is being played.
func (w *window) resumeTournament(dir string) {
	w.Key("ctrl+alt+o")
	w.progress("paused")
	w.Find("frame", "long – Studio")
	was := results(dir)
	w.Key("F5")
	w.Wait("more games", func() bool { return results(dir) > was+10 })
	w.progress("being played")
	w.Key("Escape")
	w.Wait("the note", func() bool { return strings.Contains(w.Text("Message"), "continues in the background") })
	if code := w.Quit(); code != 0 { // stops the tournament
		w.t.Errorf("exit code %d", code)
	}
	data, err := os.ReadFile(filepath.Join(dir, tournament.ResultsFile))
	if err != nil {
		w.t.Fatal(err)
	}
	if _, games, _, err := tournament.ParseResults(data, 2, 3); err != nil || len(games) <= was {
		w.t.Errorf("%d games after %d, %v", len(games), was, err)
	}
	x, err := tournament.Open(w.t.Context(), aiall.Engines, boardstudio.Documents, dir)
	if err != nil || x.Table().Over {
		w.t.Fatal(err)
	}
}
