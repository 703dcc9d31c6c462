// Package print implements the print dialogs, which lay out documents, show a preview, and save
// or print the pages.
package print

import (
	"bytes"
	"context"
	"errors"
	"time"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/ai/player"
	"boardstudio/draw"
	"boardstudio/io/codec"
	"boardstudio/io/pdf"
	"boardstudio/model"
	"boardstudio/publish/booklet"
	"boardstudio/puzzle"
	"boardstudio/rules"
	"boardstudio/studio/app/jobs"
	"boardstudio/studio/app/settings"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// Host is the window that opens the dialog.
type Host struct {
	Engines  *player.Catalog // name the players, and refute wrong tries in puzzles
	Win      *gtk.Window
	Jobs     *jobs.Runner // jobs of the open document
	Settings *settings.Settings
	Name     string // suggested file name, without extension
	// Write writes data to a file and calls end with the result.
	Write func(parent *gtk.Window, path string, data []byte, end func(error))
	// Saved is called with the path of the saved file, or with "" after printing on paper.
	Saved func(path string)
	// Closed is called after the dialog has closed.
	Closed func()
}

// kind is the kind of printout.
type kind int

// The kinds of printouts.
const (
	asBooklet kind = iota
	blankSheet
	filledSheet
	puzzleSheet
)

var kinds = []struct {
	kind
	title msg.Key
}{
	{asBooklet, "Booklet"}, {blankSheet, "Score sheet, blank"}, {filledSheet, "Score sheet, filled in"}, {puzzleSheet, "Puzzles with solutions"},
}

// dialog is the print dialog.
type dialog struct {
	Host
	docs    []*model.Document // nil for the open document
	kind    kind
	o       booklet.Options
	pages   int // number of blank sheets
	perPage int // puzzles per page
	title   string

	laid []pdf.Page
	info pdf.Info
	at   int // index of the page shown

	d        *gtk.Dialog
	preview  *gtk.DrawingArea
	where    *gtk.Label
	back, on *gtk.Button
	bad      *gtk.Label
	rows     []row

	wait   func() // cancels the pending start of a layout
	cancel func() // cancels the layout in progress
	gone   bool
}

// row is a row of the form, with the kinds it applies to.
type row struct {
	of      []kind
	widgets []*gtk.Widget
}

// Show shows the print dialog for the given documents, or for the open document if docs is nil.
func Show(h Host, docs []*model.Document) {
	b := &h.Settings.Booklet
	p := &dialog{Host: h, docs: docs, pages: 1, wait: func() {}, cancel: func() {}, o: booklet.Options{
		Paper: pdf.Paper(h.Settings.Paper), Columns: b.Columns, Every: b.Every, Variations: booklet.Variations(b.Variations), Report: b.Report,
	}}
	d, _ := gtk.DialogNew()
	p.d = d
	d.SetTitle(locale.T("Print Booklet or Sheet"))
	d.SetTransientFor(h.Win)
	d.SetModal(true)
	d.SetDefaultSize(gtkx.SizeOn(h.Win, 860, 560))
	d.AddButton(locale.T("Cancel"), gtk.RESPONSE_CANCEL)
	d.AddButton(locale.T("Print…"), gtk.RESPONSE_APPLY)
	save, _ := d.AddButton(locale.T("Save as PDF…"), gtk.RESPONSE_OK)
	gtkx.AddClass(save, "suggested-action")
	d.SetDefaultResponse(gtk.RESPONSE_OK)

	box := gtkx.HBox(0)
	box.PackStart(gtkx.Scrolled(p.form()), false, false, 0)
	box.PackStart(p.sheets(), true, true, 0)
	area, _ := d.GetContentArea()
	area.PackStart(box, true, true, 0)
	d.Connect("key-press-event", func(_ *gtk.Dialog, ev *gdk.Event) bool { return p.key(gdk.EventKeyNewFromEvent(ev)) })
	d.Connect("response", func(_ *gtk.Dialog, r gtk.ResponseType) {
		switch r {
		case gtk.RESPONSE_OK:
			p.save()
		case gtk.RESPONSE_APPLY:
			p.print()
		default:
			p.close()
		}
	})
	d.Connect("destroy", func() {
		p.gone = true
		p.wait()
		p.cancel()
	})
	d.ShowAll()
	p.fit()
	p.start()
}

// form returns the options.
func (p *dialog) form() gtk.IWidget {
	f := gtkx.NewForm()
	st := p.Settings
	add := func(title string, w gtk.IWidget, of ...kind) {
		l := f.Row(title, w)
		p.rows = append(p.rows, row{of, []*gtk.Widget{l.ToWidget(), w.ToWidget()}})
	}
	changed := func() {
		st.Booklet = settings.Booklet{Columns: p.o.Columns, Every: p.o.Every, Variations: string(p.o.Variations), Report: p.o.Report}
		p.change()
	}
	offered := kinds
	if p.docs != nil { // sheets print a single game
		offered = []struct {
			kind
			title msg.Key
		}{kinds[asBooklet], kinds[puzzleSheet]}
	}
	var of []kind
	for _, k := range offered {
		of = append(of, k.kind)
	}
	add(locale.T("What"), gtkx.Pick(locale.T("What"), of, func(k kind) string { return locale.T(kinds[k].title) }, p.kind, func(k kind) {
		p.kind = k
		p.fit()
		p.change()
	}), of...)
	papers := []pdf.Paper{pdf.A4, pdf.A5, pdf.Letter}
	add(locale.T("Paper"), gtkx.Pick(locale.T("Paper"), papers, func(x pdf.Paper) string { return optionTitle(pdf.Papers, string(x)) }, p.o.Paper, func(x pdf.Paper) {
		st.Paper, p.o.Paper = string(x), x
		p.change()
	}), of...)
	add(locale.T("Columns"), gtkx.Pick(locale.T("Columns"), []int{0, 1, 2}, func(n int) string {
		return locale.T([]msg.Key{"To fit the paper", "One", "Two"}[n])
	}, p.o.Columns, func(n int) { p.o.Columns = n; changed() }), asBooklet)
	every := gtkx.Spin(locale.T("Moves between diagrams"), 0, 200, p.o.Every, func(n int) { p.o.Every = n; changed() })
	every.SetTooltipText(locale.T("0 for none"))
	add(locale.T("Moves between diagrams"), every, asBooklet)
	ways := []booklet.Variations{booklet.Indented, booklet.Diagrams, booklet.None}
	add(locale.T("Variations"), gtkx.Pick(locale.T("Variations"), ways, func(v booklet.Variations) string {
		return optionTitle(booklet.VariationsChoices, string(v))
	}, p.o.Variations, func(v booklet.Variations) { p.o.Variations = v; changed() }), asBooklet)
	add(locale.T("Pages"), gtkx.Spin(locale.T("Pages"), 1, 200, 1, func(n int) { p.pages = n; p.change() }), blankSheet)
	per := gtkx.Spin(locale.T("Puzzles on a page"), 0, booklet.MaxPuzzles, 0, func(n int) { p.perPage = n; p.change() })
	per.SetTooltipText(locale.T("0 to fit the paper"))
	add(locale.T("Puzzles on a page"), per, puzzleSheet)
	add(locale.T("Title"), gtkx.Field(locale.T("Title"), "", locale.T("As set in the document"), func(s string) { p.title = s; p.change() }), of...)
	report := gtkx.Check(locale.T("Report of the evaluations"), p.o.Report, func(on bool) { p.o.Report = on; changed() })
	f.Wide(report, 1, 1)
	p.rows = append(p.rows, row{[]kind{asBooklet}, []*gtk.Widget{report.ToWidget()}})
	p.bad = gtkx.Wrapped("", 30)
	gtkx.AddClass(p.bad, "bad")
	gtkx.SetName(p.bad, locale.T("Problem"))
	f.Wide(p.bad, 1, 1)
	gtkx.Margins(f, 16, 16)
	return f
}

// optionTitle returns the translated title of an option.
func optionTitle(list []rules.Option, name string) string {
	for _, o := range list {
		if o.Name == name {
			return locale.T(o.Title)
		}
	}
	return name
}

// sheets returns the preview, with buttons to turn pages.
func (p *dialog) sheets() gtk.IWidget {
	p.preview = gtkx.Preview(380, 420, func(c gtkx.Canvas, box draw.Rect) {
		if p.at < len(p.laid) {
			c.Sheet(p.laid[p.at].Size, p.laid[p.at].Draw, box)
		}
	})
	turn := func(icon, title, key string, by int) *gtk.Button {
		b, _ := gtk.ButtonNewFromIconName(icon, gtk.ICON_SIZE_BUTTON)
		b.SetTooltipText(title + " (" + key + ")")
		gtkx.SetName(b, title)
		b.Connect("clicked", func() { p.turn(p.at + by) })
		return b
	}
	p.back = turn("go-previous-symbolic", locale.T("Previous page"), locale.T("Page Up"), -1)
	p.on = turn("go-next-symbolic", locale.T("Next page"), locale.T("Page Down"), 1)
	p.where, _ = gtk.LabelNew("")
	p.where.SetWidthChars(16)
	gtkx.SetID(p.where, "Page")
	line := gtkx.HBox(8)
	line.SetHAlign(gtk.ALIGN_CENTER)
	gtkx.Pack(line, p.back, p.where, p.on)
	gtkx.Margins(line, 0, 4)
	all := gtkx.VBox(0)
	all.PackStart(p.preview, true, true, 0)
	all.PackStart(line, false, false, 0)
	return all
}

// fit shows the rows that apply to the current kind.
func (p *dialog) fit() {
	for _, r := range p.rows {
		on := false
		for _, k := range r.of {
			on = on || k == p.kind
		}
		for _, w := range r.widgets {
			w.SetVisible(on)
		}
	}
}

// key turns pages.
func (p *dialog) key(e *gdk.EventKey) bool {
	switch e.KeyVal() {
	case gdk.KEY_Page_Up, gdk.KEY_KP_Page_Up:
		p.turn(p.at - 1)
	case gdk.KEY_Page_Down, gdk.KEY_KP_Page_Down:
		p.turn(p.at + 1)
	default:
		return false
	}
	return true
}

// turn shows page to, counted from 0.
func (p *dialog) turn(to int) {
	p.at = max(min(to, len(p.laid)-1), 0)
	p.showPage()
	p.preview.QueueDraw()
}

// showPage updates the page number and the buttons.
func (p *dialog) showPage() {
	text := ""
	if len(p.laid) > 0 {
		text = locale.T("Page %d of %d", p.at+1, len(p.laid))
	}
	p.where.SetText(text)
	p.back.SetSensitive(p.at > 0)
	p.on.SetSensitive(p.at+1 < len(p.laid))
}

// pause is the delay between a change of options and a new layout.
const pause = 150 * time.Millisecond

// change schedules a new layout.
func (p *dialog) change() {
	p.wait()
	p.wait = gtkx.Loop{}.After(pause, p.start)
}

// errEnded is the error of a cancelled layout.
var errEnded = errors.New("ended")

// start lays out the pages in the background. It cancels a layout in progress.
func (p *dialog) start() {
	p.cancel()
	p.enable(false)
	ended, cancel := context.WithCancel(context.Background())
	p.cancel = cancel
	laying := *p // a snapshot of the options
	var pages []pdf.Page
	var info pdf.Info
	missing := ""
	lay := func(ctx context.Context, docs []*model.Document) (err error) {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		defer context.AfterFunc(ended, stop)()
		pages, info, err = laying.lay(ctx, docs)
		if err == nil {
			missing = booklet.Missing(ctx, docs)
		}
		if ended.Err() != nil {
			return errEnded
		}
		return err
	}
	t := jobs.Task{Kind: jobs.Look, Title: locale.T("Laying out the pages")}
	if p.docs != nil {
		t.First = func(ctx context.Context, _ codec.Progress) error { return lay(ctx, laying.docs) }
	} else {
		t.Checked = true
		t.Look = func(ctx context.Context, d *model.Document, _ model.More) error {
			return lay(ctx, []*model.Document{d})
		}
	}
	t.Then = func(err error) {
		if p.gone || ended.Err() != nil {
			return
		}
		p.bad.SetText("")
		switch {
		case errors.Is(err, context.Canceled):
			p.bad.SetText(locale.T("Cancelled"))
		case err != nil:
			p.laid, p.info = nil, pdf.Info{}
			p.bad.SetText(gtkx.Sentence(locale.Err(err)))
		default:
			p.laid, p.info = pages, info
			p.bad.SetText(missing)
		}
		p.enable(len(p.laid) > 0 && err == nil)
		p.turn(p.at)
	}
	p.Jobs.Do(t)
}

// lay lays out the pages for the current options.
func (p *dialog) lay(ctx context.Context, docs []*model.Document) ([]pdf.Page, pdf.Info, error) {
	switch p.kind {
	case blankSheet:
		return booklet.ScoreSheet(ctx, p.Engines, model.NewDocument(docs[0].Tree.Rules()), booklet.ScoreOptions{Paper: p.o.Paper, Pages: p.pages, Title: p.title})
	case filledSheet:
		return booklet.ScoreSheet(ctx, p.Engines, docs[0], booklet.ScoreOptions{Paper: p.o.Paper, Title: p.title})
	case puzzleSheet:
		return booklet.PuzzleSheet(ctx, p.Engines, docs, booklet.PuzzleOptions{Paper: p.o.Paper, PerPage: p.perPage, Title: p.title, Refute: puzzle.Refuter(p.Engines, 0)})
	}
	o := p.o
	o.Title = p.title
	return booklet.Pages(ctx, p.Engines, docs, o)
}

// enable enables or disables saving and printing.
func (p *dialog) enable(on bool) {
	p.d.SetResponseSensitive(gtk.RESPONSE_OK, on)
	p.d.SetResponseSensitive(gtk.RESPONSE_APPLY, on)
}

// save writes the pages to a file, in the background.
func (p *dialog) save() {
	pages, info := p.laid, p.info
	gtkx.PickFile(p.d, gtkx.FileDialog{
		Action: gtk.FILE_CHOOSER_ACTION_SAVE, Title: locale.T("Save as PDF"), Accept: locale.T("Save"), Name: p.Name + ".pdf", Folder: p.Settings.LastFolder,
	}, func(path string) {
		var buf bytes.Buffer
		p.enable(false)
		p.Jobs.Do(jobs.Task{
			Kind: jobs.Export, Title: locale.T("Saving %s", path),
			First: func(ctx context.Context, _ codec.Progress) error { return pdf.Write(ctx, &buf, pages, info) },
			Then: func(err error) {
				if p.gone {
					return
				}
				p.enable(true)
				if err != nil {
					p.fail(err)
					return
				}
				p.Write(&p.d.Window, path, buf.Bytes(), func(err error) {
					if err != nil {
						p.fail(err)
						return
					}
					p.close()
					p.Saved(path)
				})
			},
		})
	})
}

// print shows the print dialog for the pages, and then an error or that they were printed.
func (p *dialog) print() {
	Print(&p.d.Window, p.laid, p.o.Paper, func(printed bool, err error) {
		if err != nil {
			p.fail(err)
		} else if printed {
			p.Saved("")
		}
	})
}

func (p *dialog) fail(err error) { p.bad.SetText(gtkx.Sentence(locale.Err(err))) }

func (p *dialog) close() {
	p.d.Destroy()
	p.Closed()
}
