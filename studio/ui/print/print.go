package print

import (
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/io/pdf"
	"boardstudio/studio/ui/gtkx"
)

// Print prints pages with GTK's print dialog. It calls done with false if the user cancels or an
// error occurs.
func Print(parent *gtk.Window, pages []pdf.Page, paper pdf.Paper, done func(printed bool, err error)) {
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
