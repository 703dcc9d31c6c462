package codec

import (
	"bytes"
	"context"
	"io"
	"iter"
	"slices"

	"boardstudio/model"
	"boardstudio/msg"
)

// Games are the games of a file.
type Games struct {
	// Heads has one for each game.
	Heads []Head
	// Decode reads the game with that index as Format.Decode does.
	Decode func(ctx context.Context, i int) (*model.Document, error)
	// Warnings are about what is no game.
	Warnings []error
	// Text is the text of the file, and Span says from where to where in it a game stands; nil where that cannot be said.
	Text []byte
	Span func(i int) (from, to int)
}

// Head is what a list shows of a game. Nothing of it was checked by the rules; what is not known is empty.
type Head struct {
	Title   string
	Players []string // by seat
	Event   string
	Date    string
	Result  string
	Game    string // its title, or how the file calls it
	Plies   int    // -1 when it is not known
	Line    int    // of the file, 0 when it has no lines
}

// HeadOf returns what a list shows of a document.
func HeadOf(d *model.Document) Head {
	h := Head{
		Title: d.Info[model.InfoTitle], Event: d.Info[model.InfoEvent], Date: d.Info[model.InfoDate], Result: d.Info[model.InfoResult],
		Game: d.Tree.Rules().Spec().Game,
	}
	for _, p := range d.Players {
		h.Players = append(h.Players, p.Name)
	}
	for n := range d.Tree.Main() {
		if n.Parent() != nil && n.Setup() == "" {
			h.Plies++
		}
	}
	return h
}

// MaxCounted is where counting the games of a file stops when only the first is read.
const MaxCounted = 1000

// Only returns the warning that more games were not read, none where there are none.
func (o Options) Only(more int) []error {
	e := &Error{File: o.File, Many: true}
	switch {
	case more >= MaxCounted:
		e.Why = msg.Errorf("the file holds more than %d games: only the first was read", MaxCounted)
	case more > 0:
		e.Why = msg.Errorf("the file holds %d games: only the first was read", more+1)
	default:
		return nil
	}
	return []error{e}
}

// IsMany reports whether warnings say that more games were not read.
func IsMany(warnings []error) bool {
	return slices.ContainsFunc(warnings, func(err error) bool {
		e, ok := err.(*Error)
		return ok && e.Many
	})
}

// A Piece is the part of a text that holds one game.
type Piece struct {
	Head
	From, To int // bytes
}

// Pieces returns the games of a text that holds each in a piece of its own, which decode reads. The lines of the
// heads are filled in.
func Pieces(data []byte, o Options, pieces []Piece, decode func(context.Context, []byte, Options) (*model.Document, error)) *Games {
	type part struct{ from, to, line int } // the heads may be dropped
	g, parts := &Games{Heads: make([]Head, len(pieces))}, make([]part, len(pieces))
	line, at := 1, 0
	for i, p := range pieces {
		line += bytes.Count(data[at:p.From], []byte("\n"))
		at = p.From
		parts[i] = part{p.From, p.To, line}
		g.Heads[i] = p.Head
		g.Heads[i].Line = o.At(line)
	}
	o.Progress = nil
	g.Text, g.Span = data, func(i int) (from, to int) { return parts[i].from, parts[i].to }
	g.Decode = func(ctx context.Context, i int) (*model.Document, error) {
		o := o
		o.Skipped += parts[i].line - 1
		return decode(ctx, data[parts[i].from:parts[i].to], o)
	}
	return g
}

// Concat returns a Format.Join that writes one document after the other, with a text between them.
func Concat(encode func(context.Context, io.Writer, *model.Document, Progress) error, between string) func(context.Context, io.Writer, iter.Seq2[*model.Document, error], Progress) error {
	return func(ctx context.Context, w io.Writer, docs iter.Seq2[*model.Document, error], p Progress) error {
		first := true
		for d, err := range docs {
			if err != nil {
				return err
			}
			if !first {
				if _, err := io.WriteString(w, between); err != nil {
					return err
				}
			}
			first = false
			if err := encode(ctx, w, d, nil); err != nil {
				return err
			}
		}
		return nil
	}
}
