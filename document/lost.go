package document

import (
	"bytes"
	"context"
	"strings"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/text/msg"
)

// maxLosses is the number of differences at which the comparison stops.
const maxLosses = 100_000

// lossMessages are the parts of a document, as named by model.Difference, and the messages about their
// loss, in the order of the report.
var lossMessages = []struct {
	part string
	what msg.Key
}{
	{"", "moves: %d"},
	{"start", "positions that were set up: %d"},
	{"order", "the order of variations"},
	{"comment", "comments: %d"},
	{"glyphs", "annotation symbols: %d"},
	{"marks", "positions with marks: %d"},
	{"lines", "positions with lines or arrows: %d"},
	{"name", "names of positions: %d"},
	{"colour", "colours of branches: %d"},
	{"bookmark", "bookmarks: %d"},
	{"move number", "move numbers: %d"},
	{"time used", "times used: %d"},
	{"evaluations", "positions with evaluations: %d"},
	{"advice", "advice: %d"},
	{"unknown elements", "notes of other programs: %d"},
	{"players", "details of the players"},
	{"information", "details of the game"},
}

// Lost returns the parts of a document that are lost if it is written in a format, as texts such as
// “comments: 3”. It returns nil if the format is lossless or cannot be read, such as pictures. Lost
// writes and reads the document. It returns an error if the document cannot be written.
func (l *Library) Lost(ctx context.Context, f *codec.Format, d *model.Document) ([]error, error) {
	if f.Lossless || f.Decode == nil {
		return nil, nil
	}
	var b bytes.Buffer
	if err := f.Encode(ctx, &b, d, nil); err != nil {
		return nil, err
	}
	spec := d.Tree.Rules().Spec()
	back, err := f.Decode(ctx, b.Bytes(), codec.Options{Games: l.Rules, Spec: &spec})
	if err != nil {
		return nil, err
	}
	if !model.SameGame(d, back) {
		return []error{msg.Errorf("the rules of the game")}, nil
	}
	for i := range min(len(d.Players), len(back.Players)) { // writing a default loses nothing
		if d.Players[i].Level == 0 {
			back.Players[i].Level = 0
		}
		if d.Players[i].Symbol == "" {
			back.Players[i].Symbol = ""
		}
	}
	count := map[string]int{}
	for _, x := range model.Diff(d, back, maxLosses, func(int) bool { return ctx.Err() == nil }) {
		switch {
		case x.Part != "":
			count[x.Part]++
		case x.A != nil:
			count[""] += x.Nodes
		}
	}
	if len(d.Foreign) != len(back.Foreign) {
		count["unknown elements"] += len(d.Foreign)
	}
	var list []error
	for _, l := range lossMessages {
		n := count[l.part]
		switch {
		case n == 0:
		case strings.Contains(string(l.what), "%d"):
			list = append(list, msg.Errorf(l.what, n))
		default:
			list = append(list, msg.Errorf(l.what))
		}
	}
	return list, ctx.Err()
}
