package term

import (
	"io"
	"os"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/term"
)

// Terminal says what the place that a drawing is written to can show. The zero
// Terminal is a plain file: ASCII, no colours, any width.
type Terminal struct {
	UTF8  bool
	Color bool
	Width int // columns; 0 for no limit
	Live  bool
}

// Detect returns what w can show: colours only where w is a terminal that has
// them and NO_COLOR is not set, characters beyond ASCII where the locale is
// UTF-8. getenv is os.Getenv, or a substitute.
func Detect(w io.Writer, getenv func(string) string) Terminal {
	t := Terminal{UTF8: utf8Locale(getenv)}
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return t
	}
	t.Live = getenv("TERM") != "dumb"
	t.Color = t.Live && getenv("NO_COLOR") == ""
	if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
		t.Width = width
	} else if n, err := strconv.Atoi(getenv("COLUMNS")); err == nil && n > 0 {
		t.Width = n
	}
	return t
}

// utf8Locale reports whether the first of the variables that is set, in the
// order of POSIX, names UTF-8.
func utf8Locale(getenv func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := getenv(name); v != "" {
			v = strings.ToUpper(v)
			return strings.Contains(v, "UTF-8") || strings.Contains(v, "UTF8")
		}
	}
	return false
}

// Clean returns s fit for a terminal: text from a file could otherwise move the
// cursor or change colours. Line feeds and tabs become spaces, other control
// characters and broken UTF-8 the replacement character.
func Clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			return ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r):
			return unicode.ReplacementChar
		}
		return r
	}, s)
}
