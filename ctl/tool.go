// Package ctl provides what all commands of studioctl share: streams and exit codes, options for
// games, players and limits, reading and writing of records, and boards in the terminal.
//
// All commands stop in the same way. Stoppable cancels the context, with the signal as its cause,
// and so does a failed write of the output. The command first writes what it has, then returns.
// Only Tool.Run turns the cause into an exit code.
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

	"boardstudio/catalog"
	"boardstudio/draw/term"
	"boardstudio/store/journal"
	"boardstudio/store/xdg"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// Exit codes.
const (
	ExitYes         = 0
	ExitNo          = 1   // negative answer, or warnings
	ExitError       = 2   // failure or wrong usage
	signalBase      = 128 // plus the signal number, by the convention of shells
	ExitInterrupted = signalBase + int(syscall.SIGINT)
	ExitPipe        = signalBase + int(syscall.SIGPIPE) // the reader of the output has closed the pipe
)

// Tool is one run of the program: its catalogues, its streams and their capabilities.
type Tool struct {
	catalog.All
	In     io.Reader
	Out    *Output
	Err    io.Writer
	Getenv func(string) string
	Term   term.Terminal
	Store  *journal.Store // stores unfinished games for recovery
	JSON   bool           // write output for programs

	Commands []Commands // all commands, by subject

	Asks    bool // In and Err are a terminal, so questions are allowed
	Verbose bool // list what is skipped

	// Charset is the charset of files that are not in UTF-8. If it is empty, the file's declaration
	// or a guess is used.
	Charset string

	Salvage  bool // read as much as possible of damaged files
	Salvages bool // the command has the option --salvage

	agreed map[string]bool // files that the user has agreed to replace
}

// Commands returns the commands of a subject.
type Commands func(*Tool) []*cobra.Command

// ErrNo ends a command with ExitNo and without a message.
var ErrNo = errors.New("no")

// ErrFailed ends a command with ExitError. The command has already reported its errors.
var ErrFailed = errors.New("failed")

// Run executes a command line and returns the exit code.
func (t *Tool) Run(ctx context.Context, args []string) int {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	t.Out.failed, t.Out.until = cancel, ctx.Done()
	if _, err := locale.Use(t.language(args)); err != nil { // the program continues in English
		t.Note(locale.Err(err))
	}
	if err := xdg.Missing(); err != nil {
		t.Note(locale.Err(err))
	}
	root := t.Root()
	root.SetArgs(append([]string{}, args...)) // nil would mean the arguments of the process
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
	case errors.Is(t.Out.err, syscall.EPIPE): // common in a pipe to head, so there is no message
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

// language returns the requested language: from --lang, or else from the environment. It is needed
// before the help texts are made, so before flags are parsed.
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

// Printf writes to standard output.
func (t *Tool) Printf(format string, args ...any) { fmt.Fprintf(t.Out, format, args...) }

// Titled returns two functions: row writes a title and a value, and flush ends the rows. The values
// are aligned.
func (t *Tool) Titled() (row func(title, value string), flush func() error) {
	w := tabwriter.NewWriter(t.Out, 0, 8, 2, ' ', 0)
	return func(title, value string) { fmt.Fprintf(w, "%s\t%s\n", title, value) }, w.Flush
}

// Note writes a line to standard error, for users rather than for programs that read the output.
func (t *Tool) Note(line string) { fmt.Fprintf(t.Err, "studioctl: %s\n", term.Clean(line)) }

// NoteDamaged warns about n damaged records, skipped in the file at path after a crash. It prints nothing if n is 0.
func (t *Tool) NoteDamaged(path string, n int) {
	if n > 0 {
		t.Note(path + ": " + locale.T("warning: %s", locale.N("skipped %d damaged record", "skipped %d damaged records", n, n)))
	}
}

// WriteJSON writes v as indented JSON.
func (t *Tool) WriteJSON(v any) error { return EncodeJSON(t.Out, v, "  ") }

// EncodeJSON writes v as JSON. Without an indent, the output is one line.
func EncodeJSON(w io.Writer, v any, indent string) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	return e.Encode(v)
}

// Output remembers the first write error, so a full disk is not mistaken for success. It calls
// failed then, to stop work whose results cannot be written.
type Output struct {
	W      io.Writer
	err    error
	failed func(error)     // may be nil
	until  <-chan struct{} // closed when the command is stopped; may be nil
}

// outputGrace is how long a stopped command waits for its output to be read.
const outputGrace = 2 * time.Second

// Write writes to the stream, unless an earlier write failed. The other end of a pipe may never be
// read. A write that is pending when the command is stopped, or starts later, is therefore
// abandoned after outputGrace.
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
	case <-time.After(outputGrace):
		return msg.Errorf("the reader closed the pipe")
	}
}
