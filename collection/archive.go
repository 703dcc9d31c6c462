package collection

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"

	"boardstudio/document"

	"boardstudio/io/codec"
	"boardstudio/store/safe"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

const (
	// expansion is the highest allowed compression ratio. Game records shrink to a tenth, rarely to a fiftieth.
	expansion = 100
	// maxDirectory is the maximum size of an archive's directory in bytes.
	maxDirectory = 32 << 20
	// encrypted is the flag bit of an encrypted file in an archive.
	encrypted = 1
	// maxCompanions is the number of companion files that an archive caches, such as the player
	// names of WTHOR.
	maxCompanions = 4
)

// limits are the limits of lists and archives that tests lower.
type limits struct {
	games int   // maximum number of games in a list
	files int   // maximum number of files in an archive, including nested archives
	total int64 // number of bytes to which the files of an archive may always unpack together
}

var usualLimits = limits{games: codec.MaxGames, files: 100_000, total: codec.MaxFile}

// archive is a .zip file. Its directory is read once. The file is open only between the first retain and the last
// release.
type archive struct {
	path  string // path in messages
	up    *archive
	inner *zip.File // entry of up; nil for an archive on disk
	disk  string
	info  fs.FileInfo // state of the file when its directory was read
	zip   *zip.Reader
	count *counters
	most  limits
	left  atomic.Int64 // bytes that may still be unpacked until the archive is closed; used in the outermost archive

	mu       sync.Mutex
	users    int
	data     io.ReaderAt // nil while closed
	close    func() error
	siblings map[string]map[string]*zip.File // by folder and lower-case name
	texts    map[*zip.File][]byte            // cached companion files
}

// counters count the reads and opens of archives, for tests.
type counters struct{ opens, read atomic.Int64 }

func (c *counters) add(opens, read int64) {
	if c != nil {
		c.opens.Add(opens)
		c.read.Add(read)
	}
}

// retain announces that a file of the archive will be read. Each call needs a release.
func (a *archive) retain() {
	for x := a; x != nil; x = x.up {
		x.mu.Lock()
		x.users++
		x.mu.Unlock()
	}
}

// release undoes retain. The last release closes the archive.
func (a *archive) release() {
	for x := a; x != nil; x = x.up {
		x.mu.Lock()
		if x.users--; x.users == 0 && x.data != nil {
			_ = x.close() // no error matters after reading
			x.data, x.texts = nil, nil
		}
		x.mu.Unlock()
	}
}

// open opens the archive if it is closed.
func (a *archive) open(ctx context.Context) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.data != nil {
		return nil
	}
	a.count.add(1, 0)
	if a.inner != nil {
		data, err := a.up.read(ctx, a.inner, a.path)
		if err != nil {
			return err
		}
		a.data, a.close = bytes.NewReader(data), func() error { return nil }
		return nil
	}
	f, err := safe.Await(ctx, func() (*safe.File, error) { return safe.Open(a.disk) })
	if err != nil {
		return document.ReadError(ctx, codec.Options{File: filepath.Base(a.disk)}, err)
	}
	info, err := f.Stat()
	if err == nil && a.info != nil && (!os.SameFile(info, a.info) || info.Size() != a.info.Size() || !info.ModTime().Equal(a.info.ModTime())) {
		err = msg.Errorf("the archive was changed")
	}
	if err != nil {
		f.Close()
		return unpacked(a.path, err)
	}
	a.info, a.data, a.close = info, f, f.Close
	a.left.Store(max(min(info.Size(), codec.MaxFile)*expansion, a.most.total))
	return nil
}

// ReadAt implements io.ReaderAt for the zip reader.
func (a *archive) ReadAt(p []byte, at int64) (int, error) {
	a.mu.Lock()
	data := a.data
	a.mu.Unlock()
	if data == nil {
		return 0, os.ErrClosed
	}
	n, err := data.ReadAt(p, at)
	a.count.add(0, int64(n))
	return n, err
}

// size returns the size of the open archive in bytes.
func (a *archive) size() int64 {
	if r, ok := a.data.(*bytes.Reader); ok {
		return r.Size()
	}
	return a.info.Size()
}

// directory reads the directory of the open archive.
func (a *archive) directory(ctx context.Context) error {
	size := a.size()
	z, err := safe.Await(ctx, func() (*zip.Reader, error) {
		return zip.NewReader(&bounded{a, maxDirectory}, size)
	})
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return unpacked(a.path, err)
	}
	left := uint64(size)
	for _, f := range z.File {
		if f.CompressedSize64 > left {
			return codec.Options{File: filepath.Base(a.path)}.Errorf(0, "the files in the archive overlap")
		}
		left -= f.CompressedSize64
	}
	// The returned files keep using this reader, so its limit must not apply after the directory
	// was read.
	a.zip = z
	return nil
}

// bounded limits how much of an archive is read while its directory is parsed. It has no limit
// afterwards.
type bounded struct {
	of   *archive
	left int64
}

// ReadAt implements io.ReaderAt.
func (b *bounded) ReadAt(p []byte, at int64) (int, error) {
	if b.of.zip == nil {
		if b.left -= int64(len(p)); b.left < 0 {
			return 0, msg.Errorf("its directory is larger than %d MB", maxDirectory>>20)
		}
	}
	return b.of.ReadAt(p, at)
}

// read returns the content of a file in the archive. p is its path, for messages.
func (a *archive) read(ctx context.Context, f *zip.File, p string) ([]byte, error) {
	if err := a.open(ctx); err != nil {
		return nil, err
	}
	if f.Flags&encrypted != 0 {
		return nil, codec.Options{File: filepath.Base(p)}.Errorf(0, "it is encrypted: unpack the archive with its password first")
	}
	r, err := f.Open()
	if err != nil {
		return nil, unpacked(p, err)
	}
	defer r.Close()
	if err := a.spend(p, 0); err != nil {
		return nil, err
	}
	data, err := inflate(ctx, p, r, int64(f.CompressedSize64))
	if err == nil {
		err = a.spend(p, len(data))
	}
	return data, err
}

// spend adds n, the unpacked size of the file p in bytes, to the total of the outermost archive. It
// returns an error if the total, which includes nested archives, exceeds the limit.
func (a *archive) spend(p string, n int) error {
	for a.up != nil {
		a = a.up
	}
	if a.left.Add(int64(-n)) < 0 {
		return codec.Options{File: filepath.Base(p)}.Errorf(0, "the archive unpacks to more than %d times its size", expansion)
	}
	return nil
}

// readCompanion returns the content of the named file in the same archive folder as f, ignoring case.
func (a *archive) readCompanion(ctx context.Context, f *zip.File, name string) ([]byte, error) {
	a.mu.Lock()
	if a.siblings == nil {
		a.siblings = map[string]map[string]*zip.File{}
		for _, x := range a.zip.File {
			dir := path.Dir(x.Name)
			if a.siblings[dir] == nil {
				a.siblings[dir] = map[string]*zip.File{}
			}
			a.siblings[dir][strings.ToLower(path.Base(x.Name))] = x
		}
	}
	x := a.siblings[path.Dir(f.Name)][strings.ToLower(name)]
	text, ok := a.texts[x]
	a.mu.Unlock()
	if ok || x == nil {
		return text, missing(x)
	}
	text, err := a.read(ctx, x, a.path+"/"+x.Name)
	if err != nil {
		return nil, err
	}
	if len(text) > codec.MaxCompanion {
		return nil, safe.ErrTooLarge
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.texts == nil || len(a.texts) >= maxCompanions {
		a.texts = map[*zip.File][]byte{}
	}
	a.texts[x] = text
	return text, nil
}

func missing(f *zip.File) error {
	if f == nil {
		return fs.ErrNotExist
	}
	return nil
}

// gunzip returns the decompressed content of a .gz file.
func gunzip(ctx context.Context, p string) ([]byte, error) {
	f, err := safe.Await(ctx, func() (*safe.File, error) { return safe.Open(p) })
	if err != nil {
		return nil, document.ReadError(ctx, codec.Options{File: filepath.Base(p)}, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, unpacked(p, err)
	}
	return ungzip(ctx, p, f, info.Size())
}

// inflate reads decompressed data from r. packed is the compressed size in bytes.
func inflate(ctx context.Context, p string, r io.Reader, packed int64) ([]byte, error) {
	data, err := safe.ReadAll(ctx, r, unpackedSize(packed))
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, safe.ErrTooLarge):
		return nil, codec.Options{File: filepath.Base(p)}.Errorf(0, "the unpacked file is larger than %d MB, or than %d times its packed size", codec.MaxFile>>20, expansion)
	case err != nil:
		return nil, unpacked(p, err)
	}
	return data, nil
}

// unpackedSize returns the maximum decompressed size for a compressed size of packed bytes.
func unpackedSize(packed int64) int64 {
	return min(min(packed, codec.MaxFile)*expansion+1<<20, codec.MaxFile)
}

// unpacked returns the error for a file that cannot be unpacked.
func unpacked(p string, err error) error {
	o := codec.Options{File: filepath.Base(p)}
	if errors.Is(err, zip.ErrAlgorithm) {
		return o.Errorf(0, "it is packed by a method that is not supported: pack the archive again with “deflate”")
	}
	for _, d := range damages {
		if errors.Is(err, d.is) {
			err = d.why
		}
	}
	if errors.As(err, new(flate.CorruptInputError)) {
		err = msg.Errorf("its content is damaged")
	}
	if _, system := safe.System(err); !system && errors.As(err, new(*fs.PathError)) { // the offset lies before the beginning of the archive
		err = damages[0].why
	}
	return o.Errorf(0, "it cannot be unpacked: %v", locale.Err(err))
}

// damages are errors of Go's packages, in words that can be translated.
var damages = []struct{ is, why error }{
	{zip.ErrFormat, msg.Errorf("it is damaged, or not a zip archive")},
	{gzip.ErrHeader, msg.Errorf("it is damaged, or not compressed by gzip")},
	{zip.ErrChecksum, msg.Errorf("its checksum is wrong")},
	{gzip.ErrChecksum, msg.Errorf("its checksum is wrong")},
	{io.EOF, io.ErrUnexpectedEOF}, // the archive ends before the data of an entry
}

// cleanName makes the name of an archive entry safe as a relative path. It removes control and bidi
// characters, and parts that would leave the folder. It keeps NUL, so that writing the file fails
// instead of choosing another name.
func cleanName(name string) string {
	name = strings.Map(func(r rune) rune {
		if r != 0 && unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, "\uFFFD"))
	parts := strings.Split(strings.TrimPrefix(path.Clean("/"+name), "/"), "/")
	if last := &parts[len(parts)-1]; *last == path.Ext(*last) {
		*last = "game" + *last
	}
	return strings.Join(parts, "/")
}
