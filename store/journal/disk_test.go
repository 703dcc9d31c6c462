package journal

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"boardstudio/text/msg"
)

// reports collects the reports of a journal.
type reports chan error

func listen() reports { return make(reports, 100) }

func (r reports) report(err error) { r <- err }

// next waits for a report.
func (r reports) next(t *testing.T) error {
	t.Helper()
	select {
	case err := <-r:
		return err
	case <-time.After(time.Minute):
		t.Fatal("nothing is reported")
		return nil
	}
}

// small mounts a file system of 64 KB and returns its folder.
func small(t *testing.T) string {
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

// fill fills the disk with a file in dir and returns its path.
func fill(t *testing.T, dir string) (filler string) {
	t.Helper()
	filler = filepath.Join(dir, "filler")
	f, err := os.Create(filler)
	if err != nil {
		t.Fatal(err)
	}
	for err == nil {
		_, err = f.Write(make([]byte, 1000))
	}
	f.Close()
	return filler
}

// TestFullDisk checks that editing continues on a full disk, and that all edits are written once
// there is space.
func TestFullDisk(t *testing.T) {
	dir := small(t)
	s := New(dir)
	s.retry = 10 * time.Millisecond
	heard := listen()
	j := s.Start(Origin{}, []byte("base"), heard.report)
	filler := fill(t, dir)
	n := 0
	for full := false; !full; n++ {
		j.Append([]byte(edit(n)))
		j.mu.Lock()
		full = j.failed != nil
		j.mu.Unlock()
	}
	if err := heard.next(t); err == nil || !strings.Contains(err.Error(), "no space left") {
		t.Errorf("reported: %v", err)
	}
	for range 100 {
		j.Append([]byte(edit(n)))
		n++
	}
	if err := j.Sync(); err == nil {
		t.Error("a full disk took all")
	}
	if len(heard) > 0 {
		t.Errorf("reported again: %v", heard.next(t))
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	if err := heard.next(t); err != nil {
		t.Errorf("reported: %v; want that all is well", err)
	}
	if n := folders(t, s); n != 1 {
		t.Errorf("%d folders, want one", n)
	}
	j.Append([]byte(edit(n)))
	if err := j.Abandon(); err != nil {
		t.Fatal(err)
	}
	l := orphan(t, s)
	defer l.Close()
	holds(t, l, "base", n+1)
}

// TestLeftOnAFullDisk checks that a journal left on a full disk is written if there is space a
// moment later.
func TestLeftOnAFullDisk(t *testing.T) {
	dir := small(t)
	s := New(dir)
	s.retry = time.Hour
	j := s.Start(Origin{}, []byte("base"), nil)
	filler := fill(t, dir)
	n := 0
	for err := error(nil); err == nil; err = j.Sync() {
		j.Append([]byte(edit(n)))
		n++
	}
	time.AfterFunc(60*time.Millisecond, func() { _ = os.Remove(filler) })
	if err := j.Abandon(); err != nil {
		t.Fatal(err)
	}
	l := orphan(t, s)
	defer l.Close()
	holds(t, l, "base", n)
}

// TestNowhere checks that a journal that cannot be written reports this once. Without a home
// folder, it stores and reports nothing, because the program reports that at start.
func TestNowhere(t *testing.T) {
	blocked := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"", filepath.Join(blocked, "state"), "/proc/none"} {
		s := New(dir)
		heard := listen()
		j := s.Start(Origin{}, []byte("base"), heard.report)
		j.Append([]byte("x"))
		j.Saved(Fingerprint{})
		silent := dir == ""
		var known *msg.Error
		expect := func(what string, err error) {
			t.Helper()
			if errors.As(err, &known) == silent || silent && err != nil {
				t.Errorf("%q: %s: %v", dir, what, err)
			}
		}
		if !silent {
			expect("reported", heard.next(t))
		}
		if err := j.Sync(); (err == nil) != silent {
			t.Errorf("%q: Sync: %v", dir, err)
		}
		if err := j.Shelve(); err != nil {
			t.Errorf("%q: %v", dir, err)
		}
		if o, _ := s.Orphans(); len(o) > 0 {
			t.Errorf("%q: orphans %+v", dir, o)
		}
		_ = s.Prune()
		expect("Keep", s.SaveVersion(blocked, []byte("x")))
		expect("KeepOld", s.SaveOldVersion(blocked, false))
		if s.Versions(blocked) != nil || s.History(blocked, Sum{}) != nil {
			t.Errorf("%q holds something", dir)
		}
		release, other, err := s.LockFile(blocked)
		if !errors.As(err, &known) || other != nil {
			t.Errorf("%q: LockFile: %v, %v", dir, other, err)
		}
		release()
	}
	var j *Journal
	j.Append(nil)
	j.Saved(Fingerprint{})
	if err := errors.Join(j.Sync(), j.Close(), j.Shelve(), j.Abandon()); err != nil || j.Info() != (Info{}) {
		t.Error(err)
	}
}

// TestSyncFails checks that a file is never considered synced after a failed sync.
func TestSyncFails(t *testing.T) {
	for good := range 8 {
		s := fresh(t)
		s.retry, s.delay = time.Millisecond, time.Millisecond
		var failed atomic.Int32 // number of failed syncs
		var once atomic.Int32
		bad := map[uint64]bool{}
		var keep []*os.File
		var mu sync.Mutex
		s.fsync = func(f *os.File) error {
			info, err := f.Stat()
			if err != nil {
				return err
			}
			id := info.Sys().(*syscall.Stat_t).Ino
			mu.Lock()
			defer mu.Unlock()
			if bad[id] {
				t.Errorf("%s is synced again after an error", filepath.Base(f.Name()))
			}
			if once.Add(1) > int32(good) && failed.Load() < 3 {
				failed.Add(1)
				bad[id] = true
				if k, err := os.Open(fmt.Sprintf("/proc/self/fd/%d", f.Fd())); err == nil {
					keep = append(keep, k) // otherwise its inode number could be reused after its removal
				}
				// Simulate a system that drops data it could not write.
				if filepath.Base(f.Name()) == logFile && info.Size() > 10 {
					return errors.Join(f.Truncate(info.Size()-10), syscall.EIO)
				}
				return syscall.EIO
			}
			return f.Sync()
		}
		heard := listen()
		j := s.Start(Origin{}, []byte("base"), heard.report)
		n := 0
		for ; failed.Load() < 3; n++ {
			j.Append([]byte(edit(n)))
			_ = j.Sync()
		}
		if err := j.Sync(); err != nil {
			t.Fatalf("after %d syncs: %v", good, err)
		}
		if err := heard.next(t); err == nil || !strings.Contains(err.Error(), "the disk reported an error") {
			t.Errorf("reported: %v", err)
		}
		if err := j.Abandon(); err != nil {
			t.Fatal(err)
		}
		for _, f := range keep {
			f.Close()
		}
		l := orphan(t, s)
		holds(t, l, "base", n)
		l.Close()
	}
}

// TestLargeBase checks that a large base is written in the background, and that the file itself is
// used until then.
func TestLargeBase(t *testing.T) {
	base := bytes.Repeat([]byte("large "), 1<<20)
	s := fresh(t)
	fingerprint := file(t, string(base))
	hold := make(chan bool)
	s.fsync = func(f *os.File) error {
		<-hold
		return f.Sync()
	}
	j := s.Start(Origin{File: fingerprint}, base, quiet(t))
	for n := range 3 {
		j.Append([]byte(edit(n)))
	}
	// As after a crash: the log exists, the base does not.
	crashed := New(filepath.Join(t.TempDir(), "state"))
	to := crashed.path(journals, "crashed")
	if err := os.MkdirAll(to, 0o700); err != nil {
		t.Fatal(err)
	}
	log, err := os.ReadFile(filepath.Join(j.folder, logFile))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(to, logFile), log, 0o600); err != nil {
		t.Fatal(err)
	}
	l := orphan(t, crashed)
	holds(t, l, string(base), 3)
	k := l.Continue(quiet(t))
	k.Append([]byte(edit(3)))
	if err := k.Abandon(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(fingerprint.Path(), []byte("other"), 0o666); err != nil {
		t.Fatal(err)
	}
	l = orphan(t, crashed)
	holds(t, l, string(base), 4)
	l.Close()

	close(hold)
	if err := j.Abandon(); err != nil {
		t.Fatal(err)
	}
	l = orphan(t, s)
	holds(t, l, string(base), 3)
	l.Close()
	// Without a base, recovery must fail, and not return wrong data.
	if err := os.WriteFile(filepath.Join(j.folder, baseFile), base[1:], 0o600); err != nil {
		t.Fatal(err)
	}
	l = orphan(t, s)
	defer l.Close()
	if b, err := l.Base(); err == nil {
		t.Errorf("a base of %d bytes", len(b))
	}
}

// TestTogether checks for data races between Append, Sync and Info.
func TestTogether(t *testing.T) {
	s := fresh(t)
	s.delay = 0
	j := s.Start(Origin{}, []byte("base"), quiet(t))
	var wg sync.WaitGroup
	wg.Go(func() {
		for range 20 {
			_ = j.Sync()
			_ = j.Info()
		}
	})
	for n := range 2000 {
		j.Append([]byte(edit(n)))
	}
	wg.Wait()
	if err := j.Abandon(); err != nil {
		t.Fatal(err)
	}
	j.Append([]byte("late"))
	if err := j.Sync(); err == nil {
		t.Error("a closed journal is synced")
	}
	l := orphan(t, s)
	holds(t, l, "base", 2000)
	l.Close()
}

// TestTooLarge checks that edits before an oversized edit are kept and that later ones are refused.
func TestTooLarge(t *testing.T) {
	s := fresh(t)
	heard := listen()
	j := s.Start(Origin{}, []byte("base"), heard.report)
	j.Append([]byte(edit(0)))
	j.Append(make([]byte, maxPayload+1)) // never accessed, so it takes no memory
	j.Append([]byte(edit(1)))
	if err := heard.next(t); err == nil || !strings.Contains(err.Error(), "too large") {
		t.Errorf("reported: %v", err)
	}
	if err := j.Abandon(); err == nil {
		t.Error("all is said to be on disk")
	}
	l := orphan(t, s)
	holds(t, l, "base", 1)
	l.Close()
}

func BenchmarkAppend(b *testing.B) {
	s := fresh(b)
	j := s.Start(Origin{}, []byte("base"), quiet(b))
	data := []byte(strings.Repeat("x", 100))
	var times []time.Duration
	for b.Loop() {
		from := time.Now()
		j.Append(data)
		times = append(times, time.Since(from))
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)*99/100].Microseconds()), "µs-p99")
	b.ReportMetric(float64(times[len(times)-1].Microseconds()), "µs-worst")
	_ = j.Shelve()
}
