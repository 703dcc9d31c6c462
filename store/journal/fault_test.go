package journal

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// calls lists the system calls used for journals.
var calls = []string{
	"mkdirat", "openat", "flock", "write", "pread64", "fsync", "ftruncate", "linkat", "renameat", "unlinkat", "newfstatat", "fstat", "close",
}

// made lists the calls that a child makes on any machine. Their number and thread may vary, and
// each thread is counted separately.
var made = map[string][]string{
	"session": {"mkdirat", "openat", "flock", "write", "fsync", "renameat", "newfstatat", "close"},
	"resume":  {"openat", "flock", "write", "pread64", "fsync", "ftruncate", "unlinkat", "newfstatat", "fstat", "close"},
}

// TestEverySystemCall checks that all edits reported as written exist if the program is killed at
// any system call. If a system call fails instead, the edits must be written later.
func TestEverySystemCall(t *testing.T) {
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skip("there is no strace")
	}
	faults, step := []string{"signal=KILL", "error=EIO"}, 5
	if !testing.Short() {
		step = 1
		faults = append(faults, "error=ENOSPC", "error=EDQUOT", "error=EINTR")
	}
	for _, mode := range []string{"session", "resume"} {
		done, offered := 0, 0
		for _, fault := range faults {
			for _, call := range calls {
				for n := 1; ; n += step {
					injected, some := faulty(t, mode, call, fault, n)
					if some {
						offered++
					}
					if !injected && n == 1 && slices.Contains(made[mode], call) {
						t.Errorf("%s: %s was not struck by %s", mode, call, fault)
					}
					if !injected || t.Failed() {
						break
					}
					done++
				}
			}
		}
		t.Logf("%s: %d faults at system calls, %d journals offered, none with an edit less", mode, done, offered)
	}
}

// faulty runs a child with a fault at the n-th call. It reports whether the fault occurred and
// whether a journal remains.
func faulty(t *testing.T, mode, call, fault string, n int) (injected, offered bool) {
	t.Helper()
	s := fresh(t)
	had := 0
	if mode == "resume" {
		j := s.Start(Origin{}, []byte("base"), nil)
		for ; had < 3; had++ {
			j.Append([]byte(long(had)))
		}
		size := j.at.size
		j.Append([]byte(long(had)))
		if err := j.Abandon(); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(filepath.Join(j.folder, logFile), size+20); err != nil { // a truncated record
			t.Fatal(err)
		}
	}
	log := filepath.Join(t.TempDir(), "trace")
	child := command(mode, s.dir, "")
	cmd := exec.Command("strace", "-f", "-qq", "-o", log, "-e", "trace="+call,
		"-e", fmt.Sprintf("inject=%s:%s:when=%d", call, fault, n), child.Path)
	cmd.Env = append(child.Env, "GOMAXPROCS=1", "GORACE=atexit_sleep_ms=0")
	out, _ := cmd.Output()
	trace, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	injected = bytes.Contains(trace, []byte("INJECTED")) || bytes.Contains(trace, []byte("killed by SIGKILL"))
	said := string(out)
	at := fmt.Sprintf("%s, %s %d, %s: the program says %q", mode, call, n, fault, said)

	acked, next := had, ""
	for line := range strings.Lines(said) {
		next = strings.TrimSpace(line)
		if n, err := strconv.Atoi(next); err == nil { // the program's output may get lost as well
			acked = n + 1
		}
	}
	synced := next == "synced"
	killed := fault == "signal=KILL"
	if strings.Contains(said, "wrong") {
		t.Error(at)
	}
	if !injected && !synced {
		t.Errorf("%s, without a fault", at)
	}
	o, err := s.Orphans()
	if err != nil || len(o) > 1 && !killed {
		t.Errorf("%s; offered: %+v, %v", at, o, err)
		return injected, false
	}
	if len(o) == 0 {
		// After an error in the first output, no edit was reported. If the folder could not be
		// created, reported edits are only certain after a sync.
		if had > 0 || synced || killed && acked > 0 {
			t.Errorf("%s, and nothing is offered", at)
		}
		return injected, false
	}
	best := 0
	for _, i := range o {
		l, err := s.Open(i.ID)
		if err != nil {
			t.Errorf("%s: %v", at, err)
			continue
		}
		got := 0
		for e, err := range l.Edits() {
			if err != nil || string(e) != long(got) {
				t.Errorf("%s; edit %d is %.40q, %v", at, got, e, err)
			}
			got++
		}
		if b, err := l.Base(); err != nil || string(b) != "base" {
			t.Errorf("%s; the base is %q, %v", at, b, err)
		}
		l.Close()
		best = max(best, got)
	}
	most := acked + 1
	if !killed { // the fault may also affect the program's output, on each thread
		most = had + 3
	}
	if best > most || best < acked && (killed || synced) {
		t.Errorf("%s, and %d edits are there", at, best)
	}
	return injected, true
}
