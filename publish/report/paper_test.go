package report_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio"
	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/analysis"
	"boardstudio/draw"
	"boardstudio/draw/chart"
	"boardstudio/io/codec"
	"boardstudio/io/pdf"
	reports "boardstudio/publish/report"
	"boardstudio/samples"
	"boardstudio/text/locale"
)

// report returns a sheet with the report of a sample game.
func report(t *testing.T, name string) reports.Sheet {
	t.Helper()
	data, err := samples.FS.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	d, _, err := boardstudio.Documents.Decode(context.Background(), name, data, codec.Options{})
	if err != nil {
		t.Fatal(err)
	}
	plan, err := analysis.NewPlan(aiall.Engines, d, d.Tree.Root(), analysis.Game, "alphabeta", ai.Limit{Nodes: 1000}, nil)
	if err != nil {
		t.Fatal(err)
	}
	results, err := analysis.Run(context.Background(), aiall.Engines, d.Tree.Rules(), plan.Jobs, analysis.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Tree.Do(analysis.Label, plan.Edits(results, analysis.Marking{}, nil)...); err != nil {
		t.Fatal(err)
	}
	return reports.Sheet{Engines: aiall.Engines, Document: d, Report: analysis.ReportOn(aiall.Engines, d, d.Tree.Root(), analysis.Marking{}), File: name}
}

func written(t *testing.T, s reports.Sheet) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := pdf.Write(context.Background(), &b, reports.Pages(s), pdf.Info{Title: "Report", Lang: locale.Current()}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestPages lays out the reports of four games, one with three players, on three paper sizes. It
// checks that the files are reproducible, that nothing is outside the paper, and that all mistakes
// are listed.
func TestPages(t *testing.T) {
	qpdf, err := exec.LookPath("qpdf")
	if err != nil && os.Getenv("CI") != "" {
		t.Fatal("qpdf is not installed")
	}
	for _, name := range []string{"penloup-juhem.studio", "pente.studio", "awale.studio", "three-players.studio"} {
		t.Run(name, func(t *testing.T) {
			s := report(t, name)
			for _, s.Paper = range []pdf.Paper{pdf.A4, pdf.A5, pdf.Letter} {
				s.Marking.Threshold = 0.01 // a low threshold, for many mistakes
				data := written(t, s)
				if !bytes.Equal(data, written(t, s)) {
					t.Errorf("%s on %s: other bytes the second time", name, s.Paper)
				}
				var all strings.Builder
				for i, p := range reports.Pages(s) {
					var r draw.Recorder
					p.Draw(&r)
					for _, it := range r.Items {
						b := it.Bounds()
						if b.X < 0 || b.Y < 0 || b.X+b.W > p.Size.X || b.Y+b.H > p.Size.Y {
							t.Errorf("%s on %s: page %d has something at %+v: %q", name, s.Paper, i+1, b, it.Text)
						}
						if strings.Contains(it.Text, "…") && len(it.Text) < 8 {
							t.Errorf("%s on %s: page %d has no room for %q", name, s.Paper, i+1, it.Text)
						}
						all.WriteString(it.Text + "\n")
					}
				}
				list := s.Report.Mistakes(s.Marking, -1)
				for _, j := range list {
					m, _ := j.Node.Move()
					if want := s.Document.Tree.Rules().FormatMove(m) + " " + string(s.Marking.Glyph(j.Loss())); !strings.Contains(all.String(), want) {
						t.Errorf("%s on %s: %q is missing", name, s.Paper, want)
					}
				}
				if len(list) < 4 {
					t.Errorf("only %d mistakes", len(list))
				}
				if qpdf == "" {
					continue
				}
				file := filepath.Join(t.TempDir(), "report.pdf")
				if err := os.WriteFile(file, data, 0o600); err != nil {
					t.Fatal(err)
				}
				if out, err := exec.Command(qpdf, "--check", file).CombinedOutput(); err != nil {
					t.Errorf("%s on %s: %v\n%s", name, s.Paper, err, out)
				}
			}
		})
	}
}

// TestFrench checks that the page is in the user's language.
func TestFrench(t *testing.T) {
	s := report(t, "awale.studio")
	english := written(t, s)
	if _, err := locale.Use("fr"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = locale.Use("en") })
	if bytes.Equal(english, written(t, s)) {
		t.Error("the page is the same in French")
	}
	var r draw.Recorder
	reports.Pages(s)[0].Draw(&r)
	found := false
	for _, it := range r.Items {
		found = found || strings.HasPrefix(it.Text, "Rapport")
	}
	if !found {
		t.Error("no French title")
	}
}

// TestNothingToSay checks that a report without moves has a page that names the threshold and the
// engine.
func TestNothingToSay(t *testing.T) {
	s := report(t, "awale.studio")
	s.Report = analysis.NewReport(2, nil, analysis.Marking{})
	s.Report.Engine, s.Report.Version, s.Marking.Threshold = "external:Pela", "1.3", 0.25
	pages := reports.Pages(s)
	if len(pages) != 1 {
		t.Fatalf("%d pages", len(pages))
	}
	var r draw.Recorder
	pages[0].Draw(&r)
	var all strings.Builder
	for _, it := range r.Items {
		all.WriteString(it.Text + " ")
	}
	text := strings.Join(strings.Fields(all.String()), " ")
	for _, want := range []string{"analysed with “Pela 1.3”", "No move lost 25 % of the winning chances"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in %q", want, text)
		}
	}
}

// TestCourse checks that the chart has a point for each move of a report, and that MoveAt finds
// each move.
func TestCourse(t *testing.T) {
	s := report(t, "pente.studio")
	n := len(s.Report.Moves)
	c := reports.EvaluationChart(&s.Report, nil, chart.Inks[0])
	if len(c.Losses) != n || len(c.Bands) < n+1 || c.First != 0 || c.Last != s.Report.Moves[n-1].Ply {
		t.Errorf("%d moves: %d losses, %d bands from %d to %d", n, len(c.Losses), len(c.Bands), c.First, c.Last)
	}
	for _, j := range s.Report.Moves {
		if got, ok := reports.MoveAt(&s.Report, j.Ply); !ok || got.Node != j.Node {
			t.Errorf("move %d is not found", j.Ply)
		}
	}
	if _, ok := reports.MoveAt(&s.Report, 0); ok {
		t.Error("a move is found before the first one")
	}
}
