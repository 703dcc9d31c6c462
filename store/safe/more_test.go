package safe

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/sys/unix"

	"boardstudio/text/msg"
)

// TestRenameWithoutHelp checks Rename on file systems that do not support RENAME_NOREPLACE.
func TestRenameWithoutHelp(t *testing.T) {
	s := newSaver()
	for _, why := range []error{syscall.EINVAL, syscall.ENOSYS} {
		s.renameat2 = func(int, string, int, string, uint) error { return why }
		testRename(t, s.rename)
	}
	s.renameat2 = func(int, string, int, string, uint) error { return syscall.EIO }
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.rename(filepath.Join(dir, "a"), filepath.Join(dir, "b")); !errors.Is(err, syscall.EIO) {
		t.Errorf("%v", err)
	}
	if _, err := os.Lstat(filepath.Join(dir, "b")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("renamed: %v", err)
	}
}

// TestAppendSyncs checks that AppendSync syncs the file and the folder of a new file, and that
// Append does not sync.
func TestAppendSyncs(t *testing.T) {
	s := newSaver()
	dir := t.TempDir()
	path := filepath.Join(dir, "log")
	var synced []string
	s.fsync = func(f *os.File) error {
		synced = append(synced, filepath.Base(f.Name()))
		return f.Sync()
	}
	for _, x := range []struct {
		sync bool
		want []string
	}{{true, []string{"log", filepath.Base(dir)}}, {true, []string{"log"}}, {false, nil}} {
		synced = nil
		if err := s.append(path, []byte("x"), x.sync); err != nil || !slices.Equal(synced, x.want) {
			t.Errorf("%v, synced %q, want %q", err, synced, x.want)
		}
	}
	s.fsync = func(f *os.File) error {
		if info, err := f.Stat(); err != nil || info.IsDir() {
			return syscall.EIO
		}
		return nil
	}
	if err := s.append(path+"2", []byte("x"), true); err == nil || err.Error() != "log2 cannot be saved: the disk reported an error" {
		t.Errorf("the folder cannot be synced: %v", err)
	}
	if err := s.append(path, []byte("x"), true); err != nil {
		t.Errorf("the folder is not synced again: %v", err)
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != "x\nx\nx\nx\n" {
		t.Errorf("%q, %v", data, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	within(t, "a pipe", func() {
		if err := Append(pipe, []byte("x")); err == nil || err.Error() != "pipe cannot be saved: it is not a regular file" {
			t.Errorf("%v", err)
		}
	})
}

// TestIrregular checks that Irregular reports folders, pipes and devices only.
func TestIrregular(t *testing.T) {
	dir := t.TempDir()
	pipe, file := filepath.Join(dir, "pipe"), filepath.Join(dir, "file")
	if err := errors.Join(syscall.Mkfifo(pipe, 0o600), os.WriteFile(file, []byte("text"), 0o600)); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{dir: true, pipe: true, "/dev/null": true, filepath.Join(dir, "none"): false, file: false} {
		if _, err := ReadFile(t.Context(), path, 1); err == nil || Irregular(err) != want {
			t.Errorf("%s: %v, irregular %v", path, err, Irregular(err))
		}
	}
	if Irregular(nil) {
		t.Error("no error is irregular")
	}
	if _, err := Open(filepath.Join(file, "x")); !errors.Is(err, syscall.ENOTDIR) {
		t.Errorf("%v", err)
	}
}

// TestReadInParts checks that each Read continues after the previous one, even after ReadAt.
func TestReadInParts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte("abcdef"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var got []string
	part := make([]byte, 2)
	for range 3 {
		n, err := f.Read(part)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, string(part[:n]))
		if n, err := f.ReadAt(part, 3); n != 2 || err != nil || string(part) != "de" {
			t.Errorf("%q, %v", part, err)
		}
	}
	if want := []string{"ab", "cd", "ef"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if n, err := f.Read(part); n != 0 || err == nil {
		t.Errorf("behind the end: %d, %v", n, err)
	}
	for limit, ok := range map[int64]bool{2: false, 3: true} {
		if data, err := ReadAll(t.Context(), strings.NewReader("abc"), limit); (err == nil) != ok || !ok && !errors.Is(err, ErrTooLarge) {
			t.Errorf("limit %d: %q, %v", limit, data, err)
		}
	}
	why := errors.New("why")
	for _, ctx := range []context.Context{t.Context(), context.Background()} {
		if n, err := Await(ctx, func() (int, error) { return 7, why }); n != 7 || err != why {
			t.Errorf("%d, %v", n, err)
		}
	}
	if _, err := Stat(t.Context(), path+"x"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

// TestWhole checks that readXattr starts again if a value grows, and that it returns other errors.
func TestWhole(t *testing.T) {
	content := []string{"abc", "abcdef"}
	asked := 0
	get := func(b []byte) (int, error) {
		asked++
		text := content[min(asked/2, 1)] // grows between the two calls
		if len(b) == 0 {
			return len(text), nil
		}
		if len(b) < len(text) {
			return 0, unix.ERANGE
		}
		return copy(b, text), nil
	}
	if b, err := readXattr(get); string(b) != "abcdef" || err != nil || asked != 4 {
		t.Errorf("%q, %v, asked %d times", b, err, asked)
	}
	shrunk := func(b []byte) (int, error) {
		if len(b) == 0 {
			return 9, nil
		}
		return copy(b, "ab"), nil
	}
	if b, err := readXattr(shrunk); string(b) != "ab" || err != nil {
		t.Errorf("%q, %v", b, err)
	}
	for _, at := range []int{1, 2} {
		n := 0
		b, err := readXattr(func(b []byte) (int, error) {
			if n++; n == at {
				return 5, unix.EIO
			}
			return 3, nil
		})
		if b != nil || !errors.Is(err, unix.EIO) || n != at {
			t.Errorf("an error at question %d: %q, %v", at, b, err)
		}
	}
	if b, err := readXattr(func([]byte) (int, error) { return 0, nil }); b != nil || err != nil {
		t.Errorf("nothing: %q, %v", b, err)
	}
}

// TestLossText checks that a loss lists everything, in the requested language.
func TestLossText(t *testing.T) {
	one, two := msg.Errorf("one"), msg.Errorf("two")
	l := &Loss{[]error{one, two}}
	if l.Error() != "one; two" || l.Localized(func(err error) string { return strings.ToUpper(err.Error()) }) != "ONE; TWO" || !errors.Is(l, two) {
		t.Errorf("%v", l)
	}
}

// TestLockTries checks that interrupted attempts to lock are repeated, and that missing support for
// locks causes no wait.
func TestLockTries(t *testing.T) {
	s := newSaver()
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, hold := range map[string]func(f func() error) error{
		"Locked": func(f func() error) error { return s.locked(filepath.Join(dir, "lock"), f) },
		"Hold":   func(f func() error) error { return s.hold(path, time.Hour, f) },
	} {
		for _, x := range []struct {
			answers []error
			tries   int
		}{
			{[]error{nil}, 1},
			{[]error{syscall.EINTR, nil}, 2},
			{[]error{syscall.EWOULDBLOCK, syscall.EINTR, syscall.EWOULDBLOCK, nil}, 4},
			{[]error{syscall.ENOTSUP}, 1},
			{[]error{syscall.EWOULDBLOCK, syscall.ENOLCK}, 2},
		} {
			tries, calls := 0, 0
			s.lock = func(*os.File) error { tries++; return x.answers[tries-1] }
			if err := hold(func() error { calls++; return nil }); err != nil || calls != 1 || tries != x.tries {
				t.Errorf("%s, %v: %v, %d attempts, called %d times", name, x.answers, err, tries, calls)
			}
		}
	}
}

// TestLockedTooLong checks that Locked gives up after lockWait while another goroutine holds the
// lock, and that the lock can be taken once it is released.
func TestLockedTooLong(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	synctest.Test(t, func(t *testing.T) {
		never := func() error { t.Error("called"); return nil }
		var all sync.WaitGroup
		if err := Locked(path, func() error {
			begin := time.Now()
			all.Go(func() {
				if err := Locked(path, never); err == nil || err.Error() != "another Studio window is using it" {
					t.Errorf("%v", err)
				}
				if took := time.Since(begin); took != lockWait {
					t.Errorf("it took %v", took)
				}
			})
			time.Sleep(2 * lockWait)
			return nil
		}); err != nil {
			t.Error(err)
		}
		all.Wait()
		called := false
		if err := Locked(path, func() error { called = true; return nil }); err != nil || !called {
			t.Errorf("afterwards: %v", err)
		}
	})
}

// TestLongContent checks that content of any length is written correctly, whatever the size of the
// chunks.
func TestLongContent(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	for _, n := range []int{0, 1, 1<<16 - 1, 1 << 16, 1<<16 + 1, 300_000} {
		data := bytes.Repeat([]byte("0123456789"), n/10+1)[:n]
		if err := Write(path, Data(data)); err != nil {
			t.Fatal(err)
		}
		want(t, path, string(data))
	}
}

// TestSystem checks that System converts system errors only.
func TestSystem(t *testing.T) {
	for err, want := range map[error]string{
		syscall.ENOSPC: "there is no space left on the disk", fs.ErrNotExist: "there is no such file or folder", syscall.ENOENT: "there is no such file or folder",
		syscall.EACCES: "permission denied", syscall.Errno(4000): "the system reports error 4000 (errno 4000)", os.ErrDeadlineExceeded: "it took too long",
		errors.New("other"): "", context.Canceled: "",
	} {
		got, ok := System(err)
		if ok != (want != "") || ok && got.Error() != want {
			t.Errorf("%v: %v, %v, want %q", err, got, ok, want)
		}
	}
	seen := map[error]bool{}
	for _, c := range causes {
		if c.why == nil || seen[c.is] {
			t.Errorf("%v has no words, or is there twice", c.is)
		}
		seen[c.is] = true
	}
}

// TestPatience checks that Hold and Locked try to lock at intervals, and stop after the given time.
func TestPatience(t *testing.T) {
	s := newSaver()
	path := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		tries := 0
		s.lock = func(*os.File) error {
			if tries++; tries > 5000 {
				return nil
			}
			return syscall.EWOULDBLOCK
		}
		for _, x := range []struct {
			name        string
			hold        func() error
			wait        time.Duration
			least, most int // attempts
		}{
			{"Hold", func() error { return s.hold(path, 10*time.Second, func() error { return nil }) }, 10 * time.Second, 150, 250},
			{"Locked", func() error { return s.locked(path, func() error { return nil }) }, lockWait, 500, 1500},
		} {
			tries = 0
			begin := time.Now()
			err := x.hold()
			if took := time.Since(begin); err == nil || took < x.wait || took > x.wait+100*time.Millisecond || tries < x.least || tries > x.most {
				t.Errorf("%s: %v after %v and %d attempts", x.name, err, took, tries)
			}
		}
	})
}

// TestDiscardUnreadable checks that a temporary file that cannot be opened stays, and that a file that
// has replaced it stays, too.
func TestDiscardUnreadable(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, Prefix+"1-a"), filepath.Join(dir, Prefix+"2-b")
	if err := errors.Join(os.WriteFile(file, nil, 0o600), os.Symlink(file, link)); err != nil {
		t.Fatal(err)
	}
	later := time.Now().Add(time.Minute)
	if err := std.discard(link, later); err != nil {
		t.Error(err)
	}
	for _, path := range []string{file, link} {
		if _, err := os.Lstat(path); err != nil {
			t.Error(err)
		}
	}
	if err := errors.Join(std.clean(dir, later), std.discard(file+"x", later)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
	if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the file is there: %v", err)
	}
	if _, err := os.Lstat(link); err != nil {
		t.Error(err)
	}
}

// TestAttributesThatCannotBeSet checks that an extended attribute that cannot be set is reported as a
// loss, unless the new file already has it or it belongs to the system.
func TestAttributesThatCannotBeSet(t *testing.T) {
	s := newSaver()
	s.fsetxattr = func(int, string, []byte, int) error { return unix.EPERM }
	for _, x := range []struct {
		what      string
		name, has string // attribute of the new file, and its value
		want      string
	}{
		{"missing", "user.a", "", `its extended attribute "user.a" would be lost`},
		{"other value", "user.a", "other", `its extended attribute "user.a" would be lost`},
		{"same value", "user.a", "value", ""},
		{"of the system", "security.a", "", ""},
	} {
		t.Run(x.what, func(t *testing.T) {
			var files []*os.File
			for _, value := range []string{"value", x.has} {
				f, err := os.Create(filepath.Join(t.TempDir(), "a"))
				if err != nil {
					t.Fatal(err)
				}
				defer f.Close()
				if value != "" {
					if err := unix.Fsetxattr(int(f.Fd()), x.name, []byte(value), 0); err != nil {
						t.Skipf("%s: %v", x.name, err)
					}
				}
				files = append(files, f)
			}
			lost, err := s.copyAttributes(files[1], files[0])
			if text := (&Loss{lost}).Error(); err != nil || text != x.want {
				t.Errorf("%+v: %q, %v", x, text, err)
			}
		})
	}
}
