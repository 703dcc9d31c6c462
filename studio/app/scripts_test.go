package app

import (
	"os"
	"slices"
	"strings"
	"testing"

	"boardstudio/ai/lua/script"
	"boardstudio/model"
	"boardstudio/rules/all"
	"boardstudio/studio/app/jobs"
	"boardstudio/studio/app/scripts"
)

const hooked = `return { name = "Hooks",
  start = function() log("start") end,
  opponent = function(move) log("opponent", move) end,
  finish = function(result) log("finish", result.reason, result.winners[1]) end,
  choose = function(pos, moves) return moves[1] end }`

// scriptLog returns the script log as one line.
func (d *fixture) scriptLog() string {
	var parts []string
	for _, l := range d.ScriptLog() {
		parts = append(parts, strings.Fields(l.Text)...)
	}
	return strings.Join(parts, " ")
}

// TestFinishAtTheBoard checks that scripts are notified of the result and the opponent's last move.
func TestFinishAtTheBoard(t *testing.T) {
	d := newFixture(t)
	path := d.own("hooks", hooked)
	d.RunScript(scripts.Kind(path, nil), scripts.TestGame{Rules: d.View.Rules(), Seat: 0, Against: model.Player{Kind: Human}})
	for i, m := range []string{"c1", "a3", "b3"} { // the script plays a1 b1 a2 b2
		d.loop.Until(t, "the script's move", func() bool { return d.View.Tree().Ply(d.View.Node()) == 2*i+1 })
		d.PlayText(m)
	}
	d.loop.Until(t, "the script's move", func() bool { return d.View.Tree().Ply(d.View.Node()) == 7 })
	d.PlayText("c3") // completes a3 b3 c3
	d.loop.Until(t, "the end", func() bool { return strings.Contains(d.scriptLog(), "finish") })
	if got, want := d.scriptLog(), "start opponent c1 opponent a3 opponent b3 opponent c3 finish row 2"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if last := d.ScriptLog()[len(d.ScriptLog())-1]; !last.End || last.Ply != 8 {
		t.Errorf("%+v", last)
	}

	// After undoing the end and reaching it by another move, the script is notified again.
	d.Undo()
	d.ClearScriptLog()
	d.PlayText("c2")
	d.loop.Until(t, "the script's move", func() bool { return d.View.Tree().Ply(d.View.Node()) == 9 })
	d.loop.Until(t, "the end", func() bool { return strings.Contains(d.scriptLog(), "finish") })
	if got := d.scriptLog(); got != "start opponent c1 opponent a3 opponent b3 opponent c2 finish row 1" {
		t.Errorf("%q", got)
	}
}

// TestFinishFails checks that an error after the end of a game is shown and logged.
func TestFinishFails(t *testing.T) {
	d := newFixture(t)
	path := d.own("bad", strings.Replace(hooked, `log("finish", result.reason, result.winners[1])`, `error("pity" .. result.reason)`, 1))
	d.RunScript(scripts.Kind(path, nil), scripts.TestGame{Rules: d.View.Rules(), Seat: 0, Against: model.Player{Kind: Human}})
	for i, m := range []string{"c1", "a3", "b3", "c3"} { // the script plays a1 b1 a2 b2
		d.loop.Until(t, "the script's move", func() bool { return d.View.Tree().Ply(d.View.Node()) == 2*i+1 })
		d.PlayText(m)
	}
	d.loop.Until(t, "the error", func() bool { return strings.Contains(d.lastSaid(), "After the game") })
	if got := d.lastSaid(); got != "After the game: script bad.lua, line 4: pityrow" {
		t.Errorf("%q", got)
	}
	if last := d.ScriptLog()[len(d.ScriptLog())-1]; !last.End || last.Ply != 8 || last.Err == nil {
		t.Errorf("%+v", last)
	}
}

// TestTestGame checks that only test games between computers are replaced without asking.
func TestTestGame(t *testing.T) {
	d := newFixture(t)
	kind := scripts.Kind(d.own("hooks", hooked), nil)
	over := func() bool { return d.View.Over() }
	d.RunScript(kind, scripts.TestGame{Rules: d.View.Rules(), Against: model.Player{Kind: "random"}})
	if d.loop.Until(t, "the end", over); !d.InTestGame() || !d.File.Dirty() {
		t.Errorf("test game %v, dirty %v", d.InTestGame(), d.File.Dirty())
	}
	d.Comment(d.View.Node(), "mine")
	if d.InTestGame() {
		t.Error("a game with a comment is replaced unasked")
	}
	d.RunScript(kind, scripts.TestGame{Rules: d.View.Rules(), Against: model.Player{Kind: Human}})
	d.loop.Until(t, "a move", func() bool { return d.View.Tree().Ply(d.View.Node()) == 1 })
	if !d.InTestGame() {
		t.Error("the first move ends the test game")
	}
	d.PlayText("b2")
	d.loop.Until(t, "a move", func() bool { return d.View.Tree().Ply(d.View.Node()) == 3 })
	if d.InTestGame() {
		t.Error("a game with moves of a person is replaced unasked")
	}
}

// TestMendedWhileItPlays checks that a failed script resumes when a corrected version is saved.
func TestMendedWhileItPlays(t *testing.T) {
	d := newFixture(t)
	path := d.own("x", "return { name = 'X', choose = function(pos, moves) return nix.x end }")
	d.RunScript(scripts.Kind(path, nil), scripts.TestGame{Rules: d.View.Rules(), Against: model.Player{Kind: Human}})
	d.loop.Until(t, "the fault", func() bool { return len(d.said) > 0 })
	text, err := d.openScript(path)
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	text.Change("return { name = 'X', choose = function(pos, moves) return 'b2' end }")
	if err := text.Save(false); err != nil {
		t.Fatal(err)
	}
	d.loop.Until(t, "the move", func() bool { return d.View.Tree().Ply(d.View.Node()) == 1 })
}

// TestTraceAtTheEnd checks that the script call of a finished game is the one for its last move.
func TestTraceAtTheEnd(t *testing.T) {
	d := newFixture(t)
	for _, m := range strings.Fields("a1 a2 b1 b2 c1") {
		d.PlayText(m)
	}
	if !d.View.Over() {
		t.Fatal("the game goes on")
	}
	call, err := d.ScriptCall("t.lua", "return { name = 'T', choose = function(pos, moves)\n  return moves[1]\nend }", nil)
	if err != nil {
		t.Fatal(err)
	}
	var p *scripts.Profile
	d.Scripts().Profile(call, func(got scripts.Profile) { p = &got })
	d.loop.Until(t, "a profile", func() bool { return p != nil })
	if p.Err != nil || p.Move != "c1" {
		t.Errorf("%+v", p)
	}
	var stops []scripts.Stop
	tr := d.Scripts().Trace(call, 0, func(s scripts.Stop) { stops = append(stops, s) })
	defer tr.Close()
	d.loop.Until(t, "a stop", func() bool { return len(stops) > 0 })
	if i := slices.IndexFunc(stops, func(s scripts.Stop) bool { return s.Err != nil }); i >= 0 || stops[0].Line != 2 {
		t.Errorf("%+v", stops)
	}
}

// own creates a user script.
func (d *fixture) own(name, text string) string {
	d.t.Helper()
	path, err := d.Scripts().Create(name, text)
	if err != nil {
		d.t.Fatal(err)
	}
	return path
}

// TestTemplates checks that each template can play a whole game against itself.
func TestTemplates(t *testing.T) {
	templates := scripts.Templates(all.Games)
	if len(templates) < 2 || templates[0].Game != "" {
		t.Fatalf("%+v", templates)
	}
	for _, x := range templates {
		d := newFixture(t)
		path := d.own("template", x.Text("My \"own\" player\n"))
		var about *script.Description
		d.loop.Until(t, "a description", func() bool { s, _ := d.Scripts().Find(path); about = s.About; return about != nil })
		if about.Name != "My own player" {
			t.Fatal(x.Title, about)
		}
		if !about.Player() {
			if len(about.Commands) == 0 || x.Title != templates[len(templates)-1].Title {
				t.Errorf("%s is neither a player nor commands", x.Title)
			}
			continue
		}
		games := scripts.Plays(about, all.Games)
		if len(games) == 0 {
			t.Fatalf("%s plays nothing", x.Title)
		}
		d.RunScript(scripts.Kind(path, nil), scripts.TestGame{Rules: games[0].Rules, Against: model.Player{Kind: "random"}})
		moves := 0
		d.loop.Until(t, "the answer of the template", func() bool {
			moves = d.View.Tree().Ply(d.View.Node())
			return moves >= 3 || len(d.said) > 0
		})
		if moves < 3 {
			t.Errorf("%s: %v", x.Title, d.said)
		}
		d.Stop()
	}
}

func TestScriptLogs(t *testing.T) {
	d := newFixture(t)
	path := d.own("talks", "return { name = 'T', choose = function(pos, moves)\n  log('I see', #moves)\n  if #moves < 7 then error('no') end\n  return moves[1]\nend }")
	d.RunScript(scripts.Kind(path, nil), scripts.TestGame{Rules: d.View.Rules(), Seat: 0, Against: model.Player{Kind: "random"}})
	d.loop.Until(t, "the end of the script", func() bool { return len(d.said) > 0 })
	logs := d.ScriptLog()
	if len(logs) != 3 || logs[0].Text != "I see\t9" || logs[0].Move != "a1" || logs[0].Ply != 1 || logs[2].Err == nil || logs[2].Ply != 5 {
		t.Fatalf("%+v", logs)
	}
	if !strings.Contains(logs[2].Err.Error(), "line 3") {
		t.Error(logs[2].Err)
	}
}

// TestSavedWhileItPlays checks that a saved script plays the next move in the same game.
func TestSavedWhileItPlays(t *testing.T) {
	d := newFixture(t)
	path := d.own("x", "return { name = 'X', choose = function(pos, moves) return moves[1] end }")
	d.RunScript(scripts.Kind(path, nil), scripts.TestGame{Rules: d.View.Rules(), Seat: 0, Against: model.Player{Kind: Human}})
	last := func() string {
		m, ok := d.View.Node().Move()
		if !ok {
			return ""
		}
		return d.View.Rules().FormatMove(m)
	}
	d.loop.Until(t, "the first move", func() bool { return last() == "a1" })
	doc := d.View.Document()
	text, err := d.openScript(path)
	if err != nil {
		t.Fatal(err)
	}
	text.Change("return { name = 'X', choose = function(pos, moves) return moves[#moves] end }")
	if err := text.Save(false); err != nil {
		t.Fatal(err)
	}
	d.PlayText("b2")
	d.loop.Until(t, "the move of the new text", func() bool { return d.View.Tree().Ply(d.View.Node()) == 3 })
	if last() != "c3" || d.View.Document() != doc {
		t.Errorf("%s, %v", last(), d.said)
	}
	text.Close()
}

// TestOptionsOfAScript checks that option values are stored in the kind of the player.
func TestOptionsOfAScript(t *testing.T) {
	d := newFixture(t)
	path := d.own("x", `return { name = "X", options = { { name = "n", type = "number", min = 1, max = 9, default = 1 } }, choose = function(pos, moves) return moves[options.n] end }`)
	kind := scripts.Kind(path, map[string]string{"n": "5"})
	if scripts.Path(kind) != path || scripts.Values(kind)["n"] != "5" || scripts.Title(kind) != "x" {
		t.Errorf("%s", kind)
	}
	d.RunScript(kind, scripts.TestGame{Rules: d.View.Rules(), Seat: 0, Against: model.Player{Kind: Human}})
	d.loop.Until(t, "a move", func() bool { return d.View.Tree().Ply(d.View.Node()) == 1 || len(d.said) > 0 })
	if m, _ := d.View.Node().Move(); d.View.Rules().FormatMove(m) != "b2" {
		t.Errorf("%v", d.said)
	}
}

// TestScriptsOfTheSessionThatAsked checks that script requests affect only their session. A closed
// session must not be notified of changes by other sessions.
func TestScriptsOfTheSessionThatAsked(t *testing.T) {
	first := newFixture(t)
	s := first.App.NewSession()
	if err := s.NewGame(first.App.Settings.NewGame); err != nil {
		t.Fatal(err)
	}
	second := &fixture{Session: s, t: t, loop: first.loop}
	second.turnsHere()
	s.Say = func(_ Level, text string) { second.said = append(second.said, text) }
	path := first.own("hooks", hooked)

	second.RunScript(scripts.Kind(path, nil), scripts.TestGame{Rules: first.View.Rules(), Against: model.Player{Kind: Human}})
	first.loop.Until(t, "the move", func() bool { return second.View.Tree().Ply(second.View.Node()) == 1 })
	if !second.InTestGame() || first.InTestGame() || first.View.Tree().Len() != 1 || len(first.ScriptLog()) != 0 {
		t.Errorf("test game %v, in the other session %v with %d nodes", second.InTestGame(), first.InTestGame(), first.View.Tree().Len())
	}

	var text *scripts.Text
	second.OpenScript(path, func(got *scripts.Text, err error) { text = got })
	if first.Jobs.Busy(jobs.Script) || !second.Jobs.Busy(jobs.Script) {
		t.Error("another session reads the script")
	}
	first.loop.Until(t, "the text", func() bool { return text != nil })
	if err := os.RemoveAll(first.Scripts().Drafts); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(first.Scripts().Drafts, nil, 0o600); err != nil { // in place of a folder
		t.Fatal(err)
	}
	text.Change("-- typed")
	first.loop.Until(t, "the warning", func() bool { return len(second.said) > 0 })
	if len(first.said) != 0 {
		t.Errorf("said in the other session: %q", first.said)
	}
	text.Discard()

	heard := 0
	s.OnChange(func(Topic) { heard++ })
	s.Close()
	heard = 0
	first.own("other", hooked)
	first.ClearScriptLog()
	first.Scripts().List()
	first.loop.Until(t, "a description", func() bool { x, _ := first.Scripts().Find(path); return x.About != nil })
	if heard != 0 {
		t.Errorf("the closed session heard %d changes", heard)
	}
}

// TestTool checks that a script command edits the tree as one undo step, and that a failed command
// leaves no change.
func TestTool(t *testing.T) {
	d := newFixture(t)
	path := d.own("tools", `return { name = "Tools", commands = {
  { name = "say", title = "Say", run = function(tree, here) tree:comment(here, "here") tree:comment(tree:root(), "root") log("two comments") end },
  { name = "fail", title = "Fail", run = function(tree, here) tree:comment(here, "never") error("no more") end },
  { name = "nothing", title = "Nothing", run = function() end },
} }`)
	var tools []scripts.Tool
	d.loop.Until(t, "the tools", func() bool {
		tools = slices.DeleteFunc(d.Scripts().Tools(d.View.Rules()), func(x scripts.Tool) bool { return x.Path != path })
		return len(tools) == 3
	})
	d.play("a1", "b2")
	run := func(i int, said string) {
		t.Helper()
		d.said = nil
		d.RunTool(tools[i])
		d.loop.Until(t, "the words "+said, func() bool {
			return slices.ContainsFunc(d.said, func(s string) bool { return strings.Contains(s, said) })
		})
	}
	run(0, "two comments")
	if d.View.Node().Comment() != "here" || d.View.Tree().Root().Comment() != "root" || d.View.Tree().UndoLabel() != "Say" {
		t.Errorf("comments %q and %q", d.View.Node().Comment(), d.View.Tree().Root().Comment())
	}
	d.Undo()
	if d.View.Node().Comment() != "" || d.View.Tree().Root().Comment() != "" {
		t.Error("Undo leaves something")
	}
	run(1, "script tools.lua, line 3: no more")
	run(2, "The script did not change anything")
	if d.View.Node().Comment() != "" {
		t.Errorf("after a mistake there is %q", d.View.Node().Comment())
	}
}
