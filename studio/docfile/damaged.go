package docfile

import (
	"context"

	ioall "boardstudio/io/all"
	"boardstudio/io/codec"
)

// Damaged is the error of a file that is damaged, and what can be read of it nevertheless.
type Damaged struct {
	// Why the file cannot be read.
	Why error
	// What tells the damages, and what was left out because of them.
	What []error

	opened *Opened
}

// Error returns the reason.
func (d *Damaged) Error() string { return d.Why.Error() }

// Unwrap returns the reason.
func (d *Damaged) Unwrap() error { return d.Why }

// damaged returns the error for a file that cannot be read for the reason: a *Damaged when some of it can.
func (o *Opened) damaged(ctx context.Context, options codec.Options, why error) error {
	if ctx.Err() != nil || !ioall.Salvages(o.path, o.data) {
		return why
	}
	options.Salvage = true
	part := &Opened{path: o.path, file: o.file, unsaved: true, later: options.Later}
	var err error
	if part.Doc, part.format, err = ioall.Decode(ctx, o.path, o.data, options); err != nil {
		return why
	}
	d := &Damaged{why, part.Doc.Warnings, part}
	part.settle(ctx)
	part.prepare()
	return d
}

// Salvage shows what can be read of a damaged file. The document cannot be saved there without a question.
func (f *File) Salvage(d *Damaged) { f.show(d.opened) }
