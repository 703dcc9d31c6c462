package script

import (
	"bytes"
	"reflect"
	"slices"
	"strings"

	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"

	"boardstudio/msg"
)

// places are the lines of what a script says of itself, for messages.
type places struct {
	line   int // of the table that is returned, or of what is returned in its place
	fields map[string]int
	lists  map[string][]places // of the tables in the lists that fields are
}

// of returns the line of a field, else that of the table.
func (l places) of(field string) int {
	if n := l.fields[field]; n > 0 {
		return n
	}
	return l.line
}

// item returns the places of a table in the list that a field is, counted from 0.
func (l places) item(field string, i int) places {
	if i < len(l.lists[field]) {
		return l.lists[field][i]
	}
	return places{line: l.of(field)}
}

// placesOf finds the table that a script returns, written there or as a variable, and its fields.
func (p *Program) placesOf(chunk []ast.Stmt) places {
	l := places{line: 1 + bytes.Count(bytes.TrimRight(p.source, "\r\n"), []byte("\n"))}
	if len(chunk) == 0 {
		l.line = 0
		return l
	}
	back, ok := chunk[len(chunk)-1].(*ast.ReturnStmt)
	if !ok || len(back.Exprs) == 0 {
		return l
	}
	l.line = back.Line()
	what := back.Exprs[0]
	if v, ok := what.(*ast.IdentExpr); ok {
		for _, s := range chunk {
			if d, ok := s.(*ast.LocalAssignStmt); ok && len(d.Names) == 1 && d.Names[0] == v.Value && len(d.Exprs) == 1 {
				what = d.Exprs[0]
			}
		}
	}
	if t, ok := what.(*ast.TableExpr); ok {
		l.read(t)
		l.line = t.Line()
	}
	return l
}

// read notes the lines of the fields of a table, and the tables in those that are lists.
func (l *places) read(t *ast.TableExpr) {
	l.fields, l.lists = map[string]int{}, map[string][]places{}
	for _, f := range t.Fields {
		key, ok := f.Key.(*ast.StringExpr)
		if !ok {
			continue
		}
		l.fields[key.Value] = key.Line()
		list, ok := f.Value.(*ast.TableExpr)
		if !ok || key.Value != "options" && key.Value != "commands" {
			continue
		}
		for _, o := range list.Fields {
			at := places{line: o.Value.Line()}
			if t, ok := o.Value.(*ast.TableExpr); ok {
				at.read(t)
			}
			l.lists[key.Value] = append(l.lists[key.Value], at)
		}
	}
}

// errNotFunction reports a call of something that is not a function. The machine does not say what was called.
var errNotFunction = msg.Errorf("what is called here is not a function: is its name misspelt?")

// notFunction returns an error for a call at a line, with the name that is not a function if
// there is only one in the line that it can be.
func (m *Machine) notFunction(line int) error {
	chunk, err := parse.Parse(strings.NewReader(m.program.code()), m.program.name)
	if err != nil {
		return errNotFunction
	}
	c := callsAt{m: m, line: line}
	_ = inspect(reflect.ValueOf(chunk), 0, c.node) // the depth of code was checked when it was compiled
	switch {
	case len(c.names) == 1:
		return msg.Errorf("%q is not a function here: is its name misspelt?", c.names[0])
	case len(c.names) == 0 && c.loop:
		return msg.Errorf("the loop does not know how to go through this: a list is gone through with ipairs(list)")
	}
	return errNotFunction
}

// callsAt collects what is called in a line and is not known to be a function.
type callsAt struct {
	m     *Machine
	line  int
	names []string
	loop  bool // a loop over what a function returns begins there
}

func (c *callsAt) node(n any, _ int) error {
	switch n := n.(type) {
	case *ast.FuncCallExpr:
		if n.Line() == c.line {
			c.call(n)
		}
	case *ast.GenericForStmt:
		c.loop = c.loop || n.Line() == c.line
	}
	return nil
}

// call adds the name of what is called, unless a function of the studio has it.
func (c *callsAt) call(n *ast.FuncCallExpr) {
	name, known := "", false
	switch f := n.Func.(type) {
	case *ast.IdentExpr:
		name = f.Value
		_, known = c.m.game.L.GetGlobal(name).(*lua.LFunction)
	case *ast.AttrGetExpr:
		object, ok := f.Object.(*ast.IdentExpr)
		key, ok2 := f.Key.(*ast.StringExpr)
		if !ok || !ok2 {
			break
		}
		name = object.Value + "." + key.Value
		if t, ok := c.m.game.L.GetGlobal(object.Value).(*lua.LTable); ok {
			_, known = t.RawGetString(key.Value).(*lua.LFunction)
		}
	case nil:
		name = ":" + n.Method
		if object, ok := n.Receiver.(*ast.IdentExpr); ok {
			name = object.Value + name
		}
		known = c.m.game.Method(n.Method)
	}
	if !known && name != "" && !slices.Contains(c.names, name) {
		c.names = append(c.names, name)
	}
}
