package scripts

import (
	"strings"
	"unicode/utf8"

	"boardstudio/ai/lua/api"
	"boardstudio/studio/app/scripts"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
)

// reference lists the functions available to scripts. Enter inserts the selected one.
func (e *Window) reference() {
	word := ""
	if e.text != nil {
		word, _ = e.ed.lua.wordAt(e.ed.cursor())
		if word == "" { // the cursor may be after the bracket of a call
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

// entries shows the list of functions with a filter.
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
		Hint:    locale.T("A name, or words to search for"),
		Columns: []gtkx.Column{{Width: 300, Wide: true}, {Width: 130, Right: true}},
		Width:   620, Height: 620,
		Empty: locale.T("No matching functions"),
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

// complete completes the name at the cursor, or lists the possible completions.
func (e *Window) complete() {
	word, _ := e.ed.lua.wordAt(e.ed.cursor())
	list := scripts.Completions(word)
	if len(list) == 1 {
		e.insert(list[0])
		return
	}
	e.entries(word)
}

// insert inserts the name of a function, replacing the part already typed.
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
	if from+utf8.RuneCountInString(word) > at { // only the part before the cursor
		word = string([]rune(word)[:at-from])
	}
	keep, text := scripts.Complete(word, x)
	e.ed.replace(from+utf8.RuneCountInString(keep), at, text)
}
