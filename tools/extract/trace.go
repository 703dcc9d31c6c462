package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"unicode"
)

// id tells messages apart.
type id struct{ context, text string }

// message is a text to translate.
type message struct {
	id
	plural string
	files  []string
}

// role is what a text is to the catalogue.
type role uint8

const (
	single role = iota // a text
	pair               // two texts: for one thing and for several
)

// tracer follows values back to constants.
type tracer struct {
	*flows
	messages map[id]*message
	seen     map[seen]bool
	unknown  []string // where a value comes from something that cannot be followed
	wrong    []string // mistakes in the use of texts
}

type seen struct {
	o types.Object
	r role
}

// extract collects the messages of the module in dir.
func extract(dir string) (*tracer, error) {
	p, err := load(dir)
	if err != nil {
		return nil, err
	}
	x := &tracer{flows: newFlows(p), messages: map[id]*message{}, seen: map[seen]bool{}}
	format, err := p.object("rules", "Error", "Format")
	if err != nil {
		return nil, err
	}
	x.object(format, single)
	for _, name := range []string{"T", "N", "C"} {
		o, err := p.object("locale", name, "")
		if err != nil {
			return nil, err
		}
		if o != nil {
			x.function(o, name)
		}
	}
	x.formats()
	slices.Sort(x.unknown)
	slices.Sort(x.wrong)
	return x, nil
}

// function collects the texts from the calls of locale.T, N or C, also where it
// was handed on as a value.
func (x *tracer) function(o types.Object, name string) {
	if x.seen[seen{o, single}] {
		return
	}
	x.seen[seen{o, single}] = true
	for _, call := range x.calls[o] {
		switch {
		case len(call.Args) == 0:
		case name == "T":
			x.expr(call.Args[0], single)
		case name == "C" && len(call.Args) > 1:
			context, _ := x.constant(call.Args[0])
			if text, ok := x.constant(call.Args[1]); ok {
				x.add(id{context, text}, "", call.Args[1].Pos())
			} else {
				x.dunno(call.Args[1])
			}
		case name == "N" && len(call.Args) > 1:
			x.number(call.Args[0], call.Args[1])
		}
	}
	for holder, values := range x.into {
		for _, v := range values {
			if x.root(v) == o {
				x.function(holder, name)
			}
		}
	}
}

// number collects the texts for one and for several things: two constants, or
// the elements of one table.
func (x *tracer) number(one, many ast.Expr) {
	a, ok1 := x.constant(one)
	b, ok2 := x.constant(many)
	switch {
	case ok1 && ok2:
		x.add(id{"", a}, b, one.Pos())
	case x.root(one) != nil && x.root(one) == x.root(many):
		x.object(x.root(one), pair)
	default:
		x.dunno(one)
	}
}

// object collects the constants that reach o.
func (x *tracer) object(o types.Object, r role) {
	if o == nil || x.seen[seen{o, r}] {
		return
	}
	x.seen[seen{o, r}] = true
	for _, e := range x.into[o] {
		x.expr(e, r)
	}
	if v, ok := o.(*types.Var); ok {
		for _, twin := range x.twins(v) {
			x.object(twin, r)
		}
	}
}

// expr collects the constants that e can be, or be made of where it is a table.
func (x *tracer) expr(e ast.Expr, r role) {
	if text, ok := x.constant(e); ok {
		if r == single {
			x.add(id{"", text}, "", e.Pos())
		}
		return
	}
	if t := x.info.TypeOf(e); t != nil && !textual(t) {
		return
	}
	switch e := e.(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr, *ast.StarExpr, *ast.SliceExpr:
		if o := x.root(e); o != nil {
			x.object(o, r)
			return
		}
	case *ast.ParenExpr:
		x.expr(e.X, r)
		return
	case *ast.UnaryExpr:
		x.expr(e.X, r)
		return
	case *ast.CompositeLit:
		x.table(e, r)
		return
	case *ast.CallExpr:
		if x.result(e, r) {
			return
		}
	case *ast.FuncLit, *ast.TypeAssertExpr:
		return
	}
	x.dunno(e)
}

// table collects the constants in a table: the values, not the keys.
func (x *tracer) table(e *ast.CompositeLit, r role) {
	if r == pair && len(e.Elts) == 2 {
		one, ok1 := x.constant(e.Elts[0])
		many, ok2 := x.constant(e.Elts[1])
		if ok1 && ok2 {
			x.add(id{"", one}, many, e.Pos())
			return
		}
	}
	for _, el := range e.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			el = kv.Value
		}
		x.expr(el, r)
	}
}

// textual reports whether values of the type are texts, or tables of texts. The
// fields of structs are followed where they are read.
func textual(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&types.IsString != 0 || t.Kind() == types.Invalid
	case *types.Slice:
		return textual(t.Elem())
	case *types.Array:
		return textual(t.Elem())
	case *types.Map:
		return textual(t.Elem())
	case *types.Pointer:
		return textual(t.Elem())
	case *types.Tuple: // the results of a call
		for i := range t.Len() {
			if textual(t.At(i).Type()) {
				return true
			}
		}
	}
	return false
}

// result collects the constants that a call returns. It reports whether it knows the callee.
func (x *tracer) result(e *ast.CallExpr, r role) bool {
	if x.info.Types[e.Fun].IsType() { // a conversion
		x.expr(e.Args[0], r)
		return true
	}
	callee := x.root(e.Fun)
	switch o := callee.(type) {
	case *types.Builtin:
		for _, a := range e.Args { // of append
			x.expr(a, r)
		}
		return true
	case *types.Func:
		if o.Pkg() == nil || !strings.HasPrefix(o.Pkg().Path(), module+"/") {
			return false
		}
		if o.Pkg().Path() != module+"/locale" { // that is translated
			x.object(o, r)
			for _, m := range x.methods[o.Name()] { // behind an interface
				if types.IsInterface(recv(o)) {
					x.object(m, r)
				}
			}
		}
		return true
	}
	return false
}

func recv(f *types.Func) types.Type {
	if v := f.Type().(*types.Signature).Recv(); v != nil {
		return v.Type()
	}
	return types.Typ[types.Invalid]
}

// constant returns the value of a constant string.
func (x *tracer) constant(e ast.Expr) (string, bool) {
	if v := x.info.Types[e].Value; v != nil && v.Kind() == constant.String {
		return constant.StringVal(v), true
	}
	return "", false
}

// add adds a message that stands at pos.
func (x *tracer) add(i id, plural string, pos token.Pos) {
	if !strings.ContainsFunc(verb.ReplaceAllString(i.text, ""), unicode.IsLetter) {
		return // signs are the same everywhere
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

func (x *tracer) dunno(e ast.Expr) {
	at := x.at(e.Pos())
	x.unknown = append(x.unknown, fmt.Sprintf("%s:%d: cannot follow %s", at.Filename, at.Line, types.ExprString(e)))
}

// formats checks the number of arguments wherever a constant text is given
// together with the arguments to put in.
func (x *tracer) formats() {
	for o, calls := range x.calls {
		sig, ok := o.Type().(*types.Signature)
		if !ok || !sig.Variadic() || sig.Params().Len() < 2 {
			continue
		}
		last := sig.Params().Len() - 1
		if list, ok := sig.Params().At(last).Type().(*types.Slice); !ok || !types.Identical(list.Elem().Underlying(), types.NewInterfaceType(nil, nil)) {
			continue // these are not put in
		}
		ours := o.Pkg() != nil && o.Pkg().Path() == module+"/locale"
		format := last - 1
		if ours && o.Name() == "N" {
			format = 1 // the plural
		}
		if !ours && !x.seen[seen{sig.Params().At(format), single}] {
			continue // no text of the catalogue
		}
		for _, call := range calls {
			if len(call.Args) <= format || call.Ellipsis.IsValid() {
				continue
			}
			given := len(call.Args) - last
			if given == 0 && ours {
				continue // nothing is formatted
			}
			for _, arg := range call.Args[:format+1] {
				text, ok := x.constant(arg)
				if want := len(verbs(text)); ok && want != given && (arg == call.Args[format] || ours && o.Name() == "N") {
					at := x.at(call.Pos())
					x.wrong = append(x.wrong, fmt.Sprintf("%s:%d: %q takes %d arguments, but gets %d", at.Filename, at.Line, text, want, given))
				}
			}
		}
	}
}
