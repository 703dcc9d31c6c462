package child

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// First arguments of studio-script, for a guard and for the process that becomes the guarded
// program.
const (
	guardWord  = "guard"
	becomeWord = "become"
)

// Descriptors of a guard, after the three of the program: for commands, and for reports. The
// process that becomes the program reports errors on the first of them.
const (
	control = 3
	report  = 4
)

// Guarding runs a guard, or becomes a program, if the arguments of studio-script request it, and
// returns the exit code. Otherwise it returns false immediately.
//
// A guard starts one confined program. It is the first process of a PID namespace, or else the
// subreaper for the program and its descendants. It reports the result of the start in four bytes,
// either 0 or a system error, and later the program's wait status in four more. Each byte that it
// receives is a signal for the program and its group. When the pipe is closed or the program ends,
// the guard kills all remaining processes and ends.
func Guarding(args []string) (code int, ok bool) {
	if len(args) < 4 {
		return 0, false
	}
	switch args[1] {
	case guardWord:
		return guard(args[2], args[3:]), true
	case becomeWord:
		return runProgram(args[2], args[3:]), true
	}
	return 0, false
}

// runProgram confines itself and executes the program. It reports an error on descriptor 3, which is
// closed when the program starts.
func runProgram(text string, command []string) int {
	runtime.LockOSThread() // capabilities belong to a thread
	unix.CloseOnExec(control)
	o, err := decode(text)
	if err == nil {
		err = confine(o.Confinement, command)
	}
	writeInt(control, number(err))
	return 1
}

// writeInt writes four bytes.
func writeInt(fd int, n uint32) { _, _ = unix.Write(fd, binary.LittleEndian.AppendUint32(nil, n)) }

// guard runs a guard; see Guarding.
func guard(text string, command []string) int {
	runtime.LockOSThread() // the kernel kills the program when the thread that started it ends
	unix.CloseOnExec(control)
	unix.CloseOnExec(report)
	// Do not ignore these signals, since programs would inherit that.
	signal.Notify(make(chan os.Signal, 1), unix.SIGINT, unix.SIGTERM, unix.SIGHUP, unix.SIGQUIT)
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, unix.SIGCHLD)
	pid := 0
	o, err := decode(text)
	if err == nil {
		if !o.Namespace {
			err = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
		} else {
			if private := isolate(); o.Write != nil {
				o.Write = append(o.Write, private...)
			}
			// In a user namespace only its own processes count.
			o.Limits = append([]Limit{{unix.RLIMIT_NPROC, namespaceTasks}}, o.Limits...)
		}
	}
	if err == nil {
		pid, err = spawn(o, command)
	}
	if err != nil {
		writeInt(report, number(err))
		return 1
	}
	// Close the program's pipes, so that the program alone decides when they are closed.
	if null, err := unix.Open(os.DevNull, unix.O_RDWR|unix.O_CLOEXEC, 0); err == nil {
		for fd := range 3 {
			_ = unix.Dup3(null, fd, 0)
		}
	}
	writeInt(report, 0)
	signals := make(chan syscall.Signal)
	go func() {
		defer close(signals)
		in := os.NewFile(control, "control")
		for b := make([]byte, 1); ; {
			if _, err := in.Read(b); err != nil {
				return
			}
			signals <- syscall.Signal(b[0])
		}
	}()
	for {
		select {
		case s, ok := <-signals:
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
		if !o.Namespace { // otherwise the kernel kills the rest at once
			killAll(func() []int { return children(os.Getpid()) })
		}
		return 0
	}
}

// spawn starts the program through runProgram. It returns the error of the system.
func spawn(o order, command []string) (int, error) {
	text, err := o.encode()
	if err != nil {
		return 0, err
	}
	r, w, err := os.Pipe()
	if err != nil {
		return 0, err
	}
	defer r.Close()
	pid, err := syscall.ForkExec("/proc/self/exe", append([]string{Program, becomeWord, text}, command...), &syscall.ProcAttr{
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

// reap reaps ended processes, and reports the program's status if it is among them. It returns
// whether the program has ended. It waits for that, unless flags has WNOHANG.
func reap(program, flags int) bool {
	for {
		var status unix.WaitStatus
		pid, err := unix.Wait4(-1, &status, flags, nil)
		switch {
		case errors.Is(err, unix.EINTR):
		case pid <= 0:
			return false
		case pid == program:
			writeInt(report, uint32(status))
			return true
		}
	}
}

// killRounds is how often killAll tries to kill processes that fork faster than it kills. killPause
// is the time between rounds.
const (
	killRounds = 2000
	killPause  = time.Millisecond
)

// killAll kills the listed children of this process with all their descendants and reaps them,
// until the list is empty. It stops all of them before it kills any, so that they cannot fork. It
// waits only for the listed processes.
func killAll(list func() []int) {
	for range killRounds {
		roots := list()
		if len(roots) == 0 {
			return
		}
		all := trees(roots, math.MaxInt)
		for _, pid := range all {
			_ = unix.Kill(pid, unix.SIGSTOP)
		}
		for _, pid := range append(trees(roots, math.MaxInt), all...) {
			_ = unix.Kill(pid, unix.SIGKILL)
		}
		for _, pid := range roots {
			_, _ = unix.Wait4(pid, nil, unix.WNOHANG, nil)
		}
		time.Sleep(killPause)
	}
}

// Descendants returns at most limit descendants of a process. It costs about 20 µs for each.
func Descendants(root, limit int) []int { return trees([]int{root}, limit+1)[1:] }

// trees returns the processes roots and their descendants, at most limit in all.
func trees(roots []int, limit int) []int {
	var all []int
	seen := map[int]bool{}
	add := func(list []int) {
		for _, pid := range list {
			if !seen[pid] && len(all) < limit {
				all, seen[pid] = append(all, pid), true
			}
		}
	}
	add(roots)
	for i := 0; i < len(all) && len(all) < limit; i++ {
		add(children(all[i]))
	}
	return all
}

// children returns the children of a process.
func children(pid int) (all []int) {
	dir := "/proc/" + strconv.Itoa(pid) + "/task/"
	tasks, _ := os.ReadDir(dir)
	for _, t := range tasks {
		text, _ := os.ReadFile(dir + t.Name() + "/children")
		for _, word := range strings.Fields(string(text)) {
			if child, err := strconv.Atoi(word); err == nil {
				all = append(all, child)
			}
		}
	}
	return all
}
