package journal

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"boardstudio/store/safe"
)

// Files and folders of the store.
const (
	journals  = "journals"
	newOne    = ".new-" // folder name prefix of an unfinished journal
	oldOne    = ".old-" // folder name prefix of a journal being deleted
	logFile   = "log"
	firstFile = "first" // copy of the first record, without which the rest of the log is useless
	baseFile  = "base"
	metaFile  = "meta"
)

// atOnce is the maximum size of a base that Start writes itself.
const atOnce = 1 << 20

// place is a folder with a locked log.
type place struct {
	folder string
	f      *os.File
	patch  []byte // correct beginning of the log, or nil if the log is intact
}

// remove deletes the folder and releases its lock.
func (p *place) remove() {
	if p != nil {
		_ = remove(p.folder)
		p.f.Close()
	}
}

// build creates a new folder with the complete journal. It copies the synced part from the old
// folder and the rest from memory. The new folder is not yet synced. After the sync, the old folder
// is removed.
func (j *Journal) build() (err error) {
	parent, err := j.s.folder(journals)
	if err != nil {
		return err
	}
	id, f, err := reserve(parent)
	for try := 0; errors.Is(err, errHeld) && try < 50; try++ {
		time.Sleep(time.Millisecond) // another program is cleaning up
		id, f, err = reserve(parent)
	}
	if err != nil {
		return err
	}
	dir := filepath.Join(parent, newOne+id)
	defer func() {
		if err != nil {
			f.Close()
			os.RemoveAll(dir)
		}
	}()
	was := j.old
	if was == nil && j.f != nil {
		was = &place{j.folder, j.f, j.patch}
	}
	if j.synced > 0 {
		if err := copyLog(f, content(was.f, was.patch, j.synced), j.synced); err != nil {
			return err
		}
	}
	written := true
	if !j.durable && j.base == nil {
		// The base was never synced successfully, but would be taken for synced.
		if j.base, err = readBase(filepath.Join(was.folder, baseFile), j.start); err != nil {
			return err
		}
	}
	switch {
	case j.durable:
		err = link(filepath.Join(was.folder, baseFile), filepath.Join(dir, baseFile))
	case len(j.base) <= atOnce:
		err = writeFile(dir, baseFile, j.base)
	default:
		written = false // sync writes the data in the background
	}
	if err == nil {
		err = writeFile(dir, firstFile, j.first)
	}
	if err != nil {
		return err
	}
	// Edits may be appended up to here.
	j.mu.Lock()
	defer j.mu.Unlock()
	if _, err := f.Write(j.tail); err != nil {
		return err
	}
	now := filepath.Join(parent, id)
	if err := os.Rename(dir, now); err != nil {
		return err
	}
	if j.old != nil {
		(&place{folder: j.folder, f: j.f}).remove() // the previous replacement failed as well
	}
	j.old, j.behind = was, 0
	j.folder, j.f, j.patch, j.fresh, j.written, j.failed, j.info.ID = now, f, nil, true, written, nil, id
	return nil
}

// reserve creates the folder of an unfinished journal with an empty, locked log. It returns errHeld
// if another program removed the log as a remnant of a crash before it was locked.
func reserve(parent string) (id string, log *os.File, err error) {
	id = random()
	dir := filepath.Join(parent, newOne+id)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", nil, err
	}
	name := filepath.Join(dir, logFile)
	log, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o600)
	if err == nil {
		if err = lock(log); err == nil {
			mine, _ := log.Stat()
			if there, e := os.Stat(name); e != nil || !os.SameFile(mine, there) {
				err = errHeld
			}
		}
		if err == nil {
			return id, log, nil
		}
		log.Close()
	}
	os.RemoveAll(dir)
	return "", nil, err
}

// copyLog copies a log of the given size. It returns an error if the log is damaged.
func copyLog(to io.Writer, from io.Reader, size int64) error {
	var b bytes.Buffer
	s := newScanner(io.TeeReader(from, &b), size)
	if s == nil {
		return errOther
	}
	for {
		if _, ok := s.next(); !ok {
			break
		}
	}
	if s.at.size != size {
		return cmp.Or(s.err, errOther)
	}
	_, err := to.Write(b.Bytes())
	return err
}

// link creates a hard link to a file, or a copy if that is not possible.
func link(from, to string) error {
	if os.Link(from, to) == nil {
		return nil
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Sync(), out.Close())
}

// writeFile writes the base or the copy of the first record. A rename is not needed, as both are
// verified by checksums.
func writeFile(dir, name string, data []byte) error {
	f, err := os.OpenFile(filepath.Join(dir, name), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// sync writes everything to disk and syncs it. After a failed sync, the system may have dropped
// data and report this only once. The log is then replaced by a new one.
func (j *Journal) sync() (err error) {
	j.catchUp()
	j.mu.Lock()
	failed, dead := j.failed, j.dead
	j.mu.Unlock()
	if failed != nil {
		if err := j.build(); err != nil {
			return err
		}
	}
	j.mu.Lock()
	f, folder, fresh := j.f, j.folder, j.fresh
	size := j.at.size - int64(j.behind)
	j.mu.Unlock()
	defer func() {
		j.mu.Lock()
		defer j.mu.Unlock()
		if err != nil {
			j.failed = err
			return
		}
		j.tail = append([]byte(nil), j.tail[size-j.synced:]...) // releases the memory
		j.synced = size
		if fresh {
			j.fresh, j.durable, j.base = false, true, nil
		}
		err = j.failed // an edit failed in the meantime
		if err == nil {
			err = dead
		}
	}()
	if !j.durable {
		if !j.written {
			if err := writeFile(folder, baseFile, j.base); err != nil {
				return err
			}
		}
		if err := j.s.syncFile(filepath.Join(folder, baseFile)); err != nil {
			return err
		}
	}
	if fresh {
		if err := j.s.syncFile(filepath.Join(folder, firstFile)); err != nil {
			return err
		}
	}
	if err := j.s.fsync(f); err != nil {
		return err
	}
	if !fresh {
		return nil
	}
	if err := errors.Join(safe.SyncDir(folder), safe.SyncDir(filepath.Dir(folder))); err != nil {
		return err
	}
	j.old.remove()
	j.old = nil
	return nil
}

func (s *Store) syncFile(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(s.fsync(f), f.Close())
}

// seal ends the log of a closed document, after run has stopped.
func (j *Journal) seal(shelve bool) error {
	if j.folder == "" {
		return nil
	}
	j.catchUp()
	j.old.remove()
	// A journal that cannot be written is deleted, as the user does not want its unsaved edits.
	if j.failed != nil || j.dead != nil || !shelve && (j.info.Edits == 0 || j.info.File.path == "") {
		return remove(j.folder)
	}
	kind := byte(kindClosed)
	if shelve {
		kind = kindShelved
	}
	j.tail, j.synced = nil, j.at.size
	j.put(record{kind: kind})
	if _, err := j.f.Write(j.tail); err != nil {
		return err
	}
	if err := j.sync(); err != nil {
		return err
	}
	return writeMeta(j.folder, j.info, j.at.size)
}

var errHeld = errors.New("held by another")

// lock locks a file for this program, or returns errHeld. The lock is released when the file is
// closed, even by a crash.
func lock(f *os.File) error { return flock(f, syscall.LOCK_EX) }

func flock(f *os.File, how int) error {
	err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return errHeld
	}
	return err
}

// remove deletes a folder that the caller has locked. It renames the folder first, so that after an
// interruption the rest is not taken for a journal.
func remove(folder string) error {
	gone := filepath.Join(filepath.Dir(folder), oldOne+filepath.Base(folder))
	if err := os.Rename(folder, gone); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	return os.RemoveAll(gone)
}
