package worker

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/lua/api"
	"boardstudio/ai/lua/script"
	"boardstudio/ai/lua/stdlib"
	"boardstudio/model"
	"boardstudio/model/wire"
	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/text/msg"
)

// requests returns messages as the client sends them.
func requests() []request {
	spec := rules.Spec{Game: "line", Params: rules.Params{"cols": "3", "rows": "3", "k": "3"}}
	move := rules.Place(4)
	source := []byte("return { name = 'X', choose = function(pos, moves) print(1) return moves[1] end }")
	qs := []request{
		{kind: askLoad, load: Load{Name: "x.lua", Source: source, Game: spec}},
		{kind: askLoad, load: Load{Name: "x.lua", Source: source}},
		{kind: askLoad, load: Load{Name: "", Source: nil, Game: rules.Spec{Game: "chess"}}},
		{kind: askLoad, load: Load{Name: "x", Source: []byte("return {"), Values: map[string]string{"a": "1", "b": ""}, Seed: math.MaxUint64, Instructions: 1}},
		{kind: askLoad, load: Load{Name: "x", Source: []byte("while true do end"), Instructions: 1000}},
		{kind: askLoad, load: Load{Name: "é\xff\n", Source: bytes.Repeat([]byte("{"), 1000)}},
		{kind: askLoad, load: Load{Name: "x", Source: []byte("x = 1"), Game: spec, Values: map[string]string{"b": "c"}, Seed: 3, Instructions: 1000, Time: time.Second}},
		{kind: askOpen, load: Load{Source: []byte("os.exit(0)")}},
		{kind: askStart},
		{kind: askStart, start: "3x3 . . ."},
		{kind: askChoose},
		{kind: askChoose, moves: []rules.Move{move, rules.Pass, rules.Resign}, seed: 1},
		{kind: askChoose, limit: ai.Limit{Time: time.Hour, Depth: 9, Nodes: math.MaxUint64}},
		{kind: askChoose, start: "3x3 . . .", moves: []rules.Move{move}, limit: ai.Limit{Time: time.Hour, Depth: 9, Nodes: 8}, seed: 7, line: 6},
		{kind: askStep, start: "3x3 . . .", moves: []rules.Move{move}, limit: ai.Limit{Time: time.Hour, Depth: 9, Nodes: 8}, seed: 7, line: 6},
		{kind: askProfile, start: "3x3 . . .", moves: []rules.Move{move}, limit: ai.Limit{Time: time.Hour, Depth: 9, Nodes: 8}, seed: 7, line: 6},
		{kind: askNext, how: Out, line: 5, limit: ai.Limit{Time: time.Minute}},
		{kind: askStart, start: "3x3 . . .", limit: ai.Limit{Time: time.Minute}},
		{kind: askOpponent, moves: []rules.Move{move}, limit: ai.Limit{Time: time.Minute}},
		{kind: askOpponent, moves: []rules.Move{move}},
		{kind: askOpponent, moves: []rules.Move{{From: -32768, To: 32767, Aux: math.MinInt32}}},
		{kind: askFinish},
		{kind: askFinish, start: "3x3 . . .", moves: []rules.Move{move}, limit: ai.Limit{Time: time.Minute}, seat: 1, result: rules.Result{Over: true, Winners: 3, Reason: rules.Row, Final: []int{-1, 70000}}},
	}
	doc := model.NewDocument(line(spec))
	n := doc.Tree.Add(doc.Tree.Root(), move)
	doc.Tree.Annotate(n, model.Annotation{Comment: "é", Marks: []model.Mark{{Cell: 1, Kind: model.MarkCross}}})
	tree := wire.Snapshot(doc)
	commands := []byte(`return { name = "X", commands = { { name = "a", run = function(tree, here)
tree:comment(here, "x") tree:mark(here, "a1") tree:add(tree:root(), "a1") pcall(engine, "e", here:position(), 9) end } } }`)
	qs = append(qs,
		request{kind: askLoad, load: Load{Name: "x", Source: commands, Game: spec, Instructions: 1000}},
		request{kind: askTree, size: len(tree), part: tree},
		request{kind: askTree, size: len(tree), part: tree[:9]},
		request{kind: askTree, size: maxTree, part: []byte{1, 2}},
		request{kind: askCommand, command: "a", here: 1, limit: ai.Limit{Time: time.Minute}},
		request{kind: askReply, thought: thought{moves: []rules.Move{move, {From: -32768, To: 32767, Aux: math.MinInt32}}, score: -0.5, proved: true, plies: 3, margin: -2, depth: 4, nodes: 1 << 63}},
		request{kind: askReply, thought: thought{err: msg.Errorf("no %q", "e")}},
		request{kind: askMore},
	)
	for i := range qs {
		qs[i].id = uint64(i * i * i)
	}
	return qs
}

// line returns the rules of a game.
func line(spec rules.Spec) rules.Rules {
	r, err := all.Games.FromSpec(spec)
	if err != nil {
		panic(err)
	}
	return r
}

// someChanges are changes as a child sends them.
var someChanges = api.Changes{
	Added: []api.Added{{Parent: 0, Move: rules.Place(3)}, {Parent: 2, Move: rules.Pass}},
	Edited: []api.Edited{
		{Node: 0, Parts: api.Comment | api.Bookmark, Annotation: model.Annotation{Comment: "a\nb", Bookmark: true}},
		{Node: 1, Parts: api.AllParts, Annotation: model.Annotation{
			Comment: "é", Name: "n", Color: "#20a0ff", Marks: []model.Mark{{Cell: 2, Kind: model.MarkLabel, Text: "7"}},
			Lines: []model.Line{{From: 1, To: 2, Arrow: true}}, Glyphs: []model.Glyph{"!", "="},
		}},
		{Node: 3, Parts: api.Name | api.Color | api.Marks | api.Lines | api.Glyphs},
	},
}

// responses returns messages as a child sends them.
func responses() []response {
	inner := msg.Errorf("inner %q", "a b")
	rs := []response{
		{kind: tellHello, version: version, layers: Containment{Limits: true, Landlock: 7, Seccomp: true}},
		{kind: tellLoaded, about: &script.Description{}},
		{kind: tellLoaded, about: &script.Description{
			Name: "X", Games: []string{"line", "pente"}, Choose: true, Finish: true,
			Options: []rules.Param{
				{Name: "a", Title: "A", Kind: rules.Int, Min: -5, Max: 5, Default: "3"},
				{Name: "b", Kind: rules.Choice, Options: []rules.Option{{Name: "x", Title: "X"}, {Name: "y"}}},
			},
		}},
		{kind: tellDone, log: 12345},
		{kind: tellAnswer, answer: script.Answer{Move: rules.Place(4), Score: 1.5, Depth: 3, Nodes: 1 << 60}},
		{kind: tellAnswer, answer: script.Answer{Move: rules.Move{From: -7, To: 32000, Aux: -1}, Score: math.Inf(1)}},
		{kind: tellStop, stop: script.Stop{Line: 3, Depth: 1, Stack: []stdlib.Frame{{Function: "f", Line: 3}}, Locals: []script.Variable{{Name: "a", Value: "{1}"}}}},
		{kind: tellProfile, profile: []script.LineProfile{{Line: 1, Calls: 2, Time: time.Second}}},
		{kind: tellFault, fault: &script.Fault{Script: "x.lua", Line: 3, Why: errors.New("so")}},
		{kind: tellFault, fault: &script.Fault{Script: "x.lua", Why: msg.Errorf("%v at %d of %s", inner, 7, "x"), Budget: stdlib.MemoryBudget}},
		{kind: tellFault, fault: &script.Fault{Why: msg.Errorf("%999999d%v", 1, 2), Budget: stdlib.AnswerBudget, Stack: []stdlib.Frame{{Function: "f", Line: 1}, {Function: "?"}}}},
		{kind: tellFault, fault: &script.Fault{Why: msg.Errorf("%v", msg.Errorf("%v", msg.Errorf("%v", msg.Errorf("%v", msg.Errorf("deep"))))), Budget: stdlib.StackBudget}},
	}
	changes, err := encodeChanges(someChanges)
	if err != nil {
		panic(err)
	}
	rs = append(rs,
		response{kind: tellEngine, engine: "alphabeta:3", start: "3x3 . . .", nodes: 1000},
		response{kind: tellChanges, size: len(changes), part: changes},
		response{kind: tellChanges, size: maxChanges, part: changes[:5]},
		response{kind: tellLoaded, about: &script.Description{Name: "X", Commands: []script.Command{{Name: "a", Title: "A"}, {Name: "b"}}}},
	)
	for i := range rs {
		rs[i].id = uint64(i * i * i)
	}
	return rs
}

// seeds adds frames, and damaged copies of them.
func seeds(f *testing.F, frames [][]byte) {
	n := 0
	add := func(b []byte) { f.Add(b); n++ }
	for _, b := range frames {
		add(b)
		add(b[:len(b)/2])
		changed := bytes.Clone(b)
		changed[len(b)*2/3] ^= 0xff
		add(changed)
	}
	add(nil)
	add([]byte{0xff, 0xff, 0xff, 0xff})
	add([]byte{0, 0, 16, 0, 1})
	if n < 30 {
		f.Fatalf("%d seeds", n)
	}
}

// FuzzChild checks that the child's side ends in time and sends only complete frames if it receives
// arbitrary bytes.
func FuzzChild(f *testing.F) {
	var frames [][]byte
	for _, q := range requests() {
		b, err := q.encode(nil)
		if err != nil {
			f.Fatal(err)
		}
		frames = append(frames, b)
	}
	frames = append(frames, bytes.Join(frames, nil))
	seeds(f, frames)
	f.Fuzz(func(t *testing.T, in []byte) {
		for rest := bytes.NewReader(in); ; { // limit the time of programs
			b, err := readFrame(rest, nil)
			if err != nil {
				break
			}
			q, err := decodeRequest(b)
			if err == nil && q.load.Source != nil && (q.load.Instructions == 0 || q.load.Instructions > 1e6) {
				return
			}
			if err == nil && q.thought.err == nil { // an error becomes one printable line
				again, err := q.encode(nil)
				if err != nil || !bytes.Equal(again[4:], b) {
					t.Fatalf("%x is read and written as %x, %v", b, again, err)
				}
			}
		}
		var out bytes.Buffer
		s := &server{games: all.Games, in: bytes.NewReader(in), out: &out, logs: io.Discard}
		s.serve(Containment{})
		for {
			b, err := readFrame(&out, nil)
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if _, err := decodeResponse(b); err != nil {
				t.Fatalf("%x: %v", b, err)
			}
		}
	})
}

// FuzzParent checks that the client's side accepts only printable data within the limits, and that
// writing it gives the same bytes.
func FuzzParent(f *testing.F) {
	var frames [][]byte
	for _, r := range responses() {
		b, err := r.encode(nil)
		if err != nil {
			f.Fatal(err)
		}
		frames = append(frames, b)
	}
	frames = append(frames, bytes.Join(frames, nil))
	seeds(f, frames)
	f.Fuzz(func(t *testing.T, in []byte) {
		for rest := bytes.NewReader(in); ; {
			b, err := readFrame(rest, nil)
			if err != nil {
				return
			}
			r, err := decodeResponse(b)
			if err != nil {
				continue
			}
			if r.fault != nil {
				text := r.fault.Error()
				if len(text) > 1<<20 || strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }) {
					t.Fatalf("%d bytes: %.200q", len(text), text)
				}
			}
			if s := r.answer.Score; s != s || math.IsInf(s, 0) {
				t.Fatalf("score %v", s)
			}
			once, err := r.encode(nil)
			if err != nil {
				t.Fatal(err)
			}
			again, err := decodeResponse(once[4:])
			if err != nil {
				t.Fatalf("%x is written as %x: %v", b, once, err)
			}
			if twice, err := again.encode(nil); err != nil || !bytes.Equal(once, twice) {
				t.Fatalf("%x is written as %x, then as %x", b, once, twice)
			}
		}
	})
}

// FuzzChanges checks arbitrary bytes as the changes of a command. Writing accepted changes must
// give the same bytes. The tree must make or refuse their edits as a whole and stay consistent.
func FuzzChanges(f *testing.F) {
	b, err := encodeChanges(someChanges)
	if err != nil {
		f.Fatal(err)
	}
	for n := range b {
		changed := bytes.Clone(b)
		changed[n] ^= 0x15
		f.Add(changed)
	}
	f.Add(b)
	f.Add([]byte{0, 0})
	f.Fuzz(func(t *testing.T, in []byte) {
		x, err := decodeChanges(in)
		if err != nil {
			return
		}
		if again, err := encodeChanges(x); err != nil || !bytes.Equal(again, in) {
			t.Fatalf("%x is read and written as %x, %v", in, again, err)
		}
		d := model.NewDocument(line(rules.Spec{Game: "line", Params: rules.Params{"cols": "3", "rows": "3", "k": "3"}}))
		d.Tree.Add(d.Tree.Root(), rules.Place(4))
		before := wire.Snapshot(d)
		edits, err := x.Edits(slices.Collect(d.Tree.All()))
		if err == nil {
			err = d.Tree.Do("command", edits...)
		}
		if wrong := d.Tree.Check(); wrong != nil {
			t.Fatal(wrong)
		}
		if err == nil {
			for d.Tree.Undo() {
			}
		}
		if !bytes.Equal(wire.Snapshot(d), before) {
			t.Fatalf("%x leaves something behind (%v)", in, err)
		}
	})
}

// TestChangesRefused checks that changes that the child never makes are refused.
func TestChangesRefused(t *testing.T) {
	long := strings.Repeat("x", api.MaxText+1)
	for _, x := range []api.Changes{
		{Edited: []api.Edited{{Node: 0, Parts: api.Comment, Annotation: model.Annotation{Comment: long}}}},
		{Edited: []api.Edited{{Node: 0, Parts: api.Name, Annotation: model.Annotation{Name: long[:api.MaxName+1]}}}},
		{Edited: make([]api.Edited, api.MaxChanges+1)},
		{Edited: []api.Edited{{Node: 0, Parts: 0}}},
		{Edited: []api.Edited{{Node: -1, Parts: api.Bookmark}}},
	} {
		if _, err := encodeChanges(x); err == nil {
			t.Errorf("%.200v is sent", x)
		}
	}
	for _, text := range []string{"\x1b[31m", "\xff", "a\rb", "\x00"} {
		b, err := encodeChanges(api.Changes{Edited: []api.Edited{{Node: 0, Parts: api.Comment, Annotation: model.Annotation{Comment: text}}}})
		if err != nil {
			t.Fatal(err)
		}
		if x, err := decodeChanges(b); err == nil {
			t.Errorf("the comment %q is taken as %q", text, x.Edited[0].Comment)
		}
	}
	d := model.NewDocument(line(rules.Spec{Game: "line", Params: rules.Params{"cols": "3", "rows": "3", "k": "3"}}))
	for _, x := range []api.Changes{
		{Added: []api.Added{{Parent: 1, Move: rules.Place(0)}}},
		{Added: []api.Added{{Parent: -1, Move: rules.Place(0)}}},
		{Edited: []api.Edited{{Node: 1, Parts: api.Name}}},
		{Edited: []api.Edited{{Node: 0, Parts: api.Name}, {Node: 0, Parts: api.Color}}},
		{Edited: []api.Edited{{Node: 0, Parts: 0x80}}},
	} {
		if edits, err := x.Edits(slices.Collect(d.Tree.All())); err == nil || edits != nil {
			t.Errorf("%v fits the tree", x)
		}
	}
	for _, x := range []api.Changes{
		{Added: []api.Added{{Parent: 0, Move: rules.Place(99)}}},
		{Added: []api.Added{{Parent: 0, Move: rules.Place(0)}, {Parent: 0, Move: rules.Place(0)}}},
		{Edited: []api.Edited{{Node: 0, Parts: api.Name, Annotation: model.Annotation{Name: "x"}}, {Node: 1, Parts: api.Name}}},
		{Edited: []api.Edited{{Node: 0, Parts: api.Marks, Annotation: model.Annotation{Marks: []model.Mark{{Cell: 99, Kind: model.MarkCross}}}}}},
	} {
		edits, err := x.Edits(slices.Collect(d.Tree.All()))
		if err == nil {
			err = d.Tree.Do("command", edits...)
		}
		if err == nil || d.Tree.Len() != 1 || d.Tree.Root().Name() != "" {
			t.Errorf("%v is done: %v", x, err)
		}
	}
}

// TestFrames checks that messages arrive unchanged.
func TestFrames(t *testing.T) {
	for _, q := range requests() {
		b, err := q.encode(nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := decodeRequest(b[4:])
		if err != nil {
			t.Fatalf("%+v: %v", q, err)
		}
		if q.thought.err != nil && got.thought.err != nil && got.thought.err.Error() == q.thought.err.Error() {
			got.thought.err = q.thought.err
		}
		if again, err := got.encode(nil); err != nil || !bytes.Equal(again, b) || fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", q) {
			t.Errorf("%+v arrives as %+v", q, got)
		}
	}
	for _, r := range responses() {
		b, err := r.encode(nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := decodeResponse(b[4:])
		if err != nil {
			t.Fatalf("%+v: %v", r, err)
		}
		if r.fault != nil && brief(got.fault.Error()) != brief(r.fault.Error()) {
			t.Errorf("%v arrives as %v", r.fault, got.fault)
		}
		if r.about != nil && fmt.Sprintf("%+v", *got.about) != fmt.Sprintf("%+v", *r.about) {
			t.Errorf("%+v arrives as %+v", *r.about, *got.about)
		}
		if r.fault != nil && (got.fault.Script != r.fault.Script || got.fault.Line != r.fault.Line || got.fault.Budget != r.fault.Budget || fmt.Sprint(got.fault.Stack) != fmt.Sprint(r.fault.Stack)) {
			t.Errorf("%+v arrives as %+v", r.fault, got.fault)
		}
		r.about, r.fault, got.about, got.fault = nil, nil, nil, nil
		if math.IsInf(r.answer.Score, 0) {
			r.answer.Score = 0
		}
		if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", r) {
			t.Errorf("%+v arrives as %+v", r, got)
		}
	}
	q := request{kind: askLoad, load: Load{Source: make([]byte, MaxFrame)}}
	if _, err := q.encode(nil); err == nil {
		t.Error("a frame that is too long is sent")
	}
	for _, b := range [][]byte{{0, 0, 0, 0}, {1, 0, 16, 0, 1}, {0xff, 0xff, 0xff, 0xff}} {
		if got, err := readFrame(bytes.NewReader(b), nil); err == nil || cap(got) > 0 {
			t.Errorf("%x is a frame, or was given memory: %v", b, err)
		}
	}
}
