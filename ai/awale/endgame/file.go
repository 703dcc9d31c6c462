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
	"sync"

	"golang.org/x/sys/unix"

	"boardstudio/ai/awale/pits"
	"boardstudio/io/safe"
	"boardstudio/msg"
)

// A file begins with a head of fixed size: magic, the SHA-256 of all that follows it, the number of seeds, and the name of the rules, filled up with zeros. The
// layers follow.
const (
	magic    = "awale endgames 1"
	headSize = 128
	hashEnd  = len(magic) + sha256.Size
)

// Folder returns where the tables lie, boardstudio/awale in the person's folder for what can be computed anew ($XDG_CACHE_HOME), or an error where there is none.
func Folder() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "boardstudio", "awale"), nil
}

// file returns the path of a table.
func file(dir string, r *pits.Rules, seeds int) string {
	return filepath.Join(dir, fmt.Sprintf("%s-%d.table", r.Name, seeds))
}

// head returns what follows the hash in the head of a file.
func head(r *pits.Rules, seeds int) []byte {
	b := make([]byte, headSize-hashEnd)
	b[0] = byte(seeds)
	copy(b[1:], r.Name)
	return b
}

// Save writes the table into the folder, which is made where it does not exist, for Load.
func (t *Table) Save(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	h := sha256.New()
	body := [][]byte{head(t.rules, t.Seeds)}
	body = append(body, t.layers...)
	for _, b := range body {
		h.Write(b)
	}
	return safe.Write(file(dir, t.rules, t.Seeds), func(w io.Writer) error {
		for _, b := range append([][]byte{[]byte(magic), h.Sum(nil)}, body...) {
			if _, err := w.Write(b); err != nil {
				return err
			}
		}
		return nil
	})
}

// Load maps a table of the folder into memory, when all its bytes have been checked. The error tells what is wrong with the file, or is fs.ErrNotExist.
func Load(dir string, r *pits.Rules, seeds int) (*Table, error) {
	path := file(dir, r, seeds)
	f, err := safe.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	broken := msg.Errorf("%s is not a whole table of endgames with %d seeds", path, seeds)
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
	if !bytes.HasPrefix(data, []byte(magic)) || !bytes.Equal(data[len(magic):hashEnd], sum[:]) || !bytes.HasPrefix(data[hashEnd:], head(r, seeds)) {
		return nil, errors.Join(broken, unix.Munmap(data))
	}
	t := &Table{Seeds: seeds, rules: r, layers: split(r, seeds, data[headSize:])}
	runtime.AddCleanup(t, func(data []byte) { _ = unix.Munmap(data) }, data)
	return t, nil
}

// loaded are the tables in use, by folder and rules.
var loaded struct {
	sync.Mutex
	tables map[string]*Table
}

// Largest returns the table with the most seeds, up to most, that the folder has whole; nil when there is none. The tables of a folder are loaded once.
func Largest(dir string, r *pits.Rules, most int) *Table {
	loaded.Lock()
	defer loaded.Unlock()
	for n := min(most, Most); n > 0; n-- {
		key := file(dir, r, n)
		if t := loaded.tables[key]; t != nil {
			return t
		}
		t, err := Load(dir, r, n)
		if err != nil {
			continue // it is not there, or damaged
		}
		if loaded.tables == nil {
			loaded.tables = map[string]*Table{}
		}
		loaded.tables[key] = t
		return t
	}
	return nil
}

// Make returns the table with so many seeds of the folder, or one with more. Where there is none that is whole it is built and kept there, if that is
// possible. The error is that of ctx.
func Make(ctx context.Context, dir string, r *pits.Rules, seeds int) (*Table, error) {
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

// Keep makes sure that the folder has the whole table with so many seeds, and returns its path. tell is called after each layer that was built.
func Keep(ctx context.Context, dir string, r *pits.Rules, seeds int, tell func(layer int)) (path string, err error) {
	path = file(dir, r, seeds)
	t := Largest(dir, r, seeds)
	if t != nil && t.Seeds == seeds {
		return path, nil
	}
	if t, err = Build(ctx, r, seeds, t, tell); err != nil {
		return "", err
	}
	return path, t.Save(dir)
}
