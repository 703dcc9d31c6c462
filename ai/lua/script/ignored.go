package script

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"

	"boardstudio/ai/lua/api"
	"boardstudio/text/msg"
)

// Ignored returns the calls of Studio's functions with surplus arguments, by line. These arguments
// have no effect. It omits methods that the script defines itself.
func (p *Program) Ignored() []*Fault {
	chunk, err := parse.Parse(strings.NewReader(p.code()), p.name)
	if err != nil {
		return nil
	}
	c := surplus{own: map[string]bool{}}
	_ = inspect(reflect.ValueOf(chunk), 0, c.names)
	_ = inspect(reflect.ValueOf(chunk), 0, c.call)
	var list []*Fault
	seen := map[*ast.FuncCallExpr]bool{}
	for _, call := range c.calls {
		if seen[call.at] {
			continue
		}
		seen[call.at] = true
		list = append(list, p.fault(call.at.Line(), msg.Errorf("%s ignores all arguments after the first %d", call.signature, call.most)))
		if call.most == 0 {
			list[len(list)-1] = p.fault(call.at.Line(), msg.Errorf("%s ignores its arguments", call.signature))
		}
	}
	slices.SortStableFunc(list, func(a, b *Fault) int { return cmp.Compare(a.Line, b.Line) })
	return list
}

// surplus collects calls with surplus arguments.
type surplus struct {
	own   map[string]bool // names that the script gives to its own functions or fields
	calls []surplusCall
}

type surplusCall struct {
	at        *ast.FuncCallExpr
	signature string
	most      int
}

// names records the names of functions and fields that the script defines.
func (c *surplus) names(n any, _ int) error {
	field := func(e ast.Expr) {
		switch e := e.(type) {
		case *ast.IdentExpr:
			c.own[e.Value] = true
		case *ast.AttrGetExpr:
			if key, ok := e.Key.(*ast.StringExpr); ok {
				c.own[key.Value] = true
			}
		}
	}
	switch n := n.(type) {
	case *ast.FuncDefStmt:
		if c.own[n.Name.Method] = true; n.Name.Func != nil {
			field(n.Name.Func)
		}
	case *ast.AssignStmt:
		for _, e := range n.Lhs {
			field(e)
		}
	case *ast.LocalAssignStmt:
		for i, name := range n.Names {
			if i < len(n.Exprs) {
				if _, ok := n.Exprs[i].(*ast.FunctionExpr); ok {
					c.own[name] = true
				}
			}
		}
	case *ast.Field:
		field(&ast.AttrGetExpr{Key: n.Key})
	}
	return nil
}

// call records a call with surplus arguments.
func (c *surplus) call(n any, _ int) error {
	call, ok := n.(*ast.FuncCallExpr)
	if !ok {
		return nil
	}
	object, name, sep := "", call.Method, ":"
	switch f := call.Func.(type) {
	case nil:
		if v, ok := call.Receiver.(*ast.IdentExpr); ok {
			object = v.Value
		}
	case *ast.AttrGetExpr:
		o, ok := f.Object.(*ast.IdentExpr)
		key, ok2 := f.Key.(*ast.StringExpr)
		if !ok || !ok2 {
			return nil
		}
		object, name, sep = o.Value, key.Value, "."
	default:
		return nil
	}
	if c.own[name] {
		return nil
	}
	most, signature := -1, ""
	for _, e := range api.Reference() {
		of, method, ok := strings.Cut(e.Name, sep)
		n := arity(e.Signature)
		switch {
		case !ok || method != name || sep == "." && of != object:
			continue
		case of == "tree" && object != "tree" && api.Reads(name) && (object == "here" || object == "node" || len(call.Args) != n):
			continue // the method is called on a node
		}
		if n > most || of == object {
			most, signature = n, e.Name
		}
		if of == object {
			break
		}
	}
	if most >= 0 && len(call.Args) > most {
		c.calls = append(c.calls, surplusCall{call, signature, most})
	}
	return nil
}

// many is the arity of variadic functions.
const many = 1 << 20

// arity returns the number of arguments in a signature.
func arity(signature string) int {
	_, args, _ := strings.Cut(signature, "(")
	args, _, _ = strings.Cut(args, ")")
	switch {
	case args == "":
		return 0
	case strings.Contains(args, "…"):
		return many
	}
	return strings.Count(args, ",") + 1
}
