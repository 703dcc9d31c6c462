package sgf

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"boardstudio/model"
	"boardstudio/rules"
)

// bigTree returns an analysis of a 19×19 game with n nodes: long lines with occasional variations,
// and a comment on every tenth node.
func bigTree(b *testing.B, n int) *model.Document {
	r, err := opts().Games.FromSpec(rules.Spec{Game: "line", Params: rules.Params{"rows": "19", "cols": "19", "k": "5"}})
	if err != nil {
		b.Fatal(err)
	}
	d := model.NewDocument(r)
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	type place struct {
		node *model.Node
		pos  rules.Position
	}
	tree := d.Tree
	at := place{tree.Root(), r.Start()}
	back := []place{at}
	for tree.Len() < n {
		var moves []rules.Move
		for m := range at.pos.Moves() {
			moves = append(moves, m)
		}
		if len(moves) == 0 || rng.IntN(30) == 0 {
			at = back[rng.IntN(len(back))]
			continue
		}
		m := moves[rng.IntN(len(moves))]
		next, _ := at.pos.Play(m)
		at = place{tree.Add(at.node, m), next}
		if tree.Len()%10 == 0 {
			tree.Annotate(at.node, model.Annotation{Comment: fmt.Sprintf("Node %d: Black's shape is thin, but the row in the north holds.", tree.Len())})
		}
		switch {
		case len(moves) < 200:
		case len(back) < 200:
			back = append(back, at)
		case rng.IntN(10) == 0:
			back[rng.IntN(200)] = at
		}
	}
	return d
}

// BenchmarkRead1M reads 1,000,000 nodes without checking whether the moves are legal. The goal is
// 0.25 s.

func BenchmarkRead1M(b *testing.B) {
	text := []byte(write(b, bigTree(b, 1_000_000)))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		r, err := read(context.Background(), text, opts())
		if err != nil || r.tree.Len() != 1_000_000 {
			b.Fatal(err)
		}
	}
}

func BenchmarkOpen1M(b *testing.B) {
	text := []byte(write(b, bigTree(b, 1_000_000)))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := Decode(context.Background(), text, opts()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSave1M(b *testing.B) {
	d := bigTree(b, 1_000_000)
	for b.Loop() {
		if err := Encode(context.Background(), io.Discard, d, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkGames100k lists a collection of 100,000 games.
func BenchmarkGames100k(b *testing.B) {
	var text []byte
	for i := range 100_000 {
		text = fmt.Appendf(text, "(;FF[4]GM[4]SZ[15]RU[renju]PB[Player %d]PW[Player %d]EV[Event]DT[2020-01-02]RE[B+];B[hh];W[ig];B[ii];W[gh];B[gg];W[fg];B[he];W[hf];B[ef];W[eh];B[dh];W[ce];B[dd])\n", i, i+1)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		g, err := Games(context.Background(), text, opts())
		if err != nil || len(g.Heads) != 100_000 {
			b.Fatal(err)
		}
	}
}
