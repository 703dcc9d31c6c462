package renlib

import (
	"bufio"
	"context"
	"io"
	"strings"
	"unicode/utf8"

	"boardstudio/io/charset"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// item is a move to write, or a text on a point.
type item struct {
	node *model.Node // nil for a text
	cell rules.Cell
	text string
	last bool // no sibling follows
}

// Encode writes a library. It omits unreadable moves and set-ups, with everything after them. It
// returns an error if a library cannot contain the game, or if the root is a set-up position.
func Encode(ctx context.Context, out io.Writer, d *model.Document, p codec.Progress) error {
	if err := unsupported(d.Tree.Rules()); err != nil {
		return err
	}
	if d.Tree.Root().Setup() != "" {
		return msg.Errorf("a RenLib library cannot begin with a set-up position")
	}
	e := &encoder{Writer: bufio.NewWriter(io.Discard), latin1: true}
	if err := e.tree(ctx, d, nil); err != nil { // collects the texts, to predict how readers will guess their charset
		return err
	}
	e = &encoder{Writer: bufio.NewWriter(codec.Limited(out)), latin1: len(e.old) > 0 && charset.Detect(e.old) == charset.Latin1}
	if err := e.tree(ctx, d, p); err != nil {
		return err
	}
	return e.Flush()
}

// encoder writes a library.
type encoder struct {
	*bufio.Writer
	latin1 bool   // write texts in Latin-1 if possible
	old    []byte // texts in Latin-1, in the form of reader.nonUTF8Texts
}

// tree writes the header and the moves.
func (w *encoder) tree(ctx context.Context, d *model.Document, p codec.Progress) error {
	header := make([]byte, headerSize)
	for i := copy(header, magic); i < headerSize; i++ {
		header[i] = 0xff
	}
	header[len(magic)], header[len(magic)+1] = major, minor
	w.Write(header)
	_, points := points(d.Tree.Rules())
	todo := []item{{node: d.Tree.Root(), cell: rules.NoCell, last: true}}
	for count := 0; len(todo) > 0; count++ {
		if count%4096 == 0 {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			p.Report(int64(count), int64(max(count, d.Tree.Len())))
		}
		x := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		below := x.below()
		flags := 0
		if !x.last {
			flags |= hasSibling
		}
		if len(below) == 0 {
			flags |= isLeaf
		}
		x.write(w, points[x.cell], flags)
		for i := len(below) - 1; i >= 0; i-- {
			todo = append(todo, below[i])
		}
	}
	return nil
}

// below returns the texts and moves after a move. The texts come first, since RenLib shows the
// first of two texts on a point.
func (x item) below() (list []item) {
	if x.node == nil {
		return nil
	}
	marks := x.node.Marks()
	var moves []item
	used := map[rules.Cell]bool{}
	for n := range x.node.Children() {
		m, ok := n.Move()
		if !ok || m != rules.Pass && m != rules.Place(m.To) {
			continue
		}
		y := item{node: n, cell: rules.NoCell}
		if m != rules.Pass {
			y.cell = m.To
		}
		if i := label(marks, y.cell); i >= 0 && !used[y.cell] && foreignOf(n).labelled() {
			y.text = marks[i].Text
			used[y.cell] = true
		}
		moves = append(moves, y)
	}
	for _, m := range marks {
		if m.Kind == model.MarkLabel && !used[m.Cell] {
			used[m.Cell] = true
			list = append(list, item{cell: m.Cell, text: m.Text})
		}
	}
	list = append(list, moves...)
	if len(list) > 0 {
		list[len(list)-1].last = true
	}
	return list
}

// write writes a move and its annotations.
func (x item) write(w *encoder, point byte, flags int) {
	comment, text := "", x.text
	if x.node == nil {
		flags |= isNoMove
	} else {
		comment = x.node.Comment()
		if x.node.Bookmarked() {
			flags |= isMarked
		}
		k := foreignOf(x.node)
		flags |= k.flags
		if text == "" {
			text = k.text
		}
	}
	if comment != "" {
		flags |= hasComment
	}
	if text != "" {
		flags |= hasText
	}
	if flags>>8 != 0 {
		flags |= isExtended
	}
	w.Write([]byte{point, byte(flags)})
	if flags&isExtended != 0 {
		w.Write([]byte{byte(flags >> 16), byte(flags >> 8)})
	}
	if comment != "" {
		first, rest, more := strings.Cut(comment, "\n")
		if more {
			rest = separator + rest
		}
		w.text(strings.ReplaceAll(first, separator, " ") + rest)
	}
	if text != "" {
		w.text(text)
	}
}

// text writes a zero-terminated text, padded to an even length. It uses Latin-1 if the charset will be recognised,
// since RenLib expects one byte per character, and otherwise UTF-8.
func (w *encoder) text(text string) {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\n", "\r\n"), "\x00", " ")
	data := []byte(text)
	if latin1, ok := toLatin1(text); ok && w.latin1 && !utf8.Valid(latin1) {
		data = latin1
		if len(w.old) < mostOld {
			w.old = append(append(w.old, data...), '\n')
		}
	}
	w.Write(data)
	w.Write(make([]byte, 2-len(data)%2))
}

// toLatin1 returns a text in Latin-1. ok is false if it has other characters.
func toLatin1(text string) (data []byte, ok bool) {
	enc, _ := charset.Of(charset.Latin1)
	data, err := enc.NewEncoder().Bytes([]byte(text))
	return data, err == nil && utf8.ValidString(text)
}
