package extern

import (
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

	"boardstudio/io/safe"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Entry is a program that a person has added.
type Entry struct {
	Name     string            `json:"name"`
	Protocol string            `json:"protocol"`
	Command  []string          `json:"command"`
	Game     *rules.Spec       `json:"game,omitempty"` // the only one that it plays, where the protocol cannot tell; nil for those of the protocol
	Options  map[string]string `json:"options,omitempty"`
	Memory   int               `json:"memory,omitempty"` // MB, 0 for the default
	// Refused holds the reasons why the program does not play some of the samples of its protocol, as found when it was added.
	Refused map[string]string `json:"refused,omitempty"`
	Tested  *Tested           `json:"tested,omitempty"` // what the last test has found, nil where there was none
	// Units hold how much of its scores makes what the logistic function takes for one, by game, as it was fitted on games.
	Units map[string]float64 `json:"units,omitempty"`
}

// names are those that stand on command lines without quotes.
var names = regexp.MustCompile(`^[\p{L}\p{N}][\p{L}\p{N}_.+-]{0,63}$`)

// NameRune reports whether names may have the character.
func NameRune(r rune) bool {
	return strings.ContainsRune("_.+-", r) || unicode.IsLetter(r) || unicode.IsNumber(r)
}

// Check reports what is wrong with an entry, as an *msg.Error.
func (e Entry) Check(protocols ...*Protocol) error {
	k := Find(e.Protocol, protocols)
	switch {
	case !names.MatchString(e.Name):
		return msg.Errorf("%q cannot be the name of an engine: it may have letters, digits and the signs _ . + -", e.Name)
	case len(e.Command) == 0:
		return msg.Errorf("there is no command")
	case k == nil:
		var all []string
		for _, p := range protocols {
			all = append(all, p.Name)
		}
		return msg.Errorf("unknown protocol %q, it is not one of %s", e.Protocol, strings.Join(all, ", "))
	}
	for _, name := range rules.Params(e.Options).Names() {
		for _, c := range name + e.Options[name] {
			if c < ' ' {
				return msg.Errorf("the option %q has characters that cannot be sent", name)
			}
		}
		i := slices.IndexFunc(k.Options, func(p rules.Param) bool { return p.Name == name })
		if i < 0 {
			continue // it is one of the program's own
		}
		if _, err := k.Options[i].Check(e.Options[name]); err != nil {
			return err
		}
	}
	return nil
}

// plays returns nil if the program can be asked to play the game, else an *msg.Error.
func (e Entry) plays(r rules.Rules, k *Protocol) error {
	if err := k.Plays(r); err != nil {
		return err
	}
	spec := r.Spec()
	if e.Game != nil && (e.Game.Game != spec.Game || !e.Game.Params.Equal(spec.Params)) {
		return msg.Errorf("it was added for another game")
	}
	if len(e.Refused) == 0 {
		return nil
	}
	for _, s := range k.Samples() {
		if reason, ok := e.Refused[s.Name]; ok && s.Rules.Spec().Params.Equal(spec.Params) {
			return msg.Errorf("it did not when it was added: %s", reason)
		}
	}
	return nil
}

// List is the engines that a person has added, sorted by name.
type List struct {
	Version int     `json:"version"`
	Engines []Entry `json:"engines"`
}

// fileVersion is that of the file; a newer one is read as far as it is understood, and not written.
const fileVersion = 1

// maxSize is how large the file may be, in bytes.
const maxSize = 1 << 20

// File returns where the list is kept: beside the settings.
func File() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		dir = os.TempDir()
	}
	return filepath.Join(dir, "boardstudio", "engines.json")
}

// Load reads the list from path; without a file it is empty. The error is an *msg.Error.
func Load(path string) (List, error) {
	l := List{Version: fileVersion}
	data, err := safe.ReadFile(context.Background(), path, maxSize)
	if errors.Is(err, fs.ErrNotExist) {
		return l, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &l)
	}
	if err != nil {
		return List{Version: fileVersion}, msg.Errorf("the list of engines in %s cannot be read: %v", path, safe.Cause(err))
	}
	return l, nil
}

// Update reads the list from path, lets f change it, and writes it. Other programs that do so wait. The error is that of f or an *msg.Error.
func Update(path string, f func(*List) error) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return msg.Errorf("the list of engines could not be saved: %v", safe.Cause(err))
	}
	var told error
	err := safe.Locked(path+".lock", func() error {
		l, err := Load(path)
		if err == nil && l.Version > fileVersion {
			err = msg.Errorf("the list of engines in %s is of a newer studio, and is left as it is", path)
		}
		if err == nil {
			err = f(&l)
		}
		if told = err; told != nil {
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
	return told
}

// Find returns the entry of that name.
func (l *List) Find(name string) (Entry, bool) {
	i := slices.IndexFunc(l.Engines, func(e Entry) bool { return e.Name == name })
	if i < 0 {
		return Entry{}, false
	}
	return l.Engines[i], true
}

// Put adds an entry, or replaces the one of that name.
func (l *List) Put(e Entry) {
	l.Remove(e.Name)
	e.Options = maps.Clone(e.Options)
	l.Engines = append(l.Engines, e)
}

// Verdict keeps what a test has found of an entry that may have been changed or removed meanwhile. Where it failed altogether, the games that
// are offered stay the same: it may be a passing trouble.
func (l *List) Verdict(e Entry) {
	i := slices.IndexFunc(l.Engines, func(x Entry) bool { return x.Name == e.Name })
	if i < 0 || e.Tested == nil {
		return
	}
	l.Engines[i].Tested = e.Tested
	if len(e.Tested.Plays) > 0 {
		l.Engines[i].Refused = e.Refused
	}
}

// Remove takes an entry off; it reports false when there is none of that name.
func (l *List) Remove(name string) bool {
	n := len(l.Engines)
	l.Engines = slices.DeleteFunc(l.Engines, func(e Entry) bool { return e.Name == name })
	return len(l.Engines) < n
}
