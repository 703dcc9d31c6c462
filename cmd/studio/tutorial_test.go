package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio/internal/uitest"
)

// step waits until the lesson in front shows the given step and ticks.
func (w *window) step(step, ticks string) {
	w.t.Helper()
	w.Wait("“"+step+"” with "+ticks, func() bool {
		shown := func(id, want string) bool {
			for _, n := range w.FindAll("label", id) {
				if n.Is(uitest.Showing) {
					return n.Text() == want
				}
			}
			return false
		}
		return shown("Lesson Step", step) && shown("Lesson Ticks", ticks)
	})
}

// teaches waits until the instruction of the lesson in front contains words.
func (w *window) teaches(words string) {
	w.t.Helper()
	w.Wait("a step with "+words, func() bool {
		for _, n := range w.FindAll("label", "Lesson Text") {
			if n.Is(uitest.Showing) && strings.Contains(n.Text(), words) {
				return true
			}
		}
		return false
	})
}

// types plays moves with the keyboard.
func (w *window) types(moves ...string) {
	w.t.Helper()
	for _, m := range moves {
		w.Type(m)
		w.Key("Return")
	}
}

// choosesFile enters a path in a file dialog.
func (w *window) choosesFile(title, path string) {
	w.t.Helper()
	w.Find("file chooser", title)
	w.Key("ctrl+a")
	w.Type(path)
	w.Key("Return")
	w.WaitGone("file chooser", title)
}

// card focuses a card of the start page with the keyboard.
func (w *window) card(title string) {
	w.t.Helper()
	w.Wait("the card "+title, func() bool {
		if w.hasFocus("list item", title) {
			return true
		}
		w.Key("Down")
		return false
	})
}

// TestTutorial checks that all lessons can be completed with the keyboard. The documents of all
// lessons stay open.
func TestTutorial(t *testing.T) {
	t.Parallel()
	home, files := t.TempDir(), t.TempDir()
	w := start(t, home)
	w.Find("", "Start Page – Studio")
	w.focused("list item", "Tic-tac-toe")
	w.part("first lesson", w.firstLesson)
	w.part("branches", w.branchLesson)
	w.Key("alt+x") // the next lesson
	w.part("comments", func() { w.commentLesson(filepath.Join(files, "lesson.studio")) })
	w.Key("alt+x")
	w.part("printing", func() { w.printLesson(filepath.Join(files, "grid.pdf"), filepath.Join(files, "picture.pdf")) })
	w.Key("alt+x")
	w.part("scripts", w.scriptLesson)
	w.part("completed after a restart", w.completedLessons)
}

// saved checks that a file exists.
func (w *window) saved(path string) {
	w.t.Helper()
	if _, err := os.Stat(path); err != nil {
		w.t.Error(err)
	}
}

// firstLesson opens the first lesson from the start page and plays a game.
func (w *window) firstLesson() {
	w.card("First Lesson")
	w.shot("lesson-card")
	heard := w.Listen()
	w.Key("Return")
	w.step("Step 1 of 5", "● ○ ○ ○ ○")
	heard.Wait("First Game. Step 1 of 5. Start a game with “Game, New Game…” (Ctrl+N): choose “Tic-tac-toe”, select “Computer, easy” as the second player if you like, and press “Start Game”.")
	w.focused("drawing area", "Board")
	w.shot("lesson-game")
	w.Key("ctrl+n")
	w.Find("", "New Game")
	w.Key("Return")
	w.WaitGone("", "New Game")
	w.step("Step 2 of 5", "✓ ● ○ ○ ○")
	heard.Wait("Done. Step 2 of 5. Play a move: click a cell. With the keyboard, Enter shows a cursor on the board, the arrow keys move it, and Enter plays the move.")
	w.focused("drawing area", "Board")
	w.Key("Return", "Return")
	w.moves("1. b2")
	w.step("Step 3 of 5", "✓ ✓ ● ○ ○")
	w.shot("lesson-game-3")
	w.Key("ctrl+alt+z")
	w.step("Step 4 of 5", "✓ ✓ ✓ ● ○")
	w.Key("Escape")
	w.types("a1", "a2", "b1", "b2", "c1")
	w.step("Step 5 of 5", "✓ ✓ ✓ ✓ ●")
	w.shot("lesson-game-5")
	w.Key("Left")
	w.step("Lesson finished", "✓ ✓ ✓ ✓ ✓")
	heard.Wait("Done. Lesson finished. The next lesson is “Branches”: Try another move and keep both: a game is a tree.")
	w.shot("lesson-finished")
}

// branchLesson opens the next lesson, which the start page and the bar offer.
func (w *window) branchLesson() {
	w.Key("ctrl+t")
	w.Find("", "Start Page – Studio")
	w.Find("list item", "Next Lesson: Branches")
	w.Key("ctrl+w")
	w.step("Lesson finished", "✓ ✓ ✓ ✓ ✓")
	w.Key("alt+x")
	w.step("Step 1 of 4", "● ○ ○ ○")
	w.tab("• Tic-tac-toe", 1)
	w.tab("Branches", 1)
	w.moves("1. b2  a3  3. c3  a1")
	w.shot("lesson-branch")
	w.Key("Left")
	w.step("Step 2 of 4", "✓ ● ○ ○")
	w.types("c1")
	w.step("Step 3 of 4", "✓ ✓ ● ○")
	w.shot("lesson-branch-3")
	w.Key("Up")
	w.step("Step 4 of 4", "✓ ✓ ✓ ●")
	w.Key("Down", "ctrl+m")
	w.step("Lesson finished", "✓ ✓ ✓ ✓")
}

// commentLesson writes a comment and saves the document.
func (w *window) commentLesson(file string) {
	w.step("Step 1 of 4", "● ○ ○ ○")
	w.Key("F9")
	w.Type("A corner") // counts when the comment is finished, not at its first letter
	w.WaitText("Comment", "A corner")
	w.step("Step 1 of 4", "● ○ ○ ○")
	w.shot("lesson-comment")
	w.Key("Escape")
	w.step("Step 2 of 4", "✓ ● ○ ○")
	w.Key("alt+1", "Return", "Return", "Escape", "Escape")
	w.step("Step 3 of 4", "✓ ✓ ● ○")
	w.Key("ctrl+2")
	w.step("Step 4 of 4", "✓ ✓ ✓ ●")
	w.Key("ctrl+s")
	w.choosesFile("Save As", file)
	w.step("Lesson finished", "✓ ✓ ✓ ✓")
	w.shot("lesson-comment-finished")
	w.saved(file)
}

// printLesson prints and exports. Actions in dialogs count, too.
func (w *window) printLesson(grid, picture string) {
	w.step("Step 1 of 3", "● ○ ○")
	w.Key("ctrl+p")
	w.Find("", "Print Blank Grid")
	w.Key("Escape")
	w.WaitGone("", "Print Blank Grid")
	w.step("Step 1 of 3", "● ○ ○")
	w.Key("ctrl+p")
	w.Find("", "Print Blank Grid")
	w.shot("lesson-print")
	w.Click("Save as PDF…")
	w.choosesFile("Save as PDF", grid)
	w.WaitGone("", "Print Blank Grid")
	w.step("Step 2 of 3", "✓ ● ○")
	w.Key("ctrl+alt+e")
	w.Find("dialog", "Export Picture")
	w.Find("push button", "Export…").Do()
	w.choosesFile("Export Picture", picture)
	w.WaitGone("dialog", "Export Picture")
	w.step("Step 3 of 3", "✓ ✓ ●")
	w.Key("ctrl+alt+i")
	w.step("Lesson finished", "✓ ✓ ✓")
	w.saved(grid)
	w.saved(picture)
}

// scriptLesson writes a script and plays against it. The script window shows the instructions of
// steps there.
func (w *window) scriptLesson() {
	w.step("Step 1 of 4", "● ○ ○ ○")
	w.shot("lesson-script")
	w.scripts()
	w.WaitText("Lesson Hint", "Create a script with “Script, New Script…” (Ctrl+N) in the window of scripts. The new script can already play.")
	w.Key("ctrl+n")
	w.Find("text", "Name of the script")
	w.Key("Return")
	w.Find("frame", "My player.lua – Scripts – Studio")
	w.Wait("the next step", func() bool { return strings.HasPrefix(w.Text("Lesson Hint"), "Try it with “Run, Run…” (F5)") })
	w.shot("lesson-script-window")
	w.Key("F5")
	w.Find("dialog", "Run the script")
	w.Key("Return")
	w.WaitGone("dialog", "Run the script")
	w.step("Step 4 of 4", "✓ ✓ ✓ ●")
	w.shot("lesson-script-4")
	w.Menu("Game", "Play Against a Script", "My player")
	w.status("Cross to move")
	w.step("Step 4 of 4", "✓ ✓ ✓ ●") // in another tab
	w.types("b2")
	w.step("Lesson finished", "✓ ✓ ✓ ✓")
	w.teaches("This was the last lesson. The help (F1) covers everything else.")
	w.shot("lesson-last")
	w.Key("alt+c")
	w.WaitGone("label", "Lesson Step")
	w.focused("drawing area", "Board")
}

// completedLessons checks that all lessons are completed, even after a restart.
func (w *window) completedLessons() {
	w.Key("ctrl+t")
	w.Find("list item", "Tutorial")
	w.Kill() // half of the documents are unsaved
	w.Run()
	w.Find("list item", "Tutorial")
	w.Menu("Help", "Tutorial")
	w.Find("", "Tutorial")
	w.shot("lessons")
	w.Key("Down", "Return")
	w.step("Step 1 of 4", "● ○ ○ ○")
	w.Find("label", "Branches")
}

// TestSkipAndRepeatLessonSteps checks that a lesson can be left and continued, and that its steps can
// be skipped and repeated.
func TestSkipAndRepeatLessonSteps(t *testing.T) {
	t.Parallel()
	awale := sample(t)
	w := open(t, awale)
	w.shows(awale)
	w.Menu("Help", "Tutorial")
	w.Find("", "Tutorial")
	w.Type("Bran")
	w.Key("Return")
	w.step("Step 1 of 4", "● ○ ○ ○")
	w.tab("game.studio", 1) // the lesson has opened a new tab

	// Back and Skip have mnemonics and do not take the focus from the board.
	w.Key("alt+k")
	w.step("Step 2 of 4", "○ ● ○ ○")
	w.Key("alt+k")
	w.step("Step 3 of 4", "○ ○ ● ○")
	w.Key("alt+k")
	w.step("Step 4 of 4", "○ ○ ○ ●")
	w.Key("alt+k") // skipping all steps does not complete the lesson
	w.step("End of the lesson", "○ ○ ○ ○")
	w.teaches("4 steps were skipped; press Back to return to them. The next lesson is “Comments”")
	w.shot("lesson-skipped")
	w.Key("alt+b")
	w.step("Step 4 of 4", "○ ○ ○ ●")
	w.Key("alt+b")
	w.step("Step 3 of 4", "○ ○ ● ○")
	w.Key("alt+b")
	w.step("Step 2 of 4", "○ ● ○ ○")
	w.focused("drawing area", "Board")
	for i := 0; i < 60 && !w.hasFocus("push button", "Skip This Step"); i++ { // the buttons can be reached with Tab, too
		w.Key("shift+Tab")
	}
	w.focused("push button", "Skip This Step")
	w.Find("drawing area", "Board").Focus()
	w.focused("drawing area", "Board")
	w.Key("Left")
	w.types("c1")
	w.step("Step 3 of 4", "○ ✓ ● ○")
	w.Key("alt+b")
	w.step("Step 2 of 4", "○ ✓ ○ ○")
	w.Key("alt+b")
	w.step("Step 1 of 4", "● ✓ ○ ○")
	w.Key("Right", "End")
	w.Key("Left") // goes to the remaining step
	w.step("Step 3 of 4", "✓ ✓ ● ○")

	// Other documents show no lesson and do not replace its tab.
	w.Key("ctrl+Tab")
	w.shows(awale)
	for _, n := range w.FindAll("label", "Lesson Step") {
		if n.Is(uitest.Showing) {
			t.Error("the lesson stands above another document")
		}
	}
	w.Key("ctrl+shift+Tab")
	w.step("Step 3 of 4", "✓ ✓ ● ○")

	// An instruction uses the current keys and titles of commands.
	w.teaches("with “Go, Previous Variation” (Up)")
	w.Key("ctrl+comma")
	w.Find("", "Preferences")
	w.Find("list item", "Language").Click()
	w.Find("combo box", "Language").Select(2)
	w.teaches("«\u00a0Aller, Variante précédente\u00a0» (Haut)")
	w.step("Étape 3 sur 4", "✓ ✓ ● ○")
	w.shot("lesson-french")
}
