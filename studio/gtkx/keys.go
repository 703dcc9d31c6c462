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

// modifiers are those that tell keys apart; lock keys do not.
const modifiers = gdk.SHIFT_MASK | gdk.CONTROL_MASK | gdk.MOD1_MASK

// firstDigit is the code of the key with the 1 above the letters, under X11 and Wayland.
const firstDigit = 10

// textKeys are the control keys that a text field needs for itself.
var textKeys = map[uint]bool{'c': true, 'v': true, 'x': true, 'a': true}

// PlainKey returns the key of an event; letters are small, those of the number
// pad are as those above the letters.
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

// KeyForms are the keys that an event can stand for, in the order in which they
// are looked up.
func KeyForms(e *gdk.EventKey) []Key {
	k := PlainKey(e)
	list := []Key{k}
	if code := e.HardwareKeyCode(); k.Mods&^gdk.SHIFT_MASK != 0 && code >= firstDigit && code < firstDigit+10 {
		// Digits need Shift on some keyboards: the key counts, not the character.
		list = append(list, Key{uint('0' + (code-firstDigit+1)%10), k.Mods &^ gdk.SHIFT_MASK})
	}
	if k.Mods&gdk.SHIFT_MASK != 0 && gdk.KeyvalToUnicode(e.KeyVal()) > ' ' { // Shift is part of some characters
		list = append(list, Key{e.KeyVal(), k.Mods &^ gdk.SHIFT_MASK}, Key{e.KeyVal(), k.Mods})
	}
	return list
}

// ForText reports whether a text field needs the key for itself.
func ForText(val uint, k Key) bool {
	return k.Mods&(gdk.CONTROL_MASK|gdk.MOD1_MASK) == 0 && (val < gdk.KEY_F1 || val > gdk.KEY_F12) ||
		k.Mods&gdk.CONTROL_MASK != 0 && (textKeys[k.Val] || textMove(k.Val))
}

// textMove reports whether Ctrl with the key moves or deletes in a text field.
func textMove(val uint) bool {
	switch val {
	case gdk.KEY_Left, gdk.KEY_Right, gdk.KEY_Up, gdk.KEY_Down, gdk.KEY_Home, gdk.KEY_End, gdk.KEY_BackSpace, gdk.KEY_Delete:
		return true
	}
	return false
}

// IsModifier reports whether a key is held while another is pressed.
func IsModifier(val uint) bool {
	return val >= gdk.KEY_Shift_L && val <= gdk.KEY_Hyper_R || val == gdk.KEY_ISO_Level3_Shift || val == gdk.KEY_Num_Lock || val == gdk.KEY_Mode_switch
}

// Mnemonic returns a title with the sign that GTK wants before its letter.
func Mnemonic(title, letter string) string {
	for i, r := range title {
		if strings.EqualFold(string(r), letter) {
			return title[:i] + "_" + title[i:]
		}
	}
	return title
}
