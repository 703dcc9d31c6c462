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

// TestFirstScript checks the steps of a beginner who follows the help page. It creates a script,
// makes an error, reads its line number, corrects it, saves and plays. It then reads the log, steps
// through a call and profiles it.
func TestFirstScript(t *testing.T) {
	t.Parallel()
	w := open(t)
	w.scripts()
	w.shot("scripts")
	w.Key("ctrl+n")
	w.Find("text", "Name of the script")
	w.Type("Corners")
	w.shot("scripts-new")
	w.Key("Return")
	file := filepath.Join(w.Home, ".local/share/boardstudio/scripts/Corners.lua")
	w.Wait("the script", func() bool { _, err := os.Stat(file); return err == nil })
	w.Find("frame", "Corners.lua – Scripts – Studio")

	w.Key("ctrl+a", "Delete")
	w.typeLines(
		"-- likes corners",
		"return {",
		`name = "Corners first",`,
		"choose = function(pos, moves)",
		"for i, m in ipairs(moves) do",
		`if m == "a1" or m == "c3" the`,
	)
	w.problem("Line 6")
	w.shot("scripts-mistake")
	w.Type("n")
	w.Key("Return")
	w.typeLines(`log("a corner:", m)`, "return m", "end", "end", `log("no corner left")`, "return moves[1]", "end", "}")
	want := `-- likes corners
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
	w.WaitText("Script text", want)
	w.problem("")
	draft := filepath.Join(w.Home, ".local/state/boardstudio/scripts/Corners.lua")
	w.Wait("the draft", func() bool { data, _ := os.ReadFile(draft); return string(data) == want })
	w.Key("ctrl+s")
	w.Wait("the file", func() bool { data, _ := os.ReadFile(file); return string(data) == want })
	w.Wait("no draft", func() bool { _, err := os.Stat(draft); return err != nil })
	w.Wait("its name", func() bool { return len(w.FindAll("label", "Corners.lua  ·  Corners first")) > 0 })

	// Undo and redo.
	w.Type(" -- x")
	w.Key("ctrl+z", "ctrl+z") // one step for each word
	w.WaitText("Script text", want)
	w.Key("ctrl+shift+z", "ctrl+z")
	w.WaitText("Script text", want)

	// Tab and Shift+Tab change the indentation of the selected lines, except empty ones.
	w.Key("ctrl+Home", "Return", "ctrl+a", "Tab")
	w.WaitText("Script text", "\n  "+strings.ReplaceAll(want, "\n", "\n  "))
	w.Key("shift+Tab")
	w.WaitText("Script text", "\n"+want)
	w.Key("ctrl+Home", "Delete", "ctrl+End")
	w.WaitText("Script text", want)

	w.Key("F5")
	w.Find("dialog", "Run the script")
	w.shot("scripts-run")
	w.Key("Return")
	w.WaitGone("dialog", "Run the script")
	w.Wait("the end of the game", func() bool {
		return strings.Contains(w.Text("Status"), "wins") || strings.Contains(w.Text("Status"), "raw")
	})
	w.moves("1. a1")
	w.shot("scripts-played")
	w.Key("Home") // the start of the game
	w.Key("ctrl+shift+l")
	w.Wait("the log", func() bool {
		text := w.Find("text", "Log").Text()
		return strings.Contains(text, "1. a1  (Corners)") && strings.Contains(text, "a corner:\ta1")
	})
	w.shot("scripts-log")

	// Step through a call.
	w.Key("F7")
	w.WaitText("Stepping", "Before line 5")
	w.Key("F7")
	w.WaitText("Stepping", "Before line 6")
	w.Key("F7")
	w.WaitText("Stepping", "Before line 7")
	w.Wait("variables", func() bool {
		return len(w.FindAll("table cell", "m")) > 0 && len(w.FindAll("table cell", "\"a1\"")) > 0
	})
	w.shot("scripts-step")
	w.Key("ctrl+F8")
	w.Wait("the answer", func() bool { return strings.HasPrefix(w.Text("Stepping"), "The call has ended. The answer is a1.") })

	w.Key("F9")
	w.Wait("the profile", func() bool {
		return strings.HasPrefix(w.Text("Profile of the call"), "a1: the lines of the script took ")
	})
	w.Find("table cell", `log("a corner:", m)`)
	w.shot("scripts-profile")

	// Another game replaces the test game without a question. When it is over, its last move can be
	// traced. The help of this window starts with the page about writing scripts.
	w.Key("shift+F5")
	w.Wait("the end of the game", func() bool {
		return strings.Contains(w.Text("Status"), "wins") || strings.Contains(w.Text("Status"), "raw")
	})
	w.Key("ctrl+shift+l", "F7")
	w.WaitText("Stepping", "Before line 5")
	w.Wait("what is looked at", func() bool { return strings.HasPrefix(w.Text("Log of the call"), "The game on the board is over") })
	w.Key("ctrl+F8", "shift+F1")
	w.Wait("the help", func() bool { return strings.HasPrefix(w.Text("Help text"), "Write a computer player") })
	w.Key("Escape")
	w.WaitGone("list box", "Pages")

	// An error while the script plays shows the call stack.
	w.Key("ctrl+Home", "Down", "Down", "Down", "Down", "End", "Return")
	w.Type("local x = nil + i")
	w.problem("")
	w.Key("F7")
	w.WaitText("Stepping", "Before line 5")
	w.Key("F8")
	w.WaitText("Stepping", "Before line 6")
	w.Key("F8")
	w.problem("Line 6")
	w.shot("scripts-fault")
	w.Key("ctrl+w")
	w.Find("", "Unsaved script")
	w.shot("scripts-unsaved")
	w.Key("Escape")
	w.WaitGone("", "Unsaved script")
	w.Wait("the draft", func() bool { data, _ := os.ReadFile(draft); return strings.Contains(string(data), "local x = nil + i") })
	w.Kill()

	// The text is recovered after the crash.
	w.Run("--lang", "en")
	w.Wait("a note of the draft", func() bool { return strings.Contains(w.Text("Message"), "Corners") })
	w.scripts()
	w.Wait("the text", func() bool { return strings.Contains(w.Text("Script text"), "local x = nil + i") })
	w.shot("scripts-draft")
	w.Key("Escape", "Escape")
}

// TestScriptsAmongPlayers checks that a script of the user appears in the list of players, with a
// dialog for its options, and that the reference inserts names.
func TestScriptsAmongPlayers(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	dir := filepath.Join(home, ".local/share/boardstudio/scripts")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	text := `return {
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
	if err := os.WriteFile(filepath.Join(dir, "chooser.lua"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	w := openIn(t, home)
	w.scripts()
	w.Wait("its name", func() bool { return len(w.FindAll("label", "chooser.lua  ·  Chooser")) > 0 })
	w.Key("Return", "ctrl+End")
	w.Type("po")
	w.Key("ctrl+space") // there are several completions
	w.Find("frame", "Functions for Scripts")
	w.Type("s:can")
	w.chosen("pos:canonical() → number")
	w.shot("scripts-reference")
	w.Key("Return")
	w.WaitText("Script text", text+"pos:canonical(")
	w.Key("F1")
	w.chosen("pos:canonical() → number")
	w.Wait("its text", func() bool { return strings.Contains(w.Text("About the function"), "symmetric") })
	w.Key("Escape")
	w.WaitGone("frame", "Functions for Scripts")
	w.Type(")")
	w.Key("ctrl+slash")
	w.WaitText("Script text", text+"-- pos:canonical()")
	w.Key("ctrl+slash")
	w.WaitText("Script text", text+"pos:canonical()")
	w.Key("ctrl+f")
	w.Type("OPTIONS")
	w.Find("label", "1 of 3")
	w.Key("Return")
	w.Find("label", "2 of 3")
	w.shot("scripts-find")
	w.Key("Escape")

	// An invalid name, and a valid one.
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
	if data, err := os.ReadFile(filepath.Join(dir, "taker.lua")); err != nil || string(data) != text {
		t.Errorf("the file holds %q, %v", data, err)
	}

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

	// The script is listed in the menu, too. The user plays first.
	w.Menu("Game", "Play Against a Script", "Chooser")
	w.status("Cross to move")
	w.Type("b2")
	w.Key("Return")
	w.moves("1. b2  a1")
}
