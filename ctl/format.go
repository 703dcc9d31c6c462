package ctl

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"boardstudio/document"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// Writable returns the names of the formats that can be written.
func (t *Tool) Writable() []string {
	var names []string
	for _, f := range t.Documents.Writable(nil) {
		names = append(names, f.Name)
	}
	return names
}

// extensions returns the file extensions of all formats that can be written, without duplicates.
func (t *Tool) extensions() []string {
	var exts []string
	for _, f := range t.Documents.Writable(nil) {
		for _, e := range f.Ext {
			if !slices.Contains(exts, e) {
				exts = append(exts, e)
			}
		}
	}
	return exts
}

// OutFormat returns the format called name. If name is empty, it chooses the format by the
// extension of path. It returns an error if there is no such format.
func (t *Tool) OutFormat(path, name string) (*codec.Format, error) {
	if name != "" {
		for _, f := range t.Documents.Writable(nil) {
			if f.Name == name {
				return f, nil
			}
		}
		return nil, Suggest(msg.Errorf("cannot write the format %q", name), name, t.Writable())
	}
	f := t.Documents.ForName(path)
	switch {
	case path == Stdin:
		return nil, msg.Errorf("option --%s is missing", "to")
	case f == nil && filepath.Ext(path) == "":
		return nil, msg.Errorf("%s has no extension that names a format: add one, such as %s", locale.FileName(path), t.Documents.Formats[0].Ext[0])
	case f == nil:
		return nil, msg.Errorf("cannot write files with the extension %q; supported extensions: %s", filepath.Ext(path), strings.Join(t.extensions(), ", "))
	}
	return f, nil
}

// WriteDocument writes a document to the file out, or to standard output if out is Stdin. It then
// reports anything that the format cannot store.
func (t *Tool) WriteDocument(ctx context.Context, f *codec.Format, d *model.Document, out string, replace bool) (err error) {
	if out == Stdin {
		if err = f.Writes(d.Tree.Rules()); err == nil {
			err = f.Encode(ctx, t.Out, d, nil)
		}
	} else {
		var data []byte
		if data, err = document.Encode(ctx, out, f, d, nil); err == nil {
			err = t.WriteFile(out, data, replace)
		}
	}
	if err != nil {
		return err
	}
	if err := t.ReportLost(ctx, f, d); err != nil {
		return err
	}
	switch {
	case slices.ContainsFunc(d.Warnings, codec.IsDamaged):
		return ErrFailed
	case len(d.Warnings) > 0:
		return ErrNo
	}
	return nil
}

// ReportLost reports the parts of a document that the format cannot store.
func (t *Tool) ReportLost(ctx context.Context, f *codec.Format, d *model.Document) error {
	lost, err := t.Documents.Lost(ctx, f, d)
	if len(lost) == 0 {
		return err
	}
	texts := make([]string, len(lost))
	for i, err := range lost {
		texts[i] = locale.Err(err)
	}
	t.Note(locale.T("the format %s cannot store everything: %s", f.Name, strings.Join(texts, ", ")))
	return nil
}
