package jail

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// TestMapped checks that mapped returns the memory that the kernel has mapped for this process.
func TestMapped(t *testing.T) {
	before, err := mapped(statm)
	if err != nil || before == 0 {
		t.Fatal(before, err)
	}
	const more = 1 << 30
	data, err := unix.Mmap(-1, 0, more, unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Munmap(data)
	after, err := mapped(statm)
	if err != nil || after < before+more/2 || after > before+2*more {
		t.Errorf("%d, then %d, %v", before, after, err)
	}
}

// TestOtherSystems checks that a layer that the system lacks is skipped, and that a failing layer is
// an error. The test restricts nothing.
func TestOtherSystems(t *testing.T) {
	for _, x := range []struct {
		err   error
		fails bool
	}{{unix.ENOSYS, false}, {unix.EOPNOTSUPP, false}, {unix.EPERM, false}, {unix.EFAULT, true}} {
		if v, err := closeFiles(func() (int, error) { return 0, x.err }); v != 0 || errors.Is(err, x.err) != x.fails {
			t.Errorf("Landlock says %v: version %d, %v", x.err, v, err)
		}
		if on, err := closeCalls(func() error { return x.err }); on || errors.Is(err, x.err) != x.fails {
			t.Errorf("seccomp says %v: on %v, %v", x.err, on, err)
		}
	}
	oldKernel := func() error { return unix.EINVAL }
	if on, err := closeCalls(oldKernel); on || err != nil {
		t.Errorf("an old kernel: on %v, %v", on, err)
	}
	statm := filepath.Join(t.TempDir(), "statm")
	if n, err := mapped(statm); n != 0 || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without /proc: %d, %v", n, err)
	}
	if err := limit(1<<40, statm); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("limits without /proc: %v", err)
	}
	for text, want := range map[string]uint64{"3 2 1\n": 3, "x": 0, "": 0} {
		if err := os.WriteFile(statm, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if n, err := mapped(statm); n != want*uint64(os.Getpagesize()) || (err != nil) != (want == 0) {
			t.Errorf("%q: %d, %v", text, n, err)
		}
	}
}

// TestMissing checks that a script runs without a layer that the kernel lacks, but not if a layer
// fails.
func TestMissing(t *testing.T) {
	for _, err := range []error{unix.ENOSYS, unix.EOPNOTSUPP, unix.EPERM} {
		if !missing(err) {
			t.Errorf("%v is a failure", err)
		}
	}
	for _, err := range []error{nil, unix.EINVAL, unix.ENOMEM, unix.EFAULT} {
		if missing(err) {
			t.Errorf("%v is no failure", err)
		}
	}
}
