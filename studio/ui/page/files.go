package page

import (
	"errors"
	"path/filepath"
	"slices"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/document"

	"boardstudio/store/journal"
	"boardstudio/store/safe"
	"boardstudio/studio/app/docfile"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
)

// UnlessUnsaved calls then(), after asking about unsaved work. If the user cancels, it calls not(),
// unless that is nil.
func (p *Page) UnlessUnsaved(then, not func()) {
	switch {
	case p.Session.Setup() != nil && p.Session.Setup().Undoable(): // the set-up is not part of the document
		cancel := p.Session.CancelSetup
		gtkx.Lose(p.Win, locale.T("Discard the set-up?"), locale.T("Your set-up is not part of the game and will be lost."), locale.T("Discard Set-Up"), func(leave bool) {
			if leave {
				cancel()
				p.UnlessUnsaved(then, not)
			} else if not != nil {
				not()
			}
		})
		return
	case !p.Session.File.Dirty() || !p.Settings.AskUnsaved && p.Session.File.Journal() != "":
		then()
		return
	case p.Session.File.Saving(): // ask after the save, if anything is then unsaved
		p.Session.File.AfterSave(func() { p.UnlessUnsaved(then, not) })
		return
	}
	p.Session.Stop()
	gtkx.AskUnsaved(p.Win, locale.T("Unsaved changes"), p.Session.File.Name(), p.Session.File.Loss(), func(r gtk.ResponseType) {
		switch r {
		case gtk.RESPONSE_YES:
			p.save(then)
		case gtk.RESPONSE_NO:
			then()
		default:
			if not != nil {
				not()
			}
		}
	})
}

// save saves the document, after asking for a file name if necessary. It then calls then().
func (p *Page) save(then func()) { p.Session.File.AfterSave(func() { p.saveNow(then) }) }

func (p *Page) saveNow(then func()) {
	if p.Session.File.Path() == "" {
		if m := p.Session.File.Member(); m != nil {
			p.saveMember(m, then)
			return
		}
		p.saveAs(then)
		return
	}
	p.Session.File.State(func(c journal.Change) {
		switch c {
		case journal.Edited:
			p.conflict(then)
		case journal.Gone:
			p.gone(then)
		default:
			p.write(p.Session.File.Path(), then)
		}
	})
}

// write saves to path, after asking if the format cannot store everything. It calls then() when the
// file is saved.
func (p *Page) write(path string, then func()) {
	p.Session.File.Unwritable(path, func(lost []error) {
		if len(lost) == 0 {
			p.writeAll(path, then)
			return
		}
		p.choose(locale.T("Some data cannot be stored"), docfile.Lacks(path, lost), []gtkx.Choice{
			{Title: locale.T("Save a Studio Document…"), Detail: locale.T("It stores everything; the other file is not written."), Run: func() { p.saveAs(then) }},
			{Title: locale.T("Write Anyway"), Detail: locale.T("The document stays open and unsaved, and nothing is lost."), Run: func() { p.writeAll(path, then) }},
		})
	})
}

// saveMember replaces a game in a file of several games, after asking. It asks once, and again
// whenever data would be lost.
func (p *Page) saveMember(m *document.Member, then func()) {
	p.Session.File.UnwritableInto(m, func(lost []error) {
		if p.Session.File.Agreed() && len(lost) == 0 {
			p.writeInto(m, true, then)
			return
		}
		text := locale.T("This is game %d of %d in %s.", m.Index+1, m.Of, locale.FileName(m.Path))
		if len(lost) > 0 {
			text += "\n" + docfile.Lacks(m.Path, lost)
		}
		p.choose(locale.T("Where do you want to save the game?"), text, []gtkx.Choice{
			{Title: locale.T("Replace the Game There"), Detail: locale.T("The other games in the file are not changed."), Run: func() { p.writeInto(m, len(lost) == 0, then) }},
			{Title: locale.T("Save a Studio Document…"), Detail: locale.T("It stores everything; the other file is not written."), Run: func() { p.saveAs(then) }},
		})
	})
}

// writeInto saves a game in a file of several games. The argument whole says that the format can
// store everything.
func (p *Page) writeInto(m *document.Member, whole bool, then func()) {
	var done func(error)
	done = func(err error) {
		var loss *safe.Loss
		switch {
		case errors.As(err, &loss):
			p.loss(m.Path, loss, func() { p.Session.File.SaveInto(m, whole, true, done) }, then)
		case errors.Is(err, document.ErrMoved):
			p.moved(m, whole, then)
		default:
			ended(then)(err)
		}
	}
	p.Session.File.SaveInto(m, whole, false, done)
}

// moved asks what to do with a game that has changed in its file since it was read.
func (p *Page) moved(m *document.Member, whole bool, then func()) {
	end := *m
	end.Index = end.Of
	p.choose(locale.T("The file was changed"), locale.T("The game in %s was changed since it was opened.", locale.FileName(m.Path)), []gtkx.Choice{
		{Title: locale.T("Add as Last Game"), Detail: locale.T("The games in the file are not changed."), Run: func() { p.writeInto(&end, whole, then) }},
		{Title: locale.T("Save As…"), Detail: locale.T("Save this document under another name. The existing file is not changed."), Run: func() { p.saveAs(then) }},
	})
}

// several asks what to do with the games of a file that a document is to replace. The member end is
// the place after the last game, or nil.
func (p *Page) several(path string, n int, end *document.Member, then func()) {
	var choices []gtkx.Choice
	if m := p.Session.File.Member(); m != nil && filepath.Clean(m.Path) == filepath.Clean(path) {
		choices = append(choices, gtkx.Choice{Title: locale.T("Replace Game %d", m.Index+1), Detail: locale.T("The other games in the file are not changed."), Run: func() { p.saveMember(m, then) }})
	}
	if end != nil {
		choices = append(choices, gtkx.Choice{Title: locale.T("Add as Last Game"), Detail: locale.T("The games in the file are not changed."), Run: func() { p.addMember(end, then) }})
	}
	choices = append(choices,
		gtkx.Choice{Title: locale.T("Save As…"), Detail: locale.T("Save this document under another name. The existing file is not changed."), Run: func() { p.saveAs(then) }},
		gtkx.Choice{Title: locale.T("Replace the Whole File"), Detail: locale.T("It will contain only this document."), Run: func() { p.write(path, then) }})
	p.choose(locale.T("The file contains several games"), locale.N("%s contains %d game.", "%s contains %d games.", n, locale.FileName(path), n), choices)
}

// addMember appends the game to a file, after asking if the format cannot store everything.
func (p *Page) addMember(end *document.Member, then func()) {
	p.Session.File.UnwritableInto(end, func(lost []error) {
		if len(lost) == 0 {
			p.writeInto(end, true, then)
			return
		}
		p.choose(locale.T("Some data cannot be stored"), docfile.Lacks(end.Path, lost), []gtkx.Choice{
			{Title: locale.T("Save a Studio Document…"), Detail: locale.T("It stores everything; the other file is not written."), Run: func() { p.saveAs(then) }},
			{Title: locale.T("Write Anyway"), Detail: locale.T("The document stays open and unsaved, and nothing is lost."), Run: func() { p.writeInto(end, false, then) }},
		})
	})
}

// writeAll saves to path as much as its format can store.
func (p *Page) writeAll(path string, then func()) {
	var done func(error)
	done = func(err error) {
		var loss *safe.Loss
		switch {
		case errors.As(err, &loss):
			p.loss(path, loss, func() { p.Session.File.Replace(path, done) }, then)
		case errors.Is(err, safe.ErrChanged) && path == p.Session.File.Path():
			p.saveNow(then) // asks what to do
		case errors.Is(err, safe.ErrChanged):
			p.replace(locale.T("The file was changed"), locale.T("Another program has just written “%s”.", locale.FileName(path)),
				locale.T("Overwrite the file. Its current content stays available under Versions."), func() { p.saveTo(path, then) }, then)
		default:
			ended(then)(err)
		}
	}
	p.Session.File.Save(path, done)
}

// ended returns a function that calls then(), unless nil, if a save succeeded.
func ended(then func()) func(error) {
	return func(err error) {
		if err == nil && then != nil {
			then()
		}
	}
}

// loss asks whether to replace a file although data would be lost.
func (p *Page) loss(path string, loss *safe.Loss, replace, then func()) {
	p.replace(locale.T("Some data would be lost"), gtkx.LossText(path, loss), locale.T("Save it to this file anyway."), replace, then)
}

// replace asks whether to replace a file, or to save under another name.
func (p *Page) replace(title, text, detail string, replace, then func()) {
	p.choose(title, text, []gtkx.Choice{
		{Title: locale.T("Save As…"), Detail: locale.T("Save this document under another name. The existing file is not changed."), Run: func() { p.saveAs(then) }},
		{Title: locale.T("Replace It"), Detail: detail, Run: replace},
	})
}

func (p *Page) saveAs(then func()) {
	o := p.games(true)
	o.Action, o.Title, o.Accept = gtk.FILE_CHOOSER_ACTION_SAVE, locale.T("Save As"), locale.T("Save")
	o.Name, o.File = p.Session.File.SuggestName(), p.Session.File.Path()
	gtkx.PickFile(p.Win, o, func(path string) { p.saveTo(p.Session.File.Chosen(path), then) })
}

// saveTo saves to a file that the user chose, after asking if it holds several games.
func (p *Page) saveTo(path string, then func()) {
	if path == p.Session.File.Path() {
		p.write(path, then)
		return
	}
	p.Session.File.GamesAt(docfile.SavePath(path), func(n int, end *document.Member) {
		if n > 1 {
			p.several(path, n, end, then)
			return
		}
		p.write(path, then)
	})
}

func (p *Page) open() {
	o := p.games(false)
	o.Title, o.Accept = locale.T("Open a Game"), locale.T("Open")
	gtkx.PickFile(p.Win, o, func(path string) { p.Window.OpenFile(path, nil, nil) })
}

// games returns a dialog for game files, with a filter for each format.
func (p *Page) games(write bool) gtkx.FileDialog {
	all := gtkx.FileFilter{Title: locale.T("All game files")}
	var each []gtkx.FileFilter
	if !write {
		all.Patterns = []string{"*.zip", "*.gz"}
	}
	for _, f := range p.Session.File.Filters(write) {
		one := gtkx.FileFilter{Title: locale.T(f.Title)}
		for _, e := range f.Ext {
			one.Patterns = append(one.Patterns, "*"+e)
		}
		each, all.Patterns = append(each, one), append(all.Patterns, one.Patterns...)
	}
	any := gtkx.FileFilter{Title: locale.T("All files"), Patterns: []string{"*"}}
	return gtkx.FileDialog{
		Action: gtk.FILE_CHOOSER_ACTION_OPEN, Folder: p.Settings.LastFolder,
		Filters: slices.Concat([]gtkx.FileFilter{all}, each, []gtkx.FileFilter{any}),
	}
}

// writeFile writes a file, after asking if data of the existing file would be lost. It calls end
// with the result, unless the user cancels.
func writeFile(parent *gtk.Window, path string, data []byte, end func(error)) {
	err := document.Write(path, data)
	var loss *safe.Loss
	if errors.As(err, &loss) {
		gtkx.Sure(parent, gtkx.LossText(path, loss), locale.T("Replace It"), func() { end(document.Replace(path, data)) })
		return
	}
	end(err)
}
