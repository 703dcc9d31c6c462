package journal

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio/text/msg"
)

// left creates a journal with n edits as left by a crash, and returns its folder.
func left(t *testing.T, s *Store, o Origin, n int) string {
	t.Helper()
	j := s.Start(o, []byte("base"), quiet(t))
	for i := range n {
		j.Append([]byte(edit(i)))
	}
	if err := j.Abandon(); err != nil {
		t.Fatal(err)
	}
	return j.folder
}

// spoil overwrites the first n bytes of a file.
func spoil(t *testing.T, n int, path ...string) {
	t.Helper()
	f, err := os.OpenFile(filepath.Join(path...), os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write(make([]byte, n)); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestBeginningIsDamaged checks that a log with a damaged beginning is read and repaired with the
// copy of the first record.
func TestBeginningIsDamaged(t *testing.T) {
	s := fresh(t)
	folder := left(t, s, Origin{Format: "studio", Title: "Pente"}, 3)
	for n := 3; n < 6; n++ {
		spoil(t, headSize+100, folder, logFile)
		l := orphan(t, s)
		if i := l.Info(); i.Title != "Pente" || i.Unsaved != n || i.Lost != 0 {
			t.Errorf("%+v", i)
		}
		holds(t, l, "base", n)
		j := l.Continue(quiet(t))
		j.Append([]byte(edit(n)))
		if err := j.Abandon(); err != nil {
			t.Fatal(err)
		}
		if n == 4 { // the log has been repaired
			if err := os.Remove(filepath.Join(folder, firstFile)); err != nil {
				t.Fatal(err)
			}
		}
		l = orphan(t, s)
		holds(t, l, "base", n+1)
		if err := l.Continue(quiet(t)).Abandon(); err != nil { // creates the copy again
			t.Fatal(err)
		}
	}
	// The copy of another log is ignored.
	other := left(t, fresh(t), Origin{Title: "other"}, 3)
	data, err := os.ReadFile(filepath.Join(other, firstFile))
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, firstFile), data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	spoil(t, headSize+100, folder, logFile)
	if l := orphan(t, s); l.Info().Edits != 0 || l.Info().Lost == 0 {
		t.Errorf("%+v", l.Info())
	} else {
		l.Close()
	}
}

// TestBroken checks that unreadable journals are reported with the reason and can be deleted.
func TestBroken(t *testing.T) {
	for name, c := range map[string]struct {
		ruin func(folder string) error
		why  string
	}{
		"damaged": {func(folder string) error {
			spoil(t, headSize+100, folder, logFile)
			return os.Remove(filepath.Join(folder, firstFile))
		}, "it is damaged from the start"},
		"empty": {func(folder string) error { return os.Truncate(filepath.Join(folder, logFile), 0) }, "it is empty"},
		"no base, and empty": {func(folder string) error {
			return errors.Join(os.Remove(filepath.Join(folder, baseFile)), os.Truncate(filepath.Join(folder, logFile), 0))
		}, "it is empty"},
		"missing": {func(folder string) error { return os.Remove(filepath.Join(folder, logFile)) }, "its log is missing"},
		"all gone": {func(folder string) error {
			if err := os.RemoveAll(folder); err != nil {
				return err
			}
			return os.Mkdir(folder, 0o700)
		}, "its log is missing"},
		"a loop": {func(folder string) error {
			name := filepath.Join(folder, logFile)
			return errors.Join(os.Remove(name), os.Symlink(name, name))
		}, "its symbolic links form a loop"},
	} {
		t.Run(name, func(t *testing.T) {
			s := fresh(t)
			folder := left(t, s, Origin{Title: "Pente"}, 3)
			if err := c.ruin(folder); err != nil {
				t.Fatal(err)
			}
			if err := s.Prune(); err != nil { // affects saved documents only
				t.Fatal(err)
			}
			o, err := s.Orphans()
			if err != nil || len(o) != 1 {
				t.Fatalf("%+v, %v", o, err)
			}
			var known *msg.Error
			if i := o[0]; !errors.As(i.Err, &known) || i.Err.Error() != "the journal cannot be read: "+c.why || i.Last.IsZero() || i.ID != filepath.Base(folder) {
				t.Errorf("%+v, %v", i, i.Err)
			}
			if want := "Pente"; o[0].Title != want && name != "damaged" && name != "all gone" {
				t.Errorf("it is called %q", o[0].Title)
			}
			if l, err := s.Open(o[0].ID); err == nil || !strings.HasPrefix(err.Error(), "the journal cannot be read: ") {
				t.Errorf("%+v, %v", l, err)
			}
			if err := s.Discard(o[0].ID); err != nil || folders(t, s) != 0 {
				t.Errorf("%v, %d folders", err, folders(t, s))
			}
		})
	}
}

// TestDiscard checks that only journals that are not open can be deleted, and no files outside the
// store.
func TestDiscard(t *testing.T) {
	s := fresh(t)
	folder := left(t, s, Origin{}, 1)
	l := orphan(t, s)
	id := l.Info().ID
	if err := s.Discard(id); err != errOpen {
		t.Error(err)
	}
	spoil(t, headSize+100, folder, logFile)
	if err := os.Remove(filepath.Join(folder, firstFile)); err != nil {
		t.Fatal(err)
	}
	if err := s.Discard(id); err != errOpen {
		t.Errorf("damaged while it is open: %v", err)
	}
	l.Close()
	for _, id := range []string{"", "..", "../journals/" + id, "none/.."} {
		if err := s.Discard(id); err == nil {
			t.Errorf("%q is deleted", id)
		}
	}
	if err := s.Discard(id); err != nil || folders(t, s) != 0 {
		t.Errorf("%v, %d folders", err, folders(t, s))
	}
	whole := left(t, s, Origin{}, 1)
	if err := s.Discard(filepath.Base(whole)); err != nil || folders(t, s) != 0 {
		t.Errorf("%v, %d folders", err, folders(t, s))
	}
}

// TestClosedIsDamaged checks that damage to the history of a closed document is not reported, and
// that an unreadable history is deleted.
func TestClosedIsDamaged(t *testing.T) {
	for name, c := range map[string]struct {
		ruin  func(log string) error
		stays bool
	}{
		"cut in the edits": {func(log string) error { return os.Truncate(log, fileSize(log)-100) }, true},
		"cut in the head":  {func(log string) error { return os.Truncate(log, 10) }, false},
		"missing":          {os.Remove, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := fresh(t)
			closed(t, s, name)
			entries, err := s.list(journals)
			if err != nil || len(entries) != 1 {
				t.Fatal(entries, err)
			}
			if err := c.ruin(s.path(journals, entries[0].Name(), logFile)); err != nil {
				t.Fatal(err)
			}
			none(t, s)
			if err := s.Prune(); err != nil || (folders(t, s) == 1) != c.stays {
				t.Errorf("%d remain, %v", folders(t, s), err)
			}
		})
	}
}

// TestBaseFromVersion checks that a version of the file replaces a damaged base.
func TestBaseFromVersion(t *testing.T) {
	s := fresh(t)
	fingerprint := file(t, "base")
	if err := s.SaveOldVersion(fingerprint.Path(), false); err != nil {
		t.Fatal(err)
	}
	folder := left(t, s, Origin{File: fingerprint}, 2)
	if err := errors.Join(os.WriteFile(fingerprint.Path(), []byte("save"), 0o600), s.SaveVersion(fingerprint.Path(), nil)); err != nil {
		t.Fatal(err)
	}
	for _, ruin := range []func(string) error{
		func(p string) error { spoil(t, 1, p); return nil },
		func(p string) error { return os.Truncate(p, 1) },
		os.Remove,
	} {
		if err := ruin(filepath.Join(folder, baseFile)); err != nil {
			t.Fatal(err)
		}
		l := orphan(t, s)
		holds(t, l, "base", 2)
		l.Close()
	}
	for _, v := range s.Versions(fingerprint.Path()) {
		if err := os.Remove(v.path); err != nil {
			t.Fatal(err)
		}
	}
	l := orphan(t, s)
	defer l.Close()
	if b, err := l.Base(); err == nil || err.Error() != "the document that the edits belong to cannot be read: it is missing" {
		t.Errorf("%q, %v", b, err)
	}
}

// TestPermissions checks that a read-only journal is read and continued in another folder, and that
// an unreadable one is reported.
func TestPermissions(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only the superuser can become somebody else")
	}
	for name, c := range map[string]struct {
		file, folder os.FileMode
		want         []string
	}{
		"all is well":       {0o600, 0o700, []string{"offered whole", "offered whole"}},
		"read-only files":   {0o400, 0o700, []string{"offered whole", "offered whole"}},
		"read-only folder":  {0o600, 0o500, []string{"offered whole", "offered whole"}},
		"both read-only":    {0o400, 0o500, []string{"offered whole", "offered whole"}},
		"unreadable files":  {0o000, 0o700, []string{"told why not the journal cannot be read: permission denied"}},
		"unreadable folder": {0o600, 0o000, []string{"told why not the journal cannot be read: permission denied"}},
	} {
		t.Run(name, func(t *testing.T) {
			dir, err := os.MkdirTemp("", "journal") // t.TempDir is in a folder that others may not enter
			if err != nil {
				t.Fatal(err)
			}
			defer os.RemoveAll(dir)
			s := New(dir)
			folder := left(t, s, Origin{}, 2)
			for _, f := range []string{logFile, baseFile, firstFile} {
				path := filepath.Join(folder, f)
				if err := errors.Join(os.Chown(path, 65534, 65534), os.Chmod(path, c.file)); err != nil {
					t.Fatal(err)
				}
			}
			for _, f := range []string{dir, s.path(journals), folder} {
				if err := os.Chown(f, 65534, 65534); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.Chmod(folder, c.folder); err != nil {
				t.Fatal(err)
			}
			out, err := command("nobody", dir, "").Output()
			if got, want := strings.TrimSpace(string(out)), strings.Join(c.want, " \n"); err != nil || got != want {
				t.Errorf("%q, %v; want %q", got, err, want)
			}
		})
	}
}

// fileSize returns the size of a file, or 0 if it does not exist.
func fileSize(path string) int64 {
	info, err := os.Lstat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}
