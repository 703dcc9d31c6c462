package repotest

import (
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"strings"
	"testing"
)

// processState lists the package-level variables that change at run time, with the reason. Each
// describes something of which a process has only one.
var processState = map[string]string{
	"flag.Usage":                "the command line of the process",
	"glib.FinalizerStrategy":    "gotk3 has one for the process",
	"gopher-lua.MaxArrayIndex":  "gopher-lua has one for the process",
	"internal/child.adopting":   "whether this process adopts orphans",
	"internal/huge.allocated":   "memory of the process that the garbage collector does not see",
	"internal/huge.collected":   "value of allocated at the last garbage collection",
	"io/codec.spared":           "the garbage collector has one setting for the process",
	"model.trees":               "distinguishes the trees of the process",
	"store/safe.std":            "callers in the process lock a file in order, and clean a folder once in ten minutes",
	"studio/ui/gtkx.paperFaces": "fonts that cairo has loaded for the process",
	"studio/ui/gtkx.sources":    "GTK has one main loop for the process",
	"studio/ui/gtkx.tidying":    "GTK has one main loop for the process",
	"text/locale.current":       "the language of the process, like the locale of the C library",
}

// TestState checks that no package-level variable changes after its declaration, and that none has a type
// that exists to be changed, such as sync.Mutex. Tests must not set variables of the program either.
// Functions that store what they have computed are allowed: sync.OnceValue and memo.Func.
func TestState(t *testing.T) {
	found := changingVars(sources(t))
	for name := range processState {
		if found[name] == "" {
			t.Errorf("%s does not change any more: remove it from processState", name)
		}
	}
	for name, where := range found {
		if processState[name] == "" {
			t.Errorf("%s: the package-level variable %s changes at run time: pass it, or make it a field of the value that owns it", where, name)
		}
	}
}

// TestLanguage checks that only the two programs and tests select the language of the process.
func TestLanguage(t *testing.T) {
	programs := map[string]bool{"ctl": false, "studio/ui/application": false}
	for _, s := range sources(t) {
		ast.Inspect(s.file, func(n ast.Node) bool {
			e, ok := n.(*ast.SelectorExpr)
			if !ok || e.Sel.Name != "Use" || s.test {
				return true
			}
			if p, ok := e.X.(*ast.Ident); ok && p.Name == "locale" {
				if _, ok := programs[s.dir]; !ok {
					t.Errorf("%s: package %s must not call locale.Use", s.fset.Position(n.Pos()), s.dir)
				}
				programs[s.dir] = true
			}
			return true
		})
	}
	for dir, calls := range programs {
		if !calls {
			t.Errorf("package %s does not call locale.Use any more", dir)
		}
	}
}

// changingVars returns the variables that TestState reports, as FOLDER.NAME, with a position for each.
func changingVars(list []source) map[string]string {
	c := &checker{files: map[string][]source{}, checked: map[string]*types.Package{}, found: map[string]string{}}
	for _, s := range list {
		dir := s.dir
		if strings.HasSuffix(s.file.Name.Name, "_test") {
			dir += " external"
		}
		c.files[dir] = append(c.files[dir], s)
	}
	for dir, files := range c.files {
		pkg, info := c.check(dir, files)
		for _, s := range files {
			c.assigned(s, info)
			if !s.test {
				c.declared(s, pkg)
			}
		}
	}
	return c.found
}

// checker type-checks the module without the packages of other modules, so that nothing has to be built.
// It ignores the errors that this causes.
type checker struct {
	files   map[string][]source
	checked map[string]*types.Package // packages without tests, and substitutes for others, by path
	found   map[string]string
}

func (c *checker) check(dir string, files []source) (*types.Package, *types.Info) {
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: c, FakeImportC: true, Error: func(error) {}, DisableUnusedImportCheck: true}
	fset := token.NewFileSet()
	var parsed []*ast.File
	for _, s := range files {
		fset = s.fset
		parsed = append(parsed, s.file)
	}
	pkg, _ := conf.Check(path.Join(module, dir), fset, parsed, info)
	return pkg, info
}

// Import returns the package with a path. A package of another module is empty, except for types of
// sync and sync/atomic.
func (c *checker) Import(p string) (*types.Package, error) {
	if pkg := c.checked[p]; pkg != nil {
		return pkg, nil
	}
	var pkg *types.Package
	if dir, ours := folderOf(p); ours {
		var files []source
		for _, s := range c.files[dir] {
			if !s.test {
				files = append(files, s)
			}
		}
		pkg, _ = c.check(dir, files)
	} else {
		pkg = types.NewPackage(p, path.Base(p))
		names := map[string]string{
			"sync":        "Mutex RWMutex Map Once Pool WaitGroup Cond",
			"sync/atomic": "Bool Int32 Int64 Uint32 Uint64 Uintptr Value Pointer",
		}
		for _, name := range strings.Fields(names[p]) {
			n := types.NewNamed(types.NewTypeName(token.NoPos, pkg, name, nil), types.NewStruct(nil, nil), nil)
			if name == "Pointer" {
				n.SetTypeParams([]*types.TypeParam{types.NewTypeParam(types.NewTypeName(token.NoPos, pkg, "T", nil), types.Universe.Lookup("any").Type())})
			}
			pkg.Scope().Insert(n.Obj())
		}
		pkg.MarkComplete()
	}
	c.checked[p] = pkg
	return pkg, nil
}

// declared finds the variables of a file whose type exists to be changed.
func (c *checker) declared(s source, pkg *types.Package) {
	for _, d := range s.file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		for _, spec := range g.Specs {
			for _, name := range spec.(*ast.ValueSpec).Names {
				if v := pkg.Scope().Lookup(name.Name); v != nil && changeable(v.Type(), map[types.Type]bool{}) {
					c.add(s, name, s.dir+"."+name.Name)
				}
			}
		}
	}
}

// changeable reports whether a value of the type contains, or points to, a channel or a type of sync or
// sync/atomic.
func changeable(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	if n, ok := t.(*types.Named); ok && n.Obj().Pkg() != nil {
		if p := n.Obj().Pkg().Path(); p == "sync" || p == "sync/atomic" {
			return true
		}
	}
	switch t := t.Underlying().(type) {
	case *types.Chan:
		return true
	case *types.Pointer:
		return changeable(t.Elem(), seen)
	case *types.Slice:
		return changeable(t.Elem(), seen)
	case *types.Array:
		return changeable(t.Elem(), seen)
	case *types.Map:
		return changeable(t.Elem(), seen)
	case *types.Struct:
		for f := range t.Fields() {
			if changeable(f.Type(), seen) {
				return true
			}
		}
	}
	return false
}

// assigned finds the variables that a file assigns to, completely or in part.
func (c *checker) assigned(s source, info *types.Info) {
	ast.Inspect(s.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				c.changed(s, info, x)
			}
		case *ast.IncDecStmt:
			c.changed(s, info, n.X)
		case *ast.RangeStmt:
			c.changed(s, info, n.Key)
			c.changed(s, info, n.Value)
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.Ident); ok && (f.Name == "delete" || f.Name == "clear" || f.Name == "copy") && len(n.Args) > 0 {
				c.changed(s, info, n.Args[0])
			}
		}
		return true
	})
}

// changed adds the package-level variable that x is, or is a part of, if any.
func (c *checker) changed(s source, info *types.Info, x ast.Expr) {
	for {
		switch e := x.(type) {
		case *ast.IndexExpr:
			x = e.X
		case *ast.SliceExpr:
			x = e.X
		case *ast.StarExpr:
			x = e.X
		case *ast.ParenExpr:
			x = e.X
		case *ast.SelectorExpr:
			id, ok := e.X.(*ast.Ident)
			if !ok {
				x = e.X
				continue
			}
			p, ok := info.Uses[id].(*types.PkgName)
			if !ok {
				x = e.X
				continue
			}
			if dir, ours := folderOf(p.Imported().Path()); ours {
				c.add(s, e, dir+"."+e.Sel.Name)
			} else if !s.test {
				c.add(s, e, p.Imported().Name()+"."+e.Sel.Name)
			}
			return
		case *ast.Ident:
			v, ok := info.Uses[e].(*types.Var)
			if !ok || v.IsField() || v.Pkg() == nil || v.Parent() != v.Pkg().Scope() || strings.HasSuffix(s.fset.Position(v.Pos()).Filename, "_test.go") {
				return
			}
			c.add(s, e, strings.TrimPrefix(v.Pkg().Path(), module+"/")+"."+v.Name())
			return
		default:
			return
		}
	}
}

func (c *checker) add(s source, n ast.Node, name string) {
	c.found[name] = s.fset.Position(n.Pos()).String()
}
