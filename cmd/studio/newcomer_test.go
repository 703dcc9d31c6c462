package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// plies returns the number of moves in the move list.
func (w *window) plies() (n int) {
	for _, word := range strings.Fields(w.line()) {
		if word != "Start" && !strings.HasSuffix(word, ".") {
			n++
		}
	}
	return n
}

// answered waits until n moves are played and it is Black's turn.
func (w *window) answered(n int) {
	w.t.Helper()
	w.Wait("the answer", func() bool { return w.Text("Status") == "Black to move" && w.plies() == n })
}

// hint asks for a hint and returns its move.
func (w *window) hint() string {
	w.t.Helper()
	w.visible("Hint").Click()
	var move string
	w.Wait("the hint", func() bool {
		text, ok := strings.CutPrefix(w.Text("Message"), "Hint: ")
		move, _, _ = strings.Cut(text, " ")
		return ok
	})
	return strings.Trim(move, ".,·")
}

// TestFirstGameOfANewUser checks the steps of a new user, with the keyboard except for the buttons
// below the board: a game against an easy opponent, its review, saving it and opening it again.
func TestFirstGameOfANewUser(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	w := start(t, home)
	file := filepath.Join(home, "my first game.studio")
	w.part("choose game and opponent", w.chooseOthello)
	w.part("play with hints", w.playWithHints)
	w.part("take back and resign", w.takeBackAndResign)
	w.part("review", w.reviewGame)
	w.part("save", func() { w.saveFirstGame(file) })
	w.Quit()
	w.Run()
	w.part("open again", func() { w.reopen(file) })
}

// chooseOthello starts a game against an easy opponent from the start page.
func (w *window) chooseOthello() {
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
}

func (w *window) playWithHints() {
	w.Type("d3")
	w.Key("Return")
	w.answered(2)
	w.shot("newcomer-05-answer")
	for ply := 2; ply < 6; ply += 2 {
		move := w.hint()
		if ply == 2 {
			w.shot("newcomer-06-hint")
		}
		w.Find("drawing area", "Board").Focus()
		w.Type(move)
		w.Key("Return")
		w.moves(move)
		w.answered(ply + 2)
	}
	w.shot("newcomer-07-three-moves")
}

func (w *window) takeBackAndResign() {
	w.visible("Take Back").Click()
	w.Wait("the move taken back", func() bool { return w.plies() == 4 })
	w.shot("newcomer-08-taken-back")
	w.visible("Resign…").Click()
	w.Find("label", "Resign for Black?")
	w.shot("newcomer-09-resign")
	w.ClickRole("push button", "Resign")
	w.status("Computer, easy wins – resignation")
	w.shot("newcomer-10-end")
}

// reviewGame goes to the second move and writes a comment.
func (w *window) reviewGame() {
	w.visible("Review Game").Click()
	w.visible("Forward")
	w.Key("Right", "Right")
	w.shot("newcomer-11-review")
	w.Find("text", "Comment").Focus()
	w.Type("A good start for White.")
	w.Key("Escape")
	w.shot("newcomer-12-comment")
}

// saveFirstGame saves the game with the file dialog.
func (w *window) saveFirstGame(file string) {
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
}

// reopen closes the tab, which was restored, and opens the file from the start page.
func (w *window) reopen(file string) {
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
