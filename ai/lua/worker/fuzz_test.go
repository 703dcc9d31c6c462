package worker

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/lua/script"
	"boardstudio/ai/lua/stdlib"
	"boardstudio/msg"
	"boardstudio/rules"
)

// requests are messages as the studio sends them.
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
	for i := range qs {
		qs[i].id = uint64(i * i * i)
	}
	return qs
}

// responses are messages as a child sends them.
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
	for i := range rs {
		rs[i].id = uint64(i * i * i)
	}
	return rs
}

// seeds adds frames, and what is left of them after some bytes have changed.
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

// FuzzChild gives the child's side any bytes: it ends in time, and sends whole frames only.
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
		for rest := bytes.NewReader(in); ; { // what runs shall not run for long
			b, err := readFrame(rest, nil)
			if err != nil {
				break
			}
			q, err := decodeRequest(b)
			if err == nil && q.load.Source != nil && (q.load.Instructions == 0 || q.load.Instructions > 1e6) {
				return
			}
			if err == nil {
				again, err := q.encode(nil)
				if err != nil || !bytes.Equal(again[4:], b) {
					t.Fatalf("%x is read and written as %x, %v", b, again, err)
				}
			}
		}
		var out bytes.Buffer
		s := &server{in: bytes.NewReader(in), out: &out, logs: io.Discard}
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

// FuzzParent gives the studio's side any bytes: what it takes from them is printable, within
// bounds, and written as it was read.
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

// What is sent is what arrives.
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
