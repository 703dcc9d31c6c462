package tournament

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"boardstudio"
	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/ai/enginetest"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

// TestSwissGoesBack checks that a pairing with a repeated encounter is rejected if there is another
// pairing.
func TestSwissGoesBack(t *testing.T) {
	s := stateOf(4, 2, 1, Swiss)
	for _, met := range [][2]int{{1, 3}, {0, 1}} {
		s.standings[met[0]].Met[met[1]], s.standings[met[1]].Met[met[0]] = 1, 1
	}
	if got := fmt.Sprint(s.swiss()); got != "[[0 3] [1 2]]" { // the set of the best comes first
		t.Errorf("pairs %s", got)
	}
	s = stateOf(6, 2, 1, Swiss)
	for _, met := range [][2]int{{4, 5}, {2, 4}, {2, 5}, {0, 1}} {
		s.standings[met[0]].Met[met[1]], s.standings[met[1]].Met[met[0]] = 1, 1
	}
	if got := fmt.Sprint(s.swiss()); got != "[[0 2] [1 4] [3 5]]" {
		t.Errorf("pairs %s", got)
	}
	s = stateOf(6, 3, 1, Swiss)
	for _, met := range [][2]int{{0, 1}, {0, 2}, {1, 2}} {
		s.standings[met[0]].Met[met[1]], s.standings[met[1]].Met[met[0]] = 1, 1
	}
	if got := fmt.Sprint(s.swiss()); got != "[[0 1 2] [3 4 5]]" { // any two sets repeat an encounter
		t.Errorf("sets of three %s", got)
	}
}

// stopper is an engine that cancels the tournament at its second move of a game.
type stopper struct {
	cancel context.CancelFunc
	moves  int
}

func (e *stopper) Think(ctx context.Context, q ai.Request, _ func(ai.Info)) (ai.Info, error) {
	if e.moves++; e.moves == 2 && e.cancel != nil {
		e.cancel()
		return ai.Info{}, ctx.Err()
	}
	p, err := q.Position()
	if err != nil {
		return ai.Info{}, err
	}
	for m := range p.Moves() {
		return ai.Info{Best: ai.Line{Moves: []rules.Move{m}}}, nil
	}
	return ai.Info{}, errors.New("no move")
}

// TestCancelledGame checks that a cancelled game does not count and is not saved.
func TestCancelledGame(t *testing.T) {
	var cancel context.CancelFunc
	kind := &ai.Kind{Name: "stopper", Title: "Stopper", Plays: ai.Any, New: func(rules.Rules, rules.Params) (ai.Engine, error) { return &stopper{cancel: cancel}, nil }}
	engines := enginetest.With(aiall.Engines, kind)
	d := two(t)
	d.Entrants[0].Engine = "stopper"
	dir := t.TempDir()
	kept, err := Create(t.Context(), engines, boardstudio.Documents, dir, d)
	if err != nil {
		t.Fatal(err)
	}
	free, err := New(t.Context(), engines, boardstudio.Documents, d)
	if err != nil {
		t.Fatal(err)
	}
	for name, x := range map[string]*Tournament{"kept": kept, "free": free} {
		t.Run(name, func(t *testing.T) {
			for jobs := 1; jobs <= 2; jobs++ {
				var ctx context.Context
				ctx, cancel = context.WithCancel(t.Context())
				err := x.Play(ctx, jobs, func(p Played) { t.Errorf("a game came: %+v", p) })
				if !errors.Is(err, context.Canceled) || x.Table().Games != 0 || len(x.Live()) != 0 {
					t.Errorf("%d at a time: %v, %d games, %d under way", jobs, err, x.Table().Games, len(x.Live()))
				}
				cancel()
			}
		})
	}
	if again, err := Open(t.Context(), engines, boardstudio.Documents, dir); err != nil || len(again.folder.games) != 0 {
		t.Errorf("%v, %v", err, again.folder.games)
	}
	cancel = nil
	played := 0
	if err := kept.Play(t.Context(), 1, func(Played) { played++ }); err != nil || played != 2 || kept.Table().Games != 2 {
		t.Errorf("%v, %d games", err, played)
	}
}

// TestOpeningErrors checks that the error of a file of openings is the error of its format. Without
// a format, the error must name the line and the word.
func TestOpeningErrors(t *testing.T) {
	for _, x := range []struct{ name, game, text, want string }{
		{"line of a wrong move", "gomoku", "Piskvorky 15x15, 11:11, 0\n99,99,0\n", "x:2: "},
		{"wrong move", "gomoku", "Piskvorky 15x15, 11:11, 0\n99,99,0\n", "99"},
		{"wrong word", "othello", "f5 d6\nhello there\n", "x:2: hello: "},
		{"wrong UTF-8", "othello", "f5 \xff\n", "x"},
	} {
		t.Run(x.name, func(t *testing.T) {
			r, err := all.Games.Build(x.game, nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := Openings(t.Context(), boardstudio.Documents, r, r.Start(), []byte(x.text), "x"); err == nil || !strings.Contains(err.Error(), x.want) || strings.Contains(err.Error(), "Piskvorky: ") {
				t.Errorf("%q: %v, want %q", x.text, err, x.want)
			}
		})
	}
}

// TestKnockOutFillsUp checks that if fewer entrants are left than a game has seats, the best of the
// last losers join them, in the order of the list.
func TestKnockOutFillsUp(t *testing.T) {
	s := stateOf(4, 3, 3, KnockOut)
	g := s.current()
	if got := fmt.Sprint(g.encounters); got != "[[1 2 3]]" {
		t.Fatalf("the first round is %s", got)
	}
	for i, winner := range []int{3, 3, 1} { // 3 wins twice, and 1 once
		at := g.at(i)
		who := at.seating()
		s.add(&Game{Seats: who, Winners: string(rules.Player(slices.Index(who, winner)).Letter())})
	}
	if got := fmt.Sprint(s.current().encounters); got != "[[0 1 3]]" {
		t.Errorf("the second round is %s", got)
	}
}
