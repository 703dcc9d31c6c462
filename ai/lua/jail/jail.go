// Package jail locks the process that runs a script: what it may allocate, open,
// start and reach. It is for studio-script alone, which needs nothing of all that.
package jail

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"

	"github.com/landlock-lsm/go-landlock/landlock"
	llsys "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"

	"boardstudio/ai/lua/worker"
)

const (
	maxStack = 64 << 20 // bytes of a goroutine's stack
	maxFiles = 16       // the pipes, and what the runtime waits with
	maxTasks = 4096     // of the user, threads included: a bound where seccomp is missing
	niceness = 5
)

// Lock gives up all that a script does not need, for good: it may allocate memory bytes,
// start threads, and use the files that are open. It returns which layers are on; those
// that the machine does not have are left out. The error is that of a layer
// that is there and does not work: then no script may run.
func Lock(memory uint64) (worker.Containment, error) {
	var c worker.Containment
	debug.SetMaxStack(maxStack)
	debug.SetMemoryLimit(int64(memory / 4 * 3))
	debug.SetTraceback("none")
	os.Clearenv()
	runtime.LockOSThread() // what follows counts for a thread, and goes from there to all
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return c, fmt.Errorf("no_new_privs: %w", err)
	}
	// All threads at once, where the program is built without cgo; seccomp does it too.
	_, _, _ = syscall.AllThreadsSyscall6(unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0)
	if err := closeInherited(); err != nil {
		return c, fmt.Errorf("open files: %w", err)
	}
	// These two are kindness towards others: without them nothing gets out either.
	_ = unix.Setpriority(unix.PRIO_PGRP, 0, niceness)
	if fd, err := unix.Open("/proc/self/oom_score_adj", unix.O_WRONLY|unix.O_CLOEXEC, 0); err == nil {
		_, _ = unix.Write(fd, []byte("1000"))
		_ = unix.Close(fd)
	}
	if err := limit(memory); err != nil {
		return c, err
	}
	c.Limits = true
	var err error
	if c.Landlock, err = closeFiles(); err != nil {
		return c, fmt.Errorf("landlock: %w", err)
	}
	if c.Seccomp, err = closeCalls(); err != nil {
		return c, fmt.Errorf("seccomp: %w", err)
	}
	return c, nil
}

// closeInherited closes files that the studio's libraries have left open for any program
// that it starts, but for the standard ones and the connection.
func closeInherited() error {
	const dir = "/proc/self/fd"
	list, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, f := range list {
		fd, err := strconv.Atoi(f.Name())
		if err != nil || fd <= worker.LastFile {
			continue
		}
		what, err := os.Readlink(dir + "/" + f.Name())
		if err != nil || strings.HasPrefix(what, "anon_inode:[event") { // what Go's runtime waits with
			continue
		}
		_ = unix.Close(fd)
	}
	return nil
}

// limit sets the limits of resources. That of data would not bound a Go program, whose
// heap is mapped: so it is that of the address space, over what is taken already.
func limit(memory uint64) error {
	size, err := mapped()
	if err != nil {
		return err
	}
	for _, l := range []struct {
		name     string
		resource int
		most     uint64
	}{
		{"address space", unix.RLIMIT_AS, size + memory},
		{"core", unix.RLIMIT_CORE, 0},
		{"file size", unix.RLIMIT_FSIZE, 0},
		{"files", unix.RLIMIT_NOFILE, maxFiles},
		{"tasks", unix.RLIMIT_NPROC, maxTasks},
	} {
		var now unix.Rlimit
		if err := unix.Getrlimit(l.resource, &now); err != nil {
			return fmt.Errorf("limit of %s: %w", l.name, err)
		}
		most := min(l.most, now.Max)
		if err := unix.Setrlimit(l.resource, &unix.Rlimit{Cur: most, Max: most}); err != nil {
			return fmt.Errorf("limit of %s: %w", l.name, err)
		}
	}
	return nil
}

// mapped returns how many bytes of address space the process has.
func mapped() (uint64, error) {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, err
	}
	pages, _, _ := bytes.Cut(text, []byte(" "))
	n, err := strconv.ParseUint(string(pages), 10, 64)
	return n * uint64(os.Getpagesize()), err
}

// closeFiles has Landlock refuse all paths and ports. It returns the version of Landlock,
// 0 where the kernel has none.
func closeFiles() (int, error) {
	v, err := llsys.LandlockGetABIVersion()
	if errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EOPNOTSUPP) || errors.Is(err, unix.EPERM) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return v, landlock.V11.BestEffort().Restrict()
}
