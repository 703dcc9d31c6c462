// Package locale puts what a person reads into the person's language, from
// gettext catalogues. The keys are the English texts.
package locale

import (
	"cmp"
	"context"
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"boardstudio/io/safe"
	"boardstudio/msg"
)

//go:embed po/*.po
var files embed.FS

// Language is one that the program speaks.
type Language struct{ Code, Name string }

// catalogue is a language with its texts.
type catalogue struct {
	Language
	read   func() ([]byte, error) // reads its file; nil for the language of the keys
	path   string                 // of the file, "" for one that is compiled in
	*texts                        // nil until it is in use, and for the language of the keys
}

// english is the language of the keys.
var english = &catalogue{Language: Language{Code: "en", Name: "English"}}

// catalogues returns all languages, English first. A new one is a file in Folder, or, to be compiled in, in po. One of a
// person goes before that which is compiled in.
func catalogues() []*catalogue {
	all := []*catalogue{english}
	add := func(c *catalogue) {
		c.Code = strings.TrimSuffix(c.Code, ".po")
		if c.Name = c.Code; c.Code == english.Code || slices.ContainsFunc(all, func(o *catalogue) bool { return o.Code == c.Code }) {
			return
		}
		if data, err := c.read(); err == nil {
			if m := nameHeader.FindSubmatch(data); m != nil {
				c.Name = string(m[1])
			}
		}
		all = append(all, c)
	}
	own, _ := os.ReadDir(Folder())
	for _, f := range own {
		if path := filepath.Join(Folder(), f.Name()); filepath.Ext(path) == ".po" {
			add(&catalogue{Language: Language{Code: f.Name()}, path: path, read: func() ([]byte, error) {
				return safe.ReadFile(context.Background(), path, maxSize)
			}})
		}
	}
	ours, _ := files.ReadDir("po")
	for _, f := range ours {
		add(&catalogue{Language: Language{Code: f.Name()}, read: func() ([]byte, error) { return files.ReadFile("po/" + f.Name()) }})
	}
	return all
}

// nameHeader is the line of a catalogue that says what its language is called there.
var nameHeader = regexp.MustCompile(`"X-Name: *([^"\\]+)\\n"`)

// signHeader is the line of a catalogue that says which sign stands before decimals.
var signHeader = regexp.MustCompile(`"X-Decimal-Sign: *([^"\\ \d])\\n"`)

// decimal returns the sign that stands before decimals.
func (c *catalogue) decimal() string {
	if c.texts == nil {
		return "."
	}
	return c.sign
}

// maxSize is the size from which a file is not a catalogue.
const maxSize = 16 << 20

// Folder returns where a person puts catalogues: a file CODE.po is a language.
func Folder() string {
	dir := os.Getenv("XDG_DATA_HOME")
	if !filepath.IsAbs(dir) {
		home, err := os.UserHomeDir()
		if err != nil {
			return ""
		}
		dir = filepath.Join(home, ".local", "share")
	}
	return filepath.Join(dir, "boardstudio", "locale")
}

// load reads the texts of a catalogue. The error, a *msg.Error, names file and line.
func (c *catalogue) load() error {
	if c.read == nil {
		return nil
	}
	data, err := c.read()
	if err != nil {
		return msg.Errorf("the language %s cannot be used: %v", c.Code, err)
	}
	if c.texts, err = readPO(data); err != nil {
		return msg.Errorf("the language %s cannot be used: %s:%v", c.Code, cmp.Or(c.path, c.Code+".po"), err)
	}
	return nil
}

// current is the language in use. It belongs to the process, as the language
// of the C library does: every message would need it as an argument otherwise.
var current atomic.Pointer[catalogue]

// Languages lists the languages, English first.
func Languages() []Language {
	var list []Language
	for _, c := range catalogues() {
		list = append(list, c.Language)
	}
	return list
}

// Use chooses the language that code names: "fr", "fr_CA.UTF-8", or several
// with colons between them, of which the first known one is taken. With "" it follows
// the environment. A language that is not known is English. It returns the
// code of the language it chose, and may be called while others read. The error, a *msg.Error, tells of the first
// of the languages wanted that has a catalogue which cannot be read; the next one is taken then.
func Use(code string) (string, error) {
	if code == "" {
		code = environment(os.Getenv)
	}
	c, err := find(code)
	current.Store(c)
	return c.Code, err
}

// Current returns the code of the language in use.
func Current() string { return now().Code }

func now() *catalogue {
	if c := current.Load(); c != nil {
		return c
	}
	return english
}

// environment returns what the variables ask for, by gettext's rule: LANGUAGE
// goes first, except where the locale is the plain one that scripts ask for.
func environment(getenv func(string) string) string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		v := getenv(name)
		if v == "" {
			continue
		}
		if list := getenv("LANGUAGE"); list != "" && !plain(v) {
			return list
		}
		return v
	}
	return getenv("LANGUAGE")
}

func plain(code string) bool { return code == "C" || code == "POSIX" }

// find returns the first known language of the list, with its texts. A language goes for its
// regions: fr for fr_CA.
func find(list string) (*catalogue, error) {
	var bad error
	all := catalogues()
	for code := range strings.SplitSeq(list, ":") {
		code, _, _ = strings.Cut(strings.ReplaceAll(code, "-", "_"), "@")
		code, _, _ = strings.Cut(code, ".")
		region, _, _ := strings.Cut(code, "_")
		for _, want := range []string{code, region} {
			for _, c := range all {
				if !strings.EqualFold(c.Code, want) {
					continue
				}
				err := c.load()
				if err == nil {
					return c, bad
				}
				bad = cmp.Or(bad, err)
			}
		}
	}
	return english, bad
}

// T returns the text of key with the arguments put in as by fmt.Sprintf, errors
// among them in the person's language. Without arguments nothing is
// formatted, so that a title may hold a percent sign. A key without a
// translation is its own text.
func T(key msg.Key, args ...any) string {
	return fill(now().text(key), args)
}

// Title returns the text of a title that may have a translation, as those of sample scripts have, and those of a person's
// own have not.
func Title(text string) string {
	if c := now(); c.texts != nil && c.has[[2]string{"", text}] {
		return c.text(msg.Key(text))
	}
	return text
}

// N is T for a text that counts n things: one is the key for a single one, many
// its plural. n is an argument only where it is given as one.
func N(one, many msg.Key, n int, args ...any) string {
	c := now()
	text := string(many)
	switch {
	case c.knows("", one):
		text = c.po.GetN(string(one), string(many), max(n, -n))
	case n == 1:
		text = string(one)
	}
	return fill(text, args)
}

// Text returns a text with what is put into it, texts and keys among that in the person's language too.
func Text(t msg.Text) string {
	args := make([]any, len(t.Args))
	for i, a := range t.Args {
		switch a := a.(type) {
		case msg.Text:
			args[i] = Text(a)
		case msg.Key:
			args[i] = T(a)
		default:
			args[i] = a
		}
	}
	if t.Many == "" {
		return T(t.One, args...)
	}
	return N(t.One, t.Many, t.N, args...)
}

// C is T for a key that means different things in different places: context,
// which nobody reads but translators, says which.
func C(context string, key msg.Key, args ...any) string {
	text := string(key)
	if c := now(); c.knows(context, key) {
		text = c.po.GetC(text, context)
	}
	return fill(text, args)
}

// text returns the translation of key, or key.
func (c *catalogue) text(key msg.Key) string {
	if key == "" || !c.knows("", key) { // the empty key holds the catalogue's header
		return string(key)
	}
	return c.po.Get(string(key), nil...) // nothing to put in: fill does that
}

// knows reports whether there is a translation. The first time that one is missing it says so in the log.
func (c *catalogue) knows(context string, key msg.Key) bool {
	if c.texts == nil || c.has[[2]string{context, string(key)}] {
		return c.texts != nil
	}
	if _, told := missing.LoadOrStore([3]string{c.Code, context, string(key)}, true); !told {
		Log("studio: the catalogue " + c.Code + " has no text for " + strconv.Quote(string(key)))
	}
	return false
}

// missing are the texts that the log names already.
var missing sync.Map

// Log writes a line into the log of the program: on its standard error.
var Log = func(line string) { fmt.Fprintln(os.Stderr, line) }

func fill(text string, args []any) string {
	if len(args) == 0 {
		return text
	}
	return fmt.Sprintf(text, localize(args)...)
}
