// Package journal protects work from being lost. In a separate folder, it stores a log of all edits
// for each open document, which survives a crash. It also stores the logs of closed documents as
// their undo history, earlier versions of saved files, and locks that show which files are open.
//
// Errors never prevent editing or saving. They are reported, and writing is retried.
//
// An edit is written to the log at once, or in the background if it is large, and synced within a
// second. The checksum of a record covers all records before it, and a copy of the first record is
// stored in a separate file. Damage therefore affects only the records after it. The log of an open
// document is locked. A log that is not locked and has unsaved edits was left by a crash. A
// recovered document continues the same log, and can be recovered again after another crash.
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

	"boardstudio/store/safe"
	"boardstudio/store/xdg"
	"boardstudio/text/msg"
)

// Store is the folder of journals, versions and file locks. A store may be used by several programs
// at once, and a Store is safe for concurrent use.
type Store struct {
	dir string
	// Limit is the maximum number of versions of a file.
	Limit int

	delay time.Duration // maximum time from a record to its sync
	retry time.Duration // time from a failure to the next attempt

	// fsync is (*os.File).Sync. Tests replace it to simulate failing disks.
	fsync func(*os.File) error
}

// Default returns the user's store in $XDG_STATE_HOME/boardstudio or ~/.local/state/boardstudio, or New("") without a
// home folder.
func Default() *Store {
	dir, _ := xdg.State()
	return New(dir)
}

// New returns the store in the folder dir, which is created on first use. If dir is "", the store silently stores
// nothing, since the program reports a missing home folder at start.
func New(dir string) *Store {
	return &Store{dir: dir, Limit: 10, delay: 500 * time.Millisecond, retry: 5 * time.Second, fsync: (*os.File).Sync}
}

// folder creates a folder of the store, readable by its owner only, and returns its path.
func (s *Store) folder(name ...string) (string, error) {
	if s.dir == "" {
		return "", xdg.ErrNoHome
	}
	path := filepath.Join(append([]string{s.dir}, name...)...)
	return path, os.MkdirAll(path, 0o700)
}

// File returns the path of a file in the store's folder, which is created if necessary. It is for
// other data that must not be lost. It returns a system error or a *msg.Error if the folder cannot
// be created.
func (s *Store) File(name string) (string, error) {
	dir, err := s.folder()
	return filepath.Join(dir, name), err
}

// list returns the entries of a store folder, which need not exist.
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

// path returns the path of a file or folder of the store.
func (s *Store) path(name ...string) string {
	return filepath.Join(append([]string{s.dir}, name...)...)
}

// random returns 16 random bytes in hexadecimal.
func random() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// key returns the name used in the store for data about a path.
func key(path string) string {
	sum := sha256.Sum256([]byte(path))
	return hex.EncodeToString(sum[:])
}

// wrap converts a system error to a message for users.
func wrap(format msg.Key, err error, args ...any) error {
	return msg.Errorf(format, append(args, safe.Cause(err))...)
}
