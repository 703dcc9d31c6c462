package tournament_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardstudio"
	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/ai/enginetest"
	"boardstudio/rules"
	"boardstudio/tournament"
)

// TestFirstGameMissing checks that a tournament plays the first game again if its result is lost,
// and keeps the other results.
func TestFirstGameMissing(t *testing.T) {
	dir := t.TempDir()
	x, err := tournament.Create(t.Context(), aiall.Engines, boardstudio.Documents, dir, describe(t, "game tictactoe, games 30, engine random, engine first"))
	if err != nil {
		t.Fatal(err)
	}
	if err := x.Play(t.Context(), 2, nil); err != nil {
		t.Fatal(err)
	}
	want := tableJSON(t, x.Table())
	path := filepath.Join(dir, tournament.ResultsFile)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := slices.DeleteFunc(strings.SplitAfter(string(data), "\n"), func(l string) bool { return strings.HasPrefix(l, `{"game":1,`) })
	if err := os.WriteFile(path, []byte(strings.Join(lines, "")), 0o600); err != nil {
		t.Fatal(err)
	}
	if x, err = tournament.Open(t.Context(), aiall.Engines, boardstudio.Documents, dir); err != nil {
		t.Fatal(err)
	}
	if n := x.Table().Games; n != 0 {
		t.Errorf("%d games count before the first one", n)
	}
	var played []int
	if err := x.Play(t.Context(), 1, func(p tournament.Played) { played = append(played, p.Number) }); err != nil {
		t.Fatal(err)
	}
	if got := tableJSON(t, x.Table()); !slices.Equal(played, []int{1}) || got != want {
		t.Errorf("the games %v are played, and the table is\n%s\nnot\n%s", played, got, want)
	}
}

// unreliable is an engine that fails at its second move, and when it is notified of the result.
type unreliable struct{ moves int }

func (e *unreliable) Think(_ context.Context, q ai.Request, _ func(ai.Info)) (ai.Info, error) {
	if e.moves++; e.moves == 2 {
		return ai.Info{}, errors.New("no idea")
	}
	p, err := q.Position()
	if err != nil {
		return ai.Info{}, err
	}
	for m := range p.Moves() {
		return ai.Info{Best: ai.Line{Moves: []rules.Move{m}}}, nil
	}
	return ai.Info{}, nil
}

func (*unreliable) Finish(context.Context, ai.Request, rules.Result) (ai.Info, error) {
	return ai.Info{}, errors.New("not interested")
}

// TestFaults checks that games record the engine that failed and its error, during and after the
// game.
func TestFaults(t *testing.T) {
	kind := &ai.Kind{Name: "unreliable", Title: "Unreliable", Plays: ai.Any, New: func(rules.Rules, rules.Params) (ai.Engine, error) { return &unreliable{}, nil }}
	engines := enginetest.With(aiall.Engines, kind)
	d := describe(t, "game tictactoe, games 2, engine random, engine first")
	d.Entrants[0].Engine = "unreliable"
	x, err := tournament.Create(t.Context(), engines, boardstudio.Documents, t.TempDir(), d)
	if err != nil {
		t.Fatal(err)
	}
	if err := x.Play(t.Context(), 1, nil); err != nil {
		t.Fatal(err)
	}
	faults := x.Faults()
	if len(faults) != 2 {
		t.Fatalf("faults %+v", faults)
	}
	for i, want := range []struct{ culprit, winners, text string }{{"A", "B", "player A, move 3: no idea"}, {"B", "A", "player B, move 4: no idea"}} {
		g := faults[i]
		if g.Culprit != want.culprit || g.Winners != want.winners || g.Error != want.text || g.Reason != "fault" || len(g.FinishErrors) != 1 ||
			g.FinishErrors[want.culprit] != "player "+want.culprit+", after the game: not interested" {
			t.Errorf("game %d: %+v", i+1, g)
		}
	}
	s := x.Table().Standings
	if a, b := s[0].Total, s[1].Total; a.Errors != 2 || a.FinishErrors != 2 || a.Lost != 2 || b.Errors != 0 || b.FinishErrors != 0 || b.Won != 2 {
		t.Errorf("%+v and %+v", a, b)
	}
}
