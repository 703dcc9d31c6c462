package app

import (
	"context"
	"slices"

	"boardstudio/find"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/jobs"
)

// labelContinuation is the label of copying what follows elsewhere.
const labelContinuation = "Copy the continuation"

// twins knows which places of the document have the same position. The index is
// made in the background once somebody asks, and follows small edits.
type twins struct {
	s       *Session
	wanted  bool
	index   *find.Index // nil until it is made
	stale   bool        // it misses something
	busy    bool
	run     int
	wait    func()
	done    int
	total   int
	waiting []func() // to be called once there is an index

	// links of the node at, while nothing changes.
	at    *model.Node
	rev   uint64
	links []Twin
}

// Twin is a place with the same position as the current one.
type Twin struct {
	find.Link
	Turned bool // the board lies otherwise there: mirrored, turned or shifted
	More   int  // moves that follow there and not here
}

const (
	// manyNodes is the size of a tree from which on the links are looked for only
	// when a person asks.
	manyNodes = 200_000
	// maxTwins is how many links are listed.
	maxTwins = 200
)

// Twins returns how many other places have the position of n, counted to 9, for
// drawings of the tree. It costs a look into a map; the first call begins to find out, and
// TopicTwins tells when it is known. Very large trees are looked through only once a
// person asked for the links of a place.
func (s *Session) Twins(n *model.Node) int {
	t := &s.twins
	if t.index == nil {
		if s.tree.Len() <= manyNodes {
			t.want()
		}
		return 0
	}
	return t.index.Twins(n)
}

// Links returns the other places with the position of the current node, in the
// order of the tree; false while they are still looked for.
func (s *Session) Links() ([]Twin, bool) {
	t := &s.twins
	t.want()
	if t.index == nil || t.stale {
		return nil, false
	}
	if t.at != s.node || t.rev != s.tree.Revision() {
		t.at, t.rev, t.links = s.node, s.tree.Revision(), nil
		for _, l := range t.index.Of(s.node, maxTwins) {
			t.links = append(t.links, Twin{l, !identical(l.Perm), missing(s.tree, l.Node, s.node, l.Perm)})
		}
		slices.SortFunc(t.links, func(a, b Twin) int { return inOrder(a.Node, b.Node) })
	}
	return t.links, true
}

// LinksProgress returns how far the search for links is, for a person who waits for it.
func (s *Session) LinksProgress() (done, total int) { return s.twins.done, s.twins.total }

func identical(p rules.Perm) bool {
	for c, to := range p {
		if rules.Cell(c) != to {
			return false
		}
	}
	return true
}

// missing returns how many children of from have no like at to.
func missing(t *model.Tree, from, to *model.Node, perm rules.Perm) (n int) {
	for c := range from.Children() {
		if m, ok := c.Move(); ok && t.Find(to, perm.Move(m)) == nil {
			n++
		}
	}
	return n
}

// want makes the index unless it is there or being made.
func (t *twins) want() {
	t.wanted = true
	if (t.index == nil || t.stale) && !t.busy && t.wait == nil {
		t.make()
	}
}

func (t *twins) make() {
	t.run++
	t.busy, t.wait = true, nil
	s, run := t.s, t.run
	s.Jobs.Read(context.Background(), func(ctx context.Context, d *model.Document) {
		progress := func(done, total int) {
			s.Loop.Post(func() {
				if run == t.run {
					t.done, t.total = done, total
					s.changed(TopicTwins)
				}
			})
		}
		if d.Tree.Len() < manyNodes {
			progress = nil
		}
		x, err := find.Collect(ctx, d.Tree, progress)
		if err != nil {
			return // an edit came between, and asks again
		}
		go func() { // an edit need not wait for this
			x.Sort()
			s.Loop.Post(func() {
				if run == t.run {
					t.made(x)
				}
			})
		}()
	})
}

// made takes in the index.
func (t *twins) made(x *find.Index) {
	t.index, t.busy, t.stale, t.at = x, false, false, nil
	t.s.changed(TopicTwins)
	waiting := t.waiting
	t.waiting = nil
	for _, f := range waiting {
		f()
	}
}

// reset forgets everything, as another document is open.
func (t *twins) reset(s *Session) {
	if t.wait != nil {
		t.wait()
	}
	*t = twins{s: s, run: t.run + 1}
}

// heard takes in a change of the document.
func (t *twins) heard(c model.Change) {
	if !t.wanted {
		return
	}
	if t.index != nil && !t.stale && t.index.Changed(c) {
		return
	}
	if c.Kind == model.Edited || c.Kind == model.Meta {
		if !t.busy { // the edit stopped nothing
			return
		}
	}
	t.stale, t.busy = true, false
	t.run++
	if t.wait != nil {
		t.wait()
	}
	t.wait = t.s.Loop.After(jobs.SettleTime, t.make)
}

// NextTwin goes to the next place with the same position, and from the last one to
// the first.
func (s *Session) NextTwin() {
	links, ok := s.Links()
	if !ok {
		here := s.node
		s.twins.waiting = []func(){func() {
			if s.node == here {
				s.NextTwin()
			}
		}}
		return
	}
	if len(links) == 0 {
		s.Say(Note, locale.T("No other place of the tree has this position"))
		return
	}
	to := links[0].Node
	for _, l := range links {
		if inOrder(l.Node, s.node) > 0 {
			to = l.Node
			break
		}
	}
	s.Go(to)
}

// CopyContinuation copies what follows at a place with the same position to the
// current node. Equal moves become one.
func (s *Session) CopyContinuation(from Twin) {
	to := s.node
	pos, err := s.Position()
	if err != nil {
		s.fail(err)
		return
	}
	s.plan(labelContinuation, func(t *model.Tree, more model.More) ([]model.Edit, error) {
		if !t.Contains(from.Node) || !t.Contains(to) {
			return nil, nil
		}
		return find.Continuation(t, from.Node, to, pos, from.Perm, more)
	}, func(edits []model.Edit) {
		if len(edits) == 0 {
			s.Say(Note, locale.T("All that follows there follows here already"))
			return
		}
		s.steps(labelContinuation, edits, func(bool) {})
	})
}

// CopyContinuations copies what follows at all places with the same position, as one
// step for each.
func (s *Session) CopyContinuations() {
	links, ok := s.Links()
	if !ok {
		here := s.node
		s.twins.waiting = []func(){func() {
			if s.node == here {
				s.CopyContinuations()
			}
		}}
		return
	}
	done := false
	for _, l := range links {
		if l.More > 0 {
			s.CopyContinuation(l)
			done = true
		}
	}
	if !done {
		s.Say(Note, locale.T("No other place with this position is continued by other moves"))
	}
}
