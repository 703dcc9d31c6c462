package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// A browser runs the window on a machine without a display, like "make run".
type browser struct {
	t    *testing.T
	ctx  context.Context
	home string
	url  string
	said output
}

// output collects the output of a program.
type output struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.String()
}

// openBrowser starts the program and Chromium. It does not open the page of the window.
func openBrowser(t *testing.T, home string, args ...string) *browser {
	t.Helper()
	for _, tool := range []string{"broadwayd", "chromium"} {
		if _, err := exec.LookPath(tool); err != nil {
			if os.Getenv("CI") != "" {
				t.Fatal(err)
			}
			t.Skip(err)
		}
	}
	run := filepath.Join(t.TempDir(), "browser")
	if out, err := exec.Command("go", "build", "-o", run, "boardstudio/tools/browser").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	b := &browser{t: t, home: home}
	runtime := t.TempDir()
	cmd := exec.Command(run, append([]string{binary, "-standalone"}, args...)...)
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + home, "XDG_RUNTIME_DIR=" + runtime, "LANG=C.UTF-8",
		"GIO_USE_VFS=local", "GSETTINGS_BACKEND=memory", "GTK_USE_PORTAL=0", "ALSA_CONFIG_PATH=/dev/null",
	}
	cmd.Stderr = &b.said
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
		if left, _ := os.ReadDir(runtime); len(left) > 0 {
			t.Errorf("%v is left", left)
		}
	})
	for lines := bufio.NewScanner(out); b.url == "" && lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "http://") {
			b.url = lines.Text()
		}
	}
	all, _ := chromedp.NewContext(context.Background(), chromedp.WithAllocatorOptions(chromedp.ExecPath("chromium"), chromedp.NoSandbox))
	if err := chromedp.Do(all); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = chromedp.Cancel(all) })
	tab, cancel := chromedp.NewContext(all)
	t.Cleanup(cancel)
	var stop func()
	b.ctx, stop = context.WithTimeout(tab, 2*time.Minute)
	t.Cleanup(stop)
	b.resize(1280, 800)
	return b
}

// resize changes the size of the page.
func (b *browser) resize(width, height int64) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, chromedp.EmulateViewport(width, height)); err != nil {
		b.t.Fatal(err)
	}
}

func (b *browser) visit(url string) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, chromedp.Navigate(url)); err != nil {
		b.t.Fatalf("%s: %v", url, err)
	}
}

// eval returns the result of a JavaScript promise, as text.
func (b *browser) eval(js string) string {
	b.t.Helper()
	text, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](js, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%s: %v\n%s", js, err, b.said.String())
	}
	return text
}

// wait waits until a JavaScript expression is true in the page.
func (b *browser) wait(condition string) {
	b.t.Helper()
	if got := b.eval(`new Promise((f) => { let n = 0; const look = () => { try { if (` + condition + `) return f('') } catch (e) {}
		if (n++ < 1000) return setTimeout(look, 20);
		f(innerWidth + 'x' + innerHeight + ' ' + JSON.stringify(Object.values(surfaces).map((s) => [s.x, s.y, s.width, s.height, s.visible]))) }; look() })`); got != "" {
		b.shot("browser-failed")
		b.t.Fatalf("not so: %s\nthe page has the windows %s\n%s", condition, got, b.said.String())
	}
}

// windows returns a JavaScript condition: n windows are drawn and visible.
func windows(n int) string {
	return fmt.Sprintf(`Object.values(surfaces).filter((s) => s.visible && s.canvas && s.canvas.width > 100 &&
		s.canvas.getContext('2d').getImageData(s.canvas.width / 2, s.canvas.height / 2, 1, 1).data[3] > 0).length >= %d`, n)
}

// shot saves a screenshot of the page for a visual check.
func (b *browser) shot(name string) {
	if *shots == "" {
		return
	}
	data := b.eval(`(() => { const c = document.createElement('canvas'); c.width = innerWidth; c.height = innerHeight; const x = c.getContext('2d');
		for (const e of document.querySelectorAll('canvas')) { const r = e.getBoundingClientRect(); x.drawImage(e, r.x, r.y) } return Promise.resolve(c.toDataURL().split(',')[1]) })()`)
	png, err := base64.StdEncoding.DecodeString(data)
	if err == nil {
		err = os.WriteFile(filepath.Join(*shots, name+".png"), png, 0o644)
	}
	if err != nil {
		b.t.Error(err)
	}
}

// TestBrowser checks that the printed address shows the window. A page from another server must not
// be able to see the window, neither before nor after the user has opened it in the same browser.
func TestBrowser(t *testing.T) {
	b := openBrowser(t, t.TempDir(), "-game", "othello")
	where := b.url[:strings.Index(b.url, "?")]
	evil := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<title>evil</title><script>const got = new Promise((f) => { const s = new WebSocket(%q, 'broadway');
			s.onmessage = () => f('a picture'); s.onclose = () => f('nothing') })</script>`, strings.Replace(where, "http:", "ws:", 1)+"socket")
	}))
	defer evil.Close()
	b.visit(evil.URL)
	if got := b.eval("got"); got != "nothing" {
		t.Errorf("another page gets %s", got)
	}
	b.visit(b.url)
	b.wait(windows(1))
	b.shot("browser")
	where = b.eval("Promise.resolve(String(location))")
	b.visit(evil.URL)
	if got := b.eval("got"); got != "nothing" {
		t.Errorf("afterwards, another page gets %s", got)
	}
	b.visit(where)
	b.wait(windows(1))
	if got := b.said.String(); strings.Contains(got, "WARNING") || strings.Contains(got, "CRITICAL") {
		t.Errorf("GTK complains:\n%s", got)
	}
}

// TestBrowserRecovery checks that the list of recoverable games fits on the screen, even in a small
// browser and after the browser was resized.
func TestBrowserRecovery(t *testing.T) {
	home := t.TempDir()
	w := openIn(t, home)
	w.ClickAt(w.middle())
	w.moves("1. b2")
	w.Kill()
	b := openBrowser(t, home)
	b.resize(820, 560)
	b.visit(b.url)
	// The shadow around a window may be cut off.
	inside := fmt.Sprintf(`(%s) && Object.values(surfaces).filter((s) => s.visible && s.width > 100).every((s) => s.height > 300 &&
		s.x >= -32 && s.y >= -32 && s.x + s.width <= innerWidth + 32 && s.y + s.height <= innerHeight + 32)`, windows(2))
	b.wait(inside)
	b.shot("browser-recovery")
	b.resize(760, 500)
	b.wait(inside)
	if got := b.said.String(); strings.Contains(got, "WARNING") || strings.Contains(got, "CRITICAL") {
		t.Errorf("GTK complains:\n%s", got)
	}
}
