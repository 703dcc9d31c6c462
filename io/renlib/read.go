package renlib

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// reader reads a library.
type reader struct {
	o     codec.Options
	data  []byte
	at    int
	tree  *model.Tree
	cells [256]rules.Cell
	notes int
	// copied counts the bytes of texts that were put down, with those that they were joined to.
	copied int
	lines  codec.Lines
}

// maxCopied is how many bytes of texts are copied, beyond those of the file, because a move stands in the file several times.
const maxCopied = 4 << 20

// Decode reads a library.
func Decode(ctx context.Context, data []byte, o codec.Options) (*model.Document, error) {
	r := &reader{o: o, data: data}
	if err := r.header(); err != nil {
		return nil, err
	}
	game, err := build(o)
	if err != nil {
		return nil, err
	}
	d := model.NewDocument(game)
	r.tree = d.Tree
	r.cells, _ = points(game)
	if err := r.read(ctx); err != nil {
		return nil, err
	}
	d.Warnings = append(d.Warnings, r.lines.Problems(ctx, o, d.Tree)...)
	return d, ctx.Err()
}

// header reads the header, if there is one.
func (r *reader) header() error {
	switch {
	case bytes.HasPrefix(r.data, []byte(magic)):
		if len(r.data) < headerSize {
			return r.errorf("the header is cut off")
		}
		if a, b := r.data[len(magic)], r.data[len(magic)+1]; int(a)*100+int(b) > major*100+minor {
			return r.errorf("the library is of version %d.%d; up to %d.%d can be read", a, b, major, minor)
		}
		r.at = headerSize
	case len(r.data) == 0 || r.data[0] != centre:
		return r.errorf("this is not a library of RenLib")
	}
	return nil
}

// errorf returns an error that names the byte.
func (r *reader) errorf(format msg.Key, args ...any) error {
	return r.o.Errorf(0, "%v (byte %d)", msg.Errorf(format, args...), r.at)
}

// read reads the moves.
func (r *reader) read(ctx context.Context) error {
	at := r.tree.Root()      // below which the next move stands
	var around []*model.Node // where the siblings to come stand
	first := true
	for count := 0; r.at < len(r.data); count++ {
		if count%4096 == 0 {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			r.o.Progress.Half(0, r.at, len(r.data))
		}
		point, flags, err := r.move()
		if err != nil {
			return err
		}
		comment, text, err := r.texts(flags)
		if err != nil {
			return err
		}
		if flags&hasSibling != 0 {
			if len(around) == codec.MaxNodes {
				return r.errorf("there are more than %d moves", codec.MaxNodes)
			}
			around = append(around, at)
		}
		n := at
		switch {
		case first && point == 0: // what is said of the start
			err = r.say(at, at, rules.NoCell, flags&^isNoMove, comment, text)
		case flags&isNoMove != 0 && flags&isLeaf != 0 && flags&^(known&^(oldComment|isMarked|hasComment|isStart)) == 0 && text != "" && r.labels(at, r.cells[point], text):
			// it was only there for its text
		default:
			if n, err = r.child(at, point); err == nil {
				err = r.say(n, at, r.cells[point], flags, comment, text)
			}
		}
		if err != nil {
			return err
		}
		first = false
		at = n
		if last := len(around) - 1; flags&isLeaf != 0 && last >= 0 {
			at, around = around[last], around[:last]
		}
	}
	return nil
}

// move reads a point and its flags.
func (r *reader) move() (point byte, flags int, err error) {
	two := func() (a, b byte) {
		if r.at+1 >= len(r.data) {
			err = r.errorf("the file is cut off")
			return 0, 0
		}
		r.at += 2
		return r.data[r.at-2], r.data[r.at-1]
	}
	point, low := two()
	flags = int(low)
	if flags&isExtended != 0 {
		a, b := two()
		flags |= int(a)<<16 | int(b)<<8
	}
	if err == nil && point != 0 && r.cells[point] == rules.NoCell {
		r.at -= 2
		err = r.errorf("the point %#02x is not on the board", point)
	}
	return point, flags, err
}

// texts reads what follows a move.
func (r *reader) texts(flags int) (comment, text string, err error) {
	switch {
	case flags&oldComment != 0:
		comment, err = r.old()
	case flags&hasComment != 0:
		comment, err = r.text()
	}
	if err == nil && flags&hasText != 0 {
		text, err = r.text()
	}
	return comment, text, err
}

// text reads a text that ends with a zero.
func (r *reader) text() (string, error) {
	end := bytes.IndexByte(r.data[r.at:], 0)
	if end < 0 {
		return "", r.errorf("a text does not end")
	}
	if end > codec.MaxText {
		return "", r.errorf("a text is longer than %d bytes", codec.MaxText)
	}
	data := r.data[r.at : r.at+end]
	r.at = min(r.at+end+2-end%2, len(r.data))
	text := string(data)
	if !utf8.Valid(data) { // in the encoding of the machine that it was written on
		latin1, _ := codec.Text(data)
		text = string(latin1)
	}
	return strings.ReplaceAll(text, "\r\n", "\n"), nil
}

// old reads a comment of seven bits a character.
func (r *reader) old() (string, error) {
	var b strings.Builder
	for begin := r.at; ; {
		if r.at >= len(r.data) {
			return "", r.errorf("a text does not end")
		}
		c := r.data[r.at]
		r.at++
		if letter, ok := nordic[c&0x7f]; ok {
			b.WriteRune(letter)
		} else if c&0x7f != 0 {
			b.WriteByte(c & 0x7f)
		}
		if b.Len() > codec.MaxText {
			return "", r.errorf("a text is longer than %d bytes", codec.MaxText)
		}
		if c&0x80 != 0 {
			r.at = min(r.at+(r.at-begin)%2, len(r.data))
			return strings.ReplaceAll(b.String(), "\r\n", "\n"), nil
		}
	}
}

// child returns the node of a move, which may be there already.
func (r *reader) child(at *model.Node, point byte) (*model.Node, error) {
	m := rules.Pass
	if point != 0 {
		m = rules.Place(r.cells[point])
	}
	if n := r.tree.Find(at, m); n != nil {
		return n, nil
	}
	if r.tree.Len() == codec.MaxNodes {
		return nil, r.errorf("there are more than %d moves", codec.MaxNodes)
	}
	return r.tree.Add(at, m), nil
}

// labels puts a text on a cell of the board before the move; false where that cannot hold it.
func (r *reader) labels(at *model.Node, c rules.Cell, text string) bool {
	a := at.Annotation()
	if c == rules.NoCell || strings.TrimSpace(text) == "" || utf8.RuneCountInString(text) > model.MaxLabel || label(a.Marks, c) >= 0 || r.notes >= codec.MaxNotes {
		return false
	}
	r.notes++
	i := len(a.Marks)
	for i > 0 && a.Marks[i-1].Cell > c { // in one order, wherever they stand in the file
		i--
	}
	a.Marks = slices.Insert(slices.Clone(a.Marks), i, model.Mark{Cell: c, Kind: model.MarkLabel, Text: text})
	r.tree.Annotate(at, a)
	return true
}

// say puts down what is said of a move, below which stands n.
func (r *reader) say(n, at *model.Node, c rules.Cell, flags int, comment, text string) error {
	k := keptOf(n) // a move can stand in the file twice
	if text != "" && (n == at || !r.labels(at, c, text)) {
		if k.text != "" {
			text = k.text + " " + text
		}
		k.text = text
	}
	k.flags |= flags & (isStart | isNoMove | 0xffffff&^known)
	a := model.Annotation{Comment: strings.Replace(comment, separator, "\n", 1), Bookmark: flags&isMarked != 0}
	if !n.Plain() {
		old := n.Annotation()
		old.Foreign = nil
		a = model.Join(old, a)
	}
	a.Foreign = k.foreign()
	if a.Comment == "" && !a.Bookmark && len(a.Foreign) == 0 {
		return nil
	}
	if r.notes += 1 + len(a.Foreign); r.notes > codec.MaxNotes {
		return r.errorf("there are more than %d notes", codec.MaxNotes)
	}
	if r.copied += len(a.Comment) + len(k.text); r.copied > len(r.data)+maxCopied {
		return r.errorf("moves stand in the file too often")
	}
	if len(a.Comment) > codec.MaxText || len(k.text) > codec.MaxText {
		return r.errorf("a text is longer than %d bytes", codec.MaxText)
	}
	r.tree.Annotate(n, a)
	return nil
}
