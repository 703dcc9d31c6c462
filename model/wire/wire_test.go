package wire

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"boardstudio/model"
	"boardstudio/rules"
)

// refusedOps are invalid records of edits, by the fault they contain.
var refusedOps = map[string][]byte{
	"nothing":                   {},
	"unknown edit":              {0},
	"remove the root":           {opDetach, 1},
	"remove what is not there":  {opDetach, 11},
	"remove number 0":           {opDetach, 0},
	"remove twice":              {opDetach, 2, opDetach, 2},
	"remove inside what went":   {opDetach, 2, opDetach, 3},
	"a long form":               {opDetach, 0x82, 0},
	"number of 33 bits":         {opDetach, 0xff, 0xff, 0xff, 0xff, 0x1f},
	"restore what is there":     {opRestore, 2, 1, 0},
	"restore the root":          {opRestore, 1, 2, 0},
	"restore into itself":       {opDetach, 2, opRestore, 2, 3, 0},
	"restore before another's":  {opDetach, 2, opRestore, 2, 1, 9},
	"shift the root":            {opShift, 1, 0},
	"shift before itself":       {opShift, 2, 2},
	"shift before a child":      {opShift, 2, 3},
	"relink into itself":        {opRelink, 2, 3, 0},
	"relink to itself":          {opRelink, 2, 2, 0},
	"relink before itself":      {opRelink, 2, 1, 2},
	"relink the root":           {opRelink, 1, 2, 0},
	"relink to nowhere":         {opRelink, 2, 11, 0},
	"relink to what went":       {opDetach, 2, opRelink, 10, 3, 0},
	"relink what went":          {opDetach, 2, opRelink, 3, 10, 0},
	"relink before another's":   {opRelink, 10, 2, 7},
	"restore to what went":      {opDetach, 10, opDetach, 2, opRestore, 10, 3, 0},
	"shift what went":           {opDetach, 2, opShift, 3, 0},
	"text of what went":         {opDetach, 2, opSetText, 6, 1, '8'},
	"move of what went":         {opDetach, 2, opSetMove, 3, 0, 1, 2, 0, 0},
	"annotate what went":        {opDetach, 2, opAnnotate, 3, 0x80, 8, 1},
	"text of a move":            {opSetText, 2, 1, '7'},
	"no text of a set-up":       {opSetText, 6, 0},
	"move of a set-up":          {opSetMove, 6, 0, 1, 2, 0, 0},
	"move that is a set-up":     {opSetMove, 2, 2, 1, 2, 0, 1, '7'},
	"move with a text":          {opSetMove, 2, 0, 1, 2, 0, 1, '7'},
	"no text of an unreadable":  {opSetMove, 2, 3, 1, 2, 0, 0},
	"cell of 17 bits":           {opSetMove, 2, 0, 1, 0x80, 0x80, 4, 0, 0},
	"unknown part":              {opAnnotate, 2, 0x80, 0x20},
	"more comment than there":   {opAnnotate, 2, 1, 1, 0, 0},
	"more end than there":       {opAnnotate, 2, 1, 0, 1, 0},
	"bookmark 2":                {opAnnotate, 2, 0x80, 8, 2},
	"more marks than bytes":     {opAnnotate, 2, byte(model.PartMarks), 0xff, 0xff, 0xff, 0xff, 0xff, 1},
	"info without a key":        {opInfo, 0, 1, 'v'},
	"third seat":                {opSeat, 2, 0, 1, 'h', 0, 0, 0, 0},
	"branch with a root":        {opGraft, 1, 0, 1, 0, 0},
	"branch with unknown flags": {opGraft, 1, 0, 16, 1, 2, 0, 0},
	"branch that leads above":   {opGraft, 1, 0, 0, 1, 2, 0, 1},
	"branch that does not end":  {opGraft, 1, 0, flagParent, 1, 2, 0},
	"branch with empty says":    {opGraft, 1, 0, flagAnnotated, 1, 2, 0, 0, 0},
	"branch at what went":       {opDetach, 2, opGraft, 3, 0, 0, 1, 2, 0, 0},
	"branch before another's":   {opGraft, 2, 7, 0, 1, 2, 0, 0},
	"branch at nowhere":         {opGraft, 99, 0, 0, 1, 2, 0, 0},
	"set-up without a text":     {opGraft, 1, 0, kindSetup, 0, 0},
}

// TestReplayRefuses checks that wrong records are refused, that they change nothing, and that they
// do not use up numbers.
func TestReplayRefuses(t *testing.T) {
	d, twin := recordedDocument(t), recordedDocument(t)
	var records [][]byte
	Journal(d, func(r []byte) { records = append(records, r) })
	tree := d.Tree
	a := tree.Root().First()
	branch := tree.Root().Last().Copy()
	if err := tree.Do("all", model.Remove{Node: a.First()}, model.Insert{Parent: a, Index: -1, Node: branch}, model.SetComment{Node: branch, Text: "x"},
		model.SetEvals{Node: branch, Evals: []model.Eval{{Engine: "e", PV: []rules.Move{place(1)}}}}, model.SetInfo{Doc: d, Key: "k", Value: "v"}); err != nil {
		t.Fatal(err)
	}
	whole := records[0]
	before, revision, changes := Snapshot(twin), twin.Tree.Revision(), 0
	twin.Tree.Watch(func(model.Change) { changes++ })
	refuse := func(what string, record []byte) {
		t.Helper()
		if Replay(twin, record) == nil {
			t.Errorf("%s: %q is accepted", what, record)
		}
		if err := twin.Tree.Check(); err != nil || !bytes.Equal(Snapshot(twin), before) || twin.Tree.Revision() != revision || changes > 0 {
			t.Fatalf("%s: %q changes the document: %v", what, record, err)
		}
	}
	accepted := 0 // a record cut after a complete edit is valid
	for i := range whole {
		if Replay(recordedDocument(t), whole[:i]) == nil {
			accepted++
		} else {
			refuse("cut short", whole[:i])
		}
	}
	if accepted != 4 {
		t.Errorf("the record of 5 edits is accepted at %d lengths too short", accepted)
	}
	refuse("a byte more", append(slices.Clone(whole), 0))
	refuse("amended", append([]byte{2}, whole[1:]...))
	refuse("evaluated", append([]byte{5}, whole[1:]...))
	refuse("undo", []byte{3})
	refuse("redo", []byte{4})
	refuse("undo and more", []byte{3, 0})
	refuse("no record", []byte{0, 1, 'x', opDetach, 2})
	refuse("unknown record", []byte{77})
	for name, op := range refusedOps {
		refuse(name, slices.Concat([]byte{1, 1, 'x'}, op))
	}
	if err := Replay(twin, whole); err != nil || !bytes.Equal(Snapshot(twin), Snapshot(d)) {
		t.Errorf("the whole record: %v", err)
	}
	if err := tree.Do("numbered alike", model.SetComment{Node: branch, Text: "y"}); err != nil {
		t.Fatal(err)
	}
	if err := Replay(twin, records[1]); err != nil || !bytes.Equal(Snapshot(twin), Snapshot(d)) {
		t.Errorf("a record after it: %v", err)
	}
}

// recorded makes a step of ops in d, and replays its record on a document that equals d.
func recorded(t *testing.T, d *model.Document, ops ...model.Op) []byte {
	t.Helper()
	twin := recordedDocument(t)
	var record []byte
	Journal(d, func(r []byte) { record = r })
	if err := d.Replay(model.Step{Label: "step", Ops: ops}); err != nil {
		t.Fatal(err)
	}
	if err := Replay(twin, record); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(Snapshot(twin), Snapshot(d)) {
		t.Fatalf("the record %x gives another document", record)
	}
	return record
}

// TestShortestElements checks records that end with an element of minimum length.
func TestShortestElements(t *testing.T) {
	none := rules.Move{}
	for name, a := range map[string]model.Annotation{
		"marks": {Marks: make([]model.Mark, 20)}, "lines": {Lines: make([]model.Line, 20)}, "glyphs": {Glyphs: make([]model.Glyph, 20)},
		"evaluations": {Evals: make([]model.Eval, 20)}, "unknown elements": {Foreign: make([]model.Foreign, 20)},
		"moves": {Evals: []model.Eval{{PV: []rules.Move{none, none, none, none}}}}, "used": {Used: 1}, "number": {Number: 1},
		"bookmark": {Bookmark: true}, "advice": {Advice: model.Advice{By: "x"}}, "name": {Name: "n"}, "colour": {Color: "c"}, "comment": {Comment: "c"},
	} {
		t.Run(name, func(t *testing.T) {
			d := recordedDocument(t)
			patch := model.NewPatch(&noAnnotation, &a)
			recorded(t, d, model.Op{Kind: model.OpAnnotate, Node: 2, Patch: patch})
			d = recordedDocument(t)
			recorded(t, d, model.Op{Kind: model.OpGraft, Parent: 1, Branch: d.Tree.NewChild(nil, none, "", "", &a)})
		})
	}
}

// TestRecordsAreSmall checks that a letter typed anywhere in a long text gives a short record, and
// that the memory of a large step is released.
func TestRecordsAreSmall(t *testing.T) {
	d, twin := recordedDocument(t), recordedDocument(t)
	r := &recorder{}
	var record []byte
	r.f = func(b []byte) { record = b }
	d.Record(r)
	n := d.Tree.Root().First()
	text := strings.Repeat("0123456789abcde\n", 10<<20/16)
	write := func(s string) int {
		t.Helper()
		record = nil
		if err := d.Tree.Do("type", model.SetComment{Node: n, Text: s}); err != nil {
			t.Fatal(err)
		}
		if record == nil {
			return 0
		}
		if err := Replay(twin, record); err != nil {
			t.Fatal(err)
		}
		if err := model.Equal(d, twin); err != nil {
			t.Fatal("the comments differ")
		}
		return len(record)
	}
	write(text)
	if n := cap(r.ops); n > 1<<16 {
		t.Errorf("%d bytes are held after a large step", n)
	}
	for _, at := range []int{0, 1, len(text) / 2, len(text) - 1, len(text)} {
		for _, s := range []string{text[:at] + "xy" + text[at:], text[:at] + "x" + text[at:], text} {
			if n := write(s); n > 30 {
				t.Errorf("a letter at %d takes %d bytes", at, n)
			}
		}
	}
	if cap(r.ops) == 0 {
		t.Error("the memory of small steps is not used again")
	}
}

// TestLargeBranch records a branch of a million nodes, and replays it.
func TestLargeBranch(t *testing.T) {
	size := 1_000_000
	if testing.Short() {
		size = 100_000
	}
	large := func() *model.Document {
		d := recordedDocument(t)
		n := d.Tree.Root().Last()
		for i := range size {
			n = d.Tree.Add(n, place(rules.Cell(i%225)))
		}
		return d
	}
	d, twin := large(), large()
	var records [][]byte
	Journal(d, func(r []byte) { records = append(records, r) })
	top := d.Tree.Root().Last()
	branch := top.First().Copy()
	for _, e := range []model.Edit{
		model.Insert{Parent: d.Tree.Root(), Node: branch}, model.Remove{Node: top}, model.SetComment{Node: branch.First(), Text: "x"},
	} {
		if err := d.Tree.Do("large", e); err != nil {
			t.Fatal(err)
		}
	}
	if perNode := len(records[0]) / size; perNode > 6 || len(records[1])+len(records[2]) > 40 {
		t.Errorf("records of %d, %d and %d bytes", len(records[0]), len(records[1]), len(records[2]))
	}
	for range 3 {
		d.Tree.Undo()
	}
	for _, r := range records {
		if err := Replay(twin, r); err != nil {
			t.Fatal(err)
		}
	}
	if err := model.Equal(d, twin); err != nil || twin.Tree.Check() != nil {
		t.Error(err, twin.Tree.Check())
	}
}
