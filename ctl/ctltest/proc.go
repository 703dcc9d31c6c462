package ctltest

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// Blocks waits until a thread of the process blocks writing to standard output, for example because a pipe is full.
func (p *Process) Blocks(t *testing.T) {
	t.Helper()
	p.waitState(t, "blocked by its output", func(threads []string) bool {
		for _, call := range threads {
			if strings.HasPrefix(call, strconv.Itoa(unix.SYS_WRITE)+" 0x1 ") {
				return true
			}
		}
		return false
	})
}

// workTime is the processor time after which a command counts as working. It is far more than starting takes.
const workTime = 100 * time.Millisecond

// Works waits until the process is working: it has used a tenth of a second of processor time, or it is waiting for
// something.
func (p *Process) Works(t *testing.T) {
	t.Helper()
	quiet := 0
	p.waitState(t, "at work", func(threads []string) bool {
		quiet++
		for _, call := range threads {
			if strings.HasPrefix(call, "running") {
				quiet = 0
			}
		}
		return quiet == 3 || p.cpuTime(t) >= workTime
	})
}

// waitState polls until ok returns true for the states of the process's threads, since the kernel sends no event for
// them. A state is "running", or the number and arguments of a system call.
func (p *Process) waitState(t *testing.T, what string, ok func(threads []string) bool) {
	t.Helper()
	dir := filepath.Join("/proc", strconv.Itoa(p.Process.Pid), "task")
	for end := time.Now().Add(Patience); ; time.Sleep(5 * time.Millisecond) {
		entries, err := os.ReadDir(dir)
		if err != nil || time.Now().After(end) {
			t.Fatalf("%v is not %s: %v\n%s%s", p.Args[1:], what, err, p.Out.String(), p.Errs.String())
		}
		var threads []string
		for _, e := range entries {
			if data, err := os.ReadFile(filepath.Join(dir, e.Name(), "syscall")); err == nil {
				threads = append(threads, string(data))
			}
		}
		if ok(threads) {
			return
		}
	}
}

// cpuTime returns the processor time used by the process.
func (p *Process) cpuTime(t *testing.T) time.Duration {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(p.Process.Pid), "stat"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(data), ") ")
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * time.Second / 100 // the kernel reports hundredths of a second
}
