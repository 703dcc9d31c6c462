package studio

import (
	"path/filepath"
	"strings"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/io/pdf"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/studio/app"
	"boardstudio/studio/gtkx"
	"boardstudio/studio/printwin"
)

// printBooklet asks how documents are to be printed, nil for the open one, and does so.
func (p *page) printBooklet(docs []*model.Document) {
	name := p.s.File.SuggestName()
	if docs != nil {
		name = filepath.Base(p.gathered)
	}
	printwin.Show(printwin.Host{
		Win: p.win, Jobs: p.s.Jobs, Settings: p.st, Name: strings.TrimSuffix(name, filepath.Ext(name)),
		Write: writeFile, Print: printPages, Closed: p.toBoard,
		Saved: func(path string) {
			if path != "" {
				p.say(app.Note, locale.T("Saved %s", path))
			}
		},
	}, docs)
}

// printPages sends pages to a printer, through GTK's print dialog, and tells done whether they were printed.
func printPages(parent *gtk.Window, pages []pdf.Page, paper pdf.Paper, done func(printed bool, err error)) {
	op, err := gtk.PrintOperationNew()
	if err != nil {
		done(false, err)
		return
	}
	op.SetNPages(len(pages))
	op.SetUnit(gtk.GTK_UNIT_POINTS)
	op.SetUseFullPage(true)
	if ps, err := gtk.PaperSizeNew(paperName(paper)); err == nil {
		if setup, err := gtk.PageSetupNew(); err == nil {
			setup.SetPaperSizeAndDefaultMargins(ps)
			if len(pages) > 0 && pages[0].Size.X > pages[0].Size.Y {
				setup.SetOrientation(gtk.PAGE_ORIENTATION_LANDSCAPE)
			}
			op.SetDefaultPageSetup(setup)
		}
	}
	op.Connect("draw-page", func(_ *gtk.PrintOperation, ctx *gtk.PrintContext, n int) {
		if n < len(pages) {
			pages[n].Draw(gtkx.Paper{Canvas: gtkx.Canvas{Cairo: ctx.GetCairoContext()}})
		}
	})
	result, err := op.Run(gtk.PRINT_OPERATION_ACTION_PRINT_DIALOG, parent)
	done(result == gtk.PRINT_OPERATION_RESULT_APPLY, err)
}
