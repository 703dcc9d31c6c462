package boardpane

import (
	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/io/draw"
	"boardstudio/rules"
	"boardstudio/studio/gtkx"
)

// frame puts the board into what scrolls while it is magnified.
func (b *Pane) frame() {
	b.Box, _ = gtk.ScrolledWindowNew(nil, nil)
	b.Box.SetShadowType(gtk.SHADOW_NONE)
	b.Box.SetOverlayScrolling(false)
	b.Box.SetSizeRequest(280, 170)
	b.Box.Add(b.Area)
	gtkx.EndWith(b.Box, b.Area)
	b.Box.Connect("size-allocate", func() { gtkx.Idle(b.size) }) // within it another size would not be heeded
	b.Area.Connect("size-allocate", func() {
		if at := b.kept; at != nil {
			b.kept = nil
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

// size gives the board the size that the zoom asks for.
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

// Magnify gives the board its new size around what is in the middle.
func (b *Pane) Magnify() {
	across, down := b.Box.GetHAdjustment(), b.Box.GetVAdjustment()
	b.kept = &draw.Point{
		X: (across.GetValue() + across.GetPageSize()/2) / max(across.GetUpper(), 1),
		Y: (down.GetValue() + down.GetPageSize()/2) / max(down.GetUpper(), 1),
	}
	b.size()
}

// wheel is the wheel turned with Ctrl held.
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

// bring scrolls so that a cell is in view.
func (b *Pane) bring(c rules.Cell) {
	if b.st.Zoom <= 100 || !b.drawn || !b.layout.Shows(c) {
		return
	}
	at, margin := b.layout.Centre(c), b.layout.Unit()
	gtkx.Into(b.Box.GetHAdjustment(), at.X, margin)
	gtkx.Into(b.Box.GetVAdjustment(), at.Y, margin)
}
