package safe

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"

	"boardstudio/msg"
)

// ErrTooLarge says that there are more bytes than the caller takes.
var ErrTooLarge = msg.Errorf("it is too large")

// errIrregular says that a path leads to a pipe, a device or a socket, or to a file
// of the kernel that behaves like one.
var errIrregular = msg.Errorf("it is not a regular file")

// File is a regular file open for reading. A read returns what the file holds or an
// error: it never blocks. A file of the kernel such as
// /proc/kmsg is regular by name, but a read of it waits; that is an error here.
type File struct {
	f  *os.File
	at int64
}

// Open opens the regular file at path. Pipes, devices and sockets are refused without
// being opened, since opening alone may wait or set off something; one that takes the
// place of the file meanwhile is opened without waiting and refused. The error is that
// of the system, or a *msg.Error.
func Open(path string) (*File, error) {
	if err := regular(os.Stat(path)); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil, err
	}
	if err := regular(f.Stat()); err != nil {
		f.Close()
		return nil, err
	}
	return &File{f: f}, nil
}

// regular returns an error for anything but a regular file with content on a disk.
func regular(info fs.FileInfo, err error) error {
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return syscall.EISDIR
	case !info.Mode().IsRegular():
		return errIrregular
	}
	return nil
}

// Read reads on where the last Read ended.
func (f *File) Read(p []byte) (int, error) {
	// Reading at a place returns EAGAIN where there is nothing yet; os.File.Read
	// would wait.
	n, err := f.f.ReadAt(p, f.at)
	f.at += int64(n)
	if errors.Is(err, syscall.EAGAIN) {
		err = errIrregular
	}
	return n, err
}

// Stat describes the open file.
func (f *File) Stat() (fs.FileInfo, error) { return f.f.Stat() }

// Map returns the content of the file as memory, which holds it as long as nobody writes into the file or cuts it off, also after Close. It must not be
// written to, and is given back by unix.Munmap. A file that is replaced, as by Write, is not changed.
func (f *File) Map() ([]byte, error) {
	info, err := f.f.Stat()
	if err != nil {
		return nil, err
	}
	return unix.Mmap(int(f.f.Fd()), 0, int(info.Size()), unix.PROT_READ, unix.MAP_PRIVATE)
}

// Close closes the file.
func (f *File) Close() error { return f.f.Close() }

// ReadFile returns the content of the regular file at path, see Open; a file of more
// than limit bytes is ErrTooLarge, before any of it is read. When ctx ends, ReadFile
// returns ctx.Err() at once, even while the file system does not answer.
func ReadFile(ctx context.Context, path string, limit int64) ([]byte, error) {
	return await(ctx, func() ([]byte, error) {
		f, err := Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			return nil, err
		}
		if info.Size() > limit {
			return nil, ErrTooLarge
		}
		return readAll(ctx, f, info.Size(), limit) // it may grow
	})
}

// ReadAll returns what r gives up to its end, as ReadFile does for a file. The reader may
// be one that waits, such as a terminal: when ctx ends, it is left to a goroutine
// that ends with its next byte.
func ReadAll(ctx context.Context, r io.Reader, limit int64) ([]byte, error) {
	return await(ctx, func() ([]byte, error) { return readAll(ctx, r, 0, limit) })
}

// readAll reads r to its end; size is what is expected.
func readAll(ctx context.Context, r io.Reader, size, limit int64) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(int(size) + bytes.MinRead)
	_, err := b.ReadFrom(io.LimitReader(until{ctx, r}, limit+1))
	if err == nil && int64(b.Len()) > limit {
		err = ErrTooLarge
	}
	if err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// until is a reader that ends with ctx.
type until struct {
	ctx context.Context
	r   io.Reader
}

func (u until) Read(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.r.Read(p)
}

// Stat is os.Stat, and returns ctx.Err() when ctx ends before the file system answers.
func Stat(ctx context.Context, path string) (fs.FileInfo, error) {
	return await(ctx, func() (fs.FileInfo, error) { return os.Stat(path) })
}

// await returns what ask returns, or ctx.Err() when ctx ends before.
func await[T any](ctx context.Context, ask func() (T, error)) (T, error) {
	if ctx.Done() == nil {
		return ask()
	}
	type answer struct {
		is  T
		err error
	}
	done := make(chan answer, 1)
	go func() {
		is, err := ask()
		done <- answer{is, err}
	}()
	select {
	case a := <-done:
		return a.is, a.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// Irregular reports whether an error of Open or ReadFile says that there is no regular
// file, but a folder, a pipe, a device or the like.
func Irregular(err error) bool {
	return errors.Is(err, errIrregular) || errors.Is(err, syscall.EISDIR)
}
