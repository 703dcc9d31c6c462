package app

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio/ai/lua/script"
	"boardstudio/ai/lua/worker"
	"boardstudio/model"
)

// own makes a script of the person.
func (d *desk) own(name, text string) string {
	d.t.Helper()
	path, err := d.Scripts().Create(name, text)
	if err != nil {
		d.t.Fatal(err)
	}
	return path
}

func TestScriptFiles(t *testing.T) {
	d := newDesk(t)
	l := d.Scripts()
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
	// What was changed among those of the studio comes back.
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

// A script is renamed with what was not saved of it, or not at all, and the path tells which.
func TestRenameScript(t *testing.T) {
	d := newDesk(t)
	l := d.Scripts()
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
		// The draft cannot come along: nothing is renamed.
		put(filepath.Join(l.draft("c"), "x"), "in the way")
		if at, err := l.Rename(b, "c"); err == nil || at != b {
			t.Errorf("run %d: %s, %v", i, at, err)
		}
		holds(b, "return 1")
		holds(filepath.Join(l.Own, "c.lua"), "")
		holds(l.draft("b"), "draft of a")
		// The script is not there any more: its draft stays where it is.
		if err := os.Remove(b); err != nil {
			t.Fatal(err)
		}
		if at, err := l.Rename(b, "d"); err == nil || at != b || err.Error() != "the script cannot be renamed: there is no such file or folder" {
			t.Errorf("run %d: %s, %v", i, at, err)
		}
		holds(l.draft("b"), "draft of a")
		holds(l.draft("d"), "")
	}
	// What comes with a name that another script had is not its draft.
	path := d.own("e", "return 2")
	put(l.draft("f"), "draft of another f")
	f, err := l.Rename(path, "f")
	if err != nil {
		t.Fatal(err)
	}
	holds(l.draft("f"), "")
	// A large script has a name like another.
	put(f, strings.Repeat("-", 300<<10))
	if at, err := l.Rename(f, "g"); err != nil || at == f {
		t.Errorf("%s, %v", at, err)
	}
}

// A script that is renamed while its text is checked and its draft written keeps its text
// under the new name, and leaves nothing under the old one.
func TestRenameWhileTyping(t *testing.T) {
	d := newDesk(t)
	text, err := d.openScript(d.own("n0", "return { name = 'N' }"))
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	text.Checked = func(*script.Description, error) { checked++ }
	for i := 1; i <= 10; i++ {
		was := checked
		text.Typed("return { name = 'N" + itoa(i) + "' }")
		text.Check(0)
		d.loop.until(t, "the check begins", func() bool { return text.waits.check == nil })
		text.keepDraft()
		if err := text.Rename("n" + itoa(i)); err != nil || text.Name() != "n"+itoa(i) {
			t.Fatal(text.Name(), err)
		}
		d.loop.until(t, "the check", func() bool { return checked > was })
	}
	d.leaving.Wait()
	if files, _ := os.ReadDir(d.Scripts().Own); len(files) != 1 || files[0].Name() != "n10.lua" {
		t.Errorf("%v", files)
	}
	if files, _ := os.ReadDir(d.Scripts().Drafts); len(files) != 1 || files[0].Name() != "n10.lua" {
		t.Errorf("%v", files)
	}
	text.Discard()
}

// As many scripts are listed as maxScripts says, of each folder.
func TestManyScripts(t *testing.T) {
	d := newDesk(t)
	l := d.Scripts()
	d.own("0", "")
	for i := 1; i < maxScripts; i++ {
		if err := os.WriteFile(filepath.Join(l.Own, itoa(i)+".lua"), nil, 0o600); err != nil {
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
		for _, s := range l.ScriptFolders.list() {
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

// How scripts are held is told when one can run, and why none can otherwise.
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
	d := newDesk(t)
	d.own("rows", `return { name = "Rows!", games = { "line" }, choose = function(p, m) return m[1] end }`)
	d.own("wrong", `return {`)
	find := func() (s Script) { s, _ = d.Scripts().Find(filepath.Join(d.Scripts().Own, "rows.lua")); return s }
	d.loop.until(t, "a description", func() bool { s := find(); return s.About != nil })
	if s := find(); s.Title() != "Rows!" {
		t.Error(s.Title())
	}
	if got := d.Scripts().For(d.Rules()); len(got) == 0 || got[0].Name != "rows" {
		t.Errorf("%+v", got)
	}
	d.start("othello", "othello")
	for _, s := range d.Scripts().For(d.Rules()) {
		if s.Name == "rows" || s.Name == "wrong" {
			t.Errorf("%s plays Othello", s.Name)
		}
	}
}

func TestDraftsSurvive(t *testing.T) {
	d := newDesk(t)
	path := d.own("x", "one\r\ntwo\n")
	open := func() *ScriptText {
		t.Helper()
		text, err := d.openScript(path)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	text := open()
	if text.Lua.Text() != "one\ntwo\n" || text.Unsaved() || text.Drafted {
		t.Fatalf("%q", text.Lua.Text())
	}
	text.Typed("one\ntwo\nthree\n")
	draft := d.Scripts().draft("x")
	d.loop.until(t, "the draft", func() bool { _, err := os.Stat(draft); return err == nil })
	// As after a crash: nothing was closed.
	again := open()
	if again.Lua.Text() != "one\ntwo\nthree\n" || !again.Unsaved() || !again.Drafted {
		t.Fatalf("%q", again.Lua.Text())
	}
	e, ok := again.Undo()
	if !ok || apply(again.Lua.Text(), e) != "one\ntwo\n" {
		t.Errorf("%+v", e)
	}
	again.Typed("four\n")
	if err := again.Save(false); err != nil || again.Unsaved() {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(path); string(data) != "four\n" {
		t.Errorf("saved %q", data)
	}
	if _, err := os.Stat(draft); err == nil {
		t.Error("the draft is still there")
	}
	// Somebody else changes the file.
	if err := os.WriteFile(path, []byte("other"), 0o644); err != nil {
		t.Fatal(err)
	}
	again.Typed("five\n")
	if err := again.Save(false); !errors.Is(err, ErrScriptChanged) {
		t.Fatal(err)
	}
	if err := again.Save(true); err != nil {
		t.Fatal(err)
	}
	// Closed with text that is not saved: it stays.
	again.Typed("six\n")
	again.Close()
	d.loop.until(t, "the draft", func() bool { _, err := os.Stat(draft); return err == nil })
	last := open()
	if last.Lua.Text() != "six\n" {
		t.Errorf("%q", last.Lua.Text())
	}
	last.Discard()
	if got := open(); got.Lua.Text() != "five\n" || got.Drafted {
		t.Errorf("%q", got.Lua.Text())
	}
}

func TestCheck(t *testing.T) {
	d := newDesk(t)
	text, err := d.openScript(d.own("x", "return { name = 'X', choose = function() end }"))
	if err != nil {
		t.Fatal(err)
	}
	var about *script.Description
	var wrong error
	n := 0
	text.Checked = func(a *script.Description, err error) { about, wrong = a, err; n++ }
	text.Check(0)
	d.loop.until(t, "a check", func() bool { return n == 1 })
	if wrong != nil || about.Name != "X" {
		t.Fatal(about, wrong)
	}
	text.Typed("local x =\nreturn {")
	d.loop.until(t, "a check", func() bool { return n == 2 })
	if f := FaultOf(wrong); f == nil || f.Line != 2 {
		t.Errorf("%v", wrong)
	}
	text.Discard()
}

// TestTemplates: each plays at once, against itself, to the end.
func TestTemplates(t *testing.T) {
	for _, x := range ScriptTemplates {
		d := newDesk(t)
		path := d.own(x.Name, x.Text("My \"own\" player\n"))
		about, err := describe(t.Context(), x.Name, x.Text("My \"own\" player\n"))
		if err != nil || about.Name != "My own player" {
			t.Fatal(x.Name, about, err)
		}
		games := GamesFor(about)
		if len(games) == 0 {
			t.Fatalf("%s plays nothing", x.Name)
		}
		g := ScriptGame{Game: games[0].Game, Preset: games[0].Preset, Against: model.Player{Kind: "random"}}
		if err := d.RunScript(ScriptKind(path, nil), g); err != nil {
			t.Fatal(err)
		}
		moves := 0
		d.loop.until(t, "the answer of "+x.Name, func() bool {
			moves = d.Tree().Ply(d.Node())
			return moves >= 3 || len(d.said) > 0
		})
		if moves < 3 {
			t.Errorf("%s: %v", x.Name, d.said)
		}
		d.Stop()
	}
}

func TestScriptLogs(t *testing.T) {
	d := newDesk(t)
	path := d.own("talks", "return { name = 'T', choose = function(pos, moves)\n  log('I see', #moves)\n  if #moves < 7 then error('no') end\n  return moves[1]\nend }")
	if err := d.RunScript(ScriptKind(path, nil), ScriptGame{Seat: 0, Against: model.Player{Kind: "random"}}); err != nil {
		t.Fatal(err)
	}
	d.loop.until(t, "the end of the script", func() bool { return len(d.said) > 0 })
	logs := d.ScriptLogs()
	if len(logs) != 3 || logs[0].Text != "I see\t9" || logs[0].Move != "a1" || logs[0].Ply != 1 || logs[2].Err == nil || logs[2].Ply != 5 {
		t.Fatalf("%+v", logs)
	}
	if !strings.Contains(logs[2].Err.Error(), "line 3") {
		t.Error(logs[2].Err)
	}
}

func TestTraceAndProfile(t *testing.T) {
	d := newDesk(t)
	text := "return { name = 'T', choose = function(pos, moves)\n  local n = #moves\n  log('n', n)\n  return moves[n]\nend }"
	var at TraceStop
	stops := 0
	told := func(s TraceStop) { at = s; stops++ }
	tr, err := d.Trace("t.lua", text, nil, 0, told)
	if err != nil {
		t.Fatal(err)
	}
	d.loop.until(t, "a stop", func() bool { return stops == 1 })
	if at.Line != 2 {
		t.Fatalf("%+v", at)
	}
	tr.Next(worker.Into, 0, told)
	d.loop.until(t, "a stop", func() bool { return stops == 2 })
	if at.Line != 3 || at.Locals[len(at.Locals)-1].Value != "9" {
		t.Fatalf("%+v", at)
	}
	tr.Next(worker.End, 0, told)
	d.loop.until(t, "the end", func() bool { return stops == 3 })
	if !at.Ended || at.Move != "c3" || at.Log != "n\t9\n" {
		t.Fatalf("%+v", at)
	}
	tr.Next(worker.Into, 0, told)
	tr.Close()

	var p *ScriptProfile
	if _, err := d.Profile("t.lua", text, nil, func(got ScriptProfile) { p = &got }); err != nil {
		t.Fatal(err)
	}
	d.loop.until(t, "a profile", func() bool { return p != nil })
	if p.Err != nil || p.Move != "c3" || len(p.Lines) != 3 || p.Lines[0].Line != 2 || p.Lines[0].Calls != 1 {
		t.Errorf("%+v", p)
	}
}

// TestSavedWhileItPlays: the next move is that of the new text, in the same game.
func TestSavedWhileItPlays(t *testing.T) {
	d := newDesk(t)
	path := d.own("x", "return { name = 'X', choose = function(pos, moves) return moves[1] end }")
	if err := d.RunScript(ScriptKind(path, nil), ScriptGame{Seat: 0, Against: model.Player{Kind: Human}}); err != nil {
		t.Fatal(err)
	}
	last := func() string {
		m, ok := d.Node().Move()
		if !ok {
			return ""
		}
		return d.Rules().FormatMove(m)
	}
	d.loop.until(t, "the first move", func() bool { return last() == "a1" })
	doc := d.Document()
	text, err := d.openScript(path)
	if err != nil {
		t.Fatal(err)
	}
	text.Typed("return { name = 'X', choose = function(pos, moves) return moves[#moves] end }")
	if err := text.Save(false); err != nil {
		t.Fatal(err)
	}
	d.PlayText("b2")
	d.loop.until(t, "the move of the new text", func() bool { return d.Tree().Ply(d.Node()) == 3 })
	if last() != "c3" || d.Document() != doc {
		t.Errorf("%s, %v", last(), d.said)
	}
	text.Close()
}

// TestOptionsOfAScript: their values stand in the kind of the player.
func TestOptionsOfAScript(t *testing.T) {
	d := newDesk(t)
	path := d.own("x", `return { name = "X", options = { { name = "n", type = "number", min = 1, max = 9, default = 1 } }, choose = function(pos, moves) return moves[options.n] end }`)
	kind := ScriptKind(path, map[string]string{"n": "5"})
	if ScriptPath(kind) != path || ScriptValues(kind)["n"] != "5" || ScriptTitle(kind) != "x" {
		t.Errorf("%s", kind)
	}
	if err := d.RunScript(kind, ScriptGame{Seat: 0, Against: model.Player{Kind: Human}}); err != nil {
		t.Fatal(err)
	}
	d.loop.until(t, "a move", func() bool { return d.Tree().Ply(d.Node()) == 1 || len(d.said) > 0 })
	if m, _ := d.Node().Move(); d.Rules().FormatMove(m) != "b2" {
		t.Errorf("%v", d.said)
	}
}
