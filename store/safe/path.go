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

	"boardstudio/text/msg"
)

// maxLinks is the maximum number of symbolic links followed, the same as in Linux.
const maxLinks = 40

// Resolve returns the absolute path of the file that Write would replace. It follows symbolic
// links, even to a file that does not exist. It returns a system error if the path cannot be
// resolved.
func Resolve(path string) (string, error) {
	target, err := resolve(path)
	if err != nil {
		return "", err
	}
	return filepath.Abs(target)
}

// resolve follows the symbolic links at the end of path. The resulting file may not exist if a link
// is dangling.
func resolve(path string) (string, error) {
	if path == "" {
		return "", fs.ErrNotExist
	}
	for range maxLinks {
		// The file system must resolve the directory. Cleaning the text would be wrong: "link/.."
		// is not the directory that contains link.
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

// Find returns the path of the file in dir with the given name, ignoring case. An exact match is
// preferred. It returns a system error, or ctx.Err() if ctx is done before the file system
// responds.
func Find(ctx context.Context, dir, name string) (string, error) {
	return Await(ctx, func() (string, error) {
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

// SyncDir syncs the directory entries of dir to disk. It returns a system error on failure, but
// ignores file systems that cannot sync directories.
func SyncDir(dir string) error { return std.syncDir(dir) }

func (s *saver) syncDir(dir string) error {
	d, err := os.OpenFile(dir, os.O_RDONLY|syscall.O_DIRECTORY, 0)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := s.fsync(d); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, errors.ErrUnsupported) {
		return err // the two ignored errors mean that syncing is not supported
	}
	return nil
}

// Within returns an *msg.Error if name, or a folder above it, is a symbolic link that leads out of
// the folder dir. Name and dir need not exist.
func Within(dir, name string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil // writing the file says why
	}
	defer root.Close()
	_, err = root.Stat(name)
	if errors.Is(err, fs.ErrNotExist) { // a link that dangles may lead anywhere
		if info, e := root.Lstat(name); e != nil || info.Mode()&fs.ModeSymlink == 0 {
			return nil
		}
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrNotExist), strings.HasSuffix(err.Error(), "path escapes from parent"): // os exports no error value for this
		return msg.Errorf("not written: a symbolic link leads out of the folder %s", dir)
	}
	return msg.Errorf("it cannot be written: %v", Cause(err))
}
