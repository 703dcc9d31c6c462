package repotest

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// layers lists the folders of the module from the lowest to the highest. A package imports packages of
// lower layers, and packages in its own folder. Tests may also import packages of higher layers.
var layers = []string{
	"text/msg",
	"internal docs samples scripts dist",
	"clock store rules",
	"model",
	"find",
	"ai",
	"draw",
	"text",
	"io",
	"document",
	"catalog",
	"analysis collection puzzle sound",
	"tournament",
	"publish",
	"studio/app ctl",
	"studio/ui",
	". cmd tools",
}

// layerOf returns the layer of the package in dir, counted from 0, and the folder that is listed
// there. The longest folder applies. ok is false if none does.
func layerOf(dir string) (n int, folder string, ok bool) {
	if dir == "" {
		dir = "."
	}
	for i, line := range layers {
		for _, f := range strings.Fields(line) {
			if within(dir, f) && len(f) > len(folder) {
				n, folder, ok = i, f, true
			}
		}
	}
	return n, folder, ok
}

// downward reports whether the layers allow the package in dir to import ours.
func downward(dir, ours string) bool {
	n, folder, ok := layerOf(dir)
	m, other, known := layerOf(ours)
	return ok && known && (m < n || folder == other)
}

// A prohibition forbids imports of some packages outside some folders.
type prohibition struct {
	imports []string // packages: paths of modules, or folders of this module with everything below
	only    []string // folders that may import them
	tests   bool     // tests may, too
	why     string
}

var prohibitions = []prohibition{
	{[]string{"github.com/gotk3"}, []string{"studio/ui"}, false, "the window alone uses GTK"},
	{[]string{"github.com/beevik/etree"}, []string{"io/xml"}, false, "the XML format has one implementation"},
	{[]string{"codeberg.org/go-pdf/fpdf"}, []string{"io/pdf"}, false, "PDF files are written in one place"},
	{[]string{"github.com/yuin/gopher-lua"}, []string{"ai/lua/api", "ai/lua/script", "ai/lua/stdlib"}, false, "scripts run in a process of their own"},
	{[]string{"github.com/landlock-lsm", "kernel.org/pub"}, []string{"ai/lua/jail"}, false, "processes are locked in one place"},
	{[]string{"github.com/leonelquinteros/gotext"}, []string{"text/locale", "tools"}, true, "catalogues are read in one place"},
	{[]string{"github.com/ebitengine/oto"}, []string{"sound"}, false, "sounds are played in one place"},
	{[]string{"github.com/godbus/dbus"}, []string{"studio/app/instance", "internal/uitest"}, false, "the session bus has two uses"},
	{[]string{"github.com/spf13"}, []string{"ctl", "cmd/studioctl"}, false, "only studioctl has a command line with subcommands"},
	{[]string{"github.com/wlynxg/chardet"}, []string{"io/charset"}, false, "charsets are guessed in one place"},
	{[]string{"github.com/chromedp", "go.uber.org/goleak"}, nil, true, "only tests need it"},

	{[]string{"studio/ui"}, []string{"studio/ui", "cmd/studio"}, false, "nothing depends on the window"},
	{
		[]string{"rules/line", "rules/othello", "rules/awale", "rules/hex"},
		[]string{"rules/all", "ai", "model/trees"},
		true, "nothing else knows a game by name",
	},
}

// lists are the packages that list all games, engines and formats. Commands, tools, tests and their
// helpers import them. Other packages receive the lists.
var lists = []string{"rules/all", "ai/all", "io/all", "."}

// folderOf returns the folder of a package in this module.
func folderOf(imported string) (dir string, ours bool) {
	if imported == module {
		return "", true
	}
	return strings.CutPrefix(imported, module+"/")
}

// imports reports whether the imported package is one of the paths or folders, or below one.
func imports(imported string, paths []string) bool {
	dir, ours := folderOf(imported)
	return slices.ContainsFunc(paths, func(p string) bool {
		if ours {
			return within(dir, p)
		}
		return within(imported, p)
	})
}

// allows reports whether the package in dir may import another.
func (p prohibition) allows(dir, imported string, test bool) bool {
	return !imports(imported, p.imports) || within(dir, p.only...) || test && p.tests
}

// TestLayers checks that no package imports one of a higher layer. TestLists checks the package of
// the module itself.
func TestLayers(t *testing.T) {
	used := map[string]bool{}
	for _, s := range sources(t) {
		_, folder, ok := layerOf(s.dir)
		if !ok {
			t.Errorf("%s: folder %s is in no layer", s.name, s.dir)
			continue
		}
		used[folder] = true
		for _, p := range s.imported() {
			if dir, ours := folderOf(p); ours && dir != "" && !s.test && !downward(s.dir, dir) {
				t.Errorf("%s: package %s must not import %s, which is in a higher layer", s.name, s.dir, dir)
			}
		}
	}
	for _, line := range layers {
		for _, f := range strings.Fields(line) {
			if !used[f] {
				t.Errorf("layer %q: there is no folder %s", line, f)
			}
		}
	}
}

// TestProhibitions checks the imports that only some folders may have.
func TestProhibitions(t *testing.T) {
	met := map[string]bool{}
	for _, s := range sources(t) {
		for _, imported := range s.imported() {
			for _, p := range prohibitions {
				if imports(imported, p.imports) {
					met[p.why] = true
				}
				if !p.allows(s.dir, imported, s.test) {
					t.Errorf("%s: package %s must not import %s: %s", s.name, s.dir, imported, p.why)
				}
			}
		}
	}
	for _, p := range prohibitions {
		if !met[p.why] {
			t.Errorf("nothing is imported of which %q", p.why)
		}
	}
}

// TestLists checks who imports the lists of all games, engines and formats.
func TestLists(t *testing.T) {
	for _, s := range sources(t) {
		if s.test || helper(s.dir) || s.dir == "" || within(s.dir, "cmd", "tools") {
			continue
		}
		for _, imported := range s.imported() {
			dir, ours := folderOf(imported)
			if dir == "" {
				dir = "."
			}
			if ours && slices.Contains(lists, dir) {
				t.Errorf("%s: package %s must not import the list %s", s.name, s.dir, dir)
			}
		}
	}
}

// helper reports whether the package in dir helps tests.
func helper(dir string) bool {
	return strings.HasSuffix(path.Base(dir), "test") || within(dir, "model/trees")
}

// TestTestHelpers checks that only tests, and packages for tests, import helpers of tests.
func TestTestHelpers(t *testing.T) {
	for _, s := range sources(t) {
		for _, imported := range s.imported() {
			if dir, ours := folderOf(imported); ours && helper(dir) && !s.test && !helper(s.dir) {
				t.Errorf("%s: package %s must not import %s except in tests", s.name, s.dir, dir)
			}
		}
	}
}

// TestEngines checks that an engine knows at most one game.
func TestEngines(t *testing.T) {
	games := map[string]map[string]bool{}
	for _, s := range sources(t) {
		for _, p := range s.imported() {
			game, ok := strings.CutPrefix(p, module+"/rules/")
			if ok && within(s.dir, "ai") && !within(s.dir, "ai/lua", "ai/extern") && !s.test && game != "all" {
				if games[s.dir] == nil {
					games[s.dir] = map[string]bool{}
				}
				games[s.dir][game] = true
			}
		}
	}
	if len(games) == 0 {
		t.Error("no engine knows a game: is the check blind?")
	}
	for dir, list := range games {
		if len(list) > 1 {
			t.Errorf("package %s knows the games %v, it may know one", dir, slices.Sorted(maps.Keys(list)))
		}
	}
}

// TestRules checks that violations of the layers and prohibitions are detected.
func TestRules(t *testing.T) {
	for _, x := range []struct {
		dir, imported string
		want          bool
	}{
		{"rules", module + "/model", false},
		{"rules/line", module + "/rules", true},
		{"rules/line", module + "/model", false},
		{"rules/all", module + "/rules/line", true},
		{"model", "github.com/gotk3/gotk3/gtk", false},
		{"ai/line/board", module + "/rules/line", true},
		{"ai/lua", "github.com/yuin/gopher-lua", false},
		{"ai/lua/script", "github.com/yuin/gopher-lua", true},
		{"ai/line/board", module + "/io/xml", false},
		{"io/sgf", module + "/io/codec", true},
		{"io/sgf", module + "/rules/line", false},
		{"io/sgf", "github.com/beevik/etree", false},
		{"io/xml", "github.com/beevik/etree", true},
		{"document", module + "/collection", false},
		{"studio/app", "github.com/gotk3/gotk3/glib", false},
		{"studio/app", module + "/studio/ui", false},
		{"studio/app/jobs", module + "/studio/ui/gtkx", false},
		{"studio/ui/page", "github.com/gotk3/gotk3/glib", true},
		{"studio/ui/gtkx", "github.com/gotk3/gotk3/glib", true},
		{"studio/ui/page", module + "/rules/line", false},
		{"ctl", module + "/studio/app", false},
		{"cmd/studioctl", module + "/studio/ui", false},
		{"text/locale", module + "/model", true},
		{"store/journal", module + "/rules", false},
	} {
		dir, ours := folderOf(x.imported)
		got := !ours || downward(x.dir, dir)
		for _, p := range prohibitions {
			got = got && p.allows(x.dir, x.imported, false)
		}
		if got != x.want {
			t.Errorf("%s may import %s: %v, want %v", x.dir, x.imported, got, x.want)
		}
	}
}

// TestCgo checks that only the packages of the window and the sounds need a C compiler, also
// indirectly.
func TestCgo(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", "-json=ImportPath,CgoFiles,Deps,Standard", "./...")
	cmd.Dir = "../.."
	cmd.Env = append(os.Environ(), "CGO_ENABLED=1") // otherwise no package has such files
	out, err := cmd.Output()
	if err != nil {
		var bad *exec.ExitError
		if errors.As(err, &bad) {
			t.Fatalf("go list: %v\n%s", err, bad.Stderr)
		}
		t.Fatal(err)
	}
	type pkg struct {
		ImportPath     string
		CgoFiles, Deps []string
		Standard       bool
	}
	var pkgs []pkg
	withC := map[string]bool{}
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		pkgs = append(pkgs, p)
		withC[p.ImportPath] = len(p.CgoFiles) > 0 && !p.Standard
	}
	// The Landlock library works with and without cgo; the Makefile builds it without.
	found := false
	for _, p := range pkgs {
		dir, ours := strings.CutPrefix(p.ImportPath, module+"/")
		if !ours {
			continue
		}
		for _, d := range append(p.Deps, p.ImportPath) {
			if !withC[d] {
				continue
			}
			found = true
			if !within(dir, "studio/ui", "cmd/studio", "sound", "ai/lua/jail", "cmd/studio-script") {
				t.Errorf("package %s needs cgo, because of %s", dir, d)
			}
		}
	}
	if !found {
		t.Error("no package with cgo is found: is the check blind?")
	}
}
