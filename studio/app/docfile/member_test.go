package docfile

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio"
	"boardstudio/document"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/store/journal"
)

const (
	ada = "[Variant \"othello\"]\n[Black \"Ada\"]\n1. f5 d6 2. c3\n\n"
	bo  = "[Variant \"othello\"]\n[Black \"Bo\"]\n1. f5 f6 {kept}\n\n"
	cy  = "[Variant \"othello\"]\n[Black \"Cy\"]\n1. f5 f4 2. e3\n"
)

// openMember opens a game of a multi-game file.
func (d *testHost) openMember(path string, i int) {
	d.t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		d.t.Fatal(err)
	}
	g, f, err := boardstudio.Documents.Games(d.t.Context(), path, data, codec.Options{})
	if err != nil {
		d.t.Fatal(err)
	}
	doc, err := g.Decode(d.t.Context(), i)
	if err != nil {
		d.t.Fatal(err)
	}
	d.OpenMember(doc, boardstudio.Documents.MemberOf(path, f, g, len(g.Heads), i, nil))
}

// end plays a move at the end of the main line.
func (d *testHost) end(move string) {
	d.t.Helper()
	t := d.doc.Tree
	last := t.Root()
	for n := range t.Main() {
		last = n
	}
	m, err := t.Rules().ParseMove(move)
	if err != nil {
		d.t.Fatal(err)
	}
	if err := t.Do("Move", model.Insert{Parent: last, Index: -1, Node: model.NewNode(m)}); err != nil {
		d.t.Fatal(err)
	}
}

func (d *testHost) into(m *document.Member, whole bool) error {
	return d.wait(func(done func(error)) { d.SaveInto(m, whole, false, done) })
}

// TestSaveInto checks that two games of a file can be edited and saved independently, and that the
// third stays unchanged.
func TestSaveInto(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.txt")
	if err := os.WriteFile(path, []byte(ada+bo+cy), 0o644); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	a, c := newHost(t, dir), newHost(t, dir)
	a.openMember(path, 0)
	c.openMember(path, 2)
	if a.Dirty() || a.Path() != "" || a.Name() != "games.txt, game 1" || a.Agreed() {
		t.Errorf("opened: dirty %v, path %q, name %q", a.Dirty(), a.Path(), a.Name())
	}
	a.end("d3")
	c.end("f6")
	for _, d := range []*testHost{a, c} {
		if !d.Dirty() {
			t.Error("edited, but not dirty")
		}
		if err := d.into(d.Member(), true); err != nil {
			t.Fatal(err)
		}
		if d.Dirty() || d.Path() != "" || !d.Agreed() || d.doc.Tree.UndoLabel() == "" {
			t.Errorf("saved: dirty %v, path %q, agreed %v, undo %q", d.Dirty(), d.Path(), d.Agreed(), d.doc.Tree.UndoLabel())
		}
	}
	read := func() string {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	text := read()
	if !strings.Contains(text, bo) || !strings.Contains(text, "2. c3 d3") || !strings.Contains(text, "f6") || strings.Count(text, "Variant") != 3 {
		t.Errorf("the file:\n%s", text)
	}
	a.doc.Tree.Undo()
	if !a.Dirty() {
		t.Error("taken back, but not dirty")
	}
	if err := a.into(a.Member(), false); err != nil || !a.Dirty() || strings.Contains(read(), "d3") {
		t.Errorf("written with a loss: %v, dirty %v", err, a.Dirty())
	}
	if v := a.store.Versions(path); len(v) < 3 {
		t.Errorf("%d versions", len(v))
	} else if old, err := a.store.Read(v[len(v)-1]); err != nil || string(old) != ada+bo+cy {
		t.Errorf("the first version: %q, %v", old, err)
	}
	// Another program removes the game.
	if err := os.WriteFile(path, []byte(bo+cy), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := a.into(a.Member(), true); !errors.Is(err, document.ErrMoved) || !a.Dirty() || read() != bo+cy {
		t.Errorf("a game that is gone: %v, dirty %v\n%s", err, a.Dirty(), read())
	}
	var n int
	var end *document.Member
	over := false
	a.GamesAt(path, func(games int, m *document.Member) { n, end, over = games, m, true })
	a.loop.Until(t, "the look at the file", func() bool { return over })
	if n != 2 || end == nil {
		t.Fatalf("%d games, %v", n, end)
	}
	if err := a.into(end, true); err != nil || a.Dirty() || !strings.HasPrefix(read(), bo+cy) || strings.Count(read(), "Variant") != 3 || a.Member().Index != 2 {
		t.Errorf("behind the others: %v, dirty %v\n%s", err, a.Dirty(), read())
	}
	// After saving to a separate file, a save to the multi-game file is a copy.
	own := filepath.Join(t.TempDir(), "own.studio")
	if err := a.save(own); err != nil || a.Member() != nil || a.Path() != own {
		t.Errorf("a file of its own: %v, %v", err, a.Member())
	}
	if err := a.into(end, true); err != nil || a.Path() != own || a.Member() != nil {
		t.Errorf("a copy: %v, path %q", err, a.Path())
	}
}

// TestGamesAt checks the number of games. It is 0 for a missing or unreadable file.
func TestGamesAt(t *testing.T) {
	dir := t.TempDir()
	one, other := filepath.Join(dir, "one.txt"), filepath.Join(dir, "other.studio")
	for path, text := range map[string]string{one: bo, other: "<none/>"} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	d := newHost(t, t.TempDir())
	for path, want := range map[string]int{one: 1, other: 0, filepath.Join(dir, "none.txt"): 0, dir: 0} {
		over, got := false, -1
		d.GamesAt(path, func(n int, _ *document.Member) { over, got = true, n })
		d.loop.Until(t, "the look at "+path, func() bool { return over })
		if got != want {
			t.Errorf("%s: %d games", path, got)
		}
	}
}

// TestConcurrentInserts checks that a game waits for the check of its moves, and that concurrent
// saves do not lose games.
func TestConcurrentInserts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.sgf")
	var text strings.Builder
	const n = 8
	for i := range n {
		text.WriteString("(;GM[4]SZ[15]PB[" + string(rune('a'+i)) + "];B[hh])\n")
	}
	if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	store := journal.New(t.TempDir())
	data := []byte(text.String())
	g, f, err := boardstudio.Documents.Games(context.Background(), path, data, codec.Options{})
	if err != nil {
		t.Fatal(err)
	}
	errs := make(chan error, n)
	for i := range n {
		d, err := g.Decode(context.Background(), i)
		if err != nil {
			t.Fatal(err)
		}
		d.Tree.Add(d.Tree.Root().First(), rules.Place(rules.Cell(i)))
		one, err := document.Encode(context.Background(), path, f, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		w := &written{target: target{path: path, format: f, member: boardstudio.Documents.MemberOf(path, f, g, n, i, nil)}, foreign: true}
		go func() { errs <- w.insert(store, one) }()
	}
	for range n {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	after, err := os.ReadFile(path)
	if err != nil || strings.Count(string(after), ";W[") != n {
		t.Errorf("%v\n%s", err, after)
	}
}
