package safe

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"boardstudio/text/msg"
)

// text returns a function that writes s.
func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

// want fails the test unless the file has the given content and the folder has no temporary files.
func want(t *testing.T, path, content string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != content {
		t.Errorf("%s holds %q, %v; want %q", filepath.Base(path), got, err, content)
	}
	noTemp(t, filepath.Dir(path))
}

func noTemp(t *testing.T, dir string) {
	t.Helper()
	if left, _ := filepath.Glob(filepath.Join(dir, Prefix+"*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// mask sets the umask for a test.
func mask(t *testing.T, m int) {
	old := syscall.Umask(m)
	t.Cleanup(func() { syscall.Umask(old) })
}

func TestNewFile(t *testing.T) {
	mask(t, 0o027)
	path := filepath.Join(t.TempDir(), strings.Repeat("é", 127)+"x") // 255 bytes, the maximum
	if err := Write(path, text("one")); err != nil {
		t.Fatal(err)
	}
	want(t, path, "one")
	if info, _ := os.Stat(path); info.Mode() != 0o640 {
		t.Errorf("mode %v, want 0666 without the umask", info.Mode())
	}
}

func TestModeIsKept(t *testing.T) {
	mask(t, 0o077)
	for _, mode := range []fs.FileMode{0o600, 0o640, 0o664, 0o755} {
		t.Run(mode.String(), func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a")
			if err := os.WriteFile(path, []byte("a longer content"), mode); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(path, mode); err != nil {
				t.Fatal(err)
			}
			if err := Write(path, text("two")); err != nil {
				t.Fatal(err)
			}
			want(t, path, "two")
			if info, _ := os.Stat(path); info.Mode() != mode {
				t.Errorf("mode became %v, was %v", info.Mode(), mode)
			}
		})
	}
}

func TestOwnerIsKept(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only the superuser can give files away")
	}
	path := filepath.Join(t.TempDir(), "a")
	if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chown(path, 4321, 1234)); err != nil {
		t.Fatal(err)
	}
	if err := Write(path, text("two")); err != nil {
		t.Fatal(err)
	}
	info, _ := os.Stat(path)
	if st := info.Sys().(*syscall.Stat_t); st.Uid != 4321 || st.Gid != 1234 {
		t.Errorf("owner became %d:%d", st.Uid, st.Gid)
	}
}

func TestSymbolicLinks(t *testing.T) {
	for _, tt := range []struct {
		name  string
		links map[string]string // link to target
		save  string
		file  string // file that must change, or "" for an error
	}{
		{"relative", map[string]string{"l": "real"}, "l", "real"},
		{"into another folder", map[string]string{"l": "sub/real"}, "l", "sub/real"},
		{"chain of three", map[string]string{"l": "m", "m": "sub/n", "sub/n": "../real"}, "l", "real"},
		{"dangling", map[string]string{"l": "new"}, "l", "new"},
		{"a folder is the link", map[string]string{"d": "sub"}, "d/real", "sub/real"},
		{"dots after a folder that is a link", map[string]string{"d": "sub/deep", "l": "d/../real"}, "l", "sub/real"},
		{"loop", map[string]string{"l": "m", "m": "l"}, "l", ""},
		{"to itself", map[string]string{"l": "l"}, "l", ""},
		{"dangling into no folder", map[string]string{"l": "none/real"}, "l", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.MkdirAll(filepath.Join(dir, "sub", "deep"), 0o777); err != nil {
				t.Fatal(err)
			}
			for _, f := range []string{"real", "sub/real"} {
				if err := os.WriteFile(filepath.Join(dir, f), []byte("old"), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			for link, to := range tt.links {
				if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
					t.Fatal(err)
				}
			}
			err := Write(filepath.Join(dir, tt.save), text("new"))
			if (err != nil) != (tt.file == "") {
				t.Fatalf("Write: %v", err)
			}
			for _, f := range []string{"real", "sub/real", "new"} {
				content := "old"
				if f == tt.file {
					content = "new"
				} else if f == "new" {
					continue
				}
				want(t, filepath.Join(dir, f), content)
			}
			for link, to := range tt.links {
				if got, err := os.Readlink(filepath.Join(dir, link)); got != to {
					t.Errorf("link %s leads to %q, %v", link, got, err)
				}
			}
		})
	}
}

// device returns the path of a device that a faulty test may replace without harm.
func device(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "full")
	if err := syscall.Mknod(path, syscall.S_IFCHR|0o666, 1<<8|7); err != nil {
		return "/dev/full" // only the superuser can create or replace devices
	}
	return path
}

func TestRefused(t *testing.T) {
	dir := t.TempDir()
	if err := errors.Join(os.Mkdir(filepath.Join(dir, "folder"), 0o777),
		syscall.Mkfifo(filepath.Join(dir, "fifo"), 0o666),
		os.Symlink(device(t), filepath.Join(dir, "device")),
		os.WriteFile(filepath.Join(dir, "file"), nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, path, why string }{
		{"folder", "folder", "it is a folder"},
		{"folder with a slash", "folder/", "it is a folder"},
		{"pipe", "fifo", "not a regular file"},
		{"device", "device", "not a regular file"},
		{"missing folder", "none/a", "no such file or folder"},
		{"file in the path", "file/a", "not a folder"},
		{"long name", strings.Repeat("x", 256), "the name is too long"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := Write(dir+"/"+tt.path, text("x"))
			var known *msg.Error
			if !errors.As(err, &known) || !strings.Contains(err.Error(), tt.why) || !strings.Contains(err.Error(), filepath.Base(tt.path)) {
				t.Errorf("%s: %v; want the name and %q", tt.path, err, tt.why)
			}
			noTemp(t, dir)
		})
	}
	if err := Write("", text("x")); err == nil {
		t.Error("an empty name was accepted")
	}
}

// TestReadOnly runs a child as another user, because the superuser may write to any file.
func TestReadOnly(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only the superuser can become somebody else")
	}
	dir, err := os.MkdirTemp("", "readonly") // t.TempDir is in a folder that others may not enter
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "a")
	if err := errors.Join(os.WriteFile(path, []byte("old"), 0o444), os.Chown(path, 65534, 65534), os.Chown(dir, 65534, 65534), os.Chmod(dir, 0o755)); err != nil {
		t.Fatal(err)
	}
	if got := child(t, "nobody", path); got != "a cannot be saved: permission denied" {
		t.Errorf("read-only file: %s", got)
	}
	want(t, path, "old")
	if err := errors.Join(os.Chmod(path, 0o644), os.Chmod(dir, 0o555)); err != nil {
		t.Fatal(err)
	}
	if got := child(t, "nobody", path); got != "a cannot be saved: permission denied" {
		t.Errorf("read-only folder: %s", got)
	}
	want(t, path, "old")
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if got := child(t, "nobody", path); got != "saved" {
		t.Errorf("own file in own folder: %s", got)
	}
	want(t, path, strings.Repeat("x", 1<<20))
}

func TestFailedWriteLeavesTheOldFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(path, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	err := Write(path, func(w io.Writer) error {
		if _, err := w.Write(make([]byte, 1<<20)); err != nil {
			return err
		}
		return msg.Errorf("the tree is broken at move %d", 7)
	})
	if err == nil || !strings.Contains(err.Error(), "move 7") {
		t.Errorf("the reason is lost: %v", err)
	}
	want(t, path, "old")
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic was swallowed")
			}
		}()
		_ = Write(path, func(io.Writer) error { panic("bug") })
	}()
	want(t, path, "old")
}

// TestTooLarge checks that the old file stays if the system limits the file size.
func TestTooLarge(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(path, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := child(t, "limited", path); got != "a cannot be saved: the file would be too large for this system" {
		t.Error(got)
	}
	want(t, path, "old")
}

func TestCause(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want string
	}{
		{&fs.PathError{Op: "write", Path: "/secret/x", Err: syscall.ENOSPC}, "there is no space left on the disk"},
		{&os.LinkError{Op: "rename", Old: "/secret/x", New: "y", Err: syscall.EXDEV}, "it is on another disk"},
		{os.NewSyscallError("ioctl", syscall.ENOTTY), "the system reports error 25 (inappropriate ioctl for device)"},
		{fmt.Errorf("landlock: %w", syscall.ENOMEM), "there is not enough memory"},
		{errors.New("other"), "other"},
		{msg.Errorf("mine"), "mine"},
		{io.ErrUnexpectedEOF, "it ends too early"},
	} {
		var known *msg.Error
		if got := Cause(tt.err); got.Error() != tt.want || !errors.As(got, &known) {
			t.Errorf("Cause(%v) = %v, want %s", tt.err, got, tt.want)
		}
	}
}

func TestClean(t *testing.T) {
	dir := t.TempDir()
	old := time.Now().Add(-2 * staleAge)
	ended := exec.Command("true")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	dead := localPrefix + strconv.Itoa(ended.ProcessState.Pid()) + "-"
	held, err := os.Create(filepath.Join(dir, dead+"held"))
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	if err := lock(held); err != nil {
		t.Fatal(err)
	}
	for name, stays := range map[string]bool{
		localPrefix + strconv.Itoa(os.Getpid()) + "-slow": true, localPrefix + "1-of another": true, localPrefix + "x-young": true, localPrefix + "-1-young": true, localPrefix + "0-young": true, localPrefix + "x-old": false, localPrefix + "0-old": false,
		Prefix + "1-a": false, Prefix + "2-b": true, "a.studio": true, "studio-save-x": true,
		dead + "young": false, dead + "held": true, localPrefix + strconv.Itoa(os.Getpid()) + "-young": true,
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
		if name != Prefix+"2-b" && !strings.HasPrefix(name, localPrefix) || strings.HasSuffix(name, "-slow") || strings.HasSuffix(name, "-old") || name == localPrefix+"1-of another" {
			if err := os.Chtimes(path, old, old); err != nil {
				t.Fatal(err)
			}
		}
		defer func() {
			if _, err := os.Stat(path); (err == nil) != stays {
				t.Errorf("%s: stays %v, want %v", name, err == nil, stays)
			}
		}()
	}
	if err := os.Mkdir(filepath.Join(dir, Prefix+"folder"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := Clean(dir); err != nil {
		t.Fatal(err)
	}
	if err := Clean(filepath.Join(dir, "none")); err == nil {
		t.Error("a folder that is not there was cleaned")
	}
}

// TestTry checks that Try returns the error of Write and changes nothing.
func TestTry(t *testing.T) {
	dir := t.TempDir()
	there := filepath.Join(dir, "there")
	if err := os.WriteFile(there, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	hello := text("hello")
	broken := func(io.Writer) error { return errors.New("no words") }
	for path, write := range map[string]func(io.Writer) error{
		filepath.Join(dir, "missing", "file"): hello,
		dir:                                   hello,
		device(t):                             hello,
		there:                                 broken,
	} {
		try, really := Try(path, write), Write(path, write)
		if try == nil || really == nil || try.Error() != really.Error() {
			t.Errorf("%s: Try says %v, Write %v", path, try, really)
		}
	}
	for _, path := range []string{there, filepath.Join(dir, "new")} {
		if err := Try(path, hello); err != nil {
			t.Error(err)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
	if data, err := os.ReadFile(there); err != nil || string(data) != "old" {
		t.Errorf("the file holds %q, %v", data, err)
	}
}
