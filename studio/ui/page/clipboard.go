package page

import (
	"context"
	"errors"
	"strings"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/app/command"
	"boardstudio/studio/app/jobs"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
)

// put copies text to the clipboard. It remains there when the program exits.
func (p *Page) put(text string) {
	if text == "" {
		return
	}
	if clip, err := gtk.ClipboardGet(selectionClipboard); err == nil {
		clip.SetText(text)
		clip.Store()
	}
}

// copyText copies text to the clipboard and shows the message done.
func (p *Page) copyText(text, done string) {
	p.put(text)
	p.Say(app.Note, done)
}

// clipboard returns the text in the clipboard. If the clipboard is empty, it shows a message and
// returns "".
func (p *Page) clipboard() string {
	clip, err := gtk.ClipboardGet(selectionClipboard)
	if err != nil {
		return ""
	}
	text, err := clip.WaitForText()
	if err != nil || strings.TrimSpace(text) == "" {
		p.Say(app.Note, locale.T("The clipboard contains no text"))
		return ""
	}
	return text
}

// paste inserts the record in the clipboard below the current node. If it does not fit there, paste
// offers to open it as a new document.
func (p *Page) paste() {
	p.pasted(func(text string, spec rules.Spec, here bool) {
		if !here {
			p.openAs(text, spec)
			return
		}
		p.Session.Paste(text, func(err error) {
			if err != nil && !errors.Is(err, context.Canceled) {
				p.pasteElsewhere(text, err)
			}
		})
	})
}

// pasted calls then() with the text in the clipboard and its game. It first waits until a running
// copy or cut of a branch has finished.
func (p *Page) pasted(then func(text string, spec rules.Spec, here bool)) {
	p.Session.Jobs.When(func() bool { return !p.Session.Jobs.Busy(jobs.Look, jobs.Edit) }, func() {
		if text := p.clipboard(); text != "" {
			p.fitting(text, func(spec rules.Spec, here bool) { then(text, spec, here) })
		}
	}, nil)
}

// pasteElsewhere offers to open a text as a new document because it cannot be pasted into the current game.
func (p *Page) pasteElsewhere(text string, err error) {
	p.Session.Stop()
	d := gtk.MessageDialogNew(p.Win, gtk.DIALOG_MODAL, gtk.MESSAGE_QUESTION, gtk.BUTTONS_NONE, "%s",
		locale.T("This cannot be pasted into the current game"))
	d.FormatSecondaryText("%s", locale.Err(err))
	d.AddButton(locale.T("Cancel"), gtk.RESPONSE_CANCEL)
	fresh, _ := d.AddButton(locale.T("Paste as New Document"), gtk.RESPONSE_YES)
	gtkx.AddClass(fresh, "suggested-action")
	d.SetDefaultResponse(gtk.RESPONSE_YES)
	gtkx.SetName(d, locale.T("Paste"))
	d.Connect("response", func(_ *gtk.MessageDialog, r gtk.ResponseType) {
		d.Destroy()
		if r == gtk.RESPONSE_YES {
			p.openText(text)
		}
	})
	d.ShowAll()
}

// pasteNew opens the record in the clipboard as a new document.
func (p *Page) pasteNew() {
	p.pasted(func(text string, spec rules.Spec, _ bool) { p.openAs(text, spec) })
}

// mergeFile asks for a file and merges it into this game.
func (p *Page) mergeFile() {
	o := p.games(false)
	o.Title, o.Accept = locale.T("Merge a File"), locale.T("Merge")
	gtkx.PickFile(p.Win, o, func(path string) { p.Session.Merge(path, nil) })
}

// openText opens a record as a new document.
func (p *Page) openText(text string) { p.openAs(text, p.Session.View.Rules().Spec()) }

// openAs is like openText, with the game of a record that does not name it.
func (p *Page) openAs(text string, spec rules.Spec) {
	p.Window.Into(func(x *Page, done func(error)) { x.Session.File.OpenText(text, spec, done) }, nil)
}

// extract opens the current branch in a new tab.
func (p *Page) extract() {
	p.Session.Extracted(func(d *model.Document) { p.Window.Room().Session.File.OpenCopy(d) })
}

// findPuzzles opens the puzzles of the tree as a new document.
func (p *Page) findPuzzles() {
	p.Session.FindPuzzles(func(d *model.Document) {
		to := p.Window.Room()
		to.Session.File.OpenCopy(d)
		n := d.Tree.Root().Last().Index() + 1
		to.Say(app.Note, locale.N("%d puzzle was found. Choose “%s” to solve it.", "%d puzzles were found. Choose “%s” to solve them.", n, n, locale.T(command.All[command.Guess].Title)))
	})
}

// repair lists the ways to correct an illegal move.
func (p *Page) repair() { p.Session.Remedies(p.remedies) }

func (p *Page) remedies(all []app.Remedy) {
	n := p.Session.View.Node()
	p.Lists.Open(gtkx.ListSpec{
		Title:   locale.T("Repair"),
		Hint:    locale.T("Search"),
		Columns: []gtkx.Column{{Title: locale.T("For %s", p.Session.View.MoveName(n)), Wide: true, Width: 260}, {Title: locale.T("What follows"), Width: 220}},
		Width:   560, Height: 420,
		Empty: locale.T("No matches"),
		Rows: func(typed string) gtkx.Rows {
			_, rows := gtkx.Fitting(all, typed, func(r app.Remedy) gtkx.Row { return gtkx.Row{Cells: []string{r.Title, r.Detail}} }, func(r app.Remedy) { p.Session.Repair(n, r.Repair) })
			return rows
		},
	})
}
