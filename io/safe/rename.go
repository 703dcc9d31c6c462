package safe

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// Rename gives the file at from the name to in one step: at every moment it has one of
// the two. A file that has the name already is never replaced. The error is that of the
// system, and then nothing was renamed; see SyncDir for making the name durable.
func Rename(from, to string) error {
	err := unix.Renameat2(unix.AT_FDCWD, from, unix.AT_FDCWD, to, unix.RENAME_NOREPLACE)
	if !errors.Is(err, syscall.EINVAL) && !errors.Is(err, syscall.ENOSYS) {
		return err
	}
	// The file system cannot refuse by itself.
	if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(err, syscall.EEXIST)
	}
	return os.Rename(from, to)
}
