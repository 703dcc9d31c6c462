// Package safe replaces files atomically. At any time, even after a crash or power cut, either the
// complete old file or the complete new one exists. It writes a temporary file, copies the
// attributes of the old file, syncs it, renames it, and syncs the folder.
//
// The package also reads files named by users. It reads only regular files up to a size limit,
// never pipes or devices that may block, and stops when a context is done.
package safe

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"hash/crc32"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"boardstudio/text/msg"
)

// Prefix is the name prefix of temporary files, which are in the folder of the file being saved.
const Prefix = ".studio-save-"

// staleAge is the minimum age of a temporary file that no running save can own.
const staleAge = 10 * time.Minute

// localPrefix is the name prefix of temporary files of this machine. The process ID follows.
var localPrefix = func() string {
	host, _ := os.Hostname()
	return Prefix + strconv.FormatUint(uint64(crc32.ChecksumIEEE([]byte(host))), 36) + "-"
}()

// A saver writes and locks files. It has the system calls that tests replace, and what callers in
// one process share.
type saver struct {
	fsync     func(*os.File) error // syncs a file or a folder
	lock      func(*os.File) error // see lock
	renameat2 func(fromDir int, from string, toDir int, to string, flags uint) error
	fsetxattr func(fd int, name string, value []byte, flags int) error // sets an extended attribute

	// queues has a channel of one element for each path, held by the current caller of Locked. Callers
	// in this program are served in order. Otherwise a caller that locks again at once could delay
	// another one for longer than lockWait.
	queues sync.Map
	// cleaned has the time when each folder was last cleaned.
	cleaned sync.Map
}

func newSaver() *saver {
	return &saver{fsync: (*os.File).Sync, lock: lock, renameat2: unix.Renameat2, fsetxattr: unix.Fsetxattr}
}

// std is the saver of this process.
var std = newSaver()

// Write replaces the content of path with the output of write. If path is a symbolic link, the
// target is replaced and the link stays. The new file has the mode, the group and the extended
// attributes of the old one, and its owner if the system allows. A new file has the default mode.
// Write also removes temporary files of crashed saves from the folder, see Clean.
//
// On an error, the old file is unchanged and no temporary file remains. The same applies if write
// panics. The error is a *msg.Error that names the file and the cause. If only the steps after the
// rename fail, the new file is complete, but a power cut may restore the old one.
//
// The file is replaced, not changed in place. If an attribute of the old file cannot be kept, such
// as its hard links, the file stays unchanged and the error wraps a *Loss. The caller can then
// decide to use Replace.
func Write(path string, write func(io.Writer) error) error {
	return std.write(path, write, 0, nil)
}

// Replace is like Write, but ignores losses.
func Replace(path string, write func(io.Writer) error) error {
	return std.write(path, write, allowLoss, nil)
}

// Create is like Write, but returns fs.ErrExist if the file exists, even if it appeared during the
// call. An existing file is never changed.
func Create(path string, write func(io.Writer) error) error {
	err := std.replace(path, write, mustCreate, nil)
	if errors.Is(err, fs.ErrExist) {
		return fs.ErrExist
	}
	return saveError(path, err)
}

// WriteIf is like Write, but calls still just before it replaces the file. If still returns an
// error, WriteIf returns that error and leaves the old file unchanged. Together with Hold, it
// replaces a file only if its content has not changed. If there was no file and one appears during
// the call, WriteIf returns ErrChanged.
func WriteIf(path string, write func(io.Writer) error, still func() error) error {
	return std.write(path, write, 0, still)
}

// ReplaceIf is like Replace, with the condition of WriteIf.
func ReplaceIf(path string, write func(io.Writer) error, still func() error) error {
	return std.write(path, write, allowLoss, still)
}

// Try returns the error that Write would return. It does everything that Write does except
// replacing the file. It thus detects a missing folder, a read-only file, a full disk or a loss in
// advance.
func Try(path string, write func(io.Writer) error) error {
	return std.write(path, write, dryRun, nil)
}

// Data returns a function that writes data, for use with Write and similar functions.
func Data(data []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
}

// saveError converts a system error to a message for users.
func saveError(path string, err error) error {
	if err == nil {
		return nil
	}
	return msg.Errorf("%s cannot be saved: %v", filepath.Base(path), Cause(err))
}

// replaceMode selects variants of replace.
type replaceMode int

const (
	allowLoss  replaceMode = 1 << iota // ignore losses
	dryRun                             // do not replace the file
	mustCreate                         // fail if the file exists
)

// write implements Write and its variants except Create. still may be nil.
func (s *saver) write(path string, write func(io.Writer) error, how replaceMode, still func() error) error {
	return saveError(path, s.replace(path, write, how, still))
}

// replace is write with system errors.
func (s *saver) replace(path string, write func(io.Writer) error, how replaceMode, still func() error) (err error) {
	target, err := resolve(path)
	if err != nil {
		return err
	}
	old, err := replaceable(target)
	if err != nil {
		return err
	}
	if old != nil {
		defer old.Close()
		if how&mustCreate != 0 {
			return fs.ErrExist
		}
	}
	dir := filepath.Dir(target)
	s.cleanOccasionally(dir)
	f, err := s.create(dir, old != nil)
	if err != nil {
		return err
	}
	renamed := false
	defer func() { // runs even if write panics
		if !renamed {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	sum, err := fill(f, write)
	if err != nil {
		return err
	}
	if old != nil {
		lost, err := s.copyMetadata(f, old)
		if err != nil {
			return err
		}
		if len(lost) > 0 && how&allowLoss == 0 {
			return &Loss{lost}
		}
	}
	if err := s.syncAndVerify(f, sum); err != nil || how&dryRun != 0 {
		return err
	}
	if still != nil {
		if err := still(); err != nil {
			return err
		}
	}
	rename := os.Rename
	if how&mustCreate != 0 || still != nil && old == nil {
		rename = s.rename
	}
	switch err := rename(f.Name(), target); {
	case still != nil && errors.Is(err, fs.ErrExist):
		return ErrChanged
	case err != nil:
		return err
	}
	renamed = true
	if err := release(f); err != nil { // last, so that Clean does not take it for a stale file
		return err
	}
	return s.syncDir(dir)
}

// replaceable opens the file at target. It returns nil if the file does not exist, and an error if
// it must not be replaced by a rename.
func replaceable(target string) (*os.File, error) {
	info, err := os.Lstat(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	}
	if err := regular(info, nil); err != nil {
		return nil, err
	}
	// A rename needs no permission for the file itself. Open it for writing to respect a read-only
	// file.
	f, err := os.OpenFile(target, os.O_WRONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if err := regular(f.Stat()); err != nil { // replaced by something else
		f.Close()
		return nil, err
	}
	return f, nil
}

// create creates a temporary file in dir. If secret is set, only its owner may access it.
func (s *saver) create(dir string, secret bool) (*os.File, error) {
	mode := fs.FileMode(0o666) // before applying the umask
	if secret {
		mode = 0o600
	}
	for n := 0; ; n++ {
		name := localPrefix + strconv.Itoa(os.Getpid()) + "-" + strconv.FormatUint(rand.Uint64(), 36)
		f, err := os.OpenFile(filepath.Join(dir, name), os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, fs.ErrExist) && n < 100 {
			continue
		}
		if err != nil {
			return nil, err
		}
		_ = s.lock(f) // shows Clean that the file is in use, if locks are supported
		return f, nil
	}
}

// fill writes the content to f and returns its checksum.
func fill(f *os.File, write func(io.Writer) error) ([]byte, error) {
	sum := sha256.New()
	w := bufio.NewWriterSize(io.MultiWriter(f, sum), 1<<16)
	if err := write(w); err != nil {
		return nil, err
	}
	if err := w.Flush(); err != nil {
		return nil, err
	}
	return sum.Sum(nil), nil
}

// syncAndVerify syncs f and reads it back. It returns an error if the content does not have the
// checksum sum.
func (s *saver) syncAndVerify(f *os.File, sum []byte) error {
	if err := s.fsync(f); err != nil {
		return err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	read := sha256.New()
	if _, err := io.Copy(read, f); err != nil {
		return err
	}
	if !bytes.Equal(sum, read.Sum(nil)) {
		return msg.Errorf("the data read back from the disk differs from the data written")
	}
	return nil
}

// lock locks f. It returns EWOULDBLOCK at once if another descriptor has the lock.
func lock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }

// release unlocks and closes f. Without unlocking, the lock would last while a copy of the
// descriptor is open: in a process that has been forked but not yet replaced, or after a failed
// close.
func release(f *os.File) error {
	_ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN)
	return f.Close()
}

// cleanOccasionally cleans dir unless it was cleaned in the last ten minutes. A folder may be
// large, and many files may be saved in it.
func (s *saver) cleanOccasionally(dir string) {
	if last, ok := s.cleaned.Load(dir); ok && time.Since(last.(time.Time)) < staleAge {
		return
	}
	s.cleaned.Store(dir, time.Now())
	_ = s.clean(dir, time.Now().Add(-staleAge)) // errors do not affect the save
}

// Clean removes temporary files of interrupted saves from dir. It removes files of this machine if
// their process has ended, and other files if they are older than ten minutes. Locked files are in
// use and stay, as do inaccessible files. It returns a *msg.Error if the folder is unreadable or a
// file cannot be removed.
func Clean(dir string) error { return std.clean(dir, time.Now().Add(-staleAge)) }

func (s *saver) clean(dir string, before time.Time) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return msg.Errorf("%s cannot be read: %v", dir, Cause(err))
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), Prefix) || !e.Type().IsRegular() {
			continue
		}
		if err := s.discard(filepath.Join(dir, e.Name()), before); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return msg.Errorf("%s cannot be removed: %v", e.Name(), Cause(err))
		}
	}
	return nil
}

// discard removes a temporary file unless it may be in use.
func (s *saver) discard(path string, before time.Time) error {
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	ended, here := maker(path)
	if here && !ended || !here && info.ModTime().After(before) {
		return nil
	}
	// The process may be in another PID namespace.
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil
	}
	defer f.Close()
	if errors.Is(s.lock(f), syscall.EWOULDBLOCK) {
		return nil
	}
	return os.Remove(path)
}

// maker reports whether the process that created a temporary file has ended. here is false if this
// is unknown because the file was created on another machine.
func maker(path string) (ended, here bool) {
	rest, here := strings.CutPrefix(filepath.Base(path), localPrefix)
	text, _, _ := strings.Cut(rest, "-")
	pid, err := strconv.Atoi(text)
	if !here || err != nil || pid <= 0 {
		return false, false
	}
	return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH), true
}
