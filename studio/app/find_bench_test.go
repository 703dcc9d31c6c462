package app

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"boardstudio"
	"boardstudio/find"
	"boardstudio/internal/looptest"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/line"
	"boardstudio/studio/app/settings"
)

// BenchmarkEditBesideSearch measures how long an edit waits for background readers in a tree of a
// million nodes.
func BenchmarkEditBesideSearch(b *testing.B) {
	b.Setenv("XDG_CONFIG_HOME", b.TempDir())
	b.Setenv("XDG_STATE_HOME", b.TempDir())
	st, err := settings.Load(filepath.Join(b.TempDir(), "settings.json"))
	if err != nil {
		b.Fatal(err)
	}
	r, err := line.Game.Build("gomoku", nil)
	if err != nil {
		b.Fatal(err)
	}
	d := model.NewDocument(r)
	rnd := rand.New(rand.NewPCG(1, 1))
	for d.Tree.Len() < 1_000_000 {
		n := d.Tree.Root()
		for _, c := range rnd.Perm(225)[:40] {
			n = d.Tree.Add(n, rules.Place(rules.Cell(c)))
		}
	}
	s := New(boardstudio.All, looptest.New(1<<20), st).NewSession()
	s.Show(d)
	defer s.Close()
	for name, read := range map[string]func(context.Context, *model.Document){
		"text": func(ctx context.Context, d *model.Document) {
			_ = find.Search(ctx, d, &find.Query{Text: "x"}, nil, nil)
		},
		"equal": func(ctx context.Context, d *model.Document) { _, _ = find.Collect(ctx, d.Tree, nil) },
	} {
		b.Run(name, func(b *testing.B) {
			var worst, sum time.Duration
			for i := range 20 {
				begun, done := make(chan struct{}), make(chan struct{})
				s.Jobs.Read(context.Background(), func(ctx context.Context, d *model.Document) {
					close(begun)
					read(ctx, d)
					close(done)
				})
				<-begun
				select {
				case <-done:
					if name != "text" {
						b.Fatal("it is over already")
					}
				default:
				}
				began := time.Now()
				s.Comment(s.View.doc.Tree.Root(), string(rune('a'+i)))
				took := time.Since(began)
				worst, sum = max(worst, took), sum+took
			}
			b.ReportMetric(float64(sum.Microseconds())/20, "µs/edit")
			b.ReportMetric(float64(worst.Microseconds()), "µs-worst")
		})
	}
}
