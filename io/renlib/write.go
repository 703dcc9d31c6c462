package renlib

import (
	"bufio"
	"context"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// item is a move to be written, or a text on a point.
type item struct {
	node *model.Node // nil for a text
	cell rules.Cell
	text string
	last bool // no sibling follows
}

// Encode writes a library. Moves that cannot be read and set-ups are left out, with what follows them.
func Encode(ctx context.Context, out io.Writer, d *model.Document, p codec.Progress) error {
	if err := holds(d.Tree.Rules()); err != nil {
		return err
	}
	if d.Tree.Root().Setup() != "" {
		return msg.Errorf("a library of RenLib cannot begin with a position that is set up")
	}
	w := bufio.NewWriter(codec.Limited(out))
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
			p.Tell(int64(count), int64(max(count, d.Tree.Len())))
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
	return w.Flush()
}

// below returns the texts and moves that stand below a move; texts first, since of two on a point the first is shown.
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
		if i := label(marks, y.cell); i >= 0 && !used[y.cell] && keptOf(n).labelled() {
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

// write writes a move and what is said of it.
func (x item) write(w *bufio.Writer, point byte, flags int) {
	comment, text := "", x.text
	if x.node == nil {
		flags |= isNoMove
	} else {
		comment = x.node.Comment()
		if x.node.Bookmarked() {
			flags |= isMarked
		}
		k := keptOf(x.node)
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
		write(w, strings.ReplaceAll(first, separator, " ")+rest)
	}
	if text != "" {
		write(w, text)
	}
}

// write writes a text in pairs of bytes, up to a zero: in Latin-1 where that can be read again, since RenLib takes one byte for a
// character, else in UTF-8.
func write(w *bufio.Writer, text string) {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\n", "\r\n"), "\x00", " ")
	data := []byte(text)
	if latin1, ok := toLatin1(text); ok && (len(latin1) == len(data) || !utf8.Valid(latin1)) {
		data = latin1
	}
	w.Write(data)
	w.Write(make([]byte, 2-len(data)%2))
}

// toLatin1 returns a text in Latin-1; ok is false where it has other characters.
func toLatin1(text string) (data []byte, ok bool) {
	if !utf8.ValidString(text) || slices.ContainsFunc([]rune(text), func(r rune) bool { return r > 0xff }) {
		return nil, false
	}
	for _, r := range text {
		data = append(data, byte(r))
	}
	return data, true
}
