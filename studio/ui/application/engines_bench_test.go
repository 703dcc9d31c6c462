package application

import (
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/command"
	appengines "boardstudio/studio/app/engines"
	"boardstudio/studio/app/newgame"
	"boardstudio/studio/app/settings"
	"boardstudio/studio/ui/page"
)

// fourEngines opens a game of gomoku on a square board with the given number of rows. Four engines
// analyse it, each with the given number of lines, and all their output is shown.
func fourEngines(b *testing.B, rows, lines int) *page.Page {
	w := openBench(b)
	side := strconv.Itoa(rows)
	r, err := newgame.Build(boardstudio.Games, settings.Choice{Game: "line", Preset: "gomoku"}.With("rows", side).With("cols", side))
	if err != nil {
		b.Fatal(err)
	}
	d := model.NewDocument(r)
	at := d.Tree.Root()
	for i := range 60 {
		at = d.Tree.Add(at, rules.Place(rules.Cell((i*37+100)%len(r.Board().Cells))))
	}
	var list []settings.AnalysisEngine
	for _, spec := range []string{"alphabeta", "mcts", "mcts:exploration=50", "mcts:exploration=200"} {
		list = append(list, settings.AnalysisEngine{Engine: spec, Lines: lines})
	}
	w.Settings.PutAnalysisEngines(r.Spec().Game, list)
	w.Session.Show(d)
	w.Settings.ShowEngines, w.Settings.ShowBar, w.Settings.ShowGraph, w.Settings.ShowValues = true, true, true, false
	w.Commands[command.ShowValues].Do() // also applies the others
	frame(w)
	if !w.Engines.Runner.On() {
		w.Engines.Toggle()
	}
	b.Cleanup(func() { w.Engines.Close() })
	return w
}

// runFor runs the main loop for a duration.
func runFor(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); {
		if gtk.EventsPending() {
			gtk.MainIteration()
			continue
		}
		time.Sleep(time.Millisecond)
	}
}

// BenchmarkStepBesideEngines measures one step forward, including painting, while four engines are
// running. The goal is 50 ms, for the slowest step too.
//
//	tools/display.sh go test ./studio -vet=off -run - -bench BesideEngines -benchtime 50x
func BenchmarkStepBesideEngines(b *testing.B) {
	w := fourEngines(b, 15, 3)
	var times []time.Duration
	for b.Loop() {
		b.StopTimer()
		if w.Session.View.Node().First() == nil {
			w.Session.Home()
		}
		runFor(400 * time.Millisecond) // until all of them are running
		thinking := 0
		for _, row := range w.Engines.Runner.Rows() {
			if row.Thinking {
				thinking++
			}
		}
		b.ReportMetric(float64(thinking), "thinking")
		b.StartTimer()
		began := time.Now()
		w.Session.Forward()
		frame(w)
		times = append(times, time.Since(began))
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)-1].Milliseconds()), "slowest-ms")
}

// BenchmarkEngineNews measures the cost of showing new results of four engines, which happens at
// most ten times a second. The goal is 5 ms, a twentieth of a core.
func BenchmarkEngineNews(b *testing.B) {
	b.Run("15x15, 3 lines", func(b *testing.B) { engineNews(b, fourEngines(b, 15, 3)) })
	b.Run("19x19, 8 lines", func(b *testing.B) { engineNews(b, fourEngines(b, 19, appengines.MaxLines)) })
}

func engineNews(b *testing.B, w *page.Page) {
	runFor(2 * time.Second)
	w.Engines.Runner.Stop() // their results are still shown
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	settle()
	began, n := used(), 0
	for b.Loop() {
		w.Engines.Show()
		frame(w)
		n++
	}
	b.ReportMetric(float64(used()-began)/float64(n), "cpu-ns/op")
}
