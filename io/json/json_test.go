package json

import (
	"bytes"
	"context"
	stdjson "encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"boardstudio/io/codec"
	"boardstudio/io/codectest"
	"boardstudio/io/xml"
	"boardstudio/model"
	"boardstudio/rules"
)

const small = `{
"format": "boardstudio",
"version": 1,
"game": {"name":"line","params":{"rows":"15","cols":"15","k":"5"}},
"info": [{"key":"event","value":"Club"}],
"future": [1, 2],
"root": {"comment":"before"},
"lines": [
{"moves": ["h8", {"move":"i9","comment":"a","mood":"calm","evals":[{"engine":"x","score":-1.5,"pv":["a1","b2"]}]}, "j8"]},
{"line": 0, "after": 1, "moves": ["h9", {"raw":"zz"}]},
{"line": 1, "after": 1, "moves": [{"setup":""}]}
]
}
`

func read(t testing.TB, data string) *model.Document {
	t.Helper()
	return codectest.Decode(t, &Format, []byte(data), codectest.Options("a.json"))
}

// documents returns documents that together use all features.
func documents(t testing.TB) map[string]*model.Document {
	t.Helper()
	files, err := filepath.Glob("../xml/testdata/*.studio")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	more, err := filepath.Glob("../../samples/*.studio")
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]*model.Document{}
	for _, name := range append(files, more...) {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		list[name] = codectest.Decode(t, &xml.Format, data, codectest.Options(name))
	}
	list["hand-made"] = everything(t)
	return list
}

// everything returns a document with features that no test file uses.
func everything(t testing.TB) *model.Document {
	t.Helper()
	r, err := codectest.Options("").Games.FromSpec(*codectest.Spec(t, "othello"))
	if err != nil {
		t.Fatal(err)
	}
	d := model.NewDocument(r)
	d.Players[1] = model.Player{Name: "B\xff", Kind: "computer", Level: 3, Symbol: "nought", Color: "#20a0ff", Score: 2}
	d.Info["k\x00"], d.Info["title"] = "v\ufffe", "<&>\u2028\""
	d.Foreign = []model.Foreign{codec.NewForeign("x", "a", "1"), {XML: "<y/>"}}
	m, _ := r.ParseMove("f5")
	n := d.Tree.Add(d.Tree.Root(), m)
	d.Tree.Annotate(n, model.Annotation{
		Comment: "c\n\x01", Name: "n", Color: "#aabbcc", Used: 62*time.Second + 5, Number: 7, Bookmark: true, Advice: model.Advice{By: "x", Move: m},
		Glyphs: []model.Glyph{model.GlyphGood, model.Better(1, 3)}, Marks: []model.Mark{{Cell: 3, Kind: model.MarkLabel, Text: "é"}}, Lines: []model.Line{{From: 1, To: 2, Arrow: true}},
		Evals:   []model.Eval{{Engine: "e", Version: "2", Score: math.Inf(-1), Plies: 3, AtMost: true, Margin: -7, Depth: 4, Nodes: math.MaxUint64, PV: []rules.Move{m, rules.Pass}, Shares: []float64{0.25, 1}}},
		Foreign: []model.Foreign{codec.NewForeign("x", "b", "", "\xff"), codec.NewForeign(name, "mood", `"calm"`)},
	})
	d.Tree.AddRaw(d.Tree.Root(), "z\xff z")
	d.Tree.Add(d.Tree.AddSetup(n, ""), rules.Resign)
	return d
}

func TestReturns(t *testing.T) {
	for name, d := range documents(t) {
		data := codectest.Encode(t, &Format, d)
		back := codectest.Decode(t, &Format, data, codectest.Options("a.json"))
		if err := model.Equal(d, back); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if again := codectest.Encode(t, &Format, back); !bytes.Equal(data, again) {
			t.Errorf("%s has other bytes when it is written again", name)
		}
		if !Format.Sniff(data) {
			t.Errorf("%s is not recognised", name)
		}
	}
	d := read(t, small)
	if d.Tree.Len() != 7 || d.Info["event"] != "Club" || d.Tree.Root().Comment() != "before" || len(d.Foreign) != 1 {
		t.Errorf("%d nodes, %v, %v", d.Tree.Len(), d.Info, d.Foreign)
	}
	text := string(codectest.Encode(t, &Format, d))
	for _, want := range []string{`"future": [1,2]`, `"mood":"calm"`, `{"line":0,"after":1, "moves": ["h9",{"raw":"zz"}]}`} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is not in\n%s", want, text)
		}
	}
	codectest.Same(t, &Format, d)
}

// TestSchema checks that written files are valid according to the schema, and that the schema
// rejects invalid ones.
func TestSchema(t *testing.T) {
	if exec.Command("python3", "-c", "import jsonschema").Run() != nil {
		t.Skip("python3-jsonschema is not installed")
	}
	dir := t.TempDir()
	var names []string
	put := func(name string, data []byte) {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		names = append(names, path)
	}
	for name, d := range documents(t) {
		put("good-"+filepath.Base(name), codectest.Encode(t, &Format, d))
	}
	put("good-small", []byte(small))
	for i, change := range [][2]string{
		{`"version": 1`, `"version": 2`},
		{`"name":"line"`, `"nam":"line"`},
		{`"moves": ["h8"`, `"moves": [7`},
		{`"after": 1`, `"after": -1`},
		{`"score":-1.5`, `"score":"x"`},
		{`{"raw":"zz"}`, `{"raw":"zz","move":"a1"}`},
		{`{"raw":"zz"}`, `{"comment":"zz"}`},
	} {
		text := strings.Replace(small, change[0], change[1], 1)
		if text == small {
			t.Fatalf("change %d changes nothing", i)
		}
		put("bad-"+string(rune('a'+i)), []byte(text))
	}
	const script = "import json,sys,os,jsonschema\ns=json.load(open(sys.argv[1]))\njsonschema.Draft202012Validator.check_schema(s)\nv=jsonschema.Draft202012Validator(s)\n" +
		"for n in sys.argv[2:]:\n e=next(v.iter_errors(json.load(open(n))),None)\n if (e is None)!=os.path.basename(n).startswith('good-'): print(n,e)\n"
	out, err := exec.Command("python3", append([]string{"-c", script, "studio.schema.json"}, names...)...).CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestErrors(t *testing.T) {
	for _, tt := range []struct{ from, to, want string }{
		{small, "", "a.json:1: the file ends within the document"},
		{small, "[]", `a.json:1: expected "{", found "["`},
		{`"boardstudio"`, `"x"`, `: the format must be "boardstudio", not "x"`},
		{`"version": 1`, `"version": 2`, ": the version is 2, only 1 can be read"},
		{`"name":"line"`, `"name":"go"`, `: unknown game "go"`},
		{`"line": 0, "after": 1`, `"line": 5, "after": 1`, "a.json:10: line 2 branches off where no earlier line has a move"},
		{`"after": 1`, `"after": 3`, "a.json:10: line 2 branches off where no earlier line has a move"},
		{`{"raw":"zz"}`, `{}`, "a.json:10: a node is one of"},
		{`"comment":"a"`, `"comment":7`, "a.json:9: the data of a node is wrong"},
		{`"pv":["a1"`, `"pv":["?"`, `a.json:9: "?" in an evaluation is not a move`},
		{`"j8"]`, `"j8"`, "a.json:9: "},
		{"]\n}\n", "]\n} x", "a.json:13: "},
		{`"root"`, `"game": {}, "root"`, `"game" occurs twice`},
		{"Club", "Cl\xffub", "a.json: the text is not UTF-8"},
	} {
		text := strings.Replace(small, tt.from, tt.to, 1)
		d, err := Decode(context.Background(), []byte(text), codectest.Options("a.json"))
		if d != nil || err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %s", tt.to, err, tt.want)
		}
	}
	d := read(t, strings.Replace(small, `"j8"`, `"h8"`, 1))
	if len(d.Warnings) == 0 || !strings.HasPrefix(d.Warnings[0].Error(), "a.json:9: move 3 (h8): ") {
		t.Errorf("%v", d.Warnings)
	}
}

func TestDeep(t *testing.T) {
	r, err := codectest.Options("").Games.FromSpec(*codectest.Spec(t, "gomoku"))
	if err != nil {
		t.Fatal(err)
	}
	d := model.NewDocument(r)
	n := d.Tree.Root()
	for i := range 30_000 { // nested variations
		d.Tree.Add(n, rules.Place(rules.Cell(i%7)))
		n = d.Tree.Add(n, rules.Place(rules.Cell(20+i%7)))
	}
	back := codectest.Decode(t, &Format, codectest.Encode(t, &Format, d), codectest.Options("a"))
	if err := model.Equal(d, back); err != nil {
		t.Error(err)
	}
}

func TestCut(t *testing.T) {
	for _, s := range seeds(t) {
		codectest.Cut(t, &Format, s, codectest.Options("a"))
	}
}

func TestHeavy(t *testing.T) {
	if testing.Short() {
		t.Skip("heavy")
	}
	const head = `{"format":"boardstudio","version":1,"game":{"name":"line"},`
	var list []codectest.Repeated
	for _, x := range [][2]string{{"", "["}, {"", "{"}, {"", `"a",`}, {head, `"a":1,`}, {head + `"lines":[`, `{"moves":["a1"]},`}, {head + `"lines":[{"moves":[`, `"a1",`}, {head + `"lines":[{"moves":[`, "{"}, {head + `"lines":[{"moves":[`, `{"raw":""},`}, {head + `"lines":[{"moves":["a1",`, "["}, {head + `"kept":[`, `"",`}, {"", "\x00"}, {"", "\xff"}, {"", "\n"}} {
		list = append(list, codectest.Repeated{Before: x[0], Text: x[1]})
	}
	codectest.Heavy(t, &Format, codectest.Options("a"), list...)
}

// seeds returns documents and invalid texts.
func seeds(t testing.TB) [][]byte {
	const head = `{"format":"boardstudio","version":1,"game":{"name":"line"},`
	list := [][]byte{[]byte(small), codectest.Encode(t, &Format, everything(t))}
	for _, s := range []string{
		"{}", "[]", head + `"lines":[]}`, head + `"lines":[{"moves":["a1","b2"]},{"line":0,"after":0,"moves":[{"move":"c3","glyphs":["!"]}]}]}`, head + `"start":"x"}`, head + `"players":[{"name":"a"},{"level":9}]}`,
		head + `"kept":["<a/>","x"],"b":{},"a":1}`, head + `"root":{"time":1.5,"number":3}}`, head + `"root":{"marks":[{"cell":"a1","kind":"label","text":"x"}],"lines":[{"from":"a1","to":"b2"}]}}`,
		head + `"root":null,"info":null,"lines":[]}`, head + `"lines":[{"moves":["\u0061\u0031",{"move":{"base64":"YTE="}}]}]}`, head + `"lines":[{"moves":[],}]}`, head + `"lines":[{"moves":["a1",]}]}`, head + `"lines":[{"moves":["a1" "b2"]}]}`,
		head + `"lines":[{"moves":[7,true,null]}]}`, head + `"lines":[{"moves":[{"move":"a1","move":"b2","x":1,"x":2}]}]}`, head + `"lines":[{"moves":["a\n1","\ud800"]}]} `, head + `"x":[[[[{"a":"]}"}]]]]}`, head + `"lines":[{"moves":["a1"]}],"y":-1.5e3}`,
		head + `"root":{"evals":[{"score":"+Inf","pv":["a1"]}],"advice":{"by":"x","move":"a1"}}}`, "\ufeff" + head + `"lines":[{"after":0,"line":0,"moves":[]}]}`, head + `"lines":[{"line":01,"moves":[]}]}`, head + `"lines":[{"moves":["a1"],"line":0}]}`, head + `"a":tru}`,
		head + `"a":"\x"}`, head + "\"a\":\"\t\"}", head + `"a\u0062":1,"ab":2}`, head + `"a":1}}`, head + `"lines":[{"moves":["a1"]},{"line":0,"after":1,"moves":["b2"]}]}`, head + `"root":{"kept":["<kept/>",""],"new":{"b":1}}}`, strings.Repeat("[", 99), `{"format":`,
		head + `"root":{"name":"\u00e9","comment":"a\\\"b","color":"#aabbcc","bookmark":true}}`,
	} {
		list = append(list, []byte(s), []byte(s[:len(s)/2]))
	}
	return list
}

// FuzzDecode checks that files accepted by Decode are valid JSON, and that files rejected as
// invalid JSON are invalid.
func FuzzDecode(f *testing.F) {
	for _, s := range seeds(f) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := Decode(context.Background(), data, codectest.Options("a"))
		valid := stdjson.Valid(bytes.TrimPrefix(data, []byte("\ufeff")))
		if err != nil {
			for _, none := range []string{"this is not a document as JSON", "the file ends within", "text after the document"} {
				if valid && strings.Contains(err.Error(), none) {
					t.Error(err)
				}
			}
			return
		}
		if !valid {
			t.Error("this is not JSON")
		}
		first := codectest.Encode(t, &Format, d)
		back := codectest.Decode(t, &Format, first, codectest.Options("b"))
		if again := codectest.Encode(t, &Format, back); !bytes.Equal(first, again) {
			t.Errorf("written first\n%s\nthen\n%s", first, again)
		}
		codectest.Encode(t, &xml.Format, d)
	})
}

// large returns a document with n moves, with variations, and with a comment on every tenth move.
func large(t testing.TB, n int) *model.Document {
	r, err := codectest.Options("").Games.FromSpec(*codectest.Spec(t, "renju"))
	if err != nil {
		t.Fatal(err)
	}
	d := model.NewDocument(r)
	for d.Tree.Len() < n {
		at := d.Tree.Root()
		for i := range 60 {
			if at = d.Tree.Add(at, rules.Place(rules.Cell((112+i*7)%225))); d.Tree.Len()%10 == 0 {
				d.Tree.Annotate(at, model.Annotation{Comment: "Black's shape is thin, but the row in the north holds."})
			}
		}
	}
	return d
}

func BenchmarkDecode(b *testing.B) {
	data := codectest.Encode(b, &Format, large(b, 1_000_000))
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		o := codectest.Options("a")
		o.Later = &codec.DelayedCheck{}
		codectest.Decode(b, &Format, data, o)
	}
}
