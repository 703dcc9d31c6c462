package child

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// cgroupName is the prefix of the names of guards' cgroups.
const cgroupName = "boardstudio-engine-"

// cgroup is a cgroup (version 2) that limits the memory of a guard and all its descendants. Its
// methods accept a nil receiver.
type cgroup struct {
	path   string
	folder *os.File
}

// newCgroup creates a cgroup with a memory limit in bytes, as a sibling of this process's cgroup.
// It returns nil if that is impossible. proc is procSelf. The system must have delegated the parent: to an ordinary
// user by file permissions, to the superuser by an attribute.
func newCgroup(memory int64, proc string) *cgroup {
	if memory <= 0 {
		return nil
	}
	parent := delegated(proc)
	if parent == "" {
		return nil
	}
	path, err := os.MkdirTemp(parent, cgroupName)
	if err != nil {
		return nil
	}
	g := &cgroup{path: path}
	if g.folder, err = os.Open(path); err != nil || g.set("memory.max", memory) != nil {
		g.remove()
		return nil
	}
	_ = g.set("memory.swap.max", 0)
	_ = g.set("memory.oom.group", 1)
	return g
}

// set writes a file of the cgroup, which must exist.
func (g *cgroup) set(name string, value int64) error {
	f, err := os.OpenFile(filepath.Join(g.path, name), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.WriteString(strconv.FormatInt(value, 10))
	return err
}

// removeTries is how often remove tries. The kernel considers a cgroup empty only some time after
// its last process was reaped.
const removeTries = 100

// remove removes the cgroup, which must not contain processes.
func (g *cgroup) remove() {
	if g == nil {
		return
	}
	if g.folder != nil {
		g.folder.Close()
	}
	for range removeTries {
		if err := unix.Rmdir(g.path); err != unix.EBUSY {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// overrun reports whether the kernel has killed processes of the cgroup because of the memory
// limit.
func (g *cgroup) overrun() bool {
	if g == nil {
		return false
	}
	text, _ := os.ReadFile(filepath.Join(g.path, "memory.events"))
	for line := range strings.Lines(string(text)) {
		if n, ok := strings.CutPrefix(line, "oom_kill "); ok {
			return strings.TrimSpace(n) != "0"
		}
	}
	return false
}

// procSelf is the folder with the kernel's files about this process. The file cgroup there contains the
// cgroup of this process, and mountinfo all mounts.
const procSelf = "/proc/self"

// delegated returns the parent folder of this process's cgroup, or "" if memory cannot be limited
// there.
func delegated(proc string) string {
	text, _ := os.ReadFile(filepath.Join(proc, "cgroup"))
	own := ""
	for line := range strings.Lines(string(text)) {
		if path, ok := strings.CutPrefix(line, "0::"); ok {
			own = strings.TrimSuffix(path, "\n")
		}
	}
	root := mountedCgroups(proc)
	if root == "" || own == "" || own == "/" {
		return ""
	}
	parent := filepath.Dir(filepath.Join(root, own))
	control, _ := os.ReadFile(filepath.Join(parent, "cgroup.subtree_control"))
	if !bytes.Contains(control, []byte("memory")) || os.Geteuid() == 0 && !systemdDelegates(parent, root) {
		return ""
	}
	return parent
}

// mountedCgroups returns the mount point of the cgroup2 root, or "" if it is not mounted.
func mountedCgroups(proc string) string {
	text, _ := os.ReadFile(filepath.Join(proc, "mountinfo"))
	for line := range strings.Lines(string(text)) {
		before, after, _ := strings.Cut(line, " - ")
		fields := strings.Fields(before)
		if strings.HasPrefix(after, "cgroup2 ") && len(fields) > 4 && fields[3] == "/" {
			return fields[4]
		}
	}
	return ""
}

// systemdDelegates reports whether systemd has marked a cgroup, or one of its ancestors, as
// delegated.
func systemdDelegates(dir, root string) bool {
	value := make([]byte, 1)
	for ; len(dir) > len(root); dir = filepath.Dir(dir) {
		for _, name := range []string{"trusted.delegate", "user.delegate"} {
			if n, err := unix.Getxattr(dir, name, value); err == nil && n == 1 && value[0] == '1' {
				return true
			}
		}
	}
	return false
}
