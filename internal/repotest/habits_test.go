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

// TestPrefixes checks that no three files of a package share a prefix: they are a package.
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

// TestSession checks that the session does not become again what it was.
func TestSession(t *testing.T) {
	const mostFields = 20
	for _, s := range sources(t) {
		if s.dir != "studio/app" || s.test {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if x, ok := n.(*ast.TypeSpec); ok && x.Name.Name == "Session" {
				if f := x.Type.(*ast.StructType).Fields; f.NumFields() > mostFields {
					t.Errorf("Session has %d fields, more than %d", f.NumFields(), mostFields)
				}
			}
			return true
		})
	}
}

// larger are the packages that may have more lines than others.
var larger = map[string]int{"model": 5600, "studio": 6000}

// TestSizes checks that packages stay so small that one can know them.
func TestSizes(t *testing.T) {
	const most = 4500
	lines := map[string]int{}
	for _, s := range sources(t) {
		if !s.test {
			lines[s.dir] += s.line(s.file.FileEnd) - 1
		}
	}
	for dir, n := range lines {
		if may := max(most, larger[dir]); n > may {
			t.Errorf("package %s has %d lines, more than %d: what has a struct of its own and needs little of the rest is another", dir, n, may)
		}
	}
}

// crashing are functions of gotk3 that step wrongly over an array of strings, and crash, or
// that hand a small number to C as a pointer: the runtime ends the program when it moves a
// stack with that on it, rarely and anywhere. studio/gtkx/source.go has what goes in their place.
var crashing = []string{
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
			if sel, ok := n.(*ast.SelectorExpr); ok && slices.Contains(crashing, sel.Sel.Name) {
				t.Errorf("%s:%d: %s of gotk3 crashes", s.name, s.line(sel.Pos()), sel.Sel.Name)
			}
			return true
		})
	}
}

// A restriction keeps functions to some folders.
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
		[]string{"io/safe", "io/journal", "tools", "internal/child", "internal/uitest"},
		"files are written by io/safe, and logs by io/journal, so that a crash loses none",
	},
	{
		"os",
		[]string{"Open", "ReadFile"},
		[]string{"io/safe", "io/journal", "tools", "internal/child", "internal/uitest"},
		"files are read by io/safe, which neither waits for a pipe nor reads without end",
	},
	{
		"os/exec",
		[]string{"Command", "CommandContext"},
		[]string{"ai/extern", "ai/lua", "tools", "internal/child", "internal/uitest", "internal/ctl/ctltest"},
		"programs are started where they are also limited and killed",
	},
	{
		"bufio",
		[]string{"NewScanner"},
		[]string{"cmd", "studio", "io", "rules", "model", "tools", "internal"},
		"engines send lines that are longer than a Scanner reads",
	},
	{
		"math/rand",
		[]string{"*"},
		nil,
		"math/rand/v2 is the package to use",
	},
}

// exceptions are calls that a restriction does not mean.
var exceptions = map[string]string{
	"internal/ctl/engines/scale.go os.WriteFile": "asks the kernel to measure anew",
	"ai/lua/jail/jail.go os.ReadFile":            "asks the kernel, before files are locked away",
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

// TestNoInit checks that nothing registers itself: what there is stands in lists.
func TestNoInit(t *testing.T) {
	for _, s := range sources(t) {
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
				t.Errorf("%s:%d: there is an init function", s.name, s.line(f.Pos()))
			}
		}
	}
}

// TestShort checks that only tests and benchmarks ask whether they are to be short: make check-slow runs
// those that ask by their names.
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

// TestDocComments checks that every package says what it is for, and every exported
// name what it is.
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

// checkDecl checks a declaration of types, variables or constants. A comment on
// a group goes for all its constants and variables.
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

// exportedReceiver reports whether a function is no method, or one of an exported type.
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

// wellKnown reports whether a method is what every Go programmer knows.
func wellKnown(d *ast.FuncDecl) bool {
	return d.Recv != nil && slices.Contains([]string{"Error", "String", "Unwrap", "Len", "Less", "Swap"}, d.Name.Name)
}
