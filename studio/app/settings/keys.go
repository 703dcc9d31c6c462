package settings

import (
	"maps"
	"slices"
	"strings"

	"boardstudio/studio/app/command"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// Key is a key with modifiers.
type Key struct {
	Ctrl, Shift, Alt bool
	Name             string // name in GTK: "p", "F1", "Page_Up"
}

// ParseKey parses a key in the notation of GTK, such as "<Primary><Shift>p". Modifiers may be in
// any order. Case is ignored for modifiers and letters. It returns an error if text is not a key.
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

// with returns name preceded by the texts of the modifiers of k.
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

// String returns the key in the notation of GTK, which ParseKey accepts.
func (k Key) String() string { return k.with("<Primary>", "<Shift>", "<Alt>", k.Name) }

// keyTitles maps GTK's names of keys to English names, if they differ.
var keyTitles = map[string]string{
	"Return": "Enter", "space": "Space", "period": ".", "comma": ",", "plus": "+", "minus": "-", "equal": "=", "question": "?",
	"slash": "/", "backslash": "\\", "semicolon": ";", "colon": ":", "less": "<", "greater": ">", "bracketleft": "[", "bracketright": "]", "braceleft": "{", "braceright": "}",
	"Page_Up": "Page Up", "Page_Down": "Page Down", "BackSpace": "Backspace",
}

// Title returns the English name of the key: "Ctrl+Shift+P".
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

// plainKeys are the keys that may be assigned to a command without Ctrl or Alt. A text field with the
// focus handles them itself.
var plainKeys = []string{"Left", "Right", "Up", "Down", "Home", "End", "Page_Up", "Page_Down", "Delete", "Insert"}

func (k Key) function() bool {
	return len(k.Name) > 1 && k.Name[0] == 'F' && strings.Trim(k.Name[1:], "0123456789") == ""
}

// Refused returns an error if the key cannot be assigned to a command.
func (k Key) Refused() error {
	switch k.Name {
	case "Escape":
		return msg.Errorf("Escape closes open menus and dialogs")
	case "Tab", "ISO_Left_Tab":
		if k.Ctrl {
			break
		}
		return msg.Errorf("Tab goes from one part of a window to the next")
	case "F10", "Menu":
		return msg.Errorf("this key opens the menus")
	}
	if k.Alt && k.Name == "F4" {
		return msg.Errorf("the desktop uses this key")
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
		return msg.Errorf("Backspace deletes typed text")
	case !slices.Contains(plainKeys, k.Name):
		return msg.Errorf("letters, digits and signs are used for typing: add Ctrl or Alt")
	case k.Shift && slices.Contains(plainKeys[:4], k.Name):
		return msg.Errorf("Shift with an arrow moves the cursor on the board")
	}
	return nil
}

// KeysOf returns the keys of a command in the notation of GTK. The first is shown in menus. They
// are the keys chosen by the user, else the keys of the preset, else the default. A key that a
// command of higher precedence has is omitted.
func (st *Settings) KeysOf(id command.ID) []string {
	if st.keymap == nil {
		st.keymap = st.resolve()
	}
	return st.keymap[id]
}

// resolve assigns each key to a single command. Keys chosen by the user take precedence over the
// preset, and the preset over the defaults.
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

// WithKey returns the command that has the key. ok is false if no command has it.
func (st *Settings) WithKey(k Key) (command.ID, bool) {
	for id := range command.ID(command.Count) {
		if slices.Contains(st.KeysOf(id), k.String()) {
			return id, true
		}
	}
	return 0, false
}

// Changed reports whether the user chose the keys of the command.
func (st *Settings) Changed(id command.ID) bool { _, ok := st.Keys[id.String()]; return ok }

// SetKeys replaces the keys of a command. Another command that has one of these keys loses it.
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
	if !slices.Equal(st.KeysOf(id), keys) { // equal keys are not a change
		st.Keys[id.String()] = append([]string{}, keys...)
		st.keymap = nil
	}
}

// ResetKeys restores the keys of the preset for a command, except keys that the user assigned to
// other commands.
func (st *Settings) ResetKeys(id command.ID) {
	delete(st.Keys, id.String())
	st.keymap = nil
}

// ResetAllKeys restores the keys of the preset for all commands.
func (st *Settings) ResetAllKeys() {
	st.Keys = nil
	st.keymap = nil
}

// UsePreset selects a preset of keys. Keys chosen by the user are kept.
func (st *Settings) UsePreset(name string) {
	st.KeyPreset = name
	st.keymap = nil
}

// CheckKeys removes invalid keys and unknown commands from the settings. known reports whether a
// key exists on the keyboard. It returns a single error that lists everything removed, or nil.
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
		if len(good) == 0 && len(st.Keys[name]) > 0 { // use the default rather than no key
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
	return msg.Errorf("the settings contain unknown commands or keys, which were ignored: %s", strings.Join(bad, ", "))
}

// KeyNow returns the English name of a command's current key for a help page that names the key
// own: own itself if the command still has it, otherwise the key that replaced it. It returns "" if
// the command has no key.
func (st *Settings) KeyNow(id command.ID, own string) string {
	now := st.KeysOf(id)
	if len(now) == 0 {
		return ""
	}
	at := 0
	for j, text := range strings.Fields(command.All[id].Keys) {
		if k, err := ParseKey(text); err == nil && k.Title() == own {
			if slices.Contains(now, k.String()) {
				return own
			}
			at = j
		}
	}
	k, err := ParseKey(now[min(at, len(now)-1)])
	if err != nil {
		return ""
	}
	return k.Title()
}
