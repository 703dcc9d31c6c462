package document

import (
	"context"
	"io"

	"boardstudio/io/codec"
	"boardstudio/model"
)

// checkSize returns an error if a document that was read could not be saved in the first of Formats.
// Escaped text is up to six times as long as in the source file, and joined texts add up. Writing
// takes as long as reading, so it is tried only with documents that could be too large.
func (l *Library) checkSize(ctx context.Context, d *model.Document, o codec.Options) error {
	if sizeBound(d) <= codec.MaxFile {
		return nil
	}
	if err := l.Formats[0].Encode(ctx, codec.Limited(io.Discard), d, nil); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return o.Errorf(0, "it could not be saved: %v", err)
	}
	return nil
}

// Largest numbers of bytes that parts of a document need in a file, without their texts.
const (
	aMove  = 20 // a move
	aNote  = 80 // an element, or the start and end of a variation
	anEval = 300
)

// sizeBound returns an upper bound on the size of d as a file. It exceeds the size only by some bytes
// for each note.
func sizeBound(d *model.Document) int {
	size := 1<<16 + anEval*len(d.Players)
	add := func(texts ...string) {
		for _, s := range texts {
			if s != "" {
				size += aNote + textSize(s)
			}
		}
	}
	for _, p := range d.Players {
		add(p.Name, p.Kind)
	}
	for key, value := range d.Info {
		add(key, value)
	}
	for _, f := range d.Foreign {
		add(f.XML)
	}
	for n := range d.Tree.All() {
		if size += aMove; n.Prev() != nil {
			size += aNote
		}
		if n.Plain() {
			continue
		}
		add(n.Comment(), n.Name(), n.Color(), n.Raw(), n.Setup())
		size += aNote * (len(n.Glyphs()) + len(n.Lines()) + len(n.Marks()))
		if n.Number() != 0 || n.Used() != 0 || n.Bookmarked() || n.Advice() != (model.Advice{}) {
			size += 4 * aNote
			add(n.Advice().By)
		}
		for _, v := range n.Evals() {
			add(v.Engine)
			size += anEval + aMove*len(v.PV)
		}
		for _, f := range n.Foreign() {
			add(f.XML)
		}
	}
	return size
}

// textSize returns an upper bound on the length of a text in a file. Some characters need up to six
// bytes. Texts that XML cannot contain become a third longer.
func textSize(s string) int {
	size := len(s) + len(s)/3 + 4
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '&' || c == '<' || c == '>' || c == '"' || c == '\'' {
			size += len("&quot;") - 1
		}
	}
	return size
}
