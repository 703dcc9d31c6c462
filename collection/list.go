// Package collection lists, searches and merges the games of files, folders and archives.
package collection

import (
	"cmp"
	"context"
	"errors"
	"io"
	"iter"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/semaphore"

	"boardstudio/document"
	"boardstudio/internal/fold"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// List is a list of games. It is safe for concurrent reading.
type List struct {
	Rows  []Row
	Files []*File
	kinds []fileKind // by file
	texts texts
	opts  Options
	text  []string // folded text of each row, for Filter
}

// fileKind describes a file of a list.
type fileKind struct {
	format *codec.Format
	n      int // number of games
	first  int // index of its first row
}

// Row is a game of a list.
type Row struct {
	codec.Head
	File  int // index into List.Files
	Index int // index of the game in its file
}

// Options configure how files are read.
type Options struct {
	// Documents reads the files. It is required.
	Documents *document.Library
	// Spec is the game of records that do not name one. If it is nil, such records are refused.
	Spec *rules.Spec
	// Charset is the charset of text that is not UTF-8. If it is empty, the file's declaration or a guess is used.
	Charset string
	// Salvage reads the intact parts of damaged files, see codec.Options.
	Salvage bool
	// Engine is passed on to codec.Options.
	Engine func(kind string) bool
	// Stdin, if not nil, is read for the path "-".
	Stdin io.Reader
	// Failed is called, in the caller's goroutine, for each file that is unreadable or incomplete.
	Failed func(path string, err error)
	// Warned is called, in the caller's goroutine, for each warning about a file whose games are complete.
	Warned func(path string, err error)
	// Skipped is called, in the caller's goroutine, for each file in a folder or archive that does not look like a game
	// record.
	Skipped func(path string)
	// Progress is called with the number of files read.
	Progress codec.Progress

	count *counters // counts for tests
	most  limits    // usualLimits, except in tests
}

// complete returns o with no-op functions instead of nil ones, and with limits.
func (o Options) complete() Options {
	if o.Failed == nil {
		o.Failed = func(string, error) {}
	}
	if o.Warned == nil {
		o.Warned = func(string, error) {}
	}
	if o.Skipped == nil {
		o.Skipped = func(string) {}
	}
	o.most.games = cmp.Or(o.most.games, usualLimits.games)
	o.most.files = cmp.Or(o.most.files, usualLimits.files)
	o.most.total = cmp.Or(o.most.total, usualLimits.total)
	return o
}

// warn reports the warnings about a whole file.
func (o Options) warn(f *File, warnings []error) {
	for _, w := range warnings {
		if w = f.named(w); codec.IsDamaged(w) {
			o.Failed(f.Path, w)
		} else {
			o.Warned(f.Path, w)
		}
	}
}

// errNone is the error for a path without games.
var errNone = msg.Errorf("there is no game record in it")

// Read lists the games in files, folders and archives. It calls o.Failed for unreadable files and for paths without
// games. It returns an error if ctx ends or if there are too many games.
func Read(ctx context.Context, paths []string, o Options) (*List, error) {
	o = o.complete()
	l := &List{opts: o, texts: texts{limit: maxTexts}}
	found, reported := make([]bool, len(paths)), map[int]bool{} // by path
	var scan scanned
	err := scan.files(ctx, paths, o, reported, func(i int, f *File, r *read) (bool, error) {
		l.Files = scan.list
		if l.kinds == nil {
			l.kinds = make([]fileKind, len(l.Files))
		}
		if len(l.Rows)+len(r.games.Heads) > o.most.games {
			return false, msg.Errorf("there are more than %d games", o.most.games)
		}
		n := len(r.games.Heads)
		found[f.top] = found[f.top] || n > 0
		l.kinds[i] = fileKind{r.format, n, len(l.Rows)}
		for k, h := range r.games.Heads {
			l.Rows = append(l.Rows, Row{h, i, k})
		}
		if r.games.Heads = nil; r.format.Games != nil {
			l.texts.offer(i, r.games, r.size)
		}
		return true, nil
	})
	if err != nil {
		return nil, err
	}
	l.Files = scan.list
	if l.kinds == nil {
		l.kinds = make([]fileKind, len(l.Files))
	}
	for top, found := range found {
		if !found && !reported[top] {
			o.Failed(paths[top], errNone)
		}
	}
	l.fold()
	return l, nil
}

// read is a file that was read.
type read struct {
	games  *codec.Games
	format *codec.Format
	size   int // content size in bytes
	err    error
}

// scanned is a list of files that are read in order.
type scanned struct{ list []*File }

// maxReadAhead is the read-ahead limit in games, assuming at least two bytes per game.
const maxReadAhead = codec.MaxGames

// files reads the files of paths on all processors. It calls f for each readable file, in order,
// until f returns false or an error. It adds the indices of paths with a reported problem to
// reported. It returns the error of f or of ctx.
func (s *scanned) files(ctx context.Context, paths []string, o Options, reported map[int]bool, f func(i int, file *File, r *read) (bool, error)) (err error) {
	skipped := o.Skipped
	if s.list, err = files(ctx, paths, o, reported); err != nil {
		return err
	}
	open := retain(s.list)
	defer open.end()
	ahead := semaphore.NewWeighted(maxReadAhead)
	weight := func(size int64) int64 { return min(1+size/2, maxReadAhead) }
	for i, r := range each(ctx, len(s.list), func(ctx context.Context, i int) error {
		return ahead.Acquire(ctx, weight(s.list[i].size))
	}, func(ctx context.Context, i int) *read {
		x := s.list[i]
		defer open.done(x)
		r := &read{}
		data, err := x.load(ctx)
		if err != nil {
			r.err = err
			return r
		}
		r.size = len(data)
		r.games, r.format, r.err = x.games(ctx, o, data)
		return r
	}) {
		x := s.list[i]
		ahead.Release(weight(x.size))
		o.Progress.Report(int64(i+1), int64(len(s.list)))
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case r.err != nil && x.guess && !codec.IsTooMany(r.err):
			skipped(x.Path)
			continue
		case r.err != nil:
			reported[x.top] = true
			o.Failed(x.Path, r.err)
			continue
		}
		if len(r.games.Warnings) > 0 {
			o.warn(x, r.games.Warnings)
		}
		if more, err := f(i, x, r); err != nil || !more {
			return err
		}
	}
	return ctx.Err()
}

// retained counts the unread files of archives. Each archive stays open until its last file was
// read.
type retained struct {
	mu      sync.Mutex
	pending map[*archive]int
}

func retain(files []*File) *retained {
	r := &retained{pending: map[*archive]int{}}
	for _, f := range files {
		if f.in != nil {
			r.pending[f.in]++
			f.in.retain()
		}
	}
	return r
}

// done records that a file was read.
func (r *retained) done(f *File) {
	if f.in == nil {
		return
	}
	r.mu.Lock()
	r.pending[f.in]--
	r.mu.Unlock()
	f.in.release()
}

// end releases the archives of all unread files.
func (r *retained) end() {
	for a, n := range r.pending {
		for range n {
			a.release()
		}
	}
}

// each calls f with 0 to n-1 on all processors and yields the results in order. It runs a limited number of calls
// ahead. If wait is not nil, it is called before each f, in order; an error of wait ends the iteration.
func each[T any](ctx context.Context, n int, wait func(context.Context, int) error, f func(context.Context, int) T) iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		workers := max(1, runtime.GOMAXPROCS(0))
		results := make(chan chan T, 4*workers)
		todo := make(chan func(), 4*workers)
		var running sync.WaitGroup
		defer running.Wait()
		running.Go(func() {
			defer close(results)
			defer close(todo)
			for i := range n {
				if wait != nil && wait(ctx, i) != nil {
					return
				}
				r := make(chan T, 1)
				select {
				case results <- r:
				case <-ctx.Done():
					return
				}
				todo <- func() { r <- f(ctx, i) }
			}
		})
		for range workers {
			running.Go(func() {
				for work := range todo {
					work()
				}
			})
		}
		defer cancel()
		i := 0
		for r := range results {
			if !yield(i, <-r) {
				cancel()
				for range results {
				}
				return
			}
			i++
		}
	}
}

// maxTexts is the size of a list's cache of file contents, in bytes.
const maxTexts = 256 << 20

// texts is the cache of multi-game files: the most recently used ones.
type texts struct {
	limit int
	mu    sync.Mutex
	size  int
	list  map[int]*text // by file
	used  []int         // file indices, most recently used last
}

// text is a cached file and its games.
type text struct {
	once  sync.Once
	games *codec.Games
	size  int
	err   error
}

// offer adds a file to the cache if it fits.
func (t *texts) offer(file int, g *codec.Games, size int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.size+size > t.limit {
		return
	}
	x := &text{games: g, size: size}
	x.once.Do(func() {})
	t.add(file, x)
	t.size += size
}

func (t *texts) add(file int, x *text) {
	if t.list == nil {
		t.list = map[int]*text{}
	}
	t.list[file] = x
	t.used = append(t.used, file)
}

// get returns the games of a file. If they are not cached, it calls read.
func (t *texts) get(ctx context.Context, file int, read func() (*codec.Games, int, error)) (*codec.Games, error) {
	for {
		t.mu.Lock()
		x := t.list[file]
		if x == nil {
			x = &text{}
			t.add(file, x)
		} else if i := slices.Index(t.used, file); i < len(t.used)-1 {
			t.used = append(slices.Delete(t.used, i, i+1), file)
		}
		t.mu.Unlock()
		x.once.Do(func() {
			games, size, err := read()
			t.mu.Lock()
			defer t.mu.Unlock()
			x.games, x.size, x.err = games, size, err
			if x.err != nil {
				t.drop(file)
				return
			}
			t.size += x.size
			for i := 0; t.size > t.limit && i < len(t.used); {
				if old := t.used[i]; old != file && t.list[old].games != nil {
					t.size -= t.list[old].size
					t.drop(old)
				} else {
					i++
				}
			}
		})
		if x.err == nil || ctx.Err() != nil || !errors.Is(x.err, context.Canceled) {
			return x.games, x.err
		}
	}
}

func (t *texts) drop(file int) {
	delete(t.list, file)
	if i := slices.Index(t.used, file); i >= 0 {
		t.used = slices.Delete(t.used, i, i+1)
	}
}

// load returns the games of a multi-game file. It returns an error if the file is unreadable or its
// games differ from the listed ones.
func (l *List) load(ctx context.Context, file int) (*codec.Games, error) {
	return l.texts.get(ctx, file, func() (*codec.Games, int, error) {
		f, k := l.Files[file], l.kinds[file]
		data, err := f.Read(ctx)
		if err != nil {
			return nil, 0, err
		}
		g, format, err := f.games(ctx, l.opts, data)
		if err != nil {
			return nil, 0, err
		}
		same := format == k.format && len(g.Heads) == k.n
		for i := 0; same && i < k.n; i++ {
			same = sameHead(g.Heads[i], l.Rows[k.first+i].Head)
		}
		if !same {
			return nil, 0, changed(f)
		}
		g.Heads = nil
		return g, len(data), nil
	})
}

func sameHead(a, b codec.Head) bool { return reflect.DeepEqual(a, b) }

// Decode reads the game of a row. It returns an error that names the file if the game is unreadable
// or the file has changed.
func (l *List) Decode(ctx context.Context, row int) (*model.Document, error) {
	r := l.Rows[row]
	f := l.Files[r.File]
	if l.kinds[r.File].format.Games != nil {
		g, err := l.load(ctx, r.File)
		if err != nil {
			return nil, err
		}
		d, err := g.Decode(ctx, r.Index)
		return d, f.named(err)
	}
	data, err := f.Read(ctx)
	if err != nil {
		return nil, err
	}
	d, _, err := l.opts.Documents.Decode(ctx, f.typed, data, f.options(ctx, l.opts))
	return d, f.named(err)
}

// SingleGamePath returns the path of a row's file if the file contains only this game and is not in an
// archive, otherwise "".
func (l *List) SingleGamePath(row int) string {
	if f := l.Rows[row].File; l.kinds[f].n == 1 {
		return l.Files[f].disk
	}
	return ""
}

// Member locates the game of a row in its file, for writing it back. It returns nil if the game
// cannot be written back.
func (l *List) Member(row int) *document.Member {
	r := &l.Rows[row]
	f, k := l.Files[r.File], l.kinds[r.File]
	if f.disk == "" || k.format.Games == nil {
		return nil
	}
	g, err := l.load(context.Background(), r.File)
	if err != nil {
		return nil
	}
	return l.opts.Documents.MemberOf(f.disk, k.format, g, k.n, r.Index, l.opts.Spec)
}

// Decoded is a game, or the error of reading it.
type Decoded struct {
	Doc *model.Document
	Err error
}

// maxAhead is the read-ahead limit of Docs in bytes of files. A document takes up to thirty times as much memory.
const maxAhead = 16 << 20

// Docs reads the games of rows on all processors. It yields them in order, with their indices in
// rows. The iteration ends early if ctx is done.
func (l *List) Docs(ctx context.Context, rows []int) iter.Seq2[int, Decoded] {
	return func(yield func(int, Decoded) bool) {
		files := make([]*File, len(rows))
		for i, row := range rows {
			files[i] = l.Files[l.Rows[row].File]
		}
		open := retain(files)
		defer open.end()
		ahead := semaphore.NewWeighted(maxAhead)
		weight := func(i int) int64 {
			k := l.kinds[l.Rows[rows[i]].File]
			return min(1+files[i].size/int64(max(k.n, 1)), maxAhead)
		}
		for i, x := range each(ctx, len(rows), func(ctx context.Context, i int) error { return ahead.Acquire(ctx, weight(i)) }, func(ctx context.Context, i int) Decoded {
			defer open.done(files[i])
			d, err := l.Decode(ctx, rows[i])
			return Decoded{d, err}
		}) {
			if ctx.Err() != nil || !yield(i, x) {
				return
			}
			ahead.Release(weight(i))
		}
	}
}

// Column is a column of a list.
type Column int

// Columns of a list, in display order.
const (
	Players Column = iota
	Event
	Date
	Result
	Plies
	Game
	Place // file and line
	Columns
)

// Title returns the heading of a column.
func (c Column) Title() msg.Key {
	return [...]msg.Key{"Players", "Event", "Date", "Result", "Plies", "Game", "File"}[c]
}

// Names returns the players of a row. If no player is named, it returns the title of the game.
func (r *Row) Names() string {
	if !slices.ContainsFunc(r.Players, func(n string) bool { return n != "" }) {
		return r.Title
	}
	names := slices.Clone(r.Players)
	for i, n := range names {
		if n == "" {
			names[i] = "?"
		}
	}
	return strings.Join(names, " – ")
}

// compare compares two rows by a column. Equal rows are in the order of the list.
func (l *List) compare(c Column, a, b int) int {
	x, y := &l.Rows[a], &l.Rows[b]
	d := 0
	switch c {
	case Players:
		d = slices.CompareFunc(x.Head.Players, y.Head.Players, strings.Compare)
	case Event:
		d = strings.Compare(x.Event, y.Event)
	case Date:
		d = strings.Compare(x.Date, y.Date)
	case Result:
		d = strings.Compare(x.Result, y.Result)
	case Plies:
		d = cmp.Compare(x.Plies, y.Plies)
	case Game:
		d = strings.Compare(x.Game, y.Game)
	}
	return cmp.Or(d, cmp.Compare(a, b))
}

// Sort sorts rows by a column, in descending order if down is set.
func (l *List) Sort(rows []int, c Column, down bool) {
	slices.SortFunc(rows, func(a, b int) int {
		d := l.compare(c, a, b)
		if down {
			return -d
		}
		return d
	})
}

// All returns the indices of all rows.
func (l *List) All() []int {
	rows := make([]int, len(l.Rows))
	for i := range rows {
		rows[i] = i
	}
	return rows
}

// fold computes the texts for Filter.
func (l *List) fold() {
	l.text = make([]string, len(l.Rows))
	var b []byte
	for i := range l.Rows {
		r := &l.Rows[i]
		b = b[:0]
		for _, t := range append(r.Players, r.Title, r.Event, r.Date, r.Result, r.Game) {
			if t != "" {
				b = append(fold.Append(b, t), '\n')
			}
		}
		l.text[i] = string(b)
	}
}

// Filter returns the rows whose texts contain each word of the query, in the given order. Case and
// accents are ignored.
func (l *List) Filter(rows []int, query string) []int {
	words := strings.Fields(fold.Text(query))
	if len(words) == 0 {
		return slices.Clone(rows)
	}
	var found []int
	for _, i := range rows {
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(l.text[i], w) }) {
			found = append(found, i)
		}
	}
	return found
}
