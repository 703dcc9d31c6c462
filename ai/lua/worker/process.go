package worker

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"boardstudio/msg"
)

// Program is the name of the child's program.
const Program = "studio-script"

// Find returns the path of the program that runs scripts: beside the running program,
// where the variable STUDIO_SCRIPT says, or in the PATH.
func Find() (string, error) {
	if self, err := os.Executable(); err == nil {
		if path := filepath.Join(filepath.Dir(self), Program); runs(path) {
			return path, nil
		}
	}
	if path := os.Getenv("STUDIO_SCRIPT"); path != "" && runs(path) {
		return path, nil
	}
	if path, err := exec.LookPath(Program); err == nil {
		return path, nil
	}
	return "", msg.Errorf("the program %s, which runs scripts, is missing: it belongs beside the studio", Program)
}

// runs reports whether path is a program.
func runs(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}

// process is a running child.
type process struct {
	pid  int
	conn descriptor // the frames
	page int        // a descriptor, -1 for none
	log  *output
	errs *output

	mu    sync.Mutex
	gone  bool // it has ended: nobody may be sent a signal
	peak  int64
	floor int64 // the peak of ours at the start, which the kernel counts as the child's

	done  chan struct{} // closed when it is gone, and what follows is set
	state *os.ProcessState
}

// launch starts the child.
func launch(path string, memory int, open bool) (*process, error) {
	p, err := fork(path, memory, open)
	if err != nil {
		return nil, msg.Errorf("%s does not start: %v", Program, err)
	}
	return p, nil
}

// fork does the work of launch; the error is that of the system.
func fork(path string, memory int, open bool) (started *process, err error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	theirs := os.NewFile(uintptr(pair[1]), "child")
	defer theirs.Close()
	p := &process{page: -1, conn: descriptor(pair[0]), done: make(chan struct{})}
	defer func() {
		if err != nil {
			p.release()
		}
	}()
	cmd := exec.Command(path, strconv.Itoa(memory))
	if open {
		cmd.Args = append(cmd.Args, "open")
	}
	cmd.Env = []string{}
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.ExtraFiles = []*os.File{theirs}
	if p.page, err = newPage(); err == nil {
		own, err := unix.FcntlInt(uintptr(p.page), unix.F_DUPFD_CLOEXEC, 0)
		if err != nil {
			return nil, err
		}
		page := os.NewFile(uintptr(own), "page")
		defer page.Close()
		cmd.ExtraFiles = append(cmd.ExtraFiles, page)
	}
	var ends []*os.File
	defer func() {
		for _, f := range ends {
			f.Close()
		}
	}()
	for _, out := range []**output{&p.log, &p.errs} {
		r, w, err := os.Pipe()
		if err != nil {
			return nil, err
		}
		ends = append(ends, w)
		*out = drain(r)
	}
	cmd.Stdout, cmd.Stderr = ends[0], ends[1]
	p.floor = peakOf("self")
	begun := make(chan error)
	go p.keep(cmd, begun)
	if err := <-begun; err != nil {
		return nil, err
	}
	return p, nil
}

// keep starts the child, and waits for its end. The thread is kept as long: the
// child dies with the thread that started it.
func (p *process) keep(cmd *exec.Cmd, begun chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err := cmd.Start()
	if err == nil {
		p.pid = cmd.Process.Pid
	}
	begun <- err
	if err != nil {
		return
	}
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

// kill ends the child and all that belongs to it.
func (p *process) kill() {
	p.measure()
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.gone {
		_ = unix.Kill(-p.pid, unix.SIGKILL)
	}
}

// hangUp ends the waiting for the child, which takes a while to give its memory back.
func (p *process) hangUp() { _ = unix.Shutdown(int(p.conn), unix.SHUT_RDWR) }

// measure notes the peak of the child's memory.
func (p *process) measure() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.gone {
		p.peak = max(p.peak, peakOf(strconv.Itoa(p.pid)))
	}
}

// ended waits for the end of a child that was killed or has died. It reports false if
// that takes longer than d.
func (p *process) ended(d time.Duration) bool {
	late := time.NewTimer(d)
	defer late.Stop()
	select {
	case <-p.done:
		return true
	case <-late.C:
		return false
	}
}

// release closes what belongs to the child.
func (p *process) release() {
	unix.Close(int(p.conn))
	if p.page >= 0 {
		unix.Close(p.page)
		p.page = -1
	}
	for _, o := range []*output{p.log, p.errs} {
		if o != nil {
			o.close()
		}
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
