package look

import (
	"context"
	"math"
	"os"

	"github.com/gotk3/gotk3/cairo"
	"github.com/gotk3/gotk3/glib"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/io/diagram"
	"boardstudio/io/draw"
	"boardstudio/rules"
	"boardstudio/studio/gtkx"
	"boardstudio/studio/newgame"
	"boardstudio/studio/startpage"
)

// Pictures are small drawings of positions. Each is made once for each size and theme, when there is nothing
// else to do, so that a window with many of them appears at once.
type Pictures struct {
	Looks *Looks // of one of the windows
	kept  map[pictureKey]*cairo.Surface
	queue []func()
}

// pictureKey is all that makes a picture look as it does.
type pictureKey struct {
	of    string
	theme diagram.Theme
	size  int // in pixels of the screen
}

// maxPictures bounds the memory: a picture of the start page has 120 kB.
const maxPictures = 100

// area returns a widget with the picture that is called name. of finds out what to draw and tells it, at
// once or later on the loop; nil for nothing.
func (p *Pictures) area(name string, size int, of func(tell func(*diagram.Diagram))) *gtk.DrawingArea {
	a, _ := gtk.DrawingAreaNew()
	a.SetSizeRequest(size, size)
	a.SetVAlign(gtk.ALIGN_START)
	alive := true
	a.Connect("destroy", func() { alive = false })
	a.Connect("draw", func(_ *gtk.DrawingArea, cr *cairo.Context) bool {
		scale := a.GetScaleFactor()
		k := pictureKey{name, p.Looks.Theme(), size * scale}
		s, ok := p.kept[k]
		switch {
		case !ok:
			p.later(func() {
				if _, made := p.kept[k]; made || !alive {
					return
				}
				p.keep(k, nil) // it is asked for once
				of(func(d *diagram.Diagram) {
					if d != nil {
						p.keep(k, drawn(d, k))
					}
					if alive {
						a.QueueDraw()
					}
				})
			})
		case s != nil:
			cr.Scale(1/float64(scale), 1/float64(scale))
			cr.SetSourceSurface(s, 0, 0)
			cr.Paint()
		}
		return true
	})
	return a
}

// later runs f when there is nothing else to do, after what waits already.
func (p *Pictures) later(f func()) {
	p.queue = append(p.queue, f)
	if len(p.queue) > 1 {
		return
	}
	gtkx.WhenIdle(glib.PRIORITY_LOW, func() bool {
		f := p.queue[0]
		p.queue = p.queue[1:]
		f()
		return len(p.queue) > 0
	})
}

// keep remembers a picture, nil for one that is being made, or that there is not.
func (p *Pictures) keep(k pictureKey, s *cairo.Surface) {
	if p.kept == nil || len(p.kept) >= maxPictures {
		p.kept = map[pictureKey]*cairo.Surface{}
	}
	p.kept[k] = s
}

// drawn draws a picture.
func drawn(d *diagram.Diagram, k pictureKey) *cairo.Surface {
	d.Theme, d.Pixel, d.Coordinates = k.theme, 1, false
	s := cairo.CreateImageSurface(cairo.FORMAT_ARGB32, k.size, k.size)
	cr := cairo.Create(s)
	d.Draw(gtkx.Canvas{Cairo: cr}, part(d, float64(k.size)))
	cr.Close()
	return s
}

// mostCells is how many cells a picture shows side by side: more could not be told apart.
const mostCells = 9

// part returns where to draw a board so that a square picture shows it whole, or of a large one the middle of
// what lies on it.
func part(d *diagram.Diagram, size float64) draw.Rect {
	b, whole := d.Rules.Board(), d.Layout(draw.Rect{W: size, H: size})
	zoom := size / whole.Unit() / mostCells
	if zoom <= 1 || b.Style == rules.Pits || d.Position == nil {
		return draw.Rect{W: size, H: size}
	}
	lo, hi := draw.Point{X: math.Inf(1), Y: math.Inf(1)}, draw.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	all := draw.Rect{W: size * zoom, H: size * zoom}
	l := d.Layout(all)
	for c := range b.Cells {
		if c := rules.Cell(c); l.Shows(c) && d.Position.At(c).Owner != rules.NoPlayer {
			at := l.Centre(c)
			lo, hi = draw.Point{X: min(lo.X, at.X), Y: min(lo.Y, at.Y)}, draw.Point{X: max(hi.X, at.X), Y: max(hi.Y, at.Y)}
		}
	}
	if lo.X > hi.X {
		return draw.Rect{W: size, H: size}
	}
	from := func(lo, hi float64) float64 { return -min(max((lo+hi-size)/2, 0), all.W-size) }
	all.X, all.Y = math.Round(from(lo.X, hi.X)), math.Round(from(lo.Y, hi.Y))
	return all
}

// Game returns a widget with the picture of a game.
func (p *Pictures) Game(it newgame.Item, size int) *gtk.DrawingArea {
	return p.area(it.Game.Name+"/"+it.Preset.Name, size, func(tell func(*diagram.Diagram)) {
		if r, at, err := it.Game.Sample(it.Preset); err == nil {
			tell(diagram.New(r, at))
		}
	})
}

// File returns a widget with the picture of a file, which is read beside.
func (p *Pictures) File(path string, size int) *gtk.DrawingArea {
	name := path
	if info, err := os.Stat(path); err == nil { // another one once it was saved
		name += info.ModTime().String()
	}
	return p.area(name, size, func(tell func(*diagram.Diagram)) {
		go func() {
			d, err := startpage.Picture(context.Background(), path)
			gtkx.Idle(func() {
				if err == nil {
					tell(d)
				}
			})
		}()
	})
}

// Sample returns a widget with the picture of a sample.
func (p *Pictures) Sample(name string, size int) *gtk.DrawingArea {
	return p.area("sample "+name, size, func(tell func(*diagram.Diagram)) {
		if d, err := startpage.Load(name); err == nil {
			tell(startpage.PictureOf(d))
		}
	})
}
