package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"boardstudio/io/journal"
)

// asProgram is the variable with which the program of the tests is studioctl itself.
const asProgram = "STUDIOCTL_AS_PROGRAM"

// patience is how long a process may take that does nothing but end.
const patience = time.Minute

// stream is what a process has written so far.
type stream struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *stream) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *stream) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// process is a run of studioctl in a process of its own.
type process struct {
	*exec.Cmd
	in        io.WriteCloser
	out, errs stream
	state     string // the folder with its journals
}

// command returns studioctl with its journals below dir.
func command(dir string, args ...string) *process {
	p := &process{Cmd: exec.Command(os.Args[0], args...), state: filepath.Join(dir, "state")}
	p.Env = append(os.Environ(), asProgram+"=1", "LC_ALL=C.UTF-8", "XDG_STATE_HOME="+p.state)
	p.Dir = dir
	p.Stdout, p.Stderr = &p.out, &p.errs
	return p
}

// launch starts the process, and returns when it hears signals.
func (p *process) launch(t *testing.T) *process {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	p.ExtraFiles = []*os.File{w}
	if p.Stdin == nil {
		if p.in, err = p.StdinPipe(); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if p.ProcessState == nil {
			p.Process.Kill()
			p.Wait()
		}
	})
	w.Close()
	if _, err := r.Read(make([]byte, 1)); err != io.EOF {
		t.Fatal(err)
	}
	return p
}

// says types lines.
func (p *process) says(t *testing.T, lines ...string) {
	t.Helper()
	for _, l := range lines {
		if _, err := io.WriteString(p.in, l+"\n"); err != nil {
			t.Fatal(err)
		}
	}
}

// until waits until the process has written the text so many times.
func (p *process) until(t *testing.T, text string, times int) {
	t.Helper()
	for began := time.Now(); strings.Count(p.out.String()+p.errs.String(), text) < times; time.Sleep(5 * time.Millisecond) {
		if time.Since(began) > patience {
			t.Fatalf("%q was not written:\n%s%s", text, p.out.String(), p.errs.String())
		}
	}
}

// gets sends a signal.
func (p *process) gets(t *testing.T, s syscall.Signal) {
	t.Helper()
	if err := p.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
}

// end waits for the end, and returns the exit code, -1 for a process that was killed.
func (p *process) end(t *testing.T) int {
	t.Helper()
	late := time.AfterFunc(patience, func() { p.Process.Kill() })
	err := p.Wait()
	if !late.Stop() {
		t.Fatalf("%v did not end:\n%s%s", p.Args[1:], p.out.String(), p.errs.String())
	}
	if err != nil && !errors.As(err, new(*exec.ExitError)) {
		t.Fatal(err)
	}
	return p.ProcessState.ExitCode()
}

// lost returns the titles of the games that the studio would offer.
func (p *process) lost(t *testing.T) (titles []string) {
	t.Helper()
	games, err := journal.New(filepath.Join(p.state, "boardstudio")).Orphans()
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
		titles = append(titles, g.Title)
	}
	return titles
}

// numbers are the signals that stop a command, with their exit codes.
var numbers = map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143, syscall.SIGHUP: 129}
