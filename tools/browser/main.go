// Command browser runs a GTK program on a machine without a display, and shows its window in a browser on the same
// machine.
//
//	browser PROGRAM [ARGUMENT]...
//
// GTK's server broadwayd draws the window. It accepts any client, so two measures protect it. It listens for browsers
// on a Unix socket in a private folder, behind package gate on the loopback interface. It listens for programs in its
// own network namespace. The address with the token is only printed and never passed in a command line or environment,
// which other users could see. All processes and the folder are removed when the command ends.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"boardstudio/internal/child"
	"boardstudio/internal/gate"
)

// The ports to try, in this order.
const firstPort, lastPort = 8085, 8185

// timeouts are time limits for the start of the server, for the end of the program or the server, and for a request to
// arrive. Tests shorten them.
type timeouts struct{ start, end, request time.Duration }

var usual = timeouts{10 * time.Second, 10 * time.Second, 10 * time.Second}

// inside is the first argument of the child command, which runs in the network namespace.
const inside = "-inside"

func main() { os.Exit(usual.main()) }

// main runs the command line of the process and returns the exit code.
func (o timeouts) main() int {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	code, err := o.command(signals, os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "browser:", err)
	}
	return code
}

// command runs the command line and returns the exit code.
func (o timeouts) command(signals <-chan os.Signal, args []string) (code int, err error) {
	switch {
	case len(args) == 0:
		return 2, fmt.Errorf("no program is named: browser PROGRAM [ARGUMENT]")
	case args[0] == inside && len(args) > 2:
		return o.display(signals, args[1], args[2:])
	}
	return o.run(signals, os.Stdout, args)
}

// run shows the program until it or the server ends, or a signal arrives. It returns the exit code of the program.
func (o timeouts) run(signals <-chan os.Signal, out io.Writer, program []string) (code int, err error) {
	dir, err := privateFolder()
	if err != nil {
		return 1, err
	}
	defer os.RemoveAll(dir)

	port, listeners, err := listen()
	if err != nil {
		return 1, err
	}
	g := gate.New(port, httpSocket(dir))
	g.Refusal = gate.Refusal{
		Title: "This address does not open Studio",
		Text:  "Copy the whole address that “make run” printed into the address bar of the browser.",
		Again: "If you have just done so, go on here.",
	}
	web := o.newServer(g)
	defer web.Close()
	for _, l := range listeners {
		go func() { _ = web.Serve(l) }()
	}

	p, private, err := startInside(append([]string{inside, dir}, program...))
	if err != nil {
		return 1, err
	}
	for !answers(httpSocket(dir)) && !p.Ended(20*time.Millisecond) {
	}
	select {
	case <-p.Done(): // the child command has reported the error
	default:
		fmt.Fprintln(out, "There is no display. Open this address in a browser on this machine; Ctrl+C ends Studio:")
		fmt.Fprintln(out, g.URL())
		if !private {
			fmt.Fprintln(out, "Warning: this system allows no network namespace, so other users of this machine can show windows of theirs beside Studio.")
		}
	}
	return o.wait(p, nil, signals)
}

// newServer returns the server for browsers. A connection that waits for a request, or for the rest of one, is closed
// after a timeout: otherwise anybody on this machine could use up the connections. WebSockets have no such limit.
func (o timeouts) newServer(h http.Handler) *http.Server {
	return &http.Server{Handler: h, ReadTimeout: o.request, MaxHeaderBytes: 16 << 10, ErrorLog: log.New(io.Discard, "", 0)}
}

// startInside starts this command again in its own network namespace. Programs reach broadwayd by an abstract socket,
// to which every user in the same namespace can connect. private is false if the system does not allow namespaces.
func startInside(args []string) (p *child.Process, private bool, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, false, err
	}
	start := func(attr *syscall.SysProcAttr) (*child.Process, error) {
		cmd := exec.Command(self, args...)
		cmd.Stdout, cmd.Stderr, cmd.SysProcAttr = os.Stdout, os.Stderr, attr
		return child.Start(cmd)
	}
	attr := &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET}
	if uid, gid := os.Getuid(), os.Getgid(); uid != 0 {
		attr.Cloneflags |= syscall.CLONE_NEWUSER
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: uid, HostID: uid, Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: gid, HostID: gid, Size: 1}}
	}
	if p, err := start(attr); err == nil {
		return p, true, nil
	}
	p, err = start(nil)
	return p, false, err
}

// display starts broadwayd with its sockets in the folder, then the program. It returns the exit code of the program.
func (o timeouts) display(signals <-chan os.Signal, dir string, program []string) (code int, err error) {
	server, err := o.startServer(dir)
	if err != nil {
		return 1, err
	}
	defer o.stop(server, syscall.SIGTERM, o.end)
	cmd := exec.Command(program[0], program[1:]...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	cmd.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+dir, "GDK_BACKEND=broadway", "BROADWAY_DISPLAY=:1", "NO_AT_BRIDGE=1")
	p, err := child.Start(cmd)
	if err != nil {
		return 1, err
	}
	return o.wait(p, server, signals)
}

// wait waits for the process. It ends it after a signal, or if its server ends; server may be nil. It returns the exit
// code as shells do.
func (o timeouts) wait(p, server *child.Process, signals <-chan os.Signal) (code int, err error) {
	var gone <-chan struct{}
	limit := 3 * o.end // the child command may wait this long for the program, and again for the server
	if server != nil {
		gone, limit = server.Done(), o.end
	}
	select {
	case s := <-signals:
		o.stop(p, s.(syscall.Signal), limit)
		return 128 + int(s.(syscall.Signal)), nil
	case <-gone:
		o.stop(p, syscall.SIGTERM, limit)
		return 1, fmt.Errorf("broadwayd, which shows the window in the browser, has ended")
	case <-p.Done():
	}
	status, _ := p.State().Sys().(syscall.WaitStatus)
	if status.Signaled() {
		return 128 + int(status.Signal()), nil
	}
	return status.ExitStatus(), nil
}

// stop sends the signal to a process, and kills it after the given time.
func (o timeouts) stop(p *child.Process, s syscall.Signal, limit time.Duration) {
	p.Signal(s)
	if !p.Ended(limit) {
		p.Kill()
		p.Ended(o.end)
	}
}

// The sockets of broadwayd: for browsers, a file in the folder, and for display 1 of GTK, an abstract socket named
// after the folder.
func httpSocket(dir string) string    { return filepath.Join(dir, "http") }
func displaySocket(dir string) string { return filepath.Join("@"+dir, "broadway2.socket") }

// maxSocket is the maximum length of a Unix socket path.
const maxSocket = len(syscall.RawSockaddrUnix{}.Path) - 1

// privateFolder creates a folder that only its owner can enter, in the user's runtime folder or a temporary folder.
func privateFolder() (string, error) {
	var last error
	for _, base := range []string{os.Getenv("XDG_RUNTIME_DIR"), os.TempDir(), "/tmp"} {
		if !filepath.IsAbs(base) {
			continue
		}
		dir, err := os.MkdirTemp(base, "studio-browser-") // mode 0700
		if err != nil {
			last = err
			continue
		}
		if len(displaySocket(dir)) <= maxSocket {
			return dir, nil
		}
		_ = os.Remove(dir)
		last = &os.PathError{Op: "listen", Path: displaySocket(dir), Err: syscall.ENAMETOOLONG}
	}
	return "", last
}

// startServer starts broadwayd and waits until it listens.
func (o timeouts) startServer(dir string) (*child.Process, error) {
	path, err := exec.LookPath("broadwayd")
	if err != nil {
		return nil, fmt.Errorf("there is no display, and no broadwayd (Debian package libgtk-3-bin) to show the window in a browser")
	}
	cmd := exec.Command(path, "--unixsocket", httpSocket(dir), ":1")
	cmd.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+dir)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	p, err := child.Start(cmd)
	if err != nil {
		return nil, err
	}
	for late := time.Now().Add(o.start); time.Now().Before(late); {
		if answers(displaySocket(dir)) && answers(httpSocket(dir)) {
			return p, nil
		}
		if p.Ended(20 * time.Millisecond) {
			return nil, fmt.Errorf("broadwayd has not started: %s", bytes.TrimSpace(said.Bytes()))
		}
	}
	p.Kill()
	p.Ended(o.end)
	return nil, fmt.Errorf("broadwayd does not listen, %s after its start", o.start)
}

// answers reports whether a server listens on the socket.
func answers(path string) bool {
	c, err := net.Dial("unix", path)
	if err == nil {
		c.Close()
	}
	return err == nil
}

// listen listens on the first free loopback port, on IPv4 and, if available, IPv6. Otherwise another user could listen
// on the other address of localhost.
func listen() (int, []net.Listener, error) {
	for port := firstPort; port <= lastPort; port++ {
		v4, err := net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
		if err != nil {
			continue
		}
		v6, err := net.Listen("tcp6", net.JoinHostPort("::1", strconv.Itoa(port)))
		switch {
		case err == nil:
			return port, []net.Listener{v4, v6}, nil
		case !errors.Is(err, syscall.EADDRINUSE):
			return port, []net.Listener{v4}, nil
		}
		v4.Close()
	}
	return 0, nil, fmt.Errorf("no port from %d to %d can be used", firstPort, lastPort)
}
