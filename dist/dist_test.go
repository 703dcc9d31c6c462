package dist

import (
	"encoding/xml"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"boardstudio"
	studioxml "boardstudio/io/xml"
	"boardstudio/rules/all"
	"boardstudio/text/locale"
)

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// entries returns the entries of the desktop file.
func entries(t *testing.T) map[string]string {
	t.Helper()
	list := map[string]string{}
	for l := range strings.Lines(read(t, "boardstudio.desktop")) {
		if k, v, ok := strings.Cut(strings.TrimSpace(l), "="); ok {
			list[k] = v
		}
	}
	return list
}

// component has the checked elements of the metainfo.
type component struct {
	Names  []text   `xml:"name"`
	Launch string   `xml:"launchable"`
	Icon   string   `xml:"icon"`
	Types  []string `xml:"provides>mediatype"`
	Text   struct {
		Paragraphs []text `xml:"p"`
		Items      []text `xml:"ul>li"`
	} `xml:"description"`
	Summaries []text `xml:"summary"`
	Captions  []text `xml:"screenshots>screenshot>caption"`
	Images    []struct {
		Width  int    `xml:"width,attr"`
		Height int    `xml:"height,attr"`
		URL    string `xml:",chardata"`
	} `xml:"screenshots>screenshot>image"`
	Releases []struct {
		Version string `xml:"version,attr"`
		Text    []text `xml:"description>p"`
	} `xml:"releases>release"`
}

// text is a text in a language.
type text struct {
	Lang string `xml:"lang,attr"`
	Text string `xml:",chardata"`
}

func metainfo(t *testing.T) component {
	t.Helper()
	var c component
	if err := xml.Unmarshal([]byte(read(t, "boardstudio.metainfo.xml")), &c); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestVersion checks that all files have the version of the program.
func TestVersion(t *testing.T) {
	if c := metainfo(t); len(c.Releases) == 0 || c.Releases[0].Version != Version {
		t.Errorf("the metainfo's latest release is not %s: %v", Version, c.Releases)
	}
	if line, _, _ := strings.Cut(read(t, "deb/changelog"), "\n"); !strings.HasPrefix(line, "boardstudio ("+Version+") ") {
		t.Errorf("Debian's changelog begins with %q, not with %s", line, Version)
	}
}

// kind is a MIME type.
type kind struct {
	Name     string `xml:"type,attr"`
	Comments []text `xml:"comment"`
	Icon     struct {
		Name string `xml:"name,attr"`
	} `xml:"icon"`
	Globs []struct {
		Pattern string `xml:"pattern,attr"`
	} `xml:"glob"`
	Root struct {
		Namespace string `xml:"namespaceURI,attr"`
		Name      string `xml:"localName,attr"`
	} `xml:"root-XML"`
}

func kinds(t *testing.T) []kind {
	t.Helper()
	var info struct {
		Types []kind `xml:"mime-type"`
	}
	if err := xml.Unmarshal([]byte(read(t, "boardstudio.mime.xml")), &info); err != nil {
		t.Fatal(err)
	}
	return info.Types
}

// TestType checks that the MIME type of documents is the same everywhere.
func TestType(t *testing.T) {
	kind := kinds(t)[0]
	if file := read(t, "boardstudio.mime.xml"); kind.Root.Namespace != studioxml.Namespace || kind.Root.Name != "studio" || !strings.Contains(file, `value="`+studioxml.Namespace+`"`) {
		t.Errorf("documents are %+v, not in %s", kind.Root, studioxml.Namespace)
	}
	if len(kind.Globs) != 1 || !slices.Contains(studioxml.Format.Ext, strings.TrimPrefix(kind.Globs[0].Pattern, "*")) {
		t.Errorf("documents are not called %s", kind.Globs)
	}
	if _, err := os.Stat(filepath.Join("icons", kind.Icon.Name+".svg")); err != nil || kind.Icon.Name != strings.ReplaceAll(kind.Name, "/", "-") {
		t.Errorf("the icon of %s is %s: %v", kind.Name, kind.Icon.Name, err)
	}
	if !strings.Contains(read(t, "../io/xml/FORMAT.md"), "`"+kind.Name+"`") {
		t.Errorf("the description of the format does not name %s", kind.Name)
	}
}

// TestTypes checks that a file manager recognises all files that Studio can read. It excludes
// extensions that many programs use.
func TestTypes(t *testing.T) {
	var names []string
	globs := map[string]bool{"*.sgf": true} // already known to the desktop
	for _, k := range kinds(t) {
		names = append(names, k.Name)
		for _, g := range k.Globs {
			globs[g.Pattern] = true
		}
	}
	if got := entries(t)["MimeType"]; got != strings.Join(names, ";")+";" {
		t.Errorf("the desktop file opens %s, and not %s", got, names)
	}
	if got := metainfo(t).Types; !slices.Equal(got, names) {
		t.Errorf("the metainfo has %s, and not %s", got, names)
	}
	count := 1
	for _, f := range boardstudio.Documents.Readable() {
		for _, ext := range f.Ext {
			if slices.Contains([]string{".xml", ".json", ".txt", ".pgn", ".rec"}, ext) {
				continue
			}
			if count++; !globs["*"+ext] {
				t.Errorf("files of the format %s, %s, have no type", f.Name, ext)
			}
		}
	}
	if len(globs) > count {
		t.Errorf("there are %d types of files for %d endings", len(globs), count)
	}
}

// TestTranslated checks that all visible texts are translated into every language.
func TestTranslated(t *testing.T) {
	e, c := entries(t), metainfo(t)
	for _, l := range locale.Languages() {
		lang := l.Code
		if lang == "en" {
			continue
		}
		for _, key := range []string{"GenericName", "Comment", "Keywords"} {
			if e[key] == "" || e[key+"["+lang+"]"] == "" {
				t.Errorf("the desktop file has no %s in %s", key, lang)
			}
		}
		for _, k := range kinds(t) {
			if len(k.Comments) > 0 && !slices.ContainsFunc(k.Comments, func(x text) bool { return x.Lang == lang }) {
				t.Errorf("the type %s is not told in %s", k.Name, lang)
			}
		}
		for what, list := range map[string][]text{
			"summary": c.Summaries, "paragraph": c.Text.Paragraphs, "item": c.Text.Items, "caption": c.Captions, "release": c.Releases[0].Text,
		} {
			plain, theirs := 0, 0
			for _, x := range list {
				switch x.Lang {
				case "":
					plain++
				case lang:
					theirs++
				}
			}
			if plain == 0 || plain != theirs {
				t.Errorf("of %d texts (%s) of the metainfo %d are in %s", plain, what, theirs, lang)
			}
		}
		for _, page := range []string{"studio.1", "studio-script.1"} {
			if en, own := read(t, "man/"+page), read(t, "man/"+lang+"/"+page); strings.Count(en, "\n.") != strings.Count(own, "\n.") {
				t.Errorf("the pages %s differ in more than the language %s", page, lang)
			}
		}
	}
}

// TestNames checks that the desktop files refer to each other by the right names.
func TestNames(t *testing.T) {
	e, c := entries(t), metainfo(t)
	if c.Launch != "boardstudio.desktop" || e["Icon"] != c.Icon || e["Name"] != c.Names[0].Text {
		t.Errorf("the metainfo has %s, %s and %s; the desktop file %v", c.Launch, c.Icon, c.Names, e)
	}
	if _, err := os.Stat(filepath.Join("icons", e["Icon"]+".svg")); err != nil {
		t.Error(err)
	}
	for _, i := range c.Images {
		name := strings.TrimPrefix(i.URL, "https://boardstudio.example/")
		f, err := os.Open(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		p, err := png.DecodeConfig(f)
		if err != nil || p.Width != i.Width || p.Height != i.Height {
			t.Errorf("%s is %d×%d (%v), and not %d×%d", name, p.Width, p.Height, err, i.Width, i.Height)
		}
	}
}

// TestOptions checks that the manual page and the completions of the program studio contain its
// options.
func TestOptions(t *testing.T) {
	source := read(t, "../cmd/studio/main.go")
	found := 0
	for _, m := range regexp.MustCompile(`flag\.\w+\((?:&o\.\w+, )?"([a-z-]+)"`).FindAllStringSubmatch(source, -1) {
		found++
		roff := strings.ReplaceAll("--"+m[1], "-", `\-`)
		for file, want := range map[string]string{
			"man/studio.1": roff, "man/fr/studio.1": roff, "completions/studio.bash": "--" + m[1], "completions/studio.zsh": "--" + m[1], "completions/studio.fish": "-l " + m[1],
		} {
			if !strings.Contains(read(t, file), want) {
				t.Errorf("%s does not name --%s", file, m[1])
			}
		}
	}
	if found < 5 {
		t.Errorf("only %d options are found", found)
	}
}

// TestCompletedGames checks that the shells complete exactly the presets of all games after --game.
func TestCompletedGames(t *testing.T) {
	var want []string
	for _, g := range all.Games {
		for _, p := range g.Presets {
			want = append(want, p.Name)
		}
	}
	for name, pattern := range map[string]string{
		"bash": `--game \| -game\) .*compgen -W "([^"]*)"`,
		"fish": `-l game -x -a '([^']*)'`,
		"zsh":  `'--game\[[^]]*\]:game:\(([^)]*)\)'`,
	} {
		t.Run(name, func(t *testing.T) {
			m := regexp.MustCompile(pattern).FindStringSubmatch(read(t, "completions/studio."+name))
			if m == nil || !slices.Equal(strings.Fields(m[1]), want) {
				t.Errorf("%s completes %v, want %v", name, m, want)
			}
		})
	}
}
