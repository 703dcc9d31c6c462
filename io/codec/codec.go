// Package codec says what a file format is.
package codec

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"strings"

	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Format is a file format of game records.
type Format struct {
	Name  string
	Title msg.Key
	Ext   []string // with the dot, the first is used for new files
	// Sniff reports whether a file with these first bytes is of this format.
	Sniff func(head []byte) bool
	// Decode reads a document. On an error it returns only an *Error
	// with the line; smaller problems go to Document.Warnings. When ctx ends it
	// stops within 200 ms with ctx.Err(). nil: cannot read.
	Decode func(ctx context.Context, data []byte, o Options) (*model.Document, error)
	// Games reads a file that may hold several games: what a list shows of each at once, and each when
	// it is asked for. Decode reads the first of them. nil: a file holds one game.
	Games func(ctx context.Context, data []byte, o Options) (*Games, error)
	// Encode writes the document, the same bytes for equal documents. It only
	// reads: others may read the document meanwhile, nobody may change it. When ctx
	// ends it stops within 200 ms with ctx.Err(). nil: cannot write.
	Encode func(ctx context.Context, w io.Writer, d *model.Document, p Progress) error
	// Join writes several documents into one file, as Encode does one. It asks for the next when it
	// has written the one before, and leaves off at the first error. nil: a file holds one game.
	Join func(ctx context.Context, w io.Writer, docs iter.Seq2[*model.Document, error], p Progress) error
	// Holds returns why documents of a game cannot be written, nil when they can. nil: all can.
	Holds func(rules.Rules) error
	// Salvage says that Decode heeds Options.Salvage.
	Salvage bool
	// Lossless says that Decode gives back all that Encode was given.
	Lossless bool
}

// Writes returns why documents of the game r cannot be written in the format, nil when they can;
// with r nil it asks about those of any game.
func (f *Format) Writes(r rules.Rules) error {
	switch {
	case f.Encode == nil:
		return msg.Errorf("documents cannot be written in this format")
	case f.Holds == nil || r == nil:
		return nil
	}
	return f.Holds(r)
}

// Options helps formats that do not say everything themselves.
type Options struct {
	// Games are the families that can be built.
	Games []*rules.Game
	// Spec is the game of records that do not name theirs; nil to refuse them.
	Spec *rules.Spec
	// Engine reports whether there are players of a kind beside people; nil to ask
	// for none. A player of another kind is a warning.
	Engine func(kind string) bool
	// File is the name used in errors.
	File string
	// Skipped is how many lines of the file stand before the data.
	Skipped int
	// Progress is told how far Decode is.
	Progress Progress
	// Salvage has Decode read what can be read of a damaged file. The first warnings of the document say what is
	// damaged and left out, and it is ReadOnly then. A format without Salvage does not heed it.
	Salvage bool
	// Later, if not nil, takes what Decode need not do at once: checking whether all moves are legal.
	Later *Later
	// Beside returns the content of another file of the folder that the data comes from, whatever the case of its
	// name: at most MaxBeside bytes. nil where there is no folder.
	Beside func(name string) ([]byte, error)
}

// Progress is told now and then that done of total is done, in whatever is
// counted: done never shrinks, and total stays as it is. nil when it is not wanted.
type Progress func(done, total int64)

// Tell calls p unless it is nil.
func (p Progress) Tell(done, total int64) {
	if p != nil {
		p(done, total)
	}
}

// whole is what the halves of a work are counted in.
const whole = 1 << 20

// Half tells how far the first half of a work is (i = 0), or the second (i = 1).
func (p Progress) Half(i, done, total int) {
	if p != nil && total > 0 {
		p((int64(i)*int64(total)+int64(min(done, total)))*whole/(2*int64(total)), whole)
	}
}

// MaxFile is the largest file that is read, in bytes.
const MaxFile = 256 << 20

// MaxBeside is the largest file that is read beside another, in bytes.
const MaxBeside = 4 << 20

// Error is a problem in a file, for a person.
type Error struct {
	File string // base name, "" when there is none
	Line int    // from 1; 0 when no line can be named
	Why  error
	// Unnamed says that the data does not name its game: it can be read with Options.Spec.
	Unnamed bool
	// Many says that the data holds more games, which were not read.
	Many bool
}

func (e *Error) Error() string {
	switch {
	case e.File == "" && e.Line == 0:
		return e.Why.Error()
	case e.File == "":
		return fmt.Sprintf("line %d: %v", e.Line, e.Why)
	case e.Line == 0:
		return fmt.Sprintf("%s: %v", e.File, e.Why)
	}
	return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Why)
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Why }

// Errorf returns an *Error; the format is as for msg.Errorf.
func (o Options) Errorf(line int, format msg.Key, args ...any) error {
	return &Error{File: o.File, Line: o.At(line), Why: msg.Errorf(format, args...)}
}

// At returns the line of the file that a line of the data is; 0 stays 0.
func (o Options) At(line int) int {
	if line == 0 {
		return 0
	}
	return o.Skipped + line
}

// Unnamed returns the error for data that does not name its game, without Options.Spec.
func (o Options) Unnamed(line int) error {
	return &Error{File: o.File, Line: o.At(line), Why: msg.Errorf("the record does not name its game"), Unnamed: true}
}

// IsUnnamed reports whether err says that data does not name its game.
func IsUnnamed(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Unnamed
}

// Prose returns an error when of so many words most are not moves, the first of these on the line: a few wrong moves are kept
// and marked, but a text that is something else is refused.
func (o Options) Prose(words, wrong, line int) error {
	if wrong <= words-wrong {
		return nil
	}
	return o.Errorf(line, "this is not a game record: of %d words %d are not moves", words, wrong)
}

// Build returns the rules that spec names, or an error without file and line.
func (o Options) Build(s rules.Spec) (rules.Rules, error) {
	for _, g := range o.Games {
		if g.Name == s.Game {
			return g.Build("", s.Params)
		}
	}
	return nil, msg.Errorf("unknown game %q", s.Game)
}

// Preset returns the rules of a preset, or an error without file and line.
func (o Options) Preset(name string) (rules.Rules, error) {
	for _, g := range o.Games {
		if _, ok := g.Preset(name); ok {
			return g.Build(name, nil)
		}
	}
	return nil, msg.Errorf("unknown game %q", name)
}

// ByExt returns the first of the formats whose extension the file name has, nil when none.
func ByExt(fs []*Format, name string) *Format {
	ext := strings.ToLower(filepath.Ext(name))
	for _, f := range fs {
		for _, e := range f.Ext {
			if e == ext {
				return f
			}
		}
	}
	return nil
}

// ByContent returns the first of the formats that recognises the first bytes, nil when none.
func ByContent(fs []*Format, head []byte) *Format {
	for _, f := range fs {
		if f.Sniff != nil && f.Sniff(head) {
			return f
		}
	}
	return nil
}
