// Package uitest tests a program through its window. It starts the program on a separate virtual
// display, finds widgets by role and name as a screen reader does, and simulates keyboard and
// pointer. It needs the Debian packages xvfb, openbox, at-spi2-core, dbus-daemon, xdotool,
// x11-utils and imagemagick.
//
// A method that fails ends the test. The log of the test then has the widgets, the path of a
// screenshot, and the output of the program.
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

// pollTime is the shortest interval at which conditions are checked.
const pollTime = 30 * time.Millisecond

// reactionTime is a pause after each wait. A user would not react faster, and a new window may not have
// the keyboard yet.
const reactionTime = 100 * time.Millisecond

// Options describe the program to start and its environment. Only Bin is required.
type Options struct {
	Bin  string   // the program
	Args []string // arguments of the program
	Env  []string // additional environment, such as "LANG=fr_FR.UTF-8"; cannot override HOME and the like
	Home string   // home directory; "" for a new one
	// Width and Height are the size of the display, by default 1280 by 800.
	Width, Height int
	// Wait is how long to wait for an expected condition, by default a minute.
	Wait time.Duration
}

// Session is a display with a program on it. It may only be used by the goroutine of the test.
type Session struct {
	// Home is the home directory of the program. Below it, the configuration is in .config, the
	// data in .local/share, and the state in .local/state.
	Home string

	t       testing.TB
	o       Options
	env     []string
	started []*process // all processes except the program, in the order of their start
	app     *process
	log     *os.File
	bus     *dbus.Conn // the accessibility bus
	cache   cache
	shots   int
}

// Start starts the program and waits until its window has the keyboard focus. It skips the test if
// required tools are missing, but fails it if CI is set. Everything ends with the test.
func Start(t testing.TB, bin string, args ...string) *Session {
	t.Helper()
	return Options{Bin: bin, Args: args}.Start(t)
}

// Start is like the function Start, with the options o.
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

// Build compiles the package and returns the path of the program. If that fails, the test fails.
func Build(t testing.TB, pkg string) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), filepath.Base(pkg))
	if out, err := exec.Command("go", "build", "-o", bin, pkg).CombinedOutput(); err != nil {
		t.Fatalf("go build %s: %v\n%s", pkg, err, out)
	}
	return bin
}

// Run starts the program again after it has ended, and waits until its window has the keyboard
// focus.
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

// Beside runs a second instance of the program and waits until it ends. If the first instance ends
// during this time, the second one keeps running. It is then killed after answerTime.
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

// Active returns the window with the keyboard focus, or nil if there is none.
func (s *Session) Active() *Node {
	for _, w := range s.windows() {
		if w.Is(Active) {
			return w
		}
	}
	return nil
}

// Memory returns the private memory of the program, in bytes.
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

// For makes the session report to t, a subtest of the test that started it, until t ends.
func (s *Session) For(t testing.TB) {
	before := s.t
	s.t = t
	t.Cleanup(func() { s.t = before })
}

// Running reports whether the program is running.
func (s *Session) Running() bool { return !s.app.over() }

// Kill kills the program, which simulates a crash.
func (s *Session) Kill() { s.app.kill() }

// Signal sends a signal to the program.
func (s *Session) Signal(sig syscall.Signal) {
	s.t.Helper()
	if err := s.app.cmd.Process.Signal(sig); err != nil {
		s.fail("%v", err)
	}
}

// Quit closes the window that has the keyboard focus, as its close button does. It waits for the
// end of the program and returns its exit code.
func (s *Session) Quit() int {
	s.t.Helper()
	s.Key("alt+F4")
	return s.Exit()
}

// Exit waits for the end of the program and returns its exit code, or -1 if a signal ended it.
func (s *Session) Exit() int {
	s.t.Helper()
	s.Wait("end of the program", s.app.over)
	var bad *exec.ExitError
	if errors.As(s.app.err, &bad) {
		return bad.ExitCode()
	}
	return 0
}

// Log returns the program's output on standard output and standard error.
func (s *Session) Log() string {
	text, err := os.ReadFile(s.log.Name())
	if err != nil {
		s.t.Fatal(err)
	}
	return string(text)
}

// Wait waits until ok returns true. If that takes too long, the test fails. what completes the
// sentence "there is no …".
func (s *Session) Wait(what string, ok func() bool) {
	s.t.Helper()
	// Reading the widgets slows the program down, so it takes at most half of the time.
	for began, waited := time.Now(), false; ; waited = true {
		start := time.Now()
		if ok() {
			if waited {
				time.Sleep(reactionTime)
			}
			return
		}
		if time.Since(began) > s.o.Wait {
			s.fail("after %v there is no %s", s.o.Wait, what)
		}
		time.Sleep(max(pollTime, time.Since(start)))
	}
}

// fail ends the test, and logs everything that helps to explain the failure.
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
