package script

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"boardstudio/ai"
	"boardstudio/ai/lua/stdlib"
	"boardstudio/rules"
)

// Stepper runs one call of a script line by line. Only one goroutine may call its methods. Close
// ends it.
type Stepper struct {
	pauses chan Stop
	resume chan struct{}
	end    chan struct{}
	once   sync.Once
	done   chan struct{}
	cancel context.CancelFunc
	answer Answer
	err    error
	// Where to stop next. If line is not 0, stop only at that line. If depth is not 0, do not stop
	// in deeper calls.
	line, depth atomic.Int64
}

// Stop is the position of a paused script, before a line.
type Stop struct {
	Line   int
	Depth  int
	Stack  []stdlib.Frame
	Locals []Variable
}

var errClosed = errors.New("closed")

// NewStepper returns a Stepper for a call of Choose with the given position, which pauses before
// each line. If to is not 0, the first pause is at that line. The functions start and opponent run
// without a pause, unless they contain that line. The error is that of New. Call Close at the end.
func NewStepper(p *Program, r rules.Rules, o Options, start rules.Position, moves []rules.Move, limit ai.Limit, to int) (*Stepper, error) {
	s := &Stepper{
		pauses: make(chan Stop), resume: make(chan struct{}), end: make(chan struct{}), done: make(chan struct{}),
	}
	s.line.Store(int64(to))
	loaded, stood := false, false
	o.Hook = func(at *Pause) {
		if !loaded {
			return // the top level runs in New
		}
		l := s.line.Load()
		if l != 0 && l != int64(at.Line) || l == 0 && at.Early && !stood {
			return
		}
		if !stood {
			stood = true
			s.line.Store(0)
		}
		if d := s.depth.Load(); d != 0 && int64(at.Depth()) > d {
			return
		}
		select {
		case s.pauses <- Stop{at.Line, at.Depth(), at.Stack(), at.Locals()}:
		case <-s.end:
			return
		}
		select {
		case <-s.resume:
		case <-s.end:
		}
	}
	m, err := New(p, r, o)
	if err != nil {
		return nil, err
	}
	loaded = true
	ctx, cancel := context.WithCancel(context.Background())
	s.cancel = cancel
	go func() {
		defer close(s.done)
		s.answer, s.err = m.Choose(ctx, start, moves, limit)
		m.Close()
	}()
	return s, nil
}

// First waits for the first pause and returns its position. It returns false if the call has ended.
func (s *Stepper) First() (Stop, bool) {
	select {
	case at := <-s.pauses:
		return at, true
	case <-s.done:
		return Stop{}, false
	}
}

// Next runs the current line and returns the next position. It returns false if the call has ended.
func (s *Stepper) Next() (Stop, bool) {
	select {
	case s.resume <- struct{}{}:
		return s.First()
	case <-s.done:
		return Stop{}, false
	}
}

// Over runs to the next line of the same function or of its caller, stepping over calls.
func (s *Stepper) Over(from Stop) (Stop, bool) { return s.until(0, from.Depth) }

// Out runs to the next line of the caller.
func (s *Stepper) Out(from Stop) (Stop, bool) { return s.until(0, max(from.Depth-1, 1)) }

// To runs to the given line.
func (s *Stepper) To(line int) (Stop, bool) { return s.until(line, 0) }

// End runs the call to its end without pauses.
func (s *Stepper) End() { s.until(-1, 0) }

func (s *Stepper) until(line, depth int) (Stop, bool) {
	s.line.Store(int64(line))
	s.depth.Store(int64(depth))
	defer func() { s.line.Store(0); s.depth.Store(0) }()
	return s.Next()
}

// Answer returns the result of the call after it has ended.
func (s *Stepper) Answer() (Answer, error) {
	select {
	case <-s.done:
		return s.answer, s.err
	default:
		return Answer{}, errClosed
	}
}

// Close ends the script at any point.
func (s *Stepper) Close() {
	s.once.Do(func() {
		s.cancel()
		close(s.end)
		<-s.done
	})
}
