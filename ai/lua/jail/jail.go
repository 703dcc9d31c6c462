// Package jail sandboxes the process that runs a script. It restricts memory, files, processes and
// the network. Only studio-script uses it, which needs none of these.
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
	maxFiles = 16       // the pipes, and descriptors of the runtime
	maxTasks = 4096     // maximum number of the user's threads, in case seccomp is missing
	niceness = 5
)

// statm is the file of the kernel with the sizes of this process's memory.
const statm = "/proc/self/statm"

// Lock permanently drops everything that a script does not need. The process may then allocate
// memory bytes, start threads, and use its open files. Lock returns the active layers. It skips
// layers that the machine does not support. It returns an error if an existing layer fails. In that
// case no script may run.
func Lock(memory uint64) (worker.Containment, error) {
	var c worker.Containment
	debug.SetMaxStack(maxStack)
	debug.SetMemoryLimit(int64(memory / 4 * 3))
	os.Clearenv()
	runtime.LockOSThread() // the settings apply to this thread and are inherited by all others
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return c, fmt.Errorf("no_new_privs: %w", err)
	}
	// For all threads at once, if the program is built without cgo. seccomp does it as well.
	_, _, _ = syscall.AllThreadsSyscall6(unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0)
	if err := closeInherited(); err != nil {
		return c, fmt.Errorf("open files: %w", err)
	}
	// These two are for the benefit of other programs. The sandbox does not depend on them.
	_ = unix.Setpriority(unix.PRIO_PGRP, 0, niceness)
	if fd, err := unix.Open("/proc/self/oom_score_adj", unix.O_WRONLY|unix.O_CLOEXEC, 0); err == nil {
		_, _ = unix.Write(fd, []byte("1000"))
		_ = unix.Close(fd)
	}
	if err := limit(memory, statm); err != nil {
		return c, err
	}
	c.Limits = true
	var err error
	if c.Landlock, err = closeFiles(llsys.LandlockGetABIVersion); err != nil {
		return c, fmt.Errorf("landlock: %w", err)
	}
	if c.Seccomp, err = closeCalls(canRefuse); err != nil {
		return c, fmt.Errorf("seccomp: %w", err)
	}
	return c, nil
}

// closeInherited closes files that Studio's libraries have left open for child processes, except
// the standard files and the connection.
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
		if err != nil || strings.HasPrefix(what, "anon_inode:[event") { // used by Go's runtime
			continue
		}
		_ = unix.Close(fd)
	}
	return nil
}

// limit sets resource limits. RLIMIT_DATA would not limit a Go program, whose heap is mapped. So it
// limits the address space, in addition to the amount in use according to the file statm.
func limit(memory uint64, statm string) error {
	size, err := mapped(statm)
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

// mapped returns the size of the process's address space in bytes, as it is in the file statm.
func mapped(statm string) (uint64, error) {
	text, err := os.ReadFile(statm)
	if err != nil {
		return 0, err
	}
	pages, _, _ := bytes.Cut(text, []byte(" "))
	n, err := strconv.ParseUint(string(pages), 10, 64)
	return n * uint64(os.Getpagesize()), err
}

// closeFiles makes Landlock refuse all paths and ports. It returns the Landlock version, or 0 if
// the kernel does not support it. version asks the kernel.
func closeFiles(version func() (int, error)) (int, error) {
	v, err := version()
	if missing(err) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return v, landlock.V11.BestEffort().Restrict()
}

// missing reports whether an error says that the kernel does not have a layer, or that a container has taken it away.
func missing(err error) bool {
	return errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EOPNOTSUPP) || errors.Is(err, unix.EPERM)
}
