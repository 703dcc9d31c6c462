package safe

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// content returns the text that version writes.
func content(i int) string {
	var b bytes.Buffer
	_ = version(i)(&b)
	return b.String()
}

// injectedLine matches a system call with an injected error.
var injectedLine = regexp.MustCompile(`(?m)^.*\(INJECTED\)$`)

// unprinted matches output of the program that got an injected error.
var unprinted = regexp.MustCompile(`(?m) +write\(1<.*\(INJECTED\)$`)

// fatal reports whether a save must fail at the system call in a line of the trace. This applies to
// calls that create, write, read or rename the temporary file, sync it or the folder, or examine
// the old file.
func fatal(line, path string) bool {
	_, call, _ := strings.Cut(line, " ")
	switch call = strings.TrimSpace(call); {
	case strings.Contains(call, "EINTR"):
		return false // tried again
	case strings.Contains(call, "O_DIRECTORY"), strings.Contains(call, "O_RDONLY"):
		return false // looks for stale temporary files
	case strings.HasPrefix(call, "fchown("), strings.HasPrefix(call, "newfstatat("):
		return false // the owner need not be the same; os.Rename calls stat as well
	case strings.Contains(call, Prefix), strings.HasPrefix(call, "fsync("), strings.HasPrefix(call, "renameat("):
		return true
	default:
		return strings.Contains(call, path) && !strings.HasPrefix(call, "close(")
	}
}

// TestEverySystemCall checks that the old or the new file exists if the program is killed at any
// system call, or if the call fails. If the save was reported, it must be the new file. No relevant
// error may be ignored.
func TestEverySystemCall(t *testing.T) {
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skip("there is no strace")
	}
	faults, step := []string{"signal=KILL", "error=EIO"}, 2
	if !testing.Short() {
		step = 1
		faults = append(faults, "error=ENOSPC", "error=EDQUOT", "error=EINTR")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	before, after := content(1), content(2)
	counts := map[string]int{}
	for _, fault := range faults {
		for _, call := range []string{"openat", "write", "lseek", "read", "fsync", "fchmod", "fchownat", "fchown", "renameat", "close", "newfstatat", "fstat", "flistxattr", "fgetxattr", "fsetxattr", "fremovexattr"} {
			for n := 1; ; n += step {
				if call == "fsync" && n == 1+step {
					n = 2 // the sync of the folder
				}
				if call == "read" && n > 12 {
					break // the Go runtime repeats these reads until they succeed
				}
				if err := errors.Join(os.WriteFile(path, []byte(before), 0o644), unix.Setxattr(path, "user.test", []byte("kept"), 0)); err != nil {
					t.Fatal(err)
				}
				said, trace, code := saveWithFault(t, path, call, fault, n)
				injected := bytes.Contains(trace, []byte("INJECTED")) || bytes.Contains(trace, []byte("killed by SIGKILL"))
				got, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				at := fmt.Sprintf("%s %d, %s: the program says %q", call, n, fault, said)
				struck := string(injectedLine.Find(trace))
				if must := fatal(struck, path); must {
					counts["fatal"]++
					checkFatal(t, at, struck, said, trace, code, string(got) == before)
				}
				if value := make([]byte, 9); string(said) == "saved" {
					if n, err := unix.Getxattr(path, "user.test", value); err != nil || string(value[:n]) != "kept" {
						t.Errorf("%s, without the extended attribute: %v", at, err)
					}
				}
				switch string(got) {
				case before:
					if string(said) == "saved" {
						t.Errorf("%s, and the old file is there", at)
					}
					counts["old"]++
				case after:
					counts["new"]++
				default:
					t.Errorf("%s, and %d bytes are there", at, len(got))
				}
				if fault == "signal=KILL" {
					if err := std.clean(dir, time.Now().Add(time.Second)); err != nil {
						t.Fatal(err)
					}
				}
				if len(said) > 0 && string(said) != "saved" && !strings.HasPrefix(string(said), "a cannot be saved: ") {
					t.Errorf("%s, which does not name the file", at)
				}
				noTemp(t, dir)
				if !injected {
					break
				}
				counts["faults"]++
			}
		}
	}
	if counts["faults"] < 20 || counts["fatal"] < 10 || counts["old"] == 0 || counts["new"] == 0 {
		t.Errorf("too little was tried: %v", counts)
	}
	t.Logf("saving: %d faults at system calls, %d of which a save must tell, %d times the old file and %d times the new one, 0 others", counts["faults"], counts["fatal"], counts["old"], counts["new"])
}

// checkFatal checks a save that must fail because of a fault: it ends with an error, and the old file stays, unless the
// sync of the folder failed.
func checkFatal(t *testing.T, at, struck string, said, trace []byte, code int, old bool) {
	t.Helper()
	if code != failed {
		t.Errorf("%s, after %s", at, struck)
	}
	// Writing the message of another thread may also fail with the injected error.
	if len(said) == 0 && !unprinted.Match(trace) {
		t.Errorf("%s, without the error", at)
	}
	if !old && !strings.Contains(struck, "fsync(") {
		t.Errorf("%s, and the new file is there after %s", at, struck)
	}
}

// saveWithFault saves a file in a child process whose nth system call of a kind gets a fault. It returns the output of
// the child, its trace and its exit code.
func saveWithFault(t *testing.T, path, call, fault string, n int) (said, trace []byte, code int) {
	t.Helper()
	log := filepath.Join(t.TempDir(), "trace")
	cmd := exec.Command("strace", "-f", "-qq", "-y", "-o", log, "-e", "trace="+call,
		"-e", fmt.Sprintf("inject=%s:%s:when=%d", call, fault, n), os.Args[0])
	cmd.Env = append(os.Environ(), childMode+"=once", childFile+"="+path, "GOMAXPROCS=1", "GORACE=atexit_sleep_ms=0")
	said, _ = cmd.Output()
	trace, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	return said, trace, cmd.ProcessState.ExitCode()
}

// TestOrderOfCalls checks that a save writes, syncs, renames, and syncs the folder, in this order.
// The target must never be removed.
func TestOrderOfCalls(t *testing.T) {
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skip("there is no strace")
	}
	path := filepath.Join(t.TempDir(), "a")
	if got, want := callsOf(t, "once", path), "write, fsync, renameat, fsync of the folder"; got != want {
		t.Errorf("the calls are %s; want %s", got, want)
	}
	// An appended line is written and synced. The folder is synced with the first line only.
	path = filepath.Join(t.TempDir(), "b")
	for _, want := range []string{"write, fsync, fsync of the folder", "write, fsync"} {
		if got := callsOf(t, "append", path); got != want {
			t.Errorf("the calls that add a line are %s; want %s", got, want)
		}
	}
}

// callsOf returns the system calls that write to path or its folder.
func callsOf(t *testing.T, mode, path string) string {
	t.Helper()
	log := filepath.Join(t.TempDir(), "trace")
	cmd := exec.Command("strace", "-f", "-qq", "-y", "-o", log, "-e", "trace=write,fsync,renameat,unlinkat,unlink,ftruncate", os.Args[0])
	cmd.Env = append(os.Environ(), childMode+"="+mode, childFile+"="+path, "GORACE=atexit_sleep_ms=0")
	if said, err := cmd.Output(); err != nil || string(said) != "saved" {
		t.Fatalf("%q, %v", said, err)
	}
	trace, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	var order []string
	for line := range strings.Lines(string(trace)) {
		_, line, _ = strings.Cut(line, " ")
		name, rest, _ := strings.Cut(strings.TrimSpace(line), "(")
		if !strings.Contains(rest, filepath.Dir(path)) {
			continue
		}
		if name == "fsync" && !strings.Contains(rest, Prefix) && !strings.Contains(rest, "<"+path+">") {
			name = "fsync of the folder"
		}
		if len(order) == 0 || order[len(order)-1] != name {
			order = append(order, name)
		}
	}
	return strings.Join(order, ", ")
}

// mount mounts a file system of 64 KB on a new folder and returns the folder.
func mount(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("none", dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("nothing can be mounted: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// TestFullDisk checks that the old file stays if the disk is full, and that a smaller file can
// replace it.
func TestFullDisk(t *testing.T) {
	path := filepath.Join(mount(t), "a")
	if err := Write(path, text("old")); err != nil {
		t.Fatal(err)
	}
	err := Write(path, text(strings.Repeat("x", 1<<17)))
	if err == nil || err.Error() != "a cannot be saved: there is no space left on the disk" {
		t.Error(err)
	}
	want(t, path, "old")
	if err := Write(path, text("new")); err != nil {
		t.Error(err)
	}
	want(t, path, "new")
}

// TestOtherFileSystem checks that a link to another file system can be saved.
func TestOtherFileSystem(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(mount(t), "a")
	link := filepath.Join(dir, "link")
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	for _, c := range []string{"one", "two"} {
		if err := Write(link, text(c)); err != nil {
			t.Fatal(err)
		}
		want(t, target, c)
		noTemp(t, dir)
	}
	// A mount point cannot be replaced.
	file := filepath.Join(dir, "b")
	if err := os.WriteFile(file, []byte("below"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount(target, file, "", syscall.MS_BIND, ""); err != nil {
		t.Fatal(err)
	}
	err := Write(file, text("new"))
	want(t, file, "two")
	if uerr := syscall.Unmount(file, 0); uerr != nil {
		t.Fatal(uerr)
	}
	if err == nil || !strings.HasPrefix(err.Error(), "b cannot be saved: ") {
		t.Error(err)
	}
	want(t, file, "below")
}

func TestReadOnlyFileSystem(t *testing.T) {
	dir := mount(t)
	path := filepath.Join(dir, "a")
	if err := Write(path, text("old")); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("none", dir, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Skip(err)
	}
	for _, p := range []string{path, filepath.Join(dir, "new")} {
		err := Write(p, text("new"))
		if want := filepath.Base(p) + " cannot be saved: the file system is read-only"; err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	want(t, path, "old")
}

// TestFolderIsGone checks the error if the folder is removed before or during a save.
func TestFolderIsGone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "medium")
	path := filepath.Join(dir, "a")
	for name, when := range map[string]func() error{
		"before": func() error { return nil },
		"during": func() error { return os.Mkdir(dir, 0o755) },
	} {
		t.Run(name, func(t *testing.T) {
			if err := when(); err != nil {
				t.Fatal(err)
			}
			err := Write(path, func(w io.Writer) error {
				if err := os.RemoveAll(dir); err != nil {
					return err
				}
				_, err := w.Write([]byte("new"))
				return err
			})
			if err == nil || err.Error() != "a cannot be saved: there is no such file or folder" {
				t.Error(err)
			}
			if _, err := os.Stat(dir); err == nil {
				t.Errorf("%s: the folder is back", name)
			}
		})
	}
}

func TestNameThatIsNoText(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a\xff\xfe")
	for _, c := range []string{"one", "two"} {
		if err := Write(path, text(c)); err != nil {
			t.Fatal(err)
		}
		want(t, path, c)
	}
}

// TestSetgidFolder checks that files inherit and keep the group of a setgid folder.
func TestSetgidFolder(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only the superuser can give folders away")
	}
	dir := t.TempDir()
	if err := os.Chown(dir, 0, 1234); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o775|os.ModeSetgid); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "a")
	for _, group := range []uint32{1234, 4321} {
		for range 2 {
			if err := Write(path, text("x")); err != nil {
				t.Fatal(err)
			}
			info, _ := os.Stat(path)
			if st := info.Sys().(*syscall.Stat_t); st.Gid != group {
				t.Errorf("group %d, want %d", st.Gid, group)
			}
		}
		if err := os.Chown(path, 0, 4321); err != nil {
			t.Fatal(err)
		}
	}
}

// TestHardLink checks that a file with hard links is replaced only by Replace. The links must keep
// the old content.
func TestHardLink(t *testing.T) {
	dir := t.TempDir()
	path, other, link := filepath.Join(dir, "a"), filepath.Join(dir, "b"), filepath.Join(dir, "link")
	if err := errors.Join(Write(path, text("old")), os.Link(path, other), os.Symlink("a", link)); err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{path, other, link} {
		err := Write(p, text("new"))
		var loss *Loss
		if !errors.As(err, &loss) || len(loss.What) != 1 || err.Error() != filepath.Base(p)+" cannot be saved: other hard links to this file would keep the old content" {
			t.Error(err)
		}
		want(t, path, "old")
		want(t, other, "old")
	}
	if err := Replace(link, text("new")); err != nil {
		t.Fatal(err)
	}
	want(t, path, "new")
	want(t, other, "old")
	for _, p := range []string{link, other} {
		if err := Write(p, text("newer")); err != nil {
			t.Error(err)
		}
	}
	want(t, path, "newer")
	want(t, other, "newer")
}

func TestResolveAndOpen(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	if err := Write("a", text("x")); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"l": "m", "m": "a", "new": "none"} {
		if err := os.Symlink(to, link); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]string{"a": "a", "l": "a", "./new": "none", dir + "/l": "a", "free": "free"} {
		if got, err := Resolve(path); err != nil || got != filepath.Join(dir, want) {
			t.Errorf("%s leads to %s, %v", path, got, err)
		}
	}
	if got, err := Resolve("none/a"); err == nil {
		t.Errorf("resolved to %s", got)
	}
	if err := syscall.Mkfifo("fifo", 0o666); err != nil {
		t.Fatal(err)
	}
	for path, why := range map[string]string{"fifo": "it is not a regular file", "/dev/zero": "it is not a regular file", ".": "it is a folder", "none": "there is no such file or folder"} {
		if f, err := Open(path); err == nil || Cause(err).Error() != why {
			t.Errorf("%s: %v, %v; want %s", path, f, err, why)
		}
	}
	f, err := Open("l")
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
}
