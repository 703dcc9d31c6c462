package codec

import (
	"bytes"
	"context"
	"errors"
	"io"
	"iter"
	"slices"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Games are the games of a file.
type Games struct {
	// Heads contains an overview of each game.
	Heads []Head
	// Decode reads the i-th game, like Format.Decode.
	Decode func(ctx context.Context, i int) (*model.Document, error)
	// Warnings are about parts of the file that are not games.
	Warnings []error
	// Text is the text of the file. Span returns the part of Text that contains the i-th game. Both
	// are nil for formats without such parts.
	Text []byte
	Span func(i int) (from, to int)
}

// MostGames returns the maximum number of games in a file.
func (o Options) MostGames() int {
	if o.Most > 0 {
		return min(o.Most, MaxGames)
	}
	return MaxGames
}

// TooMany returns the error for a file with more than MostGames games.
func (o Options) TooMany() error {
	return &Error{File: o.File, Why: msg.Errorf("the file contains more than %d games", o.MostGames()), TooMany: true}
}

// IsTooMany reports whether err means that a file contains more games than allowed.
func IsTooMany(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.TooMany
}

// Head is the overview of a game for lists. It is not checked by the rules, and unknown fields are
// empty.
type Head struct {
	Title   string
	Players []string // names by seat
	Event   string
	Date    string
	Result  string
	Game    string // preset, family, or the name used in the file
	Plies   int    // -1 if unknown
	Line    int    // line number in the file, 0 if the file has no lines
}

// HeadOf returns the overview of a document.
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

// GameName returns the name of the preset with the rules of spec, or the family if there is none.
func (o Options) GameName(spec rules.Spec) string {
	for _, g := range o.Games {
		if g.Name != spec.Game {
			continue
		}
		full, err := rules.Resolve(g.Params, spec.Params)
		if err != nil {
			break
		}
		if p, ok := g.PresetOf(full); ok {
			return p.Name
		}
	}
	return spec.Game
}

// MaxCounted is the limit for counting the games of a file if only the first is read.
const MaxCounted = 1000

// MoreGames returns the warning that more games were not read, or nil if more is 0.
func (o Options) MoreGames(more int) []error {
	e := &Error{File: o.File, Many: true}
	switch {
	case more >= MaxCounted:
		e.Why = msg.Errorf("the file contains more than %d games: only the first was read", MaxCounted)
	case more > 0:
		e.Why = msg.Errorf("the file contains %d games: only the first was read", more+1)
	default:
		return nil
	}
	return []error{e}
}

// IsMany reports whether warnings contain the warning of Options.MoreGames.
func IsMany(warnings []error) bool {
	return slices.ContainsFunc(warnings, func(err error) bool {
		e, ok := err.(*Error)
		return ok && e.Many
	})
}

// A Piece is the part of a text that contains one game.
type Piece struct {
	Head
	From, To int // byte offsets
}

// Pieces returns the games of a text that contains each in its own piece. decode reads a piece.
// Pieces sets the line numbers of the heads.
func Pieces(data []byte, o Options, pieces []Piece, decode func(context.Context, []byte, Options) (*model.Document, error)) *Games {
	type part struct{ from, to, line int } // without the heads, which the caller may release
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

// Concat returns a Format.Join that writes the documents one after the other, separated by the text
// between.
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
