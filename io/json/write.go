package json

import (
	"bufio"
	"bytes"
	"context"
	stdjson "encoding/json"
	"io"
	"maps"
	"slices"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// width is the maximum line length for lists of moves.
const width = 100

// branch is a line of play that remains to be written.
type branch struct {
	node        *model.Node
	line, after int // the branch starts after this many moves of this line
}

// writer writes a document. The embedded bufio.Writer keeps its first error.
type writer struct {
	*bufio.Writer
	rules rules.Rules
	err   error
}

// Encode writes a document. It returns an error if the document exceeds the limits of Decode or
// contains an invalid move or mark, or ctx.Err() if ctx ends.
func Encode(ctx context.Context, w io.Writer, d *model.Document, p codec.Progress) error {
	out := &writer{Writer: bufio.NewWriter(codec.Limited(w)), rules: d.Tree.Rules()}
	if n := d.Tree.Len(); n > codec.MaxNodes {
		return msg.Errorf("the game tree has %d nodes, more than the %d that can be read again", n, codec.MaxNodes)
	}
	out.WriteString("{\n")
	out.key(keyFormat, format)
	out.key(keyVersion, version)
	spec := out.rules.Spec()
	out.key(keyGame, game{spec.Game, spec.Params})
	players := make([]player, len(d.Players))
	for i, p := range d.Players {
		players[i] = player{text(p.Name), text(p.Kind), p.Level, text(p.Symbol), p.Color, p.Score}
		if p.Kind == model.Human {
			players[i].Kind = ""
		}
	}
	out.key(keyPlayers, players)
	var info []item
	for _, k := range slices.Sorted(maps.Keys(d.Info)) {
		if d.Info[k] != "" {
			info = append(info, item{text(k), text(d.Info[k])})
		}
	}
	if info != nil {
		out.key(keyInfo, info)
	}
	kept, own := out.foreign(d.Foreign, documentKeys)
	if kept != nil {
		out.key(keyKept, kept)
	}
	for _, o := range own {
		out.key(o.key, o.value)
	}
	if start := d.Tree.Root().Setup(); start != "" {
		out.key(keyStart, text(start))
	}
	if root := out.node(d.Tree.Root()); len(root) > 0 && root[0] == '{' {
		out.key(keyRoot, stdjson.RawMessage(root))
	}
	out.WriteString("\"" + keyLines + "\": [")
	if err := out.lines(ctx, d.Tree, p); err != nil {
		return err
	}
	if out.err != nil {
		return out.err
	}
	out.WriteString("\n]\n}\n")
	return out.Flush()
}

// key writes a key with its value and the following comma.
func (w *writer) key(key string, value any) {
	data, err := stdjson.Marshal(value)
	if err != nil && w.err == nil {
		w.err = err
	}
	k, _ := stdjson.Marshal(key)
	w.Write(k)
	w.WriteString(": ")
	w.Write(data)
	w.WriteString(",\n")
}

// lines writes the lines of play. Each follows the line that it branches off.
func (w *writer) lines(ctx context.Context, t *model.Tree, p codec.Progress) error {
	var queue []branch
	if first := t.Root().First(); first != nil {
		queue = append(queue, branch{node: first})
	}
	count := 0
	for i := 0; i < len(queue); i++ {
		b := queue[i]
		if i > 0 {
			w.WriteByte(',')
		}
		w.WriteString("\n{")
		if i > 0 {
			head, _ := stdjson.Marshal(struct {
				Line  int `json:"line"`
				After int `json:"after"`
			}{b.line, b.after})
			w.Write(head[1 : len(head)-1])
			w.WriteString(", ")
		}
		w.WriteString(`"moves": [`)
		column, at := 0, 0
		for n := b.node; n != nil; n = n.First() {
			if count%1024 == 0 {
				p.Report(int64(count), int64(t.Len()))
				if ctx.Err() != nil {
					return ctx.Err()
				}
			}
			count++
			if n.Prev() == nil {
				for s := n.Next(); s != nil; s = s.Next() {
					queue = append(queue, branch{s, i, at})
				}
			}
			if n != b.node {
				w.WriteByte(',')
				column++
			}
			one := w.node(n)
			if w.err != nil {
				return w.err
			}
			if column > 0 && column+len(one) > width {
				w.WriteByte('\n')
				column = 0
			}
			w.Write(one)
			column += len(one)
			at++
		}
		w.WriteString("]}")
		if len(queue) > codec.MaxVariations {
			return msg.Errorf("the game tree has more than the %d variations that can be read again", codec.MaxVariations)
		}
	}
	return w.err
}

// own is an unknown member of a JSON file.
type own struct {
	key   string
	value stdjson.RawMessage
}

// foreign returns the unknown properties as texts. Properties that were unknown members of a JSON
// file are returned separately, in order of their keys, and are written as members again.
func (w *writer) foreign(list []model.Foreign, known []string) (kept []text, unknown []own) {
	i := len(list)
	for i > 0 {
		key, values, ok := codec.ParseForeign(list[i-1], name)
		if !ok || len(values) != 1 || slices.Contains(known, key) || !compact(values[0]) || len(unknown) > 0 && unknown[0].key <= key || codec.NewForeign(name, key, values[0]) != list[i-1] {
			break
		}
		unknown = slices.Insert(unknown, 0, own{key, stdjson.RawMessage(values[0])})
		i--
	}
	for _, f := range list[:i] {
		kept = append(kept, text(f.XML))
	}
	return kept, unknown
}

// compact reports whether a text is JSON in the form written here.
func compact(value string) bool {
	data, err := stdjson.Marshal(stdjson.RawMessage(value))
	return err == nil && string(data) == value
}

// move returns the notation of a move. It sets w.err if the notation is not read back as the same
// move.
func (w *writer) move(m rules.Move) string {
	cells := rules.Cell(len(w.rules.Board().Cells))
	if m.From < rules.NoCell || m.To < rules.NoCell || m.From >= cells || m.To >= cells {
		w.fail(msg.Errorf("a move names a cell outside the board"))
		return ""
	}
	word := w.rules.FormatMove(m)
	if back, err := w.rules.ParseMove(word); err != nil || back != m {
		w.fail(msg.Errorf("the move %s cannot be written in a form that can be read again", word))
	}
	return word
}

func (w *writer) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// cell returns the label of a cell.
func (w *writer) cell(c rules.Cell) string {
	if !w.rules.Board().Has(c) {
		w.fail(msg.Errorf("a mark is outside the board"))
		return ""
	}
	return w.rules.Board().Cells[c].Label
}

// node returns a node as JSON: a string for a move without annotations, otherwise an object.
func (w *writer) node(n *model.Node) []byte {
	m, isMove := n.Move()
	if n.Plain() && isMove {
		return marshal(w.move(m))
	}
	var b bytes.Buffer
	put := func(key string, value any) {
		if b.Len() == 0 {
			b.WriteByte('{')
		} else {
			b.WriteByte(',')
		}
		b.Write(marshal(key))
		b.WriteByte(':')
		b.Write(marshal(value))
	}
	switch {
	case isMove:
		put(keyMove, w.move(m))
	case n.Parent() == nil:
	case n.Raw() != "":
		put(keyRaw, text(n.Raw()))
	default:
		put(keySetup, text(n.Setup()))
	}
	said := notes{
		Name: text(n.Name()), Comment: text(n.Comment()), Glyphs: n.Glyphs(), Color: n.Color(), Number: int32(n.Number()), Bookmark: n.Bookmarked(), Time: seconds(n.Used()),
	}
	for _, k := range n.Marks() {
		said.Marks = append(said.Marks, mark{w.cell(k.Cell), k.Kind, text(k.Text)})
	}
	for _, l := range n.Lines() {
		said.Lines = append(said.Lines, line{w.cell(l.From), w.cell(l.To), l.Arrow})
	}
	if a := n.Advice(); a != (model.Advice{}) {
		said.Advice = &advice{text(a.By), w.move(a.Move)}
	}
	for _, v := range n.Evals() {
		e := eval{
			Engine: text(v.Engine), Version: text(v.Version), Score: float(v.Score), Proved: v.Proved, Plies: v.Plies, AtMost: v.AtMost, Margin: v.Margin, Depth: v.Depth, Nodes: v.Nodes,
		}
		for _, s := range v.Shares {
			e.Shares = append(e.Shares, float(s))
		}
		for _, m := range v.PV {
			e.PV = append(e.PV, w.move(m))
		}
		said.Evals = append(said.Evals, e)
	}
	kept, own := w.foreign(n.Foreign(), nodeKeys)
	said.Kept = kept
	if !said.empty() {
		data := marshal(said)
		if b.Len() == 0 {
			b.WriteByte('{')
		} else {
			b.WriteByte(',')
		}
		b.Write(data[1 : len(data)-1])
	}
	for _, o := range own {
		put(o.key, o.value)
	}
	if b.Len() > 0 {
		b.WriteByte('}')
	}
	return b.Bytes()
}

// marshal returns a value as JSON. All values written here are valid.
func marshal(v any) []byte {
	data, err := stdjson.Marshal(v)
	if err != nil {
		return []byte("null")
	}
	return data
}
