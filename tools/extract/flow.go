package main

import (
	"go/ast"
	"go/token"
	"go/types"
)

// flows are the expressions whose values reach each object: a variable, a
// constant, a field, a parameter, a result (under the function itself). It costs
// one walk over the program.
type flows struct {
	*program
	into  map[types.Object][]ast.Expr
	calls map[types.Object][]*ast.CallExpr // by function, or variable that holds one
	// methods are the methods of our interfaces by name, with the functions that
	// can stand behind them.
	interfaces, methods map[string][]*types.Func
}

func newFlows(p *program) *flows {
	f := &flows{
		program: p, into: map[types.Object][]ast.Expr{}, calls: map[types.Object][]*ast.CallExpr{},
		interfaces: map[string][]*types.Func{}, methods: map[string][]*types.Func{},
	}
	for _, file := range p.files {
		var funcs []types.Object // the functions around, innermost last; nil for literals
		var stack []ast.Node
		ast.Inspect(file, func(n ast.Node) bool {
			if n == nil {
				switch stack[len(stack)-1].(type) {
				case *ast.FuncDecl, *ast.FuncLit:
					funcs = funcs[:len(funcs)-1]
				}
				stack = stack[:len(stack)-1]
				return true
			}
			stack = append(stack, n)
			switch n := n.(type) {
			case *ast.FuncDecl:
				funcs = append(funcs, p.info.Defs[n.Name])
				if m, ok := p.info.Defs[n.Name].(*types.Func); ok && n.Recv != nil {
					f.methods[m.Name()] = append(f.methods[m.Name()], m)
				}
			case *ast.FuncLit:
				funcs = append(funcs, nil)
			case *ast.ReturnStmt:
				if o := funcs[len(funcs)-1]; o != nil {
					f.into[o] = append(f.into[o], n.Results...)
				}
			default:
				f.note(n)
			}
			return true
		})
	}
	return f
}

// note notes what flows where in a node.
func (f *flows) note(n ast.Node) {
	switch n := n.(type) {
	case *ast.InterfaceType:
		for _, field := range n.Methods.List {
			for _, name := range field.Names {
				if m, ok := f.info.Defs[name].(*types.Func); ok {
					f.interfaces[m.Name()] = append(f.interfaces[m.Name()], m)
				}
			}
		}
	case *ast.AssignStmt:
		for i, lhs := range n.Lhs {
			f.add(lhs, n.Rhs[min(i, len(n.Rhs)-1)])
		}
	case *ast.ValueSpec:
		for i, name := range n.Names {
			if len(n.Values) > 0 {
				f.add(name, n.Values[min(i, len(n.Values)-1)])
			}
		}
	case *ast.RangeStmt:
		if n.Value != nil {
			f.add(n.Value, n.X)
		}
	case *ast.CompositeLit:
		f.literal(n)
	case *ast.CallExpr:
		f.call(n)
	}
}

// add notes that src flows into the object that dst stands for.
func (f *flows) add(dst, src ast.Expr) {
	if o := f.root(dst); o != nil {
		f.into[o] = append(f.into[o], src)
	}
}

// root returns the object that an expression is, or is a part of: x for x, x[i]
// and *x, the field for x.field; nil for anything else.
func (f *flows) root(e ast.Expr) types.Object {
	switch e := e.(type) {
	case *ast.Ident:
		if o := f.info.Defs[e]; o != nil {
			return o
		}
		return origin(f.info.Uses[e])
	case *ast.SelectorExpr:
		return origin(f.info.Uses[e.Sel])
	case *ast.ParenExpr:
		return f.root(e.X)
	case *ast.IndexExpr:
		return f.root(e.X)
	case *ast.SliceExpr:
		return f.root(e.X)
	case *ast.StarExpr:
		return f.root(e.X)
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return f.root(e.X)
		}
	}
	return nil
}

// origin returns the generic object that o is an instance of.
func origin(o types.Object) types.Object {
	switch o := o.(type) {
	case *types.Var:
		return o.Origin()
	case *types.Func:
		return o.Origin()
	}
	return o
}

// literal notes the values of the fields of a struct.
func (f *flows) literal(n *ast.CompositeLit) {
	t := f.info.TypeOf(n)
	if t == nil {
		return
	}
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i, el := range n.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			if name, ok := kv.Key.(*ast.Ident); ok {
				f.add(name, kv.Value)
			}
		} else if i < s.NumFields() {
			o := origin(s.Field(i))
			f.into[o] = append(f.into[o], el)
		}
	}
}

// call notes the arguments of a call.
func (f *flows) call(n *ast.CallExpr) {
	callee := f.root(n.Fun)
	if callee == nil {
		return
	}
	f.calls[callee] = append(f.calls[callee], n)
	sig, ok := callee.Type().(*types.Signature)
	if !ok {
		return
	}
	for i, arg := range n.Args {
		if at := min(i, sig.Params().Len()-1); at >= 0 {
			o := types.Object(sig.Params().At(at))
			f.into[o] = append(f.into[o], arg)
		}
	}
}

// twins returns the parameters that get the same values as v, where v is a
// parameter of a method of an interface, or of one that can stand behind it:
// a method with the same name and the same parameters.
func (f *flows) twins(v *types.Var) []*types.Var {
	var found []*types.Var
	for _, side := range [][2]map[string][]*types.Func{{f.interfaces, f.methods}, {f.methods, f.interfaces}} {
		for name, list := range side[0] {
			for _, m := range list {
				at := index(m, v)
				if at < 0 {
					continue
				}
				for _, other := range side[1][name] {
					if types.Identical(params(m), params(other)) {
						found = append(found, params(other).At(at))
					}
				}
			}
		}
	}
	return found
}

func params(f *types.Func) *types.Tuple { return f.Type().(*types.Signature).Params() }

func index(m *types.Func, v *types.Var) int {
	for i := range params(m).Len() {
		if params(m).At(i) == v {
			return i
		}
	}
	return -1
}
