// Package game has texts in tables and errors.
package game

import (
	"boardstudio/rules"
	"fmt"
)

var Game = rules.Game{
	Name: "no key: a name", Title: "key: title in a table",
	Options: []rules.Option{{Name: "no key: another name", Title: "key: title of an option"}, {"no key: third", "key: unkeyed title"}, made("key: title through a parameter")},
}

func made(title string) rules.Option { return rules.Option{Title: title} }

type reader struct{ line int }

func (r *reader) errorf(format string, args ...any) error { return rules.Errorf(format, args...) }

func (r *reader) read() error {
	if r.line > 1 {
		return fmt.Errorf("no key: not ours %d", r.line)
	}
	if r.line < 0 {
		return rules.Errorf("key: not enough arguments %d")
	}
	return r.errorf("key: error through a method %d", r.line)
}
