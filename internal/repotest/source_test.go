package repotest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// module is the path of the module.
const module = "boardstudio"

// source is a Go file of the module.
type source struct {
	name string // path relative to the root, with slashes
	dir  string // folder of the file, "" for the root
	test bool
	fset *token.FileSet
	file *ast.File
}

// sources returns all Go files of the module, for all systems.
func sources(t *testing.T) []source {
	t.Helper()
	const root = "../.."
	var list []source
	fset := token.NewFileSet()
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		switch {
		case d.IsDir() && rel != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || rel == "bin"):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(rel, ".go"):
			return nil
		}
		file, err := parser.ParseFile(fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		dir := path.Dir(rel)
		if dir == "." {
			dir = ""
		}
		list = append(list, source{rel, dir, strings.HasSuffix(rel, "_test.go"), fset, file})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 100 {
		t.Fatalf("only %d files are found", len(list))
	}
	return list
}

// line returns the line number of a position.
func (s source) line(p token.Pos) int { return s.fset.Position(p).Line }

// imported returns the paths of the imported packages, by the name used in the file. It assumes
// that the name of a package is the last element of its path.
func (s source) imported() map[string]string {
	names := map[string]string{}
	for _, spec := range s.file.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		name := path.Base(p)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		names[name] = p
	}
	return names
}

// within reports whether dir is one of the folders or below one of them.
func within(dir string, folders ...string) bool {
	for _, f := range folders {
		if dir == f || strings.HasPrefix(dir, f+"/") {
			return true
		}
	}
	return false
}
