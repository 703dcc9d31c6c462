// Package ctltest runs commands in tests, either in the process of the test or in a separate
// process that can receive signals.
package ctltest

import (
	"bytes"
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"boardstudio"
	"boardstudio/ctl"
	"boardstudio/draw/term"
	"boardstudio/store/journal"
)

// Ran is the result of running the program.
type Ran struct {
	Out, Err string
	Code     int
}

// Program is a list of commands to test, like the commands of a program.
type Program []ctl.Commands

// Run runs a command line in this process.
func (p Program) Run(t *testing.T, stdin string, args ...string) Ran {
	t.Helper()
	return p.RunIn(t, context.Background(), stdin, map[string]string{"LC_ALL": "C.UTF-8"}, args...)
}

// RunIn runs a command line with an environment until it ends or ctx is cancelled.
func (p Program) RunIn(t *testing.T, ctx context.Context, stdin string, env map[string]string, args ...string) Ran {
	t.Helper()
	return p.RunTo(t, ctx, &Text{}, &Text{}, stdin, env, args...)
}

// Interrupted runs a command line and stops it after its first output, however long that takes.
func (p Program) Interrupted(t *testing.T, args ...string) Ran {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	return p.RunTo(t, ctx, &Text{Comes: cancel}, &Text{Comes: cancel}, "", nil, args...)
}

// RunTo is like RunIn, but writes to the given output and error streams.
func (p Program) RunTo(t *testing.T, ctx context.Context, out, errs *Text, stdin string, env map[string]string, args ...string) Ran {
	t.Helper()
	getenv := func(name string) string { return env[name] }
	o := &ctl.Output{W: out}
	tl := &ctl.Tool{
		All: boardstudio.All,
		In:  strings.NewReader(stdin), Out: o, Err: errs, Getenv: getenv, Term: term.Detect(o, getenv),
		Store: journal.New(t.TempDir()), Commands: p,
	}
	code := tl.Run(ctx, args)
	return Ran{out.String(), errs.String(), code}
}

// Text is a stream that stores everything written. It calls Comes, if not nil, before each write.
type Text struct {
	bytes.Buffer
	Comes func()
}

// Write calls Comes and stores p.
func (x *Text) Write(p []byte) (int, error) {
	if x.Comes != nil {
		x.Comes()
	}
	return x.Buffer.Write(p)
}

// Want checks the exit code, and that the outputs match the regular expressions.
func (r Ran) Want(t *testing.T, code int, out, err string) {
	t.Helper()
	if r.Code != code {
		t.Errorf("exit code %d, want %d; error output %q", r.Code, code, r.Err)
	}
	for _, x := range []struct{ what, got, want string }{{"output", r.Out, out}, {"error output", r.Err, err}} {
		if ok, e := regexp.MatchString(`(?s)^(?:`+x.want+`)$`, x.got); e != nil || !ok {
			t.Errorf("%s\n%s\ndoes not match\n%s", x.what, x.got, x.want)
		}
	}
}

// Parse decodes the JSON output into v. It fails if the output has fields that v does not have.
func (r Ran) Parse(t *testing.T, v any) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(r.Out))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		t.Fatalf("%v in\n%s", err, r.Out)
	}
}
