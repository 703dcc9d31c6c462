package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// helpAt opens the help with F1, and waits until a section is at the top of its view.
func (w *window) helpAt(heading string) {
	w.t.Helper()
	w.Key("F1")
	w.Wait("the help at "+heading, func() bool {
		x := w.FindAll("text", "Help text")
		return len(x) > 0 && x[0].FirstLine() == heading
	})
}

// TestHelpOfWhatIsInFront checks that F1 shows the help page for the current context.
func TestHelpOfWhatIsInFront(t *testing.T) {
	t.Parallel()
	w := start(t, t.TempDir())
	w.Find("", "Start Page – Studio")
	page := func(title string) {
		t.Helper()
		w.Key("F1")
		w.Wait("the page "+title, func() bool {
			x := w.FindAll("text", "Help text")
			return len(x) > 0 && strings.HasPrefix(x[0].Text(), title+"\n")
		})
		w.shot("help-" + strings.ToLower(strings.ReplaceAll(title, " ", "-")))
		w.Key("Escape")
		w.WaitGone("", "Help text")
	}
	page("First steps")
	w.Key("ctrl+n")
	w.WaitText("Game", "Tic-tac-toe")
	page("The games")
	w.WaitText("Game", "Tic-tac-toe")
	w.Find("push button", "Start Game").Do()
	w.WaitGone("", "New Game")
	page("The games")
	// The page begins at the rules of the game on the board.
	w.helpAt("Alignment games")
	w.Key("Escape")
	w.WaitGone("", "Help text")
	w.Key("ctrl+n")
	w.WaitText("Game", "Tic-tac-toe")
	w.Key("End", "Up")
	w.WaitText("Game", "Awale, tournament rules (abapa)")
	w.Find("push button", "Start Game").Do()
	w.WaitGone("", "New Game")
	w.helpAt("Awale")
	w.shot("help-awale")
	w.Key("Escape")
	w.WaitGone("", "Help text")
	w.Menu("Help", "First Steps")
	w.Wait("the first steps", func() bool { return strings.HasPrefix(w.Text("Help text"), "First steps\n") })
	w.Key("Escape")
	w.WaitGone("", "Help text")
	w.Menu("Help", "Rules")
	w.Wait("the rules", func() bool { return strings.HasPrefix(w.Text("Help text"), "The games\n") })
	w.shot("help-rules")
	w.Key("Escape")
	w.WaitGone("", "Help text")
	w.Key("ctrl+e")
	w.Find("label", "Count")
	page("Setting up a position")
	w.Key("Escape")
	w.Key("ctrl+f")
	w.Find("frame", "Find")
	page("Find and transpositions")
	w.Key("Escape")
	w.WaitGone("frame", "Find")
	w.Key("ctrl+comma")
	w.Find("frame", "Preferences")
	page("Preferences")
}

// TestHelpInAddedLanguage checks that a language in the user's data folder is listed in the
// preferences. The help must show its pages and game rules, and the English ones if a page is
// missing or broken.
func TestHelpInAddedLanguage(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	for name, text := range map[string]string{
		"locale/eo.po":             "msgid \"\"\nmsgstr \"\"\n\"X-Name: Esperanto\\n\"\n\nmsgid \"Preferences\"\nmsgstr \"Agordoj\"\n",
		"help/eo/1-start.md":       "# Unuaj paŝoj\n\nKonservu per `Stir+S`{save}, ne per `F99`{no-such-command}.\n",
		"help/eo/keys.txt":         "Ctrl = Stir\nShift = Maj\n",
		"help/eo/2-playing.md":     "# \xff\n",
		"rules/othello/help/eo.md": "## Otelo\n\nLa reguloj de Otelo.\n",
	} {
		file := filepath.Join(home, ".local", "share", "boardstudio", name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	w := openIn(t, home, "../../samples/penloup-juhem.studio")
	w.shows("penloup-juhem.studio")
	w.Menu("Edit", "Preferences")
	w.Find("frame", "Preferences")
	w.Find("list item", "Language").Click()
	w.Find("combo box", "Language").Select(2) // system, English, Esperanto, French
	w.Find("frame", "Agordoj")
	w.Key("Escape")
	w.WaitGone("frame", "Agordoj")
	w.Key("F1")
	w.Wait("the added rules", func() bool {
		text := w.Text("Help text")
		return strings.Contains(text, "Otelo\nLa reguloj de Otelo.") && strings.Contains(text, "Awale")
	})
	w.shot("help-added-rules")
	w.Find("list item", "Unuaj paŝoj").Click()
	w.Wait("the added page", func() bool { return w.Text("Help text") == "Unuaj paŝoj\nKonservu per Stir+S, ne per F99.\n" })
	w.shot("help-added")
	w.Find("list item", "Playing").Click()
	w.Wait("an English page", func() bool { return strings.HasPrefix(w.Text("Help text"), "Playing\n") })
	if n := strings.Count(w.Log(), "2-playing.md is not shown: the text is not UTF-8"); n != 1 {
		t.Errorf("the log says %d times why a page is not shown", n)
	}
}
