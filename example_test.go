package boardstudio_test

import (
	"context"
	"fmt"
	"os"

	"boardstudio"
	"boardstudio/ai"
	"boardstudio/document"
	"boardstudio/io/codec"
	"boardstudio/model"
)

// Example opens a record, walks its main line, and writes it with the answer of an engine.
func Example() {
	ctx := context.Background()
	d, _, err := boardstudio.Documents.Open(ctx, "docs/testdata/game.sgf", codec.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	tree, r := d.Tree, d.Tree.Rules()
	var last *model.Node
	for n := range tree.Main() {
		if m, ok := n.Move(); ok {
			fmt.Printf("%d. %s %q\n", tree.Ply(n), r.FormatMove(m), n.Comment())
		}
		last = n
	}

	p, err := tree.Position(last)
	if err != nil {
		fmt.Println(err)
		return
	}
	legal := 0
	for range p.Moves() {
		legal++
	}
	fmt.Println(legal, "legal moves")

	e, err := boardstudio.Engines.Strongest(r)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer ai.Close(e)
	start, moves, err := tree.Start(last)
	if err != nil {
		fmt.Println(err)
		return
	}
	info, err := e.Think(ctx, ai.Request{Rules: r, Start: start, Moves: moves, Limit: ai.Limit{Nodes: 20_000}}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	best, _ := info.Move()
	if err := tree.Do("Move", model.Insert{Parent: last, Index: -1, Node: model.NewNode(best)}); err != nil {
		fmt.Println(err)
		return
	}

	data, err := document.Encode(ctx, "game.sgf", boardstudio.Documents.ForName("game.sgf"), d, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := os.WriteFile(os.DevNull, data, 0o600); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 1. h8 ""
	// 2. i7 "An answer on the diagonal."
	// 223 legal moves
}
