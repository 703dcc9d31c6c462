package locale

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"strings"

	"boardstudio/store/safe"
	"boardstudio/text/msg"
)

// Localized is an error that composes its message from parts. tr returns the message of a part that
// is an error.
type Localized interface {
	error
	Localized(tr func(error) string) string
}

// Err returns the message of err in the user's language, or "" for nil. It translates an
// *msg.Error, also inside the message of another error, and system errors with their path. Other
// messages are unchanged. Invalid UTF-8 is replaced.
func Err(err error) string { return valid(message(err)) }

func message(err error) string {
	switch e := err.(type) {
	case nil:
		return ""
	case *msg.Error:
		return fmt.Sprintf(now().text(e.Format), localize(e.Args)...) // like Error.Error
	case Localized:
		return e.Localized(Err)
	case *fs.PathError:
		return e.Path + ": " + Err(e.Err) // "open", which Go prepends, is the name of a system call
	case *os.LinkError:
		return e.New + ": " + Err(e.Err)
	case *os.SyscallError:
		return Err(e.Err)
	case *exec.Error:
		return e.Name + ": " + Err(e.Err)
	case interface{ Unwrap() error }:
		return within(err.Error(), e.Unwrap())
	case interface{ Unwrap() []error }:
		return within(err.Error(), e.Unwrap()...)
	}
	if why, ok := safe.System(err); ok {
		return Err(why)
	}
	return err.Error()
}

// within returns the text of an error with the messages of its wrapped errors translated.
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

// localize returns the arguments with errors converted to text, and numbers with the decimal sign
// of the language.
func localize(args []any) []any {
	done := make([]any, len(args))
	sign := now().decimal()
	for i, a := range args {
		switch x := a.(type) {
		case error:
			a = Err(x)
		case float64:
			a = number{x, sign}
		case float32:
			a = number{float64(x), sign}
		}
		done[i] = a
	}
	return done
}

// number is a floating-point number that is formatted with another decimal sign.
type number struct {
	value float64
	sign  string
}

// Format implements fmt.Formatter.
func (n number) Format(f fmt.State, verb rune) {
	text := fmt.Sprintf(fmt.FormatString(f, verb), n.value)
	_, _ = io.WriteString(f, strings.Replace(text, ".", n.sign, 1)) // fmt.State never returns an error
}

// Float formats a number like fmt.Sprintf, with the decimal sign of the language.
func Float(format string, v float64) string {
	return fmt.Sprintf(format, number{v, now().decimal()})
}
