package endgame

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/sys/unix"

	"boardstudio/ai/awale/pits"
	"boardstudio/store/safe"
	"boardstudio/store/xdg"
	"boardstudio/text/msg"
)

// A file starts with a header of fixed size. It contains magic, the SHA-256 hash of all bytes after
// the hash, the number of seeds, and the name of the rules, padded with zeros. The layers follow
// the header.
const (
	magic    = "awale endgames 1"
	headSize = 128
	hashEnd  = len(magic) + sha256.Size
)

// Folder returns the folder of the tables, boardstudio/awale in the user's cache folder
// ($XDG_CACHE_HOME). It returns an error if the cache folder cannot be determined.
func Folder() (string, error) {
	return xdg.Cache("awale")
}

// tablePath returns the path of a table.
func tablePath(dir string, r *pits.Rules, seeds int) string {
	return filepath.Join(dir, fmt.Sprintf("%s-%d.table", r.Name, seeds))
}

// header returns the part of the header after the hash.
func header(r *pits.Rules, seeds int) []byte {
	b := make([]byte, headSize-hashEnd)
	b[0] = byte(seeds)
	copy(b[1:], r.Name)
	return b
}

// Save writes the table into the folder so that Load can read it. It creates the folder if
// necessary.
func (t *Table) Save(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	h := sha256.New()
	body := [][]byte{header(t.rules, t.Seeds)}
	body = append(body, t.layers...)
	for _, b := range body {
		h.Write(b)
	}
	return safe.Write(tablePath(dir, t.rules, t.Seeds), func(w io.Writer) error {
		for _, b := range append([][]byte{[]byte(magic), h.Sum(nil)}, body...) {
			if _, err := w.Write(b); err != nil {
				return err
			}
		}
		return nil
	})
}

// Load maps a table from the folder into memory and verifies all its bytes. It returns
// fs.ErrNotExist if the file does not exist, and an error that describes the problem if the file is
// damaged.
func Load(dir string, r *pits.Rules, seeds int) (*Table, error) {
	path := tablePath(dir, r, seeds)
	f, err := safe.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	broken := msg.Errorf("%s is not a complete endgame table for %d seeds", path, seeds)
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() != int64(headSize+size(r, seeds)) {
		return nil, broken
	}
	data, err := f.Map()
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data[hashEnd:])
	if !bytes.HasPrefix(data, []byte(magic)) || !bytes.Equal(data[len(magic):hashEnd], sum[:]) || !bytes.HasPrefix(data[hashEnd:], header(r, seeds)) {
		return nil, errors.Join(broken, unix.Munmap(data))
	}
	t := &Table{Seeds: seeds, rules: r, layers: split(r, seeds, data[headSize:])}
	runtime.AddCleanup(t, func(data []byte) { _ = unix.Munmap(data) }, data)
	return t, nil
}

// Largest returns the intact table with the most seeds, at most limit, in the folder. It returns nil
// if the folder has no such table.
func Largest(dir string, r *pits.Rules, limit int) *Table {
	for n := min(limit, Most); n > 0; n-- {
		if t, err := Load(dir, r, n); err == nil { // otherwise the file is missing or damaged
			return t
		}
	}
	return nil
}

// LoadOrBuild returns a table from the folder with at least the given number of seeds. If the folder has
// no intact table of this size, Make builds one and tries to save it. It returns an error only if
// ctx is cancelled.
func LoadOrBuild(ctx context.Context, dir string, r *pits.Rules, seeds int) (*Table, error) {
	t := Largest(dir, r, Most)
	if t != nil && t.Seeds >= seeds {
		return t, nil
	}
	t, err := Build(ctx, r, seeds, t, nil)
	if err != nil {
		return nil, err
	}
	_ = t.Save(dir)
	return t, nil
}

// Ensure ensures that the folder contains an intact table with the given number of seeds, and returns
// its path. It calls notify after each layer that was built.
func Ensure(ctx context.Context, dir string, r *pits.Rules, seeds int, notify func(layer int)) (path string, err error) {
	path = tablePath(dir, r, seeds)
	t := Largest(dir, r, seeds)
	if t != nil && t.Seeds == seeds {
		return path, nil
	}
	if t, err = Build(ctx, r, seeds, t, notify); err != nil {
		return "", err
	}
	return path, t.Save(dir)
}
