package flow

import "boardstudio/draw"

// Picture is a drawing with a caption.
type Picture struct {
	Width, Height float64
	Draw          func(c draw.Canvas, box draw.Rect)
	Below         []Paragraph
	// Least is the minimum width of the caption. By default it is as wide as the picture.
	Least        float64
	KeepWithNext bool // keep with the next piece
	// Float allows the following content to move ahead of the picture if only the next column has
	// room for it.
	Float bool
}

// Pictures appends pictures, side by side as far as the column is wide, otherwise below each other.
func (f *Flow) Pictures(gap float64, list ...Picture) {
	for len(list) > 0 {
		n, wide := 0, 0.0
		for _, p := range list {
			w := max(p.Width, p.Least)
			if n > 0 && wide+gap+w > f.Width()+0.01 {
				break
			}
			if n > 0 {
				wide += gap
			}
			wide += w
			n++
		}
		r := &row{gap: gap, space: 0.8 * f.sheet.Text}
		x := max((f.Width()-wide)/2, 0)
		for _, p := range list[:n] {
			w := min(max(p.Width, p.Least), f.Width())
			s := placedPicture{Picture: p, x: x + (w-p.Width)/2}
			y := p.Height
			for i := range p.Below {
				if t := f.set(&p.Below[i], w); t != nil {
					y += t.above
					s.texts = append(s.texts, placedText{draw.Point{X: x, Y: y}, t})
					all, _ := t.heights()
					y += all
				}
			}
			r.height = max(r.height, y)
			r.list = append(r.list, s)
			x += w + gap
		}
		r.stays, r.floats = list[n-1].KeepWithNext, list[n-1].Float
		f.add(r)
		list = list[n:]
	}
}

// row is a row of pictures.
type row struct {
	list       []placedPicture
	height     float64
	gap, space float64
	stays      bool
	floats     bool
}

type placedPicture struct {
	Picture
	x     float64
	texts []placedText
}

type placedText struct {
	at draw.Point
	*text
}

func (r *row) heights() (all, least float64)   { return r.height, r.height }
func (r *row) spaces() (before, after float64) { return r.space, r.space }
func (r *row) keep() bool                      { return r.stays }

func (r *row) put(p *page, at draw.Point, _ float64, _ bool) (used float64, rest piece) {
	for _, s := range r.list {
		p.items = append(p.items, placed{draw.Point{X: at.X + s.x, Y: at.Y}, drawing{s.Picture.Draw, s.Width, s.Height}})
		for _, t := range s.texts {
			t.put(p, draw.Point{X: at.X + t.at.X, Y: at.Y + t.at.Y}, r.height, true)
		}
	}
	return r.height, nil
}

// drawing is a picture with its size.
type drawing struct {
	paint func(c draw.Canvas, box draw.Rect)
	w, h  float64
}

func (d drawing) draw(c draw.Canvas, at draw.Point) {
	d.paint(c, draw.Rect{X: at.X, Y: at.Y, W: d.w, H: d.h})
}
