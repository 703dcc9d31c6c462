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

	"boardstudio/io/safe"
)

// Sum is the SHA-256 of a content.
type Sum [sha256.Size]byte

// SumOf returns the sum of data.
func SumOf(data []byte) Sum { return sha256.Sum256(data) }

// String returns the sum in hexadecimal digits.
func (s Sum) String() string { return hex.EncodeToString(s[:]) }

// MarshalText returns what String does, for JSON.
func (s Sum) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (s *Sum) UnmarshalText(text []byte) error {
	if len(text) != 2*len(s) {
		return hex.ErrLength
	}
	_, err := hex.Decode(s[:], text)
	return err
}

// name is a path in JSON, which cannot hold every byte that a path can.
type name string

// MarshalText returns the path, quoted in the syntax of Go when it is not valid UTF-8.
func (n name) MarshalText() ([]byte, error) {
	if !utf8.ValidString(string(n)) || strings.HasPrefix(string(n), `"`) {
		return []byte(strconv.QuoteToASCII(string(n))), nil
	}
	return []byte(n), nil
}

// UnmarshalText reads what MarshalText wrote.
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

// Fingerprint says what a file held at some moment, so that a change by somebody else
// is noticed. The zero value stands for no file.
type Fingerprint struct {
	path  string
	size  int64
	sum   Sum
	mtime time.Time
	// What the system knows besides: no program can give a file an old change
	// time, as those do that copy with the time of modification.
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

// maxContent is the size from which a file cannot be a document: it is not read, lest
// that take hours and all memory.
const maxContent = 256 << 20

// coarse is the step of the clocks of file systems: a file may change twice in
// that time and get the same times.
const coarse = 2 * time.Second

// FingerprintOf reads the file at path and returns its fingerprint; the error is a
// *msg.Error, or that of ctx. Symbolic links are followed. It takes 1 ms a megabyte or so.
func FingerprintOf(ctx context.Context, path string) (Fingerprint, error) {
	_, s, err := read(ctx, path)
	return s, err
}

// Read returns the content of the file at path and the fingerprint that goes with it.
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
	s.times(before) // as it was before: what came while reading counts as a change
	return data, s, nil
}

// FingerprintData returns the fingerprint of a file that was just read or written as data,
// without reading it. When it holds something else by now, Changed will tell.
// The error is a *msg.Error. It takes 1 ms a megabyte or so.
func FingerprintData(path string, data []byte) (Fingerprint, error) {
	full, err := safe.Resolve(path)
	if err != nil {
		return Fingerprint{}, wrap("%s cannot be read: %v", err, filepath.Base(path))
	}
	// Without the times the first Changed reads the file.
	return Fingerprint{path: full, size: int64(len(data)), sum: SumOf(data), taken: time.Now()}, nil
}

func (s *Fingerprint) times(info os.FileInfo) {
	s.mtime = info.ModTime()
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		s.ctime, s.inode = time.Unix(st.Ctim.Unix()), st.Ino
	}
}

// Path returns the absolute path of the file, links resolved.
func (s Fingerprint) Path() string { return s.path }

// Sum returns the sum of the content.
func (s Fingerprint) Sum() Sum { return s.sum }

// Size returns the length of the content.
func (s Fingerprint) Size() int64 { return s.size }

// Time returns when the file was last modified, as far as it is known.
func (s Fingerprint) Time() time.Time { return s.mtime }

// A Change says what became of a file since its Fingerprint.
type Change int

// What can have become of a file.
const (
	Same   Change = iota // it holds what it held
	Edited               // it holds something else, or cannot be read
	Gone                 // there is none
)

// Changed reports whether the file now holds another content. It is read only
// when its size or times speak for it; s then learns the new times of the old
// content, so that the next call is cheap. The error, a *msg.Error, says why a
// file could not be read, or is that of ctx. Of no file, Same is returned.
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
