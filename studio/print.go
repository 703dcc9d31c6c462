package studio

import (
	"path/filepath"
	"strings"

	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/studio/app"
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
		Write: writeFile, Closed: p.toBoard,
		Saved: func(path string) {
			if path != "" {
				p.say(app.Note, locale.T("Saved %s", path))
			}
		},
	}, docs)
}
