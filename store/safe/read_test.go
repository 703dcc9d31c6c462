package safe

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// within fails the test if f blocks.
func within(t *testing.T, what string, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); f() }()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		t.Fatalf("%s: still waiting", what)
	}
}

// TestReadFileRefuses checks that irregular files are refused, directly and through links, with and
// without a cancellable context.
func TestReadFileRefuses(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := syscall.Mkfifo(at("fifo"), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := net.Listen("unix", at("socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for link, to := range map[string]string{"one": "two", "two": "one", "dead": "nowhere"} {
		if err := os.Symlink(to, at(link)); err != nil {
			t.Fatal(err)
		}
	}
	big, err := os.Create(at("big"))
	if err != nil {
		t.Fatal(err)
	}
	defer big.Close()
	if err := big.Truncate(1 << 40); err != nil {
		t.Fatal(err)
	}
	irregular := "it is not a regular file"
	for path, why := range map[string]string{
		at("fifo"): irregular, at("socket"): irregular, "/dev/zero": irregular, "/dev/null": irregular, "/dev/tty": irregular, "/dev/ptmx": irregular,
		dir: "it is a folder", at("one"): "its symbolic links form a loop", at("dead"): "there is no such file or folder",
		"": "there is no such file or folder", at("big"): "it is too large", at("big") + "/x": "a part of the path is not a folder",
		at(strings.Repeat("x", 300)): "the name is too long",
	} {
		link := filepath.Join(t.TempDir(), "link")
		if err := os.Symlink(path, link); err != nil && path != "" {
			t.Fatal(err)
		}
		for _, path := range []string{path, link} {
			ctx, cancel := context.WithCancel(context.Background())
			for _, ctx := range []context.Context{context.Background(), ctx} {
				within(t, path, func() {
					if data, err := ReadFile(ctx, path, 1000); data != nil || err == nil || Cause(err).Error() != why {
						t.Errorf("%s: %d bytes, %v; want %s", path, len(data), err, why)
					}
				})
			}
			cancel()
		}
	}
}

// TestReadFileOfKernel checks that reading a kernel file that is regular and empty, but blocks when
// read, ends.
func TestReadFileOfKernel(t *testing.T) {
	f, err := os.OpenFile("/proc/kmsg", os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Skip(err)
	}
	f.Close()
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink("/proc/kmsg", link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/proc/kmsg", link} {
		within(t, path, func() {
			if _, err := ReadFile(context.Background(), path, 64<<20); !errors.Is(err, errIrregular) {
				t.Errorf("%s: %v", path, err)
			}
		})
	}
	// Other kernel files are readable.
	if data, err := ReadFile(context.Background(), "/proc/self/status", 1<<20); err != nil || !strings.Contains(string(data), "Pid:") {
		t.Errorf("%q, %v", data, err)
	}
}

// TestReadFileLimit checks that a file is read completely up to the limit, even if it is larger
// than its reported size.
func TestReadFileLimit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	text := strings.Repeat("0123456789", 1000)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		limit int64
		ok    bool
	}{{0, false}, {9999, false}, {10000, true}, {10001, true}} {
		if data, err := ReadFile(context.Background(), path, x.limit); (err == nil) != x.ok || x.ok && string(data) != text || !x.ok && !errors.Is(err, ErrTooLarge) {
			t.Errorf("limit %d: %d bytes, %v", x.limit, len(data), err)
		}
	}
	if _, err := ReadFile(context.Background(), "/proc/self/status", 10); !errors.Is(err, ErrTooLarge) {
		t.Errorf("%v", err)
	}
	// A file that grows without end is limited as well.
	if _, err := readAll(context.Background(), endless{}, 10, 1<<16); !errors.Is(err, ErrTooLarge) {
		t.Errorf("%v", err)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

// TestReadFileSwapped checks that a pipe that replaces a file between checking and opening is
// refused.
func TestReadFileSwapped(t *testing.T) {
	dir := t.TempDir()
	path, file, pipe := filepath.Join(dir, "f"), filepath.Join(dir, "file"), filepath.Join(dir, "pipe")
	if err := os.WriteFile(file, []byte("text"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Fatal(err)
	}
	var stop sync.WaitGroup
	ctx, cancel := context.WithCancel(context.Background())
	stop.Go(func() {
		for ctx.Err() == nil {
			for _, from := range []string{file, pipe} {
				_ = os.Link(from, path+"~")
				_ = os.Rename(path+"~", path)
				_ = os.Remove(path + "~")
			}
		}
	})
	defer stop.Wait()
	defer cancel()
	files := func() int {
		list, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	before := files()
	within(t, "swapped", func() {
		for read, refused := 0, 0; read < 100 || refused < 100; {
			data, err := ReadFile(context.Background(), path, 100)
			switch {
			case err == nil && string(data) == "text":
				read++
			case errors.Is(err, errIrregular):
				refused++
			case !errors.Is(err, os.ErrNotExist):
				t.Errorf("%q, %v", data, err)
				return
			}
		}
	})
	if after := files(); after > before {
		t.Errorf("%d files stay open", after-before)
	}
}

// TestReadCancelled checks that a blocked read ends with its context.
func TestReadCancelled(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(10*time.Millisecond, cancel)
	within(t, "a reader that waits", func() {
		if _, err := ReadAll(ctx, r, 100); !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
	})
	if _, err := readAll(ctx, endless{}, 0, 1<<40); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	path := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(path, []byte("x"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadFile(ctx, path, 100); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if info, err := Stat(context.Background(), path); err != nil || info.Size() != 1 {
		t.Errorf("%v, %v", info, err)
	}
	// The file system does not respond.
	ctx, cancel = context.WithCancel(context.Background())
	time.AfterFunc(10*time.Millisecond, cancel)
	never := make(chan struct{})
	defer close(never)
	within(t, "a file system that does not answer", func() {
		if n, err := Await(ctx, func() (int, error) { <-never; return 1, nil }); n != 0 || !errors.Is(err, context.Canceled) {
			t.Errorf("%d, %v", n, err)
		}
	})
	if data, err := ReadAll(context.Background(), strings.NewReader("abc"), 3); string(data) != "abc" || err != nil {
		t.Errorf("%q, %v", data, err)
	}
}

func TestFind(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"Names.JOU", "names.jou", "OTHER.trn"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{"names.jou": "names.jou", "NAMES.JOU": "Names.JOU", "other.TRN": "OTHER.trn", "none": ""} {
		got, err := Find(t.Context(), dir, name)
		if want == "" {
			if !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s: %q, %v", name, got, err)
			}
		} else if err != nil || got != filepath.Join(dir, want) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if _, err := Find(t.Context(), filepath.Join(dir, "none"), "a"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("in a folder that is not there: %v", err)
	}
}

// TestMap checks that a mapping keeps the content after the file is closed and replaced.
func TestMap(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := Write(path, Data([]byte("before"))); err != nil {
		t.Fatal(err)
	}
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	data, err := f.Map()
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	if err := Write(path, Data([]byte("after"))); err != nil {
		t.Fatal(err)
	}
	if string(data) != "before" {
		t.Errorf("%q", data)
	}
	if err := unix.Munmap(data); err != nil {
		t.Error(err)
	}
}
