package scripts

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"boardstudio/ai/lua/luatest"
	"boardstudio/ai/lua/script"
	"boardstudio/ai/lua/worker"
	"boardstudio/internal/looptest"
	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/store/safe"
)

func TestMain(m *testing.M) {
	os.Exit(luatest.Main(m.Run, func() error { return goleak.Find() }))
}

// testLibrary is a library with a manually driven loop.
type testLibrary struct {
	*Library
	*looptest.Loop
	t *testing.T
}

func newTestLibrary(t *testing.T) *testLibrary {
	t.Helper()
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	d := &testLibrary{Loop: looptest.New(1024), t: t}
	var err error
	if d.Library, err = New(d, all.Games); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Wait)
	return d
}

func (d *testLibrary) Changed(string) {}

// own creates a script of the user.
func (d *testLibrary) own(name, text string) string {
	d.t.Helper()
	path, err := d.Create(name, text)
	if err != nil {
		d.t.Fatal(err)
	}
	return path
}

// open opens a script for editing.
func (d *testLibrary) open(path string) (text *Text, err error) {
	d.t.Helper()
	over := false
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	d.OpenText(ctx, path, func(err error) { d.t.Error(err) }, func(t *Text, e error) { text, err, over = t, e, true })
	d.Until(d.t, "reading", func() bool { return over })
	return text, err
}

func preset(t *testing.T, name string) rules.Rules {
	t.Helper()
	r, err := all.Games.Build(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestScriptFiles(t *testing.T) {
	d := newTestLibrary(t)
	l := d.Library
	n := len(l.List())
	if n < 4 || !l.List()[0].Shipped {
		t.Fatalf("%d scripts come with the studio", n)
	}
	path := d.own("First", "return 1")
	if _, err := l.Create("First", "x"); err == nil {
		t.Error("a script was replaced")
	}
	for _, bad := range []string{"", " ", "../x", "a/b", ".hidden", "a\\b", strings.Repeat("x", 200)} {
		if _, err := l.Create(bad, "x"); err == nil {
			t.Errorf("%q is a name", bad)
		}
	}
	list := l.List()
	if len(list) != n+1 || list[0].Name != "First" || list[0].Shipped {
		t.Fatalf("%+v", list[0])
	}
	if _, err := l.Rename(list[1].Path, "mine"); err == nil {
		t.Error("a script of the studio was renamed")
	}
	if err := l.Delete(list[1].Path); err == nil {
		t.Error("a script of the studio was deleted")
	}
	if err := l.Delete(filepath.Join(l.Own, "..", "x.lua")); err == nil {
		t.Error("a file elsewhere was deleted")
	}
	fresh, err := l.Rename(path, "Second")
	if err != nil || filepath.Base(fresh) != "Second.lua" {
		t.Fatal(fresh, err)
	}
	if got := l.FreeName("Second"); got != "Second 2" {
		t.Error(got)
	}
	if err := l.Delete(fresh); err != nil || len(l.List()) != n {
		t.Error(err)
	}
	// Changed copies of included scripts are restored.
	one := list[1].Path
	if err := os.WriteFile(one, []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := l.Ship(); err != nil {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(one); string(data) == "x" {
		t.Error("it is not as it was shipped")
	}
}

// TestRenameScript checks that a script is renamed together with its draft or not at all, and that
// the path says which.
func TestRenameScript(t *testing.T) {
	d := newTestLibrary(t)
	l := d.Library
	put := func(path, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	holds := func(path, want string) {
		t.Helper()
		if data, err := os.ReadFile(path); string(data) != want || (want == "") != errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s holds %q, %v; want %q", filepath.Base(path), data, err, want)
		}
	}
	for i := range 20 { // the order of two files must not matter
		path := d.own("a", "return 1")
		put(l.draft("a"), "draft of a")
		put(l.draft("b"), "draft of another b")
		b, err := l.Rename(path, " b.lua ")
		if err != nil || filepath.Base(b) != "b.lua" {
			t.Fatal(b, err)
		}
		holds(path, "")
		holds(b, "return 1")
		holds(l.draft("a"), "")
		holds(l.draft("b"), "draft of a")
		// The draft cannot be renamed, so the script is not renamed either.
		put(filepath.Join(l.draft("c"), "x"), "in the way")
		if at, err := l.Rename(b, "c"); err == nil || at != b {
			t.Errorf("run %d: %s, %v", i, at, err)
		}
		holds(b, "return 1")
		holds(filepath.Join(l.Own, "c.lua"), "")
		holds(l.draft("b"), "draft of a")
		// If the script no longer exists, its draft is not renamed.
		if err := os.Remove(b); err != nil {
			t.Fatal(err)
		}
		if at, err := l.Rename(b, "d"); err == nil || at != b || err.Error() != "the script cannot be renamed: there is no such file or folder" {
			t.Errorf("run %d: %s, %v", i, at, err)
		}
		holds(l.draft("b"), "draft of a")
		holds(l.draft("d"), "")
	}
	// A renamed script does not inherit a draft left by another script of that name.
	path := d.own("e", "return 2")
	put(l.draft("f"), "draft of another f")
	f, err := l.Rename(path, "f")
	if err != nil {
		t.Fatal(err)
	}
	holds(l.draft("f"), "")
	// A large script is renamed, too.
	put(f, strings.Repeat("-", 300<<10))
	if at, err := l.Rename(f, "g"); err != nil || at == f {
		t.Errorf("%s, %v", at, err)
	}
}

// TestRenameWhileTyping checks that a script renamed during a check and a write of its draft keeps
// its text. It must leave no draft with the old name.
func TestRenameWhileTyping(t *testing.T) {
	d := newTestLibrary(t)
	text, err := d.open(d.own("n0", "return { name = 'N' }"))
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	text.Checked = func(*script.Description, error) { checked++ }
	for i := 1; i <= 10; i++ {
		was := checked
		text.Change("return { name = 'N" + strconv.Itoa(i) + "' }")
		text.Check(0)
		d.Until(t, "the check begins", func() bool { return text.waits.check == nil })
		text.keepDraft()
		if err := text.Rename("n" + strconv.Itoa(i)); err != nil || text.Name() != "n"+strconv.Itoa(i) {
			t.Fatal(text.Name(), err)
		}
		d.Until(t, "the check", func() bool { return checked > was })
	}
	d.Wait()
	if files, _ := os.ReadDir(d.Own); len(files) != 1 || files[0].Name() != "n10.lua" {
		t.Errorf("%v", files)
	}
	if files, _ := os.ReadDir(d.Drafts); len(files) != 1 || files[0].Name() != "n10.lua" {
		t.Errorf("%v", files)
	}
	text.Discard()
}

// TestManyScripts checks that at most maxScripts scripts per folder are listed.
func TestManyScripts(t *testing.T) {
	d := newTestLibrary(t)
	l := d.Library
	d.own("0", "")
	for i := 1; i < maxScripts; i++ {
		if err := os.WriteFile(filepath.Join(l.Own, strconv.Itoa(i)+".lua"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{".hidden.lua", ".lua", "text", "text.txt"} {
		if err := os.WriteFile(filepath.Join(l.Own, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(l.Own, "folder.lua"), 0o700); err != nil {
		t.Fatal(err)
	}
	count := func() (own, shipped int) {
		for _, s := range l.Folders.list() {
			if s.Shipped {
				shipped++
			} else {
				own++
			}
		}
		return own, shipped
	}
	own, shipped := count()
	if own != maxScripts || shipped < 4 {
		t.Errorf("%d of %d scripts are listed, and %d of the studio", own, maxScripts, shipped)
	}
	if err := os.WriteFile(filepath.Join(l.Own, "more.lua"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if own, again := count(); own != maxScripts || again != shipped {
		t.Errorf("%d scripts are listed, and %d of the studio", own, again)
	}
}

// TestContainment checks the layers of containment, and the error if scripts cannot run.
func TestContainment(t *testing.T) {
	c, err := Containment(t.Context())
	if err != nil || !c.Limits {
		t.Errorf("%+v, %v", c, err)
	}
	t.Setenv("STUDIO_SCRIPT", "")
	t.Setenv("PATH", "")
	if c, err := Containment(t.Context()); err == nil || c != (worker.Containment{}) {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestScriptsDescribeThemselves(t *testing.T) {
	d := newTestLibrary(t)
	d.own("rows", `return { name = "Rows!", games = { "line" }, choose = function(p, m) return m[1] end }`)
	d.own("wrong", `return {`)
	find := func() (s Script) { s, _ = d.Find(filepath.Join(d.Own, "rows.lua")); return s }
	d.Until(t, "a description", func() bool { s := find(); return s.About != nil })
	if s := find(); s.Title() != "Rows!" {
		t.Error(s.Title())
	}
	if got := d.For(preset(t, "tictactoe")); len(got) == 0 || got[0].Name != "rows" {
		t.Errorf("%+v", got)
	}
	for _, s := range d.For(preset(t, "othello")) {
		if s.Name == "rows" || s.Name == "wrong" {
			t.Errorf("%s plays Othello", s.Name)
		}
	}
}

func TestDraftsSurvive(t *testing.T) {
	d := newTestLibrary(t)
	path := d.own("x", "one\r\ntwo\n")
	open := func() *Text {
		t.Helper()
		text, err := d.open(path)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	text := open()
	if text.Text() != "one\ntwo\n" || text.Unsaved() || text.Drafted {
		t.Fatalf("%q", text.Text())
	}
	text.Change("one\ntwo\nthree\n")
	draft := d.draft("x")
	d.Until(t, "the draft", func() bool { _, err := os.Stat(draft); return err == nil })
	// As after a crash: no text was closed.
	again := open()
	if again.Text() != "one\ntwo\nthree\n" || !again.Unsaved() || !again.Drafted {
		t.Fatalf("%q", again.Text())
	}
	if again.Saved() != "one\ntwo\n" {
		t.Errorf("%q was saved", again.Saved())
	}
	again.Change("four\n")
	if err := again.Save(false); err != nil || again.Unsaved() {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(path); string(data) != "four\n" {
		t.Errorf("saved %q", data)
	}
	if _, err := os.Stat(draft); err == nil {
		t.Error("the draft is still there")
	}
	// Another program changes the file.
	if err := os.WriteFile(path, []byte("other"), 0o644); err != nil {
		t.Fatal(err)
	}
	again.Change("five\n")
	if err := again.Save(false); !errors.Is(err, ErrChanged) {
		t.Fatal(err)
	}
	if err := again.Save(true); err != nil {
		t.Fatal(err)
	}
	// A save waits for another program that has locked the file, and does not replace its content.
	again.Change("six\n")
	ended := make(chan error, 1)
	if err := safe.Hold(path, patience, func() error {
		go func() { ended <- again.Save(false) }()
		return safe.Write(path, safe.Data([]byte("other")))
	}); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; !errors.Is(err, ErrChanged) || !again.Unsaved() {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(path); string(data) != "other" {
		t.Errorf("the file holds %q", data)
	}
	again.Change("five\n")
	if err := again.Save(true); err != nil {
		t.Fatal(err)
	}
	// Closing a text preserves its draft.
	again.Change("six\n")
	again.Close()
	d.Until(t, "the draft", func() bool { _, err := os.Stat(draft); return err == nil })
	last := open()
	if last.Text() != "six\n" {
		t.Errorf("%q", last.Text())
	}
	last.Discard()
	if got := open(); got.Text() != "five\n" || got.Drafted {
		t.Errorf("%q", got.Text())
	}
}

func TestCheck(t *testing.T) {
	d := newTestLibrary(t)
	text, err := d.open(d.own("x", "return { name = 'X', choose = function() end }"))
	if err != nil {
		t.Fatal(err)
	}
	var about *script.Description
	var wrong error
	n := 0
	text.Checked = func(a *script.Description, err error) { about, wrong = a, err; n++ }
	text.Check(0)
	d.Until(t, "a check", func() bool { return n == 1 })
	if wrong != nil || about.Name != "X" {
		t.Fatal(about, wrong)
	}
	text.Change("local x =\nreturn {")
	d.Until(t, "a check", func() bool { return n == 2 })
	if f := FaultOf(wrong); f == nil || f.Line != 2 {
		t.Errorf("%v", wrong)
	}
	text.Discard()
}

func TestTraceAndProfile(t *testing.T) {
	d := newTestLibrary(t)
	text := "return { name = 'T', choose = function(pos, moves)\n  local n = #moves\n  log('n', n)\n  return moves[n]\nend }"
	r := preset(t, "tictactoe")
	call := Call{Name: "t.lua", Text: text, Rules: r, Start: r.Start()}
	var at Stop
	stops := 0
	told := func(s Stop) { at = s; stops++ }
	tr := d.Trace(call, 0, told)
	d.Until(t, "a stop", func() bool { return stops == 1 })
	if at.Line != 2 {
		t.Fatalf("%+v", at)
	}
	tr.Next(worker.Into, 0, told)
	d.Until(t, "a stop", func() bool { return stops == 2 })
	if at.Line != 3 || at.Locals[len(at.Locals)-1].Value != "9" {
		t.Fatalf("%+v", at)
	}
	tr.Next(worker.End, 0, told)
	d.Until(t, "the end", func() bool { return stops == 3 })
	if !at.Ended || at.Move != "c3" || at.Log != "n\t9\n" {
		t.Fatalf("%+v", at)
	}
	tr.Next(worker.Into, 0, told)
	tr.Close()

	var p *Profile
	d.Profile(call, func(got Profile) { p = &got })
	d.Until(t, "a profile", func() bool { return p != nil })
	if p.Err != nil || p.Move != "c3" || len(p.Lines) != 3 || p.Lines[0].Line != 2 || p.Lines[0].Calls != 1 {
		t.Errorf("%+v", p)
	}
}
