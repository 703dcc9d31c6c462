package lists

import (
	"slices"

	"boardstudio/model"
	"boardstudio/studio/app"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
)

// Bookmarks opens the list of bookmarks. Activating a row goes to its node.
func Bookmarks(lists *gtkx.Lists, s *app.Session) {
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

func bookmarkRows(s *app.Session, typed string) gtkx.Rows {
	list, rows := gtkx.Fitting(s.View.Bookmarks(), typed, func(n *model.Node) gtkx.Row {
		return gtkx.Row{Cells: []string{s.View.MoveLabel(n), s.View.Place(n)}, Bold: n == s.View.Node()}
	}, s.Go)
	rows.Now = max(slices.Index(list, s.View.Node()), 0)
	return rows
}
