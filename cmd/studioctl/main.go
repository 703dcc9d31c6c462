// Command studioctl does without a window what the studio does in one: it lists
// games and moves, shows, replays, converts and checks records, prints boards,
// plays in the terminal and lets engines think and play each other.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"boardstudio/io/term"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl+C ends the program at once
	t := &tool{
		in: os.Stdin, out: &output{w: os.Stdout}, err: os.Stderr,
		getenv: os.Getenv, term: term.Detect(os.Stdout, os.Getenv),
	}
	code := t.run(ctx, os.Args[1:])
	stop()
	os.Exit(code)
}
