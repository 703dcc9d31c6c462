package gtkx

import (
	"strings"

	"github.com/gotk3/gotk3/gdk"
)

// Key is a key with its modifiers.
type Key struct {
	Val  uint
	Mods gdk.ModifierType
}

// modifiers are the modifiers that distinguish keys. Lock keys are ignored.
const modifiers = gdk.SHIFT_MASK | gdk.CONTROL_MASK | gdk.MOD1_MASK

// firstDigit is the hardware code of the digit key 1, above the letters, in X11 and Wayland.
const firstDigit = 10

// textKeys are the keys that a text field handles with Ctrl.
var textKeys = map[uint]bool{'c': true, 'v': true, 'x': true, 'a': true}

// PlainKey returns the key of an event. Letters are lower case. Keys of the number pad are the same
// as the digits above the letters.
func PlainKey(e *gdk.EventKey) Key {
	k := Key{gdk.KeyvalToLower(e.KeyVal()), gdk.ModifierType(e.State()) & modifiers}
	switch {
	case k.Val == gdk.KEY_ISO_Left_Tab: // with Shift
		k.Val = gdk.KEY_Tab
	case k.Val == gdk.KEY_KP_Enter:
		k.Val = gdk.KEY_Return
	case k.Val >= gdk.KEY_KP_0 && k.Val <= gdk.KEY_KP_9:
		k.Val = k.Val - gdk.KEY_KP_0 + '0'
	}
	return k
}

// KeyForms returns the keys that an event can represent, in order of precedence.
func KeyForms(e *gdk.EventKey) []Key {
	k := PlainKey(e)
	list := []Key{k}
	if code := e.HardwareKeyCode(); k.Mods&^gdk.SHIFT_MASK != 0 && code >= firstDigit && code < firstDigit+10 {
		// Some keyboards need Shift for digits, so the position of the key counts, not its
		// character.
		list = append(list, Key{uint('0' + (code-firstDigit+1)%10), k.Mods &^ gdk.SHIFT_MASK})
	}
	if k.Mods&gdk.SHIFT_MASK != 0 && gdk.KeyvalToUnicode(e.KeyVal()) > ' ' { // some characters need Shift
		list = append(list, Key{e.KeyVal(), k.Mods &^ gdk.SHIFT_MASK}, Key{e.KeyVal(), k.Mods})
	}
	return list
}

// ForText reports whether a text field handles a key itself.
func ForText(val uint, k Key) bool {
	return k.Mods&(gdk.CONTROL_MASK|gdk.MOD1_MASK) == 0 && (val < gdk.KEY_F1 || val > gdk.KEY_F12) ||
		k.Mods&gdk.CONTROL_MASK != 0 && (textKeys[k.Val] || textMove(k.Val))
}

// textMove reports whether a text field moves the cursor or deletes text on Ctrl and a key.
func textMove(val uint) bool {
	switch val {
	case gdk.KEY_Left, gdk.KEY_Right, gdk.KEY_Up, gdk.KEY_Down, gdk.KEY_Home, gdk.KEY_End, gdk.KEY_BackSpace, gdk.KEY_Delete:
		return true
	}
	return false
}

// IsModifier reports whether a key is a modifier, such as Shift or Num Lock.
func IsModifier(val uint) bool {
	return val >= gdk.KEY_Shift_L && val <= gdk.KEY_Hyper_R || val == gdk.KEY_ISO_Level3_Shift || val == gdk.KEY_Num_Lock || val == gdk.KEY_Mode_switch
}

// Mnemonic returns a title with an underscore, GTK's mark of a mnemonic, before its first
// occurrence of letter.
func Mnemonic(title, letter string) string {
	for i, r := range title {
		if strings.EqualFold(string(r), letter) {
			return title[:i] + "_" + title[i:]
		}
	}
	return title
}
