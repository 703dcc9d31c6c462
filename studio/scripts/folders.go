// Package scripts keeps the scripts of a person: where they lie, what they say of themselves, how
// they are edited, checked, tried on a game and stepped through.
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
	"boardstudio/io/safe"
	"boardstudio/locale"
	"boardstudio/msg"
	shipped "boardstudio/scripts"
)

// extension is how the names of scripts end.
const extension = ".lua"

// maxScripts is how many files of a folder are listed.
const maxScripts = 500

// Folders are where scripts lie: those of the person, copies of those that come with the
// studio, and what was typed and not saved yet.
type Folders struct{ Own, Shipped, Drafts string }

// below returns a folder in the one that a variable names, else in the home folder.
func below(variable, home string, names ...string) (string, error) {
	base := os.Getenv(variable)
	if !filepath.IsAbs(base) {
		h, err := os.UserHomeDir()
		if err != nil {
			return "", err
		}
		base = filepath.Join(h, home)
	}
	return filepath.Join(append([]string{base, "boardstudio"}, names...)...), nil
}

// FindFolders returns the folders, which need not be there.
func FindFolders() (f Folders, err error) {
	var own, examples, drafts error
	f.Own, own = below("XDG_DATA_HOME", ".local/share", "scripts")
	f.Shipped, examples = below("XDG_DATA_HOME", ".local/share", "examples")
	f.Drafts, drafts = below("XDG_STATE_HOME", ".local/state", "scripts")
	return f, errors.Join(own, examples, drafts)
}

// Ship writes the scripts that come with the studio where engines can read them.
func (f Folders) Ship() error { return WriteFiles(shipped.FS, f.Shipped) }

// WriteFiles writes the files of the studio's own into a folder, as far as they are not there. What somebody
// changed there is replaced.
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

// writeFile writes a file that is new or belongs to the studio.
func writeFile(path string, data []byte) error {
	return safe.Replace(path, safe.Data(data))
}

// Example returns the path of the script that plays any game.
func Example() (string, error) {
	f, err := FindFolders()
	if err == nil {
		err = f.Ship()
	}
	return filepath.Join(f.Shipped, "random.lua"), err
}

// Script is a player that is written in Lua.
type Script struct {
	Name    string // of its file, without the ending
	Path    string
	Shipped bool // came with the studio: it is not to be changed
	Draft   bool // has text that was not saved
	// About is what it says of itself, nil while that is not known, and when it is wrong.
	About *script.Description
}

// Title returns what the script calls itself, or its file's name.
func (s *Script) Title() string {
	if s.About != nil && strings.TrimSpace(s.About.Name) != "" {
		return locale.Title(s.About.Name)
	}
	return s.Name
}

// list returns the scripts of the person and then the others, by name.
func (f Folders) list() []Script {
	var list []Script
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

// path returns where the person's script of that name lies; the name can lead nowhere else.
func (f Folders) path(name string) (string, error) {
	switch {
	case strings.TrimSpace(name) == "":
		return "", msg.Errorf("the script needs a name")
	case strings.ContainsAny(name, "/\\\x00\n\r\t?"), strings.HasPrefix(name, "."):
		return "", msg.Errorf("the name of a script has no /, \\ or ?, and begins with no point")
	case len(name) > 100:
		return "", msg.Errorf("the name is too long")
	}
	return filepath.Join(f.Own, name+extension), nil
}

// free returns the path for a new script of that name.
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

// Create writes a new script of the person with the text, and returns its path.
func (f Folders) Create(name, text string) (string, error) {
	name = strings.TrimSuffix(strings.TrimSpace(name), extension)
	path, err := f.free(name)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(f.Own, 0o755); err != nil {
		return "", err
	}
	_ = os.Remove(f.draft(name)) // of another script that had the name
	return path, writeFile(path, []byte(text))
}

// own returns the name of a script of the person: no other file is changed.
func (f Folders) own(path string) (string, error) {
	name, ok := strings.CutSuffix(filepath.Base(path), extension)
	if want, err := f.path(name); !ok || err != nil || filepath.Clean(path) != want {
		return "", msg.Errorf("%s is not one of your scripts", filepath.Base(path))
	}
	return name, nil
}

// Rename gives a script of the person another name, its unsaved text too. It returns the path
// at which the script lies then, with an error that of before or, when only the
// unsaved text was left behind, the new one.
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
	_ = os.Remove(f.draft(to)) // of another script that had the name
	if err := safe.Rename(path, fresh); err != nil {
		return path, msg.Errorf("the script cannot be renamed: %v", safe.Cause(err))
	}
	if err := safe.Rename(f.draft(name), f.draft(to)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		if back := safe.Rename(fresh, path); back == nil {
			return path, msg.Errorf("the script cannot be renamed: %v", safe.Cause(err))
		}
		return fresh, msg.Errorf("the script was renamed, but what was not saved of it keeps the old name: %v", safe.Cause(err))
	}
	_ = safe.SyncDir(f.Own) // at worst a power cut brings the old name back
	return fresh, nil
}

// Delete deletes a script of the person, and its unsaved text.
func (f Folders) Delete(path string) error {
	name, err := f.own(path)
	if err != nil {
		return err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return msg.Errorf("the script cannot be deleted: %v", safe.Cause(err))
	}
	_ = os.Remove(f.draft(name))
	_ = safe.SyncDir(f.Own) // at worst a power cut brings the script back
	return nil
}

// FreeName returns the name, with a number behind it if a script has that name already.
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
