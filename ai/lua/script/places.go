package script

import (
	"bytes"

	"github.com/yuin/gopher-lua/ast"
)

// places are the lines of what a script says of itself, for messages.
type places struct {
	line    int // of the table that is returned, or of what is returned in its place
	fields  map[string]int
	options []places
}

// of returns the line of a field, else that of the table.
func (l places) of(field string) int {
	if n := l.fields[field]; n > 0 {
		return n
	}
	return l.line
}

// option returns the places of the option with that number, counted from 0.
func (l places) option(i int) places {
	if i < len(l.options) {
		return l.options[i]
	}
	return places{line: l.of("options")}
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

// read notes the lines of the fields of a table, and the tables in its field options.
func (l *places) read(t *ast.TableExpr) {
	l.fields = map[string]int{}
	for _, f := range t.Fields {
		key, ok := f.Key.(*ast.StringExpr)
		if !ok {
			continue
		}
		l.fields[key.Value] = key.Line()
		list, ok := f.Value.(*ast.TableExpr)
		if !ok || key.Value != "options" {
			continue
		}
		for _, o := range list.Fields {
			at := places{line: o.Value.Line()}
			if t, ok := o.Value.(*ast.TableExpr); ok {
				at.read(t)
			}
			l.options = append(l.options, at)
		}
	}
}
