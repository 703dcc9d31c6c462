package records

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"boardstudio/collection"
	"boardstudio/ctl"
	"boardstudio/document"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// bulk converts many games.
type bulk struct {
	t       *ctl.Tool
	format  *codec.Format
	spec    *rules.Spec
	replace bool
	*reading
	list *collection.List
	to   *ctl.Folder // nil if the output is a single file

	said  bulkReport
	lost  []string        // data of at least one game that the format cannot store
	taken map[string]bool // targets of this run
	next  map[string]int  // the number to try next for a name
}

// bulkReport counts the results of a conversion.
type bulkReport struct {
	Games       int  `json:"games"`   // found
	Converted   int  `json:"written"` // found and written
	Files       int  `json:"files"`   // files written
	Kept        int  `json:"kept"`    // games whose file existed before
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
	b := &bulk{t: t, format: f, spec: spec, replace: replace, reading: newReading(t), taken: map[string]bool{}, next: map[string]int{}}
	o := b.options(spec)
	o.Failed = b.fail
	list, err := collection.Read(ctx, sources, o)
	if err != nil {
		return nil, err
	}
	b.reportSkipped()
	b.list, b.said.Games = list, len(list.Rows)
	return b, nil
}

// fail reports a file or game that cannot be read or written.
func (b *bulk) fail(path string, err error) {
	b.said.Failed++
	b.reading.fail(path, err)
}

// docs yields the readable games in order, until ctx ends. It reports unreadable games.
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
			for _, w := range x.Doc.Warnings {
				b.warn(path, w)
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

// losses notes what the format cannot store of a game.
func (b *bulk) losses(ctx context.Context, d *model.Document) {
	lost, err := b.t.Documents.Lost(ctx, b.format, d)
	if err != nil {
		return // writing the game reports the error
	}
	for _, l := range lost {
		what, _, _ := strings.Cut(strings.ReplaceAll(locale.Err(l), "\u00a0", ""), ":")
		if !slices.Contains(b.lost, what) {
			b.lost = append(b.lost, what)
		}
	}
}

// join writes all games into one file. After an interruption it writes the games read so far.
func (b *bulk) join(ctx context.Context, out string) error {
	if b.format.Join == nil {
		return msg.Errorf("the format %s stores only one game per file", b.format.Name)
	}
	data, count, err := b.joined(ctx, b.list.All(), nil)
	if err != nil || count == 0 {
		return err
	}
	if err := b.put(out, data, false); err != nil {
		return err
	}
	b.said.Converted += count
	return nil
}

// joined returns the games of rows as the content of one file, and their number. It calls each, if
// not nil, for every game.
func (b *bulk) joined(ctx context.Context, rows []int, each func(*model.Document)) (data []byte, count int, err error) {
	var out bytes.Buffer
	err = b.format.Join(context.WithoutCancel(ctx), &out, func(yield func(*model.Document, error) bool) {
		b.docs(ctx, rows, func(_ int, d *model.Document) bool {
			count++
			if each != nil {
				each(d)
			}
			return yield(d, nil)
		})
	}, nil)
	return out.Bytes(), count, err
}

// several writes the readable games of a file into one file. If there is true, the target exists
// and has fewer games than rows. This happens if an earlier run could not read all games. The
// target is replaced only if all its games are written again.
func (b *bulk) several(ctx context.Context, target string, rows []int, there bool) error {
	ctx = context.WithoutCancel(ctx) // an incomplete file would look like one with unreadable games
	var texts [][]byte
	data, count, err := b.joined(ctx, rows, func(d *model.Document) {
		if !there {
			return
		}
		var text bytes.Buffer
		if b.format.Encode(ctx, &text, d, nil) == nil {
			texts = append(texts, text.Bytes())
		}
	})
	if err != nil || count == 0 {
		return err
	}
	if there {
		was, err := b.to.Read(ctx, target)
		switch {
		case err != nil:
			return err
		case bytes.Equal(was, data):
			b.said.Kept += count
			return nil
		case !consists(was, texts):
			b.said.Kept += count
			b.warn(b.to.Path(target), msg.Errorf("the existing file has fewer than %d games and was not replaced (use --%s to replace it)", len(rows), "replace"))
			return nil
		}
	}
	return b.write(target, data, there, count)
}

// consists reports whether data is a sequence of some of the texts in their order. Empty lines may
// separate them.
func consists(data []byte, texts [][]byte) bool {
	for _, text := range texts {
		if rest, ok := bytes.CutPrefix(data, text); ok {
			data = bytes.TrimLeft(rest, "\n")
		}
	}
	return len(data) == 0
}

// count returns the number of games in a file of the folder, or 0 if the file is unreadable.
func (b *bulk) count(ctx context.Context, target string) int {
	data, err := b.to.Read(ctx, target)
	if err != nil {
		return 0
	}
	g, _, err := b.t.Documents.Games(ctx, target, data, codec.Options{Spec: b.spec})
	if err != nil {
		return 0
	}
	return len(g.Heads)
}

// put writes data to a file in the folder, or to the output. Without --replace, it replaces a file in the folder only
// if known is true.
func (b *bulk) put(out string, data []byte, known bool) error {
	if out == ctl.Stdin {
		_, err := b.t.Out.Write(data)
		return err
	}
	var err error
	switch {
	case b.to == nil:
		err = b.t.WriteFile(out, data, b.replace)
	case known || b.replace:
		err = b.to.Write(out, data, b.replace)
	default:
		err = b.to.Create(out, data)
	}
	if err != nil {
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
	for _, w := range m.Wrong {
		b.fail(w.Path, w.Err)
	}
	if m.Other > 0 {
		b.failed = true
		b.t.Note(locale.N("%d game was skipped: its rules differ from those of the first game", "%d games were skipped: their rules differ from those of the first game", m.Other, m.Other))
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
	data, err := document.Encode(ctx, out, b.format, m.Doc, nil)
	if err != nil {
		return err
	}
	b.said.Converted = m.Games
	return b.put(out, data, false)
}

// folder writes the games into a folder: one file per input file, or one per game if split is true.
// Existing files are not changed, so a second run continues an interrupted one.
func (b *bulk) folder(ctx context.Context, out string, split bool) error {
	if out == ctl.Stdin {
		return msg.Errorf("cannot write several games to the standard output without --%s or --%s", "join", "merge")
	}
	to, err := ctl.OpenFolder(out)
	if err != nil {
		return err
	}
	defer to.Close()
	b.to = to
	rows := b.list.All()
	for len(rows) > 0 && ctx.Err() == nil {
		n := 1
		for n < len(rows) && b.list.Rows[rows[n]].File == b.list.Rows[rows[0]].File {
			n++
		}
		file := rows[:n]
		rows = rows[n:]
		whole := len(file) == 1 || !split && b.format.Join != nil
		from := b.list.Files[b.list.Rows[file[0]].File]
		name := strings.TrimSuffix(from.Name, filepath.Ext(from.Name))
		if err := ctl.NameError(name); err != nil {
			b.fail(from.Path, err)
			continue
		}
		if whole {
			target := b.target(name, "")
			there, err := b.there(target)
			switch {
			case err != nil:
			case there && (len(file) == 1 || b.count(ctx, target) >= len(file)):
				b.said.Kept += len(file)
			case len(file) > 1:
				err = b.several(ctx, target, file, there)
			default:
				err = b.one(ctx, target, file[0])
			}
			if err != nil {
				b.fail(to.Path(target), err)
			}
			continue
		}
		digits := len(fmt.Sprint(len(file)))
		var todo []int
		targets := map[int]string{}
		for i, row := range file {
			target := b.target(name, fmt.Sprintf("-%0*d", digits, i+1))
			switch there, err := b.there(target); {
			case there:
				b.said.Kept++
			case err != nil:
				b.fail(to.Path(target), err)
			default:
				targets[row] = target
				todo = append(todo, row)
			}
		}
		b.docs(ctx, todo, func(row int, d *model.Document) bool {
			if err := b.encode(ctx, targets[row], d); err != nil && ctx.Err() == nil {
				b.fail(to.Path(targets[row]), err)
			}
			return true
		})
	}
	return nil
}

// one writes the game of a row to target. It returns nil if ctx ends.
func (b *bulk) one(ctx context.Context, target string, row int) (err error) {
	b.docs(ctx, []int{row}, func(_ int, d *model.Document) bool {
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
	data, err := document.Encode(ctx, target, b.format, d, nil)
	if err != nil {
		return err
	}
	return b.write(target, data, false, 1)
}

// write writes a file with the given number of games, and counts them. A file that another program has created in the
// meantime counts as one that existed before.
func (b *bulk) write(target string, data []byte, known bool, count int) error {
	err := b.put(target, data, known)
	if err != nil && !known && b.to != nil {
		if there, _ := b.there(target); there {
			b.said.Kept += count
			return nil
		}
	}
	if err == nil {
		b.said.Converted += count
	}
	return err
}

// target returns an unused file name in the folder.
func (b *bulk) target(name, number string) string {
	for i := max(b.next[name+number], 1); ; i++ {
		again := ""
		if i > 1 {
			again = fmt.Sprintf("-%d", i)
		}
		path := name + number + again + b.format.Ext[0]
		if !b.taken[path] {
			b.taken[path], b.next[name+number] = true, i+1
			return path
		}
	}
}

// there reports whether the target exists and must not be replaced.
func (b *bulk) there(target string) (bool, error) {
	if b.replace {
		return false, nil
	}
	return b.to.Exists(target)
}

// end prints the numbers of games written and failed. err is the error that ended the work.
func (b *bulk) end(ctx context.Context, err error) error {
	b.bar.Clear()
	if err != nil {
		return err
	}
	b.said.Interrupted = ctx.Err() != nil
	s := &b.said
	if len(b.lost) > 0 {
		b.t.Note(locale.T("the format %s cannot store everything: %s", b.format.Name, strings.Join(b.lost, ", ")))
	}
	if b.t.JSON {
		if err := b.t.WriteJSON(s); err != nil {
			return err
		}
	} else {
		text := locale.N("%d of %d game written", "%d of %d games written", s.Games, s.Converted, s.Games) + ", " + locale.N("%d file", "%d files", s.Files, s.Files)
		if s.Kept > 0 {
			text += ", " + locale.N("%d already existed", "%d already existed", s.Kept, s.Kept)
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
	}
	return b.reading.end()
}
