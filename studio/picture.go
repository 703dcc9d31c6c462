package studio

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/io/diagram"
	"boardstudio/io/draw"
	"boardstudio/io/picture"
	"boardstudio/locale"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/gtkx"
	"boardstudio/studio/tutorial"
)

// picture returns what the board shows as it goes into a picture: with marks, without pointer and cursor.
func (b *board) picture() *diagram.Diagram {
	d := b.diagram()
	d.Cursor, d.Hover, d.HoverBy, d.Area = rules.NoCell, rules.NoCell, rules.NoPlayer, nil
	d.Lines = b.s.Node().Lines()
	d.Pixel = 0
	return d
}

// copyPicture puts a picture of the board into the clipboard.
func (p *page) copyPicture() {
	var buf bytes.Buffer
	err := picture.Write(context.Background(), &buf, picture.PNG, p.board.picture(), 2)
	var pix *gdk.Pixbuf
	if err == nil {
		pix, err = gdk.PixbufNewFromDataOnly(buf.Bytes())
	}
	var clip *gtk.Clipboard
	if err == nil {
		clip, err = gtk.ClipboardGet(selectionClipboard)
	}
	if err != nil {
		p.say(app.Problem, locale.Err(err))
		return
	}
	clip.SetImage(pix)
	clip.Store()
	p.say(app.Note, locale.T("The picture is in the clipboard"))
	p.happened(tutorial.PictureCopied)
}

// exportPicture asks how a picture is to look, and writes it.
func (p *page) exportPicture() {
	st := p.st
	format := picture.PNG
	if f, known := picture.Of("x." + st.PictureFormat); known {
		format = f
	}
	scale := min(max(st.PictureScale, 1), picture.MaxScale)
	shown := func() *diagram.Diagram {
		x := p.board.picture()
		x.Coordinates = st.PictureLabels
		if st.PicturePrint {
			x.Theme = diagram.Print
		}
		return x
	}
	preview := gtkx.Preview(300, 300, func(c gtkx.Canvas, box draw.Rect) {
		x := shown()
		x.Pixel, box = 1, box.Inset(12)
		if x.Theme == diagram.Print {
			c.Path(draw.Box(x.Layout(box).Plate().Inset(-6)), draw.Style{Fill: draw.RGB(0xffffff)})
		}
		x.Draw(c, box)
	})
	f := gtkx.NewForm()
	size := gtkx.Label("")
	gtkx.SetName(size, locale.T("Size in pixels"))
	var scales *gtk.SpinButton
	tell := func() {
		at := picture.Size(shown())
		size.SetText(locale.T("%d × %d pixels", int(at.X)*scale, int(at.Y)*scale))
		size.SetVisible(format == picture.PNG)
		scales.SetSensitive(format == picture.PNG)
		preview.QueueDraw()
	}
	scales = gtkx.Spin(locale.T("Scale"), 1, picture.MaxScale, scale, func(n int) { scale = n; tell() })
	f.Row(locale.T("Format"), gtkx.Pick(locale.T("Format"), picture.Formats, func(x picture.Format) string {
		return strings.ToUpper(string(x))
	}, format, func(x picture.Format) { format = x; tell() }))
	f.Row(locale.T("Scale"), scales)
	f.Wide(size, 1, 1)
	f.Wide(gtkx.Check(locale.T("Coordinates"), st.PictureLabels, func(on bool) { st.PictureLabels = on; tell() }), 1, 1)
	f.Wide(gtkx.Check(locale.T("Colours for printing"), st.PicturePrint, func(on bool) { st.PicturePrint = on; tell() }), 1, 1)
	row := gtkx.HBox(16)
	row.PackStart(f, false, false, 0)
	row.PackStart(preview, true, true, 0)
	export := false
	gtkx.Ask(p.win, locale.T("Export Picture"), row, locale.T("Export…"), func() bool { export = true; return true }, func() {
		st.PictureFormat, st.PictureScale = string(format), scale
		p.toBoard()
		if export {
			p.writePicture(shown(), format, scale)
		}
	})
	tell()
}

// writePicture asks for a file and writes a picture to it; an extension that the person gives decides the format.
func (p *page) writePicture(d *diagram.Diagram, f picture.Format, scale int) {
	name := strings.TrimSuffix(p.s.File.SuggestName(), filepath.Ext(p.s.File.SuggestName()))
	gtkx.PickFile(p.win, gtkx.FileDialog{
		Action: gtk.FILE_CHOOSER_ACTION_SAVE, Title: locale.T("Export Picture"), Accept: locale.T("Export"),
		Name: name + "." + string(f), Folder: p.st.LastFolder,
	}, func(path string) {
		if of, ok := picture.Of(path); ok {
			f = of
		} else {
			path += "." + string(f)
		}
		end := func(err error) {
			if err != nil {
				p.say(app.Problem, locale.Err(err))
				return
			}
			p.say(app.Note, locale.T("Saved %s", path))
			p.happened(tutorial.PictureWritten)
		}
		var buf bytes.Buffer
		if err := picture.Write(context.Background(), &buf, f, d, scale); err != nil {
			end(err)
			return
		}
		writeFile(p.win, path, buf.Bytes(), end)
	})
}
