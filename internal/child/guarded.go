package child

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"boardstudio/text/msg"
)

// Guarded is a program that runs under a guard. When it is gone, none of its descendants are left.
type Guarded struct {
	guard     *os.Process
	pid       int // process ID of the guard
	namespace bool
	group     *cgroup // nil if there is none
	tells     *os.File
	done      chan struct{} // closed when the program has ended
	gone      chan struct{} // closed when all descendants have ended as well
	status    syscall.WaitStatus
	overrun   bool // the kernel has killed processes because of the memory limit
	hangUp    sync.Once
}

// startTime is how long a guard may take to report the start. Without a namespace, the program may
// have stopped the guard before that.
const startTime = 5 * time.Second

// goneTime is how long a guard may take to end all processes before it is killed. Without a
// namespace, the program may have stopped it.
const goneTime = time.Second

// way is a way to start a guard.
type way struct {
	flags uintptr // namespaces to create
	group *cgroup
}

// ways returns the ways to start a guard, safest first. The superuser creates a PID namespace
// without a user namespace.
func ways(g *cgroup) (list []way) {
	var flags []uintptr
	if os.Geteuid() == 0 {
		flags = append(flags, namespaces)
	}
	flags = append(flags, namespaces|unix.CLONE_NEWUSER, 0)
	for _, f := range flags {
		if g != nil {
			list = append(list, way{f, g})
		}
		list = append(list, way{f, nil})
	}
	return list
}

// StartGuarded starts a confined program. It uses the path, arguments, environment, folder and the
// three standard files of cmd.
//
// The guard gets a PID namespace. If the system refuses that, the guard is a subreaper. This
// process then also is a subreaper as long as the guard runs. If the guard is killed, its orphans
// become children of this process, which kills and reaps them, and no others.
//
// StartGuarded returns errors of the system unchanged, and a *msg.Error if the guard program is
// missing.
func StartGuarded(cmd *exec.Cmd, c Confinement) (*Guarded, error) {
	path, err := Find()
	if err != nil {
		return nil, err
	}
	return startIn(newCgroup(c.Memory, procSelf), path, cmd, c)
}

// startIn starts a confined program with the guard at path. It uses and finally removes the cgroup, which may be nil.
func startIn(group *cgroup, path string, cmd *exec.Cmd, c Confinement) (*Guarded, error) {
	var err error
	for _, w := range ways(group) {
		var g *Guarded
		var final bool
		if g, final, err = start(path, cmd, c, w); final {
			if err != nil || w.group == nil { // otherwise the group belongs to g
				group.remove()
			}
			return g, err
		}
	}
	group.remove()
	return nil, err
}

// start starts a guard in one way. It returns final as false if another way may succeed.
func start(path string, cmd *exec.Cmd, c Confinement, w way) (_ *Guarded, final bool, err error) {
	text, err := order{c, w.flags != 0}.encode()
	if err != nil {
		return nil, true, err
	}
	theirs, ours, err := os.Pipe()
	if err != nil {
		return nil, true, err
	}
	defer theirs.Close()
	said, says, err := os.Pipe()
	if err != nil {
		ours.Close()
		return nil, true, err
	}
	defer says.Close()
	x := exec.Command(path, append([]string{guardWord, text, cmd.Path}, cmd.Args[1:]...)...)
	x.Env, x.Dir, x.Stdin, x.Stdout, x.Stderr = cmd.Env, cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr
	x.ExtraFiles = []*os.File{theirs, says}
	x.SysProcAttr = w.attributes()
	release := func() {}
	if w.flags == 0 {
		release = adoptOrphans()
	}
	if err := x.Start(); err != nil {
		ours.Close()
		said.Close()
		release()
		return nil, w == way{}, err
	}
	says.Close()
	g := &Guarded{guard: x.Process, pid: x.Process.Pid, namespace: w.flags != 0, group: w.group, tells: ours, done: make(chan struct{}), gone: make(chan struct{})}
	var n [4]byte
	_ = said.SetReadDeadline(time.Now().Add(startTime))
	if _, err := io.ReadFull(said, n[:]); err != nil || n != [4]byte{} {
		ours.Close()
		said.Close()
		g.end()
		_ = x.Wait()
		release()
		if err == nil {
			err = syscall.Errno(binary.LittleEndian.Uint32(n[:]))
			return nil, w.flags == 0 || !errors.Is(err, unix.EPERM), err
		}
		return nil, w.flags == 0, msg.Errorf("its supervisor process was stopped")
	}
	_ = said.SetReadDeadline(time.Time{})
	go func() {
		g.status = syscall.WaitStatus(unix.SIGKILL) // in case the guard cannot report it
		if _, err := io.ReadFull(said, n[:]); err == nil {
			g.status = syscall.WaitStatus(binary.LittleEndian.Uint32(n[:]))
		}
		said.Close()
		close(g.done)
		_ = x.Wait()
		release()
		g.overrun = g.group.overrun()
		g.group.remove()
		close(g.gone)
	}()
	return g, true, nil
}

// attributes returns the system attributes for starting a guard. It starts a new session, so the
// guard does not have a controlling terminal.
func (w way) attributes() *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Setsid: true, Cloneflags: w.flags}
	if w.group != nil {
		a.UseCgroupFD, a.CgroupFD = true, int(w.group.folder.Fd())
	}
	switch {
	case w.flags == 0:
		// If the program has stopped the guard, the end of this process resumes the guard, which
		// then finds its pipe closed.
		a.Pdeathsig = syscall.SIGCONT
	case w.flags&unix.CLONE_NEWUSER != 0:
		// User and group IDs stay the same. The guard may mount; its program does not get that
		// capability.
		a.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Geteuid(), HostID: os.Geteuid(), Size: 1}}
		a.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getegid(), HostID: os.Getegid(), Size: 1}}
		a.AmbientCaps = []uintptr{unix.CAP_SYS_ADMIN}
	}
	return a
}

// Status waits for the end of the program and returns its status.
func (g *Guarded) Status() syscall.WaitStatus {
	<-g.done
	return g.status
}

// Namespace reports whether the program runs in a PID namespace.
func (g *Guarded) Namespace() bool { return g.namespace }

// Done returns a channel that is closed when the program has ended.
func (g *Guarded) Done() <-chan struct{} { return g.done }

// Gone returns a channel that is closed when the program and all its descendants have ended.
func (g *Guarded) Gone() <-chan struct{} { return g.gone }

// Overrun reports whether the kernel killed the program because it and its descendants used too
// much memory. It waits until all of them have ended.
func (g *Guarded) Overrun() bool {
	<-g.gone
	return g.overrun
}

// Ended waits up to d for the program to end. It returns false if the program is still running.
func (g *Guarded) Ended(d time.Duration) bool { return within(g.done, d) }

func within(end <-chan struct{}, d time.Duration) bool {
	select { // also correct if both are ready
	case <-end:
		return true
	default:
	}
	select {
	case <-end:
		return true
	case <-time.After(d):
		return false
	}
}

// Signal sends a signal to the program and its group, unless it has ended.
func (g *Guarded) Signal(s syscall.Signal) { _, _ = g.tells.Write([]byte{byte(s)}) }

// Descendants returns the program and its descendants, at most limit of them.
func (g *Guarded) Descendants(limit int) []int { return Descendants(g.pid, limit) }

// Kill kills the program and all its descendants, and waits until they have ended. In a namespace
// the kernel does this in one step, however many processes there are.
func (g *Guarded) Kill() {
	g.hangUp.Do(func() {
		if g.namespace {
			_ = g.guard.Kill()
		}
		g.tells.Close()
	})
	for !within(g.gone, goneTime) {
		g.end()
	}
}

// end kills the guard and all its descendants.
func (g *Guarded) end() {
	if !g.namespace {
		for _, pid := range g.Descendants(math.MaxInt - 1) {
			_ = unix.Kill(pid, unix.SIGKILL)
		}
	}
	_ = g.guard.Kill()
}

// adopting counts the guards whose orphans this process adopts.
var adopting struct {
	mu     sync.Mutex
	guards int
}

// adoptOrphans makes this process the subreaper of a guard's orphans until release is called, which kills
// them. Meanwhile it also adopts orphans of other programs started by this process. These are left
// alone; after their end they remain zombies until this process ends.
func adoptOrphans() (release func()) {
	adopting.mu.Lock()
	defer adopting.mu.Unlock()
	if adopting.guards++; adopting.guards == 1 {
		_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
	}
	return func() {
		adopting.mu.Lock()
		defer adopting.mu.Unlock()
		killAll(orphans)
		if adopting.guards--; adopting.guards == 0 {
			_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
		}
	}
}

// orphans returns the children of this process that a guarded program has started, which have the
// mark. A guard does not have it.
func orphans() (list []int) {
	var own, its unix.Rlimit
	if err := unix.Prlimit(0, markLimit, nil, &own); err != nil {
		return nil
	}
	for _, pid := range children(os.Getpid()) {
		if err := unix.Prlimit(pid, markLimit, nil, &its); err == nil && its.Max < own.Max {
			list = append(list, pid)
		}
	}
	return list
}
