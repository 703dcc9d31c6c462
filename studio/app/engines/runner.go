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
func (d *Runner) Choose(list []settings.AnalysisEngine, r rules.Rules) {
	old := d.analysers
	d.analysers = nil
	for _, x := range list {
		x.Lines = min(max(x.Lines, 1), MaxLines)
		i := slices.IndexFunc(old, func(j *analyser) bool { return j.Engine == x.Engine && model.SameRules(j.rules, r) })
		if i < 0 {
			j, err := newAnalyser(d, x, r)
			if err == nil {
				d.analysers = append(d.analysers, j)
			}
			continue
		}
		j := old[i]
		old = slices.Delete(old, i, i+1)
		if j.Lines != x.Lines {
			j.Lines = x.Lines
			d.halt(j)
		}
		d.analysers = append(d.analysers, j)
	}
	for _, j := range old {
		d.halt(j)
		j.leave()
	}
	if d.on {
		d.fill()
	}
	d.host.Found()
}

// Chosen returns the chosen engines.
func (d *Runner) Chosen() (list []settings.AnalysisEngine) {
	for _, j := range d.analysers {
		list = append(list, j.AnalysisEngine)
	}
	return list
}

// Default returns the default engine for a game, which is the strongest one.
func Default(engines *player.Catalog, r rules.Rules) []settings.AnalysisEngine {
	return []settings.AnalysisEngine{{Engine: engines.Best(r), Lines: 3}}
}

// On reports whether the engines are on.
func (d *Runner) On() bool { return d.on }

// Toggle starts or stops the engines.
func (d *Runner) Toggle() {
	if d.on {
		d.Stop()
		return
	}
	d.on = true
	d.begin()
	d.host.Found()
}

// Stop stops the engines and releases the pin.
func (d *Runner) Stop() {
	d.on, d.pinned = false, false
	d.leave()
	d.host.Found()
}

// Pinned reports whether the engines are pinned to their position.
func (d *Runner) Pinned() bool { return d.pinned }

// Pin pins the engines to their current position, so that they do not follow the user, or releases
// them.
func (d *Runner) Pin() {
	if d.stop != nil && d.on {
		d.stop()
		d.start()
	}
	if d.pinned = !d.pinned && d.on && d.place.Node != nil; !d.pinned {
		d.Turn()
	}
	d.host.Found()
}

// AnalyseAll sets whether the first engine that returns evaluations evaluates all moves or only its
// best lines.
func (d *Runner) AnalyseAll(on bool) {
	if d.all == on {
		return
	}
	d.all = on
	if !on {
		for _, j := range d.analysers {
			if j.wide {
				d.halt(j)
			}
		}
	}
	d.fill()
}

// first returns the first engine that evaluates all moves, or else the first that returns
// evaluations. It returns nil if all engines have failed or name moves only.
func (d *Runner) first() (first *analyser) {
	for _, j := range d.analysers {
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
func (d *Runner) Close() {
	d.on, d.pinned = false, false
	d.leave()
	for _, j := range d.analysers {
		j.leave()
	}
	d.analysers = nil
}

// Turn must be called when the current position may have changed.
func (d *Runner) Turn() {
	if !d.on {
		return
	}
	if p := d.place; p.Node != nil {
		switch {
		case !p.Tree.Contains(p.Node):
			d.pinned = false
		case d.seen == p.Tree.Revision() && d.pinned:
			return
		default:
			d.seen = p.Tree.Revision()
			pos, err := p.Tree.Position(p.Node)
			now, ok := d.host.Place()
			if err == nil && ok && pos.String() == p.Position.String() && (d.pinned || now.Node == p.Node) {
				return
			}
		}
		d.leave()
	}
	d.begin()
}

// leave stops all engines and clears the place.
func (d *Runner) leave() {
	if d.stop != nil {
		d.stop()
		d.stop = nil
	}
	for _, j := range d.analysers {
		d.halt(j)
	}
	if d.place.Node != nil {
		processors(0)
	}
	d.place = Place{}
}

// begin starts the engines on the current position after a short wait.
func (d *Runner) begin() {
	if d.stop != nil {
		d.stop()
	}
	d.stop = d.loop.After(rest, d.start)
}

// start starts the engines on the current position.
func (d *Runner) start() {
	d.stop = nil
	p, ok := d.host.Place()
	if !ok || p.Position.Turn() == rules.NoPlayer {
		return
	}
	if d.place, d.seen = p, p.Tree.Revision(); d.tree != p.Tree {
		d.tree = p.Tree
		for _, j := range d.analysers {
			j.memory = memory{}
		}
	}
	processors(len(d.analysers))
	d.fill()
}

// fill starts the engines that are not thinking.
func (d *Runner) fill() {
	if d.place.Node == nil {
		return
	}
	first := d.first()
	for _, j := range d.analysers {
		lines, wide := j.Lines, d.all && j == first
		if wide && !j.wide {
			d.halt(j)
		}
		if j.cancel != nil || j.done {
			continue
		}
		if j.wide = wide; wide {
			n := 0
			for range d.place.Position.Moves() {
				n++
			}
			lines = max(n, lines)
		}
		d.think(j, lines)
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
func (d *Runner) halt(j *analyser) {
	d.take(j)
	d.end(j)
	j.turn++
	j.found, j.done, j.err = ai.Info{}, false, nil
}

// end stops an engine and stores its result.
func (d *Runner) end(j *analyser) {
	if j.cancel == nil {
		return
	}
	j.cancel()
	j.cancel = nil
	d.keep(j)
}

// keep stores the result of an engine in its memory and at the node.
func (d *Runner) keep(j *analyser) {
	if len(j.found.Best.Moves) == 0 {
		return
	}
	if j.memory.put(d.place, j.found); !j.found.Evaluated() {
		return
	}
	n := d.place.Node
	old := n.Evals()
	if kept := analysis.AddEval(old, analysis.Eval(j.found, j.Engine, j.kind.Version)); !slices.EqualFunc(kept, old, analysis.SameEval) {
		d.host.Evaluate(n, kept)
		d.seen = d.place.Tree.Revision()
	}
}

// think starts an engine on the place until it is stopped.
func (d *Runner) think(j *analyser, lines int) {
	start, moves, err := d.place.Tree.Start(d.place.Node)
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
		if d.posted.CompareAndSwap(false, true) {
			d.loop.Post(d.news)
		}
	}
	d.host.Leave(func() {
		runtime.LockOSThread() // the thread ends with the goroutine, as its priority cannot be raised again
		yield()
		e := <-j.seat
		defer func() { j.seat <- e }()
		if ctx.Err() != nil {
			return
		}
		if e == nil {
			made, err := d.engines.New(j.Engine, j.rules)
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
func (d *Runner) take(j *analyser) {
	x := j.latest.Swap(nil)
	if x == nil || x.turn != j.turn {
		return
	}
	if len(x.info.Best.Moves) > 0 {
		j.found = x.info
		j.mute = !x.info.Evaluated()
		if j.wide && len(linesOf(x.info)) == 1 && (x.over || j.quiet.Load()) && severalMoves(d.place.Position) {
			j.single = true
		}
	}
	if j.err = x.err; j.err != nil {
		j.mute = true
	}
	if x.over {
		j.done = true
		d.end(j)
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
func (d *Runner) news() {
	if wait := refresh - time.Since(d.lastFound); wait > 0 {
		d.loop.After(wait, d.show)
		return
	}
	d.show()
}

func (d *Runner) show() {
	d.posted.Store(false)
	d.lastFound = time.Now()
	first := d.first()
	for _, j := range d.analysers {
		d.take(j)
	}
	if d.all && d.first() != first {
		d.fill()
	}
	d.host.Found()
}
