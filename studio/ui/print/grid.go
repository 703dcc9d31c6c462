package print

import (
	"bytes"
	"context"
	"slices"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/draw"
	"boardstudio/io/pdf"
	"boardstudio/rules"
	"boardstudio/studio/app/settings"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// gridDialog prints blank grids and shows a preview of the page.
type gridDialog struct {
	parent  *gtk.Window
	st      *settings.Settings
	write   func(parent *gtk.Window, path string, data []byte, end func(error))
	printed func(path string)
	o       pdf.GridOptions
	pages   []pdf.Page
	preview *gtk.DrawingArea
	bad     *gtk.Label
	dialog  *gtk.Dialog
}

// Grid shows the dialog for blank grids, initially of the given board. It calls write to write a
// file. It calls printed with the path of the saved file, or with "" after printing on paper. It
// calls cancelled if the dialog is cancelled.
func Grid(games rules.Catalog, parent *gtk.Window, board rules.Rules, st *settings.Settings, write func(parent *gtk.Window, path string, data []byte, end func(error)), printed func(path string), cancelled func()) {
	g := &gridDialog{parent: parent, st: st, write: write, printed: printed, o: pdf.GridOptions{
		Rules: board, Paper: pdf.Paper(st.Paper), PerPage: st.PerPage, Pages: 1, Coordinates: st.GridLabels,
	}}
	d, _ := gtk.DialogNew()
	g.dialog = d
	d.SetTitle(locale.T("Print Blank Grid"))
	d.SetTransientFor(parent)
	d.SetModal(true)
	d.SetDefaultSize(760, 560)
	d.AddButton(locale.T("Cancel"), gtk.RESPONSE_CANCEL)
	d.AddButton(locale.T("Print…"), gtk.RESPONSE_APPLY)
	save, _ := d.AddButton(locale.T("Save as PDF…"), gtk.RESPONSE_OK)
	gtkx.AddClass(save, "suggested-action")
	d.SetDefaultResponse(gtk.RESPONSE_OK)

	f := gtkx.NewForm()
	titles := []string{locale.T("Same as board")}
	var presets []rules.Rules
	for _, game := range games {
		for _, p := range game.Presets {
			if r, err := game.Build(p.Name, nil); err == nil {
				titles = append(titles, locale.T(p.Title))
				presets = append(presets, r)
			}
		}
	}
	f.Row(locale.T("Board of"), gtkx.Combo(locale.T("Board of"), titles, 0, func(i int) {
		g.o.Rules = board
		if i > 0 {
			g.o.Rules = presets[i-1]
		}
		g.show()
	}))
	paper := func(v string) { st.Paper, g.o.Paper = v, pdf.Paper(v); g.show() }
	f.Row(locale.T("Paper"), optionPick("Paper", pdf.Papers, st.Paper, paper))
	f.Row(locale.T("Orientation"), optionPick("Orientation", pdf.Orientations, "", func(v string) {
		g.o.Orientation = pdf.Orientation(v)
		g.show()
	}))
	f.Row(locale.T("Grids per page"), gtkx.Spin(locale.T("Grids per page"), 1, 24, st.PerPage, func(n int) {
		st.PerPage, g.o.PerPage = n, n
		g.show()
	}))
	f.Row(locale.T("Pages"), gtkx.Spin(locale.T("Pages"), 1, 200, 1, func(n int) { g.o.Pages = n; g.show() }))
	title := gtkx.Field(locale.T("Title"), "", locale.T("None"), func(s string) { g.o.Title = s; g.show() })
	f.Row(locale.T("Title"), title)
	f.Wide(gtkx.Check(locale.T("Coordinates"), st.GridLabels, func(on bool) {
		st.GridLabels, g.o.Coordinates = on, on
		g.show()
	}), 1, 1)
	f.Wide(gtkx.Check(locale.T("Start position"), false, func(on bool) { g.o.Start = on; g.show() }), 1, 1)
	g.bad = gtkx.Wrapped("", 30)
	gtkx.AddClass(g.bad, "bad")
	gtkx.SetName(g.bad, locale.T("Problem"))
	f.Wide(g.bad, 1, 1)
	gtkx.Margins(f, 16, 16)

	g.preview = gtkx.Preview(380, 480, g.draw)
	box := gtkx.HBox(0)
	box.PackStart(f, false, false, 0)
	box.PackStart(g.preview, true, true, 0)
	area, _ := d.GetContentArea()
	area.PackStart(box, true, true, 0)
	d.Connect("response", func(_ *gtk.Dialog, r gtk.ResponseType) {
		switch r {
		case gtk.RESPONSE_OK:
			g.save()
		case gtk.RESPONSE_APPLY:
			g.print()
		default:
			d.Destroy()
			cancelled()
		}
	})
	g.show()
	d.ShowAll()
}

// optionPick returns a combo box of options.
func optionPick(title msg.Key, list []rules.Option, now string, changed func(string)) *gtk.ComboBoxText {
	at := slices.IndexFunc(list, func(o rules.Option) bool { return o.Name == now })
	c := gtkx.Pick(locale.T(title), list, func(o rules.Option) string { return locale.T(o.Title) }, list[max(at, 0)], func(o rules.Option) { changed(o.Name) })
	c.SetHAlign(gtk.ALIGN_START)
	return c
}

// show lays out the pages again.
func (g *gridDialog) show() {
	var err error
	g.pages, err = pdf.Pages(g.o)
	g.bad.SetText("")
	if err != nil {
		g.bad.SetText(gtkx.Sentence(locale.Err(err)))
	}
	g.dialog.SetResponseSensitive(gtk.RESPONSE_OK, err == nil)
	g.dialog.SetResponseSensitive(gtk.RESPONSE_APPLY, err == nil)
	if g.preview != nil {
		g.preview.QueueDraw()
	}
}

// draw draws the preview of the first page.
func (g *gridDialog) draw(c gtkx.Canvas, box draw.Rect) {
	if len(g.pages) == 0 {
		return
	}
	c.Sheet(g.pages[0].Size, g.pages[0].Draw, box)
}

// save writes the pages to a PDF file.
func (g *gridDialog) save() {
	gtkx.PickFile(g.dialog, gtkx.FileDialog{
		Action: gtk.FILE_CHOOSER_ACTION_SAVE, Title: locale.T("Save as PDF"), Accept: locale.T("Save"),
		Name: locale.T("grid") + ".pdf", Folder: g.st.LastFolder,
	}, func(path string) {
		var buf bytes.Buffer
		if err := pdf.Grid(context.Background(), &buf, g.o); err != nil {
			g.end(path, err)
			return
		}
		g.write(&g.dialog.Window, path, buf.Bytes(), func(err error) { g.end(path, err) })
	})
}

// end closes the dialog after saving, or shows the error.
func (g *gridDialog) end(path string, err error) {
	if err != nil {
		g.bad.SetText(gtkx.Sentence(locale.Err(err)))
		return
	}
	g.dialog.Destroy()
	g.printed(path)
}

// print shows the print dialog for the pages, and then an error or that they were printed.
func (g *gridDialog) print() {
	Print(g.parent, g.pages, g.o.Paper, func(printed bool, err error) {
		if err != nil {
			g.bad.SetText(err.Error())
		} else if printed {
			g.printed("")
		}
	})
}

// paperName returns GTK's name of a paper size.
func paperName(p pdf.Paper) string {
	return map[pdf.Paper]string{pdf.A4: gtk.PAPER_NAME_A4, pdf.A5: gtk.PAPER_NAME_A5, pdf.Letter: gtk.PAPER_NAME_LETTER}[p]
}
