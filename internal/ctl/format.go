package ctl

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	ioall "boardstudio/io/all"
	"boardstudio/io/codec"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
)

// Writable returns the names of the formats that can be written.
func Writable() []string {
	var names []string
	for _, f := range ioall.Writable(nil) {
		names = append(names, f.Name)
	}
	return names
}

// extensions returns those of the formats that can be written, each once.
func extensions() []string {
	var exts []string
	for _, f := range ioall.Writable(nil) {
		for _, e := range f.Ext {
			if !slices.Contains(exts, e) {
				exts = append(exts, e)
			}
		}
	}
	return exts
}

// OutFormat returns the format to write.
func OutFormat(path, name string) (*codec.Format, error) {
	if name != "" {
		for _, f := range ioall.Writable(nil) {
			if f.Name == name {
				return f, nil
			}
		}
		return nil, Suggest(msg.Errorf("there is no format %q to write", name), name, Writable())
	}
	f := ioall.ForName(path)
	switch {
	case path == Stdin:
		return nil, msg.Errorf("option --%s is missing", "to")
	case f == nil:
		return nil, msg.Errorf("no format that can be written has the extension %q, it is not one of %s", filepath.Ext(path), strings.Join(extensions(), ", "))
	}
	return f, nil
}

// WriteDocument writes a document in a format, and tells what that does not keep.
func (t *Tool) WriteDocument(ctx context.Context, f *codec.Format, d *model.Document, out string, replace bool) (err error) {
	if out == Stdin {
		err = f.Encode(ctx, t.Out, d, nil)
	} else {
		var data []byte
		if data, err = ioall.Encode(ctx, out, f, d, nil); err == nil {
			err = WriteFile(out, data, replace)
		}
	}
	if err != nil {
		return err
	}
	if err := t.TellLost(ctx, f, d); err != nil {
		return err
	}
	if len(d.Warnings) > 0 {
		return ErrNo
	}
	return nil
}

// TellLost tells what the format does not keep of a document.
func (t *Tool) TellLost(ctx context.Context, f *codec.Format, d *model.Document) error {
	lost, err := ioall.Lost(ctx, f, d)
	if len(lost) == 0 {
		return err
	}
	texts := make([]string, len(lost))
	for i, err := range lost {
		texts[i] = locale.Err(err)
	}
	t.Note(locale.T("the format %s does not keep everything: %s", f.Name, strings.Join(texts, ", ")))
	return nil
}
