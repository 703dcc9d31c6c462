package wire

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/line"
	"boardstudio/store/journal"
)

// recordedDocument returns a document with nodes of every kind.
func recordedDocument(tb testing.TB) *model.Document {
	tb.Helper()
	r, err := line.Game.Build("gomoku", nil)
	if err != nil {
		tb.Fatal(err)
	}
	d := model.NewDocument(r)
	t := d.Tree
	a := t.Add(t.Root(), place(112))
	b := t.Add(a, place(113))
	t.Add(b, place(114))
	t.Add(a, place(98))
	t.Add(t.AddSetup(a, ""), place(0))
	t.Annotate(t.Add(t.AddRaw(t.Root(), "zz9"), place(7)), model.Annotation{Foreign: []model.Foreign{{XML: "<new/>"}, {}}, Comment: "old"})
	t.Add(t.Root(), place(96))
	return d
}

func place(c rules.Cell) rules.Move { return rules.Place(c) }

// recordedSteps makes a step of every kind in d.
func recordedSteps(tb testing.TB, d *model.Document) {
	tb.Helper()
	t := d.Tree
	root := t.Root()
	a := root.First()
	b, raw := a.First(), a.Next()
	c, d1, s := b.First(), b.Next(), a.Last()
	e, f, g := s.First(), raw.First(), root.Last()
	check := func(err error) {
		tb.Helper()
		if err != nil {
			tb.Fatal(err)
		}
	}
	do := func(edits ...model.Edit) { tb.Helper(); check(t.Do("step", edits...)) }
	operation := func(edits []model.Edit, err error) { tb.Helper(); check(err); do(edits...) }
	other, err := t.Position(c)
	check(err)

	do(model.Insert{Parent: g, Index: -1, Node: model.NewNode(place(4))})
	do(model.Insert{Parent: g, Index: 0, Node: model.NewSetup(other.String())})
	do(model.Remove{Node: s})
	do(model.Insert{Parent: b, Index: 0, Node: s}) // a node that was in the tree before
	do(model.Reorder{Node: g, Index: 0})
	do(model.Reorder{Node: g, Index: -1})
	do(model.Relink{Node: b, Parent: g, Index: 1})
	do(model.Relink{Node: d1, Parent: c, Index: -1})
	do(model.SetSetup{Node: s, Text: other.String()})
	do(model.SetSetup{Node: root, Text: other.String()})
	do(model.SetSetup{Node: root})
	do(model.SetMove{Node: raw, Move: place(2)})
	t.Undo() // the move is unreadable again
	t.Redo()
	t.Undo()
	do(model.SetMove{Node: g, Move: rules.Resign})
	t.Undo()

	do(model.SetComment{Node: a, Text: "a comment\x00"})
	do(model.SetComment{Node: a, Text: "a longer comment\x00"})
	do(model.SetComment{Node: a, Text: "a longer é" + strings.Repeat("e", 300)})
	do(model.SetComment{Node: a})
	do(model.SetName{Node: a, Name: "name\xff"})
	do(model.SetColor{Node: a, Color: "#20a0ff"})
	do(model.SetMarks{Node: a, Marks: []model.Mark{{Cell: 1, Kind: model.MarkCircle}, {Cell: 224, Kind: model.MarkLabel, Text: "é"}}})
	do(model.SetLines{Node: a, Lines: []model.Line{{From: 1, To: 2, Arrow: true}, {From: 224, To: 4}}})
	do(model.SetGlyphs{Node: a, Glyphs: []model.Glyph{model.GlyphGood, model.Better(1, 2)}})
	do(model.SetUsed{Node: a, Used: time.Minute + 1})
	do(model.SetNumber{Node: a, Number: model.MaxNumber})
	do(model.SetBookmark{Node: a, On: true})
	do(model.SetAdvice{Node: a, Advice: model.Advice{By: "teacher", Move: place(100)}})
	do(model.SetEvals{Node: a, Evals: []model.Eval{
		{Engine: "alphabeta", Score: -.25, Depth: 9, Nodes: 1 << 40, PV: []rules.Move{place(1), rules.Pass, {From: -1, To: 3, Aux: math.MinInt32}}},
		{Proved: true, Score: 1, Plies: 3},
		{Proved: true, AtMost: true, Score: -1, Plies: 9, Margin: -4},
		{Engine: "e", Score: math.NaN(), Shares: []float64{.5, .25, math.Inf(1)}, Version: "2"},
		{Engine: "all", Proved: true, AtMost: true, Shares: []float64{1}, Version: "3", Margin: math.MaxInt64, Nodes: math.MaxUint64, Plies: math.MinInt64},
	}})
	do(model.SetMarks{Node: a}, model.SetAdvice{Node: a}, model.SetComment{Node: b, Text: "b"}, model.SetBookmark{Node: a})
	t.Undo()
	check(t.Evaluate(b, []model.Eval{{Engine: "aside", Score: .5}}))
	check(t.Evaluate(b, nil))

	do(model.SetInfo{Doc: d, Key: model.InfoEvent, Value: "cup"})
	do(model.SetInfo{Doc: d, Key: model.InfoEvent})
	do(model.SetPlayer{Doc: d, Seat: 1, Player: model.Player{Name: "B", Kind: "alphabeta", Level: 4, Symbol: "x", Color: "#000000", Score: -3}})

	for _, text := range []string{"t", "ty"} { // the second extends the step
		check(t.Amend("typing", model.SetComment{Node: e, Text: text}))
		check(t.Amend("event", model.SetInfo{Doc: d, Key: "k", Value: text}))
		check(t.Amend("event", model.SetInfo{Doc: d, Key: "k", Value: text + text}))
	}
	for _, name := range []string{"C", "D"} {
		check(t.Amend("player", model.SetPlayer{Doc: d, Seat: 0, Player: model.Player{Name: name, Kind: model.Human}}))
	}
	check(t.Amend("set-up", model.SetSetup{Node: root, Text: other.String()}))
	check(t.Amend("set-up", model.SetSetup{Node: root}))

	// Branches with all kinds of nodes and annotations, also changed in the same step.
	operation(model.Paste(t, c, nil, a))
	operation(model.Paste(t, f, nil, raw))
	branch := g.Copy()
	check(t.Do("", model.Remove{Node: g}, model.Insert{Parent: f, Index: -1, Node: branch}, model.SetComment{Node: branch, Text: "new"},
		model.Remove{Node: branch.Last()}, model.SetName{Node: branch, Name: "branch"}))
	operation(model.Promote(branch), nil)
	operation(model.DeleteOthers(t, branch))
	for t.Undo() {
	}
	for t.Redo() {
	}
	t.Jump(3)
	do(model.SetName{Node: root, Name: "the redo list is cleared"})
}

// readRecords returns the records in a file: one per line, in hexadecimal.
func readRecords(tb testing.TB, file string) (records [][]byte) {
	tb.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		tb.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		r, err := hex.DecodeString(strings.TrimSpace(line))
		if err != nil {
			tb.Fatal(err)
		}
		records = append(records, r)
	}
	return records
}

// earlierRecords returns records of an earlier version for recordedDocument. They also contain
// operations that no step of the current version needs, such as setting an unreadable move.
func earlierRecords(tb testing.TB) [][]byte { return readRecords(tb, "testdata/earlier.txt") }

// replayAll replays records on d, which must record the same bytes.
func replayAll(t *testing.T, d *model.Document, records [][]byte) {
	t.Helper()
	var again []byte
	Journal(d, func(r []byte) { again = r })
	for i, r := range records {
		if err := Replay(d, r); err != nil {
			t.Fatalf("record %d: %v", i, err)
		}
		if !bytes.Equal(r, again) {
			t.Errorf("record %d is %x when recorded again, want %x", i, again, r)
		}
	}
}

func TestRecordsOfEarlierVersions(t *testing.T) { replayAll(t, recordedDocument(t), earlierRecords(t)) }

// TestRecordedSteps checks that steps of every kind give the same records as in earlier versions.
// UPDATE=1 rewrites the file: first append its lines to earlier.txt, which must stay readable.
func TestRecordedSteps(t *testing.T) {
	const file = "testdata/journal.txt"
	var records [][]byte
	var text strings.Builder
	now := recordedDocument(t)
	Journal(now, func(r []byte) {
		records = append(records, r)
		fmt.Fprintf(&text, "%x\n", r)
	})
	recordedSteps(t, now)
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, []byte(text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	earlier := readRecords(t, file)
	if !slices.EqualFunc(records, earlier, bytes.Equal) {
		t.Errorf("the records are now\n%s", text.String())
	}
	d := recordedDocument(t)
	replayAll(t, d, earlier)
	if err := model.Equal(d, now); err != nil || d.Tree.Revision() != now.Tree.Revision() || d.Tree.Steps() != now.Tree.Steps() {
		t.Errorf("replayed: %v, revision %d, want %d", err, d.Tree.Revision(), now.Tree.Revision())
	}
}

// TestAutomaticEdit checks that store/journal recognises the records of evaluations, which it counts
// as no work of the user.
func TestAutomaticEdit(t *testing.T) {
	if kinds[journal.AutomaticEdit] != model.StepEvaluated {
		t.Errorf("a record that begins with %d is not an evaluation", journal.AutomaticEdit)
	}
}

// recordedLine returns a journalled document with a line of moves, its last node, and a large branch
// that can be inserted there. The records are discarded.
func recordedLine(b *testing.B) (d *model.Document, n, branch *model.Node) {
	r, err := line.Game.Build("gomoku", nil)
	if err != nil {
		b.Fatal(err)
	}
	d = model.NewDocument(r)
	n = d.Tree.Root()
	for c := range rules.Cell(100) {
		n = d.Tree.Add(n, place(c*2))
	}
	d.Tree.Annotate(n, model.Annotation{Comment: strings.Repeat("A comment. ", 100)})
	Journal(d, func([]byte) {})
	big := model.NewTree(r)
	top := big.Add(big.Root(), place(1))
	for range 1000 {
		at := top
		for c := range rules.Cell(100) {
			at = big.Add(at, place(c))
		}
	}
	return d, n, top.Copy()
}

// BenchmarkJournal measures steps that are recorded.
func BenchmarkJournal(b *testing.B) {
	d, n, branch := recordedLine(b)
	for _, x := range []struct {
		name string
		f    func(i int) []model.Edit
	}{
		{"move", func(i int) []model.Edit {
			return []model.Edit{model.Insert{Parent: n, Index: -1, Node: model.NewNode(place(rules.Cell(i%2*2 + 1)))}}
		}},
		{"comment", func(i int) []model.Edit {
			return []model.Edit{model.SetComment{Node: n, Text: n.Comment()[:500] + string(rune('a'+i%26)) + n.Comment()[501:]}}
		}},
		{"branch of 100000", func(int) []model.Edit {
			return []model.Edit{model.Insert{Parent: n, Index: -1, Node: branch.Copy()}}
		}},
		{"10000 names", func(i int) (edits []model.Edit) {
			for j := range 10_000 {
				edits = append(edits, model.SetName{Node: n, Name: string(rune('a' + (i+j)%26))})
			}
			return edits
		}},
	} {
		b.Run(x.name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				b.StopTimer()
				edits := x.f(i)
				b.StartTimer()
				if err := d.Tree.Do("step", edits...); err != nil {
					b.Fatal(err)
				}
				b.StopTimer()
				d.Tree.Undo()
				b.StartTimer()
			}
		})
	}
}

// BenchmarkReplay measures the replay of inserted branches.
func BenchmarkReplay(b *testing.B) {
	_, _, branch := recordedLine(b)
	for name, node := range map[string]*model.Node{"move": model.NewNode(place(1)), "branch of 100000": branch} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			from, to := recordedDocument(b), recordedDocument(b)
			var record []byte
			Journal(from, func(b []byte) { record = b })
			if err := from.Tree.Do("step", model.Insert{Parent: from.Tree.Root(), Index: -1, Node: node.Copy()}); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if err := Replay(to, record); err != nil {
					b.Fatal(err)
				}
				b.StopTimer()
				to.Tree.Undo()
				b.StartTimer()
			}
		})
	}
}
