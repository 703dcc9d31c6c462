package studio

import (
	"fmt"
	"testing"
)

// BenchmarkListOfAMillion moves the choice about in a list window with a million
// rows: one move of it, drawn.
func BenchmarkListOfAMillion(b *testing.B) {
	w := openBench(b)
	const n = 1_000_000
	asked := 0
	l := w.openList(listSpec{
		title: "A million", columns: []column{{wide: true}, {width: 100}}, width: 400, height: 400,
		rows: func(string) rows {
			return rows{n: n, at: func(i int) row { asked++; return row{cells: []string{fmt.Sprint("row ", i), "x"}} }}
		},
	})
	settle()
	at := 0
	for b.Loop() {
		at = (at + 387_421) % n
		l.choose(at)
		settle()
	}
	if l.at != at || l.top > at || at >= l.top+l.page {
		b.Fatalf("row %d is chosen and %d to %d are in view, want %d", l.at, l.top, l.top+l.page, at)
	}
	b.ReportMetric(float64(asked)/float64(b.N), "rows/op")
	l.close()
}
