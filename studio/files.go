package studio

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gotk3/gotk3/gtk"

	ioall "boardstudio/io/all"
	"boardstudio/io/journal"
	"boardstudio/io/safe"
	"boardstudio/locale"
	"boardstudio/studio/docfile"
	"boardstudio/studio/gtkx"
)

// unlessUnsaved goes on with then, after asking what to do with unsaved work, or, where the person
// would rather stay, with not, if that is not nil.
func (p *page) unlessUnsaved(then, not func()) {
	switch {
	case !p.s.File.Dirty() || !p.st.AskUnsaved && p.s.File.Journal() != "":
		then()
		return
	case p.s.File.Saving(): // at the end of that there may be nothing to ask
		p.s.File.AfterSave(func() { p.unlessUnsaved(then, not) })
		return
	}
	p.s.Stop()
	gtkx.AskUnsaved(p.win, locale.T("Unsaved changes"), p.s.File.Name(), p.s.File.Loss(), func(r gtk.ResponseType) {
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

// save writes the document to its file, or asks for one; then runs once it is saved.
func (p *page) save(then func()) { p.s.File.AfterSave(func() { p.saveNow(then) }) }

func (p *page) saveNow(then func()) {
	if p.s.File.Path() == "" {
		if m := p.s.File.Member(); m != nil {
			p.saveMember(m, then)
			return
		}
		p.saveAs(then)
		return
	}
	p.s.File.State(func(c journal.Change) {
		switch c {
		case journal.Edited:
			p.conflict(then)
		case journal.Gone:
			p.gone(then)
		default:
			p.write(p.s.File.Path(), then)
		}
	})
}

// write saves to path, after asking where the format cannot hold all; then runs once that is done.
func (p *page) write(path string, then func()) {
	p.s.File.Unwritable(path, func(lost []error) {
		if len(lost) == 0 {
			p.writeAll(path, then)
			return
		}
		p.choose(locale.T("Not everything can be kept"), lacks(path, lost), []gtkx.Choice{
			{Title: locale.T("Save a Studio Document…"), Detail: locale.T("It keeps everything; the other file is not written."), Run: func() { p.saveAs(then) }},
			{Title: locale.T("Write It All the Same"), Detail: locale.T("The document stays open with everything, and counts as unsaved."), Run: func() { p.writeAll(path, then) }},
		})
	})
}

// lacks says what a file would lack.
func lacks(path string, lost []error) string {
	parts := make([]string, len(lost))
	for i, err := range lost {
		parts[i] = "• " + locale.Err(err)
	}
	return locale.T("%s cannot hold all of this document. It would lack:", filepath.Base(path)) + "\n" + strings.Join(parts, "\n")
}

// saveMember saves a game of a file of several at its place there, if the person wants that; they are asked once, and again where something would get lost.
func (p *page) saveMember(m *ioall.Member, then func()) {
	p.s.File.UnwritableInto(m, func(lost []error) {
		if p.s.File.Agreed() && len(lost) == 0 {
			p.writeInto(m, true, then)
			return
		}
		text := locale.T("This is game %d of %d in %s.", m.Index+1, m.Of, filepath.Base(m.Path))
		if len(lost) > 0 {
			text += "\n" + lacks(m.Path, lost)
		}
		p.choose(locale.T("Where is the game to be saved?"), text, []gtkx.Choice{
			{Title: locale.T("Replace the Game There"), Detail: locale.T("The other games of the file stay as they are."), Run: func() { p.writeInto(m, len(lost) == 0, then) }},
			{Title: locale.T("Save a Studio Document…"), Detail: locale.T("It keeps everything; the other file is not written."), Run: func() { p.saveAs(then) }},
		})
	})
}

// writeInto saves to a place in a file of several games; whole says that its format can hold all.
func (p *page) writeInto(m *ioall.Member, whole bool, then func()) {
	var done func(error)
	done = func(err error) {
		var loss *safe.Loss
		switch {
		case errors.As(err, &loss):
			p.loss(m.Path, loss, func() { p.s.File.SaveInto(m, whole, true, done) }, then)
		case errors.Is(err, ioall.ErrMoved):
			p.moved(m, whole, then)
		default:
			ended(then)(err)
		}
	}
	p.s.File.SaveInto(m, whole, false, done)
}

// moved asks what to do with a game that its file does not hold as it was read.
func (p *page) moved(m *ioall.Member, whole bool, then func()) {
	end := *m
	end.Index = end.Of
	p.choose(locale.T("The file was changed"), locale.T("%s does not hold the game any more as it was read.", filepath.Base(m.Path)), []gtkx.Choice{
		{Title: locale.T("Add It Behind the Others"), Detail: locale.T("The games of the file stay as they are."), Run: func() { p.writeInto(&end, whole, then) }},
		{Title: locale.T("Save As…"), Detail: locale.T("Save this document under another name; the file stays as it is."), Run: func() { p.saveAs(then) }},
	})
}

// several asks what to do with the games of a file that a document was to replace; end is the place behind them, nil for none.
func (p *page) several(path string, n int, end *ioall.Member, then func()) {
	var choices []gtkx.Choice
	if m := p.s.File.Member(); m != nil && filepath.Clean(m.Path) == filepath.Clean(path) {
		choices = append(choices, gtkx.Choice{Title: locale.T("Replace Game %d", m.Index+1), Detail: locale.T("The other games of the file stay as they are."), Run: func() { p.saveMember(m, then) }})
	}
	if end != nil {
		choices = append(choices, gtkx.Choice{Title: locale.T("Add It Behind the Others"), Detail: locale.T("The games of the file stay as they are."), Run: func() { p.addMember(end, then) }})
	}
	choices = append(choices,
		gtkx.Choice{Title: locale.T("Save As…"), Detail: locale.T("Save this document under another name; the file stays as it is."), Run: func() { p.saveAs(then) }},
		gtkx.Choice{Title: locale.T("Replace the Whole File"), Detail: locale.T("It then holds this document only."), Run: func() { p.write(path, then) }})
	p.choose(locale.T("The file holds several games"), locale.N("%s holds %d game.", "%s holds %d games.", n, filepath.Base(path), n), choices)
}

// addMember saves behind the games of a file, after asking where its format cannot hold all.
func (p *page) addMember(end *ioall.Member, then func()) {
	p.s.File.UnwritableInto(end, func(lost []error) {
		if len(lost) == 0 {
			p.writeInto(end, true, then)
			return
		}
		p.choose(locale.T("Not everything can be kept"), lacks(end.Path, lost), []gtkx.Choice{
			{Title: locale.T("Save a Studio Document…"), Detail: locale.T("It keeps everything; the other file is not written."), Run: func() { p.saveAs(then) }},
			{Title: locale.T("Write It All the Same"), Detail: locale.T("The document stays open with everything, and counts as unsaved."), Run: func() { p.writeInto(end, false, then) }},
		})
	})
}

// writeAll saves to path what its format can hold.
func (p *page) writeAll(path string, then func()) {
	p.s.File.Save(path, func(err error) {
		var loss *safe.Loss
		switch {
		case errors.As(err, &loss):
			p.loss(path, loss, func() { p.s.File.Replace(path, ended(then)) }, then)
		case err == nil && then != nil:
			then()
		}
	})
}

// ended returns what is to be done at the end of a save: then, if that is not nil, where it went well.
func ended(then func()) func(error) {
	return func(err error) {
		if err == nil && then != nil {
			then()
		}
	}
}

// loss asks whether to replace a file of which something would get lost.
func (p *page) loss(path string, loss *safe.Loss, replace, then func()) {
	p.choose(locale.T("Something would get lost"), gtkx.LossText(path, loss), []gtkx.Choice{
		{Title: locale.T("Save As…"), Detail: locale.T("Save this document under another name; the file stays as it is."), Run: func() { p.saveAs(then) }},
		{Title: locale.T("Replace It"), Detail: locale.T("Save it here all the same."), Run: replace},
	})
}

func (p *page) saveAs(then func()) {
	o := p.games(true)
	o.Action, o.Title, o.Accept = gtk.FILE_CHOOSER_ACTION_SAVE, locale.T("Save As"), locale.T("Save")
	o.Name, o.File = p.s.File.SuggestName(), p.s.File.Path()
	gtkx.PickFile(p.win, o, func(path string) {
		if path == p.s.File.Path() {
			p.write(path, then)
			return
		}
		p.s.File.GamesAt(docfile.SavePath(path), func(n int, end *ioall.Member) {
			if n > 1 {
				p.several(path, n, end, then)
				return
			}
			p.write(path, then)
		})
	})
}

func (p *page) open() {
	o := p.games(false)
	o.Title, o.Accept = locale.T("Open a Game"), locale.T("Open")
	gtkx.PickFile(p.win, o, func(path string) { p.openFile(path, nil) })
}

// games returns a file dialog for games, in the known formats.
func (p *page) games(write bool) gtkx.FileDialog {
	all := gtkx.FileFilter{Title: locale.T("All game files")}
	var each []gtkx.FileFilter
	if !write {
		all.Patterns = []string{"*.zip", "*.gz"}
	}
	for _, f := range docfile.Filters(write, p.s.Rules()) {
		one := gtkx.FileFilter{Title: locale.T(f.Title)}
		for _, e := range f.Ext {
			one.Patterns = append(one.Patterns, "*"+e)
		}
		each, all.Patterns = append(each, one), append(all.Patterns, one.Patterns...)
	}
	any := gtkx.FileFilter{Title: locale.T("All files"), Patterns: []string{"*"}}
	return gtkx.FileDialog{
		Action: gtk.FILE_CHOOSER_ACTION_OPEN, Folder: p.st.LastFolder,
		Filters: slices.Concat([]gtkx.FileFilter{all}, each, []gtkx.FileFilter{any}),
	}
}

// writeFile writes a file, and asks first where something of the one before it would get lost. end hears how that went,
// unless the person then leaves it.
func writeFile(parent *gtk.Window, path string, data []byte, end func(error)) {
	err := ioall.Write(path, data)
	var loss *safe.Loss
	if errors.As(err, &loss) {
		gtkx.Sure(parent, gtkx.LossText(path, loss), locale.T("Replace It"), func() { end(ioall.Replace(path, data)) })
		return
	}
	end(err)
}
