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

	"boardstudio/store/journal"
)

// AsProgram is the environment variable that makes the test binary run as studioctl.
const AsProgram = "STUDIOCTL_AS_PROGRAM"

// Patience is how long to wait for a process that only has to end.
const Patience = time.Minute

// stream stores the output of a process.
type stream struct {
	mu   sync.Mutex
	b    bytes.Buffer
	news chan struct{} // has an element after each Write
}

func (s *stream) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n, err := s.b.Write(p)
	select {
	case s.news <- struct{}{}:
	default:
	}
	return n, err
}

func (s *stream) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// Process runs studioctl in a separate process.
type Process struct {
	*exec.Cmd
	In        io.WriteCloser
	Out, Errs stream
	State     string // folder of its journals
	news      chan struct{}
}

// Command returns a process of studioctl that runs in dir and stores its journals below it.
func Command(dir string, args ...string) *Process {
	p := &Process{Cmd: exec.Command(os.Args[0], args...), State: filepath.Join(dir, "state"), news: make(chan struct{}, 1)}
	p.Out.news, p.Errs.news = p.news, p.news
	p.Env = append(os.Environ(), AsProgram+"=1", "LC_ALL=C.UTF-8", "XDG_STATE_HOME="+p.State)
	p.Dir = dir
	p.Stdout, p.Stderr = &p.Out, &p.Errs
	return p
}

// Launch starts the process and waits until it handles signals.
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

// Says writes lines to the process's input.
func (p *Process) Says(t *testing.T, lines ...string) {
	t.Helper()
	for _, l := range lines {
		if _, err := io.WriteString(p.In, l+"\n"); err != nil {
			t.Fatal(err)
		}
	}
}

// Until waits until the process has written the text the given number of times.
func (p *Process) Until(t *testing.T, text string, times int) {
	t.Helper()
	late := time.After(Patience)
	for strings.Count(p.Out.String()+p.Errs.String(), text) < times {
		select {
		case <-p.news:
		case <-late:
			t.Fatalf("%q was not written:\n%s%s", text, p.Out.String(), p.Errs.String())
		}
	}
}

// Gets sends a signal to the process.
func (p *Process) Gets(t *testing.T, s syscall.Signal) {
	t.Helper()
	if err := p.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
}

// End waits for the process to end and returns its exit code, or -1 if it was killed.
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

// Lost returns the titles of the games that Studio would offer to recover.
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

// Numbers maps each signal that stops a command to its exit code.
var Numbers = map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143, syscall.SIGHUP: 129}
