package help

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"unicode/utf8"

	"boardstudio/rules"
	"boardstudio/store/safe"
	"boardstudio/store/xdg"
	"boardstudio/text/locale"
)

// english is the language of pages that are missing in other languages.
const english = "en"

// maxPage is the largest size of an added page, in bytes. maxTitle is the largest length of its
// title, which the list of pages shows.
const (
	maxPage  = 256 << 10
	maxTitle = 80
)

// textOf returns the text of a page in a language: the user's page, or else the embedded one. It
// returns "" if neither exists.
func textOf(lang, name string) string {
	if text := addedText("# ", "help", lang, name+".md"); text != "" {
		return text
	}
	return embedded(lang, name+".md")
}

// rulesIn returns the section about a game in a language: the user's section, or else the game's own.
// If neither exists, it returns the English section.
func rulesIn(g *rules.Game, lang string) string {
	if text := addedText("## ", "rules", g.Name, "help", lang+".md"); text != "" {
		return text
	}
	if text := g.HelpIn(lang); text != "" {
		return text
	}
	return g.HelpIn(english)
}

// embedded returns the content of an embedded file in a language, or "" if it does not exist.
func embedded(lang, name string) string {
	data, err := files.ReadFile(path.Join(lang, name))
	if err != nil {
		return ""
	}
	return string(data)
}

// addedText returns the text of a file below the user's data folder. The text must begin with a
// heading: mark, followed by a title. If the file does not exist or cannot be shown, it returns
// "". It logs the reason once for each file.
func addedText(mark string, names ...string) string {
	data, file := addedFile(names...)
	if data == "" {
		return ""
	}
	head, _, _ := strings.Cut(data, "\n")
	switch title, ok := strings.CutPrefix(head, mark); {
	case !ok || strings.TrimSpace(title) == "":
		report(file, fmt.Errorf("the first line is not a heading %q", mark+"…"))
	case utf8.RuneCountInString(title) > maxTitle:
		report(file, fmt.Errorf("the title has more than %d characters", maxTitle))
	default:
		return data
	}
	return ""
}

// addedFile returns the content of a text file below the user's data folder, with normalised line
// ends, and its path.
func addedFile(names ...string) (text, file string) {
	for _, n := range names {
		if n == "" || n[0] == '.' || strings.ContainsAny(n, `/\`) { // the name of a language is untrusted input
			return "", ""
		}
	}
	file, err := xdg.Data(names...)
	if err != nil {
		return "", ""
	}
	data, err := safe.ReadFile(context.Background(), file, maxPage)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", file
	case err != nil:
	case !utf8.Valid(data):
		err = errors.New("the text is not UTF-8")
	case bytes.IndexByte(data, 0) >= 0:
		err = errors.New("the text has NUL bytes")
	}
	if err != nil {
		report(file, err)
		return "", file
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	return strings.ReplaceAll(string(data), "\r\n", "\n"), file
}

// report logs why an added file is not shown.
func report(file string, err error) {
	locale.LogOnce(fmt.Sprintf("studio: %s is not shown: %v", file, err))
}
