package locale

import (
	"errors"
	"io/fs"
	"testing"
	"unicode/utf8"

	"boardstudio/text/msg"
)

// TestShown checks that any file name becomes a text that a window can show.
func TestShown(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "",
		"é中.studio":               "é中.studio",
		"caf\xe9.sgf":             "caf\uFFFD.sgf",
		"\xff\xfe":                "\uFFFD",
		"a\nb\tc\x00":             "a\uFFFDb\uFFFDc\uFFFD",
		"game\u202Egfs.exe\u2066": "game\uFFFDgfs.exe\uFFFD",
		"العربية":                 "العربية",
	} {
		if got := Shown(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	if got := FileName("/tmp/\xe9/caf\xe9\n.sgf"); got != "caf\uFFFD\uFFFD.sgf" {
		t.Errorf("the file is called %q", got)
	}
	for _, got := range []string{
		T("Opening %s", "caf\xe9"), N("%s contains %d game.", "%s contains %d games.", 2, "caf\xe9", 2),
		Err(msg.Errorf("%q is not open", "x\xe9")), Err(&fs.PathError{Op: "open", Path: "caf\xe9", Err: fs.ErrNotExist}), Err(errors.New("caf\xe9")),
	} {
		if !utf8.ValidString(got) {
			t.Errorf("%q is not UTF-8", got)
		}
	}
}
