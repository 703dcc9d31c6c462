// Package extern plays with external engines. It runs them as confined programs, communicates with
// them in lines of text, and validates all their answers. The protocols are packages below it. List
// contains the engines that the user has added.
package extern

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"time"

	"boardstudio/ai"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Protocol is a protocol for external engines.
type Protocol struct {
	Name  string // on command lines and in files
	Title msg.Key
	// Plays returns nil if the protocol supports the game, else an *msg.Error.
	Plays func(rules.Rules) error
	// Samples returns the games, among those given, for testing a program.
	Samples func(rules.Catalog) []Sample
	// Remark reports whether a line of a program is a remark rather than an answer. It is called on
	// another goroutine.
	Remark func(line string) bool
	// Dial returns a Talker for the program of an entry and a game.
	Dial func(r rules.Rules, e Entry) Talker
	// Options are the options that entries may have. Programs may have further options; see Talker.
	Options []rules.Param
	// Unit is the amount of a program's usual scores that corresponds to 1 in the logistic
	// function. 0 means the same unit as Studio's scores.
	Unit float64
	// Goodbye is the line that makes a program end.
	Goodbye string
}

// Sample is a game for testing programs.
type Sample struct {
	Name  string // name of its preset
	Rules rules.Rules
}

// Talker communicates with one program. The errors of its methods are *msg.Errors, errors of
// Program.Line, or the error of ctx. After an error, the program is ended.
type Talker interface {
	// Begin prepares the program for a game. It returns the program's description of itself, with
	// the options that it lists.
	Begin(ctx context.Context, p *Program) (About, error)
	// Think asks for a move in the position at, which results from q. It returns within
	// q.Limit.Time plus Bounds.Late.
	Think(ctx context.Context, p *Program, q ai.Request, at rules.Position, report func(ai.Info)) (ai.Info, error)
}

// About is a program's description of itself.
type About struct {
	Name    string   // with version and authors, or ""
	Options []string // names of all listed options
	Listed  []Listed // the options with a known kind
}

// Engine is an external engine. Its program runs from the first Think until Close, a stop or an
// error.
type Engine struct {
	rules    rules.Rules
	entry    Entry
	protocol *Protocol
	bounds   Bounds
	logs     *Logs

	mu    sync.Mutex // serialises Think, Start and Close
	run   *running
	lost  runtime.Cleanup
	talk  Talker
	about About

	logMu sync.Mutex
	log   []string // lines of the latest program
}

// running is a program that is closed when its engine is garbage-collected.
type running struct {
	*Program
	goodbye string
}

// New returns an engine for an entry. It returns an error if the entry does not play the game.
// Problems of the program itself only appear in Think.
func New(r rules.Rules, e Entry, b Bounds, protocols ...*Protocol) (*Engine, error) {
	k := Find(e.Protocol, protocols)
	if k == nil {
		return nil, msg.Errorf("unknown protocol %q", e.Protocol)
	}
	if err := e.plays(r, k); err != nil {
		return nil, err
	}
	if e.Memory > 0 {
		b.Memory = int64(e.Memory) << 20
	}
	return &Engine{rules: r, entry: e, protocol: k, bounds: b}, nil
}

// Find returns the protocol with the given name, or nil.
func Find(name string, protocols []*Protocol) *Protocol {
	i := slices.IndexFunc(protocols, func(p *Protocol) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return protocols[i]
}

// defaultTime is the time limit of requests without limits. patientTime is the time limit of
// requests that have only other limits.
const (
	defaultTime = 5 * time.Second
	patientTime = time.Minute
)

// Think asks the program for a move, unless there is only one. After an error the program is ended,
// and the next Think starts it again.
func (e *Engine) Think(ctx context.Context, q ai.Request, report func(ai.Info)) (ai.Info, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	at, err := q.Position()
	if err != nil {
		return ai.Info{}, err
	}
	if at.Turn() == rules.NoPlayer {
		return ai.Info{}, msg.Errorf("the game is over")
	}
	if m, only := single(at); only {
		return ai.Info{Best: ai.Line{Moves: []rules.Move{m}}}, nil
	}
	began := time.Now()
	if q.Limit.Time <= 0 {
		if q.Limit.Time = defaultTime; q.Limit.Depth > 0 || q.Limit.Nodes > 0 {
			q.Limit.Time = patientTime
		}
	}
	timed := report
	if report != nil {
		timed = func(i ai.Info) {
			i.Time = time.Since(began)
			report(i)
		}
	}
	info, err := e.ask(ctx, q, at, timed)
	if err == nil {
		if m, ok := info.Move(); !ok || m != rules.Resign && !rules.Legal(at, m) {
			err = msg.Errorf("it answered %s, which is not a legal move", e.rules.FormatMove(m))
		}
	}
	info.Time = time.Since(began)
	if e.run != nil {
		info.Text = e.run.Remarks()
	}
	if err != nil {
		e.drop("")
		return ai.Info{Time: info.Time, Text: info.Text}, e.name(err)
	}
	return info, nil
}

// name adds the name of the engine to an error.
func (e *Engine) name(err error) error {
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, ErrLate), errors.Is(err, context.DeadlineExceeded):
		err = msg.Errorf("it did not answer in time")
	}
	return msg.Errorf("%s: %v", e.entry.Name, err)
}

// single returns the only move of a position. It returns false if there are several.
func single(at rules.Position) (m rules.Move, only bool) {
	n := 0
	for l := range at.Moves() {
		if m, n = l, n+1; n > 1 {
			return m, false
		}
	}
	return m, n == 1
}

// Start starts the program if it is not running, so the first Think does not have to.
func (e *Engine) Start(ctx context.Context) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	err := e.ready(ctx)
	if err != nil {
		e.drop("")
		return e.name(err)
	}
	return nil
}

// ask starts the program if necessary, and asks it for a move.
func (e *Engine) ask(ctx context.Context, q ai.Request, at rules.Position, report func(ai.Info)) (ai.Info, error) {
	if err := e.ready(ctx); err != nil {
		return ai.Info{}, err
	}
	return e.talk.Think(ctx, e.run.Program, q, at, report)
}

// ready starts the program if it is not running.
func (e *Engine) ready(ctx context.Context) error {
	if e.run != nil {
		return nil
	}
	p, err := run(e.entry.Command, e.entry.Folders, e.bounds, e.protocol.Remark)
	if err != nil {
		return err
	}
	e.logs.begin(e.entry.Name, &p.log)
	e.run, e.talk = &running{p, e.protocol.Goodbye}, e.protocol.Dial(e.rules, e.entry)
	e.lost = runtime.AddCleanup(e, func(r *running) { go r.Close(r.goodbye) }, e.run)
	e.about, err = e.talk.Begin(ctx, p)
	return err
}

// Log returns the last lines exchanged with the program, even after its end.
func (e *Engine) Log() []string {
	e.logMu.Lock()
	defer e.logMu.Unlock()
	return e.log
}

// Close ends the program. A later Think starts a new one.
func (e *Engine) Close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.drop(e.protocol.Goodbye)
	return nil
}

// drop ends the program, with the line goodbye unless it is "".
func (e *Engine) drop(goodbye string) {
	if e.run == nil {
		return
	}
	e.lost.Stop()
	e.run.Close(goodbye)
	e.logMu.Lock()
	e.log = e.run.Log()
	e.logMu.Unlock()
	e.run, e.talk = nil, nil
}

// Test starts the program of an entry and asks it for a move of the game. It returns the program's
// description of itself and the last lines exchanged.
func Test(ctx context.Context, r rules.Rules, e Entry, b Bounds, protocols ...*Protocol) (About, []string, error) {
	return test(ctx, r, e, b, nil, protocols...)
}

func test(ctx context.Context, r rules.Rules, e Entry, b Bounds, logs *Logs, protocols ...*Protocol) (About, []string, error) {
	x, err := New(r, e, b, protocols...)
	if err != nil {
		return About{}, nil, err
	}
	defer x.Close()
	x.logs = logs
	q := ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Time: time.Second}}
	for at := q.Start; ; { // up to a position with a choice
		m, only := single(at)
		if !only {
			break
		}
		q.Moves = append(q.Moves, m)
		if at, err = at.Play(m); err != nil {
			return About{}, nil, err
		}
	}
	_, err = x.Think(ctx, q, nil)
	about := x.about
	_ = x.Close()
	return about, x.Log(), err
}
