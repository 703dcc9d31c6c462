package collection

import (
	"context"
	"path/filepath"

	"golang.org/x/sync/semaphore"

	"boardstudio/document"
	"boardstudio/find"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/text/msg"
)

// Item locates a game in a file.
type Item struct {
	File  *File
	Index int // index of the game in the file
	Of    int // number of games in the file
	head  codec.Head
	docs  *document.Library
}

// Number returns the number of the game in its file, starting at 1, or 0 if the file holds one game.
func (g Item) Number() int {
	if g.Of == 1 {
		return 0
	}
	return g.Index + 1
}

// SingleGamePath returns the path of the file if it holds only this game and is not in an archive, otherwise "".
func (g Item) SingleGamePath() string {
	if g.Of == 1 {
		return g.File.disk
	}
	return ""
}

// Open reads the game again. The returned member is nil if the game cannot be written back to its
// file. Open returns an error if the game is unreadable or the file has changed.
func (g Item) Open(ctx context.Context) (*model.Document, *document.Member, error) {
	data, err := g.File.Read(ctx)
	if err != nil {
		return nil, nil, err
	}
	games, format, err := g.File.games(ctx, Options{Documents: g.docs}, data)
	if err != nil {
		return nil, nil, err
	}
	if len(games.Heads) != g.Of || !sameHead(games.Heads[g.Index], g.head) {
		return nil, nil, changed(g.File)
	}
	d, err := games.Decode(ctx, g.Index)
	if err != nil {
		return nil, nil, g.File.named(err)
	}
	if g.File.disk == "" {
		return d, nil, nil
	}
	return d, g.docs.MemberOf(g.File.disk, format, games, g.Of, g.Index, nil), nil
}

// Each calls f for each game in files, folders and archives, in order, until f returns false. It
// reads file by file, so only the games per file are limited. It calls o.Failed for unreadable
// games and for paths without games. It returns an error only if ctx ends.
func Each(ctx context.Context, paths []string, o Options, f func(Item, *model.Document) bool) error {
	o = o.complete()
	found, reported := make([]bool, len(paths)), map[int]bool{} // by path
	more := true
	var scan scanned
	err := scan.files(ctx, paths, o, reported, func(_ int, file *File, r *read) (bool, error) {
		n := len(r.games.Heads)
		found[file.top] = found[file.top] || n > 0
		ahead := semaphore.NewWeighted(maxAhead)
		weight := min(1+int64(r.size/max(n, 1)), maxAhead)
		for i, x := range each(ctx, n, func(ctx context.Context, _ int) error { return ahead.Acquire(ctx, weight) }, func(ctx context.Context, i int) Decoded {
			d, err := r.games.Decode(ctx, i)
			return Decoded{d, file.named(err)}
		}) {
			ahead.Release(weight)
			switch {
			case ctx.Err() != nil:
				return false, ctx.Err()
			case x.Err != nil:
				o.Failed(file.Path, x.Err)
				continue
			}
			if more = f(Item{File: file, Index: i, Of: n, head: r.games.Heads[i], docs: o.Documents}, x.Doc); !more {
				return false, nil
			}
		}
		return true, nil
	})
	switch {
	case err != nil:
		return err
	case !more:
		return ctx.Err()
	}
	for top, found := range found {
		if !found && !reported[top] {
			o.Failed(paths[top], errNone)
		}
	}
	return nil
}

// Search calls yield for each matching node in files, folders and archives, in order, until yield
// returns false. query returns the query for a game. It returns nil to skip the game, for example
// because its board differs from the one of a position. Search calls o.Failed for unreadable games.
// It returns an error only if ctx ends.
func Search(ctx context.Context, paths []string, o Options, query func(*model.Document) *find.Query, yield func(Item, *model.Document, find.Hit) bool) error {
	o = o.complete()
	return Each(ctx, paths, o, func(g Item, d *model.Document) bool {
		q := query(d)
		if q == nil {
			return ctx.Err() == nil
		}
		more := true
		err := find.Search(ctx, d, q, nil, func(h find.Hit) bool {
			more = yield(g, d, h)
			return more
		})
		if err != nil && ctx.Err() == nil {
			o.Failed(g.File.Path, err)
		}
		return more && ctx.Err() == nil
	})
}

// changed returns the error for a file whose games differ from the listed ones.
func changed(f *File) error {
	return &codec.Error{File: filepath.Base(f.Path), Why: msg.Errorf("the file was changed since its games were listed")}
}
