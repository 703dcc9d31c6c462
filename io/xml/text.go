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
	"boardstudio/text/msg"
)

// Some texts cannot be represented in XML: control characters, U+FFFE, and invalid UTF-8. To
// preserve them, such texts are written in base64. The content of an element then has the attribute
// enc="base64". An attribute gets another name, such as "name64" instead of "name".

// setText sets the content of e to text.
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

// maxEncoded is the maximum length of a text in base64.
const maxEncoded = (codec.MaxText + 2) / 3 * 4

// textLen returns the length of the text that setText wrote to e as data.
func textLen(e *etree.Element, data string) int {
	if e.SelectAttr("enc") == nil {
		return len(data)
	}
	return len(data)/4*3 - (len(data) - len(strings.TrimRight(data, "=")))
}

// textOf returns the text written by setText. It returns an error if the encoding is invalid.
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

// setAttr adds an attribute to e.
func setAttr(e *etree.Element, name, value string) {
	if !codec.InXML(value) {
		name, value = name+"64", base64.StdEncoding.EncodeToString([]byte(value))
	}
	e.Attr = append(e.Attr, etree.Attr{Key: name, Value: value})
}

// attrs reads the attributes of an element. err is the first error.
type attrs struct {
	e   *etree.Element
	err error
}

// text returns the value of an attribute written by setAttr, or def if it is missing.
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

// number returns the value of an integer attribute, or 0 if it is missing.
func (a *attrs) number(name string) int {
	n, err := strconv.Atoi(a.text(name, "0"))
	if err != nil {
		a.wrong(name)
	}
	return n
}

// wrong records that an attribute has an invalid value.
func (a *attrs) wrong(name string) {
	a.fail(msg.Errorf("the value %q of the attribute %s of <%s> is wrong", codec.Cut(a.text(name, "")), name, a.e.Tag))
}

func (a *attrs) fail(err error) {
	if a.err == nil {
		a.err = err
	}
}

// formatFloat returns the shortest text that is read back exactly, in the notation of XML Schema.
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

// formatSeconds formats d in seconds, exactly.
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

// parseSeconds parses the result of formatSeconds.
func parseSeconds(s string) (time.Duration, bool) {
	d, err := time.ParseDuration(s + "s")
	return d, err == nil && secondsText.MatchString(s)
}
