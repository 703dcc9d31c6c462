package main

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

	"boardstudio/io/journal"
	"boardstudio/io/term"
	"boardstudio/locale"
	"boardstudio/msg"
)

// The exit codes.
const (
	exitYes         = 0
	exitNo          = 1   // the answer is no, or there were warnings
	exitError       = 2   // it could not be done, or was asked for wrongly
	signalled       = 128 // and the number of the signal, as shells count it
	exitInterrupted = signalled + int(syscall.SIGINT)
	exitPipe        = signalled + int(syscall.SIGPIPE) // nobody reads the output any more
)

// tool is one run of the program: its streams and what they can show.
type tool struct {
	in     io.Reader
	out    *output
	err    io.Writer
	getenv func(string) string
	term   term.Terminal
	store  *journal.Store // keeps games from being lost
	json   bool           // write for programs

	salvage  bool // read what can be read of damaged files
	salvages bool // the command has the option for that
}

// errNo ends a command that has said all it has to, with exitNo.
var errNo = errors.New("no")

// errFailed ends a command that has reported its errors itself, with exitError.
var errFailed = errors.New("failed")

// run executes a command line and returns the exit code.
func (t *tool) run(ctx context.Context, args []string) int {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	t.out.failed, t.out.until = cancel, ctx.Done()
	if _, err := locale.Use(t.language(args)); err != nil { // it goes on in English
		t.note(locale.Err(err))
	}
	root := t.root()
	root.SetArgs(append([]string{}, args...)) // nil would mean those of the process
	err := root.ExecuteContext(ctx)
	if t.out.err != nil && (err == nil || errors.Is(err, errNo) || ctx.Err() != nil && !errors.Is(err, errFailed)) {
		err = t.out.err
	}
	var signal stopped
	switch {
	case err == nil:
		return exitYes
	case errors.Is(err, errFailed):
		return exitError
	case errors.As(context.Cause(ctx), &signal):
		t.note(locale.T("stopped"))
		return signal.code()
	case errors.Is(t.out.err, syscall.EPIPE): // as in a pipe to head: not worth a word
		return exitPipe
	case ctx.Err() != nil && t.out.err == nil:
		t.note(locale.T("stopped"))
		return exitInterrupted
	case errors.Is(err, errNo):
		return exitNo
	}
	t.note(locale.Err(err))
	return exitError
}

// language returns the language asked for: by --lang, which has to be known
// before the help texts are made, or else by the environment.
func (t *tool) language(args []string) string {
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
		switch v := t.getenv(name); {
		case v == "":
			continue
		case v == "C" || v == "POSIX" || strings.HasPrefix(v, "C."):
			return "en"
		case t.getenv("LANGUAGE") != "":
			return t.getenv("LANGUAGE")
		default:
			return v
		}
	}
	return "en"
}

// printf writes to the standard output.
func (t *tool) printf(format string, args ...any) { fmt.Fprintf(t.out, format, args...) }

// titled returns row, which writes a title and a value, and flush, which ends the rows: the values stand below
// each other.
func (t *tool) titled() (row func(title, value string), flush func() error) {
	w := tabwriter.NewWriter(t.out, 0, 8, 2, ' ', 0)
	return func(title, value string) { fmt.Fprintf(w, "%s\t%s\n", title, value) }, w.Flush
}

// note writes a line to the standard error: what a person wants to know and a
// program that reads the output does not.
func (t *tool) note(line string) { fmt.Fprintf(t.err, "studioctl: %s\n", term.Clean(line)) }

// writeJSON writes v in JSON, indented.
func (t *tool) writeJSON(v any) error { return encodeJSON(t.out, v, "  ") }

// encodeJSON writes v in JSON; without an indent it is a line.
func encodeJSON(w io.Writer, v any, indent string) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	return e.Encode(v)
}

// output remembers the first error, so that a full disk is not taken for success,
// and tells of it, so that nothing is worked out that nobody can read.
type output struct {
	w      io.Writer
	err    error
	failed func(error)     // may be nil
	until  <-chan struct{} // the command is stopped; may be nil
}

// patient is how long a command that was stopped waits until somebody reads its output.
const patient = 2 * time.Second

// Write writes to the stream unless a write has failed before. The other end of a pipe may
// never be read: a write that is under way when the command is stopped, or begins
// after that, is given up soon.
func (o *output) Write(p []byte) (int, error) {
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

func (o *output) write(p []byte) error {
	done := make(chan error, 1)
	go func() {
		_, err := o.w.Write(p)
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
