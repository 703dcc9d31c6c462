package analysis_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	aiall "boardstudio/ai/all"
	"boardstudio/analysis"
)

// TestStoreAfterPowerCut checks that zero bytes and truncated lines lose only their own results,
// are counted as damaged, and are not read as results.
func TestStoreAfterPowerCut(t *testing.T) {
	ctx := t.Context()
	s := analysis.WorkFolder{Folder: filepath.Join(t.TempDir(), "works")}
	r := build(t, "tictactoe", nil)
	d, end := document(t, r, "a1 b1 b2 c3")
	w := analysis.NewWork(d, end, analysis.Game, engine, limit, "")
	plan, err := analysis.NewPlan(aiall.Engines, d, end, analysis.Game, engine, limit, nil)
	if err != nil {
		t.Fatal(err)
	}
	w.Positions = len(plan.Jobs)
	k, err := s.Put(ctx, w, d)
	if err != nil {
		t.Fatal(err)
	}
	store, err := k.Store(ctx)
	if err != nil {
		t.Fatal(err)
	}
	want, err := analysis.Run(ctx, aiall.Engines, r, plan.Jobs, analysis.Options{Store: store})
	if err != nil || len(want) < 4 {
		t.Fatalf("%d results, %v", len(want), err)
	}
	files, err := filepath.Glob(filepath.Join(s.Folder, "*.results.jsonl"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(data), "\n")
	hurt := lines[0] + strings.Repeat("\x00", 4096) + "\n" + "[]\n" + strings.Join(lines[2:len(lines)-2], "") + lines[len(lines)-2][:10]
	write(t, files[0], []byte(hurt))
	if n := k.Done(ctx); n != len(want)-2 {
		t.Errorf("%d positions count as done, want %d", n, len(want)-2)
	}
	if store, err = k.Store(ctx); err != nil || store.Damaged() != 3 {
		t.Fatalf("%d damaged, %v", store.Damaged(), err)
	}
	if err := store.NoteDamaged(); err != nil {
		t.Fatal(err)
	}
	begun := -1
	if _, err := analysis.Run(ctx, aiall.Engines, r, plan.Jobs, analysis.Options{Store: store, Progress: func(done, _ int) {
		if begun < 0 {
			begun = done
		}
	}}); err != nil || begun != len(want)-2 {
		t.Errorf("%d were known, %v", begun, err)
	}
	if n := k.Done(ctx); n != len(want) {
		t.Errorf("%d positions are done at the end", n)
	}
	// What was reported is not counted again, and stays in the file.
	if store, err = k.Store(ctx); err != nil || store.Damaged() != 0 {
		t.Errorf("%d damaged once more, %v", store.Damaged(), err)
	}
	data, err = os.ReadFile(files[0])
	if err != nil || !strings.HasPrefix(string(data), hurt+"\n") {
		t.Errorf("the damaged lines are gone: %q, %v", data, err)
	}
	write(t, files[0], append(data, "{\"job"...))
	if store, err = k.Store(ctx); err != nil || store.Damaged() != 1 {
		t.Errorf("%d damaged after another crash, %v", store.Damaged(), err)
	}
}
