package lua

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode"

	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"

	"boardstudio/rules"
)

// What a script's text may hold. The compiler looks for a constant among all, and
// goes down into nested code by recursion: without limits it could run for minutes, or
// use up the stack, and neither can be stopped.
const (
	maxSource    = 256 << 10
	maxDepth     = 1000
	maxConstants = 10000
)

// script is a file that was read and compiled.
type script struct {
	name  string // of the file, without its folder
	time  time.Time
	size  int64
	proto *lua.FunctionProto
}

// read reads and compiles a file.
func read(path string) (*script, error) {
	s := &script{name: clean(filepath.Base(path), 100)}
	f, err := os.Open(path)
	if err != nil {
		return nil, rules.Errorf("the script %s cannot be read: %v", s.name, cause(err))
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, rules.Errorf("the script %s cannot be read: %v", s.name, cause(err))
	}
	if !info.Mode().IsRegular() {
		return nil, rules.Errorf("the script %s is not a file", s.name)
	}
	s.time, s.size = info.ModTime(), info.Size()
	text, err := io.ReadAll(io.LimitReader(f, maxSource+1))
	if err != nil {
		return nil, rules.Errorf("the script %s cannot be read: %v", s.name, cause(err))
	}
	if len(text) > maxSource {
		return nil, rules.Errorf("the script %s is longer than %d KB", s.name, maxSource>>10)
	}
	if s.proto, err = s.compile(string(text)); err != nil {
		return nil, err
	}
	return s, nil
}

// cause returns what went wrong with a file, without its path.
func cause(err error) error {
	var e *os.PathError
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}

// compile compiles the text.
func (s *script) compile(text string) (p *lua.FunctionProto, err error) {
	defer func() {
		if r := recover(); r != nil { // the compiler panics where it meets its own limits
			p, err = nil, s.fault(0, fmt.Errorf("%v", r))
		}
	}()
	chunk, err := parse.Parse(strings.NewReader(text), s.name)
	if err != nil {
		return nil, s.syntax(err)
	}
	w := walk{constants: map[any]bool{}}
	if err := w.visit(reflect.ValueOf(chunk), 0); err != nil {
		return nil, s.fault(w.line, err)
	}
	if p, err = lua.Compile(chunk, s.name); err != nil {
		return nil, s.syntax(err)
	}
	plainCalls(p)
	return p, nil
}

// walk goes through parsed code before it is compiled.
type walk struct {
	constants map[any]bool
	line      int
}

// visit counts constants and depth in all that v holds.
func (w *walk) visit(v reflect.Value, depth int) error {
	if depth > maxDepth {
		return rules.Errorf("the code is nested too deeply")
	}
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return nil
		}
		switch n := v.Interface().(type) {
		case *ast.StringExpr:
			w.constants[n.Value] = true
		case *ast.NumberExpr:
			w.constants[n.Value] = true
		case *ast.IdentExpr:
			w.constants[n.Value] = true
		}
		if n, ok := v.Interface().(ast.PositionHolder); ok {
			w.line = n.Line()
		}
		if len(w.constants) > maxConstants {
			return rules.Errorf("the code has more than %d different names, strings and numbers", maxConstants)
		}
		return w.visit(v.Elem(), depth+1)
	case reflect.Slice:
		for i := range v.Len() {
			if err := w.visit(v.Index(i), depth); err != nil {
				return err
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if !v.Type().Field(i).IsExported() {
				continue
			}
			if err := w.visit(v.Field(i), depth); err != nil {
				return err
			}
		}
	}
	return nil
}

// plainCalls makes ordinary calls of the tail calls, so that each has its place on the
// stack: the machine notes tail calls one by one for its error messages, millions of them.
func plainCalls(p *lua.FunctionProto) {
	const shift = 26 // of the operation in an instruction
	for i, inst := range p.Code {
		if int(inst>>shift) == lua.OP_TAILCALL {
			p.Code[i] = inst&(1<<shift-1) | uint32(lua.OP_CALL)<<shift
		}
	}
	for _, f := range p.FunctionPrototypes {
		plainCalls(f)
	}
}

// syntax returns what the compiler complains about.
func (s *script) syntax(err error) error {
	var p *parse.Error
	var c *lua.CompileError
	switch {
	case errors.As(err, &p) && p.Pos.Line == parse.EOF:
		return s.fault(0, rules.Errorf("the script ends too early: %s", clean(p.Message, 200)))
	case errors.As(err, &p):
		return s.fault(p.Pos.Line, rules.Errorf("%s near %q", clean(p.Message, 200), clean(p.Token, 40)))
	case errors.As(err, &c):
		return s.fault(c.Line, errors.New(clean(c.Message, 200)))
	}
	return s.fault(0, errors.New(clean(err.Error(), 200)))
}

// fault returns an error that names the script, and the line if there is one.
func (s *script) fault(line int, why error) error {
	if line > 0 {
		return rules.Errorf("script %s, line %d: %v", s.name, line, why)
	}
	return rules.Errorf("script %s: %v", s.name, why)
}

// failed returns the error for what a call of the script ended with: spent is
// the reason if its budget ended it.
func (s *script) failed(err, spent error) error {
	var e *lua.ApiError
	if !errors.As(err, &e) {
		return s.fault(0, errors.New(clean(err.Error(), 300)))
	}
	text, ok := e.Object.(lua.LString)
	if !ok {
		if spent != nil {
			return s.fault(0, spent)
		}
		return s.fault(0, rules.Errorf("it ended with the error value %s", show(e.Object)))
	}
	line, message := 0, string(text)
	if rest, ok := strings.CutPrefix(message, s.name+":"); ok {
		if number, rest, ok := strings.Cut(rest, ":"); ok {
			if n, err := strconv.Atoi(number); err == nil {
				line, message = n, strings.TrimSpace(rest)
			}
		}
	}
	if spent != nil {
		return s.fault(line, spent)
	}
	return s.fault(line, errors.New(clean(message, 300)))
}

// show returns a value for a message. It never runs code of the script, and
// never looks into a table.
func show(v lua.LValue) string {
	switch v := v.(type) {
	case lua.LString:
		return strconv.Quote(clean(string(v), 60))
	case lua.LNumber, lua.LBool, *lua.LNilType:
		return v.String()
	}
	return "(" + v.Type().String() + ")"
}

// clean makes one line of a text, and shortens it to n characters.
func clean(text string, n int) string {
	var b strings.Builder
	for _, r := range text {
		if n--; n < 0 {
			b.WriteString("…")
			break
		}
		switch {
		case unicode.IsSpace(r):
			r = ' '
		case !unicode.IsPrint(r):
			r = '?'
		}
		b.WriteRune(r)
	}
	return strings.TrimSpace(b.String())
}
