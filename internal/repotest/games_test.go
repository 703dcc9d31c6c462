package repotest

import (
	"go/ast"
	"go/token"
	"maps"
	"slices"
	"strconv"
	"testing"

	"boardstudio/rules/all"
)

// naming lists the folders that may name games, and why.
var naming = map[string]string{
	"rules":               "the games",
	"ai":                  "engines, protocols and benchmarks of certain games",
	"tools":               "training of engines",
	"io/board":            "a format of two games",
	"io/columns":          "a format of games with falling pieces",
	"io/ggf":              "a format of Othello",
	"io/hexworld":         "a format of Hex",
	"io/offsets":          "a format of gomoku",
	"io/psq":              "a format of gomoku",
	"io/record":           "notations of certain games",
	"io/renlib":           "a format of renju",
	"io/rif":              "a format of renju",
	"io/suite":            "a format of awale",
	"io/wthor":            "a format of Othello",
	"io/xml":              "the old format, which had one family of games",
	"ctl/ctltest":         "games for tests",
	"ctl/engines":         "benchmarks, and protocols of certain games",
	"document":            "games for recognising whether a file states its own",
	"model/trees":         "trees for tests",
	"studio/app/settings": "the first new game of a user",
}

// TestGames checks that other packages do not name games, but ask the rules about properties.
func TestGames(t *testing.T) {
	names := map[string]bool{}
	for _, g := range all.Games {
		names[g.Name] = true
		for _, p := range g.Presets {
			names[p.Name] = true
		}
	}
	if !names["othello"] || !names["line"] {
		t.Fatalf("names of games: %v", slices.Sorted(maps.Keys(names)))
	}
	met := map[string]bool{}
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		allowed := ""
		for dir := range naming {
			if within(s.dir, dir) {
				allowed = dir
			}
		}
		report := func(e ast.Expr, common bool) {
			lit, ok := e.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return
			}
			name, err := strconv.Unquote(lit.Value)
			switch {
			case err != nil || !names[name] || name == "line" && !common:
			case allowed != "":
				met[allowed] = true
			default:
				t.Errorf("%s:%d: names the game %q: ask the rules about a property", s.name, s.line(lit.Pos()), name)
			}
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				report(n, false)
			case *ast.BinaryExpr: // "line" is also a common word
				if x, ok := n.X.(*ast.SelectorExpr); ok && x.Sel.Name == "Game" {
					report(n.Y, true)
				}
			case *ast.KeyValueExpr:
				if k, ok := n.Key.(*ast.Ident); ok && k.Name == "Game" {
					report(n.Value, true)
				}
			}
			return true
		})
	}
	for dir := range naming {
		if !met[dir] {
			t.Errorf("%s names no game: remove it from naming", dir)
		}
	}
}
