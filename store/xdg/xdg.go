// Package xdg locates the user's folders for Studio's files according to the XDG Base Directory Specification. It
// ignores relative paths in the variables, as the specification demands. Without a home folder it returns an error:
// shared folders, such as those for temporary files, may contain files of other users.
package xdg

import (
	"errors"
	"os"
	"path/filepath"

	"boardstudio/text/msg"
)

// program is the name of Studio's folder within each XDG folder.
const program = "boardstudio"

// ErrNoHome is returned if the environment names neither the folder nor a home folder.
var ErrNoHome = msg.Errorf("there is no home folder: HOME is not set to a folder")

// Config returns a path in the settings folder, below $XDG_CONFIG_HOME or ~/.config.
func Config(name ...string) (string, error) {
	return below("XDG_CONFIG_HOME", ".config", name)
}

// Data returns a path in the folder for files added by the user, below $XDG_DATA_HOME or ~/.local/share.
func Data(name ...string) (string, error) {
	return below("XDG_DATA_HOME", filepath.Join(".local", "share"), name)
}

// State returns a path in the folder for journals and unfinished work, below $XDG_STATE_HOME or ~/.local/state.
func State(name ...string) (string, error) {
	return below("XDG_STATE_HOME", filepath.Join(".local", "state"), name)
}

// Cache returns a path in the cache folder, below $XDG_CACHE_HOME or ~/.cache.
func Cache(name ...string) (string, error) {
	return below("XDG_CACHE_HOME", ".cache", name)
}

// Home returns the home folder of the user.
func Home() (string, error) {
	home := os.Getenv("HOME")
	if !filepath.IsAbs(home) {
		return "", ErrNoHome
	}
	return home, nil
}

// Missing returns an error to print at start if HOME is needed to locate any of Studio's folders
// but is not an absolute path. It returns nil if all folders are known.
func Missing() error {
	_, config := Config()
	_, data := Data()
	_, state := State()
	_, cache := Cache()
	if errors.Join(config, data, state, cache) == nil {
		return nil
	}
	return msg.Errorf("HOME is not set to a folder: Studio neither reads nor saves its files there, such as settings, engines and unsaved work")
}

// below returns the path of name in Studio's folder. That folder is in the folder named by the
// environment variable or, if the variable is not an absolute path, in the folder inHome of the
// home folder. It returns ErrNoHome if it needs a home folder and HOME names none.
func below(variable, inHome string, name []string) (string, error) {
	base := os.Getenv(variable)
	if !filepath.IsAbs(base) {
		home, err := Home()
		if err != nil {
			return "", err
		}
		base = filepath.Join(home, inHome)
	}
	return filepath.Join(append([]string{base, program}, name...)...), nil
}
