// Package help holds the pages that the help window shows, one text file each
// in a folder for each language.
package help

import (
	"cmp"
	"embed"
	"path"
	"slices"
	"strconv"
	"strings"

	"boardstudio/rules/all"
)

//go:embed en/*.md fr/*.md
var files embed.FS

// Page is a page of help. Its text has headings (#, ##), paragraphs, lists
// (lines that begin with "- "), **bold** and `code`, and blocks of code (lines that
// begin with four spaces), pictures (a line of the form ![what stands below](what Diagram reads)), nothing else.
type Page struct{ Name, Title, Text string }

// gamesMark stands on a page where the sections of the games belong.
const gamesMark = "{{games}}\n"

// games returns what the games say about their rules.
func games(lang string) string {
	var list []string
	for _, g := range all.Games {
		list = append(list, g.HelpIn(lang))
	}
	return strings.Join(list, "\n")
}

// Pages returns the pages in a language, in their order; English where the
// language has none.
func Pages(lang string) []Page {
	dir, err := files.ReadDir(lang)
	if err != nil {
		lang = "en"
		if dir, err = files.ReadDir(lang); err != nil {
			return nil
		}
	}
	var ps []Page
	for _, f := range dir {
		data, err := files.ReadFile(path.Join(lang, f.Name()))
		if err != nil {
			continue
		}
		text := strings.Replace(string(data), gamesMark, games(lang), 1)
		head, _, _ := strings.Cut(text, "\n")
		ps = append(ps, Page{Name: strings.TrimSuffix(f.Name(), ".md"), Title: strings.TrimPrefix(head, "# "), Text: text})
	}
	slices.SortFunc(ps, func(a, b Page) int { return cmp.Or(number(a.Name)-number(b.Name), strings.Compare(a.Name, b.Name)) })
	return ps
}

// number returns what a page's name begins with.
func number(name string) int {
	head, _, _ := strings.Cut(name, "-")
	n, _ := strconv.Atoi(head)
	return n
}

// Part is a run of text in one style.
type Part struct {
	Text   string // of a Picture, what stands below it
	Kind   Kind
	Source string // of a Picture, as Diagram reads it
}

// Kind is a style of text.
type Kind string

// The styles.
const (
	Plain   Kind = "plain"
	Heading Kind = "heading"
	Section Kind = "section"
	Bold    Kind = "bold"
	Code    Kind = "code"
	Block   Kind = "block" // whole lines of code
	Picture Kind = "picture"
)

// bullet begins the items of lists.
const bullet = "• "

// blockIndent begins the lines of a block.
const blockIndent = "    "

// Parts cuts a page's text into runs; lines of a paragraph are joined.
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
			block = append(block, "") // between two parts of the block, or behind it
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

// inline cuts a paragraph at **bold** and `code`.
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
		out = append(out, Part{Text: s[at+len(mark) : at+len(mark)+end], Kind: kind})
		s = s[at+2*len(mark)+end:]
	}
	return out
}
