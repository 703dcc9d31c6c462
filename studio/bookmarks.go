package studio

import (
	"strings"

	"boardstudio/internal/fold"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/studio/app"
	"boardstudio/studio/gtkx"
)

// bookmarked is what has places with bookmarks: a session.
type bookmarked interface {
	Bookmarks() []*model.Node
	Node() *model.Node
	Go(*model.Node)
	MoveLabel(*model.Node) string
	Place(*model.Node) string
}

// showBookmarks lists the places with bookmarks; one that is activated is gone to.
func showBookmarks(lists *gtkx.Lists, s bookmarked) {
	lists.Open(gtkx.ListSpec{
		Title:   locale.T("Bookmarks"),
		Hint:    locale.T("Search in the bookmarks"),
		Columns: []gtkx.Column{{Title: locale.T("Move"), Width: 90, Right: true}, {Title: locale.T("Place"), Wide: true, Width: 220}},
		Width:   420, Height: 420,
		Live:  uint(app.TopicTree | app.TopicNote | app.TopicHere | app.TopicFile),
		Stays: true,
		Empty: locale.T("There are no bookmarks"),
		Rows:  func(typed string) gtkx.Rows { return bookmarkRows(s, typed) },
	})
}

func bookmarkRows(s bookmarked, typed string) gtkx.Rows {
	var list []*model.Node
	now := 0
	typed = fold.Text(strings.TrimSpace(typed))
	for _, n := range s.Bookmarks() {
		if typed != "" && !strings.Contains(fold.Text(s.MoveLabel(n)+" "+s.Place(n)), typed) {
			continue
		}
		if n == s.Node() {
			now = len(list)
		}
		list = append(list, n)
	}
	return gtkx.Rows{
		N: len(list), Now: now, None: unfit(typed),
		At: func(i int) gtkx.Row {
			return gtkx.Row{Cells: []string{s.MoveLabel(list[i]), s.Place(list[i])}, Bold: list[i] == s.Node()}
		},
		Do: func(i int) { s.Go(list[i]) },
	}
}
