package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio/internal/uitest"
)

// scripts opens the script window.
func (w *window) scripts() {
	w.t.Helper()
	w.Key("ctrl+shift+l")
	w.Find("list box", "Scripts")
}

// typeLines types lines, which the editor indents.
func (w *window) typeLines(lines ...string) {
	w.t.Helper()
	for i, l := range lines {
		if i > 0 {
			w.Key("Return")
		}
		w.Type(l)
	}
}

// problem waits until the editor shows an error with the given words, or no error if words is "".
func (w *window) problem(words string) {
	w.t.Helper()
	w.Wait("problem "+words, func() bool {
		list := append(w.FindAll("push button", ""), w.FindAll("label", "Problem")...)
		for _, n := range list {
			if n.Is(uitest.Showing) && (strings.HasPrefix(n.Name(), "Line ") || n.Name() == "Problem") {
				return words != "" && strings.Contains(n.Name()+n.Text(), words)
			}
		}
		return words == ""
	})
}

// scriptWriter writes the script Corners in a window.
type scriptWriter struct {
	*window
	file, draft string
}

const cornersScript = `-- likes corners
return {
  name = "Corners first",
  choose = function(pos, moves)
    for i, m in ipairs(moves) do
      if m == "a1" or m == "c3" then
        log("a corner:", m)
        return m
      end
    end
    log("no corner left")
    return moves[1]
  end
}`

// TestWriteAScript checks the steps of a beginner who follows the help page. It creates a script,
// makes an error, reads its line number, corrects it, saves and plays. It then reads the log, steps
// through a call and profiles it.
func TestWriteAScript(t *testing.T) {
	t.Parallel()
	w := open(t)
	x := &scriptWriter{w, filepath.Join(w.Home, ".local/share/boardstudio/scripts/Corners.lua"), filepath.Join(w.Home, ".local/state/boardstudio/scripts/Corners.lua")}
	w.part("create a script", x.create)
	w.part("write and save", x.write)
	w.part("undo and indent", x.edit)
	w.part("run", x.run)
	w.part("step through a call", x.stepThroughCall)
	w.part("run again", x.runAgain)
	w.part("error during a call", x.fault)
	w.Kill()
	w.part("recover after a crash", x.recover)
}

func (x *scriptWriter) create() {
	x.scripts()
	x.shot("scripts")
	x.Key("ctrl+n")
	x.Find("text", "Name of the script")
	x.Type("Corners")
	x.shot("scripts-new")
	x.Key("Return")
	x.Wait("the script", func() bool { _, err := os.Stat(x.file); return err == nil })
	x.Find("frame", "Corners.lua – Scripts – Studio")
}

// write types the script with a mistake, corrects it and saves.
func (x *scriptWriter) write() {
	x.Key("ctrl+a", "Delete")
	x.typeLines(
		"-- likes corners",
		"return {",
		`name = "Corners first",`,
		"choose = function(pos, moves)",
		"for i, m in ipairs(moves) do",
		`if m == "a1" or m == "c3" the`,
	)
	x.problem("Line 6")
	x.shot("scripts-mistake")
	x.Type("n")
	x.Key("Return")
	x.typeLines(`log("a corner:", m)`, "return m", "end", "end", `log("no corner left")`, "return moves[1]", "end", "}")
	x.WaitText("Script text", cornersScript)
	x.problem("")
	x.Wait("the draft", func() bool { data, _ := os.ReadFile(x.draft); return string(data) == cornersScript })
	x.Key("ctrl+s")
	x.Wait("the file", func() bool { data, _ := os.ReadFile(x.file); return string(data) == cornersScript })
	x.Wait("no draft", func() bool { _, err := os.Stat(x.draft); return err != nil })
	x.Wait("its name", func() bool { return len(x.FindAll("label", "Corners.lua  ·  Corners first")) > 0 })
}

// edit undoes and repeats edits, and changes the indentation.
func (x *scriptWriter) edit() {
	x.Type(" -- x")
	x.Key("ctrl+z", "ctrl+z") // one step for each word
	x.WaitText("Script text", cornersScript)
	x.Key("ctrl+shift+z", "ctrl+z")
	x.WaitText("Script text", cornersScript)

	// Tab and Shift+Tab change the indentation of the selected lines, except empty ones.
	x.Key("ctrl+Home", "Return", "ctrl+a", "Tab")
	x.WaitText("Script text", "\n  "+strings.ReplaceAll(cornersScript, "\n", "\n  "))
	x.Key("shift+Tab")
	x.WaitText("Script text", "\n"+cornersScript)
	x.Key("ctrl+Home", "Delete", "ctrl+End")
	x.WaitText("Script text", cornersScript)
}

// run plays a game with the script and reads its log.
func (x *scriptWriter) run() {
	x.Key("F5")
	x.Find("dialog", "Run the script")
	x.shot("scripts-run")
	x.Key("Return")
	x.WaitGone("dialog", "Run the script")
	x.Wait("the end of the game", func() bool {
		return strings.Contains(x.Text("Status"), "wins") || strings.Contains(x.Text("Status"), "raw")
	})
	x.moves("1. a1")
	x.shot("scripts-played")
	x.Key("Home") // the start of the game
	x.Key("ctrl+shift+l")
	x.Wait("the log", func() bool {
		text := x.Find("text", "Log").Text()
		return strings.Contains(text, "1. a1  (Corners)") && strings.Contains(text, "a corner:\ta1")
	})
	x.shot("scripts-log")
}

// stepThroughCall steps through the first call of the script, and shows its profile.
func (x *scriptWriter) stepThroughCall() {
	x.Key("F7")
	x.WaitText("Stepping", "Before line 5")
	x.Key("F7")
	x.WaitText("Stepping", "Before line 6")
	x.Key("F7")
	x.WaitText("Stepping", "Before line 7")
	x.Wait("variables", func() bool {
		return len(x.FindAll("table cell", "m")) > 0 && len(x.FindAll("table cell", "\"a1\"")) > 0
	})
	x.shot("scripts-step")
	x.Key("ctrl+F8")
	x.Wait("the answer", func() bool { return strings.HasPrefix(x.Text("Stepping"), "The call has ended. The answer is a1.") })

	x.Key("F9")
	x.Wait("the profile", func() bool {
		return strings.HasPrefix(x.Text("Profile of the call"), "a1: the lines of the script took ")
	})
	x.Find("table cell", `log("a corner:", m)`)
	x.shot("scripts-profile")
}

// runAgain checks that another game replaces the test game without a question. When it is over, its
// last move can be traced. The help of this window starts with the page about writing scripts.
func (x *scriptWriter) runAgain() {
	x.Key("shift+F5")
	x.Wait("the end of the game", func() bool {
		return strings.Contains(x.Text("Status"), "wins") || strings.Contains(x.Text("Status"), "raw")
	})
	x.Key("ctrl+shift+l", "F7")
	x.WaitText("Stepping", "Before line 5")
	x.Wait("what is looked at", func() bool { return strings.HasPrefix(x.Text("Log of the call"), "The game on the board is over") })
	x.Key("ctrl+F8", "shift+F1")
	x.Wait("the help", func() bool { return strings.HasPrefix(x.Text("Help text"), "Write a computer player") })
	x.Key("Escape")
	x.WaitGone("list box", "Pages")
}

// fault checks that an error during a call is shown, and that the text is not lost.
func (x *scriptWriter) fault() {
	x.Key("ctrl+Home", "Down", "Down", "Down", "Down", "End", "Return")
	x.Type("local x = nil + i")
	x.problem("")
	x.Key("F7")
	x.WaitText("Stepping", "Before line 5")
	x.Key("F8")
	x.WaitText("Stepping", "Before line 6")
	x.Key("F8")
	x.problem("Line 6")
	x.shot("scripts-fault")
	x.Key("ctrl+w")
	x.Find("", "Unsaved script")
	x.shot("scripts-unsaved")
	x.Key("Escape")
	x.WaitGone("", "Unsaved script")
	x.Wait("the draft", func() bool {
		data, _ := os.ReadFile(x.draft)
		return strings.Contains(string(data), "local x = nil + i")
	})
}

// recover checks that the text is recovered after a crash.
func (x *scriptWriter) recover() {
	x.Run("--lang", "en")
	x.Wait("a note of the draft", func() bool { return strings.Contains(x.Text("Message"), "Corners") })
	x.scripts()
	x.Wait("the text", func() bool { return strings.Contains(x.Text("Script text"), "local x = nil + i") })
	x.shot("scripts-draft")
	x.Key("Escape", "Escape")
}

const chooserScript = `return {
  name = "Chooser",
  options = {
    { name = "which", title = "Which move", type = "number", min = 1, max = 9, default = 1 },
    { name = "style", title = "Style", type = "choice", choices = { "bold", "shy" }, default = "bold" },
  },
  choose = function(pos, moves)
    log(options.style)
    return moves[math.min(options.which, #moves)]
  end,
}
`

// TestPlayAgainstAScript checks that a script of the user appears in the list of players, with a
// dialog for its options, and that the reference inserts names.
func TestPlayAgainstAScript(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	dir := filepath.Join(home, ".local/share/boardstudio/scripts")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "chooser.lua"), []byte(chooserScript), 0o644); err != nil {
		t.Fatal(err)
	}
	w := openIn(t, home)
	w.scripts()
	w.part("insert a function", w.insertFunction)
	w.part("comment and find", w.commentAndFind)
	w.part("rename", func() { w.renameScript(dir) })
	w.part("choose as a player", w.chooseScript)
	w.part("play from the menu", w.playScript)
}

// insertFunction completes the name of a function with the reference.
func (w *window) insertFunction() {
	w.Wait("its name", func() bool { return len(w.FindAll("label", "chooser.lua  ·  Chooser")) > 0 })
	w.Key("Return", "ctrl+End")
	w.Type("po")
	w.Key("ctrl+space") // there are several completions
	w.Find("frame", "Functions for Scripts")
	w.Type("s:can")
	w.chosen("pos:canonical() → number")
	w.shot("scripts-reference")
	w.Key("Return")
	w.WaitText("Script text", chooserScript+"pos:canonical(")
	w.Key("F1")
	w.chosen("pos:canonical() → number")
	w.Wait("its text", func() bool { return strings.Contains(w.Text("About the function"), "symmetric") })
	w.Key("Escape")
	w.WaitGone("frame", "Functions for Scripts")
}

func (w *window) commentAndFind() {
	w.Type(")")
	w.Key("ctrl+slash")
	w.WaitText("Script text", chooserScript+"-- pos:canonical()")
	w.Key("ctrl+slash")
	w.WaitText("Script text", chooserScript+"pos:canonical()")
	w.Key("ctrl+f")
	w.Type("OPTIONS")
	w.Find("label", "1 of 3")
	w.Key("Return")
	w.Find("label", "2 of 3")
	w.shot("scripts-find")
	w.Key("Escape")
}

// renameScript tries an invalid name and a valid one. It closes the window without saving.
func (w *window) renameScript(dir string) {
	w.Key("ctrl+shift+r")
	w.Find("text", "Name of the script")
	w.Type("a/b")
	w.Key("Return")
	w.Wait("a complaint", func() bool { return strings.Contains(w.Text("Problem"), "must not contain /") })
	w.Key("ctrl+a")
	w.Type("taker")
	w.Key("Return")
	w.WaitGone("dialog", "Rename")
	w.Find("frame", "• taker.lua – Scripts – Studio")
	w.Key("ctrl+w")
	w.Find("", "Unsaved script")
	w.Find("push button", "Close Without Saving").Do()
	w.WaitGone("list box", "Scripts")
	if data, err := os.ReadFile(filepath.Join(dir, "taker.lua")); err != nil || string(data) != chooserScript {
		w.t.Errorf("the file holds %q, %v", data, err)
	}
}

// chooseScript starts a game with the script, whose options it sets, as the first player.
func (w *window) chooseScript() {
	w.Key("ctrl+d", "ctrl+n")
	w.Find("", "New Game")
	w.Find("combo box", "Played by 1").Select(6) // "Other…"
	w.Find("dialog", "Engines and Scripts")
	w.Key("End")
	for range 20 { // the scripts follow the engines
		if w.Has("label", "taker.lua") {
			break
		}
		w.Key("Up")
	}
	w.Find("label", "taker.lua")
	w.Click("Options…")
	w.Find("dialog", "Options of taker")
	w.Find("spin button", "Which move").SetValue(5)
	w.shot("scripts-options")
	w.Find("push button", "Apply").Do()
	w.WaitGone("dialog", "Options of taker")
	w.shot("scripts-other")
	w.Find("push button", "Choose").Do()
	w.WaitGone("dialog", "Engines and Scripts")
	w.Find("combo box", "Who begins").Select(1) // the script
	w.shot("scripts-new-game")
	w.Find("push button", "Start Game").Do()
	w.WaitGone("", "New Game")
	w.moves("1. b2")
	w.scripts()
	w.Wait("the log", func() bool { return strings.Contains(w.Find("text", "Log").Text(), "bold") })
	w.shot("scripts-dark")
	w.Key("Escape")
	w.WaitGone("list box", "Scripts")
}

// playScript starts a game against the script from the menu. The user plays first.
func (w *window) playScript() {
	w.Menu("Game", "Play Against a Script", "Chooser")
	w.status("Cross to move")
	w.Type("b2")
	w.Key("Return")
	w.moves("1. b2  a1")
}
