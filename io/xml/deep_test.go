package xml

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
)

// chain returns a tree of nested variations.
func chain(t testing.TB, depth int) *model.Document {
	d := model.NewDocument(build(t, "line", rules.Params{"rows": "19", "cols": "19", "k": "5"}))
	n := d.Tree.Add(d.Tree.Root(), rules.Place(0))
	for i := range depth { // n has a sibling, whose child has a sibling, and so on
		d.Tree.Add(n, rules.Place(rules.Cell(1+i%300)))
		n = d.Tree.Add(n, rules.Place(rules.Cell(2+i%300)))
	}
	return d
}

func TestDeepVariations(t *testing.T) {
	for _, depth := range []int{1, 10_000, 100_000} {
		if testing.Short() && depth > 10_000 {
			continue
		}
		d := chain(t, depth)
		data := save(t, d)
		if n := bytes.Count(data, []byte("<var>")); n != depth {
			t.Fatalf("%d variations, want %d", n, depth)
		}
		if per := len(data) / depth; depth > 100 && per > 40 {
			t.Errorf("%d bytes for each of %d levels: white space grows with the depth", per, depth)
		}
		deleted(t, d, same(t, d))
	}
}

// deleted checks that all branches of back can be removed, and that undo makes back equal to d
// again.
func deleted(t testing.TB, d, back *model.Document) {
	t.Helper()
	var edits []model.Edit
	for n := range back.Tree.Root().Children() {
		edits = append(edits, model.Remove{Node: n})
	}
	if err := back.Tree.Do("", edits...); err != nil || back.Tree.Len() != 1 {
		t.Fatalf("%v: %d nodes are left", err, back.Tree.Len())
	}
	back.Tree.Undo()
	if err := model.Equal(d, back); err != nil {
		t.Fatal(err)
	}
	if err := back.Tree.Check(); err != nil {
		t.Fatal(err)
	}
}

func TestTooDeep(t *testing.T) {
	if testing.Short() {
		t.Skip("heavy")
	}
	d := chain(t, codec.MaxDepth+1)
	if err := Encode(context.Background(), &bytes.Buffer{}, d, nil); err == nil || !strings.Contains(err.Error(), "nested more than 200000 deep") {
		t.Errorf("written: %v", err)
	}
	same(t, chain(t, codec.MaxDepth))
	deep := page("a1" + strings.Repeat("<var>a2 ", codec.MaxDepth+1) + strings.Repeat("</var>", codec.MaxDepth+1))
	if _, err := parse(deep); err == nil || !strings.Contains(err.Error(), "a.studio:4: variations are nested more than 200000 deep") {
		t.Errorf("read: %v", err)
	}
	elements := strings.Repeat("<a>", 1_000_000)
	if _, err := parse(elements); err == nil || !strings.Contains(err.Error(), "a.studio:1: ") {
		t.Errorf("read: %v", err)
	}
}

func TestWide(t *testing.T) {
	d := model.NewDocument(build(t, "othello", nil))
	for i := range 100_000 {
		d.Tree.Add(d.Tree.Root(), rules.Place(rules.Cell(i%64)))
	}
	deleted(t, d, same(t, d))
}

func TestLongLine(t *testing.T) {
	d := model.NewDocument(build(t, "line", rules.Params{"rows": "64", "cols": "64", "k": "5"}))
	n := d.Tree.Root()
	for i := range 100_000 {
		n = d.Tree.Add(n, rules.Place(rules.Cell(i%4096)))
	}
	data := save(t, d)
	for line := range bytes.Lines(data) {
		if len(line) > width+1 && bytes.HasPrefix(line, []byte("<tree")) {
			t.Fatalf("a line has %d bytes", len(line))
		}
	}
	deleted(t, d, same(t, d))
}

func TestLongComment(t *testing.T) {
	if testing.Short() {
		t.Skip("heavy")
	}
	d := model.NewDocument(build(t, "othello", nil))
	for _, text := range []string{strings.Repeat("ten bytes\n", 1<<20), strings.Repeat("\x00", 10<<20)} {
		d.Tree.Annotate(d.Tree.Root(), model.Annotation{Comment: text})
		same(t, d)
	}
	d.Tree.Annotate(d.Tree.Root(), model.Annotation{Comment: strings.Repeat("x", codec.MaxText+1)})
	if err := Encode(context.Background(), &bytes.Buffer{}, d, nil); err == nil || !strings.Contains(err.Error(), "longer than the 16777216 that can be read again") {
		t.Errorf("written: %v", err)
	}
	d.Tree.Annotate(d.Tree.Root(), model.Annotation{})
	d.Players[0].Name = strings.Repeat("x", codec.MaxText+1)
	if err := Encode(context.Background(), &bytes.Buffer{}, d, nil); err == nil || !strings.Contains(err.Error(), "longer than the 16777216 that can be read again") {
		t.Errorf("written: %v", err)
	}
	long := page("<comment>" + strings.Repeat("x", codec.MaxText+1) + "</comment>")
	if _, err := parse(long); err == nil || !strings.Contains(err.Error(), "the text of <comment> is longer than 16777216 bytes") {
		t.Errorf("read: %v", err)
	}
}

func TestTooLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("heavy")
	}
	if _, err := Decode(context.Background(), make([]byte, codec.MaxFile+1), opts("a.studio")); err == nil || err.Error() != "a.studio: the file is larger than 256 MB" {
		t.Errorf("read: %v", err)
	}
	d := model.NewDocument(build(t, "othello", nil))
	n := d.Tree.Root()
	long := strings.Repeat("x", 15<<20)
	for range 18 {
		n = d.Tree.AddRaw(n, "x")
		d.Tree.Annotate(n, model.Annotation{Comment: long})
	}
	if err := Encode(context.Background(), io.Discard, d, nil); err == nil || !strings.Contains(err.Error(), "larger than the 256 MB that can be read again") {
		t.Errorf("written: %v", err)
	}
}

func TestTooManyNodes(t *testing.T) {
	if testing.Short() {
		t.Skip("heavy")
	}
	text := page(strings.Repeat("b2 ", codec.MaxNodes))
	if _, err := parse(text); err == nil || !strings.Contains(err.Error(), "a.studio:4: the game tree has more than 12000000 nodes") {
		t.Errorf("read: %v", err)
	}
}

// TestSchemaVersion checks that the schema describes the newest version that is written.
func TestSchemaVersion(t *testing.T) {
	data, err := os.ReadFile("studio-2.xsd")
	if err != nil {
		t.Fatal(err)
	}
	newest := versions[len(versions)-1]
	if !strings.Contains(string(data), ` elementFormDefault="qualified" version="`+newest+`">`) {
		t.Errorf("the schema is not of version %s", newest)
	}
}

// TestSchema checks that saved documents are valid according to the schema.
func TestSchema(t *testing.T) {
	xmllint, err := exec.LookPath("xmllint")
	if err != nil {
		t.Skip("xmllint is not installed")
	}
	schema, err := filepath.Abs("studio-2.xsd")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	args := []string{"--noout", "--schema", schema}
	for seed := range uint64(150) {
		name := filepath.Join(dir, fmt.Sprint(seed, ".studio"))
		if err := os.WriteFile(name, save(t, randomDocument(t, newRand(seed), 60)), 0o666); err != nil {
			t.Fatal(err)
		}
		args = append(args, name)
	}
	other, err := parse(strings.ReplaceAll(otherProgram, "@", " xmlns:x='urn:x' x:a='1'"))
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "other.studio")
	if err := os.WriteFile(name, save(t, other), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(xmllint, append(args, name, "testdata/notes.studio", "testdata/annotations.studio", "testdata/example-2.studio")...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %.3000s", err, out)
	}
	for _, bad := range []string{ // the schema rejects invalid documents
		page("<var><move/></var>"), page("<mark kind='star' cell='a1'/>"), page("<glyph value='A++++'/>"), page("<color value='red'/>"), page("<color/>"),
		page("<number value='0'/>"), page("<number value='1000000'/>"), page("<line from='a1'/>"), page("<line from='a1' to='a2' arrow='both'/>"), strings.Replace(page(""), "2.0", "3.0", 1),
		strings.Replace(page(""), "<tree>", "<players><player seat='1'/><player seat='1'/></players><tree>", 1),
		strings.Replace(page(""), "<tree>", "<info><item key='a'/><item key='a'/></info><tree>", 1), strings.Replace(page(""), "<game name=\"line\"/>", "", 1),
	} {
		if err := os.WriteFile(name, []byte(bad), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := exec.Command(xmllint, "--noout", "--schema", schema, name).Run(); err == nil {
			t.Errorf("valid by the schema: %s", bad)
		}
	}
}

// otherProgram is a file in which every element has additions in another namespace.
const otherProgram = `<studio xmlns="urn:boardstudio:document:2" version="2.0"@>
<game name="line"@><param name="k" value="3"@><x:b@/></param><x:b@/></game>
<players@><player seat="1"@><x:b@/></player><x:b@/></players>
<info@><item key="a"@>b<x:b@/></item><x:b@/></info>
<start@>A.B/.A./... B<x:b@/></start><x:b@/>
<tree@><x:b@/><comment@>c<x:b@/></comment> a3 <glyph value="!"@><x:b@/></glyph><name value="n"@><x:b@/></name><bookmark@><x:b@/></bookmark><color value="#000000"@><x:b@/></color><number value="7"@><x:b@/></number><advice by="x" move="a1"@><x:b@/></advice>
<line from="a1" to="c3"@><x:b@/></line><mark kind="circle" cell="a1"@><x:b@/></mark>
<time seconds="1"@><x:b@/></time><eval score="INF"@><x:b@/></eval><x:b@/>
<var@><setup@>A.B/.A./... B<x:b@/></setup><x:b@/> <raw@>x<x:b@/></raw></var></tree></studio>`
