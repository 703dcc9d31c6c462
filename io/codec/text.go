package codec

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"boardstudio/io/charset"
	"boardstudio/text/msg"
)

// Text returns data as UTF-8 without a byte order mark. Other data is decoded with o.Charset or the
// most likely charset, with a warning.
func (o Options) Text(data []byte) (text []byte, warn []error) { return o.TextIn(data, "") }

// TextIn is Text for data that names its charset, such as XML. A known name is used, unless data is
// UTF-8 or invalid in that charset.
func (o Options) TextIn(data []byte, named string) (text []byte, warn []error) {
	if text, wrong, ok := charset.UTF16(data); ok {
		if wrong > 0 {
			warn = append(warn, o.NotIn("UTF-16", wrong))
		}
		return text, warn
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if utf8.Valid(data) {
		return data, nil
	}
	if name, ok := charset.Canonical(named); ok && o.Charset == "" && !charset.IsUTF8(name) {
		if text, wrong := charset.Decode(data, name); wrong == 0 {
			return text, nil
		}
	}
	name, guess := o.Guess(data)
	text, wrong := charset.Decode(data, name)
	return text, []error{o.ReadAs(name, guess, wrong)}
}

// Guess returns o.Charset, or the most likely charset of data. guess is true in the second case.
func (o Options) Guess(data []byte) (name string, guess bool) {
	if name, ok := charset.Canonical(o.Charset); ok && !charset.IsUTF8(name) {
		return name, false
	}
	return charset.Detect(data), true
}

// NotIn returns the warning about characters that are not in the charset that a file names.
func (o Options) NotIn(label string, wrong int) error {
	return o.Errorf(0, "the text has characters that are not in the charset %s: %d", Cut(label), wrong)
}

// ReadAs returns the warning about a text decoded with a charset that the file does not name. wrong
// is the number of invalid characters.
func (o Options) ReadAs(name string, guess bool, wrong int) error {
	e := &Error{File: o.File, Charset: name}
	switch {
	case wrong > 0:
		e.Why = msg.Errorf("the text is not UTF-8: it was read as %s, which lacks %d of its characters", name, wrong)
	case guess:
		e.Why = msg.Errorf("the text is not UTF-8: it was read as %s, which is a guess", name)
	default:
		e.Why = msg.Errorf("the text is not UTF-8: it was read as %s", name)
	}
	return e
}

// declared matches the XML declaration at the start of a file.
var declared = regexp.MustCompile(`^\s*<\?xml[^>]{0,100}encoding\s*=\s*["']([A-Za-z0-9._:-]+)`)

// DeclaredXML returns the charset declared by an XML text, or "".
func DeclaredXML(data []byte) string {
	if m := declared.FindSubmatch(data[:min(len(data), 1024)]); m != nil {
		return string(m[1])
	}
	return ""
}

// CharsetOf returns the charset used for the texts of a document, according to its warnings. ok is
// false if the file names its charset or is UTF-8.
func CharsetOf(warnings []error) (name string, ok bool) {
	for _, err := range warnings {
		if e, is := err.(*Error); is && e.Charset != "" {
			return e.Charset, true
		}
	}
	return "", false
}

// Short formats a duration without trailing zero units: "5m" instead of "5m0s".
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

// XMLReason returns an error of encoding/xml without the line number.
func XMLReason(err error) error {
	var syntax *xml.SyntaxError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return msg.Errorf("it ends too early")
	case !errors.As(err, &syntax):
		return msg.Errorf("%v", Cut(err.Error()))
	case syntax.Msg == "unexpected EOF":
		return msg.Errorf("it ends too early")
	}
	return msg.Errorf("%v", Cut(syntax.Msg))
}
