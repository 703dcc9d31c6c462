package application

import (
	"testing"
	"time"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/newgame"
	"boardstudio/studio/app/settings"
)

// TestCurrentMoveIsVisible checks that the current move is visible in the move list after a tab
// is shown, and after the list changes its size. When a tab was restored at the last move, narrow
// lines were laid out first and the list was scrolled past its end.
func TestCurrentMoveIsVisible(t *testing.T) {
	w := openBench(t)
	set, err := gtk.SettingsGetDefault()
	if err != nil || set.SetProperty("gtk-enable-animations", true) != nil {
		t.Fatal(err)
	}
	r, err := newgame.Build(boardstudio.Games, settings.Choice{}.Pick("line", "gomoku"))
	if err != nil {
		t.Fatal(err)
	}
	for i, plies := range []int{60, 120, 220, 120, 220} {
		windowOf(w).NewTab()
		p := windowOf(w).Current
		d := model.NewDocument(r)
		n := d.Tree.Root()
		for j := range plies {
			n = d.Tree.Add(n, rules.Place(rules.Cell(j)))
			if j%20 == 3 {
				d.Tree.Annotate(n, model.Annotation{Comment: "what there is to say about this move"})
			}
		}
		p.Settings.CommentHeight = 170 + i%3*150
		p.Session.Show(d)
		p.Session.End()
		p.Show()
		inView := func(what string) {
			t.Helper()
			var at, seen [2]int   // top and bottom
			for try := range 20 { // layout may be slow on a busy machine
				turn(max(600-500*time.Duration(try), 200) * time.Millisecond)
				child, err := p.Moves.Box.GetChild()
				if err != nil {
					t.Fatal(err)
				}
				view := child.(*gtk.TextView)
				move, v := view.GetIterLocation(highlighted(t, view)), view.GetVisibleRect()
				at, seen = [2]int{move.GetY(), move.GetY() + move.GetHeight()}, [2]int{v.GetY(), v.GetY() + v.GetHeight()}
				if at[0] >= seen[0] && at[1] <= seen[1] {
					return
				}
			}
			t.Errorf("%d plies, %s: the move lies at %d, and %d to %d are visible", plies, what, at[0], seen[0], seen[1])
		}
		inView("at first")
		p.Panes.Side.SetPosition(p.Panes.Side.GetPosition() + 100)
		inView("in narrower lines")
		p.Panes.Panels.SetPosition(p.Panes.Panels.GetPosition() + 60)
		inView("in a lower pane")
	}
}

// highlighted returns the start of the current move in the text.
func highlighted(t *testing.T, view *gtk.TextView) *gtk.TextIter {
	t.Helper()
	buf, err := view.GetBuffer()
	if err != nil {
		t.Fatal(err)
	}
	tags, err := buf.GetTagTable()
	if err != nil {
		t.Fatal(err)
	}
	here, err := tags.Lookup("here")
	if err != nil {
		t.Fatal(err)
	}
	at := buf.GetStartIter()
	if !at.ForwardToTagToggle(here) {
		t.Fatal("no move is highlighted")
	}
	return at
}

// turn runs the main loop for a duration.
func turn(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); time.Sleep(time.Millisecond) {
		settle()
	}
}
