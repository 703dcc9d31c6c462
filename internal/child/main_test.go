package child

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Environment variables that control the test program.
const (
	asParent   = "CHILD_TEST_PARENT"   // start a child, and wait to be killed
	atTerminal = "CHILD_TEST_TERMINAL" // script for a guarded shell whose parent has a terminal
	refusing   = "CHILD_TEST_REFUSE"   // refuse some system calls: a list of keys of refusals
)

// refusals are filters for system calls that a container or an older kernel refuses.
var refusals = map[string]func() []unix.SockFilter{
	"namespaces": func() []unix.SockFilter {
		return slices.Concat(refuse(unix.SYS_CLONE, unix.EPERM, unix.CLONE_NEWUSER|unix.CLONE_NEWPID), refuse(unix.SYS_CLONE3, unix.ENOSYS, 0), refuse(unix.SYS_UNSHARE, unix.EPERM, 0))
	},
	"mounts":   func() []unix.SockFilter { return refuse(unix.SYS_MOUNT, unix.EPERM, 0) },
	"landlock": func() []unix.SockFilter { return refuse(unix.SYS_LANDLOCK_CREATE_RULESET, unix.ENOSYS, 0) },
}

// refuse returns a filter that refuses a system call. If flags is not 0, it does so only if the
// first argument has one of them. The number of the call must be loaded.
func refuse(call uint32, err unix.Errno, flags uint32) []unix.SockFilter {
	ret := unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | uint32(err)}
	if flags == 0 {
		return []unix.SockFilter{{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: call, Jf: 1}, ret}
	}
	return []unix.SockFilter{
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: call, Jf: 4},
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: 16},
		{Code: unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K, K: flags, Jf: 1},
		ret,
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
	}
}

// installFilters installs the filters with the given keys for this process and its descendants.
func installFilters(list string) {
	program := []unix.SockFilter{{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: 0}}
	for key := range strings.SplitSeq(list, ",") {
		program = append(program, refusals[key]()...)
	}
	program = append(program, unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW})
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		panic(err)
	}
	prog := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	if _, _, e := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&prog))); e != 0 {
		panic(e)
	}
}

func TestMain(m *testing.M) {
	if code, ok := Guarding(os.Args); ok {
		os.Exit(code)
	}
	self, err := os.Executable()
	if err == nil {
		err = os.Setenv("STUDIO_SCRIPT", self)
	}
	if err != nil {
		panic(err)
	}
	if list := os.Getenv(refusing); list != "" {
		installFilters(list)
	}
	switch os.Getenv(asParent) {
	case "":
		os.Exit(m.Run())
	case "plain":
		cmd := exec.Command("sleep", "60")
		cmd.Stderr = os.Stderr
		if _, err := Start(cmd); err != nil {
			panic(err)
		}
		os.Stdout.WriteString("started\n")
	case "guarded":
		cmd := exec.Command("/bin/sh", "-c", childrenScript)
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		if _, err := StartGuarded(cmd, Confinement{}); err != nil {
			panic(err)
		}
	case "terminal":
		cmd := exec.Command("/bin/sh", "-c", os.Getenv(atTerminal))
		cmd.Stdout, cmd.Stderr, cmd.Env = os.Stdout, os.Stderr, os.Environ()
		g, err := StartGuarded(cmd, Confinement{Write: []string{os.TempDir()}})
		if err != nil {
			panic(err)
		}
		<-g.Gone()
		os.Exit(0)
	}
	select {}
}

// TestEverywhere repeats the tests of guards as other users and for other systems: without PID
// namespaces, without a second /proc, and without Landlock.
func TestEverywhere(t *testing.T) {
	if os.Getenv(refusing) != "" || os.Getenv("CHILD_TEST_USER") != "" {
		t.Skip("within itself")
	}
	self := publicCopy(t)
	users := []uint32{uint32(os.Geteuid())}
	if users[0] == 0 {
		users = append(users, 65534)
	}
	lists, run := []string{"", "namespaces", "mounts", "landlock", "namespaces,landlock"}, "^TestGuard"
	if testing.Short() { // the most different case, and the tests it affects
		lists, run = []string{"", "namespaces,landlock"}, "^TestGuard(Killed|Namespace|NoStart|Writes)$"
	}
	var all sync.WaitGroup // not t.Parallel, since the tests mostly wait
	for _, user := range users {
		for _, list := range lists {
			if user == users[0] && list == "" {
				continue
			}
			all.Go(func() {
				cmd := exec.Command(self, "-test.run", run, "-test.count", "1", "-test.timeout", "100s")
				cmd.Env = append(os.Environ(), refusing+"="+list, "CHILD_TEST_USER=1", "TMPDIR="+filepath.Dir(self))
				cmd.Dir = filepath.Dir(self)
				if user != users[0] {
					cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: user, Gid: user}}
				}
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Errorf("user %d without %q: %v\n%s", user, list, err, out)
				}
			})
		}
	}
	all.Wait()
}

// publicCopy copies the test program to a folder where every user may run it, and returns its path.
// All users may write in the folder.
func publicCopy(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "child-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	from, err := os.Open("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	path := filepath.Join(dir, "child.test")
	to, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o755)
	if err == nil {
		_, err = io.Copy(to, from)
		err = errors.Join(err, to.Chmod(0o755), to.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// patience is how long tests wait for expected events.
const patience = 20 * time.Second

// lifeline returns the two ends of a pipe. Every process that inherits the second end keeps it
// open. When reading the first end returns EOF, all these processes are gone.
func lifeline(t *testing.T) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(); w.Close() })
	return r, w
}

// waitGone waits until all processes with a lifeline are gone, and returns their output. It fails if
// some are still running.
func waitGone(t *testing.T, r *os.File) string {
	t.Helper()
	_ = r.SetReadDeadline(time.Now().Add(patience))
	text, err := io.ReadAll(r)
	if err != nil {
		t.Errorf("some processes live on: %v", err)
	}
	return string(text)
}

// living reports whether a process still has a lifeline open.
func living(t *testing.T, r *os.File) bool {
	t.Helper()
	raw, err := r.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	fds := []unix.PollFd{{Events: unix.POLLIN}}
	err = raw.Control(func(fd uintptr) {
		fds[0].Fd = int32(fd)
		_, err = unix.Poll(fds, 0)
	})
	if err != nil {
		t.Fatal(err)
	}
	return fds[0].Revents&unix.POLLHUP == 0
}
