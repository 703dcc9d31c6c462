// Package animation computes short animations between two positions: stones appear, discs flip, pieces
// fall, captured pieces fade, seeds are sown one by one. It does not depend on a toolkit: it only
// computes the state of each cell at a given time.
package animation

import (
	"math"
	"time"

	"boardstudio/draw/diagram"
	"boardstudio/rules"
)

// Time is the duration of an animation.
const Time = 240 * time.Millisecond

// maxCells is the maximum number of cells that change in an animation. A move never changes more.
const maxCells = 80

// Film is the animation from one position to the next.
type Film struct {
	board         *rules.Board
	before, after rules.Position
	cells         []rules.Cell // cells that differ
	origin        rules.Cell
	trail         rules.Trail
}

// New returns the animation of a move from before to after, or nil if there is nothing to animate.
// b must be the board of the rules.
func New(b *rules.Board, before, after rules.Position, m rules.Move) *Film {
	if before == nil || after == nil {
		return nil
	}
	f := &Film{board: b, before: before, after: after, origin: m.From}
	if t, ok := before.(rules.Tracer); ok {
		if f.trail = t.Trace(m); len(f.trail.Cells) > 0 {
			return f
		}
	}
	if b.Piles {
		return nil
	}
	for c := range b.Cells {
		if c := rules.Cell(c); before.At(c) != after.At(c) {
			f.cells = append(f.cells, c)
		}
	}
	if len(f.cells) == 0 || len(f.cells) > maxCells {
		return nil
	}
	return f
}

// Show changes d, a diagram of the final position, to show the animation at t, from 0 (start) to 1
// (end).
func (f *Film) Show(d *diagram.Diagram, t float64) {
	t = min(max(t, 0), 1)
	d.Trail = rules.Trail{}
	if len(f.trail.Cells) > 0 {
		d.Position, d.Win = f.sowing(t), nil
		return
	}
	d.Win = nil
	d.Stages = make(map[rules.Cell]diagram.Stage, len(f.cells))
	ease := 1 - (1-t)*(1-t)
	for _, c := range f.cells {
		was, is := f.before.At(c).Owner, f.after.At(c).Owner
		s := diagram.Stage{Owner: is, Alpha: 1, Scale: 1, Squeeze: 1}
		switch {
		case was == rules.NoPlayer && f.board.Drops():
			from, to := f.board.Cells[f.board.Named(c)].Centre, f.board.Cells[c].Centre
			left := 1 - t*t // accelerated fall
			s.Shift = rules.Point{X: (from.X - to.X) * left, Y: (from.Y - to.Y - 1) * left}
		case was == rules.NoPlayer:
			s.Alpha, s.Scale = ease, 0.6+0.4*ease
		case is == rules.NoPlayer:
			s.Owner, s.Alpha, s.Scale = was, 1-t, 1-0.3*t
		default: // the piece is turned over
			if s.Squeeze = math.Abs(math.Cos(math.Pi * t)); t < 0.5 {
				s.Owner = was
			}
		}
		d.Stages[c] = s
	}
}

// sowing returns the position at the given time of a sowing.
func (f *Film) sowing(t float64) rules.Position {
	p := &sown{Position: f.after, before: f.before, put: map[rules.Cell]int16{}, origin: f.origin}
	n := int(t * float64(len(f.trail.Cells)+1))
	if n > len(f.trail.Cells) {
		return f.after
	}
	for _, c := range f.trail.Cells[:n] {
		p.put[c]++
	}
	return p
}

// sown is a position in which some of the seeds are still in the mover's hand.
type sown struct {
	rules.Position
	before rules.Position
	origin rules.Cell
	put    map[rules.Cell]int16
}

// At returns the content of c at this time.
func (p *sown) At(c rules.Cell) rules.Content {
	x := p.before.At(c)
	if c == p.origin {
		x = rules.Empty
	}
	if n := p.put[c]; n > 0 {
		x.Count += n
		x.Owner = p.before.At(p.origin).Owner
	}
	return x
}

// Held returns the seeds that a player held before any capture.
func (p *sown) Held(who rules.Player) int {
	if h, ok := p.before.(rules.Holder); ok {
		return h.Held(who)
	}
	return 0
}
