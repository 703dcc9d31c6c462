package safe

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// Rename renames a file atomically. It never replaces an existing file. It returns a system error
// if the file was not renamed. Use SyncDir to make the new name durable.
func Rename(from, to string) error { return std.rename(from, to) }

func (s *saver) rename(from, to string) error {
	err := s.renameat2(unix.AT_FDCWD, from, unix.AT_FDCWD, to, unix.RENAME_NOREPLACE)
	if !errors.Is(err, syscall.EINVAL) && !errors.Is(err, syscall.ENOSYS) {
		return err
	}
	// The file system does not support RENAME_NOREPLACE.
	if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(err, syscall.EEXIST)
	}
	return os.Rename(from, to)
}
