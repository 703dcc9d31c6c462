package main

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
)

// module is the path of the module, the root of all its import paths.
const module = "boardstudio"

// program is the type-checked source of the module.
type program struct {
	dir   string
	fset  *token.FileSet
	files []*ast.File
	info  *types.Info
	pkgs  map[string]*types.Package
}

// load parses and type-checks the packages of the module in dir that may contain texts.
func load(dir string) (*program, error) {
	p := &program{
		dir:  dir,
		fset: token.NewFileSet(),
		pkgs: map[string]*types.Package{},
		info: &types.Info{
			Types:      map[ast.Expr]types.TypeAndValue{},
			Defs:       map[*ast.Ident]types.Object{},
			Uses:       map[*ast.Ident]types.Object{},
			Selections: map[*ast.SelectorExpr]*types.Selection{},
			Implicits:  map[ast.Node]types.Object{},
		},
	}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		base := d.Name()
		// Messages of tests and tools are for programmers, and stay English.
		if rel != "." && (base == "testdata" || strings.HasPrefix(base, ".") || rel == "internal" || rel == "tools") {
			return filepath.SkipDir
		}
		_, err = p.Import(path.Join(module, filepath.ToSlash(rel)))
		return err
	})
	return p, err
}

// Import type-checks a package of the module. Other packages are treated as empty, so GTK need not
// be compiled. Expressions with types of such packages contain no texts of the module, and the rest
// is checked as usual.
func (p *program) Import(name string) (*types.Package, error) {
	if pkg, ok := p.pkgs[name]; ok {
		return pkg, nil
	}
	rel, ours := strings.CutPrefix(name+"/", module+"/")
	if !ours {
		pkg := types.NewPackage(name, path.Base(name))
		pkg.MarkComplete()
		p.pkgs[name] = pkg
		return pkg, nil
	}
	ctx := build.Default
	ctx.CgoEnabled = true
	dir := filepath.Join(p.dir, filepath.FromSlash(rel))
	found, err := ctx.ImportDir(dir, 0)
	if _, none := err.(*build.NoGoError); none {
		return types.NewPackage(name, path.Base(name)), nil
	}
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for _, f := range append(found.GoFiles, found.CgoFiles...) {
		file, err := parser.ParseFile(p.fset, filepath.Join(dir, f), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	conf := types.Config{Importer: p, FakeImportC: true, Error: func(error) {}} // errors result from the empty packages
	pkg, _ := conf.Check(name, p.fset, files, p.info)
	p.pkgs[name] = pkg
	p.files = append(p.files, files...)
	return pkg, nil
}

// at returns a position with its file name relative to the module.
func (p *program) at(pos token.Pos) token.Position {
	at := p.fset.Position(pos)
	if rel, err := filepath.Rel(p.dir, at.Filename); err == nil {
		at.Filename = filepath.ToSlash(rel)
	}
	return at
}
