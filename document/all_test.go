package document

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"boardstudio/io/codec"
	"boardstudio/io/record"
	"boardstudio/io/xml"
	"boardstudio/model"
	"boardstudio/rules"
	games "boardstudio/rules/all"
)

func smallDocument(t testing.TB) *model.Document {
	t.Helper()
	r, err := games.Games.Build("othello", nil)
	if err != nil {
		t.Fatal(err)
	}
	d := model.NewDocument(r)
	n := d.Tree.Root()
	for m := range r.Start().Moves() {
		n = d.Tree.Add(n, m)
		break
	}
	d.Tree.Annotate(n, model.Annotation{Comment: "first"})
	return d
}

// shortGame returns a game with at most n moves, of the first preset that the format can store.
func shortGame(t testing.TB, f *codec.Format, n int) *model.Document {
	t.Helper()
	for _, g := range games.Games {
		for _, p := range g.Presets {
			r, err := g.Build(p.Name, nil)
			if err != nil || f.Writes(r) != nil {
				continue
			}
			d := model.NewDocument(r)
			at, pos := d.Tree.Root(), r.Start()
			for range n {
				for m := range pos.Moves() {
					at = d.Tree.Add(at, m)
					pos, _ = pos.Play(m)
					break
				}
			}
			return d
		}
	}
	t.Fatalf("%s holds no game", f.Name)
	return nil
}

func open(path string) (*model.Document, *codec.Format, error) {
	return library.Open(context.Background(), path, codec.Options{})
}

// TestEveryFormat checks that each format that can be written is recognised again, whatever the
// name of the file.
func TestEveryFormat(t *testing.T) {
	names := map[string]bool{}
	for _, f := range library.Formats {
		if names[f.Name] || f.Name == "" || f.Title == "" || len(f.Ext) == 0 || f.Decode == nil && f.Encode == nil {
			t.Errorf("format %q is incomplete, or twice there", f.Name)
		}
		names[f.Name] = true
		if f.Decode == nil || f.Encode == nil {
			continue
		}
		d := smallDocument(t)
		if f.Holds != nil { // the format stores fewer games, possibly only moves
			d = shortGame(t, f, 2)
		}
		dir := t.TempDir()
		for _, name := range []string{"a" + f.Ext[0], "b", "c.studio", "d.txt", "e.xml"} {
			path := filepath.Join(dir, name)
			if err := Save(path, f, d); err != nil {
				t.Errorf("%s: %v", f.Name, err)
				continue
			}
			back, got, err := open(path)
			if codec.IsUnnamed(err) { // the format does not name the game
				spec := d.Tree.Rules().Spec()
				back, got, err = library.Open(context.Background(), path, codec.Options{Spec: &spec})
			}
			if err != nil || got != f {
				t.Errorf("%s as %s: taken for %v, %v", f.Name, name, got, err)
				continue
			}
			if err := model.Equal(d, back); f.Lossless && err != nil {
				t.Errorf("%s as %s: %v", f.Name, name, err)
			}
			if back.ReadOnly {
				t.Errorf("%s as %s cannot be saved again", f.Name, name)
			}
		}
	}
	if library.Formats[0].Decode == nil || library.Formats[0].Encode == nil || !library.Formats[0].Lossless {
		t.Error("the first format, which is for new files, does not keep everything")
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	fifo := filepath.Join(dir, "fifo.studio")
	if err := syscall.Mkfifo(fifo, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, path, want string }{
		{"no file", filepath.Join(dir, "none.studio"), "none.studio: cannot be opened: there is no such file or folder"},
		{"a folder", dir, filepath.Base(dir) + ": it is a folder"},
		{"a pipe", fifo, "fifo.studio: it is not a regular file"},
		{"a device", "/dev/zero", "zero: it is not a regular file"},
		{"an empty file", put("empty", ""), "empty: the file is empty"},
		{"an empty document", put("empty.studio", ""), "empty.studio:1: there is no XML element in the file"},
		{"another format", put("a.bin", "\x7fELF"), "a.bin: this format cannot be read"},
		{"another XML", put("a.xml", "<html/>"), "a.xml:1: the root element <html> does not belong to a Studio document"},
		{"a broken document", put("broken.studio", "<studio>"), "broken.studio:1: the file does not name its version of the format"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, f, err := open(tt.path)
			var e *codec.Error
			if d != nil || f != nil || !errors.As(err, &e) || err.Error() != tt.want {
				t.Errorf("%v\nwant %s", err, tt.want)
			}
		})
	}
}

// TestHugeFile checks that a huge file is refused before it is read.
func TestHugeFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "huge.studio")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Truncate(1<<40), f.Close()); err != nil { // a sparse file, which would take minutes to read
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	_, _, err = open(path)
	took := time.Since(start)
	runtime.ReadMemStats(&after)
	if err == nil || err.Error() != "huge.studio: the file is larger than 256 MB" {
		t.Errorf("got %v", err)
	}
	if used := after.TotalAlloc - before.TotalAlloc; took > 10*time.Second || used > 1<<20 {
		t.Errorf("it took %v and %d bytes", took, used)
	}
}

func TestSaveRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.pdf")
	for _, f := range []*codec.Format{nil, {Name: "x", Decode: record.Decode}} {
		if err := Save(path, f, smallDocument(t)); err == nil || !strings.Contains(err.Error(), "a.pdf cannot be saved") {
			t.Errorf("got %v", err)
		}
	}
}

// TestFailedSaveKeepsTheFile checks that a failed save leaves the old file unchanged.
func TestFailedSaveKeepsTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.xml")
	if err := os.WriteFile(path, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := Save(path, &xml.Legacy, smallDocument(t)); err == nil || !strings.Contains(err.Error(), `a.xml cannot be saved: version 1.0 of the format cannot store this document: it has no game "othello"`) {
		t.Errorf("got %v", err)
	}
	if got, _ := os.ReadFile(path); string(got) != "old" {
		t.Errorf("the file holds %q", got)
	}
}

func TestReadOnly(t *testing.T) {
	old := library.Formats
	defer func() { library.Formats = old }()
	readable := record.Format
	readable.Encode = nil
	library.Formats = []*codec.Format{&readable}
	d, err := library.FromText(context.Background(), "f5", codec.Options{})
	if err != nil || !d.ReadOnly {
		t.Errorf("a document that cannot be written is not marked: %v", err)
	}
}

func TestFromText(t *testing.T) {
	awale := &rules.Spec{Game: "awale", Params: rules.Params{}}
	for _, tt := range []struct {
		name, text string
		spec       *rules.Spec
		game       string
		nodes      int
		err        string
	}{
		{"a transcript", " f5d6c3\n", nil, "othello", 4, ""},
		{"a record", "[Game \"Pente\"]\n[Player 1 Name \"x\"]\n1. K10 L9", nil, "line", 3, ""},
		{"letters", "C d F", awale, "awale", 4, ""},
		{"a document", `<studio xmlns="urn:boardstudio:document:2" version="2.0"><game name="line"/><tree>a1</tree></studio>`, awale, "line", 2, ""},
		{"an old document", `<save><settings nbRows="3" nbCols="3" nbSymbs="3" nbPlayers="2"/></save>`, nil, "line", 1, ""},
		{"nothing", " \n", nil, "", 0, "there is no text"},
		{"prose", "hello world", nil, "", 0, "the record does not name its game"},
		{"too much", strings.Repeat("f5", codec.MaxFile/2+1), nil, "", 0, "the text is larger than 256 MB"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, err := library.FromText(context.Background(), tt.text, codec.Options{Spec: tt.spec})
			switch {
			case tt.err != "":
				if err == nil || err.Error() != tt.err {
					t.Errorf("%v, want %s", err, tt.err)
				}
			case err != nil:
				t.Error(err)
			case d.Tree.Rules().Spec().Game != tt.game || d.Tree.Len() != tt.nodes:
				t.Errorf("%d nodes of %s", d.Tree.Len(), d.Tree.Rules().Spec().Game)
			}
		})
	}
}

// TestEqualNames checks that a file whose players have the same name is opened with a warning.
func TestEqualNames(t *testing.T) {
	for _, x := range []struct{ name, text, want string }{
		{"equal.sgf", "(;GM[2]FF[4]SZ[8]PB[Bob]PW[bob])", `two players have the name "bob"`},
		{"equal.studio", `<studio xmlns="urn:boardstudio:document:2" version="2.0"><game name="othello"><param name="size" value="8"/></game><players><player seat="1" name="Bob"/><player seat="2" name="Bob"/></players><tree/></studio>`, `two players have the name "Bob"`},
		{"different.sgf", "(;GM[2]FF[4]SZ[8]PB[Bob]PW[Ann])", ""},
		{"unknown.sgf", "(;GM[2]FF[4]SZ[8]PB[?]PW[?])", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			d, _, err := library.Decode(t.Context(), x.name, []byte(x.text), codec.Options{})
			if err != nil {
				t.Error(err)
				return
			}
			var got []string
			for _, w := range d.Warnings {
				got = append(got, w.Error())
			}
			if text := strings.Join(got, "\n"); x.want == "" && text != "" || !strings.Contains(text, x.want) {
				t.Errorf("warnings %q, want %q", got, x.want)
			}
			if d.Players[0].Name != "Bob" && d.Players[0].Name != "?" {
				t.Errorf("the first player is called %q", d.Players[0].Name)
			}
		})
	}
}

func TestCancelledOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.studio")
	if err := Save(path, library.Formats[0], smallDocument(t)); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if d, f, err := library.Open(ctx, path, codec.Options{}); d != nil || f != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, %v, %v", d, f, err)
	}
	if _, err := library.FromText(context.Background(), "x", codec.Options{Games: rules.Catalog{}}); err == nil {
		t.Error("games that were not asked for were used")
	}
}

// TestForName checks that the format that stores all games is used if several formats have an
// extension.
func TestForName(t *testing.T) {
	for name, want := range map[string]string{
		"a.txt": "record", "a.studio": "xml", "b/a.XML": "xml", "a.transcript": "transcript", "a.ggf": "ggf", "a.wtb": "", "a": "", "a.txt.ggf": "ggf",
	} {
		t.Run(name, func(t *testing.T) {
			f := library.ForName(name)
			if got := ""; f != nil && f.Name != want || f == nil && got != want {
				t.Errorf("%s is written as %v", name, f)
			}
		})
	}
}

// TestChooseByGame checks that formats for the current game take precedence if several recognise a
// text.
func TestChooseByGame(t *testing.T) {
	for preset, want := range map[string]string{"othello": "transcript", "gomoku": "position", "hex": "record"} {
		s := spec(t, preset)
		f, err := library.Choose("", []byte("d3c3"), codec.Options{Spec: &s})
		if err != nil || f.Name != want {
			t.Errorf("%s: %v, %v", preset, f, err)
		}
	}
}

// TestWriting checks that a format is only offered for games that it can store.
func TestWriting(t *testing.T) {
	for game, want := range map[string]bool{"tictactoe": true, "pente": false, "othello": false} {
		t.Run(game, func(t *testing.T) {
			r, err := games.Games.Build(game, nil)
			if err != nil {
				t.Fatal(err)
			}
			formats := library.Writable(r)
			if got := slices.Contains(formats, &xml.Legacy); got != want || len(formats) < 2 {
				t.Errorf("%d formats, the old one among them: %v, want %v", len(formats), got, want)
			}
			if _, err := Encode(t.Context(), "x.xml", &xml.Legacy, model.NewDocument(r), nil); (err == nil) != want {
				t.Error(err)
			}
		})
	}
}
