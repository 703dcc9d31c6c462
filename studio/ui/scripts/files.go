package scripts

import (
	"context"
	"errors"
	"net/url"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/ai/lua/script"
	"boardstudio/store/safe"
	"boardstudio/studio/app/scripts"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
)

// open opens a script, after asking about unsaved text of the current one.
func (e *Window) open(path string) {
	if path == e.path() {
		return
	}
	e.unlessUnsaved(func() { e.show(path) }, e.selectRow)
}

// show opens a script. The current one must already be closed or saved.
func (e *Window) show(path string) {
	e.opening = path
	e.selectRow()
	e.requests++
	request := e.requests
	e.host.Session().OpenScript(path, func(t *scripts.Text, err error) {
		if e.requests != request {
			return // a newer request was made
		}
		e.opening = ""
		switch {
		case e.gone: // the window was closed in the meantime
		case err == nil:
			e.edit(t)
		default:
			if !errors.Is(err, context.Canceled) {
				e.problem.show(err, "")
			}
			e.selectRow()
		}
	})
}

// edit shows the text of a script that was just read.
func (e *Window) edit(t *scripts.Text) {
	if e.text != nil {
		e.text.Close()
	}
	e.trace.close(false)
	e.text, e.about = t, nil
	e.problem.show(nil, "")
	e.profile.clear()
	t.Checked = e.checked
	e.ed.open(t)
	e.selectRow()
	e.edited()
	t.Check(0)
	if t.Drafted {
		e.problem.say(locale.T("This text was not saved in an earlier session. Undo returns to the saved text."))
	}
}

// checked shows the result of checking the text.
func (e *Window) checked(about *script.Description, err error) {
	e.about = about
	if err != nil || e.problem.kind == "" || e.problem.kind == "check" {
		if !e.text.Drafted || err != nil {
			e.problem.show(err, "check")
		}
	}
	e.showState()
	e.refresh()
}

// edited updates the window after an edit.
func (e *Window) edited() {
	if e.text == nil {
		return
	}
	if e.trace.tracer != nil && e.trace.text != e.text.Text() {
		e.trace.close(true) // the edit changed its line numbers
	}
	if e.problem.kind == "run" && e.text.Unsaved() {
		e.problem.show(nil, "") // the problem was found in a previous version of the text
	}
	e.showState()
	e.refresh()
}

// showState shows the name of the script, whether it is saved, and the cursor position.
func (e *Window) showState() {
	if e.text == nil {
		e.title.SetText("")
		e.state.SetText("")
		return
	}
	title := e.text.Name() + ".lua"
	if e.text.Unsaved() {
		title = "• " + title
	}
	e.win.SetTitle(title + " – " + locale.T("Scripts") + " – Studio")
	if e.about != nil && e.about.Name != "" {
		title += "  ·  " + locale.Title(e.about.Name)
	}
	e.title.SetText(title)
	l := &e.ed.lua
	at := e.ed.cursor()
	line := l.lineAt(at)
	state := locale.T("line %d, column %d", line+1, at-l.start(line)+1)
	switch {
	case !e.text.Own():
		state += "  ·  " + locale.T("an example: duplicate it to change it")
	case e.text.Unsaved():
		state += "  ·  " + locale.T("not saved; kept as a draft")
	default:
		state += "  ·  " + locale.T("saved")
	}
	e.state.SetText(state)
}

// save saves the script and then calls then(), unless it is nil.
func (e *Window) save(then func()) {
	if e.text == nil || !e.text.Unsaved() && !e.text.Drafted {
		if then != nil {
			then()
		}
		return
	}
	e.finishSave(e.text.Save(false), then)
}

func (e *Window) finishSave(err error, then func()) {
	var loss *safe.Loss
	switch {
	case errors.Is(err, scripts.ErrChanged):
		e.asking = true
		gtkx.Choose(e.win, locale.T("The file has changed"), locale.T("Another program has changed “%s” since you opened it.", e.text.Name()), []gtkx.Choice{
			{Title: locale.T("Save Mine"), Detail: locale.T("The changes of the other program are overwritten."), Run: func() { e.finishSave(e.text.Save(true), then) }},
			{Title: locale.T("Take Theirs"), Detail: locale.T("Your unsaved changes are discarded."), Run: func() {
				path := e.text.Path()
				e.text.Discard()
				e.show(path)
			}},
		}, func() { e.asking = false })
	case errors.As(err, &loss):
		gtkx.Sure(e.win, gtkx.LossText(e.text.Path(), loss), locale.T("Replace It"), func() { e.finishSave(e.text.Replace(), then) })
	case err != nil:
		e.problem.show(err, "")
	default:
		e.problem.saved()
		e.text.Check(0)
		e.edited()
		if then != nil {
			then()
		}
	}
}

// revert discards unsaved changes, after asking for confirmation.
func (e *Window) revert() {
	path := e.text.Path()
	gtkx.Sure(e.win, locale.T("Discard the unsaved changes to “%s”?", e.text.Name()), locale.T("Discard"), func() {
		e.text.Discard()
		e.show(path)
	})
}

// unlessUnsaved calls then(), after asking about unsaved text. If the user cancels, it calls
// otherwise.
func (e *Window) unlessUnsaved(then, otherwise func()) {
	if e.text == nil || !e.text.Unsaved() {
		then()
		return
	}
	if e.asking {
		return
	}
	e.asking = true
	e.win.Present()
	gtkx.AskUnsaved(e.win, locale.T("Unsaved script"), e.text.Name(), locale.T("If you do not save, the changes since the last save are lost."), func(r gtk.ResponseType) {
		e.asking = false
		switch r {
		case gtk.RESPONSE_YES:
			e.save(then)
		case gtk.RESPONSE_NO:
			e.text.Discard()
			e.text, e.ed.text = nil, nil
			then()
		default:
			if otherwise != nil {
				otherwise()
			}
		}
	})
}

// close closes the window, after asking about unsaved text.
func (e *Window) close() { e.CloseThen(func() {}) }

// CloseThen closes the window, after asking about unsaved text, and calls then().
func (e *Window) CloseThen(then func()) {
	e.unlessUnsaved(func() {
		e.destroy()
		then()
	}, nil)
}

func (e *Window) destroy() {
	e.trace.close(false)
	e.profile.cancel()
	if e.text != nil {
		e.text.Close()
		e.text = nil
	}
	e.ed.text = nil
	e.win.Destroy()
	e.host.Present()
}

// askName asks for the name of a script. It asks again while done returns an error.
func (e *Window) askName(title, accept, now string, extra gtk.IWidget, done func(name string) error) {
	box := gtkx.VBox(8)
	f := gtkx.NewForm()
	text := now
	entry := gtkx.Field(locale.T("Name of the script"), now, "", func(s string) { text = s })
	entry.SetWidthChars(32)
	entry.SetActivatesDefault(true)
	f.Row(locale.T("Name of the script"), entry)
	if extra != nil {
		f.Row(locale.T("Start with"), extra)
	}
	bad := gtkx.Wrapped("", 44)
	gtkx.AddClass(bad, "bad")
	gtkx.SetID(bad, "Problem")
	gtkx.Pack(box, f, bad)
	gtkx.Ask(e.win, title, box, accept, func() bool {
		err := done(text)
		if err != nil {
			bad.SetText(gtkx.Sentence(locale.Err(err)))
		}
		return err == nil
	}, func() { e.ed.GrabFocus() })
	entry.GrabFocus()
	entry.SelectRegion(0, -1)
}

// newScript creates a script from a template.
func (e *Window) newScript() {
	templates := scripts.Templates(e.host.Session().App.Games)
	var titles []string
	at := 0
	for i, t := range templates {
		titles = append(titles, locale.T(t.Title))
		if t.Game == e.host.Session().View.Rules().Spec().Game {
			at = i
		}
	}
	which := gtkx.Combo(locale.T("Start with"), titles, at, func(i int) { at = max(i, 0) })
	e.create(locale.T("New script"), locale.T("My player"), which, func(name string) string { return templates[at].Text(name) })
}

// duplicate creates a copy of the open script.
func (e *Window) duplicate() {
	text := e.text.Text()
	e.create(locale.T("Duplicate"), e.text.Name(), nil, func(string) string { return text })
}

// create asks for the name of a new script, writes the text to it and opens it.
func (e *Window) create(title, name string, extra gtk.IWidget, text func(name string) string) {
	lib := e.host.Session().Scripts()
	e.unlessUnsaved(func() {
		e.askName(title, locale.T("Create"), lib.FreeName(name), extra, func(name string) error {
			path, err := lib.Create(name, text(name))
			if err == nil {
				e.show(path)
				e.fillList()
				e.ed.GrabFocus()
			}
			return err
		})
	}, nil)
}

func (e *Window) rename() {
	path := e.text.Path()
	e.askName(locale.T("Rename"), locale.T("Rename"), e.text.Name(), nil, func(name string) error {
		err := e.text.Rename(name)
		to := e.text.Path()
		if to == path {
			return err
		}
		e.values[to] = e.values[path]
		e.fillList()
		e.showState()
		if err != nil { // the script was renamed anyway
			e.problem.show(err, "")
		}
		return nil
	})
}

func (e *Window) delete() {
	path := e.text.Path()
	gtkx.Sure(e.win, locale.T("Delete the script “%s” permanently?", e.text.Name()), locale.T("Delete"), func() {
		e.text.Discard()
		if err := e.host.Session().Scripts().Delete(path); err != nil {
			e.problem.show(err, "")
			return
		}
		e.text, e.ed.text = nil, nil
		e.fillList()
		if len(e.items) > 0 {
			e.show(e.items[0].Path)
		}
		e.focusList()
	})
}

// openFolder opens the folder of the user's scripts in the file manager.
func (e *Window) openFolder() {
	dir := e.host.Session().Scripts().Own
	address := url.URL{Scheme: "file", Path: dir}
	if err := gtkx.ShowAddress(e.win, address.String()); err != nil {
		e.problem.say(locale.T("The scripts are in %s", dir))
	}
}

// askLine asks for a line number and moves the cursor there.
func (e *Window) askLine() {
	n := gtkx.Spin(locale.T("Line"), 1, e.ed.lua.len(), e.ed.lua.lineAt(e.ed.cursor())+1, nil)
	n.SetActivatesDefault(true)
	f := gtkx.NewForm()
	f.Row(locale.T("Line"), n)
	gtkx.Ask(e.win, locale.T("Go to a line"), f, locale.T("Go"), func() bool {
		n.Update()
		e.ed.goTo(n.GetValueAsInt())
		return true
	}, func() { e.ed.GrabFocus() })
	n.GrabFocus()
}
