package board

import (
	"time"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/draw/diagram"
	"boardstudio/model"
	"boardstudio/studio/app/animation"
	"boardstudio/studio/ui/gtkx"
)

// film is the animation that leads to the current position. A tick callback requests frames while
// it runs.
type film struct {
	node   *model.Node // last node shown
	film   *animation.Film
	began  time.Time
	frames bool // whether the tick callback is installed
}

// show sets d to the current frame of the animation.
func (f *film) show(d *diagram.Diagram) {
	if f.film != nil {
		f.film.Show(d, float64(time.Since(f.began))/float64(animation.Time))
	}
}

// roll starts an animation if the current node is a move played from the node shown before.
func (b *Pane) roll() {
	n, was := b.s.View.Node(), b.film.node
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
	before, err := b.s.View.Tree().Position(was)
	if err != nil {
		return
	}
	after, err := before.Play(m)
	if err != nil {
		return
	}
	if b.film.film = animation.New(b.s.View.Rules().Board(), before, after, m); b.film.film == nil {
		return
	}
	b.film.began = time.Now()
	if b.film.frames {
		return
	}
	b.film.frames = true
	gtkx.EachFrame(b.Area, func() bool {
		if b.film.film != nil && time.Since(b.film.began) >= animation.Time {
			b.film.film = nil
		}
		b.Area.QueueDraw()
		b.film.frames = b.film.film != nil
		return b.film.frames
	})
}

// Still ends the animation. User input always refers to the current position.
func (b *Pane) Still() {
	if b.film.film != nil {
		b.film.film = nil
		b.Area.QueueDraw()
	}
}

// moves reports whether moves are animated: the settings and the desktop allow it, and the board is
// visible.
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
