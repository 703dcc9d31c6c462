// Package journal keeps work from being lost. In a folder of its own, away from
// the person's files, it holds for each open document a log of all edits, which
// is what a crash leaves behind; the logs of closed documents, which are their
// undo history; earlier versions of saved files; and who has which file open.
//
// Nothing here stops anybody from editing or saving: what cannot be written is
// reported, and tried again.
//
// An edit is written to the log at once, a large one by a goroutine, and synced within
// a second. The checksum of a record covers all records before it, and a copy of the
// first stands in a file beside the log: damage costs what comes after it, never all.
// A lock on the log says that its document is open; a log without one and with unsaved
// edits is what a crash left. A recovered document goes on with the same log, so that the
// next crash finds it again.
package journal

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"boardstudio/io/safe"
	"boardstudio/msg"
)

// Store is the folder of journals, versions and file locks. Any number of programs may use one at
// the same time, and any number of goroutines a Store.
type Store struct {
	dir string
	// Limit is how many versions of each file are kept.
	Limit int

	delay time.Duration // from a record to the moment when it must be on disk
	retry time.Duration // from a failure to the next attempt

	// fsync is (*os.File).Sync, but in tests of disks that fail.
	fsync func(*os.File) error
}

// Default returns the person's store, $XDG_STATE_HOME/boardstudio or
// ~/.local/state/boardstudio. Without a home folder, all that uses the
// store reports so.
func Default() *Store {
	base := os.Getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(base) {
		home, err := os.UserHomeDir()
		if err != nil || !filepath.IsAbs(home) {
			return New("")
		}
		base = filepath.Join(home, ".local", "state")
	}
	return New(filepath.Join(base, "boardstudio"))
}

// New returns the store in the folder dir, which is made when it is needed.
func New(dir string) *Store {
	return &Store{dir: dir, Limit: 10, delay: 500 * time.Millisecond, retry: 5 * time.Second, fsync: (*os.File).Sync}
}

// folder makes a folder of the store, readable by its owner only, and
// returns its path.
func (s *Store) folder(name ...string) (string, error) {
	if s.dir == "" {
		return "", msg.Errorf("there is no home folder")
	}
	path := filepath.Join(append([]string{s.dir}, name...)...)
	return path, os.MkdirAll(path, 0o700)
}

// File returns the path of a file of that name in the store's folder, which is made; for what is no journal, but
// may be lost as little. The error is that of the system, or a *msg.Error.
func (s *Store) File(name string) (string, error) {
	dir, err := s.folder()
	return filepath.Join(dir, name), err
}

// list returns what is in a folder of the store, which need not be there.
func (s *Store) list(name ...string) ([]fs.DirEntry, error) {
	if s.dir == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(s.path(name...))
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return entries, err
}

// path names a file or folder of the store.
func (s *Store) path(name ...string) string {
	return filepath.Join(append([]string{s.dir}, name...)...)
}

// random returns 16 bytes as text that no other journal has.
func random() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// key is the name under which the store keeps things that belong to a path.
func key(path string) string {
	sum := sha256.Sum256([]byte(path))
	return hex.EncodeToString(sum[:])
}

// wrap turns an error of the system into a message for people.
func wrap(format msg.Key, err error, args ...any) error {
	return msg.Errorf(format, append(args, safe.Cause(err))...)
}
