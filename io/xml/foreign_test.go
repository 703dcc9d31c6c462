package xml

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"boardstudio/model"
	"boardstudio/rules"
)

// newerFile is a file as version 2.7 of the format and another program might write it.
const newerFile = `<?xml version="1.0" encoding="UTF-8"?>
<studio xmlns="urn:boardstudio:document:2" xmlns:x="urn:x" version="2.7" mood="calm" x:id="7">
  <future>first</future>
  <info topic="t">
    <item key="event" lang="en">Club <b>evening</b></item>
    <x:index from="1"/>
  </info>
  <game name="line" edition="2">
    <param name="k" value="3" unit="cells"/>
    <clock minutes="5"/>
  </game>
  <players>
    <player seat="2" name="Bo" elo="1900"><photo href="bo.png"/><x:club/></player>
    <player seat="1" x:elo="2000"/>
    <umpire name="Cy"/>
  </players>
  <x:future xmlns:y="urn:y"><y:a/>text &amp; <![CDATA[more]]></x:future>
  <start clock="on">A.B/.A./... B</start>
  <tree mood="wild">
    <board3d tilt="30"/>
    c1 <x:emotion>joy</x:emotion> <comment lang="fr" x:by="Ada">Bon</comment><time seconds="3"/>
    <mark kind="circle" cell="b2" width="2"/><mark kind="star" cell="b2" size="3"/><glyph value="⩲"/>
    <var name="main idea" x:n="1">c2 <future n="1"/><future n="2"/></var>
    a3 <setup by="hand">.../.../... A</setup> <eval score="1" tool="x"/> <raw page="3">??</raw>
    b2 <comment/><mark/><kept>anything &lt;at&gt; all</kept>
  </tree>
</studio>
`

func TestForeign(t *testing.T) {
	d, err := parse(newerFile)
	if err != nil {
		t.Fatal(err)
	}
	if w := d.Warnings; len(w) == 0 || !strings.Contains(w[0].Error(), "a.studio:2: the file was written by a newer program, in version 2.7") {
		t.Errorf("warnings %v", w)
	}
	if d.Info["event"] != "Club " || d.Players[1].Name != "Bo" || d.Tree.Root().First().Comment() != "Bon" {
		t.Error("what is known was not read")
	}
	first := save(t, d)
	for _, want := range []string{
		` version="2.7" mood="calm" x:id="7" xmlns:x="urn:x">`, `<future>first</future>`, `<info topic="t">`, ` lang="en">Club <b>evening</b></item>`,
		`<x:index from="1" xmlns:x="urn:x"/>`, `<game name="line" edition="2">`, ` unit="cells"/>`, `<clock minutes="5"/>`,
		` elo="1900"><photo href="bo.png"/><x:club xmlns:x="urn:x"/></player>`, `<player seat="1" x:elo="2000" xmlns:x="urn:x"/>`, `<umpire name="Cy"/>`,
		`<x:future xmlns:y="urn:y" xmlns:x="urn:x"><y:a/>text &amp; more</x:future>`, `<start clock="on">`, `<tree mood="wild">`, `<board3d tilt="30"/>`,
		`<x:emotion xmlns:x="urn:x">joy</x:emotion>`, `<comment lang="fr" x:by="Ada" xmlns:x="urn:x">Bon</comment>`, `width="2"/>`,
		`<mark kind="star" cell="b2" size="3"/>`, `<glyph value="⩲"/>`, `<var name="main idea" x:n="1" xmlns:x="urn:x">c2`, `<future n="1"/> <future n="2"/>`,
		`<setup by="hand">`, ` tool="x"/>`, `<raw page="3">??</raw>`, `<mark/>`, `<kept>anything &lt;at&gt; all</kept>`,
	} {
		if !bytes.Contains(first, []byte(want)) {
			t.Errorf("%s is lost", want)
		}
	}
	same(t, d)
	if t.Failed() {
		t.Logf("written was\n%s", first)
	}
}

// TestForeignWithoutPlace checks that unknown content is preserved while its element is missing,
// and merged when the element is added again.
func TestForeignWithoutPlace(t *testing.T) {
	d, err := parse(newerFile)
	if err != nil {
		t.Fatal(err)
	}
	c1 := d.Tree.Root().First()
	foreign := c1.Foreign()
	event := d.Info["event"]
	delete(d.Info, "event")
	d.Tree.Annotate(c1, model.Annotation{Foreign: foreign})
	back := same(t, d)
	text := string(save(t, back))
	for _, want := range []string{`&lt;comment lang="fr" x:by="Ada"`, `&lt;item key="event" lang="en"`} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is lost in\n%s", want, text)
		}
	}
	back.Info["event"] = event
	back.Tree.Annotate(back.Tree.Root().First(), model.Annotation{Comment: "Bien", Foreign: foreign})
	if text := string(save(t, back)); !strings.Contains(text, `<comment lang="fr" x:by="Ada" xmlns:x="urn:x">Bien</comment>`) || !strings.Contains(text, `<item key="event" lang="en">`) {
		t.Errorf("not put back:\n%s", text)
	}
}

// TestForeignTexts checks that texts stored in the model by other formats, and forged ones, are
// preserved and never become elements of this format.
func TestForeignTexts(t *testing.T) {
	d := model.NewDocument(build(t, "othello", nil))
	n := d.Tree.Root()
	for _, s := range []string{
		"", "SGF:KM[6.5]", "<", "<a>", "<a></a>", "<a/>x", " <a/>", "<a/><b/>", "<x:a/>", "<a b='1'/>", "<comment>forged</comment>", "<var>a1</var>", "<var/>",
		"<setup>x</setup>", "<raw/>", "<studio/>", `<studio version="9.9"/>`, `<studio version="2.1"/>`, `<studio xmlns="urn:x"/>`, "<studio><tree>a1</tree></studio>",
		`<studio><players><player seat="1" name="Eve"/></players></studio>`, `<studio><players><player seat="9" a="b"/></players></studio>`,
		"<studio>text</studio>", "<studio><a/><b/></studio>", "<kept>x</kept>", `<kept enc="base64">%</kept>`, `<comment xmlns="urn:x"/>`, `<comment enc="zip"/>`,
		`<mark kind="circle" cell="a1"/>`, `<mark kind="circle" cell="a1" x="1"/>`, `<time seconds="1"/>`, "<a>\r</a>", "<a>&#xD;</a>", "<!-- a -->", "<?a b?>", "<a><!-- b --></a>",
	} {
		d.Foreign = append(d.Foreign, model.Foreign{XML: s})
		n = d.Tree.AddRaw(n, "x")
		d.Tree.Annotate(n, model.Annotation{Comment: "c", Foreign: []model.Foreign{{XML: s}}})
	}
	data := save(t, d)
	back := load(t, data)
	if back.Players[0].Name != "" || back.Tree.Len() != d.Tree.Len() || len(back.Foreign) != len(d.Foreign) {
		t.Errorf("%d pieces and %d nodes became %d and %d", len(d.Foreign), d.Tree.Len(), len(back.Foreign), back.Tree.Len())
	}
	for m, o := d.Tree.Root(), back.Tree.Root(); m != nil; m, o = m.First(), o.First() {
		if len(m.Foreign()) > 0 && (len(o.Foreign()) != 1 || m.Foreign()[0] != o.Foreign()[0]) {
			t.Errorf("%q became %q", m.Foreign(), o.Foreign())
		}
	}
	same(t, back)
}

// TestForeignLimits checks the limits for unknown elements.
func TestForeignLimits(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"deep", strings.Repeat("<a>", 2000) + strings.Repeat("</a>", 2000), "the element <a> is too large"},
		{"many", strings.Repeat("<a/>", maxForeign+1), "there are more than 10000 unknown elements in one place"},
		{"wide", "<a>" + strings.Repeat("<b/>", maxElements+1) + "</a>", "the element <a> is too large"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, text := range []string{page("b2" + tt.in), strings.Replace(page(""), "<tree>", tt.in+"<tree>", 1)} {
				if _, err := parse(text); err == nil || !strings.Contains(err.Error(), tt.want) {
					t.Error(err)
				}
			}
		})
	}
	d := model.NewDocument(build(t, "othello", nil))
	d.Foreign = make([]model.Foreign, maxForeign+1)
	if err := Encode(context.Background(), &bytes.Buffer{}, d, nil); err == nil || !strings.Contains(err.Error(), "more than the 10000 that can be read again") {
		t.Errorf("written: %v", err)
	}
	d.Tree.Annotate(d.Tree.Root(), model.Annotation{Foreign: d.Foreign})
	d.Foreign = nil
	if err := Encode(context.Background(), &bytes.Buffer{}, d, nil); err == nil || !strings.Contains(err.Error(), "more than the 10000 that can be read again") {
		t.Errorf("written: %v", err)
	}
	text := strings.Replace(page(""), "<tree>", "<info>"+strings.Repeat("<item/>", maxElements+1)+"</info><tree>", 1)
	if _, err := parse(text); err == nil || !strings.Contains(err.Error(), "more than 100000 elements before the game tree") {
		t.Errorf("items: %v", err)
	}
}

// TestManyPrefixes checks that an element with many prefixed attributes can be opened again after
// it was saved with all prefixes declared on it.
func TestManyPrefixes(t *testing.T) {
	var declared, used strings.Builder
	for i := range 40 {
		fmt.Fprintf(&declared, " xmlns:p%d='u%d'", i, i)
		fmt.Fprintf(&used, " p%d:a='1'", i)
	}
	text := strings.Replace(page("b2 <comment"+used.String()+">c</comment><x"+used.String()+"/>"), `version="2.0"`, `version="2.0"`+declared.String(), 1)
	d, err := parse(text)
	if err != nil {
		t.Fatal(err)
	}
	back := same(t, d)
	if n := back.Tree.Root().First(); n.Comment() != "c" || len(n.Foreign()) != 2 || strings.Count(n.Foreign()[0].XML, ":a=") != 40 {
		t.Errorf("%q, %v", n.Comment(), n.Foreign())
	}
}

// TestForeignFindsItsPlace checks that unknown attributes and children of known elements are
// written in the same place. It also checks that no content is inserted into a variation before its
// first move.
func TestForeignFindsItsPlace(t *testing.T) {
	d, err := parse(strings.ReplaceAll(otherProgram, "@", " xmlns:x='urn:x' x:a='1'"))
	if err != nil {
		t.Fatal(err)
	}
	text := string(save(t, same(t, d)))
	if strings.Contains(text, "<kept") {
		t.Errorf("something has lost its place:\n%s", text)
	}
	for _, tag := range []string{
		"param", "game", "player", "players", "item", "info", "start", "comment", "glyph", "name", "bookmark", "color", "number", "line", "mark", "time", "eval", "advice",
		"setup", "raw",
	} {
		_, inside, _ := strings.Cut(text, "<"+tag+" ")
		if inside, _, ok := strings.Cut(inside, "</"+tag+">"); !ok || !strings.Contains(inside, `<x:b xmlns:x="urn:x" x:a="1"/>`) {
			t.Errorf("<%s> has lost what stood in it:\n%s", tag, text)
		}
	}
	for _, xml := range []string{"<var><x/></var>", `<var a="1"><x/></var>`, "<var><comment/></var>", "<var>b2</var>"} {
		t.Run(xml, func(t *testing.T) {
			d := model.NewDocument(build(t, "othello", nil))
			d.Tree.Add(d.Tree.Root(), rules.Place(19))
			n := d.Tree.Add(d.Tree.Root(), rules.Place(26))
			d.Tree.Annotate(n, model.Annotation{Foreign: []model.Foreign{{XML: xml}}})
			same(t, d)
		})
	}
}

// TestForeignOfOlderFiles checks rests from older files and journals, which are stored one by one
// inside the surrounding elements.
func TestForeignOfOlderFiles(t *testing.T) {
	d := model.NewDocument(build(t, "othello", nil))
	d.Info["event"] = "Club"
	for _, s := range []string{
		`<studio version="2.7"/>`, `<studio><players><umpire/></players></studio>`, `<studio><players><player seat="2" elo="1900"/></players></studio>`,
		`<studio><info><item key="event" lang="en"/></info></studio>`, `<studio><info><item key="date"><x/></item></info></studio>`, `<studio><tree mood="wild"/></studio>`,
	} {
		d.Foreign = append(d.Foreign, model.Foreign{XML: s})
	}
	text := string(save(t, d))
	back := same(t, load(t, []byte(text)))
	back.Info["date"] = "today"
	text += string(save(t, back))
	for _, want := range []string{
		` version="2.7">`, `<umpire/>`, `<player seat="2" elo="1900"/>`, `<item key="event" lang="en">Club</item>`, `<item key="date">today<x/></item>`, `<tree mood="wild">`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is lost in\n%s", want, text)
		}
	}
}

// TestForeignOfAlikes checks that rests of two equal elements are merged in their order, and that
// rests without an element are stored as text.
func TestForeignOfAlikes(t *testing.T) {
	d, err := parse(page(`b2<glyph value="!" x="1"/><glyph value="!"/><glyph value="!"><y/></glyph><comment a="1">c</comment><comment a="2">d</comment><comment/>`))
	if err != nil {
		t.Fatal(err)
	}
	text := string(save(t, same(t, d)))
	for _, want := range []string{`<glyph value="!" x="1"/> <glyph value="!"><y/></glyph> <glyph value="!"/>`, `<comment a="1">c` + "\n" + `d</comment>`, `<kept>&lt;comment a="2"/&gt;</kept>`} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is not in\n%s", want, text)
		}
	}
}
