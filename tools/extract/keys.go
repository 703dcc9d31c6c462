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
	"boardstudio/msg"
)

// id is what tells a message from all others: gettext's context, "" for most, and the text.
type id struct{ context, text string }

// message is a text to translate.
type message struct {
	id
	plural string
	files  []string
}

// collector has the texts of a module.
type collector struct {
	*program
	messages map[id]*message
	wrong    []string // mistakes in the use of texts
}

// extract collects the messages of the module in dir: the constants of type msg.Key, and what the manual says of scripts' functions.
func extract(dir string) (*collector, error) {
	p, err := load(dir)
	if err != nil {
		return nil, err
	}
	x := &collector{program: p, messages: map[id]*message{}}
	for _, f := range p.files {
		ast.Inspect(f, x.visit)
	}
	if p.pkgs[module+"/ai/lua/api"] != nil { // it reads texts from the manual of scripts
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

// scriptTitle is what a sample script calls itself, or an option of it.
var scriptTitle = regexp.MustCompile(`(?m)^  name = "([^"]+)"|\btitle = "([^"]+)"`)

// scripts collects the titles in the sample scripts, which are in a folder.
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

// visit collects what stands at n, and reports whether there may be more inside it.
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
			return false // its parts are not texts
		}
	}
	return true
}

// call collects the texts that a call gives a plural or a context, and counts the
// arguments of formats.
func (x *collector) call(c *ast.CallExpr) bool {
	f := x.callee(c)
	if f == nil {
		return true
	}
	ours := f.Pkg() != nil && f.Pkg().Path() == module+"/locale"
	x.formats(c, f, ours)
	if !ours {
		return true
	}
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

// callee returns the function or method that is called, nil for a value.
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

// formats checks the number of arguments wherever a constant text is given
// together with the arguments to put in. ours says that f is of package locale.
func (x *collector) formats(c *ast.CallExpr, f *types.Func, ours bool) {
	sig := f.Type().(*types.Signature)
	last := sig.Params().Len() - 1
	if !sig.Variadic() || last < 1 || c.Ellipsis.IsValid() || len(c.Args) < last {
		return
	}
	list, ok := sig.Params().At(last).Type().(*types.Slice)
	if !ok || !types.Identical(list.Elem().Underlying(), types.NewInterfaceType(nil, nil)) {
		return // these are not put in
	}
	given := len(c.Args) - last
	if given == 0 && ours {
		return // nothing is formatted
	}
	format := c.Args[last-1]
	if ours && f.Name() == "N" {
		format = c.Args[1] // the plural: "one move" needs no number
	}
	text, ok := x.constant(format)
	if want := len(msg.Verbs(text)); ok && x.is(format, "Key") && want != given {
		at := x.at(c.Pos())
		x.wrong = append(x.wrong, fmt.Sprintf("%s:%d: %q takes %d arguments, but gets %d", at.Filename, at.Line, text, want, given))
	}
}

// plural collects a text for one thing and for several, if both are constants.
func (x *collector) plural(one, many ast.Expr) bool {
	a, ok := x.constant(one)
	b, also := x.constant(many)
	if ok && also {
		x.add(id{text: a}, b, one.Pos())
	}
	return ok && also
}

// value returns the value of an element of a literal.
func value(e ast.Expr) ast.Expr {
	if f, ok := e.(*ast.KeyValueExpr); ok {
		return f.Value
	}
	return e
}

// is reports whether an expression is of a type of package msg.
func (x *collector) is(e ast.Expr, name string) bool {
	t, ok := types.Unalias(x.info.TypeOf(e)).(*types.Named)
	return ok && t.Obj().Name() == name && t.Obj().Pkg() != nil && t.Obj().Pkg().Path() == module+"/msg"
}

// constant returns the value of a constant string.
func (x *collector) constant(e ast.Expr) (string, bool) {
	if v := x.info.Types[e].Value; v != nil && v.Kind() == constant.String {
		return constant.StringVal(v), true
	}
	return "", false
}

// translated reports whether a text with the character needs a translation: signs are the same everywhere, but for
// quotation marks and colons, which some languages set otherwise.
func translated(r rune) bool { return unicode.IsLetter(r) || strings.ContainsRune("“”:", r) }

// add adds a message that stands at pos.
func (x *collector) add(i id, plural string, pos token.Pos) {
	if !strings.ContainsFunc(msg.Verb.ReplaceAllString(i.text, ""), translated) {
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
