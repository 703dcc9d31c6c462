package safe

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestRelease checks that a lock ends with its call even if a copy of the locked descriptor stays
// open, as in a process that is being started or after a failed close.
func TestRelease(t *testing.T) {
	s := newSaver()
	var copies []int
	s.lock = func(f *os.File) error {
		c, err := syscall.Dup(int(f.Fd()))
		if err != nil {
			t.Fatal(err)
		}
		copies = append(copies, c)
		return lock(f)
	}
	defer func() {
		for _, c := range copies {
			syscall.Close(c)
		}
	}()
	path := filepath.Join(t.TempDir(), "file")
	nothing := func() error { return nil }
	write := func() error {
		return s.write(path, func(w io.Writer) error {
			_, err := io.WriteString(w, "text")
			return err
		}, 0, nil)
	}
	hold := func() error { return s.hold(path, 0, nothing) }
	locked := func() error { return s.locked(path, nothing) }
	for _, x := range []struct {
		name string
		do   func() error
	}{
		{"Write", write},
		{"Hold after Write", hold},
		{"Hold after Hold", hold},
		{"Locked after Hold", locked},
		{"Locked after Locked", locked},
	} {
		if err := x.do(); err != nil {
			t.Errorf("%s: %v", x.name, err)
		}
	}
}
