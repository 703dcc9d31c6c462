// Package extern lets programs of others play: it runs them, bounded in what they may use, speaks to them in lines of text, and
// believes nothing that they answer. The protocols are packages below it. List holds those that a person has added.
package extern

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"time"

	"boardstudio/ai"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Protocol is a language that programs are spoken to in.
type Protocol struct {
	Name  string // on command lines and in files
	Title msg.Key
	// Plays returns nil for games that can be spoken of, else an *msg.Error.
	Plays func(rules.Rules) error
	// Samples returns games to test a program with.
	Samples func() []Sample
	// Remark reports whether a line of a program answers nothing. It is called from another goroutine.
	Remark func(line string) bool
	// Dial returns what speaks to the program of an entry that plays the game.
	Dial func(r rules.Rules, e Entry) Talker
	// Options are the options that entries may have. Programs may have more of their own, see Talker.
	Options []rules.Param
	// Unit is how much of the scores that programs usually tell makes what the logistic function takes for one; 0 where ours tell as much.
	Unit float64
	// Goodbye is the line that tells a program to end.
	Goodbye string
}

// Sample is a game that programs are tested with.
type Sample struct {
	Name  string // of its preset
	Rules rules.Rules
}

// Talker speaks to one program. The errors of its methods are *msg.Errors, those of Program.Line, or of ctx; each ends the program.
type Talker interface {
	// Begin readies the program for a game. It returns what the program says of itself, and the options that it lists.
	Begin(ctx context.Context, p *Program) (About, error)
	// Think asks for a move in the position at, which is where q leads. It returns within q.Limit.Time, and Bounds.Late after it.
	Think(ctx context.Context, p *Program, q ai.Request, at rules.Position, report func(ai.Info)) (ai.Info, error)
}

// About is what a program says of itself.
type About struct {
	Name    string   // with version and authors, "" if it says nothing
	Options []string // the names of what it lists
	Listed  []Listed // those of them of which it says what they are
}

// Engine plays by what a program answers. The program runs from the first Think to Close, a stop, or an error.
type Engine struct {
	rules    rules.Rules
	entry    Entry
	protocol *Protocol
	bounds   Bounds

	mu    sync.Mutex // Think and Close one after the other
	run   *running
	lost  runtime.Cleanup
	talk  Talker
	about About

	logMu sync.Mutex
	log   []string // of the program that ran last
}

// running is a program that is closed when its engine is forgotten.
type running struct {
	*Program
	goodbye string
}

// New returns the player of an entry. The error says that it does not play the game: what is wrong with the program shows when it is asked.
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

// Find returns the protocol of that name, or nil.
func Find(name string, protocols []*Protocol) *Protocol {
	i := slices.IndexFunc(protocols, func(p *Protocol) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return protocols[i]
}

// defaultTime is the limit of requests that have none, patientTime where another limit is given.
const (
	defaultTime = 5 * time.Second
	patientTime = time.Minute
)

// Think asks the program. A move that is the only one is not asked for. An error ends the program: the next Think starts it anew.
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
		if m, ok := info.Move(); !ok || !rules.Legal(at, m) {
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

// name puts the name of the engine before an error.
func (e *Engine) name(err error) error {
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, ErrLate), errors.Is(err, context.DeadlineExceeded):
		err = msg.Errorf("it did not answer in time")
	}
	return msg.Errorf("%s: %v", e.entry.Name, err)
}

// single returns the move of a position that has one only.
func single(at rules.Position) (m rules.Move, only bool) {
	n := 0
	for l := range at.Moves() {
		if m, n = l, n+1; n > 1 {
			return m, false
		}
	}
	return m, n == 1
}

// Start starts the program if none runs, so that the first Think need not.
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

// ask starts the program if none runs, and asks it.
func (e *Engine) ask(ctx context.Context, q ai.Request, at rules.Position, report func(ai.Info)) (ai.Info, error) {
	if err := e.ready(ctx); err != nil {
		return ai.Info{}, err
	}
	return e.talk.Think(ctx, e.run.Program, q, at, report)
}

// ready starts the program if none runs.
func (e *Engine) ready(ctx context.Context) error {
	if e.run != nil {
		return nil
	}
	p, err := run(e.entry.Command, e.bounds, e.protocol.Remark)
	if err != nil {
		return err
	}
	logs.begin(e.entry.Name, &p.log)
	e.run, e.talk = &running{p, e.protocol.Goodbye}, e.protocol.Dial(e.rules, e.entry)
	e.lost = runtime.AddCleanup(e, func(r *running) { go r.Close(r.goodbye) }, e.run)
	e.about, err = e.talk.Begin(ctx, p)
	return err
}

// Log returns the last lines that were exchanged with the program, also after it has ended.
func (e *Engine) Log() []string {
	e.logMu.Lock()
	defer e.logMu.Unlock()
	return e.log
}

// Close ends the program. The engine can go on: with a new one.
func (e *Engine) Close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.drop(e.protocol.Goodbye)
	return nil
}

// drop ends the program, by a line or without a word.
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

// Test starts the program of an entry, and has it play a move of the game. It returns what the program says of itself.
func Test(ctx context.Context, r rules.Rules, e Entry, b Bounds, protocols ...*Protocol) (About, []string, error) {
	x, err := New(r, e, b, protocols...)
	if err != nil {
		return About{}, nil, err
	}
	defer x.Close()
	q := ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Time: time.Second}}
	for at := q.Start; ; { // to where there is something to choose
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
