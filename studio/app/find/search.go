// Package find searches the open document and the files of folders in the background. It also
// finds transpositions in the open document.
package find

import (
	"context"
	"slices"
	"time"

	"boardstudio/collection"
	"boardstudio/document"
	"boardstudio/find"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/jobs"
	"boardstudio/text/locale"
)

// Search searches the open document, or the files of a folder, in the background. Results are
// delivered in portions. It must only be used on the loop.
type Search struct {
	documents *document.Library
	loop      jobs.Loop
	jobs      *jobs.Runner
	changed   func() // called after each portion
	name      func(rules.Rules, *model.Node) string

	query  find.Query
	folder string      // "" for the open document
	board  rules.Rules // board of the position or pattern, for a folder
	asked  bool        // there is a query
	found  []Found
	old    bool // found is from an earlier search
	busy   bool
	stale  bool // the document changed after the search started
	live   bool // search again after each change

	done, total int
	err         error
	unread      []string // unreadable files, with the errors
	skipped     int      // number of files that are not game records

	run    int // number of the current search
	cancel context.CancelFunc
	wait   func() // stops waiting for the last of several changes
	then   func() // called at the end of the search
}

// NewSearch returns a search without a query. documents reads the files of folders. changed is called
// on the loop after each change of the results. name must return the name of a node's move, and be
// safe to call on any goroutine.
func NewSearch(documents *document.Library, loop jobs.Loop, r *jobs.Runner, changed func(), name func(rules.Rules, *model.Node) string) *Search {
	return &Search{documents: documents, loop: loop, jobs: r, changed: changed, name: name}
}

// Found is a matching node.
type Found struct {
	Node *model.Node      // nil in a folder
	Item *collection.Item // the game that contains the node, in a folder
	// Steps is the path from the root of that game, as the child index at each node.
	Steps []int32
	Ply   int
	Move  string // the move as in the move list, in a folder
	Why   string
	Err   error        // reason why the move is illegal
	Cells []rules.Cell // cells of the pattern
}

const (
	// maxFound is the maximum number of results. Users do not need more.
	maxFound = 100_000
	// portion is the minimum time between two portions of results.
	portion = 100 * time.Millisecond
)

// Look starts a search for q in the open document, or in a folder (recursively). It replaces the
// current query. In a folder, positions and patterns are searched only in games on the same board
// as r.
func (f *Search) Look(q find.Query, folder string, r rules.Rules) {
	f.query, f.folder, f.board, f.asked, f.err, f.unread, f.skipped = q, folder, r, !q.Empty(), nil, nil, 0
	f.restart()
}

// Live sets whether the document is searched again after each change.
func (f *Search) Live(on bool) {
	if f.live = on; on && f.stale {
		f.restart()
	}
}

// Stop ends the search. Its results stay.
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

// Busy reports whether a search is running, and its progress. total is 0 if it is unknown.
func (f *Search) Busy() (done, total int, busy bool) { return f.done, f.total, f.busy }

// Asked reports whether there is a query.
func (f *Search) Asked() bool { return f.asked }

// Folder returns the folder of the search, or "" for the open document.
func (f *Search) Folder() string { return f.folder }

// Len returns the number of results so far.
func (f *Search) Len() int { return len(f.found) }

// Places returns the results so far. The slice is not changed by later results or searches.
func (f *Search) Places() []Found { return slices.Clip(f.found) }

// Full reports whether the search stopped at its limit.
func (f *Search) Full() bool { return len(f.found) >= maxFound }

// Err returns the error if the query is invalid for the board, or nil.
func (f *Search) Err() error { return f.err }

// Unread returns the unreadable files, with the errors.
func (f *Search) Unread() []string { return f.unread }

// Skipped returns the number of files in the folder whose names do not look like game records.
func (f *Search) Skipped() int { return f.skipped }

// At returns the index of n among the results in the document, and true. If n is not a result, it
// returns the index of the last result before n in tree order, and false.
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

// Known reports whether the results for the current document are complete.
func (f *Search) Known() bool { return !f.busy && !f.stale }

// Await calls then once the search is complete. If no search is running, it starts one.
func (f *Search) Await(then func()) {
	if !f.busy {
		f.restart()
	}
	f.then = then
}

// restart starts the search from the beginning.
func (f *Search) restart() {
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

// Edited must be called after an edit of the document. The edit has stopped any running search.
func (f *Search) Edited() {
	if f.folder != "" || !f.asked {
		return
	}
	f.stale = true
	if f.wait != nil {
		f.wait()
	}
	if f.live {
		f.wait = f.loop.After(jobs.SettleTime, f.restart)
	}
}

// Reset clears the results after another document was opened.
func (f *Search) Reset() {
	if f.folder != "" {
		return
	}
	f.Stop()
	f.found = nil
	f.Edited()
}

// collector collects results on the goroutine of the search.
type collector struct {
	f           *Search
	run         int
	list        []Found
	unread      []string
	skipped     int
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

// deliver posts a portion of results to the loop, at limited intervals.
func (c *collector) deliver(last bool, err error) {
	if !last && time.Since(c.last) < portion {
		return
	}
	list, unread, skipped, done, total, f, run := c.list, c.unread, c.skipped, c.done, c.total, c.f, c.run
	c.list, c.unread, c.last = nil, nil, time.Now()
	f.loop.Post(func() {
		if run != f.run {
			return // a new search has replaced this one
		}
		if f.old {
			f.found, f.old = nil, false
		}
		f.found = append(f.found, list...)
		f.unread, f.skipped = append(f.unread, unread...), skipped
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

// searchFolder searches all games in the files and archives of a folder. Positions and patterns are
// searched only in games on the same board as r.
func (c *collector) searchFolder(ctx context.Context, q find.Query, folder string, r rules.Rules) {
	about := q.Position != nil || q.Pattern != nil
	c.end(collection.Search(ctx, []string{folder}, collection.Options{
		Documents: c.f.documents,
		Progress:  func(done, total int64) { c.progress(int(done), int(total)) },
		Failed: func(path string, err error) {
			c.unread = append(c.unread, locale.FileName(path)+": "+locale.Err(err))
		},
		Skipped: func(string) { c.skipped++ },
	}, func(d *model.Document) *find.Query {
		if about && !find.SameBoard(r, d.Tree.Rules()) {
			return nil
		}
		return &q
	}, func(g collection.Item, d *model.Document, h find.Hit) bool {
		x := Found{Item: &g, Ply: h.Ply, Why: h.Why, Err: h.Err, Steps: find.Steps(h.Node)}
		x.Move = c.f.name(d.Tree.Rules(), h.Node)
		return c.add(x)
	}))
}
