package main

import (
	"path/filepath"
	"strings"
	"testing"

	ioall "boardstudio/io/all"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

// swapped returns a game in which the first move can be answered by a swap, as of the pie rule, and that move.
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

// TestSwap takes the first move over, with the button, by keyboard and by the menu: it is offered just there.
func TestSwap(t *testing.T) {
	t.Parallel()
	r, first := swapped(t)
	file := filepath.Join(t.TempDir(), "pie.studio")
	if err := ioall.Save(file, ioall.ForName(file), model.NewDocument(r)); err != nil {
		t.Fatal(err)
	}
	w := open(t, file)
	w.shows(file)
	if w.Has("push button", "Swap") {
		t.Error("a swap is offered before the first move")
	}
	w.Key("ctrl+alt+s") // does nothing
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
