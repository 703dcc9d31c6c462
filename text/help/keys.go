package help

import (
	"cmp"
	"strings"

	"boardstudio/internal/memo"
	"boardstudio/store/xdg"
)

// KeyNames returns the names of keys in a language, as shown in menus, by their English names. They
// are read from the language's keys.txt, whose lines have the form "English name = name". Keys that
// are missing in the file keep their English names.
func KeyNames(lang string) map[string]string {
	folder, _ := xdg.Data("help", lang)
	return keyNames([2]string{lang, folder})
}

// keyNames returns the names for a language and the folder of the files that the user has added. It stores
// them, since tooltips need them hundreds of times.
var keyNames = memo.Func(func(key [2]string) map[string]string {
	lang := key[0]
	text, _ := addedFile("help", lang, "keys.txt")
	names := map[string]string{}
	for line := range strings.Lines(cmp.Or(text, embedded(lang, "keys.txt"))) {
		if english, own, ok := strings.Cut(line, "="); ok && strings.TrimSpace(own) != "" {
			names[strings.TrimSpace(english)] = strings.TrimSpace(own)
		}
	}
	return names
})

// KeyIn returns the name of a key, such as "Ctrl+Page Up", in a language.
func KeyIn(lang, english string) string {
	names := KeyNames(lang)
	return rename(english, func(name string) string {
		if n, ok := names[name]; ok {
			return n
		}
		return name
	})
}

// KeyFrom is the inverse of KeyIn: it returns the English name of a key named in a language.
func KeyFrom(lang, text string) string {
	names := KeyNames(lang)
	return rename(text, func(name string) string {
		for english, n := range names {
			if n == name {
				return english
			}
		}
		return name
	})
}

// rename applies to separately to a key and its modifiers.
func rename(key string, to func(string) string) string {
	text := ""
	for {
		mod, rest, ok := strings.Cut(key, "+")
		if !ok || mod == "" || rest == "" {
			return text + to(key)
		}
		text += to(mod) + "+"
		key = rest
	}
}
