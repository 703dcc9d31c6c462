package ctl

import (
	"context"
	"os"

	"boardstudio/io/journal"
	"boardstudio/io/term"
)

// Main runs the command line, of a program with the commands, and ends the program; ready is called when signals are heard.
func Main(ready func(), list ...Commands) {
	ctx := Stoppable(context.Background(), os.Exit)
	ready()
	t := &Tool{
		In: os.Stdin, Out: &Output{W: os.Stdout}, Err: os.Stderr,
		Getenv: os.Getenv, Term: term.Detect(os.Stdout, os.Getenv), Store: journal.Default(),
		Commands: list,
	}
	os.Exit(t.Run(ctx, os.Args[1:]))
}
