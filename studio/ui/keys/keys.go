// Package keys implements the keyboard shortcuts of the commands: the menus and tooltips that show
// them, and the list in which they are changed.
package keys

import (
	"slices"
	"strings"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/internal/fold"
	"boardstudio/studio/app"
	"boardstudio/studio/app/command"
	"boardstudio/studio/app/settings"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/help"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// Keys are the keyboard shortcuts of the commands, and the menus and tooltips that show them.
type Keys struct {
	st    *settings.Settings
	items func(command.ID) *gtk.MenuItem
	run   func(command.ID)
	bound map[gtkx.Key]command.ID
	Tips  map[*tip]bool
}

// tip is a widget whose tooltip shows a command and its key.
type tip struct {
	widget *gtk.Widget
	id     command.ID
}

// New returns the keys of the commands in the settings. items returns the menu item of a command,
// and run runs a command.
func New(st *settings.Settings, items func(command.ID) *gtk.MenuItem, run func(command.ID)) *Keys {
	return &Keys{st: st, items: items, run: run, Tips: map[*tip]bool{}}
}

// Tip sets the tooltip of a widget to the title and the key of a command. It updates the tooltip
// when the key changes.
func (k *Keys) Tip(widget gtk.IWidget, id command.ID) {
	t := &tip{widget.ToWidget(), id}
	k.Tips[t] = true
	t.widget.Connect("destroy", func() { delete(k.Tips, t) })
	k.showTip(t)
}

func (k *Keys) showTip(t *tip) {
	text := locale.T(command.All[t.id].Title)
	if key := k.Text(t.id); key != "" {
		text += "  (" + key + ")"
	}
	t.widget.SetTooltipText(text)
}

// KeyTitle returns the name of a key in the current language, as in the help.
func KeyTitle(acc string) string {
	k, err := settings.ParseKey(acc)
	if err != nil {
		return acc
	}
	return help.KeyIn(locale.Current(), k.Title())
}

// texts returns the keys of a command, as shown in menus.
func (k *Keys) texts(id command.ID) []string {
	var list []string
	for _, acc := range k.st.KeysOf(id) {
		list = append(list, KeyTitle(acc))
	}
	return list
}

// Text returns the first key of a command, as shown in menus, or "" if it has no key.
func (k *Keys) Text(id command.ID) string {
	if list := k.texts(id); len(list) > 0 {
		return list[0]
	}
	return ""
}

// KnownKey reports whether a key exists.
func KnownKey(k settings.Key) bool { val, _ := gtk.AcceleratorParse(k.String()); return val != 0 }

// Bind creates the key table from the settings and updates menus and tooltips.
func (k *Keys) Bind() {
	k.bound = map[gtkx.Key]command.ID{}
	for id := range command.ID(command.Count) {
		accs := k.st.KeysOf(id)
		gtkx.SetAccel(k.items(id), 0, 0)
		for i, acc := range slices.Backward(accs) {
			val, mods := gtk.AcceleratorParse(acc)
			k.bound[gtkx.Key{Val: val, Mods: mods}] = id
			if i == 0 {
				gtkx.SetAccel(k.items(id), val, mods)
			}
		}
	}
	for t := range k.Tips {
		k.showTip(t)
	}
}

// Of returns the command of a key. It returns false if the key has no command.
func (k *Keys) Of(e *gdk.EventKey) (command.ID, bool) {
	for _, f := range gtkx.KeyForms(e) {
		if id, ok := k.bound[f]; ok {
			return id, true
		}
	}
	return 0, false
}

// RunKey runs the command of a key. It returns false if the key has no command.
func (k *Keys) RunKey(e *gdk.EventKey) bool {
	id, ok := k.Of(e)
	if ok {
		k.run(id)
	}
	return ok
}

// IconButton returns a flat button for a command, with an icon.
func (k *Keys) IconButton(icon string, id command.ID) *gtk.Button {
	b, _ := gtk.ButtonNewFromIconName(icon, gtk.ICON_SIZE_BUTTON)
	k.Connect(b, id)
	return b
}

// Connect connects a button to a command and sets its name and tooltip.
func (k *Keys) Connect(b *gtk.Button, id command.ID) {
	k.Tip(b, id)
	b.SetFocusOnClick(false)
	gtkx.SetName(b, locale.T(command.All[id].Title))
	b.Connect("clicked", func() { k.run(id) })
}

// boardKeys describe the keys that are handled by the board.
var boardKeys = []msg.Key{
	"Type a move, such as k10, and press Enter to play it.",
	"Shift with an arrow, or Enter, shows a cursor on the board: the arrows move it, Enter plays, Escape hides it.",
	"While a position is set up, digits and − change the pit under the cursor.",
}

// keyList is the list for viewing and changing the keys of all commands.
type keyList struct {
	*Keys
	*gtkx.List
	changed func() // applies and saves changed keys
}

// Show opens the list. The function runs reports which commands can have a key.
func Show(lists *gtkx.Lists, k *Keys, runs func(command.ID) bool, changed func()) {
	l := &keyList{Keys: k, changed: changed}
	var shown []command.ID
	chosen := func(f func(command.ID)) func() {
		return func() {
			if l.List != nil && l.At >= 0 && l.At < len(shown) {
				f(shown[l.At])
			}
		}
	}
	change := chosen(func(id command.ID) { l.ask(id, false) })
	add := chosen(func(id command.ID) { l.ask(id, true) })
	remove := chosen(func(id command.ID) { k.st.SetKeys(id); changed() })
	reset := chosen(func(id command.ID) { k.st.ResetKeys(id); changed() })

	foot := gtkx.VBox(8)
	buttons := gtkx.HBox(6)
	for _, b := range []struct {
		title, tip msg.Key
		do         func()
	}{
		{"_Change…", "Change the key of the command (Enter)", change},
		{"_Add…", "Add another key to the command (Insert)", add},
		{"_Remove", "Remove the keys of the command (Delete)", remove},
		{"Re_set", "Reset the keys of the command", reset},
		{"Reset a_ll", "Reset the keys of all commands", func() { k.st.ResetAllKeys(); changed() }},
	} {
		button, _ := gtk.ButtonNewWithMnemonic(locale.T(b.title))
		button.SetTooltipText(locale.T(b.tip))
		button.SetFocusOnClick(false)
		button.Connect("clicked", b.do)
		buttons.PackStart(button, false, false, 0)
	}
	foot.PackStart(buttons, false, false, 0)

	var names []string
	titles := map[string]msg.Key{}
	for _, p := range settings.KeyPresets {
		names, titles[p.Name] = append(names, p.Name), p.Title
	}
	presets := gtkx.Pick(locale.T("Keys of"), names, func(p string) string { return locale.T(titles[p]) }, k.st.KeyPreset, func(p string) {
		if k.st.UsePreset(p); l.List != nil {
			changed()
		}
	})
	head, _ := gtk.LabelNewWithMnemonic(locale.T("Keys _of"))
	head.SetMnemonicWidget(presets)
	choice := gtkx.HBox(8)
	gtkx.Pack(choice, head, presets)
	foot.PackStart(choice, false, false, 0)
	for _, line := range boardKeys {
		hint := gtkx.Wrapped(locale.T(line), 70)
		gtkx.AddClass(hint, "hint")
		foot.PackStart(hint, false, false, 0)
	}

	l.List = lists.Open(gtkx.ListSpec{
		Title:   locale.T("Keys"),
		Hint:    locale.T("Letters of a command, or a key"),
		Columns: []gtkx.Column{{Title: locale.T("Command"), Wide: true, Width: 200}, {Title: locale.T("Menu"), Width: 100}, {Title: locale.T("Keys"), Width: 190}},
		Width:   600, Height: 620,
		Live:  uint(app.TopicAll),
		Stays: true,
		Empty: locale.T("No matching commands"),
		Foot:  foot,
		Rows: func(typed string) gtkx.Rows {
			shown = k.with(typed, runs)
			return gtkx.Rows{
				N: len(shown),
				At: func(i int) gtkx.Row {
					c := &command.All[shown[i]]
					return gtkx.Row{Cells: []string{locale.T(c.Title), locale.T(c.Menu), strings.Join(k.texts(shown[i]), "  ")}, Bold: k.st.Changed(shown[i])}
				},
				Do: func(int) { change() },
			}
		},
		Key: func(pressed gtkx.Key) bool {
			switch {
			case pressed.Mods != 0 || l.List == nil || !l.Find.IsFocus():
				return false
			case pressed.Val == gdk.KEY_Insert:
				add()
			case pressed.Val == gdk.KEY_Delete && l.Find.GetPosition() == int(l.Find.GetTextLength()): // no character to delete
				remove()
			default:
				return false
			}
			return true
		},
	})
}

// with returns the commands that match the typed title or key. If typed is empty, it returns all
// commands in menu order.
func (k *Keys) with(typed string, among func(command.ID) bool) []command.ID {
	var list []command.ID
	if typed = strings.TrimSpace(typed); typed != "" {
		list = k.st.Palette(typed)
	}
	for id := range command.ID(command.Count) {
		if slices.Contains(list, id) {
			continue
		}
		if typed == "" || slices.ContainsFunc(k.texts(id), func(key string) bool { return strings.Contains(fold.Text(key), fold.Text(typed)) }) {
			list = append(list, id)
		}
	}
	return slices.DeleteFunc(list, func(id command.ID) bool { return !among(id) })
}

// pressed returns the key of an event, for assigning it to a command. It returns the form that is
// already bound, or one that keyPressed will find. It returns an error if the key cannot be used.
func (k *Keys) pressed(e *gdk.EventKey) (settings.Key, error) {
	list := gtkx.KeyForms(e)
	key := list[0]
	if i := slices.IndexFunc(list, func(f gtkx.Key) bool { _, ok := k.bound[f]; return ok }); i >= 0 {
		key = list[i]
	} else {
		char := gdk.KeyvalToUnicode(key.Val)
		switch digit := list[min(1, len(list)-1)]; {
		case digit.Val >= '0' && digit.Val <= '9' && digit.Mods&gdk.SHIFT_MASK == 0:
			key = digit
		case char > ' ' && gdk.KeyvalToUpper(key.Val) == gdk.KeyvalToLower(key.Val):
			key.Mods &^= gdk.SHIFT_MASK // Shift is needed for the character
		}
	}
	return settings.ParseKey(gtk.AcceleratorName(key.Val, key.Mods))
}

// ask asks for a new key of a command, or for an additional one.
func (l *keyList) ask(id command.ID, more bool) {
	d, _ := gtk.DialogNew()
	d.SetTitle(locale.T("Press a Key"))
	d.SetTransientFor(l.Win)
	d.SetModal(true)
	d.SetResizable(false)
	cancel, _ := d.AddButton(locale.T("Cancel"), gtk.RESPONSE_CANCEL)
	take, _ := d.AddButton(locale.T("Reassign"), gtk.RESPONSE_OK)
	cancel.ToWidget().SetCanFocus(false)
	take.ToWidget().SetCanFocus(false)
	take.ToWidget().SetSensitive(false)
	box := gtkx.VBox(10)
	gtkx.Margins(box, 18, 14)
	box.SetSizeRequest(400, -1)
	head := gtkx.Styled("heading", locale.T("Press the new key for “%s”.", locale.T(command.All[id].Title)))
	answer := gtkx.Wrapped(locale.T("Escape keeps the keys as they were."), 52)
	gtkx.SetID(answer, "Answer")
	gtkx.Pack(box, head, answer)
	area, _ := d.GetContentArea()
	area.PackStart(box, true, true, 0)

	var wanted *settings.Key // a key of another command
	give := func(k settings.Key) {
		keys := []settings.Key{k}
		if more {
			keys = nil
			for _, text := range l.st.KeysOf(id) {
				if old, err := settings.ParseKey(text); err == nil && old != k {
					keys = append(keys, old)
				}
			}
			keys = append(keys, k)
		}
		l.st.SetKeys(id, keys...)
		d.Destroy()
		l.changed()
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
		k, err := l.pressed(e)
		if err == nil {
			err = k.Refused()
		}
		if err != nil {
			answer.SetText(locale.T("This key cannot be used: %s.", locale.Err(err)))
			return true
		}
		other, taken := l.st.WithKey(k)
		if !taken || other == id {
			give(k)
			return true
		}
		wanted = &k
		take.ToWidget().SetSensitive(true)
		answer.SetText(locale.T("%s is the key of “%s”. Press Enter to reassign it, or another key.", KeyTitle(k.String()), locale.T(command.All[other].Title)))
		return true
	})
	d.ShowAll()
}
