package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// TestMain lets the test binary serve as the child command, too.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == inside {
		o := usual
		if short, err := time.ParseDuration(os.Getenv("END_TIME")); err == nil {
			o.end = short
		}
		os.Exit(o.main())
	}
	os.Exit(m.Run())
}

// need skips the test if a program is missing. In continuous integration it fails instead.
func need(t *testing.T, tools ...string) {
	t.Helper()
	for _, tool := range tools {
		if _, err := exec.LookPath(tool); err != nil {
			if os.Getenv("CI") != "" {
				t.Fatal(err)
			}
			t.Skip(err)
		}
	}
}

// running is a running command, with its printed address and the program's output.
type running struct {
	t       *testing.T
	base    string // parent of the folder that the command creates
	url     string
	signals chan os.Signal
	ended   chan int
	pids    []int // all its processes, or only some if the program ends at once
}

// begin runs a shell script as the program. It returns after the script has created the file "started" in TMPDIR.
func begin(t *testing.T, script string) *running {
	t.Helper()
	return usual.begin(t, script)
}

func (o timeouts) begin(t *testing.T, script string) *running {
	t.Helper()
	need(t, "broadwayd")
	r := &running{t: t, base: t.TempDir(), signals: make(chan os.Signal, 1), ended: make(chan int, 1)}
	t.Setenv("XDG_RUNTIME_DIR", r.base)
	// The program writes to a named pipe when it runs.
	told := filepath.Join(t.TempDir(), "told")
	if err := syscall.Mkfifo(told, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TOLD", told)
	in, out := io.Pipe()
	go func() {
		code, err := o.run(r.signals, out, []string{"/bin/sh", "-c", "env >$TOLD; " + script})
		if err != nil {
			t.Error(err)
		}
		out.Close()
		r.ended <- code
		close(r.ended)
	}()
	t.Cleanup(func() { r.stop(syscall.SIGTERM) })
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "http://") {
			r.url = lines.Text()
			break
		}
	}
	if r.url == "" {
		t.FailNow() // run has reported the error
	}
	go func() { _, _ = io.Copy(io.Discard, in) }()
	env, err := os.ReadFile(told) // waits for the program
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"GDK_BACKEND=broadway\n", "BROADWAY_DISPLAY=:1\n", "XDG_RUNTIME_DIR=" + r.folder() + "\n"} {
		if !strings.Contains(string(env), want) {
			t.Errorf("the program does not get %q in\n%s", want, env)
		}
	}
	r.pids = descendants(os.Getpid())
	return r
}

// folder returns the folder of the session.
func (r *running) folder() string {
	r.t.Helper()
	all, err := filepath.Glob(filepath.Join(r.base, "*"))
	if err != nil || len(all) != 1 {
		r.t.Fatalf("folders of the session: %v, %v", all, err)
	}
	return all[0]
}

// stop sends a signal, unless the command has ended, and returns the exit code.
func (r *running) stop(s os.Signal) int {
	select {
	case r.signals <- s:
	default:
	}
	return <-r.ended
}

// secret returns the token in the URL.
func (r *running) secret() string { return r.url[strings.Index(r.url, "=")+1:] }

// TestPrivate checks that only the owner can enter the folder with the sockets. broadwayd must have
// no other listener, and the token must not be in any command line or environment.
func TestPrivate(t *testing.T) {
	r := begin(t, "sleep 1000")
	info, err := os.Stat(r.folder())
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder has the mode %v, %v", info.Mode(), err)
	}
	if info, err := os.Stat(httpSocket(r.folder())); err != nil || info.Mode().Type() != os.ModeSocket {
		t.Errorf("%v, %v", info, err)
	}
	if !namespaces() {
		t.Log("no network namespaces here")
	} else if answers(displaySocket(r.folder())) {
		t.Error("every user can connect to the display")
	}
	all := descendants(os.Getpid())
	if len(all) < 3 { // the child command, the server, the program
		t.Errorf("only the processes %v are found", all)
	}
	for _, pid := range all {
		for _, what := range []string{"cmdline", "environ"} {
			data, err := os.ReadFile(fmt.Sprintf("/proc/%d/%s", pid, what))
			if err != nil || len(data) == 0 {
				t.Errorf("%s of %d: %v", what, pid, err)
			}
			if bytes.Contains(data, []byte(r.secret())) {
				t.Errorf("%s shows the token: %q", what, data)
			}
		}
	}
}

// descendants returns the child processes of a process, recursively.
func descendants(pid int) (all []int) {
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, file := range files {
		data, _ := os.ReadFile(file)
		for _, word := range strings.Fields(string(data)) {
			if child, err := strconv.Atoi(word); err == nil {
				all = append(append(all, child), descendants(child)...)
			}
		}
	}
	return all
}

// namespaces reports whether the system allows network namespaces.
func namespaces() bool {
	p, private, err := startInside([]string{"-test.list", "none"})
	if err != nil {
		return false
	}
	<-p.Done()
	return private
}

// TestEnd checks that the command ends with its program and after a signal, and that it leaves
// nothing running.
func TestEnd(t *testing.T) {
	for script, want := range map[string]int{"exit 0": 0, "exit 7": 7, "kill -KILL $$": 128 + 9} {
		r := begin(t, script)
		if code := <-r.ended; code != want {
			t.Errorf("%s: exit code %d, want %d", script, code, want)
		}
		r.gone()
	}
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		r := begin(t, "exec sleep 1000")
		if code := r.stop(s); code != 128+int(s) {
			t.Errorf("%v: exit code %d", s, code)
		}
		r.gone()
	}
}

// TestEndStubborn checks that the child command kills a program that ignores the signal, before the
// child itself is killed.
func TestEndStubborn(t *testing.T) {
	short := usual
	short.end = 500 * time.Millisecond
	t.Setenv("END_TIME", short.end.String())
	r := short.begin(t, "trap '' TERM; exec sleep 1000")
	if code := r.stop(syscall.SIGTERM); code != 128+int(syscall.SIGTERM) {
		t.Errorf("exit code %d", code)
	}
	r.gone()
}

// gone checks that the folder, processes and listeners are gone.
func (r *running) gone() {
	r.t.Helper()
	if all, _ := filepath.Glob(filepath.Join(r.base, "*")); len(all) > 0 {
		r.t.Errorf("%v is left", all)
	}
	for _, pid := range r.pids {
		if _, err := os.Stat(fmt.Sprint("/proc/", pid)); err == nil {
			r.t.Errorf("process %d still runs", pid)
		}
	}
	if resp, err := http.Get(r.url); err == nil {
		resp.Body.Close()
		r.t.Error("something still listens")
	}
}

// TestPrivateFolder checks that a private folder is created without a runtime folder, and if the
// path of the temporary folder is too long for a socket.
func TestPrivateFolder(t *testing.T) {
	long := filepath.Join(t.TempDir(), strings.Repeat("long", 30))
	if err := os.Mkdir(long, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ runtime, temporary string }{{"", long}, {"relative", long}, {"/nonexistent", long}, {long, long}, {"", t.TempDir()}} {
		t.Setenv("XDG_RUNTIME_DIR", x.runtime)
		t.Setenv("TMPDIR", x.temporary)
		dir, err := privateFolder()
		if err != nil {
			t.Errorf("%v: %v", x, err)
			continue
		}
		defer os.RemoveAll(dir)
		info, err := os.Stat(dir)
		if err != nil || info.Mode().Perm() != 0o700 || len(displaySocket(dir)) > maxSocket {
			t.Errorf("%v: %s, %v", x, dir, err)
		}
	}
	if left, _ := os.ReadDir(long); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}

// TestPorts checks that a port in use on IPv4 or IPv6 is skipped.
func TestPorts(t *testing.T) {
	first, all, err := listen()
	if err != nil {
		t.Fatal(err)
	}
	second, more, err := listen()
	if err != nil || second <= first {
		t.Errorf("port %d after %d, %v", second, first, err)
	}
	for _, l := range append(all, more...) {
		l.Close()
	}
	v6, err := net.Listen("tcp6", fmt.Sprintf("[::1]:%d", first))
	if err != nil {
		t.Skip("no IPv6 here: ", err)
	}
	defer v6.Close()
	if port, all, err := listen(); err != nil || port == first {
		t.Errorf("port %d is taken though another listens at its address of IPv6, %v", port, err)
	} else {
		for _, l := range all {
			l.Close()
		}
	}
}

// TestNoServer checks that the output of broadwayd is reported if it does not start.
func TestNoServer(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	if code, err := usual.display(nil, dir, []string{"true"}); code == 0 || err == nil || !strings.Contains(err.Error(), "libgtk-3-bin") {
		t.Errorf("without broadwayd: %d, %v", code, err)
	}
	short := usual
	short.start = 10 * time.Millisecond
	if err := os.WriteFile(filepath.Join(dir, "broadwayd"), []byte("#!/bin/sh\nexec /bin/sleep 60\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	if code, err := short.display(nil, dir, []string{"true"}); code == 0 || err == nil || !strings.Contains(err.Error(), "does not listen, 10ms after its start") {
		t.Errorf("with one that hangs: %d, %v", code, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "broadwayd"), []byte("#!/bin/sh\necho no luck\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	if code, err := usual.display(nil, dir, []string{"true"}); code == 0 || err == nil || !strings.Contains(err.Error(), "no luck") {
		t.Errorf("with one that fails: %d, %v", code, err)
	}
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	var out bytes.Buffer
	if code, err := usual.run(nil, &out, []string{"true"}); code != 1 || err != nil || out.Len() > 0 {
		t.Errorf("the whole command: %d, %v, %q", code, err, out.String())
	}
}

// evil is a page on another server that tries to reach the window: with a WebSocket, a frame, a script and a request.
// %s is the session's address including its path. Even a page that knows the path cannot access the window.
const evil = `<!DOCTYPE html><title>evil</title><body><script>
const at = %q;
const tried = Promise.all([
	new Promise((f) => { const s = new WebSocket(at.replace('http:', 'ws:') + 'socket', 'broadway');
		s.onopen = () => f('socket: open'); s.onmessage = () => f('socket: a picture'); s.onerror = () => f('socket: refused'); }),
	new Promise((f) => { const s = document.createElement('script'); s.src = at + 'broadway.js';
		s.onload = () => f('script: ' + typeof connect); s.onerror = () => f('script: refused'); document.body.append(s); }),
	fetch(at, {credentials: 'include'}).then(() => 'fetch: read', () => 'fetch: refused'),
	new Promise((f) => { const s = document.createElement('iframe'); s.src = at; s.onload = () => {
		try { f('frame: ' + s.contentDocument.title) } catch (e) { f('frame: refused') } }; document.body.append(s); }),
]);
</script>`

// TestBrowser checks in a real browser that a page from another server cannot access the window,
// before and after the user opens it. The printed address can.
func TestBrowser(t *testing.T) {
	need(t, "chromium")
	r := begin(t, "sleep 1000")
	// The sandbox does not work as root, which tests in containers use.
	all, _ := chromedp.NewContext(context.Background(), chromedp.WithAllocatorOptions(chromedp.ExecPath("chromium"), chromedp.NoSandbox))
	if err := chromedp.Do(all); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = chromedp.Cancel(all) }()
	tab, cancel := chromedp.NewContext(all)
	defer cancel()
	ctx, stop := context.WithTimeout(tab, 2*time.Minute)
	defer stop()
	eval := func(js string) string {
		t.Helper()
		text, err := chromedp.Run(ctx, chromedp.Evaluate[string](js, chromedp.EvalAwaitPromise))
		if err != nil {
			t.Fatalf("%s: %v", js, err)
		}
		return text
	}
	visit := func(url string) {
		t.Helper()
		if err := chromedp.Do(ctx, chromedp.Navigate(url)); err != nil {
			t.Fatalf("%s: %v", url, err)
		}
	}
	at := strings.SplitAfter(r.url, "/?")[0]
	at = strings.TrimSuffix(at, "?")
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, evil, at)
	}))
	defer page.Close()
	attack := func(when, host string) {
		t.Helper()
		visit(strings.Replace(page.URL, "127.0.0.1", host, 1))
		if got := eval(`tried.then((a) => a.join('\n'))`); strings.Count(got, "refused") != 4 {
			t.Errorf("%s, a page of %s reaches\n%s", when, host, got)
		}
	}
	attack("before", "127.0.0.1")

	visit(r.url)
	if got := eval(`new Promise((f) => { const look = () => inputSocket ? f(String(location)) : setTimeout(look, 5); look(); })`); strings.Contains(got, r.secret()) || !strings.HasPrefix(got, at) {
		t.Errorf("the window is at %s", got)
	} else {
		at = got
	}
	if got := eval(`document.cookie`); got != "" {
		t.Errorf("scripts can read the cookie %q", got)
	}
	attack("afterwards", "127.0.0.1")
	attack("afterwards", "localhost")
	visit(at) // reloading needs no token
	eval(`new Promise((f) => { const look = () => inputSocket ? f('') : setTimeout(look, 5); look(); })`)
}

// TestIdle checks that idle connections are closed before the first request, after a request and in
// the middle of one. A WebSocket must stay open.
func TestIdle(t *testing.T) {
	closed := make(chan struct{})
	server := timeouts{request: 100 * time.Millisecond}.newServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/socket" {
			return
		}
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		<-closed
		line, _ := bufio.NewReader(conn).ReadString('\n')
		fmt.Fprint(conn, line)
	}))
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = server.Serve(l) }()
	t.Cleanup(func() { server.Close() })
	dial := func(text string) net.Conn {
		conn, err := net.Dial("tcp4", l.Addr().String())
		if err == nil {
			err = conn.SetDeadline(time.Now().Add(20 * time.Second))
		}
		if err == nil {
			_, err = io.WriteString(conn, text)
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		return conn
	}
	const get = "GET %s HTTP/1.1\r\nHost: x\r\n"
	socket := dial(fmt.Sprintf(get, "/socket") + "\r\n")
	for what, text := range map[string]string{
		"nothing": "", "half a header": "GET / HT", "a request": fmt.Sprintf(get, "/") + "\r\n", "half a body": fmt.Sprintf(get, "/") + "Content-Length: 9\r\n\r\nx",
	} {
		if _, err := io.ReadAll(dial(text)); err != nil && !strings.Contains(err.Error(), "reset") {
			t.Errorf("%s: the connection stays open: %v", what, err)
		}
	}
	close(closed)
	fmt.Fprintln(socket, "hello")
	if text, err := io.ReadAll(socket); string(text) != "hello\n" {
		t.Errorf("the WebSocket sends %q, %v", text, err)
	}
}
