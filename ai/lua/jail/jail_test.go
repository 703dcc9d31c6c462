package jail_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"boardstudio/ai/lua/jail/testdata/attempts"
)

// asLocked is the variable that makes the test program run the attempts.
const asLocked = "JAIL_TEST_LOCKED"

func TestMain(m *testing.M) {
	if os.Getenv(asLocked) != "" {
		attempts.Run(os.Args[1:], 16)
		return
	}
	os.Exit(m.Run())
}

// build compiles the program that locks itself, without cgo like studio-script.
func build(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "locked")
	cmd := exec.Command("go", "build", "-o", path, "./testdata/locked")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

// TestLock checks that a locked process can do everything that a script needs, and nothing that is
// forbidden.
func TestLock(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a program: TestLockHere does the same in this one")
	}
	lock(t, build(t))
}

// TestLockHere checks the same in this test program, which contains the package under test.
func TestLockHere(t *testing.T) { lock(t, "/proc/self/exe") }

// lock runs the attempts in a program and checks their results.
func lock(t *testing.T, program string) {
	t.Helper()
	const mb = 256
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	open, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	cmd := exec.Command(program, file, dir, strconv.Itoa(mb), "9")
	cmd.Env = append(os.Environ(), "SECRET=1", asLocked+"=1")
	cmd.ExtraFiles = []*os.File{open, open, open, open, open, open, open} // descriptors 3 to 9
	out, err := attempt(t, cmd)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	got := map[string]string{}
	for line := range strings.Lines(out) {
		line = strings.TrimSpace(line)
		if i := strings.LastIndexByte(line, ' '); i > 0 {
			got[line[:i]] = line[i+1:]
		}
	}
	for what, want := range map[string]string{
		"lock": "ok", "layers true true true before": "0", "environment": "0", "inherited": "EBADF", "connection": "ok", "read": "EPERM", "write": "EPERM", "network": "EPERM",
		"fork": "EPERM", "signal to others": "EPERM", "signal to itself": "ok", "code": "EPERM", "data": "ok", "code from data": "EPERM", "constant data": "ok", "trace": "EPERM",
		"limit": "EPERM", "open a pipe": "EPERM", "threads": "ok", "memory": "ENOMEM", "less memory": "ok",
		"call in another form": "EPERM", "soft limit of memory": "192", "stack": "64",
	} {
		if got[what] != want {
			t.Errorf("%s: %q, want %s", what, got[what], want)
		}
	}
	if got["start"] == "ok" || !strings.Contains(out, "start ") {
		t.Error("a program was started")
	}
	if t.Failed() {
		t.Logf("%s", out)
	}
	if _, err := os.Stat(filepath.Join(dir, "new")); err == nil {
		t.Error("a file was written")
	}
}

// attempt runs the attempts and returns their output. While they wait at the end, it inspects their
// process.
func attempt(t *testing.T, cmd *exec.Cmd) (string, error) {
	t.Helper()
	in, err := cmd.StdinPipe()
	if err != nil {
		return "", err
	}
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	var errs strings.Builder
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		return "", err
	}
	var out strings.Builder
	for r := bufio.NewScanner(pipe); r.Scan() && r.Text() != "done"; {
		out.WriteString(r.Text() + "\n")
	}
	file := func(name string) string {
		text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/%s", cmd.Process.Pid, name))
		return string(text)
	}
	limits := strings.Join(strings.Fields(file("limits")), " ")
	for _, want := range []string{"Max core file size 0 0 bytes", "Max file size 0 0 bytes", "Max open files 16 16 files", "Max processes 4096 4096 processes"} {
		if !strings.Contains(limits, want) {
			t.Errorf("not %q: %s", want, limits)
		}
	}
	if status := file("status"); !strings.Contains(status, "NoNewPrivs:\t1\n") || !strings.Contains(status, "Seccomp:\t2\n") {
		t.Errorf("%s", status)
	}
	if fields := strings.Fields(file("stat")); len(fields) < 19 || fields[18] != "5" {
		t.Errorf("niceness: %q", fields)
	}
	if got := file("oom_score_adj"); got != "1000\n" {
		t.Errorf("oom_score_adj: %q", got)
	}
	_ = in.Close()
	err = cmd.Wait()
	return out.String() + errs.String(), err
}
