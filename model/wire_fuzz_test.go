package model

import (
	"slices"
	"testing"
	"time"

	"boardstudio/rules"
)

// sampleRecords returns records of every kind for newSample, to be replayed in order.
func sampleRecords(tb testing.TB) [][]byte {
	x := newSample()
	var records [][]byte
	x.doc.Journal(func(r []byte) { records = append(records, r) })
	branch := x.a.Copy()
	for _, e := range []Edit{
		Insert{x.g, -1, NewNode(play(4))},
		Insert{x.g, 0, NewSetup("5")},
		restore{branch, x.root, x.r},
		restore{x.r.Copy(), x.d, nil},
		Remove{x.s},
		Insert{x.b, 0, x.s},
		Reorder{x.g, 0},
		Relink{x.b, branch, -1},
		SetSetup{x.root, "3"},
		SetSetup{x.s, "6"},
		setMove{x.r, play(2), isMove, ""},
		setMove{x.c, rules.Resign, isRaw, "c9?"},
		SetComment{x.a, "a comment\x00"},
		SetComment{x.a, "a longer comment\x00"},
		SetComment{x.a, ""},
		SetMarks{x.a, []Mark{{1, MarkCircle, ""}, {2, MarkLabel, "é"}}},
		SetGlyphs{x.a, []Glyph{GlyphGood, GlyphEven}},
		SetUsed{x.a, time.Minute},
		SetEvals{x.a, []Eval{{"alphabeta", -.25, false, 0, 9, 1 << 40, []rules.Move{play(1), rules.Pass}, false, 0, nil, ""}, {Proved: true, Score: 1, Plies: 3}}},
		SetName{x.a, "name"},
		SetBookmark{x.a, true},
		SetColor{x.a, "#20a0ff"},
		SetLines{x.a, []Line{{1, 2, true}, {3, 4, false}}},
		SetNumber{x.a, 7},
		setAnnotation{x.f, Annotation{Foreign: []Foreign{{"<new/>"}}, Comment: "all", Name: "f"}, allParts},
		SetInfo{x.doc, InfoEvent, "cup"},
		SetInfo{x.doc, InfoEvent, ""},
		SetPlayer{x.doc, 1, Player{Name: "B", Kind: "alphabeta", Level: 4, Symbol: "x", Color: "#000000", Score: -3}},
	} {
		if err := x.tree.Do("step", e); err != nil {
			tb.Fatal(err)
		}
	}
	for _, s := range []string{"t", "ty"} {
		if err := x.tree.Amend("typing", SetComment{x.e, s}); err != nil {
			tb.Fatal(err)
		}
	}
	x.tree.Undo()
	x.tree.Redo()
	if err := x.tree.Do("several", Remove{x.e}, Remove{x.s}, Insert{x.g, -1, x.s}, SetName{x.s, "s"}); err != nil {
		tb.Fatal(err)
	}
	if err := x.tree.Do("", restore{x.a.Copy(), x.g, nil}); err != nil { // with all annotations of x.a
		tb.Fatal(err)
	}
	if err := x.tree.Do("", SetEvals{x.a, []Eval{{Engine: "e", Shares: []float64{.5, .25, .25}, Version: "2"}, {Proved: true, AtMost: true, Plies: 9}}}); err != nil {
		tb.Fatal(err)
	}
	if err := x.tree.Do("", SetEvals{x.a, []Eval{{Proved: true, Score: -1, Plies: 9, Margin: -4}}}); err != nil {
		tb.Fatal(err)
	}
	return records
}

// FuzzReplay replays any bytes as a record, after a number of valid records. The record must be
// rejected without a change, or applied. An applied record can be undone, redone, and journalled
// for another document. Undoing all steps restores the start, except evaluations made without a
// step.
func FuzzReplay(f *testing.F) {
	records := sampleRecords(f)
	for i, r := range records {
		f.Add(uint8(i), r)
	}
	f.Add(uint8(0), []byte{})
	f.Add(uint8(200), slices.Concat(records[0], records[1][len("\x01\x04step"):]))
	f.Fuzz(func(t *testing.T, after uint8, record []byte) {
		d, twin := newSample().doc, newSample().doc
		var told [][]byte
		for _, r := range records[:min(int(after), len(records))] {
			for _, d := range []*Document{d, twin} {
				if err := d.Replay(r); err != nil {
					t.Fatal(err)
				}
			}
		}
		before, revision := dump(d), d.Tree.Revision()
		// Journal would rebuild the table of numbers.
		d.Tree.numbered().journal = &listener{func(r []byte) { told = append(told, r) }}
		err := d.Replay(record)
		if checked := d.Tree.Check(); checked != nil {
			t.Fatal(checked)
		}
		if err != nil {
			if dump(d) != before || d.Tree.Revision() != revision || told != nil {
				t.Fatalf("refused with %v, but changed from\n%s\nto\n%s", err, before, dump(d))
			}
			return
		}
		end, last := dump(d), d.Tree.Revision()
		if len(told) != 1 || twin.Replay(told[0]) != nil || dump(twin) != end || twin.Tree.Revision() != last {
			t.Fatalf("the journal tells %q: the twin is\n%s\nwant\n%s", told, dump(twin), end)
		}
		at := d.Tree.At()
		d.Tree.Jump(0)
		if checked := d.Tree.Check(); checked != nil {
			t.Fatal(checked)
		}
		look := dump
		if record[0] == recordEvaluate {
			look = func(d *Document) string { return dump(withoutEvals(t, d)) }
		}
		if got, want := look(d), look(newSample().doc); got != want {
			t.Fatalf("all undone:\n%s\nwant\n%s", got, want)
		}
		if d.Tree.Jump(at); dump(d) != end || d.Tree.Revision() != last {
			t.Fatalf("all redone:\n%s\nwant\n%s", dump(d), end)
		}
		d.Tree.Validate(-1)
	})
}

// withoutEvals returns a copy of d without evaluations.
func withoutEvals(t *testing.T, d *Document) *Document {
	t.Helper()
	d, err := ReadSnapshot(d.Tree.Rules(), d.Snapshot())
	if err != nil {
		t.Fatal(err)
	}
	for n := range d.Tree.All() {
		a := n.annotation()
		a.Evals = nil
		d.Tree.Annotate(n, a)
	}
	return d
}
