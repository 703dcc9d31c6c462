package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNewcomer checks the steps of a new user, with the keyboard except for the buttons below the
// board. It plays against an easy opponent, takes a hint and takes a move back. After the end of
// the game, it reviews the game, writes a comment, saves the file and opens it again.
func TestNewcomer(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	w := start(t, home)
	w.focused("list item", "Tic-tac-toe")
	w.shot("newcomer-01-start")
	w.Key("Right", "Down")
	w.focused("list item", "Othello")
	w.Key("Return")
	w.WaitText("Game", "Othello")
	who := w.Find("combo box", "Played by 2")
	who.Click()
	w.shot("newcomer-02-opponents")
	w.Key("Escape")
	who.Select(2)
	w.Wait("the choice", func() bool { return who.Chosen() != nil && strings.Contains(who.Chosen().Name(), "easy") })
	w.shot("newcomer-03-easy")
	w.Find("push button", "Start Game").Click()
	w.WaitGone("", "New Game")
	w.status("Black to move")
	w.shot("newcomer-04-board")

	plies := func() (n int) { // number of moves shown in the move list
		for _, word := range strings.Fields(w.line()) {
			if word != "Start" && !strings.HasSuffix(word, ".") {
				n++
			}
		}
		return n
	}
	answered := func(n int) { // waits until n moves are played and it is the user's turn
		t.Helper()
		w.Wait("the answer", func() bool { return w.Text("Status") == "Black to move" && plies() == n })
	}
	w.Type("d3")
	w.Key("Return")
	answered(2)
	w.shot("newcomer-05-answer")
	hint := func() string {
		t.Helper()
		w.visible("Hint").Click()
		w.Wait("the hint", func() bool { return strings.HasPrefix(w.Text("Message"), "Hint: ") })
		move, _, _ := strings.Cut(strings.TrimPrefix(w.Text("Message"), "Hint: "), " ")
		return strings.Trim(move, ".,·")
	}
	for ply := 2; ply < 6; ply += 2 {
		move := hint()
		if ply == 2 {
			w.shot("newcomer-06-hint")
		}
		w.Find("drawing area", "Board").Focus()
		w.Type(move)
		w.Key("Return")
		w.moves(move)
		answered(ply + 2)
	}
	w.shot("newcomer-07-three-moves")
	w.visible("Take Back").Click()
	w.Wait("the move taken back", func() bool { return plies() == 4 })
	w.shot("newcomer-08-taken-back")
	w.visible("Resign…").Click()
	w.Find("label", "Resign for Black?")
	w.shot("newcomer-09-resign")
	w.ClickRole("push button", "Resign")
	w.status("Computer, easy wins – resignation")
	w.shot("newcomer-10-end")
	w.visible("Review Game").Click()
	w.visible("Forward")
	w.Key("Right", "Right")
	w.shot("newcomer-11-review")
	w.Find("text", "Comment").Focus()
	w.Type("A good start for White.")
	w.Key("Escape")
	w.shot("newcomer-12-comment")
	file := filepath.Join(home, "my first game.studio")
	w.Key("ctrl+s")
	w.Find("file chooser", "Save As")
	w.shot("newcomer-13-save")
	w.Key("ctrl+a")
	w.Type(file)
	w.Key("Return")
	w.WaitGone("file chooser", "Save As")
	w.Wait("the file", func() bool { _, err := os.Stat(file); return err == nil })
	w.shows(file)
	w.shot("newcomer-14-saved")
	w.Quit()

	w.Run()
	w.shows(file) // the tabs are restored
	w.shot("newcomer-15-restored")
	w.Key("ctrl+t")
	w.Find("", "Start Page – Studio")
	w.Key("ctrl+shift+Tab")
	w.shows(file)
	w.Key("ctrl+w")
	w.Find("", "Start Page – Studio")
	w.Find("list item", "my first game.studio")
	w.shot("newcomer-16-recent")
	w.Find("list item", "my first game.studio").Click()
	w.shows(file)
	w.Key("Home", "Right", "Right")
	w.Wait("the comment", func() bool { return w.Find("text", "Comment").Text() == "A good start for White." })
	w.shot("newcomer-17-reopened")
}
