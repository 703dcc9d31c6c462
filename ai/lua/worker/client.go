// Package worker runs scripts in processes of their own, one for each script that
// plays, so that none can take more than its share of time and memory, nor reach
// anything. It is both sides of the connection: Client for the studio, Serve for the child.
//
// Messages are frames of at most 1 MB on descriptor 3. Each lists its fields once, with bounds
// that hold in both directions: what the studio cannot send is an error that names the field, and
// nothing that comes back is believed. A script is stopped at its limit and tells its line; 200 ms
// later its process is killed, and the line comes from a page of memory that both share, in which
// the runtime notes now and then where it is. Both sides use blocking calls, since waking
// goroutines took longer than a script's move.
package worker

import (
	"bufio"
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"boardstudio/ai"
	"boardstudio/ai/lua/script"
	"boardstudio/ai/lua/stdlib"
	"boardstudio/internal/child"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Containment tells what holds a script.
type Containment struct {
	Limits   bool // of memory, files and tasks
	Landlock int  // the kernel's version, 0 for none: no path can be opened
	Seccomp  bool // no call but a few
}

// Complete reports whether all layers are on.
func (c Containment) Complete() bool { return c.Limits && c.Landlock > 0 && c.Seccomp }

// Config says how a child is run. The zero Config is the studio's.
type Config struct {
	Program string // "" to find it
	Memory  int    // MB over what the child has at its start, 0 for 256
	open    bool
}

// Load is a script, and what it plays.
type Load struct {
	Name   string
	Source []byte
	// Game is what it plays; a zero Game asks for the description alone.
	Game         rules.Spec
	Values       map[string]string // of the script's options
	Seed         uint64
	Instructions uint64        // of each call, 0 for the default
	Time         time.Duration // to run its top level; script.LoadTime when that is less
}

// Check reports what is over the bounds of a Load, which Client.Load would refuse too.
func (l Load) Check() error {
	_, err := l.request().encode(nil)
	return err
}

func (l Load) request() *request {
	l.Name, l.Time = clean(l.Name, maxName), max(l.Time, script.LoadTime)
	return &request{kind: askLoad, load: l}
}

// How long the child may take, beyond the limit of what it is asked.
const (
	defaultMemory = 256
	startTime     = 5 * time.Second
	compileTime   = 300 * time.Millisecond
	callTime      = 2 * time.Second
	// A program that calls a hook before each statement is about so many times slower.
	hookedTimes = 5
	// The child stops a script at its limit, and tells its line. If it cannot, it is killed.
	killAfter = 200 * time.Millisecond
	stopAfter = 30 * time.Millisecond
	// These are waited for where a child has died, or said how much it has logged: both is there
	// then, but on a busy machine it may take a while until our own goroutines have seen it.
	reapTime = 10 * time.Second
	logTime  = time.Second
)

// Client is a child in which one script runs. It is not safe for concurrent use, but for
// Close, Log and Peak. An error of a script, or of the child, ends the child: Err tells it from then on.
type Client struct {
	p      *process
	in     *bufio.Reader
	layers Containment
	name   string
	rules  rules.Rules
	err    error
	dead   bool
	id     uint64
	// loading is what Load.Time was.
	loading time.Duration
	out     []byte
	buf     []byte

	busy sync.Mutex
	once sync.Once

	// The game as it was last asked about.
	start string
	moves []rules.Move
	now   rules.Position
}

// Open starts a child, and locks it. It costs some 3 ms.
func Open(ctx context.Context, c Config) (*Client, error) {
	path := c.Program
	if path == "" {
		var err error
		if path, err = Find(); err != nil {
			return nil, err
		}
	}
	if c.Memory == 0 {
		c.Memory = defaultMemory
	}
	p, err := launch(path, c.Memory, c.open)
	if err != nil {
		return nil, err
	}
	w := &Client{p: p, in: bufio.NewReaderSize(p.conn, 4096)}
	r, err := w.wait(ctx, startTime, nil)
	switch {
	case err != nil:
	case r.kind != tellHello || r.version != version:
		err = msg.Errorf("the program %s is of another version than the studio", child.Program)
	default:
		w.layers = r.layers
		w.p.Measure()
		return w, nil
	}
	w.Close()
	var f *script.Fault
	if errors.As(err, &f) && ctx.Err() == nil {
		err = msg.Errorf("%s does not start: %v", child.Program, f.Why)
	}
	return nil, err
}

// Containment returns which layers hold the child.
func (w *Client) Containment() Containment { return w.layers }

// Err returns the error that ended the child, nil while it runs.
func (w *Client) Err() error { return w.err }

// Died reports whether the child has died, or was killed, without telling why itself.
func (w *Client) Died() bool { return w.dead }

// Log returns what the script has logged since the last call: 64 KB a second are kept.
func (w *Client) Log() string { return w.p.log.pop() }

// Peak returns the most memory that the child has had, in bytes; 0 when nobody knows.
func (w *Client) Peak() int64 { return w.p.Peak() }

// Close ends the child. It may be called at any time, and more than once.
func (w *Client) Close() {
	w.once.Do(func() {
		w.p.Kill()
		<-w.p.Done()
		w.busy.Lock()
		defer w.busy.Unlock()
		w.p.release()
	})
}

// Load compiles a script, and makes it ready to play. It returns what the script says
// of itself. The error is a *script.Fault for what is wrong with the script.
func (w *Client) Load(ctx context.Context, l Load) (*script.Description, error) {
	w.name = clean(l.Name, maxName)
	if len(l.Source) > script.MaxSource {
		return nil, w.end(&script.Fault{Script: w.name, Why: script.ErrTooLong})
	}
	w.rules, w.now = nil, nil
	q := l.request()
	w.loading = q.load.Time
	r, err := w.call(ctx, q)
	if err == nil && r.kind != tellLoaded {
		err = w.end(errFrame)
	}
	return r.about, err
}

// Play tells the rules by which moves are judged: those that Load named.
func (w *Client) Play(r rules.Rules) { w.rules = r }

// Start tells the script that a game begins at p.
func (w *Client) Start(ctx context.Context, p rules.Position) error {
	return w.told(w.call(ctx, &request{kind: askStart, start: p.String()}))
}

// Opponent tells the script of a move of the game.
func (w *Client) Opponent(ctx context.Context, m rules.Move) error {
	return w.told(w.call(ctx, &request{kind: askOpponent, moves: []rules.Move{m}}))
}

// Finish tells the script how the game of the player at seat ended, where moves have led from start. The script
// has limit, 2 s when that is 0.
func (w *Client) Finish(ctx context.Context, start rules.Position, moves []rules.Move, seat rules.Player, r rules.Result, limit time.Duration) error {
	return w.told(w.call(ctx, &request{kind: askFinish, start: start.String(), moves: moves, seat: seat, result: r, limit: ai.Limit{Time: limit}}))
}

func (w *Client) told(r response, err error) error {
	if err == nil && r.kind != tellDone {
		err = w.end(errFrame)
	}
	w.p.log.upTo(r.log, logTime)
	return err
}

// Choose asks for a move where moves have led from start, which is legal. The script has
// limit.Time, 2 s when that is 0; an answer or a *script.Fault comes 300 ms later at
// the latest, and 50 ms after ctx is done.
func (w *Client) Choose(ctx context.Context, start rules.Position, moves []rules.Move, limit ai.Limit, seed uint64) (script.Answer, error) {
	r, err := w.ask(ctx, askChoose, start, moves, limit, seed, 0)
	return w.answered(r, err, tellAnswer)
}

// ask asks for a move, after the moves were played here too.
func (w *Client) ask(ctx context.Context, kind byte, start rules.Position, moves []rules.Move, limit ai.Limit, seed uint64, line int) (response, error) {
	if w.err != nil {
		return response{}, w.err
	}
	text := start.String()
	if err := w.goTo(text, start, moves); err != nil {
		return response{}, err
	}
	limit.Depth = max(limit.Depth, 0)
	return w.call(ctx, &request{kind: kind, start: text, moves: moves, limit: limit, seed: seed, line: line})
}

// answered returns the answer, when it is of the kind and a legal move.
func (w *Client) answered(r response, err error, kind byte) (script.Answer, error) {
	if err != nil {
		return script.Answer{}, err
	}
	w.p.log.upTo(r.log, logTime)
	switch {
	case r.kind != kind:
		err = w.end(errFrame)
	case !w.legal(r.answer.Move):
		err = w.end(&script.Fault{Script: w.name, Why: msg.Errorf("it answered %s, which is not a legal move", w.show(r.answer.Move)), Budget: stdlib.AnswerBudget})
	}
	return r.answer, err
}

// goTo plays the moves, going on from where it was asked last.
func (w *Client) goTo(text string, start rules.Position, moves []rules.Move) error {
	if w.now == nil || text != w.start || len(w.moves) > len(moves) || !slices.Equal(w.moves, moves[:len(w.moves)]) {
		w.now, w.start, w.moves = start, text, w.moves[:0]
	}
	for _, m := range moves[len(w.moves):] {
		next, err := w.now.Play(m)
		if err != nil {
			w.now = nil
			return err
		}
		w.now, w.moves = next, append(w.moves, m)
	}
	return nil
}

// legal reports whether the child may answer m.
func (w *Client) legal(m rules.Move) bool { return rules.Legal(w.now, m) }

// show returns a move for a message, also one that names no cells.
func (w *Client) show(m rules.Move) string {
	on := func(c rules.Cell) bool {
		return c == rules.NoCell || w.rules != nil && w.rules.Board().Has(c)
	}
	if w.rules == nil || !on(m.From) || !on(m.To) || m.Aux != 0 {
		return msg.Errorf("%v", m).Error()
	}
	return w.rules.FormatMove(m)
}

// end ends the child, with an error that stays.
func (w *Client) end(err error) error {
	if w.err == nil {
		w.err = err
		w.p.Kill()
	}
	return w.err
}

// call asks something, and waits for the answer. What is over the bounds of a request is an error
// that leaves the child as it is.
func (w *Client) call(ctx context.Context, q *request) (response, error) {
	w.busy.Lock() // until when nothing is closed
	defer w.busy.Unlock()
	if w.err != nil {
		return response{}, w.err
	}
	if err := ctx.Err(); err != nil {
		return response{}, w.end(&script.Fault{Script: w.name, Why: reason(err), Budget: stdlib.TimeBudget})
	}
	if q.limit.Time <= 0 {
		q.limit.Time = callTime
	}
	w.id++
	q.id = w.id
	frame, err := q.encode(w.out)
	if err != nil {
		return response{}, err
	}
	w.out = frame
	return w.wait(ctx, q.patience(w.loading), frame)
}

// wait sends a frame, if any, and waits for the answer. A child that is too slow is killed, which
// ends the waiting too: descriptors are read and written by plain blocking calls.
func (w *Client) wait(ctx context.Context, limit time.Duration, frame []byte) (response, error) {
	var late atomic.Bool
	var mu sync.Mutex
	answered := false
	kill := time.AfterFunc(limit+killAfter, func() {
		mu.Lock()
		defer mu.Unlock()
		if !answered {
			late.Store(true)
			w.p.Kill()
			w.p.hangUp()
		}
	})
	stop := context.AfterFunc(ctx, func() {
		mu.Lock()
		defer mu.Unlock()
		if !answered {
			writeStop(w.p.page, w.id)
			kill.Reset(stopAfter)
		}
	})
	defer func() {
		stop()
		mu.Lock()
		answered = true
		mu.Unlock()
		kill.Stop()
	}()
	if _, err := w.p.conn.Write(frame); err != nil {
		return response{}, w.died(ctx, err, &late)
	}
	var err error
	if w.buf, err = readFrame(w.in, w.buf); err != nil {
		return response{}, w.died(ctx, err, &late)
	}
	r, err := decodeResponse(w.buf)
	if err == nil && r.id != w.id {
		err = errFrame
	}
	if err != nil {
		return response{}, w.end(&script.Fault{Script: w.name, Why: err})
	}
	if r.kind == tellFault {
		r.fault.Script = w.name // whatever the child says
		if cause := ctx.Err(); cause != nil && r.fault.Budget == stdlib.TimeBudget {
			r.fault.Why = reason(cause)
		}
		w.p.log.upTo(r.log, logTime)
		return r, w.end(r.fault)
	}
	return r, nil
}

// reason says why a context ended a script.
func reason(cause error) error {
	if errors.Is(cause, context.DeadlineExceeded) {
		return msg.Errorf("out of time")
	}
	return msg.Errorf("stopped")
}

// died ends a child that does not answer, and says why: it was too slow, or is dead.
func (w *Client) died(ctx context.Context, err error, late *atomic.Bool) error {
	f := &script.Fault{Script: w.name, Budget: stdlib.TimeBudget}
	w.dead = true
	w.p.Kill()
	ended := !late.Load() && ctx.Err() == nil && w.p.Ended(reapTime)
	what := ""
	f.Line, what = readNote(w.p.page)
	switch {
	case ctx.Err() != nil:
		f.Why = reason(ctx.Err())
	case late.Load():
		f.Why = msg.Errorf("out of time")
	case errors.Is(err, errFrame):
		f.Budget, f.Why = "", err
	case ended:
		f.Budget, f.Why = w.death()
	default:
		f.Budget, f.Why = "", msg.Errorf("its process does not answer")
	}
	if what != "" {
		f.Why = msg.Errorf("%v in %s", f.Why, what)
	}
	return w.end(f)
}

// death tells why a child died by itself.
func (w *Client) death() (budget string, why error) {
	w.p.errs.upTo(math.MaxUint64, logTime) // to its end: it comes in pieces
	text := w.p.errs.pop()
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(s string) bool { return strings.Contains(text, s) })
	}
	status, _ := w.p.State().Sys().(syscall.WaitStatus)
	switch {
	case has("out of memory", "cannot allocate", "failed to create new OS thread", "too many page table", "memory limit"):
		return stdlib.MemoryBudget, msg.Errorf("out of memory")
	case has("stack exceeds", "stack overflow"):
		return stdlib.StackBudget, msg.Errorf("too many calls inside each other")
	case status.Signaled() && status.Signal() == syscall.SIGKILL: // the kernel, when the whole machine has none left
		return stdlib.MemoryBudget, msg.Errorf("its process was killed, as happens when memory runs out")
	case status.Signaled():
		return "", msg.Errorf("its process was ended by the signal %s", unix.SignalName(status.Signal()))
	}
	first, _, _ := strings.Cut(text, "\n")
	if first == "" {
		first = w.p.State().String()
	}
	return "", msg.Errorf("its process died: %v", clean(first, 200))
}
