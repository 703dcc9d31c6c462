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

	"boardstudio/text/msg"
)

// ErrTooLarge reports that there are more bytes than the limit.
var ErrTooLarge = msg.Errorf("it is too large")

// errIrregular reports that a path leads to a pipe, a device or a socket, or to a kernel file that
// behaves like one.
var errIrregular = msg.Errorf("it is not a regular file")

// File is a regular file open for reading. Reads never block. Some kernel files such as /proc/kmsg
// look regular but block; reading them returns an error.
type File struct {
	f  *os.File
	at int64
}

// Open opens the regular file at path. It refuses pipes, devices and sockets without opening them,
// because opening alone may block or have side effects. If the file is replaced by one of them in
// the meantime, it is opened without blocking and refused. It returns a system error or a
// *msg.Error.
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

// regular returns an error unless info describes a regular file.
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

// Read implements io.Reader.
func (f *File) Read(p []byte) (int, error) {
	// ReadAt returns EAGAIN if no data is available. os.File.Read would block.
	n, err := f.ReadAt(p, f.at)
	f.at += int64(n)
	return n, err
}

// ReadAt implements io.ReaderAt. It is safe for concurrent use.
func (f *File) ReadAt(p []byte, at int64) (int, error) {
	n, err := f.f.ReadAt(p, at)
	if errors.Is(err, syscall.EAGAIN) {
		err = errIrregular
	}
	return n, err
}

// Stat returns information about the open file.
func (f *File) Stat() (fs.FileInfo, error) { return f.f.Stat() }

// Map maps the content of the file into memory. The mapping remains valid after Close, but changes
// if another program writes to the file or truncates it. Replacing the file, as Write does, has no
// effect on it. The memory is read-only and must be released with unix.Munmap. It returns a system
// error on failure.
func (f *File) Map() ([]byte, error) {
	info, err := f.f.Stat()
	if err != nil {
		return nil, err
	}
	return unix.Mmap(int(f.f.Fd()), 0, int(info.Size()), unix.PROT_READ, unix.MAP_PRIVATE)
}

// Close closes the file. Mappings remain valid.
func (f *File) Close() error { return f.f.Close() }

// ReadFile returns the content of the regular file at path, see Open. If the file has more than
// limit bytes, it returns ErrTooLarge without reading. If ctx is done, ReadFile returns ctx.Err()
// at once, even if the file system does not respond.
func ReadFile(ctx context.Context, path string, limit int64) ([]byte, error) {
	return Await(ctx, func() ([]byte, error) {
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
		return readAll(ctx, f, info.Size(), limit) // the file may grow
	})
}

// ReadAll reads r to its end. It returns ErrTooLarge if r has more than limit bytes. A reader such
// as a terminal may block. If ctx is done, ReadAll returns ctx.Err() at once, and its goroutine
// ends at the next byte.
func ReadAll(ctx context.Context, r io.Reader, limit int64) ([]byte, error) {
	return Await(ctx, func() ([]byte, error) { return readAll(ctx, r, 0, limit) })
}

// readAll reads r to its end. size is the expected number of bytes.
func readAll(ctx context.Context, r io.Reader, size, limit int64) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(int(size) + bytes.MinRead)
	_, err := b.ReadFrom(io.LimitReader(ctxReader{ctx, r}, limit+1))
	if err == nil && int64(b.Len()) > limit {
		err = ErrTooLarge
	}
	if err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// ctxReader is a reader that fails when ctx is done.
type ctxReader struct {
	ctx context.Context
	r   io.Reader
}

func (u ctxReader) Read(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.r.Read(p)
}

// Stat is like os.Stat, but returns ctx.Err() if ctx is done before the file system responds.
func Stat(ctx context.Context, path string) (fs.FileInfo, error) {
	return Await(ctx, func() (fs.FileInfo, error) { return os.Stat(path) })
}

// Await returns the result of ask, or ctx.Err() if ctx is done first.
func Await[T any](ctx context.Context, ask func() (T, error)) (T, error) {
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

// Irregular reports whether an error of Open or ReadFile means that the path is a folder, a pipe, a
// device or a similar file.
func Irregular(err error) bool {
	return errors.Is(err, errIrregular) || errors.Is(err, syscall.EISDIR)
}
