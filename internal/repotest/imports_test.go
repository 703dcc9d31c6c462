package repotest

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// A rule tells what the packages of a folder may import. Entries are folders
// of the module, with * for one element, or the paths of modules of others.
type rule struct {
	folder string
	may    []string
}

// The modules of others that have one place each.
const (
	gotk3  = "github.com/gotk3/gotk3"
	etree  = "github.com/beevik/etree"
	fpdf   = "codeberg.org/go-pdf/fpdf"
	lua    = "github.com/yuin/gopher-lua"
	gotext = "github.com/leonelquinteros/gotext"
	oto    = "github.com/ebitengine/oto/v3"
	dbus   = "github.com/godbus/dbus/v5"
	cobra  = "github.com/spf13/cobra"
	pflag  = "github.com/spf13/pflag"
	goleak = "go.uber.org/goleak"
	xterm  = "golang.org/x/term"
	xsys   = "golang.org/x/sys"
	xtext  = "golang.org/x/text"
	ximage = "golang.org/x/image"

	// Test files alone.
	chromedp = "github.com/chromedp"

	landlock = "github.com/landlock-lsm/go-landlock"
)

// rules says who may import whom: the first that fits a folder holds. A test file
// may import more, see testRules; texts for people are everywhere.
var rules = []rule{
	{"msg", nil},
	{"rules", nil},
	{"rules/all", []string{"rules", "rules/*"}},
	{"rules/*", []string{"rules"}},

	{"model", []string{"rules"}},
	{"find", []string{"rules", "model", "internal/fold"}},

	{"puzzle", []string{"rules", "model", "find", "ai", "ai/all"}},

	{"collection", []string{"rules", "model", "find", "internal/fold", "io/all", "io/codec", "io/safe", "locale"}},

	{"tournament", []string{"rules", "rules/all", "model", "ai", "ai/all", "ai/level", "ai/match", "clock", "io/all", "io/codec", "io/safe"}},

	{"ai", []string{"rules"}},
	{"ai/all", []string{"ai", "ai/*", "ai/*/*", "rules"}},
	{"ai/level", []string{"ai", "ai/search", "rules"}},
	{"ai/match", []string{"ai", "clock", "rules"}},
	{"ai/search", []string{"ai", "internal/huge", "rules"}},
	{"ai/connect4", []string{"ai", "ai/level", "ai/search", "internal/huge", "rules", "rules/line"}},
	{"ai/connect4/makebook", []string{"ai/connect4", "io/safe"}},
	{"ai/solver", []string{"ai", "ai/level", "ai/line", "ai/search", "internal/huge", "rules", "rules/line"}},
	{"ai/textbook", []string{"ai", "ai/search", "rules"}},
	{"ai/lua", []string{"ai", "model", "rules", "ai/lua/script", "ai/lua/worker", "io/safe"}},
	{"ai/lua/luatest", nil},
	{"ai/lua/worker", []string{"ai", "model", "rules", "rules/all", "ai/lua/api", "ai/lua/script", "ai/lua/stdlib", "internal/child", xsys}},
	{"ai/lua/jail", []string{"ai/lua/worker", landlock, xsys}},
	{"ai/lua/stdlib", []string{lua}},
	{"ai/lua/api", []string{"docs", "ai", "ai/search", "ai/lua/stdlib", "model", "rules", "rules/*", lua}},
	{"ai/lua/script", []string{"ai", "ai/lua/api", "ai/lua/stdlib", "model", "rules", "internal/near", lua}},
	{"ai/othello", []string{"ai", "ai/level", "ai/othello/deep", "rules", "rules/othello"}},
	{"ai/othello/bitboard", nil},
	{"ai/othello/pattern", []string{"ai/othello/bitboard", xsys}},
	{"ai/othello/deep", []string{"ai", "ai/othello/bitboard", "ai/othello/pattern", "internal/huge", "rules", "rules/othello"}},
	{"ai/extern", []string{"ai", "rules", "io/safe", "internal/child", xsys}},
	{"ai/extern/externtest", []string{"ai", "ai/extern", "ai/match", "internal/child", "rules"}},
	{"ai/extern/gtp", []string{"ai", "ai/extern", "rules", "rules/all"}},
	{"ai/extern/*", []string{"ai", "ai/extern", "rules", "rules/*"}},
	{"ai/*", []string{"ai", "ai/level", "ai/*/*", "internal/huge", "rules", "rules/*"}},                // one game at most, see TestEngines
	{"ai/*/*", []string{"ai", "ai/*", "ai/*/*", "internal/huge", "io/safe", "rules", "rules/*", xsys}}, // likewise

	{"io/draw", nil},
	{"io/font", []string{"io/draw", ximage}},
	{"io/diagram", []string{"rules", "model", "io/draw"}},
	{"io/safe", []string{xsys}},
	{"io/journal", []string{"io/safe"}},
	{"io/term", []string{"rules", "io/draw", xterm}},
	{"io/codec", []string{"rules", "model"}},
	{"io/all", []string{"rules", "rules/all", "model", "io/*"}},
	{"io/codectest", []string{"rules", "rules/all", "model", "internal/cpu", "io/codec", "io/xml"}},
	{"io/xml", []string{"rules", "model", "io/codec", etree}},
	{"io/sgf", []string{"rules", "model", "io/codec", xtext}},
	{"io/pdf", []string{"rules", "io/draw", "io/diagram", "io/font", fpdf}},
	{"io/flow", []string{"io/draw", "io/font", "io/pdf", xtext}},
	{"io/picture", []string{"rules", "io/draw", "io/diagram", "io/font", "io/pdf", "io/svg", ximage}},
	{"io/web", []string{"ai", "analysis", "io/diagram", "io/draw", "io/svg", "locale", "markup", "model", "rules", "words"}},
	{"io/*", []string{"rules", "model", "io/codec", "io/draw", "io/diagram"}},

	{"locale", []string{"io/safe", gotext}},
	{"docs", nil},
	{"help", []string{"rules", "rules/all", "model", "io/diagram", "io/svg"}},
	{"scripts", nil},
	{"samples", nil},
	{"dist", nil},
	{"sound", []string{"rules", "model", "sound/synth", oto}},
	{"sound/synth", nil},

	{"analysis", []string{"ai", "ai/all", "ai/level", "io/safe", "locale", "model", "rules", "rules/all"}},
	{"analysis/fit", []string{"ai", "ai/all", "ai/level", "ai/match", "analysis", "rules"}},
	{"analysis/paper", []string{"ai/all", "analysis", "io/chart", "io/diagram", "io/draw", "io/flow", "io/pdf", "locale", "model", "rules", "words"}},

	{"booklet", []string{"io/font", "analysis", "analysis/paper", "io/diagram", "io/draw", "io/flow", "io/pdf", "locale", "markup", "model", "puzzle", "rules", "words"}},

	// Nothing here knows a game by name.
	{"clock", nil},
	{"markup", nil},
	{"words", []string{"clock", "rules", "rules/all", "model", "locale"}},
	{"studio/treelayout", []string{"clock", "rules", "model"}},
	{"studio/finder", []string{"studio/jobs", "rules", "model", "find", "io/all", "io/codec", "locale"}},
	{"studio/scripts", []string{"studio/jobs", "internal/fold", "rules", "model", "ai", "ai/lua", "ai/lua/*", "io/all", "io/safe", "locale", "scripts"}},
	{"studio/setup", []string{"rules"}},
	{"studio/guess", []string{"ai", "ai/all", "analysis", "locale", "model", "puzzle", "rules", "rules/all"}},
	{"studio/motion", []string{"rules", "io/diagram"}},
	{"studio/newgame", []string{"ai", "ai/all", "ai/level", "clock", "rules", "rules/all", "model", "locale", "studio/scripts", "studio/settings"}},
	{"studio/advice", []string{"ai", "ai/all", "io/codec", "locale", "model", "rules", "studio/jobs", "studio/scripts", "words"}},
	{"studio/consult", []string{"ai", "ai/all", "analysis", "locale", "model", "rules", "studio/jobs", "studio/settings", "words"}},
	{"studio/seats", []string{"ai", "ai/all", "model", "rules", "studio/jobs"}},
	{"studio/reports", []string{"model", "locale", "words"}},
	{"studio/startpage", []string{"rules", "rules/all", "model", "io/all", "io/codec", "io/diagram", "io/draw", "locale", "samples", "words", "studio/docfile", "studio/guess", "studio/newgame", "studio/settings"}},
	{"studio/numbering", []string{"rules", "model"}},
	{"studio/jobs", []string{"rules", "model", "io/codec", "locale"}},
	{"studio/docfile", []string{"rules", "model", "io/*", "locale", "studio/jobs"}},
	{"studio/command", []string{"locale"}},
	{"studio/prefs", []string{"studio/command", "studio/numbering", "studio/settings", "locale"}},
	{"studio/settings", []string{"clock", "studio/command", "io/safe", "locale", "internal/fold"}},
	{"studio/study", []string{"ai", "analysis", "io/codec", "locale", "model", "studio/jobs"}},
	{"studio/app", []string{"analysis", "collection", "puzzle", "clock", "studio/advice", "studio/command", "studio/settings", "internal/fold", "studio/docfile", "studio/jobs", "studio/treelayout", "studio/numbering", "studio/setup", "markup", "studio/guess", "studio/newgame", "studio/reports", "studio/seats", "studio/scripts", "studio/finder", "studio/study", "rules", "rules/all", "model", "find", "ai", "ai/*", "ai/lua/*", "io/*", "locale", "help", "scripts", "words"}},
	{"studio/tutorial", []string{"locale", "model", "rules", "rules/all", "studio/command", "studio/scripts"}},
	{"studio/instance", []string{dbus}},
	{"studio/gtkx", []string{"internal/fold", "locale", "io/draw", "io/font", gotk3}},
	{"studio/look", []string{"io/chart", "io/diagram", "io/draw", "model", "rules", "studio/command", "studio/gtkx", "studio/newgame", "studio/settings", "studio/startpage", gotk3}},
	{"studio/enginepane", []string{"analysis", "io/chart", "io/draw", "locale", "model", "rules", "studio/consult", "studio/gtkx", "studio/look", "studio/settings", "words", gotk3}},
	{"studio/treepane", []string{"io/diagram", "io/draw", "locale", "model", "rules", "studio/app", "studio/finder", "studio/gtkx", "studio/look", "studio/settings", "studio/treelayout", "words", gotk3}},
	{"studio/tournaments", []string{"ai", "ai/*", "ai/extern", "clock", "locale", "rules", "studio/jobs", "studio/newgame", "studio/scripts", "studio/settings", "tournament", "words"}},
	{"studio/externs", []string{"ai/all", "ai/extern", "locale", "rules", "rules/all", "studio/jobs"}},
	{"studio/externwin", []string{"ai/extern", "locale", "rules", "rules/all", "studio/externs", "studio/gtkx", gotk3}},
	{"studio/tourwin", []string{"ai", "ai/all", "clock", "io/diagram", "io/draw", "locale", "rules", "studio/gtkx", "studio/newgame", "studio/settings", "studio/tournaments", "tournament", "words", gotk3}},
	{"studio/studywin", []string{"ai", "ai/all", "ai/level", "analysis", "analysis/paper", "io/chart", "io/diagram", "io/draw", "io/pdf", "locale", "model", "rules", "studio/command", "studio/consult", "studio/gtkx", "studio/guess", "studio/jobs", "studio/study", "words", gotk3}},
	{"studio/collectpane", []string{"booklet", "collection", "io/all", "io/codec", "io/draw", "locale", "model", "rules", "rules/all", "studio/command", "studio/gtkx", "studio/jobs", gotk3}},
	{"studio/bars", []string{"ai", "locale", "model", "rules", "studio/advice", "studio/app", "studio/command", "studio/gtkx", "studio/guess", "studio/jobs", "studio/look", "studio/newgame", gotk3}},
	{"studio/boardpane", []string{"io/diagram", "io/draw", "locale", "model", "rules", "studio/advice", "studio/app", "studio/gtkx", "studio/guess", "studio/look", "studio/motion", "studio/settings", gotk3}},
	{"studio/movepane", []string{"io/diagram", "locale", "markup", "model", "rules", "studio/app", "studio/gtkx", "studio/guess", "studio/look", "studio/settings", "studio/treelayout", "words", gotk3}},
	{"studio/notepane", []string{"locale", "markup", "model", "rules", "studio/app", "studio/command", "studio/gtkx", "words", gotk3}},
	{"studio/newgamewin", []string{"ai/all", "clock", "io/diagram", "io/draw", "locale", "model", "rules", "studio/app", "studio/gtkx", "studio/look", "studio/newgame", "studio/scripts", "studio/scriptwin", "studio/settings", "words", gotk3}},
	{"studio/listwin", []string{"find", "internal/fold", "locale", "model", "rules", "studio/app", "studio/finder", "studio/gtkx", gotk3}},
	{"studio/printwin", []string{"booklet", "io/codec", "io/draw", "io/pdf", "locale", "model", "puzzle", "rules", "rules/all", "studio/gtkx", "studio/jobs", "studio/settings", gotk3}},
	{"studio/scriptwin", []string{"ai/lua/*", "io/safe", "locale", "model", "rules", "rules/all", "studio/command", "studio/gtkx", "studio/scripts", gotk3}},
	{"studio", []string{"analysis", "collection", "puzzle", "tournament", "clock", "dist", "rules", "rules/all", "model", "find", "ai", "ai/*", "ai/lua/*", "io/*", "locale", "help", "markup", "scripts", "words", "sound", "internal/cpu", "internal/fold", "studio/app", "studio/*", gotk3}},
	{"cmd/studio", []string{"studio"}},
	{"cmd/studio-script", []string{"internal/child", "ai/lua/jail", "ai/lua/worker"}},
	{"cmd/studioctl", []string{"dist", "help", "internal/ctl", "internal/ctl/*", "io/safe", "locale", cobra, pflag}},

	{"internal/ctl", []string{"ai", "ai/all", "internal/near", "io/*", "locale", "model", "rules", "rules/all", "words", cobra, pflag, xterm}},
	{"internal/ctl/ctltest", []string{"ai/lua/luatest", "internal/ctl", "io/*", "model", "rules/all"}},
	{"internal/ctl/games", []string{"internal/ctl", "locale", "rules", "rules/all", cobra}},
	{"internal/ctl/records", []string{"ai", "ai/all", "analysis", "analysis/paper", "booklet", "collection", "find", "internal/ctl", "io/*", "locale", "model", "puzzle", "rules", "rules/all", "words", cobra}},
	{"internal/ctl/play", []string{"ai", "ai/all", "clock", "internal/ctl", "io/*", "locale", "model", "rules", "words", cobra}},
	{"internal/ctl/contests", []string{"ai", "ai/*", "clock", "internal/ctl", "io/safe", "io/term", "locale", "model", "rules", "rules/all", "tournament", cobra}},
	{"internal/ctl/engines", []string{"ai", "ai/*", "ai/extern/*", "ai/lua/*", "analysis", "analysis/fit", "dist", "find", "internal/cpu", "internal/ctl", "internal/ctl/games", "io/*", "locale", "model", "rules", "rules/all", "studio/treelayout", cobra}},

	{"internal/uitest", []string{dbus}},
	{"internal/repotest", nil},
	{"internal/child", []string{xsys}},
	{"internal/cpu", nil},
	{"internal/huge", []string{xsys}},
	{"internal/near", nil},
	{"internal/fold", []string{xtext}},
	{"internal/looptest", nil},
	{"internal/trees", []string{"rules", "rules/*", "model"}},
	{"tools/torture", []string{"rules", "model", "io/*", "studio/app", "studio/settings"}},
	{"tools/extract", []string{"ai/lua/api"}},
	{"tools/train", []string{"ai/gomoku", "tools/train/othello"}},
	{"tools/train/othello", []string{"ai/othello/*", "io/safe"}},
	{"tools/fitshares", []string{"ai", "ai/all", "ai/level", "analysis", "analysis/fit", "rules", "rules/all"}},
	{"tools/*", nil},
}

// testRules says what test files may import besides.
var testRules = []rule{
	{"puzzle", []string{"rules", "rules/*", "ai", "ai/*", "io/*", "samples", goleak}},
	{"analysis/paper", []string{"ai", "io/*", "samples"}},
	{"ai/lua", []string{"ai", "ai/*", "ai/lua/*", "io/*", "model", "rules", "rules/*", "samples", "scripts", goleak, xsys}},
	{"studio/scriptwin", []string{"studio/app", "studio/settings"}},
	{"studio/externs", []string{"ai/extern/externtest", "internal/looptest", "rules/all", goleak}},
	{"studio/tutorial", []string{"ai/lua/luatest", "internal/looptest", "studio/app", "studio/scripts", "studio/settings", goleak}},
	{"internal/ctl/*", []string{"ai", "ai/*", "analysis", "internal/ctl/*", "io/*", "model", "rules", "rules/all", "tournament", xsys}},
	{"cmd/studio", []string{"analysis", "tournament", "internal/uitest", "rules", "rules/*", "model", "find", "ai", "ai/*", "io/*", "scripts", "studio/command"}},
	{"studio", []string{"internal/uitest", "rules", "rules/*", "model", "ai", "ai/*", "io/*", "scripts", goleak}},
	{"io/web", []string{"internal/trees", "rules/*", "rules/all", chromedp}},
	{"help", []string{"rules/all", "studio/command", "studio/scripts", "studio/settings", "locale"}}, // that it speaks of commands and keys that there are
	{"tools/*", []string{gotext}},
	{"rules", []string{"rules", "rules/*"}},
	{"model", []string{"model", "rules", "rules/*", goleak}},
	{"*", []string{"rules", "rules/*", "model", "ai", "ai/*", "io/*", "scripts", "locale", goleak}},
	{"*/*/*", []string{"rules", "rules/*", "ai", "ai/*", "ai/extern/*", "ai/lua/*", "scripts", "help", goleak, xsys}},
	{"*/*", []string{"analysis", "internal/cpu", "internal/trees", "internal/looptest", "find", "ai/lua/*", "rules", "rules/*", "model", "ai", "ai/*", "io/*", "scripts", "locale", goleak, xsys}},
}

// find returns the first rule that fits the folder.
func find(list []rule, dir string) (rule, bool) {
	for _, r := range list {
		if ok, _ := path.Match(r.folder, dir); ok {
			return r, true
		}
	}
	return rule{}, false
}

// allows reports whether the import path is one of those that the rule lists.
func (r rule) allows(imported string) bool {
	dir, ours := strings.CutPrefix(imported, module+"/")
	return slices.ContainsFunc(r.may, func(may string) bool {
		if ours {
			ok, _ := path.Match(may, dir)
			return ok
		}
		return within(imported, may)
	})
}

// standard reports whether a package comes with Go.
func standard(imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	return first != module && !strings.Contains(first, ".")
}

func TestImports(t *testing.T) {
	used := map[string]bool{}
	for _, s := range sources(t) {
		r, ok := find(rules, s.dir)
		if !ok {
			t.Errorf("%s: package %s is in no rule: say in internal/repotest who may import it, and whom it may", s.name, s.dir)
			continue
		}
		used[r.folder] = true
		extra, _ := find(testRules, s.dir)
		for name, p := range s.imported() {
			switch {
			case name == "C" || standard(p) || p == module+"/msg":
			case r.allows(p):
			case s.test && (extra.allows(p) || p == module+"/"+s.dir):
			case p == module+"/rules/rulestest" && !s.test:
				t.Errorf("%s: package %s must not import %s but in tests", s.name, s.dir, p)
			default:
				t.Errorf("%s: package %s must not import %s", s.name, s.dir, p)
			}
		}
	}
	for _, name := range []string{"rules", "rules/*", "model", "ai", "io/*", "studio", "studio/app", "cmd/studioctl"} {
		if !used[name] {
			t.Errorf("no file is checked by the rule for %s", name)
		}
	}
}

// TestEngines: an engine knows one game at most.
func TestEngines(t *testing.T) {
	games := map[string][]string{}
	for _, s := range sources(t) {
		for _, p := range s.imported() {
			game, ok := strings.CutPrefix(p, module+"/rules/")
			engine, _ := path.Match("ai/*", s.dir)
			part, _ := path.Match("ai/*/*", s.dir)
			if ok && (engine || part && !within(s.dir, "ai/lua", "ai/extern")) && !s.test && !slices.Contains(games[s.dir], game) {
				games[s.dir] = append(games[s.dir], game)
			}
		}
	}
	if len(games) == 0 {
		t.Error("no engine knows a game: is the check blind?")
	}
	for dir, list := range games {
		if len(list) > 1 {
			t.Errorf("package %s knows the games %v, it may know one", dir, list)
		}
	}
}

// TestRules breaks the rules on purpose.
func TestRules(t *testing.T) {
	for _, x := range []struct {
		dir, imported string
		want          bool
	}{
		{"rules", module + "/model", false},
		{"rules/a", module + "/rules", true},
		{"rules/a", module + "/rules/b", false},
		{"rules/a", module + "/model", false},
		{"rules/all", module + "/rules/a", true},
		{"model", gotk3 + "/gtk", false},
		{"ai/a", module + "/rules/b", true},
		{"ai/search", module + "/rules/b", false},
		{"ai/lua", lua, false},
		{"ai/lua/worker", lua, false},
		{"ai/lua/script", lua, true},
		{"ai/lua/stdlib", module + "/rules", false},
		{"ai/lua/api", module + "/ai/lua/script", false},
		{"ai/a", module + "/io/xml", false},
		{"io/sgf", module + "/io/codec", true},
		{"io/sgf", module + "/rules/a", false},
		{"io/sgf", etree, false},
		{"io/xml", etree, true},
		{"io/draw", module + "/rules", false},
		{"studio/app", gotk3 + "/glib", false},
		{"studio/app", module + "/studio", false},
		{"studio", gotk3 + "/glib", true},
		{"studio/gtkx", gotk3 + "/glib", true},
		{"studio/gtkx", module + "/studio/app", false},
		{"studio", module + "/rules/a", false},
		{"cmd/studioctl", module + "/studio/app", false},
		{"cmd/studioctl", module + "/sound", false},
		{"locale", module + "/model", false},
		{"io/journal", module + "/rules", false},
	} {
		r, ok := find(rules, x.dir)
		if got := r.allows(x.imported); !ok || got != x.want {
			t.Errorf("%s may import %s: %v, want %v", x.dir, x.imported, got, x.want)
		}
	}
}

// TestCgo checks that only the window and the sounds need a C compiler, also by
// way of modules of others.
func TestCgo(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", "-json=ImportPath,CgoFiles,Deps,Standard", "./...")
	cmd.Dir = "../.."
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
	// The library for Landlock has a way with cgo and one without; the Makefile takes that without.
	allowed := []string{"studio", "studio/bars", "studio/boardpane", "studio/collectpane", "studio/enginepane", "studio/externwin", "studio/gtkx", "studio/listwin", "studio/look", "studio/movepane", "studio/newgamewin", "studio/notepane", "studio/printwin", "studio/scriptwin", "studio/studywin", "studio/tourwin", "studio/treepane", "cmd/studio", "sound", "ai/lua/jail", "cmd/studio-script"}
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
			if !slices.Contains(allowed, dir) {
				t.Errorf("package %s needs cgo, because of %s", dir, d)
			}
		}
	}
	if !found {
		t.Error("no package with cgo is found: is the check blind?")
	}
}
