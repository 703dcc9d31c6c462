package settings

import (
	"maps"
	"slices"
	"strings"

	"boardstudio/locale"
	"boardstudio/msg"
	"boardstudio/studio/command"
)

// Key is a key with the modifiers that are held.
type Key struct {
	Ctrl, Shift, Alt bool
	Name             string // as GTK calls it: "p", "F1", "Page_Up"
}

// ParseKey reads a key in GTK's notation, such as "<Primary><Shift>p": modifiers
// in any order and case, letters small or not.
func ParseKey(text string) (Key, error) {
	var k Key
	rest := strings.TrimSpace(text)
	for strings.HasPrefix(rest, "<") {
		mod, after, ok := strings.Cut(rest[1:], ">")
		if !ok {
			break
		}
		switch strings.ToLower(mod) {
		case "primary", "control", "ctrl", "ctl":
			k.Ctrl = true
		case "shift", "shft":
			k.Shift = true
		case "alt", "mod1":
			k.Alt = true
		default:
			return Key{}, msg.Errorf("%q is not a key", text)
		}
		rest = after
	}
	if rest == "" || strings.ContainsFunc(rest, notInName) {
		return Key{}, msg.Errorf("%q is not a key", text)
	}
	if len(rest) == 1 {
		rest = strings.ToLower(rest)
	}
	k.Name = rest
	return k, nil
}

func notInName(r rune) bool {
	return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
}

// with writes the modifiers that are held before the name.
func (k Key) with(ctrl, shift, alt, name string) string {
	text := ""
	for _, m := range []struct {
		held bool
		text string
	}{{k.Ctrl, ctrl}, {k.Shift, shift}, {k.Alt, alt}} {
		if m.held {
			text += m.text
		}
	}
	return text + name
}

// String returns the key in GTK's notation; ParseKey reads it back.
func (k Key) String() string { return k.with("<Primary>", "<Shift>", "<Alt>", k.Name) }

// keyTitles are English names of keys that GTK calls otherwise.
var keyTitles = map[string]string{
	"Return": "Enter", "space": "Space", "period": ".", "comma": ",", "plus": "+", "minus": "-", "equal": "=", "question": "?",
	"slash": "/", "backslash": "\\", "semicolon": ";", "colon": ":", "less": "<", "greater": ">", "bracketleft": "[", "bracketright": "]", "braceleft": "{", "braceright": "}",
	"Page_Up": "Page Up", "Page_Down": "Page Down", "BackSpace": "Backspace",
}

// Title returns what the key is called in English: "Ctrl+Shift+P".
func (k Key) Title() string {
	name := keyTitles[k.Name]
	switch {
	case name != "":
	case len(k.Name) == 1:
		name = strings.ToUpper(k.Name)
	default:
		name = k.Name
	}
	return k.with("Ctrl+", "Shift+", "Alt+", name)
}

// alone are the keys that may stand for a command without Ctrl or Alt: text
// fields have them while they have the focus.
var alone = []string{"Left", "Right", "Up", "Down", "Home", "End", "Page_Up", "Page_Down", "Delete", "Insert"}

func (k Key) function() bool {
	return len(k.Name) > 1 && k.Name[0] == 'F' && strings.Trim(k.Name[1:], "0123456789") == ""
}

// Refused returns why the key cannot stand for a command, nil when it can.
func (k Key) Refused() error {
	switch k.Name {
	case "Escape":
		return msg.Errorf("Escape leaves what is open")
	case "Tab", "ISO_Left_Tab":
		if k.Ctrl {
			break
		}
		return msg.Errorf("Tab goes from one part of a window to the next")
	case "F10", "Menu":
		return msg.Errorf("this key opens the menus")
	}
	if k.Alt && k.Name == "F4" {
		return msg.Errorf("the desktop has this key")
	}
	if k.Alt && !k.Ctrl && len(k.Name) == 1 {
		if i := slices.Index(command.Letters(command.Menus), k.Name); i >= 0 {
			return msg.Errorf("Alt with this letter opens the menu “%s”", locale.T(command.Menus[i]))
		}
	}
	if k.Ctrl || k.Alt || k.function() {
		return nil
	}
	switch {
	case k.Name == "Return" || k.Name == "KP_Enter" || k.Name == "space":
		return msg.Errorf("Enter and Space play on the board and press buttons")
	case k.Name == "BackSpace":
		return msg.Errorf("Backspace takes back what was typed")
	case !slices.Contains(alone, k.Name):
		return msg.Errorf("letters, digits and signs are typed: a move on the board, or text; hold Ctrl or Alt")
	case k.Shift && slices.Contains(alone[:4], k.Name):
		return msg.Errorf("Shift with an arrow moves the cursor on the board")
	}
	return nil
}

// KeysOf returns the keys of a command in GTK's notation, the first is shown:
// those that the person chose, else those of the preset, else its own. A key that a
// command of a higher rank has is not among them.
func (st *Settings) KeysOf(id command.ID) []string {
	if st.keymap == nil {
		st.keymap = st.resolve()
	}
	return st.keymap[id]
}

// resolve gives each key to one command: first what the person chose, then the preset, then their own.
func (st *Settings) resolve() *[command.Count][]string {
	var all [command.Count][]string
	taken := map[string]bool{}
	preset := presetKeys(st.KeyPreset)
	for rank := range 3 {
		for id, c := range command.All {
			own, chosen := st.Keys[c.Name]
			other, differs := preset[command.ID(id)]
			switch {
			case rank == 0 && chosen:
			case rank == 1 && differs && !chosen:
				own = strings.Fields(other)
			case rank == 2 && !differs && !chosen:
				own = strings.Fields(c.Keys)
			default:
				continue
			}
			for _, k := range own {
				if !taken[k] {
					taken[k] = true
					all[id] = append(all[id], k)
				}
			}
		}
	}
	return &all
}

// WithKey returns the command that has the key, false when none has.
func (st *Settings) WithKey(k Key) (command.ID, bool) {
	for id := range command.ID(command.Count) {
		if slices.Contains(st.KeysOf(id), k.String()) {
			return id, true
		}
	}
	return 0, false
}

// Changed reports whether the person chose the keys of the command.
func (st *Settings) Changed(id command.ID) bool { _, ok := st.Keys[id.String()]; return ok }

// SetKeys gives the command these keys and no others. A command that has one of
// them loses it.
func (st *Settings) SetKeys(id command.ID, keys ...Key) {
	text := make([]string, len(keys))
	for i, k := range keys {
		text[i] = k.String()
	}
	for _, k := range keys {
		if other, ok := st.WithKey(k); ok && other != id {
			rest := slices.DeleteFunc(slices.Clone(st.KeysOf(other)), func(o string) bool { return o == k.String() })
			st.override(other, rest)
		}
	}
	st.override(id, text)
}

func (st *Settings) override(id command.ID, keys []string) {
	if st.Keys == nil {
		st.Keys = map[string][]string{}
	}
	st.ResetKeys(id)
	if !slices.Equal(st.KeysOf(id), keys) { // the same keys are not a change
		st.Keys[id.String()] = append([]string{}, keys...)
		st.keymap = nil
	}
}

// ResetKeys gives the command the keys of the preset back. A key that another command was given by the
// person stays there.
func (st *Settings) ResetKeys(id command.ID) {
	delete(st.Keys, id.String())
	st.keymap = nil
}

// ResetAllKeys gives all commands the keys of the preset back.
func (st *Settings) ResetAllKeys() {
	st.Keys = nil
	st.keymap = nil
}

// UsePreset takes the keys of a preset; what the person changed stays.
func (st *Settings) UsePreset(name string) {
	st.KeyPreset = name
	st.keymap = nil
}

// CheckKeys removes from the settings what is not a key or not a command. It returns
// one error that names all of it, nil when nothing was wrong. known tells whether a
// keyboard can have such a key.
func (st *Settings) CheckKeys(known func(Key) bool) error {
	var bad []string
	for _, name := range slices.Sorted(maps.Keys(st.Keys)) {
		if _, ok := command.Named(name); !ok {
			bad = append(bad, name)
			delete(st.Keys, name)
			continue
		}
		good := []string{}
		for _, text := range st.Keys[name] {
			if k, err := ParseKey(text); err != nil || k.Refused() != nil || !known(k) {
				bad = append(bad, name+": "+text)
			} else if !slices.Contains(good, k.String()) {
				good = append(good, k.String())
			}
		}
		if len(good) == 0 && len(st.Keys[name]) > 0 { // rather its own than none
			delete(st.Keys, name)
		} else {
			st.Keys[name] = good
		}
	}
	if presetKeys(st.KeyPreset) == nil && st.KeyPreset != "" {
		bad = append(bad, st.KeyPreset)
		st.KeyPreset = ""
	}
	st.keymap = nil
	if len(bad) == 0 {
		return nil
	}
	return msg.Errorf("the settings name commands or keys that do not exist, they are left out: %s", strings.Join(bad, ", "))
}

// KeyNow returns the English name of the key that the command has now whose own
// key is called so: what a page of help should name. It returns own itself when no
// command has that key, and "" when the command has none now.
func (st *Settings) KeyNow(own string) string {
	for id, c := range command.All {
		for j, text := range strings.Fields(c.Keys) {
			k, err := ParseKey(text)
			if err != nil || k.Title() != own {
				continue
			}
			now := st.KeysOf(command.ID(id))
			if slices.Contains(now, k.String()) {
				return own
			}
			if len(now) == 0 {
				return ""
			}
			k, err = ParseKey(now[min(j, len(now)-1)])
			if err != nil {
				return ""
			}
			return k.Title()
		}
	}
	return own
}
