package lists

import (
	"slices"

	"boardstudio/model"
	"boardstudio/studio/app"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
)

// bookmarked is the interface of a session used by the list of bookmarks.
type bookmarked interface {
	Bookmarks() []*model.Node
	Node() *model.Node
	Go(*model.Node)
	MoveLabel(*model.Node) string
	Place(*model.Node) string
}

// Bookmarks opens the list of bookmarks. Activating a row goes to its node.
func Bookmarks(lists *gtkx.Lists, s bookmarked) {
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
	list, rows := gtkx.Fitting(s.Bookmarks(), typed, func(n *model.Node) gtkx.Row {
		return gtkx.Row{Cells: []string{s.MoveLabel(n), s.Place(n)}, Bold: n == s.Node()}
	}, s.Go)
	rows.Now = max(slices.Index(list, s.Node()), 0)
	return rows
}
