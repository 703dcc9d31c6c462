package safe

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
)

// TestLocked checks that the lock is exclusive and that the file is not removed.
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

// TestLockedByAnotherProgram checks the time limit if another program keeps the lock.
func TestLockedByAnotherProgram(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	other, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := lock(other); err != nil {
		t.Fatal(err)
	}
	never := func() error { t.Error("called"); return nil }
	if err := Locked(path, never); err == nil || err.Error() != "another Studio window is using it" {
		t.Error(err)
	}
	other.Close()
	called := false
	if err := Locked(path, func() error { called = true; return nil }); err != nil || !called {
		t.Error(err)
	}
}

// TestLockedInTurn checks that a waiting caller gets the lock before a caller that releases it and
// locks again at once.
func TestLockedInTurn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	synctest.Test(t, func(t *testing.T) {
		var order []string
		var all sync.WaitGroup
		lock := func(name string, f func()) {
			if err := Locked(path, func() error { order = append(order, name); f(); return nil }); err != nil {
				t.Error(err)
			}
		}
		for i := range 50 {
			lock("first", func() {
				all.Go(func() { lock("second", func() {}) })
				synctest.Wait() // until the second goroutine waits
			})
			lock("third", func() {})
			all.Wait()
			if want := []string{"first", "second", "third"}; !slices.Equal(order, want) {
				t.Fatalf("round %d: the order is %q, want %q", i, order, want)
			}
			order = nil
		}
	})
}
