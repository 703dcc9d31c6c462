package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio/internal/uitest"
)

// setting returns the value of a setting in the settings file.
func (w *window) setting(name string) any {
	data, err := os.ReadFile(filepath.Join(w.Home, ".config", "boardstudio", "settings.json"))
	if err != nil {
		return nil
	}
	all := map[string]any{}
	_ = json.Unmarshal(data, &all)
	return all[name]
}

// TestPreferences checks that settings on several pages apply to both windows and persist after a
// restart.
func TestPreferences(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	w := openIn(t, home)
	w.Menu("Game", "New Window")
	w.Wait("a second window", func() bool { return len(w.FindAll("menu", "View")) == 2 })
	w.Key("ctrl+comma")
	w.Find("frame", "Preferences")
	for i, page := range []string{"Appearance", "Board", "Sound", "Playing", "Files", "Language", "Keys"} {
		if i > 0 {
			w.Key("Down")
		}
		w.shot("preferences-" + page)
		for _, n := range w.FindAll("", "") {
			if r := n.Role(); n.Is(uitest.Showing) && (r == "toggle button" || r == "combo box" || r == "spin button" || r == "slider" || r == "push button") && n.Name() == "" {
				t.Errorf("%s: a %s has no name", page, r)
			}
		}
	}
	w.Key("Up", "Up", "Up", "Up", "Up") // Board
	w.Find("toggle button", "Show coordinates").Do()
	w.Wait("the switch in the menus", func() bool {
		for _, n := range w.FindAll("check menu item", "Show Coordinates") {
			if n.Is(uitest.Checked) {
				return false
			}
		}
		return true
	})
	w.Wait("the setting", func() bool { return w.setting("coordinates") == false })
	w.Key("Up")
	w.Find("combo box", "Theme").Select(2)
	w.Wait("the theme", func() bool { return w.setting("theme") == "dark" })
	for _, n := range w.FindAll("check menu item", "Dark Colours") {
		if !n.Is(uitest.Checked) {
			t.Error("a window is light")
		}
	}
	w.Key("Down", "Down", "Down", "Down")
	w.Find("spin button", "Versions kept of each file").SetValue(3)
	w.Wait("the versions", func() bool { return w.setting("versions") == 3.0 })
	w.Key("Escape")
	w.WaitGone("frame", "Preferences")
	w.Key("ctrl+q")
	w.Exit()

	w = openIn(t, home)
	if n := w.Find("check menu item", "Show Coordinates"); n.Is(uitest.Checked) {
		t.Error("the coordinates are back")
	}
	w.Key("ctrl+k", "ctrl+comma", "Down")
	w.Wait("the switch", func() bool { return w.Find("toggle button", "Show coordinates").Is(uitest.Checked) })
}

// TestNewerSettings checks that settings of a newer version are not changed.
func TestNewerSettings(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	file := filepath.Join(home, ".config", "boardstudio", "settings.json")
	text := `{"version": 99, "restoreTabs": false, "theme": 7, "coordinates": false}`
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	w := start(t, home)
	w.Wait("the warning", func() bool { return len(w.Text("Message")) > 40 })
	if n := w.Find("check menu item", "Show Coordinates"); n.Is(uitest.Checked) {
		t.Error("what can be understood is not used")
	}
	w.Key("ctrl+k")
	w.Quit()
	if data, err := os.ReadFile(file); err != nil || string(data) != text {
		t.Errorf("the file holds %q, %v", data, err)
	}
}

// TestLanguageWhileRunning checks that the language can be changed while one window is in set-up
// mode and the other has several tabs.
func TestLanguageWhileRunning(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	own := filepath.Join(home, ".local", "share", "boardstudio", "locale")
	if err := os.MkdirAll(own, 0o700); err != nil {
		t.Fatal(err)
	}
	po := "msgid \"\"\nmsgstr \"\"\n\"X-Name: Esperanto\\n\"\n\nmsgid \"View\"\nmsgstr \"Vido\"\n\nmsgid \"Preferences\"\nmsgstr \"Agordoj\"\n"
	if err := os.WriteFile(filepath.Join(own, "eo.po"), []byte(po), 0o600); err != nil {
		t.Fatal(err)
	}
	w := openIn(t, home, "../../samples/penloup-juhem.studio")
	w.shows("penloup-juhem.studio")
	w.goTo(3)
	w.Key("ctrl+t")
	w.Find("", "Start Page – Studio")
	w.newGame()
	w.Type("b2")
	w.Key("Return")
	w.moves("1. b2")
	w.Key("ctrl+shift+Tab")
	w.shows("penloup-juhem.studio")
	w.Menu("Game", "New Window")
	w.Wait("a second window", func() bool { return len(w.FindAll("menu", "View")) == 2 })
	w.newGame()
	w.Key("ctrl+e")
	w.Find("push button", "Use as Start")
	w.Menu("Help", "Help")
	w.Find("dialog", "Help")
	w.Menu("Edit", "Preferences")
	w.Find("frame", "Preferences")
	w.Key("Down", "Down", "Down", "Down", "Down")
	w.Find("combo box", "Language").Select(3) // system, English, Esperanto, French
	w.Find("frame", "Préférences")
	w.Wait("French menus", func() bool { return len(w.FindAll("menu", "Affichage")) == 2 && len(w.FindAll("menu", "View")) == 0 })
	w.Find("push button", "En faire le départ")
	w.Find("dialog", "Aide")
	w.shot("language-french")
	w.Find("combo box", "Langue").Select(2)
	w.Find("frame", "Agordoj")
	w.Wait("menus in Esperanto", func() bool { return len(w.FindAll("menu", "Vido")) == 2 && len(w.FindAll("menu", "Help")) == 2 })
	if n := strings.Count(w.Log(), "texts, which are shown in English"); n != 1 {
		t.Errorf("the log says %d times that texts are missing", n)
	}
	w.Find("combo box", "Language").Select(1)
	w.Find("frame", "Preferences")
	w.Key("Escape")
	w.WaitGone("frame", "Preferences")
	w.Key("Escape")
	w.WaitGone("dialog", "Help")
	w.Find("push button", "Use as Start")
	w.Key("Escape")
	w.WaitGone("push button", "Use as Start")
	w.Key("alt+F4")
	w.shows("penloup-juhem.studio")
	w.Wait("the place in the game", func() bool { return int(w.Find("slider", "Move").Value()) == 3 })
	w.Key("ctrl+Tab")
	w.moves("1. b2")
	w.Type("a1")
	w.Key("Return")
	w.moves("1. b2  a1")
}

// TestBrokenCatalogue checks that the window is in English and shows one error if the catalogue of
// the language is broken.
func TestBrokenCatalogue(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	file := filepath.Join(home, ".local", "share", "boardstudio", "locale", "eo.po")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("msgid \"View\"\nmsgstr \"Vido\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	w := openIn(t, home, "--lang", "eo")
	w.Find("menu", "View")
	w.Wait("the error", func() bool { return strings.Contains(w.Text("Message"), file+":2: ") })
}
