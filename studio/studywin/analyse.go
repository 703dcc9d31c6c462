// Package studywin shows analyses: what is asked before one, a bar while it goes on, and its report.
package studywin

import (
	"slices"
	"time"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/analysis"
	"boardstudio/locale"
	"boardstudio/msg"
	"boardstudio/studio/gtkx"
	"boardstudio/studio/study"
)

// limits are what can be chosen for each position of an analysis.
var limits = []limit{
	{ai.Limit{Nodes: 10_000}, "10,000 positions"},
	{ai.Limit{Nodes: 100_000}, "100,000 positions"},
	{ai.Limit{Nodes: 1_000_000}, "1,000,000 positions"},
	{ai.Limit{Time: 200 * time.Millisecond}, "0.2 seconds"},
	{ai.Limit{Time: time.Second}, "1 second"},
	{ai.Limit{Time: 5 * time.Second}, "5 seconds"},
	{ai.Limit{Time: 30 * time.Second}, "30 seconds"},
}

type limit struct {
	ai.Limit
	title msg.Key
}

// choice is what was chosen last.
type choice struct {
	scope  analysis.Scope
	engine string
	limit  limit
}

// Analyse asks what to analyse and by whom, and then does so.
func (p *Pane) Analyse() {
	f, c := gtkx.NewForm(), &p.choice
	var engines []string
	for _, j := range aiall.Judges(p.s.Rules()) {
		engines = append(engines, j.Spec)
	}
	if !slices.Contains(engines, c.engine) {
		c.engine = aiall.Analyst(p.s.Rules())
	}
	if c.limit.title == "" {
		c.limit = limits[1]
	}
	scopes := []analysis.Scope{analysis.Game, analysis.Branch, analysis.Tree}
	f.Row(locale.T("What"), gtkx.Pick(locale.T("What"), scopes, func(s analysis.Scope) string { return locale.T(analysis.Scopes[s]) }, c.scope, func(s analysis.Scope) { c.scope = s }))
	f.Row(locale.T("Engine"), gtkx.Pick(locale.T("Engine"), engines, func(name string) string { return analysis.EngineTitle(name, "") }, c.engine, func(name string) { c.engine = name }))
	f.Row(locale.T("For each position"), gtkx.Pick(locale.T("For each position"), limits, func(l limit) string { return locale.T(l.title) }, c.limit, func(l limit) { c.limit = l }))
	f.Wide(gtkx.Wrapped(locale.T("Evaluations are written at all positions, and a symbol, a comment and the best line where a move gave away a tenth of the win. One Undo takes all of it back."), 52), 0, 2)
	d := p.host.Ask(locale.T("Analyse"), f, locale.T("Analyse"), func() bool {
		p.s.Study().Analyse(study.Choice{Scope: c.scope, Engine: c.engine, Limit: c.limit.Limit}, p.done)
		return true
	})
	gtkx.FocusAccept(d)
}
