package renlib

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"boardstudio/io/charset"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// reader builds the tree of a RenLib library.
type reader struct {
	o     codec.Options
	data  []byte
	at    int
	tree  *model.Tree
	cells [256]rules.Cell
	notes int
	// copied counts the bytes of all stored texts. Joined texts count as well.
	copied int
	lines  codec.Lines
	// charset is the charset of texts that are not UTF-8. wrong counts their invalid characters.
	charset string
	wrong   int
	cut     bool // moves that were announced are missing
}

// maxCopied is how many bytes of text may be copied, in addition to the size of the file. Texts are
// copied if a move occurs in the file several times.
const maxCopied = 4 << 20

// Decode reads a library. It returns an error if the file is damaged, or the game of o.Spec cannot
// be in a library.
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
	old, err := r.nonUTF8Texts(ctx)
	if err != nil {
		return nil, err
	}
	guess := false
	if len(old) > 0 {
		r.charset, guess = o.Guess(old)
	}
	if err := r.read(ctx); err != nil {
		return nil, err
	}
	if len(old) > 0 {
		d.Warnings = append(d.Warnings, o.ReadAs(r.charset, guess, r.wrong))
	}
	if r.cut {
		d.Warnings = append(d.Warnings, o.Damaged(0, "the file is cut off at byte %d: moves are missing", len(data)))
	}
	d.Warnings = append(d.Warnings, r.lines.Problems(ctx, o, d.Tree)...)
	return d, ctx.Err()
}

// mostOld is the number of bytes used to guess the charset of the texts.
const mostOld = 64 << 10

// nonUTF8Texts returns the texts of the library that are not UTF-8, one per line.
func (r *reader) nonUTF8Texts(ctx context.Context) (texts []byte, err error) {
	s := *r
	for count := 0; s.at < len(s.data) && len(texts) < mostOld; count++ {
		if count%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		_, flags, err := s.move()
		if err != nil {
			return nil, err
		}
		if flags&oldComment != 0 {
			if _, err := s.sevenBitText(); err != nil {
				return nil, err
			}
			flags &^= hasComment
		}
		for _, has := range []int{hasComment, hasText} {
			if flags&has == 0 {
				continue
			}
			text, err := s.bytes()
			if err != nil {
				return nil, err
			}
			if !utf8.Valid(text) {
				texts = append(append(texts, text...), '\n')
			}
		}
	}
	return texts, nil
}

// header reads the header, if there is one.
func (r *reader) header() error {
	switch {
	case bytes.HasPrefix(r.data, []byte(magic)):
		if len(r.data) < headerSize {
			return r.errorf("the header is cut off")
		}
		if a, b := r.data[len(magic)], r.data[len(magic)+1]; int(a)*100+int(b) > major*100+minor {
			return r.errorf("the library has version %d.%d; up to %d.%d can be read", a, b, major, minor)
		}
		r.at = headerSize
	case len(r.data) == 0 || r.data[0] != centre:
		return r.errorf("this is not a RenLib library")
	}
	return nil
}

// errorf returns an error with the current offset.
func (r *reader) errorf(format msg.Key, args ...any) error {
	return r.o.Errorf(0, "%v (byte %d)", msg.Errorf(format, args...), r.at)
}

// read reads the moves.
func (r *reader) read(ctx context.Context) error {
	at := r.tree.Root()      // parent of the next move
	var around []*model.Node // parents of moves whose siblings follow later
	first := true
	leaf := true
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
		case first && point == 0: // annotations of the start position
			err = r.annotate(at, at, rules.NoCell, flags&^isNoMove, comment, text)
		case flags&isNoMove != 0 && flags&isLeaf != 0 && flags&^(known&^(oldComment|isMarked|hasComment|isStart)) == 0 && text != "" && r.addLabel(at, r.cells[point], text):
			// this move only carries a text
		default:
			if n, err = r.child(at, point); err == nil {
				err = r.annotate(n, at, r.cells[point], flags, comment, text)
			}
		}
		if err != nil {
			return err
		}
		first = false
		at = n
		leaf = flags&isLeaf != 0
		if last := len(around) - 1; leaf && last >= 0 {
			at, around = around[last], around[:last]
			leaf = false // a sibling follows
		}
	}
	r.cut = !leaf
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

// texts reads the texts after a move.
func (r *reader) texts(flags int) (comment, text string, err error) {
	switch {
	case flags&oldComment != 0:
		comment, err = r.sevenBitText()
	case flags&hasComment != 0:
		comment, err = r.text()
	}
	if err == nil && flags&hasText != 0 {
		text, err = r.text()
	}
	return comment, text, err
}

// bytes reads a zero-terminated text.
func (r *reader) bytes() ([]byte, error) {
	end := bytes.IndexByte(r.data[r.at:], 0)
	if end < 0 {
		return nil, r.errorf("a text does not end")
	}
	if end > codec.MaxText {
		return nil, r.errorf("a text is longer than %d bytes", codec.MaxText)
	}
	data := r.data[r.at : r.at+end]
	r.at = min(r.at+end+2-end%2, len(r.data))
	return data, nil
}

// text reads a zero-terminated text as UTF-8.
func (r *reader) text() (string, error) {
	data, err := r.bytes()
	if err != nil {
		return "", err
	}
	text := string(data)
	if !utf8.Valid(data) { // in the charset of the computer that wrote it
		decoded, wrong := charset.Decode(data, r.charset)
		text = string(decoded)
		r.wrong += wrong
	}
	return strings.ReplaceAll(text, "\r\n", "\n"), nil
}

// sevenBitText reads a comment with seven bits per character.
func (r *reader) sevenBitText() (string, error) {
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

// child returns the child node for a move, and adds it if necessary.
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

// addLabel adds a text as a label to the board before the move. It returns false if a label cannot
// store the text.
func (r *reader) addLabel(at *model.Node, c rules.Cell, text string) bool {
	a := at.Annotation()
	if c == rules.NoCell || strings.TrimSpace(text) == "" || utf8.RuneCountInString(text) > model.MaxLabel || label(a.Marks, c) >= 0 || r.notes >= codec.MaxNotes {
		return false
	}
	r.notes++
	i := len(a.Marks)
	for i > 0 && a.Marks[i-1].Cell > c { // sorted by cell, whatever the order in the file
		i--
	}
	a.Marks = slices.Insert(slices.Clone(a.Marks), i, model.Mark{Cell: c, Kind: model.MarkLabel, Text: text})
	r.tree.Annotate(at, a)
	return true
}

// annotate stores the annotations of the move at n, whose parent is at.
func (r *reader) annotate(n, at *model.Node, c rules.Cell, flags int, comment, text string) error {
	k := foreignOf(n) // a move can occur in the file twice
	if text != "" && (n == at || !r.addLabel(at, c, text)) {
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
		return r.errorf("moves are repeated too often in the file")
	}
	if len(a.Comment) > codec.MaxText || len(k.text) > codec.MaxText {
		return r.errorf("a text is longer than %d bytes", codec.MaxText)
	}
	r.tree.Annotate(n, a)
	return nil
}
