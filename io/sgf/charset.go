package sgf

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"

	"boardstudio/io/codec"
)

// charset finds the property that names the encoding of a file.
var charset = regexp.MustCompile(`[;\]\s]CA\s*\[\s*([^\]]*?)\s*\]`)

// utf8Text returns a file as UTF-8. The charset that the first game names holds for the whole file. A file that names none is
// UTF-8 if it can be, else Latin-1, as the standard has it.
func utf8Text(data []byte, o codec.Options) ([]byte, []error) {
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		if text, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Bytes(data); err == nil {
			return text, nil
		}
	}
	if rest, ok := bytes.CutPrefix(data, []byte("\ufeff")); ok && utf8.Valid(rest) || ascii(data) {
		return rest, nil
	}
	named := ""
	if m := charset.FindSubmatch(data[:min(len(data), 1<<16)]); m != nil {
		named = string(m[1])
	}
	switch strings.ToLower(named) {
	case "", "utf-8", "utf8":
		text, latin1 := codec.Text(data)
		if latin1 && named != "" {
			return text, []error{o.Errorf(0, "the text is not UTF-8: it was read as Latin-1")}
		}
		return text, nil
	}
	enc, err := htmlindex.Get(named)
	if err != nil {
		text, latin1 := codec.Text(data)
		if latin1 {
			return text, []error{o.Errorf(0, "the charset %q is not known: the text was read as Latin-1", codec.Cut(named))}
		}
		return text, nil
	}
	text, err := enc.NewDecoder().Bytes(data)
	switch {
	case err != nil:
		text, _ = codec.Text(data)
		return text, []error{o.Errorf(0, "the text is not %s: it was read as Latin-1", codec.Cut(named))}
	case bytes.ContainsRune(text, utf8.RuneError):
		return text, []error{o.Errorf(0, "the text has characters that are not in the charset %s", codec.Cut(named))}
	}
	return text, nil
}

// ascii reports whether data is plain ASCII.
func ascii(data []byte) bool {
	for _, b := range data {
		if b >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
