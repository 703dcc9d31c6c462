package collection

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardstudio"
	"boardstudio/find"
	"boardstudio/io/codec"
	"boardstudio/io/codectest"
	"boardstudio/model"
	"boardstudio/rules/all"
)

// TestColumns checks that rows are sorted by each column in both directions, with equal rows in
// list order.
func TestColumns(t *testing.T) {
	dir := t.TempDir()
	put := func(name string, texts ...string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(strings.Join(texts, "")), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	game := func(variant, black, white, event, date, result, moves string) string {
		return fmt.Sprintf("[Variant %q]\n[Black %q]\n[White %q]\n[Event %q]\n[Date %q]\n[Result %q]\n%s\n\n", variant, black, white, event, date, result, moves)
	}
	put("a.txt",
		game("othello", "Cy", "Bo", "B", "2001", "40-24", "1. f5 d6"),
		game("othello", "Ada", "Di", "C", "1999", "24-40", "1. f5"),
	)
	put("b.txt", game("gomoku", "Ada", "Bo", "A", "2001", "1-0", "1. h8 h9 2. i8"))
	put("c.txt", game("othello", "Cy", "Bo", "B", "2000", "40-24", "1. f5 d6"))
	l, failed := list(t, dir)
	if len(l.Rows) != 4 || len(failed) > 0 {
		t.Fatalf("%d rows, %q", len(l.Rows), failed)
	}
	for _, x := range []struct {
		c    Column
		want []int
	}{
		{Players, []int{2, 1, 0, 3}},
		{Event, []int{2, 0, 3, 1}},
		{Date, []int{1, 3, 0, 2}},
		{Result, []int{2, 1, 0, 3}},
		{Plies, []int{1, 0, 3, 2}},
		{Game, []int{2, 0, 1, 3}},
		{Place, []int{0, 1, 2, 3}},
	} {
		rows := []int{3, 1, 0, 2}
		l.Sort(rows, x.c, false)
		if !slices.Equal(rows, x.want) {
			t.Errorf("%s: %v, want %v", x.c.Title(), rows, x.want)
		}
		l.Sort(rows, x.c, true)
		slices.Reverse(rows)
		if !slices.Equal(rows, x.want) {
			t.Errorf("%s downwards: the reverse of %v, want that of %v", x.c.Title(), rows, x.want)
		}
	}
	var titles []string
	for c := range Columns {
		titles = append(titles, string(c.Title()))
	}
	if got := strings.Join(titles, " "); got != "Players Event Date Result Plies Game File" {
		t.Errorf("the columns are %s", got)
	}
	all := l.All()
	if got := l.Filter(all, "  "); !slices.Equal(got, all) || &got[0] == &all[0] {
		t.Errorf("without a word: %v", got)
	}
	if got := l.Filter([]int{3, 2, 0}, "CY 40-24"); !slices.Equal(got, []int{3, 0}) {
		t.Errorf("filtered %v", got)
	}
}

// TestLabels checks the names of a row and the label at the end of a merged game.
func TestLabels(t *testing.T) {
	for _, x := range []struct {
		h            codec.Head
		names, label string
	}{
		{codec.Head{Players: []string{"Ada", "Bo"}, Title: "T", Event: "Cup", Date: "1999", Result: "1-0"}, "Ada – Bo", "Ada – Bo, 1-0, Cup, 1999"},
		{codec.Head{Players: []string{"", "Bo"}}, "? – Bo", "? – Bo"},
		{codec.Head{Players: []string{"", ""}, Title: "T", Date: "1999"}, "T", "T, 1999"},
		{codec.Head{}, "", ""},
	} {
		t.Run(x.label, func(t *testing.T) {
			r := Row{Head: x.h}
			if r.Names() != x.names || r.label() != x.label {
				t.Errorf("%+v: %q, %q", x.h, r.Names(), r.label())
			}
		})
	}
}

// TestMergeStarts checks that games with the same initial set-up are merged below one node.
func TestMergeStarts(t *testing.T) {
	dir := t.TempDir()
	text := "(;GM[4]SZ[15]AB[hh]PB[A]PW[B];W[hi])(;GM[4]SZ[15]AB[hh]PB[C]PW[D];W[hi];B[hj])(;GM[4]SZ[15]AB[aa]PB[E]PW[F];W[hi])(;GM[4]SZ[15]PB[G]PW[H];B[hh]C[one])(;GM[4]SZ[15]PB[I]PW[J];B[hh]C[two](;W[aa])(;W[bb]))"
	if err := os.WriteFile(filepath.Join(dir, "a.sgf"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	l, _ := list(t, dir)
	m, err := l.Merge(t.Context(), nil, l.All(), nil)
	if err != nil || m.Games != 5 || m.Other != 0 {
		t.Fatal(err, m)
	}
	var got []string
	tree := m.Doc.Tree
	for n := range tree.All() {
		depth := 0
		for p := n.Parent(); p != nil; p = p.Parent() {
			depth++
		}
		what := "start"
		if move, ok := n.Move(); ok {
			what = tree.Rules().FormatMove(move)
		} else if n.Setup() != "" {
			what = "set-up"
		}
		got = append(got, strings.TrimSuffix(fmt.Sprintf("%d %s %s", depth, what, strings.ReplaceAll(n.Comment(), "\n", "|")), " "))
	}
	want := []string{
		"0 start", "1 set-up", "2 h9 A – B", "3 h10 C – D", "1 h8 one||two||G – H", "2 a1 I – J", "2 b2", "1 set-up", "2 h9 E – F",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want\n%q", got, want)
	}
	if tree.Check() != nil || len(tree.Validate(1)) > 0 {
		t.Errorf("%v", tree.Check())
	}
	// Games with other rules are counted and skipped.
	gomoku, err := all.Games.Build("othello", nil)
	if err != nil {
		t.Fatal(err)
	}
	if m, err := l.Merge(t.Context(), gomoku, l.All(), nil); err != nil || m.Other != 5 || m.Games != 0 || m.Doc == nil || m.Doc.Tree.Len() != 1 {
		t.Errorf("%+v, %v", m, err)
	}
}

// reports collects the callbacks of Options.
type reports struct{ failed, warned, skipped []string }

func (r *reports) options() Options {
	return Options{
		Documents: boardstudio.Documents,
		Failed:    func(p string, err error) { r.failed = append(r.failed, filepath.Base(p)+": "+err.Error()) },
		Warned:    func(p string, err error) { r.warned = append(r.warned, filepath.Base(p)+": "+err.Error()) },
		Skipped:   func(p string) { r.skipped = append(r.skipped, filepath.Base(p)) },
	}
}

// TestPathsWithoutGames checks that each path without games is reported once. If a file or an
// archive in it is unreadable, only that is reported.
func TestPathsWithoutGames(t *testing.T) {
	dir := t.TempDir()
	sub := func(name string) string {
		path := filepath.Join(dir, name)
		if err := os.Mkdir(path, 0o700); err != nil {
			t.Fatal(err)
		}
		return path
	}
	file := func(path, text string) string {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	empty, bad, good, packed, twin, fine := sub("empty"), sub("bad"), sub("good"), sub("packed"), sub("pack"), sub("fine")
	file(filepath.Join(fine, "z.txt"), third)
	file(filepath.Join(bad, "x.txt"), "Dear all,\nsee you.\n")
	file(filepath.Join(good, "x.txt"), third)
	file(filepath.Join(good, "y.txt"), "Dear all,\nsee you.\n")
	file(filepath.Join(good, "picture.png"), "x")
	file(filepath.Join(packed, "x.zip"), "no archive")
	paths := []string{empty, bad, good, packed, twin, fine, filepath.Join(dir, "none")}
	want := []string{
		"empty: there is no game record in it", "none: it cannot be read: no such file or directory", "pack: there is no game record in it",
		"x.txt: x.txt: the record does not name its game", "x.zip: x.zip: it cannot be unpacked: it is damaged, or not a zip archive", "y.txt: y.txt: the record does not name its game",
	}
	var r reports
	if l, err := Read(t.Context(), paths, r.options()); err != nil || len(l.Rows) != 2 {
		t.Fatal(err)
	}
	slices.Sort(r.failed)
	if !slices.Equal(r.failed, want) || !slices.Equal(r.skipped, []string{"picture.png"}) || len(r.warned) > 0 {
		t.Errorf("Read: failed %q, want\n%q; skipped %q", r.failed, want, r.skipped)
	}
	r = reports{}
	n := 0
	if err := Each(t.Context(), paths, r.options(), func(Item, *model.Document) bool { n++; return true }); err != nil || n != 2 {
		t.Fatal(err, n)
	}
	slices.Sort(r.failed)
	if !slices.Equal(r.failed, want) || !slices.Equal(r.skipped, []string{"picture.png"}) {
		t.Errorf("Each: failed %q, want\n%q; skipped %q", r.failed, want, r.skipped)
	}
	// If f returns false, later paths are not reported.
	r = reports{}
	if err := Each(t.Context(), []string{good, empty}, r.options(), func(Item, *model.Document) bool { return false }); err != nil || len(r.failed) > 0 {
		t.Errorf("ended: %v, failed %q", err, r.failed)
	}
	// Callbacks are optional.
	if l, err := Read(t.Context(), paths, Options{Documents: boardstudio.Documents}); err != nil || len(l.Rows) != 2 {
		t.Error(err)
	}
	if err := Each(t.Context(), paths, Options{Documents: boardstudio.Documents}, func(Item, *model.Document) bool { return true }); err != nil {
		t.Error(err)
	}
}

// TestEachItems checks that games are in order with their places, and that unreadable games are
// reported. Warnings must be distinguished from damage.
func TestEachItems(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.sgf":    "(;GM[4]SZ[15];B[hh])(;GM[4]SZ[99];B[hh])(;GM[4]SZ[15];B[hh];W[hi])",
		"b.sgf":    "(;GM[4]SZ[15];B[hh])",
		"c.sgf":    "(;GM[4]SZ[15]C[\xba\xc3\xc6\xe5\xd2\xbb\xb6\xfe\xc8\xfd];B[hh])(;GM[4]SZ[15];B[hi])",
		"d.txt":    "h8 i9",
		"e.studio": "<broken",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var r reports
	var got []string
	o := r.options()
	o.Spec = codectest.Spec(t, "gomoku")
	err := Each(t.Context(), []string{dir}, o, func(g Item, d *model.Document) bool {
		alone := ""
		if g.SingleGamePath() != "" {
			alone = " alone"
		}
		got = append(got, fmt.Sprintf("%s %d/%d %d %d%s", filepath.Base(g.File.Path), g.Index, g.Of, g.Number(), d.Tree.Len(), alone))
		return true
	})
	want := []string{"a.sgf 0/3 1 2", "a.sgf 2/3 3 3", "b.sgf 0/1 0 2 alone", "c.sgf 0/2 1 2", "c.sgf 1/2 2 2", "d.txt 0/1 0 3 alone"}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, want\n%q; %v", got, want, err)
	}
	if len(r.failed) != 2 || !strings.HasPrefix(r.failed[0], "a.sgf: a.sgf:") || !strings.HasPrefix(r.failed[1], "e.studio: e.studio:") {
		t.Errorf("failed %q", r.failed)
	}
	// A search ends if yield returns false.
	hits := 0
	err = Search(t.Context(), []string{dir}, o, func(*model.Document) *find.Query { return &find.Query{From: 1} }, func(g Item, _ *model.Document, h find.Hit) bool {
		hits++
		return g.Index != 2
	})
	if err != nil || hits != 2 {
		t.Errorf("%d hits, %v", hits, err)
	}
}

// TestKnown checks that archives and records are recognised by name, in upper and lower case.
func TestKnown(t *testing.T) {
	for name, want := range map[string][2]bool{"a.zip": {true, true}, "a.ZIP": {true, true}, "a.sgf.gz": {true, true}, "a.sgf": {true, false}, "a.doc": {false, false}, "zip": {false, false}} {
		t.Run(name, func(t *testing.T) {
			if got := [2]bool{Known(boardstudio.Documents, name), Archive(name)}; got != want {
				t.Errorf("%v, want %v", got, want)
			}
		})
	}
}

// TestUnpackedSize checks that a file may expand to a megabyte plus a hundred times its size, up to
// the maximum file size.
func TestUnpackedSize(t *testing.T) {
	for packed, want := range map[int64]int64{0: 1 << 20, 1000: 1<<20 + 100_000, codec.MaxFile: codec.MaxFile, codec.MaxFile + 1: codec.MaxFile, 1 << 62: codec.MaxFile} {
		if got := unpackedSize(packed); got != want {
			t.Errorf("%d: %d, want %d", packed, got, want)
		}
	}
}

// TestDocsInOrder checks that games are yielded in the order of the rows, each with its own error,
// until the loop ends.
func TestDocsInOrder(t *testing.T) {
	path := save(t, "a.sgf", []byte("(;GM[4]SZ[15]PB[0];B[hh])(;GM[4]SZ[99];B[hh])(;GM[4]SZ[15]PB[2];B[hh])"))
	l, _ := list(t, path)
	var got []string
	for i, x := range l.Docs(t.Context(), []int{2, 1, 0, 2}) {
		name := fmt.Sprint(x.Err != nil)
		if x.Err == nil {
			name = x.Doc.Players[0].Name
		}
		got = append(got, fmt.Sprint(i, " ", name))
	}
	if want := []string{"0 2", "1 true", "2 0", "3 2"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	n := 0
	for range l.Docs(t.Context(), l.All()) {
		if n++; n == 2 {
			break
		}
	}
	if n != 2 {
		t.Errorf("%d games", n)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range l.Docs(ctx, l.All()) {
		t.Error("a game after it was cancelled")
	}
	if _, err := l.Merge(ctx, nil, l.All(), nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
