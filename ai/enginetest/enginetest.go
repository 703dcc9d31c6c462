// Package enginetest provides an engine whose answers are controlled by a test, and adds engines to
// catalogues.
package enginetest

import (
	"context"
	"slices"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/player"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Puppets is an engine type of a test.
type Puppets struct {
	// Name is the specification of the engines.
	Name string
	// Broken is the error returned by New, or nil. Set it before an engine is created.
	Broken error
	// Built receives each new engine.
	Built chan *Puppet
	stop  chan struct{}
}

// Stop ends all pending calls with an error.
func (p *Puppets) Stop() { close(p.stop) }

// Add returns a copy of a catalogue with an engine type whose answers are controlled by the test. If
// finishes is true, the engines are ai.Finishers.
func Add(c *player.Catalog, name string, finishes bool) (*player.Catalog, *Puppets) {
	p := &Puppets{Name: name, Built: make(chan *Puppet, 64), stop: make(chan struct{})}
	kind := &ai.Kind{
		Name: name, Title: msg.Key("The " + name), Plays: ai.Any,
		New: func(r rules.Rules, _ rules.Params) (ai.Engine, error) { return p.build(finishes) },
	}
	return With(c, kind), p
}

// With returns a copy of a catalogue with another engine type.
func With(c *player.Catalog, kind *ai.Kind) *player.Catalog {
	changed := *c
	changed.Engines = append(slices.Clone(c.Engines), kind)
	return &changed
}

func (p *Puppets) build(finishes bool) (ai.Engine, error) {
	if p.Broken != nil {
		return nil, p.Broken
	}
	e := &Puppet{Calls: make(chan *Call, 64), Closed: make(chan struct{}), stop: p.stop}
	p.Built <- e
	if finishes {
		return finisher{e}, nil
	}
	return e, nil
}

// Next returns the next engine created. It fails the test after a minute.
func (p *Puppets) Next(t *testing.T) *Puppet {
	t.Helper()
	return Receive(t, p.Built, "engine")
}

// Puppet is an engine whose answers are controlled by a test.
type Puppet struct {
	Calls  chan *Call    // the calls of Think and Finish
	Closed chan struct{} // closed by Close
	stop   chan struct{}
}

// Call is a call of Think or Finish that waits for Answer.
type Call struct {
	Context context.Context //nolint:containedctx // tests check whether it was cancelled
	Request ai.Request
	Report  func(ai.Info)
	Result  *rules.Result // argument of Finish, nil for Think
	answer  chan answer
}

type answer struct {
	info ai.Info
	err  error
}

// Answer makes Think return i and err.
func (c *Call) Answer(i ai.Info, err error) { c.answer <- answer{i, err} }

// Play answers a call of Think with a move.
func (c *Call) Play(m rules.Move, s ai.Score) {
	c.Answer(ai.Info{Best: ai.Line{Moves: []rules.Move{m}, Score: s}}, nil)
}

func (p *Puppet) call(c *Call) (ai.Info, error) {
	c.answer = make(chan answer, 1)
	p.Calls <- c
	select {
	case a := <-c.answer:
		return a.info, a.err
	case <-p.stop:
		return ai.Info{}, context.Canceled
	}
}

// Think waits until the test answers the call.
func (p *Puppet) Think(ctx context.Context, q ai.Request, report func(ai.Info)) (ai.Info, error) {
	return p.call(&Call{Context: ctx, Request: q, Report: report})
}

// Close closes p.Closed.
func (p *Puppet) Close() error {
	close(p.Closed)
	return nil
}

// Next returns the next call. It fails the test after a minute.
func (p *Puppet) Next(t *testing.T) *Call {
	t.Helper()
	return Receive(t, p.Calls, "call of an engine")
}

// finisher is a Puppet that implements ai.Finisher.
type finisher struct{ *Puppet }

func (f finisher) Finish(ctx context.Context, q ai.Request, r rules.Result) (ai.Info, error) {
	return f.call(&Call{Context: ctx, Request: q, Result: &r})
}

// Receive returns the next value from c. It fails the test after a minute. what describes the
// value.
func Receive[E any](t *testing.T, c <-chan E, what string) E {
	t.Helper()
	select {
	case x := <-c:
		return x
	case <-time.After(time.Minute):
		t.Fatalf("there is no %s", what)
		panic("unreachable")
	}
}
