package lists

import (
	"strconv"
	"strings"

	"boardstudio/internal/fold"
	"boardstudio/studio/app"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// History opens the undo history. Activating a row undoes or redoes to its step.
func History(lists *gtkx.Lists, s *app.Session) {
	lists.Open(gtkx.ListSpec{
		Title:   locale.T("History"),
		Hint:    locale.T("Search in the history"),
		Columns: []gtkx.Column{{Title: locale.T("Step"), Width: 64, Right: true}, {Title: locale.T("Done"), Wide: true, Width: 160}, {Title: locale.T("At"), Width: 90}, {Width: 90}},
		Width:   440, Height: 460,
		Live:  uint(app.TopicAll),
		Stays: true,
		Empty: locale.T("No matches in the history"),
		Rows:  func(typed string) gtkx.Rows { return historyRows(s, typed) },
	})
}

// searchedForMoves is the largest history in which a search also covers the moves of the steps.
const searchedForMoves = 100_000

func historyRows(s *app.Session, typed string) gtkx.Rows {
	t := s.View.Tree()
	if strings.TrimSpace(typed) == "" {
		return gtkx.Rows{
			N: t.Steps() + 1, Now: t.At(), Do: s.JumpTo,
			At: func(i int) gtkx.Row { return historyRow(s, i) },
		}
	}
	var list []int
	now := 0
	typed = fold.Text(typed)
	fits := map[msg.Key]bool{}             // there are few labels, but perhaps a million steps
	moves := t.Steps() <= searchedForMoves // naming the moves of a million steps takes seconds
	for i := range t.Steps() + 1 {
		label := msg.Key("")
		if i > 0 {
			label = t.StepLabel(i - 1)
		}
		ok, known := fits[label]
		if !known {
			ok = strings.Contains(fold.Text(s.View.History(i).Title), typed)
			fits[label] = ok
		}
		if ok || moves && i > 0 && strings.Contains(fold.Text(s.View.History(i).Where), typed) {
			if i <= t.At() {
				now = len(list)
			}
			list = append(list, i)
		}
	}
	return gtkx.Rows{
		N: len(list), Now: now,
		At: func(i int) gtkx.Row { return historyRow(s, list[i]) },
		Do: func(i int) { s.JumpTo(list[i]) },
	}
}

func historyRow(s *app.Session, i int) gtkx.Row {
	h := s.View.History(i)
	state := ""
	switch at := s.View.Tree().At(); {
	case i == at:
		state = locale.T("now")
	case i > at:
		state = locale.T("undone")
	}
	return gtkx.Row{Cells: []string{strconv.Itoa(i), h.Title, h.Where, state}, Bold: i == s.View.Tree().At()}
}
