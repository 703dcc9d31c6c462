// Package analysis implements the windows of analyses: options, progress bar and report.
package analysis

import (
	"slices"
	"time"

	"boardstudio/ai"
	"boardstudio/analysis"
	appanalysis "boardstudio/studio/app/analysis"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// limits are the possible limits of an analysis, per position.
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

// choice is the last choice.
type choice struct {
	scope  analysis.Scope
	engine string
	limit  limit
}

// Analyse shows the options of an analysis and starts it.
func (p *Pane) Analyse() {
	f, c := gtkx.NewForm(), &p.choice
	var engines []string
	for _, j := range p.s.App.Engines.AnalysisEngines(p.s.View.Rules()) {
		engines = append(engines, j.Spec)
	}
	if !slices.Contains(engines, c.engine) {
		c.engine = p.s.App.Engines.AnalysisEngine(p.s.View.Rules())
	}
	if c.limit.title == "" {
		c.limit = limits[1]
	}
	scopes := []analysis.Scope{analysis.Game, analysis.Branch, analysis.Tree}
	f.Row(locale.T("What"), gtkx.Pick(locale.T("What"), scopes, func(s analysis.Scope) string { return locale.T(analysis.Scopes[s]) }, c.scope, func(s analysis.Scope) { c.scope = s }))
	f.Row(locale.T("Engine"), gtkx.Pick(locale.T("Engine"), engines, func(name string) string { return analysis.EngineTitle(p.s.App.Engines, name, "") }, c.engine, func(name string) { c.engine = name }))
	f.Row(locale.T("For each position"), gtkx.Pick(locale.T("For each position"), limits, func(l limit) string { return locale.T(l.title) }, c.limit, func(l limit) { c.limit = l }))
	f.Wide(gtkx.Wrapped(locale.T("Evaluations are added to all positions. Moves that lose 10 % or more of the winning chances get a symbol, a comment and the best line. A single Undo removes everything."), 52), 0, 2)
	d := p.host.Ask(locale.T("Analyse"), f, locale.T("Analyse"), func() bool {
		p.s.Study.Analyse(appanalysis.Choice{Scope: c.scope, Engine: c.engine, Limit: c.limit.Limit}, p.done)
		return true
	})
	gtkx.FocusAccept(d)
}
