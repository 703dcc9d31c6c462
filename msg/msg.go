// Package msg holds texts for people that are not put into a language yet: keys of the
// message catalogues, and errors made of them. Every package may import it; package locale
// puts them into the person's language.
package msg

import "fmt"

// Key is a text for people: an English sentence or title, which is its key in the catalogues.
// tools/extract collects the constants of this type.
type Key string

// Plural is a text that counts things: One is for a single one, Many for several.
type Plural struct{ One, Many Key }

// Error is a message for a person: Format and Args are kept apart, so that a
// window can show it in the person's language.
type Error struct {
	Format Key
	Args   []any
}

// Errorf returns an *Error. The format is an English sentence without a full
// stop; an argument may be an error.
func Errorf(format Key, args ...any) error { return &Error{format, args} }

// Error returns the English message.
func (e *Error) Error() string { return fmt.Sprintf(string(e.Format), e.Args...) }

// Unwrap returns the first argument that is an error, if any.
func (e *Error) Unwrap() error {
	for _, a := range e.Args {
		if err, ok := a.(error); ok {
			return err
		}
	}
	return nil
}
