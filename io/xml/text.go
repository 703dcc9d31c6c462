package xml

import (
	"encoding/base64"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/beevik/etree"

	"boardstudio/io/codec"
	"boardstudio/msg"
)

// XML cannot hold every text: no control characters, no U+FFFE, no bytes that
// are not UTF-8. So that such a character in a comment costs no work, the
// text is written in base64: with enc="base64" as the content of an
// element, under another name ("name64" for "name") as an attribute.

// setText replaces the content of e by text.
func setText(e *etree.Element, text string) *etree.Element {
	if !codec.InXML(text) {
		e.CreateAttr("enc", "base64")
		text = base64.StdEncoding.EncodeToString([]byte(text))
	}
	if text != "" {
		e.CreateText(text)
	}
	return e
}

// maxEncoded is the length of the longest text in base64.
const maxEncoded = (codec.MaxText + 2) / 3 * 4

// textLen returns how long the text is that setText put into e as data.
func textLen(e *etree.Element, data string) int {
	if e.SelectAttr("enc") == nil {
		return len(data)
	}
	return len(data)/4*3 - (len(data) - len(strings.TrimRight(data, "=")))
}

// textOf returns what setText wrote.
func textOf(e *etree.Element) (string, error) {
	var b strings.Builder
	for _, c := range e.Child {
		if t, ok := c.(*etree.CharData); ok {
			b.WriteString(t.Data)
		}
	}
	switch enc := e.SelectAttrValue("enc", ""); enc {
	case "":
		return b.String(), nil
	case "base64":
		text, err := decode64(b.String())
		if len(text) > codec.MaxText {
			return "", msg.Errorf("a text is longer than %d bytes", codec.MaxText)
		}
		return text, err
	default:
		return "", msg.Errorf("unknown encoding %q of a text", codec.Cut(enc))
	}
}

func decode64(s string) (string, error) {
	text, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(s), ""))
	if err != nil {
		return "", msg.Errorf("a text is not in base64")
	}
	return string(text), nil
}

// setAttr gives e an attribute.
func setAttr(e *etree.Element, name, value string) {
	if !codec.InXML(value) {
		name, value = name+"64", base64.StdEncoding.EncodeToString([]byte(value))
	}
	e.Attr = append(e.Attr, etree.Attr{Key: name, Value: value})
}

// attrs reads the attributes of an element; the first error stays in err.
type attrs struct {
	e   *etree.Element
	err error
}

// text returns an attribute as setAttr wrote it, the default when it is missing.
func (a *attrs) text(name, def string) string {
	if at := a.e.SelectAttr(name); at != nil {
		return at.Value
	}
	at := a.e.SelectAttr(name + "64")
	if at == nil {
		return def
	}
	v, err := decode64(at.Value)
	a.fail(err)
	return v
}

// number returns a whole number, 0 when the attribute is missing.
func (a *attrs) number(name string) int {
	n, err := strconv.Atoi(a.text(name, "0"))
	if err != nil {
		a.wrong(name)
	}
	return n
}

// wrong says that an attribute has a value that it cannot have.
func (a *attrs) wrong(name string) {
	a.fail(msg.Errorf("the value %q of the attribute %s of <%s> is wrong", codec.Cut(a.text(name, "")), name, a.e.Tag))
}

func (a *attrs) fail(err error) {
	if a.err == nil {
		a.err = err
	}
}

// formatFloat returns the shortest text that is read back exactly, as XML
// Schema writes numbers.
func formatFloat(f float64) string {
	switch {
	case math.IsInf(f, 1):
		return "INF"
	case math.IsInf(f, -1):
		return "-INF"
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

const second = uint64(time.Second)

// formatSeconds returns d in seconds, exactly.
func formatSeconds(d time.Duration) string {
	sign, n := "", uint64(d)
	if d < 0 {
		sign, n = "-", -n
	}
	s := sign + strconv.FormatUint(n/second, 10)
	if n %= second; n > 0 {
		s += "." + strings.TrimRight(strconv.FormatUint(second+n, 10)[1:], "0")
	}
	return s
}

var secondsText = regexp.MustCompile(`^-?[0-9]+(\.[0-9]{0,9})?$`)

// parseSeconds reads what formatSeconds wrote.
func parseSeconds(s string) (time.Duration, bool) {
	d, err := time.ParseDuration(s + "s")
	return d, err == nil && secondsText.MatchString(s)
}
