package help_test

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"boardstudio/rules"

	"boardstudio/rules/all"
	"boardstudio/studio/app/command"
	"boardstudio/studio/app/scripts"
	"boardstudio/studio/app/settings"
	"boardstudio/text/help"
)

// family returns the game family that has the named preset.
func family(t *testing.T, name string) *rules.Game {
	t.Helper()
	g, _, ok := all.Games.Find(name)
	if !ok {
		t.Fatalf("unknown game %q", name)
	}
	return g
}

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
	for _, p := range help.Pages(all.Games, lang) {
		if p.Name == name {
			return p.Text
		}
	}
	t.Fatalf("%s has no page %s", lang, name)
	return ""
}

// codes returns the text in backquotes on a page.
func codes(page string) []string {
	var list []string
	for _, p := range help.Parts(page) {
		switch p.Kind {
		case help.Code:
			list = append(list, p.Text)
		case help.Key:
			list = append(list, p.Text+"{"+p.Source+"}")
		}
	}
	return list
}

// byNumber compares page names by number and letter: 2-playing is before 12-keys, which is before
// 12b-preferences.
func byNumber(a, b string) int {
	number := func(s string) int {
		n, _ := strconv.Atoi(regexp.MustCompile(`^[0-9]*`).FindString(s))
		return n
	}
	return cmp.Or(number(a)-number(b), strings.Compare(a, b))
}

func TestPages(t *testing.T) {
	want := names(help.Pages(all.Games, "en"))
	if len(want) == 0 || !slices.IsSortedFunc(want, byNumber) {
		t.Errorf("the English pages are %v", want)
	}
	for _, lang := range languages(t) {
		pages := help.Pages(all.Games, lang)
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

// TestGames checks that every game has a section in every language.
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

// TestRulesOf checks that the page of games has a section with the rules of each game family, in
// every language.
func TestRulesOf(t *testing.T) {
	for _, lang := range languages(t) {
		for _, g := range all.Games {
			if title := help.RulesOf(g, lang); title == "" || !slices.Contains(help.Parts(text(t, lang, "8-games")), help.Part{Text: title + "\n", Kind: help.Section}) {
				t.Errorf("in %s the rules of %s are not under %q", lang, g.Name, title)
			}
			title, first := g.Title, text(t, lang, "1-start")
			if lang == "en" && !strings.Contains(strings.ToLower(first), strings.ToLower(string(title))) {
				t.Errorf("the first steps do not name %s", title)
			}
		}
	}
	if got := help.RulesOf(nil, "en"); got != "" {
		t.Errorf("the rules of nothing are under %q", got)
	}
}

func TestUnknownLanguage(t *testing.T) {
	for _, lang := range []string{"xx", "", "en_GB", "../help/fr"} {
		if !slices.Equal(help.Pages(all.Games, lang), help.Pages(all.Games, "en")) {
			t.Errorf("the pages of %q are not the English ones", lang)
		}
	}
}

// TestStrayMarks checks that pages do not have unpaired marks, which would be visible.
func TestStrayMarks(t *testing.T) {
	for _, lang := range languages(t) {
		for _, p := range help.Pages(all.Games, lang) {
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

// TestBlocks checks that blocks of code are the same in all languages, except in quotes and
// comments.
func TestBlocks(t *testing.T) {
	quoted := regexp.MustCompile(`"[^"]*"|--.*`)
	blocks := func(lang string) []string {
		var list []string
		for _, p := range help.Pages(all.Games, lang) {
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

// modifiers are the English names of modifier keys, in the usual order.
var modifiers = []string{"Ctrl", "Shift", "Alt"}

// titles returns the English names of keys given in GTK's notation.
func titles(t *testing.T, accs ...string) []string {
	t.Helper()
	var list []string
	for _, acc := range accs {
		k, err := settings.ParseKey(acc)
		if err != nil {
			t.Errorf("%s: %v", acc, err)
		}
		list = append(list, k.Title())
	}
	return list
}

// keysOf returns the English key names of a command or a part of the window. It returns nil if
// there are no keys.
func keysOf(t *testing.T, st *settings.Settings, source string) []string {
	t.Helper()
	if id, ok := command.Named(source); ok {
		return titles(t, st.KeysOf(id)...)
	}
	place, _ := strings.CutPrefix(source, "@")
	list := titles(t, strings.Fields(command.Local[place])...)
	if place == "scripts" {
		for _, c := range scripts.Commands {
			list = append(list, titles(t, c.Keys...)...)
		}
	}
	return list
}

// looksLikeKey reports whether a text in a language looks like the name of a key.
func looksLikeKey(lang, text string) bool {
	own := help.KeyFrom(lang, text)
	for _, m := range modifiers {
		if rest, ok := strings.CutPrefix(own, m+"+"); ok && rest != "" {
			return true
		}
	}
	_, named := help.KeyNames("fr")[own]
	return named || own == "Tab" || regexp.MustCompile(`^F[0-9]+$`).MatchString(own)
}

// word is a run of letters, digits and +.
var word = regexp.MustCompile(`[\pL\d+]+`)

// modifiersAlone are used with clicks and the wheel. Without another key they do not count as keys.
var modifiersAlone = []string{"Ctrl", "Shift", "Alt", "Maj"}

// directions are names of keys that are more often used as ordinary words.
var directions = []string{"Left", "Right", "Up", "Down", "Home", "End", "Delete", "Insert", "Space", "Gauche", "Droite", "Haut", "Bas", "Origine", "Fin", "Espace"}

// TestKeys checks every key on a page in every language. The page must name the key's owner, which
// must have that key. With each preset of keys, the page must name a current key of the command.
func TestKeys(t *testing.T) {
	found := map[string]bool{}
	for _, lang := range languages(t) {
		for _, p := range help.Pages(all.Games, lang) {
			for _, part := range help.Parts(p.Text) {
				where := lang + "/" + p.Name + ".md"
				switch part.Kind {
				case help.Key:
					own := help.KeyFrom(lang, part.Text)
					found[lang+own] = true
					if list := keysOf(t, settings.Defaults(), part.Source); !slices.Contains(list, own) {
						t.Errorf("%s: %s is no key of %s, which has %q", where, part.Text, part.Source, list)
					}
					id, ok := command.Named(part.Source)
					if !ok {
						continue
					}
					for _, preset := range settings.KeyPresets {
						st := settings.Defaults()
						st.UsePreset(preset.Name)
						list := keysOf(t, st, part.Source)
						if now := st.KeyNow(id, own); now == "" && len(list) > 0 || now != "" && !slices.Contains(list, now) {
							t.Errorf("%s, keys of %q: %s would be shown as %q, the command %s has %q", where, preset.Name, own, now, part.Source, list)
						}
					}
				case help.Code:
					if looksLikeKey(lang, part.Text) {
						t.Errorf("%s: the key %s does not say whose it is", where, part.Text)
					}
				case help.Block, help.Picture:
				default:
					for _, text := range word.FindAllString(part.Text, -1) {
						if looksLikeKey(lang, text) && !slices.Contains(modifiersAlone, text) && !slices.Contains(directions, text) {
							t.Errorf("%s: the key %s in %q does not say whose it is", where, text, part.Text)
						}
					}
				}
			}
		}
	}
	for _, c := range []string{"enCtrl+N", "enCtrl+Shift+Z", "enCtrl++", "enCtrl+.", "enAlt+7", "enPage Up", "enCtrl+Alt++", "frShift+F10", "frPage Up", "frEscape"} {
		if !found[c] {
			t.Errorf("the key %s is not found on the pages: is the check blind?", c)
		}
	}
}

// TestKeysOfOthers checks that the keys of other windows do not depend on the keys of the commands.
func TestKeysOfOthers(t *testing.T) {
	for _, lang := range languages(t) {
		for _, x := range []struct{ page, key, source string }{
			{"18-tournaments", "Delete", "@tournaments"},
			{"18-tournaments", "Ctrl+Alt+O", "tournament"},
			{"15-scripts", "Ctrl+Shift+L", "scripts"},
			{"15-scripts", "F5", "@scripts"},
			{"16-editor", "Ctrl+Shift+L", "scripts"},
			{"16-editor", "Ctrl+S", "@scripts"},
			{"9-annotations", "Ctrl+B", "@comment"},
			{"9-annotations", "Ctrl+B", "bookmark"},
		} {
			if !slices.Contains(help.Parts(text(t, lang, x.page)), help.Part{Text: help.KeyIn(lang, x.key), Kind: help.Key, Source: x.source}) {
				t.Errorf("%s/%s.md does not name %s of %s", lang, x.page, x.key, x.source)
			}
		}
	}
}

// places are the parts of the window with keys in command.Local, and the folders of their sources.
var places = map[string]string{
	"board": "board", "comment": "notes", "list": "", "panel": "engines", "print": "print", "tournaments": "tournaments", "external": "externs", "scripts": "scripts",
}

// TestLocal checks that the windows still handle their own keys, except those handled by GTK.
func TestLocal(t *testing.T) {
	for place, dir := range places {
		var source strings.Builder
		folders := []string{"application", "window", "page", "keys"}
		if dir != "" && place != "panel" && place != "board" {
			folders = nil
		}
		if dir != "" {
			folders = append(folders, dir)
		}
		for _, folder := range append(folders, "gtkx") {
			folder = "../../studio/ui/" + folder
			files, err := filepath.Glob(folder + "/*.go")
			if err != nil || len(files) == 0 {
				t.Fatal(folder, err)
			}
			for _, f := range files {
				data, err := os.ReadFile(f)
				if err != nil {
					t.Fatal(err)
				}
				source.Write(data)
			}
		}
		for acc := range strings.FieldsSeq(command.Local[place]) {
			name := acc[strings.LastIndex(acc, ">")+1:]
			switch name {
			case "Return", "Tab", "Escape", "Up", "Down", "Shift": // handled by lists, buttons, dialogs
				continue
			}
			if !strings.Contains(source.String(), `"`+acc+`"`) && !regexp.MustCompile(`KEY_`+name+`\b`).MatchString(source.String()) {
				t.Errorf("studio/%s does not handle %s, which is a key of %s", dir, acc, place)
			}
		}
	}
}

// TestTranslatedCode checks that a translated page names the same keys, moves and files as the
// English one.
func TestTranslatedCode(t *testing.T) {
	for _, lang := range languages(t) {
		called := help.KeyNames(lang)
		if lang == "en" {
			continue
		}
		if len(called) == 0 {
			t.Errorf("what are the keys called in %s?", lang)
		}
		for _, p := range help.Pages(all.Games, "en") {
			var want []string
			for _, c := range codes(p.Text) {
				written, whose := "", ""
				if at := strings.LastIndex(c, "{"); at > 0 && regexp.MustCompile(`^\{@?[a-z0-9-]+\}$`).MatchString(c[at:]) {
					c, whose = c[:at], c[at:]
				}
				for _, m := range modifiers {
					if rest, ok := strings.CutPrefix(c, m+"+"); ok {
						c = rest
						written += called[m] + "+"
					}
				}
				if name := called[c]; name != "" {
					c = name
				}
				c += whose
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

// quoted are the titles of menus, buttons and players on the pages, as English texts of the
// catalogues.
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
	{"6-files", "Open Undamaged Part"},
	{"6-files", "Change…"},
	{"6-files", "Text Encoding…"},
	{"6c-lists", "Open Folder of Games…"},
	{"6d-export", "Print Booklet or Sheet…"},
	{"7b-external", "External Engines…"},
	{"12b-preferences", "Board"},
	{"12b-preferences", "Sound"},
	{"12b-preferences", "Playing"},
	{"12b-preferences", "Files"},
	{"12b-preferences", "Language"},
	{"12b-preferences", "Keys"},
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

// entry matches a single-line text of a catalogue with its translation.
var entry = regexp.MustCompile(`(?m)^msgid "(.+)"\nmsgstr "(.*)"$`)

// catalogue returns the translations of a language. Package locale only loads the current language
// of the program.
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

// TestTitles checks that translated pages quote titles as in the catalogue.
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

// wrongInFrench matches typewriter apostrophes, and ordinary spaces that must be non-breaking.
var wrongInFrench = regexp.MustCompile(`(^|[^\x{a0}])[:;!?»]|«($|[^\x{a0}])|'`)

func TestFrenchTypography(t *testing.T) {
	useLanguage(t, "fr")
	for _, p := range help.Pages(all.Games, "fr") {
		for _, part := range help.Parts(p.Text) {
			if part.Kind != help.Code && part.Kind != help.Key && part.Kind != help.Block && wrongInFrench.MatchString(part.Text) {
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

// TestPictures checks that every picture on a page can be drawn, and that every game has pictures.
func TestPictures(t *testing.T) {
	for _, lang := range languages(t) {
		for _, g := range all.Games {
			n := 0
			for _, p := range help.Parts(g.HelpIn(lang)) {
				if p.Kind != help.Picture {
					continue
				}
				n++
				d, err := help.Diagram(all.Games, p.Source)
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
		if _, err := help.Diagram(all.Games, bad); err == nil {
			t.Errorf("%q is a picture", bad)
		}
	}
}

// TestHTML checks that the files contain all pages with their pictures, and that their tags are
// closed.
func TestHTML(t *testing.T) {
	for _, lang := range languages(t) {
		files, err := help.HTML(all.Games, lang, "Help & more")
		if err != nil {
			t.Fatal(err)
		}
		if len(files) != len(help.Pages(all.Games, lang))+1 {
			t.Errorf("%s has %d files", lang, len(files))
		}
		for _, p := range help.Pages(all.Games, lang) {
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
