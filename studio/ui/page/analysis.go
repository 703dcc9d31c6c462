package page

import (
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/io/pdf"
	"boardstudio/studio/app"
	"boardstudio/studio/ui/analysis"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/studio/ui/print"
	"boardstudio/text/locale"
)

// studyHost returns the host of this tab's analyses.
func (p *Page) studyHost() analysis.Host {
	report := func(err error) {
		if err != nil {
			p.Say(app.Problem, locale.Err(err))
		}
	}
	return analysis.Host{
		Lists: &p.Lists, Ask: p.ask, Choose: p.choose, Bind: p.Keys.Connect, Pausable: p.Session.Jobs.Pausable,
		File:  p.Session.File.Name,
		Idle:  func() bool { return p.inFront() && p.Win.IsActive() && !p.typing() },
		Dark:  func() bool { return p.program.Shade.Dark },
		Paper: func() pdf.Paper { return pdf.Paper(p.Settings.Paper) },
		Print: func(parent *gtk.Window, pages []pdf.Page) {
			print.Print(parent, pages, pdf.Paper(p.Settings.Paper), func(_ bool, err error) { report(err) })
		},
		Save: func(parent *gtk.Window, title, name string, data []byte, err error) {
			if err != nil {
				report(err)
				return
			}
			gtkx.PickFile(parent, gtkx.FileDialog{
				Action: gtk.FILE_CHOOSER_ACTION_SAVE, Title: title, Accept: locale.T("Save"), Name: name, Folder: p.Settings.LastFolder,
			}, func(path string) {
				writeFile(parent, path, data, func(err error) {
					if err == nil {
						p.Say(app.Note, locale.T("Saved %s", path))
					}
					report(err)
				})
			})
		},
	}
}
