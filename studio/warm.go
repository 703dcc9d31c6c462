package studio

import (
	"github.com/gotk3/gotk3/glib"

	"boardstudio/studio/gtkx"
)

// warmSteps is how much Tree.Warm does at a time: a few milliseconds.
const warmSteps = 4000

// warm finds positions again that an edit high up in the tree made unknown, while
// there is nothing else to do, so that a jump below it is quick.
func (w *window) warm() {
	if w.warming {
		return
	}
	w.warming = true
	gtkx.WhenIdle(glib.PRIORITY_LOW, func() bool {
		w.warming = !w.closing && !w.s.Jobs.Changing() && !w.s.Tree().Warm(warmSteps)
		return w.warming
	})
}
