package document_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"boardstudio"
	"boardstudio/document"
	"boardstudio/io/codec"
)

func ExampleLibrary_FromText() {
	d, err := boardstudio.Documents.FromText(context.Background(), "(;GM[4]SZ[15];B[hh];W[ii])", codec.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d.Tree.Rules().Spec().Game, d.Tree.Len())
	// Output: line 3
}

func ExampleLibrary_Open() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "game.sgf")
	if err := os.WriteFile(path, []byte("(;GM[2]SZ[8];B[d3];W[c3])"), 0o600); err != nil {
		fmt.Println(err)
		return
	}
	d, format, err := boardstudio.Documents.Open(context.Background(), path, codec.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(format.Name, d.Tree.Len())
	// Output: sgf 3
}

func ExampleEncode() {
	ctx := context.Background()
	d, err := boardstudio.Documents.FromText(ctx, "(;GM[4]SZ[15];B[hh];W[ii])", codec.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	f := boardstudio.Documents.ForName("game.sgf")
	data, err := document.Encode(ctx, "game.sgf", f, d, nil)
	fmt.Println(strings.Contains(string(data), ";B[hh];W[ii]"), err)
	// Output: true <nil>
}

func ExampleLibrary_Lost() {
	ctx := context.Background()
	d, err := boardstudio.Documents.FromText(ctx, "(;GM[4]SZ[15];B[hh]C[The centre.];W[ii])", codec.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	lost, err := boardstudio.Documents.Lost(ctx, boardstudio.Documents.ForName("game.psq"), d)
	fmt.Println(lost, err)
	// Output: [comments: 1] <nil>
}
