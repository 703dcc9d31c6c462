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

// Stopped is the cause of a context cancelled by a signal.
type Stopped struct{ by syscall.Signal }

// Error returns the name of the signal.
func (s Stopped) Error() string { return s.by.String() }

// code returns the exit code by the convention of shells.
func (s Stopped) code() int { return signalBase + int(s.by) }

// Interrupt reports whether the user pressed Ctrl+C.
func (s Stopped) Interrupt() bool { return s.by == syscall.SIGINT }

// Stoppable returns a context that is cancelled by the first signal in Stops; its cause is a
// Stopped. Commands then save their results and return. A second Ctrl+C calls exit at once. Other
// later signals are ignored, since a closed terminal or a system shutdown sends more than one.
// Signals that were ignored when the program started, for example by nohup, stay ignored.
func Stoppable(ctx context.Context, exit func(code int)) context.Context {
	ctx, cancel := context.WithCancelCause(ctx)
	came := make(chan os.Signal, 8)
	// Notify without signals would catch them all.
	if heard := slices.DeleteFunc(slices.Clone(Stops), signal.Ignored); len(heard) > 0 {
		signal.Notify(came, heard...)
	}
	// Without this, writing to a closed pipe would end the program before a command could save its
	// results. With it, the write returns an error.
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
			cancel(by) // only the first call has an effect
		}
	}()
	return ctx
}
