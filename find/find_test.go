package find_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"go.uber.org/goleak"

	"boardstudio"
	"boardstudio/find"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func build(t testing.TB, name string, over ...string) rules.Rules {
	t.Helper()
	p := rules.Params{}
	for _, w := range over {
		k, v, _ := strings.Cut(w, "=")
		p[k] = v
	}
	for _, g := range all.Games {
		preset := name
		if g.Name == name {
			preset = ""
		}
		if r, err := g.Build(preset, p); err == nil {
			return r
		}
	}
	t.Fatalf("no game %s %v", name, over)
	return nil
}

// open reads a document in any supported format. An error ends the test.
func open(t testing.TB, path string) *model.Document {
	t.Helper()
	d, _, err := boardstudio.Documents.Open(context.Background(), path, codec.Options{Games: all.Games})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// play adds a line of moves below n and returns its end.
func play(t testing.TB, tr *model.Tree, n *model.Node, moves string) *model.Node {
	t.Helper()
	for _, text := range strings.Fields(moves) {
		m, err := tr.Rules().ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if c := tr.Find(n, m); c != nil {
			n = c
		} else {
			n = tr.Add(n, m)
		}
	}
	return n
}

func path(d *model.Document, n *model.Node) string {
	var words []string
	for _, x := range d.Tree.Line(n) {
		if m, ok := x.Move(); ok {
			words = append(words, d.Tree.Rules().FormatMove(m))
		} else if x.Raw() != "" {
			words = append(words, x.Raw())
		} else if x.Parent() != nil {
			words = append(words, "set-up")
		}
	}
	return strings.Join(words, " ")
}

func search(t testing.TB, d *model.Document, q find.Query) []find.Hit {
	t.Helper()
	var hits []find.Hit
	if err := find.Search(context.Background(), d, &q, nil, func(h find.Hit) bool { hits = append(hits, h); return true }); err != nil {
		t.Fatal(err)
	}
	return hits
}

func paths(d *model.Document, hits []find.Hit) string {
	var parts []string
	for _, h := range hits {
		parts = append(parts, path(d, h.Node))
	}
	return strings.Join(parts, "; ")
}

func TestText(t *testing.T) {
	d := model.NewDocument(build(t, "tictactoe"))
	a := play(t, d.Tree, d.Tree.Root(), "b2")
	b := play(t, d.Tree, a, "a1")
	c := play(t, d.Tree, b, "c3")
	d.Tree.Annotate(a, model.Annotation{Comment: "Le premier coup\nest FORCÉ, dit Hélène."})
	d.Tree.Annotate(b, model.Annotation{Name: "Variante forcee"})
	d.Tree.Annotate(c, model.Annotation{Comment: "Straße, e\u0301tude, cœur et œuvre"})
	for _, x := range []struct {
		text  string
		whole bool
		want  string
	}{
		{"force", false, "b2; b2 a1"},
		{"FORCÉE", false, "b2 a1"},
		{"forcé", true, "b2"},
		{"coup est", false, "b2"},
		{"strasse", false, "b2 a1 c3"},
		{"étude", true, "b2 a1 c3"},
		{"tude", false, "b2 a1 c3"},
		{"tude", true, ""},
		{"OEUVRE", true, "b2 a1 c3"},
		{"nothing of that", false, ""},
	} {
		if got := paths(d, search(t, d, find.Query{Text: x.text, Whole: x.whole})); got != x.want {
			t.Errorf("%q, whole %v: %q, want %q", x.text, x.whole, got, x.want)
		}
	}
	if h := search(t, d, find.Query{Text: "helene"}); len(h) != 1 || h[0].Why != "Le premier coup est FORCÉ, dit Hélène." || h[0].Ply != 1 {
		t.Errorf("%+v", h)
	}
}

func TestExcerpt(t *testing.T) {
	long := strings.Repeat("avant ", 50) + "ICI" + strings.Repeat(" après", 50)
	at := strings.Index(long, "ICI")
	got := find.Excerpt(long, at, at+3, 40)
	if !strings.HasPrefix(got, "…avant") || !strings.HasSuffix(got, "après…") || !strings.Contains(got, " ICI ") || len([]rune(got)) > 42 {
		t.Errorf("%q", got)
	}
	if got := find.Excerpt("short", 0, 5, 40); got != "short" {
		t.Errorf("%q", got)
	}
}

func FuzzText(f *testing.F) {
	f.Add("Élan vital", "elan", true)
	f.Add("e\u0301\xff\u0130x", "i", false)
	r := build(f, "tictactoe")
	f.Fuzz(func(t *testing.T, text, what string, whole bool) {
		d := model.NewDocument(r)
		d.Tree.Annotate(d.Tree.Root(), model.Annotation{Comment: text})
		found := len(search(t, d, find.Query{Text: what, Whole: whole, Commented: true})) > 0
		if utf8.ValidString(text+what) && strings.Contains(text, what) && text != "" && !whole && !found {
			t.Errorf("%q is in %q", what, text)
		}
		find.Excerpt(text, len(what), len(text)/2, 20)
	})
}

func TestNotes(t *testing.T) {
	d := model.NewDocument(build(t, "tictactoe"))
	d.Players[0].Name, d.Players[1].Name = "Zoé Martin", "Alan"
	tr := d.Tree
	a := play(t, tr, tr.Root(), "b2")
	b := play(t, tr, a, "a1")
	c := play(t, tr, b, "c3")
	bad := play(t, tr, c, "c3")
	tr.Annotate(play(t, tr, bad, "a2"), model.Annotation{Comment: "a remark"})
	tr.AddRaw(a, "zz")
	set := tr.AddSetup(b, "A.../.../..B A")
	tr.Annotate(a, model.Annotation{Glyphs: []model.Glyph{"!"}, Evals: []model.Eval{{Engine: "x", Score: 1}}, Name: "centre"})
	tr.Annotate(b, model.Annotation{Glyphs: []model.Glyph{"??", "="}, Bookmark: true, Evals: []model.Eval{{Engine: "y", Score: 9}, {Engine: "x", Score: 3}}})
	tr.Annotate(c, model.Annotation{Marks: []model.Mark{{Cell: 0, Kind: model.MarkCircle}, {Cell: 4, Kind: model.MarkLabel, Text: "K"}}, Evals: []model.Eval{{Engine: "x", Score: -1, Proved: true}}})
	_ = set
	for _, x := range []struct {
		name      string
		q         find.Query
		want, why string
	}{
		{"glyph", find.Query{Glyphs: []model.Glyph{"??", "?"}}, "b2 a1", "??"},
		{"either glyph", find.Query{Glyphs: []model.Glyph{"=", "!"}}, "b2; b2 a1", ""},
		{"bookmark", find.Query{Bookmarked: true}, "b2 a1", ""},
		{"named", find.Query{Named: true}, "b2", "centre"},
		{"commented", find.Query{Commented: true}, "b2 a1 c3 c3 a2", "a remark"},
		{"marked", find.Query{Marked: true}, "b2 a1 c3", "a1 b2=K"},
		{"kind of mark", find.Query{Marked: true, Mark: model.MarkLabel}, "b2 a1 c3", "b2=K"},
		{"no such mark", find.Query{Marked: true, Mark: model.MarkCross}, "", ""},
		// x evaluates 1 for the second player, who is to move, and then 3 for the first: from 1 to
		// -3.
		{"swing", find.Query{Swing: 4, To: 2}, "b2 a1", "+1.00 → −3.00"},
		{"less than that", find.Query{Swing: 4.5, To: 2}, "", ""},
		{"proved", find.Query{Swing: 1000}, "b2 a1 c3", "+3.00 → +∞"},
		{"broken", find.Query{Broken: true}, "b2 a1 c3 c3; b2 a1 set-up; b2 zz", ""},
		{"seat", find.Query{Movers: rules.Of(1), To: 2}, "b2 a1; b2 zz", ""},
		{"player", find.Query{Player: "zoe", To: 3}, "b2; b2 a1 c3", ""},
		{"nobody", find.Query{Player: "nobody"}, "", ""},
		{"player elsewhere", find.Query{Player: "zoe", Movers: rules.Of(1)}, "", ""},
		{"range", find.Query{From: 3, To: 3}, "b2 a1 c3", ""},
		{"up to the first move", find.Query{Glyphs: []model.Glyph{"??", "!"}, To: 1}, "b2", "!"},
		{"up to the second", find.Query{Glyphs: []model.Glyph{"??", "!"}, To: 2}, "b2; b2 a1", "!"},
		{"from the second", find.Query{Glyphs: []model.Glyph{"??", "!"}, From: 2}, "b2 a1", "??"},
		{"both", find.Query{Bookmarked: true, Glyphs: []model.Glyph{"??"}, From: 2}, "b2 a1", "??"},
		{"never both", find.Query{Bookmarked: true, Glyphs: []model.Glyph{"!"}}, "", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			hits := search(t, d, x.q)
			if got := paths(d, hits); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			} else if x.why != "" && hits[0].Why != x.why {
				t.Errorf("because of %q, want %q", hits[0].Why, x.why)
			}
		})
	}
	if !(&find.Query{Whole: true}).Empty() || (&find.Query{To: 1}).Empty() {
		t.Error("Empty is wrong")
	}
}

func setup(t testing.TB, tr *model.Tree, n *model.Node) *rules.Setup {
	t.Helper()
	p, err := tr.Position(n)
	if err != nil {
		t.Fatal(err)
	}
	s := rules.SetupOf(tr.Rules(), p)
	return &s
}

// TestPositionInRealGames checks that rotated and reflected positions of real games are found.
func TestPositionInRealGames(t *testing.T) {
	for _, file := range []string{"../samples/penloup-juhem.studio", "../samples/pente.studio", "../samples/awale.studio"} {
		t.Run(filepath.Base(file), func(t *testing.T) {
			d := open(t, file)
			sym := rules.SymmetriesOf(d.Tree.Rules().Board())
			rnd := rand.New(rand.NewPCG(3, 4))
			i := 0
			for n := range d.Tree.Main() {
				if i++; i%7 != 0 {
					continue
				}
				perm := sym.At(rnd.IntN(sym.Len()))
				s := perm.Setup(*setup(t, d.Tree, n))
				hits := search(t, d, find.Query{Position: &s})
				k := slices.IndexFunc(hits, func(h find.Hit) bool { return h.Node == n })
				if k < 0 {
					t.Fatalf("the position at %s is not found", path(d, n))
				}
				if got := hits[k].Perm.Setup(s); !slices.Equal(got.Cells, setup(t, d.Tree, n).Cells) {
					t.Error("the rearrangement is not the one")
				}
				s.Turn = 1 - s.Turn
				if hits := search(t, d, find.Query{Position: &s}); len(hits) != 0 {
					t.Error("found with the other player to move")
				}
			}
		})
	}
	d := open(t, "../samples/pente.studio")
	s := setup(t, d.Tree, d.Tree.Root().First().First())
	s.Held = []int{0, 1}
	if hits := search(t, d, find.Query{Position: s}); len(hits) != 0 {
		t.Error("found with another number of pairs")
	}
	if err := find.Search(context.Background(), d, &find.Query{Position: &rules.Setup{Cells: s.Cells[1:]}}, nil, nil); err == nil {
		t.Error("a position of another board is accepted")
	}
}

func TestStops(t *testing.T) {
	d := open(t, "../samples/pente.studio")
	n := 0
	err := find.Search(context.Background(), d, &find.Query{To: 1000}, nil, func(find.Hit) bool { n++; return n < 3 })
	if err != nil || n != 3 {
		t.Errorf("%d hits, %v", n, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	big := model.NewTree(build(t, "gomoku"))
	for range 1000 {
		big.Add(big.Root(), rules.Place(3))
	}
	if err := find.Search(ctx, &model.Document{Tree: big}, &find.Query{Bookmarked: true}, nil, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if x, err := find.Collect(ctx, big, nil); x != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v %v", x, err)
	}
}

// fillFolder makes folders, files and links for TestFolder.
func fillFolder(t *testing.T, dir string) {
	t.Helper()
	mkdir := func(p string) {
		if err := os.MkdirAll(filepath.Join(dir, p), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write := func(p, text string) {
		if err := os.WriteFile(filepath.Join(dir, p), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	link := func(to, from string) {
		if err := os.Symlink(to, filepath.Join(dir, from)); err != nil {
			t.Fatal(err)
		}
	}
	mkdir("b/deep/er")
	mkdir(".hidden")
	mkdir("a")
	write("b/deep/er/2.g", "x")
	write("b/1.g", "x")
	write("a/3.g", "broken")
	write("a/4.txt", "x")
	write(".hidden/5.g", "x")
	write("c.g", "x")
	link(dir, "b/deep/up")   // a loop
	link("c.g", "d.g")       // the same file again
	link("nowhere", "e.g")   // dead
	link("nowhere", "f.txt") // dead link to an unknown file, ignored
	link("around", "around") // link to itself, ignored
	outside := t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "o.g"), []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	link(outside, "b/outside") // leads outside the folder
	link(filepath.Join(outside, "o.g"), "b/deep/o.g")
	link("/", "root")
	link(".hidden/5.g", "h.g") // leads inside the folder
}

func TestFolder(t *testing.T) {
	dir := t.TempDir()
	fillFolder(t, dir)
	var failed, skipped []string
	f := find.Folder{
		Known:   func(p string) bool { return strings.HasSuffix(p, ".g") },
		Failed:  func(p string, err error) { failed = append(failed, strings.TrimPrefix(p, dir+"/")+": "+err.Error()) },
		Skipped: func(p string) { skipped = append(skipped, strings.TrimPrefix(p, dir+"/")) },
	}
	list := func(paths ...string) string {
		t.Helper()
		failed, skipped = nil, nil
		found, err := f.Files(t.Context(), paths)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range found {
			found[i] = strings.TrimPrefix(p, dir+"/")
		}
		return strings.Join(found, " ")
	}
	if got, want := list(dir, filepath.Join(dir, "a/4.txt"), filepath.Join(dir, "none")), "a/3.g b/1.g b/deep/er/2.g c.g h.g a/4.txt"; got != want {
		t.Errorf("listed %s, want %s", got, want)
	}
	if got, want := strings.Join(failed, "; "), "e.g: it cannot be read: no such file or directory; none: it cannot be read: no such file or directory"; got != want {
		t.Errorf("failed: %s, want %s", got, want)
	}
	if got, want := strings.Join(skipped, " "), "a/4.txt"; got != want {
		t.Errorf("skipped: %s, want %s", got, want)
	}
	// A named link is followed, and its target becomes the folder.
	if got, want := list(filepath.Join(dir, "b/outside"), filepath.Join(dir, "b/deep/o.g"), "-")+"; "+strings.Join(failed, "; "), "b/outside/o.g b/deep/o.g; -: it cannot be read: no such file or directory"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	// A named file is accepted whatever its name.
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	w.Close()
	pipe, self := fmt.Sprintf("/proc/self/fd/%d", r.Fd()), filepath.Join(dir, "self.g")
	if err := os.Symlink(self, self); err != nil {
		t.Fatal(err)
	}
	if got := list(pipe, self); got != pipe || strings.Join(failed, "; ") != "self.g: it cannot be read: too many levels of symbolic links" {
		t.Errorf("%q, %q", got, failed)
	}
	if err := os.Remove(self); err != nil {
		t.Fatal(err)
	}
	if got := list(""); got != "" || strings.Join(failed, "; ") != ": it cannot be read: no such file or directory" {
		t.Errorf("%q, %v", got, failed)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := f.Files(ctx, []string{dir}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	// Callbacks are optional.
	f.Failed, f.Skipped = nil, nil
	if found, err := f.Files(t.Context(), []string{dir, filepath.Join(dir, "none")}); err != nil || len(found) != 5 {
		t.Errorf("%q, %v", found, err)
	}
}

// TestFolderTooDeep checks that a folder whose path exceeds the system's limit is reported.
func TestFolderTooDeep(t *testing.T) {
	dir := t.TempDir()
	at, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	name := strings.Repeat("d", 250)
	for range 17 {
		if err := at.Mkdir(name, 0o755); err != nil {
			t.Fatal(err)
		}
		below, err := at.OpenRoot(name)
		if err != nil {
			t.Fatal(err)
		}
		at.Close()
		at = below
	}
	defer at.Close()
	if err := at.WriteFile("deep.g", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	var failed []string
	f := find.Folder{Known: func(p string) bool { return strings.HasSuffix(p, ".g") }, Failed: func(p string, err error) { failed = append(failed, err.Error()) }}
	found, err := f.Files(t.Context(), []string{dir})
	if err != nil || len(found) != 0 || !slices.Equal(failed, []string{"it cannot be read: file name too long"}) {
		t.Errorf("%q, %q, %v", found, failed, err)
	}
}

// TestFolderStops checks that listing ends with its context, even if the file system does not
// respond.
func TestFolderStops(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.g"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	answer := make(chan struct{})
	defer close(answer)
	f := find.Folder{Known: func(string) bool { cancel(); <-answer; return true }}
	if _, err := f.Files(ctx, []string{dir}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestSameBoard(t *testing.T) {
	for _, x := range []struct {
		a, b rules.Rules
		want bool
	}{
		{build(t, "gomoku"), build(t, "renju"), true},
		{build(t, "gomoku"), build(t, "pente"), false},
		{build(t, "line", "rows=4", "cols=6"), build(t, "line", "rows=6", "cols=4"), false},
		{build(t, "gomoku"), build(t, "gomoku", "topology=torus"), false},
		{build(t, "othello"), build(t, "line", "rows=8", "cols=8"), false},
		{build(t, "gomoku"), build(t, "gomoku", "players=3"), false},
		{build(t, "gomoku"), build(t, "gomoku", "drop=on"), false},
		{build(t, "awale"), build(t, "awale", "seeds=3"), true},
		{build(t, "awale"), build(t, "awale", "pits=5"), false},
	} {
		if got := find.SameBoard(x.a, x.b); got != x.want {
			t.Errorf("%v and %v: %v", x.a.Spec(), x.b.Spec(), got)
		}
	}
}
