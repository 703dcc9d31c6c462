package term

import (
	"io"
	"os"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/term"
)

// Terminal describes the abilities of the output. The zero Terminal is a plain file: ASCII, no
// colours, unlimited width.
type Terminal struct {
	UTF8  bool
	Color bool
	Few   bool // only the 16 ANSI colours are available
	Width int  // in columns; 0 for no limit
	Live  bool
}

// Detect returns the abilities of w. It supports colours if w is a terminal, TERM and COLORTERM
// indicate colours, and NO_COLOR is not set. It supports non-ASCII characters if the locale uses
// UTF-8. getenv is os.Getenv or a substitute.
func Detect(w io.Writer, getenv func(string) string) Terminal {
	t := Terminal{UTF8: utf8Locale(getenv)}
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return t
	}
	t.Live = getenv("TERM") != "dumb"
	t.Color, t.Few = colorsOf(getenv)
	if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
		t.Width = width
	} else if n, err := strconv.Atoi(getenv("COLUMNS")); err == nil && n > 0 {
		t.Width = n
	}
	return t
}

// utf8Locale reports whether the locale uses UTF-8, according to the first of the POSIX locale
// variables that is set.
func utf8Locale(getenv func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := getenv(name); v != "" {
			v = strings.ToUpper(v)
			return strings.Contains(v, "UTF-8") || strings.Contains(v, "UTF8")
		}
	}
	return false
}

// Clean returns s in a form that is safe to print on a terminal: text from a file could otherwise
// move the cursor or change colours. Line feeds and tabs become spaces. Other control characters
// and invalid UTF-8 become U+FFFD.
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
