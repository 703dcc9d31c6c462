package script

import (
	"reflect"
	"slices"
	"strconv"

	"github.com/yuin/gopher-lua/ast"
)

// scopes returns the local variables in scope before each statement of a chunk, in the order of
// their registers. The name "" is a variable of the machine. The machine's own debugging information
// is wrong after the end of a block.
func scopes(chunk []ast.Stmt) map[ast.Stmt][]string {
	s := scoper{}
	s.block(chunk, []string{concatName, lengthName, hookName, "arg"})
	_ = inspect(reflect.ValueOf(chunk), 0, func(n any, _ int) error {
		switch n := n.(type) {
		case *ast.FuncDefStmt:
			if n.Name.Method != "" {
				s.function(n.Func, "self")
			}
		case *ast.FunctionExpr:
			s.function(n)
		}
		return nil
	})
	return s
}

type scoper map[ast.Stmt][]string

// function notes the statements of a function, unless that was done before.
func (s scoper) function(f *ast.FunctionExpr, names ...string) {
	if len(f.Stmts) == 0 || s[f.Stmts[0]] != nil {
		return
	}
	names = append(names, f.ParList.Names...)
	if f.ParList.HasVargs {
		names = append(names, "arg")
	}
	s.block(f.Stmts, names)
}

// block notes the statements of a block that begins with these variables.
func (s scoper) block(stmts []ast.Stmt, names []string) {
	names = append(make([]string, 0, len(names)+1), names...)
	for _, stmt := range stmts {
		s[stmt] = names[:len(names):len(names)]
		switch stmt := stmt.(type) {
		case *ast.LocalAssignStmt:
			names = append(names, stmt.Names...)
		case *ast.DoBlockStmt:
			s.block(stmt.Stmts, names)
		case *ast.WhileStmt:
			s.block(stmt.Stmts, names)
		case *ast.RepeatStmt:
			s.block(stmt.Stmts, names)
		case *ast.IfStmt:
			s.block(stmt.Then, names)
			s.block(stmt.Else, names)
		case *ast.NumberForStmt:
			s.block(stmt.Stmts, slices.Concat(names, []string{"", "", "", stmt.Name}))
		case *ast.GenericForStmt:
			s.block(stmt.Stmts, slices.Concat(names, []string{"", "", ""}, stmt.Names))
		}
	}
}

// number returns an expression of a number.
func number(n int) ast.Expr { return &ast.NumberExpr{Value: strconv.Itoa(n)} }
