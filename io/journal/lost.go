package journal

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"boardstudio/msg"
)

// Why a journal cannot be opened.
var (
	errDamaged = msg.Errorf("it is damaged from its beginning on")
	errEmpty   = msg.Errorf("it is empty")
	errNoLog   = msg.Errorf("its log is missing")
	errOther   = msg.Errorf("it is damaged")
)

// all returns what is known of the journals that are not open, the latest
// first, and the size of those that are open.
func (s *Store) all() (free []Info, held int64, err error) {
	entries, err := s.list(journals)
	if err != nil {
		return nil, 0, wrap("the journals cannot be read: %v", err)
	}
	for _, e := range entries {
		if !e.IsDir() || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		folder := s.path(journals, e.Name())
		l, err := s.open(e.Name(), false)
		switch {
		case err == nil:
			free = append(free, l.info)
			l.f.Close()
		case errors.Is(err, errHeld):
			held += folderSize(folder)
		case errors.Is(err, errEmpty) && folderSize(folder) == 0:
			_ = remove(folder) // a power cut came before anything was on disk
		default:
			if _, gone := os.Lstat(folder); !errors.Is(gone, fs.ErrNotExist) {
				free = append(free, s.broken(e.Name(), err))
			}
		}
	}
	slices.SortStableFunc(free, func(a, b Info) int { return b.Last.Compare(a.Last) })
	return free, held, nil
}

// broken returns what can be known of a journal that cannot be opened for the
// reason why.
func (s *Store) broken(id string, why error) Info {
	folder := s.path(journals, id)
	_, i := s.first(folder)
	var size int64
	log, noLog := os.Stat(filepath.Join(folder, logFile))
	if noLog == nil {
		size = log.Size()
	}
	if m, ok := readMeta(folder); ok {
		i = m.info
		i.closed = m.info.Unsaved == 0 && size <= m.size
	}
	if errors.Is(why, fs.ErrNotExist) {
		why = errNoLog
	}
	i.Err = wrap("the journal cannot be read: %v", why)
	i.ID, i.Size, i.Lost = id, folderSize(folder), size
	if noLog == nil {
		i.Last = log.ModTime()
	} else if info, err := os.Stat(folder); err == nil {
		i.Last = info.ModTime()
	}
	return i
}

// first returns the copy of what the log in a folder begins with, and what that
// says; nothing if there is none or it is damaged.
func (s *Store) first(folder string) ([]byte, Info) {
	data, err := readSmall(filepath.Join(folder, firstFile))
	if err != nil {
		return nil, Info{}
	}
	sc := newScanner(bytes.NewReader(data), int64(len(data)))
	if sc == nil {
		return nil, Info{}
	}
	if _, ok := sc.next(); !ok || sc.left > 0 {
		return nil, Info{}
	}
	return data, sc.info
}

func folderSize(folder string) (size int64) {
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			size += info.Size()
		}
	}
	return size
}

// orphan reports whether a journal that is not open has, or once had,
// something in it that was not saved.
func (i *Info) orphan() bool {
	return !i.closed && !i.Shelved && (i.Unsaved > 0 || i.Lost > 0 || i.Err != nil)
}

// Shelved returns the journals of documents that were closed without saving them, the latest first.
// They stay for Shelf.
func (s *Store) Shelved() ([]Info, error) {
	free, _, err := s.all()
	return slices.DeleteFunc(free, func(i Info) bool { return !i.Shelved }), err
}

// Orphans returns the journals with unsaved edits that are not open, the
// latest first: what a crash left behind. They stay until they are discarded or
// the document recovered from them is saved. A journal that is damaged is among
// them unless it is known that all was saved: Lost says that edits are missing
// at its end, Err why nothing of it can be read. The error is a *msg.Error.
func (s *Store) Orphans() ([]Info, error) {
	free, _, err := s.all()
	return slices.DeleteFunc(free, func(i Info) bool { return !i.orphan() }), err
}

// Discard deletes a journal that is not open, also one that cannot be read;
// the error is a *msg.Error.
func (s *Store) Discard(id string) error {
	l, err := s.Open(id)
	if err == nil {
		return l.Discard()
	}
	if !valid(id) || errors.Is(err, errOpen) {
		return err
	}
	folder := s.path(journals, id)
	f, err := os.Open(filepath.Join(folder, logFile))
	if err == nil {
		defer f.Close()
		if errors.Is(flock(f, syscall.LOCK_EX), errHeld) {
			return errOpen
		}
	}
	if err := remove(folder); err != nil {
		return wrap("the journal cannot be deleted: %v", err)
	}
	return nil
}
