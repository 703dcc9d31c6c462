package ctltest

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

// AsProgram is the variable with which the program of the tests is studioctl itself.
const AsProgram = "STUDIOCTL_AS_PROGRAM"

// Patience is how long a process may take that does nothing but end.
const Patience = time.Minute

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

// Process is a run of studioctl in a process of its own.
type Process struct {
	*exec.Cmd
	In        io.WriteCloser
	Out, Errs stream
	State     string // the folder with its journals
}

// Command returns studioctl with its journals below dir.
func Command(dir string, args ...string) *Process {
	p := &Process{Cmd: exec.Command(os.Args[0], args...), State: filepath.Join(dir, "state")}
	p.Env = append(os.Environ(), AsProgram+"=1", "LC_ALL=C.UTF-8", "XDG_STATE_HOME="+p.State)
	p.Dir = dir
	p.Stdout, p.Stderr = &p.Out, &p.Errs
	return p
}

// Launch starts the process, and returns when it hears signals.
func (p *Process) Launch(t *testing.T) *Process {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	p.ExtraFiles = []*os.File{w}
	if p.Stdin == nil {
		if p.In, err = p.StdinPipe(); err != nil {
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

// Says types lines.
func (p *Process) Says(t *testing.T, lines ...string) {
	t.Helper()
	for _, l := range lines {
		if _, err := io.WriteString(p.In, l+"\n"); err != nil {
			t.Fatal(err)
		}
	}
}

// Until waits until the process has written the text so many times.
func (p *Process) Until(t *testing.T, text string, times int) {
	t.Helper()
	for began := time.Now(); strings.Count(p.Out.String()+p.Errs.String(), text) < times; time.Sleep(5 * time.Millisecond) {
		if time.Since(began) > Patience {
			t.Fatalf("%q was not written:\n%s%s", text, p.Out.String(), p.Errs.String())
		}
	}
}

// Gets sends a signal.
func (p *Process) Gets(t *testing.T, s syscall.Signal) {
	t.Helper()
	if err := p.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
}

// End waits for the end, and returns the exit code, -1 for a process that was killed.
func (p *Process) End(t *testing.T) int {
	t.Helper()
	late := time.AfterFunc(Patience, func() { p.Process.Kill() })
	err := p.Wait()
	if !late.Stop() {
		t.Fatalf("%v did not end:\n%s%s", p.Args[1:], p.Out.String(), p.Errs.String())
	}
	if err != nil && !errors.As(err, new(*exec.ExitError)) {
		t.Fatal(err)
	}
	return p.ProcessState.ExitCode()
}

// Lost returns the titles of the games that the studio would offer.
func (p *Process) Lost(t *testing.T) (titles []string) {
	t.Helper()
	games, err := journal.New(filepath.Join(p.State, "boardstudio")).Orphans()
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
		titles = append(titles, g.Title)
	}
	return titles
}

// Numbers are the signals that stop a command, with their exit codes.
var Numbers = map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143, syscall.SIGHUP: 129}
