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

	"boardstudio/store/safe"
	"boardstudio/text/msg"
)

// Log is the locked journal of a document that is not open. Other programs cannot open it until it
// is closed, continued or deleted.
type Log struct {
	info   Info
	s      *Store
	folder string
	f      *os.File
	base   startJSON
	at     mark
	saved  mark
	first  []byte // beginning of the log up to the end of the first record
	patch  []byte // first, if the beginning of the file is damaged
	fixed  bool   // the log is read-only
	spare  []byte // the base, if its file is missing or damaged
}

// valid reports whether id is a valid name of a journal.
func valid(id string) bool { return id != "" && !strings.ContainsAny(id, "/.") }

// open locks a journal. If whole is set, it reads the entire log. Otherwise it reads only the
// summary, with a shared lock. It returns errHeld if the document is open, fs.ErrNotExist, errEmpty
// or errDamaged.
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
	// The journal may have been deleted between opening and locking.
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
	// a damaged end will be overwritten, perhaps up to the same size
	if !whole && l.info.Lost == 0 && l.patch == nil {
		_ = writeMeta(l.folder, l.info, info.Size()) // saves the next reader the work
	}
	return nil
}

// scan reads the log of the given size. If its beginning is damaged, it uses the copy of the first
// record.
func (l *Log) scan(size int64) error {
	start, _ := l.s.first(l.folder)
	err := l.scanWith(nil, size)
	if errors.Is(err, errDamaged) && len(start) > 0 && int64(len(start)) <= size {
		return l.scanWith(start, size)
	}
	return err
}

// scanWith is like scan, with patch in place of the first bytes.
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

// content returns a reader of the first size bytes of a log, with patch in place of its beginning.
func content(f *os.File, patch []byte, size int64) io.Reader {
	n := min(int64(len(patch)), size)
	return io.MultiReader(bytes.NewReader(patch[:n]), io.NewSectionReader(f, n, size-n))
}

var errOpen = msg.Errorf("the document is open in another window")

// Open locks and reads a journal. It returns a *msg.Error if the journal is open elsewhere or
// unreadable.
func (s *Store) Open(id string) (*Log, error) {
	var l *Log
	var err error
	for try := 0; ; try++ { // another program may be reading the summary
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

// History returns the journal of the file at path whose last saved content has the given sum, or
// nil. It has the edits that led to this content.
func (s *Store) History(path string, sum Sum) *Log {
	full, err := safe.Resolve(path)
	if err != nil {
		return nil
	}
	fits := func(i Info) bool {
		return i.Err == nil && (i.Unsaved == 0 || i.Shelved) && i.Edits > i.After && i.File.path == full && i.File.sum == sum
	}
	free, _, _ := s.all()
	for _, i := range free {
		if !fits(i) {
			continue
		}
		l, err := s.Open(i.ID)
		if err == nil && i.Shelved { // a shelved journal must not be changed
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

// untilSaved returns a new journal with the records up to the last save. It closes l.
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

// Info returns the summary of the journal.
func (l *Log) Info() Info { return l.info }

// Base returns the state before the first edit. If the base is missing or damaged, the document's
// file or one of its versions is used, provided that the content is the same. It returns a
// *msg.Error if no copy is found.
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
	return nil, wrap("the document that the edits belong to cannot be read: %v", first)
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

// Edits yields the edits in order, up to the first truncated or damaged one. If the log can no
// longer be read, the last element is a *msg.Error without data.
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

// Continue continues the journal after all its edits were applied. The document remains unsaved,
// and can be recovered again after another crash. The log must not be used afterwards. See Start
// for report.
//
// If an edit could not be applied, the partly recovered document needs a new journal from Start.
// This log must then be closed, and discarded once that document is saved or discarded.
func (l *Log) Continue(report func(error)) *Journal {
	j := l.s.journal(report)
	j.folder, j.f, j.info, j.at, j.saved = l.folder, l.f, l.info, l.at, l.saved
	j.start, j.base, j.written = l.base, l.spare, l.spare == nil
	j.first = l.first
	j.synced = l.at.size
	j.info.Lost, j.info.closed = 0, false
	os.Remove(filepath.Join(l.folder, metaFile)) // outdated
	if have, _ := l.s.first(l.folder); !bytes.Equal(have, l.first) {
		_ = writeFile(l.folder, firstFile, l.first) // if this fails, sync fails as well
	}
	switch {
	case l.fixed:
		j.failed = fs.ErrPermission // the log will be replaced
	case l.patch != nil:
		if j.failed = l.mend(); j.failed != nil {
			j.patch = l.patch
		}
	}
	if l.info.Lost > 0 && j.failed == nil {
		j.failed = l.f.Truncate(l.at.size)
	}
	// The log may have been read from memory and may not be on disk.
	j.fresh = true
	go j.run()
	return j
}

// mend overwrites the damaged beginning of the log with the copy of the first record.
func (l *Log) mend() error {
	f, err := os.OpenFile(filepath.Join(l.folder, logFile), os.O_WRONLY, 0) // l.f can only append
	if err != nil {
		return err
	}
	_, err = f.WriteAt(l.patch, 0)
	return errors.Join(err, f.Close())
}

// Close unlocks the journal, which can then be recovered again.
func (l *Log) Close() { l.f.Close() }

// Discard deletes the journal. It returns a *msg.Error on failure.
func (l *Log) Discard() error {
	defer l.f.Close()
	if err := remove(l.folder); err != nil {
		return wrap("the journal cannot be deleted: %v", err)
	}
	return nil
}

// Limits for journals of closed documents.
const (
	maxClosed = 100
	maxSize   = 512 << 20
)

// Prune deletes the oldest journals of closed documents beyond 100, or beyond 512 MB for all
// journals together. It also deletes remnants of crashes. Journals of open documents and with
// unsaved edits stay, shelved ones for the duration ShelvedTime. Start does not prune, but Close does.
// Prune returns a *msg.Error if the journals cannot be read or deleted.
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
		return i.orphan() || i.Shelved && time.Since(i.Last) < ShelvedTime
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
			continue // opened in the meantime
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

// sweep removes remnants of incomplete and deleted journals.
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
		// A folder without a log may be about to get one.
		if err == nil || old || statErr == nil && time.Since(info.ModTime()) > time.Hour {
			// Delete under the lock. A program that is creating the journal then notices the
			// deletion.
			_ = remove(folder)
		}
		if f != nil {
			f.Close()
		}
	}
}
