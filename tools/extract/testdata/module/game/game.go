// Package game has texts in tables and errors.
package game

import (
	"fmt"

	"boardstudio/text/msg"
)

type option struct {
	Name  string
	Title msg.Key
}

var Game = struct {
	option
	Options []option
}{
	option{Name: "no key: a name", Title: "key: title in a table"},
	[]option{{Name: "no key: another name", Title: "key: title of an option"}, {"no key: third", "key: unkeyed title"}, made("key: title through a parameter")},
}

func made(title msg.Key) option { return option{Title: title} }

type reader struct{ line int }

func (r *reader) errorf(format msg.Key, args ...any) error { return msg.Errorf(format, args...) }

func (r *reader) read() error {
	if r.line > 1 {
		return fmt.Errorf("no key: not ours %d", r.line)
	}
	if r.line < 0 {
		return msg.Errorf("key: not enough arguments %d")
	}
	if r.line == 0 {
		return &msg.Error{Format: "key: an error without a function"}
	}
	return r.errorf("key: error through a method %d", r.line)
}
