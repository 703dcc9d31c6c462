package settings

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"boardstudio/studio/app/command"
)

// settingsFile returns the path of a settings file for a test. If text is not "", it creates the
// file.
func settingsFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "studio", "settings.json")
	if text != "" {
		if err := os.Mkdir(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

func load(t *testing.T, path string) *Settings {
	t.Helper()
	st, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	return st
}

func (st *Settings) mustSave(t *testing.T) {
	t.Helper()
	if err := st.Save(); err != nil {
		t.Fatal(err)
	}
}

// onlyFile checks that the folder contains only the settings and the lock file.
func onlyFile(t *testing.T, path string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != "settings.json" && e.Name() != "settings.json.lock" {
			t.Errorf("%s was left behind", e.Name())
		}
	}
}

// TestTwoProcessesShareSettings checks that the changes of two instances are kept, whichever saves
// last.
func TestTwoProcessesShareSettings(t *testing.T) {
	path := settingsFile(t, "")
	first := load(t, path)
	first.Visit("/games/old")
	first.Visit("/games/unwanted")
	first.mustSave(t)
	a, b := load(t, path), load(t, path)

	a.Visit("/games/a")
	a.SetKeys(command.New, Key{Ctrl: true, Name: "F5"})
	a.Use(command.New)
	a.Theme = ThemeDark
	a.Lessons = map[string]bool{"one": true}
	a.NewGame = Choice{Game: "line", Preset: "renju"}.With("rows", "13")
	a.mustSave(t)

	b.Visit("/games/b1")
	b.Visit("/games/b2")
	b.Visit("/games/old")
	b.Forget("/games/unwanted")
	b.SetKeys(command.Open, Key{Ctrl: true, Name: "F6"})
	b.Use(command.Open)
	b.ReplayDelay = 300
	b.Lessons = map[string]bool{"two": true}
	b.mustSave(t)
	if !slices.Contains(b.Recent, "/games/a") {
		t.Errorf("the second studio does not know what the first did: %v", b.Recent)
	}
	if b.Theme == ThemeDark {
		t.Error("the look of an open window changes")
	}

	got := load(t, path)
	if want := []string{"/games/old", "/games/b2", "/games/b1", "/games/a"}; !slices.Equal(got.Recent, want) {
		t.Errorf("recent files %v, want %v", got.Recent, want)
	}
	if !got.Lessons["one"] || !got.Lessons["two"] {
		t.Errorf("lessons %v", got.Lessons)
	}
	if !got.Changed(command.New) || !got.Changed(command.Open) {
		t.Errorf("keys %v", got.Keys)
	}
	if want := []string{"open", "new"}; !slices.Equal(got.Used, want) {
		t.Errorf("commands used %v, want %v", got.Used, want)
	}
	if got.Theme != ThemeDark || got.ReplayDelay != 300 {
		t.Errorf("dark %v, delay %d", got.Theme == ThemeDark, got.ReplayDelay)
	}
	if got.NewGame.Preset != "renju" || got.NewGame.Over["line/renju"]["rows"] != "13" {
		t.Errorf("new game %+v", got.NewGame)
	}

	// The next save must not repeat an earlier change.
	got.Theme = ThemeLight
	got.NewGame = Choice{Game: "othello", Preset: "othello"}
	got.Forget("/games/a")
	got.mustSave(t)
	a.Visit("/games/later")
	a.mustSave(t)
	b.mustSave(t)
	last := load(t, path)
	if last.Theme == ThemeDark || last.NewGame.Game != "othello" || slices.Contains(last.Recent, "/games/a") || last.Recent[0] != "/games/later" {
		t.Errorf("old changes came back: %+v", last)
	}
	onlyFile(t, path)
}

// TestSharedNewGame checks that changed parameters of two games are kept, and that the game and
// preset are not mixed.
func TestSharedNewGame(t *testing.T) {
	path := settingsFile(t, "")
	a, b := load(t, path), load(t, path)
	a.NewGame = Choice{Game: "line", Preset: "gomoku"}.With("rows", "19")
	b.NewGame = Choice{Game: "othello", Preset: "othello"}.With("rows", "10")
	a.mustSave(t)
	b.mustSave(t)
	got := load(t, path).NewGame
	if got.Game != "othello" || got.Preset != "othello" || got.Over["line/gomoku"]["rows"] != "19" || got.Over["othello/othello"]["rows"] != "10" {
		t.Errorf("%+v", got)
	}
}

// TestSharedRecentIsBounded checks the length of the list of recent files with several instances.
func TestSharedRecentIsBounded(t *testing.T) {
	path := settingsFile(t, "")
	a, b := load(t, path), load(t, path)
	for i := range 30 {
		a.Visit(fmt.Sprintf("/a/%d", i))
		b.Visit(fmt.Sprintf("/b/%d", i))
		a.mustSave(t)
		b.mustSave(t)
	}
	got := load(t, path)
	if len(got.Recent) != maxRecent || got.Recent[0] != "/b/29" || got.Recent[1] != "/a/29" || got.Recent[9] != "/a/25" {
		t.Errorf("%d recent files: %v", len(got.Recent), got.Recent)
	}
	// A file that was dropped from the end of one list is not removed from the other.
	c, d := load(t, path), load(t, path)
	c.Visit("/a/25")
	c.mustSave(t)
	d.Visit("/new")
	d.mustSave(t)
	if got := load(t, path).Recent; got[0] != "/new" || got[1] != "/a/25" {
		t.Errorf("%v", got)
	}
}

// TestUnknownSettingsStay checks that unknown fields, for example of later versions, are kept.
func TestUnknownSettingsStay(t *testing.T) {
	path := settingsFile(t, `{"later": {"a": [1, null]}, "dark": true, "width": 1000}`)
	st := load(t, path)
	if st.Theme != ThemeDark || st.Width != 1000 || st.Height != Defaults().Height {
		t.Errorf("%+v", st)
	}
	st.Theme = ThemeLight
	st.mustSave(t)
	var got map[string]any
	data, _ := os.ReadFile(path)
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(got["later"]) != "map[a:[1 <nil>]]" || got["theme"] != "light" || got["width"] != 1000.0 {
		t.Errorf("%s", data)
	}
}

// TestConcurrentSaves checks that no lesson is lost if several goroutines save concurrently.
func TestConcurrentSaves(t *testing.T) {
	path := settingsFile(t, "")
	const studios, lessons = 4, 25
	var all sync.WaitGroup
	for i := range studios {
		st := load(t, path)
		all.Go(func() { addLessons(t, st, fmt.Sprint("S", i), lessons) })
	}
	all.Wait()
	checkLessons(t, path, studios, lessons)
}

// addLessons adds lessons one by one and saves after each.
func addLessons(t *testing.T, st *Settings, name string, lessons int) {
	for i := range lessons {
		if st.Lessons == nil {
			st.Lessons = map[string]bool{}
		}
		st.Lessons[fmt.Sprint(name, "/", i)] = true
		if err := st.Save(); err != nil {
			t.Error(err)
		}
	}
}

func checkLessons(t *testing.T, path string, studios, lessons int) {
	t.Helper()
	if got := load(t, path).Lessons; len(got) != studios*lessons {
		t.Errorf("%d lessons, want %d", len(got), studios*lessons)
	}
	onlyFile(t, path)
}

// saverFile is the environment variable with the settings file for a child process of
// TestConcurrentSavesOfProcesses.
const saverFile = "SETTINGS_TEST_FILE"

// TestConcurrentSavesOfProcesses checks that no lesson is lost if several processes save
// concurrently.
func TestConcurrentSavesOfProcesses(t *testing.T) {
	const studios, lessons = 3, 15
	if path := os.Getenv(saverFile); path != "" {
		addLessons(t, load(t, path), fmt.Sprint("S", os.Getpid()), lessons)
		return
	}
	path := settingsFile(t, "")
	var all sync.WaitGroup
	for range studios {
		all.Go(func() {
			cmd := exec.Command(os.Args[0], "-test.run", "^TestConcurrentSavesOfProcesses$")
			cmd.Env = append(os.Environ(), saverFile+"="+path)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	all.Wait()
	checkLessons(t, path, studios, lessons)
}
