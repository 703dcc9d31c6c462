package extern

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"boardstudio/rules"
	"boardstudio/store/safe"
	"boardstudio/store/xdg"
	"boardstudio/text/msg"
)

// Entry is an engine that the user has added.
type Entry struct {
	Name     string   `json:"name"`
	Protocol string   `json:"protocol"`
	Command  []string `json:"command"`
	// The only game it plays, if the protocol cannot name games. If it is nil, the games are those
	// of the protocol.
	Game    *rules.Spec       `json:"game,omitempty"`
	Options map[string]string `json:"options,omitempty"`
	Memory  int               `json:"memory,omitempty"`  // MB, 0 for the default
	Folders []string          `json:"folders,omitempty"` // folders that the program may write to, in addition to its own
	// Refused has the reasons why the program does not play some of its protocol's samples, as
	// found by a test.
	Refused map[string]string `json:"refused,omitempty"`
	Tested  *Tested           `json:"tested,omitempty"` // result of the last test, or nil
	// Units has, by game, the amount of the program's scores that corresponds to 1 in the logistic
	// function, as fitted on games.
	Units map[string]float64 `json:"units,omitempty"`
}

// names matches names that need no quotes on command lines.
var names = regexp.MustCompile(`^[\p{L}\p{N}][\p{L}\p{N}_.+-]{0,63}$`)

// NameRune reports whether a name may contain the character.
func NameRune(r rune) bool {
	return strings.ContainsRune("_.+-", r) || unicode.IsLetter(r) || unicode.IsNumber(r)
}

// Check returns an *msg.Error if the entry is invalid.
func (e Entry) Check(protocols ...*Protocol) error {
	k := Find(e.Protocol, protocols)
	switch {
	case !names.MatchString(e.Name):
		return msg.Errorf("%q cannot be the name of an engine: use letters, digits and the characters _ . + -", e.Name)
	case len(e.Command) == 0:
		return msg.Errorf("there is no command")
	case k == nil:
		var all []string
		for _, p := range protocols {
			all = append(all, p.Name)
		}
		return msg.Errorf("unknown protocol %q; supported protocols: %s", e.Protocol, strings.Join(all, ", "))
	}
	for _, dir := range e.Folders {
		if !filepath.IsAbs(dir) {
			return msg.Errorf("the folder %q is not an absolute path", dir)
		}
	}
	for _, name := range rules.Params(e.Options).Names() {
		for _, c := range name + e.Options[name] {
			if c < ' ' {
				return msg.Errorf("the option %q has characters that cannot be sent", name)
			}
		}
		i := slices.IndexFunc(k.Options, func(p rules.Param) bool { return p.Name == name })
		if i < 0 {
			continue // an option of the program
		}
		if _, err := k.Options[i].Check(e.Options[name]); err != nil {
			return err
		}
	}
	return nil
}

// plays returns nil if the entry supports the game, else an *msg.Error.
func (e Entry) plays(r rules.Rules, k *Protocol) error {
	if err := k.Plays(r); err != nil {
		return err
	}
	spec := r.Spec()
	if e.Game != nil && (e.Game.Game != spec.Game || !e.Game.Params.Equal(spec.Params)) {
		return msg.Errorf("it was added for another game")
	}
	g := r.Family()
	for name, reason := range e.Refused {
		p, ok := g.Preset(name)
		if !ok {
			continue
		}
		if full, err := rules.Resolve(g.Params, p.Params); err == nil && full.Equal(spec.Params) {
			return msg.Errorf("its test failed when it was added: %s", reason)
		}
	}
	return nil
}

// List is the list of engines that the user has added, sorted by name.
type List struct {
	Version int     `json:"version"`
	Engines []Entry `json:"engines"`
}

// fileVersion is the version of the file. Newer files are read as far as possible, and never
// written.
const fileVersion = 1

// maxSize is the largest size of the file, in bytes.
const maxSize = 1 << 20

// File returns the path of the list, in the folder of the settings, or "" if there is no home folder.
func File() string {
	path, _ := xdg.Config("engines.json")
	return path
}

// Load reads the list from path. The list is empty if there is no file, the file is empty, or path
// is "". The error is an *msg.Error, which has the line if the file is damaged.
func Load(path string) (List, error) {
	l, err := load(path)
	if d, ok := errors.AsType[*damage](err); ok {
		err = msg.Errorf("the list of engines in %s cannot be read: %v", path, d.reason)
	}
	return l, err
}

// damage is the error for a readable file with invalid content.
type damage struct{ reason error }

func (d *damage) Error() string { return d.reason.Error() }

// load is like Load, but returns a *damage error if the file is damaged.
func load(path string) (List, error) {
	l := List{Version: fileVersion}
	if path == "" {
		return l, nil
	}
	data, err := safe.ReadFile(context.Background(), path, maxSize)
	if errors.Is(err, fs.ErrNotExist) {
		return l, nil
	}
	if err != nil {
		return l, msg.Errorf("the list of engines in %s cannot be read: %v", path, safe.Cause(err))
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return l, nil
	}
	if err := json.Unmarshal(data, &l); err != nil {
		return List{Version: fileVersion}, &damage{msg.Errorf("line %d: %v", lineOf(data, err), msg.JSON(err))}
	}
	return l, nil
}

// lineOf returns the line that an error of package json refers to.
func lineOf(data []byte, err error) int {
	var at int64
	if e, ok := errors.AsType[*json.SyntaxError](err); ok {
		at = e.Offset
	} else if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		at = e.Offset
	}
	return 1 + bytes.Count(data[:min(at, int64(len(data)))], []byte("\n"))
}

// SetAside is returned by Update if the list was damaged. The old file was renamed, and a new list
// was written.
type SetAside struct{ Reason error }

func (s *SetAside) Error() string { return s.Reason.Error() }

// Unwrap returns the reason, an *msg.Error.
func (s *SetAside) Unwrap() error { return s.Reason }

// Update reads the list from path, calls f to change it, and writes it. Concurrent calls in other
// processes wait. The error is the error of f, an *msg.Error, or a *SetAside if the update was
// successful otherwise.
func Update(path string, f func(*List) error) error {
	if path == "" {
		return msg.Errorf("the list of engines could not be saved: %v", xdg.ErrNoHome)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return msg.Errorf("the list of engines could not be saved: %v", safe.Cause(err))
	}
	var failed, replaced error
	err := safe.Locked(path+".lock", func() error {
		l, err := load(path)
		if d, ok := errors.AsType[*damage](err); ok {
			var to string
			if to, err = safe.SetAside(path); err != nil {
				return err
			}
			replaced = &SetAside{msg.Errorf("the list of engines in %s cannot be read: %v; a new list was started, and the old file is now %s", path, d.reason, to)}
		}
		if err == nil && l.Version > fileVersion {
			err = msg.Errorf("the list of engines in %s was saved by a newer version of Studio, and is not changed", path)
		}
		if err == nil {
			err = f(&l)
		}
		if failed = err; failed != nil {
			return nil
		}
		slices.SortFunc(l.Engines, func(a, b Entry) int { return strings.Compare(a.Name, b.Name) })
		data, err := json.MarshalIndent(l, "", "  ")
		if err != nil {
			return err
		}
		return safe.Replace(path, safe.Data(append(data, '\n')))
	})
	if err != nil {
		return msg.Errorf("the list of engines could not be saved: %v", safe.Cause(err))
	}
	return cmp.Or(failed, replaced)
}

// Find returns the entry with the given name.
func (l *List) Find(name string) (Entry, bool) {
	i := slices.IndexFunc(l.Engines, func(e Entry) bool { return e.Name == name })
	if i < 0 {
		return Entry{}, false
	}
	return l.Engines[i], true
}

// Put adds an entry or replaces the one with the same name.
func (l *List) Put(e Entry) {
	l.Remove(e.Name)
	e.Options = maps.Clone(e.Options)
	l.Engines = append(l.Engines, e)
}

// SetResult stores the test result of an entry, which may have been changed or removed since. If all
// games failed, the games on offer stay the same, since the problem may be temporary.
func (l *List) SetResult(e Entry) {
	i := slices.IndexFunc(l.Engines, func(x Entry) bool { return x.Name == e.Name })
	if i < 0 || e.Tested == nil {
		return
	}
	l.Engines[i].Tested = e.Tested
	if len(e.Tested.Plays) > 0 {
		l.Engines[i].Refused = e.Refused
	}
}

// Remove removes an entry. It returns false if the name is unknown.
func (l *List) Remove(name string) bool {
	n := len(l.Engines)
	l.Engines = slices.DeleteFunc(l.Engines, func(e Entry) bool { return e.Name == name })
	return len(l.Engines) < n
}
