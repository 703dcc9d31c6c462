package draw

import "math"

// Item is a recorded drawing operation: a text if Text is not empty, otherwise a path.
type Item struct {
	Path  Path
	Style Style

	Text      string
	At        Point
	TextStyle TextStyle
}

// Recorder is a Canvas that records the drawing operations.
type Recorder struct{ Items []Item }

// Path appends an Item for a path.
func (r *Recorder) Path(p Path, s Style) { r.Items = append(r.Items, Item{Path: p, Style: s}) }

// Text appends an Item for a text.
func (r *Recorder) Text(at Point, s string, st TextStyle) {
	r.Items = append(r.Items, Item{Text: s, At: at, TextStyle: st})
}

// Replay repeats the recorded operations on c.
func (r *Recorder) Replay(c Canvas) {
	for i := range r.Items {
		if it := &r.Items[i]; it.Text != "" {
			c.Text(it.At, it.Text, it.TextStyle)
		} else {
			c.Path(it.Path, it.Style)
		}
	}
}

// Bounds returns a rectangle that contains the whole item. For curves it includes the control
// points, for strokes half of the line width.
func (it *Item) Bounds() Rect {
	if it.Text != "" {
		return TextBox(it.At, it.Text, it.TextStyle)
	}
	x, y, X, Y := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, p := range it.Path.Points {
		x, y, X, Y = min(x, p.X), min(y, p.Y), max(X, p.X), max(Y, p.Y)
	}
	if X < x {
		return Rect{}
	}
	r := Rect{x, y, X - x, Y - y}
	if it.Style.Stroke.A > 0 {
		r = r.Inset(-it.Style.Width / 2)
	}
	return r
}
