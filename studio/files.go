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
		parts := make([]string, len(lost))
		for i, err := range lost {
			parts[i] = "• " + locale.Err(err)
		}
		p.choose(locale.T("Not everything can be kept"), locale.T("%s cannot hold all of this document. It would lack:", filepath.Base(path))+"\n"+strings.Join(parts, "\n"), []gtkx.Choice{
			{Title: locale.T("Save a Studio Document…"), Detail: locale.T("It keeps everything; the other file is not written."), Run: func() { p.saveAs(then) }},
			{Title: locale.T("Write It All the Same"), Detail: locale.T("The document stays open with everything, and counts as unsaved."), Run: func() { p.writeAll(path, then) }},
		})
	})
}

// writeAll saves to path what its format can hold.
func (p *page) writeAll(path string, then func()) {
	p.s.File.Save(path, func(err error) {
		var loss *safe.Loss
		switch {
		case errors.As(err, &loss):
			p.loss(path, loss, then)
		case err == nil && then != nil:
			then()
		}
	})
}

// loss asks whether to replace a file of which something would get lost.
func (p *page) loss(path string, loss *safe.Loss, then func()) {
	p.choose(locale.T("Something would get lost"), gtkx.LossText(path, loss), []gtkx.Choice{
		{Title: locale.T("Save As…"), Detail: locale.T("Save this document under another name; the file stays as it is."), Run: func() { p.saveAs(then) }},
		{Title: locale.T("Replace It"), Detail: locale.T("Save it here all the same."), Run: func() {
			p.s.File.Replace(path, func(err error) {
				if err == nil && then != nil {
					then()
				}
			})
		}},
	})
}

func (p *page) saveAs(then func()) {
	o := p.games(true)
	o.Action, o.Title, o.Accept = gtk.FILE_CHOOSER_ACTION_SAVE, locale.T("Save As"), locale.T("Save")
	o.Name, o.File = p.s.File.SuggestName(), p.s.File.Path()
	gtkx.PickFile(p.win, o, func(path string) { p.write(path, then) })
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
