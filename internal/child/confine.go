package child

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Limit is a resource limit, such as unix.RLIMIT_AS.
type Limit struct {
	Resource int
	Most     uint64
}

// Confinement limits a guarded program and all its descendants.
type Confinement struct {
	Limits []Limit // limits for each process
	// Memory is the memory limit in bytes for all processes together, enforced if a cgroup can be
	// created. 0 means no limit. Without a cgroup, use Guarded.Memory.
	Memory int64
	// Write lists the folders in which files may be created, changed and removed. It is enforced if
	// the kernel has Landlock. nil allows all folders.
	Write []string
}

// order is the first argument of a guard, encoded as JSON.
type order struct {
	Confinement
	Namespace bool // the guard is the first process of new namespaces
}

// encode returns an order as an argument for decode.
func (o order) encode() (string, error) {
	text, err := json.Marshal(o)
	return string(text), err
}

func decode(text string) (o order, err error) {
	err = json.Unmarshal([]byte(text), &o)
	return o, err
}

// namespaces are the new namespaces of a guard and its descendants. When the first process of a PID
// namespace dies, the kernel kills all other processes in it, and none of these can stop or kill
// the first. The IPC namespace frees shared memory at the end. The mount namespace has a separate
// /proc.
const namespaces = unix.CLONE_NEWPID | unix.CLONE_NEWNS | unix.CLONE_NEWIPC

// shared is the folder of shared memory. sharedSize is the number of bytes that a guarded program
// may use in its private one. terminals is the folder of pseudo-terminals.
const (
	shared     = "/dev/shm"
	sharedSize = 64 << 20
	terminals  = "/dev/pts"
)

// hidden are folders of sockets. Through these, services of the session and the system could be
// asked to start programs outside the namespace.
var hidden = []string{"/run/user", "/run/dbus"}

// namespaceTasks is the largest number of processes and threads in a namespace.
const namespaceTasks = 1024

// boundTasks limits the processes and threads of this PID namespace, whose /proc must be mounted.
// It is needed since RLIMIT_NPROC does not apply to the superuser. Before Linux 6.14 this limit is
// global, and boundTasks does not change it.
func boundTasks() {
	var name unix.Utsname
	var major, minor int
	if unix.Uname(&name) != nil {
		return
	}
	if n, _ := fmt.Sscanf(unix.ByteSliceToString(name.Release[:]), "%d.%d", &major, &minor); n == 2 && (major > 6 || major == 6 && minor >= 14) {
		_ = os.WriteFile("/proc/sys/kernel/pid_max", []byte(strconv.Itoa(namespaceTasks)), 0)
	}
}

// boundShared limits System V shared memory to sharedSize, since processes can fill it without
// mapping it. Only the superuser may set that limit.
func boundShared() {
	_ = os.WriteFile("/proc/sys/kernel/shmall", []byte(strconv.Itoa(sharedSize/os.Getpagesize())), 0)
}

// isolate sets up the namespaces of a guard. It returns the private folders where the program may
// write. It skips steps that the system refuses. For example, the kernel may refuse a second /proc
// within a container.
func isolate() (private []string) {
	boundShared()
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_SLAVE, ""); err != nil {
		return nil
	}
	const flags = unix.MS_NOSUID | unix.MS_NODEV
	if unix.Mount("proc", "/proc", "proc", flags|unix.MS_NOEXEC, "") == nil {
		boundTasks()
	}
	for _, dir := range hidden {
		_ = unix.Mount("tmpfs", dir, "tmpfs", flags|unix.MS_NOEXEC|unix.MS_RDONLY, "mode=755")
	}
	if unix.Mount("tmpfs", shared, "tmpfs", flags, fmt.Sprintf("mode=1777,size=%d", sharedSize)) == nil {
		private = append(private, shared)
	}
	if unix.Mount("devpts", terminals, "devpts", unix.MS_NOSUID|unix.MS_NOEXEC, "newinstance,ptmxmode=0666,mode=0620") == nil {
		private = append(private, terminals)
	}
	return private
}

// markLimit is the resource whose hard limit identifies the processes of guarded programs: theirs
// is lower than the one of this process. A process can lower a hard limit but not raise it. The
// limit concerns the time of real-time threads, which these processes may not have.
const markLimit = unix.RLIMIT_RTTIME

// mark marks this process as part of a guarded program.
func mark() error {
	var now syscall.Rlimit
	if err := rlimit(markLimit, nil, &now); err != 0 {
		return err
	}
	now.Max--
	now.Cur = now.Max
	if err := rlimit(markLimit, &now, nil); err != 0 {
		return err
	}
	return nil
}

// keptCapability is the only capability that programs of the superuser keep. Without it they could
// not read files of other users.
const keptCapability = unix.CAP_DAC_OVERRIDE

// confine confines the calling thread and replaces the process with a program. It returns only if
// there is an error.
func confine(c Confinement, command []string) error {
	debug.SetGCPercent(-1) // see exec
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	dropCapabilities()
	// If memory runs out, the kernel kills this program first.
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0)
	if err := restrictWrites(c.Write); err != nil {
		return err
	}
	image, err := newImage(command)
	if err == nil {
		err = mark()
	}
	if err != nil {
		return err
	}
	return image.exec(c.Limits)
}

// image is a program to execute, in the form of the system call.
type image struct {
	path       *byte
	args, vars []*byte
}

func newImage(command []string) (i image, err error) {
	if i.path, err = syscall.BytePtrFromString(command[0]); err == nil {
		i.args, err = syscall.SlicePtrFromStrings(command)
	}
	if err == nil {
		i.vars, err = syscall.SlicePtrFromStrings(os.Environ())
	}
	return i, err
}

// exec sets limits, without raising any, and executes the program. It does not allocate, since
// the runtime may already use more memory than the limits allow.
func (i image) exec(limits []Limit) error {
	var now, most syscall.Rlimit
	for _, l := range limits {
		if err := rlimit(l.Resource, nil, &now); err != 0 {
			return err
		}
		most.Max = min(l.Most, now.Max)
		most.Cur = most.Max
		if err := rlimit(l.Resource, &most, nil); err != 0 {
			return err
		}
	}
	_, _, err := syscall.RawSyscall(unix.SYS_EXECVE, uintptr(unsafe.Pointer(i.path)), uintptr(unsafe.Pointer(&i.args[0])), uintptr(unsafe.Pointer(&i.vars[0])))
	return err
}

// rlimit sets and gets a resource limit of this process.
func rlimit(resource int, set, get *syscall.Rlimit) syscall.Errno {
	_, _, err := syscall.RawSyscall6(unix.SYS_PRLIMIT64, 0, uintptr(resource), uintptr(unsafe.Pointer(set)), uintptr(unsafe.Pointer(get)), 0, 0)
	return err
}

// dropCapabilities drops all capabilities but one. Programs of ordinary users do not have any.
// Without them, programs of the superuser cannot leave their namespaces or raise limits.
func dropCapabilities() {
	_ = unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
	for c := range uintptr(unix.CAP_LAST_CAP + 1) {
		if c != keptCapability {
			_ = unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0)
		}
	}
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var data [2]unix.CapUserData
	if unix.Capget(&header, &data[0]) == nil {
		data[0].Inheritable, data[1].Inheritable = 0, 0
		_ = unix.Capset(&header, &data[0])
	}
}

// writes are the Landlock rights to change files, by the version that introduced them. Kernels
// before 6.2 do not restrict truncation. No kernel restricts changes of permissions, times and
// owners.
var writes = map[int]uint64{
	1: unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_REMOVE_DIR | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE | unix.LANDLOCK_ACCESS_FS_MAKE_CHAR |
		unix.LANDLOCK_ACCESS_FS_MAKE_DIR | unix.LANDLOCK_ACCESS_FS_MAKE_REG | unix.LANDLOCK_ACCESS_FS_MAKE_SOCK | unix.LANDLOCK_ACCESS_FS_MAKE_FIFO |
		unix.LANDLOCK_ACCESS_FS_MAKE_BLOCK | unix.LANDLOCK_ACCESS_FS_MAKE_SYM,
	2: unix.LANDLOCK_ACCESS_FS_REFER, // without it, moving files between folders is always refused
	3: unix.LANDLOCK_ACCESS_FS_TRUNCATE,
	9: connects,
}

// connects is the right to connect to sockets of other programs.
const connects = unix.LANDLOCK_ACCESS_FS_RESOLVE_UNIX

// scopes is the first Landlock version that restricts signals and abstract sockets to programs in
// the same sandbox.
const scopes = 6

// devices are patterns of devices that may be written to: devices without storage, the program's
// controlling terminal, and graphics processors. The user's terminal must not be one of them, since
// a program could type commands there. A guard does not have a controlling terminal; see
// way.attributes.
var devices = []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty", "/dev/ptmx", "/dev/dri/*", "/dev/nvidia*", "/dev/kfd"}

// restrictWrites restricts the files that this thread may change. It also restricts signals to
// processes in the same sandbox. Newer kernels also refuse connections to local sockets of other
// programs. Without Landlock, or if folders is nil, it has no effect.
func restrictWrites(folders []string) error {
	version := Landlock()
	if version == 0 || folders == nil {
		return nil
	}
	var rules unix.LandlockRulesetAttr
	for first, rights := range writes {
		if first <= version {
			rules.Handled_access_fs |= rights
		}
	}
	if version >= scopes {
		rules.Scoped = unix.LANDLOCK_SCOPE_SIGNAL | unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET
	}
	set, _, e := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&rules)), unsafe.Sizeof(rules), 0)
	if e != 0 {
		return e
	}
	defer unix.Close(int(set))
	for _, dir := range folders {
		if err := allow(set, dir, rules.Handled_access_fs); err != nil {
			return err
		}
	}
	for _, pattern := range devices {
		found, _ := filepath.Glob(pattern)
		for _, path := range found {
			_ = allow(set, path, unix.LANDLOCK_ACCESS_FS_WRITE_FILE)
		}
	}
	if _, _, e := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, set, 0, 0); e != 0 {
		return e
	}
	return nil
}

// allow adds rights for a file or folder to a ruleset.
func allow(set uintptr, path string, rights uint64) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	rule := unix.LandlockPathBeneathAttr{Allowed_access: rights, Parent_fd: int32(fd)}
	if _, _, e := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, set, unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&rule)), 0, 0, 0); e != 0 {
		return e
	}
	return nil
}

// Landlock returns the kernel's Landlock version, or 0 if it has none.
func Landlock() int {
	v, _, e := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if e != 0 {
		return 0
	}
	return int(v)
}

// number returns the number of a system error.
func number(err error) uint32 {
	var n syscall.Errno
	if errors.As(err, &n) {
		return uint32(n)
	}
	return uint32(unix.EINVAL)
}
