package document

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"testing"

	"boardstudio/io/codec"
	"boardstudio/io/sgf"
	"boardstudio/model"
	"boardstudio/rules"
	games "boardstudio/rules/all"
)

// game returns a document with a name and the given number of random moves.
func game(t *testing.T, preset, name string, plies int) *model.Document {
	t.Helper()
	r, err := games.Games.Build(preset, nil)
	if err != nil {
		t.Fatal(err)
	}
	d := model.NewDocument(r)
	d.Players[0].Name = name
	n := d.Tree.Root()
	for i := range plies {
		p, err := d.Tree.Position(n)
		if err != nil {
			t.Fatal(err)
		}
		var all []rules.Move
		for m := range p.Moves() {
			all = append(all, m)
		}
		if len(all) == 0 {
			break
		}
		n = d.Tree.Add(n, all[(i*7+len(name))%len(all)])
	}
	return d
}

// joined returns a file with several games in a format.
func joined(t *testing.T, f *codec.Format, docs ...*model.Document) []byte {
	t.Helper()
	var b bytes.Buffer
	var all iter.Seq2[*model.Document, error] = func(yield func(*model.Document, error) bool) {
		for _, d := range docs {
			if !yield(d, nil) {
				return
			}
		}
	}
	if err := f.Join(context.Background(), &b, all, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// member returns the place of a game in a file.
func member(t *testing.T, path string, data []byte, i int, spec *rules.Spec) *Member {
	t.Helper()
	g, f, err := library.Games(context.Background(), path, data, codec.Options{Spec: spec})
	if err != nil {
		t.Fatal(err)
	}
	m := library.MemberOf(path, f, g, len(g.Heads), i, spec)
	if m == nil {
		t.Fatalf("%s: game %d has no place", path, i)
	}
	return m
}

// TestInsert checks that replacing and appending a game, in each format that writes several games
// to a file, does not change a single byte of the other games.
func TestInsert(t *testing.T) {
	tried := 0
	for _, f := range library.Formats {
		if f.Join == nil || f.Games == nil {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			preset := ""
			for _, p := range []string{"gomoku", "othello", "connect4", "awale", "pente", "hex"} {
				r, err := games.Games.Build(p, nil)
				if err != nil {
					t.Fatal(err)
				}
				if f.Writes(r) == nil {
					preset = p
					break
				}
			}
			if preset == "" {
				t.Fatal("no game is known that the format holds")
			}
			docs := []*model.Document{game(t, preset, "Ada", 5), game(t, preset, "Boris", 8), game(t, preset, "Cy", 6)}
			other := game(t, preset, "Somebody else", 11)
			spec := other.Tree.Rules().Spec()
			path := "/x/games" + f.Ext[0]
			data := joined(t, f, docs...)
			one := joined(t, f, other)
			for i := range 4 {
				m := member(t, path, data, min(i, 3), &spec)
				if m.Format != f {
					t.Skipf("such a file is read as %s", m.Format.Name)
				}
				if i == 0 {
					tried++
				}
				out, now, err := m.Insert(context.Background(), data, one)
				if err != nil {
					t.Fatalf("game %d: %v", i, err)
				}
				var want []*model.Document
				want = append(want, docs[:i]...)
				want = append(want, other)
				if i < 3 {
					want = append(want, docs[i+1:]...)
				}
				g, _, err := library.Games(context.Background(), path, out, codec.Options{Spec: &spec})
				if err != nil || len(g.Heads) != len(want) {
					t.Fatalf("game %d: %v\n%s", i, err, out)
				}
				for k, d := range want {
					alone, err := library.DecodeAs(context.Background(), f, joined(t, f, d), codec.Options{Spec: &spec})
					if err != nil {
						t.Fatal(err)
					}
					back, err := g.Decode(context.Background(), k)
					if err == nil {
						err = model.Equal(alone, back)
					}
					if err != nil {
						t.Errorf("game %d of the file with game %d: %v\n%s", k, i, err, out)
					}
				}
				if i < 3 { // inserting the old game again restores the file
					again, _, err := now.Insert(context.Background(), out, joined(t, f, docs[i]))
					if err != nil || !bytes.Equal(again, data) {
						t.Errorf("game %d put back: %v\n%s\nwant\n%s", i, err, again, data)
					}
				}
			}
		})
	}
	if tried < 6 {
		t.Errorf("%d formats", tried)
	}
}

// TestInsertMovedGame checks that a moved game is found, and a changed one is refused. Files in
// other encodings, and games that would change others, are refused as well.
func TestInsertMovedGame(t *testing.T) {
	ctx := context.Background()
	a, b, c := "(;GM[4]SZ[15]PB[Ada];B[hh])", "(;GM[4]SZ[15]PB[Bo];B[gg])", "(;GM[4]SZ[15]PB[Cy];B[ff];XX[kept])"
	text := "before\n" + a + " between " + b + "\n\n" + c + "behind"
	m := member(t, "a.sgf", []byte(text), 1, nil)
	n := "(;GM[4]SZ[15]PB[New];B[aa])"
	for _, x := range []struct{ file, game, want string }{
		{text, n + "\n", "before\n" + a + " between " + n + "\n\n" + c + "behind"},
		{c + b + a, n, c + n + a}, // other games have moved
		{b, n, n},
		{a + c, n, ""},     // gone
		{a + n + c, n, ""}, // changed
		{"f5d6", n, ""},    // another format
		{text, n + c, ""},  // two games
		{text, "", ""},
		{b + "(;GM[4]SZ[15]PB[\xe9];B[hh])", n, ""},
	} {
		out, now, err := m.Insert(ctx, []byte(x.file), []byte(x.game))
		switch {
		case x.want == "" && (err == nil || now != nil):
			t.Errorf("%q in %q: %q", x.game, x.file, out)
		case x.want != "" && (err != nil || string(out) != x.want || now.find(mustGames(t, out)) != now.Index):
			t.Errorf("%q in %q: %q, %v", x.game, x.file, out, err)
		}
	}
	if _, _, err := m.Insert(ctx, []byte(a+c), []byte(n)); !errors.Is(err, ErrMoved) {
		t.Errorf("a game that is gone: %v", err)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if out, _, err := m.Insert(ended, []byte(text), []byte(n)); err == nil {
		t.Errorf("cancelled: %q", out)
	}
	if g := mustGames(t, []byte(a)); library.MemberOf("a.zip", &codec.Format{}, g, 1, 0, nil) != nil {
		t.Error("a format that is only read has places")
	}
}

func mustGames(t *testing.T, data []byte) *codec.Games {
	t.Helper()
	g, err := sgf.Games(context.Background(), data, codec.Options{Games: games.Games})
	if err != nil {
		t.Fatal(err)
	}
	return g
}
