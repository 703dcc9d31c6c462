package pdf_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"boardstudio/draw"
	"boardstudio/draw/diagram"
	"boardstudio/io/pdf"
	"boardstudio/rules"
	"boardstudio/rules/awale"
	"boardstudio/rules/line"
	"boardstudio/rules/othello"
	"boardstudio/rules/rulestest"
	"boardstudio/text/msg"
)

func build(t testing.TB, g *rules.Game, preset string, over rules.Params) rules.Rules {
	t.Helper()
	r, err := g.Build(preset, over)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// kinds returns boards of every style.
func kinds(t testing.TB) map[string]rules.Rules {
	return map[string]rules.Rules{
		"3x3":      build(t, &line.Game, "tictactoe", nil),
		"10x10":    build(t, &line.Game, "morpion", nil),
		"19x19":    build(t, &line.Game, "gomoku", rules.Params{"rows": "19", "cols": "19"}),
		"3x12":     build(t, &line.Game, "morpion", rules.Params{"rows": "3", "cols": "12", "k": "3"}),
		"connect4": build(t, &line.Game, "connect4", nil),
		"torus":    build(t, &line.Game, "morpion", rules.Params{"rows": "8", "cols": "8", "k": "4", "topology": "torus"}),
		"othello":  build(t, &othello.Game, "othello", nil),
		"awale":    build(t, &awale.Game, "awale", nil),
		"hexagons": rulestest.Hexagons(11),
	}
}

func grid(t testing.TB, o pdf.GridOptions) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := pdf.Grid(t.Context(), &b, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestSameBytes checks that equal options give equal files, also when several goroutines write
// concurrently.
func TestSameBytes(t *testing.T) {
	o := pdf.GridOptions{
		Rules: build(t, &awale.Game, "awale", nil), Title: "Awalé — 4 × 🎲", PerPage: 3, Pages: 2, Coordinates: true, Start: true,
		Date: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC),
	}
	want := grid(t, o)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 2 {
				if !bytes.Equal(grid(t, o), want) {
					t.Error("the same options give other bytes")
				}
			}
		})
	}
	wg.Wait()
	if !bytes.Contains(want, []byte("D:20261121")) {
		t.Error("the date is not in the file")
	}
	o.Date = time.Time{}
	if a := grid(t, o); !bytes.Equal(a, grid(t, o)) || bytes.Equal(a, want) {
		t.Error("without a date files differ, or the date does not count")
	}
}

func TestFilesAreSound(t *testing.T) {
	qpdf, err := exec.LookPath("qpdf")
	if err != nil {
		t.Skip("qpdf is not installed")
	}
	for name, r := range kinds(t) {
		file := filepath.Join(t.TempDir(), name+".pdf")
		data := grid(t, pdf.GridOptions{Rules: r, PerPage: 4, Pages: 3, Coordinates: true, Start: true, Title: name})
		if n := len(regexp.MustCompile(`/Type /Page\b`).FindAll(data, -1)); n != 3 {
			t.Errorf("%s: %d pages", name, n)
		}
		if err := os.WriteFile(file, data, 0o666); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(qpdf, "--check", file).CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", name, err, out)
		}
	}
}

// bounds returns the rectangle around the items.
func bounds(items []draw.Item) draw.Rect {
	x, y, X, Y := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, it := range items {
		if b := it.Bounds(); b.W > 0 || b.H > 0 {
			x, y, X, Y = min(x, b.X), min(y, b.Y), max(X, b.X+b.W), max(Y, b.Y+b.H)
		}
	}
	return draw.Rect{X: x, Y: y, W: X - x, H: Y - y}
}

// TestBalance checks for every paper size that all boards are present, keep a distance from the
// edges, and are centred.
func TestBalance(t *testing.T) {
	for name, r := range kinds(t) {
		for _, paper := range pdf.Papers {
			for _, way := range pdf.Orientations {
				for _, n := range []int{1, 2, 3, 4, 6, 7, 12} {
					o := pdf.GridOptions{Rules: r, Paper: pdf.Paper(paper.Name), Orientation: pdf.Orientation(way.Name), PerPage: n, Pages: 2}
					pages, err := pdf.Pages(o)
					if err != nil || len(pages) != 2 {
						t.Fatalf("%s on %s: %d pages, %v", name, paper.Name, len(pages), err)
					}
					p := pages[0]
					if lies := p.Size.X > p.Size.Y; o.Orientation == pdf.Portrait && lies || o.Orientation == pdf.Landscape && !lies {
						t.Errorf("%s %s: the page is %v", way.Name, paper.Name, p.Size)
					}
					var rec draw.Recorder
					p.Draw(&rec)
					if len(rec.Items)%n != 0 {
						t.Fatalf("%s: %d items for %d boards", name, len(rec.Items), n)
					}
					each := len(rec.Items) / n
					var boards []draw.Rect
					for i := range n {
						boards = append(boards, bounds(rec.Items[i*each:(i+1)*each]))
					}
					all := bounds(rec.Items)
					left, right := all.X, p.Size.X-all.X-all.W
					top, bottom := all.Y, p.Size.Y-all.Y-all.H
					if math.Abs(left-right) > 1 || math.Abs(top-bottom) > 1 {
						t.Errorf("%d %s on %s %s: margins %.1f %.1f %.1f %.1f", n, name, paper.Name, way.Name, left, right, top, bottom)
					}
					if m := 0.06 * min(p.Size.X, p.Size.Y); left < m-1 || top < m-1 {
						t.Errorf("%d %s on %s: margins %.1f %.1f", n, name, paper.Name, left, top)
					}
					if n == 4 || n == 6 || n == 12 { // full rows: horizontal and vertical gaps must be similar
						var across, down float64
						for i := 1; i < n; i++ {
							a, b := boards[i-1], boards[i]
							if b.Y > a.Y+1 {
								down = b.Y - a.Y - a.H
							} else {
								across = b.X - a.X - a.W
							}
						}
						if across > 0 && down > 0 && max(across, down) > 1.5*min(across, down)+1 {
							t.Errorf("%d %s on %s: gaps of %.0f and %.0f", n, name, paper.Name, across, down)
						}
					}
					for i, a := range boards {
						if math.Abs(a.W-boards[0].W) > 0.1 || math.Abs(a.H-boards[0].H) > 0.1 {
							t.Errorf("%d %s: board %d is %v, the first %v", n, name, i, a, boards[0])
						}
						for _, b := range boards[:i] {
							if a.X < b.X+b.W+5 && b.X < a.X+a.W+5 && a.Y < b.Y+b.H+5 && b.Y < a.Y+a.H+5 {
								t.Errorf("%d %s on %s: boards at %v and %v", n, name, paper.Name, a, b)
							}
						}
					}
				}
			}
		}
	}
}

// TestOrientation checks that Auto chooses landscape only if it makes the boards clearly larger.
func TestOrientation(t *testing.T) {
	k := kinds(t)
	for _, c := range []struct {
		rules     string
		n         int
		landscape bool
	}{{"connect4", 1, true}, {"10x10", 1, false}, {"19x19", 1, false}, {"10x10", 2, false}, {"3x12", 1, true}, {"awale", 1, true}, {"hexagons", 1, true}, {"hexagons", 2, false}, {"awale", 4, false}, {"3x3", 6, false}} {
		t.Run(fmt.Sprintf("%d %s", c.n, c.rules), func(t *testing.T) {
			pages, err := pdf.Pages(pdf.GridOptions{Rules: k[c.rules], PerPage: c.n})
			if err != nil {
				t.Fatal(err)
			}
			if got := pages[0].Size.X > pages[0].Size.Y; got != c.landscape {
				t.Errorf("%d %s: landscape is %v", c.n, c.rules, got)
			}
		})
	}
}

func TestContents(t *testing.T) {
	texts := func(o pdf.GridOptions) (all []string, paths int) {
		pages, err := pdf.Pages(o)
		if err != nil {
			t.Fatal(err)
		}
		var rec draw.Recorder
		pages[0].Draw(&rec)
		for _, it := range rec.Items {
			if it.Text == "" {
				paths++
			} else {
				all = append(all, it.Text)
			}
		}
		return all, paths
	}
	if got, _ := texts(pdf.GridOptions{Rules: kinds(t)["hexagons"], Coordinates: true}); strings.Join(got, "") != "abcdefghijk1234567891011" {
		t.Errorf("coordinates of hexagons are %q", got)
	}
	r := kinds(t)["othello"]
	bare, paths := texts(pdf.GridOptions{Rules: r})
	if len(bare) != 0 {
		t.Errorf("a bare board says %q", bare)
	}
	if got, _ := texts(pdf.GridOptions{Rules: r, Coordinates: true, Title: "T"}); strings.Join(got, "") != "Tabcdefgh12345678" {
		t.Errorf("coordinates are %q", got)
	}
	if _, start := texts(pdf.GridOptions{Rules: r, Start: true}); start != paths+4 {
		t.Errorf("%d things drawn with the start discs, %d without", start, paths)
	}
	if got, _ := texts(pdf.GridOptions{Rules: kinds(t)["awale"], Coordinates: true}); strings.Join(got, "") != "ABCDEFabcdef" {
		t.Errorf("empty pits have %q", got)
	}
}

func TestImpossibleOptions(t *testing.T) {
	r := kinds(t)["19x19"]
	for _, c := range []struct {
		o    pdf.GridOptions
		want string
	}{
		{pdf.GridOptions{}, "no game is selected"},
		{pdf.GridOptions{Rules: r, Paper: "b5"}, `unknown paper "b5"`},
		{pdf.GridOptions{Rules: r, Orientation: "upside down"}, `unknown orientation "upside down"`},
		{pdf.GridOptions{Rules: r, PerPage: -1}, "a page can have from 1 to 100 boards, not -1"},
		{pdf.GridOptions{Rules: r, PerPage: 101}, "a page can have from 1 to 100 boards, not 101"},
		{pdf.GridOptions{Rules: r, Pages: 1001}, "the number of pages must be from 1 to 1000, not 1001"},
		{pdf.GridOptions{Rules: r, PerPage: 50, Paper: pdf.A5}, "with 50 boards on a page of A5 the cells would be smaller than 1.5 mm"},
		{pdf.GridOptions{Rules: r, Title: strings.Repeat("long ", 60)}, "the title is too long for paper of this size"},
	} {
		err := pdf.Grid(t.Context(), &bytes.Buffer{}, c.o)
		var e *msg.Error
		if !errors.As(err, &e) || e.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	if err := pdf.Write(t.Context(), &bytes.Buffer{}, nil, pdf.Info{}); err == nil {
		t.Error("a file without a page was written")
	}
	// The largest board fits on the smallest paper.
	big := build(t, &line.Game, "morpion", rules.Params{"rows": "64", "cols": "64"})
	grid(t, pdf.GridOptions{Rules: big, Paper: pdf.A5, Coordinates: true})
}

// TestFullDiagram checks a page that uses every feature of a diagram.
func TestFullDiagram(t *testing.T) {
	r := build(t, &line.Game, "gomoku", nil)
	p := r.Start()
	d := diagram.New(r, p)
	d.Numbers = map[rules.Cell]int{}
	for i, s := range strings.Fields("h8 h7 i9 i7 g7") {
		m, err := r.ParseMove(s)
		if err != nil {
			t.Fatal(err)
		}
		if p, err = p.Play(m); err != nil {
			t.Fatal(err)
		}
		d.Numbers[m.To] = i + 1
	}
	d.Position, d.Cursor, d.Hover, d.HoverBy, d.Win = p, 3, 4, 0, []rules.Cell{112, 113}
	page := pdf.Page{Size: draw.Point{X: 300, Y: 320}, Draw: func(c draw.Canvas) {
		d.Draw(c, draw.Rect{X: 10, Y: 10, W: 280, H: 280})
		c.Text(draw.Point{X: 290, Y: 310}, "l'été ½ ● 漢 🎲\x00\xff", draw.TextStyle{Size: 9, Color: draw.RGB(0).Alpha(.5), Align: draw.Right})
	}}
	var out bytes.Buffer
	if err := pdf.Write(t.Context(), &out, []pdf.Page{page, page}, pdf.Info{Title: "♔ 🎲", Lang: "fr-CA"}); err != nil {
		t.Fatal(err)
	}
	if out.Len() > 120_000 {
		t.Errorf("the file has %d bytes: are whole fonts in it?", out.Len())
	}
}

// TestWriteError checks that errors of the writer are returned.
func TestWriteError(t *testing.T) {
	if err := pdf.Grid(t.Context(), full{}, pdf.GridOptions{Rules: kinds(t)["3x3"]}); err == nil {
		t.Error("no error although nothing could be written")
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func BenchmarkGrid(b *testing.B) {
	o := pdf.GridOptions{Rules: kinds(b)["19x19"], PerPage: 4, Pages: 10, Coordinates: true}
	for b.Loop() {
		grid(b, o)
	}
}
