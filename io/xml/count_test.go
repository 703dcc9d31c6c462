package xml

import (
	"bufio"
	"bytes"
	"context"
	stdxml "encoding/xml"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/beevik/etree"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
)

// TestReaderAndWriterCountTheSame checks that readers and writers count notes and unknown content
// the same way. Otherwise a document at a limit could be saved but not opened, or not be saved.
func TestReaderAndWriterCountTheSame(t *testing.T) {
	ofAll := [4]int{}
	for seed := range uint64(60) {
		d := randomDocument(t, newRand(seed), 60)
		var b bytes.Buffer
		out := bufio.NewWriter(&b)
		w := &lineWriter{ctx: t.Context(), CharData: etree.NewText(""), tree: d.Tree, notation: newNotation(d.Tree.Rules())}
		out.WriteString("<tree>")
		w.WriteTo(out, canonical)
		out.WriteString("</tree>")
		out.Flush()
		s := newScanner(t.Context(), b.Bytes(), codec.Options{}, Namespace, nil)
		start, err := s.next()
		if _, ok := start.(stdxml.StartElement); !ok || err != nil || w.err != nil {
			t.Fatal(err, w.err)
		}
		r := &lineReader{scanner: s, notation: newNotation(d.Tree.Rules()), tree: model.NewTree(d.Tree.Rules()), strange: func(*etree.Element) {}}
		if err := r.read(); err != nil {
			t.Fatal(err)
		}
		read, written := [4]int{r.said, r.varied, r.best, s.kept.bytes + s.kept.elements}, [4]int{w.said, w.varied, w.best, w.kept.bytes + w.kept.elements}
		if read != written || w.depth != 0 {
			t.Errorf("seed %d: notes, variations, moves and unknown elements: read %v, written %v", seed, read, written)
		}
		for i, n := range read {
			ofAll[i] += n
		}
	}
	for i, n := range ofAll {
		if n < 100 {
			t.Errorf("count %d is %d only", i, n)
		}
	}
}

// TestOffBoard checks that annotations and moves with cells off the board are not written. Edits
// cannot create them.
func TestOffBoard(t *testing.T) {
	off := []rules.Move{{From: -2, To: 1}, {From: -1, To: -2}, {From: 64, To: 1}, {From: -1, To: 64}}
	for _, cell := range []rules.Cell{-1, 64} {
		for want, a := range map[string]model.Annotation{
			"a mark is outside the board":                 {Marks: []model.Mark{{Cell: 63, Kind: model.MarkCross}, {Cell: cell, Kind: model.MarkCross}}},
			"a line does not join two cells of the board": {Lines: []model.Line{{From: 63, To: 0}, {From: 1, To: cell}}},
			"a line does not join two cells":              {Lines: []model.Line{{From: cell, To: 1}}},
		} {
			d := model.NewDocument(build(t, "othello", nil))
			d.Tree.Annotate(d.Tree.Root(), a)
			if err := Encode(t.Context(), &bytes.Buffer{}, d, nil); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("cell %d: %v, want %s", cell, err, want)
			}
		}
	}
	for _, m := range off {
		d := model.NewDocument(build(t, "othello", nil))
		d.Tree.Add(d.Tree.Add(d.Tree.Root(), rules.Place(19)), m) // the error is preserved at the end of a line
		if err := Encode(t.Context(), &bytes.Buffer{}, d, nil); err == nil || err.Error() != "a move names a cell outside the board" {
			t.Errorf("%+v: %v", m, err)
		}
		d = model.NewDocument(build(t, "othello", nil))
		d.Tree.Annotate(d.Tree.Root(), model.Annotation{Evals: []model.Eval{{PV: []rules.Move{rules.Place(63), m}}}})
		if err := Encode(t.Context(), &bytes.Buffer{}, d, nil); err == nil || err.Error() != "a move names a cell outside the board" {
			t.Errorf("%+v of an evaluation: %v", m, err)
		}
	}
	// A move without a notation, because it has more data than two cells.
	d := model.NewDocument(build(t, "othello", nil))
	d.Tree.Add(d.Tree.Root(), rules.Move{From: rules.NoCell, To: 3, Aux: 7})
	if err := Encode(t.Context(), &bytes.Buffer{}, d, nil); err == nil || !strings.Contains(err.Error(), "cannot be written in a form that can be read again") {
		t.Errorf("a move that cannot be written: %v", err)
	}
}

func TestSeconds(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"0": 0, "1": time.Second, "0.5": time.Second / 2, "-0.5": -time.Second / 2, "62.000000001": 62*time.Second + 1,
		"-1": -time.Second, "0.000000001": 1, "3600": time.Hour,
		"9223372036.854775807": math.MaxInt64, "-9223372036.854775808": math.MinInt64, "-9223372036.854775807": -math.MaxInt64,
	} {
		if got, ok := parseSeconds(text); got != want || !ok {
			t.Errorf("%s is %d ns, %v; want %d", text, got, ok, want)
		}
		if got := formatSeconds(want); got != text {
			t.Errorf("%d ns are written %s, want %s", want, got, text)
		}
	}
	for text, want := range map[string]time.Duration{"1.": time.Second, "1.50": 3 * time.Second / 2, "01": time.Second, "-0": 0} {
		if got, ok := parseSeconds(text); got != want || !ok {
			t.Errorf("%s is %d ns, %v; want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{
		"", "-", ".", ".5", "x", "1s", "--1", "+1", "1e3", "1.x", "1.-5", "1.+5", "1.2.3", " 1", "1.0000000001", "0x1",
		"9223372036.854775808", "-9223372036.854775809", "9223372037", "-9223372037", "9223372037.0", "17179869183", "17179869184", "99999999999999999999",
	} {
		if d, ok := parseSeconds(text); ok {
			t.Errorf("%q is taken for %v", text, d)
		}
	}
}

// TestScores checks that numbers are written in the notation of XML Schema.
func TestScores(t *testing.T) {
	for want, score := range map[string]float64{
		"INF": math.Inf(1), "-INF": math.Inf(-1), "NaN": math.NaN(), "0": 0, "0.1": 0.1, "-1": -1, "1e+300": 1e300, "5e-324": math.SmallestNonzeroFloat64,
	} {
		t.Run(want, func(t *testing.T) {
			if got := formatFloat(score); got != want {
				t.Errorf("%v is written %s, want %s", score, got, want)
			}
			d := model.NewDocument(build(t, "othello", nil))
			d.Tree.Annotate(d.Tree.Root(), model.Annotation{Evals: []model.Eval{{Score: score}}})
			if data := save(t, d); !bytes.Contains(data, []byte(`<eval score="`+want+`"/>`)) {
				t.Errorf("%v is written as\n%s", score, data)
			}
			same(t, d)
		})
	}
}

// TestEvaluations checks that missing attributes of an evaluation are zero, and that an invalid
// evaluation is stored as unknown content.
func TestEvaluations(t *testing.T) {
	for text, want := range map[string]model.Eval{
		"<eval/>":                    {},
		"<eval score='1'/>":          {Score: 1},
		"<eval proved='true'/>":      {Proved: true},
		"<eval proved='false'/>":     {},
		"<eval plies='-3'/>":         {Plies: -3},
		"<eval depth='4'/>":          {Depth: 4},
		"<eval nodes='5'/>":          {Nodes: 5},
		"<eval pv=' a1  b2 '/>":      {PV: []rules.Move{rules.Place(0), rules.Place(4)}},
		"<eval engine='e'/>":         {Engine: "e"},
		"<eval engine64='AA=='/>":    {Engine: "\x00"},
		"<eval version='2'/>":        {Version: "2"},
		"<eval atmost='true'/>":      {AtMost: true},
		"<eval margin='-6'/>":        {Margin: -6},
		"<eval shares='.5 0 NaN'/>":  {Shares: []float64{.5, 0, math.NaN()}},
		"<eval score='-INF'/>":       {Score: math.Inf(-1)},
		"<eval score='1e-3' pv=''/>": {Score: 0.001},
	} {
		d, err := parse(page("b2" + text))
		if err != nil || len(d.Warnings) > 0 || len(d.Tree.Root().First().Evals()) != 1 {
			t.Errorf("%s: %v, %v", text, err, d)
			continue
		}
		x := model.NewDocument(d.Tree.Rules())
		x.Tree.Annotate(x.Tree.Add(x.Tree.Root(), rules.Place(4)), model.Annotation{Evals: []model.Eval{want}})
		if err := model.Equal(d, x); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range []string{
		`<eval score="x"/>`, `<eval score=""/>`, `<eval plies="x"/>`, `<eval plies="1.5"/>`, `<eval depth=""/>`, `<eval nodes="-1"/>`, `<eval nodes="x"/>`,
		`<eval pv="b2 zz"/>`, `<eval engine64="%"/>`,
	} {
		t.Run(text, func(t *testing.T) {
			d, err := parse(page("b2" + text))
			if err != nil || len(d.Warnings) != 1 {
				t.Errorf("%v, %v", err, d)
				return
			}
			if n := d.Tree.Root().First(); len(n.Evals()) > 0 || len(n.Foreign()) != 1 || n.Foreign()[0].XML != text {
				t.Errorf("%s is kept as %v and %v", text, n.Evals(), n.Foreign())
			}
			same(t, d)
		})
	}
}

// TestProgressInEncodings checks that reading reports the first half of the progress in every
// declared encoding.
func TestProgressInEncodings(t *testing.T) {
	cases := legacyFile(`nbRows="64" nbCols="64" nbSymbs="5" nbPlayers="2" numPlayer="0"`, "", "", "") + strings.Repeat("\n", 10*checkInterval)
	for _, declared := range []string{"", ` encoding="UTF-8"`, ` encoding="ISO-8859-1"`} {
		var told []int64
		o := opts("a.xml")
		o.Progress = func(done, total int64) {
			told = append(told, done*1000/total)
		}
		if _, err := DecodeLegacy(t.Context(), []byte(`<?xml version="1.0"`+declared+"?>\n"+cases), o); err != nil {
			t.Fatal(err)
		}
		if !slices.IsSorted(told) || len(told) < 10 || told[0] > 200 || !slices.ContainsFunc(told, func(n int64) bool { return n > 400 && n <= 500 }) {
			t.Errorf("%s: told of %v thousandths", declared, told)
		}
	}
}

// TestSource checks source with iotest.TestReader.
func TestSource(t *testing.T) {
	data := []byte(strings.Repeat("bytes ", checkInterval))
	if err := iotest.TestReader(&source{ctx: t.Context(), data: data}, data); err != nil {
		t.Error(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if n, err := (&source{ctx: ended, data: data}).Read(make([]byte, 9)); n != 0 || err != context.Canceled {
		t.Errorf("ended: %d bytes, %v", n, err)
	}
}
