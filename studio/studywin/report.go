package studywin

import (
	"fmt"
	"strings"

	"boardstudio/analysis"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/gtkx"
)

// Report lists the mistakes of the current line, and says how the players did.
func (p *Pane) Report() { p.s.Study().Report(p.showReport) }

func (p *Pane) showReport(r analysis.Report) {
	var mistakes []analysis.Judged
	for _, j := range r.Moves {
		if (analysis.Marking{}).Glyph(j.Loss()) != "" {
			mistakes = append(mistakes, j)
		}
	}
	rs := p.s.Rules()
	turning := map[*model.Node]bool{}
	for _, i := range r.Turning {
		turning[r.Moves[i].Node] = true
	}
	head := gtkx.Wrapped(p.summary(r), 88)
	gtkx.SetName(head, locale.T("Summary"))
	gtkx.Margins(head, 10, 6)
	p.host.Lists.Open(gtkx.ListSpec{
		Title: locale.T("Report"),
		Hint:  locale.T("Search in the mistakes"),
		Columns: []gtkx.Column{
			{Title: locale.T("Move"), Width: 110, Right: true},
			{Title: locale.T("Player"), Width: 120},
			{Title: locale.T("Loss"), Width: 70, Right: true},
			{Title: locale.T("Better was"), Wide: true, Width: 160},
		},
		Width: 700, Height: 460,
		Head:  head,
		Stays: true,
		Empty: locale.T("No move gave away a tenth of the win"),
		Rows: func(typed string) gtkx.Rows {
			_, rows := gtkx.Fitting(mistakes, typed, func(j analysis.Judged) gtkx.Row {
				var best []string
				for _, m := range j.Best[:min(len(j.Best), 4)] {
					best = append(best, rs.FormatMove(m))
				}
				g := (analysis.Marking{}).Glyph(j.Loss())
				return gtkx.Row{
					Cells: []string{p.s.MoveLabel(j.Node) + " " + string(g), p.s.Name(j.Player), locale.T("%d %%", percent(j.Loss())), strings.Join(best, " ")},
					Bold:  turning[j.Node],
				}
			}, func(j analysis.Judged) {
				if p.s.Tree().Contains(j.Node) {
					p.s.Go(j.Node)
				}
			})
			return rows
		},
	})
}

func percent(share float64) int { return int(100*share + 0.5) }

// summary says how the players did, a line for each, and in which part of the game.
func (p *Pane) summary(r analysis.Report) string {
	var lines []string
	for seat, s := range r.Sides {
		if s.Moves == 0 {
			continue
		}
		var phases []string
		for i, kinds := range s.Mistakes {
			n := 0
			for _, k := range kinds {
				n += k
			}
			phases = append(phases, fmt.Sprintf("%s %d", locale.T(analysis.Phases[i]), n))
		}
		lines = append(lines, locale.T("%s: accuracy %d %%, average loss %d %%; mistakes: %s", p.s.Name(rules.Player(seat)), int(s.Accuracy+0.5), percent(s.Loss), strings.Join(phases, ", ")))
	}
	return strings.Join(lines, "\n")
}
