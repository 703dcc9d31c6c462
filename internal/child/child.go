// Package child runs programs that must not outlive Studio, each in a separate process group.
//
// Start runs Studio's own programs. The kernel kills them when Studio ends. StartGuarded runs
// external programs, which may start further processes. They are confined from before their first
// instruction. A guard, implemented by studio-script, kills them and all their descendants when
// Studio ends, for whatever reason.
//
// The guard is the first process of a PID namespace. When it ends, the kernel kills every process in
// the namespace, and none of them can stop the guard. It ends when the program ends, on request, and
// when the pipe from Studio closes, even after a crash. If the system refuses namespaces, the guard is
// a subreaper, which adopts orphaned processes. If the program kills the guard, Studio adopts them,
// and recognises them by a resource limit that they cannot raise.
//
// Landlock restricts the folders that the program can write to and the processes that it can signal.
// The total memory of all processes is limited by a delegated cgroup, or else measured by the
// caller, like the number of processes. Lines between Studio and the program bypass the guard.
package child

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Process is a running program.
type Process struct {
	pid   int
	floor int64 // peak of this process at the start, which the kernel attributes to the child

	mu    sync.Mutex
	gone  bool // the process has ended, so its ID must not be signalled
	peak  int64
	state *os.ProcessState

	done chan struct{}
}

// Start starts a program, which should not start other programs. It returns the error of the
// system.
func Start(cmd *exec.Cmd) (*Process, error) {
	attr := syscall.SysProcAttr{}
	if cmd.SysProcAttr != nil {
		attr = *cmd.SysProcAttr
	}
	attr.Setpgid, attr.Pdeathsig = true, syscall.SIGKILL
	cmd.SysProcAttr = &attr
	p := &Process{floor: peakOf("self"), done: make(chan struct{})}
	begun := make(chan error)
	go p.run(cmd, begun)
	if err := <-begun; err != nil {
		return nil, err
	}
	return p, nil
}

// run starts the child and waits for its end. It keeps its thread, since the child dies with the
// thread that started it.
func (p *Process) run(cmd *exec.Cmd, begun chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err := cmd.Start()
	if err != nil {
		begun <- err
		return
	}
	p.pid = cmd.Process.Pid
	begun <- nil
	for {
		err := unix.Waitid(unix.P_PID, p.pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			break
		}
	}
	p.mu.Lock()
	p.gone = true
	_ = unix.Kill(-p.pid, unix.SIGKILL) // processes it may have started; the group ID is still in use
	_ = cmd.Wait()
	p.state = cmd.ProcessState
	if u, ok := p.state.SysUsage().(*syscall.Rusage); ok && u.Maxrss > p.floor {
		p.peak = max(p.peak, u.Maxrss)
	}
	p.mu.Unlock()
	close(p.done)
}

// Pid returns the ID of the process, which is also the ID of its group.
func (p *Process) Pid() int { return p.pid }

// Done returns a channel that is closed when the process has ended.
func (p *Process) Done() <-chan struct{} { return p.done }

// State waits for the end of the process and returns its state.
func (p *Process) State() *os.ProcessState {
	<-p.done
	return p.state
}

// Kill kills the process and its group.
func (p *Process) Kill() {
	p.Measure()
	p.Signal(unix.SIGKILL)
}

// Signal sends a signal to the process and its group, unless it has ended.
func (p *Process) Signal(s syscall.Signal) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.gone {
		_ = unix.Kill(-p.pid, s)
	}
}

// Measure updates the peak memory of the process.
func (p *Process) Measure() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.gone {
		p.peak = max(p.peak, peakOf(strconv.Itoa(p.pid)))
	}
}

// Peak returns the peak memory of the process in bytes, as far as measured. It returns 0 if it is
// unknown.
func (p *Process) Peak() int64 {
	p.Measure()
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.peak << 10
}

// Ended waits up to d for the process to end. It returns false if the process is still running.
func (p *Process) Ended(d time.Duration) bool {
	late := time.NewTimer(d)
	defer late.Stop()
	select {
	case <-p.done:
		return true
	case <-late.C:
		return false
	}
}

// peakOf returns the peak memory of a process in KB, or 0 if it is unknown.
func peakOf(pid string) int64 {
	text, err := os.ReadFile("/proc/" + pid + "/status")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), "\nVmHWM:")
	line, _, _ := strings.Cut(rest, "\n")
	n, _ := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(line, "kB")), 10, 64)
	return n
}
