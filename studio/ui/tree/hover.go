package tree

import (
	"github.com/gotk3/gotk3/cairo"
	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/draw"
	"boardstudio/draw/treelayout"
	"boardstudio/model"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
	"boardstudio/text/words"
)

// hover is a small board shown next to the node under the pointer.
type hover struct {
	t       *Pane
	box     *gtk.Popover
	area    *gtk.DrawingArea
	title   *gtk.Label
	comment *gtk.Label
	node    *model.Node // under the pointer
	stop    func()      // cancels the pending display; nil if nothing is pending
	shown   bool
}

// hoverSize is the length of the board's longer side, in pixels.
const hoverSize = 180

func (h *hover) init(t *Pane) {
	h.t = t
	h.box, _ = gtk.PopoverNew(t.Area)
	gtkx.EndWith(t.Area, h.box)
	h.box.SetModal(false) // keeps the keyboard focus
	h.box.SetPosition(gtk.POS_LEFT)
	gtkx.SetName(h.box, locale.T("Position"))
	all := gtkx.VBox(6)
	gtkx.Margins(all, 10, 8)
	h.title = gtkx.Label("")
	h.title.SetEllipsize(3)
	h.title.SetMaxWidthChars(24)
	gtkx.AddClass(h.title, "heading")
	h.area, _ = gtk.DrawingAreaNew()
	h.area.SetSizeRequest(hoverSize, hoverSize)
	h.area.Connect("draw", func(_ *gtk.DrawingArea, cr *cairo.Context) bool { h.draw(cr); return true })
	h.comment = gtkx.Wrapped("", 26)
	h.comment.SetEllipsize(3)
	h.comment.SetLines(2)
	gtkx.AddClass(h.comment, "dim-label")
	gtkx.Pack(all, h.title, h.area, h.comment)
	h.box.Add(all)
	all.ShowAll()
	h.comment.SetNoShowAll(true)
}

// point handles a move of the pointer.
func (h *hover) point(x, y float64) {
	p, node, ok := h.t.pick(x, y)
	if !ok || !node {
		h.hide()
		return
	}
	if p.Node == h.node {
		return
	}
	h.hide()
	h.node = p.Node
	h.stop = gtkx.Loop{}.After(hoverDelay, func() {
		h.stop = nil
		h.show(p)
	})
}

// hide hides the board and clears the node under the pointer.
func (h *hover) hide() {
	if h.stop != nil {
		h.stop()
		h.stop = nil
	}
	if h.shown {
		h.shown = false
		h.box.Hide()
	}
	h.node = nil
}

func (h *hover) show(p treelayout.Place) {
	t, s := h.t, h.t.s
	if h.node != p.Node || s.Setup() != nil {
		return
	}
	g := t.grid()
	at := g.spot(p.Row, p.Col)
	x, y := at.X-t.across.GetValue(), at.Y-t.down.GetValue()
	r := int(g.size) + 6
	h.title.SetText(s.View.Label(h.node))
	text := firstLine(h.node.Comment())
	h.comment.SetText(text)
	h.comment.SetVisible(text != "")
	w, high := hoverSize, hoverSize
	if size := t.looks.Seen().Size; size.X > size.Y {
		high = max(int(hoverSize*size.Y/size.X), hoverSize/3)
	} else if size.Y > size.X {
		w = max(int(hoverSize*size.X/size.Y), hoverSize/3)
	}
	h.area.SetSizeRequest(w, high)
	gtkx.SetName(h.box, locale.T("Position: %s", s.View.DescribeNode(h.node)))
	h.box.SetPosition(gtk.POS_LEFT)
	if g.across {
		h.box.SetPosition(gtk.POS_TOP)
	}
	h.box.SetPointingTo(*gdk.RectangleNew(int(x)-r, int(y)-r, 2*r, 2*r))
	h.shown = true
	h.box.Show()
}

// firstLine returns the first non-empty line of a text, shortened.
func firstLine(text string) string {
	start := 0
	for i, r := range text + "\n" {
		if r != '\n' {
			continue
		}
		if line := words.Short(text[start:i], 120); line != "" {
			return line
		}
		start = i + 1
	}
	return ""
}

func (h *hover) draw(cr *cairo.Context) {
	if h.node == nil {
		return
	}
	s, looks := h.t.s, h.t.looks
	pos, _ := s.View.PositionAt(h.node)
	d := looks.Diagram(pos)
	d.Pixel = 1
	d.Last = s.View.LandedAt(h.node)
	d.Win = pos.Result().Cells
	d.Draw(looks.Canvas(cr), draw.Rect{W: float64(h.area.GetAllocatedWidth()), H: float64(h.area.GetAllocatedHeight())})
}
