package worker

import (
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"sync"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/lua/api"
	"boardstudio/ai/lua/script"
	"boardstudio/model"
	"boardstudio/model/wire"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Limits for the data of a command. Trees and changes are split into parts that fit into frames.
const (
	maxPart    = 512 << 10
	maxTree    = 64 << 20
	maxNodes   = 120_000
	maxChanges = 32 << 20
	maxPV      = 200
)

var (
	theTree    = msg.Errorf("the game tree")
	theCommand = msg.Errorf("the command")
)

// thought is an engine's answer for a command.
type thought struct {
	moves  []rules.Move
	score  float64
	proved bool
	plies  int
	margin int
	depth  int
	nodes  uint64
	err    error // nil if there is none
}

func (t *thought) fields(c *coder) {
	list(c, &t.moves, maxPV, 3, theMoves, c.move)
	c.float(&t.score)
	c.bool(&t.proved)
	natural(c, &t.plies, math.MaxInt32, nil)
	number(c, &t.margin, math.MinInt32, math.MaxInt32, nil)
	natural(c, &t.depth, math.MaxInt32, nil)
	natural(c, &t.nodes, math.MaxUint64, nil)
	has := t.err != nil
	if c.bool(&has); has {
		c.error(&t.err, 0)
	}
}

// fieldsOf codes changes. Reading refuses any data that the child would not write.
func fieldsOf(c *coder, x *api.Changes) {
	list(c, &x.Added, api.MaxChanges, 4, theTree, func(a *api.Added) {
		natural(c, &a.Parent, math.MaxInt32, nil)
		c.move(&a.Move)
	})
	list(c, &x.Edited, api.MaxChanges, 3, theTree, func(e *api.Edited) {
		natural(c, &e.Node, math.MaxInt32, nil)
		if number(c, &e.Parts, 1, api.AllParts, nil); e.Parts&api.Comment != 0 {
			c.prose(&e.Comment, api.MaxText)
		}
		if e.Parts&api.Name != 0 {
			c.prose(&e.Name, api.MaxName)
		}
		if e.Parts&api.Color != 0 {
			c.prose(&e.Color, api.MaxName)
		}
		if e.Parts&api.Marks != 0 {
			list(c, &e.Marks, math.MaxInt16, 3, theTree, func(m *model.Mark) {
				natural(c, &m.Cell, math.MaxInt16, nil)
				c.prose((*string)(&m.Kind), api.MaxName)
				c.prose(&m.Text, api.MaxName)
			})
		}
		if e.Parts&api.Lines != 0 {
			list(c, &e.Lines, math.MaxInt16, 3, theTree, func(l *model.Line) {
				natural(c, &l.From, math.MaxInt16, nil)
				natural(c, &l.To, math.MaxInt16, nil)
				c.bool(&l.Arrow)
			})
		}
		if e.Parts&api.Glyphs != 0 {
			list(c, &e.Glyphs, 100, 1, theTree, func(g *model.Glyph) { c.prose((*string)(g), api.MaxName) })
		}
		if e.Parts&api.Bookmark != 0 {
			c.bool(&e.Bookmark)
		}
	})
}

// prose codes a text of a document. Reading refuses texts that are invalid in documents.
func (c *coder) prose(v *string, most int) {
	if text(c, v, most, theTree); c.reading && api.Prose(*v) != *v {
		*v = ""
		c.fail()
	}
}

// encodeChanges returns changes in coded form, without a frame.
func encodeChanges(x api.Changes) ([]byte, error) {
	c := &coder{}
	fieldsOf(c, &x)
	if c.err == nil && len(c.b) > maxChanges {
		c.err = msg.Errorf("the changes have more than %d MB", maxChanges>>20)
	}
	return c.b, c.err
}

// decodeChanges reads the output of encodeChanges.
func decodeChanges(b []byte) (api.Changes, error) {
	var x api.Changes
	c := &coder{b: b, reading: true}
	fieldsOf(c, &x)
	if err := c.end(); err != nil {
		return api.Changes{}, err
	}
	return x, nil
}

// Tree is a snapshot of a document for commands. It is safe for concurrent reads.
type Tree struct {
	rules rules.Rules
	bytes []byte
	nodes []*model.Node
	here  int
	// engines are the engines of the evaluations.
	engines []string
}

// TreeOf returns a snapshot of d, for a command that begins at here, or at the root if here is nil.
// It takes about 30 ms for 100,000 nodes.
func TreeOf(d *model.Document, here *model.Node) Tree {
	t := Tree{rules: d.Tree.Rules(), bytes: wire.Snapshot(d), nodes: slices.Collect(d.Tree.All())}
	for _, n := range t.nodes {
		for _, e := range n.Evals() {
			if !slices.Contains(t.engines, e.Engine) {
				t.engines = append(t.engines, e.Engine)
			}
		}
	}
	t.here = max(slices.Index(t.nodes, here), 0)
	return t
}

// Engines returns the specifications of the engines that have evaluated positions of the tree.
func (t *Tree) Engines() []string { return t.engines }

// Rules returns the rules of the game.
func (t *Tree) Rules() rules.Rules { return t.rules }

// Command is a call of a command.
type Command struct {
	Name string
	Tree Tree
	Time time.Duration // time limit for the script, including engines
	// AskEngine asks an engine on behalf of the function engine. It may be nil. It returns when its
	// context ends.
	AskEngine func(ctx context.Context, name string, p rules.Position, nodes uint64) (ai.Info, error)
	// Units are the score units of the engines that have evaluated the tree, by their
	// specifications. Scores of these engines are also available as winning shares.
	Units map[string]float64
	// Progress is called from time to time with the completed part, from 0 to 1, on another
	// goroutine. It may be nil.
	Progress func(done float64)
}

// progressTime is the interval at which the progress of a command is reported.
const progressTime = 100 * time.Millisecond

// Command calls a command of the loaded script. It returns the requested edits, which model.Tree.Do
// makes as one step. Do refuses all of them if one does not fit the tree, for example because the
// tree was changed after TreeOf.
func (w *Client) Command(ctx context.Context, q Command) ([]model.Edit, error) {
	if len(q.Tree.nodes) > maxNodes {
		return nil, msg.Errorf("the game tree has more than %d positions", maxNodes)
	}
	for rest := q.Tree.bytes; len(rest) > 0; {
		n := min(len(rest), maxPart)
		if err := w.checkDone(w.call(ctx, &request{kind: askTree, size: len(q.Tree.bytes), part: rest[:n]})); err != nil {
			return nil, err
		}
		rest = rest[n:]
	}
	if q.Progress != nil {
		defer w.watch(q.Progress)()
	}
	end := time.Now().Add(q.Time)
	var units []unit
	for _, engine := range slices.Sorted(maps.Keys(q.Units)) {
		if len(units) < maxUnits && len(engine) <= maxText {
			units = append(units, unit{engine, q.Units[engine]})
		}
	}
	r, err := w.call(ctx, &request{kind: askCommand, command: q.Name, here: q.Tree.here, units: units, limit: ai.Limit{Time: q.Time}})
	for err == nil && r.kind == tellEngine {
		reply := w.askEngine(ctx, &q, r, end)
		r, err = w.call(ctx, &request{kind: askReply, thought: reply, limit: ai.Limit{Time: max(time.Until(end), time.Millisecond)}, whole: q.Time})
	}
	var blob []byte
	for err == nil {
		if r.kind != tellChanges || len(r.part) == 0 || len(blob)+len(r.part) > r.size {
			return nil, w.end(&script.Fault{Script: w.name, Why: errFrame})
		}
		if blob = append(blob, r.part...); len(blob) == r.size {
			break
		}
		r, err = w.call(ctx, &request{kind: askMore})
	}
	w.p.log.upTo(r.log, logTime)
	if err != nil {
		return nil, err
	}
	changes, err := decodeChanges(blob)
	if err != nil {
		return nil, w.end(&script.Fault{Script: w.name, Why: err})
	}
	edits, err := changes.Edits(q.Tree.nodes)
	if err != nil {
		return nil, w.end(&script.Fault{Script: w.name, Why: err})
	}
	return edits, nil
}

// askEngine asks an engine on behalf of a command.
func (w *Client) askEngine(ctx context.Context, q *Command, r response, end time.Time) thought {
	p, err := w.rules.Parse(r.start)
	if err != nil {
		return thought{err: err}
	}
	if q.AskEngine == nil || r.nodes == 0 || r.nodes > api.MaxNodes || p.Result().Over {
		return thought{err: msg.Errorf("no engine is available")}
	}
	ctx, cancel := context.WithDeadline(ctx, end)
	defer cancel()
	info, err := q.AskEngine(ctx, r.engine, p, r.nodes)
	switch {
	case err != nil:
		return thought{err: err}
	case ctx.Err() != nil: // the results so far depend on the machine's speed
		return thought{err: msg.Errorf("out of time")}
	}
	s := info.Best.Score
	return thought{
		moves: info.Best.Moves[:min(len(info.Best.Moves), maxPV)], score: s.Value, proved: s.Proved,
		plies: max(s.Plies, 0), margin: min(max(s.Margin, math.MinInt32), math.MaxInt32), depth: max(info.Depth, 0), nodes: info.Nodes,
	}
}

// watch reports the progress recorded by the child until stop is called.
func (w *Client) watch(report func(float64)) (stop func()) {
	done := make(chan struct{})
	var gone sync.WaitGroup
	gone.Go(func() {
		tick := time.NewTicker(progressTime)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				report(readProgress(w.p.page))
			}
		}
	})
	return func() { close(done); gone.Wait() }
}

// The child's side.

// takeTree receives a part of a tree.
func (s *server) takeTree(q request) error {
	if len(s.tree)+len(q.part) > q.size {
		return errFrame
	}
	s.tree = append(s.tree, q.part...)
	return nil
}

// command calls a command of the script with the received tree.
func (s *server) command(ctx context.Context, q request) (response, error) {
	d, err := wire.ReadSnapshot(s.rules, s.tree)
	s.tree = nil
	if err != nil {
		return response{}, err
	}
	units := make(map[string]float64, len(q.units))
	for _, u := range q.units {
		if !(u.value > 0) {
			return response{}, errFrame
		}
		units[u.engine] = u.value
	}
	c, err := s.machine.Command(ctx, q.command, d, q.here, units, q.limit.Time, s.ask, s.page.progress)
	if err != nil {
		return response{}, err
	}
	s.changes, err = encodeChanges(c)
	s.size = len(s.changes)
	if err != nil {
		return response{}, err
	}
	return s.more()
}

// more returns the next part of the changes.
func (s *server) more() (response, error) {
	if len(s.changes) == 0 {
		return response{}, errors.New("there are no changes to send")
	}
	n := min(len(s.changes), maxPart)
	r := response{kind: tellChanges, size: s.size, part: s.changes[:n]}
	s.changes = s.changes[n:]
	return r, nil
}

// ask asks the parent for an engine's evaluation and waits for the reply.
func (s *server) ask(name string, p rules.Position, nodes uint64) (ai.Info, error) {
	text := p.String()
	if len(text) > maxText {
		return ai.Info{}, msg.Errorf("%v: there are more than %d bytes", thePosition, maxText)
	}
	if err := s.send(&response{kind: tellEngine, id: s.id.Load(), engine: name, start: text, nodes: nodes}); err != nil {
		return ai.Info{}, err
	}
	frame, err := readFrame(s.in, nil)
	if err != nil {
		return ai.Info{}, err
	}
	q, err := decodeRequest(frame)
	if err != nil || q.kind != askReply {
		return ai.Info{}, errFrame
	}
	s.id.Store(q.id)
	t := q.thought
	if t.err != nil {
		return ai.Info{}, t.err
	}
	return ai.Info{Best: ai.Line{Moves: t.moves, Score: ai.Score{Value: t.score, Proved: t.proved, Plies: t.plies, Margin: t.margin}}, Depth: t.depth, Nodes: t.nodes}, nil
}
