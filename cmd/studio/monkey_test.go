package main

import (
	"context"
	"flag"
	"fmt"
	"image"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"boardstudio/internal/uitest"
	ioall "boardstudio/io/all"
	"boardstudio/io/journal"
	"boardstudio/model"
	"boardstudio/studio/command"
)

// How long the monkey plays, and what it throws its dice with:
//
//	go test ./cmd/studio -run TestMonkey -monkey 30m -seed 7 -v
var (
	monkeyTime = flag.Duration("monkey", 0, "how long the monkey plays; 0 for not at all")
	monkeySeed = flag.Uint64("seed", 1, "what the monkey throws its dice with")
)

const (
	checkEvery  = time.Minute     // how often the documents are compared with their journals
	warmUp      = 5 * time.Minute // what is allocated until then stays for good
	memorySlope = 1 << 20         // bytes a minute
)

// TestMonkey presses keys, clicks, drags, types and opens files at random. Nothing
// crashes, nothing warns, memory does not grow for good, and each document that is then
// saved is what its journal says.
func TestMonkey(t *testing.T) {
	t.Parallel()
	if *monkeyTime == 0 {
		t.Skip("only with -monkey")
	}
	m := newMonkey(t)
	end := time.Now().Add(*monkeyTime)
	var minutes, bytes []float64
	began := time.Now()
	for {
		for next := time.Now().Add(checkEvery); time.Now().Before(next); {
			m.act(20)
		}
		m.check()
		if m.started.After(began) { // what another process had says nothing
			began, minutes, bytes = m.started, nil, nil
		}
		if time.Since(began) > warmUp {
			minutes, bytes = append(minutes, time.Since(began).Minutes()), append(bytes, float64(m.Memory()))
		}
		t.Logf("%v before the end: %d actions, %d of %d commands, %d starts, %d files, %d journals compared, %d MB", time.Until(end).Round(time.Second),
			m.acts, len(m.asked), command.Count, m.starts, m.saved, m.compared, m.Memory()>>20)
		if !time.Now().Before(end) {
			break
		}
	}
	for id, c := range command.All {
		if !m.asked[command.ID(id)] {
			t.Logf("never asked for: %s", c.Name)
		}
	}
	if m.compared == 0 {
		t.Error("no document was compared with its journal")
	}
	if len(minutes) > 5 {
		s := slope(minutes, bytes)
		t.Logf("memory grows by %.2f MB a minute", s/(1<<20))
		if s > memorySlope {
			t.Errorf("memory grows by %.0f bytes a minute, more than %d", s, memorySlope)
		}
	}
}

// slope returns that of the straight line with the least squares.
func slope(x, y []float64) float64 {
	var mx, my, xy, xx float64
	for i := range x {
		mx += x[i] / float64(len(x))
		my += y[i] / float64(len(y))
	}
	for i := range x {
		xy += (x[i] - mx) * (y[i] - my)
		xx += (x[i] - mx) * (x[i] - mx)
	}
	return xy / xx
}

// monkey uses the window without knowing what it does.
type monkey struct {
	*window
	dice   *rand.Rand
	keys   []key    // those of the commands
	files  []string // documents to open
	folder string   // where it saves

	acts, saved, compared int
	asked                 map[command.ID]bool // the commands that it tried to run
	starts                int                 // of the program, which it ends now and then as a person does
	started               time.Time           // the last time
	seen                  int                 // how much of the output was read
	last                  []string            // what it did last
}

// key is a key of a command, as xdotool calls it.
type key struct {
	name string
	id   command.ID
}

func newMonkey(t *testing.T) *monkey {
	home := t.TempDir()
	m := &monkey{
		dice: rand.New(rand.NewPCG(*monkeySeed, 0)), folder: filepath.Join(home, "saved"),
		asked: map[command.ID]bool{}, starts: 1, started: time.Now(),
	}
	if err := os.Mkdir(m.folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"../../samples", "testdata"} {
		if err := os.CopyFS(filepath.Join(home, filepath.Base(dir)), os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		_ = filepath.WalkDir(filepath.Join(home, filepath.Base(dir)), func(path string, e fs.DirEntry, err error) error {
			if err == nil && !e.IsDir() {
				m.files = append(m.files, path)
			}
			return err
		})
	}
	for id, c := range command.All {
		if command.ID(id) == command.Quit || command.ID(id) == command.CloseTab {
			continue // the program is to live on
		}
		for name := range strings.FieldsSeq(c.Keys) {
			m.keys = append(m.keys, key{xdo(name), command.ID(id)})
		}
	}
	// MONKEY_ENV is for who looks where a warning comes from: "LD_PRELOAD=… G_DEBUG=…".
	env := append([]string{"LANG=C.UTF-8"}, strings.Fields(os.Getenv("MONKEY_ENV"))...)
	o := uitest.Options{Bin: binary, Args: m.files[:1], Home: home, Env: env}
	m.window = &window{o.Start(t), t}
	return m
}

// xdo returns what xdotool calls a key that GTK calls key.
func xdo(key string) string {
	return strings.NewReplacer("<Primary>", "ctrl+", "<Shift>", "shift+", "<Alt>", "alt+").Replace(key)
}

// act does some things in the window in front.
func (m *monkey) act(n int) {
	m.t.Helper()
	m.alive()
	front := m.Active()
	if front == nil {
		m.Play("key", "Escape") // a menu is open, or a window is just coming
		return
	}
	if front.Role() == "file chooser" {
		m.choose()
		return
	}
	dialog := !document(front)
	where, ok := front.Where()
	if !ok {
		return
	}
	if !dialog && m.dice.IntN(4) == 0 {
		m.large()
		return
	}
	for range n {
		m.acts++
		switch d := m.dice.IntN(100); {
		case dialog && d < 30:
			k := m.one("Tab", "Tab", "space", "Return", "Escape", "Escape", "Down", "Up", "alt+F4")
			m.Play("key", k)
			if k == "alt+F4" { // which another one would end the window behind with
				return
			}
		case d < 40:
			k := m.keys[m.dice.IntN(len(m.keys))]
			m.asked[k.id] = true
			m.Play("key", k.name)
			if opens(k.id) {
				return
			}
		case d < 50:
			m.Play("key", m.one("Escape", "Return", "Tab", "space", "Left", "Right", "Up", "Down", "BackSpace", "Menu", "F10", "F1"))
		case d < 70:
			m.Play(m.to(where, "click", m.one("1", "1", "1", "1", "2", "3"))...)
		case d < 76:
			m.Play(append(append(m.to(where, "mousedown", m.one("1", "1", "3")), m.to(where)...), "mouseup", "1", "mouseup", "3")...)
		case d < 80:
			m.Play(m.to(where, "click", "--repeat", "3", "--delay", "5", m.one("4", "5"))...)
		case d < 84:
			m.Play(m.to(where)...)
		case d < 96:
			m.Play("type", "--delay", "2", "--", m.one("a1", "e4", "12", "0", "x", "é ", "Rook\t", "=", "--", "99999", "(", "c3c4", "b2"))
		case d < 98:
			if m.Running() {
				m.Beside(m.files[m.dice.IntN(len(m.files))])
			}
		}
		if m.dice.IntN(8) == 0 {
			break // another window may be in front by now
		}
	}
	m.warnings()
}

// opens reports whether a command opens a file dialog: in the next keys nobody would read what they do to the disk.
func opens(id command.ID) bool {
	switch id {
	case command.Open, command.Save, command.SaveAs, command.ExportPicture, command.ExportPage, command.PrintBooklet, command.Grid, command.MergeFile, command.FindFolder, command.Versions, command.Recover:
		return true
	}
	return false
}

// large does what single keys and clicks hardly ever come to.
func (m *monkey) large() {
	m.t.Helper()
	switch m.dice.IntN(6) {
	case 0, 1, 2: // a command by its title
		id := command.ID(m.dice.IntN(command.Count))
		if id == command.Quit || id == command.CloseTab {
			return
		}
		m.asked[id], m.asked[command.Palette] = true, true
		m.Play("key", "ctrl+shift+p")
		time.Sleep(200 * time.Millisecond)
		m.Play("type", "--delay", "2", "--", strings.TrimSuffix(string(command.All[id].Title), "…"))
		m.Play("key", "Return")
	case 3: // a tab goes; there is always another one
		if m.tabs() > 2 {
			m.asked[command.CloseTab] = true
			m.Play("key", "ctrl+w")
		}
	case 4: // a tab finds another place
		var at []image.Rectangle
		for _, n := range m.FindAll("page tab", "") {
			if r, ok := n.Where(); ok && n.Is(uitest.Showing) && r.In(display) {
				at = append(at, r)
			}
		}
		if len(at) > 1 {
			m.Drag(m.within(at[m.dice.IntN(len(at))]), m.within(at[m.dice.IntN(len(at))]))
		}
	case 5: // a game, as it was chosen last or another one
		m.asked[command.New] = true
		m.Play("key", "ctrl+n")
		time.Sleep(300 * time.Millisecond)
		for range m.dice.IntN(12) {
			m.Play("key", "Down")
		}
		m.Play("key", "Return")
	}
}

// choose does something in a file dialog: it leaves it, or names a file that exists or is to be. Elsewhere the disk is not the monkey's.
func (m *monkey) choose() {
	m.t.Helper()
	if m.dice.IntN(2) == 0 {
		m.Play("key", "Escape")
		return
	}
	path := m.files[m.dice.IntN(len(m.files))]
	if m.dice.IntN(2) == 0 {
		path = filepath.Join(m.folder, fmt.Sprintf("any%d%s", m.dice.IntN(8), m.one(".studio", ".txt", ".png", ".svg", ".pdf", "")))
	}
	m.Play("key", "ctrl+l") // where files are opened, the field for names is hidden
	m.Play("key", "ctrl+a")
	m.Play("type", "--delay", "2", "--", path)
	m.Play("key", "Return")
	time.Sleep(200 * time.Millisecond)
	if w := m.Active(); w != nil && w.Role() != "file chooser" && !document(w) {
		m.Play("key", m.one("Return", "Escape", "Tab")) // the file is there already
	}
}

// display is what uitest starts the program on.
var display = image.Rect(0, 0, 1280, 800)

// within returns a place in a rectangle.
func (m *monkey) within(r image.Rectangle) image.Point {
	if on := r.Intersect(display); !on.Empty() {
		r = on
	}
	return r.Min.Add(image.Pt(m.dice.IntN(max(r.Dx(), 1)), m.dice.IntN(max(r.Dy(), 1))))
}

// alive starts the program again where it was ended as a person ends it. A crash ends the test.
func (m *monkey) alive() {
	m.t.Helper()
	if m.Running() {
		return
	}
	m.warnings()
	if code := m.Exit(); code != 0 || m.t.Failed() {
		m.t.Fatalf("seed %d: the program has ended with %d after\n%s\n%s", *monkeySeed, code, strings.Join(m.last, "\n"), m.Log())
	}
	m.Run()
	m.starts, m.started = m.starts+1, time.Now()
}

// Play does what the monkey does, and keeps in mind what it was.
func (m *monkey) Play(args ...string) {
	m.t.Helper()
	m.last = append(m.last[max(0, len(m.last)-30):], strings.Join(args, " "))
	m.window.Play(args...)
}

func (m *monkey) one(of ...string) string { return of[m.dice.IntN(len(of))] }

// to returns the arguments to go to a place in a rectangle, and then what follows.
func (m *monkey) to(r image.Rectangle, then ...string) []string {
	p := m.within(r)
	return append([]string{"mousemove", fmt.Sprint(max(p.X, 0)), fmt.Sprint(max(p.Y, 0))}, then...)
}

// check calms the window down, saves all documents under new names, compares each with
// its journal, and closes them.
func (m *monkey) check() {
	m.t.Helper()
	var saved []string
	for tries := 0; ; tries++ {
		m.calm()
		m.Play("key", "ctrl+period")
		if w := m.Active(); w != nil && !strings.HasPrefix(w.Name(), "Start Page") && !strings.HasPrefix(w.Name(), "Page d’accueil") { // which is no document
			saved = append(saved, m.keep())
		}
		tabs := m.tabs()
		if tabs <= 1 {
			break
		}
		if tries == 100 {
			m.t.Fatalf("seed %d: documents cannot be closed:\n%s", *monkeySeed, m.Dump())
		}
		m.Play("key", "ctrl+w")
		m.soon(func() bool { return m.tabs() < tabs })
	}
	m.saved += len(saved)
	m.journals(saved)
	// What was saved last makes room for a new document.
	m.until("new tab", "ctrl+t", func() bool { return m.tabs() >= 2 })
	m.Play("key", "ctrl+shift+Tab")
	m.until("new tab alone", "ctrl+w", func() bool { return m.tabs() <= 1 })
	m.warnings()
}

// tabs returns how many documents are open.
func (m *monkey) tabs() (n int) {
	for _, w := range m.FindAll("frame", "") {
		if document(w) {
			n += len(w.FindAll("page tab", ""))
		}
	}
	return n
}

// until presses the key, calmly, until it has done its work: what was played before it may
// still open a window that takes it.
func (m *monkey) until(what, key string, ok func() bool) {
	m.t.Helper()
	for range 10 {
		m.calm()
		m.Play("key", key)
		if m.soon(ok) {
			return
		}
	}
	m.t.Fatalf("seed %d: there is no %s:\n%s", *monkeySeed, what, m.Dump())
}

// soon reports whether ok becomes true within some seconds.
func (m *monkey) soon(ok func() bool) bool {
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if ok() {
			return true
		}
	}
	return false
}

// document reports whether a window has documents, unlike dialogs and the windows for scripts.
func document(w *uitest.Node) bool {
	return strings.HasSuffix(w.Name(), " – Studio") && !strings.HasSuffix(w.Name(), " – Scripts – Studio")
}

// calm closes menus and dialogs and ends modes, until a document is in front.
func (m *monkey) calm() {
	m.t.Helper()
	quiet := 0
	for try := range 200 {
		m.alive()
		front := m.Active()
		switch {
		case front != nil && document(front):
			m.Play("key", "Escape")
			if quiet++; quiet == 4 {
				return
			}
		case front != nil && (front.Name() == "Leave" || front.Name() == "Quitter la composition"): // Escape would stay in the set-up
			for _, b := range front.FindAll("push button", front.Name()) {
				b.Do()
			}
		case front != nil && try%5 == 4:
			m.Play("key", "alt+F4")
		case try%40 == 19: // a click has minimized the windows, and nothing else shows them again
			m.Play("search", "--name", " – Studio$", "windowactivate", "%@")
		case try%40 == 39: // nothing has the keyboard
			m.Play("mousemove", "640", "300", "click", "1")
		default:
			m.Play("key", "Escape")
		}
		time.Sleep(50 * time.Millisecond)
	}
	m.t.Fatalf("seed %d: there is no way back to a document:\n%s", *monkeySeed, m.Dump())
}

// keep saves the document in front and returns where.
func (m *monkey) keep() string {
	m.t.Helper()
	path := filepath.Join(m.folder, fmt.Sprintf("%d-%d.studio", m.acts, time.Now().UnixNano()))
	m.until("way to save", "ctrl+shift+s", func() bool { return m.Has("file chooser", "") })
	m.Key("ctrl+a")
	m.Type(path)
	m.Key("Return")
	m.Wait("file", func() bool { _, err := os.Stat(path); return err == nil })
	m.shows(path)
	return path
}

// journals compares what was saved with the journals, which it reads from a copy: the
// program holds its own.
func (m *monkey) journals(saved []string) {
	m.t.Helper()
	state := filepath.Join(m.t.TempDir(), "state")
	if err := os.CopyFS(state, os.DirFS(filepath.Join(m.Home, ".local/state/boardstudio"))); err != nil {
		m.t.Fatal(err)
	}
	defer os.RemoveAll(state)
	store := journal.New(state)
	folders, err := filepath.Glob(filepath.Join(state, "journals", "*"))
	if err != nil {
		m.t.Fatal(err)
	}
	for _, folder := range folders {
		log, err := store.Open(filepath.Base(folder))
		if err != nil {
			continue // that of no document
		}
		path := log.Info().File.Path()
		if i := slices.Index(saved, path); i >= 0 && log.Info().Unsaved == 0 {
			r, err := ioall.Replay(context.Background(), log, nil)
			if err == nil {
				err = model.Equal(load(m.t, path), r.Doc)
			}
			if err != nil {
				m.t.Errorf("seed %d: %s is not what its journal says: %v", *monkeySeed, path, err)
			}
			m.compared++
		}
		log.Close()
	}
}

// bad is what no program writes that is well.
var bad = regexp.MustCompile(`(?m)^.*(CRITICAL|panic|fatal error|SIGSEGV|assertion).*$`)

// ofGTK is what GTK 3.24 says by itself, and no program can prevent.
var ofGTK = append(accessible, unopened)

// unopened is what GTK says of a list that did not open, because the window manager held the pointer when it should:
// it asks for the window of a menu that has none yet. See TestAListThatCannotOpen.
const unopened = "gdk_window_get_window_type: assertion 'GDK_IS_WINDOW (window)' failed"

// accessible is what GTK 3.24 says where somebody who reads the screen, as this test does, asks for the children of a
// window that was just closed, for the state of a popover, or for the place and the state of a tab that is gone: the
// accessible objects of windows, popovers and pages of a notebook do not look whether the widget is still there, as their
// sisters do. Nothing comes of it, and no program can prevent it: the one
// who asks holds the accessible object. With G_DEBUG=fatal-criticals it would end the program.
var accessible = []string{
	"gtk_container_forall: assertion 'GTK_IS_CONTAINER (container)' failed",
	"gtk_popover_get_modal: assertion 'GTK_IS_POPOVER (popover)' failed",
	"gtk_accessible_get_widget: assertion 'GTK_IS_ACCESSIBLE (accessible)' failed",
	"atk_selection_ref_selection: assertion 'ATK_IS_SELECTION (obj)' failed",
}

// warnings reads what the program has written since the last time.
func (m *monkey) warnings() {
	m.t.Helper()
	text := m.Log()
	for _, line := range bad.FindAllString(text[m.seen:], -1) {
		if slices.ContainsFunc(ofGTK, func(text string) bool { return strings.Contains(line, text) }) {
			continue
		}
		m.t.Errorf("seed %d: %s, after\n%s", *monkeySeed, line, strings.Join(m.last, "\n"))
	}
	m.seen = len(text)
}
