package page

import (
	"boardstudio/studio/app"
	"boardstudio/studio/ui/charset"
	"boardstudio/studio/ui/collection"
	"boardstudio/text/locale"
)

// textEncoding shows the text of the open file in each charset. It reads the file again if the user
// chooses another one.
func (p *Page) textEncoding() {
	if p.OnStart {
		p.listed(func(l *collection.Pane) { p.charsets().Games(l) })()
		return
	}
	p.Session.Stop()
	p.charsets().Document(p.Session.File, p.Session.View.Rules().Spec())
}

func (p *Page) charsets() *charset.Window {
	return &charset.Window{
		Parent: p.Win, Documents: p.Session.App.Documents, Beside: p.Session.App.Beside, Closed: func() bool { return p.Closed }, Gone: p.ToBoard,
		Fail: func(err error) { p.Say(app.Problem, locale.Err(err)) },
	}
}
