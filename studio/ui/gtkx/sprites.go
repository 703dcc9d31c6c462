package gtkx

import (
	"math"

	"github.com/gotk3/gotk3/cairo"

	"boardstudio/draw"
)

// Sprites caches circles as small pictures. A full board has more than a thousand, and outlining
// them takes longer than the rest of a frame.
type Sprites map[spriteKey]*sprite

// spriteKey determines the appearance of a circle: its size, the position of its centre within a
// pixel, and its style.
type spriteKey struct {
	radius, width float64
	fx, fy        float64
	fill, stroke  draw.Color
}

type sprite struct {
	surface *cairo.Surface
	size    float64
}

// maxSprites limits the memory used. A window needs a few dozen at a time.
const maxSprites = 400

// maxSprite is the largest radius of a cached circle, in pixels.
const maxSprite = 64

// circle draws a path that is a circle, from the cache. It returns false if the circle cannot be
// cached. The context must not be scaled, or translated by fractions of a pixel.
func (s Sprites) circle(cr *cairo.Context, p draw.Path, st draw.Style) bool {
	if p.Radius > maxSprite || len(st.Dash) > 0 {
		return false
	}
	pad := math.Ceil(p.Radius+st.Width/2) + 1
	x, y := math.Floor(p.Centre.X), math.Floor(p.Centre.Y)
	round := func(v float64) float64 { return math.Round(v*32) / 32 }
	k := spriteKey{round(p.Radius), st.Width, round(p.Centre.X - x), round(p.Centre.Y - y), st.Fill, st.Stroke}
	sp := s[k]
	if sp == nil {
		if len(s) >= maxSprites {
			for old := range s {
				delete(s, old)
			}
		}
		size := 2*pad + 2
		sp = &sprite{cairo.CreateImageSurface(cairo.FORMAT_ARGB32, int(size), int(size)), size}
		into := cairo.Create(sp.surface)
		Canvas{Cairo: into}.Path(draw.Circle(draw.Point{X: pad + k.fx, Y: pad + k.fy}, k.radius), st)
		into.Close()
		s[k] = sp
	}
	cr.SetSourceSurface(sp.surface, x-pad, y-pad)
	cr.Rectangle(x-pad, y-pad, sp.size, sp.size)
	cr.Fill()
	return true
}
