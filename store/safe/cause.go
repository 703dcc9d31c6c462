package safe

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"syscall"

	"boardstudio/text/msg"
)

// causes maps system errors, and errors that Go reports in their place, to messages for users.
var causes = []struct {
	is  error
	why error
}{
	{syscall.ENOSPC, msg.Errorf("there is no space left on the disk")},
	{syscall.EDQUOT, msg.Errorf("the disk quota is exceeded")},
	{syscall.EROFS, msg.Errorf("the file system is read-only")},
	{syscall.EFBIG, msg.Errorf("the file would be too large for this system")},
	{syscall.EIO, msg.Errorf("the disk reported an error")},
	{syscall.ELOOP, msg.Errorf("its symbolic links form a loop")},
	{syscall.EISDIR, msg.Errorf("it is a folder")},
	{syscall.ENOTDIR, msg.Errorf("a part of the path is not a folder")},
	{syscall.ENAMETOOLONG, msg.Errorf("the name is too long")},
	{syscall.EILSEQ, msg.Errorf("the file system does not allow this name")},
	{syscall.EMFILE, msg.Errorf("too many files are open")},
	{syscall.ENFILE, msg.Errorf("too many files are open on this computer")},
	{syscall.EMLINK, msg.Errorf("the file has too many names")},
	{syscall.EXDEV, msg.Errorf("it is on another disk")},
	{syscall.ENOTEMPTY, msg.Errorf("the folder is not empty")},
	{syscall.ETXTBSY, msg.Errorf("the program is running")},
	{syscall.EBUSY, msg.Errorf("it is in use")},
	{syscall.EAGAIN, msg.Errorf("it is in use, or resources are temporarily unavailable")},
	{syscall.ENOMEM, msg.Errorf("there is not enough memory")},
	{syscall.ENOLCK, msg.Errorf("there are too many locks on files")},
	{syscall.ENOEXEC, msg.Errorf("it is not a program for this computer")},
	{syscall.E2BIG, msg.Errorf("the arguments are too long")},
	{syscall.EPIPE, msg.Errorf("the reader has closed the pipe")},
	{syscall.ESPIPE, msg.Errorf("it is not a regular file")},
	{syscall.ENXIO, msg.Errorf("there is no such device")},
	{syscall.ENODEV, msg.Errorf("there is no such device")},
	{syscall.ENOMEDIUM, msg.Errorf("there is no disk in the drive")},
	{syscall.ESTALE, msg.Errorf("the connection to the file system was lost")},
	{syscall.ENOTCONN, msg.Errorf("the connection to the file system was lost")},
	{syscall.EHOSTDOWN, msg.Errorf("the other computer does not answer")},
	{syscall.EHOSTUNREACH, msg.Errorf("the other computer does not answer")},
	{syscall.ETIMEDOUT, msg.Errorf("it took too long")},
	{syscall.ECONNREFUSED, msg.Errorf("the connection was refused")},
	{syscall.ECONNRESET, msg.Errorf("the connection was broken")},
	{syscall.EUCLEAN, msg.Errorf("the file system is damaged")},
	{syscall.EBADF, msg.Errorf("the file is closed")},
	{syscall.EINVAL, msg.Errorf("the system does not accept this")},
	{syscall.ENOSYS, msg.Errorf("the system does not support this")},
	{syscall.EOPNOTSUPP, msg.Errorf("the system does not support this")},
	{os.ErrDeadlineExceeded, msg.Errorf("it took too long")},
	{fs.ErrClosed, msg.Errorf("the file is closed")},
	{fs.ErrPermission, msg.Errorf("permission denied")},
	{fs.ErrExist, msg.Errorf("there is a file or folder of that name")},
	{fs.ErrNotExist, msg.Errorf("there is no such file or folder")},
	{exec.ErrNotFound, msg.Errorf("there is no such program")},
	{io.ErrUnexpectedEOF, msg.Errorf("it ends too early")},
}

// Cause converts the error of a file operation to a *msg.Error without the path. System errors are
// described in words, see System. A *msg.Error is returned unchanged.
func Cause(err error) error {
	var known *msg.Error
	if errors.As(err, &known) {
		return err
	}
	if why, ok := System(err); ok {
		return why
	}
	return msg.Errorf("%v", err)
}

// System converts a system error to a translatable *msg.Error, without the path and the call that
// Go adds. It reports false for other errors.
func System(err error) (error, bool) {
	for _, c := range causes {
		if errors.Is(err, c.is) {
			return c.why, true
		}
	}
	var number syscall.Errno
	if errors.As(err, &number) {
		return msg.Errorf("the system reports error %d (%s)", int(number), number.Error()), true
	}
	return nil, false
}
