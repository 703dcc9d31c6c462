package document

import (
	"bytes"
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"boardstudio/io/codec"
	"boardstudio/io/record"
	"boardstudio/io/xml"
	"boardstudio/model"
	"boardstudio/rules"
	games "boardstudio/rules/all"
	"boardstudio/text/locale"
)

// TestForeignInDocuments checks that foreign data of a format is stored in a Studio document without
// any change.
func TestForeignInDocuments(t *testing.T) {
	r, err := games.Games.Build("othello", nil)
	if err != nil {
		t.Fatal(err)
	}
	d := model.NewDocument(r)
	kept := []model.Foreign{codec.NewForeign("x", "none"), codec.NewForeign("x", `a"<&>`, "", "<&>\"'\r\n\t", "\x00\xff", "é")}
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
	g, f, err := library.Games(context.Background(), "/x/a.txt", data, codec.Options{})
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
	again, _, err := library.Games(context.Background(), "b.txt", b.Bytes(), codec.Options{})
	if err != nil || len(again.Heads) != 3 || again.Heads[0].Players[0] != "Ada" {
		t.Errorf("joined and read again: %v, %+v", err, again)
	}
}

func headsEqual(a, b codec.Head) bool {
	return a.Title == b.Title && a.Event == b.Event && a.Date == b.Date && a.Result == b.Result && a.Game == b.Game && a.Plies == b.Plies && a.Line == b.Line
}

func TestLost(t *testing.T) {
	r, err := games.Games.Build("othello", nil)
	if err != nil {
		t.Fatal(err)
	}
	d := model.NewDocument(r)
	m, _ := r.ParseMove("f5")
	o, _ := r.ParseMove("d3")
	n := d.Tree.Add(d.Tree.Root(), m)
	d.Tree.Add(d.Tree.Root(), o)
	d.Tree.Annotate(n, model.Annotation{Comment: "kept", Name: "lost", Bookmark: true})
	lost, err := library.Lost(context.Background(), &record.Format, d)
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
	if lost, err := library.Lost(context.Background(), &xml.Format, d); lost != nil || err != nil {
		t.Errorf("a lossless format: %v, %v", lost, err)
	}
}

// TestLegacyTimesAreReported checks that the old format reports the loss of the clock, the times and
// the date of a game, and reports nothing for a game without them.
func TestLegacyTimesAreReported(t *testing.T) {
	r, err := games.Games.Build("tictactoe", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		name string
		used []time.Duration
		info map[string]string
		want string
	}{
		{"no times", []time.Duration{0, 0, 0}, nil, ""},
		{"two times", []time.Duration{1500 * time.Millisecond, 0, time.Hour}, nil, "times used: 2"},
		{"times and details", []time.Duration{time.Nanosecond, time.Second, time.Second}, map[string]string{model.InfoClock: "5m+3s", model.InfoDate: "2026-01-02"}, "times used: 3; details of the game"},
	} {
		t.Run(x.name, func(t *testing.T) {
			d := model.NewDocument(r)
			n := d.Tree.Root()
			for i, used := range x.used {
				n = d.Tree.Add(n, rules.Place(rules.Cell(2*i)))
				if used > 0 {
					d.Tree.Annotate(n, model.Annotation{Used: used})
				}
			}
			maps.Copy(d.Info, x.info)
			lost, err := library.Lost(t.Context(), &xml.Legacy, d)
			if err != nil {
				t.Fatal(err)
			}
			var texts []string
			for _, l := range lost {
				texts = append(texts, locale.Err(l))
			}
			if got := strings.Join(texts, "; "); got != x.want {
				t.Errorf("%v: lost %q, want %q", x.used, got, x.want)
			}
		})
	}
}

// TestCompanion checks that a format can read small regular files in the same folder, ignoring the
// case of their names.
func TestCompanion(t *testing.T) {
	dir := t.TempDir()
	for name, size := range map[string]int{"a.txt": 0, "Names.TXT": 7, "large": codec.MaxCompanion + 1} {
		if err := os.WriteFile(filepath.Join(dir, name), make([]byte, size), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o777); err != nil {
		t.Fatal(err)
	}
	o := withFile(context.Background(), filepath.Join(dir, "a.txt"), codec.Options{})
	if data, err := o.Companion("NAMES.txt"); err != nil || len(data) != 7 {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	for _, name := range []string{"none", "large", "folder"} {
		if data, err := o.Companion(name); err == nil {
			t.Errorf("%s: %d bytes", name, len(data))
		}
	}
}

// TestGameOfALine checks that lists name the preset of a game, also in files that store the family
// and all parameters.
func TestGameOfALine(t *testing.T) {
	for name, over := range map[string]rules.Params{"pente": nil, "connect4": nil, "othello": nil, "morpion": {"rows": "6", "players": "3"}} {
		t.Run(name, func(t *testing.T) {
			r, err := games.Games.Build(name, over)
			if err != nil {
				t.Fatal(err)
			}
			want := name
			if over != nil {
				want = r.Spec().Game // no preset has these parameters
			}
			for _, ext := range []string{".studio", ".sgf"} {
				var b bytes.Buffer
				f := library.ForName("a" + ext)
				if err := f.Encode(context.Background(), &b, model.NewDocument(r), nil); err != nil {
					t.Fatal(err)
				}
				g, _, err := library.Games(context.Background(), "a"+ext, b.Bytes(), codec.Options{Games: games.Games})
				if err != nil || len(g.Heads) != 1 || g.Heads[0].Game != want {
					t.Errorf("%s%s: listed as %+v (%v), want the game %s", name, ext, g, err, want)
				}
			}
		})
	}
}
