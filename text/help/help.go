// Package help contains the pages of the help window. There is one folder per language, with one
// text file per page.
package help

import (
	"cmp"
	"embed"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"boardstudio/rules"
)

// files has a folder for each language, with its pages and keys.txt; see KeyNames.
//
//go:embed */*.md */keys.txt
var files embed.FS

// Page is a page of help. Its text may contain:
//
//   - headings (#, ##), paragraphs and lists (lines that begin with "- "),
//   - **bold**, `code` and keys (`Ctrl+S`{save}; see Key),
//   - blocks of code (lines that begin with four spaces),
//   - pictures (lines of the form ![caption](source); see Diagram).
type Page struct{ Name, Title, Text string }

// gamesMark is replaced by the sections of the games.
const gamesMark = "{{games}}\n"

// gamesIn returns the rules of the games in a language.
func gamesIn(games rules.Catalog, lang string) string {
	var list []string
	for _, g := range games {
		list = append(list, rulesIn(g, lang))
	}
	return strings.Join(list, "\n")
}

// Pages returns the pages in a language, in order. Pages that are missing in the language are in
// English. Users can add or replace pages in the folder help/LANGUAGE of the data folder, and the
// rules of a game in rules/GAME/help/LANGUAGE.md; see docs/translate.md. The presets and parameters
// are in the current language.
func Pages(games rules.Catalog, lang string) []Page {
	dir, err := files.ReadDir(english)
	if err != nil {
		return nil
	}
	var ps []Page
	for _, f := range dir {
		name, ok := strings.CutSuffix(f.Name(), ".md")
		if !ok {
			continue
		}
		text := cmp.Or(textOf(lang, name), embedded(english, f.Name()))
		if before, after, ok := strings.Cut(text, gamesMark); ok {
			text = before + gamesIn(games, lang) + after
		}
		if before, after, ok := strings.Cut(text, presetsMark); ok {
			text = before + presets(games) + after
		}
		head, _, _ := strings.Cut(text, "\n")
		ps = append(ps, Page{Name: name, Title: strings.TrimPrefix(head, "# "), Text: text})
	}
	slices.SortFunc(ps, func(a, b Page) int { return cmp.Or(number(a.Name)-number(b.Name), strings.Compare(a.Name, b.Name)) })
	return ps
}

// RulesOf returns the title of the section with the rules of a game family, or "" if the page lacks it.
func RulesOf(g *rules.Game, lang string) string {
	if g == nil {
		return ""
	}
	head, _, _ := strings.Cut(rulesIn(g, lang), "\n")
	return strings.TrimPrefix(head, "## ")
}

// number returns the number at the start of a page's name, or 0 if there is none. Pages with the
// same number are ordered by the letter after it: 6-files comes before 6b-formats.
func number(name string) int {
	digits := len(name) - len(strings.TrimLeft(name, "0123456789"))
	n, _ := strconv.Atoi(name[:digits])
	return n
}

// Part is a run of text in one style.
type Part struct {
	Text   string // caption of a Picture
	Kind   Kind
	Source string // source of a Picture, see Diagram; or command of a Key
}

// Kind is a style of text.
type Kind string

// Styles.
const (
	Plain   Kind = "plain"
	Heading Kind = "heading"
	Section Kind = "section"
	Bold    Kind = "bold"
	Code    Kind = "code"
	// Key is the English name of a key. Source is the name of its command in the settings. For keys
	// that cannot be changed, it is "@" and the part of the window, such as "@board".
	Key     Kind = "key"
	Block   Kind = "block" // whole lines of code
	Picture Kind = "picture"
)

// bullet starts the items of lists.
const bullet = "• "

// blockIndent starts the lines of a block.
const blockIndent = "    "

// Parts splits a page's text into parts. It joins the lines of a paragraph.
func Parts(text string) []Part {
	var out []Part
	var para, block []string
	flush := func() {
		if n := len(block); n > 0 {
			for block[n-1] == "" {
				n--
			}
			out = append(out, Part{Text: strings.Join(block[:n], "\n") + "\n", Kind: Block})
			block = nil
		}
		if len(para) > 0 {
			out = append(out, inline(strings.Join(para, " "))...)
			out = append(out, Part{Text: "\n", Kind: Plain})
			para = nil
		}
	}
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimRight(line, " ")
		switch {
		case strings.HasPrefix(line, blockIndent) && len(para) == 0:
			block = append(block, line[len(blockIndent):])
		case line == "" && len(block) > 0:
			block = append(block, "") // between two parts of the block, or after it
		case strings.HasPrefix(line, "## "):
			flush()
			out = append(out, Part{Text: line[3:] + "\n", Kind: Section})
		case strings.HasPrefix(line, "# "):
			flush()
			out = append(out, Part{Text: line[2:] + "\n", Kind: Heading})
		case strings.HasPrefix(line, "![") && strings.HasSuffix(line, ")"):
			flush()
			if caption, source, ok := strings.Cut(line[2:len(line)-1], "]("); ok {
				out = append(out, Part{Text: caption + "\n", Kind: Picture, Source: source})
			}
		case strings.HasPrefix(line, "- "):
			flush()
			para = []string{bullet + line[2:]}
		case line == "":
			flush()
		default:
			if len(block) > 0 {
				flush()
			}
			para = append(para, strings.TrimSpace(line))
		}
	}
	flush()
	return out
}

// keyOwner matches the braces after a key, which name its command or part of the window.
var keyOwner = regexp.MustCompile(`^\{(@?[a-z0-9-]+)\}`)

// inline splits a paragraph at **bold**, `code` and keys.
func inline(s string) []Part {
	var out []Part
	for s != "" {
		b, c := strings.Index(s, "**"), strings.Index(s, "`")
		mark, kind, at := "**", Bold, b
		if c >= 0 && (b < 0 || c < b) {
			mark, kind, at = "`", Code, c
		}
		if at < 0 {
			return append(out, Part{Text: s, Kind: Plain})
		}
		end := strings.Index(s[at+len(mark):], mark)
		if end < 0 {
			return append(out, Part{Text: s, Kind: Plain})
		}
		if at > 0 {
			out = append(out, Part{Text: s[:at], Kind: Plain})
		}
		part := Part{Text: s[at+len(mark) : at+len(mark)+end], Kind: kind}
		s = s[at+2*len(mark)+end:]
		if m := keyOwner.FindStringSubmatch(s); m != nil && kind == Code {
			part.Kind, part.Source = Key, m[1]
			s = s[len(m[0]):]
		}
		out = append(out, part)
	}
	return out
}
