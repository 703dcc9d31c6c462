package repotest

import (
	"go/ast"
	"path"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// TestPrefixes checks that at most two files of a package share a prefix. Three or more should be a
// package.
func TestPrefixes(t *testing.T) {
	files := map[string][]string{}
	for _, s := range sources(t) {
		if prefix, _, ok := strings.Cut(path.Base(s.name), "_"); ok && !s.test {
			files[s.dir+"/"+prefix] = append(files[s.dir+"/"+prefix], s.name)
		}
	}
	for prefix, names := range files {
		if len(names) > 2 {
			t.Errorf("%s is a package of its own: %s", prefix, strings.Join(names, ", "))
		}
	}
}

// TestSession limits the number of fields of app.Session, those of embedded structs included. It
// checks that the parts of a session have no pointer back to it: a part gets what it needs from
// others as values and functions. Only adapters to packages below may have one.
func TestSession(t *testing.T) {
	const mostFields = 20
	adapters := []string{"adviceHost", "fileHost", "guessHost"}
	structs := map[string]*ast.StructType{}
	for _, s := range sources(t) {
		if s.dir != "studio/app" || s.test {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if x, ok := n.(*ast.TypeSpec); ok {
				if st, ok := x.Type.(*ast.StructType); ok {
					structs[x.Name.Name] = st
				}
			}
			return true
		})
	}
	var count func(*ast.StructType) int
	count = func(st *ast.StructType) int {
		n := st.Fields.NumFields()
		for _, f := range st.Fields.List {
			if len(f.Names) > 0 {
				continue
			}
			inner := structs[typeName(f.Type)]
			if inner == nil {
				t.Errorf("Session embeds %s, whose fields cannot be counted", typeName(f.Type))
				continue
			}
			n += count(inner)
		}
		return n
	}
	if n := count(structs["Session"]); n > mostFields {
		t.Errorf("Session has %d fields, more than %d", n, mostFields)
	}
	for _, part := range []string{"View", "Game", "Cursor", "Replay", "Search", "Selection"} {
		if structs[part] == nil {
			t.Errorf("there is no part %s", part)
		}
	}
	for name, st := range structs {
		for _, f := range st.Fields.List {
			if star, ok := f.Type.(*ast.StarExpr); ok && typeName(star) == "Session" && !slices.Contains(adapters, name) {
				t.Errorf("%s has a pointer to the session", name)
			}
		}
	}
}

// typeName returns the name of a type in the same package or of a pointer to one, or "".
func typeName(x ast.Expr) string {
	if star, ok := x.(*ast.StarExpr); ok {
		x = star.X
	}
	if id, ok := x.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

// mostMethods is the largest number of methods of an interface.
const mostMethods = 10

// TestInterfaces checks that no interface has more than mostMethods methods.
func TestInterfaces(t *testing.T) {
	for _, s := range sources(t) {
		ast.Inspect(s.file, func(n ast.Node) bool {
			if x, ok := n.(*ast.InterfaceType); ok && x.Methods.NumFields() > mostMethods {
				t.Errorf("%s:%d: an interface has %d methods, more than %d", s.name, s.line(x.Pos()), x.Methods.NumFields(), mostMethods)
			}
			return true
		})
	}
}

// crashingFuncs lists functions of gotk3 that must not be called. Some use wrong pointers into an array
// of strings and crash. Others pass a small number to C as a pointer. The runtime then ends the
// program whenever it moves a stack with such a pointer, which is rare and may happen anywhere.
// studio/ui/gtkx/source.go has replacements.
var crashingFuncs = []string{
	"GetAccelsForAction", "GetActionsForAccel", "ListActionDescriptions", "GetAuthors", "GetArtists", "GetDocumenters",
	"GetURIs", "SetURIs",
	"IdleAdd", "IdleAddPriority", "TimeoutAdd", "TimeoutAddPriority", "TimeoutSecondsAdd", "TimeoutSecondsAddPriority",
	"SetFilterFunc", "SetHeaderFunc", "SetSortFunc", "SetDefaultSortFunc", "SetSearchEqualFunc", "SetVisibleFunc",
	"SetSelectFunction", "AddTickCallback",
}

func TestCrashingCalls(t *testing.T) {
	for _, s := range sources(t) {
		if !within(s.dir, "studio", "cmd/studio") {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok && slices.Contains(crashingFuncs, sel.Sel.Name) {
				t.Errorf("%s:%d: %s of gotk3 crashes", s.name, s.line(sel.Pos()), sel.Sel.Name)
			}
			return true
		})
	}
}

// A restriction allows calls of some functions only in some folders.
type restriction struct {
	pkg     string
	funcs   []string
	folders []string // may call them; tests may too
	why     string
}

var restrictions = []restriction{
	{
		"os",
		[]string{"WriteFile", "Create", "OpenFile", "Rename", "Truncate", "CreateTemp"},
		[]string{"store/safe", "store/journal", "tools", "internal/child", "internal/uitest"},
		"files are written by store/safe, and logs by store/journal, so that a crash loses none",
	},
	{
		"os",
		[]string{"Open", "ReadFile"},
		[]string{"store/safe", "store/journal", "tools", "internal/child", "internal/uitest", "ctl/ctltest"},
		"files are read by store/safe, which neither waits for a pipe nor reads without end",
	},
	{
		"os",
		[]string{"UserHomeDir", "UserConfigDir", "UserCacheDir"},
		nil,
		"store/xdg finds the user's folders, and none where there is no home folder",
	},
	{
		"os",
		[]string{"TempDir"},
		[]string{"ai/extern", "tools", "internal/uitest"},
		"a shared folder is no substitute for one of the user's: store/xdg",
	},
	{
		"os/exec",
		[]string{"Command", "CommandContext"},
		[]string{"ai/extern", "ai/lua", "tools", "internal/child", "internal/uitest", "ctl/ctltest"},
		"programs are started where they are also limited and killed",
	},
	{
		"bufio",
		[]string{"NewScanner"},
		[]string{"cmd", "ctl", "studio", "io", "document", "rules", "model", "tools", "internal"},
		"engines send lines that are longer than a Scanner reads",
	},
	{
		"math/rand",
		[]string{"*"},
		nil,
		"math/rand/v2 is the package to use",
	},
}

// exceptions are calls that the restrictions do not apply to.
var exceptions = map[string]string{
	"ctl/engines/scale.go os.WriteFile": "asks the kernel to measure anew",
	"ai/lua/jail/jail.go os.ReadFile":   "asks the kernel, before files are locked away",
}

func TestRestrictedCalls(t *testing.T) {
	met := map[string]bool{}
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		names := s.imported()
		ast.Inspect(s.file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			x, ok := sel.X.(*ast.Ident)
			if !ok || names[x.Name] == "" {
				return true
			}
			for _, r := range restrictions {
				if names[x.Name] != r.pkg || within(s.dir, r.folders...) || !slices.Contains(r.funcs, sel.Sel.Name) && r.funcs[0] != "*" {
					continue
				}
				call := s.name + " " + path.Base(r.pkg) + "." + sel.Sel.Name
				if exceptions[call] != "" {
					met[call] = true
					continue
				}
				t.Errorf("%s:%d: %s.%s: %s", s.name, s.line(sel.Pos()), path.Base(r.pkg), sel.Sel.Name, r.why)
			}
			return true
		})
	}
	for call := range exceptions {
		if !met[call] {
			t.Errorf("the exception %q is no longer needed", call)
		}
	}
}

// TestNoInit checks that the program has no init functions. Registries are lists.
func TestNoInit(t *testing.T) {
	for _, s := range sources(t) {
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
				t.Errorf("%s:%d: there is an init function", s.name, s.line(f.Pos()))
			}
		}
	}
}

// TestShort checks that only tests and benchmarks call testing.Short. "make check-slow" finds these
// tests by their names.
func TestShort(t *testing.T) {
	for _, s := range sources(t) {
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && (strings.HasPrefix(f.Name.Name, "Test") || strings.HasPrefix(f.Name.Name, "Benchmark")) {
				continue
			}
			ast.Inspect(d, func(n ast.Node) bool {
				if sel, ok := n.(*ast.SelectorExpr); ok && sel.Sel.Name == "Short" {
					if x, ok := sel.X.(*ast.Ident); ok && x.Name == "testing" {
						t.Errorf("%s:%d: this is neither a test nor a benchmark: hand testing.Short() over", s.name, s.line(n.Pos()))
					}
				}
				return true
			})
		}
	}
}

// TestDocComments checks that every package and every exported name has a doc comment.
func TestDocComments(t *testing.T) {
	packages := map[string]bool{}
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		packages[s.dir] = packages[s.dir] || s.file.Doc != nil
		for _, d := range s.file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Name.IsExported() && exportedReceiver(d) && !wellKnown(d) {
					s.checkDoc(t, d.Name, d.Doc)
				}
			case *ast.GenDecl:
				s.checkDecl(t, d)
			}
		}
	}
	for dir, ok := range packages {
		if !ok {
			t.Errorf("package %s does not say what it is for", dir)
		}
	}
}

// checkDecl checks a declaration of types, variables or constants. The comment of a group applies
// to all its constants and variables.
func (s source) checkDecl(t *testing.T, d *ast.GenDecl) {
	t.Helper()
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			doc := spec.Doc
			if doc == nil && !d.Lparen.IsValid() {
				doc = d.Doc
			}
			if spec.Name.IsExported() {
				s.checkDoc(t, spec.Name, doc)
			}
		case *ast.ValueSpec:
			for _, name := range spec.Names {
				if name.IsExported() && d.Doc == nil && spec.Doc == nil && spec.Comment == nil {
					t.Errorf("%s:%d: %s has no comment", s.name, s.line(name.Pos()), name.Name)
				}
			}
		}
	}
}

func (s source) checkDoc(t *testing.T, name *ast.Ident, doc *ast.CommentGroup) {
	t.Helper()
	text := strings.TrimSpace(doc.Text())
	for _, article := range []string{"A ", "An ", "The "} {
		text = strings.TrimPrefix(text, article)
	}
	rest, ok := strings.CutPrefix(text, name.Name)
	if next, _ := utf8.DecodeRuneInString(rest); !ok || unicode.IsLetter(next) || unicode.IsDigit(next) {
		t.Errorf("%s:%d: the comment of %s does not begin with it", s.name, s.line(name.Pos()), name.Name)
	}
}

// exportedReceiver reports whether d is a function, or a method of an exported type.
func exportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	t := d.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	if generic, ok := t.(*ast.IndexExpr); ok {
		t = generic.X
	}
	id, ok := t.(*ast.Ident)
	return ok && id.IsExported()
}

// wellKnown reports whether a method is known to every Go programmer.
func wellKnown(d *ast.FuncDecl) bool {
	return d.Recv != nil && slices.Contains([]string{"Error", "String", "Unwrap", "Len", "Less", "Swap"}, d.Name.Name)
}

// mostTestLines is the maximum number of lines of a test. A longer test becomes several ones, or a table.
const mostTestLines = 80

// TestTestsAreShort checks the length of tests.
func TestTestsAreShort(t *testing.T) {
	for _, s := range sources(t) {
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || !s.test || f.Recv != nil || !slices.ContainsFunc([]string{"Test", "Benchmark", "Fuzz", "Example"}, func(p string) bool { return strings.HasPrefix(f.Name.Name, p) }) {
				continue
			}
			if n := s.line(f.End()) - s.line(f.Pos()) + 1; n > mostTestLines {
				t.Errorf("%s:%d: %s has %d lines, more than %d", s.name, s.line(f.Pos()), f.Name.Name, n, mostTestLines)
			}
		}
	}
}
