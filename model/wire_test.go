package model

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

// journalled is a document with a twin that replays its journal.
type journalled struct {
	*sample
	t       *testing.T
	twin    *Document
	records [][]byte
	changes []Change // changes that a watcher of the twin received
}

func newJournalled(t *testing.T) *journalled {
	j := &journalled{sample: newSample(), t: t, twin: newSample().doc}
	j.doc.Journal(func(record []byte) { j.records = append(j.records, record) })
	j.twin.Tree.Watch(func(c Change) { j.changes = append(j.changes, c) })
	return j
}

// do makes a step and replays it on the twin.
func (j *journalled) do(edits ...Edit) {
	j.t.Helper()
	was, label := j.tree.At(), fmt.Sprintf("step %d", len(edits)+j.tree.Steps())
	if err := j.tree.Do(msg.Key(label), edits...); err != nil {
		j.t.Fatal(err)
	}
	j.follow()
	if at := j.twin.Tree.At(); at > was && j.twin.Tree.StepLabel(at-1) != msg.Key(label) {
		j.t.Fatalf("the step is called %q, want %q", j.twin.Tree.StepLabel(at-1), label)
	}
}

// follow replays the pending records on the twin, and compares the documents after each.
func (j *journalled) follow() {
	j.t.Helper()
	for _, r := range j.records {
		if err := j.twin.Replay(r); err != nil {
			j.t.Fatalf("%q: %v", r, err)
		}
	}
	j.records = nil
	a, b := j.tree, j.twin.Tree
	if err := b.Check(); err != nil {
		j.t.Fatal(err)
	}
	if want, got := dump(j.doc), dump(j.twin); got != want || Equal(j.doc, j.twin) != nil {
		j.t.Fatalf("replayed\n%s\nwant\n%s\n%v", got, want, Equal(j.doc, j.twin))
	}
	if a.Revision() != b.Revision() || a.Steps() != b.Steps() || a.At() != b.At() {
		j.t.Fatalf("replayed to revision %d, step %d of %d, want %d, %d of %d",
			b.Revision(), b.At(), b.Steps(), a.Revision(), a.At(), a.Steps())
	}
	for i := range a.Steps() {
		if a.StepLabel(i) != b.StepLabel(i) {
			j.t.Fatalf("step %d is %q, want %q", i, b.StepLabel(i), a.StepLabel(i))
		}
	}
}

// oddTexts are texts that a codec may damage.
var oddTexts = []string{"", "\x00", "\xff\xfe", "a\r\n\t\u2028\ufffe\U0010ffff\xed\xa0\x80", strings.Repeat("é", 300)}

func TestJournalHasEveryEdit(t *testing.T) {
	j := newJournalled(t)
	full := func(s string) Annotation {
		return Annotation{
			Comment: s, Name: s, Color: s, Used: -1, Number: math.MinInt32, Bookmark: true, Advice: Advice{s, rules.Move{From: -1, To: 7}},
			Marks:   []Mark{{-1, MarkKind(s), s}, {math.MaxInt16, MarkCross, ""}},
			Lines:   []Line{{math.MinInt16, 3, true}, {1, 2, false}},
			Glyphs:  []Glyph{Glyph(s), "!"},
			Foreign: []Foreign{{s}, {"<x/>"}},
			Evals: []Eval{
				{s, math.NaN(), true, math.MinInt64, math.MaxInt64, math.MaxUint64, []rules.Move{{From: -1, To: 7, Aux: math.MinInt32}, rules.Resign}, true, math.MinInt64, []float64{math.NaN(), 0.5}, s},
				{Score: math.Inf(-1)},
			},
		}
	}
	for _, s := range oddTexts {
		j.do(setAnnotation{j.a, full(s), allParts}, setAnnotation{j.e, full(s), allParts})
		j.do(SetInfo{j.doc, "key" + s, "value" + s}, SetPlayer{j.doc, 1, Player{Name: s, Kind: "k" + s, Level: 5, Symbol: "x", Color: "#123456", Score: math.MinInt64}})
		j.do(setText{j.s, s + "!"}, setText{j.root, s})
		j.do(SetComment{j.a, s + "1" + s}, SetName{j.a, "n" + s}, SetComment{j.b, s})
	}
	branch := j.a.Copy() // with set-ups and annotations
	j.do(detach{j.s}, restore{branch, j.root, j.g}, SetComment{branch, "came in"}, Remove{branch.Last()}, restore{j.s, branch, branch.First()})
	j.do(restore{j.r.Copy(), j.root, nil})
	j.do(Reorder{j.g, 0}, Relink{j.b, j.d, 0}, Relink{j.c, j.g, -1})
	j.do(setMove{j.r, play(2), isMove, ""}, setMove{j.c, play(1), isRaw, "\x00"})
	j.do(SetEvals{j.a, nil}, SetMarks{j.a, nil}, SetLines{j.a, nil}, SetUsed{j.a, time.Hour}, SetBookmark{j.a, false}, SetNumber{j.a, 9})
	j.do(SetGlyphs{j.a, []Glyph{"?"}}, SetColor{j.a, ""}, SetComment{j.a, ""}, SetName{j.a, ""})
	j.do(SetInfo{j.doc, "key", ""})
	for _, s := range []string{"t", "ty", "typ", "type"} {
		for range 2 { // edits without effect write no record
			if err := j.tree.Amend("type", SetComment{j.g, s}); err != nil {
				t.Fatal(err)
			}
			j.follow()
		}
	}
	if j.tree.Do("refused", Insert{j.g, -1, NewNode(play(5))}, Remove{j.root}) == nil || len(j.records) > 0 {
		t.Errorf("a step that was refused is recorded: %q", j.records)
	}
	j.do(Insert{j.g, -1, NewSetup("8")})
	end := dump(j.doc)
	for j.tree.Undo() {
		j.follow()
	}
	for j.tree.Redo() {
		j.follow()
	}
	j.tree.Jump(3)
	j.follow()
	j.tree.Jump(j.tree.Steps())
	j.follow()
	if dump(j.twin) != end {
		t.Error("the twin ends elsewhere")
	}
	j.tree.Undo()
	j.do(SetComment{j.g, "another way"}) // clears the redo lists of both documents
	if len(j.changes) < 100 {
		t.Errorf("a watcher of the twin was told of %d changes", len(j.changes))
	}
	// The journal of the twin continues with the same numbers.
	var log [][]byte
	stop := j.twin.Journal(func(r []byte) { log = append(log, r) })
	if err := j.twin.Tree.Do("on", Insert{j.twin.Tree.Root(), -1, NewSetup("11")}); err != nil {
		t.Fatal(err)
	}
	if err := j.doc.Replay(log[0]); err != nil || dump(j.doc) != dump(j.twin) {
		t.Errorf("the twin's record %q: %v", log, err)
	}
	stop()
	j.twin.Tree.Undo()
	if len(log) != 1 {
		t.Errorf("a stopped journal has %q", log)
	}
}

// TestRecordsOfTheShortest checks records that end with an element of minimum length.
func TestRecordsOfTheShortest(t *testing.T) {
	none := rules.Move{}
	for name, a := range map[string]Annotation{
		"marks": {Marks: make([]Mark, 20)}, "lines": {Lines: make([]Line, 20)}, "glyphs": {Glyphs: make([]Glyph, 20)},
		"evaluations": {Evals: make([]Eval, 20)}, "unknown elements": {Foreign: make([]Foreign, 20)},
		"moves": {Evals: []Eval{{PV: []rules.Move{none, none, none, none}}}}, "used": {Used: 1}, "number": {Number: 1},
		"bookmark": {Bookmark: true}, "advice": {Advice: Advice{"x", none}}, "name": {Name: "n"}, "colour": {Color: "c"}, "comment": {Comment: "c"},
	} {
		t.Run(name, func(t *testing.T) {
			j := newJournalled(t)
			j.do(setAnnotation{j.a, a, allParts})
			n := NewNode(none)
			n.setAnnotation(a)
			j.do(restore{n, j.root, nil})
			j.do(setAnnotation{j.a, Annotation{}, allParts})
		})
	}
}

// TestRecordsAreSmall checks that a letter typed anywhere in a long text gives a short record.
func TestRecordsAreSmall(t *testing.T) {
	j := newJournalled(t)
	text := strings.Repeat("0123456789abcde\n", 10<<20/16)
	j.do(SetComment{j.a, text})
	if n := cap(j.tree.wire.ops); n > 1<<16 {
		t.Errorf("%d bytes are held after a large step", n)
	}
	for _, at := range []int{0, 1, len(text) / 2, len(text) - 1, len(text)} {
		for _, s := range []string{text[:at] + "xy" + text[at:], text[:at] + "x" + text[at:], text} {
			if err := j.tree.Do("type", SetComment{j.a, s}); err != nil {
				t.Fatal(err)
			}
			if len(j.records) > 1 || len(j.records) == 1 && len(j.records[0]) > 30 {
				t.Errorf("a letter at %d takes %d bytes", at, len(j.records[0]))
			}
			for _, r := range j.records {
				if err := j.twin.Replay(r); err != nil {
					t.Fatal(err)
				}
			}
			j.records = nil
			if err := Equal(j.doc, j.twin); err != nil {
				t.Fatal("the comments differ")
			}
		}
	}
	if cap(j.tree.wire.ops) == 0 {
		t.Error("the memory of small steps is not used again")
	}
}

// TestCommonEnds checks that prefix and suffix are exact to the byte and do not overlap.
func TestCommonEnds(t *testing.T) {
	long := strings.Repeat("0123456789", 20_000)
	for _, tt := range []struct {
		a, b       string
		head, tail int
	}{
		{"", "", 0, 0},
		{"", "x", 0, 0},
		{"x", "", 0, 0},
		{"same", "same", 4, 0},
		{"aa", "aaa", 2, 0},
		{"aaa", "aa", 2, 0},
		{"abc", "abXc", 2, 1},
		{"abXc", "abc", 2, 1},
		{"aXc", "aYc", 1, 1},
		{"Xbc", "Ybc", 0, 2},
		{"abab", "ab", 2, 0},
		{"tea", "pea", 0, 2},
		{long, long + "x", len(long), 0},
		{long, "x" + long, 0, len(long)},
		{"x" + long, long, 0, len(long)},
		{long + "a" + long, long + "b" + long, len(long), len(long)},
		{long + "a" + long[:77], long + "bb" + long[:77], len(long), 77},
		{long[3:] + "a" + long, long[3:] + long, len(long) - 3, len(long)},
	} {
		if head, tail := commonEnds(tt.a, tt.b); head != tt.head || tail != tt.tail {
			t.Errorf("%.9q and %.9q of %d and %d bytes keep %d and %d, want %d and %d", tt.a, tt.b, len(tt.a), len(tt.b), head, tail, tt.head, tt.tail)
		}
	}
}

// TestJournalKnowsTheHistory checks that a journal started later numbers the nodes in the undo
// history.
func TestJournalKnowsTheHistory(t *testing.T) {
	begin := func() *sample {
		x := newSample()
		n := NewNode(play(7))
		for _, edits := range [][]Edit{{Remove{x.b}}, {Insert{x.g, -1, n}}, {Remove{x.a}}, {SetComment{x.g, "g"}}} {
			if err := x.tree.Do("before", edits...); err != nil {
				t.Fatal(err)
			}
		}
		x.tree.Jump(3)
		return x
	}
	j := newJournalled(t)
	x := begin()
	y := begin()
	j.sample, j.twin = x, y.doc
	x.doc.Journal(func(record []byte) { j.records = append(j.records, record) })
	x.tree.Jump(1)
	j.follow()
	x.tree.Jump(4)
	j.follow()
	x.tree.Jump(0)
	j.follow()
	j.do(Relink{x.c, x.d, 0}, SetComment{x.e, "e"})
	for x.tree.Undo() {
	}
	j.follow()
}

// refusedOps are wrong records of an edit, by what is wrong.
var refusedOps = map[string][]byte{
	"nothing":                   {},
	"unknown edit":              {0},
	"remove the root":           {byte(opDetach), 1},
	"remove what is not there":  {byte(opDetach), 11},
	"remove number 0":           {byte(opDetach), 0},
	"remove twice":              {byte(opDetach), 2, byte(opDetach), 2},
	"remove inside what went":   {byte(opDetach), 2, byte(opDetach), 3},
	"a long form":               {byte(opDetach), 0x82, 0},
	"number of 33 bits":         {byte(opDetach), 0xff, 0xff, 0xff, 0xff, 0x1f},
	"restore what is there":     {byte(opRestore), 2, 1, 0},
	"restore the root":          {byte(opRestore), 1, 2, 0},
	"restore into itself":       {byte(opDetach), 2, byte(opRestore), 2, 3, 0},
	"restore before another's":  {byte(opDetach), 2, byte(opRestore), 2, 1, 9},
	"shift the root":            {byte(opShift), 1, 0},
	"shift before itself":       {byte(opShift), 2, 2},
	"shift before a child":      {byte(opShift), 2, 3},
	"relink into itself":        {byte(opRelink), 2, 3, 0},
	"relink to itself":          {byte(opRelink), 2, 2, 0},
	"relink before itself":      {byte(opRelink), 2, 1, 2},
	"relink the root":           {byte(opRelink), 1, 2, 0},
	"relink to nowhere":         {byte(opRelink), 2, 11, 0},
	"relink to what went":       {byte(opDetach), 2, byte(opRelink), 10, 3, 0},
	"relink what went":          {byte(opDetach), 2, byte(opRelink), 3, 10, 0},
	"relink before another's":   {byte(opRelink), 10, 2, 7},
	"restore to what went":      {byte(opDetach), 10, byte(opDetach), 2, byte(opRestore), 10, 3, 0},
	"shift what went":           {byte(opDetach), 2, byte(opShift), 3, 0},
	"text of what went":         {byte(opDetach), 2, byte(opSetText), 6, 1, '8'},
	"move of what went":         {byte(opDetach), 2, byte(opSetMove), 3, 0, 1, 2, 0, 0},
	"annotate what went":        {byte(opDetach), 2, byte(opAnnotate), 3, 0x80, 8, 1},
	"text of a move":            {byte(opSetText), 2, 1, '7'},
	"no text of a set-up":       {byte(opSetText), 6, 0},
	"move of a set-up":          {byte(opSetMove), 6, 0, 1, 2, 0, 0},
	"move that is a set-up":     {byte(opSetMove), 2, 2, 1, 2, 0, 1, '7'},
	"move with a text":          {byte(opSetMove), 2, 0, 1, 2, 0, 1, '7'},
	"no text of an unreadable":  {byte(opSetMove), 2, 3, 1, 2, 0, 0},
	"cell of 17 bits":           {byte(opSetMove), 2, 0, 1, 0x80, 0x80, 4, 0, 0},
	"unknown part":              {byte(opAnnotate), 2, 0x80, 0x20},
	"more comment than there":   {byte(opAnnotate), 2, 1, 1, 0, 0},
	"more end than there":       {byte(opAnnotate), 2, 1, 0, 1, 0},
	"bookmark 2":                {byte(opAnnotate), 2, 0x80, 8, 2},
	"more marks than bytes":     {byte(opAnnotate), 2, partMarks, 0xff, 0xff, 0xff, 0xff, 0xff, 1},
	"info without a key":        {byte(opInfo), 0, 1, 'v'},
	"third seat":                {byte(opSeat), 2, 0, 1, 'h', 0, 0, 0, 0},
	"branch with a root":        {byte(opGraft), 1, 0, 1, 0, 0},
	"branch with unknown flags": {byte(opGraft), 1, 0, 16, 1, 2, 0, 0},
	"branch that leads above":   {byte(opGraft), 1, 0, 0, 1, 2, 0, 1},
	"branch that does not end":  {byte(opGraft), 1, 0, flagParent, 1, 2, 0},
	"branch with empty says":    {byte(opGraft), 1, 0, flagAnnotated, 1, 2, 0, 0, 0},
	"branch at what went":       {byte(opDetach), 2, byte(opGraft), 3, 0, 0, 1, 2, 0, 0},
	"branch before another's":   {byte(opGraft), 2, 7, 0, 1, 2, 0, 0},
	"branch at nowhere":         {byte(opGraft), 99, 0, 0, 1, 2, 0, 0},
	"set-up without a text":     {byte(opGraft), 1, 0, byte(isSetup), 0, 0},
}

func TestReplayRefuses(t *testing.T) {
	j := newJournalled(t)
	branch := j.a.Copy()
	if err := j.tree.Do("all", Remove{j.b}, restore{branch, j.root, nil}, SetComment{branch, "x"},
		SetEvals{branch, []Eval{{Engine: "e", PV: []rules.Move{play(1)}}}}, SetInfo{j.doc, "k", "v"}); err != nil {
		t.Fatal(err)
	}
	whole := j.records[0]
	before, revision := dump(j.twin), j.twin.Tree.Revision()
	refuse := func(what string, record []byte) {
		t.Helper()
		j.changes = nil
		if j.twin.Replay(record) == nil {
			t.Errorf("%s: %q is taken", what, record)
		}
		if err := j.twin.Tree.Check(); err != nil || dump(j.twin) != before || j.twin.Tree.Revision() != revision || j.changes != nil {
			t.Fatalf("%s: %q changes the document: %v", what, record, err)
		}
	}
	taken := map[int]bool{} // a record cut after a complete edit is valid
	for i := range whole {
		d := newSample().doc
		if d.Replay(whole[:i]) == nil {
			taken[i] = true
			continue
		}
		refuse("cut short", whole[:i])
	}
	if len(taken) != 4 {
		t.Errorf("the record of 5 edits is taken at %d lengths too short", len(taken))
	}
	refuse("a byte more", append(slices.Clone(whole), 0))
	refuse("amended", append([]byte{recordAmend}, whole[1:]...))
	refuse("aside", append([]byte{recordEvaluate}, whole[1:]...))
	refuse("undo", []byte{recordUndo})
	refuse("redo", []byte{recordRedo})
	refuse("undo and more", []byte{recordUndo, 0})
	refuse("unknown record", []byte{77})
	for name, op := range refusedOps {
		refuse(name, slices.Concat([]byte{recordDo, 1, 'x'}, op))
	}
	// Rejected records must not use up numbers.
	if err := j.twin.Replay(whole); err != nil || dump(j.twin) != dump(j.doc) {
		t.Errorf("the whole record: %v", err)
	}
	j.records = nil
	j.do(SetComment{branch.First(), "numbered alike"})
}

func TestBuildersPanicWhileJournalled(t *testing.T) {
	j := newJournalled(t)
	for name, f := range map[string]func(){
		"Add":      func() { j.tree.Add(j.g, play(1)) },
		"Annotate": func() { j.tree.Annotate(j.g, Annotation{Comment: "x"}) },
		"SetStart": func() { _ = j.tree.SetStart("5") },
	} {
		before := dump(j.doc)
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s does not panic", name)
				}
			}()
			f()
		}()
		if dump(j.doc) != before || j.tree.Check() != nil {
			t.Errorf("%s changes the document", name)
		}
	}
}

// TestJournalOfABigBranch checks that a million nodes can be recorded as one branch and replayed.
func TestJournalOfABigBranch(t *testing.T) {
	a, b := NewDocument(newFake()), NewDocument(newFake())
	line(t, a.Tree, a.Tree.Root(), million(testing.Short()))
	big := a.Tree.Root().First()
	branch := big.Copy()
	var records [][]byte
	a.Journal(func(r []byte) { records = append(records, bytes.Clone(r)) })
	line(t, b.Tree, b.Tree.Root(), million(testing.Short()))
	for _, edits := range [][]Edit{
		{restore{branch, a.Tree.Root(), big}}, {Remove{big}}, {SetComment{branch.First(), "x"}},
	} {
		if err := a.Tree.Do("big", edits...); err != nil {
			t.Fatal(err)
		}
	}
	if perNode := len(records[0]) / million(testing.Short()); perNode > 5 || len(records[1])+len(records[2]) > 40 {
		t.Errorf("records of %d, %d, %d bytes", len(records[0]), len(records[1]), len(records[2]))
	}
	for _, r := range records {
		if err := b.Replay(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := Equal(a, b); err != nil {
		t.Error(err)
	}
	for range 3 {
		a.Tree.Undo()
	}
	for range 3 {
		if err := b.Replay([]byte{recordUndo}); err != nil {
			t.Fatal(err)
		}
	}
	if err := Equal(a, b); err != nil || fmt.Sprint(b.Tree.Check()) != "<nil>" {
		t.Error(err)
	}
}
