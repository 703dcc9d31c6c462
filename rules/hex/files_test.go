package hex_test

import (
	"slices"
	"testing"

	"boardstudio"
	"boardstudio/document"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/rules/hex"
	"boardstudio/rules/rulestest"
)

// TestFiles checks that a game with a swap survives writing and reading in every format that
// supports it.
func TestFiles(t *testing.T) {
	r := rulestest.Build(t, &hex.Game, "hex", rules.Params{"size": "5"})
	d := game(t, r, "a3 swap b2 c2 resign")
	formats := boardstudio.Documents.Writable(r)
	if len(formats) < 2 || slices.ContainsFunc(formats, func(f *codec.Format) bool { return f.Name == "xml1" }) {
		t.Errorf("%d formats hold it", len(formats))
	}
	for _, f := range formats {
		data, err := document.Encode(t.Context(), "x"+f.Ext[0], f, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		spec := r.Spec()
		back, _, err := boardstudio.Documents.Decode(t.Context(), "x"+f.Ext[0], data, codec.Options{Games: all.Games, Spec: &spec})
		if err != nil {
			t.Fatalf("%s: %v\n%s", f.Name, err, data)
		}
		if len(back.Warnings) > 0 || f.Lossless && model.Equal(d, back) != nil {
			t.Errorf("%s: warnings %v, %v", f.Name, back.Warnings, model.Equal(d, back))
		}
		var moves []string
		for n := back.Tree.Root().First(); n != nil; n = n.First() {
			m, _ := n.Move()
			moves = append(moves, r.FormatMove(m))
		}
		if want := []string{"a3", "swap", "b2", "c2", "resign"}; !slices.Equal(moves, want) {
			t.Errorf("%s: the moves are %v, want %v\n%s", f.Name, moves, want, data)
		}
	}
}
