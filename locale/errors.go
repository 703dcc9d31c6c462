package locale

import (
	"fmt"
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
