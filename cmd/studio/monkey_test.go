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

	"boardstudio"
	"boardstudio/internal/uitest"
	"boardstudio/model"
	"boardstudio/store/journal"
	"boardstudio/studio/app/command"
)

// The duration of the monkey test and its random seed:
//
//	go test ./cmd/studio -run TestMonkey -monkey 30m -seed 7 -v
var (
	monkeyTime = flag.Duration("monkey", 0, "how long the monkey plays; 0 for not at all")
	monkeySeed = flag.Uint64("seed", 1, "what the monkey throws its dice with")
)

const (
	checkEvery  = time.Minute     // interval of comparing the documents with their journals
	warmUp      = 5 * time.Minute // initial allocations are not counted
	memorySlope = 1 << 20         // in bytes per minute
)

// TestMonkey checks that random keys, clicks, drags, texts and files cause no crash and no warning,
// and that memory does not keep growing. Each document saved must equal the one in its journal.
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
		if m.started.After(began) { // memory of an earlier process does not count
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

// slope returns the slope of the least-squares line.
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

// monkey uses the window at random.
type monkey struct {
	*window
	dice   *rand.Rand
	keys   []key    // keys of the commands
	files  []string // documents to open
	folder string   // folder for saved files

	acts, saved, compared int
	asked                 map[command.ID]bool // commands it tried to run
	starts                int                 // starts of the program; the monkey may quit it like a user
	started               time.Time           // time of the last start
	seen                  int                 // length of the log already checked
	last                  []string            // last actions
}

// key is a key of a command, in xdotool's notation.
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
			continue // these would end the program
		}
		for name := range strings.FieldsSeq(c.Keys) {
			m.keys = append(m.keys, key{xdo(name), command.ID(id)})
		}
	}
	// MONKEY_ENV helps to find the source of a warning: "LD_PRELOAD=… G_DEBUG=…".
	env := append([]string{"LANG=C.UTF-8"}, strings.Fields(os.Getenv("MONKEY_ENV"))...)
	o := uitest.Options{Bin: binary, Args: m.files[:1], Home: home, Env: env}
	m.window = &window{o.Start(t), t}
	return m
}

// xdo converts a key from GTK's notation to xdotool's.
func xdo(key string) string {
	return strings.NewReplacer("<Primary>", "ctrl+", "<Shift>", "shift+", "<Alt>", "alt+").Replace(key)
}

// act performs n random actions in the window in front.
func (m *monkey) act(n int) {
	m.t.Helper()
	m.alive()
	front := m.Active()
	if front == nil {
		m.Play("key", "Escape") // a menu is open, or a window is about to open
		return
	}
	if front.Role() == "file chooser" {
		m.choose()
		return
	}
	dialog := !isDocument(front)
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
			if k == "alt+F4" { // a second one would close the next window
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
			break // another window may be in front now
		}
	}
	m.warnings()
}

// opens reports whether a command opens a file dialog. There, random keys could change files on the
// disk.
func opens(id command.ID) bool {
	switch id {
	case command.Open, command.Save, command.SaveAs, command.ExportPicture, command.ExportPage, command.PrintBooklet, command.Grid, command.MergeFile, command.FindFolder, command.Versions, command.Recover:
		return true
	}
	return false
}

// large performs an action that random keys and clicks hardly ever achieve.
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
	case 3: // close a tab, unless few are left
		if m.tabs() > 2 {
			m.asked[command.CloseTab] = true
			m.Play("key", "ctrl+w")
		}
	case 4: // move a tab
		var at []image.Rectangle
		for _, n := range m.FindAll("page tab", "") {
			if r, ok := n.Where(); ok && n.Is(uitest.Showing) && r.In(display) {
				at = append(at, r)
			}
		}
		if len(at) > 1 {
			m.Drag(m.within(at[m.dice.IntN(len(at))]), m.within(at[m.dice.IntN(len(at))]))
		}
	case 5: // start a game, the last one or another
		m.asked[command.New] = true
		m.Play("key", "ctrl+n")
		time.Sleep(300 * time.Millisecond)
		for range m.dice.IntN(12) {
			m.Play("key", "Down")
		}
		m.Play("key", "Return")
	}
}

// choose handles a file dialog: it cancels it, or enters a file of the monkey. Other files must not
// be touched.
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
	m.Play("key", "ctrl+l") // when opening, the name field is hidden
	m.Play("key", "ctrl+a")
	m.Play("type", "--delay", "2", "--", path)
	m.Play("key", "Return")
	time.Sleep(200 * time.Millisecond)
	if w := m.Active(); w != nil && w.Role() != "file chooser" && !isDocument(w) {
		m.Play("key", m.one("Return", "Escape", "Tab")) // the file exists already
	}
}

// display is the size of uitest's display.
var display = image.Rect(0, 0, 1280, 800)

// within returns a random point in a rectangle.
func (m *monkey) within(r image.Rectangle) image.Point {
	if on := r.Intersect(display); !on.Empty() {
		r = on
	}
	return r.Min.Add(image.Pt(m.dice.IntN(max(r.Dx(), 1)), m.dice.IntN(max(r.Dy(), 1))))
}

// alive restarts the program if it has exited normally. A crash fails the test.
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

// Play performs and records an action.
func (m *monkey) Play(args ...string) {
	m.t.Helper()
	m.last = append(m.last[max(0, len(m.last)-30):], strings.Join(args, " "))
	m.window.Play(args...)
}

func (m *monkey) one(of ...string) string { return of[m.dice.IntN(len(of))] }

// to returns xdotool arguments that move the pointer into a rectangle and then perform then.
func (m *monkey) to(r image.Rectangle, then ...string) []string {
	p := m.within(r)
	return append([]string{"mousemove", fmt.Sprint(max(p.X, 0)), fmt.Sprint(max(p.Y, 0))}, then...)
}

// check saves all documents under new names, compares each with its journal, and closes them.
func (m *monkey) check() {
	m.t.Helper()
	var saved []string
	for tries := 0; ; tries++ {
		m.calm()
		m.Play("key", "ctrl+period")
		if w := m.Active(); w != nil && !strings.HasPrefix(w.Name(), "Start Page") && !strings.HasPrefix(w.Name(), "Page d’accueil") { // no document
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
	// A new document replaces the last one.
	m.until("new tab", "ctrl+t", func() bool { return m.tabs() >= 2 })
	m.Play("key", "ctrl+shift+Tab")
	m.until("new tab alone", "ctrl+w", func() bool { return m.tabs() <= 1 })
	m.warnings()
}

// tabs returns the number of open tabs.
func (m *monkey) tabs() (n int) {
	for _, w := range m.FindAll("frame", "") {
		if isDocument(w) {
			n += len(w.FindAll("page tab", ""))
		}
	}
	return n
}

// until presses a key until ok returns true. Earlier actions may still open a window that receives
// the key.
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

// soon reports whether ok returns true within some seconds.
func (m *monkey) soon(ok func() bool) bool {
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if ok() {
			return true
		}
	}
	return false
}

// isDocument reports whether a window is a main window, unlike dialogs and the script window.
func isDocument(w *uitest.Node) bool {
	return strings.HasSuffix(w.Name(), " – Studio") && !strings.HasSuffix(w.Name(), " – Scripts – Studio")
}

// calm closes menus and dialogs and leaves modes until a document is in front.
func (m *monkey) calm() {
	m.t.Helper()
	quiet := 0
	for try := range 200 {
		m.alive()
		front := m.Active()
		switch {
		case front != nil && isDocument(front):
			m.Play("key", "Escape")
			if quiet++; quiet == 4 {
				return
			}
		case front != nil && (front.Name() == "Discard Set-Up" || front.Name() == "Abandonner la composition"): // Escape would return to the set-up
			for _, b := range front.FindAll("push button", front.Name()) {
				b.Do()
			}
		case front != nil && try%5 == 4:
			m.Play("key", "alt+F4")
		case try%40 == 19: // a click has minimised the windows, and only this shows them again
			m.Play("search", "--name", " – Studio$", "windowactivate", "%@")
		case try%40 == 39: // no window has the focus
			m.Play("mousemove", "640", "300", "click", "1")
		default:
			m.Play("key", "Escape")
		}
		time.Sleep(50 * time.Millisecond)
	}
	m.t.Fatalf("seed %d: there is no way back to a document:\n%s", *monkeySeed, m.Dump())
}

// keep saves the document in front and returns its path.
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

// journals compares the saved documents with the journals. It reads a copy, because the program has
// locked its own.
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
			continue // a journal without a document
		}
		path := log.Info().File.Path()
		if i := slices.Index(saved, path); i >= 0 && log.Info().Unsaved == 0 {
			r, err := boardstudio.Documents.Replay(context.Background(), log, nil)
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

// bad matches the output of a faulty program.
var bad = regexp.MustCompile(`(?m)^.*(CRITICAL|panic|fatal error|SIGSEGV|assertion).*$`)

// ofGTK are messages of GTK 3.24 that a program cannot prevent.
var ofGTK = append(accessible, unopened)

// unopened is printed by GTK if a list could not open because the window manager had grabbed the
// pointer. See TestComboBoxDuringGrab.
const unopened = "gdk_window_get_window_type: assertion 'GDK_IS_WINDOW (window)' failed"

// accessible are messages that GTK 3.24 prints for some queries of a screen reader or of this test.
// They concern the children of a closed window, the state of a popover, and the place and state of a
// removed tab. The
// accessible objects of windows, popovers and notebook pages do not check whether the widget still
// exists, unlike other classes. The messages are harmless and a program cannot prevent them,
// because the screen reader owns the accessible object. With G_DEBUG=fatal-criticals they would end
// the program.
var accessible = []string{
	"gtk_container_forall: assertion 'GTK_IS_CONTAINER (container)' failed",
	"gtk_accessible_get_widget: assertion 'GTK_IS_ACCESSIBLE (accessible)' failed",
	"atk_selection_ref_selection: assertion 'ATK_IS_SELECTION (obj)' failed",
}

// warnings checks the output of the program since the last call.
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
