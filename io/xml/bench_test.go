package xml

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/awale"
	"boardstudio/rules/line"
	"boardstudio/rules/othello"
)

// games are the families that the tests build.
var games = []*rules.Game{&line.Game, &othello.Game, &awale.Game}

// opts returns the options that tests read with.
func opts(name string) codec.Options { return codec.Options{Games: games, File: name} }

// build returns rules for a test.
func build(t testing.TB, game string, p rules.Params) rules.Rules {
	t.Helper()
	r, err := opts("").Build(rules.Spec{Game: game, Params: p})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// bigTree returns an analysis of a 19×19 game with n nodes: long lines with a
// variation here and there, and a comment on every tenth node.
func bigTree(t testing.TB, n int) *model.Document {
	r := build(t, "line", rules.Params{"rows": "19", "cols": "19", "k": "5"})
	d := model.NewDocument(r)
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	tree := d.Tree
	at, pos := tree.Root(), r.Start()
	type place struct {
		node *model.Node
		pos  rules.Position
	}
	back := []place{{at, pos}}
	for tree.Len() < n {
		var moves []rules.Move
		for m := range pos.Moves() {
			moves = append(moves, m)
		}
		if len(moves) == 0 || rng.IntN(30) == 0 {
			p := back[rng.IntN(len(back))]
			at, pos = p.node, p.pos
			continue
		}
		m := moves[rng.IntN(len(moves))]
		next, err := pos.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		at, pos = tree.Add(at, m), next
		if tree.Len()%10 == 0 {
			tree.Annotate(at, model.Annotation{Comment: fmt.Sprintf("Node %d: Black's shape is thin, but the row in the north holds.", tree.Len())})
		}
		switch { // places to go back to, none of them late in a game
		case len(moves) < 200:
		case len(back) < 200:
			back = append(back, place{at, pos})
		case rng.IntN(10) == 0:
			back[rng.IntN(200)] = place{at, pos}
		}
	}
	return d
}

func benchOpen(b *testing.B, n int) {
	var data bytes.Buffer
	if err := Encode(context.Background(), &data, bigTree(b, n), nil); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(data.Len()))
	b.ResetTimer()
	for b.Loop() {
		d, err := Decode(context.Background(), data.Bytes(), opts(""))
		if err != nil || d.Tree.Len() != n || len(d.Warnings) != 0 {
			b.Fatal(err, d.Warnings)
		}
	}
}

func benchSave(b *testing.B, n int) {
	d := bigTree(b, n)
	b.ResetTimer()
	for b.Loop() {
		if err := Encode(context.Background(), io.Discard, d, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOpen100k(b *testing.B) { benchOpen(b, 100_000) }
func BenchmarkSave100k(b *testing.B) { benchSave(b, 100_000) }
func BenchmarkOpen1M(b *testing.B)   { benchOpen(b, 1_000_000) }
func BenchmarkSave1M(b *testing.B)   { benchSave(b, 1_000_000) }
