package collection

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardstudio"
	"boardstudio/internal/race"
	"boardstudio/model"
)

// entry is a file of an archive.
type entry struct {
	name string
	data []byte
	edit func(*zip.FileHeader)
}

// pack returns an archive with the files, stored uncompressed so that tests can count bytes.
func pack(t testing.TB, files ...entry) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range files {
		h := &zip.FileHeader{Name: e.name, Method: zip.Store}
		if e.edit != nil {
			e.edit(h)
		}
		f, err := w.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(e.data); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func gzipped(t testing.TB, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func save(t testing.TB, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// small returns n small games of different sizes, each in its own file.
func small(n int) (files []entry) {
	for i := range n {
		files = append(files, entry{name: fmt.Sprintf("g%05d.sgf", i), data: fmt.Appendf(nil, "(;GM[4]SZ[15]PB[Player %d];B[hh];W[hi])\n", i)})
	}
	return files
}

// TestArchiveIsLinear checks that listing, reading and searching an archive each open it once. Each
// byte must be read a constant number of times, whatever the number of files.
func TestArchiveIsLinear(t *testing.T) {
	race.Skip(t)
	for _, n := range []int{500, 2000} {
		for name, data := range map[string][]byte{"flat.zip": pack(t, small(n)...), "nested.zip": pack(t, entry{name: "in.zip", data: pack(t, small(n)...)})} {
			path := save(t, name, data)
			count := &counters{}
			inner := int64(strings.Count(name, "nested"))
			cost := func(what string, opens int64, work func()) {
				t.Helper()
				opened, read := count.opens.Load(), count.read.Load()
				work()
				if got := count.opens.Load() - opened; got > opens*(1+inner) {
					t.Errorf("%s of %d files: %s opens the archive %d times", name, n, what, got)
				}
				if got, most := count.read.Load()-read, 4*opens*int64(len(data))*(1+inner); got > most || got == 0 && what != "Docs" { // Docs uses what Read has cached
					t.Errorf("%s of %d files: %s reads %d bytes of an archive of %d", name, n, what, got, len(data))
				}
			}
			var l *List
			cost("Read", 2, func() {
				var err error
				if l, err = Read(t.Context(), []string{path}, Options{Documents: boardstudio.Documents, count: count}); err != nil || len(l.Rows) != n {
					t.Fatal(err, len(l.Rows))
				}
			})
			cost("Docs", 1, func() {
				read := 0
				for i, x := range l.Docs(t.Context(), l.All()) {
					if want := fmt.Sprintf("Player %d", i); x.Err != nil || x.Doc.Players[0].Name != want {
						t.Fatalf("game %d: %v", i, x.Err)
					}
					read++
				}
				if read != n {
					t.Errorf("%d games of %d", read, n)
				}
			})
			cost("Each", 2, func() {
				read := 0
				err := Each(t.Context(), []string{path}, Options{Documents: boardstudio.Documents, count: count}, func(Item, *model.Document) bool { read++; return true })
				if err != nil || read != n {
					t.Errorf("%d games, %v", read, err)
				}
			})
			before := count.opens.Load()
			if _, err := l.Decode(t.Context(), 7); err != nil || count.opens.Load() > before+1+inner {
				t.Errorf("%s: a game opens the archive %d times, %v", name, count.opens.Load()-before, err)
			}
		}
	}
}

// TestArchiveIsClosed checks that each archive is closed after its files were read, and after a
// cancellation.
func TestArchiveIsClosed(t *testing.T) {
	path := save(t, "a.zip", pack(t, small(300)...))
	closed := func(what string, files []*File) {
		t.Helper()
		for _, f := range files {
			if f.in.users != 0 || f.in.data != nil {
				t.Fatalf("%s: the archive is open: %d users", what, f.in.users)
			}
		}
	}
	l, err := Read(t.Context(), []string{path}, Options{Documents: boardstudio.Documents})
	if err != nil {
		t.Fatal(err)
	}
	closed("Read", l.Files)
	for range l.Docs(t.Context(), l.All()) {
		break
	}
	closed("Docs", l.Files)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for range l.Docs(ctx, l.All()) {
		cancel()
	}
	closed("Docs, cancelled", l.Files)
	if _, err := l.Decode(t.Context(), 3); err != nil {
		t.Fatal(err)
	}
	closed("Decode", l.Files)
	var of *File
	if err := Each(t.Context(), []string{path}, Options{Documents: boardstudio.Documents}, func(g Item, _ *model.Document) bool { of = g.File; return false }); err != nil {
		t.Fatal(err)
	}
	closed("Each", []*File{of})
}

// TestNested checks that nested archives and compressed files in archives are read, one level deep.
func TestNested(t *testing.T) {
	deep := pack(t, entry{name: "far.zip", data: pack(t, entry{name: "gone.txt", data: []byte(third)})}, entry{name: "near.txt", data: []byte(third)})
	path := save(t, "a.zip", pack(t,
		entry{name: "one.txt.gz", data: gzipped(t, []byte(first))},
		entry{name: "sub/two.zip", data: deep},
		entry{name: "locked.zip", data: []byte("PK"), edit: func(h *zip.FileHeader) { h.Flags |= encrypted }},
	))
	var skipped []string
	l, err := Read(t.Context(), []string{path}, Options{Documents: boardstudio.Documents, Skipped: func(p string) { skipped = append(skipped, strings.TrimPrefix(p, filepath.Dir(path)+"/")) }})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i, r := range l.Rows {
		f := l.Files[r.File]
		d, err := l.Decode(t.Context(), i)
		got = append(got, fmt.Sprint(strings.TrimPrefix(f.Path, filepath.Dir(path)+"/"), " ", f.Name, " ", d.Tree.Len(), err))
	}
	want := []string{"a.zip/one.txt.gz a/one.txt 5 <nil>", "a.zip/sub/two.zip/near.txt a/sub/two/near.txt 5 <nil>"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if want := []string{"a.zip/sub/two.zip/far.zip"}; !slices.Equal(skipped, want) {
		t.Errorf("skipped %q, want %q", skipped, want)
	}
}

// TestArchiveErrors checks the error messages for damaged archives and damaged files in them.
func TestArchiveErrors(t *testing.T) {
	noise := make([]byte, 3000)
	for i := range noise {
		noise[i] = byte(rand.Uint32())
	}
	whole := pack(t, small(40)...)
	overlap := pack(t, small(2)...)
	at := bytes.LastIndex(overlap, []byte("PK\x01\x02"))
	copy(overlap[at+20:], []byte{0xff, 0xff, 0, 0}) // compressed size of the last file
	most := limits{files: 50}
	many := make([]entry, most.files+1)
	for i := range many {
		many[i].name = fmt.Sprint(i)
	}
	for _, tt := range []struct {
		name string
		data []byte
		want string
	}{
		{"locked.zip", pack(t, entry{name: "a.sgf", data: noise, edit: func(h *zip.FileHeader) { h.Flags |= encrypted }}), "a.sgf: it is encrypted: unpack the archive with its password first"},
		{"locked2.zip", pack(t, entry{name: "in.zip", data: noise, edit: func(h *zip.FileHeader) { h.Flags |= encrypted }}), "in.zip: it is encrypted: unpack the archive with its password first"},
		{"method.zip", patch(pack(t, entry{name: "a.sgf", data: noise}), "PK\x01\x02", 10, 99), "a.sgf: it is packed by a method that is not supported: pack the archive again with “deflate”"},
		{"half.zip", whole[:len(whole)/2], "half.zip: it cannot be unpacked: it is damaged, or not a zip archive"},
		{"empty.zip", pack(t), "there is no game record in it"},
		{"pictures.zip", pack(t, entry{name: "a.png", data: noise}), "there is no game record in it"},
		{"read.zip", pack(t, entry{name: "README", data: []byte("Dear all,\n")}), "there is no game record in it"},
		{"overlap.zip", overlap, "overlap.zip: the files in the archive overlap"},
		{"many.zip", pack(t, many...), "many.zip: the archive has more than 50 files"},
		{"many2.zip", pack(t, entry{name: "in.zip", data: pack(t, many[:most.files]...)}), "in.zip: the archive has more than 50 files"},
		{"cut.sgf.gz", gzipped(t, noise)[:200], "cut.sgf.gz: it cannot be unpacked: it ends too early"},
		{"no.gz", noise, "no.gz: it cannot be unpacked: it is damaged, or not compressed by gzip"},
		{"no.sgf.gz", nil, "no.sgf.gz: the file is empty"},
		{"sum.sgf.gz", patch(gzipped(t, noise), "", -8, 0), "sum.sgf.gz: it cannot be unpacked: its checksum is wrong"},
		{"sum.zip", patch(pack(t, entry{name: "a.sgf", data: noise}), "PK\x01\x02", 16, 0), "a.sgf: it cannot be unpacked: its checksum is wrong"},
		{"beyond.zip", patch(pack(t, entry{name: "a.sgf", data: noise}), "PK\x01\x02", 44, 1), "a.sgf: it cannot be unpacked: it ends too early"},
		{"before.zip", patch(pack(t, entry{name: "a.sgf", data: noise}), "PK\x05\x06", 19, 0x7f), "a.sgf: it cannot be unpacked: it is damaged, or not a zip archive"},
		{"bits.sgf.gz", append(gzipped(t, noise)[:10:10], bytes.Repeat([]byte{0xff}, 50)...), "bits.sgf.gz: it cannot be unpacked: its content is damaged"},
		{"text.txt.gz", gzipped(t, []byte("Dear all,\nsee you.\n")), "text.txt.gz: the record does not name its game"},
		{"nothing", nil, "nothing: the file is empty"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l, failed := listWithin(t, most, save(t, tt.name, tt.data))
			if len(l.Rows) != 0 || !slices.Equal(failed, []string{tt.want}) {
				t.Errorf("%d games, %q, want %q", len(l.Rows), failed, tt.want)
			}
		})
	}
	if l, failed := list(t, t.TempDir()); len(l.Rows) != 0 || !slices.Equal(failed, []string{"there is no game record in it"}) {
		t.Errorf("an empty folder: %q", failed)
	}
	dir := filepath.Dir(save(t, "half.zip", whole[:len(whole)/2]))
	for _, path := range []string{dir, dir + "/", dir + "//", dir + "/."} {
		if _, failed := list(t, path); !slices.Equal(failed, []string{"half.zip: it cannot be unpacked: it is damaged, or not a zip archive"}) {
			t.Errorf("%s: %q", path, failed)
		}
	}
	if l, failed := list(t, filepath.Join(t.TempDir(), "gone.zip")); len(l.Rows) != 0 || len(failed) != 1 || failed[0] != "it cannot be read: no such file or directory" {
		t.Errorf("no archive: %q", failed)
	}
}

// patch returns data with one byte changed, at an offset from the last occurrence of a text.
func patch(data []byte, behind string, by int, to byte) []byte {
	data[bytes.LastIndex(data, []byte(behind))+by] = to
	return data
}

// TestArchiveDirectory checks that an archive with an oversized directory is refused before the
// directory is read into memory.
func TestArchiveDirectory(t *testing.T) {
	a := &archive{path: "a.zip", data: bytes.NewReader(make([]byte, 100)), users: 1}
	b := &bounded{a, 60}
	p := make([]byte, 50)
	if n, err := b.ReadAt(p, 0); n != 50 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if _, err := b.ReadAt(p, 50); err == nil || !strings.Contains(err.Error(), "its directory is larger than") {
		t.Error(err)
	}
	a.zip = &zip.Reader{}
	if n, err := b.ReadAt(p, 50); n != 50 || err != nil {
		t.Errorf("behind the directory: %d, %v", n, err)
	}
	a.data = nil
	if _, err := a.ReadAt(p, 0); err == nil {
		t.Error("a closed archive is read")
	}
}

// TestArchiveChanged checks that reading fails if an archive is replaced after its files were
// listed.
func TestArchiveChanged(t *testing.T) {
	path := save(t, "a.zip", pack(t, small(3)...))
	l, _ := list(t, path)
	if err := os.WriteFile(path, pack(t, small(4)...), 0o644); err != nil {
		t.Fatal(err)
	}
	l.texts = texts{limit: maxTexts}
	if _, err := l.Decode(t.Context(), 0); err == nil || err.Error() != "a.zip: it cannot be unpacked: the archive was changed" {
		t.Error(err)
	}
}

// TestCompanionInArchive checks that companion files are found in the same archive folder, ignoring
// case, and read once.
func TestCompanionInArchive(t *testing.T) {
	game := make([]byte, 16+68)
	copy(game, []byte{20, 24, 1, 1, 1, 0, 0, 0, 0, 0, 0xd0, 7, 8})
	game[16+2], game[16+4], game[16+8] = 0, 1, 56
	names := make([]byte, 16+2*20)
	copy(names, []byte{20, 24, 1, 1, 0, 0, 0, 0, 2, 0})
	copy(names[16:], "Ada")
	copy(names[36:], "Bo")
	tour := make([]byte, 16+26)
	copy(tour, []byte{20, 24, 1, 1, 0, 0, 0, 0, 1, 0})
	copy(tour[16:], "Cup")
	files := []entry{{name: "w/wthor.jou", data: names}, {name: "w/WTHOR.TRN", data: tour}, {name: "x/WTHOR.JOU", data: names[:16]}}
	for i := range 30 {
		files = append(files, entry{name: fmt.Sprintf("w/WTH_%d.wtb", 1990+i), data: game})
	}
	data := pack(t, files...)
	path := save(t, "a.zip", data)
	count := &counters{}
	var warned, skipped []string
	l, err := Read(t.Context(), []string{path}, Options{
		Documents: boardstudio.Documents,
		count:     count, Warned: func(_ string, err error) { warned = append(warned, err.Error()) },
		Skipped: func(p string) { skipped = append(skipped, p) },
	})
	if err != nil || len(l.Rows) != 30 || len(warned) > 0 || len(skipped) > 0 {
		t.Fatalf("%d games, %v, warned %q, skipped %q", len(l.Rows), err, warned, skipped)
	}
	for _, r := range l.Rows {
		if r.Names() != "Ada – Bo" || r.Event != "Cup" {
			t.Fatalf("%+v", r)
		}
	}
	if count.read.Load() > 4*int64(len(data)) {
		t.Errorf("%d bytes are read of %d", count.read.Load(), len(data))
	}
}

// TestCleanName checks that names of archive entries become safe relative paths.
func TestCleanName(t *testing.T) {
	for name, want := range map[string]string{
		"a/b.sgf":               "a/b.sgf",
		"../../etc/a.sgf":       "etc/a.sgf",
		"/a.sgf":                "a.sgf",
		"\x00\x00sgf":           "\x00\x00sgf",
		"a\x00\x01b/c.sgf":      "a\x00b/c.sgf",
		"a\u202egpj.sgf":        "agpj.sgf",
		"a\u2066b\u2069\u200f":  "ab",
		"x\x1b[31m\x7f\u0085.t": "x[31m.t",
		"\x00.sgf":              "\x00.sgf",
		"\x01.sgf":              "game.sgf",
		"d/\u202e.sgf":          "d/game.sgf",
		"\xff\xfea.sgf":         "\uFFFDa.sgf",
		"Éva – Bo.sgf":          "Éva – Bo.sgf",
		"":                      "game",
		"..":                    "game",
		"d/.hidden":             "d/game.hidden",
		"a\nb/c\td.sgf":         "ab/cd.sgf",
	} {
		t.Run(name, func(t *testing.T) {
			if got := cleanName(name); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
	l, failed := list(t, "testdata/nul-name.zip")
	if len(failed) > 0 || len(l.Rows) != 1 || l.Files[0].Name != filepath.Join("nul-name", "\x00\x00\x00\x00sgf") {
		t.Errorf("%q, %+v", failed, l.Files)
	}
}

// TestReadAhead checks that reading ahead is limited, so that the files of a large archive are
// never all in memory.
func TestReadAhead(t *testing.T) {
	running, most := 0, 0
	var sizes []int64
	for range 50 {
		sizes = append(sizes, maxReadAhead) // each may contain the maximum number of games
	}
	sem := make(chan struct{}, 1)
	sem <- struct{}{}
	for range each(t.Context(), len(sizes), func(context.Context, int) error {
		<-sem
		running++
		most = max(most, running)
		return nil
	}, func(context.Context, int) int { return 0 }) {
		running--
		sem <- struct{}{}
	}
	if most != 1 {
		t.Errorf("%d files are read at a time", most)
	}
	// Waiting ends with the context.
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	for range each(ctx, 10, func(ctx context.Context, i int) error {
		if i == 3 {
			cancel()
			<-ctx.Done()
			return ctx.Err()
		}
		return nil
	}, func(context.Context, int) int { return 0 }) {
		n++
	}
	if n > 3 {
		t.Errorf("%d calls", n)
	}
}

// TestArchiveTotal checks the limit of the total unpacked size, a multiple of the archive's size that
// includes nested archives. A file that is read twice counts twice.
func TestArchiveTotal(t *testing.T) {
	race.Skip(t)
	lower := limits{total: 1 << 20}
	game := []byte("(;GM[4]C[" + strings.Repeat("x", 100_000) + "];B[hh])")
	var inner []entry
	for i := range 60 {
		inner = append(inner, entry{name: fmt.Sprintf("%02d.sgf", i), data: game, edit: func(h *zip.FileHeader) { h.Method = zip.Deflate }})
	}
	var compressed []entry
	for i := range 20 {
		compressed = append(compressed, entry{name: fmt.Sprintf("%02d.sgf.gz", i), data: gzipped(t, bytes.Repeat(game, 9))})
	}
	zipped := pack(t, inner...)
	for name, data := range map[string][]byte{
		"zip": pack(t, entry{name: "a.zip", data: zipped}, entry{name: "b.zip", data: zipped}, entry{name: "c.zip", data: zipped}),
		"gz":  pack(t, compressed...),
	} {
		t.Run(name, func(t *testing.T) {
			path := save(t, "bomb.zip", data)
			most := int64(len(data))*expansion + lower.total
			for range 2 {
				l, failed := listWithin(t, lower, path)
				read := int64(0)
				for _, x := range l.Docs(t.Context(), l.All()) {
					if x.Err == nil {
						read += int64(len(game))
					} else {
						failed = append(failed, x.Err.Error())
					}
				}
				if read == 0 || read > most || len(failed) == 0 {
					t.Errorf("%d bytes of at most %d, %d errors", read, most, len(failed))
				}
				for _, f := range failed {
					if !strings.Contains(f, "the archive unpacks to more than 100 times its size") {
						t.Error(f)
					}
				}
			}
		})
	}
	plenty := save(t, "plenty.zip", pack(t, inner[:5]...))
	for range 3 {
		if l, failed := listWithin(t, lower, plenty); len(l.Rows) != 5 || len(failed) > 0 {
			t.Errorf("%d games, %q", len(l.Rows), failed)
		}
	}
}
