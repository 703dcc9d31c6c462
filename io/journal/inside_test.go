package journal

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func TestNewStore(t *testing.T) {
	s := New("x")
	if s.Limit != 10 || s.delay != 500*time.Millisecond || s.retry != 5*time.Second || s.dir != "x" || s.fsync == nil {
		t.Errorf("%+v", s)
	}
}

// Where there are no hard links, or not to that folder, a base is copied.
func TestLinkCopies(t *testing.T) {
	from := filepath.Join(t.TempDir(), "from")
	content := strings.Repeat("base ", 3000)
	if err := os.WriteFile(from, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	far := filepath.Join(small(t), "to")
	if err := os.Link(from, far); err == nil {
		t.Fatal("a link leads to another file system")
	}
	for _, to := range []string{far, filepath.Join(filepath.Dir(from), "to")} {
		if err := link(from, to); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(to); err != nil || string(got) != content {
			t.Errorf("%d bytes are there, %v", len(got), err)
		}
		if err := link(from, to); !errors.Is(err, os.ErrExist) {
			t.Errorf("over another: %v", err)
		}
	}
	if err := link(from+"x", filepath.Join(filepath.Dir(from), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	full := filepath.Join(small(t), "to")
	if err := os.WriteFile(from, make([]byte, 1<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := link(from, full); err == nil {
		t.Error("a full disk took all")
	}
}

// Why a log cannot be read any more is told.
func TestReadingFails(t *testing.T) {
	s := fresh(t)
	folder := left(t, s, Origin{}, 3)
	l := orphan(t, s)
	l.f.Close()
	f, err := os.Open(folder) // reading it fails
	if err != nil {
		t.Fatal(err)
	}
	l.f = f
	defer l.Close()
	for e, err := range l.Edits() {
		if err == nil || e != nil || err.Error() != "the journal cannot be read: it is a folder" {
			t.Errorf("%q, %v", e, err)
		}
	}
	if err := l.scanWith(nil, 1000); err == nil || errors.Is(err, errDamaged) {
		t.Errorf("scanning: %v", err)
	}
}

// A journal that has nothing to do does nothing.
func TestIdle(t *testing.T) {
	s := fresh(t)
	s.delay, s.retry = time.Millisecond, time.Millisecond
	var syncs atomic.Int32
	s.fsync = func(f *os.File) error { syncs.Add(1); return f.Sync() }
	j := s.Start(Origin{}, []byte("base"), quiet(t))
	j.Append([]byte(edit(0)))
	if err := j.Sync(); err != nil {
		t.Fatal(err)
	}
	woken := syncs.Load()
	time.Sleep(100 * time.Millisecond)
	if n := syncs.Load(); n != woken {
		t.Errorf("%d syncs of nothing", n-woken)
	}
	j.Append([]byte(edit(1))) // is synced without being asked
	for began := time.Now(); syncs.Load() == woken; time.Sleep(time.Millisecond) {
		if time.Since(began) > time.Minute {
			t.Fatal("an edit is not synced")
		}
	}
	if err := j.Leave(); err != nil {
		t.Fatal(err)
	}
}
