package find_test

import (
	"context"
	"fmt"

	"boardstudio"
	"boardstudio/find"
	"boardstudio/io/codec"
)

func ExampleSearch() {
	ctx := context.Background()
	d, err := boardstudio.Documents.FromText(ctx, "(;GM[4]SZ[15];B[hh];W[ii]C[An answer on the diagonal];B[gg])", codec.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	err = find.Search(ctx, d, &find.Query{Text: "diagonal"}, nil, func(h find.Hit) bool {
		fmt.Printf("move %d: %s\n", h.Ply, h.Why)
		return true
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output: move 2: An answer on the diagonal
}

func ExampleParsePattern() {
	ctx := context.Background()
	d, err := boardstudio.Documents.FromText(ctx, "(;GM[4]SZ[15];B[hh];W[ii];B[gg];W[jj];B[ff])", codec.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	cells, err := find.ParsePattern(d.Tree.Rules(), "a1=A b2=A c3=A") // three on a diagonal, anywhere
	if err != nil {
		fmt.Println(err)
		return
	}
	q := &find.Query{Pattern: &find.Pattern{Cells: cells, Anywhere: true, Turned: true}}
	err = find.Search(ctx, d, q, nil, func(h find.Hit) bool {
		fmt.Println("move", h.Ply)
		return true
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output: move 5
}
