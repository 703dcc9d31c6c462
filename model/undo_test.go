package model

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"boardstudio/text/msg"
)

// changeLog returns a function that returns the changes since its last call, as text.
func changeLog(x *sample) func() string {
	var lines []string
	names := []string{"Inserted", "Removed", "Moved", "Edited", "Restarted", "Meta"}
	node := func(n *Node) string {
		if n == nil {
			return "-"
		}
		text := x.tree.pathText(n)
		if i := strings.Index(text, "("); i >= 0 {
			text = strings.Trim(text[i:], "()")
		}
		return text
	}
	x.tree.Watch(func(c Change) {
		text := fmt.Sprintf("%s %s/%s/%s %s", names[c.Kind], node(c.Node), node(c.Parent), node(c.Gone), c.Label)
		if c.From != nil {
			text += " from " + node(c.From)
		}
		lines = append(lines, text)
	})
	return func() string {
		all := strings.Join(lines, "; ")
		lines = nil
		return all
	}
}

func TestWatchersAreNotified(t *testing.T) {
	tests := []struct {
		name             string
		edits            func(x *sample) []Edit
		do, undone, redo string
	}{
		{
			"insert", func(x *sample) []Edit { return []Edit{Insert{x.c, 0, NewNode(play(6))}} },
			"Inserted a1 a1 b1 g1/a1 a1 b1/- x", "Removed a1 a1 b1/a1 a1 b1/g1 x", "Inserted a1 a1 b1 g1/a1 a1 b1/- x",
		},
		{
			"remove", func(x *sample) []Edit { return []Edit{Remove{x.d}} },
			"Removed a1/a1/d1 x", "Inserted a1 d1/a1/- x", "Removed a1/a1/d1 x",
		},
		{
			"reorder", func(x *sample) []Edit { return []Edit{Reorder{x.d, 0}} },
			"Moved a1 d1/a1/- x", "Moved a1 d1/a1/- x", "Moved a1 d1/a1/- x",
		},
		{
			"relink", func(x *sample) []Edit { return []Edit{Relink{x.d, x.g, -1}} },
			"Moved b1 d1/b1/- x from a1", "Moved a1 d1/a1/- x from b1", "Moved b1 d1/b1/- x from a1",
		},
		{
			"relink to the same parent", func(x *sample) []Edit { return []Edit{Relink{x.d, x.a, 0}} },
			"Moved a1 d1/a1/- x", "Moved a1 d1/a1/- x", "Moved a1 d1/a1/- x",
		},
		{
			"correct", func(x *sample) []Edit { return []Edit{SetMove{x.c, play(4)}} },
			"Restarted a1 a1 e1/-/- x", "Restarted a1 a1 b1/-/- x", "Restarted a1 a1 e1/-/- x",
		},
		{
			"annotate", func(x *sample) []Edit { return []Edit{SetComment{x.d, "x"}} },
			"Edited a1 d1/-/- x", "Edited a1 d1/-/- x", "Edited a1 d1/-/- x",
		},
		{
			"set up", func(x *sample) []Edit { return []Edit{SetSetup{x.root, "1"}} },
			"Restarted the root/-/- x", "Restarted the root/-/- x", "Restarted the root/-/- x",
		},
		{
			"several, undone in reverse",
			func(x *sample) []Edit {
				return []Edit{SetInfo{x.doc, "a", "b"}, SetComment{x.a, ""}, Remove{x.g}, SetComment{x.a, "x"}, SetPlayer{x.doc, 0, Player{Kind: "x"}}}
			},
			"Meta -/-/- x; Removed the root/the root/b1 x; Edited a1/-/- x; Meta -/-/- x",
			"Meta -/-/- x; Edited a1/-/- x; Inserted b1/the root/- x; Meta -/-/- x",
			"Meta -/-/- x; Removed the root/the root/b1 x; Edited a1/-/- x; Meta -/-/- x",
		},
		{"nothing", func(x *sample) []Edit { return []Edit{SetComment{x.a, ""}} }, "", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x := newSample()
			changes := changeLog(x)
			if err := x.tree.Do("x", tt.edits(x)...); err != nil {
				t.Fatal(err)
			}
			for _, s := range []struct {
				what string
				do   func() bool
				want string
			}{
				{"done", func() bool { return true }, tt.do},
				{"undone", x.tree.Undo, tt.undone},
				{"redone", x.tree.Redo, tt.redo},
				{"redone too often", x.tree.Redo, ""},
			} {
				s.do()
				if got := changes(); got != s.want {
					t.Errorf("%s\ngot  %s\nwant %s", s.what, got, s.want)
				}
			}
		})
	}
}

// TestWatchersSeeTheEnd checks that watchers see the tree after the whole step.
func TestWatchersSeeTheEnd(t *testing.T) {
	x := newSample()
	n, m := NewNode(play(6)), NewNode(play(1))
	x.tree.Watch(func(c Change) {
		if m.Parent() != n || c.Node.Comment() != "end" && c.Node == n {
			t.Errorf("notified of %+v too early", c)
		}
	})
	if err := x.tree.Do("x", Insert{x.c, -1, n}, Insert{n, -1, m}, SetComment{n, "end"}); err != nil {
		t.Fatal(err)
	}
}

func TestWatchersMayStopAndEdit(t *testing.T) {
	x := newSample()
	var log []string
	var stopSelf, stopOther, stopNever func()
	stopSelf = x.tree.Watch(func(c Change) {
		log = append(log, "self "+c.Node.Comment())
		stopSelf()
		stopSelf() // a second call does no harm
		stopOther()
	})
	stopOther = x.tree.Watch(func(Change) { log = append(log, "other") })
	stopNever = x.tree.Watch(func(c Change) {
		log = append(log, fmt.Sprintf("editor %s", c.Label))
		if c.Label == "first" && c.Node == x.a {
			if err := x.tree.Do("second", SetComment{x.c, "2"}); err != nil {
				t.Error(err)
			}
			x.tree.Watch(func(c Change) { log = append(log, string("new "+c.Label)) })
		}
	})
	x.tree.Watch(func(c Change) { log = append(log, string("last "+c.Label)) })
	if err := x.tree.Do("first", SetComment{x.a, "1"}, SetComment{x.b, "1"}); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"self 1", "editor first", "last first", // of a; the new watcher registers here
		"editor first", "last first", "new first", // of b
		"editor second", "last second", "new second",
	}
	if !slices.Equal(log, want) {
		t.Errorf("got  %v\nwant %v", log, want)
	}
	if x.tree.UndoLabel() != "second" {
		t.Errorf("the last step is %q", x.tree.UndoLabel())
	}
	stopNever()
	log = nil
	x.tree.Undo()
	if want := []string{"last second", "new second"}; !slices.Equal(log, want) {
		t.Errorf("after stop: got %v, want %v", log, want)
	}
}

// TestWatcherPanics checks that a panic of a watcher does not block later notifications.
func TestWatcherPanics(t *testing.T) {
	x := newSample()
	stop := x.tree.Watch(func(Change) { panic("watcher") })
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic was swallowed")
			}
		}()
		_ = x.tree.Do("x", SetComment{x.a, "1"})
	}()
	stop()
	changes := changeLog(x)
	x.tree.Undo()
	if got := changes(); got != "Edited a1/-/- x" {
		t.Errorf("notified of %q", got)
	}
}

func TestRevisions(t *testing.T) {
	x := newSample()
	comment := func(text string) uint64 {
		t.Helper()
		if err := x.tree.Do(msg.Key(text), SetComment{x.a, text}); err != nil {
			t.Fatal(err)
		}
		return x.tree.Revision()
	}
	zero := x.tree.Revision()
	one := comment("1")
	two := comment("2")
	x.tree.Undo()
	if x.tree.Revision() != one || x.tree.UndoLabel() != "1" || x.tree.RedoLabel() != "2" {
		t.Errorf("after undo: revision %d, labels %q %q", x.tree.Revision(), x.tree.UndoLabel(), x.tree.RedoLabel())
	}
	other := comment("3")
	if other == zero || other == one || other == two {
		t.Errorf("revision %d is not new", other)
	}
	if x.tree.Redo() || x.tree.RedoLabel() != "" {
		t.Error("a new step did not end what could be redone")
	}
	if again := comment("3"); again != other {
		t.Errorf("a step that changes nothing made revision %d of %d", again, other)
	}
	x.tree.Undo()
	x.tree.Undo()
	if x.tree.Revision() != zero || x.tree.Undo() || x.tree.UndoLabel() != "" {
		t.Errorf("at the start: revision %d, want %d", x.tree.Revision(), zero)
	}
	x.tree.Redo()
	x.tree.Redo()
	if x.tree.Revision() != other {
		t.Errorf("at the end: revision %d, want %d", x.tree.Revision(), other)
	}
	x.tree.Add(x.g, play(6))
	if r := x.tree.Revision(); r == other || x.tree.Undo() {
		t.Errorf("a builder left revision %d, and what was before can be undone", r)
	}
}

func TestAmend(t *testing.T) {
	x := newSample()
	start := dump(x.doc)
	typed := func(label msg.Key, edits ...Edit) uint64 {
		t.Helper()
		if err := x.tree.Amend(label, edits...); err != nil {
			t.Fatal(err)
		}
		return x.tree.Revision()
	}
	typed("move", Insert{x.c, -1, NewNode(play(6))})
	moved := x.tree.Revision()
	seen := map[uint64]bool{}
	for i := range 50 {
		seen[typed("comment", SetComment{x.a, strings.Repeat("x", i+1)})] = true
	}
	if len(seen) != 50 {
		t.Errorf("50 states have %d revisions", len(seen))
	}
	if n := len(x.tree.undo[1].inverse); n != 1 {
		t.Errorf("typing keeps %d edits", n)
	}
	typed("comment", SetGlyphs{x.a, []Glyph{GlyphGood}}, SetComment{x.b, "b"}, SetComment{x.a, "a"}, Remove{x.d})
	end := dump(x.doc)
	last := x.tree.Revision()
	if err := x.tree.Amend("comment", SetComment{x.a, "refused"}, Remove{x.root}); err == nil || dump(x.doc) != end {
		t.Errorf("a refused Amend: %v\n%s", err, dump(x.doc))
	}
	x.tree.Undo()
	if x.tree.Revision() != moved || x.a.Comment()+x.b.Comment() != "" || x.tree.UndoLabel() != "move" {
		t.Errorf("undone to revision %d, want %d:\n%s", x.tree.Revision(), moved, dump(x.doc))
	}
	x.tree.Redo()
	if x.tree.Revision() != last || dump(x.doc) != end {
		t.Errorf("redone to revision %d, want %d:\n%s", x.tree.Revision(), last, dump(x.doc))
	}
	x.tree.Undo()
	x.tree.Undo()
	if dump(x.doc) != start || x.tree.Undo() {
		t.Errorf("undone to\n%s", dump(x.doc))
	}
	checkSound(t, x.tree)
}

// TestAmendJoins checks that Amend joins edits only if they set the same thing.
func TestAmendJoins(t *testing.T) {
	tests := []struct {
		name  string
		first func(x *sample) Edit
		next  func(x *sample) Edit
		steps int
	}{
		{"one comment", func(x *sample) Edit { return SetComment{x.a, "1"} }, func(x *sample) Edit { return SetComment{x.a, "2"} }, 1},
		{"two comments", func(x *sample) Edit { return SetComment{x.a, "1"} }, func(x *sample) Edit { return SetComment{x.b, "2"} }, 2},
		{"marks of one node", func(x *sample) Edit { return SetGlyphs{x.a, []Glyph{GlyphBad}} }, func(x *sample) Edit { return SetUsed{x.a, 2} }, 1},
		{"one set-up", func(x *sample) Edit { return SetSetup{x.s, "1"} }, func(x *sample) Edit { return SetSetup{x.s, "2"} }, 1},
		{"two set-ups", func(x *sample) Edit { return SetSetup{x.s, "1"} }, func(x *sample) Edit { return SetSetup{x.root, "2"} }, 2},
		{"set-up and comment", func(x *sample) Edit { return SetSetup{x.s, "1"} }, func(x *sample) Edit { return SetComment{x.s, "2"} }, 2},
		{"one info", func(x *sample) Edit { return SetInfo{x.doc, "a", "1"} }, func(x *sample) Edit { return SetInfo{x.doc, "a", "2"} }, 1},
		{"two infos", func(x *sample) Edit { return SetInfo{x.doc, "a", "1"} }, func(x *sample) Edit { return SetInfo{x.doc, "b", "2"} }, 2},
		{"one seat", func(x *sample) Edit { return SetPlayer{x.doc, 0, Player{Kind: "a"}} }, func(x *sample) Edit { return SetPlayer{x.doc, 0, Player{Kind: "b"}} }, 1},
		{"two seats", func(x *sample) Edit { return SetPlayer{x.doc, 0, Player{Kind: "a"}} }, func(x *sample) Edit { return SetPlayer{x.doc, 1, Player{Kind: "b"}} }, 2},
		{"moves", func(x *sample) Edit { return Remove{x.c} }, func(x *sample) Edit { return Remove{x.d} }, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x := newSample()
			start := dump(x.doc)
			if err := errors.Join(x.tree.Amend("x", tt.first(x)), x.tree.Amend("x", tt.next(x))); err != nil {
				t.Fatal(err)
			}
			end, steps := dump(x.doc), 0
			for x.tree.Undo() {
				steps++
			}
			if steps != tt.steps || dump(x.doc) != start {
				t.Errorf("%d steps, want %d", steps, tt.steps)
			}
			for x.tree.Redo() {
			}
			if dump(x.doc) != end {
				t.Errorf("redone to\n%s", dump(x.doc))
			}
		})
	}
}

// TestStepsStayApart checks that steps of Do and steps with different labels are not joined.
func TestStepsStayApart(t *testing.T) {
	x := newSample()
	if err := errors.Join(
		x.tree.Do("c", SetComment{x.a, "1"}), x.tree.Do("c", SetComment{x.a, "2"}),
		x.tree.Amend("d", SetComment{x.a, "3"}),
	); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"2", "1", ""} {
		if x.tree.Undo(); x.a.Comment() != want {
			t.Errorf("comment %q, want %q", x.a.Comment(), want)
		}
	}
}
