package ui

import (
	"boardstudio/studio/app"
	"boardstudio/studio/ui/charset"
	"boardstudio/studio/ui/collection"
	"boardstudio/text/locale"
)

// textEncoding shows the text of the open file in each charset. It reads the file again if the user
// chooses another one.
func (p *page) textEncoding() {
	if p.onStart {
		p.listed(func(l *collection.Pane) { p.charsets().Games(l) })()
		return
	}
	p.s.Stop()
	p.charsets().Document(p.s.File, p.s.View.Rules().Spec())
}

func (p *page) charsets() *charset.Window {
	return &charset.Window{
		Parent: p.win, Beside: p.s.App.Beside, Closed: func() bool { return p.closed }, Gone: p.toBoard,
		Fail: func(err error) { p.say(app.Problem, locale.Err(err)) },
	}
}
