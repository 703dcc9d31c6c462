package safe

import (
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"
)

// temp returns the only temporary file in dir.
func temp(t *testing.T, dir string) string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(dir, Prefix+"*"))
	if err != nil || len(all) != 1 {
		t.Fatalf("temporary files: %v, %v", all, err)
	}
	return all[0]
}

// TestTemporaryFile checks that the temporary file is locked during a save. If it replaces a file,
// only its owner may read it.
func TestTemporaryFile(t *testing.T) {
	mask(t, 0)
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	long := time.Now().Add(-2 * staleAge)
	for try, mode := range []fs.FileMode{0o666, 0o600} {
		err := Write(path, func(w io.Writer) error {
			name := temp(t, dir)
			f, err := os.Open(name)
			if err != nil {
				return err
			}
			defer f.Close()
			if err := lock(f); !errors.Is(err, syscall.EWOULDBLOCK) {
				t.Errorf("the lock: %v", err)
			}
			if info, err := f.Stat(); err != nil || info.Mode() != mode {
				t.Errorf("try %d: mode %v, %v; want %v", try, info.Mode(), err, mode)
			}
			// Whatever the age of the file and its maker.
			other := filepath.Join(dir, Prefix+"elsewhere-1-x")
			if err := errors.Join(os.Chtimes(name, long, long), os.Link(name, other), Clean(dir)); err != nil {
				return err
			}
			for _, n := range []string{name, other} {
				if _, err := os.Lstat(n); err != nil {
					t.Errorf("cleaned while it is in use: %v", err)
				}
			}
			if err := os.Remove(other); err != nil {
				return err
			}
			_, err = io.WriteString(w, "new")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		want(t, path, "new")
	}
}

// TestSettle checks that a file is refused if its content differs from the data written.
func TestSettle(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "a"))
	if err != nil {
		t.Fatal(err)
	}
	sum, err := fill(f, text("content"))
	if err != nil {
		t.Fatal(err)
	}
	if right := sha256.Sum256([]byte("content")); string(sum) != string(right[:]) {
		t.Errorf("the sum is %x", sum)
	}
	if err := std.syncAndVerify(f, sum); err != nil {
		t.Error(err)
	}
	for _, bad := range []func() error{
		func() error { return f.Truncate(6) },
		func() error { return f.Truncate(0) },
		func() error { _, err := f.WriteAt([]byte("Content"), 0); return err },
		func() error { _, err := f.WriteAt([]byte("contentx"), 0); return err },
	} {
		if err := bad(); err != nil {
			t.Fatal(err)
		}
		if err := std.syncAndVerify(f, sum); err == nil || err.Error() != "the data read back from the disk differs from the data written" {
			t.Error(err)
		}
	}
	f.Close()
	if err := std.syncAndVerify(f, sum); !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
}

// TestSyncDir checks that a failed sync of a folder is an error, unless the file system does not
// support it.
func TestSyncDir(t *testing.T) {
	dir := t.TempDir()
	if err := SyncDir(dir); err != nil {
		t.Error(err)
	}
	if err := SyncDir(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
	f, err := os.Open("/proc")
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	if err := f.Sync(); !errors.Is(err, syscall.EINVAL) {
		t.Skipf("/proc can be synced: %v", err)
	}
	if err := SyncDir("/proc"); err != nil {
		t.Error(err)
	}
}

func TestResolveRefuses(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("folder", 0o777); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]error{"": fs.ErrNotExist, "folder/": syscall.EISDIR, ".": syscall.EISDIR, "folder/..": syscall.EISDIR, "none/a": fs.ErrNotExist} {
		if got, err := Resolve(path); !errors.Is(err, want) {
			t.Errorf("%q: %q, %v; want %v", path, got, err, want)
		}
	}
	// The maximum number of links, and one more.
	if err := os.WriteFile("l0", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	name := func(n int) string { return "l" + strings.Repeat("x", n) }
	if err := os.Rename("l0", name(0)); err != nil {
		t.Fatal(err)
	}
	for n := range maxLinks {
		if err := os.Symlink(name(n), name(n+1)); err != nil {
			t.Fatal(err)
		}
		got, err := Resolve(name(n + 1))
		_, system := os.Stat(name(n + 1))
		if n+1 < maxLinks && (err != nil || filepath.Base(got) != name(0) || system != nil) {
			t.Errorf("%d links: %s, %v; the system says %v", n+1, got, err, system)
		}
	}
	if err := os.Symlink(name(maxLinks), name(maxLinks+1)); err != nil {
		t.Fatal(err)
	}
	if got, err := Resolve(name(maxLinks + 1)); !errors.Is(err, syscall.ELOOP) {
		t.Errorf("%d links: %s, %v", maxLinks+1, got, err)
	}
}

// TestSyncFails checks that a save fails if syncing the file or the folder fails. File systems
// without support for syncing folders are accepted.
func TestSyncFails(t *testing.T) {
	s := newSaver()
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	broken := func(folder bool, why error) {
		s.fsync = func(f *os.File) error {
			if info, err := f.Stat(); err != nil || info.IsDir() == folder {
				return why
			}
			return f.Sync()
		}
	}
	save := func() error { return s.write(path, text("new"), 0, nil) }
	for _, why := range []error{syscall.EIO, syscall.EINVAL} {
		if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
		broken(false, why)
		if err := save(); err == nil {
			t.Errorf("saved, in spite of %v", why)
		}
		want(t, path, "old")
		noTemp(t, dir)
		if err := s.append(filepath.Join(dir, "log"), []byte("x"), true); err == nil {
			t.Errorf("added, in spite of %v", why)
		}
	}
	for why, fails := range map[error]bool{syscall.EIO: true, syscall.ENOSPC: true, syscall.EINVAL: false, errors.ErrUnsupported: false} {
		broken(true, why)
		if err := s.syncDir(dir); (err != nil) != fails || fails && !errors.Is(err, why) {
			t.Errorf("the folder: %v, its sync: %v", err, why)
		}
		if err := save(); (err != nil) != fails {
			t.Errorf("saved: %v, the sync of the folder: %v", err, why)
		}
		want(t, path, "new")
	}
}

// TestSetAside checks that an unusable file gets the first unused name.
func TestSetAside(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	for _, to := range []string{".broken", ".broken-2", ".broken-3"} {
		if err := os.WriteFile(path, []byte(to), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := SetAside(path); err != nil || got != path+to {
			t.Errorf("%s, %v; want %s", got, err, to)
		}
		want(t, path+to, to)
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			t.Error(err)
		}
	}
	if _, err := SetAside(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("nothing is set aside: %v", err)
	}
	if _, err := SetAside(filepath.Join(path+".broken", "a")); !errors.Is(err, syscall.ENOTDIR) {
		t.Errorf("below a file: %v", err)
	}
}

// descriptors returns the number of open file descriptors.
func descriptors(t *testing.T) int {
	t.Helper()
	all, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip(err)
	}
	return len(all)
}

// TestNothingStaysOpen checks that no file stays open after saving, reading and cleaning,
// successful or not.
func TestNothingStaysOpen(t *testing.T) {
	dir := t.TempDir()
	path, linked, fifo := filepath.Join(dir, "a"), filepath.Join(dir, "b"), filepath.Join(dir, "fifo")
	if err := errors.Join(os.WriteFile(path, []byte("x"), 0o666), os.WriteFile(linked, []byte("x"), 0o666), os.Link(linked, linked+"2"), syscall.Mkfifo(fifo, 0o666)); err != nil {
		t.Fatal(err)
	}
	broken := func(io.Writer) error { return errors.New("no words") }
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // the collector closes forgotten files
	before := descriptors(t)
	for range 20 {
		for _, p := range []string{path, linked, fifo, dir, filepath.Join(dir, "none", "a")} {
			_ = Write(p, text("x"))
			_ = Write(p, broken)
			_ = Try(p, text("x"))
			_ = SyncDir(p)
			_ = Append(filepath.Join(dir, "log"), []byte("x"))
			_ = Append(p+"/log", []byte("x"))
			if f, err := Open(p); err == nil {
				f.Close()
			}
		}
		_ = Replace(path, text("x"))
		if err := os.WriteFile(filepath.Join(dir, Prefix+"1-a"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		_ = std.clean(dir, time.Now().Add(time.Minute))
	}
	if after := descriptors(t); after > before {
		t.Errorf("%d files are open, %d were", after, before)
	}
}

// TestSwapped checks that a pipe that replaces a file between two checks does not block, is not
// written to and does not stay open.
func TestSwapped(t *testing.T) {
	dir := t.TempDir()
	path, file, fifo := filepath.Join(dir, "a"), filepath.Join(dir, "b"), filepath.Join(dir, "fifo")
	if err := errors.Join(os.WriteFile(path, []byte("x"), 0o666), syscall.Mkfifo(fifo, 0o666)); err != nil {
		t.Fatal(err)
	}
	reader, err := os.OpenFile(fifo, os.O_RDWR, 0) // allows opening the pipe for writing
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	before := descriptors(t)
	stop, done := make(chan bool), make(chan bool)
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			default:
			}
			_ = os.Rename(path, file)
			_ = os.Rename(fifo, path)
			_ = os.Rename(path, fifo)
			_ = os.Rename(file, path)
		}
	}()
	within(t, "swapping", func() {
		for range 3000 {
			if f, err := Open(path); err == nil {
				f.Close()
			}
			if f, err := replaceable(path); err == nil && f != nil {
				if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
					t.Errorf("%v, %v", info, err)
				}
				f.Close()
			}
		}
	})
	close(stop)
	<-done
	if after := descriptors(t); after > before {
		t.Errorf("%d files are open, %d were", after, before)
	}
}

// TestTidy checks that a save removes stale temporary files from the folder, but only once in ten
// minutes.
func TestTidy(t *testing.T) {
	dir := t.TempDir()
	leave := func() string {
		t.Helper()
		path := filepath.Join(dir, Prefix+"elsewhere-1-x")
		old := time.Now().Add(-2 * staleAge)
		if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chtimes(path, old, old)); err != nil {
			t.Fatal(err)
		}
		return path
	}
	s := newSaver()
	for n, how := range []replaceMode{0, allowLoss, dryRun} {
		left := leave()
		if n > 0 {
			s.cleaned.Store(dir, time.Now().Add(-staleAge-time.Second))
		}
		if err := s.write(filepath.Join(dir, "a"), text("x"), how, nil); err != nil {
			t.Fatal(err)
		}
		noTemp(t, dir)
		leave()
		if err := s.write(filepath.Join(dir, "a"), text("x"), how, nil); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Lstat(left); err != nil {
			t.Errorf("looked for again: %v", err)
		}
	}
}
