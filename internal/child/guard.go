package child

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// The words by which studio-script is told to be a guard, or what a guard starts to become the program.
const (
	guardWord  = "guard"
	becomeWord = "become"
)

// The descriptors of a guard besides the three of the program: what it is told, and what it tells. That of what becomes the program is the first.
const (
	control = 3
	report  = 4
)

// Limit is a resource limit, such as unix.RLIMIT_AS.
type Limit struct {
	Resource int
	Most     uint64
}

// Guarding runs a guard, or becomes a program, if the arguments of studio-script say so, and returns the exit code; otherwise it returns false at once.
//
// A guard starts one program, bounded, and is the parent of all that this starts and leaves behind. It tells how the start went, in four bytes that
// are 0 or an error of the system, and later how the program ended, in four bytes of its wait status. Each byte that it is told is a signal for the
// program and its group. When it is told no more, because who started it has ended or wants the end, and also when the program ends,
// it kills all that is left and ends itself.
func Guarding(args []string) (code int, ok bool) {
	if len(args) < 4 {
		return 0, false
	}
	switch args[1] {
	case guardWord:
		return guard(args[2], args[3:]), true
	case becomeWord:
		return become(args[2], args[3:]), true
	}
	return 0, false
}

// become sets limits and becomes the program. An error goes to descriptor 3, which a program that starts closes.
func become(limits string, command []string) int {
	unix.CloseOnExec(control)
	err := bound(limits)
	if err == nil {
		err = syscall.Exec(command[0], command, os.Environ())
	}
	tell(control, number(err))
	return 1
}

// number returns the number of an error of the system.
func number(err error) uint32 {
	var n syscall.Errno
	if errors.As(err, &n) {
		return uint32(n)
	}
	return uint32(unix.EINVAL)
}

// tell writes four bytes.
func tell(fd int, n uint32) { _, _ = unix.Write(fd, binary.LittleEndian.AppendUint32(nil, n)) }

// text returns limits as bound reads them: "9=1000,7=256".
func text(limits []Limit) string {
	var all []string
	for _, l := range limits {
		all = append(all, fmt.Sprintf("%d=%d", l.Resource, l.Most))
	}
	return strings.Join(all, ",")
}

// bound sets limits of this process: none above what it has.
func bound(limits string) error {
	for l := range strings.SplitSeq(limits, ",") {
		if l == "" {
			continue
		}
		name, value, _ := strings.Cut(l, "=")
		resource, err := strconv.Atoi(name)
		if err != nil {
			return unix.EINVAL
		}
		most, err := strconv.ParseUint(value, 10, 64)
		if err != nil {
			return unix.EINVAL
		}
		var now syscall.Rlimit
		if err := syscall.Getrlimit(resource, &now); err != nil {
			return err
		}
		most = min(most, now.Max)
		if err := syscall.Setrlimit(resource, &syscall.Rlimit{Cur: most, Max: most}); err != nil {
			return err
		}
	}
	return nil
}

// guard is a guard, see Guarding.
func guard(limits string, command []string) int {
	runtime.LockOSThread() // the program dies with the thread that started it
	unix.CloseOnExec(control)
	unix.CloseOnExec(report)
	signal.Notify(make(chan os.Signal, 1), unix.SIGINT, unix.SIGTERM, unix.SIGHUP, unix.SIGQUIT) // not ignored, since programs inherit that
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, unix.SIGCHLD)
	err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
	pid := 0
	if err == nil {
		pid, err = spawn(limits, command)
	}
	if err != nil {
		tell(report, number(err))
		return 1
	}
	// The ends of the program's pipes are its own: what it closes is closed.
	if null, err := unix.Open(os.DevNull, unix.O_RDWR|unix.O_CLOEXEC, 0); err == nil {
		for fd := range 3 {
			_ = unix.Dup3(null, fd, 0)
		}
	}
	tell(report, 0)
	told := make(chan syscall.Signal)
	go func() {
		defer close(told)
		in := os.NewFile(control, "control")
		for b := make([]byte, 1); ; {
			if _, err := in.Read(b); err != nil {
				return
			}
			told <- syscall.Signal(b[0])
		}
	}()
	for {
		select {
		case s, ok := <-told:
			if ok {
				_ = unix.Kill(-pid, s)
				continue
			}
			_ = unix.Kill(pid, unix.SIGKILL)
			reap(pid, 0)
		case <-ended:
			if !reap(pid, unix.WNOHANG) {
				continue
			}
		}
		killRest()
		return 0
	}
}

// spawn starts the program through become. The error is that of the system.
func spawn(limits string, command []string) (int, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return 0, err
	}
	defer r.Close()
	pid, err := syscall.ForkExec("/proc/self/exe", append([]string{Program, becomeWord, limits}, command...), &syscall.ProcAttr{
		Env: os.Environ(), Files: []uintptr{0, 1, 2, w.Fd()},
		Sys: &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL},
	})
	w.Close()
	if err != nil {
		return 0, err
	}
	var n [4]byte
	if _, err := io.ReadFull(r, n[:]); err == nil {
		_, _ = unix.Wait4(pid, nil, 0, nil)
		return 0, syscall.Errno(binary.LittleEndian.Uint32(n[:]))
	}
	return pid, nil
}

// reap buries those that have ended, until the program is among them, which it tells, or with WNOHANG until no other has. It reports whether the
// program has ended.
func reap(program, flags int) bool {
	for {
		var status unix.WaitStatus
		pid, err := unix.Wait4(-1, &status, flags, nil)
		switch {
		case errors.Is(err, unix.EINTR):
		case pid <= 0:
			return false
		case pid == program:
			tell(report, uint32(status))
			return true
		}
	}
}

// How often those that are left are killed that make children faster than that, and how long between.
const (
	killRounds = 2000
	killPause  = time.Millisecond
)

// killRest kills all that this process is the parent of, and all theirs, until none is left. All are stopped first, so that none makes another
// meanwhile.
func killRest() {
	for range killRounds {
		all := Descendants(os.Getpid())
		for _, pid := range all {
			_ = unix.Kill(pid, unix.SIGSTOP)
		}
		for _, pid := range append(Descendants(os.Getpid()), all...) {
			_ = unix.Kill(pid, unix.SIGKILL)
		}
		for {
			pid, err := unix.Wait4(-1, nil, unix.WNOHANG, nil)
			if errors.Is(err, unix.ECHILD) {
				return
			}
			if pid <= 0 && !errors.Is(err, unix.EINTR) {
				break
			}
		}
		time.Sleep(killPause)
	}
}

// Descendants returns the processes that descend from one. It costs some 20 µs for each.
func Descendants(root int) []int {
	var all []int
	for next := []int{root}; len(next) > 0; {
		pid := next[0]
		next = next[1:]
		tasks, _ := os.ReadDir("/proc/" + strconv.Itoa(pid) + "/task")
		for _, t := range tasks {
			text, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/task/" + t.Name() + "/children")
			for _, word := range strings.Fields(string(text)) {
				if child, err := strconv.Atoi(word); err == nil && !slices.Contains(all, child) {
					all, next = append(all, child), append(next, child)
				}
			}
		}
	}
	return all
}

// Guarded is a program that runs under a guard, and of which nothing is left once it is gone.
type Guarded struct {
	pid    int // of the guard
	tells  *os.File
	done   chan struct{} // closed when the program has ended
	gone   chan struct{} // closed when all that it has started has too
	status syscall.WaitStatus
	hangUp sync.Once
}

// startTime is how long a guard may take to tell how the start went: a program may have stopped it before it could.
const startTime = 5 * time.Second

// goneTime is how long a guard may take to end all, before that is done without it: the program may have stopped it.
const goneTime = time.Second

// StartGuarded starts a program with the limits, which hold before it runs. Of cmd the path, arguments, environment, folder and the three files
// count. The error is that of the system, or an *msg.Error if there is no guard.
func StartGuarded(cmd *exec.Cmd, limits ...Limit) (*Guarded, error) {
	path, err := Find()
	if err != nil {
		return nil, err
	}
	theirs, ours, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer theirs.Close()
	said, says, err := os.Pipe()
	if err != nil {
		ours.Close()
		return nil, err
	}
	defer says.Close()
	c := exec.Command(path, append([]string{guardWord, text(limits), cmd.Path}, cmd.Args[1:]...)...)
	c.Env, c.Dir, c.Stdin, c.Stdout, c.Stderr = cmd.Env, cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr
	c.ExtraFiles = []*os.File{theirs, says}
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := c.Start(); err != nil {
		ours.Close()
		said.Close()
		return nil, err
	}
	says.Close()
	g := &Guarded{pid: c.Process.Pid, tells: ours, done: make(chan struct{}), gone: make(chan struct{})}
	var n [4]byte
	_ = said.SetReadDeadline(time.Now().Add(startTime))
	if _, err := io.ReadFull(said, n[:]); err != nil || n != [4]byte{} {
		ours.Close()
		said.Close()
		g.end()
		_ = c.Wait()
		if err == nil {
			err = syscall.Errno(binary.LittleEndian.Uint32(n[:]))
		}
		return nil, err
	}
	_ = said.SetReadDeadline(time.Time{})
	go func() {
		g.status = syscall.WaitStatus(unix.SIGKILL) // if the guard cannot tell
		if _, err := io.ReadFull(said, n[:]); err == nil {
			g.status = syscall.WaitStatus(binary.LittleEndian.Uint32(n[:]))
		}
		said.Close()
		close(g.done)
		_ = c.Wait()
		close(g.gone)
	}()
	return g, nil
}

// Status returns how the program ended; it waits for that.
func (g *Guarded) Status() syscall.WaitStatus {
	<-g.done
	return g.status
}

// Done returns a channel that is closed when the program has ended.
func (g *Guarded) Done() <-chan struct{} { return g.done }

// Ended waits for the end of the program. It reports false if that takes longer than d.
func (g *Guarded) Ended(d time.Duration) bool { return within(g.done, d) }

func within(end <-chan struct{}, d time.Duration) bool {
	select {
	case <-end:
		return true
	case <-time.After(d):
		return false
	}
}

// Signal sends a signal to the program and its group, unless it has ended.
func (g *Guarded) Signal(s syscall.Signal) { _, _ = g.tells.Write([]byte{byte(s)}) }

// Descendants returns the processes of the program and of all that it has started.
func (g *Guarded) Descendants() []int { return Descendants(g.pid) }

// Kill ends the program and all that it has started, and waits until nothing is left.
func (g *Guarded) Kill() {
	g.hangUp.Do(func() { g.tells.Close() })
	for !within(g.gone, goneTime) {
		g.end()
	}
}

// end kills the guard and all that descends from it.
func (g *Guarded) end() {
	for _, pid := range append(g.Descendants(), g.pid) {
		_ = unix.Kill(pid, unix.SIGKILL)
	}
}
