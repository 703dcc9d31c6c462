package board

import (
	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/draw"
	"boardstudio/rules"
	"boardstudio/studio/ui/gtkx"
)

// frame creates the scrolled window around the board, which scrolls while the board is magnified.
func (b *Pane) frame() {
	b.Box, _ = gtk.ScrolledWindowNew(nil, nil)
	b.Box.SetShadowType(gtk.SHADOW_NONE)
	b.Box.SetOverlayScrolling(false)
	b.Box.SetSizeRequest(280, 170)
	b.Box.Add(b.Area)
	gtkx.EndWith(b.Box, b.Area)
	b.Box.Connect("size-allocate", func() { gtkx.Idle(b.size) }) // a size requested during allocation is ignored
	b.Area.Connect("size-allocate", func() {
		if at := b.recentre; at != nil {
			b.recentre = nil
			for _, x := range []struct {
				a  *gtk.Adjustment
				at float64
			}{{b.Box.GetHAdjustment(), at.X}, {b.Box.GetVAdjustment(), at.Y}} {
				x.a.SetValue(x.at*x.a.GetUpper() - x.a.GetPageSize()/2)
			}
		}
	})
	b.size()
}

// size sets the size of the board according to the zoom.
func (b *Pane) size() {
	w, h := -1, -1
	policy := gtk.POLICY_NEVER
	if z := b.st.Zoom; z > 100 {
		w, h = b.Box.GetAllocatedWidth()*z/100, b.Box.GetAllocatedHeight()*z/100
		policy = gtk.POLICY_ALWAYS
	}
	if x, y := b.Area.GetSizeRequest(); x != w || y != h {
		b.Area.SetSizeRequest(w, h)
		b.Box.SetPolicy(policy, policy)
	}
}

// Magnify applies the zoom, keeping the centre of the view.
func (b *Pane) Magnify() {
	across, down := b.Box.GetHAdjustment(), b.Box.GetVAdjustment()
	b.recentre = &draw.Point{
		X: (across.GetValue() + across.GetPageSize()/2) / max(across.GetUpper(), 1),
		Y: (down.GetValue() + down.GetPageSize()/2) / max(down.GetUpper(), 1),
	}
	b.size()
}

// wheel handles the scroll wheel with Ctrl pressed.
func (b *Pane) wheel(e *gdk.EventScroll) {
	switch e.Direction() {
	case gdk.SCROLL_UP:
		b.host.Zoom(1)
	case gdk.SCROLL_DOWN:
		b.host.Zoom(-1)
	}
}

// inView returns the part of the board's area that is in view.
func (b *Pane) inView() draw.Rect {
	across, down := b.Box.GetHAdjustment(), b.Box.GetVAdjustment()
	return draw.Rect{X: across.GetValue(), Y: down.GetValue(), W: across.GetPageSize(), H: down.GetPageSize()}.Inset(10)
}

// scrollTo scrolls to make a cell visible.
func (b *Pane) scrollTo(c rules.Cell) {
	if b.st.Zoom <= 100 || !b.drawn || !b.layout.Shows(c) {
		return
	}
	at, margin := b.layout.Centre(c), b.layout.Unit()
	gtkx.Into(b.Box.GetHAdjustment(), at.X, margin)
	gtkx.Into(b.Box.GetVAdjustment(), at.Y, margin)
}
