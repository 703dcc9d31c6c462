package safe

import (
	"errors"
	"io/fs"
	"os"
	"strconv"
	"syscall"
	"time"

	"boardstudio/text/msg"
)

// lockWait is the maximum time that Locked waits for another program.
const lockWait = 2 * time.Second

// Locked calls f while it holds the lock file at path. The file is created if necessary and never
// removed. Other callers, in this program and in others, have to wait. The lock is released when f
// returns or the program ends, even by a crash. If the file system does not support locks, f is
// called at once. Locked returns the error of f, a system error, or a *msg.Error after a timeout of
// 2 seconds.
func Locked(path string, f func() error) error { return std.locked(path, f) }

func (s *saver) locked(path string, f func() error) error {
	busy := msg.Errorf("another Studio window is using it")
	turn, _ := s.queues.LoadOrStore(path, make(chan struct{}, 1))
	select {
	case turn.(chan struct{}) <- struct{}{}:
		defer func() { <-turn.(chan struct{}) }()
	case <-time.After(lockWait):
		return busy
	}
	l, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|syscall.O_NONBLOCK, 0o600)
	if err != nil {
		return err
	}
	defer release(l)
	for end := time.Now().Add(lockWait); ; time.Sleep(2 * time.Millisecond) {
		switch err := s.lock(l); {
		case err == nil, !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR):
			return f()
		case time.Now().After(end):
			return busy
		}
	}
}

// ErrChanged reports that the content of a file has changed since the caller read it.
var ErrChanged = msg.Errorf("another program has changed the file")

// Hold calls f while it holds a lock on the file at path. Other callers of Hold, in this program and others, wait at
// most the given time. It locks the file itself, so it works between users and leaves no lock file. If the file is
// replaced while Hold waits, it locks the new file. The lock is released when f returns or the program ends. If the
// file does not exist, or the file system does not support locks, Hold calls f without a lock. It returns the error of
// f, or a *msg.Error after a timeout.
func Hold(path string, wait time.Duration, f func() error) error { return std.hold(path, wait, f) }

func (s *saver) hold(path string, wait time.Duration, f func() error) error {
	target, err := resolve(path)
	if err != nil {
		return f()
	}
	for end, pause := time.Now().Add(wait), time.Millisecond; ; pause = min(2*pause, 50*time.Millisecond) {
		// Some network file systems allow exclusive locks only on files opened for writing.
		l, err := os.OpenFile(target, os.O_RDWR|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
		if err != nil {
			return f() // f reports the cause
		}
		err = s.lock(l)
		if held(l, target, err) {
			defer release(l)
			return f()
		}
		l.Close()
		if time.Now().After(end) {
			return msg.Errorf("another program is writing the file")
		}
		if err != nil { // otherwise the file was replaced
			time.Sleep(pause)
		}
	}
}

// held reports whether l can be used after an attempt to lock it that returned err. It can if it is
// locked and still the file at path, or if locks are not supported.
func held(l *os.File, path string, err error) bool {
	if err != nil {
		return !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR)
	}
	mine, err := l.Stat()
	if err != nil {
		return true
	}
	now, err := os.Lstat(path)
	return err != nil || os.SameFile(mine, now)
}

// SetAside renames the unusable file at path to an unused name, path.broken, path.broken-2 and so
// on. It returns the new name, or a system error. Concurrent callers must hold a common lock.
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
