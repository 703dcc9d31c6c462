package model

import (
	"slices"
	"testing"
)

func TestCheckPlayers(t *testing.T) {
	human := func(name, symbol string) Player { return Player{Name: name, Kind: Human, Symbol: symbol} }
	engine := func(name string) Player { return Player{Name: name, Kind: "alphabeta"} }
	for _, x := range []struct {
		name    string
		players []Player
		want    string
	}{
		{"two people", []Player{human("Bob", ""), human("Ann", "")}, ""},
		{"same name", []Player{human("Bob", ""), human("Bob", "")}, `two players have the name "Bob"`},
		{"same name, other spelling", []Player{human("Bob", ""), human("Ann", ""), human(" bob ", "")}, `two players have the name "bob"`},
		{"no names", []Player{human("", ""), human("", "")}, ""},
		{"unknown names", []Player{human("?", ""), human("?", "")}, ""},
		{"same engine", []Player{engine("Bob"), engine("Bob")}, ""},
		{"person like an engine", []Player{human("Bob", ""), engine("Bob")}, ""},
		{"same symbol", []Player{human("Bob", "cross"), human("Ann", "cross")}, "Bob and Ann have the same symbol"},
		{"same letter", []Player{human("", "A"), human("", "B"), human("", "a")}, "Player 1 and Player 3 have the same symbol"},
		{"two symbols", []Player{human("Bob", "cross"), human("Ann", "nought")}, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			got := ""
			if err := CheckPlayers(x.players); err != nil {
				got = err.Error()
			}
			if got != x.want {
				t.Errorf("%v: %q, want %q", x.players, got, x.want)
			}
		})
	}
}

func TestNumberNames(t *testing.T) {
	names := []string{"Computer, easy", "Ann", "Computer, easy", "", "", "computer, easy 2", "ann"}
	NumberNames(names, func(i int) bool { return i == 1 || i == 5 })
	want := []string{"Computer, easy", "Ann", "Computer, easy 3", "", "", "computer, easy 2", "ann 2"}
	if !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
}
