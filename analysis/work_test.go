package analysis_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	aiall "boardstudio/ai/all"
	"boardstudio/analysis"
	"boardstudio/model"
)

// threeDone returns a folder with the work of analysing a branch of d, of which three positions are done.
func threeDone(t *testing.T) (s analysis.WorkFolder, d *model.Document, w analysis.Work) {
	t.Helper()
	ctx := context.Background()
	s = analysis.WorkFolder{Folder: filepath.Join(t.TempDir(), "works")}
	r := build(t, "tictactoe", nil)
	d, end := document(t, r, "a1 b1 b2 c3")
	at := end.Parent().Parent()
	w = analysis.NewWork(d, at, analysis.Branch, engine, limit, "/a/game.studio")
	w.Positions = 7
	k, err := s.Put(ctx, w, d)
	if err != nil {
		t.Fatal(err)
	}
	store, err := k.Store(ctx)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := analysis.NewPlan(aiall.Engines, d, at, analysis.Game, engine, limit, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := analysis.Run(ctx, aiall.Engines, r, plan.Jobs[:3], analysis.Options{Store: store}); err != nil {
		t.Fatal(err)
	}
	return s, d, w
}

// TestWorkFolder checks that a work is found in its document and in a longer version of the same file,
// but in no other document.
func TestWorkFolder(t *testing.T) {
	ctx := context.Background()
	s, d, w := threeDone(t)
	r := d.Tree.Rules()
	all := s.All(ctx)
	if len(all) != 1 || all[0].Done(ctx) != 3 || all[0].Limit() != limit || all[0].Off {
		t.Fatalf("kept %+v", all)
	}
	k := all[0]
	for name, x := range map[string]struct {
		moves, file string
		found       bool
	}{
		"the same":              {"a1 b1 b2 c3", "", true},
		"longer":                {"a1 b1 b2 c3 a3", "", false},
		"longer, the same file": {"a1 b1 b2 c3 a3", "/a/game.studio", true},
		"shorter":               {"a1 b1 b2", "/a/game.studio", false},
		"other":                 {"a1 b1 b2 c2", "/a/game.studio", false},
	} {
		t.Run(name, func(t *testing.T) {
			other, end := document(t, r, x.moves)
			n := k.In(other, x.file)
			if (n != nil) != x.found {
				t.Errorf("found %v", n != nil)
			}
			if n != nil && n != other.Tree.Line(end)[2] {
				t.Error("found elsewhere")
			}
		})
	}
	big, _ := document(t, build(t, "gomoku", nil), "a1 b1 b2 c3")
	if k.In(big, "/a/game.studio") != nil {
		t.Error("found in another game")
	}

	// The same request resumes the work. Another request is a new work.
	again, err := s.Put(ctx, w, d)
	if err != nil || again.Done(ctx) != 3 {
		t.Errorf("asked for again, %d are done: %v", again.Done(ctx), err)
	}
	w.Nodes++
	if other, err := s.Put(ctx, w, d); err != nil || other.Done(ctx) != 0 || len(s.All(ctx)) != 2 {
		t.Errorf("with another limit, %d are done: %v", other.Done(ctx), err)
	} else if err := other.Remove(); err != nil {
		t.Error(err)
	}
	if err := k.MarkCancelled(); err != nil || !s.All(ctx)[0].Off {
		t.Errorf("set off: %v", err)
	}
}

// TestWorkFolderCleanup checks that old works and results are deleted, and that invalid files are ignored.
func TestWorkFolderCleanup(t *testing.T) {
	ctx := context.Background()
	s, _, _ := threeDone(t)
	old := time.Now().Add(-31 * 24 * time.Hour)
	files, _ := filepath.Glob(filepath.Join(s.Folder, "*"))
	for _, f := range files {
		if err := os.Chtimes(f, old, old); err != nil {
			t.Fatal(err)
		}
	}
	if all := s.All(ctx); len(files) != 2 || len(all) != 0 {
		t.Errorf("%d files; still %+v", len(files), all)
	}
	if files, _ = filepath.Glob(filepath.Join(s.Folder, "*")); len(files) != 0 {
		t.Errorf("left %q", files)
	}
	// Invalid files in the folder are ignored.
	for name, text := range map[string]string{"a.work.json": "", "b.work.json": `{"scope":9}`, "c.work.json": "[]", "d.results.jsonl": "x"} {
		if err := os.WriteFile(filepath.Join(s.Folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if all := s.All(ctx); len(all) != 0 {
		t.Errorf("read %+v", all)
	}
	// Old results without a work, left by a work completed in another window, are also deleted.
	lost := filepath.Join(s.Folder, "d.results.jsonl")
	if err := os.Chtimes(lost, old, old); err != nil {
		t.Fatal(err)
	}
	kept := filepath.Join(s.Folder, "a.results.jsonl")
	write(t, kept, nil)
	if err := os.Chtimes(kept, old, old); err != nil {
		t.Fatal(err)
	}
	s.All(ctx)
	if _, err := os.Stat(lost); err == nil {
		t.Error("results without a work stay for ever")
	}
	if _, err := os.Stat(kept); err != nil {
		t.Error("old results of a new work are gone")
	}
}
