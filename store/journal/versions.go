package journal

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"boardstudio/store/safe"
	"boardstudio/text/msg"
)

const (
	versions   = "versions"
	nameFile   = "name.json" // has the path of the file
	timeFormat = "20060102T150405.000000000Z"
)

// Version is an earlier content of a file.
type Version struct {
	Time time.Time // time of storing
	Size int64
	Sum  Sum
	path string
}

// SaveVersion stores data as the newest version of the file at path, and deletes versions beyond Limit. If
// it equals the newest version, it is not stored again. If data is nil, the file is read. Errors
// are of type *msg.Error and are only warnings.
func (s *Store) SaveVersion(path string, data []byte) error {
	if s.dir == "" {
		return nil
	}
	full, err := safe.Resolve(path)
	if err == nil {
		err = s.keep(full, data)
	}
	if err != nil {
		return wrap("cannot save a version of %s: %v", err, filepath.Base(path))
	}
	return nil
}

// SaveOldVersion stores the current content of the file at path as a version before a save, so that the
// save loses no content. It does so if foreign is set, because another program may have written the
// file, or if the file has no versions. A missing file is not an error. See SaveVersion for errors.
func (s *Store) SaveOldVersion(path string, foreign bool) error {
	full, err := safe.Resolve(path)
	if err != nil {
		return nil // the save will report the error
	}
	if _, err := os.Lstat(full); errors.Is(err, fs.ErrNotExist) || !foreign && len(s.versions(full)) > 0 {
		return nil
	}
	return s.SaveVersion(path, nil)
}

func (s *Store) keep(full string, data []byte) error {
	if data == nil {
		var err error
		if data, err = safe.ReadFile(context.Background(), full, maxContent); err != nil {
			return err
		}
	}
	dir, err := s.folder(versions, key(full))
	if err != nil {
		return err
	}
	about := filepath.Join(dir, nameFile)
	if _, err := os.Stat(about); err != nil {
		text, err := json.Marshal(struct{ Path name }{name(full)})
		if err != nil {
			return err
		}
		if err := safe.Replace(about, safe.Data(text)); err != nil {
			return err
		}
	}
	old := s.versions(full)
	sum := SumOf(data)
	if len(old) > 0 && old[0].Sum == sum {
		return nil
	}
	now := time.Now().UTC()
	if len(old) > 0 && !now.After(old[0].Time) {
		now = old[0].Time.Add(1) // the clock was set back, but the newest version must be first
	}
	if err := safe.Replace(filepath.Join(dir, now.Format(timeFormat)+"-"+sum.String()), safe.Data(data)); err != nil {
		return err
	}
	for _, v := range old[min(len(old), max(s.Limit, 1)-1):] {
		if err := os.Remove(v.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// Versions returns the stored versions of the file at path, newest first.
func (s *Store) Versions(path string) []Version {
	full, err := safe.Resolve(path)
	if err != nil {
		return nil
	}
	return s.versions(full)
}

func (s *Store) versions(full string) (list []Version) {
	dir := s.path(versions, key(full))
	entries, _ := s.list(versions, key(full))
	for _, e := range entries {
		at, sum, ok := strings.Cut(e.Name(), "-")
		if !ok || !e.Type().IsRegular() {
			continue
		}
		v := Version{path: filepath.Join(dir, e.Name())}
		var err error
		if v.Time, err = time.Parse(timeFormat, at); err != nil {
			continue
		}
		info, err := e.Info()
		if v.Sum.UnmarshalText([]byte(sum)) != nil || err != nil {
			continue
		}
		v.Size = info.Size()
		list = append(list, v)
	}
	slices.SortFunc(list, func(a, b Version) int { return b.Time.Compare(a.Time) })
	return list
}

// Read returns the content of a version. It returns a *msg.Error if the version is unreadable or
// damaged.
func (s *Store) Read(v Version) ([]byte, error) {
	data, stamp, err := Read(v.path)
	if err == nil && stamp.sum != v.Sum {
		return nil, msg.Errorf("this version is damaged")
	}
	return data, err
}
