// Package scripts manages the user's scripts: it lists, describes, edits, checks, runs and traces
// them.
package scripts

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"boardstudio/ai/lua/script"
	shipped "boardstudio/scripts"
	"boardstudio/store/safe"
	"boardstudio/store/xdg"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// extension is the file extension of scripts.
const extension = ".lua"

// maxScripts is the largest number of scripts listed per folder.
const maxScripts = 500

// Folders are the folders of scripts: the user's own, copies of the scripts included with Studio,
// and unsaved drafts.
type Folders struct{ Own, Shipped, Drafts string }

// FindFolders returns the folders, which may not exist. If the user has no home folder, it returns
// an error and empty names.
func FindFolders() (Folders, error) {
	own, noOwn := xdg.Data("scripts")
	examples, noExamples := xdg.Data("examples")
	drafts, noDrafts := xdg.State("scripts")
	if err := cmp.Or(noOwn, noExamples, noDrafts); err != nil {
		return Folders{}, err
	}
	return Folders{own, examples, drafts}, nil
}

// Ship writes the scripts included with Studio to the folder Shipped, where engines can read them.
func (f Folders) Ship() error { return WriteFiles(shipped.FS, f.Shipped) }

// WriteFiles copies the files of a file system to a folder. Files that exist with the same content
// are not touched; others are replaced.
func WriteFiles(of fs.FS, dir string) error {
	files, err := fs.ReadDir(of, ".")
	if err != nil {
		return err
	}
	for _, e := range files {
		data, err := fs.ReadFile(of, e.Name())
		if err != nil {
			return err
		}
		path := filepath.Join(dir, e.Name())
		if old, err := safe.ReadFile(context.Background(), path, script.MaxSource); err == nil && bytes.Equal(old, data) {
			continue
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		if err := writeFile(path, data); err != nil {
			return err
		}
	}
	return nil
}

// writeFile writes a file, replacing an existing one.
func writeFile(path string, data []byte) error {
	return safe.Replace(path, safe.Data(data))
}

// Example writes the included scripts and returns the path of the one that plays any game.
func Example() (string, error) {
	f, err := FindFolders()
	if err == nil {
		err = f.Ship()
	}
	return filepath.Join(f.Shipped, "random.lua"), err
}

// Script is a script written in Lua.
type Script struct {
	Name    string // name of the script's file, without extension
	Path    string
	Shipped bool // included with Studio; cannot be changed
	Draft   bool // has unsaved text
	// About is its description. It is nil if it is not known yet, or if the script has an error.
	About *script.Description
}

// Title returns the name in the script's description, or else its file name.
func (s *Script) Title() string {
	if s.About != nil && strings.TrimSpace(s.About.Name) != "" {
		return locale.Title(s.About.Name)
	}
	return s.Name
}

// list returns the user's scripts, followed by the included ones, each sorted by name.
func (f Folders) list() []Script {
	var list []Script
	if f.Own == "" {
		return nil
	}
	for _, dir := range []string{f.Own, f.Shipped} {
		files, err := os.ReadDir(dir)
		if err != nil {
			continue
		}
		n := 0
		for _, e := range files {
			name, ok := strings.CutSuffix(e.Name(), extension)
			if !ok || name == "" || strings.HasPrefix(name, ".") || e.IsDir() {
				continue
			}
			if n++; n > maxScripts {
				break
			}
			s := Script{Name: name, Path: filepath.Join(dir, e.Name()), Shipped: dir == f.Shipped}
			if !s.Shipped {
				_, err := os.Lstat(f.draft(name))
				s.Draft = err == nil
			}
			list = append(list, s)
		}
	}
	slices.SortStableFunc(list, func(a, b Script) int {
		if a.Shipped != b.Shipped {
			if a.Shipped {
				return 1
			}
			return -1
		}
		return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
	return list
}

func (f Folders) draft(name string) string { return filepath.Join(f.Drafts, name+extension) }

// path returns the path of the user's script with a name. It returns an error for names that are
// invalid or that would lead outside the folder.
func (f Folders) path(name string) (string, error) {
	switch {
	case f.Own == "":
		return "", xdg.ErrNoHome
	case strings.TrimSpace(name) == "":
		return "", msg.Errorf("the script needs a name")
	case strings.ContainsAny(name, "/\\\x00\n\r\t?"), strings.HasPrefix(name, "."):
		return "", msg.Errorf("the name of a script must not contain /, \\ or ?, or begin with a dot")
	case len(name) > 100:
		return "", msg.Errorf("the name is too long")
	}
	return filepath.Join(f.Own, name+extension), nil
}

// free returns the path for a new script. It returns an error if the name is invalid or taken.
func (f Folders) free(name string) (string, error) {
	path, err := f.path(name)
	if err != nil {
		return "", err
	}
	if _, err := os.Lstat(path); err == nil {
		return "", msg.Errorf("there is a script %s already", name)
	}
	return path, nil
}

// Create writes a new script of the user and returns its path. It returns an error if the name is
// invalid or taken, or if the file cannot be written.
func (f Folders) Create(name, text string) (string, error) {
	name = strings.TrimSuffix(strings.TrimSpace(name), extension)
	path, err := f.free(name)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(f.Own, 0o755); err != nil {
		return "", err
	}
	_ = os.Remove(f.draft(name)) // draft of a deleted script with the same name
	return path, writeFile(path, []byte(text))
}

// own returns the name of a user script. It returns an error for other files, which must not be
// changed.
func (f Folders) own(path string) (string, error) {
	name, ok := strings.CutSuffix(filepath.Base(path), extension)
	if want, err := f.path(name); !ok || err != nil || filepath.Clean(path) != want {
		return "", msg.Errorf("%s is not one of your scripts", filepath.Base(path))
	}
	return name, nil
}

// Rename renames a script of the user and its draft, and returns the new path. If it returns an
// error, the path is the old one, or the new one if only the draft could not be renamed.
func (f Folders) Rename(path, to string) (string, error) {
	name, err := f.own(path)
	if err != nil {
		return path, err
	}
	to = strings.TrimSuffix(strings.TrimSpace(to), extension)
	if to == name {
		return path, nil
	}
	fresh, err := f.free(to)
	if err != nil {
		return path, err
	}
	_ = os.Remove(f.draft(to)) // draft of a deleted script with the same name
	if err := safe.Rename(path, fresh); err != nil {
		return path, msg.Errorf("the script cannot be renamed: %v", safe.Cause(err))
	}
	if err := safe.Rename(f.draft(name), f.draft(to)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		if back := safe.Rename(fresh, path); back == nil {
			return path, msg.Errorf("the script cannot be renamed: %v", safe.Cause(err))
		}
		return fresh, msg.Errorf("the script was renamed, but its unsaved text keeps the old name: %v", safe.Cause(err))
	}
	_ = safe.SyncDir(f.Own) // at worst, a power failure restores the old name
	return fresh, nil
}

// Delete deletes a script of the user and its draft. It returns an error if the file cannot be
// deleted or is not a script of the user.
func (f Folders) Delete(path string) error {
	name, err := f.own(path)
	if err != nil {
		return err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return msg.Errorf("the script cannot be deleted: %v", safe.Cause(err))
	}
	_ = os.Remove(f.draft(name))
	_ = safe.SyncDir(f.Own) // at worst, a power failure restores the script
	return nil
}

// FreeName returns name, with a number appended if a script already has that name.
func (f Folders) FreeName(name string) string {
	for i := 1; i < 1000; i++ {
		try := name
		if i > 1 {
			try += " " + strconv.Itoa(i)
		}
		if _, err := f.free(try); err == nil {
			return try
		}
	}
	return name
}
