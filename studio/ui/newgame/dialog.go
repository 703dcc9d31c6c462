// Package newgame implements the new-game dialog. It also provides its widgets for players,
// engines, options, advisers and clocks to other windows.
package newgame

import (
	"slices"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/catalog"
	timing "boardstudio/clock"
	"boardstudio/draw"
	"boardstudio/draw/diagram"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/newgame"
	"boardstudio/studio/app/scripts"
	"boardstudio/studio/app/settings"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/studio/ui/look"
	"boardstudio/text/locale"
	"boardstudio/text/words"
)

// dialog is the new-game dialog: a list of games at the left, and the choices for the selected game
// at the right. All choices are built from the descriptions of games, presets, parameters and
// engines.
type dialog struct {
	all    catalog.All
	looks  *look.Looks
	st     *settings.Settings
	dialog *gtk.Dialog
	choice settings.Choice
	rules  rules.Rules // nil if the parameters are invalid

	items      []newgame.Item
	list       *gtk.ListBox // one row for each item
	title      *gtk.Label
	about      *gtk.Label
	preview    *gtk.DrawingArea
	seats      *PlayerList
	library    func() *scripts.Library
	first      *gtk.ComboBoxText
	clock      *gtk.Box
	advice     *gtk.Box
	teacher    *gtk.Switch
	main, more *gtk.Box
	expander   *gtk.Expander
	rows       map[string][]*gtk.Widget // title and widget by parameter
	plain      *gtk.Button
	bad        *gtk.Label
	ok         *gtk.Widget
	filling    bool
}

// starter starts a game. A window implements it.
type starter interface {
	NewGame(settings.Choice) error
	Scripts() *scripts.Library
}

// The size of the dialog on a large enough screen, in pixels.
const dialogWidth, dialogHeight = 860, 620

// Show shows the new-game dialog with the last choices and returns it. It calls closed when the
// dialog closes; began says whether a game was started.
func Show(all catalog.All, parent *gtk.Window, s starter, last settings.Choice, l *look.Looks, st *settings.Settings, pics *look.Pictures, closed func(began bool)) *gtk.Dialog {
	g := &dialog{all: all, library: s.Scripts, looks: l, st: st, choice: last, items: newgame.Items(all.Games)}
	it := newgame.Of(all.Games, last)
	g.choice.Game, g.choice.Preset = it.Game.Name, it.Preset.Name
	d, _ := gtk.DialogNew()
	g.dialog = d
	d.SetTitle(locale.T("New Game"))
	d.SetTransientFor(parent)
	d.SetModal(true)
	d.SetDefaultSize(gtkx.SizeOn(parent, dialogWidth, dialogHeight))
	d.AddButton(locale.T("Cancel"), gtk.RESPONSE_CANCEL)
	ok, _ := d.AddButton(locale.T("Start Game"), gtk.RESPONSE_OK)
	g.ok = ok.ToWidget()
	gtkx.AddClass(ok, "suggested-action")
	d.SetDefaultResponse(gtk.RESPONSE_OK)
	area, _ := d.GetContentArea()

	columns := gtkx.HBox(0)
	columns.PackStart(g.games(pics), false, false, 0)
	sep, _ := gtk.SeparatorNew(gtk.ORIENTATION_VERTICAL)
	columns.PackStart(sep, false, false, 0)
	options := gtkx.Scrolled(g.options(s))
	options.SetPolicy(gtk.POLICY_AUTOMATIC, gtk.POLICY_AUTOMATIC) // a game with wide options does not widen the window
	columns.PackStart(options, true, true, 0)
	area.PackStart(columns, true, true, 0)
	line, _ := gtk.SeparatorNew(gtk.ORIENTATION_HORIZONTAL)
	area.PackStart(line, false, false, 0)
	// Problems are shown beside the buttons, where they do not move other widgets.
	g.bad = gtkx.Label("")
	gtkx.Margins(g.bad, 16, 4)
	g.bad.SetEllipsize(3)
	gtkx.AddClass(g.bad, "bad")
	gtkx.SetName(g.bad, locale.T("Problem"))
	area.PackStart(g.bad, false, false, 0)

	respond := func(r gtk.ResponseType) {
		if r == gtk.RESPONSE_OK {
			if g.rules == nil {
				return
			}
			g.st.Teacher = g.teacher.GetActive()
			if err := s.NewGame(g.choice); err != nil {
				g.complain(locale.Err(err))
				return
			}
		}
		d.Destroy()
		gtkx.Tidy()
		closed(r == gtk.RESPONSE_OK)
	}
	d.Connect("response", func(_ *gtk.Dialog, r gtk.ResponseType) { respond(r) })
	g.list.Connect("row-activated", func() { respond(gtk.RESPONSE_OK) })
	g.fill()
	g.filling = true // the list selects its first row when it gets the focus
	d.ShowAll()
	g.shown()
	g.filling = false
	i := slices.IndexFunc(g.items, func(x newgame.Item) bool { return x.Game == it.Game && x.Preset.Name == it.Preset.Name })
	row := g.list.GetRowAtIndex(max(i, 0))
	g.list.SelectRow(row)
	row.GrabFocus()
	return d
}

// heading returns the title of a group of widgets.
func heading(text string) *gtk.Label { return gtkx.Styled("heading", text) }

// games returns the list of games with their pictures, grouped by family.
func (g *dialog) games(pics *look.Pictures) gtk.IWidget {
	g.list, _ = gtk.ListBoxNew()
	g.list.SetActivateOnSingleClick(false)
	gtkx.SetName(g.list, locale.T("Games"))
	for i, it := range g.items {
		row := gtkx.HBox(10)
		gtkx.Margins(row, 10, 4)
		row.PackStart(pics.Game(it, 40), false, false, 0)
		l := gtkx.Wrapped(locale.T(it.Preset.Title), 18)
		l.SetWidthChars(18)
		row.PackStart(l, true, true, 0)
		gtkx.AddRow(g.list, locale.T(it.Preset.Title), row)
		if i == 0 || g.items[i-1].Game != it.Game {
			h := heading(locale.T(it.Game.Title))
			gtkx.Margins(h, 10, 6)
			h.Show()
			gtkx.SetHeader(g.list.GetRowAtIndex(i), h)
		}
	}
	gtkx.SetHeaders(g.list)
	picked := -1 // index of the game that was picked last
	g.list.Connect("row-selected", func() {
		// The list reports its row again when Tab reaches it.
		if row := g.list.GetSelectedRow(); row != nil && !g.filling && row.GetIndex() != picked {
			picked = row.GetIndex()
			g.choice = newgame.Pick(g.choice, g.items[picked])
			g.fill()
		}
	})
	gtkx.OneStop(g.list, func() { g.seats.focus() }, func() { g.ok.GrabFocus() })
	return gtkx.Scrolled(g.list)
}

// options returns the choices for the selected game.
func (g *dialog) options(s starter) *gtk.Box {
	all := gtkx.VBox(10)
	gtkx.Margins(all, 18, 14)

	head, texts := gtkx.HBox(16), gtkx.VBox(6)
	g.title = gtkx.Wrapped("", 34)
	gtkx.AddClass(g.title, "game-title")
	gtkx.SetName(g.title, locale.T("Game"))
	g.about = gtkx.Wrapped("", 46)
	gtkx.Pack(texts, g.title, g.about)
	head.PackStart(texts, true, true, 0)
	g.preview = gtkx.Preview(112, 112, g.draw)
	g.preview.SetVAlign(gtk.ALIGN_START)
	head.PackStart(g.preview, false, false, 0)

	g.seats = NewPlayerList(g.all.Engines, &g.dialog.Window, s.Scripts, func(ps []model.Player) {
		g.choice = newgame.Seated(g.choice, ps)
		g.showProblem(nil)
		g.fillFirst()
		g.preview.QueueDraw()
	})
	begin := gtkx.NewForm()
	g.first = gtkx.Combo(locale.T("Who begins"), nil, 0, func(i int) {
		if !g.filling && i >= 0 {
			g.choice.First = i - 1
		}
	})
	gtkx.Narrow(g.first, 17)
	g.clock = gtkx.HBox(0)
	begin.Row(locale.T("Who begins"), g.first)
	begin.Beside(locale.T("Clock"), g.clock)
	g.advice = gtkx.HBox(0)
	begin.Row(locale.T("Advice"), g.advice)
	g.teacher, _ = gtk.SwitchNew()
	g.teacher.SetActive(g.st.Teacher)
	g.teacher.SetHAlign(gtk.ALIGN_START)
	g.teacher.SetTooltipText(locale.T("Shows after a move if there was a better one."))
	gtkx.SetName(g.teacher, locale.T("Teacher"))
	begin.Beside(locale.T("Teacher"), g.teacher)

	title := gtkx.HBox(12)
	title.PackStart(heading(locale.T("Rules")), false, false, 0)
	g.plain = gtkx.Button(locale.T("Standard Rules"), func() { g.choice = g.choice.Plain(); g.fill() })
	gtkx.SetName(g.plain, locale.T("Standard Rules"))
	title.PackEnd(g.plain, false, false, 0)
	g.main, g.more = gtkx.VBox(0), gtkx.VBox(0)
	g.expander, _ = gtk.ExpanderNew(locale.T("More Rules"))
	gtkx.SetName(g.expander, locale.T("More Rules"))
	gtkx.Margins(g.more, 12, 8)
	g.expander.Add(g.more)
	gtkx.Pack(all, head, heading(locale.T("Players")), g.seats.Grid, begin, title, g.main, g.expander)
	return all
}

// fill shows the current choices.
func (g *dialog) fill() {
	g.filling = true
	it, full := newgame.Of(g.all.Games, g.choice), newgame.Params(g.all.Games, g.choice)
	g.about.SetText(locale.T(it.Preset.About))
	g.rows = map[string][]*gtk.Widget{}
	main, more := gtkx.NewForm(), gtkx.NewForm()
	for _, d := range newgame.Rules(g.all.Games, g.choice) {
		f := more
		if d.Main {
			f = main
		}
		w := paramWidget(d.Param, full[d.Name], func(v string) {
			if !g.filling {
				g.choice = g.choice.With(d.Name, v)
				g.check()
			}
		})
		l := f.Row(locale.T(d.Title), w)
		g.rows[d.Name] = []*gtk.Widget{l.ToWidget(), w.ToWidget()}
	}
	for box, f := range map[*gtk.Box]gtk.IWidget{g.main: main, g.more: more} {
		gtkx.Empty(&box.Container)
		box.PackStart(f, false, false, 0)
		box.ShowAll()
	}
	g.fillClock()
	g.filling = false
	g.check()
}

// shown shows the rules that have an effect and hides the rest.
func (g *dialog) shown() {
	some := false
	for _, d := range newgame.Rules(g.all.Games, g.choice) {
		for _, w := range g.rows[d.Name] {
			w.SetVisible(!d.Idle)
		}
		some = some || !d.Main && !d.Idle
	}
	g.expander.SetVisible(some)
}

// check builds the rules and shows the first problem.
func (g *dialog) check() {
	r, err := newgame.Build(g.all.Games, g.choice)
	g.rules = r
	g.showProblem(err)
	g.shown()
	g.plain.SetSensitive(len(g.choice.Changed()) > 0)
	if err == nil {
		g.title.SetText(g.named())
		g.seats.Show(r, newgame.Seats(g.choice, r.Players()))
		g.fillFirst()
		g.fillAdvice()
	}
	g.preview.QueueDraw()
}

// showProblem shows err, or else the problem with the players. It disables the start button if
// there is a problem.
func (g *dialog) showProblem(err error) {
	if err == nil && g.rules != nil {
		err = model.CheckPlayers(newgame.Seats(g.choice, g.rules.Players()))
	}
	g.ok.SetSensitive(err == nil && g.rules != nil)
	switch {
	case err != nil:
		g.complain(locale.Err(err))
	case g.rules != nil:
		g.complain("")
	}
}

// named returns the name of the game: the title of the preset, or a name with the changed
// parameters.
func (g *dialog) named() string {
	it := newgame.Of(g.all.Games, g.choice)
	if ps, ok := it.Game.PresetOf(newgame.Params(g.all.Games, g.choice)); ok && ps.Name == it.Preset.Name {
		return locale.T(it.Preset.Title)
	}
	return words.Game(g.rules)
}

func (g *dialog) complain(text string) {
	text = gtkx.Sentence(text)
	g.bad.SetText(text)
	g.bad.SetTooltipText(text)
}

// fillFirst lists the players who can start.
func (g *dialog) fillFirst() {
	if g.rules == nil {
		return
	}
	filling := g.filling
	g.filling = true
	defer func() { g.filling = filling }()
	g.first.RemoveAll()
	g.first.AppendText(locale.T("Random"))
	n := g.rules.Players()
	for _, name := range words.Seated(g.all.Engines, newgame.Seats(g.choice, n), func(p rules.Player) string { return locale.T("Player %d", p+1) }) {
		g.first.AppendText(name)
	}
	if g.choice.First >= n {
		g.choice.First = 0
	}
	g.first.SetActive(g.choice.First + 1)
}

// fillAdvice lists the advisers for the game.
func (g *dialog) fillAdvice() {
	gtkx.Empty(&g.advice.Container)
	c := AdviserPick(g.all.Engines, locale.T("Advice"), g.rules, g.library(), g.choice.Advice, func(by string) { g.choice.Advice = by })
	gtkx.Narrow(c, 17)
	g.advice.PackStart(c, false, false, 0)
	g.advice.ShowAll()
}

// fillClock lists the usual time controls, the selected one, and an item for any other.
func (g *dialog) fillClock() {
	list := slices.Clone(timing.Common)
	if !slices.Contains(list, g.choice.Clock) {
		list = append(list, g.choice.Clock)
	}
	var titles []string
	for _, c := range list {
		titles = append(titles, words.Clock(c))
	}
	titles = append(titles, locale.T("Other…"))
	gtkx.Empty(&g.clock.Container)
	at := slices.Index(list, g.choice.Clock)
	var c *gtk.ComboBoxText
	c = gtkx.Combo(locale.T("Clock"), titles, at, func(i int) {
		switch {
		case i < 0 || i == at:
		case i < len(list):
			at, g.choice.Clock = i, list[i]
		default:
			c.SetActive(at)
			AskClock(&g.dialog.Window, g.choice.Clock, func(now timing.TimeControl) { g.choice.Clock = now; g.fillClock() })
		}
	})
	gtkx.Narrow(c, 17)
	g.clock.PackStart(c, false, false, 0)
	g.clock.ShowAll()
}

func (g *dialog) draw(c gtkx.Canvas, box draw.Rect) {
	if g.rules == nil {
		return
	}
	d := diagram.New(g.rules, g.rules.Start())
	d.Pixel = 1
	g.looks.Dress(d)
	players := newgame.Seats(g.choice, g.rules.Players())
	diagram.FreeSymbols(players, g.rules)
	d.Seats = diagram.SeatsOf(players)
	d.Draw(c, box)
}
