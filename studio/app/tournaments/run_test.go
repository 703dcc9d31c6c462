package tournaments

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"boardstudio"
	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/clock"
	"boardstudio/internal/looptest"
	"boardstudio/studio/app/newgame"
	"boardstudio/studio/app/settings"
	"boardstudio/tournament"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// small returns a setup with four entrants on a small board.
func small(t *testing.T, folder string) Setup {
	t.Helper()
	s := New(settings.Choice{Game: "line", Preset: "tictactoe"})
	s.Games, s.Limit, s.Jobs, s.Folder, s.Begin = 20, ai.Limit{Nodes: 300}, 2, folder, Begin{Random: 1}
	r, err := newgame.Build(boardstudio.Games, s.Game)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range Candidates(aiall.Engines, r, nil) {
		if slices.Contains([]string{"computer:level=1", "computer:level=2", "alphabeta", "random"}, c.Engine) {
			s.Add(c)
		}
	}
	if len(s.Entrants) != 4 {
		t.Fatalf("%v take part", s.Entrants)
	}
	return s
}

// displayed returns everything shown of a tournament as text.
func displayed(t *testing.T, r *Run) string {
	t.Helper()
	var games [][]string
	for _, g := range r.Games() {
		games = append(games, r.GameRow(g))
	}
	data, err := json.Marshal([]any{r.Ranking(), r.Cross(), games, r.Summary(), r.CrossHeads(), r.GameHeads()})
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestRun checks that a tournament that is repeatedly stopped and opened again ends with the same
// tables as one played without interruption.
func TestRun(t *testing.T) {
	loop := looptest.New(1000)
	calm := NewRun(aiall.Engines, boardstudio.Documents, loop)
	dir := filepath.Join(t.TempDir(), "cup")
	var end error = errors.New("not yet")
	calm.Ended = func(err error) { end = err }
	calm.Create(small(t, dir), func(err error) {
		if err != nil {
			t.Error(err)
		}
	})
	loop.Until(t, "the end", func() bool { return end == nil })
	if share, ok := calm.Share(); !ok || share != 1 || len(calm.Games()) != 120 || len(calm.Live()) != 0 || calm.Playing() || !calm.Table().Over {
		t.Fatalf("%d games, %+v", len(calm.Games()), calm.Table())
	}
	want := displayed(t, calm)
	if !strings.Contains(want, "120 of 120 games · over") || !strings.Contains(want, "/ 20") {
		t.Error(want)
	}

	dir = filepath.Join(t.TempDir(), "cup")
	stopped := 0
	run := NewRun(aiall.Engines, boardstudio.Documents, loop)
	run.interval = time.Millisecond // stops the tournament often
	run.Create(small(t, dir), func(err error) {
		if err != nil {
			t.Error(err)
		}
	})
	for over := false; !over; {
		loop.Until(t, "the game", func() bool { return run.Tournament() != nil })
		end = errors.New("not yet")
		run.Ended = func(err error) { end = err }
		if !run.Playing() {
			run.Start(2)
		}
		from := len(run.Games())
		loop.Until(t, "a game", func() bool { return !run.Playing() || len(run.Games()) > from })
		run.Stop(nil)
		loop.Until(t, "a pause", func() bool { return !run.Playing() })
		if over = end == nil; over {
			break
		}
		if !errors.Is(end, context.Canceled) || !strings.Contains(run.Summary(), "paused") {
			t.Fatal(end, run.Summary())
		}
		stopped++
		run = NewRun(aiall.Engines, boardstudio.Documents, loop) // as after a restart
		run.interval = time.Millisecond
		run.Open(dir, func(err error) {
			if err != nil {
				t.Error(err)
			}
		})
	}
	if got := displayed(t, run); got != want || stopped < 1 {
		t.Errorf("stopped %d times it is\n%s\nand not\n%s", stopped, got, want)
	}
	for _, g := range run.Games() {
		if _, err := os.Stat(run.Record(g)); err != nil {
			t.Error(err)
		}
	}
}

// TestPlayedByAnotherProcess checks that a tournament played by another process is shown but not played.
func TestPlayedByAnotherProcess(t *testing.T) {
	loop := looptest.New(1000)
	s := small(t, filepath.Join(t.TempDir(), "cup"))
	x, err := tournament.Create(t.Context(), aiall.Engines, boardstudio.Documents, s.Folder, s.Description(aiall.Engines))
	if err != nil {
		t.Fatal(err)
	}
	hold, held := make(chan bool), make(chan bool)
	played := make(chan error)
	first := true
	go func() {
		played <- x.Play(t.Context(), 1, func(tournament.Played) {
			if first {
				first = false
				held <- true
				<-hold
			}
		})
	}()
	<-held
	run := NewRun(aiall.Engines, boardstudio.Documents, loop)
	var end error
	run.Ended = func(err error) { end = err }
	run.Open(s.Folder, func(err error) {
		if err != nil {
			t.Error(err)
		}
		run.Start(1)
	})
	loop.Until(t, "the refusal", func() bool { return end != nil })
	if !strings.Contains(end.Error(), "is being played by another program") || len(run.Games()) == 0 {
		t.Errorf("%v, %d games", end, len(run.Games()))
	}
	close(hold)
	if err := <-played; err != nil {
		t.Fatal(err)
	}
	end = nil
	run.Open(filepath.Join(s.Folder, "none"), func(err error) { end = err })
	loop.Until(t, "the refusal", func() bool { return end != nil })
	if run.Tournament() == nil {
		t.Error("the open one is gone")
	}
	run.Open(s.Folder, func(err error) { end = err })
	loop.Until(t, "the tournament", func() bool { return end == nil })
	if err := s.Check(boardstudio.Games, aiall.Engines); err == nil || !strings.Contains(err.Error(), "there is a tournament in") {
		t.Errorf("once more: %v", err)
	}
}

// TestSetup checks that a setup is converted to a description, and that errors are reported.
func TestSetup(t *testing.T) {
	s := small(t, filepath.Join(t.TempDir(), "cup"))
	s.Entrants[1].Limit = ai.Limit{Depth: 3}
	s.Clock, s.SPRT, s.Rounds = clock.Common[3], Tests[2], 7
	d := s.Description(aiall.Engines)
	if _, err := d.Check(boardstudio.Games, aiall.Engines); err != nil {
		t.Fatal(err)
	}
	if d.SPRT != nil || d.Rounds != 0 || d.Entrants[0].Limit != s.Limit || d.Entrants[1].Limit != s.Entrants[1].Limit || d.Entrants[2].Clock != s.Clock {
		t.Errorf("%+v", d)
	}
	s.Add(Candidate{Title: s.Entrants[0].Name, Engine: "random"})
	if e := s.Entrants[4]; e.Name != s.Entrants[0].Name+" (2)" {
		t.Errorf("a second one is called %q", e.Name)
	}
	s.Entrants, s.Format = s.Entrants[:2], tournament.Swiss
	if d = s.Description(aiall.Engines); d.SPRT == nil || d.Rounds != 7 || s.Check(boardstudio.Games, aiall.Engines) != nil {
		t.Errorf("%+v, %v", d, s.Check(boardstudio.Games, aiall.Engines))
	}
	s.Limit, s.Clock, s.Entrants[1].Limit = ai.Limit{}, clock.TimeControl{}, ai.Limit{}
	if d = s.Description(aiall.Engines); d.Entrants[0].Limit.Time != tournament.DefaultTime(aiall.Engines, d.Entrants[0].Engine) {
		t.Errorf("without a limit it is %v", d.Entrants[0].Limit)
	}
	s.Folder = " "
	if s.Check(boardstudio.Games, aiall.Engines) == nil {
		t.Error("no folder is needed")
	}
	s.Entrants = append(s.Entrants, tournament.Entrant{Engine: "offensive"})
	r, err := newgame.Build(boardstudio.Games, s.Game)
	if err != nil {
		t.Fatal(err)
	}
	if s.Keep(aiall.Engines, r); len(s.Entrants) != 2 {
		t.Errorf("%v stay", s.Entrants)
	}
	base := t.TempDir()
	one := FreeFolder(base, r)
	if err := os.Mkdir(one, 0o700); err != nil || filepath.Dir(one) != base {
		t.Fatal(one, err)
	}
	if two := FreeFolder(base, r); two != one+" 2" {
		t.Errorf("after %s comes %s", one, two)
	}
}

// TestSeats checks the display of a running game.
func TestSeats(t *testing.T) {
	s := small(t, filepath.Join(t.TempDir(), "cup"))
	x, err := tournament.Create(t.Context(), aiall.Engines, boardstudio.Documents, s.Folder, s.Description(aiall.Engines))
	if err != nil {
		t.Fatal(err)
	}
	run := &Run{t: x}
	since := time.Now()
	g := tournament.Live{
		Number: 3, Seats: []int{2, 0}, Last: x.Rules().Start(), Infos: []ai.Info{{Depth: 5, Best: ai.Line{Score: ai.Score{Value: -1.5}}}, {Best: ai.Line{Score: ai.Score{Proved: true, Value: 1}}}},
		Left: []time.Duration{65 * time.Second, 9 * time.Second}, Limits: []bool{true, true}, Since: since,
	}
	got := fmt.Sprint(run.Seats(&g, since.Add(2*time.Second)))
	want := fmt.Sprintf("[{%s 1 min 3 s −1.50 · depth 5 true} {%s 9.0 s win false}]", x.Entrants[2].Name, x.Entrants[0].Name)
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if c := Caption(&g); c != "Game 3 · 0 moves" {
		t.Error(c)
	}
	row := run.GameRow(tournament.Game{Number: 4, Seats: []int{0, 1}, Winners: "B", Moves: 7, Error: "it failed"})
	if len(row) != 5 || !strings.HasPrefix(row[3], "Nought wins") || !strings.HasSuffix(row[3], "it failed") {
		t.Errorf("%q", row)
	}
}
