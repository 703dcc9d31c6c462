package find

import (
	"context"
	"slices"

	"boardstudio/find"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/jobs"
)

// Transpositions is an index of nodes of the open document with equal positions. It is built in the
// background on first use and updated after small edits. It must only be used on the loop.
type Transpositions struct {
	loop    jobs.Loop
	jobs    *jobs.Runner
	changed func() // called after each change of the index
	tree    *model.Tree
	wanted  bool
	index   *find.Index // nil until it is built
	stale   bool        // index is incomplete
	busy    bool
	run     int
	wait    func()
	done    int
	total   int
	onReady func() // called once there is an index; may be nil

	list model.Cache[*model.Node, []Transposition]
}

// NewTranspositions returns the transpositions of the open document. changed is called on the loop
// after each change of the index.
func NewTranspositions(loop jobs.Loop, r *jobs.Runner, changed func()) *Transpositions {
	return &Transpositions{loop: loop, jobs: r, changed: changed, tree: r.Document().Tree}
}

// Transposition is a node with the same position as another one.
type Transposition struct {
	find.Transposition
	Turned bool // the board is mirrored, rotated or shifted
	More   int  // number of moves that continue only there
}

const (
	// manyNodes is the minimum size of a tree whose index is built only on request by the user.
	manyNodes = 200_000
	// maxListed is the maximum number of transpositions listed for a node.
	maxListed = 200
)

// Count returns the number of other nodes with the position of n, up to 9, for drawings of the
// tree. The cost is a map lookup. The first call starts building the index, except in very large
// trees, where only List does.
func (t *Transpositions) Count(n *model.Node) int {
	if t.index == nil {
		if t.tree.Len() <= manyNodes {
			t.ensureIndex()
		}
		return 0
	}
	return t.index.Count(n)
}

// List returns the other nodes with the position of n, in tree order. It returns false while the
// index is being built.
func (t *Transpositions) List(n *model.Node) ([]Transposition, bool) {
	t.ensureIndex()
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

// Await calls f once the index is complete. It replaces the function of an earlier call.
func (t *Transpositions) Await(f func()) { t.onReady = f }

// Progress returns the progress of building the index.
func (t *Transpositions) Progress() (done, total int) { return t.done, t.total }

func identical(p rules.Perm) bool {
	for c, to := range p {
		if rules.Cell(c) != to {
			return false
		}
	}
	return true
}

// ensureIndex starts building the index unless it exists or is being built.
func (t *Transpositions) ensureIndex() {
	t.wanted = true
	if (t.index == nil || t.stale) && !t.busy && t.wait == nil {
		t.buildIndex()
	}
}

func (t *Transpositions) buildIndex() {
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
			return // stopped by an edit, which starts again
		}
		go func() { // edits need not wait for sorting
			x.Sort()
			t.loop.Post(func() {
				if run == t.run {
					t.setIndex(x)
				}
			})
		}()
	})
}

// setIndex stores a complete index, drops the results of the old one, and calls onReady once.
func (t *Transpositions) setIndex(x *find.Index) {
	t.index, t.busy, t.stale, t.list = x, false, false, model.Cache[*model.Node, []Transposition]{}
	t.changed()
	if f := t.onReady; f != nil {
		t.onReady = nil
		f()
	}
}

// Close ends building the index. It must be called when the document is closed.
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
		if !t.busy { // the edit stopped no search
			return
		}
	}
	t.stale, t.busy = true, false
	t.run++
	if t.wait != nil {
		t.wait()
	}
	t.wait = t.loop.After(jobs.SettleTime, t.buildIndex)
}
