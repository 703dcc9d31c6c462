package worker

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/lua/script"
)

// runOpen runs a program without the sandbox, in a child started in test mode.
func (w *Client) runOpen(ctx context.Context, source string, limit time.Duration) error {
	return w.checkDone(w.call(ctx, &request{kind: askOpen, load: Load{Name: "open.lua", Source: []byte(source)}, limit: ai.Limit{Time: limit}}))
}

// TestSandboxStaysOn checks that the sandbox can only be disabled in a child started in test mode.
func TestSandboxStaysOn(t *testing.T) {
	w := open(t, Config{})
	if err := w.runOpen(t.Context(), "os.exit(0)", time.Minute); err == nil || !strings.Contains(err.Error(), "sandbox only") {
		t.Errorf("%v", err)
	}
}

// escapes are programs that access something if the lock fails. They report success by an error
// that begins with OUT, or by changing the canary.
var escapes = []string{
	`if os.execute("echo dead > @") == 0 then error("OUT") end`,
	`local f = io.open("@", "w") if f then f:write("dead") f:close() error("OUT") end`,
	`local f = io.open("@", "r") if f then error("OUT " .. f:read("*a")) end`,
	`local f = io.open("/etc/passwd") if f then error("OUT") end`,
	`local f = io.open("/proc/self/environ") if f then error("OUT") end`,
	`local ok, p = pcall(io.popen, "cat @") if ok and p then local t = p:read("*a") if t ~= "" then error("OUT " .. t) end end`,
	`if os.remove("@") then error("OUT") end`,
	`if os.rename("@", "@2") then error("OUT") end`,
	`local ok, n = pcall(os.tmpname) if ok and io.open(n) then error("OUT") end`,
	`for _, n in ipairs({"HOME", "PATH", "USER", "LD_PRELOAD", "GOFLAGS"}) do if os.getenv(n) then error("OUT " .. n) end end`,
	`os.setenv("A", "b") local ok = pcall(require, "x") if ok then error("OUT") end`,
	`if loadfile("@") then error("OUT") end`,
	`if pcall(dofile, "@") then error("OUT") end`,
	`io.output("@")`,
	`for l in io.lines("@") do error("OUT " .. l) end`,
	`os.exit(0)`,
	`channel.make():send(1)`,
	`channel.make():receive()`,
	`for i = 1, 1e7 do io.stdout:write(("x"):rep(1000)) end`,
	`for i = 1, 1000 do pcall(io.popen, "sleep 100") end`,
}

// TestEscapes checks that a program with all libraries cannot access anything, and that Studio
// continues.
func TestEscapes(t *testing.T) {
	if c := open(t, Config{}).Containment(); !c.Complete() {
		t.Skipf("this machine holds less: %+v", c)
	}
	canary := filepath.Join(t.TempDir(), "canary")
	if err := os.WriteFile(canary, []byte("sings"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, code := range escapes {
		w := open(t, Config{open: true})
		err := w.runOpen(t.Context(), strings.ReplaceAll(code, "@", canary), 300*time.Millisecond)
		t.Logf("%-90.90s %v", code, err)
		if err != nil && strings.Contains(err.Error(), "OUT") {
			t.Errorf("%s: %v", code, err)
		}
		w.Close()
		if text, err := os.ReadFile(canary); err != nil || string(text) != "sings" {
			t.Fatalf("%s: the canary says %q, %v", code, text, err)
		}
	}
	if left, _ := filepath.Glob(filepath.Dir(canary) + "/*"); len(left) != 1 {
		t.Errorf("there are new files: %v", left)
	}
}

// TestHostileOpen checks that a process without sandbox and budgets still ends in time and within
// its memory.
func TestHostileOpen(t *testing.T) {
	paths, err := filepath.Glob("../testdata/hostile/*.lua")
	if err != nil || len(paths) < 60 {
		t.Fatalf("%d scripts, %v", len(paths), err)
	}
	const limit = 300 * time.Millisecond
	for i, path := range paths {
		if testing.Short() && i%4 != 0 {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "-- source:") || strings.Contains(string(text), "-- values:") {
			continue // these target the compiler and the bridge
		}
		w := open(t, Config{open: true})
		begun := time.Now()
		err = w.runOpen(t.Context(), string(text), limit)
		took := time.Since(begun)
		w.Close()
		t.Logf("%-26s %8v %4d MB died %-5v %.100v", filepath.Base(path), took.Round(time.Millisecond), w.Peak()>>20, w.Died(), err)
		if took > limit+10*time.Second { // 0.3 s on an idle machine
			t.Errorf("%s: took %v", path, took)
		}
		if w.Peak() > (256+64)<<20 {
			t.Errorf("%s: had %d MB", path, w.Peak()>>20)
		}
		var f *script.Fault
		if err != nil && !errors.As(err, &f) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestCalls checks the system calls of a locked child while it runs a program. None that opens a
// file, process or socket may succeed.
func TestCalls(t *testing.T) {
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skip("there is no strace")
	}
	if c := open(t, Config{}).Containment(); !c.Complete() {
		t.Skipf("this machine holds less: %+v", c)
	}
	path, err := Find()
	if err != nil {
		t.Fatal(err)
	}
	trace := filepath.Join(t.TempDir(), "trace")
	under := filepath.Join(t.TempDir(), "traced")
	calls := "open,openat,openat2,creat,socket,connect,execve,execveat,fork,vfork,ptrace,unlink,unlinkat,rename,renameat,renameat2,memfd_create,process_vm_writev"
	text := fmt.Sprintf("#!/bin/sh\nexec /usr/bin/env strace -f -qq -e trace=%s -o %s %s \"$@\"\n", calls, trace, path)
	if err := os.WriteFile(under, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, code := range escapes[:12] {
		w, err := Open(t.Context(), Config{Program: under, open: true})
		if err != nil {
			t.Skipf("nothing can be traced here: %v", err)
		}
		before, err := os.ReadFile(trace)
		if err != nil {
			t.Fatal(err)
		}
		_ = w.runOpen(t.Context(), strings.ReplaceAll(code, "@", "/tmp/none"), 10*time.Second)
		w.Close()
		after, err := os.ReadFile(trace)
		if err != nil {
			t.Fatal(err)
		}
		if len(before) == 0 {
			t.Fatal("the trace does not even hold the start of the program")
		}
		for line := range strings.Lines(string(after[min(len(before), len(after)):])) {
			if !strings.Contains(line, " = -1 ") && !strings.Contains(line, "+++") && !strings.Contains(line, "---") && !strings.Contains(line, "<unfinished") {
				t.Errorf("%s\nsucceeds: %s", code, line)
			}
		}
		t.Logf("%-60.60s %s", code, strings.ReplaceAll(string(after[min(len(before), len(after)):]), "\n", " | "))
	}
}

// TestFewerLayers checks that scripts run with the available layers if the kernel lacks some, and
// that the missing layers are reported.
func TestFewerLayers(t *testing.T) {
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skip("there is no strace")
	}
	path, err := Find()
	if err != nil {
		t.Fatal(err)
	}
	full := open(t, Config{}).Containment()
	for _, x := range []struct {
		inject string
		want   Containment
	}{
		{"landlock_create_ruleset:error=ENOSYS", Containment{Limits: true, Seccomp: full.Seccomp}},
		{"seccomp:error=ENOSYS", Containment{Limits: true, Landlock: full.Landlock}},
		{"landlock_create_ruleset,seccomp:error=ENOSYS", Containment{Limits: true}},
		{"landlock_create_ruleset:error=EOPNOTSUPP", Containment{Limits: true, Seccomp: full.Seccomp}},
	} {
		t.Run(x.inject, func(t *testing.T) {
			under := filepath.Join(t.TempDir(), "less")
			text := fmt.Sprintf("#!/bin/sh\nexec /usr/bin/env strace -f -qq -e inject=%s -o /dev/null %s \"$@\"\n", x.inject, path)
			if err := os.WriteFile(under, []byte(text), 0o755); err != nil {
				t.Fatal(err)
			}
			w, err := Open(t.Context(), Config{Program: under})
			if err != nil {
				t.Skipf("nothing can be traced here: %v", err)
			}
			if got := w.Containment(); got != x.want || got.Complete() && x.want != full {
				t.Errorf("%+v, want %+v", got, x.want)
			}
			r := build(t, "tictactoe")
			if _, err := w.Load(t.Context(), Load{Name: "x.lua", Source: []byte(stepped), Game: r.Spec()}); err != nil {
				t.Error(err)
			}
			w.Close()
		})
	}
	// If an existing layer fails, no script may run.
	broken := []string{"prlimit64:error=EPERM"}
	if full.Landlock > 0 {
		broken = append(broken, "landlock_restrict_self:error=EINVAL")
	}
	if full.Seccomp {
		broken = append(broken, "seccomp:error=EACCES:when=2")
	}
	for _, inject := range broken {
		under := filepath.Join(t.TempDir(), "broken")
		text := fmt.Sprintf("#!/bin/sh\nexec /usr/bin/env strace -f -qq -e inject=%s -o /dev/null %s \"$@\"\n", inject, path)
		if err := os.WriteFile(under, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		if w, err := Open(t.Context(), Config{Program: under}); err == nil {
			w.Close()
			t.Errorf("%s: it runs with %+v", inject, w.Containment())
		} else {
			t.Log(inject, err)
		}
	}
}
