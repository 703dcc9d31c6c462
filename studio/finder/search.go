// Package finder searches the open document, and the files of a folder, in the background for positions,
// and the document for transpositions.
package finder

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

// Search finds nodes of the open document, or of the files of a folder, in the background. The
// results come in portions. It belongs to the loop.
type Search struct {
	loop    jobs.Loop
	jobs    *jobs.Runner
	changed func() // called after each portion
	name    func(rules.Rules, *model.Node) string

	query  find.Query
	folder string      // "" for the document
	board  rules.Rules // of the position or pattern that is looked for in the folder
	asked  bool        // there is a query
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

// NewSearch returns a search without a query. changed is called on the loop when there is news; name
// returns the name of a node's move, on any goroutine.
func NewSearch(loop jobs.Loop, r *jobs.Runner, changed func(), name func(rules.Rules, *model.Node) string) *Search {
	return &Search{loop: loop, jobs: r, changed: changed, name: name}
}

// Found is a node that was found.
type Found struct {
	Node *model.Node // nil in a file that is not open
	Path string      // of that file
	// Steps lead there in the file: at each node from the start the number of the child.
	Steps []int32
	Ply   int
	Move  string // in a file that is not open, as the move list calls it
	Why   string
	Err   error        // why the move is illegal
	Cells []rules.Cell // where the pattern lies
}

const (
	// maxFound is where a search stops: nobody looks at more.
	maxFound = 100_000
	// portion is the time between two portions of what is found.
	portion = 100 * time.Millisecond
)

// Look looks for q in the document, or in a folder with all below it, instead of what was looked for
// before. A position or a pattern is looked for in files with the board of r alone.
func (f *Search) Look(q find.Query, folder string, r rules.Rules) {
	f.query, f.folder, f.board, f.asked, f.err, f.unread = q, folder, r, !q.Empty(), nil, nil
	f.then = nil
	f.again()
}

// Live says whether the document is searched again after each change.
func (f *Search) Live(on bool) {
	if f.live = on; on && f.stale {
		f.again()
	}
}

// Stop ends the search; what was found stays.
func (f *Search) Stop() {
	f.run++
	if f.cancel != nil {
		f.cancel()
	}
	if f.wait != nil {
		f.wait()
	}
	f.cancel, f.wait, f.then, f.busy = nil, nil, nil, false
	f.changed()
}

// Busy reports whether a search is under way, and how much is done of what; total
// is 0 while that is unknown.
func (f *Search) Busy() (done, total int, busy bool) { return f.done, f.total, f.busy }

// Asked reports whether something is looked for.
func (f *Search) Asked() bool { return f.asked }

// Folder returns the folder that is searched, "" for the document.
func (f *Search) Folder() string { return f.folder }

// Len returns how many nodes were found so far.
func (f *Search) Len() int { return len(f.found) }

// Places returns what was found so far. The slice stays as it is when the search goes on or another begins.
func (f *Search) Places() []Found { return slices.Clip(f.found) }

// Full reports whether the search stopped at its limit, so that there may be more nodes.
func (f *Search) Full() bool { return len(f.found) >= maxFound }

// Err returns why the query makes no sense on this board, or nil.
func (f *Search) Err() error { return f.err }

// Unread returns the files that could not be read, and why.
func (f *Search) Unread() []string { return f.unread }

// At returns the index of a node among those found in the document, and true. For a node that was not
// found it returns the index of the last one before it in the order of the tree, and false.
func (f *Search) At(n *model.Node) (i int, ok bool) {
	if f.folder != "" {
		return 0, false
	}
	i, ok = slices.BinarySearchFunc(f.found, n, func(x Found, n *model.Node) int { return find.Order(x.Node, n) })
	if !ok {
		i--
	}
	return i, ok
}

// Known reports whether the search of the document as it is now is complete.
func (f *Search) Known() bool { return !f.busy && !f.stale }

// Await calls then once the search is complete. It begins one if none is under way.
func (f *Search) Await(then func()) {
	if !f.busy {
		f.again()
	}
	f.then = then
}

// again begins the search anew.
func (f *Search) again() {
	f.Stop()
	f.stale, f.old = false, true
	f.done, f.total = 0, 0
	if !f.asked {
		f.found, f.old = nil, false
		f.changed()
		return
	}
	f.busy = true
	ctx, cancel := context.WithCancel(context.Background())
	f.cancel = cancel
	c := &collector{f: f, run: f.run, last: time.Now()}
	q := f.query
	if f.folder == "" {
		f.jobs.Read(ctx, func(ctx context.Context, d *model.Document) {
			c.end(find.Search(ctx, d, &q, c.progress, func(h find.Hit) bool {
				return c.add(Found{Node: h.Node, Ply: h.Ply, Why: h.Why, Err: h.Err, Cells: h.Cells})
			}))
		})
	} else {
		go c.searchFolder(ctx, q, f.folder, f.board)
	}
	f.changed()
}

// Edited notes that the document is another now. A search under way was stopped by
// the edit.
func (f *Search) Edited() {
	if f.folder != "" || !f.asked {
		return
	}
	f.stale = true
	if f.wait != nil {
		f.wait()
	}
	if f.live {
		f.wait = f.loop.After(jobs.SettleTime, f.again)
	}
}

// Reset forgets what was found in a document that is no longer open.
func (f *Search) Reset() {
	if f.folder != "" {
		return
	}
	f.Stop()
	f.found = nil
	f.Edited()
}

// collector gathers what a search finds, on the search's goroutine.
type collector struct {
	f           *Search
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
	f.loop.Post(func() {
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
		f.changed()
	})
}

// searchFolder looks into the files of a folder. What means something only on the board
// of the game r is looked for in files with the same board.
func (c *collector) searchFolder(ctx context.Context, q find.Query, folder string, r rules.Rules) {
	about := q.Position != nil || q.Pattern != nil
	folders := find.Folder{
		Known: ioall.Known,
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
		x := Found{Path: path, Ply: h.Ply, Why: h.Why, Err: h.Err, Steps: find.Steps(h.Node)}
		x.Move = c.f.name(d.Tree.Rules(), h.Node)
		return c.add(x)
	}))
}
