package extern

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"boardstudio/ai"
	"boardstudio/rules"
)

// Server implements an engine that external programs can use.
type Server interface {
	// Command answers a line. It returns false after the last one. ctx ends when an interrupting
	// line arrives; see Interrupts.
	Command(ctx context.Context, line string) bool
	// Interrupts reports whether a line interrupts the current command. It is called on another
	// goroutine.
	Interrupts(line string) bool
	// Close closes the engine, if the server has built one.
	Close()
}

// Maker returns an engine that plays the rules.
type Maker func(rules.Rules) (ai.Engine, error)

// Writer writes the lines of a Server. It remembers the first error.
type Writer struct {
	W   io.Writer
	Err error
}

// Line writes a line. It replaces line ends in it with spaces.
func (w *Writer) Line(format string, args ...any) {
	if w.Err == nil {
		_, w.Err = io.WriteString(w.W, strings.NewReplacer("\n", " ", "\r", " ").Replace(fmt.Sprintf(format, args...))+"\n")
	}
}

// Block writes a text of several lines.
func (w *Writer) Block(text string) {
	if w.Err == nil {
		_, w.Err = io.WriteString(w.W, text)
	}
}

// Serve reads commands and answers them in order, until the server ends, the input ends or ctx
// ends. Commands before the end of the input are still answered. The reading goroutine ends with
// the input.
func Serve(ctx context.Context, in io.Reader, w *Writer, s Server) error {
	defer s.Close()
	type command struct {
		line string
		ctx  context.Context
	}
	commands := make(chan command, maxWaits)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		defer close(commands)
		r := lineReader{r: bufio.NewReader(in)}
		fresh := func() (context.Context, context.CancelFunc) { return context.WithCancel(ctx) }
		within, interrupt := fresh()
		for {
			line, err := r.next()
			if err != nil && line == "" {
				return // do not interrupt the remaining commands; stop does that
			}
			if s.Interrupts(line) {
				interrupt()
				within, interrupt = fresh()
			}
			select {
			case commands <- command{line, within}:
			case <-ctx.Done():
				interrupt()
				return
			}
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case c, ok := <-commands:
			if !ok || !s.Command(c.ctx, c.line) {
				return w.Err
			}
			if w.Err != nil {
				return w.Err
			}
		}
	}
}
