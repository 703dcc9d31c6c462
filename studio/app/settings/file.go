package settings

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"

	"boardstudio/store/safe"
	"boardstudio/text/msg"
)

// Load reads settings from path. Missing settings have their defaults. Without a file, or if path
// is "", it returns the defaults. Settings with path "" are never saved.
//
// The error is a *msg.Error. A file that cannot be parsed is renamed, and the settings are the
// defaults. A file that cannot be read is left unchanged. From a file of a newer version, Load
// reads the fields that it understands; such settings are not saved.
func Load(path string) (*Settings, error) {
	if path == "" {
		return Defaults(), nil
	}
	data, err := read(path)
	if newer(data) {
		st := Defaults()
		st.readKnown(data)
		return st, newerError(path)
	}
	if _, _, bad := parse(data); bad != nil {
		var aside error
		lock := safe.Locked(lockOf(path), func() error {
			data, aside, err = readLocked(path)
			return nil
		})
		if lock != nil {
			err = msg.Errorf("the settings in %s are invalid, and are not changed: %v; they could not be renamed: %v", path, bad, safe.Cause(lock))
		} else if err == nil {
			err = aside
		}
	}
	st, _, _ := parse(data)
	st.path = path
	st.base = st.tree()
	return st, err
}

// Save writes the changes since the last Save or Load to the file. Changes by other instances are
// kept. The lists of recent files and recent commands are merged. The error is a *msg.Error. As
// with Load, a damaged file may have been renamed; all settings are then written to a new file.
func (st *Settings) Save() error {
	if st.path == "" {
		return nil
	}
	var warning error
	err := os.MkdirAll(filepath.Dir(st.path), 0o700)
	if err == nil {
		err = safe.Locked(lockOf(st.path), func() error {
			warning = st.merge()
			return nil
		})
	}
	if err != nil {
		return msg.Errorf("the settings could not be saved: %v", safe.Cause(err))
	}
	return warning
}

// lockOf returns the lock file for the settings at path. The settings file itself cannot be locked,
// because saving replaces it.
func lockOf(path string) string { return path + ".lock" }

// merge writes the changes to the file. The caller must have the lock.
func (st *Settings) merge() error {
	data, aside, err := readLocked(st.path)
	if err != nil {
		return err
	}
	if newer(data) { // written by a newer version in the meantime
		return newerError(st.path)
	}
	_, theirs, _ := parse(data)
	ours := st.tree()
	merged := ours
	if theirs != nil {
		merged = mergeAll(st.base, ours, theirs)
	}
	if !reflect.DeepEqual(merged, theirs) {
		if data, err = json.MarshalIndent(merged, "", "  "); err != nil {
			return err
		}
		err = safe.Replace(st.path, safe.Data(append(data, '\n')))
		if err != nil {
			return msg.Errorf("the settings could not be saved: %v", err)
		}
	}
	st.copyShared(data, ours, merged)
	st.base = st.tree()
	return aside
}

// copyShared copies the lists that all instances extend from merged, whose text is data. All other
// settings of this instance are unchanged.
func (st *Settings) copyShared(data []byte, ours, merged tree) {
	now, _, err := parse(data)
	if err != nil {
		return
	}
	for key, take := range map[string]func(){
		"recent": func() { st.Recent = now.Recent },
		"used":   func() { st.Used = now.Used },
	} {
		if !reflect.DeepEqual(ours[key], merged[key]) {
			take()
		}
	}
}

// read returns the content of the file at path, or nil if the file does not exist.
func read(path string) ([]byte, error) {
	data, err := safe.ReadFile(context.Background(), path, maxSize)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case errors.Is(err, safe.ErrTooLarge):
		err = msg.Errorf("the file is larger than %d MB", maxSize>>20)
	}
	if err != nil {
		return nil, msg.Errorf("the settings in %s cannot be read, and are not changed: %v", path, safe.Cause(err))
	}
	if data == nil {
		data = []byte{}
	}
	return data, nil
}

// readLocked is like read, for a caller that has the lock. A file that cannot be parsed is renamed,
// which is reported in aside, and treated as missing.
func readLocked(path string) (data []byte, aside, err error) {
	if data, err = read(path); err != nil {
		return nil, nil, err
	}
	_, _, bad := parse(data)
	if bad == nil || newer(data) {
		return data, nil, nil
	}
	to, err := safe.SetAside(path)
	if err != nil {
		return nil, nil, msg.Errorf("the settings in %s are invalid, and are not changed: %v; they could not be renamed: %v", path, bad, safe.Cause(err))
	}
	return nil, msg.Errorf("the settings in %s are invalid and were reset: %v; the old settings are in %s", path, bad, to), nil
}

// newer reports whether the file was written by a newer version.
func newer(data []byte) bool {
	var v struct{ Version int }
	return json.Unmarshal(data, &v) == nil && v.Version > fileVersion
}

func newerError(path string) error {
	return msg.Errorf("the settings in %s were saved by a newer version of Studio: known settings are used, and changes are not saved", path)
}

// readKnown copies those fields of a file that have the expected type.
func (st *Settings) readKnown(data []byte) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(data, &fields) != nil {
		return
	}
	for key, value := range fields {
		one, err := json.Marshal(map[string]json.RawMessage{key: value})
		try := *st
		if err == nil && json.Unmarshal(one, &try) == nil {
			*st = try
		}
	}
}

// parse parses a settings file. Without data it returns the defaults and no tree. It returns a
// *msg.Error with the line number if the file is invalid.
func parse(data []byte) (*Settings, tree, error) {
	st := Defaults()
	if data == nil {
		return st, nil, nil
	}
	var t tree
	err := json.Unmarshal(data, st)
	if err == nil {
		err = json.Unmarshal(data, &t)
	}
	line := func(at int64) int {
		return 1 + bytes.Count(data[:min(max(at, 0), int64(len(data)))], []byte("\n"))
	}
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return Defaults(), nil, msg.Errorf("line %d is not JSON", line(syntax.Offset))
	case errors.As(err, &kind):
		return Defaults(), nil, msg.Errorf("line %d has a value of the wrong type", line(kind.Offset))
	case err != nil || t == nil:
		return Defaults(), nil, msg.Errorf("line %d has a value of the wrong type", 1)
	}
	if _, ok := t["theme"]; !ok && t["dark"] == true { // setting of an earlier version
		st.Theme = ThemeDark
	}
	st.clampSizes()
	return st, t, nil
}

// maxLength is the maximum width or height of a window or pane in X.
const maxLength = 1<<15 - 1

// clampSizes replaces invalid widths and heights by their defaults. Otherwise GTK would print warnings
// at each start.
func (st *Settings) clampSizes() {
	d := Defaults()
	for _, x := range []struct {
		length           *int
		least, otherwise int
	}{
		{&st.Width, 1, d.Width},
		{&st.Height, 1, d.Height},
		{&st.SideWidth, 0, d.SideWidth},
		{&st.TreeHeight, 0, d.TreeHeight},
		{&st.StripHeight, 0, d.StripHeight},
		{&st.EngineHeight, 0, d.EngineHeight},
		{&st.CommentHeight, 0, d.CommentHeight},
	} {
		if *x.length < x.least || *x.length > maxLength {
			*x.length = x.otherwise
		}
	}
}
