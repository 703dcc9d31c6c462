package codec

import (
	"bytes"
	"strings"
	"time"
	"unicode/utf8"
)

// Text returns data as UTF-8, without a byte order mark. Where data is not
// UTF-8, each byte is taken for a character of Latin-1, and latin1 is true.
func Text(data []byte) (text []byte, latin1 bool) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if utf8.Valid(data) {
		return data, false
	}
	text = make([]byte, 0, len(data)+len(data)/8)
	for _, b := range data {
		text = utf8.AppendRune(text, rune(b))
	}
	return text, true
}

// Short returns a duration without units of which there are none: "5m" for "5m0s".
func Short(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}
