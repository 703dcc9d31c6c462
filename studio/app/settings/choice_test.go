package settings

import "testing"

// TestNamesStay checks that typed names are kept while the user tries presets, even if a preset was
// used with other names before. A preset restores the kinds of players and the settings that belong
// to them.
func TestNamesStay(t *testing.T) {
	c := Choice{Game: "line", Preset: "tictactoe", Players: []Player{{Name: "Ann"}, {Name: "Bob"}}}
	c = c.Pick("line", "gomoku")
	c.Players = []Player{{Name: "Old", Color: "#ff0000"}, {Name: "Computer", Kind: "computer", Level: 3}}
	c = c.Pick("line", "tictactoe")
	if c.Players[0].Name != "Old" || c.Players[1] != (Player{Name: "Bob"}) {
		t.Errorf("the players are %+v", c.Players)
	}
	c.Players[0].Name, c.Players[1].Name = "Eve", ""
	c = c.Pick("line", "gomoku")
	if c.Players[0] != (Player{Name: "Eve", Color: "#ff0000"}) || c.Players[1] != (Player{Name: "Computer", Kind: "computer", Level: 3}) {
		t.Errorf("the players are %+v", c.Players)
	}
	if past := c.Past["line/tictactoe"]; past.Players[0].Name != "Eve" {
		t.Errorf("the past is %+v", past)
	}
	c = c.Pick("othello", "othello").Pick("line", "tictactoe").Pick("line", "gomoku")
	if c.Players[0].Name != "Eve" || c.Players[1].Name != "Computer" {
		t.Errorf("the players are %+v", c.Players)
	}
}
