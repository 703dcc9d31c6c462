package ctltest

import (
	"os"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// Folder watches a folder for created and changed files.
type Folder struct {
	file *os.File // inotify
}

// Watch watches a folder until the test ends.
func Watch(t *testing.T, dir string) *Folder {
	t.Helper()
	fd, err := unix.InotifyInit1(unix.IN_CLOEXEC | unix.IN_NONBLOCK)
	if err != nil {
		t.Fatal(err)
	}
	f := &Folder{os.NewFile(uintptr(fd), "inotify")}
	t.Cleanup(func() { f.file.Close() })
	if _, err := unix.InotifyAddWatch(fd, dir, unix.IN_CREATE|unix.IN_MODIFY|unix.IN_MOVED_TO); err != nil {
		t.Fatal(err)
	}
	return f
}

// Until waits until ok returns true. It calls ok after each change. It returns false after Patience or Stop.
func (f *Folder) Until(ok func() bool) bool {
	_ = f.file.SetReadDeadline(time.Now().Add(Patience))
	events := make([]byte, 1<<16)
	for !ok() {
		if _, err := f.file.Read(events); err != nil {
			return false
		}
	}
	return true
}

// Stop ends Until. It is safe for concurrent use.
func (f *Folder) Stop() { f.file.Close() }
