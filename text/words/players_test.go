package words

import (
	"slices"
	"testing"

	aiall "boardstudio/ai/all"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

func TestPlayers(t *testing.T) {
	r, err := all.Games.Build("tictactoe", nil)
	if err != nil {
		t.Fatal(err)
	}
	easy := model.Player{Kind: "computer", Level: 2}
	ann, person := model.Player{Name: "Ann", Kind: model.Human}, model.Player{Kind: model.Human}
	for _, x := range []struct {
		players []model.Player
		want    []string
		title   string
	}{
		{[]model.Player{person, person}, []string{"Cross", "Nought"}, ""},
		{[]model.Player{ann, person}, []string{"Ann", "Nought"}, "Ann – Nought"},
		{[]model.Player{easy, easy}, []string{"Computer, easy", "Computer, easy 2"}, "Computer, easy – Computer, easy 2"},
		{[]model.Player{person, easy}, []string{"Cross", "Computer, easy"}, "Cross – Computer, easy"},
		{[]model.Player{{Name: "Computer, easy", Kind: model.Human}, easy}, []string{"Computer, easy", "Computer, easy 2"}, "Computer, easy – Computer, easy 2"},
		{[]model.Player{{Name: "Bob", Kind: "mcts"}, {Name: "Bob", Kind: "mcts"}}, []string{"Bob", "Bob 2"}, "Bob – Bob 2"},
		{[]model.Player{{Kind: "lua:/a/b.lua"}, {Kind: "gone:3"}}, []string{"b.lua", "gone:3"}, "b.lua – gone:3"},
	} {
		t.Run(x.title, func(t *testing.T) {
			d := model.NewDocument(r)
			d.Players = x.players
			if got := Players(aiall.Engines, d); !slices.Equal(got, x.want) {
				t.Errorf("%+v: %q, want %q", x.players, got, x.want)
			}
			for p, want := range x.want {
				if got := Player(aiall.Engines, d, rules.Player(p)); got != want {
					t.Errorf("%+v: player %d is called %q, want %q", x.players, p, got, want)
				}
			}
			if got := Opponents(aiall.Engines, d, 6); got != x.title {
				t.Errorf("%+v: %q, want %q", x.players, got, x.title)
			}
		})
	}
	d := model.NewDocument(r)
	d.Players = []model.Player{ann, easy}
	if got := Opponents(aiall.Engines, d, 1); got != "Ann – …" {
		t.Errorf("%q", got)
	}
}

func TestKind(t *testing.T) {
	for want, p := range map[string]model.Player{
		"Human": {Kind: model.Human}, "Computer, easy": {Kind: "computer", Level: 2}, "Computer, medium": {Kind: "computer:3"},
		"Computer, very easy": {Kind: "alphabeta", Level: 1}, "edax": {Kind: "external:edax"}, "bot.lua": {Kind: "lua:/tmp/bot.lua"},
	} {
		if got := Kind(aiall.Engines, p); got != want {
			t.Errorf("%+v is %q, want %q", p, got, want)
		}
	}
}
