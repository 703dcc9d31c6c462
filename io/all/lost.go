package all

import (
	"bytes"
	"context"
	"strings"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/msg"
	games "boardstudio/rules/all"
)

// maxLosses is where comparing stops.
const maxLosses = 100_000

// The parts of a document, as model.Difference names them, in the order in which a person is told of them, and what a person is told of
// those that a format does not keep.
var losable = []struct {
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

// Lost tells what the format does not give back of a document that is written in it, nil when it gives back all, or cannot be
// read at all, as pictures cannot: texts such as “comments: 3”. It writes and reads the document; the error says why it cannot be written.
func Lost(ctx context.Context, f *codec.Format, d *model.Document) ([]error, error) {
	if f.Lossless || f.Decode == nil {
		return nil, nil
	}
	var b bytes.Buffer
	if err := f.Encode(ctx, &b, d, nil); err != nil {
		return nil, err
	}
	spec := d.Tree.Rules().Spec()
	back, err := f.Decode(ctx, b.Bytes(), codec.Options{Games: games.Games, Spec: &spec})
	if err != nil {
		return nil, err
	}
	if !model.SameGame(d, back) {
		return []error{msg.Errorf("the rules of the game")}, nil
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
	for _, l := range losable {
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
