// Package all lists the file formats, and opens and saves documents in them. A
// new format is one line here.
package all

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"boardstudio/io/codec"
	"boardstudio/io/record"
	"boardstudio/io/safe"
	"boardstudio/io/xml"
	"boardstudio/model"
	"boardstudio/rules"
	games "boardstudio/rules/all"
)

// Formats are the file formats in the order of menus; the first is for new files.
var Formats = []*codec.Format{
	&xml.Format,
	&xml.Legacy,
	&record.Format,
}

// sniffed is how much of a file a format is recognised by.
const sniffed = 1 << 16

// Open reads the document at path: as its extension says if the content agrees,
// else as the content says. Without o.Games all games are known; o.File is set
// here. A file larger than codec.MaxFile is refused before it is read.
func Open(ctx context.Context, path string, o codec.Options) (*model.Document, *codec.Format, error) {
	o.File = filepath.Base(path)
	data, err := read(path, o)
	if err != nil {
		return nil, nil, err
	}
	f, err := choose(path, data, o)
	if err != nil {
		return nil, nil, err
	}
	d, err := decode(ctx, f, data, o)
	if err != nil {
		return nil, nil, err
	}
	return d, f, nil
}

// read returns the content of a file.
func read(path string, o codec.Options) ([]byte, error) {
	info, err := os.Stat(path) // before opening, which waits for ever on a pipe
	switch {
	case err != nil:
		return nil, o.Errorf(0, "cannot be opened: %v", safe.Cause(err))
	case info.IsDir():
		return nil, o.Errorf(0, "it is a folder")
	case !info.Mode().IsRegular():
		return nil, o.Errorf(0, "it is not a regular file")
	case info.Size() > codec.MaxFile:
		return nil, tooLarge(o)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, o.Errorf(0, "cannot be opened: %v", safe.Cause(err))
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, codec.MaxFile+1)) // it may have grown
	switch {
	case err != nil:
		return nil, o.Errorf(0, "cannot be read: %v", safe.Cause(err))
	case len(data) > codec.MaxFile:
		return nil, tooLarge(o)
	}
	return data, nil
}

func tooLarge(o codec.Options) error {
	return o.Errorf(0, "the file is larger than %d MB", codec.MaxFile>>20)
}

// choose returns the format to read data in.
func choose(path string, data []byte, o codec.Options) (*codec.Format, error) {
	var can []*codec.Format
	for _, f := range Formats {
		if f.Decode != nil {
			can = append(can, f)
		}
	}
	named := slices.DeleteFunc(slices.Clone(can), func(f *codec.Format) bool {
		return codec.ByExt([]*codec.Format{f}, path) == nil
	})
	head := data[:min(len(data), sniffed)]
	for _, f := range []*codec.Format{codec.ByContent(named, head), codec.ByContent(can, head), codec.ByExt(can, path)} {
		if f != nil {
			return f, nil
		}
	}
	if len(data) == 0 {
		return nil, o.Errorf(0, "the file is empty")
	}
	return nil, o.Errorf(0, "this is no format that can be read")
}

// decode reads data in the format.
func decode(ctx context.Context, f *codec.Format, data []byte, o codec.Options) (*model.Document, error) {
	if o.Games == nil {
		o.Games = games.Games
	}
	d, err := f.Decode(ctx, data, o)
	if err != nil {
		return nil, err
	}
	if f.Encode == nil {
		d.ReadOnly = true
	}
	return d, nil
}

// Save writes the document to path in the format, by safe.Write: the old file
// stays whole until the new one is.
func Save(path string, f *codec.Format, d *model.Document) error {
	if f == nil || f.Encode == nil {
		return rules.Errorf("%s cannot be saved: documents cannot be written in this format", filepath.Base(path))
	}
	return safe.Write(path, func(w io.Writer) error { return f.Encode(w, d) })
}

// FromText reads a pasted text in the format that it is in; one that none
// recognises is taken for a list of moves, of the game o.Spec.
func FromText(text string, o codec.Options) (*model.Document, error) {
	if strings.TrimSpace(text) == "" {
		return nil, o.Errorf(0, "there is no text")
	}
	if len(text) > codec.MaxFile {
		return nil, o.Errorf(0, "the text is larger than %d MB", codec.MaxFile>>20)
	}
	data := []byte(text)
	f, err := choose("", data, o)
	if err != nil {
		f = &record.Format
	}
	return decode(context.Background(), f, data, o)
}
