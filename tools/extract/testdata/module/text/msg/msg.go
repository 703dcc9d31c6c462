// Package msg is a sketch of the real one.
package msg

type Key string

type Plural struct{ One, Many Key }

type Error struct {
	Format Key
	Args   []any
}

func (e *Error) Error() string { return string(e.Format) }

func Errorf(format Key, args ...any) error { return &Error{format, args} }
