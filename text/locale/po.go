package locale

import (
	"bytes"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/leonelquinteros/gotext"
	"github.com/leonelquinteros/gotext/plurals"

	"boardstudio/text/msg"
)

// texts are the texts of a catalogue.
type texts struct {
	po *gotext.Po
	// has is the set of keys with a translation, by context and key.
	has map[[2]string]bool
	// sign is the decimal sign.
	sign string
}

// entry is an entry of a .po file: a text and its translations.
type entry struct {
	line    int // line number of the key
	fuzzy   bool
	context string
	id      string
	plural  string
	to      map[int]string
	has     map[string]bool // the keywords present: msgid, msgstr…
}

// readPO parses a .po file. Package gotext implements plural forms, but ignores anything it does
// not understand. So the file is validated first. It returns an error such as "12: the text does
// not end" if the file is invalid. Fuzzy entries, which need review, are omitted.
func readPO(data []byte) (*texts, error) {
	entries, err := entriesOf(data)
	if err != nil {
		return nil, err
	}
	t := &texts{po: gotext.NewPo(), has: map[[2]string]bool{}, sign: "."}
	if m := signHeader.FindSubmatch(data); m != nil {
		t.sign = string(m[1])
	}
	var clean bytes.Buffer
	for _, e := range entries {
		if e.fuzzy && e.id != "" {
			continue
		}
		if err := e.check(); err != nil {
			return nil, err
		}
		e.write(&clean)
		if e.to[0] != "" && e.id != "" {
			t.has[[2]string{e.context, e.id}] = true
		}
	}
	t.po.Parse(clean.Bytes())
	return t, nil
}

// entriesOf parses the entries of a .po file.
func entriesOf(data []byte) ([]*entry, error) {
	var all []*entry
	e, last := (*entry)(nil), "" // the current entry, and the keyword of the last text
	fuzzy := false
	line := 0
	at := func(format msg.Key, args ...any) error { return atLine(line, format, args...) }
	end := func() error {
		if e != nil && !e.has["msgstr"] {
			return atLine(e.line, "a text has no msgstr")
		}
		e, last = nil, ""
		return nil
	}
	for row := range bytes.Lines(data) {
		line++
		text := strings.TrimSpace(string(row))
		switch {
		case !utf8.ValidString(text):
			return nil, at("the line is not UTF-8")
		case text == "":
			continue
		case text[0] == '#':
			if e != nil && e.has["msgstr"] {
				if err := end(); err != nil {
					return nil, err
				}
			}
			fuzzy = fuzzy || strings.HasPrefix(text, "#,") && strings.Contains(text, "fuzzy")
			continue
		}
		word, rest := "", text
		if text[0] != '"' {
			var ok bool
			if word, rest, ok = strings.Cut(text, " "); !ok {
				return nil, at("%q is not part of a catalogue", word)
			}
		}
		value, err := strconv.Unquote(strings.TrimSpace(rest))
		if rest = strings.TrimSpace(rest); err != nil || rest[0] != '"' {
			return nil, at("the text %s is not quoted correctly", rest)
		}
		switch {
		case word == "":
			if e == nil || last == "" {
				return nil, at("a text has no msgid or msgstr")
			}
		case word == "msgctxt" || word == "msgid" && (e == nil || e.has["msgid"]):
			if err := end(); err != nil {
				return nil, err
			}
			e = &entry{line: line, fuzzy: fuzzy, to: map[int]string{}, has: map[string]bool{}}
			fuzzy = false
			all = append(all, e)
		case e == nil || word != "msgid" && !e.has["msgid"]:
			return nil, at("%s has no msgid", word)
		}
		if word != "" {
			if e.has[word] {
				return nil, at("%s occurs twice in one text", word)
			}
			e.has[word], last = true, word
		}
		if err := e.add(last, value); err != nil {
			return nil, at("%v", err)
		}
	}
	return all, end()
}

// add appends text to the value of a keyword.
func (e *entry) add(word, value string) error {
	switch word {
	case "msgctxt":
		e.context += value
	case "msgid":
		e.id += value
	case "msgid_plural":
		e.plural += value
	default:
		index := 0
		if word != "msgstr" {
			number, ok := strings.CutPrefix(word, "msgstr[")
			number, closed := strings.CutSuffix(number, "]")
			n, err := strconv.Atoi(number)
			if !ok || !closed || err != nil || n < 0 || n > 9 {
				return msg.Errorf("%q is not part of a catalogue", word)
			}
			index = n
			e.has["msgstr"] = true
		}
		e.to[index] += value
	}
	return nil
}

// check returns an error if a translation has other arguments than its key, or if the plural rule
// is invalid.
func (e *entry) check() error {
	if e.id == "" {
		return e.checkHeader()
	}
	one, many := msg.Verbs(e.id), msg.Verbs(e.plural)
	for _, text := range e.to {
		if v := msg.Verbs(text); text != "" && !maps.Equal(v, one) && (e.plural == "" || !maps.Equal(v, many)) {
			return atLine(e.line, "the translation of %q does not have the same arguments", e.id)
		}
	}
	return nil
}

// checkHeader evaluates the plural rule.
func (e *entry) checkHeader() (err error) {
	bad := atLine(e.line, "the Plural-Forms cannot be evaluated")
	defer func() { // a rule may divide by zero
		if recover() != nil {
			err = bad
		}
	}()
	for field := range strings.SplitSeq(e.to[0], "\n") {
		name, value, _ := strings.Cut(field, ":")
		if !strings.EqualFold(name, "Plural-Forms") {
			continue
		}
		count, rule := 0, ""
		for part := range strings.SplitSeq(value, ";") {
			switch k, v, _ := strings.Cut(part, "="); strings.TrimSpace(k) {
			case "nplurals":
				count, _ = strconv.Atoi(strings.TrimSpace(v))
			case "plural":
				rule = v
			}
		}
		expr, err := plurals.Compile(rule)
		if err != nil || count < 1 {
			return bad
		}
		for n := range uint32(300) {
			if f := expr.Eval(n); f < 0 || f >= count {
				return bad
			}
		}
	}
	return nil
}

// write writes the entry in the simplest form.
func (e *entry) write(b *bytes.Buffer) {
	if e.has["msgctxt"] {
		fmt.Fprintf(b, "msgctxt %q\n", e.context)
	}
	fmt.Fprintf(b, "msgid %q\n", e.id)
	if e.plural == "" {
		fmt.Fprintf(b, "msgstr %q\n\n", e.to[0])
		return
	}
	fmt.Fprintf(b, "msgid_plural %q\n", e.plural)
	for i := range 10 {
		if text, ok := e.to[i]; ok {
			fmt.Fprintf(b, "msgstr[%d] %q\n", i, text)
		}
	}
	b.WriteByte('\n')
}

// lineError is an error in a line of a catalogue.
type lineError struct {
	line int
	why  error
}

func atLine(line int, format msg.Key, args ...any) error {
	return &lineError{line, msg.Errorf(format, args...)}
}

func (e *lineError) Error() string { return e.Localized(error.Error) }

// Localized implements Localized.
func (e *lineError) Localized(tr func(error) string) string {
	return strconv.Itoa(e.line) + ": " + tr(e.why)
}
