package journal

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"boardstudio/store/safe"
)

// Holder describes who has a file open. Its fields are zero if this is unknown.
type Holder struct {
	PID   int
	Since time.Time
}

// Here reports whether the file is open in this program, in another document.
func (h *Holder) Here() bool { return h.PID == os.Getpid() }

// LockFile records that a document of this program has the file at path open, until release is
// called or the program ends, even by a crash. If another document has the file open, in this
// program or another, it returns the holder instead. It returns a *msg.Error if the lock file
// cannot be used. release is never nil.
func (s *Store) LockFile(path string) (release func(), other *Holder, err error) {
	release, other, err = s.lockFile(path)
	if err != nil {
		err = wrap("cannot check whether %s is open elsewhere: %v", err, filepath.Base(path))
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
	dir, err := s.folder("claims") // the name used by earlier versions
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
			_ = json.Unmarshal(data, h) // the holder may still be writing the file
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
			_, _ = f.WriteAt(data, 0) // only the lock matters
			return func() {
				if _, err := f.Stat(); err == nil { // not released before
					os.Remove(file) // removed while locked, so that it cannot belong to another program
					f.Close()
				}
			}, nil, nil
		}
		f.Close()
		if statErr != nil && !errors.Is(statErr, fs.ErrNotExist) {
			return nil, nil, statErr
		}
		// The holder has just released and removed the file.
	}
}
