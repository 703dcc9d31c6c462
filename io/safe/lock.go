package safe

import (
	"errors"
	"io/fs"
	"os"
	"strconv"
	"syscall"
	"time"

	"boardstudio/msg"
)

// lockWait is how long Locked waits for another program.
const lockWait = 2 * time.Second

// Locked calls f while this caller alone has the lock at path, a file that is made when
// there is none and stays. Other callers, in this program and in others, wait; the lock is
// free again when f returns or the program ends, also by a crash. Where the file system has
// no locks, f is called at once. The error is that of f or of the system, or a *msg.Error when
// another program keeps the lock too long.
func Locked(path string, f func() error) error {
	l, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|syscall.O_NONBLOCK, 0o600)
	if err != nil {
		return err
	}
	defer l.Close()
	for end := time.Now().Add(lockWait); ; time.Sleep(2 * time.Millisecond) {
		switch err := lock(l); {
		case err == nil, !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR):
			return f()
		case time.Now().After(end):
			return msg.Errorf("another window of the studio is using it")
		}
	}
}

// SetAside gives the file at path, which cannot be used, a name that no file has: with
// .broken behind it, or .broken-2 and so on. It returns that name. Who may do so at the same
// time must hold the same lock. The error is that of the system.
func SetAside(path string) (to string, err error) {
	to = path + ".broken"
	for i := 2; ; i++ {
		if _, err = os.Lstat(to); err != nil {
			break
		}
		to = path + ".broken-" + strconv.Itoa(i)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	return to, os.Rename(path, to)
}
