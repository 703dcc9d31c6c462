package worker

import (
	"context"
	"math"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/lua/script"
	"boardstudio/ai/lua/stdlib"
	"boardstudio/rules"
)

// Step determines how far a paused script runs.
type Step byte

// Steps. All except End stop at a line.
const (
	Into Step = iota // the next line
	Over             // the next line of the same function, or of its caller
	Out              // the next line of the caller
	To               // a given line
	End              // the end of the call
)

// Stop is the position of a paused script, or the result of its call.
type Stop struct {
	script.Stop
	Ended  bool
	Answer script.Answer
}

// Step begins a call of choose, like Choose. It stops before the first line, or before line to if
// that is not 0. The time limit applies to the script without its pauses.
func (w *Client) Step(ctx context.Context, start rules.Position, moves []rules.Move, limit ai.Limit, seed uint64, to int) (Stop, error) {
	return w.stopped(w.ask(ctx, askStep, start, moves, limit, seed, max(to, 0)))
}

// Next continues the call begun by Step. line only matters for To. It takes at most the time most
// plus 300 ms.
func (w *Client) Next(ctx context.Context, how Step, line int, most time.Duration) (Stop, error) {
	return w.stopped(w.call(ctx, &request{kind: askNext, how: how, line: max(line, 0), limit: ai.Limit{Time: most}}))
}

func (w *Client) stopped(r response, err error) (Stop, error) {
	if err != nil {
		return Stop{}, err
	}
	if r.kind == tellStop {
		w.p.log.upTo(r.log, logTime)
		return Stop{Stop: r.stop}, nil
	}
	a, err := w.answered(r, nil, tellAnswer)
	return Stop{Ended: true, Answer: a}, err
}

// Profile asks for a move, like Choose, and also returns the cost of each script line. The script
// runs several times slower.
func (w *Client) Profile(ctx context.Context, start rules.Position, moves []rules.Move, limit ai.Limit, seed uint64) (script.Answer, []script.LineProfile, error) {
	r, err := w.ask(ctx, askProfile, start, moves, limit, seed, 0)
	a, err := w.answered(r, err, tellProfile)
	return a, r.profile, err
}

// The child's side.

func (s *server) options(q request) script.Options {
	return script.Options{
		Games: s.games,
		Seed:  q.seed, Instructions: s.loaded.Instructions, Values: s.loaded.Values, Log: s.print, Note: s.page.Note,
		LoadTime: hookedTimes * s.loaded.Time,
	}
}

// step creates a separate machine for a call that stops before each line.
func (s *server) step(ctx context.Context, q request, p rules.Position) (_ response, err error) {
	s.stepper, err = script.NewStepper(s.program, s.rules, s.options(q), p, q.moves, q.limit, q.line)
	if err != nil {
		s.stepper = nil
		return response{}, err
	}
	return s.stands(ctx, s.stepper.First)
}

func (s *server) next(ctx context.Context, q request) (response, error) {
	if s.stepper == nil {
		return response{}, errUnloaded
	}
	return s.stands(ctx, func() (script.Stop, bool) {
		switch q.how {
		case Over:
			return s.stepper.Over(s.stop)
		case Out:
			return s.stepper.Out(s.stop)
		case To:
			return s.stepper.To(q.line)
		case End:
			s.stepper.End()
			return script.Stop{}, false
		}
		return s.stepper.Next()
	})
}

// stands continues until the script pauses or ends, or ctx is done.
func (s *server) stands(ctx context.Context, run func() (script.Stop, bool)) (response, error) {
	end := context.AfterFunc(ctx, s.stepper.Close)
	at, ok := run()
	end()
	if s.stop = at; ok {
		return response{kind: tellStop, stop: at}, nil
	}
	a, err := s.stepper.Answer()
	s.unstep()
	return response{kind: tellAnswer, answer: a}, err
}

func (s *server) unstep() {
	if s.stepper != nil {
		s.stepper.Close()
		s.stepper = nil
	}
}

// profile creates a separate machine for one call.
func (s *server) profile(ctx context.Context, q request, p rules.Position) (response, error) {
	var prof script.Profile
	o := s.options(q)
	o.Hook = prof.Hook
	m, err := script.New(s.program, s.rules, o)
	if err != nil {
		return response{}, err
	}
	defer m.Close()
	prof = script.Profile{} // ignore the top level
	a, err := m.Choose(ctx, p, q.moves, q.limit)
	return response{kind: tellProfile, answer: a, profile: prof.Lines()}, err
}

// Limits for the content of messages.
const (
	maxLocals = 100
	maxValue  = 4 << 10
	maxLines  = 20_000
)

func (c *coder) stack(v *[]stdlib.Frame) {
	list(c, v, maxStack, 2, nil, func(f *stdlib.Frame) {
		c.line(&f.Function, maxName)
		c.lineNumber(&f.Line)
	})
}

func (c *coder) stop(at *script.Stop) {
	c.lineNumber(&at.Line)
	natural(c, &at.Depth, math.MaxInt32, nil)
	c.stack(&at.Stack)
	list(c, &at.Locals, maxLocals, 2, nil, func(v *script.Variable) {
		c.line(&v.Name, maxName)
		c.line(&v.Value, maxValue)
	})
}

func (c *coder) profile(v *[]script.LineProfile) {
	list(c, v, maxLines, 3, nil, func(l *script.LineProfile) {
		c.lineNumber(&l.Line)
		natural(c, &l.Calls, math.MaxUint64, nil)
		natural(c, &l.Time, math.MaxInt64, nil)
	})
}
