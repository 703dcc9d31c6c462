// Package lua plays with Lua scripts. Each script runs in a separate process, which is sandboxed
// and has time and memory limits. It is restarted for each game and after each fault.
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
	"boardstudio/rules"
	"boardstudio/store/safe"
	"boardstudio/text/msg"
)

// Kind is the engine type of Lua scripts. The games that a script plays are only known after it has
// been loaded, at the first move.
var Kind = ai.Kind{
	Name: "lua", Title: "Lua script", About: "Plays the moves of a Lua script.",
	Params: []rules.Param{{Name: "file", Title: "Script", Kind: rules.Text}},
	Time:   DefaultTime,
	Plays:  ai.Any,
	New: func(r rules.Rules, p rules.Params) (ai.Engine, error) {
		path, values := Split(p["file"])
		return New(r, path, Options{Values: values})
	},
}

// Options are the options for a script. The zero value is suitable for games.
type Options struct {
	Values       map[string]string // values of the script's own options
	Instructions uint64            // per call, 0 for the default, with which time runs out first
}

// DefaultTime is the time limit for a script's move without other limits.
const DefaultTime = 2 * time.Second

// patientTime is the time limit if instructions are counted. The instructions run out first, so the
// script plays the same moves every time.
const patientTime = time.Minute

// Engine plays with one script. The script keeps its variables between the moves of a game. It is
// restarted if a request does not continue the last one, if its file changes, and after an error.
type Engine struct {
	rules rules.Rules
	path  string
	opt   Options
	file  file

	mu    sync.Mutex // serialises Think, Finish and Close
	child *child
	lost  runtime.Cleanup
	ended sync.WaitGroup // children that are being closed
	start string         // start of the child's game
	moves []rules.Move   // moves of its last request
	seat  rules.Player   // seat of its last request
	about *script.Description
}

// child is a running worker. It is closed if its engine is garbage-collected.
type child struct{ w *worker.Client }

// New returns an engine for the script at path. It returns an error if the file cannot be read,
// values exceed the largest length, or scripts cannot run here. Errors in the script only appear
// when it is asked for a move.
func New(r rules.Rules, path string, o Options) (*Engine, error) {
	if path == "" {
		return nil, msg.Errorf("no script is selected: choose one")
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

// load returns the first message for a child that plays for q.
func (e *Engine) load(q ai.Request) worker.Load {
	return worker.Load{
		Name: e.file.name, Source: e.file.source, Game: e.rules.Spec(),
		Values: e.opt.Values, Seed: q.Seed, Instructions: e.opt.Instructions, Time: q.Limit.Time,
	}
}

// Think asks the script for a move. The time limit applies; by default it is 2 s, unless
// instructions are counted. Limits of depth and nodes apply to scripts that evaluate. An error of
// the script is a *script.Fault and ends the script.
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

// limit sets the time limit of a request that has none.
func (e *Engine) limit(q *ai.Request) {
	if q.Limit.Time <= 0 {
		if q.Limit.Time = DefaultTime; e.opt.Instructions > 0 {
			q.Limit.Time = patientTime
		}
	}
}

// failed ends the child without waiting, and returns the script's log.
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

// ready returns a child that knows the game up to the request, or an earlier position of it.
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

// Check loads the script in a new process. It returns an error if the script has errors or does not
// play the game.
func (e *Engine) Check(ctx context.Context) error {
	w, err := worker.Open(ctx, worker.Config{})
	if err != nil {
		return err
	}
	defer w.Close()
	_, err = w.Load(ctx, e.load(ai.Request{}))
	return err
}

// Finish passes the result of the game to the script, and then ends the script. The time limit
// applies as in Think. It returns the script's log. The error is an error of the script.
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

// Close ends the script's process. A later Think starts a new one.
func (e *Engine) Close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.drop()
	e.ended.Wait()
	return nil
}

// drop ends the child process, if there is one.
func (e *Engine) drop() {
	if e.child != nil {
		e.lost.Stop()
		e.child.w.Close()
		e.child = nil
	}
}

// file is a script file, with its state when it was read.
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

// read returns the script at path, with its time and size from before it was read.
func read(ctx context.Context, path string) (file, error) {
	f := file{name: filepath.Base(path)}
	if info, err := safe.Stat(ctx, path); err == nil { // before reading, so later changes are noticed
		f.time, f.size = info.ModTime(), info.Size()
	}
	var err error
	f.source, err = Source(ctx, path, safe.ReadFile)
	return f, err
}

// Source returns the text of the script at path. read is safe.ReadFile or a function that also
// reads other files. If ctx ends, the error is ctx.Err(), otherwise a *script.Fault.
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
