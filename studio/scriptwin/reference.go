package scriptwin

import (
	"strings"
	"unicode/utf8"

	"boardstudio/ai/lua/api"
	"boardstudio/locale"
	"boardstudio/studio/gtkx"
	"boardstudio/studio/scripts"
)

// reference lists the functions that scripts can call; Enter puts the chosen one into
// the text.
func (e *Window) reference() {
	word := ""
	if e.text != nil {
		word, _ = e.ed.lua.wordAt(e.ed.cursor())
		if word == "" { // behind the bracket of a call
			word, _ = e.ed.lua.wordAt(max(e.ed.cursor()-1, 0))
		}
		if len(scripts.FindEntries(word)) == 0 {
			_, method, _ := strings.Cut(word, ":")
			word = method
		}
		if len(scripts.FindEntries(word)) == 0 {
			word = ""
		}
	}
	e.entries(word)
}

// entries shows the list with a filter.
func (e *Window) entries(filter string) {
	view, scroll := gtkx.OutputText(locale.T("About the function"))
	scroll.SetSizeRequest(-1, 210)
	buf, _ := view.GetBuffer()
	buf.CreateTag("head", map[string]any{"weight": 700})
	buf.CreateTag("plain", map[string]any{"family": "sans"})
	var list []api.Entry
	l := e.lists.Open(gtkx.ListSpec{
		Title:   locale.T("Functions for Scripts"),
		Parent:  e.win,
		Hint:    locale.T("A name, or words of what is wanted"),
		Columns: []gtkx.Column{{Width: 300, Wide: true}, {Width: 130, Right: true}},
		Width:   620, Height: 620,
		Empty: locale.T("No function fits"),
		Foot:  scroll,
		Rows: func(typed string) gtkx.Rows {
			list = scripts.FindEntries(typed)
			return gtkx.Rows{
				N:  len(list),
				At: func(i int) gtkx.Row { return gtkx.Row{Cells: []string{list[i].Signature, locale.T(list[i].Group)}} },
				Do: func(i int) { e.insert(list[i]) },
			}
		},
		Chosen: func(i int) {
			buf.SetText("")
			if i < 0 || i >= len(list) {
				return
			}
			x := list[i]
			buf.InsertWithTagByName(buf.GetEndIter(), x.Signature+"\n", "head")
			buf.InsertWithTagByName(buf.GetEndIter(), strings.ReplaceAll(locale.T(x.Text)+"\n"+locale.T("Cost: %s", locale.T(x.Cost))+"\n\n", "`", ""), "plain")
			buf.Insert(buf.GetEndIter(), strings.TrimRight(x.Example, "\n"))
		},
	})
	if filter != "" {
		l.Find.SetText(filter)
		l.Find.SelectRegion(0, -1)
	}
}

// complete puts in what is left of the name at the cursor, or lists what it can be.
func (e *Window) complete() {
	word, _ := e.ed.lua.wordAt(e.ed.cursor())
	list := scripts.Completions(word)
	if len(list) == 1 {
		e.insert(list[0])
		return
	}
	e.entries(word)
}

// insert puts the name of a function into the text, in place of what stands there of it.
func (e *Window) insert(x api.Entry) {
	defer gtkx.Idle(func() {
		if !e.gone {
			e.win.Present()
			e.ed.GrabFocus()
		}
	})
	if e.text == nil || !e.text.Own() {
		return
	}
	at := e.ed.cursor()
	word, from := e.ed.lua.wordAt(at)
	if from+utf8.RuneCountInString(word) > at { // only what stands before the cursor
		word = string([]rune(word)[:at-from])
	}
	keep, text := scripts.Complete(word, x)
	e.ed.replace(from+utf8.RuneCountInString(keep), at, text)
}
