package journal

import (
	"bytes"
	"cmp"
	"errors"
	"hash/crc32"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"boardstudio/io/safe"
	"boardstudio/msg"
)

// Log is the journal of a document that is not open, and that nobody else
// can open until it is closed, continued or deleted.
type Log struct {
	info   Info
	s      *Store
	folder string
	f      *os.File
	base   startJSON
	at     mark
	saved  mark
	first  []byte // what the log begins with, up to the end of its first record
	patch  []byte // first, where the beginning of the file is damaged
	fixed  bool   // the log may not be written to
	spare  []byte // the base, where its file is not good
}

// valid reports whether id may name a journal.
func valid(id string) bool { return id != "" && !strings.ContainsAny(id, "/.") }

// open locks a journal and reads all of the log, or, unless whole, what is known
// of it, which any number may do at a time. The error is errHeld when the
// document is open, fs.ErrNotExist, errEmpty or errDamaged.
func (s *Store) open(id string, whole bool) (*Log, error) {
	if s.dir == "" || !valid(id) {
		return nil, fs.ErrNotExist
	}
	folder := s.path(journals, id)
	name := filepath.Join(folder, logFile)
	l := &Log{s: s, folder: folder}
	f, err := os.OpenFile(name, os.O_RDWR|os.O_APPEND, 0)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		l.fixed = true
		f, err = os.Open(name)
	}
	if err != nil {
		return nil, err
	}
	l.f = f
	if err := l.read(whole); err != nil {
		f.Close()
		return nil, err
	}
	l.info.ID = id
	l.info.Size = folderSize(folder)
	return l, nil
}

func (l *Log) read(whole bool) error {
	how := syscall.LOCK_SH
	if whole {
		how = syscall.LOCK_EX
	}
	if err := flock(l.f, how); err != nil {
		return err
	}
	info, err := l.f.Stat()
	if err != nil {
		return err
	}
	// Somebody may have deleted it between opening and locking.
	if now, err := os.Stat(filepath.Join(l.folder, logFile)); err != nil || !os.SameFile(info, now) {
		return fs.ErrNotExist
	}
	meta, ok := readMeta(l.folder)
	if ok && meta.size == info.Size() && !whole {
		l.info = meta.info
		return nil
	}
	if err := l.scan(info.Size()); err != nil {
		return err
	}
	if ok && meta.size >= info.Size() {
		l.info.Lost = max(l.info.Lost, meta.size-l.at.size)
		l.info.closed = meta.info.Unsaved == 0
	}
	if !whole && l.info.Lost == 0 && l.patch == nil { // what is lost will be written over, up to the same size
		_ = writeMeta(l.folder, l.info, info.Size()) // spares the next one the reading
	}
	return nil
}

// scan reads the log, which is size bytes long. Where its beginning is damaged, the
// copy of that takes its place.
func (l *Log) scan(size int64) error {
	start, _ := l.s.first(l.folder)
	err := l.scanWith(nil, size)
	if errors.Is(err, errDamaged) && len(start) > 0 && int64(len(start)) <= size {
		return l.scanWith(start, size)
	}
	return err
}

// scanWith is scan with patch in the place of the first bytes.
func (l *Log) scanWith(patch []byte, size int64) error {
	if size < int64(headSize) {
		return errEmpty
	}
	sc := newScanner(content(l.f, patch, size), size)
	if sc == nil {
		return errDamaged
	}
	var first int64
	for {
		r, ok := sc.next()
		if !ok {
			break
		}
		if r.saved() {
			l.saved = sc.at
		}
		if r.kind == kindStart {
			first = sc.at.size
		}
	}
	if sc.err != nil {
		return sc.err
	}
	if first == 0 {
		return errDamaged
	}
	l.first = make([]byte, first)
	if _, err := io.ReadFull(content(l.f, patch, size), l.first); err != nil {
		return err
	}
	l.patch, l.info, l.base, l.at = patch, sc.info, sc.base, sc.at
	l.info.Lost = size - sc.at.size
	return nil
}

// content returns the first size bytes of a log, with patch in the place of its
// beginning.
func content(f *os.File, patch []byte, size int64) io.Reader {
	n := min(int64(len(patch)), size)
	return io.MultiReader(bytes.NewReader(patch[:n]), io.NewSectionReader(f, n, size-n))
}

var errOpen = msg.Errorf("the document is open in another window")

// Open returns a journal that is not open elsewhere; the error is a *msg.Error. The
// time is that of reading the log.
func (s *Store) Open(id string) (*Log, error) {
	var l *Log
	var err error
	for try := 0; ; try++ { // another program may just be looking at it
		if l, err = s.open(id, true); !errors.Is(err, errHeld) || try == 20 {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	if errors.Is(err, errHeld) {
		return nil, errOpen
	}
	if err != nil {
		return nil, wrap("the journal cannot be read: %v", err)
	}
	return l, nil
}

// History returns the journal of the file at path that ended when its content
// had that sum, or nil: the edits that led to it.
func (s *Store) History(path string, sum Sum) *Log {
	full, err := safe.Resolve(path)
	if err != nil {
		return nil
	}
	fits := func(i Info) bool {
		return i.Err == nil && (i.Unsaved == 0 || i.Shelved) && i.Edits > i.Unsaved && i.File.path == full && i.File.sum == sum
	}
	free, _, _ := s.all()
	for _, i := range free {
		if !fits(i) {
			continue
		}
		l, err := s.Open(i.ID)
		if err == nil && i.Shelved { // which stays as it is
			l, err = l.untilSaved()
		}
		if err != nil {
			continue
		}
		if _, err := l.Base(); err == nil && fits(l.info) {
			return l
		}
		l.Close()
	}
	return nil
}

// untilSaved returns a journal of its own with what was done up to the last save. l is closed.
func (l *Log) untilSaved() (*Log, error) {
	defer l.Close()
	dir, f, err := reserve(l.s.path(journals))
	if err != nil {
		return nil, err
	}
	id, dir := dir, l.s.path(journals, newOne+dir)
	err = copyLog(f, content(l.f, l.patch, l.saved.size), l.saved.size)
	err = errors.Join(err, link(filepath.Join(l.folder, baseFile), filepath.Join(dir, baseFile)), writeFile(dir, firstFile, l.first))
	if err == nil {
		err = os.Rename(dir, l.s.path(journals, id))
	}
	f.Close()
	if err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	return l.s.Open(id)
}

// Info returns what is known of the journal.
func (l *Log) Info() Info { return l.info }

// Base returns what the first edit is to be made on. When the base was not
// written in time, or is damaged, the file that it is of does as well, or a
// version of it, if it holds the same. The error is a *msg.Error.
func (l *Log) Base() ([]byte, error) {
	var first error
	paths := []string{filepath.Join(l.folder, baseFile)}
	if file := string(l.base.File.Path); file != "" {
		paths = append(paths, file)
		for _, v := range l.s.versions(file) {
			paths = append(paths, v.path)
		}
	}
	for n, path := range paths {
		data, err := readBase(path, l.base)
		if err == nil {
			if n > 0 {
				l.spare = data
			}
			return data, nil
		}
		if first == nil {
			first = err
		}
	}
	if errors.Is(first, fs.ErrNotExist) {
		first = msg.Errorf("it is missing")
	}
	return nil, wrap("what the edits were made on cannot be read: %v", first)
}

func readBase(path string, want startJSON) ([]byte, error) {
	f, err := safe.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() != want.BaseSize {
		return nil, errOther
	}
	data := make([]byte, want.BaseSize)
	if _, err := io.ReadFull(f, data); err != nil {
		return nil, err
	}
	if crc32.Checksum(data, castagnoli) != want.BaseCRC {
		return nil, errOther
	}
	return data, nil
}

// Edits returns the edits in their order, up to the first that is not whole. The
// last has an error, a *msg.Error, and no bytes, if the log cannot be read any
// more.
func (l *Log) Edits() iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		sc := newScanner(content(l.f, l.patch, l.at.size), l.at.size)
		for sc != nil {
			r, ok := sc.next()
			if !ok {
				break
			}
			if r.kind == kindEdit && !yield(r.data, nil) {
				return
			}
		}
		if sc == nil || sc.at.size != l.at.size {
			err := errOther
			if sc != nil {
				err = cmp.Or(sc.err, err)
			}
			yield(nil, wrap("the journal cannot be read: %v", err))
		}
	}
}

// Continue goes on with the journal, after all its edits were made again: the
// document is as unsaved as it was, and a crash now leaves it to be offered
// again. The log must not be used any more. For report see Start.
//
// When an edit could not be made again, the document as far as it came needs a
// journal of its own, by Start; this log is closed, and discarded when that
// document is saved or was discarded itself.
func (l *Log) Continue(report func(error)) *Journal {
	j := l.s.journal(report)
	j.folder, j.f, j.info, j.at, j.saved = l.folder, l.f, l.info, l.at, l.saved
	j.start, j.base, j.written = l.base, l.spare, l.spare == nil
	j.first = l.first
	j.synced = l.at.size
	j.info.Lost, j.info.closed = 0, false
	os.Remove(filepath.Join(l.folder, metaFile)) // it is no longer true
	if have, _ := l.s.first(l.folder); !bytes.Equal(have, l.first) {
		_ = writeFile(l.folder, firstFile, l.first) // where that fails, sync will too
	}
	switch {
	case l.fixed:
		j.failed = fs.ErrPermission // it is built anew
	case l.patch != nil:
		if j.failed = l.mend(); j.failed != nil {
			j.patch = l.patch
		}
	}
	if l.info.Lost > 0 && j.failed == nil {
		j.failed = l.f.Truncate(l.at.size)
	}
	// What is read here may not be on disk yet.
	j.fresh = true
	go j.run()
	return j
}

// mend writes the copy of what the log begins with over its damaged beginning.
func (l *Log) mend() error {
	f, err := os.OpenFile(filepath.Join(l.folder, logFile), os.O_WRONLY, 0) // l.f can only append
	if err != nil {
		return err
	}
	_, err = f.WriteAt(l.patch, 0)
	return errors.Join(err, f.Close())
}

// Close releases the journal, which is offered again.
func (l *Log) Close() { l.f.Close() }

// Discard deletes the journal; the error is a *msg.Error.
func (l *Log) Discard() error {
	defer l.f.Close()
	if err := remove(l.folder); err != nil {
		return wrap("the journal cannot be deleted: %v", err)
	}
	return nil
}

// What is kept of closed documents.
const (
	maxClosed = 100
	maxSize   = 512 << 20
)

// Prune deletes the oldest journals of closed documents that are more than 100
// or make all together more than 512 MB, and what crashes left of half-made
// ones. Those of open documents and with unsaved edits stay, shelved ones for Shelf. Start and Close do
// without it; Close calls it.
func (s *Store) Prune() error { return s.prune(maxClosed, maxSize) }

func (s *Store) prune(count int, size int64) error {
	free, sum, err := s.all()
	if err != nil {
		return err
	}
	s.sweep()
	for _, i := range free {
		sum += i.Size
	}
	closed := slices.DeleteFunc(free, func(i Info) bool {
		return i.orphan() || i.Shelved && time.Since(i.Last) < Shelf
	})
	for n := len(closed) - 1; n >= 0; n-- {
		i := closed[n]
		if n < count && sum <= size && i.Edits > 0 && i.Err == nil && !i.Shelved {
			continue
		}
		l, err := s.open(i.ID, true)
		switch {
		case err == nil && !l.info.orphan():
			err = l.Discard()
		case err == nil:
			l.f.Close()
			continue // somebody opened it meanwhile
		case errors.Is(err, errHeld):
			continue
		default:
			err = s.Discard(i.ID)
		}
		if err != nil {
			return err
		}
		sum -= i.Size
	}
	return nil
}

// sweep removes what is neither a journal nor about to become one.
func (s *Store) sweep() {
	entries, _ := s.list(journals)
	for _, e := range entries {
		old := strings.HasPrefix(e.Name(), oldOne)
		if !old && !strings.HasPrefix(e.Name(), newOne) {
			continue
		}
		folder := s.path(journals, e.Name())
		f, err := os.Open(filepath.Join(folder, logFile))
		if err == nil {
			err = lock(f)
		}
		info, statErr := e.Info()
		// Without a log it may be about to get one.
		if err == nil || old || statErr == nil && time.Since(info.ModTime()) > time.Hour {
			// Under the lock: who was about to take it then sees that it went.
			_ = remove(folder)
		}
		if f != nil {
			f.Close()
		}
	}
}
