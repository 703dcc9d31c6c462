package safe

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
)

// One caller at a time has the lock, and the file stays.
func TestLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	var inside, most, calls atomic.Int32
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 20 {
				err := Locked(path, func() error {
					most.Store(max(most.Load(), inside.Add(1)))
					calls.Add(1)
					inside.Add(-1)
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if most.Load() != 1 || calls.Load() != 160 {
		t.Errorf("%d callers at once, %d calls", most.Load(), calls.Load())
	}
	why := errors.New("why")
	if err := Locked(path, func() error { return why }); err != why {
		t.Error(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
	if err := Locked(filepath.Join(path, "below"), func() error { t.Error("called"); return nil }); !errors.Is(err, syscall.ENOTDIR) {
		t.Error(err)
	}
}

// A lock that is not given up is not waited for without end.
func TestLockedElsewhere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	other, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := lock(other); err != nil {
		t.Fatal(err)
	}
	never := func() error { t.Error("called"); return nil }
	if err := Locked(path, never); err == nil || err.Error() != "another window of the studio is using it" {
		t.Error(err)
	}
	other.Close()
	called := false
	if err := Locked(path, func() error { called = true; return nil }); err != nil || !called {
		t.Error(err)
	}
}
