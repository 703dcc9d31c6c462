package locale

import (
	"fmt"
	"strings"

	"boardstudio/rules"
)

// Localized is an error that puts its message together from parts: tr returns
// the message of a part that is an error.
type Localized interface {
	error
	Localized(tr func(error) string) string
}

// Err returns the message of err in the person's language. An *rules.Error is
// translated wherever it sits, also within the message of an error around it;
// what nobody translated stays as it is. It returns "" for nil.
func Err(err error) string {
	switch e := err.(type) {
	case nil:
		return ""
	case *rules.Error:
		return fmt.Sprintf(now().text(e.Format), localize(e.Args)...) // as Error does it
	case Localized:
		return e.Localized(Err)
	case interface{ Unwrap() error }:
		return within(err.Error(), e.Unwrap())
	case interface{ Unwrap() []error }:
		return within(err.Error(), e.Unwrap()...)
	}
	return err.Error()
}

// within returns the text of an error with the messages of the errors that it
// wraps translated, each where it stands.
func within(text string, inner ...error) string {
	var done strings.Builder
	for _, err := range inner {
		if err == nil {
			continue
		}
		before, after, ok := strings.Cut(text, err.Error())
		if !ok {
			continue
		}
		done.WriteString(before + Err(err))
		text = after
	}
	return done.String() + text
}

// localize returns the arguments with errors as text.
func localize(args []any) []any {
	done := make([]any, len(args))
	for i, a := range args {
		if err, ok := a.(error); ok {
			a = Err(err)
		}
		done[i] = a
	}
	return done
}
