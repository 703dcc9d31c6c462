package all

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardstudio/io/codec"
	"boardstudio/io/record"
	"boardstudio/io/xml"
	"boardstudio/locale"
	"boardstudio/model"
	games "boardstudio/rules/all"
)

// What a format keeps of its own is in a studio document as it was, byte for byte.
func TestKeptInDocuments(t *testing.T) {
	r, err := games.Build("othello", nil)
	if err != nil {
		t.Fatal(err)
	}
	d := model.NewDocument(r)
	kept := []model.Foreign{codec.Keep("x", "none"), codec.Keep("x", `a"<&>`, "", "<&>\"'\r\n\t", "\x00\xff", "é")}
	d.Foreign = kept
	d.Tree.Annotate(d.Tree.Root(), model.Annotation{Foreign: kept})
	var b bytes.Buffer
	if err := xml.Encode(context.Background(), &b, d, nil); err != nil {
		t.Fatal(err)
	}
	back, err := xml.Decode(context.Background(), b.Bytes(), codec.Options{Games: games.Games})
	if err != nil {
		t.Fatal(err)
	}
	if err := model.Equal(d, back); err != nil {
		t.Error(err)
	}
}

func TestGamesOfARecord(t *testing.T) {
	data := []byte("\n[Variant \"othello\"]\n[Black \"Ada\"]\n[Event \"Cup\"]\n[Date \"2020\"]\n1. f5 d6 2. c3 (2. c4 e3) 33-31\n\n" +
		"[Variant \"gomoku\"]\n[Player 2 Name \"Bo\"]\n1. h8 h9 2. zz9\n" +
		"[Variant \"gomoku\"]\n[Result \"1-0\"]\n\n1. h8h7g10 1-0\n")
	g, f, err := Games(context.Background(), "/x/a.txt", data, codec.Options{})
	if err != nil || f != &record.Format || len(g.Heads) != 3 {
		t.Fatalf("%v, %+v", err, g)
	}
	for i, want := range []codec.Head{
		{Players: []string{"Ada"}, Event: "Cup", Date: "2020", Game: "othello", Result: "33-31", Plies: 3, Line: 2},
		{Players: []string{"", "Bo"}, Game: "gomoku", Plies: 3, Line: 8},
		{Game: "gomoku", Result: "1-0", Plies: 3, Line: 11},
	} {
		got := g.Heads[i]
		if !slices.Equal(got.Players, want.Players) {
			t.Errorf("players %d: %q", i, got.Players)
		}
		got.Players, want.Players = nil, nil
		if !headsEqual(got, want) {
			t.Errorf("head %d is %+v, want %+v", i, got, want)
		}
		d, err := g.Decode(context.Background(), i)
		if err != nil || codec.HeadOf(d).Plies != want.Plies {
			t.Fatalf("game %d: %v", i, err)
		}
		if i == 1 && (len(d.Warnings) != 1 || !strings.HasPrefix(d.Warnings[0].Error(), "a.txt:10: ")) {
			t.Errorf("warnings %v, want one of line 10", d.Warnings)
		}
	}
	var b bytes.Buffer
	err = record.Format.Join(context.Background(), &b, func(yield func(*model.Document, error) bool) {
		for i := range g.Heads {
			if d, err := g.Decode(context.Background(), i); !yield(d, err) {
				return
			}
		}
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	again, _, err := Games(context.Background(), "b.txt", b.Bytes(), codec.Options{})
	if err != nil || len(again.Heads) != 3 || again.Heads[0].Players[0] != "Ada" {
		t.Errorf("joined and read again: %v, %+v", err, again)
	}
}

func headsEqual(a, b codec.Head) bool {
	return a.Title == b.Title && a.Event == b.Event && a.Date == b.Date && a.Result == b.Result && a.Game == b.Game && a.Plies == b.Plies && a.Line == b.Line
}

func TestLost(t *testing.T) {
	r, err := games.Build("othello", nil)
	if err != nil {
		t.Fatal(err)
	}
	d := model.NewDocument(r)
	m, _ := r.ParseMove("f5")
	o, _ := r.ParseMove("d3")
	n := d.Tree.Add(d.Tree.Root(), m)
	d.Tree.Add(d.Tree.Root(), o)
	d.Tree.Annotate(n, model.Annotation{Comment: "kept", Name: "lost", Bookmark: true})
	lost, err := Lost(context.Background(), &record.Format, d)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, l := range lost {
		texts = append(texts, locale.Err(l))
	}
	if got := strings.Join(texts, "; "); got != "names of positions: 1; bookmarks: 1" {
		t.Errorf("lost: %s", got)
	}
	if lost, err := Lost(context.Background(), &xml.Format, d); lost != nil || err != nil {
		t.Errorf("a lossless format: %v, %v", lost, err)
	}
}

// A format may read other files of the folder, whatever the case of their names, as long as they are files and small.
func TestBeside(t *testing.T) {
	dir := t.TempDir()
	for name, size := range map[string]int{"a.txt": 0, "Names.TXT": 7, "large": codec.MaxBeside + 1} {
		if err := os.WriteFile(filepath.Join(dir, name), make([]byte, size), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o777); err != nil {
		t.Fatal(err)
	}
	o := at(context.Background(), filepath.Join(dir, "a.txt"), codec.Options{})
	if data, err := o.Beside("NAMES.txt"); err != nil || len(data) != 7 {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	for _, name := range []string{"none", "large", "folder"} {
		if data, err := o.Beside(name); err == nil {
			t.Errorf("%s: %d bytes", name, len(data))
		}
	}
}
