package safe

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// maxLinks is how many symbolic links are followed, as many as Linux does.
const maxLinks = 40

// Resolve returns the absolute path of the file that Write replaces for path:
// symbolic links are followed, also where they lead to a file that does not
// exist yet. The error is that of the system.
func Resolve(path string) (string, error) {
	target, err := resolve(path)
	if err != nil {
		return "", err
	}
	return filepath.Abs(target)
}

// resolve follows the symbolic links at the end of path. The file it returns
// may not exist, as behind a dangling link.
func resolve(path string) (string, error) {
	if path == "" {
		return "", fs.ErrNotExist
	}
	for range maxLinks {
		// Each directory is resolved by the file system, not by cleaning the text:
		// "link/.." is not the directory that holds link.
		dir, name := filepath.Split(path)
		if dir == "" {
			dir = "."
		}
		dir, err := filepath.EvalSymlinks(dir)
		if err != nil {
			return "", err
		}
		if name == "" || name == "." || name == ".." {
			return "", syscall.EISDIR
		}
		path = filepath.Join(dir, name)
		info, err := os.Lstat(path)
		if errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode()&fs.ModeSymlink == 0 {
			return path, nil
		}
		if err != nil {
			return "", err
		}
		to, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		if filepath.IsAbs(to) {
			path = to
		} else {
			path = dir + string(filepath.Separator) + to
		}
	}
	return "", syscall.ELOOP
}

// Find returns the path of the file in the folder dir with the name, whatever the case of that; one with exactly that name goes first. The error is
// that of the system, or ctx.Err() when ctx ends before the file system answers.
func Find(ctx context.Context, dir, name string) (string, error) {
	return await(ctx, func() (string, error) {
		path := filepath.Join(dir, name)
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			return path, err
		}
		entries, err := os.ReadDir(dir)
		for _, e := range entries {
			if strings.EqualFold(e.Name(), name) {
				return filepath.Join(dir, e.Name()), nil
			}
		}
		return "", cmp.Or(err, error(fs.ErrNotExist))
	})
}

// SyncDir makes what was renamed, made and removed in dir durable. The error is
// that of the system.
func SyncDir(dir string) error {
	d, err := os.OpenFile(dir, os.O_RDONLY|syscall.O_DIRECTORY, 0)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := d.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, errors.ErrUnsupported) {
		return err // other file systems than those two cases can sync directories
	}
	return nil
}
