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

// Server answers a program that asks for moves, as an engine does in the other direction.
type Server interface {
	// Command answers a line; it returns false after the last one. ctx ends when a line comes that interrupts, see Interrupts.
	Command(ctx context.Context, line string) bool
	// Interrupts reports whether a line ends the thinking that is under way. It is called from another goroutine.
	Interrupts(line string) bool
	// Close ends the engine.
	Close()
}

// Maker makes the engine that plays the rules.
type Maker func(rules.Rules) (ai.Engine, error)

// Writer writes the lines of a Server, and remembers the first error.
type Writer struct {
	W   io.Writer
	Err error
}

// Line writes a line. Line ends within it become spaces.
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

// Serve reads commands and has them answered, one after the other, until the server has enough, the input ends or ctx does. What was
// asked before the input ended is still answered. The goroutine that reads ends when the input does.
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
				return // what was asked is still thought about: interrupt is left to stop
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
