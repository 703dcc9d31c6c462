// Package locale translates the texts of the user interface with gettext catalogues. The keys are
// the English texts.
package locale

import (
	"cmp"
	"context"
	"embed"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"boardstudio/internal/memo"
	"boardstudio/store/safe"
	"boardstudio/store/xdg"
	"boardstudio/text/msg"
)

//go:embed po/*.po
var files embed.FS

// Language is a supported language.
type Language struct{ Code, Name string }

// catalogue is a language with its texts.
type catalogue struct {
	Language
	read   func() ([]byte, error) // reads the file; nil for the language of the keys
	path   string                 // path of the file, or "" for an embedded catalogue
	*texts                        // nil until loaded, and for the language of the keys
}

// english is the language of the keys.
var english = &catalogue{Language: Language{Code: "en", Name: "English"}}

// catalogues returns all languages, English first. To add a language, put a file into Folder, or
// embed it by putting it into po. A file in Folder takes precedence over an embedded one.
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

// nameHeader matches the header line with the name of the language.
var nameHeader = regexp.MustCompile(`"X-Name: *([^"\\]+)\\n"`)

// signHeader matches the header line with the decimal sign.
var signHeader = regexp.MustCompile(`"X-Decimal-Sign: *([^"\\ \d])\\n"`)

// decimal returns the decimal sign.
func (c *catalogue) decimal() string {
	if c.texts == nil {
		return "."
	}
	return c.sign
}

// maxSize is the maximum size of a catalogue, in bytes.
const maxSize = 16 << 20

// Folder returns the folder for catalogues of the user, with files CODE.po. It returns "" if the
// home folder is unknown.
func Folder() string {
	path, _ := xdg.Data("locale")
	return path
}

// load reads the texts of a catalogue. It returns an *msg.Error with file and line if the catalogue
// cannot be read.
func (c *catalogue) load() error {
	if c.read == nil {
		return nil
	}
	data, err := c.read()
	if err != nil {
		return msg.Errorf("the language %s cannot be used: %s: %v", c.Code, cmp.Or(c.path, c.Code+".po"), safe.Cause(err))
	}
	if c.texts, err = readPO(data); err != nil {
		return msg.Errorf("the language %s cannot be used: %s:%v", c.Code, cmp.Or(c.path, c.Code+".po"), err)
	}
	return nil
}

// current is the language in use. It is global, like the locale of the C library, because otherwise
// every message would need it as an argument.
var current atomic.Pointer[catalogue]

// Languages returns the supported languages, English first.
func Languages() []Language {
	var list []Language
	for _, c := range catalogues() {
		list = append(list, c.Language)
	}
	return list
}

// Use selects the language given by code: "fr", "fr_CA.UTF-8", or a list separated by colons. Use
// selects the first supported language of the list. "" follows the environment. An unsupported
// language is English. It returns the code of the selected language. It may be called while other
// goroutines use translations.
//
// It returns an *msg.Error for the first requested language whose catalogue cannot be read; the
// next one is then used.
func Use(code string) (string, error) {
	if code == "" {
		code = environment(os.Getenv)
	}
	c, err := find(code)
	c.report()
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

// environment returns the languages requested by the environment, by the rules of gettext: LANGUAGE
// takes precedence, unless the locale is "C" or "POSIX".
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

// find returns the first supported language of the list, with its texts. A language also covers its
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

// T returns the translation of key with the arguments inserted as by fmt.Sprintf. Errors among the
// arguments are translated too. Without arguments the text is not formatted, so it may contain a
// percent sign. Without a translation, the key is the text.
func T(key msg.Key, args ...any) string {
	return fill(now().text(key), args)
}

// Title returns the translation of a title that may have one. Titles of sample scripts have
// translations, titles of the user's scripts do not.
func Title(text string) string {
	if c := now(); c.texts != nil && c.has[[2]string{"", text}] {
		return c.text(msg.Key(text))
	}
	return text
}

// N is T for a text that counts n things. one is the singular key, many the plural. n is not
// inserted unless it is also in args.
func N(one, many msg.Key, n int, args ...any) string {
	c := now()
	text := string(many)
	switch {
	case c.translated("", one):
		text = c.po.GetN(string(one), string(many), max(n, -n))
	case n == 1:
		text = string(one)
	}
	return fill(text, args)
}

// Text returns the translation of t, including texts and keys among its arguments.
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

// C is T for a key with different meanings in different contexts. context is shown only to
// translators.
func C(context string, key msg.Key, args ...any) string {
	text := string(key)
	if c := now(); c.translated(context, key) {
		text = c.po.GetC(text, context)
	}
	return fill(text, args)
}

// text returns the translation of key, or key itself.
func (c *catalogue) text(key msg.Key) string {
	if key == "" || !c.translated("", key) { // the empty key has the header of the catalogue
		return string(key)
	}
	return c.po.Get(string(key), nil...) // without arguments: fill inserts them
}

// translated reports whether there is a translation.
func (c *catalogue) translated(context string, key msg.Key) bool {
	return c.texts != nil && c.has[[2]string{context, string(key)}]
}

// report logs the number of texts that a catalogue of the user lacks.
func (c *catalogue) report() {
	if c.path == "" || c.texts == nil {
		return
	}
	of := keys()
	n := 0
	for key := range of {
		if !c.has[key] {
			n++
		}
	}
	if n == 0 {
		return
	}
	LogOnce(fmt.Sprintf("studio: %s lacks %d of %d texts, which are shown in English", c.path, n, len(of)))
}

// keys returns the contexts and keys of all texts. The embedded catalogues are complete.
var keys = sync.OnceValue(func() map[[2]string]bool {
	all := map[[2]string]bool{}
	ours, _ := files.ReadDir("po")
	for _, f := range ours {
		data, err := files.ReadFile("po/" + f.Name())
		if err != nil {
			continue
		}
		if t, err := readPO(data); err == nil {
			maps.Copy(all, t.has)
		}
	}
	return all
})

// LogOnce writes a line to standard error, unless it has written the same line before.
func LogOnce(line string) { _ = logged(line) }

var logged = memo.Func(func(line string) error {
	_, err := fmt.Fprintln(os.Stderr, line)
	return err
})

func fill(text string, args []any) string {
	if len(args) == 0 {
		return text
	}
	return valid(fmt.Sprintf(text, localize(args)...)) // an argument may be a file name
}
