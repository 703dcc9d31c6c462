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

	"boardstudio/io/safe"
	"boardstudio/msg"
)

// Load reads settings from path. What the file does not say has its default, and so has
// everything when there is no file. A file that does not parse is set aside under another
// name; one that cannot be read stays as it is. The error, a *msg.Error, says so, and the
// settings are the defaults then. Of a file of a newer studio they have what can be understood,
// and are not saved, which the error says, too.
func Load(path string) (*Settings, error) {
	data, err := read(path)
	if newer(data) {
		st := Defaults()
		st.understand(data)
		return st, newerError(path)
	}
	if _, _, bad := parse(data); bad != nil {
		var aside error
		lock := safe.Locked(lockOf(path), func() error {
			data, aside, err = sound(path)
			return nil
		})
		if lock != nil {
			err = msg.Errorf("the settings in %s cannot be understood, and are left as they are: %v; setting them aside failed: %v", path, bad, safe.Cause(lock))
		} else if err == nil {
			err = aside
		}
	}
	st, _, _ := parse(data)
	st.path = path
	st.base = st.tree()
	return st, err
}

// Save writes to the file what was changed since the last Save or Load; what other
// studios wrote there meanwhile stays. Recent files, points and commands used then hold
// those of the others too. The error is a *msg.Error. It may say that the file was set
// aside, as Load does, and all settings were written to a new one.
func (st *Settings) Save() error {
	if st.path == "" {
		return nil
	}
	var told error
	err := os.MkdirAll(filepath.Dir(st.path), 0o700)
	if err == nil {
		err = safe.Locked(lockOf(st.path), func() error {
			told = st.merge()
			return nil
		})
	}
	if err != nil {
		return msg.Errorf("the settings could not be saved: %v", safe.Cause(err))
	}
	return told
}

// lockOf returns the file that studios lock while they write the settings at path, which
// cannot be locked themselves: each writing replaces the file.
func lockOf(path string) string { return path + ".lock" }

// merge brings the changes into the file; the caller has the lock.
func (st *Settings) merge() error {
	data, aside, err := sound(st.path)
	if err != nil {
		return err
	}
	if newer(data) { // a newer studio wrote it meanwhile
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
	st.share(data, ours, merged)
	st.base = st.tree()
	return aside
}

// share takes over what studios add to together from merged, whose text is data. All else
// stays in an open window as the person chose it there.
func (st *Settings) share(data []byte, ours, merged tree) {
	now, _, err := parse(data)
	if err != nil {
		return
	}
	for key, take := range map[string]func(){
		"recent": func() { st.Recent = now.Recent },
		"used":   func() { st.Used = now.Used },
		"scores": func() { st.Scores = now.Scores },
	} {
		if !reflect.DeepEqual(ours[key], merged[key]) {
			take()
		}
	}
}

// read returns the content of the file at path, nil without a file.
func read(path string) ([]byte, error) {
	data, err := safe.ReadFile(context.Background(), path, maxSize)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case errors.Is(err, safe.ErrTooLarge):
		err = msg.Errorf("the file is larger than %d MB", maxSize>>20)
	}
	if err != nil {
		return nil, msg.Errorf("the settings in %s cannot be read, and are left as they are: %v", path, safe.Cause(err))
	}
	if data == nil {
		data = []byte{}
	}
	return data, nil
}

// sound is read for a caller that has the lock. A file that does not parse is set
// aside, which aside reports, and the result is that of a missing file.
func sound(path string) (data []byte, aside, err error) {
	if data, err = read(path); err != nil {
		return nil, nil, err
	}
	_, _, bad := parse(data)
	if bad == nil || newer(data) {
		return data, nil, nil
	}
	to, err := safe.SetAside(path)
	if err != nil {
		return nil, nil, msg.Errorf("the settings in %s cannot be understood, and are left as they are: %v; setting them aside failed: %v", path, bad, safe.Cause(err))
	}
	return nil, msg.Errorf("the settings in %s cannot be understood and start afresh: %v; the old ones are in %s", path, bad, to), nil
}

// newer reports whether a newer studio wrote the file.
func newer(data []byte) bool {
	var v struct{ Version int }
	return json.Unmarshal(data, &v) == nil && v.Version > fileVersion
}

func newerError(path string) error {
	return msg.Errorf("the settings in %s are of a newer studio: what can be understood of them is used, and changes of settings are not kept", path)
}

// understand takes over those fields of a file that have the kind they should have.
func (st *Settings) understand(data []byte) {
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

// parse reads a file of settings; without data they are the defaults, and there is
// no tree. The error is a *msg.Error that names the line.
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
		return Defaults(), nil, msg.Errorf("line %d holds a value of the wrong kind", line(kind.Offset))
	case err != nil || t == nil:
		return Defaults(), nil, msg.Errorf("line %d holds a value of the wrong kind", 1)
	}
	if _, ok := t["theme"]; !ok && t["dark"] == true { // as an earlier studio wrote it
		st.Theme = ThemeDark
	}
	return st, t, nil
}
