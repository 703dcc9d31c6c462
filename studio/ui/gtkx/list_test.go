package gtkx

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/gotk3/gotk3/gtk"
)

// BenchmarkListOfAMillion moves the selection of a list window with a million rows. One operation
// is one move, including drawing.
func BenchmarkListOfAMillion(b *testing.B) {
	runtime.LockOSThread()
	if err := gtk.InitCheck(nil); err != nil {
		b.Skip("needs a display")
	}
	settle := func() {
		for gtk.EventsPending() {
			gtk.MainIteration()
		}
	}
	parent, err := gtk.WindowNew(gtk.WINDOW_TOPLEVEL)
	if err != nil {
		b.Fatal(err)
	}
	parent.ShowAll()
	defer parent.Destroy()
	lists := Lists{Parent: parent, Ahead: &Ahead{}}
	const n = 1_000_000
	asked := 0
	l := lists.Open(ListSpec{
		Title: "A million", Columns: []Column{{Wide: true}, {Width: 100}}, Width: 400, Height: 400,
		Rows: func(string) Rows {
			return Rows{N: n, At: func(i int) Row { asked++; return Row{Cells: []string{fmt.Sprint("row ", i), "x"}} }}
		},
	})
	settle()
	at := 0
	for b.Loop() {
		at = (at + 387_421) % n
		l.choose(at)
		settle()
	}
	if l.At != at || l.top > at || at >= l.top+l.page {
		b.Fatalf("row %d is chosen and %d to %d are in view, want %d", l.At, l.top, l.top+l.page, at)
	}
	b.ReportMetric(float64(asked)/float64(b.N), "rows/op")
	l.Close()
}
