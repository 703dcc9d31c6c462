package extern

import (
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// folderName begins the names of the folders in which programs run.
const folderName = "boardstudio-engine-"

// fresh is how long a folder is left alone, so that it can be locked by who has made it.
const fresh = time.Minute

// folder is one in which a program runs. It is locked as long as we live.
type folder struct {
	path string
	lock *os.File
}

// newFolder makes a folder, and deletes those of programs whose studio was killed.
func newFolder() (folder, error) {
	sweep(time.Now().Add(-fresh))
	path, err := os.MkdirTemp("", folderName)
	if err != nil {
		return folder{}, err
	}
	f, _ := open(path) // where nothing can be locked, nothing is swept either
	return folder{path, f}, nil
}

// open opens and locks a folder. It cannot be a pipe that nobody writes to.
func open(path string) (*os.File, error) {
	fd, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NOFOLLOW|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(fd, syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		syscall.Close(fd)
		return nil, err
	}
	return os.NewFile(uintptr(fd), path), nil
}

// remove deletes the folder with all that is in it.
func (d folder) remove() {
	if d.path != "" {
		_ = os.RemoveAll(d.path)
	}
	if d.lock != nil {
		d.lock.Close()
	}
}

// sweep deletes folders that are older than a time and that nobody has locked.
func sweep(than time.Time) {
	all, _ := filepath.Glob(filepath.Join(os.TempDir(), folderName+"*"))
	for _, path := range all {
		info, err := os.Lstat(path)
		if err != nil || !info.IsDir() || info.ModTime().After(than) {
			continue
		}
		if f, err := open(path); err == nil {
			_ = os.RemoveAll(path)
			f.Close()
		}
	}
}
