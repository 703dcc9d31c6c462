package collection_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"boardstudio"
	"boardstudio/collection"
	"boardstudio/find"
	"boardstudio/model"
)

// exampleFolder returns a new folder with two games in a file.
func exampleFolder() string {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		panic(err)
	}
	games := "(;GM[4]SZ[15]PB[Ann]PW[Ben];B[hh];W[ii])\n(;GM[4]SZ[15]PB[Cleo]PW[Ann];B[hh];W[hi]C[Beside it])\n"
	if err := os.WriteFile(filepath.Join(dir, "games.sgf"), []byte(games), 0o600); err != nil {
		panic(err)
	}
	return dir
}

func ExampleRead() {
	dir := exampleFolder()
	defer os.RemoveAll(dir)
	list, err := collection.Read(context.Background(), []string{dir}, collection.Options{Documents: boardstudio.Documents})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range list.Filter(list.All(), "cleo") {
		fmt.Println(list.Rows[row].Names(), list.Rows[row].Plies)
	}
	// Output: Cleo – Ann 2
}

func ExampleEach() {
	dir := exampleFolder()
	defer os.RemoveAll(dir)
	q := &find.Query{Text: "beside"}
	hits := 0
	err := collection.Each(context.Background(), []string{dir}, collection.Options{Documents: boardstudio.Documents}, func(_ collection.Item, d *model.Document) bool {
		err := find.Search(context.Background(), d, q, nil, func(find.Hit) bool { hits++; return true })
		return err == nil
	})
	fmt.Println(hits, err)
	// Output: 1 <nil>
}
