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

	"boardstudio/io/safe"
	"boardstudio/msg"
)

const (
	versions   = "versions"
	nameFile   = "name.json" // says of which file the versions are
	timeFormat = "20060102T150405.000000000Z"
)

// Version is an earlier content of a file.
type Version struct {
	Time time.Time // when it was kept
	Size int64
	Sum  Sum
	path string
}

// Keep stores a content of the file at path as its newest version, and deletes
// those older than the last Limit ones; a content that is the newest version
// already is not stored again. When data is nil, the file is read. The error, a
// *msg.Error, is a warning: nothing else is wrong.
func (s *Store) Keep(path string, data []byte) error {
	full, err := safe.Resolve(path)
	if err == nil {
		err = s.keep(full, data)
	}
	if err != nil {
		return wrap("no version of %s can be kept: %v", err, filepath.Base(path))
	}
	return nil
}

// KeepOld stores what the file at path holds, so that a save loses nothing: if foreign is set, as somebody
// else may have written it, or if there is no version of it yet. It is called before a save; for the
// error see Keep. A file that is not there is not an error.
func (s *Store) KeepOld(path string, foreign bool) error {
	full, err := safe.Resolve(path)
	if err != nil {
		return nil // the save will say so
	}
	if _, err := os.Lstat(full); errors.Is(err, fs.ErrNotExist) || !foreign && len(s.versions(full)) > 0 {
		return nil
	}
	return s.Keep(path, nil)
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
		now = old[0].Time.Add(1) // the clock was set back: the newest must stay so
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

// Versions returns what is kept of the file at path, the newest first.
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

// Read returns the content of a version; the error is a *msg.Error, also when
// it is not what was kept.
func (s *Store) Read(v Version) ([]byte, error) {
	data, stamp, err := Read(v.path)
	if err == nil && stamp.sum != v.Sum {
		return nil, msg.Errorf("this version is damaged")
	}
	return data, err
}
