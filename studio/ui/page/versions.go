package page

import (
	"os"
	"path/filepath"
	"strconv"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/model"
	"boardstudio/store/journal"
	"boardstudio/studio/app"
	"boardstudio/studio/app/docfile"
	"boardstudio/studio/app/settings"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
)

// conflict asks what to do with a file that another program has changed since it was opened. It
// calls then() when the document is saved.
func (p *Page) conflict(then func()) {
	name := p.Session.File.Name()
	p.choose(locale.T("The file was changed"),
		locale.T("“%s” was changed by another program since you opened or saved it.", name),
		[]gtkx.Choice{
			{Title: locale.T("Compare…"), Detail: locale.T("Compare first, then decide."), Run: func() {
				p.Session.File.Compare(func(o *docfile.Other, err error) {
					if err == nil {
						p.differences(locale.T("Differences to the file"), o, func() { p.conflict(then) })
					}
				})
			}},
			{Title: locale.T("Keep Both"), Detail: locale.T("Save this document under another name. The existing file is not changed."), Run: func() { p.saveAs(then) }},
			{Title: locale.T("Take Theirs"), Detail: locale.T("The content of the file replaces the content of this document, in one step that can be undone."), Run: func() { p.takeFile(then) }},
			{Title: locale.T("Keep Mine"), Detail: locale.T("Overwrite the file. Its current content stays available under Versions."), Run: func() { p.write(p.Session.File.Path(), then) }},
		})
}

// gone asks where to save a document whose file no longer exists.
func (p *Page) gone(then func()) {
	folder := filepath.Dir(p.Session.File.Path())
	_, err := os.Stat(folder)
	p.choose(locale.T("The file is missing"),
		locale.T("“%s” is no longer in %s: it was moved or deleted, or the medium was removed.", p.Session.File.Name(), folder),
		[]gtkx.Choice{
			{Title: locale.T("Save As…"), Detail: locale.T("Choose where to save it."), Run: func() { p.saveAs(then) }},
			{Title: locale.T("Save There Again"), Detail: locale.T("Create the file again in the same folder."), Off: err != nil, Run: func() { p.write(p.Session.File.Path(), then) }},
		})
}

// takeFile merges the file's content into the document.
func (p *Page) takeFile(then func()) {
	p.Session.File.Compare(func(o *docfile.Other, err error) {
		switch {
		case err != nil:
		case !p.Session.File.Fits(o):
			p.Say(app.Problem, locale.T("The file now contains another game and was not loaded"))
		default:
			p.Session.Take(o, func() {
				if then != nil {
					then()
				}
			})
		}
	})
}

// differences lists the differences between the document and another version. It calls then(), unless
// nil, when the list is closed.
func (p *Page) differences(title string, o *docfile.Other, then func()) {
	if !p.Session.File.Fits(o) {
		p.Say(app.Warning, locale.T("The file contains another game"))
		if then != nil {
			then()
		}
		return
	}
	var foot gtk.IWidget
	var l *gtkx.List
	if then != nil {
		b, _ := gtk.ButtonNewWithLabel(locale.T("Decide…"))
		b.SetHAlign(gtk.ALIGN_END)
		b.Connect("clicked", func() {
			l.Close()
			then()
		})
		foot = b
	}
	row := func(d model.Difference) gtkx.Row {
		n := d.A
		if n == nil {
			n = d.B
		}
		if n == nil {
			return gtkx.Row{Cells: []string{"", "", docfile.DifferenceTitle(d)}}
		}
		at := ""
		if ply := n.Ply(); ply > 0 {
			at = strconv.Itoa(ply)
		}
		return gtkx.Row{Cells: []string{at, p.Session.View.MoveName(n), docfile.DifferenceTitle(d)}}
	}
	l = p.Lists.Open(gtkx.ListSpec{
		Title: title, Hint: locale.T("Search"), Width: 520, Height: 420,
		Columns: []gtkx.Column{{Title: locale.T("Ply"), Width: 60, Right: true}, {Title: locale.T("Move"), Width: 110}, {Title: locale.T("Difference"), Wide: true}},
		Empty:   locale.T("There are no differences"), Foot: foot, Stays: true,
		Rows: func(filter string) gtkx.Rows {
			_, rows := gtkx.Fitting(o.Differences, filter, row, func(d model.Difference) {
				n := d.A
				if n == nil && d.B != nil {
					n = p.Session.View.Like(d.B.Parent())
				}
				if n != nil && p.Session.View.Tree().Contains(n) {
					p.Session.Go(n)
				}
			})
			return rows
		},
	})
}

// rowButton returns a button below a list that is created later. It calls f with the selected row.
func rowButton(l **gtkx.List, text string, f func(i int)) *gtk.Button {
	b := gtkx.Button(text, func() {
		if i := (*l).At; i >= 0 {
			f(i)
		}
	})
	return b
}

// versions lists the saved versions of the document's file.
func (p *Page) versions() {
	vs := p.Session.File.Versions()
	var shown []journal.Version
	title := locale.T("Versions of %s", p.Session.File.Name())
	buttons := gtkx.HBox(8)
	buttons.SetHAlign(gtk.ALIGN_END)
	var l *gtkx.List
	do := func(text string, f func(v journal.Version)) {
		buttons.PackStart(rowButton(&l, text, func(i int) { f(shown[i]) }), false, false, 0)
	}
	compared := func(v journal.Version, f func(o *docfile.Other)) {
		p.Session.File.CompareVersion(v, func(o *docfile.Other, err error) {
			if err == nil {
				f(o)
			}
		})
	}
	restore := func(v journal.Version) {
		compared(v, func(o *docfile.Other) {
			p.Session.Take(o, func() {
				p.Say(app.Note, locale.T("The version of %s is restored. Save to keep it, or undo to return to the previous content.", docfile.Exactly(v.Time)))
			})
		})
	}
	do(locale.T("Compare"), func(v journal.Version) {
		compared(v, func(o *docfile.Other) {
			p.differences(locale.T("Differences to the version of %s", docfile.Exactly(v.Time)), o, nil)
		})
	})
	do(locale.T("Open as a new document"), func(v journal.Version) {
		compared(v, func(o *docfile.Other) { p.Window.Room().Session.File.OpenCopy(o.Doc) })
	})
	do(locale.T("Restore"), func(v journal.Version) { l.Close(); restore(v) })
	l = p.Lists.Open(gtkx.ListSpec{
		Title: title, Hint: locale.T("Search"), Width: 520, Height: 360,
		Columns: []gtkx.Column{{Title: locale.T("Saved"), Width: 180}, {Title: locale.T("Size"), Width: 110, Right: true}, {Wide: true}},
		Empty:   locale.T("Nothing has been saved"), Foot: buttons,
		Rows: func(filter string) gtkx.Rows {
			var rows gtkx.Rows
			shown, rows = gtkx.Fitting(vs, filter, func(v journal.Version) gtkx.Row {
				newest := ""
				if v == vs[0] {
					newest = locale.T("the newest")
				}
				return gtkx.Row{Cells: []string{docfile.Exactly(v.Time), size(v.Size), newest}}
			}, restore)
			return rows
		},
	})
}

// size formats a number of bytes.
func size(n int64) string {
	if n < 10_000 {
		return locale.T("%d bytes", n)
	}
	return locale.T("%d kB", n/1000)
}

// Recover offers to recover documents after a crash. If there is nothing to recover, it shows a
// message only if asked is set.
func (p *Page) Recover(asked bool) {
	lost := p.Session.File.Lost()
	if len(lost) == 0 {
		if asked {
			p.Say(app.Note, locale.T("There is nothing to recover"))
		}
		return
	}
	buttons := gtkx.HBox(8)
	hint := gtkx.Wrapped(locale.T("Studio ended unexpectedly while these documents had unsaved changes. They stay in this list until you save or delete them."), 40)
	gtkx.AddClass(hint, "hint")
	buttons.PackStart(hint, true, true, 0)
	var l *gtkx.List
	shown := lost
	again := func() {
		lost = p.Session.File.Lost()
		if len(lost) == 0 {
			l.Close()
			return
		}
		l.Refill()
	}
	open := func(i journal.Info) {
		l.Close()
		p.Window.Reopen(settings.Tab{Journal: i.ID, Path: i.File.Path()}, func(x *Page) { x.Recover(false) })
	}
	do := func(text, class string, f func(i int)) {
		b := rowButton(&l, text, f)
		b.SetVAlign(gtk.ALIGN_CENTER)
		if class != "" {
			gtkx.AddClass(b, class)
		}
		buttons.PackStart(b, false, false, 0)
	}
	do(locale.T("Delete"), "destructive-action", func(i int) {
		gtkx.Sure(p.Win, locale.T("Delete the unsaved changes of “%s” permanently?", docfile.LostTitle(shown[i])), locale.T("Delete"), func() {
			p.Session.File.Forget(shown[i].ID)
			again()
		})
	})
	do(locale.T("Recover"), "suggested-action", func(i int) { open(shown[i]) })
	l = p.Lists.Open(gtkx.ListSpec{
		Title: locale.T("Recover Lost Work"), Hint: locale.T("Search"), Width: 860, Height: 360,
		Columns: []gtkx.Column{
			{Title: locale.T("Document"), Width: 200, Wide: true},
			{Title: locale.T("Last change"), Width: 140},
			{Title: locale.T("Available"), Width: 380},
		},
		Foot: buttons, Stays: true,
		Rows: func(filter string) gtkx.Rows {
			var rows gtkx.Rows
			shown, rows = gtkx.Fitting(lost, filter, func(i journal.Info) gtkx.Row {
				return gtkx.Row{Cells: []string{docfile.LostTitle(i), docfile.Exactly(i.Last), docfile.LostState(i)}}
			}, open)
			return rows
		},
	})
}
