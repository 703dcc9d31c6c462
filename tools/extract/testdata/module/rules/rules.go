// Package rules is a sketch of the real one.
package rules

type Error struct {
	Format string
	Args   []any
}

func (e *Error) Error() string { return e.Format }

func Errorf(format string, args ...any) error { return &Error{format, args} }

type Option struct{ Name, Title string }

type Game struct {
	Name, Title string
	Options     []Option
}
