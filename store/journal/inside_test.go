package journal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

func TestNewStore(t *testing.T) {
	s := New("x")
	if s.Limit != 10 || s.delay != 500*time.Millisecond || s.retry != 5*time.Second || s.dir != "x" || s.fsync == nil {
		t.Errorf("%+v", s)
	}
}

// TestLinkCopies checks that a base is copied if hard links are not possible.
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

// TestReadingFails checks the error for a log that becomes unreadable.
func TestReadingFails(t *testing.T) {
	s := fresh(t)
	folder := left(t, s, Origin{}, 3)
	l := orphan(t, s)
	l.f.Close()
	f, err := os.Open(folder) // cannot be read
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

// TestIdle checks that an idle journal does not sync.
func TestIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // sleeping takes no time
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
		time.Sleep(time.Hour)
		synctest.Wait()
		if n := syncs.Load(); n != woken {
			t.Errorf("%d syncs of nothing", n-woken)
		}
		j.Append([]byte(edit(1))) // synced automatically
		time.Sleep(time.Second)
		synctest.Wait()
		if syncs.Load() == woken {
			t.Error("an edit is not synced")
		}
		if err := j.Abandon(); err != nil {
			t.Fatal(err)
		}
	})
}

// TestReportFailuresOnce checks that a failing disk is retried regularly and reported once, and that
// recovery is reported once. An edit must be synced after the delay.
func TestReportFailuresOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // sleeping takes no time
		s := fresh(t)
		s.delay, s.retry = New("").delay, New("").retry
		start := time.Now()
		var reports []string
		var syncs []time.Duration
		failing := 3
		s.fsync = func(f *os.File) error {
			syncs = append(syncs, time.Since(start))
			if failing > 0 {
				failing--
				return syscall.EIO
			}
			return f.Sync()
		}
		j := s.Start(Origin{}, []byte("base"), func(err error) {
			reports = append(reports, fmt.Sprintf("%v: %v", time.Since(start), err))
		})
		j.Append([]byte(edit(0)))
		time.Sleep(time.Minute)
		j.Append([]byte(edit(1)))
		time.Sleep(time.Minute)
		synctest.Wait()
		ms := time.Millisecond
		if want := []time.Duration{500 * ms, 5500 * ms, 10_500 * ms, 15_500 * ms, 15_500 * ms, 15_500 * ms, 60_500 * ms}; !slices.Equal(syncs, want) {
			t.Errorf("synced after %v, want %v", syncs, want)
		}
		if want := []string{"500ms: the journal cannot be written: the disk reported an error", "15.5s: <nil>"}; !slices.Equal(reports, want) {
			t.Errorf("reported %q, want %q", reports, want)
		}

		// A log that cannot be written is replaced at once.
		syncs = nil
		was := j.f
		defer was.Close()
		var err error
		if j.f, err = os.Open(filepath.Join(j.folder, logFile)); err != nil { // read-only
			t.Fatal(err)
		}
		j.Append([]byte(edit(2)))
		synctest.Wait()
		if len(syncs) != 2 || syncs[0] != 2*time.Minute || len(reports) != 2 {
			t.Errorf("replaced after %v, reported %q", syncs, reports)
		}
		if err := j.Abandon(); err != nil {
			t.Fatal(err)
		}
		if l := orphan(t, s); l.Info().Edits != 3 {
			t.Errorf("%d edits are offered", l.Info().Edits)
		} else {
			l.Close()
		}
	})
}

// TestLeavingTriesAgain checks that Abandon retries for half a second if the disk fails.
func TestLeavingTriesAgain(t *testing.T) {
	for failing, want := range map[int]time.Duration{0: 0, 1: 50 * time.Millisecond, 10: 500 * time.Millisecond, 11: 500 * time.Millisecond} {
		synctest.Test(t, func(t *testing.T) { // sleeping takes no time
			s := fresh(t)
			s.delay, s.retry = time.Hour, time.Hour
			j := s.Start(Origin{}, []byte("base"), nil)
			j.Append([]byte(edit(0)))
			if err := j.Sync(); err != nil {
				t.Fatal(err)
			}
			left := failing
			s.fsync = func(f *os.File) error {
				if left--; left >= 0 {
					return syscall.EIO
				}
				return f.Sync()
			}
			j.Append([]byte(edit(1)))
			start := time.Now()
			err := j.Abandon()
			if took := time.Since(start); took != want || (err != nil) != (failing > 10) {
				t.Errorf("the disk fails %d times: left after %v, want %v; %v", failing, took, want, err)
			}
		})
	}
}

// TestLockFails checks that a failed lock is an error, even if no other program has it.
func TestLockFails(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "a"))
	if err != nil {
		t.Fatal(err)
	}
	if err := lock(f); err != nil {
		t.Fatal(err)
	}
	g, err := os.Open(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	if err := lock(g); !errors.Is(err, errHeld) {
		t.Errorf("locked twice: %v", err)
	}
	f.Close()
	if err := lock(g); err != nil {
		t.Errorf("after the first was closed: %v", err)
	}
	g.Close()
	if err := lock(g); err == nil || errors.Is(err, errHeld) {
		t.Errorf("a closed file: %v", err)
	}
}

// TestContinuedIsSynced checks that a continued journal is synced without an edit, because its data
// may still be in memory.
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
	if err := j.Abandon(); err != nil {
		t.Fatal(err)
	}
}

// TestDiscardFails checks that an error is returned if discarded edits cannot be removed, as they
// must not reappear.
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
	j.f = f // read-only
	j.mu.Unlock()
	if err := j.Shelve(); err == nil || !strings.HasPrefix(err.Error(), "the journal cannot be written: ") {
		t.Error(err)
	}
}

// TestFolderCannotBeRead checks that an unreadable folder of journals is an error and a missing one
// is not.
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

// TestLowerLimit checks that all versions beyond a lowered limit are deleted at once.
func TestLowerLimit(t *testing.T) {
	s := fresh(t)
	path := filepath.Join(t.TempDir(), "a")
	keep := func(n int) {
		t.Helper()
		if err := s.SaveVersion(path, []byte(edit(n))); err != nil {
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

// TestShorterThanItSeems checks that a log that shrinks while it is read is treated as truncated,
// without a read error.
func TestShorterThanItSeems(t *testing.T) {
	log, ends, all := sample(t, 6)
	for n := headSize; n < len(log); n++ {
		s := newScanner(bytes.NewReader(log[:n]), int64(len(log)))
		if s == nil {
			t.Fatalf("cut at %d it is no log", n)
		}
		var got []record
		for r, ok := s.next(); ok; r, ok = s.next() {
			got = append(got, r)
		}
		prefix(t, got, all, whole(ends, n))
		if s.err != nil {
			t.Errorf("cut at %d: %v", n, s.err)
		}
	}
}

// TestHistoryWithoutBase checks that a journal without its base is not used as a history and is
// unlocked.
func TestHistoryWithoutBase(t *testing.T) {
	for name, bad := range map[string]func(s *Store, folder string) error{
		"gone": func(s *Store, folder string) error { return os.Remove(filepath.Join(folder, baseFile)) },
		"longer": func(s *Store, folder string) error {
			return os.WriteFile(filepath.Join(folder, baseFile), []byte("content!"), 0o600)
		},
		"changed": func(s *Store, folder string) error {
			return os.WriteFile(filepath.Join(folder, baseFile), []byte("CONTENT"), 0o600)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := fresh(t)
			saved := closed(t, s, "content")
			free, _, err := s.all()
			if err != nil || len(free) != 1 {
				t.Fatalf("%+v, %v", free, err)
			}
			l := s.History(saved.Path(), saved.Sum())
			if l == nil {
				t.Fatalf("%s: no history at first", name)
			}
			l.Close()
			if err := errors.Join(os.WriteFile(saved.Path(), []byte("other"), 0o600), bad(s, s.path(journals, free[0].ID))); err != nil {
				t.Fatal(err)
			}
			if s.History(saved.Path(), saved.Sum()) != nil {
				t.Errorf("%s: there is a history", name)
			}
			l, err = s.Open(free[0].ID)
			if err != nil {
				t.Fatal(err)
			}
			if err := l.Discard(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestNames checks that journals have a fixed folder, accessible by the owner only, and that a path
// is not a valid name.
func TestNames(t *testing.T) {
	s := fresh(t)
	for _, id := range []string{"", ".", "..", "a/b", ".new-a", "a.b"} {
		if _, err := s.open(id, true); !errors.Is(err, fs.ErrNotExist) || valid(id) {
			t.Errorf("%q is opened: %v", id, err)
		}
	}
	j := s.Start(Origin{}, []byte("base"), quiet(t))
	defer j.Abandon()
	for path, want := range map[string]os.FileMode{s.dir: 0o700, s.path(journals): 0o700, j.folder: 0o700, filepath.Join(j.folder, logFile): 0o600, filepath.Join(j.folder, baseFile): 0o600, filepath.Join(j.folder, firstFile): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", path, info, err)
		}
	}
	if a, b := random(), random(); a == b || len(a) != 32 || !valid(a) {
		t.Errorf("identifiers %q and %q", a, b)
	}
}

// TestFolderIsSynced checks that Sync fails if the folder of the journal cannot be synced, because its
// files could be lost.
func TestFolderIsSynced(t *testing.T) {
	s := fresh(t)
	s.delay = time.Hour
	j := s.Start(Origin{}, []byte("base"), nil)
	s.fsync = func(f *os.File) error {
		if filepath.Base(f.Name()) == logFile {
			return errors.Join(f.Sync(), os.Rename(j.folder, j.folder+"-away"))
		}
		return f.Sync()
	}
	if err := j.Sync(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("synced, though its folder is away: %v", err)
	}
	s.fsync = (*os.File).Sync
	if err := os.Rename(j.folder+"-away", j.folder); err != nil {
		t.Fatal(err)
	}
	j.Append([]byte(edit(0)))
	if err := j.Abandon(); err != nil {
		t.Fatal(err)
	}
	l := orphan(t, s)
	holds(t, l, "base", 1)
	l.Close()
}

// TestDefaultStore checks that Default returns the store in the user's state folder, and that File
// returns paths of other files in it.
func TestDefaultStore(t *testing.T) {
	state := t.TempDir()
	t.Setenv("XDG_STATE_HOME", state)
	s := Default()
	got, err := s.File("analyses")
	if want := filepath.Join(state, "boardstudio", "analyses"); err != nil || got != want {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	if info, err := os.Stat(filepath.Dir(got)); err != nil || !info.IsDir() {
		t.Errorf("its folder was not made: %v", err)
	}
	if _, err := New("").File("analyses"); err == nil {
		t.Error("a file without a home folder")
	}
	if list, err := New("").list(journals); list != nil || err != nil {
		t.Errorf("%v, %v", list, err)
	}
}

// TestCopyLog checks that copyLog copies the first bytes of a log if they are whole records, and
// nothing otherwise.
func TestCopyLog(t *testing.T) {
	log, ends, _ := sample(t, 6)
	for _, size := range []int{headSize, ends[0], ends[3], len(log)} {
		var b bytes.Buffer
		if err := copyLog(&b, bytes.NewReader(log), int64(size)); err != nil || !bytes.Equal(b.Bytes(), log[:size]) {
			t.Errorf("%d bytes: %d copied, %v", size, b.Len(), err)
		}
	}
	bad := bytes.Clone(log)
	bad[ends[2]+frameSize] ^= 1
	for name, x := range map[string]struct {
		log  []byte
		size int
	}{"damaged": {bad, len(log)}, "in the middle of a record": {log, ends[0] + 1}, "no log": {[]byte(strings.Repeat("x", 100)), 100}, "nothing": {nil, 0}} {
		var b bytes.Buffer
		if err := copyLog(&b, bytes.NewReader(x.log), int64(x.size)); err == nil || b.Len() > 0 {
			t.Errorf("%s: %d bytes copied, %v", name, b.Len(), err)
		}
	}
}

// TestStrays checks that stray files in the folder of versions are ignored, and that reading the edits
// can stop early.
func TestStrays(t *testing.T) {
	s := fresh(t)
	path := file(t, "one").Path()
	if err := s.SaveVersion(path, nil); err != nil {
		t.Fatal(err)
	}
	v := s.Versions(path)
	if len(v) != 1 || v[0].Size != 3 || v[0].Sum != SumOf([]byte("one")) || time.Since(v[0].Time) > time.Minute {
		t.Fatalf("%+v", v)
	}
	dir, name := filepath.Split(v[0].path)
	for _, stray := range []string{"x", "x-y", "20060102-" + v[0].Sum.String(), name[:len(name)-1], name + "0"} {
		if err := os.WriteFile(filepath.Join(dir, stray), []byte("one"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, strings.Replace(name, "Z-", "0Z-", 1)), 0o700); err != nil {
		t.Fatal(err)
	}
	if got := s.Versions(path); len(got) != 1 || got[0] != v[0] {
		t.Errorf("%+v", got)
	}
	if s.Versions(filepath.Join(path, "below a file")) != nil {
		t.Error("versions of a path that cannot be")
	}
	if err := s.SaveOldVersion(filepath.Join(path, "below a file"), true); err != nil {
		t.Errorf("%v: the save would say so", err)
	}

	j := s.Start(Origin{}, []byte("base"), quiet(t))
	for n := range 3 {
		j.Append([]byte(edit(n)))
	}
	if err := j.Abandon(); err != nil {
		t.Fatal(err)
	}
	l := orphan(t, s)
	defer l.Close()
	n := 0
	for range l.Edits() {
		if n++; n == 2 {
			break
		}
	}
	if n != 2 {
		t.Errorf("%d edits read", n)
	}
	if err := s.Discard(l.Info().ID); err == nil || err.Error() != "the document is open in another window" {
		t.Errorf("discarded while it is read: %v", err)
	}
}

// TestNoFingerprint checks that FingerprintOf returns the error of a cancelled context, and that
// Changed recognises changed and deleted files.
func TestNoFingerprint(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	path := file(t, "one").Path()
	if s, err := FingerprintOf(ctx, path); !errors.Is(err, context.Canceled) || s != (Fingerprint{}) {
		t.Errorf("cancelled: %+v, %v", s, err)
	}
	below := filepath.Join(path, "below")
	if s, err := FingerprintData(below, nil); err == nil || !strings.HasPrefix(err.Error(), "below cannot be read: ") || s != (Fingerprint{}) {
		t.Errorf("%+v, %v", s, err)
	}
	s, err := FingerprintData(path, []byte("two"))
	if err != nil {
		t.Fatal(err)
	}
	if c, err := s.Changed(t.Context()); c != Edited || err != nil {
		t.Errorf("of another content of the same length: %v, %v", c, err)
	}
	if s, err = FingerprintData(path, []byte("one")); err != nil {
		t.Fatal(err)
	}
	if c, err := s.Changed(t.Context()); c != Same || err != nil || s.Time().IsZero() {
		t.Errorf("of the same content: %v, %v", c, err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if c, err := s.Changed(t.Context()); c != Gone || err != nil {
		t.Errorf("deleted: %v, %v", c, err)
	}
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	if c, _ := s.Changed(t.Context()); c != Edited {
		t.Errorf("a folder: %v", c)
	}
}

// TestReadOnlyLog checks that a read-only journal continues in a new folder.
func TestReadOnlyLog(t *testing.T) {
	s := fresh(t)
	left(t, s, Origin{}, 2)
	l := orphan(t, s)
	l.fixed = true // as after an error of permissions
	was := l.folder
	j := l.Continue(quiet(t))
	if err := j.Sync(); err != nil {
		t.Fatal(err)
	}
	if j.folder == was {
		t.Error("it is written to the old log")
	}
	j.Append([]byte(edit(2)))
	if err := j.Abandon(); err != nil {
		t.Fatal(err)
	}
	l = orphan(t, s)
	holds(t, l, "base", 3)
	l.Close()
}

// TestCannotDelete checks the error if a journal cannot be deleted.
func TestCannotDelete(t *testing.T) {
	s := fresh(t)
	left(t, s, Origin{}, 1)
	id := orphanID(t, s)
	block := s.path(journals, oldOne+id, "x") // a folder that is not empty, so the journal cannot be renamed to oldOne+id
	if err := os.MkdirAll(block, 0o700); err != nil {
		t.Fatal(err)
	}
	const want = "the journal cannot be deleted: "
	l, err := s.Open(id)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Discard(); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v", err)
	}
	if err := s.Discard(id); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("by its identifier: %v", err)
	}
	if err := os.Truncate(s.path(journals, id, logFile), 0); err != nil { // nor can the journal be read
		t.Fatal(err)
	}
	if err := os.Remove(s.path(journals, id, firstFile)); err != nil {
		t.Fatal(err)
	}
	if err := s.Discard(id); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("one that cannot be read: %v", err)
	}
	if err := os.RemoveAll(s.path(journals, oldOne+id)); err != nil {
		t.Fatal(err)
	}
	if err := s.Discard(id); err != nil || folders(t, s) != 0 {
		t.Errorf("%v, %d folders", err, folders(t, s))
	}
}

// orphanID returns the identifier of the only journal that a crash has left.
func orphanID(t *testing.T, s *Store) string {
	t.Helper()
	o, err := s.Orphans()
	if err != nil || len(o) != 1 {
		t.Fatalf("%+v, %v", o, err)
	}
	return o[0].ID
}

// TestNothingStaysOpen checks that no file stays open at the end of a journal, even after it was
// rewritten.
func TestNothingStaysOpen(t *testing.T) {
	open := func() (names []string) {
		list, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip("the system does not list open files")
		}
		for _, e := range list {
			if name, err := os.Readlink("/proc/self/fd/" + e.Name()); err == nil && strings.Contains(name, t.Name()) {
				names = append(names, name)
			}
		}
		return names
	}
	s := fresh(t)
	saved := file(t, "content")
	release, _, err := s.LockFile(saved.Path())
	if err != nil {
		t.Fatal(err)
	}
	if _, other, err := s.LockFile(saved.Path()); other == nil || err != nil {
		t.Fatalf("%+v, %v", other, err)
	}
	failing := 1
	s.fsync = func(f *os.File) error {
		if failing--; failing >= 0 {
			return syscall.EIO
		}
		return f.Sync()
	}
	j := s.Start(Origin{File: saved}, []byte("content"), nil)
	j.Append([]byte(edit(0)))
	for try := 0; j.Sync() != nil && try < 5; try++ {
	}
	failing = 1
	j.Append([]byte(edit(1)))
	for try := 0; j.Sync() != nil && try < 5; try++ {
	}
	if got := open(); len(got) != 2 {
		t.Errorf("the log and the lock are open: %q", got)
	}
	j.Saved(saved)
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if l := s.History(saved.Path(), saved.Sum()); l == nil {
		t.Error("no history")
	} else if err := l.Discard(); err != nil {
		t.Error(err)
	}
	if err := s.SaveVersion(saved.Path(), nil); err != nil {
		t.Error(err)
	}
	if _, err := s.Read(s.Versions(saved.Path())[0]); err != nil {
		t.Error(err)
	}
	if err := s.Prune(); err != nil {
		t.Error(err)
	}
	release()
	release() // again
	if got := open(); len(got) != 0 {
		t.Errorf("still open: %q", got)
	}
}
