package gtkx

import (
	"runtime"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/glib"
	"github.com/gotk3/gotk3/gtk"
)

// iconSizes are the sizes used by window managers, task bars and window switchers, in pixels.
var iconSizes = []int{16, 24, 32, 48, 64, 128}

// Icon renders an SVG at a size in pixels. It returns an error if the SVG is invalid.
func Icon(svg []byte, size int) (*gdk.Pixbuf, error) {
	l, err := gdk.PixbufLoaderNewWithType("svg")
	if err != nil {
		return nil, err
	}
	l.SetSize(size, size)
	return l.WriteAndReturnPixbuf(svg)
}

// SetIcon makes an SVG the icon of a window and all windows created later. It renders the SVG at
// each size, which is sharper than scaling by the window manager. It returns an error if the SVG is
// invalid.
func SetIcon(win *gtk.Window, svg []byte) error {
	list := &glib.List{}
	var pictures []*gdk.Pixbuf
	for _, size := range iconSizes {
		p, err := Icon(svg, size)
		if err != nil {
			return err
		}
		pictures = append(pictures, p)
		list = list.Append(p.Native())
	}
	gtk.WindowSetDefaultIconList(list)
	win.SetIconList(list) // the default does not apply to windows already shown
	list.Free()
	runtime.KeepAlive(pictures) // the list stores only their addresses
	return nil
}
