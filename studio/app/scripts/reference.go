package scripts

import (
	"strings"

	"boardstudio/ai/lua/api"
	"boardstudio/internal/fold"
	"boardstudio/text/locale"
)

// FindEntries returns the functions for scripts that match all words, ignoring case. Functions with
// the words in their name are first. If words is empty, it returns all functions.
func FindEntries(words string) []api.Entry {
	want := strings.Fields(fold.Text(words))
	var names, texts []api.Entry
	for _, x := range api.Reference() {
		inName, inAll := true, true
		all := fold.Text(x.Signature + " " + locale.T(x.Group) + " " + locale.T(x.Text))
		for _, w := range want {
			inName = inName && strings.Contains(fold.Text(x.Name), w)
			inAll = inAll && strings.Contains(all, w)
		}
		switch {
		case inName:
			names = append(names, x)
		case inAll:
			texts = append(texts, x)
		}
	}
	return append(names, texts...)
}

// method splits a name into the object and the rest: "pos:play" into "pos:" and "play".
func method(name string) (object, rest string) {
	if i := strings.LastIndexAny(name, ":."); i >= 0 {
		return name[:i+1], name[i+1:]
	}
	return "", name
}

// Completions returns the functions whose name starts with word. A variable of any name can contain
// a position, so "after:pl" is completed too.
func Completions(word string) []api.Entry {
	if word == "" {
		return nil
	}
	object, begun := method(word)
	var list []api.Entry
	for _, x := range api.Reference() {
		own, rest := method(x.Name)
		if strings.HasPrefix(x.Name, word) || strings.HasSuffix(object, ":") && strings.HasSuffix(own, ":") && own == "pos:" && strings.HasPrefix(rest, begun) {
			list = append(list, x)
		}
	}
	return list
}

// Complete returns the part of word to keep, and the text to insert after it for a call of the
// function x.
func Complete(word string, x api.Entry) (keep, text string) {
	object, _ := method(word)
	own, rest := method(x.Name)
	text = x.Name
	switch {
	case object != "" && strings.HasSuffix(object, ":") == strings.HasSuffix(own, ":") && own != "" && (own == "pos:" || object == own):
		keep, text = object, rest
	case !strings.Contains(x.Name, word): // otherwise word is a part of the name that was searched for
		keep = word
	}
	if strings.Contains(x.Signature, x.Name+"(") {
		text += "("
	}
	return keep, text
}
