package studio

import (
	"strings"

	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/studio/app"
)

// bookmarks lists the places with bookmarks; one that is activated is gone to.
func (w *window) bookmarks() {
	w.openList(listSpec{
		title:   locale.T("Bookmarks"),
		hint:    locale.T("Search in the bookmarks"),
		columns: []column{{title: locale.T("Move"), width: 90, right: true}, {title: locale.T("Place"), wide: true, width: 220}},
		width:   420, height: 420,
		live:  app.TopicTree | app.TopicNote | app.TopicHere | app.TopicFile,
		stays: true,
		empty: locale.T("There are no bookmarks"),
		rows:  w.bookmarkRows,
	})
}

func (w *window) bookmarkRows(typed string) rows {
	s := w.s
	var list []*model.Node
	now := 0
	typed = app.Fold(strings.TrimSpace(typed))
	for _, n := range s.Bookmarks() {
		if typed != "" && !strings.Contains(app.Fold(s.MoveLabel(n)+" "+s.Place(n)), typed) {
			continue
		}
		if n == s.Node() {
			now = len(list)
		}
		list = append(list, n)
	}
	return rows{
		n: len(list), now: now, none: unfit(typed),
		at: func(i int) row {
			return row{cells: []string{s.MoveLabel(list[i]), s.Place(list[i])}, bold: list[i] == s.Node()}
		},
		do: func(i int) { s.Go(list[i]) },
	}
}
