package studio

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/ai/level"
	"boardstudio/analysis"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/gtkx"
)

// analysisLimits are what can be chosen for each position of an analysis.
var analysisLimits = []analysisLimit{
	{ai.Limit{Nodes: 10_000}, "10,000 positions"},
	{ai.Limit{Nodes: 100_000}, "100,000 positions"},
	{ai.Limit{Nodes: 1_000_000}, "1,000,000 positions"},
	{ai.Limit{Time: 200 * time.Millisecond}, "0.2 seconds"},
	{ai.Limit{Time: time.Second}, "1 second"},
	{ai.Limit{Time: 5 * time.Second}, "5 seconds"},
	{ai.Limit{Time: 30 * time.Second}, "30 seconds"},
}

type analysisLimit struct {
	ai.Limit
	title msg.Key
}

// analysisChoice is what was chosen last.
type analysisChoice struct {
	scope  analysis.Scope
	engine string
	limit  analysisLimit
}

// judges returns the engines that can judge positions of a game.
func judges(r rules.Rules) (list []*ai.Kind) {
	for _, k := range aiall.For(r) {
		if e, err := aiall.New(k.Name, r); err == nil && k.Name != level.Name {
			ai.Close(e)
			list = append(list, k)
		}
	}
	return list
}

// analyse asks what to analyse and by whom, and then does so.
func (p *page) analyse() {
	f, c := gtkx.NewForm(), &p.analysis
	kinds := judges(p.s.Rules())
	if !slices.ContainsFunc(kinds, func(k *ai.Kind) bool { return k.Name == c.engine }) {
		c.engine = "alphabeta"
	}
	if c.limit.title == "" {
		c.limit = analysisLimits[1]
	}
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.Name
	}
	scopes := []analysis.Scope{analysis.Game, analysis.Branch, analysis.Tree}
	f.Row(locale.T("What"), gtkx.Pick(locale.T("What"), scopes, func(s analysis.Scope) string { return locale.T(analysis.Scopes[s]) }, c.scope, func(s analysis.Scope) { c.scope = s }))
	f.Row(locale.T("Engine"), gtkx.Pick(locale.T("Engine"), names, func(name string) string { return locale.T(aiall.Find(name).Title) }, c.engine, func(name string) { c.engine = name }))
	f.Row(locale.T("For each position"), gtkx.Pick(locale.T("For each position"), analysisLimits, func(l analysisLimit) string { return locale.T(l.title) }, c.limit, func(l analysisLimit) { c.limit = l }))
	f.Wide(gtkx.Wrapped(locale.T("Evaluations are written at all positions, and a symbol, a comment and the best line where a move gave away a tenth of the win. One Undo takes all of it back."), 52), 0, 2)
	d := p.ask(locale.T("Analyse"), f, locale.T("Analyse"), func() bool {
		p.s.Analyse(c.scope, c.engine, c.limit.Limit, p.report)
		return true
	})
	gtkx.FocusAccept(d)
}

// report lists the mistakes of the current line, and says how the players did.
func (p *page) report() { p.s.Report(p.showReport) }

func (p *page) showReport(r analysis.Report) {
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
	p.lists.Open(gtkx.ListSpec{
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
		Live:  uint(app.TopicHere),
		Stays: true,
		Empty: locale.T("No move gave away a tenth of the win"),
		Rows: func(typed string) gtkx.Rows {
			_, rows := fitting(mistakes, typed, func(j analysis.Judged) gtkx.Row {
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
func (p *page) summary(r analysis.Report) string {
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
