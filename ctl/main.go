package ctl

import (
	"context"
	"os"

	"boardstudio/draw/term"
	"boardstudio/store/journal"
)

// Main runs the command line with the given lists and commands, and exits. It calls ready once signals are handled.
func Main(lists Lists, ready func(), list ...Commands) {
	ctx := Stoppable(context.Background(), os.Exit)
	ready()
	t := &Tool{
		Lists: lists,
		In:    os.Stdin, Out: &Output{W: os.Stdout}, Err: os.Stderr,
		Getenv: os.Getenv, Term: term.Detect(os.Stdout, os.Getenv), Store: journal.Default(),
		Commands: list, Asks: IsTerminal(os.Stdin) && IsTerminal(os.Stderr),
	}
	os.Exit(t.Run(ctx, os.Args[1:]))
}
