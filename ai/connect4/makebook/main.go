// Makebook computes the book of openings of Connect Four, or extends an existing one. It solves
// positions with few pieces first.
//
//	go run ./ai/connect4/makebook [-plies N] [-hash MB] FILE
//
// The file is updated repeatedly, so the program can be interrupted at any time and started again.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"

	"boardstudio/ai/connect4"
	"boardstudio/store/safe"
)

// maxBytes is the maximum size of a book.
const maxBytes = 2 << 20

func main() {
	plies := flag.Int("plies", 7, "pieces on the boards that are solved, at most")
	hash := flag.Int("hash", 512, "size of the table in MB")
	flag.Parse()
	if err := run(*plies, *hash, flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "makebook:", err)
		os.Exit(1)
	}
}

func run(plies, hash int, file string) error {
	known, err := safe.ReadFile(context.Background(), file, maxBytes)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	err = nil // the file need not exist
	b := connect4.NewBuilder(hash, known)
	size := len(known)
	b.Add(plies, func(pieces, done, all int) {
		if out := b.Bytes(); len(out) > size {
			size = len(out)
			fmt.Printf("%d pieces: %d of %d\n", pieces, done, all)
			if e := write(file, out); e != nil && err == nil {
				err = e
			}
		}
	})
	return errors.Join(err, write(file, b.Bytes()))
}

func write(file string, book []byte) error {
	return safe.Write(file, func(w io.Writer) error {
		_, err := w.Write(book)
		return err
	})
}
