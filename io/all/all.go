// Package all lists the file formats, and opens and saves documents in them. A
// new format is one line here.
package all

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"boardstudio/io/board"
	"boardstudio/io/codec"
	"boardstudio/io/columns"
	"boardstudio/io/ggf"
	"boardstudio/io/json"
	"boardstudio/io/psq"
	"boardstudio/io/record"
	"boardstudio/io/renlib"
	"boardstudio/io/rif"
	"boardstudio/io/safe"
	"boardstudio/io/sgf"
	"boardstudio/io/suite"
	"boardstudio/io/wthor"
	"boardstudio/io/xml"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
	games "boardstudio/rules/all"
)

// Formats are the file formats in the order of menus; the first is for new files.
var Formats = []*codec.Format{
	&xml.Format,
	&xml.Legacy,
	&wthor.Format,
	&ggf.Format,
	&sgf.Format,
	&psq.Format,
	&rif.Format,
	&board.OBF,
	&board.Format,
	&columns.Format,
	&suite.Format,
	&record.OGN,
	&record.Pente,
	&record.Transcript,
	&record.Position,
	&renlib.Format,
	&json.Format,
	&record.Format,
}

// Readable returns the formats that files can be read in.
func Readable() []*codec.Format {
	return slices.DeleteFunc(slices.Clone(Formats), func(f *codec.Format) bool { return f.Decode == nil })
}

// Writable returns the formats that documents of the game r can be written in, those of any game when r is nil.
func Writable(r rules.Rules) []*codec.Format {
	return slices.DeleteFunc(slices.Clone(Formats), func(f *codec.Format) bool { return f.Writes(r) != nil })
}

// Known reports whether the name of a file is that of one that can be read.
func Known(path string) bool { return codec.ByExt(Readable(), path) != nil }

// ForName returns the format in which a file of the name is written, nil when there is none. Of several with the same extension one that
// holds all games goes first.
func ForName(path string) *codec.Format { return byExt(Writable(nil), path) }

// byExt is codec.ByExt, but of several formats one that holds all games goes first.
func byExt(fs []*codec.Format, path string) *codec.Format {
	every := slices.DeleteFunc(slices.Clone(fs), func(f *codec.Format) bool { return f.Holds != nil })
	if f := codec.ByExt(every, path); f != nil {
		return f
	}
	return codec.ByExt(fs, path)
}

// sniffed is how much of a file a format is recognised by.
const sniffed = 1 << 16

// Open reads the document at path: as its extension says if the content agrees,
// else as the content says. Without o.Games all games are known; o.File is set
// here. A file larger than codec.MaxFile is refused before it is read.
func Open(ctx context.Context, path string, o codec.Options) (*model.Document, *codec.Format, error) {
	data, err := Read(ctx, path)
	if err != nil {
		return nil, nil, err
	}
	return Decode(ctx, path, data, o)
}

// Decode is Open for a file that was read before.
func Decode(ctx context.Context, path string, data []byte, o codec.Options) (*model.Document, *codec.Format, error) {
	o = at(ctx, path, o)
	f, err := Choose(path, data, o)
	if err != nil {
		return nil, nil, err
	}
	d, err := DecodeAs(ctx, f, data, o)
	if err != nil {
		return nil, nil, err
	}
	return d, f, nil
}

// at returns the options for the file at path, beside which others lie unless the options say otherwise.
func at(ctx context.Context, path string, o codec.Options) codec.Options {
	o.File = filepath.Base(path)
	if o.Beside != nil {
		return o
	}
	o.Beside = func(name string) ([]byte, error) {
		other, err := safe.Find(ctx, filepath.Dir(path), name)
		if err != nil {
			return nil, err
		}
		return safe.ReadFile(ctx, other, codec.MaxBeside)
	}
	return o
}

// Read returns the content of a file, at most codec.MaxFile bytes. The error is
// ctx.Err() when ctx ends, else it names the file and the cause.
func Read(ctx context.Context, path string) ([]byte, error) {
	o := codec.Options{File: filepath.Base(path)}
	data, err := safe.ReadFile(ctx, path, codec.MaxFile)
	return data, unread(ctx, o, err)
}

// unread returns the error for what could not be read, nil where err is.
func unread(ctx context.Context, o codec.Options, err error) error {
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, safe.ErrTooLarge):
		return o.Errorf(0, "the file is larger than %d MB", codec.MaxFile>>20)
	case safe.Irregular(err):
		return o.Errorf(0, "%v", safe.Cause(err))
	}
	var p *fs.PathError
	if errors.As(err, &p) && p.Op == "read" {
		return o.Errorf(0, "cannot be read: %v", safe.Cause(err))
	}
	return o.Errorf(0, "cannot be opened: %v", safe.Cause(err))
}

// Choose returns the format to read data in. Data without a path that none recognises is a list
// of moves if o.Spec says of which game.
func Choose(path string, data []byte, o codec.Options) (*codec.Format, error) {
	can := Readable()
	named := slices.DeleteFunc(slices.Clone(can), func(f *codec.Format) bool {
		return codec.ByExt([]*codec.Format{f}, path) == nil
	})
	head := data[:min(len(data), sniffed)]
	for _, f := range []*codec.Format{codec.ByContent(holding(named, o), head), codec.ByContent(holding(can, o), head), codec.ByContent(can, head), byExt(can, path)} {
		if f != nil {
			return f, nil
		}
	}
	switch {
	case path == "" && o.Spec != nil:
		return &record.Format, nil
	case path != "" && len(data) == 0:
		return nil, o.Errorf(0, "the file is empty")
	}
	return nil, o.Errorf(0, "this format cannot be read")
}

// Salvages reports whether something may be read of a damaged file, see codec.Options.Salvage.
func Salvages(path string, data []byte) bool {
	f, err := Choose(path, data, codec.Options{})
	return err == nil && f.Salvage
}

// holding returns those of the formats that can hold the game of o.Spec: where several recognise a text, they go first.
func holding(fs []*codec.Format, o codec.Options) []*codec.Format {
	if o.Spec == nil {
		return fs
	}
	if o.Games == nil {
		o.Games = games.Games
	}
	r, err := o.Build(*o.Spec)
	if err != nil {
		return fs
	}
	return slices.DeleteFunc(slices.Clone(fs), func(f *codec.Format) bool { return f.Holds != nil && f.Holds(r) != nil })
}

// DecodeAs reads data in the format. What could not be saved as a studio document is refused.
func DecodeAs(ctx context.Context, f *codec.Format, data []byte, o codec.Options) (*model.Document, error) {
	if o.Games == nil {
		o.Games = games.Games
	}
	d, err := f.Decode(ctx, data, o)
	if err != nil {
		return nil, err
	}
	if err := finish(ctx, f, d, o); err != nil {
		return nil, err
	}
	return d, nil
}

// finish sees to what holds for documents of all formats, after they were read.
func finish(ctx context.Context, f *codec.Format, d *model.Document, o codec.Options) error {
	for i, p := range d.Players {
		if p.Kind != model.Human && o.Engine != nil && !o.Engine(p.Kind) {
			d.Warnings = append(d.Warnings, o.Errorf(0, "player %d is %q, an engine that this program does not have", i+1, codec.Cut(p.Kind)))
		}
	}
	if err := fits(ctx, d, o); err != nil {
		return err
	}
	if f.Encode == nil {
		d.ReadOnly = true
	}
	return nil
}

// textOfNode is about how many bytes a node takes in a file: as a buffer grows, half of what it has had is garbage.
const textOfNode = 14

// Encode returns what is to be written to path: the document in the format. It
// only reads, so it may run beside the document's owner as long as nobody edits.
// The error is ctx.Err() when ctx ends, else it names the file and the cause.
func Encode(ctx context.Context, path string, f *codec.Format, d *model.Document, p codec.Progress) ([]byte, error) {
	cannot := func(why error) error {
		return msg.Errorf("%s cannot be saved: %v", filepath.Base(path), why)
	}
	if f == nil {
		f = &codec.Format{}
	}
	var b bytes.Buffer
	err := f.Writes(d.Tree.Rules())
	if err == nil {
		b.Grow(textOfNode * d.Tree.Len())
		err = f.Encode(ctx, &b, d, p)
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, cannot(err)
	}
	return b.Bytes(), nil
}

// Write makes data the content of path, by safe.Write: the old file stays whole
// until the new one is.
func Write(path string, data []byte) error { return safe.Write(path, safe.Data(data)) }

// Replace is Write for a file that is replaced whatever gets lost with it, see
// safe.Loss.
func Replace(path string, data []byte) error { return safe.Replace(path, safe.Data(data)) }

// Try tells whether Write could write data to path, and leaves path as it is.
func Try(path string, data []byte) error { return safe.Try(path, safe.Data(data)) }

// Save is Encode and Write.
func Save(path string, f *codec.Format, d *model.Document) error {
	data, err := Encode(context.Background(), path, f, d, nil)
	if err != nil {
		return err
	}
	return Write(path, data)
}

// FromText reads a pasted text in the format that it is in; one that none
// recognises is taken for a list of moves, of the game o.Spec.
func FromText(ctx context.Context, text string, o codec.Options) (*model.Document, error) {
	if strings.TrimSpace(text) == "" {
		return nil, o.Errorf(0, "there is no text")
	}
	if len(text) > codec.MaxFile {
		return nil, o.Errorf(0, "the text is larger than %d MB", codec.MaxFile>>20)
	}
	data := []byte(text)
	f, err := Choose("", data, o)
	if err != nil {
		f = &record.Format // which says what is wrong with it
	}
	return DecodeAs(ctx, f, data, o)
}
