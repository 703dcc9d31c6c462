package xml

import (
	"context"
	"strings"
	"testing"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
)

// TestLongAttributes checks that the attributes of an element may have MaxText bytes in total.
func TestLongAttributes(t *testing.T) {
	if testing.Short() {
		t.Skip("heavy")
	}
	half := strings.Repeat("x", codec.MaxText/2)
	if _, err := parse(page("b2<a b='" + half + "'/><a b='" + half + "'/>")); err == nil || !strings.Contains(err.Error(), "the unknown elements") {
		t.Errorf("two elements: %v", err)
	}
	if _, err := parse(page("b2<eval engine='" + half + "' pv='" + half[:len(half)-1] + " '/>")); err == nil || !strings.Contains(err.Error(), "the unknown elements") {
		t.Errorf("at the limit: %v", err)
	}
	if _, err := parse(page("b2<eval engine='" + half + "' pv='" + half + "x'/>")); err == nil || !strings.Contains(err.Error(), "a.studio:4: the attributes of <eval> are longer than 16777216 bytes") {
		t.Errorf("over the limit: %v", err)
	}
}

// TestFullLines checks that lines of the file have at most width bytes, and may have exactly width.
func TestFullLines(t *testing.T) {
	d := model.NewDocument(build(t, "othello", nil))
	n := d.Tree.Root()
	for range 100 {
		n = d.Tree.Add(n, rules.Place(0))
	}
	var lines []string
	_, tree, _ := strings.Cut(string(save(t, d)), "<tree>\n")
	for line := range strings.Lines(tree) {
		lines = append(lines, strings.TrimSuffix(line, "\n"))
	}
	if len(lines[0]) != 98 { // another word would make 101
		t.Errorf("the first line has %d bytes: %s", len(lines[0]), lines[0])
	}
	// After a word of five bytes, 33 words would end at byte 100 + 3.
	d = model.NewDocument(build(t, "othello", nil))
	n = d.Tree.Add(d.Tree.Root(), rules.Pass) // "pass"
	for range 100 {
		n = d.Tree.Add(n, rules.Place(0))
	}
	_, tree, _ = strings.Cut(string(save(t, d)), "<tree>\n")
	first, _, _ := strings.Cut(tree, "\n")
	if len(first) != width { // 4 + 32×3
		t.Errorf("a line has %d bytes, want %d: %s", len(first), width, first)
	}
}

// counter counts bytes.
type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// TestFullFile checks that a document of exactly MaxFile bytes can be written, but no larger one.
func TestFullFile(t *testing.T) {
	if testing.Short() {
		t.Skip("heavy")
	}
	d := model.NewDocument(build(t, "othello", nil))
	n := d.Tree.Root()
	var last *model.Node
	long := strings.Repeat("x", 15<<20)
	for range 17 {
		last = d.Tree.Add(n, rules.Place(0))
		d.Tree.Annotate(last, model.Annotation{Comment: long})
		n = last
	}
	size := func(comment int) (int, error) {
		d.Tree.Annotate(last, model.Annotation{Comment: strings.Repeat("x", comment)})
		var n counter
		err := Encode(context.Background(), &n, d, nil)
		return int(n), err
	}
	const some = 1000
	n0, err := size(some)
	if err != nil {
		t.Fatal(err)
	}
	exactly := some + codec.MaxFile - n0
	if n, err := size(exactly); n != codec.MaxFile || err != nil {
		t.Errorf("%d bytes: %v", n, err)
	}
	if _, err := size(exactly + 1); err == nil {
		t.Error("one byte more was written")
	}
}
