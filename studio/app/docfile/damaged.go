package docfile

import (
	"context"

	"boardstudio/io/codec"
)

// Damaged is the error for a damaged file, with the readable part of it.
type Damaged struct {
	// Why is the reason why the file cannot be read.
	Why error
	// What has the damage and the parts that were left out, one error each.
	What []error

	opened *Opened
}

// Error returns the text of Why.
func (d *Damaged) Error() string { return d.Why.Error() }

// Unwrap returns Why.
func (d *Damaged) Unwrap() error { return d.Why }

// damaged returns the error for a file that cannot be read. It is a *Damaged if a part of the file
// can be read, otherwise why.
func (f *File) damaged(ctx context.Context, o *Opened, options codec.Options, why error) error {
	if ctx.Err() != nil || !f.documents.CanSalvage(o.path, o.data) {
		return why
	}
	options.Salvage = true
	part := &Opened{path: o.path, file: o.file, unsaved: true, later: options.Later}
	var err error
	if part.Doc, part.format, err = f.documents.Decode(ctx, o.path, o.data, options); err != nil {
		return why
	}
	d := &Damaged{why, part.Doc.Warnings, part}
	part.checkSmall(ctx)
	f.prepare(part)
	return d
}

// Salvage shows the readable part of a damaged file. The document is not connected to the file, so
// saving asks for a path.
func (f *File) Salvage(d *Damaged) { f.show(d.opened) }
