package page

import (
	"path/filepath"
	"strings"

	"boardstudio/model"
	"boardstudio/studio/app"
	"boardstudio/studio/ui/print"
	"boardstudio/text/locale"
)

// printBooklet shows the print dialog for documents, or for the open document if docs is nil.
func (p *Page) printBooklet(docs []*model.Document) {
	name := p.Session.File.SuggestName()
	if docs != nil {
		name = locale.FileName(p.gamesPath)
	}
	print.Show(print.Host{
		Engines: p.Session.App.Engines,
		Win:     p.Win, Jobs: p.Session.Jobs, Settings: p.Settings, Name: strings.TrimSuffix(name, filepath.Ext(name)),
		Write: writeFile, Closed: p.ToBoard,
		Saved: func(path string) {
			if path != "" {
				p.Say(app.Note, locale.T("Saved %s", path))
			}
		},
	}, docs)
}
