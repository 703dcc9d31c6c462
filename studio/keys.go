package studio

import (
	"slices"
	"strings"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/internal/fold"
	"boardstudio/locale"
	"boardstudio/msg"
	"boardstudio/studio/app"
	"boardstudio/studio/command"
	"boardstudio/studio/gtkx"
	"boardstudio/studio/settings"
)

// tip is a widget that says what a command does and its key.
type tip struct {
	widget *gtk.Widget
	id     command.ID
}

// tip gives a widget the title and the key of a command as its tooltip; it
// follows the key as long as there is the widget.
func (w *window) tip(widget gtk.IWidget, id command.ID) {
	t := &tip{widget.ToWidget(), id}
	w.tips[t] = true
	t.widget.Connect("destroy", func() { delete(w.tips, t) })
	w.showTip(t)
}

func (w *window) showTip(t *tip) {
	text := locale.T(command.All[t.id].Title)
	if k := w.keyText(t.id); k != "" {
		text += "  (" + k + ")"
	}
	t.widget.SetTooltipText(text)
}

// keyTexts returns the keys of a command as menus write them.
func (w *window) keyTexts(id command.ID) []string {
	var list []string
	for _, k := range w.st.KeysOf(id) {
		val, mods := gtk.AcceleratorParse(k)
		list = append(list, gtk.AcceleratorGetLabel(val, mods))
	}
	return list
}

// keyText returns the first key of a command as menus write it, "" for none.
func (w *window) keyText(id command.ID) string {
	if list := w.keyTexts(id); len(list) > 0 {
		return list[0]
	}
	return ""
}

// knownKey reports whether there is such a key.
func knownKey(k settings.Key) bool { val, _ := gtk.AcceleratorParse(k.String()); return val != 0 }

// bindKeys makes the table of keys from the settings, and shows them in the
// menus and tooltips.
func (w *window) bindKeys() {
	w.keys = map[gtkx.Key]command.ID{}
	for i := range w.commands {
		id, item := command.ID(i), w.commands[i].item
		keys := w.st.KeysOf(id)
		for i, acc := range slices.Backward(keys) {
			val, mods := gtk.AcceleratorParse(acc)
			w.keys[gtkx.Key{Val: val, Mods: mods}] = id
			if i == 0 {
				gtkx.SetAccel(item, val, mods)
			}
		}
		if len(keys) == 0 {
			gtkx.SetAccel(item, 0, 0)
		}
	}
	for t := range w.tips {
		w.showTip(t)
	}
}

// keysChanged shows changed keys everywhere and keeps them.
func (w *window) keysChanged() {
	w.bindKeys()
	if w.helpShown != nil {
		w.helpShown()
	}
	w.lists.Changed(uint(app.TopicAll))
	w.s.SaveSettings()
}

// boardKeys are the keys that belong to the board rather than to a command.
var boardKeys = []msg.Key{
	"Type a move, such as k10, and press Enter to play it.",
	"Shift with an arrow, or Enter, shows a cursor on the board: the arrows move it, Enter plays, Escape hides it.",
	"While a position is set up, digits and − change the pit under the cursor.",
}

// showKeys lists all commands with their keys, to be changed.
func (w *window) showKeys() {
	var l *gtkx.List
	var shown []command.ID
	chosen := func(f func(command.ID)) func() {
		return func() {
			if l != nil && l.At >= 0 && l.At < len(shown) {
				f(shown[l.At])
			}
		}
	}
	change := chosen(func(id command.ID) { w.askKey(l, id, false) })
	add := chosen(func(id command.ID) { w.askKey(l, id, true) })
	remove := chosen(func(id command.ID) { w.st.SetKeys(id); w.keysChanged() })
	reset := chosen(func(id command.ID) { w.st.ResetKeys(id); w.keysChanged() })

	foot := gtkx.VBox(8)
	buttons := gtkx.HBox(6)
	for _, b := range []struct {
		title, tip msg.Key
		do         func()
	}{
		{"_Change…", "Give the command another key (Enter)", change},
		{"_Add…", "Give the command one more key (Insert)", add},
		{"_Remove", "Take the command's keys away (Delete)", remove},
		{"Re_set", "Give the command its own keys back", reset},
		{"Reset a_ll", "Give all commands their own keys back", func() { w.st.ResetAllKeys(); w.keysChanged() }},
	} {
		button, _ := gtk.ButtonNewWithMnemonic(locale.T(b.title))
		button.SetTooltipText(locale.T(b.tip))
		button.SetFocusOnClick(false)
		button.Connect("clicked", b.do)
		buttons.PackStart(button, false, false, 0)
	}
	foot.PackStart(buttons, false, false, 0)

	titles, at := []string{}, 0
	for i, p := range settings.KeyPresets {
		titles = append(titles, locale.T(p.Title))
		if p.Name == w.st.KeyPreset {
			at = i
		}
	}
	presets := gtkx.Combo(locale.T("Keys of"), titles, at, func(i int) {
		if w.st.UsePreset(settings.KeyPresets[i].Name); l != nil {
			w.keysChanged()
		}
	})
	head, _ := gtk.LabelNewWithMnemonic(locale.T("Keys _of"))
	head.SetMnemonicWidget(presets)
	choice := gtkx.HBox(8)
	choice.PackStart(head, false, false, 0)
	choice.PackStart(presets, false, false, 0)
	foot.PackStart(choice, false, false, 0)
	for _, line := range boardKeys {
		hint := gtkx.Wrapped(locale.T(line), 70)
		gtkx.AddClass(hint, "hint")
		foot.PackStart(hint, false, false, 0)
	}

	l = w.lists.Open(gtkx.ListSpec{
		Title:   locale.T("Keys"),
		Hint:    locale.T("Letters of a command, or a key"),
		Columns: []gtkx.Column{{Title: locale.T("Command"), Wide: true, Width: 200}, {Title: locale.T("Menu"), Width: 100}, {Title: locale.T("Keys"), Width: 190}},
		Width:   600, Height: 620,
		Live:  uint(app.TopicAll),
		Stays: true,
		Empty: locale.T("No command fits"),
		Foot:  foot,
		Rows: func(typed string) gtkx.Rows {
			shown = w.commandsWith(typed)
			return gtkx.Rows{
				N: len(shown),
				At: func(i int) gtkx.Row {
					c := &command.All[shown[i]]
					return gtkx.Row{Cells: []string{locale.T(c.Title), locale.T(c.Menu), strings.Join(w.keyTexts(shown[i]), "  ")}, Bold: w.st.Changed(shown[i])}
				},
				Do: func(int) { change() },
			}
		},
		Key: func(k gtkx.Key) bool {
			switch {
			case k.Mods != 0 || l == nil || !l.Find.IsFocus():
				return false
			case k.Val == gdk.KEY_Insert:
				add()
			case k.Val == gdk.KEY_Delete && l.Find.GetPosition() == int(l.Find.GetTextLength()): // there is nothing to delete in the field
				remove()
			default:
				return false
			}
			return true
		},
	})
}

// commandsWith returns the commands that fit what was typed by title or key, all in
// the order of the menus when nothing was.
func (w *window) commandsWith(typed string) []command.ID {
	var list []command.ID
	if typed = strings.TrimSpace(typed); typed != "" {
		list = w.st.Palette(typed)
	}
	for id := range command.ID(command.Count) {
		if slices.Contains(list, id) {
			continue
		}
		if typed == "" || slices.ContainsFunc(w.keyTexts(id), func(k string) bool { return strings.Contains(fold.Text(k), fold.Text(typed)) }) {
			list = append(list, id)
		}
	}
	return slices.DeleteFunc(list, func(id command.ID) bool { return w.commands[id].do == nil })
}

// pressed returns the key that an event stands for when it is given to a command:
// as it is bound already, else so that keyPressed will find it.
func (w *window) pressed(e *gdk.EventKey) (settings.Key, error) {
	list := gtkx.KeyForms(e)
	k := list[0]
	for _, f := range list {
		if _, ok := w.keys[f]; ok {
			k = f
			break
		}
	}
	if _, ok := w.keys[k]; !ok {
		char := gdk.KeyvalToUnicode(k.Val)
		switch digit := list[min(1, len(list)-1)]; {
		case digit.Val >= '0' && digit.Val <= '9' && digit.Mods&gdk.SHIFT_MASK == 0:
			k = digit
		case char > ' ' && gdk.KeyvalToUpper(k.Val) == gdk.KeyvalToLower(k.Val):
			k.Mods &^= gdk.SHIFT_MASK // Shift makes the character
		}
	}
	return settings.ParseKey(gtk.AcceleratorName(k.Val, k.Mods))
}

// askKey waits for the new key of a command, or one more.
func (w *window) askKey(l *gtkx.List, id command.ID, more bool) {
	d, _ := gtk.DialogNew()
	d.SetTitle(locale.T("Press a Key"))
	d.SetTransientFor(l.Win)
	d.SetModal(true)
	d.SetResizable(false)
	cancel, _ := d.AddButton(locale.T("Cancel"), gtk.RESPONSE_CANCEL)
	take, _ := d.AddButton(locale.T("Take It Over"), gtk.RESPONSE_OK)
	cancel.ToWidget().SetCanFocus(false)
	take.ToWidget().SetCanFocus(false)
	take.ToWidget().SetSensitive(false)
	box := gtkx.VBox(10)
	gtkx.Margins(box, 18, 14)
	box.SetSizeRequest(400, -1)
	head := gtkx.Label(locale.T("Press the new key for “%s”.", locale.T(command.All[id].Title)))
	gtkx.AddClass(head, "heading")
	answer := gtkx.Wrapped(locale.T("Escape leaves the keys as they are."), 52)
	gtkx.SetName(answer, locale.T("Answer"))
	box.PackStart(head, false, false, 0)
	box.PackStart(answer, false, false, 0)
	area, _ := d.GetContentArea()
	area.PackStart(box, true, true, 0)

	var wanted *settings.Key // one that another command has
	give := func(k settings.Key) {
		keys := []settings.Key{k}
		if more {
			keys = nil
			for _, text := range w.st.KeysOf(id) {
				if old, err := settings.ParseKey(text); err == nil && old != k {
					keys = append(keys, old)
				}
			}
			keys = append(keys, k)
		}
		w.st.SetKeys(id, keys...)
		d.Destroy()
		w.keysChanged()
	}
	d.Connect("response", func(_ *gtk.Dialog, r gtk.ResponseType) {
		if r == gtk.RESPONSE_OK && wanted != nil {
			give(*wanted)
			return
		}
		d.Destroy()
	})
	d.Connect("key-press-event", func(_ *gtk.Dialog, ev *gdk.Event) bool {
		e := gdk.EventKeyNewFromEvent(ev)
		if gtkx.IsModifier(e.KeyVal()) {
			return true
		}
		plain := gtkx.PlainKey(e)
		switch {
		case plain.Val == gdk.KEY_Escape:
			d.Destroy()
			return true
		case wanted != nil && plain == gtkx.Key{Val: gdk.KEY_Return}:
			give(*wanted)
			return true
		}
		wanted = nil
		take.ToWidget().SetSensitive(false)
		k, err := w.pressed(e)
		if err == nil {
			err = k.Refused()
		}
		if err != nil {
			answer.SetText(locale.T("This key cannot be used: %s.", locale.Err(err)))
			return true
		}
		other, taken := w.st.WithKey(k)
		if !taken || other == id {
			give(k)
			return true
		}
		wanted = &k
		take.ToWidget().SetSensitive(true)
		val, mods := gtk.AcceleratorParse(k.String())
		answer.SetText(locale.T("%s belongs to “%s”. Enter takes it over, another key tries again.", gtk.AcceleratorGetLabel(val, mods), locale.T(command.All[other].Title)))
		return true
	})
	d.ShowAll()
}
