package studio

import (
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/io/pdf"
	"boardstudio/locale"
	"boardstudio/studio/app"
	"boardstudio/studio/gtkx"
	"boardstudio/studio/printwin"
	"boardstudio/studio/studywin"
)

// studyHost returns the window as analyses know it.
func (p *page) studyHost() studywin.Host {
	tell := func(err error) {
		if err != nil {
			p.say(app.Problem, locale.Err(err))
		}
	}
	return studywin.Host{
		Lists: &p.lists, Ask: p.ask, Choose: p.choose, Bind: p.bind, Pausable: p.s.Jobs.Pausable,
		File:  p.s.File.Name,
		Idle:  func() bool { return p.cur == p && p.win.IsActive() && !p.typing() },
		Dark:  func() bool { return p.d.shade.Dark },
		Paper: func() pdf.Paper { return pdf.Paper(p.st.Paper) },
		Print: func(parent *gtk.Window, pages []pdf.Page) {
			printwin.Print(parent, pages, pdf.Paper(p.st.Paper), func(_ bool, err error) { tell(err) })
		},
		Save: func(parent *gtk.Window, title, name string, data []byte, err error) {
			if err != nil {
				tell(err)
				return
			}
			gtkx.PickFile(parent, gtkx.FileDialog{
				Action: gtk.FILE_CHOOSER_ACTION_SAVE, Title: title, Accept: locale.T("Save"), Name: name, Folder: p.st.LastFolder,
			}, func(path string) {
				writeFile(parent, path, data, func(err error) {
					if err == nil {
						p.say(app.Note, locale.T("Saved %s", path))
					}
					tell(err)
				})
			})
		},
	}
}
