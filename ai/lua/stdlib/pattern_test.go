package stdlib

import (
	"strings"
	"testing"
)

// The classes of patterns hold the bytes that Lua's manual says, those in upper case all others, and
// what names no class is a class of itself.
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
