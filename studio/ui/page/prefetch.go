package page

import (
	"github.com/gotk3/gotk3/glib"

	"boardstudio/studio/ui/gtkx"
)

// prefetchSteps is the work of one call of Tree.Prefetch, which takes a few milliseconds.
const prefetchSteps = 4000

// prefetch recomputes, while idle, the positions that an edit near the root has invalidated. Jumps to
// later nodes are then fast.
func (p *Page) prefetch() {
	if p.prefetching {
		return
	}
	p.prefetching = true
	gtkx.WhenIdle(glib.PRIORITY_LOW, func() bool {
		p.prefetching = !p.Closed && !p.Session.Jobs.Changing() && !p.Session.View.Tree().Prefetch(prefetchSteps)
		return p.prefetching
	})
}
