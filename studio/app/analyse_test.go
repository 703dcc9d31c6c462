package app

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardstudio/ai"
	"boardstudio/analysis"
	"boardstudio/model"
)

// TestAnalyse: a game is judged in the background while it is edited, one Undo takes the analysis back, and the file that kept the results is gone.
func TestAnalyse(t *testing.T) {
	d := newDesk(t)
	d.play("a1", "b1", "b2", "c3", "a3", "c1", "a2")
	end := d.Node()
	bad := d.Tree().Line(end)[2] // b1, after which nothing helps
	before := d.Tree().Len()
	done := false
	d.Analyse(analysis.Game, "alphabeta", ai.Limit{Nodes: 20_000}, func() { done = true })
	d.Go(d.Tree().Root())
	d.play("b2") // a variation, meanwhile
	d.loop.Until(t, "the end of the analysis", func() bool { return done })
	if !slices.ContainsFunc(bad.Glyphs(), func(g model.Glyph) bool { return strings.Contains(string(g), "?") }) || !strings.HasPrefix(bad.Comment(), "Better was b2") {
		t.Errorf("the mistake has the glyphs %q and the comment %q", bad.Glyphs(), bad.Comment())
	}
	file, err := d.Store.File("analysis-")
	if err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(file + "*"); len(left) > 0 {
		t.Errorf("there is still %q", left)
	}
	d.Go(end)
	var report analysis.Report
	d.Session.Report(func(r analysis.Report) { report = r })
	d.loop.Until(t, "the report", func() bool { return len(report.Moves) > 0 })
	if len(report.Moves) != 7 || report.Sides[0].Accuracy != 100 || report.Sides[1].Accuracy > 80 {
		t.Errorf("the report is %+v", report.Sides)
	}
	d.Undo()
	if bad.Comment() != "" || len(bad.Glyphs()) > 0 || len(end.Parent().Evals()) > 0 || d.Tree().Len() != before+1 {
		t.Error("something of the analysis is left after Undo")
	}
	d.Session.Report(func(analysis.Report) { t.Error("there is a report of nothing") })
	d.loop.Until(t, "that there is none", func() bool { return slices.Contains(d.said, "No engine has judged this line yet") })
}
