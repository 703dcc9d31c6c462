package app

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/analysis"
	"boardstudio/model"
	"boardstudio/studio/study"
)

// TestAnalyse: a game is judged in the background while it is edited, one Undo takes the analysis back, and the file that kept the results is gone.
func TestAnalyse(t *testing.T) {
	d := newDesk(t)
	d.play("a1", "b1", "b2", "c3", "a3", "c1", "a2")
	end := d.Node()
	bad := d.Tree().Line(end)[2] // b1, after which nothing helps
	before := d.Tree().Len()
	done := false
	d.Study().Analyse(study.Choice{Engine: "alphabeta", Limit: ai.Limit{Nodes: 20_000}}, func() { done = true })
	d.Go(d.Tree().Root())
	d.play("b2") // a variation, meanwhile
	d.loop.Until(t, "the end of the analysis", func() bool { return done })
	if !slices.ContainsFunc(bad.Glyphs(), func(g model.Glyph) bool { return strings.Contains(string(g), "?") }) || !strings.HasPrefix(bad.Comment(), "Better was b2") {
		t.Errorf("the mistake has the glyphs %q and the comment %q", bad.Glyphs(), bad.Comment())
	}
	file, err := d.Store.File("analyses")
	if err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(file + "/*"); len(left) > 0 {
		t.Errorf("there is still %q", left)
	}
	d.Go(end)
	var report analysis.Report
	d.Study().Report(func(r analysis.Report) { report = r })
	d.loop.Until(t, "the report", func() bool { return len(report.Moves) > 0 })
	if len(report.Moves) != 7 || report.Sides[0].Accuracy != 100 || report.Sides[1].Accuracy > 80 {
		t.Errorf("the report is %+v", report.Sides)
	}
	d.Undo()
	if bad.Comment() != "" || len(bad.Glyphs()) > 0 || len(end.Parent().Evals()) > 0 || d.Tree().Len() != before+1 {
		t.Error("something of the analysis is left after Undo")
	}
	d.Study().Report(func(analysis.Report) { t.Error("there is a report of nothing") })
	d.loop.Until(t, "that there is none", func() bool { return slices.Contains(d.said, "No engine has judged this line yet") })
}

// TestUnfinishedAnalysis: an analysis that a crash, a pause or another document ended is offered when its document is open again, and only
// then; it goes on where it was, to the same result. One that was dismissed is not offered.
func TestUnfinishedAnalysis(t *testing.T) {
	path := filepath.Join(t.TempDir(), "game.studio")
	moves := []string{"d4", "d5", "e5", "e4", "f6", "g7", "c3", "f5"}
	choice := study.Choice{Engine: "alphabeta", Limit: ai.Limit{Nodes: 20_000}}
	d := newDesk(t)
	d.start("line", "gomoku")
	d.play(moves...)
	if err := d.save(path); err != nil {
		t.Fatal(err)
	}
	d.Study().Analyse(choice, func() { t.Error("it is done in spite of the pause") })
	d.loop.Until(t, "a position", func() bool {
		if j := d.Jobs.Pausable(); j != nil {
			if done, _ := j.Progress(); done > 1 {
				return true
			}
		}
		d.loop.After(time.Millisecond, func() {}) // look again
		return false
	})
	d.Study().Toggle(nil)
	j := d.Jobs.Pausable()
	if !j.Paused() || !d.Study().CanToggle() || d.Study().Unfinished() != nil {
		t.Error("it does not pause")
	}
	d.crash()

	n := d.next()
	if n.Study().Unfinished() != nil {
		t.Error("it is offered in another game")
	}
	offered := func(x *desk) *study.Unfinished {
		t.Helper()
		if err := x.open(path); err != nil {
			t.Fatal(err)
		}
		x.loop.Until(t, "the offer", func() bool { return x.Study().Unfinished() != nil })
		return x.Study().Unfinished()
	}
	u := offered(n)
	if u.Positions != 9 || u.Done < 2 || u.Done > 8 {
		t.Errorf("%d of %d positions are done", u.Done, u.Positions)
	}
	done := false
	n.Study().Resume(func() { done = true })
	n.loop.Until(t, "the end of the analysis", func() bool { return done })
	if n.Study().CanToggle() {
		t.Error("it is still offered")
	}
	var whole *desk
	{
		whole = d.next()
		whole.start("line", "gomoku")
		whole.play(moves...)
		done = false
		whole.Study().Analyse(choice, func() { done = true })
		whole.loop.Until(t, "the undisturbed analysis", func() bool { return done })
	}
	if err := model.Equal(whole.Document(), n.Document()); err != nil {
		t.Errorf("an undisturbed run has another result: %v", err)
	}

	// Another document is opened meanwhile; then it is dismissed.
	n.Undo()
	n.Study().Analyse(study.Choice{Engine: "alphabeta", Limit: ai.Limit{Nodes: 1_000_000}}, func() { t.Error("it was not interrupted") })
	n.loop.Until(t, "its begin", func() bool { return n.Jobs.Pausable() != nil })
	n.start("line", "tictactoe")
	n.loop.Until(t, "its end", func() bool { return n.Jobs.Pausable() == nil })
	if n.Study().Unfinished() != nil {
		t.Error("it is offered in another game")
	}
	offered(n)
	n.Study().Dismiss()
	if err := n.open(path); err != nil {
		t.Fatal(err)
	}
	for n.leaving.Wait(); len(n.loop.Queue) > 0; {
		(<-n.loop.Queue)()
	}
	if n.Study().Unfinished() != nil {
		t.Error("it is offered though it was dismissed")
	}

	// Cancelled, it is not offered either.
	n.Study().Analyse(study.Choice{Engine: "alphabeta", Limit: ai.Limit{Nodes: 1_000_000}}, nil)
	n.loop.Until(t, "its begin", func() bool { return n.Jobs.Pausable() != nil })
	n.Jobs.Pausable().Cancel()
	n.loop.Until(t, "its end", func() bool { return n.Jobs.Pausable() == nil })
	if n.Study().Unfinished() != nil {
		t.Error("it is offered though it was cancelled")
	}
}
