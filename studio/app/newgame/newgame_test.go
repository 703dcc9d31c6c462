package newgame

import (
	"slices"
	"testing"

	aiall "boardstudio/ai/all"
	"boardstudio/model"
	"boardstudio/rules/all"
	"boardstudio/studio/app/settings"
)

// names returns the names of the rules that are always shown, or of the remaining ones.
func names(list []Rule, main bool) []string {
	var out []string
	for _, d := range list {
		if d.Main == main && !d.Idle {
			out = append(out, d.Name)
		}
	}
	return out
}

// TestRules checks which rules are always shown, which are under "More Rules", and which are
// omitted.
func TestRules(t *testing.T) {
	for _, x := range []struct {
		game, preset string
		over         [2]string
		main, more   []string
	}{
		{"line", "tictactoe", [2]string{}, []string{"rows", "cols", "k", "players"}, []string{"drop", "topology", "captures", "doubleThree", "adjacent", "centreFirst", "misere"}},
		{"line", "connect4", [2]string{}, []string{"rows", "cols", "k", "players", "drop"}, []string{"topology", "overline", "doubleThree", "adjacent", "misere"}},
		{"line", "ninuki", [2]string{"players", "3"}, []string{"rows", "cols", "k", "players", "captures", "breakable", "doubleThree", "adjacent"}, []string{"drop", "topology", "overline", "centreFirst", "misere", "view"}},
		{"othello", "othello", [2]string{}, []string{"size"}, []string{"start", "goal"}},
		{"awale", "awale", [2]string{}, []string{"pits", "seeds"}, []string{"grandSlam", "mustFeed", "repetition", "quietLimit"}},
		{"hex", "hex", [2]string{}, []string{"size", "swap"}, nil},
	} {
		c := settings.Choice{Game: x.game, Preset: x.preset}
		if x.over[0] != "" {
			c = c.With(x.over[0], x.over[1])
		}
		list := Rules(all.Games, c)
		if main, more := names(list, true), names(list, false); !slices.Equal(main, x.main) || !slices.Equal(more, x.more) {
			t.Errorf("%s: %v, more %v; want %v, more %v", x.preset, main, more, x.main, x.more)
		}
	}
}

// TestOpponents checks that the list contains the computer at all levels, and that Index finds
// players in it.
func TestOpponents(t *testing.T) {
	list := Opponents()
	if len(list) != 6 || list[0].Title != "Human" || list[2].Title != "Computer, easy" {
		t.Errorf("who can be chosen: %v", list)
	}
	for i, o := range list {
		if got := Index(aiall.Engines, list, model.Player{Kind: o.Kind, Level: o.Level}); got != i {
			t.Errorf("%v is found at %d", o, got)
		}
	}
	for _, x := range []struct {
		name   string
		player model.Player
		want   int
	}{
		{"no level", model.Player{Kind: "computer"}, 3},
		{"too high a level", model.Player{Kind: "computer", Level: 9}, 5},
		{"former name of the computer", model.Player{Kind: "alphabeta", Level: 2}, 2},
		{"level in the kind", model.Player{Kind: "computer:4"}, 4},
		{"engine without levels", model.Player{Kind: "alphabeta"}, -1},
		{"random", model.Player{Kind: "random"}, -1},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := Index(aiall.Engines, list, x.player); got != x.want {
				t.Errorf("%+v is found at %d, want %d", x.player, got, x.want)
			}
		})
	}
}

// TestPick checks that the last players of each game are remembered.
func TestPick(t *testing.T) {
	c := settings.Choice{Game: "line", Preset: "tictactoe", Players: []settings.Player{{Name: "Ann"}, {Kind: "random"}}, First: 1}
	c = c.Pick("othello", "othello")
	if len(c.Players) != 2 || c.Players[0].Name != "Ann" || c.First != 1 {
		t.Errorf("a game that was never chosen begins with %+v", c)
	}
	c.Players, c.First = []settings.Player{{Name: "Bob"}}, settings.RandomFirst
	c = c.Pick("line", "tictactoe")
	if len(c.Players) != 2 || c.Players[0].Name != "Bob" || c.First != 1 {
		t.Errorf("the first game is remembered as %+v", c)
	}
	c = c.Pick("othello", "othello")
	if len(c.Players) != 1 || c.Players[0].Name != "Bob" || c.First != settings.RandomFirst {
		t.Errorf("the second game is remembered as %+v", c)
	}
	if it := Of(all.Games, settings.Choice{Game: "gone"}); it.Game != all.Games[0] {
		t.Errorf("a game that is gone is shown as %s", it.Game.Name)
	}
}

// TestFirst checks that the first player is drawn by default in tic-tac-toe, morpion and awale, and
// that a choice is remembered.
func TestFirst(t *testing.T) {
	item := func(name string) Item {
		t.Helper()
		for _, it := range Items(all.Games) {
			if it.Preset.Name == name {
				return it
			}
		}
		t.Fatal(name)
		return Item{}
	}
	if got := settings.Defaults().NewGame.First; got != settings.RandomFirst {
		t.Errorf("at first: %d", got)
	}
	for name, want := range map[string]int{
		"tictactoe": settings.RandomFirst, "morpion": settings.RandomFirst, "awale": settings.RandomFirst,
		"gomoku": 0, "othello": 0, "awale-abapa": 0, "connect4": 0,
	} {
		c := Pick(settings.Choice{Game: "line", Preset: "renju", First: 1}, item(name))
		if c.First != want {
			t.Errorf("%s: %d, want %d", name, c.First, want)
		}
		c.First = 1
		if c = Pick(Pick(c, item("pente")), item(name)); c.First != 1 {
			t.Errorf("%s: the choice is forgotten: %d", name, c.First)
		}
	}
}
