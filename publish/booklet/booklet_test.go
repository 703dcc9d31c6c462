package booklet_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"boardstudio"
	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/analysis"
	"boardstudio/draw"
	"boardstudio/draw/font"
	"boardstudio/internal/race"
	"boardstudio/io/codec"
	"boardstudio/io/pdf"
	"boardstudio/model"
	"boardstudio/publish/booklet"
	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

var update = flag.Bool("update", false, "write the texts in testdata anew")

// build returns the rules of a preset, with the parameters in over.
func build(t testing.TB, preset string, over rules.Params) rules.Rules {
	t.Helper()
	g, name, ok := all.Games.Find(preset)
	if !ok {
		t.Fatal("no game ", preset)
	}
	r, err := g.Build(name, over)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// played returns a document with the given moves in its main line.
func played(t testing.TB, r rules.Rules, moves string) *model.Document {
	t.Helper()
	d := model.NewDocument(r)
	n := d.Tree.Root()
	for _, s := range strings.Fields(moves) {
		m, err := r.ParseMove(s)
		if err != nil {
			t.Fatal(err)
		}
		n = d.Tree.Add(n, m)
	}
	return d
}

// at returns the node after ply moves of the main line.
func at(d *model.Document, ply int) *model.Node {
	n := d.Tree.Root()
	for range ply {
		n = n.First()
	}
	return n
}

// sample returns a document from the samples folder.
func sample(t testing.TB, name string) *model.Document {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "samples", name))
	if err != nil {
		t.Fatal(err)
	}
	d, _, err := boardstudio.Documents.Decode(context.Background(), name, data, codec.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// pages lays out a booklet.
func pages(t testing.TB, o booklet.Options, docs ...*model.Document) ([]pdf.Page, pdf.Info) {
	t.Helper()
	list, info, err := booklet.Pages(t.Context(), aiall.Engines, docs, o)
	if err != nil {
		t.Fatal(err)
	}
	return list, info
}

// written returns pages as a PDF file.
func written(t testing.TB, list []pdf.Page, info pdf.Info) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := pdf.Write(t.Context(), &b, list, info); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// drawn returns the items drawn on each page.
func drawn(list []pdf.Page) (all [][]draw.Item) {
	for _, p := range list {
		var r draw.Recorder
		p.Draw(&r)
		all = append(all, r.Items)
	}
	return all
}

// text returns all texts of pages. Texts at the same height are joined to one line.
func text(list []pdf.Page) string {
	var b strings.Builder
	for _, page := range drawn(list) {
		last := draw.Point{}
		for _, it := range page {
			if it.Text == "" {
				continue
			}
			if it.At.Y != last.Y || it.At.X < last.X {
				b.WriteByte('\n')
			}
			b.WriteString(strings.ReplaceAll(it.Text, "\u00a0", " "))
			last = it.At
		}
	}
	return b.String()
}

// tool returns the path of a program. If it is missing, the test is skipped, or fails under CI.
func tool(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(name, " is not installed")
		}
		t.Skip(name, " is not installed")
	}
	return path
}

// game is a named document.
type game struct {
	name string
	*model.Document
}

// families returns a typical document for each kind of board.
func families(t testing.TB) []game {
	t.Helper()
	pente := played(t, build(t, "pente", nil), "j10 k10 m10 j8 j9 j11 j12 l11 j10 n11 i9 k11 h8 m11")
	pente.Players[0].Name, pente.Players[1].Name = "Éva", "Zoë"
	pente.Info[model.InfoEvent], pente.Info[model.InfoDate] = "Coupe d’été", "2026-07-14"
	pente.Tree.Annotate(at(pente, 5), model.Annotation{Comment: "Naïve: **à éviter**.", Glyphs: []model.Glyph{model.GlyphBad}})
	gomoku := played(t, build(t, "gomoku", nil), "h8 h7 i9 i7 g7 j10 f6 e5 i8 f7 k11 j9 j8 g8 l12 h9 k8 f10 m8 g9 l8")
	v := gomoku.Tree.Add(at(gomoku, 4), rules.Place(gomoku.Tree.Rules().Board().Find("j11")))
	gomoku.Tree.Annotate(v, model.Annotation{Comment: "A quiet try", Name: "Quiet"})
	gomoku.Tree.Annotate(at(gomoku, 10), model.Annotation{Bookmark: true, Name: "The plan", Marks: []model.Mark{{Cell: 5, Kind: model.MarkLabel, Text: "A"}}})
	three := sample(t, "three-players.studio")
	connect := played(t, build(t, "connect4", nil), "d d e c c c b c d d b e")
	hex := played(t, build(t, "hex", nil), "k1 swap f6 e7 d9 e8 e9 f4 g5 g3 h3")
	torus := played(t, build(t, "gomoku", rules.Params{"topology": "torus"}), "a1 o1 a2 o2 a15 b15")
	return []game{
		{"tictactoe3", three},
		{"gomoku", gomoku},
		{"renju", played(t, build(t, "renju", nil), "h8 h9 i8 g8 j9 j10 i9 i7 g9 f9")},
		{"pente", pente},
		{"connect4", connect},
		{"othello", sample(t, "penloup-juhem.studio")},
		{"awale", sample(t, "awale.studio")},
		{"hex", hex},
		{"torus", torus},
	}
}

// TestTextLayer compares the text of one game of each family with testdata, both as drawn and as
// pdftotext extracts it.
func TestTextLayer(t *testing.T) {
	extract, check := tool(t, "pdftotext"), tool(t, "qpdf")
	if _, err := locale.Use("fr"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = locale.Use("en") })
	for _, g := range families(t) {
		t.Run(g.name, func(t *testing.T) {
			list, info := pages(t, booklet.Options{Every: 10}, g.Document)
			golden := filepath.Join("testdata", g.name+".txt")
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			squeeze := func(s string) string { return strings.Join(strings.Fields(s), "") }
			if got := text(list); !*update && squeeze(got) != squeeze(string(want)) {
				t.Errorf("the text is another one; look at the pages, then run go test -update\n%s", got)
			}
			if testing.Short() && g.name != "renju" { // extracting the text takes long
				return
			}
			data := written(t, list, info)
			again, info := pages(t, booklet.Options{Every: 10}, g.Document)
			if !bytes.Equal(data, written(t, again, info)) {
				t.Error("other bytes the second time")
			}
			file := filepath.Join(t.TempDir(), g.name+".pdf")
			if err := os.WriteFile(file, data, 0o600); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command(check, "--check", file).CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
			got, err := exec.Command(extract, "-raw", file, "-").Output()
			if err != nil {
				t.Fatal(err)
			}
			if *update {
				if err := os.WriteFile(golden, got, 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if !bytes.Equal(got, want) {
				t.Errorf("another program reads another text in the file\n%s", got)
			}
		})
	}
}

// TestPageMargins checks for all papers, columns and kinds of variations that items stay inside the
// page and that no page is nearly empty.
func TestPageMargins(t *testing.T) {
	for _, g := range families(t) {
		for _, paper := range []pdf.Paper{pdf.A4, pdf.A5, pdf.Letter} {
			for columns := range 3 {
				for _, v := range []booklet.Variations{booklet.Indented, booklet.Diagrams, booklet.None} {
					list, _ := pages(t, booklet.Options{Paper: paper, Columns: columns, Variations: v, Every: 6}, g.Document)
					for i, page := range drawn(list) {
						size, texts := list[i].Size, 0
						for _, it := range page {
							b := it.Bounds()
							if it.Text != "" {
								texts++
								b.W = font.Width(font.Plain(it.Text), it.TextStyle)
							}
							if b.X < 10 || b.Y < 10 || b.X+b.W > size.X-10 || b.Y+b.H > size.Y-10 {
								t.Errorf("%s on %s, %d columns, %s: page %d has something at %+v: %q", g.name, paper, columns, v, i+1, b, it.Text)
							}
						}
						if texts < 3 {
							t.Errorf("%s on %s, %d columns, %s: page %d has %d texts", g.name, paper, columns, v, i+1, texts)
						}
					}
				}
			}
		}
	}
}

// TestTranscript checks that the transcript of an Othello game has all move numbers and the four
// initial discs.
func TestTranscript(t *testing.T) {
	d := sample(t, "penloup-juhem.studio")
	list, _ := pages(t, booklet.Options{Variations: booklet.None}, d)
	page := drawn(list)[1]
	end := slices.IndexFunc(page, func(it draw.Item) bool { return it.Text == "Transcript" })
	numbers, discs := map[string]int{}, 0
	for _, it := range page[:end] {
		if regexp.MustCompile(`^[0-9]+$`).MatchString(it.Text) && it.TextStyle.Bold {
			numbers[it.Text]++
		}
		if it.Path.Round && it.Path.Radius > 7 {
			discs++
		}
	}
	for n := 1; n <= 60; n++ {
		if numbers[fmt.Sprint(n)] != 1 {
			t.Errorf("the transcript has the number %d %d times", n, numbers[fmt.Sprint(n)])
		}
	}
	if discs != 4 {
		t.Errorf("%d discs", discs)
	}
	if !strings.Contains(text(list), "Penloup passes after 56 · Penloup passes after 57") {
		t.Error("the passes are missing")
	}
}

// TestLegend checks the legend of captures and of moves on occupied cells.
func TestLegend(t *testing.T) {
	// White captures j10 and j9 with j11. Then Black plays both again.
	d := played(t, build(t, "pente", nil), "j10 j8 m10 a1 j9 j11 j10 b5 j9")
	got := text(func() []pdf.Page { list, _ := pages(t, booklet.Options{Every: 9}, d); return list }())
	for _, want := range []string{"6 takes 5, 1", "7 at 1", "9 at 5", "moves 1–9"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in %s", want, got)
		}
	}
	// A stone placed before the diagram is named by its cell.
	got = text(func() []pdf.Page { list, _ := pages(t, booklet.Options{Every: 3}, d); return list }())
	for _, want := range []string{"6 takes 5, j10", "moves 4–6", "moves 7–9"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in %s", want, got)
		}
	}
	if strings.Contains(got, "7 at") {
		t.Error("a stone is taken for one that lay there when the diagram began")
	}
	// A winning row is shown completely, even if it includes a cell with an earlier capture: move
	// 45 of this game.
	d = sample(t, "pente.studio")
	got = text(func() []pdf.Page { list, _ := pages(t, booklet.Options{Every: 20}, d); return list }())
	if !strings.Contains(got, "43 takes l6, l7") || strings.Contains(got, "45 at") || !strings.Contains(got, "46 at 43") {
		t.Errorf("the last diagram tells %s", got[strings.LastIndex(got, "Diagram"):])
	}
}

// TestSowing checks the diagrams and the legend of a game with pits.
func TestSowing(t *testing.T) {
	d := sample(t, "awale.studio")
	got := text(func() []pdf.Page { list, _ := pages(t, booklet.Options{Every: 1}, d); return list }())
	if n := len(regexp.MustCompile(`after [0-9]+\. [A-Fa-f]\b`).FindAllString(got, -1)); n < 40 {
		t.Errorf("%d sowings are shown", n)
	}
	if !regexp.MustCompile(`[0-9]+ takes [0-9]+`).MatchString(got) {
		t.Error("nothing is taken")
	}
}

// TestHostile checks booklets of documents with hostile texts, illegal moves and damaged nodes.
func TestHostile(t *testing.T) {
	r := build(t, "gomoku", nil)
	d := played(t, r, "h8 i9 g7")
	d.Info[model.InfoTitle] = strings.Repeat("Zugzwang", 60)
	d.Players[0].Name, d.Players[1].Name = "שלום עולם", "👩‍👩‍👧 العربية"
	root := d.Tree.Root()
	d.Tree.Annotate(root, model.Annotation{Comment: strings.Repeat("x", 5000)})
	d.Tree.Annotate(at(d, 1), model.Annotation{Comment: "# Title\n- item **bold** *slanted* `code`\n\n\x00\x01 🎲 \u202e reversed", Name: strings.Repeat("name ", 50), Bookmark: true})
	d.Tree.Annotate(at(d, 2), model.Annotation{Comment: " \n\t\n "})
	bad := d.Tree.Add(at(d, 3), rules.Place(r.Board().Find("h8"))) // occupied
	d.Tree.Annotate(bad, model.Annotation{Comment: "after the illegal one", Bookmark: true})
	d.Tree.Add(bad, rules.Place(r.Board().Find("a1")))
	d.Tree.AddRaw(at(d, 2), "Zz9 🎲")
	set := d.Tree.AddSetup(at(d, 1), "no position at all")
	d.Tree.Add(set, rules.Place(3))
	good, err := r.Start().Play(rules.Place(7))
	if err != nil {
		t.Fatal(err)
	}
	set = d.Tree.AddSetup(root, good.String())
	d.Tree.Add(set, rules.Place(8))
	list, info := pages(t, booklet.Options{Every: 1, Variations: booklet.Diagrams, Report: true}, d)
	got := text(list)
	for _, want := range []string{"illegal", "could not be read", "Zz9 \ufffd", "after the illegal one", "set-up position", "Title", "•", "bold", "code", "םולש"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in %s", want, got)
		}
	}
	for _, not := range []string{"**", "`", "\x00", "# T"} {
		if strings.Contains(got, not) {
			t.Errorf("%q stands there", not)
		}
	}
	written(t, list, info)

	many := played(t, build(t, "tictactoe", rules.Params{"rows": "6", "cols": "6", "k": "4", "players": "26"}), "a1 b1 c1 d1 e1 f1 a2 b2 c2 d2 e2 f2 a3 b3 c3 d3 e3 f3 a4 b4 c4 d4 e4 f4 a5 b5 c5")
	list, info = pages(t, booklet.Options{Every: 10}, many)
	if got := text(list); !strings.Contains(got, "27. c5") && !strings.Contains(got, "27. ") {
		t.Errorf("26 players: %s", got)
	}
	written(t, list, info)
	empty := model.NewDocument(r)
	list, _ = pages(t, booklet.Options{}, empty)
	if len(list) != 2 {
		t.Errorf("an empty game has %d pages", len(list))
	}
}

// TestCollection checks the chapters, the links in the table of contents, and the outline.
func TestCollection(t *testing.T) {
	var docs []*model.Document
	for i := range 70 {
		d := played(t, build(t, "gomoku", nil), "h8 i9 g7 j10 f6")
		d.Players[0].Name, d.Players[1].Name = fmt.Sprint("Éva ", i), "Zoë"
		d.Info[model.InfoEvent], d.Info[model.InfoDate] = "Coupe d’été", fmt.Sprintf("2026-07-%02d", 1+i%28)
		docs = append(docs, d)
	}
	list, info := pages(t, booklet.Options{}, docs...)
	if info.Title != "Coupe d’été" {
		t.Errorf("the booklet is called %q", info.Title)
	}
	all := drawn(list)
	links, contents := 0, 0
	for i := range list {
		if len(list[i].Links) > 0 {
			contents++
		}
		for k, l := range list[i].Links {
			if l.Page < 0 || l.Page >= len(list) {
				t.Fatalf("link %d leads to page %d", k, l.Page)
			}
			title := fmt.Sprintf("%d. Éva %d – Zoë", links+1, links)
			links++
			if !slices.ContainsFunc(list[l.Page].Marks, func(m pdf.Mark) bool { return m.Title == title && m.Level == 0 && m.Y == l.Y }) {
				t.Errorf("page %d has no mark for %q", l.Page+1, title)
			}
			// The printed number is the page number.
			number := fmt.Sprint(l.Page + 1)
			if !slices.ContainsFunc(all[i], func(it draw.Item) bool {
				return it.Text == number && it.At.Y > l.Box.Y && it.At.Y < l.Box.Y+l.Box.H
			}) {
				t.Errorf("the contents do not say that %q is on page %s", title, number)
			}
		}
	}
	if links != 70 || contents < 2 {
		t.Errorf("%d links on %d pages", links, contents)
	}
	if got := text(list[:1]); !strings.Contains(got, "70 games") || !strings.Contains(got, "2026-07-01 – 2026-07-28") {
		t.Errorf("the title page: %s", got)
	}
}

// TestReport checks the report of stored evaluations.
func TestReport(t *testing.T) {
	d := sample(t, "pente.studio")
	plan, err := analysis.NewPlan(aiall.Engines, d, d.Tree.Root(), analysis.Game, "alphabeta", ai.Limit{Nodes: 500}, nil)
	if err != nil {
		t.Fatal(err)
	}
	results, err := analysis.Run(t.Context(), aiall.Engines, d.Tree.Rules(), plan.Jobs, analysis.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Tree.Do(analysis.Label, plan.Edits(results, analysis.Marking{}, nil)...); err != nil {
		t.Fatal(err)
	}
	without, _ := pages(t, booklet.Options{}, d)
	list, info := pages(t, booklet.Options{Report: true}, d)
	got := text(list)
	for _, want := range []string{"Report", "analysed with “Looks ahead”", "Winning chances", "Mistakes by phase"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if len(list) <= len(without) || strings.Contains(text(without), "Winning chances") {
		t.Errorf("%d pages with a report, %d without", len(list), len(without))
	}
	written(t, list, info)
}

// TestOptions checks that invalid options are refused.
func TestOptions(t *testing.T) {
	d := model.NewDocument(build(t, "tictactoe", nil))
	for _, x := range []struct {
		name string
		o    booklet.Options
		docs []*model.Document
	}{
		{"unknown paper", booklet.Options{Paper: "a99"}, []*model.Document{d}},
		{"too many columns", booklet.Options{Columns: 3}, []*model.Document{d}},
		{"negative Every", booklet.Options{Every: -1}, []*model.Document{d}},
		{"too large Every", booklet.Options{Every: 100000}, []*model.Document{d}},
		{"unknown Variations", booklet.Options{Variations: "sideways"}, []*model.Document{d}},
		{"no game", booklet.Options{}, nil},
		{"too many games", booklet.Options{}, make([]*model.Document, booklet.MaxGames+1)},
	} {
		t.Run(x.name, func(t *testing.T) {
			_, _, err := booklet.Pages(t.Context(), aiall.Engines, x.docs, x.o)
			if e := (*msg.Error)(nil); !errors.As(err, &e) {
				t.Errorf("%+v: %v", x.o, err)
			}
		})
	}
}

// TestLarge checks that the layout of a game of 3,600 moves and of a tree of 100,000 nodes can be
// cancelled.
func TestLarge(t *testing.T) {
	race.Skip(t)
	r := build(t, "gomoku", rules.Params{"rows": "60", "cols": "60", "k": "60"})
	long := model.NewDocument(r)
	n := long.Tree.Root()
	for c := range 3600 {
		n = long.Tree.Add(n, rules.Place(rules.Cell(c)))
	}
	list, info := pages(t, booklet.Options{Every: 100}, long)
	if got := text(list); !strings.Contains(got, "3600. ") {
		t.Error("the last move is missing")
	}
	written(t, list, info)
	if testing.Short() {
		return
	}
	wide := model.NewDocument(r)
	tree := wide.Tree
	n = tree.Root()
	for i := 0; tree.Len() < 100_000; i++ { // nested lines of 100 moves
		for range 100 {
			n = tree.Add(n, rules.Place(rules.Cell(2*n.Ply()+i%2)))
		}
		for range 1 + (i*37)%97 {
			n = n.Parent()
		}
		if n.Ply() > 1600 {
			n = tree.Root()
		}
	}
	if err := tree.Validate(1); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	list, _ = pages(t, booklet.Options{}, wide)
	t.Logf("%d nodes: %d pages in %v", tree.Len(), len(list), time.Since(start))
	if len(list) < 100 {
		t.Errorf("%d pages", len(list))
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, _, err := booklet.Pages(ctx, aiall.Engines, []*model.Document{wide}, booklet.Options{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("stopped: %v", err)
	}
}

// BenchmarkBooklet lays out and writes a booklet of 200 pages with about 4 diagrams each, whose
// boards are half full.
func BenchmarkBooklet(b *testing.B) {
	r := build(b, "gomoku", rules.Params{"k": "15"})
	var docs []*model.Document
	for i := range 164 {
		d := model.NewDocument(r)
		d.Players[0].Name, d.Players[1].Name = fmt.Sprint("Éva ", i), "Zoë"
		n := d.Tree.Root()
		for c := range 100 {
			n = d.Tree.Add(n, rules.Place(rules.Cell((c*7+i*31)%225)))
			if c%20 == 19 {
				d.Tree.Annotate(n, model.Annotation{Comment: "A plan that White has to answer: the stones on the right are joined now, and *threats* follow from there."})
			}
		}
		docs = append(docs, d)
	}
	for b.Loop() {
		list, info := pages(b, booklet.Options{Every: 20}, docs...)
		data := written(b, list, info)
		if len(list) < 200 {
			b.Fatalf("%d pages", len(list))
		}
		b.ReportMetric(float64(5*len(docs))/float64(len(list)), "diagrams/page")
		b.ReportMetric(float64(len(list)), "pages")
		b.ReportMetric(float64(len(data)), "bytes")
	}
}

// TestReadsOnly checks for data races while several goroutines lay out a document. The window does
// this while others read the document.
func TestReadsOnly(t *testing.T) {
	d := sample(t, "penloup-juhem.studio")
	var all [4][]byte
	done := make(chan int)
	for i := range all {
		go func() {
			defer func() { done <- i }()
			list, info, err := booklet.Pages(context.Background(), aiall.Engines, []*model.Document{d}, booklet.Options{Report: true})
			if err != nil {
				t.Error(err)
				return
			}
			if _, _, err := booklet.ScoreSheet(context.Background(), aiall.Engines, d, booklet.ScoreOptions{}); err != nil {
				t.Error(err)
			}
			var b bytes.Buffer
			if err := pdf.Write(context.Background(), &b, list, info); err != nil {
				t.Error(err)
			}
			all[i] = b.Bytes()
		}()
	}
	for range all {
		<-done
	}
	for i := range all {
		if !bytes.Equal(all[0], all[i]) {
			t.Error("other bytes in another goroutine")
		}
	}
}
