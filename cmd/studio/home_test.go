package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio/internal/uitest"
)

// plantSettings writes files that another user could leave in a shared temporary folder, where a
// program without a home folder might look for its own. The settings would switch the window to
// French.
func plantSettings(t *testing.T) (shared string) {
	t.Helper()
	shared = t.TempDir()
	for _, below := range []string{"boardstudio", ".config/boardstudio", ".local/share/boardstudio", ".local/state/boardstudio", ".cache/boardstudio"} {
		for name, text := range map[string]string{
			"settings.json":    `{"language":"fr"}`,
			"engines.json":     `{"version":1,"engines":[{"name":"evil","protocol":"gomocup","command":["/bin/false"]}]}`,
			"scripts/evil.lua": "",
		} {
			path := filepath.Join(shared, below, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	return shared
}

// TestNoHome checks that the window starts without a home folder. Studio must warn once that
// settings are not saved. A game must be playable and saved in a folder that the user chooses.
// Studio must not use the folder for temporary files.
func TestNoHome(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("strace"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	shared, calls := plantSettings(t), filepath.Join(t.TempDir(), "calls")
	args := []string{"strace", "-D", "-f", "-qq", "-e", "trace=%file", "-s", "4096", "-o", calls, "env", "-u", "HOME"}
	for _, v := range []string{"CONFIG", "DATA", "STATE", "CACHE"} {
		args = append(args, "XDG_"+v+"_HOME=relative") // ignored by Studio; protects the real home folder from GTK
	}
	o := uitest.Options{Bin: args[0], Args: append(args[1:], binary, "--game", "tictactoe"), Env: []string{"LANG=C.UTF-8", "TMPDIR=" + shared}}
	w := &window{o.Start(t), t}
	w.Wait("the message", func() bool { return strings.Contains(w.Text("Message"), "HOME is not set") })
	if text := w.Text("Message"); !strings.Contains(text, "neither reads nor saves") {
		t.Errorf("the message is %q", text)
	}
	w.shot("no-home")
	w.Click("Close Message")
	w.WaitGone("label", "Message")
	for _, move := range []string{"b2", "a1", "a2", "b1", "c2"} {
		w.Type(move)
		w.Key("Return")
		w.moves(move)
	}
	w.status("Cross wins")
	path := filepath.Join(t.TempDir(), "game.studio")
	w.Key("ctrl+shift+s")
	w.choosesFile("Save As", path)
	w.Wait("the file", func() bool { _, err := os.Stat(path); return err == nil })
	w.shows(path)
	w.Key("ctrl+t") // would save the settings
	w.Find("", "Start Page – Studio")
	for _, n := range w.FindAll("label", "") {
		if strings.Contains(n.Name(), "HOME") {
			t.Errorf("it says again %q", n.Name())
		}
	}
	if code := w.Quit(); code != 0 {
		t.Errorf("the program ended with %d", code)
	}
	if n := strings.Count(w.Log(), "HOME"); n > 1 {
		t.Errorf("the program writes %d times about HOME:\n%s", n, w.Log())
	}
	w.quiet()
	text, err := os.ReadFile(calls)
	if err != nil || !strings.Contains(string(text), "execve") {
		t.Fatalf("no calls are seen: %v", err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, shared+"/") || strings.Contains(line, `"boardstudio`) || strings.Contains(line, "relative/boardstudio") {
			t.Error(line)
		}
	}
}
