package ui

import (
	"path/filepath"
	"strings"

	"boardstudio/model"
	"boardstudio/studio/app"
	"boardstudio/studio/ui/print"
	"boardstudio/text/locale"
)

// printBooklet shows the print dialog for documents, or for the open document if docs is nil.
func (p *page) printBooklet(docs []*model.Document) {
	name := p.s.File.SuggestName()
	if docs != nil {
		name = locale.FileName(p.gamesPath)
	}
	print.Show(print.Host{
		Win: p.win, Jobs: p.s.Jobs, Settings: p.st, Name: strings.TrimSuffix(name, filepath.Ext(name)),
		Write: writeFile, Closed: p.toBoard,
		Saved: func(path string) {
			if path != "" {
				p.say(app.Note, locale.T("Saved %s", path))
			}
		},
	}, docs)
}
