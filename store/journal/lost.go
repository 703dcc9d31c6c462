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

	"boardstudio/text/msg"
)

// Reasons why a journal cannot be opened.
var (
	errDamaged = msg.Errorf("it is damaged from the start")
	errEmpty   = msg.Errorf("it is empty")
	errNoLog   = msg.Errorf("its log is missing")
	errOther   = msg.Errorf("it is damaged")
)

// all returns the summaries of journals that are not open, latest first, and the total size of open
// ones. It returns a *msg.Error if the folder is unreadable.
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
			_ = remove(folder) // a power cut before the first data was on disk
		default:
			if _, gone := os.Lstat(folder); !errors.Is(gone, fs.ErrNotExist) {
				free = append(free, s.broken(e.Name(), err))
			}
		}
	}
	slices.SortStableFunc(free, func(a, b Info) int { return b.Last.Compare(a.Last) })
	return free, held, nil
}

// broken returns as much as is known of the summary of a journal that cannot be opened. why is the
// reason.
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

// first returns the copied beginning of a log and its summary. It returns zero values if the copy
// is missing or damaged.
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

// orphan reports whether a journal that is not open has unsaved edits, or may have had some before
// it was damaged.
func (i *Info) orphan() bool {
	return !i.closed && !i.Shelved && (i.Unsaved > 0 || i.Lost > 0 || i.Err != nil)
}

// Shelved returns the journals of documents that were closed without saving, latest first. They are
// kept for the duration ShelvedTime.
func (s *Store) Shelved() ([]Info, error) {
	free, _, err := s.all()
	return slices.DeleteFunc(free, func(i Info) bool { return !i.Shelved }), err
}

// Orphans returns the journals with unsaved edits that are not open, latest first. They are left by
// crashes and stay until they are discarded or the recovered document is saved. Damaged journals
// are included unless it is known that all edits were saved. Lost is the number of missing bytes,
// and Err the reason if a journal is unreadable. Orphans returns a *msg.Error if the folder is
// unreadable.
func (s *Store) Orphans() ([]Info, error) {
	free, _, err := s.all()
	return slices.DeleteFunc(free, func(i Info) bool { return !i.orphan() }), err
}

// Discard deletes a journal that is not open, even if it is unreadable. It returns a *msg.Error on
// failure.
func (s *Store) Discard(id string) error {
	l, err := s.Open(id)
	if err == nil {
		return l.Discard()
	}
	if !valid(id) || s.dir == "" || errors.Is(err, errOpen) {
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
