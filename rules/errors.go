package rules

import "fmt"

// Error is a message for a person: Format and Args are kept apart, so that a
// window can show it in the person's language.
type Error struct {
	Format string
	Args   []any
}

// Errorf returns an *Error. The format is an English sentence without a full
// stop, and a key of the message catalogues; an argument may be an error.
func Errorf(format string, args ...any) error { return &Error{format, args} }

// Error returns the English message.
func (e *Error) Error() string { return fmt.Sprintf(e.Format, e.Args...) }

// Unwrap returns the first argument that is an error, if any.
func (e *Error) Unwrap() error {
	for _, a := range e.Args {
		if err, ok := a.(error); ok {
			return err
		}
	}
	return nil
}

// MoveError says why Play refused a move: Why is an *Error for a person.
type MoveError struct {
	Move Move
	Why  error
}

func (e *MoveError) Error() string { return e.Why.Error() }

// Unwrap returns the reason.
func (e *MoveError) Unwrap() error { return e.Why }

// Illegal returns a *MoveError with the reason given as for Errorf.
func Illegal(m Move, format string, args ...any) error {
	return &MoveError{Move: m, Why: Errorf(format, args...)}
}
