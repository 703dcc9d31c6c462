package child

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// fakeCgroups returns a folder that says like procSelf that this process is in the cgroup own, in a tree
// mounted in a temporary folder. It also returns that folder.
func fakeCgroups(t *testing.T, own, mount string) (proc, root string) {
	t.Helper()
	proc = t.TempDir()
	root = filepath.Join(proc, "tree")
	write(t, filepath.Join(proc, "cgroup"), "12:pids:/x\n"+own)
	write(t, filepath.Join(proc, "mountinfo"), "20 1 8:1 / / rw - ext4 /dev/sda1 rw\n"+fmt.Sprintf(mount, root))
	if err := os.MkdirAll(filepath.Join(root, "user", "app", "own"), 0o700); err != nil {
		t.Fatal(err)
	}
	return proc, root
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

const wholeTree = "30 20 0:27 / %s rw,nosuid shared:4 - cgroup2 cgroup2 rw\n"

// TestDelegated checks that cgroups are created as siblings of this process's cgroup, if memory can
// be limited there. For the superuser, the parent must also be delegated.
func TestDelegated(t *testing.T) {
	for name, x := range map[string]struct {
		own, mount, control, delegate string
		want                          bool
	}{
		"delegated":               {"0::/user/app/own\n", wholeTree, "cpu memory pids\n", "app", true},
		"delegated above":         {"0::/user/app/own\n", wholeTree, "memory\n", "user", true},
		"not delegated":           {"0::/user/app/own\n", wholeTree, "memory\n", "", os.Geteuid() != 0},
		"the root does not count": {"0::/user/app/own\n", wholeTree, "memory\n", ".", os.Geteuid() != 0},
		"without memory":          {"0::/user/app/own\n", wholeTree, "cpu pids\n", "app", false},
		"in the root":             {"0::/\n", wholeTree, "memory\n", "app", false},
		"version 1 only":          {"1:memory:/user/app/own\n", wholeTree, "memory\n", "app", false},
		"a part is mounted":       {"0::/user/app/own\n", "30 20 0:27 /user %s rw - cgroup2 cgroup2 rw\n", "memory\n", "app", false},
		"something else":          {"0::/user/app/own\n", "30 20 0:27 / %s rw - tmpfs tmpfs rw\n", "memory\n", "app", false},
		"a broken line":           {"0::/user/app/own\n", "30 20 0:27 /%.0s - cgroup2 cgroup2 rw\n", "memory\n", "app", false},
	} {
		t.Run(name, func(t *testing.T) {
			proc, root := fakeCgroups(t, x.own, x.mount)
			app := filepath.Join(root, "user", "app")
			write(t, filepath.Join(app, "cgroup.subtree_control"), x.control)
			if x.delegate != "" && os.Geteuid() == 0 {
				dir := root
				if x.delegate != "." {
					dir = filepath.Join(root, map[string]string{"app": "user/app", "user": "user"}[x.delegate])
				}
				if err := unix.Setxattr(dir, "trusted.delegate", []byte("1"), 0); err != nil {
					t.Skip("the file system has no such attributes: ", err)
				}
			}
			want := ""
			if x.want {
				want = app
			}
			if got := delegated(proc); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
	proc, _ := fakeCgroups(t, "0::/\n", wholeTree)
	_ = os.Remove(filepath.Join(proc, "mountinfo"))
	if got := mountedCgroups(proc); got != "" {
		t.Errorf("%q without a list of mounts", got)
	}
}

// TestNewCgroup checks that newCgroup returns nil and removes its folder if a cgroup cannot be set
// up.
func TestNewCgroup(t *testing.T) {
	proc, root := fakeCgroups(t, "0::/user/app/own\n", wholeTree)
	app := filepath.Join(root, "user", "app")
	write(t, filepath.Join(app, "cgroup.subtree_control"), "memory\n")
	if os.Geteuid() == 0 {
		if err := unix.Setxattr(app, "trusted.delegate", []byte("1"), 0); err != nil {
			t.Skip("the file system has no such attributes: ", err)
		}
	}
	for _, memory := range []int64{-1, 0, 1 << 20} { // an ordinary folder does not have memory.max
		if g := newCgroup(memory, proc); g != nil {
			t.Errorf("%d: %+v", memory, g)
		}
	}
	if left, err := filepath.Glob(filepath.Join(app, cgroupName+"*")); err != nil || len(left) != 0 {
		t.Errorf("%q, %v", left, err)
	}
	// set writes existing files, and overrun reads memory.events.
	dir := filepath.Join(root, "made")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	g := &cgroup{path: dir}
	if err := g.set("memory.max", 5); err == nil {
		t.Error("a file that is not there was written")
	}
	write(t, filepath.Join(dir, "memory.max"), "")
	if err := g.set("memory.max", 123); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "memory.max")); err != nil || string(text) != "123" {
		t.Errorf("%q, %v", text, err)
	}
	for text, want := range map[string]bool{"": false, "low 0\noom 3\noom_kill 0\noom_group_kill 0\n": false, "oom 0\noom_kill 2\n": true, "oom_kill_x 1\n": false} {
		write(t, filepath.Join(dir, "memory.events"), text)
		if g.overrun() != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
	if (*cgroup)(nil).overrun() {
		t.Error("no cgroup has overrun")
	}
	(*cgroup)(nil).remove()
	for _, name := range []string{"memory.max", "memory.events"} {
		_ = os.Remove(filepath.Join(dir, name))
	}
	if g.remove(); exists(dir) {
		t.Error("it stays")
	}
}

// TestCgroupOfNoProgram checks that the cgroup is removed if the program cannot be started.
func TestCgroupOfNoProgram(t *testing.T) {
	_, root := fakeCgroups(t, "0::/user/app/own\n", wholeTree)
	dir := filepath.Join(root, "user", "app", cgroupName+"1")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	folder, err := os.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	guard, err := Find()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := startIn(&cgroup{dir, folder}, guard, &exec.Cmd{Path: root, Args: []string{root}}, Confinement{}); err == nil {
		t.Error("a folder was started")
	}
	if exists(dir) {
		t.Error("its cgroup stays")
	}
	if _, err := folder.Stat(); !errors.Is(err, os.ErrClosed) {
		t.Errorf("its folder is open: %v", err)
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
