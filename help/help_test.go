package help_test

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"boardstudio/help"
	"boardstudio/rules/all"
	"boardstudio/studio/command"
	"boardstudio/studio/scripts"
	"boardstudio/studio/settings"
)

// languages returns the languages that have a folder of pages.
func languages(t *testing.T) []string {
	t.Helper()
	dir, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, d := range dir {
		if d.IsDir() {
			list = append(list, d.Name())
		}
	}
	if !slices.Contains(list, "en") || len(list) < 2 {
		t.Fatalf("the languages are %v, want English and others", list)
	}
	return list
}

func names(pages []help.Page) []string {
	var list []string
	for _, p := range pages {
		list = append(list, p.Name)
	}
	return list
}

// text returns the text of a page.
func text(t *testing.T, lang, name string) string {
	t.Helper()
	for _, p := range help.Pages(lang) {
		if p.Name == name {
			return p.Text
		}
	}
	t.Fatalf("%s has no page %s", lang, name)
	return ""
}

// codes returns what stands in backquotes on a page.
func codes(page string) []string {
	var list []string
	for _, p := range help.Parts(page) {
		if p.Kind == help.Code {
			list = append(list, p.Text)
		}
	}
	return list
}

// byNumber orders pages: 2-playing before 12-keys.
func byNumber(a, b string) int {
	number := func(s string) int {
		head, _, _ := strings.Cut(s, "-")
		n, _ := strconv.Atoi(head)
		return n
	}
	return number(a) - number(b)
}

func TestPages(t *testing.T) {
	want := names(help.Pages("en"))
	if len(want) == 0 || !slices.IsSortedFunc(want, byNumber) {
		t.Errorf("the English pages are %v", want)
	}
	for _, lang := range languages(t) {
		pages := help.Pages(lang)
		if got := names(pages); !slices.Equal(got, want) {
			t.Errorf("%s has the pages %v, want %v", lang, got, want)
		}
		for _, p := range pages {
			if head, _, _ := strings.Cut(p.Text, "\n"); head != "# "+p.Title || p.Title == "" {
				t.Errorf("%s/%s.md begins with %q and is called %q", lang, p.Name, head, p.Title)
			}
			if lang != "en" && p.Text == text(t, "en", p.Name) {
				t.Errorf("%s/%s.md is in English", lang, p.Name)
			}
		}
	}
}

// TestGames checks that every game brings a section in every language.
func TestGames(t *testing.T) {
	for _, g := range all.Games {
		for _, lang := range languages(t) {
			section := strings.TrimSpace(g.HelpIn(lang))
			switch {
			case section == "":
				t.Errorf("rules/%s/help/%s.md is missing or empty", g.Name, lang)
			case lang != "en" && section == strings.TrimSpace(g.HelpIn("en")):
				t.Errorf("rules/%s/help/%s.md is in English", g.Name, lang)
			case !strings.Contains(text(t, lang, "8-games"), section):
				t.Errorf("the page of games in %s lacks %s", lang, g.Name)
			}
		}
	}
}

func TestUnknownLanguage(t *testing.T) {
	for _, lang := range []string{"xx", "", "en_GB", "../help/fr"} {
		if !slices.Equal(help.Pages(lang), help.Pages("en")) {
			t.Errorf("the pages of %q are not the English ones", lang)
		}
	}
}

// A page with a mark that opens and does not close would show it.
func TestStrayMarks(t *testing.T) {
	for _, lang := range languages(t) {
		for _, p := range help.Pages(lang) {
			for _, part := range help.Parts(p.Text) {
				if part.Kind == help.Code || part.Kind == help.Block {
					continue
				}
				if strings.Contains(part.Text, "**") || strings.ContainsAny(part.Text, "`#") {
					t.Errorf("%s/%s.md: a mark is left in %q", lang, p.Name, part.Text)
				}
			}
		}
	}
}

// Blocks of code are the same in all languages, but for what stands in quotes.
func TestBlocks(t *testing.T) {
	quoted := regexp.MustCompile(`"[^"]*"|--.*`)
	blocks := func(lang string) []string {
		var list []string
		for _, p := range help.Pages(lang) {
			for _, part := range help.Parts(p.Text) {
				if part.Kind == help.Block {
					list = append(list, quoted.ReplaceAllString(part.Text, ""))
				}
			}
		}
		return list
	}
	want := blocks("en")
	if len(want) == 0 {
		t.Error("no page has a block of code")
	}
	for _, lang := range languages(t) {
		if got := blocks(lang); !slices.Equal(got, want) {
			t.Errorf("%s has the blocks\n%q, want\n%q", lang, got, want)
		}
	}
}

func TestParts(t *testing.T) {
	const page = "# Title\n\nOne line\n  and **another** one.  \n\n## Section\n- first `a+b`,\nits end\n- second\nLast **open\n\n    a = 1\n\n      b `c`\n\n## End"
	want := []help.Part{
		{Text: "Title\n", Kind: help.Heading},
		{Text: "One line and ", Kind: help.Plain},
		{Text: "another", Kind: help.Bold},
		{Text: " one.", Kind: help.Plain},
		{Text: "\n", Kind: help.Plain},
		{Text: "Section\n", Kind: help.Section},
		{Text: "• first ", Kind: help.Plain},
		{Text: "a+b", Kind: help.Code},
		{Text: ", its end", Kind: help.Plain},
		{Text: "\n", Kind: help.Plain},
		{Text: "• second Last **open", Kind: help.Plain},
		{Text: "\n", Kind: help.Plain},
		{Text: "a = 1\n\n  b `c`\n", Kind: help.Block},
		{Text: "End\n", Kind: help.Section},
	}
	if got := help.Parts(page); !slices.Equal(got, want) {
		t.Errorf("parts %q, want %q", got, want)
	}
}

// modifiers are the English names of modifier keys, in the order in which they
// are written.
var modifiers = []string{"Ctrl", "Shift", "Alt"}

// accelerators returns the keys of all commands as English pages write them.
func accelerators(t *testing.T) map[string]string {
	t.Helper()
	list := map[string]string{}
	for id, c := range command.All {
		for acc := range strings.FieldsSeq(c.Keys) {
			k, err := settings.ParseKey(acc)
			if err != nil {
				t.Errorf("command %s: %v", command.ID(id), err)
			}
			list[k.Title()] = c.Name
		}
	}
	for _, c := range scripts.Commands { // of the window of scripts
		for _, acc := range c.Keys {
			k, err := settings.ParseKey(acc)
			if err != nil {
				t.Errorf("command %s: %v", c.ID, err)
			}
			if list[k.Title()] == "" {
				list[k.Title()] = "script " + c.ID
			}
		}
	}
	return list
}

// boardKeys act on the board, which has them in no table.
var boardKeys = []string{"Enter", "Escape", "Shift"}

// TestKeys checks that every key of the English pages is one of a command.
func TestKeys(t *testing.T) {
	acc := accelerators(t)
	found := map[string]bool{}
	for _, p := range help.Pages("en") {
		for _, c := range codes(p.Text) {
			_, named := help.KeyNames["fr"][c]
			if slices.Contains(boardKeys, c) || !named && !strings.HasPrefix(c, "Ctrl+") && !strings.HasPrefix(c, "Alt+") {
				continue
			}
			if acc[c] == "" {
				t.Errorf("en/%s.md: no command has the key %s", p.Name, c)
			}
			found[c] = true
		}
	}
	for _, c := range []string{"Ctrl+N", "Ctrl+Shift+Z", "Ctrl++", "Ctrl+.", "Alt+7", "Page Up"} {
		if !found[c] {
			t.Errorf("the key %s is not found on the pages: is the check blind?", c)
		}
	}
}

// TestTranslatedCode checks that a translated page names the same keys, moves
// and files as the English one.
func TestTranslatedCode(t *testing.T) {
	for _, lang := range languages(t) {
		called := help.KeyNames[lang]
		if lang == "en" {
			continue
		}
		if called == nil {
			t.Errorf("what are the keys called in %s?", lang)
		}
		for _, p := range help.Pages("en") {
			var want []string
			for _, c := range codes(p.Text) {
				written := ""
				for _, m := range modifiers {
					if rest, ok := strings.CutPrefix(c, m+"+"); ok {
						c = rest
						written += called[m] + "+"
					}
				}
				if name := called[c]; name != "" {
					c = name
				}
				want = append(want, written+c)
			}
			got := codes(text(t, lang, p.Name))
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("%s/%s.md has the code\n%q, want\n%q", lang, p.Name, got, want)
			}
		}
	}
}

// quoted are the titles of menus, buttons and players that pages name, by their
// keys in the catalogues.
var quoted = []struct{ page, key string }{
	{"2-playing", "Game"},
	{"2-playing", "Players…"},
	{"2-playing", "Score…"},
	{"4-setup", "Use as Start"},
	{"6-files", "Game"},
	{"6-files", "Open Recent"},
	{"7-computers", "Plays at random"},
	{"7-computers", "Counts tuples"},
	{"7-computers", "Looks ahead"},
	{"7-computers", "Other…"},
	{"1-start", "Start Page"},
	{"8-games", "Alignment games"},
	{"8-games", "Rows can be broken"},
	{"8-games", "Infinite board"},
	{"8-games", "Awale"},
	{"4-setup", "Add After This Position"},
	{"4-setup", "Replace This Position"},
	{"9-annotations", "Annotate"},
	{"9-annotations", "Bookmarks…"},
	{"9-annotations", "Number From Here"},
	{"11-find", "The position on the board"},
	{"11-find", "A pattern of some cells"},
	{"11-find", "More"},
	{"11-find", "New Moves"},
	{"11-find", "Copy Continuation Here"},
	{"14-safety", "Game"},
	{"14-safety", "Recover Lost Work…"},
	{"14-safety", "Recover"},
	{"14-safety", "Recently Closed"},
	{"6-files", "Recently Closed"},
	{"6-files", "Preferences"},
	{"1-start", "Preferences"},
	{"1-start", "Appearance"},
	{"14-safety", "Delete"},
	{"14-safety", "Versions…"},
	{"14-safety", "Restore"},
	{"14-safety", "Compare"},
	{"14-safety", "Open as a new document"},
	{"14-safety", "Keep Both"},
	{"14-safety", "Take Theirs"},
	{"14-safety", "Keep Mine"},
	{"16-editor", "Game"},
	{"16-editor", "Scripts…"},
	{"16-editor", "Script"},
	{"16-editor", "Open the Folder"},
	{"16-editor", "Help"},
	{"16-editor", "What a Script Can Reach"},
}

// entry is a text of a catalogue on one line, with its translation.
var entry = regexp.MustCompile(`(?m)^msgid "(.+)"\nmsgstr "(.*)"$`)

// catalogue returns the translations of a language. Package locale reads them
// too, but only for the one language that the whole program speaks.
func catalogue(t *testing.T, lang string) map[string]string {
	t.Helper()
	po, err := os.ReadFile("../locale/po/" + lang + ".po")
	if err != nil {
		t.Fatalf("the pages in %s go with no catalogue: %v", lang, err)
	}
	texts := map[string]string{}
	for _, m := range entry.FindAllStringSubmatch(string(po), -1) {
		texts[m[1]] = m[2]
	}
	return texts
}

// TestTitles checks that translated pages quote titles as the catalogue has them.
func TestTitles(t *testing.T) {
	for _, lang := range languages(t) {
		if lang == "en" {
			continue
		}
		texts := catalogue(t, lang)
		for _, q := range quoted {
			title := strings.TrimSuffix(texts[q.key], "…")
			if title == "" {
				t.Errorf("%q, which %s/%s.md quotes, has no translation", q.key, lang, q.page)
			} else if !strings.Contains(text(t, lang, q.page), title) {
				t.Errorf("%s/%s.md does not quote %q, which is %q", lang, q.page, q.key, title)
			}
		}
	}
}

// wrongInFrench are an ordinary space where it must not break, and an apostrophe of
// typewriters.
var wrongInFrench = regexp.MustCompile(`(^|[^\x{a0}])[:;!?»]|«($|[^\x{a0}])|'`)

func TestFrenchTypography(t *testing.T) {
	for _, p := range help.Pages("fr") {
		for _, part := range help.Parts(p.Text) {
			if part.Kind != help.Code && part.Kind != help.Block && wrongInFrench.MatchString(part.Text) {
				t.Errorf("fr/%s.md: %q", p.Name, part.Text)
			}
		}
	}
	for text, want := range map[string]bool{"a : b": true, "a;": true, "« a\u00a0»": true, "l'a": true, "«\u00a0a\u00a0»\u00a0: l’a\u00a0!": false} {
		if wrongInFrench.MatchString(text) != want {
			t.Errorf("%q counts as wrong: %v, want %v", text, !want, want)
		}
	}
}

// TestPictures checks that every picture on a page can be drawn, and that every game has some.
func TestPictures(t *testing.T) {
	for _, lang := range languages(t) {
		for _, g := range all.Games {
			n := 0
			for _, p := range help.Parts(g.HelpIn(lang)) {
				if p.Kind != help.Picture {
					continue
				}
				n++
				d, err := help.Diagram(p.Source)
				if err != nil {
					t.Errorf("%s in %s: %q: %v", g.Name, lang, p.Source, err)
				} else if d.Rules.Spec().Game != g.Name {
					t.Errorf("%s in %s shows %s", g.Name, lang, d.Rules.Spec().Game)
				}
			}
			if n == 0 {
				t.Errorf("the rules of %s in %s have no picture", g.Name, lang)
			}
		}
	}
	for _, bad := range []string{"", "nothing", "tictactoe | moves b2 b2", "tictactoe | circle z9", "tictactoe | dance", "awale | position 4", "othello | overlay threats"} {
		if _, err := help.Diagram(bad); err == nil {
			t.Errorf("%q is a picture", bad)
		}
	}
}

// TestHTML checks that the files hold all pages, with their pictures, and that their tags are closed.
func TestHTML(t *testing.T) {
	for _, lang := range languages(t) {
		files, err := help.HTML(lang, "Help & more")
		if err != nil {
			t.Fatal(err)
		}
		if len(files) != len(help.Pages(lang))+1 {
			t.Errorf("%s has %d files", lang, len(files))
		}
		for _, p := range help.Pages(lang) {
			text := string(files[p.Name+".html"])
			if !strings.Contains(string(files["index.html"]), p.Name+".html") || !strings.Contains(text, "<h1>") {
				t.Errorf("%s: %s is not in the list, or has no heading", lang, p.Name)
			}
			if strings.Contains(text, "![") || strings.Contains(text, "**") {
				t.Errorf("%s: %s shows marks", lang, p.Name)
			}
			for _, tag := range []string{"p", "ul", "li", "h1", "h2", "pre", "code", "strong", "figure", "svg"} {
				opened := len(regexp.MustCompile("<"+tag+"[ >]").FindAllString(text, -1))
				if closed := strings.Count(text, "</"+tag+">"); opened != closed {
					t.Errorf("%s: %s has %d <%s> and %d </%s>", lang, p.Name, opened, tag, closed, tag)
				}
			}
		}
		if n := strings.Count(string(files["8-games.html"]), "<svg"); n < 10 {
			t.Errorf("%s: the page of games has %d pictures", lang, n)
		}
	}
}
