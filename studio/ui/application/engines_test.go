package application

import (
	"slices"
	"testing"
	"time"

	"github.com/gotk3/gotk3/gdk"

	"boardstudio"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/app/command"
	appengines "boardstudio/studio/app/engines"
	"boardstudio/studio/app/newgame"
	"boardstudio/studio/app/settings"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/studio/ui/page"
)

// thinking opens a window whose engines analyse the start position of a preset. All their output is
// shown.
func thinking(t *testing.T, c settings.Choice, list ...settings.AnalysisEngine) *page.Page {
	t.Helper()
	w := openBench(t)
	r, err := newgame.Build(boardstudio.Games, c)
	if err != nil {
		t.Fatal(err)
	}
	w.Settings.PutAnalysisEngines(r.Spec().Game, list)
	w.Session.Show(model.NewDocument(r))
	w.Settings.ShowEngines, w.Settings.ShowBar, w.Settings.ShowGraph, w.Settings.ShowValues = true, true, true, false
	w.Commands[command.ShowValues].Do() // also applies the others
	frame(w)
	t.Cleanup(func() { w.Engines.Close() })
	w.Engines.Toggle()
	until(t, "lines of engines", func() bool {
		return slices.ContainsFunc(w.Engines.Runner.Rows(), func(row appengines.Row) bool { return len(row.Lines) > 0 })
	})
	return w
}

// thinks tells whether an engine that has shown lines still thinks. One that solves the position
// stops by itself.
func thinks(p *page.Page) bool {
	return slices.ContainsFunc(p.Engines.Runner.Rows(), func(row appengines.Row) bool { return row.Thinking && len(row.Lines) > 0 })
}

// until runs the main loop until ok returns true, for at most a minute.
func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !ok(); runFor(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: never", what)
		}
	}
}

// TestPinWithShift checks that the full stop pins the position even with Shift, which French
// keyboards need for it.
func TestPinWithShift(t *testing.T) {
	w := thinking(t, settings.Choice{Game: "othello", Preset: "othello"}, settings.AnalysisEngine{Engine: "alphabeta", Lines: 1})
	for _, want := range []bool{true, false} {
		if !w.Engines.Key(gtkx.Key{Val: gdk.KEY_period, Mods: gdk.SHIFT_MASK}) || w.Engines.Runner.Pinned() != want {
			t.Errorf("pinned: %v, want %v", !want, want)
		}
	}
	if w.Engines.Key(gtkx.Key{Val: gdk.KEY_period, Mods: gdk.CONTROL_MASK}) {
		t.Error("Ctrl with the full stop is taken")
	}
}

// TestEnginesBehindATab checks that engines stop when another tab comes to the front, and resume
// when their tab returns.
func TestEnginesBehindATab(t *testing.T) {
	w := thinking(t, settings.Choice{Game: "othello", Preset: "othello"}, settings.AnalysisEngine{Engine: "alphabeta", Lines: 1})
	first := windowOf(w).Current
	windowOf(w).NewTab()
	settle()
	if thinks(first) {
		t.Error("engines think behind another tab")
	}
	if len(first.Session.View.Node().Evals()) != 1 {
		t.Errorf("kept %+v", first.Session.View.Node().Evals())
	}
	first.Show()
	until(t, "engines that go on", func() bool { return thinks(first) })
}

// TestPanelAtOnce checks that the panel shows stored evaluations as soon as it is visible.
func TestPanelAtOnce(t *testing.T) {
	r, err := newgame.Build(boardstudio.Games, settings.Choice{Game: "othello", Preset: "othello"})
	if err != nil {
		t.Fatal(err)
	}
	d := model.NewDocument(r)
	for m := range r.Start().Moves() {
		kept := []model.Eval{{Engine: "alphabeta", Depth: 3, Nodes: 9, PV: []rules.Move{m}}}
		if err := d.Tree.Evaluate(d.Tree.Root(), kept); err != nil {
			t.Fatal(err)
		}
		break
	}
	w := openPage(t, func(p *page.Page) {
		p.Waiting = true
		p.Settings.ShowEngines = true
		p.Session.Show(d)
	})
	frame(w)
	settle()
	if n := w.Engines.Panel.Lines(); n != 1 {
		t.Errorf("%d lines, want the one that is kept", n)
	}
}

// TestPanelWithoutLines checks the reasons that the panel shows if it has no lines.
func TestPanelWithoutLines(t *testing.T) {
	w := thinking(t, settings.Choice{Game: "line", Preset: "tictactoe"}, settings.AnalysisEngine{Engine: "alphabeta", Lines: 2})
	if why := w.Engines.Panel.Empty(); why != "" {
		t.Errorf("there are lines, and %q", why)
	}
	w.Session.StartSetup()
	w.Refresh(app.TopicAll)
	if why := w.Engines.Panel.Empty(); why != "Engines are off for this position" {
		t.Errorf("while a position is set up: %q", why)
	}
	w.Session.Escape()
	w.Refresh(app.TopicAll)
	until(t, "lines again", func() bool { return w.Engines.Panel.Empty() == "" })
	for _, name := range []string{"a1", "b1", "a2", "b2", "a3"} {
		m, err := w.Session.View.Rules().ParseMove(name)
		if err != nil {
			t.Fatal(err)
		}
		w.Session.Click(m.To)
	}
	w.Refresh(app.TopicAll)
	if why := w.Engines.Panel.Empty(); why != "The game is over" {
		t.Errorf("at the end: %q", why)
	}
}
