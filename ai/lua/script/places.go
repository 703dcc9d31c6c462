package script

import (
	"bytes"
	"reflect"
	"slices"
	"strings"

	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"

	"boardstudio/ai/lua/api"
	"boardstudio/text/msg"
)

// places are the lines of a script's description, for messages.
type places struct {
	line   int // line of the returned value
	fields map[string]int
	lists  map[string][]places // places of the tables in list fields
}

// of returns the line of a field, or else of the table.
func (l places) of(field string) int {
	if n := l.fields[field]; n > 0 {
		return n
	}
	return l.line
}

// item returns the places of element i of a list field, counted from 0.
func (l places) item(field string, i int) places {
	if i < len(l.lists[field]) {
		return l.lists[field][i]
	}
	return places{line: l.of(field)}
}

// placesOf finds the table that a script returns, as a literal or a variable, and its fields.
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

// read records the line of each field in a table, and of the tables in list fields.
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

// errNotFunction is the error for a call of a value that is not a function. gopher-lua does not
// report what was called.
var errNotFunction = msg.Errorf("the called value is not a function: is its name misspelt?")

// notFunction returns the error for a call on a line. It includes the name of the called value, if
// only one call on the line can be wrong.
func (m *Machine) notFunction(line int) error {
	chunk, err := parse.Parse(strings.NewReader(m.program.code()), m.program.name)
	if err != nil {
		return errNotFunction
	}
	c := callsAt{m: m, line: line}
	_ = inspect(reflect.ValueOf(chunk), 0, c.node) // the nesting depth was checked during compilation
	if len(c.names) == 0 && len(c.known) == 1 {    // an object with another name has this function
		c.names = c.known
	}
	switch {
	case len(c.names) == 1:
		if e, ok := elsewhere(c.names[0]); ok {
			call, _, _ := strings.Cut(e.Signature, " →")
			return msg.Errorf("there is no function %q: did you mean %s?", c.names[0], call)
		}
		if len(c.known) == 1 && c.names[0] == c.known[0] {
			return errNotFunction
		}
		return msg.Errorf("%q is not a function: is its name misspelt?", c.names[0])
	case len(c.names) == 0 && c.loop:
		return msg.Errorf("this value cannot be iterated over: use ipairs(list) for a list")
	}
	return errNotFunction
}

// elsewhere returns the function with that name of another object. It ignores a prefix "set", so
// here:set_comment leads to tree:comment.
func elsewhere(name string) (e api.Entry, ok bool) {
	of, method, ok := strings.Cut(name, ":")
	if !ok {
		return e, false
	}
	for _, m := range []string{method, strings.TrimPrefix(strings.TrimPrefix(method, "set"), "_")} {
		for _, e := range api.Reference() {
			if o, short, ok := strings.Cut(e.Name, ":"); ok && o != of && strings.EqualFold(short, m) {
				return e, true
			}
		}
	}
	return e, false
}

// callsAt collects the called names on a line that are not known functions.
type callsAt struct {
	m     *Machine
	line  int
	names []string
	known []string // methods of other objects
	loop  bool     // a loop over the results of a function begins on the line
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

// call adds the name of the called value, unless it is a function of Studio.
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
	switch {
	case name == "":
	case !known && !slices.Contains(c.names, name):
		c.names = append(c.names, name)
	case known && n.Func == nil && !slices.Contains(c.known, name):
		c.known = append(c.known, name)
	}
}
