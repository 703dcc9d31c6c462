package page

import (
	"slices"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/analysis"
	"boardstudio/draw/diagram"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/app/command"
	appengines "boardstudio/studio/app/engines"
	"boardstudio/studio/app/settings"
	uiengines "boardstudio/studio/ui/engines"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
)

// engines are the engines that analyse a document, and the widgets that show their output.
type engines struct {
	Runner *appengines.Runner
	Panel  *uiengines.Panel
	bar    *uiengines.Bar
	graph  *uiengines.Graph
	p      *Page
	tree   *model.Tree     // tree whose game the engines were chosen for
	shown  []diagram.Value // values shown on the board
}

// build creates the widgets.
func (e *engines) build(p *Page) {
	e.p = p
	if e.Runner == nil {
		e.Runner = appengines.New(p.Session.App.Engines, engineHost{p.Session, e}, gtkx.Loop{})
	}
	button := func(icon string, id command.ID) *gtk.Button {
		b := p.Keys.IconButton(icon, id)
		b.SetRelief(gtk.RELIEF_NONE)
		return b
	}
	e.Panel = uiengines.NewPanel(p.Session, e.Runner, p.Looks, p.Settings, uiengines.Buttons{
		Start: button("media-playback-start-symbolic", command.Think), Pin: button("view-pin-symbolic", command.Pin),
		Choose: button("emblem-system-symbolic", command.Engines), Clear: button("edit-clear-all-symbolic", command.ClearEvaluations),
	}, p.ToBoard)
	e.bar = uiengines.NewBar(p.Session, e.Runner, p.Looks)
	e.graph = uiengines.NewGraph(p.Session, e.Runner, p.Looks, p.picked)
	e.tree = nil
	e.Panel.Box.ShowAll()
	for _, x := range []*gtk.Widget{e.Panel.Box.ToWidget(), e.bar.Area.ToWidget(), e.graph.Area.ToWidget()} {
		x.SetVisible(false) // shown by arrange
		x.SetNoShowAll(true)
	}
}

// engineHost implements consult.Host for a page.
type engineHost struct {
	*app.Session
	e *engines
}

// Place implements consult.Host. It returns false unless the tab is in front.
func (h engineHost) Place() (appengines.Place, bool) {
	pos, err := h.View.Position()
	return appengines.Place{Tree: h.View.Tree(), Node: h.View.Node(), Position: pos}, err == nil && h.Setup() == nil && !h.Guessing() && h.e.p.inFront()
}

// Leave implements consult.Host.
func (h engineHost) Leave(f func()) { h.App.Beside(f) }

// Found implements consult.Host.
func (h engineHost) Found() { h.e.Show() }

// Show updates the widgets, unless the start page is shown.
func (e *engines) Show() {
	if e.Panel == nil || e.p.OnStart {
		return
	}
	e.Panel.Changed()
	e.bar.Changed()
	e.graph.News()
	if v := e.p.values(); !slices.Equal(v, e.shown) {
		e.shown = v
		e.p.Board.Area.QueueDraw()
	}
}

// Turned is called when another tab comes to the front.
func (e *engines) Turned() {
	if e.Runner != nil {
		e.Runner.Turn()
	}
}

// changed updates the engines after a change of the document.
func (e *engines) changed(t app.Topic) {
	s := e.p.Session
	if e.tree != s.View.Tree() {
		e.tree = s.View.Tree()
		e.choose()
	}
	if t&(app.TopicTree|app.TopicHere|app.TopicMode) != 0 {
		e.Runner.Turn()
	}
	if t == app.TopicAll {
		e.Runner.AnalyseAll(e.p.Settings.ShowValues)
	}
	if t&(app.TopicTree|app.TopicHere|app.TopicNote|app.TopicPlayers|app.TopicMode) != 0 {
		e.graph.Changed()
		e.Show()
	}
}

// choose starts the engines chosen in the settings for the game, or the default engines.
func (e *engines) choose() {
	r := e.p.Session.View.Rules()
	list := e.p.Settings.AnalysisEngines[r.Spec().Game]
	list = slices.DeleteFunc(slices.Clone(list), func(j settings.AnalysisEngine) bool {
		k, _, err := e.p.Session.App.Engines.Parse(j.Engine)
		return err != nil || k.Plays(r) != nil
	})
	if len(list) == 0 {
		list = appengines.Default(e.p.Session.App.Engines, r)
	}
	e.Runner.Choose(list, r)
}

// reveal turns on the setting that shows the engine panel.
func (e *engines) reveal() {
	if !e.p.Settings.ShowEngines {
		e.p.Settings.ShowEngines = true
		e.p.program.Apply()
	}
}

// Toggle starts or stops the engines. It shows the panel when they start.
func (e *engines) Toggle() {
	if !e.Runner.On() {
		e.reveal()
	}
	e.Runner.Toggle()
}

// toLines focuses the lines of the engines.
func (e *engines) toLines() {
	e.reveal()
	e.Panel.Enter()
}

// Rest stops the engines and saves their results in the document.
func (e *engines) Rest() {
	if e.Runner != nil && e.Runner.On() {
		e.Runner.Stop()
	}
}

// Close ends the engines, if they have been used.
func (e *engines) Close() {
	if e.Runner != nil {
		e.Runner.Close()
	}
}

// Key handles the keys of the panel. While the panel is visible, it also handles the full stop and,
// unless Space plays a move at the cursor, Space.
func (e *engines) Key(k gtkx.Key) bool {
	p := e.p
	if !p.Settings.ShowEngines {
		return false
	}
	inPanel := e.Panel.Area.HasFocus()
	switch {
	case inPanel && e.Panel.Key(k):
		return true
	case k.Val == gdk.KEY_period && k.Mods&^gdk.SHIFT_MASK == 0: // some keyboards need Shift for it
		p.Run(command.Pin)
		return true
	case k.Mods != 0:
	case k.Val == gdk.KEY_space && (inPanel || p.Board.Area.HasFocus() && p.Session.Cursor.Cell() == rules.NoCell && p.Session.Cursor.Typed() == ""):
		p.Run(command.Think)
		return true
	}
	return false
}

// values returns the values of moves, or nil while they are not shown.
func (p *Page) values() (list []diagram.Value) {
	if !p.Settings.ShowValues || p.Engines.Runner == nil {
		return nil
	}
	for _, v := range p.Engines.Runner.Values() {
		c := v.Move.To
		if v.Move.From != rules.NoCell {
			c = v.Move.From
		}
		if c != rules.NoCell {
			list = append(list, diagram.Value{Cell: c, Text: appengines.Short(v), Loss: v.Loss, Exact: v.Score.Proved, Best: v.Best})
		}
	}
	return list
}

// mistake goes to the next mistake of the line, or to the previous one if back is set.
func (p *Page) mistake(back bool) {
	n := p.Engines.graph.Mistake(back)
	if n == nil {
		p.Say(app.Note, locale.T("No engine has found a mistake after this position; choose Analyse to look for mistakes"))
		return
	}
	p.Session.Go(n)
}

// chooseEngines asks for the engines to run and their numbers of lines.
func (p *Page) chooseEngines() {
	form, game := gtkx.NewForm(), p.Session.View.Rules().Spec().Game
	now := p.Engines.Runner.Chosen()
	type row struct {
		engine string
		on     bool
		lines  int
	}
	var rows []*row
	for _, c := range p.Session.App.Engines.AnalysisEngines(p.Session.View.Rules()) {
		x := &row{engine: c.Spec, lines: 3}
		if i := slices.IndexFunc(now, func(j settings.AnalysisEngine) bool { return j.Engine == c.Spec }); i >= 0 {
			x.on, x.lines = true, now[i].Lines
		}
		rows = append(rows, x)
		title := analysis.EngineTitle(p.Session.App.Engines, c.Spec, "")
		lines := gtkx.HBox(6)
		spin := gtkx.Spin(locale.T("Lines of %s", title), 1, appengines.MaxLines, x.lines, func(n int) { x.lines = n })
		gtkx.Pack(lines, spin, gtkx.Label(locale.T("lines")))
		lines.SetSensitive(x.on)
		check := gtkx.Check(title, x.on, func(on bool) { x.on = on; lines.SetSensitive(on) })
		check.SetTooltipText(locale.T(c.Kind.About))
		line := gtkx.HBox(24)
		line.PackStart(check, true, true, 0)
		gtkx.Pack(line, lines)
		form.Wide(line, 0, 2)
	}
	form.Wide(gtkx.Wrapped(locale.T("The evaluation bar and the values on the board come from the first engine that provides them. Evaluations are saved with the position."), 48), 0, 2)
	p.ask(locale.T("Engines"), form, locale.T("Choose"), func() bool {
		var list []settings.AnalysisEngine
		for _, x := range rows {
			if x.on {
				list = append(list, settings.AnalysisEngine{Engine: x.engine, Lines: x.lines})
			}
		}
		p.Settings.PutAnalysisEngines(game, list)
		p.Engines.Runner.Choose(list, p.Session.View.Rules())
		p.Settings.ShowEngines = true
		p.program.Apply()
		return true
	})
}

// clearEvaluations asks which evaluations to delete.
func (p *Page) clearEvaluations() {
	tree, here := p.Session.View.Tree(), p.Session.View.Node()
	names, _ := appengines.Engines(tree, nil)
	if len(names) == 0 {
		p.Say(app.Note, locale.T("This document contains no evaluations"))
		return
	}
	names = slices.Insert(names, 0, "")
	form, engine, branch := gtkx.NewForm(), "", false
	form.Row(locale.T("Engine"), gtkx.Pick(locale.T("Engine"), names, func(name string) string {
		if name == "" {
			return locale.T("All")
		}
		return analysis.EngineTitle(p.Session.App.Engines, name, "")
	}, engine, func(name string) { engine = name }))
	form.Row(locale.T("Where"), gtkx.Pick(locale.T("Where"), []bool{false, true}, func(b bool) string {
		if b {
			return locale.T("In this branch")
		}
		return locale.T("In the whole tree")
	}, branch, func(b bool) { branch = b }))
	p.ask(locale.T("Clear Evaluations"), form, locale.T("Clear"), func() bool {
		top := here
		if !branch {
			top = nil
		}
		if n := p.Engines.Runner.Clear(tree, top, engine); n == 0 {
			p.Say(app.Note, locale.T("There are no evaluations to clear"))
		}
		return true
	})
}
