// Package safe writes files so that at every moment, also after a crash or a
// power cut, either the whole old file or the whole new one is there.
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
	"syscall"
	"time"

	"boardstudio/rules"
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
// and the file they lead to is replaced; its mode is kept, and its owner where
// the system allows; a new file gets the usual mode. On an error, an
// *rules.Error that names the file and the cause, the old file is untouched
// and no temporary file is left behind. A panic of write is passed on likewise.
// Only when the last step fails, the sync of the folder, the new file stands
// there whole, but a power cut may bring back the old one.
//
// The file is replaced, not changed in place: other hard links to the old
// content keep it, see Links.
func Write(path string, write func(io.Writer) error) error {
	return told(path, replace(path, write, false))
}

// Try tells whether Write could write path: it does all that Write does, except
// that the file stays as it is. So it finds a missing folder, a read-only file or a
// full disk before there is something to lose.
func Try(path string, write func(io.Writer) error) error {
	return told(path, replace(path, write, true))
}

// told makes an error of the system one for people.
func told(path string, err error) error {
	if err == nil {
		return nil
	}
	return rules.Errorf("%s cannot be saved: %v", filepath.Base(path), Cause(err))
}

// replace does the work of Write, and of Try, which only tries.
func replace(path string, write func(io.Writer) error, try bool) (err error) {
	target, err := resolve(path)
	if err != nil {
		return err
	}
	old, err := replaceable(target)
	if err != nil {
		return err
	}
	dir := filepath.Dir(target)
	f, err := create(dir, old)
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
	if err := fill(f, write); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if try {
		return nil
	}
	if err := os.Rename(f.Name(), target); err != nil {
		return err
	}
	renamed = true
	return SyncDir(dir)
}

// replaceable returns what is known of the file at target, nil when there is
// none, and refuses what must not be replaced by a rename.
func replaceable(target string) (fs.FileInfo, error) {
	info, err := os.Lstat(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, syscall.EISDIR
	case !info.Mode().IsRegular():
		return nil, errIrregular
	}
	// A rename needs no right to the file itself, but somebody who made it
	// read-only does not want it replaced.
	f, err := os.OpenFile(target, os.O_WRONLY, 0)
	if err != nil {
		return nil, err
	}
	return info, f.Close()
}

// create makes the temporary file in dir, with the mode and owner of old.
func create(dir string, old fs.FileInfo) (*os.File, error) {
	mode := fs.FileMode(0o666) // the system takes the umask off
	if old != nil {
		mode = 0o600 // nobody else may look in before the mode of old is set
	}
	for try := 0; ; try++ {
		name := mine + strconv.Itoa(os.Getpid()) + "-" + strconv.FormatUint(rand.Uint64(), 36)
		f, err := os.OpenFile(filepath.Join(dir, name), os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, fs.ErrExist) && try < 100 {
			continue
		}
		if err != nil {
			return nil, err
		}
		_ = lock(f) // tells Clean that somebody is at work, where there are locks
		if old == nil {
			return f, nil
		}
		if st, ok := old.Sys().(*syscall.Stat_t); ok {
			// Only the superuser may give files away; for others the file they
			// replace becomes theirs. Before Chmod, since it can clear mode bits.
			_ = f.Chown(int(st.Uid), int(st.Gid))
		}
		if err := f.Chmod(old.Mode().Perm()); err != nil {
			f.Close()
			os.Remove(f.Name())
			return nil, err
		}
		return f, nil
	}
}

// fill writes the content into f, makes it durable, and reads it back: a file
// that does not hold what was written must not replace a good one.
func fill(f *os.File, write func(io.Writer) error) error {
	wrote, read := sha256.New(), sha256.New()
	w := bufio.NewWriterSize(io.MultiWriter(f, wrote), 1<<16)
	if err := write(w); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if _, err := io.Copy(read, f); err != nil {
		return err
	}
	if !bytes.Equal(wrote.Sum(nil), read.Sum(nil)) {
		return rules.Errorf("the disk gave back other data than was written")
	}
	return nil
}

func lock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }

// orphaned reports whether the program of this machine that made the temporary
// file has ended. The lock is for those that look from another room, in which
// numbers of processes differ.
func orphaned(path string) bool {
	rest, ok := strings.CutPrefix(filepath.Base(path), mine)
	text, _, _ := strings.Cut(rest, "-")
	pid, err := strconv.Atoi(text)
	if !ok || err != nil || pid <= 0 || !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	return lock(f) == nil
}

// Clean removes temporary files that saves cut short left in dir: those of
// programs of this machine that have ended, and of others those that are older than
// ten minutes. The rest may be in use.
func Clean(dir string) error { return clean(dir, time.Now().Add(-leftover)) }

func clean(dir string, before time.Time) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return rules.Errorf("%s cannot be read: %v", dir, Cause(err))
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), Prefix) || !e.Type().IsRegular() {
			continue
		}
		if info, err := e.Info(); err != nil || info.ModTime().After(before) && !orphaned(filepath.Join(dir, e.Name())) {
			continue
		}
		if err := os.Remove(filepath.Join(dir, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return rules.Errorf("%s cannot be removed: %v", e.Name(), Cause(err))
		}
	}
	return nil
}
