package safe

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"syscall"

	"boardstudio/rules"
)

// causes are what a person should read for the errors that the system reports
// by number, and for those that Go reports in their place.
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
	{syscall.EILSEQ, rules.Errorf("the file system does not allow this name")},
	{syscall.EMFILE, rules.Errorf("too many files are open")},
	{syscall.ENFILE, rules.Errorf("too many files are open on this computer")},
	{syscall.EMLINK, rules.Errorf("the file has too many names")},
	{syscall.EXDEV, rules.Errorf("it lies on another disk")},
	{syscall.ENOTEMPTY, rules.Errorf("the folder is not empty")},
	{syscall.ETXTBSY, rules.Errorf("the program is running")},
	{syscall.EBUSY, rules.Errorf("it is in use")},
	{syscall.EAGAIN, rules.Errorf("it is in use by another program, or there is nothing to spare at the moment")},
	{syscall.ENOMEM, rules.Errorf("there is not enough memory")},
	{syscall.ENOLCK, rules.Errorf("there are too many locks on files")},
	{syscall.ENOEXEC, rules.Errorf("it is no program for this computer")},
	{syscall.E2BIG, rules.Errorf("the arguments are too long")},
	{syscall.EPIPE, rules.Errorf("nobody reads any more")},
	{syscall.ESPIPE, rules.Errorf("it is not a regular file")},
	{syscall.ENXIO, rules.Errorf("there is no such device")},
	{syscall.ENODEV, rules.Errorf("there is no such device")},
	{syscall.ENOMEDIUM, rules.Errorf("there is no disk in the drive")},
	{syscall.ESTALE, rules.Errorf("the connection to the file system was lost")},
	{syscall.ENOTCONN, rules.Errorf("the connection to the file system was lost")},
	{syscall.EHOSTDOWN, rules.Errorf("the other computer does not answer")},
	{syscall.EHOSTUNREACH, rules.Errorf("the other computer does not answer")},
	{syscall.ETIMEDOUT, rules.Errorf("it took too long")},
	{syscall.ECONNREFUSED, rules.Errorf("the connection was refused")},
	{syscall.ECONNRESET, rules.Errorf("the connection was broken")},
	{syscall.EUCLEAN, rules.Errorf("the file system is damaged")},
	{syscall.EBADF, rules.Errorf("the file is closed")},
	{syscall.EINVAL, rules.Errorf("the system does not accept this")},
	{syscall.ENOSYS, rules.Errorf("this system cannot do that")},
	{syscall.EOPNOTSUPP, rules.Errorf("this system cannot do that")},
	{os.ErrDeadlineExceeded, rules.Errorf("it took too long")},
	{fs.ErrClosed, rules.Errorf("the file is closed")},
	{fs.ErrPermission, rules.Errorf("permission denied")},
	{fs.ErrExist, rules.Errorf("there is a file or folder of that name")},
	{fs.ErrNotExist, rules.Errorf("there is no such file or folder")},
	{exec.ErrNotFound, rules.Errorf("there is no such program")},
	{io.ErrUnexpectedEOF, rules.Errorf("it ends too early")},
}

// Cause returns the error of a file operation as an *rules.Error without the
// path: those of the system in words, see System. An *rules.Error is returned as it is.
func Cause(err error) error {
	var known *rules.Error
	if errors.As(err, &known) {
		return err
	}
	if why, ok := System(err); ok {
		return why
	}
	return rules.Errorf("%v", err)
}

// System returns an error of the system as an *rules.Error, in words that can be
// translated, without the path and the call that Go puts before it; false for
// an error of another kind.
func System(err error) (error, bool) {
	for _, c := range causes {
		if errors.Is(err, c.is) {
			return c.why, true
		}
	}
	var number syscall.Errno
	if errors.As(err, &number) {
		return rules.Errorf("the system reports error %d (%s)", int(number), number.Error()), true
	}
	return nil, false
}
