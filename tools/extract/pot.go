package main

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// header is the header of the template. It has no date, so equal sources give equal bytes.
const header = `# Texts of the studio. Made by "make pot": do not change it by hand.
msgid ""
msgstr ""
"Project-Id-Version: studio\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\n"
"Language: \n"
"X-Name: \n"
"X-Decimal-Sign: \n"
`

// pot returns the template. It lists the files that use a text, but without line numbers, which
// would change with every edit of a file.
func (x *collector) pot() []byte {
	list := slices.SortedFunc(maps.Values(x.messages), func(a, b *message) int {
		return cmp.Or(strings.Compare(a.text, b.text), strings.Compare(a.context, b.context))
	})
	var b bytes.Buffer
	b.WriteString(header)
	for _, m := range list {
		b.WriteByte('\n')
		slices.Sort(m.files)
		fmt.Fprintf(&b, "#: %s\n", strings.Join(m.files, " "))
		if m.context != "" {
			fmt.Fprintf(&b, "msgctxt %s\n", quote(m.context))
		}
		fmt.Fprintf(&b, "msgid %s\n", quote(m.text))
		if m.plural == "" {
			b.WriteString("msgstr \"\"\n")
		} else {
			fmt.Fprintf(&b, "msgid_plural %s\nmsgstr[0] \"\"\nmsgstr[1] \"\"\n", quote(m.plural))
		}
	}
	return b.Bytes()
}

// quote formats a string as gettext does. A string with line breaks takes several lines.
func quote(s string) string {
	esc := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`)
	lines := strings.SplitAfter(s, "\n")
	if lines[len(lines)-1] == "" && len(lines) > 1 {
		lines = lines[:len(lines)-1]
	}
	if len(lines) == 1 {
		return `"` + esc.Replace(s) + `"`
	}
	text := `""`
	for _, l := range lines {
		text += "\n" + `"` + esc.Replace(l) + `"`
	}
	return text
}
