package studio

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/io/journal"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/studio/app"
)

// conflict asks what to do with a file that somebody else changed since it was
// opened; then runs once the document is saved.
func (w *window) conflict(then func()) {
	name := w.s.DocName()
	w.choose(locale.T("The file was changed"),
		locale.T("“%s” was changed by another program since it was opened or saved here.", name),
		[]choice{
			{title: locale.T("Compare…"), detail: locale.T("See first what is different, and decide then."), run: func() {
				w.s.CompareFile(func(o *app.Other, err error) {
					if err == nil {
						w.differences(locale.T("Differences to the file"), o, func() { w.conflict(then) })
					}
				})
			}},
			{title: locale.T("Keep both"), detail: locale.T("Save this document under another name; the file stays as it is."), run: func() { w.saveAs(then) }},
			{title: locale.T("Take theirs"), detail: locale.T("What is in the file replaces what is here, as one step that can be undone."), run: func() { w.takeFile(then) }},
			{title: locale.T("Keep mine"), detail: locale.T("Save over it; what is in the file stays among its versions."), run: func() { w.write(w.s.Path(), then) }},
		})
}

// gone asks where to save a document whose file is no longer where it was.
func (w *window) gone(then func()) {
	folder := filepath.Dir(w.s.Path())
	_, err := os.Stat(folder)
	w.choose(locale.T("The file is gone"),
		locale.T("“%s” is no longer in %s: it was moved or deleted, or the medium was removed.", w.s.DocName(), folder),
		[]choice{
			{title: locale.T("Save as…"), detail: locale.T("Choose where to save it."), run: func() { w.saveAs(then) }},
			{title: locale.T("Save there again"), detail: locale.T("Make the file anew in the same folder."), off: err != nil, run: func() { w.write(w.s.Path(), then) }},
		})
}

// takeFile brings what is in the file into the document.
func (w *window) takeFile(then func()) {
	w.s.CompareFile(func(o *app.Other, err error) {
		switch {
		case err != nil:
		case !w.s.Fits(o):
			w.say(app.Problem, locale.T("The file holds another game now; it was not taken"))
		default:
			w.s.Take(o, func() {
				if then != nil {
					then()
				}
			})
		}
	})
}

// differences lists what is different in another state of the document; then, if not
// nil, goes on from there.
func (w *window) differences(title string, o *app.Other, then func()) {
	if !w.s.Fits(o) {
		w.say(app.Warning, locale.T("It is another game"))
		if then != nil {
			then()
		}
		return
	}
	var foot gtk.IWidget
	var l *list
	if then != nil {
		b, _ := gtk.ButtonNewWithLabel(locale.T("Decide…"))
		b.SetHAlign(gtk.ALIGN_END)
		b.Connect("clicked", func() {
			l.close()
			then()
		})
		foot = b
	}
	text := func(d model.Difference) []string {
		n := d.A
		if n == nil {
			n = d.B
		}
		if n == nil {
			return []string{"", "", w.s.Says(d)}
		}
		at := ""
		if p := n.Ply(); p > 0 {
			at = itoa(p)
		}
		return []string{at, w.s.MoveName(n), w.s.Says(d)}
	}
	l = w.openList(listSpec{
		title: title, hint: locale.T("Search"), width: 520, height: 420,
		columns: []column{{title: locale.T("Ply"), width: 60, right: true}, {title: locale.T("Move"), width: 110}, {title: locale.T("Difference"), wide: true}},
		empty:   locale.T("There is no difference"), foot: foot, stays: true,
		rows: func(filter string) rows {
			fit := fitting(o.Differences, filter, text)
			return rows{
				n: len(fit), none: unfit(filter), at: func(i int) row { return row{cells: text(fit[i])} },
				do: func(i int) {
					n := fit[i].A
					if n == nil && fit[i].B != nil {
						n = w.s.Like(fit[i].B.Parent())
					}
					if n != nil && w.s.Tree().Contains(n) {
						w.s.Go(n)
					}
				},
			}
		},
	})
}

// fitting returns those of all with the text that was typed in one of their cells.
func fitting[T any](all []T, typed string, cells func(T) []string) []T {
	typed = app.Fold(strings.TrimSpace(typed))
	var fit []T
	for _, x := range all {
		if strings.Contains(app.Fold(strings.Join(cells(x), " ")), typed) {
			fit = append(fit, x)
		}
	}
	return fit
}

// unfit is shown in place of what an empty list says where something was typed.
func unfit(typed string) string {
	if strings.TrimSpace(typed) == "" {
		return ""
	}
	return locale.T("Nothing fits")
}

// rowButton returns a button for the foot of a list that is about to be made: f gets
// the chosen row.
func rowButton(l **list, text string, f func(i int)) *gtk.Button {
	b, _ := gtk.ButtonNewWithLabel(text)
	b.Connect("clicked", func() {
		if i := (*l).at; i >= 0 {
			f(i)
		}
	})
	return b
}

// versions lists the versions of the document's file that are kept.
func (w *window) versions() {
	vs := w.s.Versions()
	var shown []journal.Version
	title := locale.T("Versions of %s", w.s.DocName())
	buttons := hbox(8)
	buttons.SetHAlign(gtk.ALIGN_END)
	var l *list
	do := func(text string, f func(v journal.Version)) {
		buttons.PackStart(rowButton(&l, text, func(i int) { f(shown[i]) }), false, false, 0)
	}
	compared := func(v journal.Version, f func(o *app.Other)) {
		w.s.CompareVersion(v, func(o *app.Other, err error) {
			if err == nil {
				f(o)
			}
		})
	}
	restore := func(v journal.Version) {
		compared(v, func(o *app.Other) {
			w.s.Take(o, func() {
				w.say(app.Note, locale.T("The version of %s is restored; saving makes it the file, undo brings back what was here", app.Since(v.Time)))
			})
		})
	}
	do(locale.T("Compare"), func(v journal.Version) {
		compared(v, func(o *app.Other) {
			w.differences(locale.T("Differences to the version of %s", app.Since(v.Time)), o, nil)
		})
	})
	do(locale.T("Open as a new document"), func(v journal.Version) {
		compared(v, func(o *app.Other) { w.unlessUnsaved(func() { w.s.OpenOther(o) }) })
	})
	do(locale.T("Restore"), func(v journal.Version) { l.close(); restore(v) })
	l = w.openList(listSpec{
		title: title, hint: locale.T("Search"), width: 520, height: 360,
		columns: []column{{title: locale.T("Saved"), width: 180}, {title: locale.T("Size"), width: 110, right: true}, {wide: true}},
		empty:   locale.T("Nothing was saved yet"), foot: buttons,
		rows: func(filter string) rows {
			cells := func(v journal.Version) []string {
				newest := ""
				if v == vs[0] {
					newest = locale.T("the newest")
				}
				return []string{app.Since(v.Time), size(v.Size), newest}
			}
			shown = fitting(vs, filter, cells)
			return rows{
				n: len(shown), none: unfit(filter),
				at: func(i int) row { return row{cells: cells(shown[i])} },
				do: func(i int) { restore(shown[i]) },
			}
		},
	})
}

// size returns a number of bytes as people say it.
func size(n int64) string {
	if n < 10_000 {
		return locale.T("%d bytes", n)
	}
	return locale.T("%d kB", n/1000)
}

// recover offers what studios that ended unexpectedly left behind. Unless it was
// asked for, nothing is shown when there is nothing.
func (w *window) recover(asked bool) {
	lost := w.s.Lost()
	if len(lost) == 0 {
		if asked {
			w.say(app.Note, locale.T("There is nothing to recover"))
		}
		return
	}
	buttons := hbox(8)
	hint := wrapped(locale.T("The studio ended unexpectedly while these documents had unsaved changes. They stay here until they are saved or deleted."), 40)
	addClass(hint, "hint")
	buttons.PackStart(hint, true, true, 0)
	var l *list
	shown := lost
	again := func() {
		lost = w.s.Lost()
		if len(lost) == 0 {
			l.close()
			return
		}
		l.search(l.filter)
	}
	open := func(i int) {
		l.close()
		id := shown[i].ID
		w.unlessUnsaved(func() {
			w.s.Recover(id, func(error) { w.recover(false) })
		})
	}
	do := func(text, class string, f func(i int)) {
		b := rowButton(&l, text, f)
		b.SetVAlign(gtk.ALIGN_CENTER)
		if class != "" {
			addClass(b, class)
		}
		buttons.PackStart(b, false, false, 0)
	}
	do(locale.T("Delete"), "destructive-action", func(i int) {
		sure(w.win, locale.T("Delete the unsaved changes of “%s” for ever?", app.LostTitle(shown[i])), locale.T("Delete"), func() {
			w.s.Forget(shown[i].ID)
			again()
		})
	})
	do(locale.T("In a new window"), "", func(i int) {
		if w.another("--recover", shown[i].ID) {
			loop{}.After(1500*1e6, again)
		}
	})
	do(locale.T("Recover"), "suggested-action", open)
	l = w.openList(listSpec{
		title: locale.T("Recover lost work"), hint: locale.T("Search"), width: 860, height: 360,
		columns: []column{
			{title: locale.T("Document"), width: 200, wide: true},
			{title: locale.T("Last change"), width: 140},
			{title: locale.T("What there is"), width: 380},
		},
		foot: buttons, stays: true,
		rows: func(filter string) rows {
			cells := func(i journal.Info) []string {
				return []string{app.LostTitle(i), app.Since(i.Last), app.LostState(i)}
			}
			shown = fitting(lost, filter, cells)
			return rows{
				n: len(shown), none: unfit(filter), at: func(i int) row { return row{cells: cells(shown[i])} },
				do: open,
			}
		},
	})
}

// another starts a second window: a studio of its own.
func (w *window) another(args ...string) bool {
	self, err := os.Executable()
	if err == nil {
		cmd := exec.Command(self, args...)
		if err = cmd.Start(); err == nil {
			go func() { _ = cmd.Wait() }() // so that it does not stay as a zombie
			return true
		}
	}
	w.say(app.Problem, locale.T("A new window cannot be opened: %s", locale.Err(err)))
	return false
}

// sure asks before something that cannot be undone.
func sure(parent *gtk.Window, question, accept string, then func()) {
	d := gtk.MessageDialogNew(parent, gtk.DIALOG_MODAL, gtk.MESSAGE_QUESTION, gtk.BUTTONS_NONE, "%s", question)
	d.AddButton(locale.T("Cancel"), gtk.RESPONSE_CANCEL)
	b, _ := d.AddButton(accept, gtk.RESPONSE_OK)
	addClass(b, "destructive-action")
	name(d, accept)
	d.Connect("response", func(_ *gtk.MessageDialog, r gtk.ResponseType) {
		d.Destroy()
		if r == gtk.RESPONSE_OK {
			then()
		}
	})
	d.ShowAll()
}
