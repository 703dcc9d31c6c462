package scripts

import (
	"context"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/lua/script"
	"boardstudio/ai/lua/worker"
	"boardstudio/rules"
)

// Limits of a traced or profiled call.
const (
	stepTime = 10 * time.Second // time limit of the call, and of each step
	// stepDepth is the search depth of a traced script that evaluates positions. Only the first
	// moves matter.
	stepDepth = 1
	// profileTime is approximately the time of a script for a move in a game.
	profileTime = 2 * time.Second
)

// Call is a call of a script's function choose or evaluate.
type Call struct {
	Name, Text string            // name and text of the script
	Values     map[string]string // option values
	Rules      rules.Rules
	Start      rules.Position
	Moves      []rules.Move // from Start to the position of the call
}

// open starts a process for the call. The client is nil if the process cannot be started.
func (c *Call) open(ctx context.Context) (*worker.Client, error) {
	w, err := worker.Open(ctx, worker.Config{})
	if err != nil {
		return nil, err
	}
	if _, err = w.Load(ctx, worker.Load{Name: c.Name, Source: []byte(c.Text), Game: c.Rules.Spec(), Values: c.Values, Seed: 1}); err == nil {
		w.Play(c.Rules)
	}
	return w, err
}

// Tracer runs one call of a script line by line. It must be used on the loop only. Steps run in the
// background, one at a time; their results are delivered on the loop.
type Tracer struct {
	call   Call
	host   Host
	client *worker.Client
	cancel context.CancelFunc
	ctx    context.Context
	busy   bool
	ended  bool
}

// Stop is the state of a script stopped at a line, or the result of the call.
type Stop struct {
	worker.Stop
	Log  string // logged since the last stop
	Move string // answer, once the call has ended
	Err  error
}

// Trace starts a call in a separate process. It calls done when the script has stopped at line to,
// or at its first line if to is 0.
func (l *Library) Trace(c Call, to int, done func(Stop)) *Tracer {
	t := &Tracer{call: c, host: l.host}
	t.ctx, t.cancel = context.WithCancel(context.Background())
	t.background(done, func() (at worker.Stop, err error) {
		if t.client, err = c.open(t.ctx); err != nil {
			return at, err
		}
		return t.client.Step(t.ctx, c.Start, c.Moves, ai.Limit{Time: stepTime, Depth: stepDepth}, 1, to)
	})
	return t
}

// background runs f and then calls done on the loop with the state of the script.
func (t *Tracer) background(done func(Stop), f func() (worker.Stop, error)) {
	t.busy = true
	go func() {
		at, err := f()
		stop := Stop{Stop: at, Err: err}
		if t.client != nil {
			stop.Log = t.client.Log()
		}
		if err != nil {
			stop.Ended = true
		} else if at.Ended {
			stop.Move = t.call.Rules.FormatMove(at.Answer.Move)
		}
		if stop.Ended && t.client != nil {
			t.client.Close()
		}
		t.host.Post(func() {
			t.busy = false
			if t.ended { // closed in the meantime
				if t.client != nil {
					go t.client.Close()
				}
				return
			}
			t.ended = stop.Ended
			done(stop)
		})
	}()
}

// Next resumes the script. The argument line is used for worker.To only. Next does nothing while
// the script is running or after it has ended.
func (t *Tracer) Next(how worker.Step, line int, done func(Stop)) {
	if t.busy || t.ended {
		return
	}
	t.background(done, func() (worker.Stop, error) { return t.client.Next(t.ctx, how, line, stepTime) })
}

// Busy reports whether the script is running.
func (t *Tracer) Busy() bool { return t.busy }

// Close ends the script. Done functions are not called any more.
func (t *Tracer) Close() {
	t.ended = true
	t.cancel()
	if !t.busy && t.client != nil {
		go t.client.Close()
	}
}

// Profile is the cost of one call of a script.
type Profile struct {
	Lines []script.LineProfile
	Took  time.Duration
	Move  string
	Nodes uint64
	Log   string
	Err   error
}

// Profile profiles a call in the background and calls done on the loop with the result. The
// function stop cancels it.
func (l *Library) Profile(c Call, done func(Profile)) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		var p Profile
		var w *worker.Client
		if w, p.Err = c.open(ctx); p.Err == nil {
			began := time.Now()
			var a script.Answer
			a, p.Lines, p.Err = w.Profile(ctx, c.Start, c.Moves, ai.Limit{Time: profileTime}, 1)
			if p.Took, p.Nodes = time.Since(began), a.Nodes; p.Err == nil {
				p.Move = c.Rules.FormatMove(a.Move)
			}
		}
		if w != nil {
			p.Log = w.Log()
			w.Close()
		}
		l.host.Post(func() { done(p) })
	}()
	return cancel
}
