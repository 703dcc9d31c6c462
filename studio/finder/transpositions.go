package finder

import (
	"context"
	"slices"

	"boardstudio/find"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/jobs"
)

// Transpositions is an index of the nodes of the open document with the same position. The index is made in
// the background once somebody asks, and follows small edits. It belongs to the loop.
type Transpositions struct {
	loop    jobs.Loop
	jobs    *jobs.Runner
	changed func() // called when there is news
	tree    *model.Tree
	wanted  bool
	index   *find.Index // nil until it is made
	stale   bool        // it misses something
	busy    bool
	run     int
	wait    func()
	done    int
	total   int
	waiting func() // to be called once there is an index, nil for nothing

	list model.Cache[*model.Node, []Transposition]
}

// NewTranspositions returns those of the open document. changed is called on the loop when there is news.
func NewTranspositions(loop jobs.Loop, r *jobs.Runner, changed func()) *Transpositions {
	return &Transpositions{loop: loop, jobs: r, changed: changed, tree: r.Document().Tree}
}

// Transposition is a node with the same position as another one.
type Transposition struct {
	find.Transposition
	Turned bool // the board lies otherwise there: mirrored, turned or shifted
	More   int  // moves that follow there and not here
}

const (
	// manyNodes is the size of a tree from which on transpositions are looked for only
	// when a person asks.
	manyNodes = 200_000
	// maxListed is how many transpositions of a node are listed.
	maxListed = 200
)

// Count returns how many other nodes have the position of n, counted to 9, for drawings of the
// tree. It costs a look into a map. The first call begins to look for transpositions, except in very large
// trees, where the first call of List does.
func (t *Transpositions) Count(n *model.Node) int {
	if t.index == nil {
		if t.tree.Len() <= manyNodes {
			t.want()
		}
		return 0
	}
	return t.index.Count(n)
}

// List returns the other nodes with the position of n, in the order of the tree; false while they are
// still looked for.
func (t *Transpositions) List(n *model.Node) ([]Transposition, bool) {
	t.want()
	if t.index == nil || t.stale {
		return nil, false
	}
	return t.list.Get(t.tree, n, func() []Transposition {
		var list []Transposition
		for _, x := range t.index.Of(n, maxListed) {
			list = append(list, Transposition{x, !identical(x.Perm), find.Missing(t.tree, x.Node, n, x.Perm)})
		}
		slices.SortFunc(list, func(a, b Transposition) int { return find.Order(a.Node, b.Node) })
		return list
	}), true
}

// Await calls f, and nothing it was given before, once transpositions are known.
func (t *Transpositions) Await(f func()) { t.waiting = f }

// Progress returns how far the search for transpositions is, for a person who waits for it.
func (t *Transpositions) Progress() (done, total int) { return t.done, t.total }

func identical(p rules.Perm) bool {
	for c, to := range p {
		if rules.Cell(c) != to {
			return false
		}
	}
	return true
}

// want makes the index unless it is there or being made.
func (t *Transpositions) want() {
	t.wanted = true
	if (t.index == nil || t.stale) && !t.busy && t.wait == nil {
		t.make()
	}
}

func (t *Transpositions) make() {
	t.run++
	t.busy, t.wait = true, nil
	run := t.run
	t.jobs.Read(context.Background(), func(ctx context.Context, d *model.Document) {
		progress := func(done, total int) {
			t.loop.Post(func() {
				if run == t.run {
					t.done, t.total = done, total
					t.changed()
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
			t.loop.Post(func() {
				if run == t.run {
					t.made(x)
				}
			})
		}()
	})
}

// made stores the index.
func (t *Transpositions) made(x *find.Index) {
	t.index, t.busy, t.stale, t.list = x, false, false, model.Cache[*model.Node, []Transposition]{}
	t.changed()
	if f := t.waiting; f != nil {
		t.waiting = nil
		f()
	}
}

// Close ends the search: the tree is no longer open.
func (t *Transpositions) Close() {
	if t.wait != nil {
		t.wait()
	}
	t.run++
	t.wanted = false
}

// Heard updates the index after a change of the document.
func (t *Transpositions) Heard(c model.Change) {
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
	t.wait = t.loop.After(jobs.SettleTime, t.make)
}
