package app

import (
	"slices"
	"strings"
	"testing"

	"boardstudio/model"
)

const hooked = `return { name = "Hooks",
  start = function() log("start") end,
  opponent = function(move) log("opponent", move) end,
  finish = function(result) log("finish", result.reason, result.winners[1]) end,
  choose = function(pos, moves) return moves[1] end }`

// told returns what scripts have logged, in one line.
func (d *desk) told() string {
	var parts []string
	for _, l := range d.ScriptLogs() {
		parts = append(parts, strings.Fields(l.Text)...)
	}
	return strings.Join(parts, " ")
}

// Scripts at the board are told how the game ended, with the last move of the others.
func TestFinishAtTheBoard(t *testing.T) {
	d := newDesk(t)
	path := d.own("hooks", hooked)
	if err := d.RunScript(ScriptKind(path, nil), ScriptGame{Seat: 0, Against: model.Player{Kind: Human}}); err != nil {
		t.Fatal(err)
	}
	for i, m := range []string{"c1", "a3", "b3"} { // the script plays a1 b1 a2 b2
		d.loop.until(t, "the script's move", func() bool { return d.Tree().Ply(d.Node()) == 2*i+1 })
		d.PlayText(m)
	}
	d.loop.until(t, "the script's move", func() bool { return d.Tree().Ply(d.Node()) == 7 })
	d.PlayText("c3") // completes a3 b3 c3
	d.loop.until(t, "the end", func() bool { return strings.Contains(d.told(), "finish") })
	if got, want := d.told(), "start opponent c1 opponent a3 opponent b3 opponent c3 finish row 2"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if last := d.ScriptLogs()[len(d.ScriptLogs())-1]; !last.End || last.Ply != 8 {
		t.Errorf("%+v", last)
	}

	// The end is taken back and reached again by another move: the script is told of that game too.
	d.Undo()
	d.ClearScriptLogs()
	d.PlayText("c2")
	d.loop.until(t, "the script's move", func() bool { return d.Tree().Ply(d.Node()) == 9 })
	d.loop.until(t, "the end", func() bool { return strings.Contains(d.told(), "finish") })
	if got := d.told(); got != "start opponent c1 opponent a3 opponent b3 opponent c2 finish row 1" {
		t.Errorf("%q", got)
	}
}

// An error after the end of a game is told behind its outcome, and stands in the log.
func TestFinishFails(t *testing.T) {
	d := newDesk(t)
	path := d.own("bad", strings.Replace(hooked, `log("finish", result.reason, result.winners[1])`, `error("pity" .. result.reason)`, 1))
	if err := d.RunScript(ScriptKind(path, nil), ScriptGame{Seat: 0, Against: model.Player{Kind: Human}}); err != nil {
		t.Fatal(err)
	}
	for i, m := range []string{"c1", "a3", "b3", "c3"} { // the script plays a1 b1 a2 b2
		d.loop.until(t, "the script's move", func() bool { return d.Tree().Ply(d.Node()) == 2*i+1 })
		d.PlayText(m)
	}
	d.loop.until(t, "the error", func() bool { return strings.Contains(d.lastSaid(), "After the game") })
	if got := d.lastSaid(); !strings.Contains(got, "a row is complete") || !strings.HasSuffix(got, "After the game: script bad.lua, line 4: pityrow") {
		t.Errorf("%q", got)
	}
	if last := d.ScriptLogs()[len(d.ScriptLogs())-1]; !last.End || last.Ply != 8 || last.Err == nil {
		t.Errorf("%+v", last)
	}
}

// A game of computers alone that was begun to try a script is replaced unasked, and only that.
func TestTrial(t *testing.T) {
	d := newDesk(t)
	kind := ScriptKind(d.own("hooks", hooked), nil)
	over := func() bool { return d.Over() }
	if err := d.RunScript(kind, ScriptGame{Against: model.Player{Kind: "random"}}); err != nil {
		t.Fatal(err)
	}
	if d.loop.until(t, "the end", over); !d.Trial() || !d.Dirty() {
		t.Errorf("trial %v, dirty %v", d.Trial(), d.Dirty())
	}
	d.Comment(d.Node(), "mine")
	if d.Trial() {
		t.Error("a game with a comment is replaced unasked")
	}
	if err := d.RunScript(kind, ScriptGame{Against: model.Player{Kind: Human}}); err != nil {
		t.Fatal(err)
	}
	d.loop.until(t, "a move", func() bool { return d.Tree().Ply(d.Node()) == 1 })
	if !d.Trial() {
		t.Error("the first move ends the trial")
	}
	d.PlayText("b2")
	d.loop.until(t, "a move", func() bool { return d.Tree().Ply(d.Node()) == 3 })
	if d.Trial() {
		t.Error("a game with moves of a person is replaced unasked")
	}
}

// A script that failed plays on as soon as it is mended.
func TestMendedWhileItPlays(t *testing.T) {
	d := newDesk(t)
	path := d.own("x", "return { name = 'X', choose = function(pos, moves) return nix.x end }")
	if err := d.RunScript(ScriptKind(path, nil), ScriptGame{Against: model.Player{Kind: Human}}); err != nil {
		t.Fatal(err)
	}
	d.loop.until(t, "the fault", func() bool { return len(d.said) > 0 })
	text, err := d.openScript(path)
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	text.Typed("return { name = 'X', choose = function(pos, moves) return 'b2' end }")
	if err := text.Save(false); err != nil {
		t.Fatal(err)
	}
	d.loop.until(t, "the move", func() bool { return d.Tree().Ply(d.Node()) == 1 })
}

// When the game is over, the call for its last move is looked at.
func TestTraceAtTheEnd(t *testing.T) {
	d := newDesk(t)
	for _, m := range strings.Fields("a1 a2 b1 b2 c1") {
		d.PlayText(m)
	}
	if !d.Over() {
		t.Fatal("the game goes on")
	}
	text := "return { name = 'T', choose = function(pos, moves)\n  return moves[1]\nend }"
	var p *ScriptProfile
	if _, err := d.Profile("t.lua", text, nil, func(got ScriptProfile) { p = &got }); err != nil {
		t.Fatal(err)
	}
	d.loop.until(t, "a profile", func() bool { return p != nil })
	if p.Err != nil || p.Move != "c1" {
		t.Errorf("%+v", p)
	}
	var stops []TraceStop
	tr, err := d.Trace("t.lua", text, nil, 0, func(s TraceStop) { stops = append(stops, s) })
	if err != nil {
		t.Fatal(err)
	}
	defer tr.Close()
	d.loop.until(t, "a stop", func() bool { return len(stops) > 0 })
	if i := slices.IndexFunc(stops, func(s TraceStop) bool { return s.Err != nil }); i >= 0 || stops[0].Line != 2 {
		t.Errorf("%+v", stops)
	}
}
