package safe

import (
	"errors"
	"io/fs"
	"syscall"

	"boardstudio/rules"
)

// causes are what a person should read for the errors that the system reports
// by number.
var causes = []struct {
	is  error
	why error
}{
	{syscall.ENOSPC, rules.Errorf("there is no space left on the disk")},
	{syscall.EDQUOT, rules.Errorf("the disk quota is used up")},
	{syscall.EROFS, rules.Errorf("the file system is read-only")},
	{syscall.EFBIG, rules.Errorf("the file would be too large for this system")},
	{syscall.EIO, rules.Errorf("the disk reported an error")},
	{syscall.ELOOP, rules.Errorf("its symbolic links lead in a circle")},
	{syscall.EISDIR, rules.Errorf("it is a folder")},
	{syscall.ENOTDIR, rules.Errorf("a part of the path is not a folder")},
	{syscall.ENAMETOOLONG, rules.Errorf("the name is too long")},
	{syscall.EMFILE, rules.Errorf("too many files are open")},
	{fs.ErrPermission, rules.Errorf("permission denied")},
	{fs.ErrNotExist, rules.Errorf("there is no such file or folder")},
}

// Cause returns the error of a file operation as an *rules.Error without the
// path: common ones in words, others as the system names them. An *rules.Error
// is returned as it is.
func Cause(err error) error {
	var known *rules.Error
	if errors.As(err, &known) {
		return err
	}
	for _, c := range causes {
		if errors.Is(err, c.is) {
			return c.why
		}
	}
	var number syscall.Errno
	if errors.As(err, &number) {
		err = number // without the names that Go puts before it
	}
	return rules.Errorf("%v", err)
}
