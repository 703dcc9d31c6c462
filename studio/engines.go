package studio

import (
	"slices"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	aiall "boardstudio/ai/all"
	"boardstudio/analysis"
	"boardstudio/io/diagram"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/command"
	"boardstudio/studio/consult"
	"boardstudio/studio/enginepane"
	"boardstudio/studio/gtkx"
	"boardstudio/studio/settings"
)

// engines are those that think about a document, and what shows what they say.
type engines struct {
	desk  *consult.Desk
	panel *enginepane.Panel
	bar   *enginepane.Bar
	graph *enginepane.Graph
	p     *page
	tree  *model.Tree     // whose game the engines were chosen for
	shown []diagram.Value // on the board
}

// build makes what shows them.
func (e *engines) build(p *page) {
	e.p = p
	if e.desk == nil {
		e.desk = consult.New(engineHost{p.s, e}, gtkx.Loop{})
	}
	button := func(icon string, id command.ID) *gtk.Button {
		b := p.iconButton(icon, id)
		b.SetRelief(gtk.RELIEF_NONE)
		return b
	}
	e.panel = enginepane.NewPanel(p.s, e.desk, p.looks, p.st, enginepane.Buttons{
		Start: button("media-playback-start-symbolic", command.Think), Pin: button("view-pin-symbolic", command.Pin),
		Choose: button("emblem-system-symbolic", command.Engines), Clear: button("edit-clear-all-symbolic", command.ClearEvaluations),
	}, p.toBoard)
	e.bar = enginepane.NewBar(p.s, e.desk, p.looks)
	e.graph = enginepane.NewGraph(p.s, e.desk, p.looks, p.picked)
	e.tree = nil
	e.panel.Box.ShowAll()
	for _, x := range []*gtk.Widget{e.panel.Box.ToWidget(), e.bar.Area.ToWidget(), e.graph.Area.ToWidget()} {
		x.SetVisible(false) // until arrange shows them
		x.SetNoShowAll(true)
	}
}

// engineHost is a page as its engines know it.
type engineHost struct {
	*app.Session
	e *engines
}

// Place implements consult.Host. Behind another tab engines have nothing to say.
func (h engineHost) Place() (consult.Place, bool) {
	pos, err := h.Position()
	return consult.Place{Tree: h.Tree(), Node: h.Node(), Position: pos}, err == nil && h.Setup() == nil && !h.Guessing() && h.e.p.cur == h.e.p
}

// Leave implements consult.Host.
func (h engineHost) Leave(f func()) { h.Beside(f) }

// Found implements consult.Host.
func (h engineHost) Found() { h.e.show() }

// show shows what the engines say now.
func (e *engines) show() {
	if e.panel == nil || e.p.onStart {
		return
	}
	e.panel.Changed()
	e.bar.Changed()
	e.graph.News()
	if v := e.p.values(); !slices.Equal(v, e.shown) {
		e.shown = v
		e.p.board.Area.QueueDraw()
	}
}

// turned is called when another tab is in front.
func (e *engines) turned() {
	if e.desk != nil {
		e.desk.Turn()
	}
}

// changed follows the document.
func (e *engines) changed(t app.Topic) {
	s := e.p.s
	if e.tree != s.Tree() {
		e.tree = s.Tree()
		e.choose()
	}
	if t&(app.TopicTree|app.TopicHere|app.TopicMode) != 0 {
		e.desk.Turn()
	}
	if t == app.TopicAll {
		e.desk.JudgeAll(e.p.st.ShowValues)
	}
	if t&(app.TopicTree|app.TopicHere|app.TopicNote|app.TopicPlayers|app.TopicMode) != 0 {
		e.graph.Changed()
		e.show()
	}
}

// choose has the engines think that the person chose for the game, or else the one that suits it.
func (e *engines) choose() {
	r := e.p.s.Rules()
	list := e.p.st.Judges[r.Spec().Game]
	list = slices.DeleteFunc(slices.Clone(list), func(j settings.Judge) bool {
		k, _, err := aiall.Parse(j.Engine)
		return err != nil || k.Plays(r) != nil
	})
	if len(list) == 0 {
		list = consult.Default(r)
	}
	e.desk.Choose(list, r)
}

// reveal shows the panel.
func (e *engines) reveal() {
	if !e.p.st.ShowEngines {
		e.p.st.ShowEngines = true
		e.p.d.apply()
	}
}

// toggle starts or stops the engines, whose panel is shown.
func (e *engines) toggle() {
	if !e.desk.On() {
		e.reveal()
	}
	e.desk.Toggle()
}

// toLines gives the focus to the lines of the engines.
func (e *engines) toLines() {
	e.reveal()
	e.panel.Enter()
}

// rest stops the engines: what they found is in the document before that is closed.
func (e *engines) rest() {
	if e.desk != nil && e.desk.On() {
		e.desk.Stop()
	}
}

// close gives the engines back.
func (e *engines) close() {
	if e.desk != nil {
		e.desk.Close()
	}
}

// key handles the keys of the panel, and those that are for the engines while it is shown: Space, unless it plays at the cursor, and the
// full stop.
func (e *engines) key(k gtkx.Key) bool {
	p := e.p
	if !p.st.ShowEngines {
		return false
	}
	inPanel := e.panel.Area.HasFocus()
	switch {
	case inPanel && e.panel.Key(k):
		return true
	case k.Val == gdk.KEY_period && k.Mods&^gdk.SHIFT_MASK == 0: // it needs Shift on some keyboards
		p.run(command.Pin)
		return true
	case k.Mods != 0:
	case k.Val == gdk.KEY_space && (inPanel || p.board.Area.HasFocus() && p.s.Cursor.Cell() == rules.NoCell && p.s.Cursor.Typed() == ""):
		p.run(command.Think)
		return true
	}
	return false
}

// values returns what moves are worth, if that is shown.
func (p *page) values() (list []diagram.Value) {
	if !p.st.ShowValues || p.engines.desk == nil {
		return nil
	}
	for _, v := range p.engines.desk.Values() {
		c := v.Move.To
		if v.Move.From != rules.NoCell {
			c = v.Move.From
		}
		if c != rules.NoCell {
			list = append(list, diagram.Value{Cell: c, Text: consult.Short(v), Loss: v.Loss, Exact: v.Score.Proved, Best: v.Best})
		}
	}
	return list
}

// mistake goes to the next mistake of the line, or the one before.
func (p *page) mistake(back bool) {
	n := p.engines.graph.Mistake(back)
	if n == nil {
		p.say(app.Note, locale.T("There is no mistake further on that an engine has found; Analyse looks for them"))
		return
	}
	p.s.Go(n)
}

// chooseEngines asks which engines think, and how many lines of each are shown.
func (p *page) chooseEngines() {
	form, game := gtkx.NewForm(), p.s.Rules().Spec().Game
	now := p.engines.desk.Chosen()
	type row struct {
		engine string
		on     bool
		lines  int
	}
	var rows []*row
	for _, c := range aiall.Judges(p.s.Rules()) {
		x := &row{engine: c.Spec, lines: 3}
		if i := slices.IndexFunc(now, func(j settings.Judge) bool { return j.Engine == c.Spec }); i >= 0 {
			x.on, x.lines = true, now[i].Lines
		}
		rows = append(rows, x)
		title := analysis.EngineTitle(c.Spec, "")
		lines := gtkx.HBox(6)
		spin := gtkx.Spin(locale.T("Lines of %s", title), 1, consult.MaxLines, x.lines, func(n int) { x.lines = n })
		gtkx.Pack(lines, spin, gtkx.Label(locale.T("lines")))
		lines.SetSensitive(x.on)
		check := gtkx.Check(title, x.on, func(on bool) { x.on = on; lines.SetSensitive(on) })
		check.SetTooltipText(locale.T(c.Kind.About))
		line := gtkx.HBox(24)
		line.PackStart(check, true, true, 0)
		gtkx.Pack(line, lines)
		form.Wide(line, 0, 2)
	}
	form.Wide(gtkx.Wrapped(locale.T("The bar and the values on the board are those of the first one that has some. What an engine found stays at the position, in the file."), 48), 0, 2)
	p.ask(locale.T("Engines"), form, locale.T("Choose"), func() bool {
		var list []settings.Judge
		for _, x := range rows {
			if x.on {
				list = append(list, settings.Judge{Engine: x.engine, Lines: x.lines})
			}
		}
		p.st.PutJudges(game, list)
		p.engines.desk.Choose(list, p.s.Rules())
		p.st.ShowEngines = true
		p.d.apply()
		return true
	})
}

// clearEvaluations asks whose evaluations to delete, and where.
func (p *page) clearEvaluations() {
	tree, here := p.s.Tree(), p.s.Node()
	names, _ := consult.Engines(tree, nil)
	if len(names) == 0 {
		p.say(app.Note, locale.T("No evaluations are kept in this document"))
		return
	}
	names = slices.Insert(names, 0, "")
	form, engine, branch := gtkx.NewForm(), "", false
	form.Row(locale.T("Engine"), gtkx.Pick(locale.T("Engine"), names, func(name string) string {
		if name == "" {
			return locale.T("All")
		}
		return analysis.EngineTitle(name, "")
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
		if n := p.engines.desk.Clear(tree, top, engine); n == 0 {
			p.say(app.Note, locale.T("There is nothing to clear there"))
		}
		return true
	})
}
