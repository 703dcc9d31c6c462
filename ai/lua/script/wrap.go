package script

import (
	"reflect"
	"strings"

	"github.com/yuin/gopher-lua/ast"
)

// Names that scripts cannot use, for the functions passed to the wrapped program.
const (
	concatName = " concat"
	lengthName = " length"
	hookName   = " line"
)

// wrap turns a chunk into "return function(concat, length, hook, ...) CHUNK end". In the chunk, the
// operator .. calls concat, which has a limit, and the operator # calls length, which refuses lists
// that are too long. If hooks is true, hook is called before each statement, with an index of the
// local variables in scope.
func wrap(chunk []ast.Stmt, hooks bool) (wrapped []ast.Stmt, locals [][]string) {
	r := rewriter{hooks: hooks}
	if hooks {
		r.scopes = scopes(chunk)
	}
	r.visit(reflect.ValueOf(&chunk).Elem())
	f := &ast.FunctionExpr{ParList: &ast.ParList{HasVargs: true, Names: []string{concatName, lengthName, hookName}}, Stmts: chunk}
	f.SetLine(1)
	last := 1
	if n := len(chunk); n > 0 {
		last = max(chunk[n-1].Line(), chunk[n-1].LastLine())
	}
	f.SetLastLine(last)
	s := &ast.ReturnStmt{Exprs: []ast.Expr{f}}
	s.SetLine(1)
	s.SetLastLine(last)
	return []ast.Stmt{s}, r.locals
}

type rewriter struct {
	hooks  bool
	scopes map[ast.Stmt][]string
	locals [][]string // the lists of local variables; the hook is called with an index into it
	known  map[string]int
}

// index returns the index of a list of variables. Equal lists share an index, because each index is
// a constant of the code, and their number is limited. Beyond the limit, index returns the index of
// the empty list.
func (r *rewriter) index(names []string) int {
	if r.known == nil {
		r.known, r.locals = map[string]int{}, [][]string{nil}
	}
	key := strings.Join(names, ",")
	i, ok := r.known[key]
	if !ok && len(r.locals) < maxConstants {
		i = len(r.locals)
		r.known[key], r.locals = i, append(r.locals, names)
	}
	return i
}

var (
	exprType  = reflect.TypeFor[ast.Expr]()
	stmtsType = reflect.TypeFor[[]ast.Stmt]()
)

// visit rewrites all nodes in v. Their nesting depth was checked before.
func (r *rewriter) visit(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			return
		}
		if v.Type() == exprType {
			switch c := v.Interface().(type) {
			case *ast.StringConcatOpExpr:
				v.Set(reflect.ValueOf(joining(c)))
			case *ast.UnaryLenOpExpr:
				v.Set(reflect.ValueOf(call(c, lengthName, single(c.Expr))))
			}
		}
		r.visit(v.Elem())
	case reflect.Pointer:
		if !v.IsNil() {
			r.visit(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			r.visit(v.Index(i))
		}
		if r.hooks && v.Type() == stmtsType {
			v.Set(reflect.ValueOf(r.hooked(v.Interface().([]ast.Stmt))))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				r.visit(v.Field(i))
			}
		}
	}
}

// maxJoined is the largest number of strings joined by one call, since each takes a register.
const maxJoined = 32

// joining returns the call that implements c.
func joining(c *ast.StringConcatOpExpr) ast.Expr {
	args := []ast.Expr{c.Lhs}
	rest := c.Rhs
	for {
		next, ok := rest.(*ast.StringConcatOpExpr)
		if !ok || len(args) == maxJoined {
			break
		}
		args, rest = append(args, next.Lhs), next.Rhs
	}
	return call(c, concatName, append(args, single(rest))...)
}

// single returns e adjusted to one value, as in an expression.
func single(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.FuncCallExpr:
		e.AdjustRet = true
	case *ast.Comma3Expr:
		e.AdjustRet = true
	}
	return e
}

// call returns a call of one of the given functions, on the line of at.
func call(at ast.PositionHolder, name string, args ...ast.Expr) ast.Expr {
	f := &ast.IdentExpr{Value: name}
	e := &ast.FuncCallExpr{Func: f, Args: args}
	for _, n := range []ast.PositionHolder{f, e} {
		n.SetLine(at.Line())
		n.SetLastLine(at.Line())
	}
	return e
}

// hooked puts a call of the hook before each statement.
func (r *rewriter) hooked(stmts []ast.Stmt) []ast.Stmt {
	var out []ast.Stmt
	for _, s := range stmts {
		if _, label := s.(*ast.LabelStmt); !label && s.Line() > 0 {
			h := &ast.FuncCallStmt{Expr: call(s, hookName, number(r.index(r.scopes[s])))}
			h.SetLine(s.Line())
			h.SetLastLine(s.Line())
			out = append(out, h)
		}
		out = append(out, s)
	}
	return out
}
