package document

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"boardstudio/internal/effort"
	"boardstudio/internal/race"
	"boardstudio/io/codec"
	"boardstudio/io/codectest"
	"boardstudio/rules"
	games "boardstudio/rules/all"
)

// TestHostileFiles checks that special files and files that are too large are refused immediately,
// before reading, whatever their extension.
func TestHostileFiles(t *testing.T) {
	for _, f := range library.Readable() {
		for _, ext := range f.Ext {
			dir := t.TempDir()
			huge, fifo, folder := filepath.Join(dir, "huge"+ext), filepath.Join(dir, "fifo"+ext), filepath.Join(dir, "folder"+ext)
			if err := errors.Join(os.WriteFile(huge, nil, 0o600), os.Truncate(huge, 1<<30), syscall.Mkfifo(fifo, 0o600), os.Mkdir(folder, 0o700)); err != nil {
				t.Fatal(err)
			}
			for path, want := range map[string]string{huge: ": the file is larger than 256 MB", fifo: ": it is not a regular file", folder: ": it is a folder"} {
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				start := time.Now()
				d, _, err := open(path)
				took := time.Since(start)
				runtime.ReadMemStats(&after)
				if d != nil || err == nil || err.Error() != filepath.Base(path)+want {
					t.Errorf("%s: %v", path, err)
				}
				if used := after.TotalAlloc - before.TotalAlloc; took > 10*time.Second || used > 1<<20 {
					t.Errorf("%s: %v and %d bytes", path, took, used)
				}
			}
		}
	}
}

// TestZeros checks that every reader refuses a large file of zeros, or reads it with little time
// and memory.
func TestZeros(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes memory")
	}
	zeros := make([]byte, effort.Amount(16<<20, 4<<20))
	for _, f := range library.Readable() {
		o := codec.Options{Games: games.Games, File: "zeros" + f.Ext[0], Spec: specOf(t, f)}
		if f.Sniff(zeros[:sniffed]) {
			t.Errorf("%s takes zeros for its own", f.Name)
		}
		read := func(size int) error {
			_, err := f.Decode(context.Background(), zeros[:size], o)
			if f.Games != nil {
				_, err = f.Games(context.Background(), zeros[:size], o)
			}
			return err
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := read(len(zeros))
		runtime.ReadMemStats(&after)
		codectest.Quick(t, f.Name, len(zeros), func(size int) { read(size) })
		if used := after.TotalAlloc - before.TotalAlloc; used > 20*uint64(len(zeros)) {
			t.Errorf("%s: %d MB of memory for %d", f.Name, used>>20, len(zeros)>>20)
		}
		if err != nil && len(err.Error()) > 1000 {
			t.Errorf("%s: an error of %d bytes", f.Name, len(err.Error()))
		}
	}
}

// specOf returns a game that the format can store.
func specOf(t *testing.T, f *codec.Format) *rules.Spec {
	t.Helper()
	for _, g := range games.Games {
		r, err := g.Build(g.Presets[0].Name, nil)
		if err != nil {
			t.Fatal(err)
		}
		if f.Holds == nil || f.Holds(r) == nil {
			s := r.Spec()
			return &s
		}
	}
	return nil
}

// TestCutEverywhere checks that a file truncated at any byte gives an error or a document. Formats
// that cannot be written have separate tests.
func TestCutEverywhere(t *testing.T) {
	race.Skip(t)
	for _, f := range library.Formats {
		if f.Decode == nil || f.Encode == nil {
			continue
		}
		d := shortGame(t, f, 8)
		data := codectest.Encode(t, f, d)
		o := codec.Options{Games: games.Games, File: "a" + f.Ext[0]}
		spec := d.Tree.Rules().Spec()
		o.Spec = &spec
		codectest.Cut(t, f, data, o)
		if f.Join != nil {
			codectest.Cut(t, f, []byte(strings.Repeat(string(data), 3)), o)
		}
	}
}
