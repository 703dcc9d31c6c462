package analysis_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/ai/enginetest"
	"boardstudio/analysis"
	"boardstudio/rules"
)

// answering is an engine with answers chosen by a test.
type answering struct {
	answer func(n int) (judged bool, err error)
	asked  *int
	closed *int
}

func (e answering) Think(_ context.Context, q ai.Request, _ func(ai.Info)) (ai.Info, error) {
	*e.asked++
	judged, err := e.answer(*e.asked)
	if err != nil {
		return ai.Info{}, err
	}
	i, err := mute{}.Think(context.Background(), q, nil)
	if judged {
		i.Depth = 1
	}
	return i, err
}

func (e answering) Close() error {
	*e.closed++
	return nil
}

// TestRunAnswers checks that an engine may leave some positions without an evaluation, but not all
// of the first ones. It also checks that an error ends the work.
func TestRunAnswers(t *testing.T) {
	failed := errors.New("failed")
	var e answering
	kind := &ai.Kind{Name: "answering", Title: "Answering", Plays: ai.Any, New: func(rules.Rules, rules.Params) (ai.Engine, error) { return e, nil }}
	engines := enginetest.With(aiall.Engines, kind)
	r := build(t, "gomoku", nil)
	from := func(first, last int) func(int) (bool, error) {
		return func(n int) (bool, error) { return n < first || n > last, nil }
	}
	for _, x := range []struct {
		name   string
		jobs   int
		answer func(int) (bool, error)
		done   int // largest number reported to Progress
		asked  int
		fails  bool
	}{
		{"all judged", 12, from(99, 99), 12, 12, false},
		{"the first seven mute", 12, from(1, 7), 12, 12, false},
		{"the first eight mute", 12, from(1, 8), 7, 8, true},
		{"all three mute", 3, from(1, 3), 2, 3, true},
		{"two of three mute", 3, from(1, 2), 3, 3, false},
		{"all but the first mute", 20, from(2, 99), 20, 20, false},
		{"an error", 12, func(n int) (bool, error) {
			if n == 5 {
				return false, failed
			}
			return true, nil
		}, 4, 5, true},
	} {
		t.Run(x.name, func(t *testing.T) {
			asked, closed, done := 0, 0, -1
			e = answering{x.answer, &asked, &closed}
			jobs := make([]analysis.Job, x.jobs)
			for i := range jobs {
				m := rules.Place(rules.Cell(i))
				jobs[i] = analysis.Job{Game: "line", Moves: []string{r.FormatMove(m)}, Engine: kind.Name}
			}
			results, err := analysis.Run(context.Background(), engines, r, jobs, analysis.Options{Progress: func(n, of int) {
				if n != done+1 && done >= 0 || of != x.jobs {
					t.Errorf("%d of %d after %d", n, of, done)
				}
				done = n
			}})
			if (err != nil) != x.fails || done != x.done || asked != x.asked || closed != 1 {
				t.Errorf("%d done, %d asked, closed %d times, %v", done, asked, closed, err)
			}
			for i, res := range results[:x.done] {
				if judged, _ := x.answer(i + 1); judged != (res.Depth == 1) {
					t.Errorf("result %d is %+v", i, res)
				}
			}
		})
	}
	jobs := []analysis.Job{{Game: "line", Engine: "nosuch"}}
	if _, err := analysis.Run(context.Background(), engines, r, jobs, analysis.Options{}); err == nil {
		t.Error("an unknown engine does jobs")
	}
	if results, err := analysis.Run(context.Background(), engines, r, nil, analysis.Options{}); err != nil || len(results) != 0 {
		t.Errorf("nothing to do: %v, %v", results, err)
	}
}

// TestWorkFolderLimits checks that works with an unknown scope are ignored, and that a WorkFolder requires a
// folder.
func TestWorkFolderLimits(t *testing.T) {
	s := analysis.WorkFolder{Folder: t.TempDir()}
	for name, text := range map[string]string{"a.work.json": `{"scope":2}`, "b.work.json": `{"scope":3}`, "c.work.json": `{"scope":0}`} {
		if err := os.WriteFile(filepath.Join(s.Folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(s.Folder, "d.work.json"), 0o700); err != nil {
		t.Fatal(err)
	}
	var got []int
	for _, k := range s.All(context.Background()) {
		got = append(got, int(k.Scope))
	}
	if slices.Sort(got); !slices.Equal(got, []int{0, 2}) {
		t.Errorf("the works have the scopes %v", got)
	}
	d, end := document(t, build(t, "tictactoe", nil), "a1 b1")
	file := filepath.Join(s.Folder, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	bad := analysis.WorkFolder{Folder: filepath.Join(file, "works")}
	if _, err := bad.Put(context.Background(), analysis.NewWork(d, end, analysis.Game, engine, limit, ""), d); err == nil {
		t.Error("a work is put below a file")
	}
	k, err := s.Put(context.Background(), analysis.NewWork(d, end, analysis.Game, engine, limit, ""), d)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(s.Folder); err != nil {
		t.Fatal(err)
	}
	if err := k.MarkCancelled(); err == nil {
		t.Error("a work is written although its folder is gone")
	}
}
