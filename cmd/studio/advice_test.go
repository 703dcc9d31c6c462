package main

import (
	"strings"
	"testing"
)

// TestAdvice checks that a player of awale can get the advice of a strategy and follow it with a
// key, and the statistics at the end.
func TestAdvice(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ lang, key, advice, title, button, advises, follow string }{
		{"en", "Advice for South", "Advice", "Advice", "Advise", "Defensive advises: ", "Follow the Advice"},
		{"fr", "Conseil pour Sud", "Advice", "Conseil", "Conseiller", "Défensif conseille\u00a0: ", "Suivre le conseil"},
	} {
		t.Run(x.lang, func(t *testing.T) {
			w := open(t, "--game", "awale", "--lang", x.lang)
			w.Key("ctrl+alt+a")
			w.Find("dialog", x.title)
			w.Find("combo box", x.key).Select(4) // after no advice, the two searches and “personal”
			w.shot("advice-dialog-" + x.lang)
			w.Click(x.button)
			w.WaitGone("dialog", x.title)
			w.Wait("advice", func() bool { return strings.HasPrefix(w.Text(x.advice), x.advises) })
			w.visible(x.follow)
			w.shot("advice-" + x.lang)
			w.Key("F5")
			w.Wait("the other side’s turn", func() bool { return w.Text(x.advice) == "" })
			w.shot("advice-followed-" + x.lang)
		})
	}
}

// TestTeacher checks the teacher: it warns of a mistake, shows the better move and takes the move
// back, all by keys.
func TestTeacher(t *testing.T) {
	t.Parallel()
	w := open(t)
	w.Key("ctrl+n")
	w.Find("toggle button", "Teacher").Do()
	w.shot("teacher-new-game")
	w.Find("combo box", "Played by 2").Select(0)
	w.Click("Start Game")
	w.WaitGone("dialog", "New Game")
	for _, move := range []string{"b2", "a1", "a3", "b3"} { // White had to block at c1
		w.Type(move)
		w.Key("Return")
	}
	w.WaitText("Advice", "There was a better move")
	w.shot("teacher")
	w.Key("F6")
	w.Wait("the reason", func() bool { return strings.HasPrefix(w.Text("Advice"), "There was a better move: c1 ") })
	w.shot("teacher-shows")
	w.Key("ctrl+alt+z")
	w.WaitText("Advice", "")
	w.Type("c1")
	w.Key("Return")
	w.shot("teacher-taken-back")
}
