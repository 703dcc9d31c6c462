package studio

import (
	"strings"

	"boardstudio/locale"
	"boardstudio/msg"
	"boardstudio/studio/app"
)

// history lists what was done to the document; a line activated is where it goes
// back to, or forward.
func (w *window) history() {
	w.openList(listSpec{
		title:   locale.T("History"),
		hint:    locale.T("Search in the history"),
		columns: []column{{title: locale.T("Step"), width: 64, right: true}, {title: locale.T("Done"), wide: true, width: 160}, {title: locale.T("At"), width: 90}, {width: 90}},
		width:   440, height: 460,
		live:  app.TopicAll,
		stays: true,
		empty: locale.T("Nothing in the history fits"),
		rows:  w.historyRows,
	})
}

// searchedForMoves is how many steps are searched for the move they were done to.
const searchedForMoves = 100_000

func (w *window) historyRows(typed string) rows {
	t := w.s.Tree()
	if strings.TrimSpace(typed) == "" {
		return rows{
			n: t.Steps() + 1, now: t.At(), do: w.s.JumpTo,
			at: func(i int) row { return w.historyRow(i) },
		}
	}
	var list []int
	now := 0
	typed = app.Fold(typed)
	fits := map[msg.Key]bool{}             // there are few labels, and maybe a million steps
	moves := t.Steps() <= searchedForMoves // naming the moves of a million steps takes seconds
	for i := range t.Steps() + 1 {
		label := msg.Key("")
		if i > 0 {
			label = t.StepLabel(i - 1)
		}
		ok, known := fits[label]
		if !known {
			ok = strings.Contains(app.Fold(w.s.History(i).Title), typed)
			fits[label] = ok
		}
		if ok || moves && i > 0 && strings.Contains(app.Fold(w.s.History(i).Where), typed) {
			if i <= t.At() {
				now = len(list)
			}
			list = append(list, i)
		}
	}
	return rows{
		n: len(list), now: now,
		at: func(i int) row { return w.historyRow(list[i]) },
		do: func(i int) { w.s.JumpTo(list[i]) },
	}
}

func (w *window) historyRow(i int) row {
	h := w.s.History(i)
	state := ""
	switch at := w.s.Tree().At(); {
	case i == at:
		state = locale.T("now")
	case i > at:
		state = locale.T("taken back")
	}
	return row{cells: []string{itoa(i), h.Title, h.Where, state}, bold: i == w.s.Tree().At()}
}
