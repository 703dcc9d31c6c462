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

// Stepper runs one call of a script line by line. Its methods are for one goroutine;
// Close ends it.
type Stepper struct {
	pauses chan Stop
	resume chan struct{}
	end    chan struct{}
	once   sync.Once
	done   chan struct{}
	cancel context.CancelFunc
	answer Answer
	err    error
	// Where to stop next: at this line only, unless 0, and in no deeper calls, unless 0.
	line, depth atomic.Int64
}

// Stop is where a script stands still: before a line.
type Stop struct {
	Line   int
	Depth  int
	Stack  []stdlib.Frame
	Locals []Variable
}

var errClosed = errors.New("closed")

// NewStepper makes a machine that stops before each line of the call of Choose with the position
// given, the first time at the line to, unless 0. The functions start and opponent run before without a stop, unless that
// line is in them. The error is that of New. Call Close in the end.
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

// First waits for the first line, and returns where it is; false when the call has ended.
func (s *Stepper) First() (Stop, bool) {
	select {
	case at := <-s.pauses:
		return at, true
	case <-s.done:
		return Stop{}, false
	}
}

// Next runs the line at which the script stands, and returns where it stands then; false when
// the call has ended.
func (s *Stepper) Next() (Stop, bool) {
	select {
	case s.resume <- struct{}{}:
		return s.First()
	case <-s.done:
		return Stop{}, false
	}
}

// Over runs until a line of the same function or of its caller comes, stepping over calls.
func (s *Stepper) Over(from Stop) (Stop, bool) { return s.until(0, from.Depth) }

// Out runs until a line of the caller comes.
func (s *Stepper) Out(from Stop) (Stop, bool) { return s.until(0, max(from.Depth-1, 1)) }

// To runs until the line comes.
func (s *Stepper) To(line int) (Stop, bool) { return s.until(line, 0) }

// End runs the call to its end, as fast as it can.
func (s *Stepper) End() { s.until(-1, 0) }

func (s *Stepper) until(line, depth int) (Stop, bool) {
	s.line.Store(int64(line))
	s.depth.Store(int64(depth))
	defer func() { s.line.Store(0); s.depth.Store(0) }()
	return s.Next()
}

// Answer returns what the call came to, when it has ended.
func (s *Stepper) Answer() (Answer, error) {
	select {
	case <-s.done:
		return s.answer, s.err
	default:
		return Answer{}, errClosed
	}
}

// Close ends the script, wherever it stands.
func (s *Stepper) Close() {
	s.once.Do(func() {
		s.cancel()
		close(s.end)
		<-s.done
	})
}
