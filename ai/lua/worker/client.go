// Package worker runs scripts in separate processes, one for each script that plays. No script can
// then exceed its share of time and memory, or access anything else. It implements both sides of
// the connection: Client for Studio, Serve for the child.
//
// Messages are frames of at most 1 MB on descriptor 3. Each message type lists its fields once,
// with limits that apply in both directions. If a request exceeds a limit, the error names the
// field. All data from the child is validated. A script is stopped at its time limit and reports
// its line. If it does not, its process is killed 200 ms later. The line then comes from a page of
// shared memory, in which the runtime records its position from time to time. Both sides use
// blocking calls, since waking goroutines took longer than a script's move.
package worker

import (
	"bufio"
	"cmp"
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
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Containment lists the active layers of the sandbox.
type Containment struct {
	Limits   bool // limits of memory, files and tasks
	Landlock int  // Landlock version of the kernel, 0 if there is none: no path can be opened
	Seccomp  bool // only a few system calls
}

// Complete reports whether all layers are active.
func (c Containment) Complete() bool { return c.Limits && c.Landlock > 0 && c.Seccomp }

// Config is the configuration of a child. The zero value is the default.
type Config struct {
	Program string // "" to search for the program
	Memory  int    // MB in addition to the child's memory at its start, 0 for 256
	open    bool
}

// Load is a script and the game that it plays.
type Load struct {
	Name   string
	Source []byte
	// Game is the game to play. If it is zero, the script only describes itself.
	Game         rules.Spec
	Values       map[string]string // values of the script's options
	Seed         uint64
	Instructions uint64        // per call, 0 for the default
	Time         time.Duration // time limit for the top level; at least script.LoadTime
}

// Check returns an error if the Load exceeds a limit, in which case Client.Load would fail as well.
func (l Load) Check() error {
	_, err := l.request().encode(nil)
	return err
}

func (l Load) request() *request {
	l.Name, l.Time = clean(l.Name, maxName), max(l.Time, script.LoadTime)
	return &request{kind: askLoad, load: l}
}

// Time that the child may take, in addition to the limit of the request.
const (
	defaultMemory = 256
	startTime     = 5 * time.Second
	compileTime   = 300 * time.Millisecond
	callTime      = 2 * time.Second
	// slowdown of a program that calls a hook before each statement
	hookedTimes = 5
	// The child stops a script at its limit and reports its line. If it does not, it is killed.
	killAfter = 200 * time.Millisecond
	stopAfter = 30 * time.Millisecond
	// Waiting times after a child has died, or has reported the size of its log. The data exists
	// then, but on a busy machine our goroutines may need some time to read it.
	reapTime = 10 * time.Second
	logTime  = time.Second
)

// Client is a child process that runs one script. It is not safe for concurrent use, except Close,
// Log and Peak. An error of the script or the child ends the child; Err then returns it.
type Client struct {
	p      *process
	in     *bufio.Reader
	layers Containment
	name   string
	rules  rules.Rules
	err    error
	dead   bool
	id     uint64
	// loading is the value of Load.Time.
	loading time.Duration
	out     []byte
	buf     []byte

	busy sync.Mutex
	once sync.Once

	// The game of the last request.
	start string
	moves []rules.Move
	now   rules.Position
}

// Open starts a child and locks it. It takes about 3 ms. It returns an error if the program is
// missing or cannot be locked.
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
	r, err := w.wait(ctx, startTime, startTime, nil)
	switch {
	case err != nil:
	case r.kind != tellHello || r.version != version:
		err = msg.Errorf("the program %s has a different version from Studio: reinstall Studio", child.Program)
	default:
		w.layers = r.layers
		w.p.Measure()
		return w, nil
	}
	w.Close()
	var f *script.Fault
	if errors.As(err, &f) && ctx.Err() == nil {
		err = msg.Errorf("%s cannot be started: %v", child.Program, f.Why)
	}
	return nil, err
}

// Containment returns the active layers of the child's sandbox.
func (w *Client) Containment() Containment { return w.layers }

// Err returns the error that ended the child, or nil while it is running.
func (w *Client) Err() error { return w.err }

// Died reports whether the child died or was killed without reporting a reason.
func (w *Client) Died() bool { return w.dead }

// Log returns the script's log since the last call. At most 64 KB per second are kept.
func (w *Client) Log() string { return w.p.log.pop() }

// Peak returns the peak memory of the child in bytes, or 0 if it is unknown.
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

// Load compiles a script and prepares it for playing. It returns the script's description of
// itself. If the script has an error, the error is a *script.Fault.
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

// Play sets the rules for checking moves. They must be those named in Load.
func (w *Client) Play(r rules.Rules) { w.rules = r }

// Start notifies the script that a game begins at p.
func (w *Client) Start(ctx context.Context, p rules.Position) error {
	return w.checkDone(w.call(ctx, &request{kind: askStart, start: p.String()}))
}

// Opponent notifies the script of a move in its game.
func (w *Client) Opponent(ctx context.Context, m rules.Move) error {
	return w.checkDone(w.call(ctx, &request{kind: askOpponent, moves: []rules.Move{m}}))
}

// Finish notifies the script how its game ended, for the player at seat. The game consists of start
// and moves. The script has the time limit, or 2 s if it is 0.
func (w *Client) Finish(ctx context.Context, start rules.Position, moves []rules.Move, seat rules.Player, r rules.Result, limit time.Duration) error {
	return w.checkDone(w.call(ctx, &request{kind: askFinish, start: start.String(), moves: moves, seat: seat, result: r, limit: ai.Limit{Time: limit}}))
}

// checkDone returns an error unless the script has confirmed the request.
func (w *Client) checkDone(r response, err error) error {
	if err == nil && r.kind != tellDone {
		err = w.end(errFrame)
	}
	w.p.log.upTo(r.log, logTime)
	return err
}

// Choose asks for a move after moves from start. The returned move is legal. The script has
// limit.Time, or 2 s if it is 0. The answer or a *script.Fault arrives at most 300 ms after that,
// and at most 50 ms after ctx is done.
func (w *Client) Choose(ctx context.Context, start rules.Position, moves []rules.Move, limit ai.Limit, seed uint64) (script.Answer, error) {
	r, err := w.ask(ctx, askChoose, start, moves, limit, seed, 0)
	return w.answered(r, err, tellAnswer)
}

// ask requests a move. It first plays the moves itself.
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

// answered returns the answer if it has the expected kind and its move is legal.
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

// goTo plays the moves, starting from the position of the last request if possible.
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

// legal reports whether m is a legal answer of the child.
func (w *Client) legal(m rules.Move) bool { return rules.Legal(w.now, m) }

// show returns a move as text for a message. The move may have invalid cells.
func (w *Client) show(m rules.Move) string {
	on := func(c rules.Cell) bool {
		return c == rules.NoCell || w.rules != nil && w.rules.Board().Has(c)
	}
	if w.rules == nil || !on(m.From) || !on(m.To) || m.Aux != 0 {
		return msg.Errorf("%v", m).Error()
	}
	return w.rules.FormatMove(m)
}

// end ends the child with a permanent error.
func (w *Client) end(err error) error {
	if w.err == nil {
		w.err = err
		w.p.Kill()
	}
	return w.err
}

// call sends a request and waits for the answer. If the request exceeds a limit, the error leaves
// the child running.
func (w *Client) call(ctx context.Context, q *request) (response, error) {
	w.busy.Lock() // prevents Close from releasing the child
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
	limit := q.patience(w.loading)
	return w.wait(ctx, limit, cmp.Or(q.whole, limit), frame)
}

// wait sends a frame, if any, and waits for the answer. A child that is too slow is killed, which
// ends the waiting too: descriptors are read and written by plain blocking calls. whole is the limit that the error
// names; limit is what is left of it.
func (w *Client) wait(ctx context.Context, limit, whole time.Duration, frame []byte) (response, error) {
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
		return response{}, w.died(ctx, err, &late, whole)
	}
	var err error
	if w.buf, err = readFrame(w.in, w.buf); err != nil {
		return response{}, w.died(ctx, err, &late, whole)
	}
	r, err := decodeResponse(w.buf)
	if err == nil && r.id != w.id {
		err = errFrame
	}
	if err != nil {
		return response{}, w.end(&script.Fault{Script: w.name, Why: err})
	}
	if r.kind == tellFault {
		r.fault.Script = w.name // do not trust the name from the child
		if cause := ctx.Err(); cause != nil && r.fault.Budget == stdlib.TimeBudget {
			r.fault.Why = reason(cause)
		}
		w.p.log.upTo(r.log, logTime)
		return r, w.end(r.fault)
	}
	return r, nil
}

// reason returns the reason why a context ended a script.
func reason(cause error) error {
	if errors.Is(cause, context.DeadlineExceeded) {
		return msg.Errorf("out of time")
	}
	return msg.Errorf("stopped")
}

// died ends a child that does not answer, and returns the reason: it was too slow, or it is dead.
func (w *Client) died(ctx context.Context, err error, late *atomic.Bool, limit time.Duration) error {
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
		f.Why = stdlib.OutOfTime(limit)
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

// death returns the reason why a child died.
func (w *Client) death() (budget string, why error) {
	w.p.errs.upTo(math.MaxUint64, logTime) // up to the end, since it arrives in parts
	text := w.p.errs.pop()
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(s string) bool { return strings.Contains(text, s) })
	}
	status, _ := w.p.State().Sys().(syscall.WaitStatus)
	switch {
	case has("out of memory", "cannot allocate", "failed to create new OS thread", "too many page table", "memory limit"):
		return stdlib.MemoryBudget, msg.Errorf("out of memory")
	case has("stack exceeds", "stack overflow"):
		return stdlib.StackBudget, msg.Errorf("too many nested calls")
	case status.Signaled() && status.Signal() == syscall.SIGKILL: // the whole machine ran out of memory
		return stdlib.MemoryBudget, msg.Errorf("its process was killed, possibly because memory ran out")
	case status.Signaled():
		return "", msg.Errorf("its process was ended by the signal %s", unix.SignalName(status.Signal()))
	}
	first, _, _ := strings.Cut(text, "\n")
	if first == "" {
		first = w.p.State().String()
	}
	return "", msg.Errorf("its process died: %v", clean(first, 200))
}
