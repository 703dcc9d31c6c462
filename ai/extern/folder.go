package extern

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// folderName is the prefix of the names of programs' folders.
const folderName = "boardstudio-engine-"

// fresh is the minimum age of a folder for sweep, so its creator has time to lock it.
const fresh = time.Minute

// maxDepth is how deep a program may nest folders.
const maxDepth = 100

// folder is the folder of a program. It stays locked as long as this process runs. A program that
// may write to the parent folder can rename it; lock and root remain valid then.
type folder struct {
	path string
	root *os.Root
	lock *os.File // nil if locking is not supported
}

// newFolder creates a folder. It also deletes folders left by killed processes of Studio.
func newFolder() (folder, error) {
	sweep(time.Now().Add(-fresh), func() {})
	path, err := os.MkdirTemp("", folderName)
	if err != nil {
		return folder{}, err
	}
	root, err := os.OpenRoot(path)
	if err != nil {
		return folder{}, err
	}
	f, _ := open(unix.AT_FDCWD, path) // without support for locks, sweep deletes nothing, so a missing lock does no harm
	return folder{path, root, f}, nil
}

// open opens and locks the folder at path, which is relative to the directory descriptor in. It
// returns an error at once if path is not a folder or is a symbolic link, or if the folder is
// locked.
func open(in int, path string) (*os.File, error) {
	fd, err := unix.Openat(in, path, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(fd, unix.LOCK_EX|unix.LOCK_NB); err != nil {
		unix.Close(fd)
		return nil, err
	}
	return os.NewFile(uintptr(fd), path), nil
}

// now returns the current path of the folder, without symbolic links, even if the program has moved
// the folder. Without a lock it returns the original path.
func (d folder) now() string {
	if d.lock != nil {
		if path, err := os.Readlink(descriptor(int(d.lock.Fd()))); err == nil {
			return path
		}
	}
	return d.path
}

// remove deletes the folder and its content, even if the program has moved it.
func (d folder) remove() {
	if d.path == "" {
		return
	}
	if d.lock != nil {
		_ = d.lock.Chmod(0o700)
		empty(d.root)
		if now := d.now(); now != d.path {
			_ = os.Remove(now)
		}
		d.lock.Close()
	}
	empty(d.root)
	d.root.Close()
	_ = os.Remove(d.path)
}

// sweep deletes unlocked folders that are older than a time. It calls opened when it has opened one.
func sweep(than time.Time, opened func()) {
	all, _ := filepath.Glob(filepath.Join(os.TempDir(), folderName+"*"))
	for _, path := range all {
		if d, ok := abandoned(path, than, opened); ok {
			d.remove()
		}
	}
}

// abandoned opens and locks a folder of this user that was changed before the time than and that no
// process has locked. It calls opened when the folder is open. It resolves the path only once:
// other users can create folders with such names in the folder for temporary files, and replace
// them by links to folders of this user at any time.
func abandoned(path string, than time.Time, opened func()) (d folder, ok bool) {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return d, false
	}
	defer unix.Close(fd)
	opened()
	var info unix.Stat_t
	if unix.Fstat(fd, &info) != nil || int(info.Uid) != os.Geteuid() || time.Unix(info.Mtim.Unix()).After(than) {
		return d, false
	}
	if info.Mode&0o700 != 0o700 {
		_ = os.Chmod(descriptor(fd), 0o700)
	}
	lock, err := open(fd, ".")
	if err != nil {
		return d, false
	}
	root, err := os.OpenRoot(descriptor(fd))
	if err != nil {
		lock.Close()
		return d, false
	}
	return folder{path, root, lock}, true
}

// descriptor returns a path that leads to an open file or folder, wherever it is now.
func descriptor(fd int) string { return "/proc/self/fd/" + strconv.Itoa(fd) }

// empty deletes the content of a folder. It first moves nested folders to the top, so neither their
// depth nor their permissions matter.
func empty(root *os.Root) {
	for moved := 0; ; {
		list, deleted := entries(root), 0
		for _, e := range list {
			if e.IsDir() {
				_ = root.Chmod(e.Name(), 0o700)
				within, err := root.OpenRoot(e.Name())
				if err != nil {
					continue
				}
				for _, x := range entries(within) {
					if !x.IsDir() {
						_ = within.Remove(x.Name())
						continue
					}
					_ = within.Chmod(x.Name(), 0o700) // moving a folder changes its .. entry, so the folder must be writable
					moved++
					_ = root.Rename(filepath.Join(e.Name(), x.Name()), "moved-"+strconv.Itoa(moved))
				}
				within.Close()
			}
			if root.Remove(e.Name()) == nil {
				deleted++
			}
		}
		if deleted == 0 {
			return
		}
	}
}

// entries returns the files and folders in a folder.
func entries(root *os.Root) []os.DirEntry {
	f, err := root.Open(".")
	if err != nil {
		return nil
	}
	defer f.Close()
	list, _ := f.ReadDir(-1)
	return list
}

// atOnce is how many entries of a folder are read at a time, since a program may still be adding
// some.
const atOnce = 1000

// entrySize is the least number of bytes counted for a file or folder.
const entrySize = 4 << 10

// sizeOf returns the number of bytes used by the content of a folder. It also returns whether
// folders are nested deeper than depth; these are not counted.
func sizeOf(root *os.Root, depth int) (n int64, deep bool) {
	f, err := root.Open(".")
	if err != nil {
		return 0, false // the folder may be gone
	}
	defer f.Close()
	for {
		list, err := f.ReadDir(atOnce)
		for _, e := range list {
			info, err := root.Lstat(e.Name())
			switch {
			case err != nil:
			case info.Mode().IsRegular():
				n += max(info.Size(), entrySize)
			case !info.IsDir():
				n += entrySize
			case depth == 0:
				deep = true
			default:
				n += entrySize
				within, err := root.OpenRoot(e.Name())
				if errors.Is(err, fs.ErrPermission) { // the program hides its content
					_ = root.Chmod(e.Name(), 0o700)
					within, err = root.OpenRoot(e.Name())
				}
				if err != nil {
					continue
				}
				more, deeper := sizeOf(within, depth-1)
				within.Close()
				n, deep = n+more, deep || deeper
			}
		}
		if err != nil {
			return n, deep
		}
	}
}
