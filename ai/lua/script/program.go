// Package script runs computer players that are written in Lua. It reaches no
// files and no processes: a script sees what it is given here, and what it uses of
// time, instructions and memory is bounded. The same script with the same seed and the
// same budget of instructions plays the same moves.
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
	"boardstudio/msg"
)

// MaxSource is the largest script in bytes.
const MaxSource = 256 << 10

// ErrTooLong says that a text is longer.
var ErrTooLong = msg.Errorf("it is longer than %d KB", MaxSource>>10)

// What a script's text may hold. The compiler looks for a constant among all, and
// goes down into nested code by recursion: without limits it could run for minutes, or
// use up the stack, and neither can be stopped.
const (
	maxDepth     = 1000
	maxConstants = 10000
)

// Program is a compiled script. It never changes.
type Program struct {
	name   string
	source []byte
	proto  *lua.FunctionProto
	lines  places
}

// Compile compiles a script; name stands in its messages. The error is a *Fault,
// with the line where there is one. It costs some milliseconds for 100 KB.
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

// code returns the text as the parser reads it: without the mark that editors put in
// front of UTF-8, and without a first line for a shell.
func (p *Program) code() string {
	text := strings.TrimPrefix(string(p.source), "\ufeff")
	if strings.HasPrefix(text, "#") {
		return "--" + text
	}
	return text
}

// compile compiles the text, with calls of the hook or without.
func (p *Program) compile(hooks bool) (proto *lua.FunctionProto, f *Fault) {
	defer func() {
		if r := recover(); r != nil { // the compiler panics where it meets its own limits
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
	if proto, err = lua.Compile(wrap(chunk, hooks), p.name); err != nil {
		return nil, p.broken(err)
	}
	stdlib.PlainCalls(proto)
	return proto, nil
}

// walk goes through parsed code before it is compiled.
type walk struct {
	constants map[string]bool
	line      int
}

// node counts constants and depth.
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

// inspect calls f with each node of parsed code that v holds, and how deep it is below that, until it returns an
// error. It may get a node twice.
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

// broken returns what the parser or the compiler complains about.
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
