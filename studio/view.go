package studio

import (
	"maps"
	"slices"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/io/draw"
	"boardstudio/rules"
	"boardstudio/studio/gtkx"
	"boardstudio/studio/settings"
)

// lay changes how the boards of the document's game lie.
func (p *page) lay(change func(*rules.Board, rules.Orientation) rules.Orientation) {
	b, game := p.s.Rules().Board(), p.s.Rules().Spec().Game
	o := rules.Orientation(p.st.Lies[game])
	if !b.Allows(o) { // that of another board of the same family
		o = rules.Orientation{}
	}
	lies := maps.Clone(p.st.Lies)
	if lies == nil {
		lies = map[string]settings.Lie{}
	}
	if lies[game] = settings.Lie(change(b, o)); lies[game] == (settings.Lie{}) {
		delete(lies, game)
	}
	p.st.Lies = lies
	p.d.apply()
}

// zooms are the sizes of the board in percent of what fits.
var zooms = []int{100, 125, 150, 200, 250, 300, 400}

// zoom shows the board larger or smaller by so many steps, or all of it for 0.
func (p *page) zoom(by int) {
	i, _ := slices.BinarySearch(zooms, max(p.st.Zoom, 100))
	p.st.Zoom = zooms[min(max(i+by, 0), len(zooms)-1)]
	if by == 0 {
		p.st.Zoom = 100
	}
	for _, w := range p.d.windows {
		for _, q := range w.tabs {
			if q.board != nil {
				q.board.magnify()
			}
		}
	}
}

// frame puts the board into what scrolls while it is magnified.
func (b *board) frame() {
	b.box, _ = gtk.ScrolledWindowNew(nil, nil)
	b.box.SetShadowType(gtk.SHADOW_NONE)
	b.box.SetOverlayScrolling(false)
	b.box.SetSizeRequest(280, 170)
	b.box.Add(b.area)
	gtkx.EndWith(b.box, b.area)
	b.box.Connect("size-allocate", func() { gtkx.Idle(b.size) }) // within it another size would not be heeded
	b.area.Connect("size-allocate", func() {
		if at := b.kept; at != nil {
			b.kept = nil
			for _, x := range []struct {
				a  *gtk.Adjustment
				at float64
			}{{b.box.GetHAdjustment(), at.X}, {b.box.GetVAdjustment(), at.Y}} {
				x.a.SetValue(x.at*x.a.GetUpper() - x.a.GetPageSize()/2)
			}
		}
	})
	b.size()
}

// size gives the board the size that the zoom asks for.
func (b *board) size() {
	w, h := -1, -1
	policy := gtk.POLICY_NEVER
	if z := b.st.Zoom; z > 100 {
		w, h = b.box.GetAllocatedWidth()*z/100, b.box.GetAllocatedHeight()*z/100
		policy = gtk.POLICY_ALWAYS
	}
	if x, y := b.area.GetSizeRequest(); x != w || y != h {
		b.area.SetSizeRequest(w, h)
		b.box.SetPolicy(policy, policy)
	}
}

// magnify gives the board its new size around what is in the middle.
func (b *board) magnify() {
	across, down := b.box.GetHAdjustment(), b.box.GetVAdjustment()
	b.kept = &draw.Point{
		X: (across.GetValue() + across.GetPageSize()/2) / max(across.GetUpper(), 1),
		Y: (down.GetValue() + down.GetPageSize()/2) / max(down.GetUpper(), 1),
	}
	b.size()
}

// wheel is the wheel turned with Ctrl held.
func (b *board) wheel(e *gdk.EventScroll) {
	switch e.Direction() {
	case gdk.SCROLL_UP:
		b.zoom(1)
	case gdk.SCROLL_DOWN:
		b.zoom(-1)
	}
}

// inView returns the part of the board's area that is in view.
func (b *board) inView() draw.Rect {
	across, down := b.box.GetHAdjustment(), b.box.GetVAdjustment()
	return draw.Rect{X: across.GetValue(), Y: down.GetValue(), W: across.GetPageSize(), H: down.GetPageSize()}.Inset(10)
}

// bring scrolls so that a cell is in view.
func (b *board) bring(c rules.Cell) {
	if b.st.Zoom <= 100 || !b.drawn || !b.layout.Shows(c) {
		return
	}
	at, margin := b.layout.Centre(c), b.layout.Unit()
	gtkx.Into(b.box.GetHAdjustment(), at.X, margin)
	gtkx.Into(b.box.GetVAdjustment(), at.Y, margin)
}
