package studio

import (
	"testing"
	"time"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/newgame"
	"boardstudio/studio/settings"
)

// The current move comes into view in a tab whose panes get their places meanwhile, as when work is recovered at the last move: the text is laid
// out in narrow lines first, and was scrolled past its end. It stays in view when the pane gets another size.
func TestTheCurrentMoveIsInView(t *testing.T) {
	w := openBench(t)
	set, err := gtk.SettingsGetDefault()
	if err != nil || set.SetProperty("gtk-enable-animations", true) != nil {
		t.Fatal(err)
	}
	r, err := newgame.Build(settings.Choice{}.Pick("line", "gomoku"))
	if err != nil {
		t.Fatal(err)
	}
	for i, plies := range []int{60, 120, 220, 120, 220} {
		w.newTab()
		p := w.cur
		d := model.NewDocument(r)
		n := d.Tree.Root()
		for j := range plies {
			n = d.Tree.Add(n, rules.Place(rules.Cell(j)))
			if j%20 == 3 {
				d.Tree.Annotate(n, model.Annotation{Comment: "what there is to say about this move"})
			}
		}
		p.st.CommentHeight = 170 + i%3*150
		p.s.Show(d)
		p.s.End()
		p.show()
		inView := func(what string) {
			t.Helper()
			turn(600 * time.Millisecond)
			child, err := p.moves.Box.GetChild()
			if err != nil {
				t.Fatal(err)
			}
			view := child.(*gtk.TextView)
			at := view.GetIterLocation(highlighted(t, view))
			if v := view.GetVisibleRect(); at.GetY() < v.GetY() || at.GetY()+at.GetHeight() > v.GetY()+v.GetHeight() {
				t.Errorf("%d plies, %s: the move stands at %d, and %d to %d are seen", plies, what, at.GetY(), v.GetY(), v.GetY()+v.GetHeight())
			}
		}
		inView("at first")
		p.panes.side.SetPosition(p.panes.side.GetPosition() + 100)
		inView("in narrower lines")
		p.panes.panels.SetPosition(p.panes.panels.GetPosition() + 60)
		inView("in a lower pane")
	}
}

// highlighted returns where the text of the current move begins.
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

// turn runs the main loop for a while.
func turn(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); time.Sleep(time.Millisecond) {
		settle()
	}
}
