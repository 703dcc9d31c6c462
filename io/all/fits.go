package all

import (
	"context"
	"io"

	"boardstudio/io/codec"
	"boardstudio/model"
)

// fits says why a document that was read could not be saved: what can be opened can be saved in
// the first of the formats. Escaped, a text is up to six times as long as in the file that it
// comes from, and texts that are joined are longer than each. Writing takes as long as reading,
// so it is tried only with documents that could be too large.
func fits(ctx context.Context, d *model.Document, o codec.Options) error {
	if most(d) <= codec.MaxFile {
		return nil
	}
	if err := Formats[0].Encode(ctx, codec.Limited(io.Discard), d, nil); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return o.Errorf(0, "it could not be saved: %v", err)
	}
	return nil
}

// The most bytes that parts of a document have in a file, beside their texts.
const (
	aMove  = 20 // of a move
	aNote  = 80 // of an element, or of the beginning and end of a variation
	anEval = 300
)

// most returns how many bytes d can have as a file: never less than it has, and more only by
// some bytes for each note.
func most(d *model.Document) int {
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

// textSize returns how long a text can be in a file: some characters take up to six bytes, and
// texts that XML cannot hold are a third longer.
func textSize(s string) int {
	size := len(s) + len(s)/3 + 4
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '&' || c == '<' || c == '>' || c == '"' || c == '\'' {
			size += len("&quot;") - 1
		}
	}
	return size
}
