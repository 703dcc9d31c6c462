package studio

import (
	"github.com/gotk3/gotk3/glib"

	"boardstudio/studio/gtkx"
)

// warmSteps is how much Tree.Warm does at a time: a few milliseconds.
const warmSteps = 4000

// warm finds positions again that an edit high up in the tree made unknown, while
// there is nothing else to do, so that a jump below it is quick.
func (p *page) warm() {
	if p.warming {
		return
	}
	p.warming = true
	gtkx.WhenIdle(glib.PRIORITY_LOW, func() bool {
		p.warming = !p.shut && !p.closing && !p.s.Jobs.Changing() && !p.s.Tree().Warm(warmSteps)
		return p.warming
	})
}
