// Command train learns the evaluations of engines from games that they play against themselves.
//
//	go run ./tools/train gomoku [-games 20000] [-nodes 500] [-seed 1] [-only GAME] [-out ai/gomoku/values.bin]
//	go run ./tools/train othello [-seed 1] [-weights ai/othello/pattern/weights.bin]
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"boardstudio/ai/gomoku"
	"boardstudio/tools/train/othello"
)

// trainers are the training functions, by the name of the engine.
var trainers = map[string]func(args []string) error{"gomoku": learnGomoku, "othello": othello.Run}

func main() {
	if len(os.Args) < 2 || trainers[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: train ENGINE [flags]")
		os.Exit(2)
	}
	if err := trainers[os.Args[1]](os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

func learnGomoku(args []string) error {
	set := flag.NewFlagSet("gomoku", flag.ExitOnError)
	games := set.Int("games", 20000, "games of each family of rules")
	nodes := set.Uint64("nodes", 500, "positions for each move")
	seed := set.Uint64("seed", 1, "seed of the games")
	only := set.String("only", "", "the game to learn, with the values of the others as they are; all if it is empty")
	out := set.String("out", "ai/gomoku/values.bin", "where the values are written")
	_ = set.Parse(args) // exits on an error
	data, err := gomoku.Learn(context.Background(), gomoku.Lesson{Games: *games, Nodes: *nodes, Seed: *seed, Only: *only, Log: os.Stderr})
	if err != nil {
		return err
	}
	return os.WriteFile(*out, data, 0o644)
}
