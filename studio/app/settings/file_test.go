package settings

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// TestBrokenSettings checks that an invalid file is renamed, and that the error has the line
// number.
func TestBrokenSettings(t *testing.T) {
	path := settingsFile(t, "")
	texts := map[string]string{
		"{\n \"width\": 5,\n oops}":          "line 3",
		"{\n\n\"width\": \"wide\"}":          "line 3",
		"{\"width\": 99999999999999999999}":  "line 1",
		"null":                               "line 1",
		"[]":                                 "line 1",
		"":                                   "line 1",
		"{\"dark\": true}\n{\"dark\": true}": "line 2",
	}
	if err := os.Mkdir(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	for text, where := range texts {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		st, err := Load(path)
		if err == nil || !strings.Contains(err.Error(), where) || !strings.Contains(err.Error(), path+".broken") {
			t.Errorf("%q: %v", text, err)
		}
		if st.Width != Defaults().Width || st.Theme == ThemeDark {
			t.Errorf("%q: %+v", text, st)
		}
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%q is still there", text)
		}
		st.Visit("/x")
		st.mustSave(t)
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	found := map[string]bool{}
	names, _ := filepath.Glob(path + ".broken*")
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		found[string(data)] = true
	}
	for text := range texts {
		if !found[text] {
			t.Errorf("%q is lost", text)
		}
	}
	if len(names) != len(texts) {
		t.Errorf("%d files were set aside, %d broken", len(names), len(texts))
	}
}

// TestBrokenMeanwhile checks that a file damaged while Studio is running is renamed, and that the
// settings are saved.
func TestBrokenMeanwhile(t *testing.T) {
	path := settingsFile(t, `{"dark": true}`)
	st := load(t, path)
	if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	st.Visit("/x")
	if err := st.Save(); err == nil || !strings.Contains(err.Error(), path+".broken") {
		t.Errorf("%v", err)
	}
	if got := load(t, path); got.Theme != ThemeDark || len(got.Recent) != 1 {
		t.Errorf("%+v", got)
	}
	if data, err := os.ReadFile(path + ".broken"); err != nil || string(data) != "{" {
		t.Errorf("%q, %v", data, err)
	}
}

// asNobody runs f without the superuser's rights on files.
func asNobody(t *testing.T, f func()) {
	t.Helper()
	if os.Getuid() != 0 {
		f()
		return
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := syscall.Setfsuid(65534); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := syscall.Setfsuid(0); err != nil {
			t.Fatal(err)
		}
	}()
	f()
}

// TestUnreadableSettings checks that unreadable settings are reported and left unchanged, and that
// they are merged once they can be read again.
func TestUnreadableSettings(t *testing.T) {
	const text = `{"dark": true, "recent": ["/old"]}`
	for what, c := range map[string]struct {
		spoil, mend func(path string) error
		why         string
	}{
		"folder": {
			func(p string) error { return os.Mkdir(p, 0o700) }, os.Remove, "it is a folder",
		},
		"pipe": {
			func(p string) error { return syscall.Mkfifo(p, 0o600) }, os.Remove, "it is not a regular file",
		},
		"circle of links": {
			func(p string) error { return os.Symlink(filepath.Base(p), p) }, os.Remove, "its symbolic links form a loop",
		},
		"no right": {
			func(p string) error {
				if err := os.Chmod(filepath.Dir(filepath.Dir(filepath.Dir(p))), 0o755); err != nil {
					return err
				}
				if err := os.Chmod(filepath.Dir(filepath.Dir(p)), 0o755); err != nil {
					return err
				}
				if err := os.Chmod(filepath.Dir(p), 0o777); err != nil {
					return err
				}
				return os.WriteFile(p, []byte(text), 0o000)
			},
			os.Remove, "permission denied",
		},
	} {
		t.Run(what, func(t *testing.T) {
			path := settingsFile(t, text)
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			if err := c.spoil(path); err != nil {
				t.Fatal(err)
			}
			before, err := os.Lstat(path)
			if err != nil {
				t.Fatal(err)
			}
			as := asNobody
			if what != "no right" {
				as = func(_ *testing.T, f func()) { f() }
			}
			as(t, func() {
				st, err := Load(path)
				if err == nil || !strings.HasSuffix(err.Error(), c.why) || !strings.Contains(err.Error(), path) {
					t.Errorf("reading says %v", err)
				}
				if st == nil || st.Width != Defaults().Width {
					t.Fatalf("%+v", st)
				}
				st.Visit("/new")
				if err := st.Save(); err == nil || !strings.HasSuffix(err.Error(), c.why) {
					t.Errorf("saving says %v", err)
				}
				after, err := os.Lstat(path)
				if err != nil || !os.SameFile(before, after) || before.Mode() != after.Mode() {
					t.Errorf("it is not as it was: %v", err)
				}
				onlyFile(t, path)
				if err := c.mend(path); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				st.mustSave(t)
				got := load(t, path)
				if got.Theme != ThemeDark || !slices.Equal(got.Recent, []string{"/new", "/old"}) {
					t.Errorf("%+v", got)
				}
			})
		})
	}
}

// TestSettingsLockIsHeld checks that a suspended instance with the lock does not block another one
// for long.
func TestSettingsLockIsHeld(t *testing.T) {
	path := settingsFile(t, `{"dark": true}`)
	st := load(t, path)
	f, err := os.OpenFile(path+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	st.Visit("/x")
	if err := st.Save(); err == nil || !strings.Contains(err.Error(), "another Studio window") {
		t.Errorf("saved without the lock: %v", err)
	}
	if data, _ := os.ReadFile(path); string(data) != `{"dark": true}` {
		t.Errorf("%s", data)
	}
	f.Close()
	st.mustSave(t)
	if got := load(t, path); len(got.Recent) != 1 || got.Theme != ThemeDark {
		t.Errorf("%+v", got)
	}
}

// TestNewerSettings checks that settings of a newer version are not changed.
func TestNewerSettings(t *testing.T) {
	text := `{"version": 7, "theme": {"day": "light"}, "width": 901, "sounds": false, "wings": 2}`
	path := settingsFile(t, text)
	st, err := Load(path)
	if err == nil || !strings.Contains(err.Error(), "newer version of Studio") {
		t.Errorf("%v", err)
	}
	if st.Width != 901 || st.Sounds || st.Theme != ThemeSystem || st.Height != Defaults().Height {
		t.Errorf("%+v", st)
	}
	st.Visit("/x")
	st.mustSave(t)
	same := func(path string) {
		t.Helper()
		if data, err := os.ReadFile(path); err != nil || string(data) != text {
			t.Errorf("the file holds %q, %v", data, err)
		}
		if names, _ := filepath.Glob(path + ".*"); len(names) > 1 { // the lock file
			t.Errorf("beside it lie %q", names)
		}
	}
	same(path)
	// The same applies to a file that appears while Studio is running.
	path = settingsFile(t, `{"width": 5}`)
	st = load(t, path)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	st.Visit("/y")
	if err := st.Save(); err == nil || !strings.Contains(err.Error(), "newer version of Studio") {
		t.Errorf("%v", err)
	}
	same(path)
}
