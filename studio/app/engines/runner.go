// Package engines runs engines on the current position: several at once, each with its best lines,
// until the user leaves the position. Their evaluations are stored at the node and shown again
// later without thinking.
package engines

import (
	"context"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/player"
	"boardstudio/analysis"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/jobs"
	"boardstudio/studio/app/settings"
	"boardstudio/text/msg"
)

// Place is a position in the tree.
type Place struct {
	Tree     *model.Tree
	Node     *model.Node
	Position rules.Position
}

// Host is the document and its window.
type Host interface {
	// Place returns the current position. It returns false if engines should not run, while a
	// position is being set up or moves are being guessed.
	Place() (Place, bool)
	// Evaluate stores evaluations at a node.
	Evaluate(*model.Node, []model.Eval)
	// Change applies edits as one undo step and then calls then.
	Change(label msg.Key, edits []model.Edit, then func())
	// Found is called when the display should be updated, at most ten times a second while engines
	// think.
	Found()
	// Leave runs f in the background. The program must not exit before f returns.
	Leave(f func())
}

const (
	// refresh is the minimum time between two calls of Host.Found.
	refresh = 100 * time.Millisecond
	// rest is the time that the user must stay at a position before engines start. Engines do not
	// start while the user steps through a line.
	rest = 80 * time.Millisecond
	// longest is the maximum thinking time for one position.
	longest = time.Hour
	// silence is the time after which an engine is considered quiet if it has not reported
	// anything. Quiet engines run repeatedly, for one second, two, four, and so on.
	silence = 1500 * time.Millisecond
)

// MaxLines is the maximum number of lines shown for an engine.
const MaxLines = 8

// Runner runs the engines of one document. It must only be used on the loop.
type Runner struct {
	engines   *player.Catalog
	host      Host
	loop      jobs.Loop
	analysers []*analyser
	on        bool
	pinned    bool
	all       bool        // the first engine evaluates all moves
	tree      *model.Tree // tree that the engines' memories refer to
	place     Place       // position being analysed, or the zero value
	seen      uint64
	stop      func()      // cancels the pending start of the engines, or nil
	posted    atomic.Bool // a call of news is pending
	lastFound time.Time   // time of the last call of Found
}

// New returns a Runner that runs none of engines until Choose is called.
func New(engines *player.Catalog, host Host, loop jobs.Loop) *Runner {
	return &Runner{engines: engines, host: host, loop: loop}
}

// Choose sets the engines. Engines that were already chosen keep running. Unknown engines are
// skipped.
func (r *Runner) Choose(list []settings.AnalysisEngine, game rules.Rules) {
	old := r.analysers
	r.analysers = nil
	for _, x := range list {
		x.Lines = min(max(x.Lines, 1), MaxLines)
		i := slices.IndexFunc(old, func(j *analyser) bool { return j.Engine == x.Engine && model.SameRules(j.rules, game) })
		if i < 0 {
			j, err := newAnalyser(r, x, game)
			if err == nil {
				r.analysers = append(r.analysers, j)
			}
			continue
		}
		j := old[i]
		old = slices.Delete(old, i, i+1)
		if j.Lines != x.Lines {
			j.Lines = x.Lines
			r.halt(j)
		}
		r.analysers = append(r.analysers, j)
	}
	for _, j := range old {
		r.halt(j)
		j.leave()
	}
	if r.on {
		r.fill()
	}
	r.host.Found()
}

// Chosen returns the chosen engines.
func (r *Runner) Chosen() (list []settings.AnalysisEngine) {
	for _, j := range r.analysers {
		list = append(list, j.AnalysisEngine)
	}
	return list
}

// Default returns the default engine for a game, which is the strongest one.
func Default(engines *player.Catalog, r rules.Rules) []settings.AnalysisEngine {
	return []settings.AnalysisEngine{{Engine: engines.Best(r), Lines: 3}}
}

// On reports whether the engines are on.
func (r *Runner) On() bool { return r.on }

// Toggle starts or stops the engines.
func (r *Runner) Toggle() {
	if r.on {
		r.Stop()
		return
	}
	r.on = true
	r.begin()
	r.host.Found()
}

// Stop stops the engines and releases the pin.
func (r *Runner) Stop() {
	r.on, r.pinned = false, false
	r.leave()
	r.host.Found()
}

// Pinned reports whether the engines are pinned to their position.
func (r *Runner) Pinned() bool { return r.pinned }

// Pin pins the engines to their current position, so that they do not follow the user, or releases
// them.
func (r *Runner) Pin() {
	if r.stop != nil && r.on {
		r.stop()
		r.start()
	}
	if r.pinned = !r.pinned && r.on && r.place.Node != nil; !r.pinned {
		r.Turn()
	}
	r.host.Found()
}

// AnalyseAll sets whether the first engine that returns evaluations evaluates all moves or only its
// best lines.
func (r *Runner) AnalyseAll(on bool) {
	if r.all == on {
		return
	}
	r.all = on
	if !on {
		for _, j := range r.analysers {
			if j.wide {
				r.halt(j)
			}
		}
	}
	r.fill()
}

// first returns the first engine that evaluates all moves, or else the first that returns
// evaluations. It returns nil if all engines have failed or name moves only.
func (r *Runner) first() (first *analyser) {
	for _, j := range r.analysers {
		switch {
		case j.mute:
		case !j.single:
			return j
		case first == nil:
			first = j
		}
	}
	return first
}

// Close stops and closes all engines.
func (r *Runner) Close() {
	r.on, r.pinned = false, false
	r.leave()
	for _, j := range r.analysers {
		j.leave()
	}
	r.analysers = nil
}

// Turn must be called when the current position may have changed.
func (r *Runner) Turn() {
	if !r.on {
		return
	}
	if p := r.place; p.Node != nil {
		switch {
		case !p.Tree.Contains(p.Node):
			r.pinned = false
		case r.seen == p.Tree.Revision() && r.pinned:
			return
		default:
			r.seen = p.Tree.Revision()
			pos, err := p.Tree.Position(p.Node)
			now, ok := r.host.Place()
			if err == nil && ok && pos.String() == p.Position.String() && (r.pinned || now.Node == p.Node) {
				return
			}
		}
		r.leave()
	}
	r.begin()
}

// leave stops all engines and clears the place.
func (r *Runner) leave() {
	if r.stop != nil {
		r.stop()
		r.stop = nil
	}
	for _, j := range r.analysers {
		r.halt(j)
	}
	if r.place.Node != nil {
		processors(0)
	}
	r.place = Place{}
}

// begin starts the engines on the current position after a short wait.
func (r *Runner) begin() {
	if r.stop != nil {
		r.stop()
	}
	r.stop = r.loop.After(rest, r.start)
}

// start starts the engines on the current position.
func (r *Runner) start() {
	r.stop = nil
	p, ok := r.host.Place()
	if !ok || p.Position.Turn() == rules.NoPlayer {
		return
	}
	if r.place, r.seen = p, p.Tree.Revision(); r.tree != p.Tree {
		r.tree = p.Tree
		for _, j := range r.analysers {
			j.memory = memory{}
		}
	}
	processors(len(r.analysers))
	r.fill()
}

// fill starts the engines that are not thinking.
func (r *Runner) fill() {
	if r.place.Node == nil {
		return
	}
	first := r.first()
	for _, j := range r.analysers {
		lines, wide := j.Lines, r.all && j == first
		if wide && !j.wide {
			r.halt(j)
		}
		if j.cancel != nil || j.done {
			continue
		}
		if j.wide = wide; wide {
			n := 0
			for range r.place.Position.Moves() {
				n++
			}
			lines = max(n, lines)
		}
		r.think(j, lines)
	}
}

// processors reserves processors for the given number of engines. Otherwise engines could delay Go
// code on the loop by up to ten milliseconds each time it returns from the toolkit.
func processors(engines int) { runtime.GOMAXPROCS(runtime.NumCPU() + engines) }

// analyser is an engine of a Runner.
type analyser struct {
	settings.AnalysisEngine
	kind  *ai.Kind
	rules rules.Rules
	scale analysis.Scale
	host  Host

	seat   chan ai.Engine // contains the engine while it is idle; the element is nil until the engine is created
	quiet  atomic.Bool    // the engine does not report while it thinks
	mute   bool           // the engine's last answer had no evaluation: it failed or named a move only
	wide   bool           // is evaluating all moves
	single bool           // evaluated a single move when asked for all moves
	memory memory
	latest atomic.Pointer[news]

	cancel context.CancelFunc // nil while idle
	turn   int                // number of the current request; older news is dropped
	found  ai.Info            // latest result for the place
	done   bool               // has finished with the place
	err    error
}

// news is a report of an engine.
type news struct {
	turn int
	info ai.Info
	err  error
	over bool
}

func newAnalyser(d *Runner, x settings.AnalysisEngine, r rules.Rules) (*analyser, error) {
	k, _, err := d.engines.Parse(x.Engine)
	if err != nil {
		return nil, err
	}
	j := &analyser{AnalysisEngine: x, kind: k, rules: r, scale: analysis.ScaleOf(d.engines, r, x.Engine), host: d.host, seat: make(chan ai.Engine, 1)}
	j.seat <- nil
	return j, nil
}

// leave closes the engine once it is idle.
func (j *analyser) leave() {
	j.host.Leave(func() {
		if e := <-j.seat; e != nil {
			ai.Close(e)
		}
		j.seat <- nil // releases a pending request, which will notice that it was cancelled
	})
}

// halt stops an engine, stores its result and clears it.
func (r *Runner) halt(j *analyser) {
	r.take(j)
	r.end(j)
	j.turn++
	j.found, j.done, j.err = ai.Info{}, false, nil
}

// end stops an engine and stores its result.
func (r *Runner) end(j *analyser) {
	if j.cancel == nil {
		return
	}
	j.cancel()
	j.cancel = nil
	r.keep(j)
}

// keep stores the result of an engine in its memory and at the node.
func (r *Runner) keep(j *analyser) {
	if len(j.found.Best.Moves) == 0 {
		return
	}
	if j.memory.put(r.place, j.found); !j.found.Evaluated() {
		return
	}
	n := r.place.Node
	old := n.Evals()
	if kept := analysis.AddEval(old, analysis.Eval(j.found, j.Engine, j.kind.Version)); !slices.EqualFunc(kept, old, analysis.SameEval) {
		r.host.Evaluate(n, kept)
		r.seen = r.place.Tree.Revision()
	}
}

// think starts an engine on the place until it is stopped.
func (r *Runner) think(j *analyser, lines int) {
	start, moves, err := r.place.Tree.Start(r.place.Node)
	if err != nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	j.cancel = cancel
	j.turn++
	turn := j.turn
	q := ai.Request{Rules: j.rules, Start: start, Moves: moves, Lines: lines, Seed: 1}
	post := func(x news) {
		x.turn = turn
		j.latest.Store(&x)
		if r.posted.CompareAndSwap(false, true) {
			r.loop.Post(r.news)
		}
	}
	r.host.Leave(func() {
		runtime.LockOSThread() // the thread ends with the goroutine, as its priority cannot be raised again
		yield()
		e := <-j.seat
		defer func() { j.seat <- e }()
		if ctx.Err() != nil {
			return
		}
		if e == nil {
			made, err := r.engines.New(j.Engine, j.rules)
			if err != nil {
				post(news{err: err, over: true})
				return
			}
			e = made
		}
		j.ask(ctx, e, q, post)
	})
}

// ask runs an engine until it has finished or ctx is done.
func (j *analyser) ask(ctx context.Context, e ai.Engine, q ai.Request, post func(news)) {
	last := ai.Info{}
	report := func(i ai.Info) {
		if len(i.Best.Moves) > 0 {
			last = i
			post(news{info: i})
		}
	}
	limit := longest
	if j.quiet.Load() {
		limit = time.Second
	}
	for {
		slice, cut := context.WithCancel(ctx)
		passedOn := make(chan struct{})
		var once atomic.Bool
		if limit == longest && !j.quiet.Load() {
			go func() {
				select {
				case <-passedOn:
				case <-slice.Done():
				case <-time.After(silence):
					j.quiet.Store(true)
					cut()
				}
			}()
		}
		q.Limit = ai.Limit{Time: limit}
		began := time.Now()
		i, err := e.Think(slice, q, func(i ai.Info) {
			if once.CompareAndSwap(false, true) {
				close(passedOn)
			}
			report(i)
		})
		took := time.Since(began)
		silent := slice.Err() != nil && ctx.Err() == nil
		cut()
		switch {
		case ctx.Err() != nil:
			return
		case silent:
			if err == nil && len(i.Best.Moves) > 0 {
				report(i)
			}
			limit = time.Second
			continue
		case err != nil:
			post(news{info: last, err: err, over: true})
			return
		case i.Best.Score.Proved || limit == longest || took < limit/4:
			post(news{info: i, over: true})
			return
		}
		report(i)
		limit = min(2*limit, longest/2)
	}
}

// take reads the latest news of an engine.
func (r *Runner) take(j *analyser) {
	x := j.latest.Swap(nil)
	if x == nil || x.turn != j.turn {
		return
	}
	if len(x.info.Best.Moves) > 0 {
		j.found = x.info
		j.mute = !x.info.Evaluated()
		if j.wide && len(linesOf(x.info)) == 1 && (x.over || j.quiet.Load()) && severalMoves(r.place.Position) {
			j.single = true
		}
	}
	if j.err = x.err; j.err != nil {
		j.mute = true
	}
	if x.over {
		j.done = true
		r.end(j)
	}
}

// severalMoves reports whether there is more than one legal move.
func severalMoves(p rules.Position) bool {
	n := 0
	for range p.Moves() {
		if n++; n > 1 {
			return true
		}
	}
	return false
}

// news updates the display, but not more often than every refresh interval.
func (r *Runner) news() {
	if wait := refresh - time.Since(r.lastFound); wait > 0 {
		r.loop.After(wait, r.show)
		return
	}
	r.show()
}

func (r *Runner) show() {
	r.posted.Store(false)
	r.lastFound = time.Now()
	first := r.first()
	for _, j := range r.analysers {
		r.take(j)
	}
	if r.all && r.first() != first {
		r.fill()
	}
	r.host.Found()
}
