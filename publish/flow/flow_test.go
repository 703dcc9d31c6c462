package flow_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"boardstudio/draw"
	"boardstudio/draw/font"
	"boardstudio/io/pdf"
	"boardstudio/publish/flow"
)

var sheet = flow.Sheet{Size: draw.Point{X: 300, Y: 400}, Top: 40, Bottom: 40, Side: 30, Gap: 20, Columns: 2, Text: 10}

// items returns the items drawn on each page.
func items(pages []pdf.Page) (all [][]draw.Item) {
	for _, p := range pages {
		var r draw.Recorder
		p.Draw(&r)
		all = append(all, r.Items)
	}
	return all
}

// lines returns the texts of a page in drawing order, with texts at the same height joined.
func lines(list []draw.Item) (all []string) {
	last := draw.Point{X: -1, Y: -1}
	for _, it := range list {
		if it.Text == "" {
			continue
		}
		if it.At.Y == last.Y && it.At.X > last.X {
			all[len(all)-1] += it.Text
		} else {
			all = append(all, it.Text)
		}
		last = it.At
	}
	return all
}

func words(n int) string {
	var b strings.Builder
	dice := rand.New(rand.NewPCG(1, uint64(n)))
	for i := range n {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "w%d%s", i, strings.Repeat("x", dice.IntN(9)))
	}
	return b.String()
}

// TestParagraphs checks that all words are laid out in order and that lines fit into the columns. A
// column must never contain a single line of a paragraph.
func TestParagraphs(t *testing.T) {
	f := flow.New(t.Context(), sheet)
	width := f.Width()
	if width != 110 {
		t.Fatalf("columns are %v wide", width)
	}
	var want []string
	for i := range 60 {
		text := words(1 + i*7%40)
		want = append(want, strings.Fields(text)...)
		f.Text(flow.Paragraph{Runs: []flow.Run{{Text: text[:len(text)/2], Bold: i%2 == 0}, {Text: text[len(text)/2:], Italic: true}}, Indent: float64(i % 3 * 8), Before: 4})
	}
	f.Text(flow.Paragraph{})
	f.Text(flow.Paragraph{Runs: []flow.Run{{Text: " \n "}}})
	pages := flow.Pages(f)
	var got []string
	for n, page := range items(pages) {
		column, at := -1.0, map[float64]int{}
		for _, it := range page {
			left, right := it.At.X, it.At.X+font.Width(it.Text, it.TextStyle)
			c := 30.0
			if left >= 160 {
				c = 160
			}
			if left < c || right > c+width+0.1 || it.At.Y < 40 || it.At.Y > 360 {
				t.Errorf("page %d: %q stands at %v to %.1f", n, it.Text, it.At, right)
			}
			column = c
			at[column]++
		}
		got = append(got, strings.Fields(strings.Join(lines(page), " "))...)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%d words became %d", len(want), len(got))
	}
}

// TestWidows checks the page breaks in paragraphs of several lengths, at every position.
func TestWidows(t *testing.T) {
	s := sheet
	s.Columns = 1
	for above := range 26 {
		for n := 2; n < 9; n++ {
			f := flow.New(t.Context(), s)
			line := func(k int) string { return strings.TrimSuffix(strings.Repeat(fmt.Sprintf("t%d\n", n), k), "\n") }
			if above > 0 {
				f.Text(flow.Paragraph{Runs: []flow.Run{{Text: strings.TrimSuffix(strings.Repeat("above\n", above), "\n")}}})
			}
			f.Text(flow.Paragraph{Runs: []flow.Run{{Text: line(n)}}})
			total := 0
			for i, page := range items(flow.Pages(f)) {
				k := 0
				for _, l := range lines(page) {
					if l != "above" {
						k++
					}
				}
				total += k
				if k == 1 {
					t.Errorf("%d lines below %d: one stands alone on page %d", n, above, i)
				}
			}
			if total != n {
				t.Errorf("%d lines below %d: %d lines", n, above, total)
			}
		}
	}
}

// TestKeepWithNext checks that a heading stays with two lines of the following text, at every position of
// the page break.
func TestKeepWithNext(t *testing.T) {
	s := sheet
	s.Columns = 1
	for above := 1; above < 26; above++ {
		f := flow.New(t.Context(), s)
		f.Text(flow.Paragraph{Runs: []flow.Run{{Text: strings.TrimSuffix(strings.Repeat("above\n", above), "\n")}}})
		a := f.Mark("Heading", 0)
		f.Text(flow.Paragraph{Runs: []flow.Run{{Text: "Heading"}}, KeepWithNext: true})
		f.Text(flow.Paragraph{Runs: []flow.Run{{Text: strings.Repeat("below\n", 6)}}})
		pages := flow.Pages(f)
		for i, page := range items(pages) {
			list := lines(page)
			at := slices.Index(list, "Heading")
			if at < 0 {
				continue
			}
			if len(list) < at+3 {
				t.Errorf("below %d lines the heading stands with %v", above, list[at+1:])
			}
			if a.Page() != i || len(pages[i].Marks) != 1 || pages[i].Marks[0].Title != "Heading" {
				t.Errorf("below %d lines the mark is on page %d, the heading on page %d", above, a.Page(), i)
			}
		}
	}
}

// TestLongWords checks that a word longer than a line is broken without loss.
func TestLongWords(t *testing.T) {
	f := flow.New(t.Context(), sheet)
	word := strings.Repeat("Zugzwang", 400)
	f.Text(flow.Paragraph{Runs: []flow.Run{{Text: "before "}, {Text: word, Bold: true}, {Text: "!"}, {Text: " after"}}})
	got := ""
	for _, page := range items(flow.Pages(f)) {
		for _, it := range page {
			got += it.Text
			if font.Width(it.Text, it.TextStyle) > f.Width()+0.1 {
				t.Errorf("%q is too wide", it.Text)
			}
		}
	}
	if strings.ReplaceAll(got, " ", "") != "before"+word+"!after" {
		t.Errorf("%d characters of %d", len(got), len(word)+12)
	}
}

// TestRightToLeft checks that Hebrew and Arabic words are in visual order, with Latin words and
// numbers from left to right.
func TestRightToLeft(t *testing.T) {
	s := sheet
	s.Size.X, s.Columns = 600, 1
	for _, x := range []struct {
		name  string
		runs  []flow.Run
		want  string
		right bool
	}{
		{"one word", []flow.Run{{Text: "move שלום ends"}}, "move םולש ends", false},
		{"two runs", []flow.Run{{Text: "a שלום "}, {Text: "עולם", Bold: true}, {Text: " b"}}, "a םלוע םולש b", false},
		{"right-to-left line", []flow.Run{{Text: "שלום 12 h8 (עולם)"}}, "(םלוע) h8 12 םולש", true},
		{"number between words", []flow.Run{{Text: "a שלום 12 עולם b"}}, "a םלוע 12 םולש b", false},
		// An isolated meem after a final lam-alef; visual order starts with the meem.
		{"lam-alef", []flow.Run{{Text: "سلام"}}, "\ufee1\ufefc\ufeb3", true},
		{"word at the end", []flow.Run{{Text: "x كتاب"}}, "x \ufe8f\ufe8e\ufe98\ufedb", false},
		{"left-to-right line", []flow.Run{{Text: "é 12"}}, "é 12", false},
	} {
		t.Run(x.name, func(t *testing.T) {
			f := flow.New(t.Context(), s)
			f.Text(flow.Paragraph{Runs: x.runs})
			page := items(flow.Pages(f))[0]
			got, last := "", 0.0
			for _, it := range page {
				if it.At.X < last-0.1 {
					t.Errorf("%q stands at %v, after %v", it.Text, it.At.X, last)
				}
				last = it.At.X + font.Width(it.Text, it.TextStyle)
				got += it.Text
			}
			got = strings.Join(strings.Fields(got), " ")
			if got != x.want || x.right != (last > 569) {
				t.Errorf("%v is seen as %q, up to %.1f, want %q", x.runs, got, last, x.want)
			}
		})
	}
}

// TestCut checks that Cut shortens texts and returns them in visual order.
func TestCut(t *testing.T) {
	st := draw.TextStyle{Size: 10}
	for s, want := range map[string]string{"": "", "short": "short", "שלום (עולם)": "(םלוע) םולש", "a שלום": "a םולש"} {
		if got := flow.Cut(s, 200, st); got != want {
			t.Errorf("%q becomes %q, want %q", s, got, want)
		}
	}
	for _, s := range []string{strings.Repeat("long ", 50), strings.Repeat("שלום ", 50)} {
		if got := flow.Cut(s, 60, st); font.Width(got, st) > 60 || !strings.Contains(got, "…") {
			t.Errorf("%q is %.1f wide", got, font.Width(got, st))
		}
	}
}

// TestPictures checks that pictures are side by side if there is room, and never cross the end of a
// page.
func TestPictures(t *testing.T) {
	s := sheet
	s.Columns = 1
	f := flow.New(t.Context(), s)
	var boxes []draw.Rect
	var list []flow.Picture
	for range 7 {
		list = append(list, flow.Picture{
			Width: 70, Height: 60, Draw: func(c draw.Canvas, box draw.Rect) { boxes = append(boxes, box) },
			Below: []flow.Paragraph{{Runs: []flow.Run{{Text: "below the picture"}}}},
		})
	}
	f.Text(flow.Paragraph{Runs: []flow.Run{{Text: strings.Repeat("x\n", 12)}}})
	f.Pictures(10, list...)
	f.Pictures(10, flow.Picture{Width: 700, Height: 60, Draw: func(draw.Canvas, draw.Rect) {}})
	pages := flow.Pages(f)
	items(pages)
	if len(boxes) != 7 || len(pages) != 2 {
		t.Fatalf("%d pictures on %d pages", len(boxes), len(pages))
	}
	for i, b := range boxes {
		if b.W != 70 || b.H != 60 || b.X < 30 || b.X+b.W > 270 || b.Y < 40 || b.Y+b.H > 360 {
			t.Errorf("picture %d stands at %v", i, b)
		}
		if i%3 != 0 && (boxes[i-1].Y != b.Y || boxes[i-1].X >= b.X) {
			t.Errorf("picture %d stands at %v, the one before at %v", i, b, boxes[i-1])
		}
	}
}

// TestTables checks that titles are repeated on each page and that all rows are present.
func TestTables(t *testing.T) {
	f := flow.New(t.Context(), sheet)
	table := flow.Table{Columns: []flow.Column{{Width: .5}, {Width: .5, Right: true}}, Titles: []string{"Title", "N"}, Size: 8}
	for i := range 90 {
		table.Rows = append(table.Rows, flow.Row{Cells: flow.Texts("a name that is too long for its column", fmt.Sprint(i)), Bold: i == 3})
	}
	f.Table(table)
	rows, titles := 0, 0
	for _, page := range items(flow.Pages(f)) {
		for _, it := range page {
			switch {
			case it.Text == "Title":
				titles++
			case strings.HasSuffix(it.Text, "…"):
				rows++
				if font.Width(it.Text, it.TextStyle) > 56 {
					t.Errorf("%q is too wide", it.Text)
				}
			}
		}
	}
	if rows != 90 || titles != 4 {
		t.Errorf("%d rows below %d titles", rows, titles)
	}
}

// TestContents checks that pages of several flows follow each other, and that links lead to the
// final positions.
func TestContents(t *testing.T) {
	numbers := ""
	s := sheet
	s.Furnish = func(_ draw.Canvas, p flow.Place) { numbers += fmt.Sprintf("%d/%d %s;", p.Number, p.Of, p.Head) }
	body := flow.New(t.Context(), s)
	var anchors []*flow.Anchor
	for i := range 3 {
		body.Break(1 + i%2)
		body.Head(fmt.Sprint("H", i))
		anchors = append(anchors, body.Mark(fmt.Sprint("M", i), 0))
		body.Text(flow.Paragraph{Runs: []flow.Run{{Text: words(100)}}})
	}
	front := flow.New(t.Context(), s)
	front.ClearMargins()
	front.Drop(50)
	for i, a := range anchors {
		front.Entry(fmt.Sprint("M", i), fmt.Sprint(a.Page()+2), a)
	}
	pages := flow.Pages(front, body)
	items(pages)
	if len(pages[0].Links) != 3 || len(pages[0].Marks) != 0 {
		t.Fatalf("%d links", len(pages[0].Links))
	}
	for i, l := range pages[0].Links {
		if marks := pages[l.Page].Marks; len(marks) != 1 || marks[0].Title != fmt.Sprint("M", i) || marks[0].Y != l.Y {
			t.Errorf("link %d leads to page %d, which has %v", i, l.Page, marks)
		}
	}
	if want := fmt.Sprintf("2/%d H0;", len(pages)); !strings.HasPrefix(numbers, want) || strings.Contains(numbers, "1/") {
		t.Errorf("the margins tell %q, want %q first", numbers, want)
	}
}

// TestStopped checks that no content is laid out after the context ends.
func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	f := flow.New(ctx, sheet)
	f.Text(flow.Paragraph{Runs: []flow.Run{{Text: "one"}}})
	cancel()
	f.Text(flow.Paragraph{Runs: []flow.Run{{Text: words(5000)}}})
	if f.Err() == nil || f.Len() != 1 {
		t.Errorf("%d pages, %v", f.Len(), f.Err())
	}
}

func FuzzText(f *testing.F) {
	f.Add("Zug **zwang** \u202e שלום العربية (12) 🎲\n- a", 3.0, true)
	f.Fuzz(func(t *testing.T, s string, indent float64, bold bool) {
		if len(s) > 1<<14 || !(indent >= 0 && indent < 50) {
			return
		}
		x := flow.New(t.Context(), sheet)
		x.Text(flow.Paragraph{Runs: []flow.Run{{Text: s, Bold: bold}, {Text: s}}, Indent: indent, Centre: bold})
		got := map[rune]int{}
		for _, page := range items(flow.Pages(x)) {
			for _, it := range page {
				for _, r := range it.Text {
					got[r]++
				}
			}
		}
		for _, r := range font.Plain(strings.ReplaceAll(s, "\n", " ")) {
			if r > ' ' && got[r] == 0 && !unicode.Is(unicode.Arabic, r) && !strings.ContainsRune("()[]{}<>«»‹›", r) && r < 0x2000 {
				t.Fatalf("%q is lost of %q", r, s)
			}
		}
	})
}

// TestFloats checks that a picture that does not fit waits for the top of the next column, in
// order, while text fills the current one.
func TestFloats(t *testing.T) {
	s := sheet
	s.Columns = 1
	f := flow.New(t.Context(), s)
	picture := func(name string, height float64) flow.Picture {
		return flow.Picture{Width: 100, Height: height, Float: true, Draw: func(c draw.Canvas, box draw.Rect) {
			c.Text(draw.Point{X: box.X, Y: box.Y}, name, draw.TextStyle{Size: 8, Color: flow.Ink})
		}}
	}
	f.Text(flow.Paragraph{Runs: []flow.Run{{Text: strings.TrimSuffix(strings.Repeat("a\n", 14), "\n")}}})
	f.Pictures(0, picture("first", 200))
	f.Text(flow.Paragraph{Runs: []flow.Run{{Text: "b\nb"}}})
	f.Pictures(0, picture("second", 60))
	f.Text(flow.Paragraph{Runs: []flow.Run{{Text: "c"}}})
	f.Pictures(0, picture("third", 300))
	var got []string
	for _, page := range items(flow.Pages(f)) {
		got = append(got, strings.Join(slices.Compact(lines(page)), " "))
	}
	if want := []string{"a b", "first second c", "third"}; !slices.Equal(got, want) {
		t.Errorf("pages %q, want %q", got, want)
	}
}

// TestBalance checks that the columns of the last page end at about the same height, with all words
// in order. It covers content that is kept together, floats and marks. Earlier pages must be full.
func TestBalance(t *testing.T) {
	for n := range 40 {
		f := flow.New(t.Context(), sheet)
		var want []string
		titles := 0
		add := func(p flow.Paragraph) {
			want = append(want, strings.Fields(p.Runs[0].Text)...)
			f.Text(p)
		}
		for i := range 2 + n {
			if i%9 == 4 {
				f.Mark(fmt.Sprint(i), 0)
				titles++
				add(flow.Paragraph{Runs: []flow.Run{{Text: words(2), Bold: true}}, KeepWithNext: true})
			}
			add(flow.Paragraph{Runs: []flow.Run{{Text: words(3 + i*5%20)}}, Before: 3})
			switch i % 7 {
			case 2:
				f.Skip(10)
			case 5:
				f.Drop(4)
			}
		}
		one := flow.Pages(f)
		if got := flow.Pages(f); len(got) != len(one) {
			t.Fatalf("%d paragraphs: %d pages, then %d", n, len(one), len(got))
		}
		var got []string
		marks := 0
		for k, list := range items(one) {
			marks += len(one[k].Marks)
			var ends [2]float64
			for _, it := range list {
				if it.Text != "" {
					got = append(got, strings.Fields(it.Text)...)
					c := 0
					if it.At.X >= 150 {
						c = 1
					}
					ends[c] = max(ends[c], it.At.Y)
				}
			}
			if k+1 == len(one) && (ends[0]-ends[1] > 75 || ends[1]-ends[0] > 75) {
				t.Errorf("%d paragraphs: the columns of the last page end at %v", n, ends)
			}
			if k+1 < len(one) && ends[0] < 300 {
				t.Errorf("%d paragraphs: page %d ends at %v", n, k, ends)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d paragraphs: other words:\n%q\n%q", n, got, want)
		}
		if marks != titles {
			t.Errorf("%d paragraphs: %d marks, not %d", n, marks, titles)
		}
	}
}

// TestBalanceFloats checks that floats and their marks appear exactly once.
func TestBalanceFloats(t *testing.T) {
	for n := range 12 {
		f := flow.New(t.Context(), sheet)
		for i := range n {
			f.Text(flow.Paragraph{Runs: []flow.Run{{Text: words(40)}}})
			f.Mark(fmt.Sprint("picture ", i), 0)
			f.Pictures(4, flow.Picture{Width: 100, Height: 90, Float: true, Draw: func(c draw.Canvas, _ draw.Rect) {
				c.Text(draw.Point{X: 1, Y: 1}, fmt.Sprint("picture ", i), draw.TextStyle{Size: 5})
			}})
			if i == 5 {
				f.Break(0)
			}
		}
		var got, marks []string
		pages := flow.Pages(f)
		for k, list := range items(pages) {
			for _, it := range list {
				if strings.HasPrefix(it.Text, "picture") {
					got = append(got, it.Text)
				}
			}
			for _, m := range pages[k].Marks {
				marks = append(marks, m.Title)
			}
		}
		var want []string
		for i := range n {
			want = append(want, fmt.Sprint("picture ", i))
		}
		if !slices.Equal(got, want) || !slices.Equal(marks, want) {
			t.Errorf("%d: %q, marks %q", n, got, marks)
		}
	}
}
