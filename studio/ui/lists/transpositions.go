package lists

import (
	"strconv"
	"strings"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/internal/fold"
	"boardstudio/model"
	"boardstudio/studio/app"
	"boardstudio/studio/app/find"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
)

// Transpositions opens the list of nodes with the current position. The list is updated when the
// current node changes.
func Transpositions(lists *gtkx.Lists, s *app.Session, aside func(*gtkx.List, int)) {
	var l *gtkx.List
	paste, _ := gtk.ButtonNewWithLabel(locale.T("Copy Continuation Here"))
	status := gtkx.Label("")
	status.SetEllipsize(3)
	gtkx.AddClass(status, "dim-label")
	gtkx.SetID(status, "Number of transpositions")
	foot := gtkx.HBox(10)
	foot.PackStart(status, true, true, 0)
	foot.PackStart(paste, false, false, 0)
	var shown []find.Transposition
	l = lists.Open(gtkx.ListSpec{
		Title: locale.T("Transpositions"),
		Hint:  locale.T("Search in the list"),
		Columns: []gtkx.Column{
			{Title: locale.T("Move"), Width: 52, Right: true},
			{Title: locale.T("Line"), Wide: true, Width: 170},
			{Title: locale.T("Board"), Width: 72},
			{Title: locale.T("New Moves"), Width: 134, Right: true},
		},
		Width: findWidth, Height: 380,
		Live:  uint(app.TopicHere | app.TopicTree | app.TopicTranspositions),
		Stays: true,
		Empty: locale.T("This position occurs nowhere else"),
		Foot:  foot,
		Rows: func(typed string) gtkx.Rows {
			all, known := s.Search.Transpositions().List(s.View.Node())
			shown = nil
			typed = fold.Text(strings.TrimSpace(typed))
			for _, x := range all {
				if typed == "" || strings.Contains(fold.Text(lineTo(s, x.Node)), typed) {
					shown = append(shown, x)
				}
			}
			none := gtkx.Unfit(typed)
			if !known { // not known yet
				none = locale.T("Searching…")
			}
			paste.SetSensitive(len(shown) > 0)
			switch done, total := s.Search.Transpositions().Progress(); {
			case !known && total > 0:
				status.SetText(locale.T("Searching…") + " " + strconv.Itoa(100*done/total) + " %")
			case !known:
				status.SetText(locale.T("Searching…"))
			default:
				status.SetText(locale.N("%d other place", "%d other places", len(all), len(all)))
			}
			return gtkx.Rows{
				N: len(shown), None: none,
				At: func(i int) gtkx.Row {
					x := shown[i]
					board, more := locale.T("not turned"), ""
					if x.Turned {
						board = locale.T("turned")
					}
					if x.More > 0 {
						more = strconv.Itoa(x.More)
					}
					return gtkx.Row{Cells: []string{strconv.Itoa(x.Node.Ply()), lineTo(s, x.Node), board, more}}
				},
				Do: func(i int) { s.Go(shown[i].Node) },
			}
		},
	})
	if !l.Win.IsActive() {
		aside(l, 300)
	}
	paste.Connect("clicked", func() {
		if l.At >= 0 && l.At < len(shown) {
			s.CopyContinuation(shown[l.At])
		}
	})
}

// lineTo returns the last moves of the line to n.
func lineTo(s *app.Session, n *model.Node) string {
	var words []string
	for ; n.Parent() != nil && len(words) < 8; n = n.Parent() {
		words = append([]string{s.View.MoveName(n)}, words...)
	}
	text := strings.Join(words, " ")
	switch {
	case text == "":
		text = s.View.MoveName(n)
	case n.Parent() != nil:
		text = "… " + text
	}
	return text
}
