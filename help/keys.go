package help

import "strings"

// KeyNames are what pages call the keys, by language and English name. They are
// the names that menus show in that language.
var KeyNames = map[string]map[string]string{
	"fr": {
		"Ctrl": "Ctrl", "Shift": "Maj", "Alt": "Alt", "Enter": "Entrée", "Escape": "Échap", "Space": "Espace", "Delete": "Suppr", "Insert": "Inser",
		"Left": "Gauche", "Right": "Droite", "Up": "Haut", "Down": "Bas", "Home": "Origine", "End": "Fin",
		"Page Up": "Page haut", "Page Down": "Page bas", "Backspace": "Retour arrière",
	},
}

// KeyIn returns what pages in the language call a key such as "Ctrl+Page Up".
func KeyIn(lang, english string) string {
	names := KeyNames[lang]
	return rename(english, func(name string) string {
		if n, ok := names[name]; ok {
			return n
		}
		return name
	})
}

// KeyFrom is the way back: the English name of a key that a page names.
func KeyFrom(lang, text string) string {
	names := KeyNames[lang]
	return rename(text, func(name string) string {
		for english, n := range names {
			if n == name {
				return english
			}
		}
		return name
	})
}

// rename renames a key and its modifiers, each by itself.
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
