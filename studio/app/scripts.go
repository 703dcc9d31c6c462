package app

import (
	"io"
	"os"
	"path/filepath"

	"boardstudio/io/safe"
	"boardstudio/scripts"
)

// ScriptDir returns the folder of the person's Lua scripts. On first use the
// example scripts are put there; those that are there already are left alone.
func ScriptDir() (string, error) {
	base := os.Getenv("XDG_DATA_HOME")
	if base == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", err
		}
		base = filepath.Join(home, ".local", "share")
	}
	dir := filepath.Join(base, "boardstudio", "scripts")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	files, err := scripts.FS.ReadDir(".")
	if err != nil {
		return "", err
	}
	for _, f := range files {
		path := filepath.Join(dir, f.Name())
		if _, err := os.Lstat(path); err == nil || f.IsDir() {
			continue
		}
		data, err := scripts.FS.ReadFile(f.Name())
		if err != nil {
			return "", err
		}
		err = safe.Write(path, func(w io.Writer) error { _, err := w.Write(data); return err })
		if err != nil {
			return "", err
		}
	}
	return dir, nil
}

// ExampleScript returns the path of the example script that plays any game.
func ExampleScript() (string, error) {
	dir, err := ScriptDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "random.lua"), nil
}
