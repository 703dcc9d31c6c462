package studio

import (
	"slices"
	"strings"

	"boardstudio/studio/newgame"

	"github.com/gotk3/gotk3/cairo"
	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/io/diagram"
	"boardstudio/io/draw"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/studio/app"
	"boardstudio/studio/gtkx"
	"boardstudio/studio/scripts"
	"boardstudio/studio/scriptwin"
	"boardstudio/studio/settings"
)

// newGame is the dialog that begins a game. All of it is built from the
// descriptors of games, presets, parameters and computer players.
type newGame struct {
	looks   *looks
	dialog  *gtk.Dialog
	choice  settings.Choice
	rules   rules.Rules // nil while the parameters do not go together
	presets *gtk.ListBox
	items   []item // a row each
	params  *gtk.Box
	seats   *playerList
	first   *gtk.ComboBoxText
	bad     *gtk.Label
	preview *gtk.DrawingArea
	ok      *gtk.Widget
	filling bool
}

// item is a row of the list of games.
type item struct {
	game   *rules.Game
	preset rules.Preset
}

// starter is what begins a game: a session.
type starter interface {
	NewGame(settings.Choice) error
	Scripts() *scripts.Library
}

// newGameDialog shows the dialog with what was chosen the last time; closed runs when it is closed, and
// tells whether a game began.
func newGameDialog(parent *gtk.Window, s starter, last settings.Choice, l *looks, closed func(began bool)) {
	g := &newGame{looks: l, choice: last}
	d, _ := gtk.DialogNew()
	g.dialog = d
	d.SetTitle(locale.T("New Game"))
	d.SetTransientFor(parent)
	d.SetModal(true)
	d.SetDefaultSize(860, 600)
	d.AddButton(locale.T("Cancel"), gtk.RESPONSE_CANCEL)
	ok, _ := d.AddButton(locale.T("Start Game"), gtk.RESPONSE_OK)
	g.ok = ok.ToWidget()
	gtkx.AddClass(ok, "suggested-action")
	d.SetDefaultResponse(gtk.RESPONSE_OK)
	area, _ := d.GetContentArea()

	g.presets, _ = gtk.ListBoxNew()
	gtkx.SetName(g.presets, locale.T("Games"))
	for _, game := range all.Games {
		for _, p := range game.Presets {
			g.items = append(g.items, item{game, p})
			l := gtkx.Label(locale.T(p.Title))
			gtkx.Margins(l, 12, 7)
			g.presets.Add(l)
		}
	}
	list := gtkx.Scrolled(g.presets)
	list.SetSizeRequest(190, -1)

	middle := gtkx.VBox(12)
	gtkx.Margins(middle, 16, 12)
	g.seats = newPlayerList(parent, s.Scripts, func(ps []model.Player) {
		g.choice = newgame.Seated(g.choice, ps)
		g.fillFirst()
		g.preview.QueueDraw()
	})
	gtkx.Pack(middle, heading(locale.T("Players")), g.seats.grid)
	first := gtkx.HBox(12)
	first.PackStart(gtkx.Label(locale.T("Who begins")), false, false, 0)
	g.first = gtkx.Combo(locale.T("Who begins"), nil, 0, func(i int) {
		if !g.filling && i >= 0 {
			g.choice.First = i - 1
		}
	})
	first.PackStart(g.first, false, false, 0)
	gtkx.Pack(middle, first, heading(locale.T("Rules")))
	g.params = gtkx.VBox(0)
	middle.PackStart(g.params, false, false, 0)
	scroll := gtkx.Scrolled(middle)

	right := gtkx.VBox(8)
	gtkx.Margins(right, 12, 12)
	g.preview, _ = gtk.DrawingAreaNew()
	g.preview.SetSizeRequest(230, 230)
	gtkx.SetName(g.preview, locale.T("Preview"))
	g.preview.Connect("draw", func(_ *gtk.DrawingArea, cr *cairo.Context) bool { g.draw(cr); return true })
	right.PackStart(g.preview, false, false, 0)
	g.bad = gtkx.Wrapped("", 30)
	gtkx.AddClass(g.bad, "bad")
	gtkx.SetName(g.bad, locale.T("Problem"))
	right.PackStart(g.bad, false, false, 0)
	defaults, _ := gtk.ButtonNewWithLabel(locale.T("Standard Rules"))
	gtkx.SetName(defaults, locale.T("Standard Rules"))
	defaults.Connect("clicked", func() { g.choice = g.choice.Plain(); g.fill() })
	right.PackEnd(defaults, false, false, 0)

	all := gtkx.HBox(0)
	all.PackStart(list, false, false, 0)
	sep, _ := gtk.SeparatorNew(gtk.ORIENTATION_VERTICAL)
	all.PackStart(sep, false, false, 0)
	all.PackStart(scroll, true, true, 0)
	all.PackStart(right, false, false, 0)
	area.PackStart(all, true, true, 0)

	g.presets.Connect("row-selected", func() {
		if row := g.presets.GetSelectedRow(); row != nil && !g.filling {
			it := g.items[row.GetIndex()]
			g.choice.Game, g.choice.Preset = it.game.Name, it.preset.Name
			g.fill()
		}
	})
	d.Connect("response", func(_ *gtk.Dialog, r gtk.ResponseType) {
		if r == gtk.RESPONSE_OK {
			if err := s.NewGame(g.choice); err != nil {
				g.bad.SetText(locale.Err(err))
				return
			}
		}
		d.Destroy()
		closed(r == gtk.RESPONSE_OK)
	})
	g.fill()
	g.filling = true // the list chooses its first row as it gets the focus
	d.ShowAll()
	g.filling = false
	for i, it := range g.items {
		if it.game.Name == g.choice.Game && it.preset.Name == g.choice.Preset {
			row := g.presets.GetRowAtIndex(i)
			g.presets.SelectRow(row)
			row.GrabFocus()
		}
	}
}

func heading(text string) *gtk.Label {
	l := gtkx.Styled("heading", text)
	return l
}

// fill shows the choice: its parameters and its players.
func (g *newGame) fill() {
	g.filling = true
	gtkx.Empty(&g.params.Container)
	f := gtkx.NewForm()
	full := newgame.Params(g.choice)
	for _, d := range g.game().Params {
		f.Row(locale.T(d.Title), paramWidget(d, full[d.Name], func(v string) {
			if !g.filling {
				g.choice = g.choice.With(d.Name, v)
				g.check()
			}
		}))
	}
	g.params.PackStart(f, false, false, 0)
	g.params.ShowAll()
	g.filling = false
	g.check()
}

// paramWidget returns what a parameter is chosen with.
func paramWidget(d rules.Param, value string, changed func(string)) gtk.IWidget {
	title := locale.T(d.Title)
	switch d.Kind {
	case rules.Int:
		v := rules.Params{"": value}.Int("")
		s := gtkx.Spin(title, d.Min, d.Max, v, func(n int) { changed(itoa(n)) })
		s.SetHAlign(gtk.ALIGN_START)
		return s
	case rules.Switch:
		s, _ := gtk.SwitchNew()
		s.SetActive(value == "on")
		s.SetHAlign(gtk.ALIGN_START)
		gtkx.SetName(s, title)
		s.Connect("notify::active", func() {
			if s.GetActive() {
				changed("on")
			} else {
				changed("off")
			}
		})
		return s
	case rules.Choice:
		at := slices.IndexFunc(d.Options, func(o rules.Option) bool { return o.Name == value })
		c := gtkx.Pick(title, d.Options, func(o rules.Option) string { return locale.T(o.Title) }, d.Options[max(at, 0)], func(o rules.Option) { changed(o.Name) })
		c.SetHAlign(gtk.ALIGN_START)
		return c
	}
	return gtkx.Field(title, value, "", changed)
}

func (g *newGame) game() *rules.Game {
	return all.Games[max(slices.IndexFunc(all.Games, func(game *rules.Game) bool { return game.Name == g.choice.Game }), 0)]
}

// check builds the rules and shows what is wrong with them, if anything.
func (g *newGame) check() {
	r, err := newgame.Build(g.choice)
	g.rules = r
	g.ok.SetSensitive(err == nil)
	g.bad.SetText("")
	if err != nil {
		g.bad.SetText(locale.Err(err))
	} else {
		g.seats.show(r, newgame.Seats(g.choice, r.Players()))
		g.fillFirst()
	}
	g.preview.QueueDraw()
}

// fillFirst lists who may begin.
func (g *newGame) fillFirst() {
	if g.rules == nil {
		return
	}
	g.filling = true
	defer func() { g.filling = false }()
	g.first.RemoveAll()
	g.first.AppendText(locale.T("Drawn at random"))
	n := g.rules.Players()
	for i, p := range newgame.Seats(g.choice, n) {
		text := p.Name
		if text == "" {
			text = locale.T("Player %d", i+1)
		}
		g.first.AppendText(text)
	}
	if g.choice.First >= n {
		g.choice.First = 0
	}
	g.first.SetActive(g.choice.First + 1)
}

func (g *newGame) draw(cr *cairo.Context) {
	if g.rules == nil {
		return
	}
	d := diagram.New(g.rules, g.rules.Start())
	d.Theme, d.Pixel = g.looks.theme(), 1
	for _, p := range newgame.Seats(g.choice, g.rules.Players()) {
		d.Seats = append(d.Seats, diagram.Seat{Name: p.Name, Symbol: p.Symbol, Color: colour(p.Color)})
	}
	d.Draw(gtkx.Canvas{Cairo: cr}, draw.Rect{W: float64(g.preview.GetAllocatedWidth()), H: float64(g.preview.GetAllocatedHeight())})
}

// playerList is a table to say who plays: a row each with name, kind, level,
// symbol and colour.
type playerList struct {
	parent  *gtk.Window
	library func() *scripts.Library
	grid    *gtk.Grid
	players []model.Player
	who     []scriptwin.Opponent // who can play
	rules   rules.Rules
	changed func([]model.Player)
	filling bool
}

func newPlayerList(parent *gtk.Window, library func() *scripts.Library, changed func([]model.Player)) *playerList {
	l := &playerList{parent: parent, library: library, changed: changed}
	l.grid, _ = gtk.GridNew()
	l.grid.SetRowSpacing(6)
	l.grid.SetColumnSpacing(8)
	return l
}

// symbols a person can choose: "" is the game's own, others are in symbolTitles, or letters.
var symbols = append([]string{"", "cross", "nought", "disc"}, strings.Split("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "")...)

var symbolTitles = map[string]msg.Key{"": "Usual symbol", "cross": "Cross", "nought": "Nought", "disc": "Disc"}

func symbolTitle(s string) string {
	if title, ok := symbolTitles[s]; ok {
		return locale.T(title)
	}
	return s
}

// show fills the table.
func (l *playerList) show(r rules.Rules, ps []model.Player) {
	same := l.rules != nil && slices.Equal(ps, l.players) && l.rules.Spec().Game == r.Spec().Game &&
		l.rules.Board().Pieces == r.Board().Pieces
	l.rules = r
	if same {
		return
	}
	l.players = ps
	l.who = opponents(r, l.library())
	l.filling = true
	gtkx.Empty(&l.grid.Container)
	for i := range ps {
		l.row(i)
	}
	l.grid.ShowAll()
	l.filling = false
}

func (l *playerList) row(i int) {
	p := &l.players[i]
	who := " " + itoa(i+1)
	tell := func() {
		if !l.filling {
			l.changed(slices.Clone(l.players))
		}
	}
	e := gtkx.Field(locale.T("Name")+who, p.Name, locale.T("Player %d", i+1), func(s string) { p.Name = s; tell() })
	e.SetWidthChars(12)
	e.SetHExpand(true)
	level := gtkx.Combo(locale.T("Level")+who, levelTitles(), min(max(p.Level, 1), 5)-1, func(n int) {
		if n >= 0 {
			p.Level = n + 1
			tell()
		}
	})
	at := l.index(p.Kind)
	if at == 0 && p.Kind != app.Human { // plays another game, or is gone
		p.Kind = app.Human
	}
	script := scriptButton(l.parent, p, tell)
	options := l.optionsButton(p, who, tell)
	show := func() {
		level.SetVisible(hasLevel(p.Kind))
		script.SetVisible(l.who[l.index(p.Kind)].Kind == anyScript)
		options.SetVisible(len(l.options(p.Kind)) > 0)
	}
	kind := gtkx.Pick(locale.T("Played by")+who, l.who, func(o scriptwin.Opponent) string { return o.Title }, l.who[at], func(o scriptwin.Opponent) {
		if p.Kind = o.Kind; p.Kind == anyScript {
			p.Kind = defaultScript()
		}
		show()
		tell()
	})
	symbol := gtkx.Pick(locale.T("Symbol")+who, symbols, symbolTitle, p.Symbol, func(s string) { p.Symbol = s; tell() })
	symbol.SetNoShowAll(l.rules.Board().Pieces != rules.Marks)
	for col, w := range []gtk.IWidget{e, kind, level, script, options, symbol, l.colour(i, who, tell)} {
		l.grid.Attach(w, col, i, 1, 1)
	}
	for _, b := range []interface{ SetNoShowAll(bool) }{level, script, options} {
		b.SetNoShowAll(true)
	}
	show()
}

// colour is the button that chooses the colour of a player's pieces.
func (l *playerList) colour(i int, who string, tell func()) *gtk.ColorButton {
	p := &l.players[i]
	d := diagram.New(l.rules, nil)
	for _, q := range l.players {
		d.Seats = append(d.Seats, diagram.Seat{Symbol: q.Symbol, Color: colour(q.Color)})
	}
	k := d.Colors()[i]
	b, _ := gtk.ColorButtonNewWithRGBA(gdk.NewRGBA(k.R, k.G, k.B, 1))
	gtkx.SetName(b, locale.T("Colour")+who)
	b.Connect("color-set", func() {
		c := b.GetRGBA().Floats()
		p.Color = hex(c[0], c[1], c[2])
		tell()
	})
	return b
}
