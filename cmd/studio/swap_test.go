package main

import (
	"path/filepath"
	"strings"
	"testing"

	"boardstudio"
	"boardstudio/document"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

// swapped returns a game with a swap after the first move (pie rule), and a first move.
func swapped(t *testing.T) (rules.Rules, string) {
	for _, g := range all.Games {
		for _, p := range g.Presets {
			r, err := g.Build(p.Name, nil)
			if err != nil {
				t.Fatal(err)
			}
			for m := range r.Start().Moves() {
				if next, err := r.Start().Play(m); err == nil && rules.Legal(next, rules.Swap) {
					return r, r.FormatMove(m)
				}
				break
			}
		}
	}
	t.Skip("no game has a swap")
	return nil, ""
}

// TestSwap checks that button, keyboard and menu swap after the first move, and that the swap is
// offered only then.
func TestSwap(t *testing.T) {
	t.Parallel()
	r, first := swapped(t)
	file := filepath.Join(t.TempDir(), "pie.studio")
	if err := document.Save(file, boardstudio.Documents.ForName(file), model.NewDocument(r)); err != nil {
		t.Fatal(err)
	}
	w := open(t, file)
	w.shows(file)
	if w.Has("push button", "Swap") {
		t.Error("a swap is offered before the first move")
	}
	w.Key("ctrl+alt+s") // no effect
	offered := func() {
		t.Helper()
		w.Find("push button", "Swap")
		if strings.Contains(w.line(), "swap") {
			t.Errorf("moves %q", w.line())
		}
	}
	taken := func() {
		t.Helper()
		w.moves("swap")
		w.WaitGone("push button", "Swap")
	}
	w.Type(first)
	w.Key("Return")
	w.moves(first)
	offered()
	w.shot("swap-offered")
	w.ClickRole("push button", "Swap")
	taken()
	w.shot("swap-taken")
	back := func() {
		t.Helper()
		w.Key("ctrl+z")
		w.Wait("the swap undone", func() bool { return !strings.Contains(w.line(), "swap") })
		offered()
	}
	back()
	w.Key("ctrl+alt+s")
	taken()
	back()
	w.Menu("Game", "Swap")
	taken()
	back()
	w.Key("ctrl+shift+p")
	w.chosen("New Game")
	w.Type("swap")
	w.chosen("Swap, Game, Ctrl+Alt+S")
	w.Key("Return")
	taken()
	back()
	w.Key("Left")
	w.WaitGone("push button", "Swap")
}
