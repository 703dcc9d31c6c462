package gtkx

// #cgo pkg-config: gtk+-3.0 freetype2
// #include <stdlib.h>
// #include <gtk/gtk.h>
// #include <cairo-ft.h>
//
// static cairo_font_face_t *studio_face(const void *data, long size) {
//   static FT_Library library;
//   FT_Face face;
//   if (library == NULL && FT_Init_FreeType(&library) != 0) return NULL;
//   if (FT_New_Memory_Face(library, data, size, 0, &face) != 0) return NULL;
//   return cairo_ft_font_face_create_for_ft_face(face, 0);
// }
//
// // studio_write draws a text without hinting, as on paper. Hinting would round the widths to whole pixels.
// static void studio_write(guintptr context, cairo_font_face_t *face, double size, double x, double y, const char *text, int filled) {
//   cairo_t *cr = (cairo_t *)context;
//   static cairo_font_options_t *plain;
//   if (plain == NULL) {
//     plain = cairo_font_options_create();
//     cairo_font_options_set_hint_style(plain, CAIRO_HINT_STYLE_NONE);
//     cairo_font_options_set_hint_metrics(plain, CAIRO_HINT_METRICS_OFF);
//     cairo_font_options_set_antialias(plain, CAIRO_ANTIALIAS_GRAY);
//   }
//   cairo_set_font_face(cr, face);
//   cairo_set_font_size(cr, size);
//   cairo_set_font_options(cr, plain);
//   cairo_move_to(cr, x, y);
//   if (filled) {
//     cairo_text_path(cr, text);
//     cairo_fill(cr);
//   } else {
//     cairo_show_text(cr, text);
//   }
//   cairo_new_path(cr);
// }
import "C"

import (
	"math"
	"runtime"
	"unsafe"

	"boardstudio/draw"
	"boardstudio/draw/font"
)

// paperFaces are the cairo faces of the printing fonts, created on first use. They are never freed,
// because GTK caches what it has drawn with them.
var paperFaces [font.Faces]*C.cairo_font_face_t

// paperFace returns the cairo face of a printing font, or nil if it cannot be loaded.
func paperFace(f font.Face) *C.cairo_font_face_t {
	if paperFaces[f] == nil {
		data := f.Data()
		paperFaces[f] = C.studio_face(C.CBytes(data), C.long(len(data)))
	}
	return paperFaces[f]
}

// Paper is a Canvas for pages. Its texts use the fonts embedded in Studio, as in exported files, so
// the layout is exact.
type Paper struct {
	Canvas
	// Filled draws letters as filled outlines. On the screen they would otherwise be aligned to
	// whole pixels, which makes small text uneven.
	Filled bool
}

// Text implements draw.Canvas.
func (p Paper) Text(at draw.Point, s string, st draw.TextStyle) {
	s = font.Plain(s)
	switch st.Align {
	case draw.Middle:
		at.X -= font.Width(s, st) / 2
	case draw.Right:
		at.X -= font.Width(s, st)
	}
	p.colour(st.Color)
	font.Runs(s, st, func(f font.Face, text string) {
		face := paperFace(f)
		if face == nil {
			p.Canvas.Text(at, text, draw.TextStyle{Size: st.Size, Color: st.Color, Bold: st.Bold, Align: draw.Left})
		} else {
			c := C.CString(text)
			filled := C.int(0)
			if p.Filled {
				filled = 1
			}
			C.studio_write(C.guintptr(p.Cairo.Native()), face, C.double(st.Size), C.double(at.X), C.double(at.Y+draw.CapHeight*st.Size), c, filled)
			C.free(unsafe.Pointer(c))
		}
		at.X += f.Width(text, st.Size)
	})
	runtime.KeepAlive(p.Cairo)
}

// Sheet draws a page as a sheet with a shadow, as large as fits into box.
func (c Canvas) Sheet(size draw.Point, page func(draw.Canvas), box draw.Rect) {
	const around = 14
	k := math.Min((box.W-2*around)/size.X, (box.H-2*around)/size.Y)
	if k <= 0 {
		return
	}
	c.Cairo.Save()
	c.Cairo.Translate(box.X+(box.W-size.X*k)/2, box.Y+(box.H-size.Y*k)/2)
	c.Cairo.Scale(k, k)
	c.Path(draw.Box(draw.Rect{X: 4, Y: 4, W: size.X, H: size.Y}), draw.Style{Fill: draw.RGB(0).Alpha(.25)})
	c.Path(draw.Box(draw.Rect{W: size.X, H: size.Y}), draw.Style{Fill: draw.RGB(0xffffff)})
	page(Paper{c, true})
	c.Cairo.Restore()
}
