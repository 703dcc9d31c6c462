// Package safe writes files so that at every moment, also after a crash or a
// power cut, either the whole old file or the whole new one is there: it writes a
// temporary file, gives it all that the old one has besides its content, syncs it,
// renames it, and syncs the folder.
//
// It is also the only way to read what a person names: regular files up to a limit,
// never a pipe or a device that blocks, and only until the context ends.
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

	"boardstudio/msg"
)

// Prefix begins the names of the temporary files, which lie beside the file
// that is being saved.
const Prefix = ".studio-save-"

// leftover is the age from which a temporary file belongs to no save under way,
// whoever made it.
const leftover = 10 * time.Minute

// mine begins the names of the temporary files that programs of this machine make;
// the number of the process follows.
var mine = func() string {
	host, _ := os.Hostname()
	return Prefix + strconv.FormatUint(uint64(crc32.ChecksumIEEE([]byte(host))), 36) + "-"
}()

// Write replaces the content of path by what write writes. Symbolic links stay
// and the file they lead to is replaced. The new file has the mode, the group and
// the extended attributes of the old one, and its owner where the system allows;
// where there was none, the usual mode. What crashes left of other saves in the
// folder is removed, see Clean.
//
// On an error, an *msg.Error that names the file and the cause, the old file is
// untouched and no temporary file is left behind. A panic of write is passed on
// likewise. Only when the last steps fail, those after the rename, the new file
// stands there whole, but a power cut may bring back the old one.
//
// The file is replaced, not changed in place. When something of the old one cannot
// be passed on, as to its other names, hard links, the file stays as it is, and
// the error has a *Loss in it: who saves decides whether to Replace it.
func Write(path string, write func(io.Writer) error) error {
	return told(path, replace(path, write, 0))
}

// Replace is Write for a file that is replaced whatever gets lost with it.
func Replace(path string, write func(io.Writer) error) error {
	return told(path, replace(path, write, lossy))
}

// Try tells whether Write could write path: it does all that Write does, except
// that the file stays as it is. So it finds a missing folder, a read-only file or a
// full disk, and what would get lost, before there is something to lose.
func Try(path string, write func(io.Writer) error) error {
	return told(path, replace(path, write, try))
}

// Data returns what writes data, for Write and its like.
func Data(data []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
}

// told turns an error of the system into a message for people.
func told(path string, err error) error {
	if err == nil {
		return nil
	}
	return msg.Errorf("%s cannot be saved: %v", filepath.Base(path), Cause(err))
}

// manner says what replace does otherwise than Write.
type manner int

const (
	lossy manner = 1 << iota // something may get lost
	try                      // the file stays as it is
)

// replace does the work of Write and its like.
func replace(path string, write func(io.Writer) error, how manner) (err error) {
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
	}
	dir := filepath.Dir(target)
	tidy(dir)
	f, err := create(dir, old != nil)
	if err != nil {
		return err
	}
	renamed := false
	defer func() { // runs on a panic of write, too
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
		lost, err := dress(f, old)
		if err != nil {
			return err
		}
		if len(lost) > 0 && how&lossy == 0 {
			return &Loss{lost}
		}
	}
	if err := settle(f, sum); err != nil || how&try != 0 {
		return err
	}
	if err := os.Rename(f.Name(), target); err != nil {
		return err
	}
	renamed = true
	if err := f.Close(); err != nil { // not before, or Clean could take it for a leftover
		return err
	}
	return SyncDir(dir)
}

// replaceable returns the file at target, nil when there is none, and refuses what
// must not be replaced by a rename.
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
	// A rename needs no right to the file itself, but somebody who made it
	// read-only does not want it replaced.
	f, err := os.OpenFile(target, os.O_WRONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if err := regular(f.Stat()); err != nil { // something else took its place
		f.Close()
		return nil, err
	}
	return f, nil
}

// create makes the temporary file in dir. Unless it is to be a new file, nobody
// else may look in.
func create(dir string, secret bool) (*os.File, error) {
	mode := fs.FileMode(0o666) // the system takes the umask off
	if secret {
		mode = 0o600
	}
	for n := 0; ; n++ {
		name := mine + strconv.Itoa(os.Getpid()) + "-" + strconv.FormatUint(rand.Uint64(), 36)
		f, err := os.OpenFile(filepath.Join(dir, name), os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, fs.ErrExist) && n < 100 {
			continue
		}
		if err != nil {
			return nil, err
		}
		_ = lock(f) // tells Clean that somebody is at work, where there are locks
		return f, nil
	}
}

// fill writes the content into f and returns its sum.
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

// settle makes f durable and reads it back: a file that does not hold what was
// written, of which sum is the sum, must not replace a good one.
func settle(f *os.File, sum []byte) error {
	if err := f.Sync(); err != nil {
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
		return msg.Errorf("the disk gave back other data than was written")
	}
	return nil
}

func lock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }

// tidied holds when Write last cleaned which folder.
var tidied sync.Map

// tidy cleans dir, unless that was done in the last ten minutes: a folder may be
// large, and many files may be saved in it.
func tidy(dir string) {
	if last, ok := tidied.Load(dir); ok && time.Since(last.(time.Time)) < leftover {
		return
	}
	tidied.Store(dir, time.Now())
	_ = Clean(dir) // whether it works is of no concern to the save
}

// Clean removes temporary files that saves cut short left in dir: those of
// programs of this machine that have ended, and of others those that are older than
// ten minutes. What a program holds the lock of is in use, whoever it is and
// however long it takes. What cannot be looked into stays.
func Clean(dir string) error { return clean(dir, time.Now().Add(-leftover)) }

func clean(dir string, before time.Time) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return msg.Errorf("%s cannot be read: %v", dir, Cause(err))
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), Prefix) || !e.Type().IsRegular() {
			continue
		}
		if err := discard(filepath.Join(dir, e.Name()), before); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return msg.Errorf("%s cannot be removed: %v", e.Name(), Cause(err))
		}
	}
	return nil
}

// discard removes a temporary file unless it may be in use.
func discard(path string, before time.Time) error {
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	ended, here := maker(path)
	if here && !ended || !here && info.ModTime().After(before) {
		return nil
	}
	// Its maker may be in another room, in which numbers of processes differ.
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil
	}
	defer f.Close()
	if errors.Is(lock(f), syscall.EWOULDBLOCK) {
		return nil
	}
	return os.Remove(path)
}

// maker reports whether the program that made a temporary file has ended, and
// whether that is known, as of programs of this machine.
func maker(path string) (ended, here bool) {
	rest, here := strings.CutPrefix(filepath.Base(path), mine)
	text, _, _ := strings.Cut(rest, "-")
	pid, err := strconv.Atoi(text)
	if !here || err != nil || pid <= 0 {
		return false, false
	}
	return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH), true
}
