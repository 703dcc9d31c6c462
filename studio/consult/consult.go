// Package consult has engines think about the position that a person looks at: several at once, each with its best lines, for as long as
// the person stays there. What they found stays at the node, and is shown again without thinking.
package consult

import (
	"context"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/analysis"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/studio/jobs"
	"boardstudio/studio/settings"
)

// Place is a position in the tree.
type Place struct {
	Tree     *model.Tree
	Node     *model.Node
	Position rules.Position
}

// Host is the document that is looked at, and its window.
type Host interface {
	// Place returns where the person is; false where engines have nothing to say: a position is set up, or moves are guessed.
	Place() (Place, bool)
	// Evaluate keeps evaluations at a node.
	Evaluate(*model.Node, []model.Eval)
	// Change makes edits as one step of undo, and then calls then.
	Change(label msg.Key, edits []model.Edit, then func())
	// Found is called when there is something else to show, at most ten times a second while engines think.
	Found()
	// Leave runs f beside the loop; the studio does not end before it does.
	Leave(f func())
}

const (
	// refresh is the time between two calls of Host.Found.
	refresh = 100 * time.Millisecond
	// rest is how long the person stays at a position before engines begin: who walks along a line wants none of those between.
	rest = 80 * time.Millisecond
	// longest is how long an engine thinks about one position.
	longest = time.Hour
	// silence is after which time an engine counts as one that tells nothing while it thinks. It is asked for a second, two, four, and so on.
	silence = 1500 * time.Millisecond
)

// MaxLines is how many lines of an engine are shown.
const MaxLines = 8

// Desk has the engines that think in one document. It belongs to the loop's goroutine.
type Desk struct {
	host   Host
	loop   jobs.Loop
	judges []*judge
	on     bool
	pinned bool
	all    bool        // the first engine judges all moves
	tree   *model.Tree // that the engines remember positions of
	place  Place       // that is thought about; the zero value while nothing is
	seen   uint64
	stop   func()      // ends the wait before engines begin, nil for none
	posted atomic.Bool // a call of news is under way
	told   time.Time   // when Found was called last
}

// New returns a desk without engines.
func New(host Host, loop jobs.Loop) *Desk { return &Desk{host: host, loop: loop} }

// Choose has these engines think from now on. Those that were chosen before stay as they are.
func (d *Desk) Choose(list []settings.Judge, r rules.Rules) {
	old := d.judges
	d.judges = nil
	for _, x := range list {
		x.Lines = min(max(x.Lines, 1), MaxLines)
		i := slices.IndexFunc(old, func(j *judge) bool { return j.Engine == x.Engine && model.SameRules(j.rules, r) })
		if i < 0 {
			j, err := newJudge(d, x, r)
			if err == nil {
				d.judges = append(d.judges, j)
			}
			continue
		}
		j := old[i]
		old = slices.Delete(old, i, i+1)
		if j.Lines != x.Lines {
			j.Lines = x.Lines
			d.halt(j)
		}
		d.judges = append(d.judges, j)
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

// Chosen returns the engines that were chosen.
func (d *Desk) Chosen() (list []settings.Judge) {
	for _, j := range d.judges {
		list = append(list, j.Judge)
	}
	return list
}

// Default returns the engine that is chosen for a game until a person chooses: the strongest.
func Default(r rules.Rules) []settings.Judge {
	return []settings.Judge{{Engine: aiall.Best(r), Lines: 3}}
}

// On reports whether engines think.
func (d *Desk) On() bool { return d.on }

// Toggle has the engines begin, or stop.
func (d *Desk) Toggle() {
	if d.on {
		d.Stop()
		return
	}
	d.on = true
	d.begin()
	d.host.Found()
}

// Stop stops the engines.
func (d *Desk) Stop() {
	d.on, d.pinned = false, false
	d.leave()
	d.host.Found()
}

// Pinned reports whether the engines stay at the position that they think about.
func (d *Desk) Pinned() bool { return d.pinned }

// Pin has the engines stay at the position that they think about, wherever the person goes, or follow again.
func (d *Desk) Pin() {
	if d.stop != nil && d.on {
		d.stop()
		d.start()
	}
	if d.pinned = !d.pinned && d.on && d.place.Node != nil; !d.pinned {
		d.Turn()
	}
	d.host.Found()
}

// JudgeAll has the first engine that judges positions judge all moves, or only those of its best lines.
func (d *Desk) JudgeAll(on bool) {
	if d.all == on {
		return
	}
	d.all = on
	if !on {
		for _, j := range d.judges {
			if j.wide {
				d.halt(j)
			}
		}
	}
	d.fill()
}

// first returns the first engine that judges all moves, or else one that judges positions, as far as is known yet; nil for none. Others only
// name a move, or have failed.
func (d *Desk) first() (first *judge) {
	for _, j := range d.judges {
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

// Close ends all that goes on, and gives the engines back.
func (d *Desk) Close() {
	d.on, d.pinned = false, false
	d.leave()
	for _, j := range d.judges {
		j.leave()
	}
	d.judges = nil
}

// Turn is called when the person may be elsewhere.
func (d *Desk) Turn() {
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

// leave ends thinking about the place.
func (d *Desk) leave() {
	if d.stop != nil {
		d.stop()
		d.stop = nil
	}
	for _, j := range d.judges {
		d.halt(j)
	}
	if d.place.Node != nil {
		processors(0)
	}
	d.place = Place{}
}

// begin has the engines think about where the person is, if he stays there.
func (d *Desk) begin() {
	if d.stop != nil {
		d.stop()
	}
	d.stop = d.loop.After(rest, d.start)
}

// start has the engines think about where the person is.
func (d *Desk) start() {
	d.stop = nil
	p, ok := d.host.Place()
	if !ok || p.Position.Turn() == rules.NoPlayer {
		return
	}
	if d.place, d.seen = p, p.Tree.Revision(); d.tree != p.Tree {
		d.tree = p.Tree
		for _, j := range d.judges {
			j.memory = memory{}
		}
	}
	processors(len(d.judges))
	d.fill()
}

// fill has the engines think that do not.
func (d *Desk) fill() {
	if d.place.Node == nil {
		return
	}
	first := d.first()
	for _, j := range d.judges {
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

// processors lets so many engines compute beside the loop. Without processors of their own they would keep the loop from running its Go
// code for up to ten milliseconds each time that it comes back from the toolkit.
func processors(engines int) { runtime.GOMAXPROCS(runtime.NumCPU() + engines) }

// judge is an engine at the desk.
type judge struct {
	settings.Judge
	kind  *ai.Kind
	rules rules.Rules
	scale analysis.Scale
	host  Host

	seat   chan ai.Engine // holds the engine while it does not think; nil within while it is not built
	quiet  atomic.Bool    // it tells nothing while it thinks
	mute   bool           // it has judged no position when it was asked last: it failed, or only named a move
	wide   bool           // it is asked for all moves
	single bool           // it has judged one when it was
	memory memory
	latest atomic.Pointer[news]

	cancel context.CancelFunc // nil while it does not think
	turn   int                // of thinking: older news are dropped
	found  ai.Info            // at the place
	done   bool               // it knows no more about the place
	err    error
}

// news is what an engine has found so far.
type news struct {
	turn int
	info ai.Info
	err  error
	over bool
}

func newJudge(d *Desk, x settings.Judge, r rules.Rules) (*judge, error) {
	k, _, err := aiall.Parse(x.Engine)
	if err != nil {
		return nil, err
	}
	j := &judge{Judge: x, kind: k, rules: r, scale: analysis.ScaleOf(r, x.Engine), host: d.host, seat: make(chan ai.Engine, 1)}
	j.seat <- nil
	return j, nil
}

// leave gives the engine back, once it has answered.
func (j *judge) leave() {
	j.host.Leave(func() {
		if e := <-j.seat; e != nil {
			ai.Close(e)
		}
	})
}

// halt ends thinking, and keeps what was found.
func (d *Desk) halt(j *judge) {
	d.take(j)
	d.end(j)
	j.turn++
	j.found, j.done, j.err = ai.Info{}, false, nil
}

// end has an engine think no more, and keeps what it found.
func (d *Desk) end(j *judge) {
	if j.cancel == nil {
		return
	}
	j.cancel()
	j.cancel = nil
	d.keep(j)
}

// keep remembers what was found, and writes it to the node.
func (d *Desk) keep(j *judge) {
	n := d.place.Node
	if n == nil || len(j.found.Best.Moves) == 0 {
		return
	}
	if j.memory.put(d.place, j.found); !j.found.Judged() {
		return
	}
	old := n.Evals()
	if kept := analysis.Keep(old, analysis.Eval(j.found, j.Engine, j.kind.Version)); !slices.EqualFunc(kept, old, analysis.SameEval) {
		d.host.Evaluate(n, kept)
		d.seen = d.place.Tree.Revision()
	}
}

// think has an engine think about the place until it is stopped.
func (d *Desk) think(j *judge, lines int) {
	start, moves, err := d.place.Tree.Start(d.place.Node)
	if err != nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	j.cancel = cancel
	j.turn++
	turn := j.turn
	q := ai.Request{Rules: j.rules, Start: start, Moves: moves, Lines: lines, Seed: 1}
	tell := func(x news) {
		x.turn = turn
		j.latest.Store(&x)
		if d.posted.CompareAndSwap(false, true) {
			d.loop.Post(d.news)
		}
	}
	d.host.Leave(func() {
		runtime.LockOSThread() // it ends with the goroutine, since it cannot get its priority back
		yield()
		e := <-j.seat
		defer func() { j.seat <- e }()
		if ctx.Err() != nil {
			return
		}
		if e == nil {
			made, err := aiall.New(j.Engine, j.rules)
			if err != nil {
				tell(news{err: err, over: true})
				return
			}
			e = made
		}
		j.ask(ctx, e, q, tell)
	})
}

// ask asks an engine until it knows no more, or ctx is done.
func (j *judge) ask(ctx context.Context, e ai.Engine, q ai.Request, tell func(news)) {
	last := ai.Info{}
	report := func(i ai.Info) {
		if len(i.Best.Moves) > 0 {
			last = i
			tell(news{info: i})
		}
	}
	limit := longest
	if j.quiet.Load() {
		limit = time.Second
	}
	for {
		slice, cut := context.WithCancel(ctx)
		told := make(chan struct{})
		var once atomic.Bool
		if limit == longest && !j.quiet.Load() {
			go func() {
				select {
				case <-told:
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
				close(told)
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
			tell(news{info: last, err: err, over: true})
			return
		case i.Best.Score.Proved || limit == longest || took < limit/4:
			tell(news{info: i, over: true})
			return
		}
		report(i)
		limit = min(2*limit, longest/2)
	}
}

// take takes the latest news of an engine.
func (d *Desk) take(j *judge) {
	x := j.latest.Swap(nil)
	if x == nil || x.turn != j.turn {
		return
	}
	if len(x.info.Best.Moves) > 0 {
		j.found = x.info
		j.mute = !x.info.Judged()
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

// severalMoves reports whether there is a choice.
func severalMoves(p rules.Position) bool {
	n := 0
	for range p.Moves() {
		if n++; n > 1 {
			return true
		}
	}
	return false
}

// news shows what came in, no sooner than a while after it did so the last time.
func (d *Desk) news() {
	if wait := refresh - time.Since(d.told); wait > 0 {
		d.loop.After(wait, d.show)
		return
	}
	d.show()
}

func (d *Desk) show() {
	d.posted.Store(false)
	d.told = time.Now()
	first := d.first()
	for _, j := range d.judges {
		d.take(j)
	}
	if d.all && d.first() != first {
		d.fill()
	}
	d.host.Found()
}
