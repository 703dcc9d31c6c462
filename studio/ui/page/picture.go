package page

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/analysis"
	"boardstudio/draw"
	"boardstudio/draw/diagram"
	"boardstudio/draw/term"
	"boardstudio/io/codec"
	"boardstudio/io/picture"
	"boardstudio/model"
	"boardstudio/publish/web"
	"boardstudio/studio/app"
	"boardstudio/studio/app/jobs"
	"boardstudio/studio/app/tutorial"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
	"boardstudio/text/words"
)

// copyPicture copies a picture of the board to the clipboard.
func (p *Page) copyPicture() {
	var buf bytes.Buffer
	err := picture.Write(context.Background(), &buf, picture.PNG, p.Board.Picture(), 2)
	var pix *gdk.Pixbuf
	if err == nil {
		pix, err = gdk.PixbufNewFromDataOnly(buf.Bytes())
	}
	var clip *gtk.Clipboard
	if err == nil {
		clip, err = gtk.ClipboardGet(selectionClipboard)
	}
	if err != nil {
		p.Say(app.Problem, locale.Err(err))
		return
	}
	clip.SetImage(pix)
	clip.Store()
	p.Say(app.Note, locale.T("The picture is in the clipboard"))
	p.Happened(tutorial.PictureCopied)
}

// copyBoard copies the board to the clipboard as text, for programs without pictures.
func (p *Page) copyBoard() {
	d := term.New(p.Session.View.Rules(), p.Session.Shown(), term.Terminal{UTF8: true})
	for _, x := range p.Session.View.Document().Players {
		d.Seats = append(d.Seats, term.Seat{Symbol: x.Symbol, Color: x.Color})
	}
	if p.Session.Setup() == nil {
		d.Last, d.Win = p.Session.LastCell(), p.Session.Shown().Result().Cells
	}
	p.copyText(d.String(), locale.T("The board is in the clipboard, as text"))
}

// maxScale is the largest scale offered.
const maxScale = 16

// delays are the possible display times of an animation frame.
var delays = []time.Duration{200 * time.Millisecond, 500 * time.Millisecond, time.Second, 1500 * time.Millisecond, 2 * time.Second, 3 * time.Second, 5 * time.Second}

// reel is the part of the line in an animation. Nodes from to to of line, inclusive, are shown.
type reel struct {
	line     []*model.Node
	from, to int
	delay    time.Duration
}

// sensitive is a widget that can be greyed out.
type sensitive interface{ SetSensitive(bool) }

// exportPicture shows the options of a picture and exports it.
func (p *Page) exportPicture() {
	st := p.Settings
	format := picture.PNG
	if f, known := picture.Of("x." + st.PictureFormat); known {
		format = f
	}
	scale := min(max(st.PictureScale, 1), maxScale)
	shown := func() *diagram.Diagram {
		x := p.Board.Picture()
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
	m := reel{line: analysis.LineOf(p.Session.View.Tree(), p.Session.View.Node()), delay: time.Second}
	m.to = len(m.line) - 1
	f := gtkx.NewForm()
	size := gtkx.Label("")
	gtkx.SetName(size, locale.T("Size in pixels"))
	var scales *gtk.SpinButton
	var moving []sensitive
	refresh := func() {
		at := picture.Size(shown())
		text := locale.T("%d × %d pixels", int(at.X)*scale, int(at.Y)*scale)
		if n := m.to - m.from + 1; format == picture.GIF {
			text += ", " + locale.N("%d picture", "%d pictures", n, n)
		}
		size.SetText(text)
		flat := format == picture.PNG || format == picture.GIF
		size.SetVisible(flat)
		scales.SetSensitive(flat)
		for _, w := range moving {
			w.SetSensitive(format == picture.GIF)
		}
		preview.QueueDraw()
	}
	scales = gtkx.Spin(locale.T("Scale"), 1, maxScale, scale, func(n int) { scale = n; refresh() })
	f.Row(locale.T("Format"), gtkx.Pick(locale.T("Format"), picture.Formats, func(x picture.Format) string {
		if x == picture.GIF {
			return locale.T("GIF, animated")
		}
		return strings.ToUpper(string(x))
	}, format, func(x picture.Format) { format = x; refresh() }))
	f.Row(locale.T("Scale"), scales)
	f.Wide(size, 1, 1)
	var from, to *gtk.SpinButton
	from = gtkx.Spin(locale.T("From move"), 0, m.to, 0, func(n int) { m.from = n; to.SetValue(float64(max(n, m.to))); refresh() })
	to = gtkx.Spin(locale.T("Up to move"), 0, m.to, m.to, func(n int) { m.to = n; from.SetValue(float64(min(n, m.from))); refresh() })
	pace := gtkx.Pick(locale.T("Time per picture"), delays, words.Duration, m.delay, func(d time.Duration) { m.delay = d })
	f.Row(locale.T("From move"), from)
	f.Row(locale.T("Up to move"), to)
	f.Row(locale.T("Time per picture"), pace)
	moving = []sensitive{from, to, pace}
	f.Wide(gtkx.Check(locale.T("Coordinates"), st.PictureLabels, func(on bool) { st.PictureLabels = on; refresh() }), 1, 1)
	f.Wide(gtkx.Check(locale.T("Colours for printing"), st.PicturePrint, func(on bool) { st.PicturePrint = on; refresh() }), 1, 1)
	row := gtkx.HBox(16)
	row.PackStart(f, false, false, 0)
	row.PackStart(preview, true, true, 0)
	export := false
	gtkx.Ask(p.Win, locale.T("Export Picture"), row, locale.T("Export…"), func() bool { export = true; return true }, func() {
		st.PictureFormat, st.PictureScale = string(format), scale
		p.ToBoard()
		if export {
			p.writePicture(shown(), m, format, scale)
		}
	})
	refresh()
}

// writePicture asks for a file and writes a picture to it. The format is determined by the file's
// extension, if it is known.
func (p *Page) writePicture(d *diagram.Diagram, m reel, f picture.Format, scale int) {
	name := strings.TrimSuffix(p.Session.File.SuggestName(), filepath.Ext(p.Session.File.SuggestName()))
	gtkx.PickFile(p.Win, gtkx.FileDialog{
		Action: gtk.FILE_CHOOSER_ACTION_SAVE, Title: locale.T("Export Picture"), Accept: locale.T("Export"),
		Name: name + "." + string(f), Folder: p.Settings.LastFolder,
	}, func(path string) {
		if of, ok := picture.Of(path); ok {
			f = of
		} else {
			path += "." + string(f)
		}
		if f == picture.GIF {
			p.writeFilm(path, d, m, float64(scale))
			return
		}
		p.export(path, false, func(ctx context.Context, _ *model.Document, w io.Writer, _ codec.Progress) error {
			return picture.Write(ctx, w, f, d, float64(scale))
		}, func() { p.Happened(tutorial.PictureWritten) })
	})
}

// writeFilm writes an animation of a line, in the style of d.
func (p *Page) writeFilm(path string, d *diagram.Diagram, m reel, scale float64) {
	var list []*diagram.Diagram
	for _, n := range m.line[m.from : m.to+1] {
		x, err := diagram.AtNode(p.Session.View.Document(), n)
		if err != nil {
			p.Say(app.Problem, locale.Err(err))
			return
		}
		x.Seats, x.Seen, x.Theme, x.Ground, x.Coordinates = d.Seats, d.Seen, d.Theme, d.Ground, d.Coordinates
		list = append(list, x)
	}
	f := picture.Film{Scale: scale, Delay: m.delay, Pause: 3 * m.delay}
	p.export(path, false, func(ctx context.Context, _ *model.Document, w io.Writer, progress codec.Progress) error {
		return f.Write(ctx, w, len(list), func(i int) (*diagram.Diagram, error) {
			progress.Report(int64(i), int64(len(list)))
			return list[i], nil
		})
	}, func() { p.Happened(tutorial.PictureWritten) })
}

// exportPage asks for a file and exports the document to it as a web page.
func (p *Page) exportPage() {
	name := strings.TrimSuffix(p.Session.File.SuggestName(), filepath.Ext(p.Session.File.SuggestName()))
	o := web.Options{Orientation: p.Looks.Orientation(), Plain: !p.Settings.Coordinates, Title: name}
	gtkx.PickFile(p.Win, gtkx.FileDialog{
		Action: gtk.FILE_CHOOSER_ACTION_SAVE, Title: locale.T("Export Web Page"), Accept: locale.T("Export"),
		Name: name + web.Ext, Folder: p.Settings.LastFolder,
	}, func(path string) {
		if filepath.Ext(path) == "" {
			path += web.Ext
		}
		p.export(path, true, func(ctx context.Context, d *model.Document, w io.Writer, _ codec.Progress) error {
			return web.Write(ctx, p.Session.App.Engines, w, d, o)
		}, nil)
	})
}

// export runs write in the background, as a job, and writes its output to a file. It then calls
// done, unless nil. If reads is set, write gets the document and is restarted when the document is
// edited.
func (p *Page) export(path string, reads bool, write func(context.Context, *model.Document, io.Writer, codec.Progress) error, done func()) {
	var buf bytes.Buffer
	t := jobs.Task{Kind: jobs.Export, Title: locale.T("Exporting %s", locale.FileName(path))}
	if reads {
		t.Look = func(ctx context.Context, d *model.Document, _ model.More) error {
			buf.Reset()
			return write(ctx, d, &buf, nil)
		}
	} else {
		t.First = func(ctx context.Context, progress codec.Progress) error { return write(ctx, nil, &buf, progress) }
	}
	t.Then = func(err error) {
		switch {
		case errors.Is(err, context.Canceled): // the job reports this itself
			return
		case err != nil:
			p.Say(app.Problem, locale.Err(err))
			return
		}
		writeFile(p.Win, path, buf.Bytes(), func(err error) {
			if err != nil {
				p.Say(app.Problem, locale.Err(err))
				return
			}
			p.Say(app.Note, locale.T("Saved %s", path))
			if done != nil {
				done()
			}
		})
	}
	p.Session.Jobs.Do(t)
}
