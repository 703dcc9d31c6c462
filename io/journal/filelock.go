package journal

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"boardstudio/io/safe"
)

// Holder says who has a file open. Its fields are zero when that is not known.
type Holder struct {
	PID   int
	Since time.Time
}

// Here reports whether it is this program, with another document.
func (h *Holder) Here() bool { return h.PID == os.Getpid() }

// LockFile notes that a document of this program has the file at path open, until
// release is called or the program ends, also by a crash. If some document has
// it, in this program or another, its holder is returned instead. The error, a
// *msg.Error, says that neither can be known. release is never nil.
func (s *Store) LockFile(path string) (release func(), other *Holder, err error) {
	release, other, err = s.lockFile(path)
	if err != nil {
		err = wrap("whether %s is open elsewhere is not known: %v", err, filepath.Base(path))
	}
	if release == nil {
		release = func() {}
	}
	return release, other, err
}

func (s *Store) lockFile(path string) (release func(), other *Holder, err error) {
	full, err := safe.Resolve(path)
	if err != nil {
		return nil, nil, err
	}
	dir, err := s.folder("claims") // as older studios call it
	if err != nil {
		return nil, nil, err
	}
	file := filepath.Join(dir, key(full))
	for {
		f, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			return nil, nil, err
		}
		err = lock(f)
		if errors.Is(err, errHeld) {
			h := new(Holder)
			data, _ := io.ReadAll(io.LimitReader(f, 1<<12))
			_ = json.Unmarshal(data, h) // it may just be written
			f.Close()
			return nil, h, nil
		}
		if err != nil {
			f.Close()
			return nil, nil, err
		}
		mine, err := f.Stat()
		now, statErr := os.Stat(file)
		if err == nil && statErr == nil && os.SameFile(mine, now) {
			data, _ := json.Marshal(Holder{os.Getpid(), time.Now()})
			_ = f.Truncate(0)
			_, _ = f.WriteAt(data, 0) // the lock is what counts
			return func() {
				if _, err := f.Stat(); err == nil { // not released before
					os.Remove(file) // while it is locked, so that it is not another's
					f.Close()
				}
			}, nil, nil
		}
		f.Close()
		if statErr != nil && !errors.Is(statErr, fs.ErrNotExist) {
			return nil, nil, statErr
		}
		// Its holder has just released and removed it.
	}
}
