// Package locale puts what a person reads into the person's language, from
// gettext catalogues.
package locale

import (
	"embed"
	"errors"
	"fmt"
	"os"
	"path"
	"strings"
	"sync/atomic"

	"github.com/leonelquinteros/gotext"

	"boardstudio/rules"
)

//go:embed po/*.po
var files embed.FS

// Language is one that the program speaks.
type Language struct{ Code, Name string }

// Languages lists the languages, English first.
func Languages() []Language { return []Language{{"en", "English"}, {"fr", "Français"}} }

// catalogue is a language with its texts.
type catalogue struct {
	code string
	po   *gotext.Po // nil for the language of the keys
}

var current atomic.Pointer[catalogue]

// Use chooses the language with the code: "fr", also "fr_CA.UTF-8". With ""
// it follows the environment. An unknown language is English. It returns the
// code of the language it chose.
func Use(code string) string {
	if code == "" {
		code = environment()
	}
	for lang := range strings.SplitSeq(code, ":") {
		lang, _, _ = strings.Cut(strings.ToLower(lang), ".")
		lang, _, _ = strings.Cut(lang, "_")
		for _, l := range Languages() {
			if l.Code == lang {
				current.Store(load(lang))
				return lang
			}
		}
	}
	current.Store(load("en"))
	return "en"
}

// environment returns what the variables say that programs follow for messages.
func environment() string {
	for _, v := range []string{"LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"} {
		if s := os.Getenv(v); s != "" && s != "C" && s != "POSIX" {
			return s
		}
	}
	return "en"
}

func load(lang string) *catalogue {
	c := &catalogue{code: lang}
	if data, err := files.ReadFile(path.Join("po", lang+".po")); err == nil {
		c.po = gotext.NewPo()
		c.po.Parse(data)
	}
	return c
}

func now() *catalogue {
	if c := current.Load(); c != nil {
		return c
	}
	return &catalogue{code: "en"}
}

// Current returns the code of the language in use.
func Current() string { return now().code }

// Text returns the text of a key that is not a format: a title from a table.
// A key without a translation is its own text.
func Text(key string) string {
	if c := now(); c.po != nil && key != "" {
		if t := c.po.Get(key); t != "" {
			return t
		}
	}
	return key
}

// T returns the text of key with the arguments put in as by fmt.Sprintf;
// without arguments nothing is put in.
func T(key string, args ...any) string {
	text := Text(key)
	if len(args) == 0 {
		return text
	}
	return fmt.Sprintf(text, args...)
}

// N is T for a text that counts n things: one for the singular, many for the plural.
func N(one, many string, n int, args ...any) string {
	text := many
	if n == 1 {
		text = one
	}
	if c := now(); c.po != nil {
		if t := c.po.GetN(one, many, n); t != "" {
			text = t
		}
	}
	return fmt.Sprintf(text, args...)
}

// Localized is an error that puts itself together from parts: tr translates a
// part that is an error.
type Localized interface{ Localized(tr func(error) string) string }

// Err returns the message of err in the person's language.
func Err(err error) string {
	if err == nil {
		return ""
	}
	if l, ok := err.(Localized); ok {
		return l.Localized(Err)
	}
	switch e := err.(type) {
	case *rules.Error:
		args := make([]any, len(e.Args))
		for i, a := range e.Args {
			if inner, ok := a.(error); ok {
				a = Err(inner)
			}
			args[i] = a
		}
		return T(e.Format, args...)
	case *rules.MoveError:
		return Err(e.Why)
	}
	// A wrapper of ours around a message we can translate: the message is what matters.
	var e *rules.Error
	if errors.As(err, &e) && err.Error() == e.Error() {
		return Err(e)
	}
	return err.Error()
}
