// Package ctl is what the commands of studioctl share: streams and exit codes, options that name games,
// players and limits, records that are read and written, and boards in the terminal.
//
// Every command stops in the same way: Stoppable ends the context with the signal as its
// cause, a failed write of the output ends it too, and Tool.Run alone makes the exit code
// of the cause. So a command first writes what it has, whatever stops it.
package ctl

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"boardstudio/io/journal"
	"boardstudio/io/term"
	"boardstudio/locale"
	"boardstudio/msg"
)

// The exit codes.
const (
	ExitYes         = 0
	ExitNo          = 1   // the answer is no, or there were warnings
	ExitError       = 2   // it could not be done, or was asked for wrongly
	signalled       = 128 // and the number of the signal, as shells count it
	ExitInterrupted = signalled + int(syscall.SIGINT)
	ExitPipe        = signalled + int(syscall.SIGPIPE) // nobody reads the output any more
)

// Tool is one run of the program: its streams and what they can show.
type Tool struct {
	In     io.Reader
	Out    *Output
	Err    io.Writer
	Getenv func(string) string
	Term   term.Terminal
	Store  *journal.Store // keeps games from being lost
	JSON   bool           // write for programs

	Commands []Commands // that there are, by subject

	Salvage  bool // read what can be read of damaged files
	Salvages bool // the command has the option for that
}

// Commands returns the commands of a subject.
type Commands func(*Tool) []*cobra.Command

// ErrNo ends a command that has said all it has to, with ExitNo.
var ErrNo = errors.New("no")

// ErrFailed ends a command that has reported its errors itself, with ExitError.
var ErrFailed = errors.New("failed")

// Run executes a command line and returns the exit code.
func (t *Tool) Run(ctx context.Context, args []string) int {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	t.Out.failed, t.Out.until = cancel, ctx.Done()
	if _, err := locale.Use(t.language(args)); err != nil { // it goes on in English
		t.Note(locale.Err(err))
	}
	root := t.Root()
	root.SetArgs(append([]string{}, args...)) // nil would mean those of the process
	err := root.ExecuteContext(ctx)
	if t.Out.err != nil && (err == nil || errors.Is(err, ErrNo) || ctx.Err() != nil && !errors.Is(err, ErrFailed)) {
		err = t.Out.err
	}
	var signal Stopped
	switch {
	case err == nil:
		return ExitYes
	case errors.Is(err, ErrFailed):
		return ExitError
	case errors.As(context.Cause(ctx), &signal):
		t.Note(locale.T("stopped"))
		return signal.code()
	case errors.Is(t.Out.err, syscall.EPIPE): // as in a pipe to head: not worth a word
		return ExitPipe
	case ctx.Err() != nil && t.Out.err == nil:
		t.Note(locale.T("stopped"))
		return ExitInterrupted
	case errors.Is(err, ErrNo):
		return ExitNo
	}
	t.Note(locale.Err(err))
	return ExitError
}

// language returns the language asked for: by --lang, which has to be known
// before the help texts are made, or else by the environment.
func (t *Tool) language(args []string) string {
	for i, a := range args {
		if a == "--" {
			break
		}
		if v, ok := strings.CutPrefix(a, "--lang="); ok {
			return v
		}
		if a == "--lang" && i+1 < len(args) {
			return args[i+1]
		}
	}
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		switch v := t.Getenv(name); {
		case v == "":
			continue
		case v == "C" || v == "POSIX" || strings.HasPrefix(v, "C."):
			return "en"
		case t.Getenv("LANGUAGE") != "":
			return t.Getenv("LANGUAGE")
		default:
			return v
		}
	}
	return "en"
}

// Printf writes to the standard output.
func (t *Tool) Printf(format string, args ...any) { fmt.Fprintf(t.Out, format, args...) }

// Titled returns row, which writes a title and a value, and flush, which ends the rows: the values stand below
// each other.
func (t *Tool) Titled() (row func(title, value string), flush func() error) {
	w := tabwriter.NewWriter(t.Out, 0, 8, 2, ' ', 0)
	return func(title, value string) { fmt.Fprintf(w, "%s\t%s\n", title, value) }, w.Flush
}

// Note writes a line to the standard error: what a person wants to know and a
// program that reads the output does not.
func (t *Tool) Note(line string) { fmt.Fprintf(t.Err, "studioctl: %s\n", term.Clean(line)) }

// WriteJSON writes v in JSON, indented.
func (t *Tool) WriteJSON(v any) error { return EncodeJSON(t.Out, v, "  ") }

// EncodeJSON writes v in JSON; without an indent it is a line.
func EncodeJSON(w io.Writer, v any, indent string) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	return e.Encode(v)
}

// Output remembers the first error, so that a full disk is not taken for success,
// and tells of it, so that nothing is worked out that nobody can read.
type Output struct {
	W      io.Writer
	err    error
	failed func(error)     // may be nil
	until  <-chan struct{} // the command is stopped; may be nil
}

// patient is how long a command that was stopped waits until somebody reads its output.
const patient = 2 * time.Second

// Write writes to the stream unless a write has failed before. The other end of a pipe may
// never be read: a write that is under way when the command is stopped, or begins
// after that, is given up soon.
func (o *Output) Write(p []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	err := o.write(bytes.Clone(p))
	if err != nil {
		o.err = msg.Errorf("the output cannot be written: %v", err)
		if o.failed != nil {
			o.failed(o.err)
		}
		return 0, o.err
	}
	return len(p), nil
}

func (o *Output) write(p []byte) error {
	done := make(chan error, 1)
	go func() {
		_, err := o.W.Write(p)
		done <- err
	}()
	select {
	case err := <-done:
		return err
	case <-o.until:
	}
	select {
	case err := <-done:
		return err
	case <-time.After(patient):
		return msg.Errorf("nobody reads it")
	}
}
