package ctl

import (
	"context"
	"os"
	"os/signal"
	"slices"
	"syscall"
)

// Stops are the signals that stop a command.
var Stops = []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}

// Stopped is the signal that stopped a command: the cause of the end of its context.
type Stopped struct{ by syscall.Signal }

// Error returns the name of the signal.
func (s Stopped) Error() string { return s.by.String() }

// code returns the exit code, as shells count it.
func (s Stopped) code() int { return signalled + int(s.by) }

// Interrupt reports whether a person pressed Ctrl+C.
func (s Stopped) Interrupt() bool { return s.by == syscall.SIGINT }

// Stoppable returns a context that ends with the first signal that asks the
// program to stop; its cause is a Stopped. Every command then puts away what it
// has and returns. A second Ctrl+C calls exit at once. Other signals that come later do
// nothing, since a terminal that is closed and a machine that is shut down send more
// than one. A signal that the program was started to ignore, as by nohup, stays ignored.
func Stoppable(ctx context.Context, exit func(code int)) context.Context {
	ctx, cancel := context.WithCancelCause(ctx)
	came := make(chan os.Signal, 8)
	if heard := slices.DeleteFunc(slices.Clone(Stops), signal.Ignored); len(heard) > 0 { // Notify without any means all
		signal.Notify(came, heard...)
	}
	// Without this a write to a pipe that nobody reads ends the program, and with it
	// what a command would still put away; with it the write returns an error.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	go func() {
		pressed := false
		for {
			s, _ := (<-came).(syscall.Signal)
			by := Stopped{s}
			if pressed && by.Interrupt() {
				exit(by.code())
			}
			pressed = pressed || by.Interrupt()
			cancel(by) // the first counts
		}
	}()
	return ctx
}
