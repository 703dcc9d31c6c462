// Command studioctl does without a window what the studio does in one: it lists
// games and moves, shows, replays, converts and checks records, prints boards,
// plays in the terminal and lets engines think and play each other.
//
// Every command stops in the same way: stoppable ends the context with the signal as its
// cause, a failed write of the output ends it too, and tool.run alone makes the exit code
// of the cause. So a command first writes what it has, whatever stops it.
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
