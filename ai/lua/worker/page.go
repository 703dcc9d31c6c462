package worker

import (
	"encoding/binary"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The child's descriptors after the standard ones.
const (
	pipeFD = 3
	pageFD = 4
)

// LastFile is the last descriptor that the child is given.
const LastFile = pageFD

// pageSize is that of the memory in which the child notes what it does. The line stands in front,
// then the length of the name of what runs there, then the name.
const (
	pageSize = 4096
	maxNote  = 200
	noteText = 8
	stopAt   = 1024 // where the parent writes which request is stopped
	doneAt   = 2048 // where the child writes how much of a command is done, in thousandths
)

// Page is memory that the child shares with its parent, which reads it when the child
// was killed or has died: then nobody else can tell the line.
type Page struct{ b []byte }

// OpenPage maps the page in the child. It returns nil without one.
func OpenPage() *Page {
	b, err := unix.Mmap(pageFD, 0, pageSize, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	_ = unix.Close(pageFD)
	if err != nil {
		return nil
	}
	return &Page{b}
}

// Note writes down at which line the script is, and what runs there, "" for its own
// code. It costs some nanoseconds.
func (p *Page) Note(line int, what string) {
	if p == nil {
		return
	}
	atomic.StoreUint32((*uint32)(unsafe.Pointer(&p.b[0])), uint32(line))
	n := copy(p.b[noteText:noteText+maxNote], what)
	atomic.StoreUint32((*uint32)(unsafe.Pointer(&p.b[4])), uint32(n))
}

// progress notes how much of a command is done.
func (p *Page) progress(thousandths int) {
	if p != nil {
		atomic.StoreUint32((*uint32)(unsafe.Pointer(&p.b[doneAt])), uint32(thousandths))
	}
}

// readProgress returns what the child has noted, from 0 to 1.
func readProgress(fd int) float64 {
	var b [4]byte
	if n, err := unix.Pread(fd, b[:], doneAt); n != len(b) || err != nil {
		return 0
	}
	return float64(min(binary.NativeEndian.Uint32(b[:]), 1000)) / 1000
}

// stopped reports whether the parent has stopped the request.
func (p *Page) stopped(id uint64) bool {
	return p != nil && atomic.LoadUint64((*uint64)(unsafe.Pointer(&p.b[stopAt]))) == id
}

// writeStop stops a request. The child could have made the page smaller: so it is not
// mapped into memory of the parent.
func writeStop(fd int, id uint64) {
	_, _ = unix.Pwrite(fd, binary.NativeEndian.AppendUint64(nil, id), stopAt)
}

// readNote returns what was last noted, whatever the child has made of the page.
func readNote(fd int) (line int, what string) {
	var b [noteText + maxNote]byte
	if n, err := unix.Pread(fd, b[:], 0); n != len(b) || err != nil {
		return 0, ""
	}
	if n := binary.NativeEndian.Uint32(b[:]); n < 1<<20 {
		line = int(n)
	}
	n := min(binary.NativeEndian.Uint32(b[4:]), maxNote)
	return line, clean(string(b[noteText:noteText+n]), maxNote)
}

// newPage returns a descriptor of an empty page.
func newPage() (int, error) {
	fd, err := unix.MemfdCreate("script", unix.MFD_CLOEXEC)
	if err != nil {
		return -1, err
	}
	if err := unix.Ftruncate(fd, pageSize); err != nil {
		unix.Close(fd)
		return -1, err
	}
	return fd, nil
}
