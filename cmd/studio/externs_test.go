package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio/ai/extern"
)

// studioctl builds the command-line program, which implements an engine of each protocol.
func studioctl(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "studioctl")
	build := exec.Command("go", "build", "-o", file, "../studioctl")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return file
}

// verdict waits until the verdict on the selected engine contains words.
func (w *window) verdict(words string) {
	w.t.Helper()
	w.Wait("a verdict with "+words, func() bool { return w.Has("label", "Verdict") && strings.Contains(w.Text("Verdict"), words) })
}

// externs reads the list of external engines.
func (w *window) externs() (l extern.List) {
	w.t.Helper()
	data, err := os.ReadFile(filepath.Join(w.Home, ".config", "boardstudio", "engines.json"))
	if err == nil {
		err = json.Unmarshal(data, &l)
	}
	if err != nil {
		w.t.Fatal(err)
	}
	return l
}

// TestExternalEngine checks that an external engine can be added, tested, configured and played
// against with the keyboard alone.
func TestExternalEngine(t *testing.T) {
	t.Parallel()
	ctl := studioctl(t)
	home := t.TempDir()
	config := filepath.Join(home, ".config", "boardstudio")
	if err := os.MkdirAll(config, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(config, "settings.json"), []byte(`{"restoreTabs": false, "newGame": {"game": "line", "preset": "gomoku"}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	w := openIn(t, home, "--game", "gomoku")
	w.part("a program that ends", w.addFailingExtern)
	w.part("change the command", func() { w.correctExtern(ctl + " engine gomocup --depth 1") })
	w.part("options and help", w.changeExternOptions)
	w.part("play against it", w.playExtern)
	w.part("remove it", w.removeExtern)
}

func (w *window) addFailingExtern() {
	w.Key("ctrl+alt+w")
	w.Find("frame", "External Engines – Studio")
	w.focused("push button", "Add…")
	w.shot("externs-empty")
	w.Key("Return")
	w.Find("dialog", "Add an Engine")
	w.focused("text", "Command")
	w.Type("/bin/false")
	w.Wait("a name", func() bool { return w.Find("text", "Name").Text() == "false" })
	w.Key("Return")
	w.verdict("it ended with exit code 1")
	w.verdict("The engine was not added.")
	w.shot("externs-failed")
}

// correctExtern changes the command to one that works.
func (w *window) correctExtern(command string) {
	w.Key("ctrl+e")
	w.Find("dialog", "false")
	w.focused("text", "Command")
	w.Find("text", "Command").SetText(command)
	w.Find("text", "Name").SetText("ours")
	w.shot("externs-add")
	w.Key("Return")
	w.verdict("Plays Gomoku")
	w.verdict("Tested on")
	if log := w.Find("text", "Last exchange").Text(); !strings.Contains(log, "> START") || !strings.Contains(log, "< OK") {
		w.t.Errorf("the log is %q", log)
	}
	w.Find("list item", "ours")
	w.shot("externs-added")
}

func (w *window) changeExternOptions() {
	w.Key("Return")
	w.Find("dialog", "Options of ours")
	w.shot("externs-options")
	w.Find("spin button", "Memory in MB").SetValue(3000)
	w.Find("text", "Others, as NAME=VALUE").SetText("evaluate='7 7'")
	w.Find("push button", "Apply").Do()
	w.WaitGone("dialog", "Options of ours")
	w.Find("label", "'evaluate=7 7' memory: 3000 MB")
	if l := w.externs(); len(l.Engines) != 1 || l.Engines[0].Memory != 3000 || l.Engines[0].Options["evaluate"] != "7 7" || len(l.Engines[0].Tested.Plays) != 3 {
		w.t.Errorf("%+v", l)
	}
	w.Key("F5")
	w.verdict("Plays Gomoku")
	w.helpAt("External engines")
	w.Key("Escape")
	w.WaitGone("", "Help text")
	w.Key("Escape")
	w.WaitGone("frame", "External Engines – Studio")
}

// playExtern checks that the engine is available at once, under its name.
func (w *window) playExtern() {
	w.Key("ctrl+n")
	w.Find("", "New Game")
	w.Find("combo box", "Played by 2").Select(6)
	w.Find("dialog", "Engines and Scripts")
	w.focused("list item", "Plays at random")
	for _, row := range w.Find("list box", "Engines and scripts").Children() {
		if row.Name() == "ours" {
			break
		}
		w.Key("Down")
	}
	w.shot("externs-choose")
	w.Find("push button", "Choose").Do()
	w.WaitGone("dialog", "Engines and Scripts")
	w.Find("push button", "Start Game").Do()
	w.WaitGone("", "New Game")
	w.Type("h8")
	w.Key("Return")
	w.moves("1. h8 ")
	w.status("Black to move") // the engine has answered
	w.Find("label", "ours")
	w.shot("externs-plays")
}

// removeExtern checks that the window shows the lines exchanged in the game, and removes the engine.
func (w *window) removeExtern() {
	w.Key("ctrl+alt+w")
	w.focused("list item", "ours")
	w.Wait("what was exchanged in the game", func() bool {
		return strings.Contains(w.Find("text", "Last exchange").Text(), "> TURN 7,7") || strings.Contains(w.Find("text", "Last exchange").Text(), "7,7,2")
	})
	w.Key("Delete")
	w.Find("", "Remove")
	w.Find("push button", "Remove").Do()
	w.focused("push button", "Add…")
	if l := w.externs(); len(l.Engines) != 0 {
		w.t.Errorf("%+v", l)
	}
}
