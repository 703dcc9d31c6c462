package xdg

import (
	"errors"
	"path/filepath"
	"testing"
)

var folders = map[string]struct {
	find     func(...string) (string, error)
	fallback string
}{
	"XDG_CONFIG_HOME": {Config, ".config"},
	"XDG_DATA_HOME":   {Data, ".local/share"},
	"XDG_STATE_HOME":  {State, ".local/state"},
	"XDG_CACHE_HOME":  {Cache, ".cache"},
}

// clear clears all variables. Each test then sets the ones it needs.
func clear(t *testing.T) {
	t.Setenv("HOME", "")
	for variable := range folders {
		t.Setenv(variable, "")
	}
}

// TestFolders checks that each folder is the one named by its variable, or is in the home folder.
func TestFolders(t *testing.T) {
	for variable, x := range folders {
		for _, c := range []struct{ value, home, want string }{
			{"", "/home/ann", filepath.Join("/home/ann", x.fallback, "boardstudio", "a", "b")},
			{"/some", "/home/ann", "/some/boardstudio/a/b"},
			{"/some", "", "/some/boardstudio/a/b"},
			// relative paths are ignored
			{"relative", "/home/ann", filepath.Join("/home/ann", x.fallback, "boardstudio", "a", "b")},
			{"./relative", "", ""},
			{"", "relative", ""},
			{"", "", ""},
		} {
			clear(t)
			t.Setenv(variable, c.value)
			t.Setenv("HOME", c.home)
			got, err := x.find("a", "b")
			if got != c.want || errors.Is(err, ErrNoHome) != (c.want == "") {
				t.Errorf("%s=%s HOME=%s: %q, %v, want %q", variable, c.value, c.home, got, err, c.want)
			}
		}
	}
}

// TestMissing checks that Missing returns an error if one folder is missing.
func TestMissing(t *testing.T) {
	clear(t)
	if Missing() == nil {
		t.Error("nothing is missing without any variable")
	}
	for variable := range folders {
		t.Setenv(variable, "/some")
		if err := Missing(); (err == nil) != allSet() {
			t.Errorf("with %s: %v", variable, err)
		}
	}
	clear(t)
	t.Setenv("HOME", "/home/ann")
	if err := Missing(); err != nil {
		t.Error(err)
	}
}

// allSet reports whether all folders can be determined.
func allSet() bool {
	for _, x := range folders {
		if _, err := x.find(); err != nil {
			return false
		}
	}
	return true
}
