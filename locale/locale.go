// Package locale puts what a person reads into the person's language, from
// gettext catalogues. The keys are the English texts.
package locale

import (
	"embed"
	"fmt"
	"os"
	"path"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/leonelquinteros/gotext"

	"boardstudio/msg"
)

//go:embed po/*.po
var files embed.FS

// Language is one that the program speaks.
type Language struct{ Code, Name string }

// catalogue is a language with its texts.
type catalogue struct {
	Language
	po *gotext.Po // nil for the language of the keys
}

// english is the language of the keys.
var english = &catalogue{Language: Language{"en", "English"}}

// catalogues are all languages, English first: a new one is a file in po.
var catalogues = sync.OnceValue(func() []*catalogue {
	all := []*catalogue{english}
	names, err := files.ReadDir("po")
	if err != nil {
		return all
	}
	for _, f := range names {
		data, err := files.ReadFile(path.Join("po", f.Name()))
		if err != nil {
			continue
		}
		po := gotext.NewPo()
		po.Parse(data)
		code := strings.TrimSuffix(f.Name(), ".po")
		name := po.Headers.Get("X-Name")
		if name == "" {
			name = code
		}
		all = append(all, &catalogue{Language{code, name}, po})
	}
	return all
})

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
// code of the language it chose, and may be called while others read.
func Use(code string) string {
	if code == "" {
		code = environment(os.Getenv)
	}
	c := find(code)
	current.Store(c)
	return c.Code
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

// find returns the first known language of the list. A language goes for its
// regions: fr for fr_CA.
func find(list string) *catalogue {
	for code := range strings.SplitSeq(list, ":") {
		code, _, _ = strings.Cut(strings.ReplaceAll(code, "-", "_"), "@")
		code, _, _ = strings.Cut(code, ".")
		region, _, _ := strings.Cut(code, "_")
		for _, want := range []string{code, region} {
			for _, c := range catalogues() {
				if strings.EqualFold(c.Code, want) {
					return c
				}
			}
		}
	}
	return english
}

// T returns the text of key with the arguments put in as by fmt.Sprintf, errors
// among them in the person's language. Without arguments nothing is
// formatted, so that a title may hold a percent sign. A key without a
// translation is its own text.
func T(key msg.Key, args ...any) string {
	return fill(now().text(key), args)
}

// N is T for a text that counts n things: one is the key for a single one, many
// its plural. n is an argument only where it is given as one.
func N(one, many msg.Key, n int, args ...any) string {
	c := now()
	text := string(many)
	switch {
	case c.po != nil:
		text = c.po.GetN(string(one), string(many), max(n, -n))
	case n == 1:
		text = string(one)
	}
	return fill(text, args)
}

// C is T for a key that means different things in different places: context,
// which nobody reads but translators, says which.
func C(context string, key msg.Key, args ...any) string {
	text := string(key)
	if c := now(); c.po != nil {
		text = c.po.GetC(text, context)
	}
	return fill(text, args)
}

// text returns the translation of key, or key.
func (c *catalogue) text(key msg.Key) string {
	if c.po == nil || key == "" { // the empty key holds the catalogue's header
		return string(key)
	}
	return c.po.Get(string(key), nil...) // nothing to put in: fill does that
}

func fill(text string, args []any) string {
	if len(args) == 0 {
		return text
	}
	return fmt.Sprintf(text, localize(args)...)
}
