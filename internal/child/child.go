// Package child runs programs that must not outlive the studio: each in a process group of its own. Start is for those of our own, which the kernel
// kills when the studio ends. StartGuarded is for those of others, which may start more: they are bounded from before their first instruction, and
// a guard, which studio-script is, ends them with all that they have started when the studio ends, however that is.
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
	floor int64 // the peak of ours at the start, which the kernel counts as the child's

	mu    sync.Mutex
	gone  bool // it has ended: nobody may be sent a signal
	peak  int64
	state *os.ProcessState

	done chan struct{}
}

// Start starts a program, which is expected to start no others. The error is that of the system.
func Start(cmd *exec.Cmd) (*Process, error) {
	attr := syscall.SysProcAttr{}
	if cmd.SysProcAttr != nil {
		attr = *cmd.SysProcAttr
	}
	attr.Setpgid, attr.Pdeathsig = true, syscall.SIGKILL
	cmd.SysProcAttr = &attr
	p := &Process{floor: peakOf("self"), done: make(chan struct{})}
	begun := make(chan error)
	go p.keep(cmd, begun)
	if err := <-begun; err != nil {
		return nil, err
	}
	return p, nil
}

// keep starts the child, and waits for its end. The thread is kept as long: the child dies with the thread that started it.
func (p *Process) keep(cmd *exec.Cmd, begun chan<- error) {
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
	_ = unix.Kill(-p.pid, unix.SIGKILL) // what it may have started; its own id is not free yet
	_ = cmd.Wait()
	p.state = cmd.ProcessState
	if u, ok := p.state.SysUsage().(*syscall.Rusage); ok && u.Maxrss > p.floor {
		p.peak = max(p.peak, u.Maxrss)
	}
	p.mu.Unlock()
	close(p.done)
}

// Pid returns the number of the process, which is that of its group too.
func (p *Process) Pid() int { return p.pid }

// Done returns a channel that is closed when the process has ended.
func (p *Process) Done() <-chan struct{} { return p.done }

// State returns how the process ended; it waits for that.
func (p *Process) State() *os.ProcessState {
	<-p.done
	return p.state
}

// Kill ends the process and its group.
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

// Measure notes the peak of the process's memory.
func (p *Process) Measure() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.gone {
		p.peak = max(p.peak, peakOf(strconv.Itoa(p.pid)))
	}
}

// Peak returns the most memory that the process was seen to have, in bytes; 0 when nobody knows.
func (p *Process) Peak() int64 {
	p.Measure()
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.peak << 10
}

// Ended waits for the end of a process that was killed or has died. It reports false if that takes longer than d.
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

// peakOf returns the most memory that a process has had, in KB, 0 if unknown.
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
