package jail

import (
	"errors"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// System calls that Go's runtime and the protocol need on every architecture.
var allowed = []uint32{
	unix.SYS_READ, unix.SYS_WRITE, unix.SYS_CLOSE, unix.SYS_FSTAT, unix.SYS_LSEEK, unix.SYS_FCNTL,
	unix.SYS_MUNMAP, unix.SYS_MADVISE, unix.SYS_MREMAP, unix.SYS_BRK, unix.SYS_MINCORE,
	unix.SYS_FUTEX, unix.SYS_NANOSLEEP, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_CLOCK_GETTIME, unix.SYS_GETTIMEOFDAY,
	unix.SYS_SCHED_YIELD, unix.SYS_SCHED_GETAFFINITY, unix.SYS_GETPID, unix.SYS_GETTID, unix.SYS_GETRANDOM,
	unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGRETURN, unix.SYS_SIGALTSTACK,
	unix.SYS_EPOLL_CREATE1, unix.SYS_EPOLL_CTL, unix.SYS_EPOLL_PWAIT, unix.SYS_EVENTFD2,
	unix.SYS_SET_ROBUST_LIST, unix.SYS_RSEQ, unix.SYS_RESTART_SYSCALL, unix.SYS_GETRUSAGE,
	unix.SYS_EXIT, unix.SYS_EXIT_GROUP,
}

// Offsets of the number, the architecture and the arguments of a system call in seccomp's data.
const (
	offCall = 0
	offArch = 4
	offArgs = 16
)

// canRefuse returns why the kernel cannot refuse calls, nil if it can.
func canRefuse() error {
	action := uint32(unix.SECCOMP_RET_ERRNO)
	_, _, e := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_GET_ACTION_AVAIL, 0, uintptr(unsafe.Pointer(&action)))
	if e != 0 {
		return e
	}
	return nil
}

// closeCalls makes the kernel refuse all system calls except a few, with EPERM, in all threads. The
// process can start threads but no processes, signal only itself, and not make memory executable.
// closeCalls returns false if the kernel does not support this. Calls of the x32 ABI of amd64 have
// other numbers, so they are refused as well. available is canRefuse.
func closeCalls(available func() error) (bool, error) {
	refuse := unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	if err := available(); missing(err) || errors.Is(err, unix.EINVAL) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	load := func(offset uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
	}
	// jump skips yes or no instructions after the next one.
	jump := func(test uint16, k uint32, yes, no uint8) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_K | test, Jt: yes, Jf: no, K: k}
	}
	ret := func(k uint32) unix.SockFilter { return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: k} }
	const allow = unix.SECCOMP_RET_ALLOW
	p := []unix.SockFilter{
		load(offArch),
		jump(unix.BPF_JEQ, auditArch, 1, 0),
		ret(unix.SECCOMP_RET_KILL_PROCESS),
		load(offCall),
	}
	for _, call := range slices.Concat(allowed, ownCalls) {
		p = append(p, jump(unix.BPF_JEQ, call, 0, 1), ret(allow))
	}
	// with allows a call depending on a comparison of its argument arg.
	with := func(call, arg uint32, test uint16, k uint32, fits bool) {
		yes, no := uint8(0), uint8(1)
		if !fits {
			yes, no = 1, 0
		}
		p = append(p, jump(unix.BPF_JEQ, call, 0, 4), load(offArgs+8*arg), jump(test, k, yes, no), ret(allow), ret(refuse))
	}
	with(unix.SYS_CLONE, 0, unix.BPF_JSET, unix.CLONE_THREAD, true)
	with(unix.SYS_MMAP, 2, unix.BPF_JSET, unix.PROT_EXEC, false)
	with(unix.SYS_MPROTECT, 2, unix.BPF_JSET, unix.PROT_EXEC, false)
	with(unix.SYS_TGKILL, 0, unix.BPF_JEQ, uint32(unix.Getpid()), true)
	p = append(p, ret(refuse))

	prog := unix.SockFprog{Len: uint16(len(p)), Filter: &p[0]}
	_, _, e := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&prog)))
	if e != 0 {
		return false, e
	}
	return true, nil
}
