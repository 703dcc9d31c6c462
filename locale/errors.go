package locale

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"strings"

	"boardstudio/io/safe"
	"boardstudio/msg"
)

// Localized is an error that puts its message together from parts: tr returns
// the message of a part that is an error.
type Localized interface {
	error
	Localized(tr func(error) string) string
}

// Err returns the message of err in the person's language. An *msg.Error is
// translated wherever it sits, also within the message of an error around it, and
// so is an error of the system, with the path that it is about; what nobody
// translated stays as it is. It returns "" for nil.
func Err(err error) string {
	switch e := err.(type) {
	case nil:
		return ""
	case *msg.Error:
		return fmt.Sprintf(now().text(e.Format), localize(e.Args)...) // as Error does it
	case Localized:
		return e.Localized(Err)
	case *fs.PathError:
		return e.Path + ": " + Err(e.Err) // "open", which Go puts before it, is the name of a call
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

// localize returns the arguments with errors as text, and numbers with the decimal sign of the language.
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

// number is one that is written with another sign before its decimals than Go's.
type number struct {
	value float64
	sign  string
}

// Format implements fmt.Formatter.
func (n number) Format(f fmt.State, verb rune) {
	text := fmt.Sprintf(fmt.FormatString(f, verb), n.value)
	_, _ = io.WriteString(f, strings.Replace(text, ".", n.sign, 1)) // what it is written into takes all
}

// Float formats a number as fmt.Sprintf does, with the decimal sign of the language.
func Float(format string, v float64) string {
	return fmt.Sprintf(format, number{v, now().decimal()})
}
