package records

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"boardstudio/collection"
	"boardstudio/internal/ctl"
	ioall "boardstudio/io/all"
	"boardstudio/io/codec"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// bulk converts many games.
type bulk struct {
	t       *ctl.Tool
	format  *codec.Format
	spec    *rules.Spec
	replace bool
	bar     *ctl.Progress
	list    *collection.List

	said   bulkReport
	lost   []string        // what the format does not keep of some game
	taken  map[string]bool // targets of this run
	failed bool
}

// bulkReport is what became of many games.
type bulkReport struct {
	Games       int  `json:"games"`   // that were found
	Converted   int  `json:"written"` // and written
	Files       int  `json:"files"`   // that were written
	Kept        int  `json:"kept"`    // that were there already
	Failed      int  `json:"failed"`  // games and files that could not be read or written
	Warned      int  `json:"warned"`  // games with warnings
	Interrupted bool `json:"interrupted,omitempty"`
}

// several reports whether sources may hold more than one game, or more than one file.
func several(sources []string) bool {
	if len(sources) > 1 {
		return true
	}
	switch strings.ToLower(filepath.Ext(sources[0])) {
	case ".zip", ".gz":
		return true
	}
	info, err := os.Stat(sources[0])
	return err == nil && info.IsDir()
}

// newBulk lists the games of sources.
func newBulk(t *ctl.Tool, ctx context.Context, f *codec.Format, spec *rules.Spec, sources []string, replace bool) (*bulk, error) {
	b := &bulk{t: t, format: f, spec: spec, replace: replace, bar: t.Progress(), taken: map[string]bool{}}
	list, err := collection.Read(ctx, sources, collection.Options{Spec: spec, Salvage: t.Salvage, Failed: b.fail, Progress: func(done, of int64) {
		b.bar.Show(locale.T("%d of %d files", done, of))
	}})
	if err != nil {
		return nil, err
	}
	b.list, b.said.Games = list, len(list.Rows)
	return b, nil
}

// fail tells what cannot be read or written.
func (b *bulk) fail(path string, err error) {
	b.bar.Clear()
	b.failed = true
	b.said.Failed++
	_, line, why := ctl.Where(err)
	b.t.Note(ctl.Place(path, line) + ": " + locale.Err(why))
}

// docs yields the games that can be written, in order, until ctx ends. Those that cannot be read are told.
func (b *bulk) docs(ctx context.Context, rows []int, yield func(row int, d *model.Document) bool) {
	for i, x := range b.list.Docs(ctx, rows) {
		row := rows[i]
		b.bar.Show(locale.T("%d of %d games", b.said.Converted+b.said.Kept, b.said.Games))
		path := b.list.Files[b.list.Rows[row].File].Path
		if x.Err == nil {
			x.Err = b.format.Writes(x.Doc.Tree.Rules())
		}
		if x.Err != nil {
			b.fail(path, x.Err)
			continue
		}
		if len(x.Doc.Warnings) > 0 {
			b.said.Warned++
			b.bar.Clear()
			for _, w := range x.Doc.Warnings {
				_, line, why := ctl.Where(w)
				b.t.Note(ctl.Place(path, line) + ": " + locale.T("warning: %s", locale.Err(why)))
			}
		}
		if !b.format.Lossless {
			b.losses(ctx, x.Doc)
		}
		if !yield(row, x.Doc) {
			return
		}
	}
}

// losses notes what the format does not keep of a game.
func (b *bulk) losses(ctx context.Context, d *model.Document) {
	lost, err := ioall.Lost(ctx, b.format, d)
	if err != nil {
		return // writing it tells
	}
	for _, l := range lost {
		what, _, _ := strings.Cut(strings.ReplaceAll(locale.Err(l), "\u00a0", ""), ":")
		if !slices.Contains(b.lost, what) {
			b.lost = append(b.lost, what)
		}
	}
}

// join writes all games into one file. What was read before an interruption is written.
func (b *bulk) join(ctx context.Context, out string) error {
	if b.format.Join == nil {
		return msg.Errorf("the format %s holds one game in a file", b.format.Name)
	}
	return b.write(ctx, out, b.list.All())
}

// write writes the games of rows into one file.
func (b *bulk) write(ctx context.Context, out string, rows []int) error {
	var data bytes.Buffer
	count := 0
	err := b.format.Join(context.WithoutCancel(ctx), &data, func(yield func(*model.Document, error) bool) {
		b.docs(ctx, rows, func(_ int, d *model.Document) bool {
			count++
			return yield(d, nil)
		})
	}, nil)
	if err == nil && (count > 0 || ctx.Err() == nil) {
		err = b.put(out, data.Bytes())
	}
	if err != nil {
		return err
	}
	b.said.Converted += count
	return nil
}

// put writes a file.
func (b *bulk) put(out string, data []byte) error {
	if out == ctl.Stdin {
		_, err := b.t.Out.Write(data)
		return err
	}
	if err := ctl.WriteFile(out, data, b.replace); err != nil {
		return err
	}
	b.said.Files++
	return nil
}

// merge writes all games as one tree.
func (b *bulk) merge(ctx context.Context, out string) error {
	m, err := b.list.Merge(ctx, nil, b.list.All(), func(done, of int64) { b.bar.Show(locale.T("%d of %d games", done, of)) })
	if err != nil {
		return err
	}
	for _, err := range m.Wrong {
		b.fail(b.list.Files[0].Path, err)
	}
	if m.Other > 0 {
		b.failed = true
		b.t.Note(locale.N("%d game has other rules than the first, and was left out", "%d games have other rules than the first, and were left out", m.Other, m.Other))
	}
	if m.Doc == nil {
		return msg.Errorf("there are no games")
	}
	if err = b.format.Writes(m.Doc.Tree.Rules()); err != nil {
		return err
	}
	if !b.format.Lossless {
		b.losses(ctx, m.Doc)
	}
	data, err := ioall.Encode(ctx, out, b.format, m.Doc, nil)
	if err != nil {
		return err
	}
	b.said.Converted = m.Games
	return b.put(out, data)
}

// folder writes the games into a folder: each file becomes one, or with split each game. What is there already stays, so that
// a second run goes on where the first was interrupted.
func (b *bulk) folder(ctx context.Context, out string, split bool) error {
	if out == ctl.Stdin {
		return msg.Errorf("many games cannot be written to the standard output without --%s or --%s", "join", "merge")
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	rows := b.list.All()
	for len(rows) > 0 && ctx.Err() == nil {
		n := 1
		for n < len(rows) && b.list.Rows[rows[n]].File == b.list.Rows[rows[0]].File {
			n++
		}
		file := rows[:n]
		rows = rows[n:]
		whole := len(file) == 1 || !split && b.format.Join != nil
		name := filepath.FromSlash(b.list.Files[b.list.Rows[file[0]].File].Name)
		name = strings.TrimSuffix(name, filepath.Ext(name))
		if whole {
			target := b.target(out, name, "")
			if !b.replace && exists(target) {
				b.said.Kept += len(file)
			} else if err := b.one(ctx, target, file); err != nil {
				b.fail(target, err)
			}
			continue
		}
		digits := len(fmt.Sprint(len(file)))
		var todo []int
		targets := map[int]string{}
		for i, row := range file {
			target := b.target(out, name, fmt.Sprintf("-%0*d", digits, i+1))
			if !b.replace && exists(target) {
				b.said.Kept++
				continue
			}
			targets[row] = target
			todo = append(todo, row)
		}
		b.docs(ctx, todo, func(row int, d *model.Document) bool {
			if err := b.encode(ctx, targets[row], d); err != nil && ctx.Err() == nil {
				b.fail(targets[row], err)
			}
			return true
		})
	}
	return nil
}

// one writes the games of a file into one.
func (b *bulk) one(ctx context.Context, target string, rows []int) (err error) {
	if b.format.Join != nil && len(rows) > 1 {
		whole := context.WithoutCancel(ctx) // half a file would count as done
		if err = os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
			return err
		}
		return b.write(whole, target, rows)
	}
	b.docs(ctx, rows, func(_ int, d *model.Document) bool {
		err = b.encode(ctx, target, d)
		return true
	})
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// encode writes one game.
func (b *bulk) encode(ctx context.Context, target string, d *model.Document) error {
	data, err := ioall.Encode(ctx, target, b.format, d, nil)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(target), 0o777)
	}
	if err == nil {
		err = b.put(target, data)
	}
	if err == nil {
		b.said.Converted++
	}
	return err
}

// target returns the path for a file, none twice in a run.
func (b *bulk) target(out, name, number string) string {
	for i := 1; ; i++ {
		again := ""
		if i > 1 {
			again = fmt.Sprintf("-%d", i)
		}
		path := filepath.Join(out, name+number+again+b.format.Ext[0])
		if !b.taken[path] {
			b.taken[path] = true
			return path
		}
	}
}

// exists reports whether there is a file of the name.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, os.ErrNotExist)
}

// end tells what became of the games; err is how the work ended.
func (b *bulk) end(ctx context.Context, err error) error {
	b.bar.Clear()
	if err != nil {
		return err
	}
	b.said.Interrupted = ctx.Err() != nil
	s := &b.said
	if len(b.lost) > 0 {
		b.t.Note(locale.T("the format %s does not keep everything: %s", b.format.Name, strings.Join(b.lost, ", ")))
	}
	if b.t.JSON {
		if err := b.t.WriteJSON(s); err != nil {
			return err
		}
	} else {
		text := locale.N("%d of %d game written", "%d of %d games written", s.Games, s.Converted, s.Games) + ", " + locale.N("%d file", "%d files", s.Files, s.Files)
		if s.Kept > 0 {
			text += ", " + locale.N("%d was there already", "%d were there already", s.Kept, s.Kept)
		}
		if s.Warned > 0 {
			text += ", " + locale.N("%d with warnings", "%d with warnings", s.Warned, s.Warned)
		}
		if s.Failed > 0 {
			text += ", " + locale.N("%d problem", "%d problems", s.Failed, s.Failed)
		}
		b.t.Note(text)
	}
	switch {
	case s.Interrupted:
		return ctx.Err()
	case b.failed:
		return ctl.ErrFailed
	case s.Warned > 0:
		return ctl.ErrNo
	}
	return nil
}
