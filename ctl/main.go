package ctl

import (
	"context"
	"os"

	"boardstudio/catalog"
	"boardstudio/draw/term"
	"boardstudio/store/journal"
)

// Main runs the command line with the given catalogues and commands, and exits. It calls ready once
// signals are handled.
func Main(all catalog.All, ready func(), list ...Commands) {
	ctx := Stoppable(context.Background(), os.Exit)
	ready()
	t := &Tool{
		All: all,
		In:  os.Stdin, Out: &Output{W: os.Stdout}, Err: os.Stderr,
		Getenv: os.Getenv, Term: term.Detect(os.Stdout, os.Getenv), Store: journal.Default(),
		Commands: list, Asks: IsTerminal(os.Stdin) && IsTerminal(os.Stderr),
	}
	os.Exit(t.Run(ctx, os.Args[1:]))
}
