package application

import (
	"reflect"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/app/command"
	"boardstudio/studio/app/jobs"
	"boardstudio/studio/app/newgame"
	"boardstudio/studio/app/settings"
	"boardstudio/studio/app/tutorial"
	"boardstudio/studio/ui/bars"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/studio/ui/page"
)

// TestPointerShowsPathOfMove checks that the pointer on a cell shows the path and the
// captures of a move from there, in games whose moves have a path.
func TestPointerShowsPathOfMove(t *testing.T) {
	w := openBench(t)
	seen := 0
	for _, it := range newgame.Items(boardstudio.Games) {
		r, err := newgame.Build(boardstudio.Games, settings.Choice{}.Pick(it.Game.Name, it.Preset.Name))
		if err != nil {
			t.Fatal(err)
		}
		way, ok := r.Start().(rules.Tracer)
		if !ok {
			continue
		}
		seen++
		w.Session.Show(model.NewDocument(r))
		frame(w)
		for m := range r.Start().Moves() {
			w.Board.Point(m.From)
			if got, want := w.Board.Diagram().Trail, way.Trace(m); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: on cell %d there is %v, want %v", it.Preset.Name, m.From, got, want)
			}
		}
		w.Board.Point(rules.NoCell)
		if got := w.Board.Diagram().Trail; got.Cells != nil {
			t.Errorf("%s: beside the board there is %v", it.Preset.Name, got)
		}
	}
	if seen == 0 {
		t.Error("no game has such moves")
	}
}

// TestClosedTabsAreFreed checks that closed tabs, documents and list windows are freed. GTK keeps
// everything alive that a signal handler of a longer-lived object uses.
func TestClosedTabsAreFreed(t *testing.T) {
	w := openBench(t)
	const n = 10
	var freed atomic.Int64
	for range n {
		windowOf(w).NewTab()
		p := windowOf(w).Current
		runtime.AddCleanup(p, func(int) { freed.Add(1) }, 0)
		if err := p.ShowGame("pente"); err != nil {
			t.Fatal(err)
		}
		p.Refresh(app.TopicAll)
		settle()
		for _, id := range []command.ID{command.Setup, command.Setup, command.History, command.Palette, command.Find, command.Comment, command.Players, command.Info} {
			p.Run(id)
			settle()
		}
		p.Show()
		p.Say(app.Note|app.Undoable, "Something that stays for a while")
		_, _, end := p.Session.Jobs.Start(jobs.Look, "Something that takes its time") // shows its progress
		p.Refresh(app.TopicJob)
		p.Session.Close()
		windowOf(w).Drop(p)
		settle()
		end()
	}
	// Pending timers, such as a delayed save, may need the page for some seconds.
	for end := time.Now().Add(20 * time.Second); freed.Load() < n-1 && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		runtime.GC()
		settle()
	}
	if got := freed.Load(); got < n-1 { // the pictures of the start page refer to the looks of the last tab
		t.Errorf("of %d closed tabs %d were freed", n, got)
	}
}

// TestTipsOfDestroyedWidgets checks that destroyed widgets are removed from the table of tooltips.
func TestTipsOfDestroyedWidgets(t *testing.T) {
	w := openBench(t)
	before := len(w.Keys.Tips)
	if before == 0 {
		t.Fatal("the window has no tooltips")
	}
	for range 50 {
		b := w.Keys.IconButton("document-new-symbolic", command.New)
		box := gtkx.VBox(0)
		box.Add(b)
		if len(w.Keys.Tips) != before+1 {
			t.Fatalf("%d tooltips, want %d", len(w.Keys.Tips), before+1)
		}
		box.Destroy()
		if len(w.Keys.Tips) != before {
			t.Fatalf("%d tooltips after the widget is gone, want %d", len(w.Keys.Tips), before)
		}
	}
	w.Settings.SetKeys(command.Save, settings.Key{Name: "F9"})
	w.Keys.Bind()
	if text, err := windowOf(w).SaveButton.GetTooltipText(); err != nil || text != "Save  (F9)" {
		t.Errorf("the tooltip is %q, %v", text, err)
	}
}

// TestEveryCommandIsBound checks that each command is bound to either a function or a menu.
func TestEveryCommandIsBound(t *testing.T) {
	for id, b := range openBench(t).Commands {
		if (b.Do == nil) == (b.Menu == nil) {
			t.Errorf("%s is bound to nothing, or twice", command.ID(id))
		}
	}
}

// TestClocksTickBeforePlayersAreBuilt checks that the clocks may tick before the widgets of the
// players exist.
func TestClocksTickBeforePlayersAreBuilt(t *testing.T) {
	w := openBench(t)
	p := bars.NewPlayers(windowOf(w).Current.Session, windowOf(w).Current.Looks, nil)
	p.Tick()
	p.Changed(app.TopicPlayers)
	p.Tick()
	port, err := p.Scroll.GetChild()
	if err != nil {
		t.Fatal(err)
	}
	row, err := port.(*gtk.Viewport).GetChild()
	if err != nil {
		t.Fatal(err)
	}
	if n := row.(*gtk.Box).GetChildren().Length(); n != 3 { // two players and the game clock
		t.Errorf("%d widgets are shown", n)
	}
}

// TestStartPageAlone checks that a tab with the start page creates no widgets for a document, and
// that its commands work without them.
func TestStartPageAlone(t *testing.T) {
	p := openPage(t, nil)
	settle()
	if !p.OnStart || p.Board != nil {
		t.Fatalf("on the start page: %v, board %v", p.OnStart, p.Board)
	}
	for _, id := range []command.ID{
		command.ZoomIn, command.ZoomFit, command.Legal, command.Coordinates, command.OneBelow, command.ShowTree, command.ShowTree,
		command.TreeAcross, command.TreeAcross, command.MainOnly, command.MainOnly, command.Fold, command.UnfoldAll, command.FoldOthers, command.Unfold,
		command.NextTab,
	} {
		p.Run(id)
		settle()
	}
	p.Reframe()
	p.Remember()
	p.Say(app.Problem, "something is wrong")
	windowOf(p).Renew()
	settle()
	if !p.OnStart || p.Board != nil {
		t.Error("a command on the start page made the document's widgets")
	}
	if windowOf(p).Ticking {
		t.Error("the loop wakes up for clocks of no game")
	}
	if p.Messages().Content() != "Something is wrong" {
		t.Errorf("the language changed, and the message is %q", p.Messages().Content())
	}
	if err := p.NewGame(p.Settings.NewGame); err != nil {
		t.Fatal(err)
	}
	settle()
	frame(p)
	if p.Front != nil || !p.Board.Area.GetMapped() || !p.Notes.Box.GetMapped() || p.Bar.Content() == "" {
		t.Errorf("start page %v, board mapped %v, comment %v, message %q", p.Front, p.Board.Area.GetMapped(), p.Notes.Box.GetMapped(), p.Bar.Content())
	}
	if !p.Session.Game.Running() || !windowOf(p).Ticking {
		t.Errorf("running %v, and the clocks are shown: %v", p.Session.Game.Running(), windowOf(p).Ticking)
	}
}

// TestLessonFromTheStartPage checks that a lesson can be started from the start page.
func TestLessonFromTheStartPage(t *testing.T) {
	p := openPage(t, nil)
	settle()
	p.StartLesson(tutorial.Lessons[0])
	settle()
	frame(p)
	if p.Lesson == nil || p.OnStart || !p.Lesson.Box.GetMapped() || !p.Board.Area.GetMapped() {
		t.Errorf("lesson %v, start page %v", p.Lesson, p.OnStart)
	}
}

// TestPlayAgainKeepsThePoints checks that the points of a finished game go into the next game, which
// begins in a new tab.
func TestPlayAgainKeepsThePoints(t *testing.T) {
	first := openPage(t, nil)
	c := settings.Choice{}.Pick("line", "tictactoe")
	c.Players = []settings.Player{{Name: "Ann"}, {Name: "Bob"}}
	if err := first.NewGame(c); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"b2", "a1", "a2", "b1", "c2"} {
		m, err := first.Session.View.Rules().ParseMove(name)
		if err != nil {
			t.Fatal(err)
		}
		first.Session.Play(m)
	}
	points := func(p *page.Page) map[string]int {
		points := map[string]int{}
		for _, x := range p.Session.View.Standings() {
			points[x.Name] = x.Points
		}
		return points
	}
	want := points(first)
	if want["Ann"]+want["Bob"] != 1 {
		t.Fatalf("a won game gives the points %v", want)
	}
	first.Run(command.Again)
	settle()
	next := windowOf(first).Current
	if next == first {
		t.Fatal("the next game begins in the same tab")
	}
	if got := points(next); !reflect.DeepEqual(got, want) {
		t.Errorf("in the next game the points are %v, want %v", got, want)
	}
}
