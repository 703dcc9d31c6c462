package stdlib

import (
	"strings"
	"testing"
)

// TestClasses checks that character classes have the bytes given in Lua's manual, and their
// upper-case variants all others. A character that is not a class letter only matches itself.
func TestClasses(t *testing.T) {
	const small, capital, digits = "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"
	var control strings.Builder
	for c := range byte(' ') {
		control.WriteByte(c)
	}
	classes := map[byte]string{
		'a': small + capital, 'c': control.String() + "\x7f", 'd': digits, 'l': small, 'p': "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
		's': " \t\n\v\f\r", 'u': capital, 'w': small + capital + digits, 'x': digits + "abcdefABCDEF", 'z': "\x00",
	}
	for i := range 256 {
		class := byte(i)
		for k := range 256 {
			c := byte(k)
			want := c == class
			if list, ok := classes[class]; ok {
				want = strings.IndexByte(list, c) >= 0
			} else if list, ok := classes[class|0x20]; ok {
				want = strings.IndexByte(list, c) < 0
			}
			if got := inClass(c, class); got != want {
				t.Errorf("%%%c holds %q: %v", class, c, got)
			}
		}
	}
}
