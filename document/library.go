// Package document opens and saves documents: it recognises the format of a file, reads and writes
// it, and lists what a format would lose. Package io/all lists the formats.
package document

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/store/safe"
	"boardstudio/text/msg"
)

// A Library opens and saves documents in a list of formats.
type Library struct {
	// Formats are the file formats in menu order. The first is for new files.
	Formats []*codec.Format
	// Moves is the one of Formats that holds lists of moves. Text that no format recognises is read
	// as a list of moves.
	Moves *codec.Format
	// Rules are the games of documents, unless codec.Options.Games is set.
	Rules rules.Catalog
}

// Readable returns the formats that can be read.
func (l *Library) Readable() []*codec.Format {
	return slices.DeleteFunc(slices.Clone(l.Formats), func(f *codec.Format) bool { return f.Decode == nil })
}

// Writable returns the formats that can store the game r. If r is nil, it returns all formats that
// can be written.
func (l *Library) Writable(r rules.Rules) []*codec.Format {
	return slices.DeleteFunc(slices.Clone(l.Formats), func(f *codec.Format) bool { return f.Writes(r) != nil })
}

// Known reports whether a file has the extension of a readable format.
func (l *Library) Known(path string) bool { return codec.ByExt(l.Readable(), path) != nil }

// Companion reports whether a file is only read together with others, such as the player names of a
// database.
func (l *Library) Companion(path string) bool {
	ext := strings.ToLower(filepath.Ext(path))
	return slices.ContainsFunc(l.Formats, func(f *codec.Format) bool { return slices.Contains(f.CompanionExts, ext) })
}

// ForName returns the format for writing a file with the name, or nil if the extension is unknown.
// If several formats have the extension, one that stores all games takes precedence.
func (l *Library) ForName(path string) *codec.Format { return byExt(l.Writable(nil), path) }

// byExt is like codec.ByExt, but a format that stores all games takes precedence.
func byExt(fs []*codec.Format, path string) *codec.Format {
	every := slices.DeleteFunc(slices.Clone(fs), func(f *codec.Format) bool { return f.Holds != nil })
	if f := codec.ByExt(every, path); f != nil {
		return f
	}
	return codec.ByExt(fs, path)
}

// sniffed is how many bytes of a file are used to recognise its format.
const sniffed = 1 << 16

// Open reads the document at path. It uses the format of the extension if the content agrees, else
// the format of the content. If o.Games is nil, all games are known. Open sets o.File. It returns
// an error if the file cannot be read, or exceeds codec.MaxFile, which it checks before reading.
func (l *Library) Open(ctx context.Context, path string, o codec.Options) (*model.Document, *codec.Format, error) {
	data, err := Read(ctx, path)
	if err != nil {
		return nil, nil, err
	}
	return l.Decode(ctx, path, data, o)
}

// Decode is like Open, for a file whose content is data.
func (l *Library) Decode(ctx context.Context, path string, data []byte, o codec.Options) (*model.Document, *codec.Format, error) {
	o = withFile(ctx, path, o)
	f, err := l.Choose(path, data, o)
	if err != nil {
		return nil, nil, err
	}
	d, err := l.DecodeAs(ctx, f, data, o)
	if err != nil {
		return nil, nil, err
	}
	return d, f, nil
}

// withFile returns the options for the file at path. Unless o.Companion is set, other files are read from
// the same folder.
func withFile(ctx context.Context, path string, o codec.Options) codec.Options {
	o.File = filepath.Base(path)
	if o.Companion != nil {
		return o
	}
	o.Companion = func(name string) ([]byte, error) {
		other, err := safe.Find(ctx, filepath.Dir(path), name)
		if err != nil {
			return nil, err
		}
		return safe.ReadFile(ctx, other, codec.MaxCompanion)
	}
	return o
}

// Read returns the content of a file, at most codec.MaxFile bytes. If ctx ends, the error is
// ctx.Err(). Otherwise it names the file and the cause.
func Read(ctx context.Context, path string) ([]byte, error) {
	o := codec.Options{File: filepath.Base(path)}
	data, err := safe.ReadFile(ctx, path, codec.MaxFile)
	return data, ReadError(ctx, o, err)
}

// ReadError returns the error for an unreadable file, or nil if err is nil.
func ReadError(ctx context.Context, o codec.Options, err error) error {
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

// Choose returns the format for reading data. If path is empty, unrecognised data is a list of
// moves, provided that o.Spec names the game. Choose returns an error if no format fits.
func (l *Library) Choose(path string, data []byte, o codec.Options) (*codec.Format, error) {
	can := l.Readable()
	named := slices.DeleteFunc(slices.Clone(can), func(f *codec.Format) bool {
		return codec.ByExt([]*codec.Format{f}, path) == nil
	})
	head := data[:min(len(data), sniffed)]
	fit := l.preferGame(can, o)
	can = slices.DeleteFunc(can, func(f *codec.Format) bool { return f.Anonymous && !slices.Contains(fit, f) })
	for _, f := range []*codec.Format{codec.ByContent(l.preferGame(named, o), head), codec.ByContent(fit, head), codec.ByContent(can, head), byExt(can, path)} {
		if f != nil {
			return f, nil
		}
	}
	switch {
	case path == "" && o.Spec != nil:
		return l.Moves, nil
	case path != "" && len(data) == 0:
		return nil, o.Errorf(0, "the file is empty")
	}
	return nil, o.Errorf(0, "this format cannot be read")
}

// CanSalvage reports whether a damaged file can be read in part; see codec.Options.Salvage.
func (l *Library) CanSalvage(path string, data []byte) bool {
	f, err := l.Choose(path, data, codec.Options{})
	return err == nil && f.Salvage
}

// preferGame returns fs with the formats that can store the game of o.Spec first. The order matters if
// several recognise a text.
func (l *Library) preferGame(fs []*codec.Format, o codec.Options) []*codec.Format {
	if o.Spec == nil {
		return fs
	}
	if o.Games == nil {
		o.Games = l.Rules
	}
	r, err := o.Games.FromSpec(*o.Spec)
	if err != nil {
		return fs
	}
	return slices.DeleteFunc(slices.Clone(fs), func(f *codec.Format) bool { return f.Holds != nil && f.Holds(r) != nil })
}

// DecodeAs reads data in a format. It returns an error for documents that could not be saved as a
// Studio document.
func (l *Library) DecodeAs(ctx context.Context, f *codec.Format, data []byte, o codec.Options) (*model.Document, error) {
	if o.Games == nil {
		o.Games = l.Rules
	}
	d, err := f.Decode(ctx, data, o)
	if err != nil {
		return nil, err
	}
	if err := l.checkDocument(ctx, f, d, o); err != nil {
		return nil, err
	}
	return d, nil
}

// checkDocument performs the checks that apply to documents of all formats.
func (l *Library) checkDocument(ctx context.Context, f *codec.Format, d *model.Document, o codec.Options) error {
	for i, p := range d.Players {
		if p.Kind != model.Human && o.Engine != nil && !o.Engine(p.Kind) {
			d.Warnings = append(d.Warnings, o.Errorf(0, "player %d is %q, an engine that this program does not have", i+1, codec.Cut(p.Kind)))
		}
	}
	if err := model.CheckPlayers(d.Players); err != nil {
		d.Warnings = append(d.Warnings, o.Errorf(0, "%v", err))
	}
	if err := l.checkSize(ctx, d, o); err != nil {
		return err
	}
	if f.Encode == nil {
		d.ReadOnly = true
	}
	return nil
}

// textOfNode is the approximate number of bytes per node in a file. Encode allocates the buffer in
// advance, since half of a growing buffer's memory is garbage.
const textOfNode = 14

// Encode returns the document in the format, for the file at path. It only reads the document, so
// it may run concurrently with its owner as long as the document is not edited. If ctx ends, the
// error is ctx.Err(). Otherwise it names the file and the cause.
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

// Write replaces the content of path with data; see safe.Write. The old file stays intact until the
// new one is complete.
func Write(path string, data []byte) error { return safe.Write(path, safe.Data(data)) }

// Replace is like Write, but replaces the file even if something is lost with it; see safe.Loss.
func Replace(path string, data []byte) error { return safe.Replace(path, safe.Data(data)) }

// Try returns the error that Write would return, without changing path.
func Try(path string, data []byte) error { return safe.Try(path, safe.Data(data)) }

// Save encodes a document and writes it to path.
func Save(path string, f *codec.Format, d *model.Document) error {
	data, err := Encode(context.Background(), path, f, d, nil)
	if err != nil {
		return err
	}
	return Write(path, data)
}

// FromText reads a pasted text in the format that recognises it. A text that no format recognises
// is read as a list of moves of the game o.Spec.
func (l *Library) FromText(ctx context.Context, text string, o codec.Options) (*model.Document, error) {
	if strings.TrimSpace(text) == "" {
		return nil, o.Errorf(0, "there is no text")
	}
	if len(text) > codec.MaxFile {
		return nil, o.Errorf(0, "the text is larger than %d MB", codec.MaxFile>>20)
	}
	data := []byte(text)
	f, err := l.Choose("", data, o)
	if err != nil {
		f = l.Moves // the error of this format explains the problem
	}
	return l.DecodeAs(ctx, f, data, o)
}
