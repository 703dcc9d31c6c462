package scripts

import (
	"strings"

	"boardstudio/ai/lua/api"
	"boardstudio/internal/fold"
	"boardstudio/locale"
)

// FindEntries returns the functions for scripts in which the words stand, those first whose
// name has them; all for none.
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

// method returns what stands behind the object in a name: "play" of "pos:play".
func method(name string) (object, rest string) {
	if i := strings.LastIndexAny(name, ":."); i >= 0 {
		return name[:i+1], name[i+1:]
	}
	return "", name
}

// Completions returns the functions whose name begins as the word. Positions may be called
// otherwise than pos: "after:pl" is completed too.
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

// Complete returns what of a word stays, and what is to stand behind that, so that
// it calls the function.
func Complete(word string, x api.Entry) (keep, text string) {
	object, _ := method(word)
	own, rest := method(x.Name)
	text = x.Name
	switch {
	case object != "" && strings.HasSuffix(object, ":") == strings.HasSuffix(own, ":") && own != "" && (own == "pos:" || object == own):
		keep, text = object, rest
	case !strings.Contains(x.Name, word): // else some of its letters, by which it was found
		keep = word
	}
	if strings.Contains(x.Signature, x.Name+"(") {
		text += "("
	}
	return keep, text
}
