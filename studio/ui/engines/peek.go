package engines

import (
	"time"

	"github.com/gotk3/gotk3/cairo"
	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/draw"
	"boardstudio/rules"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
)

// peek is a small board that shows the final position of a line.
type peek struct {
	p    *Panel
	box  *gtk.Popover
	area *gtk.DrawingArea
	pos  rules.Position // nil while hidden
	line string         // moves to pos
	last rules.Cell
	nums map[rules.Cell]int
	stop func() // cancels the pending display; nil if nothing is pending
}

// The length of the board's longer side is peekSize. Large boards use more, up to peekMost, to keep
// the move numbers legible. The board appears after the pointer has been on a line for peekDelay.
const (
	peekSize  = 200
	peekMost  = 400
	peekCell  = 18.5
	peekDelay = 200 * time.Millisecond
)

func (k *peek) init(p *Panel) {
	k.p = p
	k.box, _ = gtk.PopoverNew(p.Area)
	gtkx.EndWith(p.Area, k.box)
	k.box.SetModal(false) // keeps the keyboard focus
	k.box.SetPosition(gtk.POS_LEFT)
	gtkx.SetName(k.box, locale.T("The end of the line"))
	k.area, _ = gtk.DrawingAreaNew()
	k.area.SetSizeRequest(peekSize, peekSize)
	gtkx.Margins(k.area, 8, 8)
	k.area.Connect("draw", func(_ *gtk.DrawingArea, cr *cairo.Context) bool { k.draw(cr); return true })
	k.box.Add(k.area)
	k.area.Show()
}

// point shows line i after peekDelay, or hides the board if i is negative.
func (k *peek) point(i int) {
	k.hide()
	if i >= 0 {
		k.stop = gtkx.Loop{}.After(peekDelay, func() { k.stop = nil; k.show(i) })
	}
}

// hide hides the board, or cancels showing it.
func (k *peek) hide() {
	if k.stop != nil {
		k.stop()
		k.stop = nil
	}
	if k.pos != nil {
		k.pos = nil
		k.box.Hide()
	}
}

// renew updates the board after the line of an engine has changed.
func (k *peek) renew(i int) {
	switch {
	case k.pos == nil:
	case i < 0 || i >= len(k.p.lines):
		k.hide()
	case k.p.lines[i].moves != k.line:
		k.show(i)
	}
}

// show shows the final position of line i, with its moves numbered.
func (k *peek) show(i int) {
	p := k.p
	if i < 0 || i >= len(p.lines) || !p.Area.GetMapped() || p.place.Position == nil {
		return
	}
	pos, s := p.place.Position, p.lines[i]
	k.last, k.nums = rules.NoCell, map[rules.Cell]int{}
	for n, m := range s.line.Moves {
		next, err := pos.Play(m)
		if err != nil {
			break
		}
		k.last = rules.Landing(p.s.View.Rules().Board(), pos, next, m)
		if m.From == rules.NoCell && m.To != rules.NoCell {
			k.nums[m.To] = n + 1
		}
		pos = next
	}
	k.pos, k.line = pos, s.moves
	size := p.looks.Seen().Size
	side := min(max(peekCell*(max(size.X, size.Y)+2), peekSize), peekMost)
	w, h := int(side), int(side)
	if size.X > size.Y {
		h = int(max(side*size.Y/size.X, peekSize/3))
	} else if size.Y > size.X {
		w = int(max(side*size.X/size.Y, peekSize/3))
	}
	k.area.SetSizeRequest(w, h)
	k.box.SetPointingTo(*gdk.RectangleNew(0, int(s.y), 4, int(s.h)))
	k.box.Show()
	k.area.QueueDraw()
}

func (k *peek) draw(cr *cairo.Context) {
	if k.pos == nil {
		return
	}
	d := k.p.looks.Diagram(k.pos)
	d.Pixel, d.Last, d.Win = 1, k.last, k.pos.Result().Cells
	d.Numbers = map[rules.Cell]int{}
	for c, n := range k.nums {
		if k.pos.At(c).Owner != rules.NoPlayer {
			d.Numbers[c] = n
		}
	}
	d.Draw(k.p.looks.Canvas(cr), draw.Rect{W: float64(k.area.GetAllocatedWidth()), H: float64(k.area.GetAllocatedHeight())})
}
