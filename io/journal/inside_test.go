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

// A recovered journal comes to the disk without an edit: what was read may not be there yet.
func TestContinuedIsSynced(t *testing.T) {
	s := fresh(t)
	left(t, s, Origin{}, 1)
	synced := make(chan string, 100)
	s.delay = time.Millisecond
	s.fsync = func(f *os.File) error {
		synced <- filepath.Base(f.Name())
		return f.Sync()
	}
	j := orphan(t, s).Continue(quiet(t))
	for _, want := range []string{baseFile, firstFile, logFile} {
		select {
		case got := <-synced:
			if got != want {
				t.Errorf("%s is synced, want %s", got, want)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%s is not synced", want)
		}
	}
	if err := j.Leave(); err != nil {
		t.Fatal(err)
	}
}

// What a person gave up must not come back: where it cannot be cut off, that is told.
func TestDiscardFails(t *testing.T) {
	s := fresh(t)
	fingerprint := file(t, "base")
	j := s.Start(Origin{File: fingerprint}, []byte("base"), quiet(t))
	j.Append([]byte(edit(0)))
	j.Saved(fingerprint)
	j.Append([]byte(edit(1)))
	if err := j.Sync(); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join(j.folder, logFile))
	if err != nil {
		t.Fatal(err)
	}
	j.mu.Lock()
	j.f.Close()
	j.f = f // may not be written to
	j.mu.Unlock()
	if err := j.Shelve(); err == nil || !strings.HasPrefix(err.Error(), "the journal cannot be written: ") {
		t.Error(err)
	}
}

// A folder of journals that cannot be read is an error, one that is not there is none.
func TestFolderCannotBeRead(t *testing.T) {
	s := fresh(t)
	if err := s.Prune(); err != nil {
		t.Error(err)
	}
	none(t, s)
	if err := errors.Join(os.Mkdir(s.dir, 0o700), os.WriteFile(s.path(journals), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	const want = "the journals cannot be read: a part of the path is not a folder"
	if err := s.Prune(); err == nil || err.Error() != want {
		t.Error(err)
	}
	if o, err := s.Orphans(); len(o) > 0 || err == nil || err.Error() != want {
		t.Errorf("%+v, %v", o, err)
	}
}

// With a lower limit, all versions beyond it go at once.
func TestLowerLimit(t *testing.T) {
	s := fresh(t)
	path := filepath.Join(t.TempDir(), "a")
	keep := func(n int) {
		t.Helper()
		if err := s.Keep(path, []byte(edit(n))); err != nil {
			t.Fatal(err)
		}
	}
	for n := range 8 {
		keep(n)
	}
	s.Limit = 3
	keep(8)
	v := s.Versions(path)
	if len(v) != 3 {
		t.Fatalf("%d versions", len(v))
	}
	for i, v := range v {
		if got, err := s.Read(v); err != nil || string(got) != edit(8-i) {
			t.Errorf("version %d is %q, %v", i, got, err)
		}
	}
}
