package newgame

import (
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/ai/player"
	"boardstudio/draw/diagram"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/app/newgame"
	"boardstudio/studio/app/scripts"
	"boardstudio/studio/ui/gtkx"
	uiscripts "boardstudio/studio/ui/scripts"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
	"boardstudio/text/words"
)

// PlayerList is a table of players. Each row contains name, kind, symbol and colour.
type PlayerList struct {
	Grid   *gtk.Grid
	Parent *gtk.Window // parent of the dialogs opened from the table

	engines *player.Catalog
	library func() *scripts.Library
	players []model.Player
	rules   rules.Rules
	changed func([]model.Player)
	filling bool
}

// NewPlayerList returns an empty table. It calls changed after each change by the user.
func NewPlayerList(engines *player.Catalog, parent *gtk.Window, library func() *scripts.Library, changed func([]model.Player)) *PlayerList {
	l := &PlayerList{engines: engines, Parent: parent, library: library, changed: changed}
	l.Grid, _ = gtk.GridNew()
	l.Grid.SetRowSpacing(6)
	l.Grid.SetColumnSpacing(8)
	return l
}

// symbols are the symbols for a player's pieces: "" for the default of the game, names with a title
// in symbolTitles, and letters.
var symbols = append([]string{"", "cross", "nought", "disc"}, strings.Split("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "")...)

var symbolTitles = map[string]msg.Key{"": "Usual symbol", "cross": "Cross", "nought": "Nought", "disc": "Disc"}

func symbolTitle(s string) string {
	if title, ok := symbolTitles[s]; ok {
		return locale.T(title)
	}
	return s
}

// Show fills the table with the players ps. It does nothing if they are already shown with the same
// pieces of the same game.
func (l *PlayerList) Show(r rules.Rules, ps []model.Player) {
	same := l.rules != nil && slices.Equal(ps, l.players) && l.rules.Spec().Game == r.Spec().Game &&
		l.rules.Board().Pieces == r.Board().Pieces
	l.rules = r
	if same {
		return
	}
	l.players = ps
	l.fill()
}

func (l *PlayerList) fill() {
	l.filling = true
	gtkx.Empty(&l.Grid.Container)
	for i := range l.players {
		l.row(i)
	}
	l.Grid.ShowAll()
	l.filling = false
}

// focus focuses the first name.
func (l *PlayerList) focus() {
	if w, err := l.Grid.GetChildAt(0, 0); err == nil && w != nil {
		w.ToWidget().GrabFocus()
	}
}

func (l *PlayerList) notify() {
	if !l.filling {
		l.changed(slices.Clone(l.players))
	}
}

func (l *PlayerList) row(i int) {
	p := &l.players[i]
	who := " " + strconv.Itoa(i+1)
	e := gtkx.Field(locale.T("Name")+who, p.Name, locale.T("Player %d", i+1), func(s string) { p.Name = s; l.notify() })
	e.SetActivatesDefault(true)
	e.SetWidthChars(12)
	e.SetHExpand(true)
	symbol := gtkx.Pick(locale.T("Symbol")+who, symbols, symbolTitle, p.Symbol, func(s string) { p.Symbol = s; l.notify() })
	symbol.SetNoShowAll(l.rules.Board().Pieces != rules.Marks)
	for col, w := range []gtk.IWidget{e, l.who(i, who), symbol, l.colour(i, who, l.notify)} {
		l.Grid.Attach(w, col, i, 1, 1)
	}
}

// who returns a combo box for the kind of player: human, the computer at its levels, and "Other…"
// for all other engines and scripts.
func (l *PlayerList) who(i int, who string) *gtk.ComboBoxText {
	p := &l.players[i]
	list := newgame.Opponents()
	at := newgame.Index(l.engines, list, *p)
	var titles []string
	for _, o := range list {
		titles = append(titles, o.Title)
	}
	if at < 0 && !plays(l.engines, *p, l.rules) { // an engine of another game, or a missing script
		at, p.Kind = 0, app.Human
	}
	if at < 0 {
		at = len(list)
		list = append(list, newgame.Opponent{Title: words.Kind(l.engines, *p), Kind: p.Kind, Level: p.Level})
		titles = append(titles, list[at].Title)
	}
	titles = append(titles, locale.T("Other…"))
	var c *gtk.ComboBoxText
	c = gtkx.Combo(locale.T("Played by")+who, titles, at, func(n int) {
		switch {
		case n < 0 || n == at:
		case n < len(list):
			at, p.Kind = n, list[n].Kind
			if list[n].Level > 0 {
				p.Level = list[n].Level
			}
			l.notify()
		default:
			c.SetActive(at) // until another entry is chosen
			l.askOther(p)
		}
	})
	return c
}

// plays reports whether a player can play the game.
func plays(engines *player.Catalog, p model.Player, r rules.Rules) bool {
	if path := scripts.Path(p.Kind); path != "" {
		_, err := os.Stat(path)
		return err == nil || strings.HasPrefix(p.Kind, newgame.DefaultScript())
	}
	return slices.ContainsFunc(Opponents(engines, r, nil), func(o uiscripts.Opponent) bool {
		return o.Kind != newgame.AnyScript && newgame.Alike(engines, o.Kind, p.Kind) || o.Kind == newgame.KindName(engines, p)
	})
}

// askOther shows a dialog for another engine or script.
func (l *PlayerList) askOther(p *model.Player) {
	now := *p
	list := slices.DeleteFunc(Opponents(l.engines, l.rules, l.library()), func(o uiscripts.Opponent) bool {
		return o.Kind == app.Human || o.Kind == newgame.AnyScript || o.Levels
	})
	rows, _ := gtk.ListBoxNew()
	gtkx.SetName(rows, locale.T("Engines and scripts"))
	for _, o := range list {
		row := gtkx.VBox(2)
		gtkx.Margins(row, 10, 6)
		row.Add(gtkx.Label(o.Title))
		if o.About != "" {
			about := gtkx.Wrapped(o.About, 60)
			gtkx.AddClass(about, "hint")
			row.Add(about)
		}
		gtkx.AddRow(rows, o.Title, row)
	}
	file := gtkx.Styled("hint", "")
	file.SetEllipsize(3)
	options := l.optionsButton(&now)
	show := func() {
		text := ""
		if path := scripts.Path(now.Kind); path != "" {
			text = locale.FileName(path)
		}
		file.SetText(text)
		options.SetSensitive(len(l.options(now.Kind)) > 0)
	}
	ready := false // GTK selects the first row when it gets the focus
	rows.Connect("row-selected", func() {
		if row := rows.GetSelectedRow(); row != nil && ready {
			if o := list[row.GetIndex()]; !newgame.Alike(l.engines, o.Kind, now.Kind) { // otherwise its options are kept
				now.Kind, now.Level = o.Kind, 0 // engines in the list have no level
			}
			show()
		}
	})
	scroll := gtkx.Scrolled(rows)
	scroll.SetSizeRequest(480, 300)
	all, below := gtkx.VBox(8), gtkx.HBox(8)
	below.PackStart(l.fileButton(&now, func() { rows.UnselectAll(); show() }), false, false, 0)
	below.PackStart(options, false, false, 0)
	below.PackStart(file, true, true, 0)
	all.PackStart(scroll, true, true, 0)
	all.PackStart(below, false, false, 0)
	gtkx.Ask(l.Parent, locale.T("Engines and Scripts"), all, locale.T("Choose"), func() bool {
		if i := newgame.Index(l.engines, newgame.Opponents(), now); i >= 0 && now.Kind == p.Kind {
			return false // no selection yet
		}
		*p = now
		l.fill()
		l.notify()
		return true
	}, nil)
	at := slices.IndexFunc(list, func(o uiscripts.Opponent) bool { return newgame.Alike(l.engines, o.Kind, now.Kind) })
	gtkx.Idle(func() {
		if row := rows.GetRowAtIndex(max(at, 0)); row != nil {
			row.GrabFocus()
			ready = true
			rows.UnselectAll()
			if at >= 0 {
				rows.SelectRow(row)
			}
		}
		show()
	})
}

// fileButton returns a button that selects a script file.
func (l *PlayerList) fileButton(p *model.Player, chosen func()) *gtk.Button {
	return gtkx.Button(locale.T("Script File…"), func() {
		o := gtkx.FileDialog{
			Action: gtk.FILE_CHOOSER_ACTION_OPEN, Title: locale.T("Choose a Script"), Accept: locale.T("Choose"),
			File:    scripts.Path(p.Kind),
			Filters: []gtkx.FileFilter{{Title: locale.T("Lua scripts"), Patterns: []string{"*.lua"}}},
		}
		if o.File == "" {
			o.Folder, _ = os.Getwd()
		}
		gtkx.PickFile(l.Parent, o, func(path string) {
			p.Kind, p.Level = scripts.Kind(path, nil), 0
			chosen()
		})
	})
}

// options returns the options of an engine or script that apply to the game, or nil if they are
// unknown.
func (l *PlayerList) options(kind string) []rules.Param {
	path := scripts.Path(kind)
	if path == "" {
		if k := l.engines.Find(newgame.KindName(l.engines, model.Player{Kind: kind})); k != nil && k.Name != newgame.AnyScript && k.Choices == nil {
			return k.ParamsFor(l.rules)
		}
		return nil
	}
	if s, ok := l.library().Find(path); ok && s.About != nil {
		return s.About.Options
	}
	return nil
}

// optionsButton returns a button that edits the options of an engine or script.
func (l *PlayerList) optionsButton(p *model.Player) *gtk.Button {
	return gtkx.Button(locale.T("Options…"), func() {
		path := scripts.Path(p.Kind)
		if path == "" {
			name := newgame.KindName(l.engines, *p)
			_, given, _ := l.engines.Parse(p.Kind)
			AskOptions(l.Parent, locale.T(l.engines.Find(name).Title), l.options(p.Kind), given, func(values map[string]string) error {
				kind := player.Spec(name, values)
				if _, err := l.engines.New(kind, l.rules); err != nil {
					return err
				}
				p.Kind = kind
				return nil
			})
			return
		}
		AskOptions(l.Parent, scripts.Title(p.Kind), l.options(p.Kind), scripts.Values(p.Kind), func(values map[string]string) error {
			p.Kind = scripts.Kind(path, values)
			return nil
		})
	})
}

// colour returns a button for the colour of a player's pieces.
func (l *PlayerList) colour(i int, who string, changed func()) *gtk.ColorButton {
	p := &l.players[i]
	d := diagram.New(l.rules, nil)
	d.Seats = diagram.SeatsOf(l.players)
	k := d.Colors()[i]
	b, _ := gtk.ColorButtonNewWithRGBA(gdk.NewRGBA(k.R, k.G, k.B, 1))
	gtkx.SetName(b, locale.T("Colour")+who)
	b.Connect("color-set", func() {
		c := b.GetRGBA().Floats()
		p.Color = hex(c[0], c[1], c[2])
		changed()
	})
	return b
}
