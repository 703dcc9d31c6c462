package safe

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// TestAppend checks that lines are appended whole, even concurrently and after a truncated line.
func TestAppend(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 50 {
				if err := Append(path, []byte("a line")); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	data, err := os.ReadFile(path)
	if err != nil || string(data) != strings.Repeat("a line\n", 200) {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	if err := os.WriteFile(path, []byte("one\ntw"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Append(path, []byte("three")); err != nil {
		t.Error(err)
	}
	if data, _ := os.ReadFile(path); string(data) != "one\ntw\nthree\n" {
		t.Errorf("%q", data)
	}
	if err := Append(t.TempDir(), []byte("x")); err == nil {
		t.Error("a folder was written to")
	}
	if err := Append(filepath.Join(t.TempDir(), "none", "log"), []byte("x")); err == nil || strings.Contains(err.Error(), "/") {
		t.Errorf("in a folder that is not there: %v", err)
	}
}
