package xml

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"boardstudio/model"
	"boardstudio/rules"
)

// annotated is a document with all features added in version 2.1.
const annotated = `<?xml version="1.0" encoding="UTF-8"?>
<studio xmlns="urn:boardstudio:document:2" version="2.1">
  <game name="line"><param name="rows" value="3"/><param name="cols" value="3"/><param name="k" value="3"/></game>
  <tree>
<name value="The start"/> b2 <name value="Main &lt;line>"/> <bookmark/> <color value="#20a0ff"/> <number value="1"/> <comment>Here.</comment>
<glyph value="!"/> <glyph value="A++"/> <mark kind="circle" cell="b2"/> <line from="b2" to="c3" arrow="true"/> <line from="a1" to="a3"/>
a1 <glyph value="="/> <var>c1 <glyph value="~"/> <name value64="AAE="/></var> c3 <glyph value="B+++"/> <number value="999999"/>
</tree>
</studio>
`

func TestAnnotations(t *testing.T) {
	d, err := parse(annotated)
	if err != nil || len(d.Warnings) > 0 {
		t.Fatal(err, d.Warnings)
	}
	root := d.Tree.Root()
	b2 := root.First()
	a1 := b2.First()
	if root.Name() != "The start" || b2.Name() != "Main <line>" || !b2.Bookmarked() || b2.Color() != "#20a0ff" || b2.Number() != 1 || b2.Comment() != "Here." {
		t.Errorf("%q: %q, %v, %q, %d, %q", root.Name(), b2.Name(), b2.Bookmarked(), b2.Color(), b2.Number(), b2.Comment())
	}
	if got, want := b2.Lines(), []model.Line{{From: 4, To: 8, Arrow: true}, {From: 0, To: 6}}; !reflect.DeepEqual(got, want) {
		t.Errorf("lines %v, want %v", got, want)
	}
	if got, want := b2.Glyphs(), []model.Glyph{"!", "A++"}; !reflect.DeepEqual(got, want) {
		t.Errorf("glyphs %v, want %v", got, want)
	}
	if c1 := a1.Next(); a1.Glyphs()[0] != "=" || c1.Glyphs()[0] != "~" || c1.Name() != "\x00\x01" || a1.First().Number() != model.MaxNumber {
		t.Errorf("%v, %v, %q, %d", a1.Glyphs(), c1.Glyphs(), c1.Name(), a1.First().Number())
	}
	same(t, d)
}

// TestVersionWritten checks that a document is written in the lowest version that supports it. A
// newer version number of the original file must be preserved.
func TestVersionWritten(t *testing.T) {
	for _, tt := range []struct {
		name string
		a    model.Annotation
		want string
	}{
		{"nothing", model.Annotation{}, "2.0"},
		{"what 2.0 knows", model.Annotation{Comment: "c", Glyphs: []model.Glyph{"!"}, Marks: []model.Mark{{Kind: model.MarkCircle}}}, "2.0"},
		{"a name", model.Annotation{Name: "n"}, "2.1"},
		{"a bookmark", model.Annotation{Bookmark: true}, "2.1"},
		{"advice", model.Annotation{Name: "n", Advice: model.Advice{By: "defensive", Move: rules.Place(1)}}, "2.2"},
		{"an evaluation as 2.0 knows it", model.Annotation{Evals: []model.Eval{{Engine: "e", Score: 0.5, Proved: true, Plies: 3}}}, "2.0"},
		{"a margin", model.Annotation{Evals: []model.Eval{{}, {Score: 1, Proved: true, Margin: 12}}}, "2.3"},
		{"a bound", model.Annotation{Evals: []model.Eval{{Score: 1, Proved: true, Plies: 9, AtMost: true}}}, "2.3"},
		{"shares", model.Annotation{Evals: []model.Eval{{Shares: []float64{0.5, 0.5}}}}, "2.3"},
		{"an engine's version", model.Annotation{Name: "n", Evals: []model.Eval{{Engine: "e", Version: "2"}}}, "2.3"},
		{"a colour", model.Annotation{Color: "#000000"}, "2.1"},
		{"a number", model.Annotation{Number: 1}, "2.1"},
		{"a line", model.Annotation{Lines: []model.Line{{From: 0, To: 1}}}, "2.1"},
		{"a judgement of a position", model.Annotation{Glyphs: []model.Glyph{"!", "="}}, "2.1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := model.NewDocument(build(t, "othello", nil))
			d.Tree.Annotate(d.Tree.Add(d.Tree.Root(), rules.Place(19)), tt.a)
			data := save(t, d)
			if !bytes.Contains(data, []byte(` version="`+tt.want+`">`)) {
				t.Errorf("%s is not written in %s:\n%s", tt.name, tt.want, data)
			}
			same(t, d)
			newer := load(t, bytes.Replace(data, []byte(`version="`+tt.want), []byte(`version="2.6`), 1))
			if again := save(t, newer); !bytes.Contains(again, []byte(` version="2.6">`)) || len(newer.Warnings) == 0 {
				t.Errorf("%s of version 2.6 is written as\n%s", tt.name, again)
			}
		})
	}
	for _, v := range []string{"2.0", "2.1", "2.2", "2.3"} {
		d, err := parse(strings.Replace(page("b2"), `version="2.0"`, `version="`+v+`"`, 1))
		if err != nil || len(d.Warnings) > 0 {
			t.Errorf("version %s: %v, %v", v, err, d.Warnings)
		}
	}
}

// TestScoresWritten checks that match scores of players require version 2.3 and are preserved.
func TestScoresWritten(t *testing.T) {
	d := model.NewDocument(build(t, "othello", nil))
	d.Players[1].Score = 3
	data := save(t, d)
	if !bytes.Contains(data, []byte(` version="2.3">`)) || !bytes.Contains(data, []byte(` score="3"/>`)) {
		t.Errorf("written as\n%s", data)
	}
	same(t, d)
}

// TestHostileAnnotations checks that invalid and contradictory annotations are stored as unknown
// content, with warnings.
func TestHostileAnnotations(t *testing.T) {
	for _, text := range []string{
		`<color value="red"/>`, `<color value="#12345"/>`, `<color value="#1234567"/>`, `<color/>`, `<color value=""/>`, `<color value="#12345g"/>`,
		`<number value="0"/>`, `<number value="-1"/>`, `<number value="1000000"/>`, `<number value="99999999999999999999"/>`, `<number value="x"/>`, `<number/>`,
		`<line from="a1" to="z9"/>`, `<line from="a1"/>`, `<line to="a1"/>`, `<line/>`, `<line from="a1" to="a1"/>`, `<line from="a1" to="c3" arrow="both"/>`,
		`<line from="" to="" arrow=""/>`, `<name/>`, `<name value=""/>`, `<name value64="%"/>`, `<name value64=""/>`,
		`<glyph value="A++++"/>`, `<glyph value="C+"/>`, `<glyph value="+"/>`, `<glyph value="a+"/>`, `<glyph value="=="/>`, `<glyph value="A"/>`, `<glyph/>`,
	} {
		t.Run(text, func(t *testing.T) {
			d, err := parse(page("b2 " + text))
			if err != nil || len(d.Warnings) != 1 || !strings.Contains(d.Warnings[0].Error(), "has unknown content: it is kept") {
				t.Errorf("%v, %v", err, d)
				return
			}
			n := d.Tree.Root().First()
			if n.Name() != "" || n.Color() != "" || n.Number() != 0 || len(n.Lines())+len(n.Glyphs()) > 0 || len(n.Foreign()) != 1 || n.Foreign()[0].XML != text {
				t.Errorf("%s is kept as %v", text, n.Foreign())
			}
			if data := save(t, d); !bytes.Contains(data, []byte("b2 "+text)) || !bytes.Contains(data, []byte(`version="2.0"`)) {
				t.Errorf("%s is written as\n%s", text, data)
			}
			same(t, d)
		})
	}
	for _, text := range []string{
		`<name value="n"/><name value="m"/>`, `<color value="#000000"/><color value="#000001"/>`, `<number value="1"/><number value="2"/>`,
	} {
		d, err := parse(page("b2 " + text))
		if err != nil || len(d.Warnings) != 1 || len(d.Tree.Root().First().Foreign()) != 1 {
			t.Errorf("%s: %v, %v", text, err, d)
			continue
		}
		same(t, d)
	}
	d, err := parse(page(`b2 <name value="n"/><name value="n"/><bookmark/><bookmark/><color value="#abcdef"/><color value="#abcdef"/><number value="3"/><number value="3"/>`))
	if err != nil || len(d.Warnings) > 0 || len(d.Tree.Root().First().Foreign()) > 0 {
		t.Errorf("what is said twice: %v, %v", err, d)
	}
}

// TestLineOffBoard checks that a line with a cell off the board is not written. Edits cannot create
// such lines.
func TestLineOffBoard(t *testing.T) {
	d := model.NewDocument(build(t, "othello", nil))
	for _, l := range []model.Line{{From: -1, To: 1}, {From: 0, To: 64}} {
		d.Tree.Annotate(d.Tree.Root(), model.Annotation{Lines: []model.Line{l}})
		if err := Encode(t.Context(), &bytes.Buffer{}, d, nil); err == nil || !strings.Contains(err.Error(), "does not join two cells") {
			t.Errorf("%v: %v", l, err)
		}
	}
}
