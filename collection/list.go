// Package collection lists the games of files, folders and archives, and brings them together.
package collection

import (
	"cmp"
	"context"
	"iter"
	"runtime"
	"slices"
	"strings"
	"sync"

	"boardstudio/internal/fold"
	ioall "boardstudio/io/all"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// List is the games of files. It may be read by several goroutines.
type List struct {
	Rows  []Row
	Files []*File
	games []held // by file
	asked Options
	text  []string // of each row, folded, for Filter
}

// held is what is kept of a file.
type held struct {
	*codec.Games // nil where the file is read again for its one game
	format       *codec.Format
	n            int // games
}

// Row is a game of a list.
type Row struct {
	codec.Head
	File  int // index into List.Files
	Index int // of the game in its file
}

// MaxGames is how many games a list may have.
const MaxGames = 2_000_000

// Options say how files are read.
type Options struct {
	// Spec is the game of records that do not name theirs; nil to refuse them.
	Spec *rules.Spec
	// Salvage has what can be read of damaged files read, see codec.Options.
	Salvage bool
	// Failed is told, from the goroutine of Read, of each file that cannot be read, and what is wrong with files that can.
	Failed func(path string, err error)
	// Progress is told how many files are done.
	Progress codec.Progress
}

// Read lists the games in files, folders and archives. What cannot be read is left to o.Failed; the error is that of ctx, or says
// that there are too many games.
func Read(ctx context.Context, paths []string, o Options) (*List, error) {
	if o.Failed == nil {
		o.Failed = func(string, error) {}
	}
	files, err := Files(ctx, paths, o.Failed)
	if err != nil {
		return nil, err
	}
	l := &List{Files: files, games: make([]held, len(files)), asked: o}
	type read struct {
		games  *codec.Games
		format *codec.Format
		err    error
	}
	for i, r := range each(ctx, len(files), func(ctx context.Context, i int) (r read) {
		data, err := files[i].Read(ctx)
		if err != nil {
			return read{err: err}
		}
		g, f, err := ioall.Games(ctx, files[i].Path, data, files[i].options(ctx, o))
		return read{games: g, format: f, err: err}
	}) {
		o.Progress.Tell(int64(i+1), int64(len(files)))
		if r.err != nil {
			if ctx.Err() == nil && !files[i].guess {
				o.Failed(files[i].Path, r.err)
			}
			continue
		}
		for _, w := range r.games.Warnings {
			o.Failed(files[i].Path, w)
		}
		if len(l.Rows)+len(r.games.Heads) > MaxGames {
			return nil, msg.Errorf("there are more than %d games", MaxGames)
		}
		for k, h := range r.games.Heads {
			l.Rows = append(l.Rows, Row{h, i, k})
		}
		l.games[i] = held{nil, r.format, len(r.games.Heads)}
		if r.format.Games != nil {
			r.games.Heads = nil
			l.games[i].Games = r.games
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	l.fold()
	return l, nil
}

// each calls f for 0 to n-1 on all processors, and yields what it returns in order. It runs ahead by some calls only.
func each[T any](ctx context.Context, n int, f func(context.Context, int) T) iter.Seq2[int, T] {
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

// Decode reads the game of a row. The error names its file.
func (l *List) Decode(ctx context.Context, row int) (*model.Document, error) {
	r := l.Rows[row]
	if g := l.games[r.File].Games; g != nil {
		return g.Decode(ctx, r.Index)
	}
	f := l.Files[r.File]
	data, err := f.Read(ctx)
	if err != nil {
		return nil, err
	}
	d, _, err := ioall.Decode(ctx, f.Path, data, f.options(ctx, l.asked))
	return d, err
}

// Alone returns the file of a row if it holds this game only and lies in no archive, else "".
func (l *List) Alone(row int) string {
	if f := l.Rows[row].File; l.games[f].n == 1 {
		return l.Files[f].disk
	}
	return ""
}

// Member returns the place of a row's game in its file, nil where it cannot be written there.
func (l *List) Member(row int) *ioall.Member {
	r := &l.Rows[row]
	f, h := l.Files[r.File], l.games[r.File]
	if f.disk == "" || h.Games == nil {
		return nil
	}
	return ioall.MemberOf(f.disk, h.format, h.Games, h.n, r.Index, l.asked.Spec)
}

// Decoded is a game of a list that was read, or why it could not be.
type Decoded struct {
	Doc *model.Document
	Err error
}

// Docs reads the games of rows on all processors, and yields them in order with their indices in rows. It ends early when ctx does.
func (l *List) Docs(ctx context.Context, rows []int) iter.Seq2[int, Decoded] {
	return func(yield func(int, Decoded) bool) {
		for i, x := range each(ctx, len(rows), func(ctx context.Context, i int) Decoded {
			d, err := l.Decode(ctx, rows[i])
			return Decoded{d, err}
		}) {
			if ctx.Err() != nil || !yield(i, x) {
				return
			}
		}
	}
}

// Column is what a list shows of each game.
type Column int

// The columns, in the order in which they stand.
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

// Names returns the players of a row, "" where none is named.
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

// compare compares two rows by a column, then by their places.
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

// Sort sorts rows by a column, downwards from the last if so wanted.
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

// fold prepares the texts that Filter looks in.
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

// Filter returns those of the rows, in their order, in whose texts each word of the query occurs; case and accents are not told apart.
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
