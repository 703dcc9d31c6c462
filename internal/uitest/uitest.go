// Package uitest drives a window for tests: it starts a program on a virtual
// display of its own, finds widgets as a screen reader does, by role and name, and
// presses, types and reads. It needs the Debian packages xvfb, openbox,
// at-spi2-core, dbus-daemon, xdotool, x11-utils and imagemagick.
//
// A method that cannot do its work ends the test, with the widgets, a picture of
// the display and the output of the program in the test's log.
package uitest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
)

// pollTime is how often a condition that is waited for is looked at.
const pollTime = 30 * time.Millisecond

// Options say what to start, and where. Only Bin must be set.
type Options struct {
	Bin  string   // the program
	Args []string // its arguments
	Env  []string // more environment, such as "LANG=fr_FR.UTF-8"; goes before what the session sets
	Home string   // its home directory; "" for a new one
	// Width and Height are the size of the display, 1280 by 800 unless set.
	Width, Height int
	// Wait is how long to wait for what a test expects, a minute unless set.
	Wait time.Duration
}

// Session is a display with a program on it. Only the goroutine of the test may use it.
type Session struct {
	// Home is the home directory of the program. Its configuration lies in
	// .config, its data in .local/share, its state in .local/state below.
	Home string

	t       testing.TB
	o       Options
	env     []string
	started []*process // all but the program, in the order they were started
	app     *process
	log     *os.File
	bus     *dbus.Conn // of the accessibility bus
	shots   int
}

// Start starts the program and waits until its window has the keyboard. It skips
// the test where the tools are missing, but fails it where CI is set.
// Everything ends with the test.
func Start(t testing.TB, bin string, args ...string) *Session {
	t.Helper()
	return Options{Bin: bin, Args: args}.Start(t)
}

// Start is like the function Start.
func (o Options) Start(t testing.TB) *Session {
	t.Helper()
	o.Width, o.Height = cmp.Or(o.Width, 1280), cmp.Or(o.Height, 800)
	o.Wait = cmp.Or(o.Wait, time.Minute)
	if o.Home == "" {
		o.Home = t.TempDir()
	}
	s := &Session{Home: o.Home, t: t, o: o}
	s.needTools()
	t.Cleanup(s.end)
	s.desktop()
	s.Run(o.Args...)
	return s
}

// Build compiles the package, with the flags that all of the studio is built
// with, and returns the path of the program.
func Build(t testing.TB, pkg string) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), filepath.Base(pkg))
	if out, err := exec.Command("go", "build", "-o", bin, pkg).CombinedOutput(); err != nil {
		t.Fatalf("go build %s: %v\n%s", pkg, err, out)
	}
	return bin
}

// Run starts the program again, after the one before it has ended, and waits
// until its window has the keyboard.
func (s *Session) Run(args ...string) {
	s.t.Helper()
	if s.app != nil && !s.app.over() {
		s.fail("the program still runs")
	}
	app, err := s.start(s.log, nil, s.o.Bin, args...)
	if err != nil {
		s.t.Fatal(err)
	}
	s.app = app
	s.Wait("window with the keyboard", func() bool {
		if app.over() {
			s.fail("the program has ended: %v", app.err)
		}
		return s.Active() != nil
	})
}

// Beside runs the program once more beside the one that runs, and waits until that second one ends. Where the first one has
// ended meanwhile, the second one stays instead, and is ended.
func (s *Session) Beside(args ...string) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), answerTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, s.o.Bin, args...)
	cmd.Env = s.env
	if out, err := cmd.CombinedOutput(); err != nil && (ctx.Err() == nil || s.Running()) {
		s.fail("the second start: %v: %s", err, out)
	}
}

// Active returns the window that has the keyboard, nil for none.
func (s *Session) Active() *Node {
	for _, w := range s.windows() {
		if w.Is(Active) {
			return w
		}
	}
	return nil
}

// Memory returns how much memory of its own the program has, in bytes.
func (s *Session) Memory() int64 {
	s.t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.app.cmd.Process.Pid))
	if err != nil {
		s.fail("%v", err)
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "RssAnon:"); ok {
			var kb int64
			if _, err := fmt.Sscan(rest, &kb); err == nil {
				return kb << 10
			}
		}
	}
	s.fail("the system does not say how much memory the program has")
	return 0
}

// For makes the session report to t, a subtest of the test that started it,
// until t ends.
func (s *Session) For(t testing.TB) {
	before := s.t
	s.t = t
	t.Cleanup(func() { s.t = before })
}

// Running reports whether the program still runs.
func (s *Session) Running() bool { return !s.app.over() }

// Kill ends the program without warning, as a crash does.
func (s *Session) Kill() { s.app.kill() }

// Signal sends a signal to the program.
func (s *Session) Signal(sig syscall.Signal) {
	s.t.Helper()
	if err := s.app.cmd.Process.Signal(sig); err != nil {
		s.fail("%v", err)
	}
}

// Quit closes the window that has the keyboard, as its close button does, and
// returns the exit code of the program, which must end.
func (s *Session) Quit() int {
	s.t.Helper()
	s.Key("alt+F4")
	return s.Exit()
}

// Exit waits until the program has ended, and returns its exit code: -1 if a
// signal ended it.
func (s *Session) Exit() int {
	s.t.Helper()
	s.Wait("end of the program", s.app.over)
	var bad *exec.ExitError
	if errors.As(s.app.err, &bad) {
		return bad.ExitCode()
	}
	return 0
}

// Log returns what the program has written on its standard output and error.
func (s *Session) Log() string {
	text, err := os.ReadFile(s.log.Name())
	if err != nil {
		s.t.Fatal(err)
	}
	return string(text)
}

// Wait waits until ok returns true. what completes the sentence "there is no …".
func (s *Session) Wait(what string, ok func() bool) {
	s.t.Helper()
	for end := time.Now().Add(s.o.Wait); !ok(); time.Sleep(pollTime) {
		if time.Now().After(end) {
			s.fail("after %v there is no %s", s.o.Wait, what)
		}
	}
}

// fail ends the test and tells all there is to know.
func (s *Session) fail(format string, args ...any) {
	s.t.Helper()
	s.t.Logf("widgets:\n%s", s.Dump())
	if file, err := s.picture(); err != nil {
		s.t.Logf("no picture: %v", err)
	} else {
		s.t.Logf("picture: %s", file)
	}
	s.t.Logf("output of the program:\n%s", s.Log())
	if text, err := os.ReadFile(s.toolLog()); err == nil && len(text) > 0 {
		s.t.Logf("output of the desktop:\n%s", text)
	}
	s.t.Fatalf(format, args...)
}
