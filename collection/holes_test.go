package collection

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"boardstudio"
	"boardstudio/find"
	"boardstudio/io/codec"
	"boardstudio/model"
)

// TestTooManyGames checks that a list with too many games is refused, even if they are spread over
// several files.
func TestTooManyGames(t *testing.T) {
	dir := write(t) // has 6 games
	for most, ok := range map[int]bool{5: false, 6: true} {
		l, err := Read(t.Context(), []string{dir}, Options{Documents: boardstudio.Documents, most: limits{games: most}})
		if (err == nil) != ok {
			t.Errorf("at most %d games: %v", most, err)
		}
		if !ok && (l != nil || err.Error() != fmt.Sprintf("there are more than %d games", most)) {
			t.Errorf("%v", err)
		}
	}
}

// TestProgress checks that progress reaches the number of files, and that merging reports progress.
func TestProgress(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte(strings.Repeat(third, 600)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "b.txt"), []byte(third), 0o600); err != nil {
		t.Fatal(err)
	}
	var files, games [][2]int64
	l, err := Read(t.Context(), []string{dir}, Options{Documents: boardstudio.Documents, Progress: func(done, of int64) { files = append(files, [2]int64{done, of}) }})
	if err != nil || !slices.Equal(files, [][2]int64{{1, 2}, {2, 2}}) {
		t.Errorf("%v, %v", files, err)
	}
	if _, err := l.Merge(t.Context(), nil, l.All(), func(done, of int64) { games = append(games, [2]int64{done, of}) }); err != nil || !slices.Equal(games, [][2]int64{{256, 601}, {512, 601}}) {
		t.Errorf("%v, %v", games, err)
	}
}

// TestMergeWrong checks that Merge reports unreadable games and merges the readable ones.
func TestMergeWrong(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.sgf"), []byte("(;GM[4]SZ[15];B[hh])(;GM[4]SZ[99];B[hh])(;GM[4]SZ[15];B[hh];W[hi])"), 0o600); err != nil {
		t.Fatal(err)
	}
	l, failed := list(t, dir)
	m, err := l.Merge(t.Context(), nil, l.All(), nil)
	if err != nil || len(failed) > 0 || m.Games != 2 || len(m.Wrong) != 1 || m.Other != 0 || m.Doc.Tree.Len() != 3 {
		t.Errorf("%d games, wrong %v, failed %q, %v", m.Games, m.Wrong, failed, err)
	}
	// Without a readable game, Doc is nil.
	m, err = l.Merge(t.Context(), nil, []int{1}, nil)
	if err != nil || m.Doc != nil || m.Games != 0 || len(m.Wrong) != 1 {
		t.Errorf("%+v, %v", m, err)
	}
}

// TestMergeUnequal checks that unreadable moves and set-up nodes merge only with equal ones.
func TestMergeUnequal(t *testing.T) {
	dir := t.TempDir()
	text := "[Variant \"othello\"]\n1. f5 %s\n\n"
	var b strings.Builder
	for _, move := range []string{"zz", "yy", "zz", "d6", "d6", "f6"} {
		fmt.Fprintf(&b, text, move)
	}
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	l, _ := list(t, dir)
	m, err := l.Merge(t.Context(), nil, l.All(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var raw, moves []string
	for n := range m.Doc.Tree.Root().First().Children() {
		if move, ok := n.Move(); ok {
			moves = append(moves, m.Doc.Tree.Rules().FormatMove(move))
		} else {
			raw = append(raw, n.Raw())
		}
	}
	if !slices.Equal(raw, []string{"zz", "yy"}) || !slices.Equal(moves, []string{"d6", "f6"}) {
		t.Errorf("raw %q, moves %q", raw, moves)
	}
	first := m.Doc.Tree.Root().First().First()
	if first.Raw() != "zz" { // played twice, like d6, and listed before it
		t.Errorf("first comes %q", first.Raw())
	}
}

// TestCancelled checks that cancelling ends listing, reading, searching and unpacking with the
// error of the context. No file is reported as unreadable.
func TestCancelled(t *testing.T) {
	path := save(t, "a.zip", pack(t, small(50)...))
	gz := save(t, "a.sgf.gz", gzipped(t, small(1)[0].data))
	l, _ := list(t, path)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	blame := Options{Documents: boardstudio.Documents, Failed: func(p string, err error) { t.Errorf("%s is blamed: %v", p, err) }}
	if _, err := Files(ctx, []string{path}, blame); !errors.Is(err, context.Canceled) {
		t.Errorf("Files: %v", err)
	}
	if _, err := Read(ctx, []string{path, gz}, blame); !errors.Is(err, context.Canceled) {
		t.Errorf("Read: %v", err)
	}
	if err := Each(ctx, []string{path}, blame, func(Item, *model.Document) bool { t.Error("a game comes"); return true }); !errors.Is(err, context.Canceled) {
		t.Errorf("Each: %v", err)
	}
	l.texts = texts{limit: maxTexts}
	if _, err := l.Decode(ctx, 3); !errors.Is(err, context.Canceled) {
		t.Errorf("Decode: %v", err)
	}
	if data, err := l.Files[3].Read(ctx); !errors.Is(err, context.Canceled) || len(data) > 0 {
		t.Errorf("Read of a file: %d bytes, %v", len(data), err)
	}
	if data, err := gunzip(ctx, gz); !errors.Is(err, context.Canceled) || len(data) > 0 {
		t.Errorf("gunzip: %d bytes, %v", len(data), err)
	}
	if _, err := inflate(ctx, gz, strings.NewReader("x"), 1); !errors.Is(err, context.Canceled) {
		t.Errorf("inflate: %v", err)
	}
	// Cancel during a search.
	for _, at := range []string{"query", "found"} {
		ctx, cancel := context.WithCancel(t.Context())
		n := 0
		err := Search(ctx, []string{path}, blame, func(*model.Document) *find.Query {
			if n++; at == "query" && n == 3 {
				cancel()
			}
			return &find.Query{From: 1}
		}, func(Item, *model.Document, find.Hit) bool {
			if at == "found" && n == 3 {
				cancel()
			}
			return true
		})
		cancel()
		if !errors.Is(err, context.Canceled) || n > 4 {
			t.Errorf("%s: %d games, %v", at, n, err)
		}
	}
}

// TestSearch checks that Failed is called if a query is invalid for a game, and that games without
// a query are skipped.
func TestSearch(t *testing.T) {
	dir := write(t)
	var failed, found []string
	query := func(d *model.Document) *find.Query {
		switch d.Players[0].Name {
		case "Éva":
			return nil
		case "Ada":
			return &find.Query{Pattern: &find.Pattern{}}
		}
		return &find.Query{From: 1, To: 1}
	}
	hit := func(g Item, d *model.Document, h find.Hit) bool {
		found = append(found, fmt.Sprint(filepath.Base(g.File.Path), " ", g.Number(), " ", h.Ply))
		return true
	}
	o := Options{Documents: boardstudio.Documents, Failed: func(p string, err error) { failed = append(failed, filepath.Base(p)+": "+err.Error()) }}
	if err := Search(t.Context(), []string{dir}, o, query, hit); err != nil {
		t.Fatal(err)
	}
	slices.Sort(failed)
	if want := []string{"c.txt.gz: the pattern has no cell", "d.txt: d.txt: the record does not name its game", "games.txt: the pattern has no cell", "third.txt: the pattern has no cell"}; !slices.Equal(failed, want) {
		t.Errorf("failed %q, want %q", failed, want)
	}
	slices.Sort(found)
	if want := []string{"nameless 0 1", "up.txt 0 1"}; !slices.Equal(found, want) {
		t.Errorf("found %q, want %q", found, want)
	}
	// A search ends if yield returns false.
	n := 0
	if err := Search(t.Context(), []string{dir}, Options{Documents: boardstudio.Documents}, func(*model.Document) *find.Query { return &find.Query{From: 1} }, func(Item, *model.Document, find.Hit) bool { n++; return n < 2 }); err != nil || n != 2 {
		t.Errorf("%d, %v", n, err)
	}
}

// TestTexts checks that a list caches the texts of recently used files up to a limit, and reads the
// texts of other files again.
func TestTexts(t *testing.T) {
	reads := map[int]int{}
	x := texts{limit: 100}
	get := func(file, size int) *codec.Games {
		t.Helper()
		g, err := x.get(t.Context(), file, func() (*codec.Games, int, error) {
			reads[file]++
			return &codec.Games{}, size, nil
		})
		if err != nil || g == nil {
			t.Fatal(err)
		}
		return g
	}
	a := get(1, 40)
	get(2, 40)
	if get(1, 40) != a || reads[1] != 1 {
		t.Error("a text that there is room for is read again")
	}
	get(3, 40) // drops 2, the least recently used
	get(1, 40)
	if reads[1] != 1 || x.size != 80 {
		t.Errorf("%d reads, %d bytes", reads[1], x.size)
	}
	get(2, 40)
	if reads[2] != 2 {
		t.Errorf("%d reads", reads[2])
	}
	get(4, 500) // larger than the limit, so it is cached alone
	get(4, 500)
	if reads[4] != 1 || x.size != 500 || len(x.list) != 1 || len(x.used) != 1 {
		t.Errorf("%d reads, %d bytes of %d files", reads[4], x.size, len(x.list))
	}
	g := &codec.Games{}
	if x.offer(5, g, 10); x.list[5] != nil {
		t.Error("it takes over more than there is room for")
	}
	for size, ok := range map[int]bool{59: true, 60: true, 61: false} { // beside 40 bytes of 100
		y := texts{limit: 100}
		y.offer(1, g, 40)
		if y.offer(2, g, size); (y.list[2] != nil) != ok || y.size > y.limit {
			t.Errorf("%d bytes more: %v, %d bytes in all", size, y.list[2] != nil, y.size)
		}
	}
	y := texts{limit: 100}
	y.offer(5, g, 100)
	if got, err := y.get(t.Context(), 5, nil); got != g || err != nil {
		t.Errorf("what it took over is not there: %v", err)
	}
	// Errors are not cached, and a cancellation of one caller does not affect another caller.
	if _, err := x.get(t.Context(), 6, func() (*codec.Games, int, error) { return nil, 0, os.ErrNotExist }); !errors.Is(err, os.ErrNotExist) || x.list[6] != nil {
		t.Errorf("%v", err)
	}
	tries := 0
	if _, err := x.get(t.Context(), 7, func() (*codec.Games, int, error) {
		if tries++; tries == 1 {
			return nil, 0, context.Canceled
		}
		return g, 1, nil
	}); err != nil || tries != 2 {
		t.Errorf("%v, %d tries", err, tries)
	}
}

// TestTextsDropped checks for data races while a text that is being read is dropped.
func TestTextsDropped(t *testing.T) {
	for range 100 {
		x := texts{limit: 1}
		started, ended := make(chan struct{}), make(chan struct{})
		var all sync.WaitGroup
		get := func(file int, meanwhile func()) {
			if _, err := x.get(t.Context(), file, func() (*codec.Games, int, error) { meanwhile(); return &codec.Games{}, 2, nil }); err != nil {
				t.Error(err)
			}
		}
		all.Go(func() { get(1, func() { close(started); <-ended }) })
		all.Go(func() { <-started; get(2, func() { close(ended) }) })
		all.Wait()
		if x.size != 2 || len(x.list) != 1 {
			t.Fatalf("%d bytes of %d files", x.size, len(x.list))
		}
	}
}

// TestReadAgain checks that uncached files are read again, and that a changed file is refused.
func TestReadAgain(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(first + second)
	l, _ := list(t, dir)
	forget := func() { l.texts = texts{} }
	forget()
	if d, err := l.Decode(t.Context(), 1); err != nil || d.Players[1].Name != "Cy" {
		t.Errorf("%v", err)
	}
	if forget(); l.Member(1) == nil {
		t.Error("a game has no place")
	}
	for _, text := range []string{second + first, first, first + second + third, "x"} {
		write(text)
		forget()
		if _, err := l.Decode(t.Context(), 1); err == nil {
			t.Errorf("of %q the second game is read", text)
		}
		if l.Member(1) != nil {
			t.Errorf("in %q the second game has a place", text)
		}
	}
}

// TestStdin checks that standard input is read for the path Stdin.
func TestStdin(t *testing.T) {
	var failed []string
	o := Options{Documents: boardstudio.Documents, Stdin: strings.NewReader(first + second), Failed: func(p string, err error) { failed = append(failed, p+": "+err.Error()) }}
	l, err := Read(t.Context(), []string{Stdin}, o)
	if err != nil || len(l.Rows) != 2 || l.Files[0].Path != Stdin || len(failed) > 0 || l.Member(0) != nil || l.SingleGamePath(0) != "" {
		t.Errorf("%+v, %q, %v", l, failed, err)
	}
	if d, err := l.Decode(t.Context(), 1); err != nil || d.Players[1].Name != "Cy" {
		t.Errorf("%v", err)
	}
	o.Stdin = strings.NewReader("Dear all,\nsee you.\n")
	if l, err := Read(t.Context(), []string{Stdin}, o); err != nil || len(l.Rows) != 0 || len(failed) != 1 || !strings.HasPrefix(failed[0], "-: standard input: ") {
		t.Errorf("%q, %v", failed, err)
	}
}

// TestItemOpen checks that Open reads a found game again or returns an error.
func TestItemOpen(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	if err := os.WriteFile(path, []byte(first+second), 0o600); err != nil {
		t.Fatal(err)
	}
	var items []Item
	if err := Each(t.Context(), []string{dir}, Options{Documents: boardstudio.Documents}, func(g Item, _ *model.Document) bool { items = append(items, g); return true }); err != nil || len(items) != 2 {
		t.Fatal(err)
	}
	for i, g := range items {
		d, m, err := g.Open(t.Context())
		if err != nil || d.Players[1].Name != []string{"Bo", "Cy"}[i] || m == nil || m.Index != i || m.Of != 2 || g.Number() != i+1 || g.SingleGamePath() != "" {
			t.Errorf("game %d: %+v, %v", i, m, err)
		}
	}
	for _, text := range []string{first, second + first, "x", ""} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if d, m, err := items[1].Open(t.Context()); err == nil || d != nil || m != nil {
			t.Errorf("%q: a game is opened", text)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := os.WriteFile(path, []byte(first+second), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := items[1].Open(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
