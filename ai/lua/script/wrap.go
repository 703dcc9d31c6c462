package script

import (
	"reflect"

	"github.com/yuin/gopher-lua/ast"
)

// Names that no script can write: the functions given to the wrapped program.
const (
	concatName = " concat"
	hookName   = " line"
)

// wrap makes "return function(concat, hook, ...) CHUNK end" of a chunk, in which
// strings are joined by the function concat, which knows a limit, and the function hook
// is called before each statement, if hooks says so.
func wrap(chunk []ast.Stmt, hooks bool) []ast.Stmt {
	r := rewriter{hooks: hooks}
	r.visit(reflect.ValueOf(&chunk).Elem())
	f := &ast.FunctionExpr{ParList: &ast.ParList{HasVargs: true, Names: []string{concatName, hookName}}, Stmts: chunk}
	f.SetLine(1)
	last := 1
	if n := len(chunk); n > 0 {
		last = max(chunk[n-1].Line(), chunk[n-1].LastLine())
	}
	f.SetLastLine(last)
	s := &ast.ReturnStmt{Exprs: []ast.Expr{f}}
	s.SetLine(1)
	s.SetLastLine(last)
	return []ast.Stmt{s}
}

type rewriter struct{ hooks bool }

var (
	exprType  = reflect.TypeFor[ast.Expr]()
	stmtsType = reflect.TypeFor[[]ast.Stmt]()
)

// visit rewrites all that v holds. The depth of what it goes through was checked before.
func (r *rewriter) visit(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			return
		}
		if v.Type() == exprType {
			if c, ok := v.Interface().(*ast.StringConcatOpExpr); ok {
				v.Set(reflect.ValueOf(joining(c)))
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
			v.Set(reflect.ValueOf(hooked(v.Interface().([]ast.Stmt))))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				r.visit(v.Field(i))
			}
		}
	}
}

// The most strings that one call joins: each takes a register of the machine.
const maxJoined = 32

// joining returns the call that does what c says.
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
	switch last := rest.(type) { // one value, as in an expression
	case *ast.FuncCallExpr:
		last.AdjustRet = true
	case *ast.Comma3Expr:
		last.AdjustRet = true
	}
	return call(c, concatName, append(args, rest)...)
}

// call returns a call of one of the given functions, in the line of at.
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
func hooked(stmts []ast.Stmt) []ast.Stmt {
	var out []ast.Stmt
	for _, s := range stmts {
		if _, label := s.(*ast.LabelStmt); !label && s.Line() > 0 {
			h := &ast.FuncCallStmt{Expr: call(s, hookName)}
			h.SetLine(s.Line())
			h.SetLastLine(s.Line())
			out = append(out, h)
		}
		out = append(out, s)
	}
	return out
}
