package app

import (
	"context"
	"path/filepath"
	"slices"
	"time"

	"boardstudio/find"
	ioall "boardstudio/io/all"
	"boardstudio/io/codec"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/jobs"
)

// Finder looks for places in the document, or in the files of a folder, in the
// background. What it finds comes in portions, and TopicFind tells of each.
type Finder struct {
	s      *Session
	query  find.Query
	folder string // "" for the document
	asked  bool   // there is a query
	found  []Found
	old    bool // found is of an earlier search
	busy   bool
	stale  bool // the document changed since
	live   bool // it is looked for again after each change

	done, total int
	err         error
	unread      []string // files that could not be read, and why

	run    int // names the search under way
	cancel context.CancelFunc
	wait   func() // ends waiting for the last of many changes
	then   func() // once the search has ended
}

// Found is a place that was found.
type Found struct {
	Node *model.Node // nil in a file that is not open
	Path string      // of that file
	// Steps lead there in the file: at each node from the start the number of the child.
	Steps []int32
	Ply   int
	Move  string // as the move list calls it
	Why   string
	Err   error        // why it does not play
	Cells []rules.Cell // where the pattern lies
}

const (
	// maxFound is where a search stops: nobody looks at more.
	maxFound = 100_000
	// portion is the time between two portions of what is found.
	portion = 100 * time.Millisecond
)

// Finder returns the session's search.
func (s *Session) Finder() *Finder {
	if s.finder == nil {
		s.finder = &Finder{s: s}
	}
	return s.finder
}

// Look looks for q in the document, or in a folder with all below it, instead of
// what was looked for before.
func (f *Finder) Look(q find.Query, folder string) {
	f.query, f.folder, f.asked, f.err, f.unread = q, folder, !q.Empty(), nil, nil
	f.then = nil
	f.again()
}

// Live says whether the document is searched again after each change.
func (f *Finder) Live(on bool) {
	if f.live = on; on && f.stale {
		f.again()
	}
}

// Stop ends the search; what was found stays.
func (f *Finder) Stop() {
	f.run++
	if f.cancel != nil {
		f.cancel()
	}
	if f.wait != nil {
		f.wait()
	}
	f.cancel, f.wait, f.then, f.busy = nil, nil, nil, false
	f.s.changed(TopicFind)
}

// Busy reports whether a search is under way, and how much is done of what; total
// is 0 while that is unknown.
func (f *Finder) Busy() (done, total int, busy bool) { return f.done, f.total, f.busy }

// Asked reports whether something is looked for.
func (f *Finder) Asked() bool { return f.asked }

// Folder returns the folder that is searched, "" for the document.
func (f *Finder) Folder() string { return f.folder }

// Len returns how many places were found so far.
func (f *Finder) Len() int { return len(f.found) }

// At returns a place that was found.
func (f *Finder) At(i int) Found { return f.Named(f.found[i]) }

// Places returns what was found so far. The slice stays as it is when the search goes
// on or another begins; see Named.
func (f *Finder) Places() []Found { return slices.Clip(f.found) }

// Named returns a place with the name of its move, which costs more than to find it.
func (f *Finder) Named(x Found) Found {
	if x.Node != nil {
		x.Move = f.s.MoveName(x.Node)
	}
	return x
}

// Full reports whether there may be more places than were looked for.
func (f *Finder) Full() bool { return len(f.found) >= maxFound }

// Err returns why the query makes no sense on this board, or nil.
func (f *Finder) Err() error { return f.err }

// Unread returns the files that could not be read, and why.
func (f *Finder) Unread() []string { return f.unread }

// Here returns the index of the current node among the places, or of the last one
// before it in the order of the tree; false when it is none itself.
func (f *Finder) Here() (i int, ok bool) {
	if f.folder != "" {
		return 0, false
	}
	i, ok = slices.BinarySearchFunc(f.found, f.s.node, func(x Found, n *model.Node) int {
		return inOrder(x.Node, n)
	})
	if !ok {
		i--
	}
	return i, ok
}

// again begins the search anew.
func (f *Finder) again() {
	f.Stop()
	f.stale, f.old = false, true
	f.done, f.total = 0, 0
	if !f.asked {
		f.found, f.old = nil, false
		f.s.changed(TopicFind)
		return
	}
	f.busy = true
	ctx, cancel := context.WithCancel(context.Background())
	f.cancel = cancel
	c := &collector{f: f, run: f.run, last: time.Now()}
	q := f.query
	if f.folder == "" {
		f.s.Jobs.Read(ctx, func(ctx context.Context, d *model.Document) {
			c.end(find.Search(ctx, d, &q, c.progress, func(h find.Hit) bool {
				return c.add(Found{Node: h.Node, Ply: h.Ply, Why: h.Why, Err: h.Err, Cells: h.Cells})
			}))
		})
	} else {
		go c.searchFolder(ctx, q, f.folder, f.s.Rules())
	}
	f.s.changed(TopicFind)
}

// edited notes that the document is another now. A search under way was stopped by
// the edit.
func (f *Finder) edited() {
	if f == nil || f.folder != "" || !f.asked {
		return
	}
	f.stale = true
	if f.wait != nil {
		f.wait()
	}
	if f.live {
		f.wait = f.s.Loop.After(jobs.SettleTime, f.again)
	}
}

// reset forgets what was found in a document that is no longer open.
func (f *Finder) reset() {
	if f == nil || f.folder != "" {
		return
	}
	f.Stop()
	f.found = nil
	f.edited()
}

// collector gathers what a search finds, on the search's goroutine.
type collector struct {
	f           *Finder
	run         int
	list        []Found
	unread      []string
	count       int
	done, total int
	last        time.Time
}

func (c *collector) progress(done, total int) {
	c.done, c.total = done, total
	c.deliver(false, nil)
}

func (c *collector) add(x Found) bool {
	c.list = append(c.list, x)
	c.count++
	if c.count%64 == 0 {
		c.deliver(false, nil)
	}
	return c.count < maxFound
}

func (c *collector) end(err error) { c.deliver(true, err) }

// deliver hands a portion to the loop, not too often.
func (c *collector) deliver(last bool, err error) {
	if !last && time.Since(c.last) < portion {
		return
	}
	list, unread, done, total, f, run := c.list, c.unread, c.done, c.total, c.f, c.run
	c.list, c.unread, c.last = nil, nil, time.Now()
	f.s.Loop.Post(func() {
		if run != f.run {
			return // something else is looked for since
		}
		if f.old {
			f.found, f.old = nil, false
		}
		f.found = append(f.found, list...)
		f.unread = append(f.unread, unread...)
		f.done, f.total = done, total
		if last {
			f.busy, f.cancel = false, nil
			if err != nil && !f.stale {
				f.err = err
			}
			if then := f.then; then != nil {
				f.then = nil
				then()
			}
		}
		f.s.changed(TopicFind)
	})
}

// searchFolder looks into the files of a folder. What means something only on the board
// of the game r is looked for in files with the same board.
func (c *collector) searchFolder(ctx context.Context, q find.Query, folder string, r rules.Rules) {
	about := q.Position != nil || q.Pattern != nil
	folders := find.Folder{
		Known: func(path string) bool {
			f := codec.ByExt(ioall.Formats, path)
			return f != nil && f.Decode != nil
		},
		Open: func(ctx context.Context, path string) (*model.Document, error) {
			d, _, err := ioall.Open(ctx, path, codec.Options{})
			return d, err
		},
		Query: func(d *model.Document) *find.Query {
			if about && !find.SameBoard(r, d.Tree.Rules()) {
				return nil
			}
			return &q
		},
		Progress: c.progress,
		Failed: func(path string, err error) {
			c.unread = append(c.unread, filepath.Base(path)+": "+locale.Err(err))
		},
	}
	c.end(folders.Search(ctx, []string{folder}, func(path string, d *model.Document, h find.Hit) bool {
		x := Found{Path: path, Ply: h.Ply, Why: h.Why, Err: h.Err, Steps: steps(h.Node)}
		x.Move = moveName(d.Tree.Rules(), h.Node)
		return c.add(x)
	}))
}

// steps returns the way from the start to n.
func steps(n *model.Node) (way []int32) {
	for ; n.Parent() != nil; n = n.Parent() {
		way = append(way, int32(n.Index()))
	}
	slices.Reverse(way)
	return way
}

// followSteps goes the steps from the root as far as there is a child.
func followSteps(t *model.Tree, way []int32) *model.Node {
	n := t.Root()
	for _, i := range way {
		c := n.First()
		for ; c != nil && i > 0; i-- {
			c = c.Next()
		}
		if c == nil {
			return n
		}
		n = c
	}
	return n
}

// inOrder tells whether a comes before b in the order of the tree (-1), is it (0), or
// comes after it. Both must be in the tree. It takes a step for each node above them and
// for each sibling where their lines part.
func inOrder(a, b *model.Node) int {
	if a == b {
		return 0
	}
	depth := func(n *model.Node) (d int) {
		for ; n != nil; n = n.Parent() {
			d++
		}
		return d
	}
	da, db := depth(a), depth(b)
	less := -1
	if da > db {
		a, b, da, db, less = b, a, db, da, 1
	}
	for ; db > da; db-- {
		b = b.Parent()
	}
	if a == b {
		return less // the upper one comes first
	}
	for a.Parent() != b.Parent() {
		a, b = a.Parent(), b.Parent()
	}
	for n := a.Next(); n != nil; n = n.Next() {
		if n == b {
			return less
		}
	}
	return -less
}

// GoTo goes to a place in the open document; false when it is not there.
func (f *Finder) GoTo(x Found) bool {
	n := x.Node
	if n == nil && x.Path != "" && x.Path == f.s.path {
		n = followSteps(f.s.tree, x.Steps)
	}
	if n == nil || !f.s.tree.Contains(n) {
		return false
	}
	f.s.Go(n)
	return true
}

// OpenAt opens the file of a place and goes there.
func (f *Finder) OpenAt(x Found) {
	f.s.Open(x.Path, func(err error) {
		if err == nil {
			f.s.Go(followSteps(f.s.tree, x.Steps))
		}
	})
}

// Next goes to the next place in the order of the tree, and from the last to the first.
func (f *Finder) Next() { f.move(1) }

// Prev goes to the place before.
func (f *Finder) Prev() { f.move(-1) }

func (f *Finder) move(by int) {
	if f.folder != "" || !f.asked {
		return
	}
	if f.busy || f.stale {
		if !f.busy {
			f.again()
		}
		f.then = func() { f.move(by) }
		return
	}
	if len(f.found) == 0 {
		f.s.Say(Note, locale.T("Nothing was found"))
		return
	}
	i, ok := f.Here()
	switch {
	case by > 0:
		i++
	case ok:
		i--
	}
	switch {
	case i >= len(f.found):
		i = 0
		f.s.Say(Note, locale.T("From the end of the tree on to its start"))
	case i < 0:
		i = len(f.found) - 1
		f.s.Say(Note, locale.T("From the start of the tree back to its end"))
	}
	f.s.Go(f.found[i].Node)
}
