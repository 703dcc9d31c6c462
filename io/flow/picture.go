package flow

import "boardstudio/io/draw"

// Picture is a drawing with what is written below it.
type Picture struct {
	Width, Height float64
	Draw          func(c draw.Canvas, box draw.Rect)
	Below         []Paragraph
	// Least is how wide what stands below may be at least; it is as wide as the picture otherwise.
	Least float64
	Keep  bool // with what comes next
	// Float lets what comes next go before it where only the next column has room for it.
	Float bool
}

// Pictures puts pictures behind the others, beside each other as far as the column is wide, else below each other.
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
			s := shown{Picture: p, x: x + (w-p.Width)/2}
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
		r.stays, r.floats = list[n-1].Keep, list[n-1].Float
		f.add(r)
		list = list[n:]
	}
}

// row is pictures beside each other.
type row struct {
	list       []shown
	height     float64
	gap, space float64
	stays      bool
	floats     bool
}

type shown struct {
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

// drawing is a picture of a size.
type drawing struct {
	paint func(c draw.Canvas, box draw.Rect)
	w, h  float64
}

func (d drawing) draw(c draw.Canvas, at draw.Point) {
	d.paint(c, draw.Rect{X: at.X, Y: at.Y, W: d.w, H: d.h})
}
