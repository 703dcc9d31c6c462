package all_test

import (
	"errors"
	"testing"

	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/rules/rulestest"
	"boardstudio/text/msg"
)

// names are the names used on command lines and in files, which must never change. Newer games
// check theirs in their own tests.
var names = map[string]string{ // preset to family
	"tictactoe": "line", "morpion": "line", "gomoku": "line", "gomoku-standard": "line", "gomoku-captures": "line", "ninuki": "line",
	"pente": "line", "renju": "line", "connect4": "line", "infinite": "line",
	"othello": "othello", "othello6": "othello", "othello10": "othello", "anti-othello": "othello",
	"awale": "awale", "awale-abapa": "awale",
}

func TestFind(t *testing.T) {
	for name, family := range names {
		g, preset, ok := all.Games.Find(name)
		if !ok || g.Name != family || preset != name {
			t.Errorf("Find(%q) = %v, %q, %v; want the preset of %s", name, g, preset, ok, family)
		}
	}
	if g, preset, ok := all.Games.Find("line"); !ok || g.Name != "line" || preset != "" {
		t.Errorf("Find(line) = %v, %q, %v; want the family", g, preset, ok)
	}
	for _, name := range []string{"", "Line", "chess"} {
		if g, preset, ok := all.Games.Find(name); ok || g != nil || preset != "" {
			t.Errorf("Find(%q) = %v, %q, %v", name, g, preset, ok)
		}
	}
}

// TestGames checks that names are unambiguous and that each family's description is valid.
func TestGames(t *testing.T) {
	owner := map[string]string{}
	for _, g := range all.Games {
		rulestest.Game(t, g)
		for _, p := range append(g.Presets, rules.Preset{Name: g.Name}) {
			if o, ok := owner[p.Name]; ok && o != g.Name {
				t.Errorf("%q is a name in %s and in %s", p.Name, o, g.Name)
			}
			owner[p.Name] = g.Name
		}
	}
}

func TestBuild(t *testing.T) {
	r, err := all.Games.Build("gomoku", rules.Params{"rows": "13", "cols": "13"})
	if err != nil {
		t.Fatal(err)
	}
	if s := r.Spec(); s.Game != "line" || s.Params["rows"] != "13" || s.Params["k"] != "5" {
		t.Errorf("gomoku on 13×13 is %v", s)
	}
	again, err := all.Games.FromSpec(r.Spec())
	if err != nil || !again.Spec().Params.Equal(r.Spec().Params) {
		t.Errorf("FromSpec(%v) = %v, %v", r.Spec(), again, err)
	}
	if r, err = all.Games.Build("line", nil); err != nil || r.Spec().Game != "line" {
		t.Errorf("Build(line) = %v, %v", r, err)
	}
	_, noGame := all.Games.Build("chess", nil)
	_, noFamily := all.Games.FromSpec(rules.Spec{Game: "gomoku"})
	_, noParam := all.Games.Build("othello", rules.Params{"rows": "8"})
	_, noValue := all.Games.FromSpec(rules.Spec{Game: "othello", Params: rules.Params{"size": "9"}})
	for _, err := range []error{noGame, noFamily, noParam, noValue} {
		if e := (*msg.Error)(nil); !errors.As(err, &e) {
			t.Errorf("error %v is no *msg.Error", err)
		}
	}
}
