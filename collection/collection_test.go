package collection

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"boardstudio"
	"boardstudio/model"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	first  = "[Variant \"othello\"]\n[Black \"Éva\"]\n[White \"Bo\"]\n[Event \"Cup\"]\n[Result \"33-31\"]\n1. f5 d6 {steady} 2. c3 d3\n\n"
	second = "[Variant \"othello\"]\n[Black \"Ada\"]\n[White \"Cy\"]\n[Date \"1999\"]\n1. f5 f6 2. e6\n\n"
	third  = "[Variant \"othello\"]\n[Black \"Ada\"]\n[White \"Bo\"]\n1. f5 f6 2. e6 f4\n"
	other  = "[Variant \"gomoku\"]\n1. h8 h9\n"
)

// write creates a folder with games in files, an archive and a compressed file.
func write(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	put := func(name string, data []byte) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var z bytes.Buffer
	w := zip.NewWriter(&z)
	for name, text := range map[string]string{"sub/third.txt": third, "notes.doc": "none", "README": "Dear all,\nsee you.\n", "nameless": other, "../up.txt": other} {
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(f, text)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var g bytes.Buffer
	gz := gzip.NewWriter(&g)
	fmt.Fprint(gz, second)
	if err := gz.Close(); err != nil {
		t.Fatal(err)
	}
	put("a/games.txt", []byte(first+second))
	put("b.zip", z.Bytes())
	put("c.txt.gz", g.Bytes())
	put("d.txt", []byte("Dear all,\nsee you.\n"))
	put("picture.png", []byte("x"))
	return dir
}

// list returns the list of the paths and the messages of Failed.
func list(t *testing.T, paths ...string) (*List, []string) {
	t.Helper()
	return listWithin(t, limits{}, paths...)
}

// listWithin is list with other limits.
func listWithin(t *testing.T, most limits, paths ...string) (*List, []string) {
	t.Helper()
	var failed []string
	l, err := Read(context.Background(), paths, Options{Documents: boardstudio.Documents, Failed: func(path string, err error) { failed = append(failed, err.Error()) }, most: most})
	if err != nil {
		t.Fatal(err)
	}
	return l, failed
}

func TestRead(t *testing.T) {
	dir := write(t)
	l, failed := list(t, dir)
	var got []string
	for i := range l.Rows {
		r := &l.Rows[i]
		rel, _ := filepath.Rel(dir, l.Files[r.File].Path)
		got = append(got, fmt.Sprintf("%s:%d %s %d", rel, r.Line, r.Names(), r.Plies))
		d, err := l.Decode(context.Background(), i)
		if err != nil || d.Tree.Len() != r.Plies+1 {
			t.Errorf("row %d: %v", i, err)
		}
	}
	slices.Sort(got)
	want := []string{"a/games.txt:1 Éva – Bo 4", "a/games.txt:8 Ada – Cy 3", "b.zip/nameless:1  2", "b.zip/sub/third.txt:1 Ada – Bo 4", "c.txt.gz:1 Ada – Cy 3", "up.txt:1  2"}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	if len(failed) != 1 || !strings.Contains(failed[0], "d.txt") {
		t.Errorf("failed: %q", failed)
	}
	for _, f := range l.Files {
		if strings.Contains(f.Name, "..") {
			t.Errorf("%q leads out of the folder", f.Name)
		}
	}
}

// TestBomb checks that a file that expands too much is refused.
func TestBomb(t *testing.T) {
	var b bytes.Buffer
	gz := gzip.NewWriter(&b)
	gz.Write(bytes.Repeat([]byte("1. f5 "), 5<<20))
	gz.Close()
	path := filepath.Join(t.TempDir(), "a.txt.gz")
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	l, failed := list(t, path)
	if len(l.Rows) != 0 || len(failed) != 1 || !strings.Contains(failed[0], "the unpacked file is larger") {
		t.Errorf("%d games, %q", len(l.Rows), failed)
	}
}

func TestSortAndFilter(t *testing.T) {
	l, _ := list(t, write(t))
	rows := l.All()
	l.Sort(rows, Plies, false)
	if p := l.Rows[rows[0]].Plies; p != 2 {
		t.Errorf("the shortest game has %d plies", p)
	}
	l.Sort(rows, Players, true)
	if n := l.Rows[rows[0]].Names(); n != "Éva – Bo" {
		t.Errorf("the last player: %s", n)
	}
	for query, want := range map[string]int{"": 6, "eva": 1, "ADA bo": 1, "cup bo": 1, "1999": 2, "nobody": 0} {
		if got := l.Filter(rows, query); len(got) != want {
			t.Errorf("%q: %d rows, want %d", query, len(got), want)
		}
	}
}

// TestMerge checks that shared moves are merged, that the most frequent variation comes first, and
// that last moves have labels.
func TestMerge(t *testing.T) {
	l, _ := list(t, write(t))
	rows := l.All()
	l.Sort(rows, Place, false)
	m, err := l.Merge(context.Background(), nil, rows, nil)
	if err != nil {
		t.Fatal(err)
	}
	if m.Games != 4 || m.Other != 2 || len(m.Wrong) != 0 {
		t.Errorf("%+v", m)
	}
	tree := m.Doc.Tree
	if tree.Len() != 8 || len(tree.Validate(1)) > 0 || tree.Check() != nil {
		t.Errorf("%d nodes, %v", tree.Len(), tree.Check())
	}
	f6 := tree.Root().First().First()
	if text := line(tree, f6); text != "f5 f6" {
		t.Errorf("first comes %s", text)
	}
	if got := f6.First().Comment(); got != "Ada – Cy, 1999\nAda – Cy, 1999" {
		t.Errorf("the end of two games says %q", got)
	}
	if got := f6.First().First().Comment(); got != "Ada – Bo" {
		t.Errorf("the end of a longer game says %q", got)
	}
	d6 := f6.Next()
	if d6.Comment() != "steady" || d6.First().First().Comment() != "Éva – Bo, 33-31, Cup" {
		t.Errorf("%q, %q", d6.Comment(), d6.First().First().Comment())
	}
	if tree.Steps() != 0 {
		t.Error("bringing them together can be undone in part")
	}
}

func line(t *model.Tree, n *model.Node) string {
	var words []string
	for _, n := range t.Line(n)[1:] {
		m, _ := n.Move()
		words = append(words, t.Rules().FormatMove(m))
	}
	return strings.Join(words, " ")
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Read(ctx, []string{t.TempDir()}, Options{Documents: boardstudio.Documents}); err == nil {
		t.Error("a cancelled list is returned")
	}
	l, _ := list(t, write(t))
	if _, err := l.Merge(ctx, nil, l.All(), nil); err == nil {
		t.Error("a cancelled merge is returned")
	}
}

// TestPlaces checks that a game can be written back to a multi-game file on disk, and that a single
// game is opened as its file.
func TestPlaces(t *testing.T) {
	dir := write(t)
	if err := os.WriteFile(filepath.Join(dir, "one.txt"), []byte(third), 0o644); err != nil {
		t.Fatal(err)
	}
	l, err := Read(t.Context(), []string{dir}, Options{Documents: boardstudio.Documents})
	if err != nil {
		t.Fatal(err)
	}
	members, alone, packed := 0, 0, 0
	for i, r := range l.Rows {
		path := l.Files[r.File].Path
		m := l.Member(i)
		switch filepath.Base(path) {
		case "games.txt":
			members++
			if m == nil || m.Path != path || m.Index != r.Index || m.Of != 2 || l.SingleGamePath(i) != "" {
				t.Errorf("%s: %+v, alone %q", path, m, l.SingleGamePath(i))
			}
			continue
		}
		if strings.Contains(path, ".zip/") || strings.HasSuffix(path, ".gz") {
			packed++
			if m != nil || l.SingleGamePath(i) != "" {
				t.Errorf("%s: %+v, alone %q", path, m, l.SingleGamePath(i))
			}
			continue
		}
		alone++
		if l.SingleGamePath(i) != path {
			t.Errorf("%s: alone %q", path, l.SingleGamePath(i))
		}
	}
	if members != 2 || alone == 0 || packed < 2 {
		t.Errorf("%d, %d, %d games", members, alone, packed)
	}
}
