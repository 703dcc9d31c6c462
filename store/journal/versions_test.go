package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"boardstudio/text/msg"
)

// contents returns the versions of a file, newest first.
func contents(t *testing.T, s *Store, path string) (all []string) {
	t.Helper()
	for _, v := range s.Versions(path) {
		data, err := s.Read(v)
		if err != nil || int64(len(data)) != v.Size || SumOf(data) != v.Sum || time.Since(v.Time) > time.Hour {
			t.Errorf("%+v: %q, %v", v, data, err)
		}
		all = append(all, string(data))
	}
	return all
}

func TestVersions(t *testing.T) {
	s := fresh(t)
	s.Limit = 3
	dir := t.TempDir()
	path, link := filepath.Join(dir, "a\xff"), filepath.Join(dir, "link")
	if err := os.Symlink("a\xff", link); err != nil {
		t.Fatal(err)
	}
	if err := s.SaveOldVersion(path, false); err != nil || len(s.Versions(path)) > 0 {
		t.Errorf("of a new file: %v, %v", err, s.Versions(path))
	}
	if err := os.WriteFile(path, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := s.SaveOldVersion(link, false); err != nil {
			t.Fatal(err)
		}
	}
	for _, x := range []struct{ keep, want string }{
		{"one", "one old"},
		{"one", "one old"},
		{"two", "two one old"},
		{"one", "one two one"},
		{"", " one two"},
		{"three", "three  one"},
	} {
		if err := s.SaveVersion(path, append([]byte{}, x.keep...)); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(contents(t, s, link), " "); got != x.want {
			t.Errorf("after %q: %q, want %q", x.keep, got, x.want)
		}
	}
	if err := os.WriteFile(path, []byte("file"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.SaveOldVersion(path, false), s.SaveVersion(path, nil)); err != nil {
		t.Fatal(err)
	}
	if got := contents(t, s, path); !slices.Equal(got, []string{"file", "three", ""}) {
		t.Errorf("%q", got)
	}
	if got := s.Versions(filepath.Join(dir, "other")); len(got) > 0 {
		t.Errorf("another file has %v", got)
	}
	// The folder has the path of the file and is accessible by its owner only.
	var about struct{ Path name }
	data, err := os.ReadFile(s.path(versions, key(path), nameFile))
	if err != nil || json.Unmarshal(data, &about) != nil || string(about.Path) != path {
		t.Errorf("%s, %v", data, err)
	}
	if info, err := os.Stat(s.dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	v := s.Versions(path)[0]
	if err := os.WriteFile(v.path, []byte("fils"), 0o600); err != nil {
		t.Fatal(err)
	}
	var known *msg.Error
	if _, err := s.Read(v); !errors.As(err, &known) {
		t.Errorf("a damaged version is read: %v", err)
	}
	if _, err := s.Read(Version{}); !errors.As(err, &known) {
		t.Errorf("no version is read: %v", err)
	}
}

// TestVersionsAndTheClock checks that the newest version stays first if the clock is set back.
func TestVersionsAndTheClock(t *testing.T) {
	s := fresh(t)
	s.Limit = 2
	path := filepath.Join(t.TempDir(), "a")
	if err := s.SaveVersion(path, []byte("one")); err != nil {
		t.Fatal(err)
	}
	v := s.Versions(path)[0]
	later := filepath.Join(filepath.Dir(v.path), v.Time.Add(time.Hour).Format(timeFormat)+"-"+v.Sum.String())
	if err := os.Rename(v.path, later); err != nil {
		t.Fatal(err)
	}
	for _, c := range []string{"two", "three"} {
		if err := s.SaveVersion(path, []byte(c)); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.Versions(path); len(got) != 2 || got[0].Sum != SumOf([]byte("three")) || got[1].Sum != SumOf([]byte("two")) {
		t.Errorf("%v", got)
	}
}

// TestVersionsOnAFullDisk checks that existing versions stay if the disk is full.
func TestVersionsOnAFullDisk(t *testing.T) {
	s := New(filepath.Join(small(t), "state"))
	path := filepath.Join(t.TempDir(), "a")
	if err := s.SaveVersion(path, []byte("one")); err != nil {
		t.Fatal(err)
	}
	err := s.SaveVersion(path, bytes.Repeat([]byte("x"), 1<<17))
	if err == nil || !strings.Contains(err.Error(), "cannot save a version of a: ") || !strings.Contains(err.Error(), "no space left") {
		t.Error(err)
	}
	if got := contents(t, s, path); !slices.Equal(got, []string{"one"}) {
		t.Errorf("%.100q", got)
	}
}

func TestFingerprint(t *testing.T) {
	s := file(t, "one")
	path := s.Path()
	is := func(want Change) {
		t.Helper()
		got, err := s.Changed(t.Context())
		if got != want || err != nil {
			t.Errorf("changed: %v, %v; want %v", got, err, want)
		}
	}
	write := func(content string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if s.Sum() != SumOf([]byte("one")) || s.Size() != 3 || time.Since(s.Time()) > time.Hour {
		t.Errorf("%+v", s)
	}
	is(Same)
	write("two") // at once, with the same length, and perhaps in the same clock tick
	is(Edited)
	write("one")
	is(Same)
	write("longer")
	is(Edited)
	// Check new content with the old time, then the old content in a new file.
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	write("two")
	if err := os.Chtimes(path, info.ModTime(), s.Time()); err != nil {
		t.Fatal(err)
	}
	is(Edited)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	is(Gone)
	write("one")
	is(Same)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(path, 0o666); err != nil {
		t.Fatal(err)
	}
	s.size = 0
	if got, err := s.Changed(t.Context()); got != Edited || err == nil { // does not wait for a writer
		t.Errorf("a pipe: %v, %v", got, err)
	}
	if _, err := FingerprintOf(t.Context(), path); err == nil {
		t.Error("a pipe has a fingerprint")
	}
	var zero Fingerprint
	if got, err := zero.Changed(t.Context()); got != Same || err != nil {
		t.Errorf("no file: %v, %v", got, err)
	}
}

// TestNoDocument checks that a file that was replaced by a huge file or a pipe is neither read nor
// waited for.
func TestNoDocument(t *testing.T) {
	s := fresh(t)
	dir := t.TempDir()
	huge, pipe := filepath.Join(dir, "huge"), filepath.Join(dir, "pipe")
	if err := os.WriteFile(huge, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(huge, 1<<40); err != nil {
		t.Skip(err)
	}
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for path, why := range map[string]string{huge: "it is too large", pipe: "it is not a regular file", dir: "it is a folder", "/dev/zero": "it is not a regular file"} {
			name := filepath.Base(path)
			if _, err := FingerprintOf(t.Context(), path); err == nil || err.Error() != name+" cannot be read: "+why {
				t.Errorf("%v", err)
			}
			if data, _, err := Read(path); data != nil || err == nil {
				t.Errorf("%d bytes of %s, %v", len(data), name, err)
			}
			if err := s.SaveVersion(path, nil); err == nil || err.Error() != "cannot save a version of "+name+": "+why {
				t.Errorf("%v", err)
			}
		}
	}()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		t.Fatal("it is waited for")
	}
}

func TestFingerprintIsCheap(t *testing.T) {
	s := file(t, "one")
	s.taken = s.taken.Add(time.Hour)
	s.sum[0] ^= 1
	if got, err := s.Changed(t.Context()); got != Same || err != nil {
		t.Errorf("it was read: %v, %v", got, err)
	}
	if err := os.Chmod(s.Path(), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Changed(t.Context()); got != Edited || err != nil {
		t.Errorf("it was not read: %v, %v", got, err)
	}
}

func TestFingerprintOfBytes(t *testing.T) {
	data, s, err := Read(file(t, "one").Path())
	if err != nil || string(data) != "one" || s.Sum() != SumOf(data) {
		t.Errorf("%q, %+v, %v", data, s, err)
	}
	s, err = FingerprintData(s.Path(), []byte("one"))
	if got, cerr := s.Changed(t.Context()); err != nil || got != Same || cerr != nil {
		t.Errorf("%v, %v, %v", got, err, cerr)
	}
	s, err = FingerprintData(s.Path(), []byte("two"))
	if got, cerr := s.Changed(t.Context()); err != nil || got != Edited || cerr != nil {
		t.Errorf("%v, %v, %v", got, err, cerr)
	}
	// A Fingerprint survives a round trip through JSON.
	s, _ = FingerprintOf(t.Context(), s.Path())
	s.path += "\xff\""
	data, err = json.Marshal(s.json())
	var back fingerprintJSON
	if err != nil || json.Unmarshal(data, &back) != nil {
		t.Fatal(err)
	}
	if b := back.fingerprint(); b.path != s.path || b.sum != s.sum || !b.ctime.Equal(s.ctime) || !b.mtime.Equal(s.mtime) || !b.taken.Equal(s.taken) || b.inode != s.inode {
		t.Errorf("%+v became %+v", s, b)
	}
}

func TestFileLock(t *testing.T) {
	s := fresh(t)
	dir := t.TempDir()
	path, link := filepath.Join(dir, "new"), filepath.Join(dir, "link")
	if err := os.Symlink("new", link); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		release, other, err := s.LockFile(path)
		if err != nil || other != nil {
			t.Fatal(other, err)
		}
		no, other, err := s.LockFile(link)
		if err != nil || other == nil || !other.Here() {
			t.Errorf("locked twice: %v, %v", other, err)
		}
		no()
		if _, other, _ := s.LockFile(path); other == nil {
			t.Error("the second let go of what it did not have")
		}
		free, other, err := s.LockFile(filepath.Join(dir, "other"))
		if err != nil || other != nil {
			t.Errorf("another file: %v, %v", other, err)
		}
		free()
		release()
		release()
	}
	if left, _ := s.list("claims"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	loop := filepath.Join(dir, "loop")
	if err := os.Symlink("loop", loop); err != nil {
		t.Fatal(err)
	}
	release, other, err := s.LockFile(loop)
	release()
	if err == nil || other != nil {
		t.Errorf("a loop: %v, %v", other, err)
	}
}

// TestFileLocksAtOnce checks that only one of many concurrent callers has the lock of a file.
func TestFileLocksAtOnce(t *testing.T) {
	s := fresh(t)
	path := filepath.Join(t.TempDir(), "a")
	held := make(chan bool, 1)
	done := make(chan int)
	for range 4 {
		go func() {
			got := 0
			for range 300 {
				release, other, err := s.LockFile(path)
				if err != nil {
					t.Error(err)
				}
				if err == nil && other == nil {
					select {
					case held <- true:
					default:
						t.Error("two have it")
					}
					got++
					<-held
					release()
				}
			}
			done <- got
		}()
	}
	all := 0
	for range 4 {
		all += <-done
	}
	if all == 0 {
		t.Error("nobody got it")
	}
}
