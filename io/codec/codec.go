// Package codec defines file formats of game records, and helpers to implement them.
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
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Format is a file format of game records.
type Format struct {
	Name  string
	Title msg.Key
	Ext   []string // file extensions with the dot; the first is used for new files
	// CompanionExts lists the extensions of companion files that Decode reads from the same folder.
	CompanionExts []string
	// Sniff reports whether a file that begins with head has this format.
	Sniff func(head []byte) bool
	// Decode reads a document. If it fails, it returns an *Error with the line number. Smaller
	// problems are added to Document.Warnings. If ctx ends, Decode returns ctx.Err() within 200 ms.
	// Decode is nil if the format cannot be read.
	Decode func(ctx context.Context, data []byte, o Options) (*model.Document, error)
	// Games reads a file that may contain several games. It returns an overview of each game
	// immediately, and decodes games on request. Decode reads only the first game. Games is nil if
	// a file contains one game.
	Games func(ctx context.Context, data []byte, o Options) (*Games, error)
	// Encode writes the document. Equal documents give equal bytes. It does not change the
	// document, so other readers may run concurrently, but writers may not. If ctx ends, Encode
	// returns ctx.Err() within 200 ms. Encode is nil if the format cannot be written.
	Encode func(ctx context.Context, w io.Writer, d *model.Document, p Progress) error
	// Join writes several documents into one file. It requests each document after writing the
	// previous one, and stops at the first error. Join is nil if a file contains one game.
	Join func(ctx context.Context, w io.Writer, docs iter.Seq2[*model.Document, error], p Progress) error
	// Holds returns an error if the format cannot store games with the given rules. If Holds is
	// nil, the format can store all games.
	Holds func(rules.Rules) error
	// Anonymous reports that files do not name their game. If the format cannot store the selected
	// game, the file is in another format.
	Anonymous bool
	// Salvage reports that Decode supports Options.Salvage.
	Salvage bool
	// Lossless reports that Decode restores everything that Encode wrote.
	Lossless bool
}

// Writes returns an error if the format cannot write documents with the rules r. If r is nil, it
// returns an error only if the format cannot write any documents.
func (f *Format) Writes(r rules.Rules) error {
	switch {
	case f.Encode == nil:
		return msg.Errorf("documents cannot be written in this format")
	case f.Holds == nil || r == nil:
		return nil
	}
	return f.Holds(r)
}

// Options are the options of Format.Decode and Format.Games. Their methods help to implement
// formats.
type Options struct {
	// Games are the game families that can be built.
	Games rules.Catalog
	// Spec is the game of records that do not name it. If Spec is nil, such records are rejected.
	Spec *rules.Spec
	// Engine reports whether a kind of player other than human is available. Decode warns about
	// unknown kinds. If Engine is nil, kinds are not checked.
	Engine func(kind string) bool
	// Charset is the charset of text that is not UTF-8. It overrides the file's declaration. If it
	// is empty, the declaration or a guess is used.
	Charset string
	// File is the file name used in errors.
	File string
	// Most is the maximum number of games that Format.Games accepts, or 0 for MaxGames.
	Most int
	// Skipped is the number of lines of the file before the data. It is added to line numbers.
	Skipped int
	// Progress receives the progress of Decode. It may be nil.
	Progress Progress
	// Salvage makes Decode read the intact parts of a damaged file. The document is then ReadOnly,
	// and its first warnings describe the damaged and omitted parts. Formats without Format.Salvage
	// ignore it.
	Salvage bool
	// Later, if not nil, receives the work that Decode can postpone: checking whether all moves are
	// legal.
	Later *DelayedCheck
	// Companion returns the content of another file in the same folder, at most MaxCompanion bytes. The
	// name is case-insensitive. Companion is nil if the data does not come from a folder.
	Companion func(name string) ([]byte, error)
}

// Progress reports that done of total units are complete. done never decreases, and total is
// constant. A nil Progress ignores reports.
type Progress func(done, total int64)

// Report calls p unless it is nil.
func (p Progress) Report(done, total int64) {
	if p != nil {
		p(done, total)
	}
}

// whole is the total reported by Half.
const whole = 1 << 20

// Half reports the progress of the first half (i is 0) or the second half (i is 1) of a job.
func (p Progress) Half(i, done, total int) {
	if p != nil && total > 0 {
		p((int64(i)*int64(total)+int64(min(done, total)))*whole/(2*int64(total)), whole)
	}
}

// MaxFile is the maximum size of a file, in bytes.
const MaxFile = 256 << 20

// MaxCompanion is the maximum size of a companion file, in bytes.
const MaxCompanion = 4 << 20

// Error is a problem in a file, worded for users.
type Error struct {
	File string // base name, or ""
	Line int    // line number, counted from 1; 0 if unknown
	Why  error
	// Unnamed reports that the data does not name its game. Options.Spec can supply it.
	Unnamed bool
	// Many reports that the data contains more games that were not read.
	Many bool
	// Charset is the charset used to read a text that is not UTF-8 and does not name its charset.
	Charset string
	// Damaged reports that a part of the file is missing or unreadable, so games may be missing.
	Damaged bool
	// TooMany reports that the file contains more games than allowed.
	TooMany bool
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

// Unwrap returns e.Why.
func (e *Error) Unwrap() error { return e.Why }

// Errorf returns an *Error for a line of the data. Format and args are as for msg.Errorf.
func (o Options) Errorf(line int, format msg.Key, args ...any) error {
	return &Error{File: o.File, Line: o.At(line), Why: msg.Errorf(format, args...)}
}

// Damaged returns the warning that a part of the file is missing or unreadable. Its arguments are
// as for Errorf.
func (o Options) Damaged(line int, format msg.Key, args ...any) error {
	return &Error{File: o.File, Line: o.At(line), Why: msg.Errorf(format, args...), Damaged: true}
}

// IsDamaged reports whether err means that a part of a file is missing or unreadable.
func IsDamaged(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Damaged
}

// At returns the line number in the file for a line of the data. It returns 0 for 0.
func (o Options) At(line int) int {
	if line == 0 {
		return 0
	}
	return o.Skipped + line
}

// Unnamed returns the error for data that does not name its game if Options.Spec is nil.
func (o Options) Unnamed(line int) error {
	return &Error{File: o.File, Line: o.At(line), Why: msg.Errorf("the record does not name its game"), Unnamed: true}
}

// IsUnnamed reports whether err means that data does not name its game.
func IsUnnamed(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Unnamed
}

// Prose returns an error if most words of a record are not moves. line is the line of the first
// wrong word. A few wrong moves are stored and marked, but a text that is not a record is rejected.
func (o Options) Prose(words, wrong, line int) error {
	if wrong <= words-wrong {
		return nil
	}
	return o.Errorf(line, "this is not a game record: out of %d words, %d are not moves", words, wrong)
}

// Preset returns the rules of a preset, or an error without file and line.
func (o Options) Preset(name string) (rules.Rules, error) {
	g, preset, ok := o.Games.Find(name)
	if !ok || preset == "" {
		return nil, msg.Errorf("unknown game %q", name)
	}
	return g.Build(preset, nil)
}

// ByExt returns the first format with the extension of the file name, or nil.
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

// ByContent returns the first format that recognises the beginning of a file, or nil.
func ByContent(fs []*Format, head []byte) *Format {
	for _, f := range fs {
		if f.Sniff != nil && f.Sniff(head) {
			return f
		}
	}
	return nil
}
