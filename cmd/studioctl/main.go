// Command studioctl does without a window what the studio does in one: it lists
// games and moves, shows, replays, converts and checks records, prints boards,
// plays in the terminal and lets engines think and play each other.
package main

import (
	"context"
	"os"

	"boardstudio/io/journal"
	"boardstudio/io/term"
)

func main() { start(func() {}) }

// start runs the command line and ends the program; ready is called when signals are heard.
func start(ready func()) {
	ctx := stoppable(context.Background(), os.Exit)
	ready()
	t := &tool{
		in: os.Stdin, out: &output{w: os.Stdout}, err: os.Stderr,
		getenv: os.Getenv, term: term.Detect(os.Stdout, os.Getenv), store: journal.Default(),
	}
	os.Exit(t.run(ctx, os.Args[1:]))
}
