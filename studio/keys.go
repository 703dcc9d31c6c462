package studio

import (
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/studio/app"
)

// keyText returns the first key of a command as menus write it, "" for none.
func (w *window) keyText(c *app.Command) string {
	if len(c.Keys) == 0 {
		return ""
	}
	val, mods := gtk.AcceleratorParse(c.Keys[0])
	return gtk.AcceleratorGetLabel(val, mods)
}
