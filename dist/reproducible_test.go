package dist

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// fresh makes the second build of TestReproducible compile Go's library again:
//
//	go test ./dist -run TestReproducible -fresh
var fresh = flag.Bool("fresh", false, "build the second time with an empty cache")

// TestReproducible checks that the programs without cgo do not depend on the folder they are built
// in, as make ctl and make deb build them. Both builds share packages that Go considers equal.
func TestReproducible(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the programs twice")
	}
	entries, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if name := e.Name(); !strings.HasPrefix(name, ".") && name != "bin" {
			names = append(names, name)
		}
	}
	build := func(cache string) string {
		t.Helper()
		root := t.TempDir()
		copyTree(t, root, names...)
		cmd := exec.CommandContext(t.Context(), "make", "ctl", "VERSION=1.2.3")
		cmd.Dir = root
		// A make around the test passes its own variables on.
		cmd.Env = slices.DeleteFunc(os.Environ(), func(s string) bool {
			return strings.HasPrefix(s, "MAKE") || strings.HasPrefix(s, "MFLAGS=")
		})
		if cache != "" {
			cmd.Env = append(cmd.Env, "GOCACHE="+cache)
		}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("make ctl: %v\n%s", err, out)
		}
		return filepath.Join(root, "bin")
	}
	cache := ""
	if *fresh {
		cache = t.TempDir()
	}
	first, second := build(""), build(cache)
	for _, name := range []string{"studioctl", "studio-script"} {
		a, b := read(t, filepath.Join(first, name)), read(t, filepath.Join(second, name))
		switch {
		case a == b:
		case len(a) != len(b):
			t.Errorf("%s has %d bytes in one folder and %d in another", name, len(a), len(b))
		default:
			i := 0
			for a[i] == b[i] {
				i++
			}
			t.Errorf("%s differs from byte %d on: %q", name, i, a[i:min(i+80, len(a))])
		}
	}
}
