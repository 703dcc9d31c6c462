package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"boardstudio/io/term"
	"boardstudio/locale"
	"boardstudio/rules"
)

// The exit codes.
const (
	exitYes         = 0
	exitNo          = 1   // the answer is no, or there were warnings
	exitError       = 2   // it could not be done, or was asked for wrongly
	exitInterrupted = 130 // Ctrl+C, as shells count it
)

// tool is one run of the program: its streams and what they can show.
type tool struct {
	in     io.Reader
	out    *output
	err    io.Writer
	getenv func(string) string
	term   term.Terminal
	json   bool // write for programs
}

// errNo ends a command that has said all it has to, with exitNo.
var errNo = errors.New("no")

// errFailed ends a command that has reported its errors itself, with exitError.
var errFailed = errors.New("failed")

// run executes a command line and returns the exit code.
func (t *tool) run(ctx context.Context, args []string) int {
	locale.Use(t.language(args))
	root := t.root()
	root.SetArgs(append([]string{}, args...)) // nil would mean those of the process
	err := root.ExecuteContext(ctx)
	if t.out.err != nil && (err == nil || errors.Is(err, errNo)) {
		err = t.out.err
	}
	switch {
	case err == nil:
		return exitYes
	case errors.Is(err, errNo):
		return exitNo
	case errors.Is(err, errFailed):
		return exitError
	case ctx.Err() != nil:
		fmt.Fprintf(t.err, "studioctl: %s\n", locale.T("stopped"))
		return exitInterrupted
	}
	fmt.Fprintf(t.err, "studioctl: %s\n", term.Clean(locale.Err(err)))
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

// note writes a line to the standard error: what a person wants to know and a
// program that reads the output does not.
func (t *tool) note(line string) { fmt.Fprintf(t.err, "studioctl: %s\n", term.Clean(line)) }

// writeJSON writes v in JSON, indented.
func (t *tool) writeJSON(v any) error {
	e := json.NewEncoder(t.out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// output remembers the first error, so that a full disk is not taken for success.
type output struct {
	w   io.Writer
	err error
}

// Write writes to the stream unless a write has failed before.
func (o *output) Write(p []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.w.Write(p)
	if err != nil {
		o.err = rules.Errorf("the output cannot be written: %v", err)
	}
	return n, o.err
}
