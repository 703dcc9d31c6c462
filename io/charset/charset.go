// Package charset decodes text in the charsets used before UTF-8, and guesses the charset of a text that does not name
// it.
package charset

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"

	"boardstudio/text/msg"
)

// A Charset is a charset offered to users.
type Charset struct {
	Name  string  // as in files and --charset
	Title msg.Key // languages that use it
	multi bool    // has multi-byte characters
}

// Latin1 is the fallback charset.
const Latin1 = "Latin-1"

// List contains the charsets offered to users, in menu order.
var List = []Charset{
	{"GBK", "Chinese, simplified", true},
	{"Big5", "Chinese, traditional", true},
	{"Shift_JIS", "Japanese", true},
	{"EUC-JP", "Japanese (Unix)", true},
	{"EUC-KR", "Korean", true},
	{"windows-1251", "Cyrillic", false},
	{"KOI8-R", "Cyrillic (Unix)", false},
	{Latin1, "Western European", false},
	{"windows-1250", "Central European", false},
	{"windows-1253", "Greek", false},
	{"windows-1254", "Turkish", false},
	{"windows-1257", "Baltic", false},
}

// Names returns the names of List.
func Names() (names []string) {
	for _, c := range List {
		names = append(names, c.Name)
	}
	return names
}

// aliases maps labels written by programs, in lower case and without punctuation, to names of List. The htmlindex
// package does not know them.
var aliases = map[string]string{
	"cp936": "GBK", "ms936": "GBK", "windows936": "GBK", "936": "GBK", "gb": "GBK", "euccn": "GBK", "eucgb": "GBK", "gb231280": "GBK",
	"cp950": "Big5", "ms950": "Big5", "windows950": "Big5", "950": "Big5", "bigfive": "Big5",
	"cp932": "Shift_JIS", "ms932": "Shift_JIS", "932": "Shift_JIS", "jis": "Shift_JIS", "windows932": "Shift_JIS", "mskanji": "Shift_JIS", "shiftjis": "Shift_JIS",
	"eucjp": "EUC-JP", "ujis": "EUC-JP",
	"cp949": "EUC-KR", "ms949": "EUC-KR", "949": "EUC-KR", "uhc": "EUC-KR", "cp51949": "EUC-KR", "euckr": "EUC-KR", "ksc5601": "EUC-KR",
	"1251": "windows-1251", "win1251": "windows-1251", "1250": "windows-1250", "win1250": "windows-1250", "1252": Latin1, "win1252": Latin1,
	"koi8": "KOI8-R", "latin": Latin1, "isolatin1": Latin1, "ansi": Latin1,
}

// labels maps names of List to their htmlindex names, if these differ.
var labels = map[string]string{Latin1: "windows-1252"}

// plain returns a label in lower case and without punctuation.
func plain(label string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == ' ' || r == '.' || r == ':' {
			return -1
		}
		return r
	}, strings.ToLower(label))
}

// Canonical returns the name of a label such as CP936 or gb2312: its name in List, or the htmlindex name if it is not
// listed. ok is false if the label is unknown.
func Canonical(label string) (name string, ok bool) {
	label = strings.TrimSpace(label)
	if name := aliases[plain(label)]; name != "" {
		return name, true
	}
	for _, c := range List {
		if plain(c.Name) == plain(label) {
			return c.Name, true
		}
	}
	if strings.HasPrefix(strings.ToLower(label), "cp") {
		if name, ok := Canonical("windows-" + label[2:]); ok {
			return name, true
		}
	}
	enc, err := htmlindex.Get(label)
	if err != nil {
		return "", false
	}
	name, err = htmlindex.Name(enc)
	if err != nil || name == "replacement" {
		return "", false
	}
	for _, c := range List {
		if strings.EqualFold(c.Name, name) || labels[c.Name] == name {
			return c.Name, true
		}
	}
	return name, true
}

// JIS is the name of a charset in which all bytes are ASCII: escape sequences begin and end what is not.
const JIS = "iso-2022-jp"

// IsUTF8 reports whether a name returned by Canonical means UTF-8.
func IsUTF8(name string) bool { return name == "utf-8" }

// ASCII reports whether ASCII bytes have their usual meaning in a charset, so that a text in ASCII
// can name it. name is a name returned by Canonical.
func ASCII(name string) bool {
	switch name {
	case "utf-16le", "utf-16be", "x-user-defined":
		return false
	}
	return true
}

// UTF16 returns data as UTF-8, and the number of invalid characters, if it begins with the byte order mark of UTF-16.
func UTF16(data []byte) (text []byte, wrong int, ok bool) {
	order := unicode.LittleEndian
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")):
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		order = unicode.BigEndian
	default:
		return nil, 0, false
	}
	whole := data[2 : len(data)&^1]
	text, err := unicode.UTF16(order, unicode.IgnoreBOM).NewDecoder().Bytes(whole)
	if err != nil {
		return nil, 0, false
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	return text, bytes.Count(text, []byte("\ufffd")) + len(data)&1, true
}

// Of returns the encoding for a label. ok is false if the label is unknown.
func Of(label string) (enc encoding.Encoding, ok bool) {
	name, ok := Canonical(label)
	if !ok {
		return nil, false
	}
	if l := labels[name]; l != "" {
		name = l
	}
	enc, err := htmlindex.Get(name)
	return enc, err == nil
}

// Multi reports whether the second byte of a character can be an ASCII byte.
func Multi(name string) bool {
	switch name {
	case "GBK", "gb18030", "Big5", "Shift_JIS":
		return true
	}
	return false
}

// Decode returns data as UTF-8 and the number of invalid characters. It decodes as Latin-1 if the label is unknown.
func Decode(data []byte, label string) (text []byte, wrong int) {
	enc, ok := Of(label)
	if !ok {
		enc, _ = Of(Latin1)
	}
	text, err := enc.NewDecoder().Bytes(data)
	if err != nil {
		return bytes.ToValidUTF8(data, []byte("\ufffd")), len(data)
	}
	return text, bytes.Count(text, []byte("\ufffd"))
}

// Plain reports whether data is ASCII.
func Plain(data []byte) bool {
	for _, b := range data {
		if b >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
