// Package script runs computer players written in Lua. Scripts have no access to files and
// processes, and have limits on time, instructions and memory. The same script with the same seed
// and the same instruction limit plays the same moves.
package script

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"

	"boardstudio/ai/lua/stdlib"
	"boardstudio/text/msg"
)

// MaxSource is the largest size of a script in bytes.
const MaxSource = 256 << 10

// ErrTooLong is returned if a script exceeds MaxSource.
var ErrTooLong = msg.Errorf("it is longer than %d KB", MaxSource>>10)

// Limits for a script's text. The compiler searches constants linearly and recurses into nested
// code. Without limits it could run for minutes or exhaust the stack, and could not be stopped.
const (
	maxDepth     = 1000
	maxConstants = 10000
)

// Program is a compiled script. It is immutable.
type Program struct {
	name   string
	source []byte
	proto  *lua.FunctionProto
	locals [][]string // by the argument of the hook, nil without hooks
	lines  places
}

// Compile compiles a script. name is its name in messages. The error is a *Fault, with the line if
// it is known. It takes some milliseconds for 100 KB.
func Compile(name string, source []byte) (*Program, error) {
	p := &Program{name: stdlib.Clean(name, 100), source: source}
	if p.name == "" {
		p.name = "?"
	}
	if len(source) > MaxSource {
		return nil, p.fault(0, ErrTooLong)
	}
	proto, f := p.compile(false)
	if f != nil {
		return nil, f
	}
	p.proto = proto
	return p, nil
}

// Name returns the name given to Compile.
func (p *Program) Name() string { return p.name }

// code returns the text for the parser. It removes a byte order mark, and comments out a first line
// for a shell.
func (p *Program) code() string {
	text := strings.TrimPrefix(string(p.source), "\ufeff")
	if strings.HasPrefix(text, "#") {
		return "--" + text
	}
	return text
}

// compile compiles the text. If hooks is true, the code calls the hook.
func (p *Program) compile(hooks bool) (proto *lua.FunctionProto, f *Fault) {
	defer func() {
		if r := recover(); r != nil { // the compiler panics if it exceeds its own limits
			proto, f = nil, p.fault(0, errors.New(stdlib.Clean(fmt.Sprint(r), 200)))
		}
	}()
	chunk, err := parse.Parse(strings.NewReader(p.code()), p.name)
	if err != nil {
		return nil, p.broken(err)
	}
	p.lines = p.placesOf(chunk)
	w := walk{constants: map[string]bool{}}
	if err := inspect(reflect.ValueOf(chunk), 0, w.node); err != nil {
		return nil, p.fault(w.line, err)
	}
	chunk, p.locals = wrap(chunk, hooks)
	if proto, err = lua.Compile(chunk, p.name); err != nil {
		return nil, p.broken(err)
	}
	stdlib.PlainCalls(proto)
	return proto, nil
}

// walk checks parsed code before it is compiled.
type walk struct {
	constants map[string]bool
	line      int
}

// node counts constants and the nesting depth.
func (w *walk) node(n any, depth int) error {
	switch n := n.(type) {
	case *ast.StringExpr:
		w.constants[n.Value] = true
	case *ast.NumberExpr:
		w.constants[n.Value] = true
	case *ast.IdentExpr:
		w.constants[n.Value] = true
	}
	if n, ok := n.(ast.PositionHolder); ok {
		w.line = n.Line()
	}
	switch {
	case len(w.constants) > maxConstants:
		return msg.Errorf("the code has more than %d different names, strings and numbers", maxConstants)
	case depth >= maxDepth:
		return msg.Errorf("the code is nested too deeply")
	}
	return nil
}

// inspect calls f with each node of parsed code in v and its depth, until f returns an error. It
// may visit a node twice.
func inspect(v reflect.Value, depth int, f func(n any, depth int) error) error {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return nil
		}
		if err := f(v.Interface(), depth); err != nil {
			return err
		}
		return inspect(v.Elem(), depth+1, f)
	case reflect.Slice:
		for i := range v.Len() {
			if err := inspect(v.Index(i), depth, f); err != nil {
				return err
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if !v.Type().Field(i).IsExported() {
				continue
			}
			if err := inspect(v.Field(i), depth, f); err != nil {
				return err
			}
		}
	}
	return nil
}

// broken returns the error of the parser or compiler as a Fault.
func (p *Program) broken(err error) *Fault {
	var e *parse.Error
	var c *lua.CompileError
	switch {
	case errors.As(err, &e):
		return p.syntax(e)
	case errors.As(err, &c):
		return p.fault(c.Line, errors.New(stdlib.Clean(c.Message, 200)))
	}
	return p.fault(0, errors.New(stdlib.Clean(err.Error(), 200)))
}
