package journal

import (
	"encoding/json"
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
	"boardstudio/rules"
)

// Log is the journal of a document that nobody has open, and that nobody else
// can open until it is closed, continued or deleted.
type Log struct {
	info   Info
	s      *Store
	folder string
	f      *os.File
	base   startJSON
	at     mark
	saved  mark
	spare  []byte // the base, where its file is not good
}

// metaJSON spares reading a log: what is in it as long as it has that size.
type metaJSON struct {
	LogSize int64
	Info    infoJSON
}

// infoJSON is an Info in a file.
type infoJSON struct {
	File                 stampJSON
	Format, Title        string
	PID                  int
	Started, Last        time.Time
	Edits, Unsaved, Lost int64
}

func writeMeta(folder string, i Info, size int64) error {
	data, err := json.Marshal(metaJSON{size, infoJSON{
		i.File.json(), i.Format, i.Title, i.PID, i.Started, i.Last, int64(i.Edits), int64(i.Unsaved), i.Lost,
	}})
	if err != nil {
		return err
	}
	return safe.Write(filepath.Join(folder, metaFile), func(w io.Writer) error { _, err := w.Write(data); return err })
}

// readMeta returns what is known of a log of size bytes, if anything.
func readMeta(folder string, size int64) (Info, bool) {
	data, err := readSmall(filepath.Join(folder, metaFile))
	var m metaJSON
	if err != nil || json.Unmarshal(data, &m) != nil || m.LogSize != size {
		return Info{}, false
	}
	i := m.Info
	return Info{
		File: i.File.stamp(), Format: i.Format, Title: i.Title, PID: i.PID, Started: i.Started, Last: i.Last,
		Edits: int(i.Edits), Unsaved: int(i.Unsaved), Lost: i.Lost,
	}, true
}

// readSmall reads a file of the store that is never large.
func readSmall(path string) ([]byte, error) {
	f, err := safe.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, 1<<20))
}

// open locks a journal and reads all of the log, or, unless whole, what is known
// of it, which any number may do at a time. The error is errHeld when the
// document is open, fs.ErrNotExist, errEmpty or errDamaged.
func (s *Store) open(id string, whole bool) (*Log, error) {
	if s.dir == "" || id == "" || strings.ContainsAny(id, "/.") {
		return nil, fs.ErrNotExist
	}
	folder := s.path(journals, id)
	name := filepath.Join(folder, logFile)
	f, err := os.OpenFile(name, os.O_RDWR|os.O_APPEND, 0)
	if err != nil {
		return nil, err
	}
	l := &Log{s: s, folder: folder, f: f}
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
	if i, ok := readMeta(l.folder, info.Size()); ok && !whole {
		l.info = i
		return nil
	}
	if info.Size() < int64(headSize) {
		return errEmpty
	}
	sc := newScanner(io.NewSectionReader(l.f, 0, info.Size()), info.Size())
	if sc == nil {
		return errDamaged
	}
	for {
		r, ok := sc.next()
		if !ok {
			break
		}
		if r.kind != kindEdit {
			l.saved = sc.at
		}
	}
	if sc.err != nil {
		return sc.err
	}
	if sc.at.size == int64(headSize) {
		return errDamaged
	}
	l.info, l.base, l.at = sc.info, sc.base, sc.at
	l.info.Lost = info.Size() - sc.at.size
	if !whole && l.info.Lost == 0 { // what is lost will be written over, up to the same size
		_ = writeMeta(l.folder, l.info, info.Size()) // spares the next one the reading
	}
	return nil
}

var (
	errDamaged = rules.Errorf("it is damaged")
	errEmpty   = rules.Errorf("it is empty")
)

func folderSize(folder string) (size int64) {
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			size += info.Size()
		}
	}
	return size
}

// all returns what is known of the journals that nobody has open, the latest
// first, and the size of those that somebody has.
func (s *Store) all() (free []Info, held int64, err error) {
	entries, err := s.list(journals)
	if err != nil {
		return nil, 0, wrap("the journals cannot be read: %v", err)
	}
	for _, e := range entries {
		if !e.IsDir() || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		l, err := s.open(e.Name(), false)
		if errors.Is(err, errEmpty) { // a power cut came before anything was on disk
			_ = remove(s.path(journals, e.Name()))
			continue
		}
		if err != nil {
			held += folderSize(s.path(journals, e.Name()))
			continue
		}
		free = append(free, l.info)
		l.f.Close()
	}
	slices.SortStableFunc(free, func(a, b Info) int { return b.Last.Compare(a.Last) })
	return free, held, nil
}

// Orphans returns the journals with unsaved edits that nobody has open, the
// latest first: what a crash left behind. They stay until they are discarded or
// the document recovered from them is saved. The error is a *rules.Error.
func (s *Store) Orphans() ([]Info, error) {
	free, _, err := s.all()
	return slices.DeleteFunc(free, func(i Info) bool { return i.Unsaved == 0 }), err
}

// Open returns a journal that nobody has open; the error is a *rules.Error. The
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
		return nil, rules.Errorf("the document is open in another window")
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
		return i.Unsaved == 0 && i.Edits > 0 && i.File.path == full && i.File.sum == sum
	}
	free, _, _ := s.all()
	for _, i := range free {
		if !fits(i) {
			continue
		}
		l, err := s.Open(i.ID)
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

// Info returns what is known of the journal.
func (l *Log) Info() Info { return l.info }

// Base returns what the first edit is to be made on. When the base was not
// written in time, the file that it is of does as well, if it is unchanged. The
// error is a *rules.Error.
func (l *Log) Base() ([]byte, error) {
	var first error
	for n, path := range []string{filepath.Join(l.folder, baseFile), string(l.base.File.Path)} {
		if path == "" {
			continue
		}
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
	return nil, wrap("the journal cannot be read: %v", first)
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
		return nil, errDamaged
	}
	data := make([]byte, want.BaseSize)
	if _, err := io.ReadFull(f, data); err != nil {
		return nil, err
	}
	if crc32.Checksum(data, castagnoli) != want.BaseCRC {
		return nil, errDamaged
	}
	return data, nil
}

// Edits returns the edits in their order, up to the first that is not whole. The
// last has an error, a *rules.Error, and no bytes, if the log cannot be read any
// more.
func (l *Log) Edits() iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		sc := newScanner(io.NewSectionReader(l.f, 0, l.at.size), l.at.size)
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
			err := errDamaged
			if sc != nil && sc.err != nil {
				err = sc.err
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
	j.synced = l.at.size
	j.info.Lost = 0
	os.Remove(filepath.Join(l.folder, metaFile)) // it is no longer true
	if l.info.Lost > 0 {
		j.failed = l.f.Truncate(l.at.size)
	}
	// What is read here may not be on disk yet.
	j.fresh = true
	go j.run()
	j.poke()
	return j
}

// Close lets go of the journal, which is offered again.
func (l *Log) Close() { l.f.Close() }

// Discard deletes the journal; the error is a *rules.Error.
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
// ones. Those of open documents and with unsaved edits stay. Start and Close do
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
	closed := slices.DeleteFunc(free, func(i Info) bool { return i.Unsaved > 0 })
	for n := len(closed) - 1; n >= 0; n-- {
		i := closed[n]
		if n < count && sum <= size && i.Edits > 0 {
			continue
		}
		l, err := s.open(i.ID, true)
		if err != nil || l.info.Unsaved > 0 {
			if err == nil {
				l.f.Close()
			}
			continue // somebody opened it
		}
		if err := l.Discard(); err != nil {
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
			f.Close()
		}
		info, statErr := e.Info()
		// Without a log it may be about to get one.
		if err == nil || old || statErr == nil && time.Since(info.ModTime()) > time.Hour {
			_ = os.RemoveAll(folder)
		}
	}
}
