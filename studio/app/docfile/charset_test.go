package docfile

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardstudio"
	"boardstudio/io/codec"
	"boardstudio/model"
)

// TestCharset checks that an unedited file can be read again in another charset. Saved texts are in
// UTF-8.
func TestCharset(t *testing.T) {
	d := newHost(t, t.TempDir())
	path := filepath.Join(t.TempDir(), "old.sgf")
	text := "(;GM[4]SZ[15];B[hh]C[\xba\xc3\xc6\xe5];W[hi]C[\xd2\xbb\xb6\xfe\xc8\xfd])"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	d.opened(path)
	if name, ok := d.Charset(); name != "GBK" || !ok || d.doc.Tree.Root().First().Comment() != "好棋" {
		t.Fatalf("read as %s, %v: %s", name, ok, d.doc.Tree.Root().First().Comment())
	}
	list, err := Readings(t.Context(), boardstudio.Documents, path, d.doc.Tree.Rules().Spec())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, r := range list {
		names = append(names, r.Charset.Name)
		if r.Charset.Name == "GBK" && r.Texts != "好棋\n一二三" {
			t.Errorf("the preview is %q", r.Texts)
		}
		if r.Charset.Name == "Big5" && !strings.HasPrefix(r.Texts, "疑］\n") {
			t.Errorf("the preview is %q", r.Texts)
		}
	}
	if len(names) < 10 {
		t.Errorf("only %v are offered", names)
	}
	if err := d.wait(func(done func(error)) { d.ReadIn("Big5", done) }); err != nil {
		t.Fatal(err)
	}
	if name, _ := d.Charset(); name != "Big5" || d.doc.Tree.Root().First().Comment() != "疑］" {
		t.Errorf("read again as %s: %s", name, d.doc.Tree.Root().First().Comment())
	}
	out := filepath.Join(t.TempDir(), "new.studio")
	if err := d.wait(func(done func(error)) { d.Save(out, done) }); err != nil {
		t.Fatal(err)
	}
	saved, _, err := boardstudio.Documents.Open(t.Context(), out, codec.Options{})
	if err != nil || saved.Tree.Root().First().Comment() != "疑］" || len(saved.Warnings) > 0 {
		t.Errorf("saved: %v", err)
	}
	if _, ok := d.Charset(); ok {
		t.Error("the saved document is in another charset too")
	}
	// Reading again would lose edits.
	d.opened(path)
	if err := d.doc.Tree.Do("Comment", model.SetComment{Node: d.doc.Tree.Root(), Text: "x"}); err != nil {
		t.Fatal(err)
	}
	if _, ok := d.Charset(); ok {
		t.Error("an edited document is read again")
	}
	plain := filepath.Join(t.TempDir(), "plain.sgf")
	if err := os.WriteFile(plain, []byte("(;GM[4]SZ[15];B[hh]C[好])"), 0o644); err != nil {
		t.Fatal(err)
	}
	d.opened(plain)
	if _, ok := d.Charset(); ok {
		t.Error("UTF-8 is read in another charset")
	}
}

// TestTextsInOrder checks that the texts of a file are always in the same order.
func TestTextsInOrder(t *testing.T) {
	d := newHost(t, t.TempDir())
	want := []string{"é"} // the title comes first
	d.doc.Info[model.InfoTitle] = "é"
	for _, key := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		d.doc.Info[key] = key + "é"
		want = append(want, key+"é")
	}
	for range 10 {
		if got := texts(d.doc); !slices.Equal(got, want) {
			t.Fatalf("the texts are %q, want %q", got, want)
		}
	}
}

// TestReadingsOfGames checks which texts ReadingsOfGames shows for a file of several games: those
// of the game list, such as player names, or comments if the list is ASCII only.
func TestReadingsOfGames(t *testing.T) {
	for text, want := range map[string]string{
		"(;GM[4]SZ[15]PB[\xc0\xee\xc3\xf7];B[hh])(;GM[4]SZ[15]PB[Ann]PW[\xd5\xc5\xce\xb0];B[hi]C[\xba\xc3\xc6\xe5])": "李明\n张伟",
		"(;GM[4]SZ[15]PB[Bo];B[hh])(;GM[4]SZ[15]PB[Ann];B[hi]C[\xba\xc3\xc6\xe5])":                                   "好棋",
	} {
		t.Run(want, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "games.sgf")
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			list, err := ReadingsOfGames(t.Context(), boardstudio.Documents, path, nil)
			if err != nil {
				t.Fatal(err)
			}
			at := slices.IndexFunc(list, func(r Reading) bool { return r.Charset.Name == "GBK" })
			if at < 0 || list[at].Texts != want {
				t.Errorf("%q reads as %+v, want %q in GBK", text, list, want)
			}
		})
	}
}
