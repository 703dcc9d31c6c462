package ui

import (
	"reflect"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gotk3/gotk3/gtk"

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
)

// TestThePointerShowsTheWayOfAMove checks that the pointer on a cell shows the path and the
// captures of a move from there, in games whose moves have a path.
func TestThePointerShowsTheWayOfAMove(t *testing.T) {
	w := openBench(t)
	seen := 0
	for _, it := range newgame.Items() {
		r, err := newgame.Build(settings.Choice{}.Pick(it.Game.Name, it.Preset.Name))
		if err != nil {
			t.Fatal(err)
		}
		way, ok := r.Start().(rules.Tracer)
		if !ok {
			continue
		}
		seen++
		w.s.Show(model.NewDocument(r))
		w.frame()
		for m := range r.Start().Moves() {
			w.board.Point(m.From)
			if got, want := w.board.Diagram().Trail, way.Trace(m); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: on cell %d there is %v, want %v", it.Preset.Name, m.From, got, want)
			}
		}
		w.board.Point(rules.NoCell)
		if got := w.board.Diagram().Trail; got.Cells != nil {
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
		w.newTab()
		p := w.cur
		runtime.AddCleanup(p, func(int) { freed.Add(1) }, 0)
		if err := p.showGame("pente"); err != nil {
			t.Fatal(err)
		}
		p.refresh(app.TopicAll)
		settle()
		for _, id := range []command.ID{command.Setup, command.Setup, command.History, command.Palette, command.Find, command.Comment, command.Players, command.Info} {
			p.run(id)
			settle()
		}
		p.show()
		p.say(app.Note|app.Undoable, "Something that stays for a while")
		_, _, end := p.s.Jobs.Start(jobs.Look, "Something that takes its time") // shows its progress
		p.refresh(app.TopicJob)
		p.s.Close()
		w.drop(p)
		settle()
		end()
	}
	// Pending timers, such as a delayed save, may need it for some seconds.
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
	before := len(w.keys.tips)
	if before == 0 {
		t.Fatal("the window has no tooltips")
	}
	for range 50 {
		b := w.iconButton("document-new-symbolic", command.New)
		box := gtkx.VBox(0)
		box.Add(b)
		if len(w.keys.tips) != before+1 {
			t.Fatalf("%d tooltips, want %d", len(w.keys.tips), before+1)
		}
		box.Destroy()
		if len(w.keys.tips) != before {
			t.Fatalf("%d tooltips after the widget is gone, want %d", len(w.keys.tips), before)
		}
	}
	w.st.SetKeys(command.Save, settings.Key{Name: "F9"})
	w.keys.bind()
	if text, err := w.saveButton.GetTooltipText(); err != nil || text != "Save  (F9)" {
		t.Errorf("the tooltip is %q, %v", text, err)
	}
}

// TestEveryCommandIsBound checks that each command is bound to either a function or a menu.
func TestEveryCommandIsBound(t *testing.T) {
	for id, b := range openBench(t).bindings() {
		if (b.do == nil) == (b.menu == nil) {
			t.Errorf("%s is bound to nothing, or twice", command.ID(id))
		}
	}
}

// TestClocksTickBeforePlayersAreBuilt checks that the clocks may tick before the widgets of the
// players exist.
func TestClocksTickBeforePlayersAreBuilt(t *testing.T) {
	w := openBench(t)
	p := bars.NewPlayers(w.cur.s, w.cur.looks, nil)
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
	if !p.onStart || p.board != nil {
		t.Fatalf("on the start page: %v, board %v", p.onStart, p.board)
	}
	for _, id := range []command.ID{
		command.ZoomIn, command.ZoomFit, command.Legal, command.Coordinates, command.OneBelow, command.ShowTree, command.ShowTree,
		command.TreeAcross, command.TreeAcross, command.MainOnly, command.MainOnly, command.Fold, command.UnfoldAll, command.FoldOthers, command.Unfold,
		command.NextTab,
	} {
		p.run(id)
		settle()
	}
	p.reframe()
	p.remember()
	p.say(app.Problem, "something is wrong")
	p.renew()
	settle()
	if !p.onStart || p.board != nil {
		t.Error("a command on the start page made the document's widgets")
	}
	if p.ticking {
		t.Error("the loop wakes up for clocks of no game")
	}
	if p.messages().Content() != "Something is wrong" {
		t.Errorf("the language changed, and the message is %q", p.messages().Content())
	}
	if err := p.NewGame(p.st.NewGame); err != nil {
		t.Fatal(err)
	}
	settle()
	p.frame()
	if p.front != nil || !p.board.Area.GetMapped() || !p.notes.Box.GetMapped() || p.bar.Content() == "" {
		t.Errorf("start page %v, board mapped %v, comment %v, message %q", p.front, p.board.Area.GetMapped(), p.notes.Box.GetMapped(), p.bar.Content())
	}
	if !p.s.Game.Running() || !p.ticking {
		t.Errorf("running %v, and the clocks are shown: %v", p.s.Game.Running(), p.ticking)
	}
}

// TestLessonFromTheStartPage checks that a lesson can be started from the start page.
func TestLessonFromTheStartPage(t *testing.T) {
	p := openPage(t, nil)
	settle()
	p.window.lesson(tutorial.Lessons[0])
	settle()
	p.frame()
	if p.lesson == nil || p.onStart || !p.lesson.box.GetMapped() || !p.board.Area.GetMapped() {
		t.Errorf("lesson %v, start page %v", p.lesson, p.onStart)
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
		m, err := first.s.View.Rules().ParseMove(name)
		if err != nil {
			t.Fatal(err)
		}
		first.s.Play(m)
	}
	points := func(p *page) map[string]int {
		points := map[string]int{}
		for _, x := range p.s.View.Standings() {
			points[x.Name] = x.Points
		}
		return points
	}
	want := points(first)
	if want["Ann"]+want["Bob"] != 1 {
		t.Fatalf("a won game gives the points %v", want)
	}
	first.run(command.Again)
	settle()
	next := first.window.cur
	if next == first {
		t.Fatal("the next game begins in the same tab")
	}
	if got := points(next); !reflect.DeepEqual(got, want) {
		t.Errorf("in the next game the points are %v, want %v", got, want)
	}
}
