package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"boardstudio/ai/lua/api"
	"boardstudio/text/msg"
)

// id identifies a message: the gettext context, usually "", and the text.
type id struct{ context, text string }

// message is a text to translate.
type message struct {
	id
	plural string
	files  []string
}

// collector collects the texts of a module.
type collector struct {
	*program
	messages map[id]*message
	wrong    []string // errors in the use of texts
}

// extract collects the messages of the module in dir: constants of type msg.Key, the reference of
// script functions, and the titles in sample scripts.
func extract(dir string) (*collector, error) {
	p, err := load(dir)
	if err != nil {
		return nil, err
	}
	x := &collector{program: p, messages: map[id]*message{}}
	for _, f := range p.files {
		ast.Inspect(f, x.visit)
	}
	if p.pkgs[module+"/ai/lua/api"] != nil { // read the texts of docs/lua.md, the manual of scripts
		at := p.fset.AddFile(filepath.Join(dir, "docs", "lua.md"), -1, 1).Pos(0)
		for _, e := range api.Reference() {
			for _, text := range []msg.Key{e.Group, e.Text, e.Cost} {
				x.add(id{text: string(text)}, "", at)
			}
		}
	}
	if err := x.scripts(filepath.Join(dir, "scripts")); err != nil {
		return nil, err
	}
	slices.Sort(x.wrong)
	return x, nil
}

// scriptTitle matches the name of a sample script, or the title of one of its options.
var scriptTitle = regexp.MustCompile(`(?m)^  name = "([^"]+)"|\btitle = "([^"]+)"`)

// scripts collects the titles in the sample scripts in dir.
func (x *collector) scripts(dir string) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.lua"))
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		at := x.fset.AddFile(name, -1, 1).Pos(0)
		for _, m := range scriptTitle.FindAllStringSubmatch(string(text), -1) {
			x.add(id{text: m[1] + m[2]}, "", at)
		}
	}
	return err
}

// visit collects the texts at n, and reports whether to visit its children.
func (x *collector) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		return x.call(n)
	case *ast.CompositeLit:
		if x.is(n, "Plural") && len(n.Elts) == 2 {
			one, many := n.Elts[0], n.Elts[1]
			if f, ok := one.(*ast.KeyValueExpr); ok && f.Key.(*ast.Ident).Name == "Many" {
				one, many = many, one
			}
			return !x.plural(value(one), value(many))
		}
	case ast.Expr:
		if text, ok := x.constant(n); ok && x.is(n, "Key") {
			x.add(id{text: text}, "", n.Pos())
			return false // the parts of the expression are not texts of their own
		}
	}
	return true
}

// call collects the texts for which a call specifies a plural or a context. It also checks the
// number of format arguments.
func (x *collector) call(c *ast.CallExpr) bool {
	f := x.callee(c)
	if f == nil {
		return true
	}
	ours := f.Pkg() != nil && f.Pkg().Path() == module+"/text/locale"
	x.formats(c, f, ours)
	if !ours {
		return true
	}
	x.wordless(c, f)
	rest := c.Args
	switch {
	case f.Name() == "N" && len(c.Args) >= 2 && x.plural(c.Args[0], c.Args[1]):
		rest = c.Args[2:]
	case f.Name() == "C" && len(c.Args) >= 2:
		context, ok := x.constant(c.Args[0])
		text, also := x.constant(c.Args[1])
		if ok && also {
			x.add(id{context, text}, "", c.Pos())
			rest = c.Args[2:]
		}
	}
	for _, a := range rest {
		ast.Inspect(a, x.visit)
	}
	return false
}

// wordless checks that a call does not look up a constant format without words, such as "%s, %s": no catalogue has it.
func (x *collector) wordless(c *ast.CallExpr, f *types.Func) {
	at, ok := map[string]int{"T": 0, "N": 1, "C": 1}[f.Name()]
	if !ok || len(c.Args) <= at {
		return
	}
	if text, ok := x.constant(c.Args[at]); ok && msg.Verb.MatchString(text) && !worded(text) {
		at := x.at(c.Pos())
		x.wrong = append(x.wrong, fmt.Sprintf("%s:%d: %q has no words to translate", at.Filename, at.Line, text))
	}
}

// callee returns the function or method being called, or nil for a function value.
func (x *collector) callee(c *ast.CallExpr) *types.Func {
	var name *ast.Ident
	switch f := ast.Unparen(c.Fun).(type) {
	case *ast.Ident:
		name = f
	case *ast.SelectorExpr:
		name = f.Sel
	}
	f, _ := x.info.Uses[name].(*types.Func)
	return f
}

// formats checks the number of arguments if a call passes a constant text and its arguments. ours
// is set for functions of package locale.
func (x *collector) formats(c *ast.CallExpr, f *types.Func, ours bool) {
	sig := f.Type().(*types.Signature)
	last := sig.Params().Len() - 1
	if !sig.Variadic() || last < 1 || c.Ellipsis.IsValid() || len(c.Args) < last {
		return
	}
	list, ok := sig.Params().At(last).Type().(*types.Slice)
	if !ok || !types.Identical(list.Elem().Underlying(), types.NewInterfaceType(nil, nil)) {
		return // not format arguments
	}
	given := len(c.Args) - last
	if given == 0 && ours {
		return // not formatted
	}
	format := c.Args[last-1]
	if ours && f.Name() == "N" {
		format = c.Args[1] // the plural form: "one move" needs no number
	}
	text, ok := x.constant(format)
	if want := len(msg.Verbs(text)); ok && x.is(format, "Key") && want != given {
		at := x.at(c.Pos())
		x.wrong = append(x.wrong, fmt.Sprintf("%s:%d: %q takes %d arguments, but gets %d", at.Filename, at.Line, text, want, given))
	}
}

// plural collects a text with its plural. It reports whether both are constants.
func (x *collector) plural(one, many ast.Expr) bool {
	a, ok := x.constant(one)
	b, also := x.constant(many)
	if ok && also {
		x.add(id{text: a}, b, one.Pos())
	}
	return ok && also
}

// value returns the value of a composite literal's element.
func value(e ast.Expr) ast.Expr {
	if f, ok := e.(*ast.KeyValueExpr); ok {
		return f.Value
	}
	return e
}

// is reports whether e has the named type of package msg.
func (x *collector) is(e ast.Expr, name string) bool {
	t, ok := types.Unalias(x.info.TypeOf(e)).(*types.Named)
	return ok && t.Obj().Name() == name && t.Obj().Pkg() != nil && t.Obj().Pkg().Path() == module+"/text/msg"
}

// constant returns the value of a constant string.
func (x *collector) constant(e ast.Expr) (string, bool) {
	if v := x.info.Types[e].Value; v != nil && v.Kind() == constant.String {
		return constant.StringVal(v), true
	}
	return "", false
}

// translated reports whether a character makes a text need translation. Most symbols are the same
// in all languages; quotation marks and colons are not.
func translated(r rune) bool { return unicode.IsLetter(r) || strings.ContainsRune("“”:", r) }

// worded reports whether a text needs a translation.
func worded(text string) bool {
	return strings.ContainsFunc(msg.Verb.ReplaceAllString(text, ""), translated)
}

// add adds a message used at pos.
func (x *collector) add(i id, plural string, pos token.Pos) {
	if !worded(i.text) {
		return
	}
	m := x.messages[i]
	if m == nil {
		m = &message{id: i}
		x.messages[i] = m
	}
	at := x.at(pos)
	if plural != "" && m.plural != "" && m.plural != plural {
		x.wrong = append(x.wrong, fmt.Sprintf("%s:%d: %q has two plurals, %q and %q", at.Filename, at.Line, i.text, m.plural, plural))
	}
	if plural != "" {
		m.plural = plural
	}
	if !slices.Contains(m.files, at.Filename) {
		m.files = append(m.files, at.Filename)
	}
}
