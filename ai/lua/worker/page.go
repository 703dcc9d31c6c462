package worker

import (
	"encoding/binary"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Descriptors of the child after the standard ones.
const (
	pipeFD = 3
	pageFD = 4
)

// LastFile is the largest descriptor that the child receives.
const LastFile = pageFD

// pageSize is the size of the shared memory in which the child records its state. It begins with
// the line, followed by the length and the text of the running function's name.
const (
	pageSize = 4096
	maxNote  = 200
	noteText = 8
	stopAt   = 1024 // offset at which the parent writes the ID of the stopped request
	doneAt   = 2048 // offset at which the child writes the progress of a command, in thousandths
)

// Page is memory shared between child and parent. After the child has died, it is the parent's only
// source for the current line.
type Page struct{ b []byte }

// OpenPage maps the page in the child. It returns nil if that fails.
func OpenPage() *Page {
	b, err := unix.Mmap(pageFD, 0, pageSize, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	_ = unix.Close(pageFD)
	if err != nil {
		return nil
	}
	return &Page{b}
}

// Note records the script's line and the running function, "" for its own code. It takes a few
// nanoseconds.
func (p *Page) Note(line int, what string) {
	if p == nil {
		return
	}
	atomic.StoreUint32((*uint32)(unsafe.Pointer(&p.b[0])), uint32(line))
	n := copy(p.b[noteText:noteText+maxNote], what)
	atomic.StoreUint32((*uint32)(unsafe.Pointer(&p.b[4])), uint32(n))
}

// progress records the progress of a command.
func (p *Page) progress(thousandths int) {
	if p != nil {
		atomic.StoreUint32((*uint32)(unsafe.Pointer(&p.b[doneAt])), uint32(thousandths))
	}
}

// readProgress returns the progress recorded by the child, from 0 to 1.
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

// writeStop stops a request. The parent does not map the page, since the child could have truncated
// it.
func writeStop(fd int, id uint64) {
	_, _ = unix.Pwrite(fd, binary.NativeEndian.AppendUint64(nil, id), stopAt)
}

// readNote returns the last recorded position, whatever the child has done to the page.
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
