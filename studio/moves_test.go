package studio

import (
	"testing"
	"time"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/io/diagram"
	"boardstudio/io/draw"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/newgame"
	"boardstudio/studio/settings"
)

// What stands beside the moves is read as well as they are: variations, names, comments.
func TestMovesCanBeRead(t *testing.T) {
	grounds := map[diagram.Theme]uint32{diagram.Light: 0xffffff, diagram.Dark: 0x2d2d2d, diagram.Contrast: 0xffffff}
	for theme, ground := range grounds {
		ink := moveInks[theme]
		for _, c := range []uint32{ink.quiet, ink.bad} {
			a, b := draw.RGB(c).Luminance()+.05, draw.RGB(ground).Luminance()+.05
			if contrast := max(a, b) / min(a, b); contrast < 4.5 {
				t.Errorf("theme %d: #%06x has a contrast of %.2f", theme, c, contrast)
			}
		}
	}
}

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
			m := p.moves
			at := m.view.GetIterLocation(m.buf.GetIterAtOffset(m.spanOf(n).from))
			if v := m.view.GetVisibleRect(); at.GetY() < v.GetY() || at.GetY()+at.GetHeight() > v.GetY()+v.GetHeight() {
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

// turn runs the main loop for a while.
func turn(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); time.Sleep(time.Millisecond) {
		settle()
	}
}
