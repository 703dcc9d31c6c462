package boardpane

import (
	"time"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/io/diagram"
	"boardstudio/model"
	"boardstudio/studio/gtkx"
	"boardstudio/studio/motion"
)

// film is the motion that leads to what the board shows. Frames come by a tick callback while it lasts, and none after it.
type film struct {
	node   *model.Node // shown last
	film   *motion.Film
	began  time.Time
	frames bool // a tick callback is there
}

// show changes d to what is seen now.
func (f *film) show(d *diagram.Diagram) {
	if f.film != nil {
		f.film.Show(d, float64(time.Since(f.began))/float64(motion.Time))
	}
}

// roll begins a film where the board shows the move after the one that it showed before.
func (b *Pane) roll() {
	n, was := b.s.Node(), b.film.node
	if n == was {
		if b.s.Setup() != nil {
			b.Still()
		}
		return
	}
	b.film.node, b.film.film = n, nil
	m, ok := n.Move()
	if !ok || was == nil || n.Parent() != was || b.s.Setup() != nil || !b.moves() {
		return
	}
	before, err := b.s.Tree().Position(was)
	if err != nil {
		return
	}
	after, err := before.Play(m)
	if err != nil {
		return
	}
	if b.film.film = motion.New(b.s.Rules().Board(), before, after, m); b.film.film == nil {
		return
	}
	b.film.began = time.Now()
	if b.film.frames {
		return
	}
	b.film.frames = true
	gtkx.EachFrame(b.Area, func() bool {
		if b.film.film != nil && time.Since(b.film.began) >= motion.Time {
			b.film.film = nil
		}
		b.Area.QueueDraw()
		b.film.frames = b.film.film != nil
		return b.film.frames
	})
}

// Still ends a film: whatever the person does is about what is there.
func (b *Pane) Still() {
	if b.film.film != nil {
		b.film.film = nil
		b.Area.QueueDraw()
	}
}

// moves reports whether pieces may move: the person and the desktop want it, and the board can be seen.
func (b *Pane) moves() bool {
	if !b.st.Motion || !b.Area.GetMapped() {
		return false
	}
	set, err := gtk.SettingsGetDefault()
	if err != nil {
		return false
	}
	on, err := set.GetProperty("gtk-enable-animations")
	return err == nil && on == true
}
