package look

import (
	"context"
	"math"
	"os"

	"github.com/gotk3/gotk3/cairo"
	"github.com/gotk3/gotk3/glib"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/document"
	"boardstudio/draw"
	"boardstudio/draw/diagram"
	"boardstudio/rules"
	"boardstudio/studio/app/newgame"
	"boardstudio/studio/app/startpage"
	"boardstudio/studio/ui/gtkx"
)

// Pictures renders and caches small pictures of positions. It renders each once for each size and
// theme, when the main loop is idle, so a window with many pictures appears at once.
type Pictures struct {
	Looks     *Looks            // looks of any window
	Documents *document.Library // reads the files
	cache     map[pictureKey]*cairo.Surface
	queue     []func()
}

// pictureKey determines the content of a picture.
type pictureKey struct {
	of    string
	theme diagram.Theme
	size  int // in device pixels
}

// maxPictures limits the memory used: a picture of the start page takes 120 kB.
const maxPictures = 100

// area returns a widget that shows the picture called name. It calls of() to obtain the
// diagram, which of() passes to show at once, or later on the main loop. The diagram is nil if
// there is nothing to show.
func (p *Pictures) area(name string, size int, of func(show func(*diagram.Diagram))) *gtk.DrawingArea {
	a, _ := gtk.DrawingAreaNew()
	a.SetSizeRequest(size, size)
	a.SetVAlign(gtk.ALIGN_START)
	alive := true
	a.Connect("destroy", func() { alive = false })
	a.Connect("draw", func(_ *gtk.DrawingArea, cr *cairo.Context) bool {
		scale := a.GetScaleFactor()
		k := pictureKey{name, p.Looks.Theme(), size * scale}
		s, ok := p.cache[k]
		switch {
		case !ok:
			p.later(func() {
				if _, made := p.cache[k]; made || !alive {
					return
				}
				p.store(k, nil) // store nil, so that the picture is requested only once
				of(func(d *diagram.Diagram) {
					if d != nil {
						p.store(k, render(d, k))
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

// later queues f to run when the main loop is idle.
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

// store caches a picture. A nil surface means that the picture is being made or does not exist.
func (p *Pictures) store(k pictureKey, s *cairo.Surface) {
	if p.cache == nil || len(p.cache) >= maxPictures {
		p.cache = map[pictureKey]*cairo.Surface{}
	}
	p.cache[k] = s
}

// render draws d with the theme and size of k, without coordinates.
func render(d *diagram.Diagram, k pictureKey) *cairo.Surface {
	d.Theme, d.Pixel, d.Coordinates = k.theme, 1, false
	s := cairo.CreateImageSurface(cairo.FORMAT_ARGB32, k.size, k.size)
	cr := cairo.Create(s)
	d.Draw(gtkx.Canvas{Cairo: cr}, part(d, float64(k.size)))
	cr.Close()
	return s
}

// mostCells is the largest number of cells across a picture. With more, they could not be
// distinguished.
const mostCells = 9

// part returns the rectangle in which to draw a board, so a square picture of the given size shows
// the whole board. For a large board, the picture shows the area around its pieces.
func part(d *diagram.Diagram, size float64) draw.Rect {
	b, whole := d.Rules.Board(), d.Layout(draw.Rect{W: size, H: size})
	zoom := size / whole.Unit() / mostCells
	if zoom <= 1 || b.Piles || d.Position == nil {
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

// Game returns a widget with a picture of a game.
func (p *Pictures) Game(it newgame.Item, size int) *gtk.DrawingArea {
	return p.area(it.Game.Name+"/"+it.Preset.Name, size, func(show func(*diagram.Diagram)) {
		if r, at, err := it.Game.Sample(it.Preset); err == nil {
			show(diagram.New(r, at))
		}
	})
}

// File returns a widget with a picture of a file, which is read in the background.
func (p *Pictures) File(path string, size int) *gtk.DrawingArea {
	name := path
	if info, err := os.Stat(path); err == nil { // saving the file invalidates the picture
		name += info.ModTime().String()
	}
	return p.area(name, size, func(show func(*diagram.Diagram)) {
		go func() {
			d, err := startpage.Picture(context.Background(), p.Documents, path)
			gtkx.Idle(func() {
				if err == nil {
					show(d)
				}
			})
		}()
	})
}

// Sample returns a widget with a picture of a sample.
func (p *Pictures) Sample(name string, size int) *gtk.DrawingArea {
	return p.area("sample "+name, size, func(show func(*diagram.Diagram)) {
		if d, err := startpage.Load(p.Documents, name); err == nil {
			show(startpage.PictureOf(d))
		}
	})
}
