// Package msg defines translatable texts: keys of the message catalogues, and errors that use them.
// Every package may import it. Package locale translates the texts.
package msg

import "fmt"

// Key is an English sentence or title, which is its own key in the catalogues. tools/extract
// collects the constants of this type.
type Key string

// Plural is a text that counts things: One is the singular, Many the plural.
type Plural struct{ One, Many Key }

// Error is a message for the user. Format and Args are stored separately, so the message can be
// translated when it is shown.
type Error struct {
	Format Key
	Args   []any
}

// Errorf returns an *Error. The format is an English sentence without a full stop. Arguments may be
// errors.
func Errorf(format Key, args ...any) error { return &Error{format, args} }

// Error returns the English message.
func (e *Error) Error() string { return fmt.Sprintf(string(e.Format), e.Args...) }

// Unwrap returns the first argument that is an error, or nil.
func (e *Error) Unwrap() error {
	for _, a := range e.Args {
		if err, ok := a.(error); ok {
			return err
		}
	}
	return nil
}
