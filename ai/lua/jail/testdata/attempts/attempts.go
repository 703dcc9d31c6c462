// Package attempts sandboxes a process in the same way as a script, tries forbidden actions, and
// writes the result of each attempt. It was made for the tests of package jail.
package attempts

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"boardstudio/ai/lua/jail"
	"boardstudio/ai/lua/worker"
)

// Run locks this process. args are a file, a folder, the megabytes of memory, and the number of an
// open file. It first starts the given number of threads, for programs with cgo, which cannot start
// threads afterwards.
func Run(args []string, threads int) {
	file, folder := args[0], args[1]
	mb, _ := strconv.Atoi(args[2])
	inherited, _ := strconv.Atoi(args[3])
	start(threads)
	status := func(name string) string {
		text, _ := os.ReadFile("/proc/self/status")
		_, rest, _ := strings.Cut(string(text), "\n"+name+":")
		line, _, _ := strings.Cut(rest, "\n")
		return strings.TrimSpace(line)
	}
	before := status("Seccomp")
	layers, err := jail.Lock(uint64(mb) << 20)
	say := func(what string, err error) {
		var n syscall.Errno
		switch {
		case err == nil:
			fmt.Println(what, "ok")
		case errors.As(err, &n):
			fmt.Println(what, unix.ErrnoName(n))
		default:
			fmt.Println(what, err)
		}
	}
	say("lock", err)
	fmt.Println("layers", layers.Limits, layers.Landlock > 0, layers.Seccomp, "before", before)
	fmt.Println("environment", len(os.Environ()))
	_, err = unix.FcntlInt(uintptr(inherited), unix.F_GETFD, 0)
	say("inherited", err)
	_, err = unix.FcntlInt(worker.LastFile, unix.F_GETFD, 0)
	say("connection", err)
	_, err = os.ReadFile(file)
	say("read", err)
	say("write", os.WriteFile(folder+"/new", nil, 0o600))
	_, err = net.Dial("tcp", "127.0.0.1:1")
	say("network", err)
	say("start", exec.Command("/bin/true").Run())
	say("fork", func() error {
		_, _, e := unix.RawSyscall(unix.SYS_CLONE, uintptr(unix.SIGCHLD), 0, 0)
		return number(e)
	}())
	say("signal to others", unix.Tgkill(unix.Getppid(), unix.Getppid(), 0))
	say("signal to itself", unix.Tgkill(unix.Getpid(), unix.Gettid(), 0))
	_, err = unix.Mmap(-1, 0, 4096, unix.PROT_READ|unix.PROT_EXEC, unix.MAP_PRIVATE|unix.MAP_ANON)
	say("code", err)
	data, err := unix.Mmap(-1, 0, 4096, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	say("data", err)
	if err == nil {
		say("code from data", unix.Mprotect(data, unix.PROT_READ|unix.PROT_EXEC))
		say("constant data", unix.Mprotect(data, unix.PROT_READ))
	}
	say("call in another form", func() error {
		_, _, e := unix.RawSyscall(1<<30|unix.SYS_GETPID, 0, 0, 0) // as x32 on amd64
		return number(e)
	}())
	say("trace", trace(unix.Getppid()))
	say("limit", unix.Setrlimit(unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: 1000, Max: 1000}))
	say("open a pipe", func() error { var p [2]int; return unix.Pipe(p[:]) }())
	fmt.Println("soft limit of memory", debug.SetMemoryLimit(-1)>>20)
	stack := debug.SetMaxStack(1 << 30)
	debug.SetMaxStack(stack)
	fmt.Println("stack", stack>>20)
	if threads == 0 {
		start(8)
	}
	fmt.Println("threads ok")
	_, err = unix.Mmap(-1, 0, mb<<21, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
	say("memory", err)
	_, err = unix.Mmap(-1, 0, mb<<18, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
	say("less memory", err)
	fmt.Println("done")
	_, _ = os.Stdin.Read(make([]byte, 1))
}

// trace stops a process as a debugger does. If that succeeds, the process goes on.
func trace(pid int) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err := unix.PtraceAttach(pid)
	if err == nil {
		_, _ = unix.Wait4(pid, nil, 0, nil)
		_ = unix.PtraceDetach(pid)
	}
	return err
}

// start starts threads, which then wait for work.
func start(threads int) {
	var ready, done sync.WaitGroup
	ready.Add(threads)
	for range threads {
		done.Go(func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			ready.Done()
			ready.Wait()
		})
	}
	done.Wait()
}

func number(e syscall.Errno) error {
	if e == 0 {
		return nil
	}
	return e
}
