package gtkx

import (
	"runtime"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/glib"
	"github.com/gotk3/gotk3/gtk"
)

// iconSizes are those that window managers, task bars and switchers of windows show, in pixels.
var iconSizes = []int{16, 24, 32, 48, 64, 128}

// Icon draws an SVG as a picture, in pixels.
func Icon(svg []byte, size int) (*gdk.Pixbuf, error) {
	l, err := gdk.PixbufLoaderNewWithType("svg")
	if err != nil {
		return nil, err
	}
	l.SetSize(size, size)
	return l.WriteAndReturnPixbuf(svg)
}

// SetIcon makes an SVG the icon of a window and of all that are made after it. It is drawn anew
// for each size, which is sharper than a window manager's scaling.
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
	win.SetIconList(list) // the default does not reach a window that is shown
	list.Free()
	runtime.KeepAlive(pictures) // the list has only their addresses
	return nil
}
