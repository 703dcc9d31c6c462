package journal

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"boardstudio/store/safe"
)

// Sum is the SHA-256 checksum of the content of a file.
type Sum [sha256.Size]byte

// SumOf returns the sum of data.
func SumOf(data []byte) Sum { return sha256.Sum256(data) }

// String returns the sum in hexadecimal.
func (s Sum) String() string { return hex.EncodeToString(s[:]) }

// MarshalText implements encoding.TextMarshaler.
func (s Sum) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler. It returns an error if text is not a sum.
func (s *Sum) UnmarshalText(text []byte) error {
	if len(text) != 2*len(s) {
		return hex.ErrLength
	}
	_, err := hex.Decode(s[:], text)
	return err
}

// name is a path in JSON, which cannot represent all byte sequences.
type name string

// MarshalText returns the path, as a quoted Go string if it is not valid UTF-8.
func (n name) MarshalText() ([]byte, error) {
	if !utf8.ValidString(string(n)) || strings.HasPrefix(string(n), `"`) {
		return []byte(strconv.QuoteToASCII(string(n))), nil
	}
	return []byte(n), nil
}

// UnmarshalText parses the result of MarshalText. It returns an error if a quoted string is
// invalid.
func (n *name) UnmarshalText(text []byte) error {
	s := string(text)
	if strings.HasPrefix(s, `"`) {
		var err error
		if s, err = strconv.Unquote(s); err != nil {
			return err
		}
	}
	*n = name(s)
	return nil
}

// Fingerprint describes the content of a file at some time, in order to detect changes by other
// programs. The zero value means no file.
type Fingerprint struct {
	path  string
	size  int64
	sum   Sum
	mtime time.Time
	// Unlike the modification time, programs cannot set the change time. Some programs preserve the
	// modification time when they copy a file.
	ctime time.Time
	inode uint64
	taken time.Time
}

// fingerprintJSON is a Fingerprint in a log.
type fingerprintJSON struct {
	Path                name
	Size                int64
	Sum                 Sum
	Mtime, Ctime, Taken time.Time
	Inode               uint64
}

func (s Fingerprint) json() fingerprintJSON {
	return fingerprintJSON{name(s.path), s.size, s.sum, s.mtime, s.ctime, s.taken, s.inode}
}

func (j fingerprintJSON) fingerprint() Fingerprint {
	return Fingerprint{string(j.Path), j.Size, j.Sum, j.Mtime, j.Ctime, j.Inode, j.Taken}
}

// maxContent is the maximum size of a document. Larger files are not read, as this could take hours
// and all memory.
const maxContent = 256 << 20

// coarse is the resolution of the coarsest file system clocks. Within this time, a file may change
// twice and have the same times.
const coarse = 2 * time.Second

// FingerprintOf reads the file at path and returns its fingerprint. It follows symbolic links. It
// returns a *msg.Error if the file is unreadable, or the error of ctx. It takes about 1 ms for each
// megabyte.
func FingerprintOf(ctx context.Context, path string) (Fingerprint, error) {
	_, s, err := read(ctx, path)
	return s, err
}

// Read returns the content of the file at path and its fingerprint. It returns a *msg.Error if the
// file is unreadable.
func Read(path string) ([]byte, Fingerprint, error) { return read(context.Background(), path) }

func read(ctx context.Context, path string) (data []byte, s Fingerprint, err error) {
	s.taken = time.Now()
	var before os.FileInfo
	if s.path, err = safe.Resolve(path); err == nil {
		before, err = safe.Stat(ctx, s.path)
	}
	if err == nil {
		data, err = safe.ReadFile(ctx, s.path, maxContent)
	}
	switch {
	case ctx.Err() != nil:
		return nil, Fingerprint{}, ctx.Err()
	case err != nil:
		return nil, Fingerprint{}, wrap("%s cannot be read: %v", err, filepath.Base(path))
	}
	s.size, s.sum = int64(len(data)), SumOf(data)
	s.times(before) // the times before reading, so that later changes are detected
	return data, s, nil
}

// FingerprintData returns the fingerprint of a file that was just read or written with content
// data, without reading it. Changed detects whether the file has changed since. It returns a
// *msg.Error if the path cannot be resolved. It takes about 1 ms for each megabyte.
func FingerprintData(path string, data []byte) (Fingerprint, error) {
	full, err := safe.Resolve(path)
	if err != nil {
		return Fingerprint{}, wrap("%s cannot be read: %v", err, filepath.Base(path))
	}
	// Without times, the first call of Changed reads the file.
	return Fingerprint{path: full, size: int64(len(data)), sum: SumOf(data), taken: time.Now()}, nil
}

func (s *Fingerprint) times(info os.FileInfo) {
	s.mtime = info.ModTime()
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		s.ctime, s.inode = time.Unix(st.Ctim.Unix()), st.Ino
	}
}

// Path returns the absolute path of the file, with links resolved.
func (s Fingerprint) Path() string { return s.path }

// Sum returns the sum of the content.
func (s Fingerprint) Sum() Sum { return s.sum }

// Size returns the size of the content in bytes.
func (s Fingerprint) Size() int64 { return s.size }

// Time returns the modification time of the file, or zero if it is unknown.
func (s Fingerprint) Time() time.Time { return s.mtime }

// A Change describes how a file has changed since its Fingerprint.
type Change int

// Changes of a file.
const (
	Same   Change = iota // same content
	Edited               // different content, or unreadable
	Gone                 // does not exist
)

// Changed reports whether the content of the file has changed. It reads the file only if its size
// or times have changed. If only the times have changed, it updates them in s, which makes the next
// call fast. If the file is unreadable, it returns Edited and a *msg.Error, or the error of ctx.
// For the zero Fingerprint it returns Same.
func (s *Fingerprint) Changed(ctx context.Context) (Change, error) {
	if s.path == "" {
		return Same, nil
	}
	info, err := os.Stat(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return Gone, nil
	}
	if err != nil {
		return Edited, wrap("%s cannot be read: %v", err, filepath.Base(s.path))
	}
	if info.Size() != s.size {
		return Edited, nil
	}
	var now Fingerprint
	now.times(info)
	settled := s.taken.Sub(s.ctime) > coarse
	if settled && now.mtime.Equal(s.mtime) && now.ctime.Equal(s.ctime) && now.inode == s.inode {
		return Same, nil
	}
	fresh, err := FingerprintOf(ctx, s.path)
	if err != nil {
		return Edited, err
	}
	if fresh.sum != s.sum {
		return Edited, nil
	}
	*s = fresh
	return Same, nil
}
