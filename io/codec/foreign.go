package codec

import (
	"encoding/base64"
	stdxml "encoding/xml"
	"strings"
	"unicode/utf8"

	"boardstudio/model"
	"boardstudio/text/msg"
)

// Properties of a format that a document cannot represent are stored as elements in a namespace of
// the format. They survive in .studio files, and the format writes them back.

// keptSpace is the prefix of the namespaces.
const keptSpace = "urn:boardstudio:kept:"

// NewForeign returns a property with its values in the form that documents store. The name must be valid
// in XML. Values may be any text.
func NewForeign(format, name string, values ...string) model.Foreign {
	var b strings.Builder
	b.WriteString(`<kept xmlns="` + keptSpace + format + `" name="`)
	attrEscape.WriteString(&b, name)
	b.WriteString(`">`)
	for _, v := range values {
		if v == "" {
			b.WriteString("<v/>")
			continue
		}
		if InXML(v) {
			b.WriteString("<v>")
			textEscape.WriteString(&b, v)
		} else {
			b.WriteString(`<v enc="base64">` + base64.StdEncoding.EncodeToString([]byte(v)))
		}
		b.WriteString("</v>")
	}
	b.WriteString("</kept>")
	if len(values) == 0 {
		return model.Foreign{XML: strings.TrimSuffix(b.String(), "></kept>") + "/>"}
	}
	return model.Foreign{XML: b.String()}
}

// ForeignLimit limits the properties that a reader stores. The zero value is empty.
type ForeignLimit struct{ size, count int } // count is the number of XML elements

// Add counts a property of a node or document that has n properties. It returns an error, without
// file and line, if there are too many.
func (h *ForeignLimit) Add(f model.Foreign, n int) error {
	h.size += len(f.XML)
	h.count += strings.Count(f.XML, "<") - strings.Count(f.XML, "</")
	switch {
	case n >= MaxForeign:
		return msg.Errorf("there are more than %d unknown properties in one place", MaxForeign)
	case h.size > MaxForeignSize || h.count > MaxForeignAll:
		return msg.Errorf("there are more than %d unknown properties and values, or they have more than %d bytes", MaxForeignAll, MaxForeignSize)
	}
	return nil
}

// Characters that canonical XML writes as references.
var (
	textEscape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#xD;")
	attrEscape = strings.NewReplacer("&", "&amp;", "<", "&lt;", `"`, "&quot;", "\t", "&#x9;", "\n", "&#xA;", "\r", "&#xD;")
)

// InXML reports whether XML can represent the text.
func InXML(s string) bool {
	for i, r := range s {
		switch {
		case r >= ' ' && r < 0xFFFD || r > 0xFFFF || r == '\t' || r == '\n' || r == '\r':
		case r == utf8.RuneError:
			if _, size := utf8.DecodeRuneInString(s[i:]); size < 2 {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// ParseForeign returns the arguments of NewForeign. ok is false if f was not returned by NewForeign for the format.
func ParseForeign(f model.Foreign, format string) (name string, values []string, ok bool) {
	if !strings.HasPrefix(f.XML, `<kept xmlns="`+keptSpace+format+`"`) {
		return "", nil, false
	}
	var e struct {
		Name   string `xml:"name,attr"`
		Values []struct {
			Enc  string `xml:"enc,attr"`
			Text string `xml:",chardata"`
		} `xml:"v"`
	}
	if stdxml.Unmarshal([]byte(f.XML), &e) != nil {
		return "", nil, false
	}
	for _, v := range e.Values {
		if v.Enc != "" {
			text, err := base64.StdEncoding.DecodeString(v.Text)
			if err != nil {
				return "", nil, false
			}
			v.Text = string(text)
		}
		values = append(values, v.Text)
	}
	return e.Name, values, true
}
