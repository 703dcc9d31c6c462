// Package lua plays what a script says. A script runs in a process of its own, which
// is locked, bounded in time and memory, and started anew for each game and after each fault.
package lua

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/lua/script"
	"boardstudio/ai/lua/worker"
	"boardstudio/io/safe"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Kind is the player whose moves a Lua script chooses. Which games a script
// plays is known when it has run, at the first move.
var Kind = ai.Kind{
	Name: "lua", Title: "Lua script", About: "Plays what a script says that you or somebody else has written.",
	Params: []rules.Param{{Name: "file", Title: "Script", Kind: rules.Text}},
	Plays:  ai.Any,
	New: func(r rules.Rules, p rules.Params) (ai.Engine, error) {
		path, values := Split(p["file"])
		return New(r, path, Options{Values: values})
	},
}

// Options are how a script plays. The zero Options are those of a game.
type Options struct {
	Values       map[string]string // of the script's own options
	Instructions uint64            // of each call, 0 for the default: then time runs out first
}

// The limits of requests that have none: the longer one where the instructions are counted, which shall
// run out first, since the same script then plays the same.
const (
	defaultTime = 2 * time.Second
	patientTime = time.Minute
)

// Engine plays with one script. The script keeps its variables from move to move of a
// game; a request that does not go on from the last, a change of the file, and an error start it anew.
type Engine struct {
	rules rules.Rules
	path  string
	opt   Options
	file  file

	mu    sync.Mutex // Think, Finish and Close one after the other
	child *child
	lost  runtime.Cleanup
	ended sync.WaitGroup // children that are given back
	start string         // where the child's game began
	moves []rules.Move   // what it was asked about last
	seat  rules.Player   // for whom
	about *script.Description
}

// child is a running worker: it is closed when its engine is forgotten.
type child struct{ w *worker.Client }

// New returns the player of the script at path. The error says that the file cannot
// be read, that values are longer than any can be, or that scripts cannot run here: what is wrong with a script shows when it is
// asked for a move.
func New(r rules.Rules, path string, o Options) (*Engine, error) {
	if path == "" {
		return nil, msg.Errorf("no script is chosen")
	}
	f, err := read(context.Background(), path)
	if err != nil {
		return nil, err
	}
	if _, err := worker.Find(); err != nil {
		return nil, err
	}
	e := &Engine{rules: r, path: path, opt: o, file: f}
	if err := e.load(ai.Request{}).Check(); err != nil {
		return nil, err
	}
	return e, nil
}

// load returns what a child is given first, that is to play for q.
func (e *Engine) load(q ai.Request) worker.Load {
	return worker.Load{
		Name: e.file.name, Source: e.file.source, Game: e.rules.Spec(),
		Values: e.opt.Values, Seed: q.Seed, Instructions: e.opt.Instructions, Time: q.Limit.Time,
	}
}

// Think asks the script. The limit of time counts, 2 s if there is none and instructions are not counted; those of depth and
// nodes count for scripts that evaluate. An error of the script is a *script.Fault, and ends it.
func (e *Engine) Think(ctx context.Context, q ai.Request, _ func(ai.Info)) (ai.Info, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	began := time.Now()
	p, err := q.Position()
	if err != nil {
		return ai.Info{}, err
	}
	if p.Turn() == rules.NoPlayer {
		return ai.Info{}, msg.Errorf("the game is over")
	}
	if err := e.reload(ctx); err != nil {
		return ai.Info{}, err
	}
	e.limit(&q)
	w, err := e.ready(ctx, q)
	if err != nil {
		return e.failed(began, err)
	}
	a, err := w.Choose(ctx, q.Start, q.Moves, q.Limit, q.Seed)
	if err != nil {
		return e.failed(began, err)
	}
	e.moves, e.seat = append(e.moves[:0], q.Moves...), p.Turn()
	return ai.Info{
		Best:  ai.Line{Moves: []rules.Move{a.Move}, Score: ai.Score{Value: a.Score}},
		Depth: a.Depth, Nodes: a.Nodes, Time: time.Since(began), Text: w.Log(),
	}, nil
}

// limit gives a limit of time to a request that has none.
func (e *Engine) limit(q *ai.Request) {
	if q.Limit.Time <= 0 {
		if q.Limit.Time = defaultTime; e.opt.Instructions > 0 {
			q.Limit.Time = patientTime
		}
	}
}

// failed ends the child, without waiting for that, and returns what the script has logged.
func (e *Engine) failed(began time.Time, err error) (ai.Info, error) {
	info := ai.Info{Time: time.Since(began)}
	if e.child != nil {
		info.Text = e.child.w.Log()
		e.ended.Go(e.child.w.Close)
		e.lost.Stop()
		e.child = nil
	}
	return info, err
}

// ready returns a child that has been told of the game up to what is asked, or before.
func (e *Engine) ready(ctx context.Context, q ai.Request) (*worker.Client, error) {
	start := q.Start.String()
	if e.child != nil && start == e.start && len(e.moves) <= len(q.Moves) && slices.Equal(e.moves, q.Moves[:len(e.moves)]) {
		return e.child.w, nil
	}
	e.drop()
	w, err := worker.Open(ctx, worker.Config{})
	if err != nil {
		return nil, err
	}
	e.child, e.start, e.moves = &child{w}, start, nil
	e.lost = runtime.AddCleanup(e, func(c *child) { go c.w.Close() }, e.child)
	e.about, err = w.Load(ctx, e.load(q))
	if err != nil {
		return nil, err
	}
	w.Play(e.rules)
	return w, nil
}

// Finish tells the script how the game ended that it has played, and ends it. The limit of time counts as in Think. It returns
// what the script has logged; the error is that of the script.
func (e *Engine) Finish(ctx context.Context, q ai.Request, r rules.Result) (ai.Info, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.child == nil {
		return ai.Info{}, nil
	}
	defer e.drop()
	if !e.about.Finish {
		return ai.Info{}, nil
	}
	e.limit(&q)
	w, err := e.ready(ctx, q)
	if err != nil {
		return ai.Info{}, err
	}
	err = w.Finish(ctx, q.Start, q.Moves, e.seat, r, q.Limit.Time)
	return ai.Info{Text: w.Log()}, err
}

// Close ends the script's process. The engine can go on: with a new one.
func (e *Engine) Close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.drop()
	e.ended.Wait()
	return nil
}

// drop ends the child.
func (e *Engine) drop() {
	if e.child != nil {
		e.lost.Stop()
		e.child.w.Close()
		e.child = nil
	}
}

// file is a script as it was read.
type file struct {
	name   string // without its folder
	time   time.Time
	size   int64
	source []byte
}

// reload reads the file again if it has changed.
func (e *Engine) reload(ctx context.Context) error {
	info, err := safe.Stat(ctx, e.path)
	if err == nil && info.ModTime().Equal(e.file.time) && info.Size() == e.file.size {
		return nil
	}
	e.drop()
	f, err := read(ctx, e.path)
	if err == nil {
		e.file = f
	}
	return err
}

// read reads a file.
func read(ctx context.Context, path string) (file, error) {
	f := file{name: filepath.Base(path)}
	if info, err := safe.Stat(ctx, path); err == nil { // before it is read: a later change shows
		f.time, f.size = info.ModTime(), info.Size()
	}
	var err error
	f.source, err = Source(ctx, path, safe.ReadFile)
	return f, err
}

// Source returns the text of the script at path, as read returns it: safe.ReadFile, or what knows other files besides.
// The error is ctx.Err() when ctx ends, else a *script.Fault.
func Source(ctx context.Context, path string, read func(ctx context.Context, path string, limit int64) ([]byte, error)) ([]byte, error) {
	text, err := read(ctx, path, script.MaxSource)
	switch {
	case err == nil:
		return text, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, safe.ErrTooLarge):
		err = script.ErrTooLong
	default:
		err = msg.Errorf("it cannot be read: %v", safe.Cause(err))
	}
	return nil, &script.Fault{Script: filepath.Base(path), Why: err}
}
