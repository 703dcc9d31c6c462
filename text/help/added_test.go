package help_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardstudio/rules/all"

	"boardstudio/text/help"
)

// addFiles writes files below a new data folder of the user. It returns a function that returns new
// lines of the log.
func addFiles(t *testing.T, files map[string]string) (folder string, log func() []string) {
	t.Helper()
	data := t.TempDir()
	t.Setenv("XDG_DATA_HOME", data)
	folder = filepath.Join(data, "boardstudio")
	for name, text := range files {
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	before := os.Stderr
	os.Stderr = file
	t.Cleanup(func() { os.Stderr = before; file.Close() })
	return folder, func() []string {
		text, err := os.ReadFile(file.Name())
		if err != nil {
			t.Fatal(err)
		}
		return slices.Collect(strings.Lines(string(text)))
	}
}

// TestAddedLanguage checks the pages, rules and keys of an added language. Missing texts are in
// English.
func TestAddedLanguage(t *testing.T) {
	const rules = "## Otelo\n\nLa reguloj de Otelo.\n"
	_, log := addFiles(t, map[string]string{
		"help/eo/1-start.md":       "\ufeff# Unuaj paŝoj\r\n\r\nPremu `Stir+S`{save}, `X`{nothing-known} kaj `Y`{@nowhere}.\r\n",
		"help/eo/99-own.md":        "# Own\n\nNo page of the program.\n",
		"help/eo/keys.txt":         "Ctrl = Stir\nno key\n = \nDelete =\n",
		"rules/othello/help/eo.md": rules,
		"help/fr/2-playing.md":     "# À ma façon\n\nCorrigé.\n",
	})
	if want := names(help.Pages(all.Games, "en")); !slices.Equal(names(help.Pages(all.Games, "eo")), want) {
		t.Errorf("the pages are %v, want %v", names(help.Pages(all.Games, "eo")), want)
	}
	for _, p := range help.Pages(all.Games, "eo") {
		switch p.Name {
		case "1-start":
			if p.Title != "Unuaj paŝoj" || strings.Contains(p.Text, "\r") {
				t.Errorf("the added page is called %q: %q", p.Title, p.Text)
			}
			for _, want := range []help.Part{{Text: "Stir+S", Kind: help.Key, Source: "save"}, {Text: "X", Kind: help.Key, Source: "nothing-known"}, {Text: "Y", Kind: help.Key, Source: "@nowhere"}} {
				if parts := help.Parts(p.Text); !slices.Contains(parts, want) {
					t.Errorf("the added page lacks %+v: %+v", want, parts)
				}
			}
		case "8-games":
			english := text(t, "en", p.Name)
			_, of, _ := strings.Cut(english, "## Othello\n")
			if !strings.Contains(p.Text, rules) || strings.Contains(p.Text, "## Othello") || of == "" {
				t.Error("the English page of games has not the added rules of Othello")
			}
			if title := "## " + help.RulesOf(family(t, "awale"), "en"); !strings.Contains(p.Text, title) {
				t.Errorf("the page of games lacks %q", title)
			}
		default:
			if p.Text != text(t, "en", p.Name) {
				t.Errorf("%s is not the English page", p.Name)
			}
		}
	}
	if got := help.RulesOf(family(t, "othello"), "eo"); got != "Otelo" {
		t.Errorf("the rules of Othello are under %q", got)
	}
	if got := help.RulesOf(family(t, "hex"), "eo"); got != help.RulesOf(family(t, "hex"), "en") {
		t.Errorf("the rules of Hex are under %q", got)
	}
	if !maps.Equal(help.KeyNames("eo"), map[string]string{"Ctrl": "Stir"}) || help.KeyIn("eo", "Ctrl+Delete") != "Stir+Delete" || help.KeyFrom("eo", "Stir+S") != "Ctrl+S" {
		t.Errorf("the keys are %v", help.KeyNames("eo"))
	}
	if got := text(t, "fr", "2-playing"); got != "# À ma façon\n\nCorrigé.\n" {
		t.Errorf("an added French page does not replace that of the program: %.40q", got)
	}
	files, err := help.HTML(all.Games, "eo", "Studio")
	if err != nil || !strings.Contains(string(files["1-start.html"]), "<kbd>Stir+S</kbd>") || !strings.Contains(string(files["8-games.html"]), "La reguloj de Otelo.") {
		t.Errorf("the pages for a browser lack what was added: %v", err)
	}
	if lines := log(); len(lines) > 0 {
		t.Errorf("the log says %q", lines)
	}
}

// TestHostilePages checks that an added page that cannot be shown is replaced by the English one.
// The log has the reason once.
func TestHostilePages(t *testing.T) {
	folder, log := addFiles(t, map[string]string{
		"help/xx/1-start.md":       "# Bad\n\n\xff\n",
		"help/xx/2-playing.md":     "# Huge\n\n" + strings.Repeat("x", 1<<20),
		"help/xx/3-tree.md":        "No heading.\n",
		"help/xx/4-setup.md":       "# " + strings.Repeat("long ", 100) + "\n",
		"help/xx/6b-formats.md":    "# NUL\n\na\x00b\n",
		"help/xx/6-files.md":       "#  \n\nAn empty title.\n",
		"rules/hex/help/xx.md":     "# Of the wrong level\n",
		"help/xx/12-keys.md/x":     "a folder",
		"linked.md":                "# Linked\n\nA link to a file of the user.\n",
		"secret/1-start.md":        "# Secret\n",
		"rules/othello/help/xx.md": "",
	})
	link := func(to, name string) {
		t.Helper()
		if err := os.Symlink(to, filepath.Join(folder, "help/xx", name)); err != nil {
			t.Fatal(err)
		}
	}
	link("/dev/zero", "7-computers.md") // an endless file
	link("9-annotations.md", "9-annotations.md")
	link("/nowhere/at/all", "10-branches.md")
	link("../../linked.md", "11-find.md")
	for range 2 {
		pages := help.Pages(all.Games, "xx")
		for _, p := range pages {
			switch {
			case p.Name == "11-find":
				if p.Title != "Linked" {
					t.Errorf("a link to a file is called %q", p.Title)
				}
			case p.Text != text(t, "en", p.Name):
				t.Errorf("%s is not the English page: %.60q", p.Name, p.Text)
			}
		}
		if len(pages) != len(help.Pages(all.Games, "en")) {
			t.Errorf("there are %d pages", len(pages))
		}
	}
	lines := log()
	for _, name := range []string{"1-start", "2-playing", "3-tree", "4-setup", "6b-formats", "6-files", "7-computers", "9-annotations", "12-keys", "hex/help/xx"} {
		n := 0
		for _, l := range lines {
			if strings.Contains(l, name+".md is not shown: ") {
				n++
			}
		}
		if n != 1 {
			t.Errorf("the log names %s %d times: %q", name, n, lines)
		}
	}
	if len(lines) != 10 {
		t.Errorf("the log has %d lines: %q", len(lines), lines)
	}
	for _, lang := range []string{"../secret", "..", ".", "/", "", "../../boardstudio/secret"} {
		if got := help.Pages(all.Games, lang)[0].Title; got == "Secret" {
			t.Errorf("the language %q leaves its folder", lang)
		}
		help.RulesOf(family(t, "hex"), lang)
		help.KeyIn(lang, "Ctrl+S")
	}
}

// TestAddedWithoutHome checks that the embedded pages are used without a home folder.
func TestAddedWithoutHome(t *testing.T) {
	t.Setenv("HOME", "")
	t.Setenv("XDG_DATA_HOME", "")
	if !slices.Equal(help.Pages(all.Games, "xx"), help.Pages(all.Games, "en")) || help.KeyIn("fr", "Shift+S") != "Maj+S" {
		t.Error("without a home folder the pages of the program are not shown")
	}
}
