package safe

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"
)

// TestHold checks that concurrent callers that read and replace a file lose no update, even through
// symbolic links.
func TestHold(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "number"), filepath.Join(dir, "link")
	if err := errors.Join(os.WriteFile(path, []byte("0"), 0o600), os.Symlink("number", link)); err != nil {
		t.Fatal(err)
	}
	const callers, rounds = 6, 10
	var all sync.WaitGroup
	for i := range callers {
		name := path
		if i%2 == 1 {
			name = link
		}
		all.Go(func() {
			for range rounds {
				if err := Hold(name, time.Hour, func() error {
					data, err := os.ReadFile(name)
					if err != nil {
						return err
					}
					n, err := strconv.Atoi(string(data))
					if err != nil {
						return err
					}
					return Write(name, text(strconv.Itoa(n+1)))
				}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	want(t, path, strconv.Itoa(callers*rounds))
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Errorf("%v, %v", entries, err)
	}
}

// TestHeldByAnotherProgram checks that Hold waits at most the given time for a file locked by another
// program, and that it returns the error of f.
func TestHeldByAnotherProgram(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	other, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := lock(other); err != nil {
		t.Fatal(err)
	}
	never := func() error { t.Error("called"); return nil }
	if err := Hold(path, 0, never); err == nil || err.Error() != "another program is writing the file" {
		t.Error(err)
	}
	// The other program replaces the file, and the new file is not locked.
	if err := Replace(path, text("new")); err != nil {
		t.Fatal(err)
	}
	why := errors.New("why")
	if err := Hold(path, 0, func() error { return why }); !errors.Is(err, why) {
		t.Error(err)
	}
	held := errors.New("none")
	if err := Hold(path, 0, func() error { held = Hold(path, 0, never); return nil }); err != nil || held == nil || held.Error() != "another program is writing the file" {
		t.Errorf("%v, within: %v", err, held)
	}
	if err := Hold(path, 0, func() error { return nil }); err != nil {
		t.Errorf("the lock is not free again: %v", err)
	}
}

// TestHoldReplaced checks that Hold also respects its time limit if the file is replaced again and
// again.
func TestHoldReplaced(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, calls := newSaver(), 0
	s.lock = func(*os.File) error {
		if calls++; calls > 100 {
			return nil
		}
		return errors.Join(os.WriteFile(path+"2", nil, 0o600), os.Rename(path+"2", path))
	}
	if err := s.hold(path, 0, func() error { return nil }); err == nil || err.Error() != "another program is writing the file" || calls != 1 {
		t.Errorf("%v, %d attempts", err, calls)
	}
}

// TestHoldNothing checks that Hold does not wait without a file or without file locks.
func TestHoldNothing(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"", filepath.Join(dir, "none"), filepath.Join(dir, "none", "a"), dir, filepath.Join(dir, "pipe"), "/dev/null"} {
		called := false
		if err := Hold(path, 0, func() error { called = true; return nil }); err != nil || !called {
			t.Errorf("%q: called %v, %v", path, called, err)
		}
	}
	f, err := os.Create(filepath.Join(dir, "file"))
	if err != nil {
		t.Fatal(err)
	}
	if !held(f, f.Name(), syscall.ENOTSUP) || held(f, f.Name(), syscall.EWOULDBLOCK) || held(f, f.Name(), syscall.EINTR) || !held(f, f.Name(), nil) || held(f, filepath.Join(dir, "pipe"), nil) ||
		!held(f, filepath.Join(dir, "none"), nil) {
		t.Error("held")
	}
	f.Close()
	if !held(f, f.Name(), nil) {
		t.Error("a file that cannot be looked at is not held")
	}
}

// TestWriteIf checks that the condition is evaluated once, after everything is written. If it
// fails, the old file must stay unchanged.
func TestWriteIf(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	for name, write := range map[string]func(still func() error) error{
		"WriteIf":   func(still func() error) error { return WriteIf(path, text("new"), still) },
		"ReplaceIf": func(still func() error) error { return ReplaceIf(path, text("new"), still) },
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
				t.Fatal(err)
			}
			calls := 0
			err := write(func() error {
				calls++
				names, err := filepath.Glob(filepath.Join(dir, Prefix+"*"))
				if err != nil || len(names) != 1 {
					t.Fatalf("%v, %v", names, err)
				}
				for name, content := range map[string]string{path: "old", names[0]: "new"} {
					if data, err := os.ReadFile(name); err != nil || string(data) != content {
						t.Errorf("%s: %q, %v", name, data, err)
					}
				}
				return ErrChanged
			})
			if !errors.Is(err, ErrChanged) || err.Error() != "a cannot be saved: another program has changed the file" || calls != 1 {
				t.Errorf("%v, %d calls", err, calls)
			}
			want(t, path, "old")
			noTemp(t, dir)
			if err := write(func() error { return nil }); err != nil {
				t.Error(err)
			}
			want(t, path, "new")
		})
	}
	if err := os.Link(path, path+"2"); err != nil {
		t.Fatal(err)
	}
	var loss *Loss
	never := func() error { t.Error("asked"); return nil }
	if err := WriteIf(path, text("newer"), never); !errors.As(err, &loss) {
		t.Error(err)
	}
	if err := ReplaceIf(path, text("newer"), func() error { return nil }); err != nil {
		t.Error(err)
	}
	want(t, path, "newer")
}

// TestWriteIfNew checks that a file that appears during a save is never replaced. If two callers
// create the same file, one succeeds.
func TestWriteIfNew(t *testing.T) {
	dir := t.TempDir()
	for name, write := range map[string]func(path string, still func() error) error{
		"WriteIf":   func(path string, still func() error) error { return WriteIf(path, text("mine"), still) },
		"ReplaceIf": func(path string, still func() error) error { return ReplaceIf(path, text("mine"), still) },
	} {
		path := filepath.Join(dir, name)
		err := write(path, func() error { return os.WriteFile(path, []byte("theirs"), 0o600) })
		if !errors.Is(err, ErrChanged) {
			t.Errorf("%s: %v", name, err)
		}
		want(t, path, "theirs")
		noTemp(t, dir)
		if err := write(path+"2", func() error { return nil }); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		want(t, path+"2", "mine")
	}
	path := filepath.Join(dir, "both")
	const writers = 4
	var both, all sync.WaitGroup
	both.Add(writers)
	results := make(chan error, writers)
	for range writers {
		all.Go(func() {
			results <- WriteIf(path, text("mine"), func() error { both.Done(); both.Wait(); return nil })
		})
	}
	all.Wait()
	close(results)
	written := 0
	for err := range results {
		if err == nil {
			written++
		} else if !errors.Is(err, ErrChanged) {
			t.Error(err)
		}
	}
	if written != 1 {
		t.Errorf("%d of %d say that they have made the file", written, writers)
	}
}
