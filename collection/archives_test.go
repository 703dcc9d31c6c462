package collection

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"boardstudio"
	"boardstudio/io/codec"
	"boardstudio/store/safe"
)

// TestArchiveChangedInPart checks that an archive counts as changed if it is another file, or if
// only its size or only its time differs.
func TestArchiveChangedInPart(t *testing.T) {
	whole := pack(t, small(3)...)
	for name, change := range map[string]func(path string, info fs.FileInfo) error{
		"nothing": func(string, fs.FileInfo) error { return nil },
		"another file of the same size and time": func(path string, info fs.FileInfo) error {
			return errors.Join(os.Rename(path, path+"~"), os.WriteFile(path, whole, 0o600), os.Chtimes(path, info.ModTime(), info.ModTime()))
		},
		"the size": func(path string, info fs.FileInfo) error {
			return errors.Join(os.Truncate(path, info.Size()+1), os.Chtimes(path, info.ModTime(), info.ModTime()))
		},
		"the time": func(path string, info fs.FileInfo) error {
			later := info.ModTime().Add(time.Second)
			return os.Chtimes(path, later, later)
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := save(t, "a.zip", whole)
			l, _ := list(t, path)
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := change(path, info); err != nil {
				t.Fatal(err)
			}
			l.texts = texts{limit: maxTexts}
			_, err = l.Decode(t.Context(), 0)
			if changed := err != nil && err.Error() == "a.zip: it cannot be unpacked: the archive was changed"; changed != (name != "nothing") {
				t.Errorf("%s was changed: %v", name, err)
			}
		})
	}
}

// TestArchiveLimits checks that a directory of exactly maxDirectory bytes, and files of exactly the
// size of the archive, are accepted.
func TestArchiveLimits(t *testing.T) {
	a := &archive{path: "a.zip", data: bytes.NewReader(make([]byte, 100)), users: 1}
	b := &bounded{a, 60}
	for _, x := range []struct {
		n  int
		ok bool
	}{{50, true}, {10, true}, {1, false}} {
		if _, err := b.ReadAt(make([]byte, x.n), 0); (err == nil) != x.ok {
			t.Errorf("%d bytes more: %v", x.n, err)
		}
	}
	// Two files that overlap, though each alone would fit.
	data := pack(t, small(2)...)
	for at := 0; ; {
		i := bytes.Index(data[at:], []byte("PK\x01\x02"))
		if i < 0 {
			break
		}
		at += i + 4
		binary.LittleEndian.PutUint32(data[at+16:], uint32(len(data)*2/3))
	}
	l, failed := list(t, save(t, "two.zip", data))
	if want := []string{"two.zip: the files in the archive overlap"}; len(l.Rows) != 0 || !slices.Equal(failed, want) {
		t.Errorf("%d games, %q, want %q", len(l.Rows), failed, want)
	}
	// A file that takes all of the archive is refused only when it is read.
	for more, want := range map[int]string{0: "it cannot be unpacked", 1: "the files in the archive overlap"} {
		data := pack(t, small(1)...)
		at := bytes.Index(data, []byte("PK\x01\x02"))
		binary.LittleEndian.PutUint32(data[at+20:], uint32(len(data)+more))
		if _, failed := list(t, save(t, "one.zip", data)); len(failed) != 1 || !strings.Contains(failed[0], want) {
			t.Errorf("%d bytes more than the archive: %q, want %q", more, failed, want)
		}
	}
	// As many files as are allowed, in the archive and in the one within it.
	for n, ok := range map[int]bool{3: true, 4: false} {
		files := append(small(2), entry{name: "in.zip", data: pack(t, small(n)...)})
		l, failed := listWithin(t, limits{files: 6}, save(t, "nested.zip", pack(t, files...)))
		if games := len(l.Rows); ok && (games != 2+n || len(failed) > 0) || !ok && (games != 2 || len(failed) != 1) {
			t.Errorf("%d files within: %d games, %q", n, games, failed)
		}
	}
}

// TestStdinAmongFiles checks that only the path "-" means standard input, and only if Options.Stdin
// is set.
func TestStdinAmongFiles(t *testing.T) {
	path := save(t, "a.txt", []byte(third))
	l, err := Read(t.Context(), []string{path, Stdin}, Options{Documents: boardstudio.Documents, Stdin: strings.NewReader(first + second)})
	if err != nil || len(l.Rows) != 3 || l.Files[0].Path != path || l.Files[1].Path != Stdin || l.Files[1].Name != "stdin" {
		t.Fatalf("%+v, %v", l, err)
	}
	for i, want := range []string{"Bo", "Bo", "Cy"} {
		if d, err := l.Decode(t.Context(), i); err != nil || d.Players[1].Name != want {
			t.Errorf("game %d: %v", i, err)
		}
	}
	t.Chdir(t.TempDir())
	if _, failed := list(t, Stdin); len(failed) != 1 || failed[0] != "it cannot be read: no such file or directory" {
		t.Errorf("without standard input: %q", failed)
	}
}

// TestMergeOrder checks that at each fork the variation with the most games comes first, and that
// equal ones stay in the order of the list.
func TestMergeOrder(t *testing.T) {
	var b strings.Builder
	for _, moves := range []string{"d3 c5", "f5 d6", "f5 f6 e6", "f5 f4 c3", "f5 f4 e3", "f5 f6 f4", "f5 f4 e3", "c4 e3", "f5 d6 c3", "f5 f6"} {
		fmt.Fprintf(&b, "[Variant \"othello\"]\n%s\n\n", moves)
	}
	l, failed := list(t, save(t, "a.txt", []byte(b.String())))
	if len(l.Rows) != 10 || len(failed) > 0 {
		t.Fatalf("%d games, %q", len(l.Rows), failed)
	}
	m, err := l.Merge(t.Context(), nil, l.All(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for n := range m.Doc.Tree.All() {
		if n.First() == nil {
			got = append(got, line(m.Doc.Tree, n))
		}
	}
	want := []string{"f5 f6 e6", "f5 f6 f4", "f5 f4 e3", "f5 f4 c3", "f5 d6 c3", "d3 c5", "c4 e3"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want\n%q", got, want)
	}
}

// TestCompanionLimits checks that at most maxCompanions companion files of an archive are cached,
// and that a companion that is too large is refused.
func TestCompanionLimits(t *testing.T) {
	files := []entry{{name: "d/a.sgf", data: []byte("(;GM[4];B[hh])")}, {name: "d/HUGE", data: bytes.Repeat([]byte("x"), codec.MaxCompanion+1)}, {name: "d/FULL", data: bytes.Repeat([]byte("x"), codec.MaxCompanion)}}
	for i := range maxCompanions + 1 {
		files = append(files, entry{name: fmt.Sprintf("d/N%d", i), data: fmt.Append(nil, "text ", i)})
	}
	count := &counters{}
	of, err := Files(t.Context(), []string{save(t, "a.zip", pack(t, files...))}, Options{Documents: boardstudio.Documents, count: count})
	if err != nil {
		t.Fatal(err)
	}
	f := of[slices.IndexFunc(of, func(f *File) bool { return filepath.Base(f.Path) == "a.sgf" })]
	f.in.retain()
	defer f.in.release()
	if _, err := f.beside(t.Context(), "huge"); !errors.Is(err, safe.ErrTooLarge) {
		t.Errorf("too large: %v", err)
	}
	if data, err := f.beside(t.Context(), "full"); err != nil || len(data) != codec.MaxCompanion {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	if _, err := f.beside(t.Context(), "none"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
	for pass := range 3 {
		before := count.read.Load()
		for i := range maxCompanions - 1 {
			if data, err := f.beside(t.Context(), fmt.Sprint("n", i)); err != nil || string(data) != fmt.Sprint("text ", i) {
				t.Errorf("%q, %v", data, err)
			}
		}
		if after := count.read.Load(); pass > 0 && after != before {
			t.Errorf("%d bytes are read again", after-before)
		}
	}
	for i := range maxCompanions + 1 {
		if _, err := f.beside(t.Context(), fmt.Sprint("n", i)); err != nil {
			t.Error(err)
		}
		if n := len(f.in.texts); n > maxCompanions {
			t.Errorf("%d companions are cached", n)
		}
	}
}

// TestMembers checks that folders in an archive are ignored, and that links and files of other types
// are reported as skipped.
func TestMembers(t *testing.T) {
	path := save(t, "a.zip", pack(t,
		entry{name: "link.sgf", data: []byte("b.sgf"), edit: func(h *zip.FileHeader) { h.SetMode(fs.ModeSymlink | 0o777) }},
		entry{name: "folder.sgf/", edit: func(h *zip.FileHeader) { h.SetMode(fs.ModeDir | 0o777) }},
		entry{name: "b.sgf", data: []byte("(;GM[4];B[hh])")},
		entry{name: "sub/c", data: []byte("(;GM[4];B[hh])")},
		entry{name: "sub/d.doc", data: []byte("x")},
	))
	var r reports
	files, err := Files(t.Context(), []string{path}, r.options())
	var names []string
	for _, f := range files {
		names = append(names, fmt.Sprint(f.Name, " ", f.guess))
	}
	if want := []string{filepath.Join("a", "b.sgf") + " false", filepath.Join("a", "sub", "c") + " true"}; err != nil || !slices.Equal(names, want) {
		t.Errorf("%q, want %q, %v", names, want, err)
	}
	if len(r.failed) > 0 || !slices.Equal(r.skipped, []string{"link.sgf", "d.doc"}) {
		t.Errorf("failed %q, skipped %q", r.failed, r.skipped)
	}
}

// TestSpend checks that the files of an archive may unpack to exactly their limit: a multiple of its size, or a number
// of bytes that is always allowed.
func TestSpend(t *testing.T) {
	data := pack(t, small(3)...)
	path := save(t, "a.zip", data)
	for total, want := range map[int64]int64{1: int64(len(data)) * expansion, 1 << 30: 1 << 30} {
		a := &archive{path: path, disk: path, most: limits{total: total}}
		a.retain()
		if err := a.open(t.Context()); err != nil {
			t.Fatal(err)
		}
		inner := &archive{path: path + "/in.zip", up: a}
		if err := inner.spend("x", int(want)-1); err != nil {
			t.Errorf("%d bytes of %d: %v", want-1, want, err)
		}
		if err := a.spend("x", 1); err != nil {
			t.Errorf("the last of %d bytes: %v", want, err)
		}
		if err := inner.spend("x", 1); err == nil {
			t.Errorf("more than %d bytes", want)
		}
		a.release()
	}
}
