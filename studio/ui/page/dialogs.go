package page

import (
	"slices"
	"strconv"
	"strings"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/draw"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app"
	appnewgame "boardstudio/studio/app/newgame"
	"boardstudio/studio/app/scripts"
	"boardstudio/studio/app/settings"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/studio/ui/newgame"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
	"boardstudio/text/words"
)

var selectionClipboard = gdk.SELECTION_CLIPBOARD

// ask shows a dialog that contains child. It calls done when the dialog is accepted; if done
// returns false, the dialog stays open.
func (p *Page) ask(title string, child gtk.IWidget, accept string, done func() bool) *gtk.Dialog {
	return gtkx.Ask(p.Win, title, child, accept, done, p.ToBoard)
}

// choose asks a question, with a button for each choice. Cancel and Escape choose nothing.
func (p *Page) choose(title, text string, choices []gtkx.Choice) {
	gtkx.Choose(p.Win, title, text, choices, p.ToBoard)
}

func (p *Page) newGame() { p.newGameWith(p.Settings.NewGame) }

// newGameWith shows the new-game dialog with a choice.
func (p *Page) newGameWith(c settings.Choice) {
	d := newgame.Show(p.Session.App.All, p.Win, p, c, p.Looks, p.Settings, p.program.pictures(p.Looks), func(began bool) { p.Window.Front().ToBoard() })
	p.HelpKey(&d.Window, gamesPage)
}

// resign resigns for the player to move. It asks for confirmation if the setting is on.
func (p *Page) resign() {
	if !p.Settings.ConfirmResign {
		p.Session.Resign()
		return
	}
	n, at := p.Session.View.Node(), p.Session.Shown().Turn()
	gtkx.Sure(p.Win, locale.T("Resign for %s?", p.Session.View.Name(at)), locale.T("Resign"), func() {
		if p.Session.View.Node() == n { // the time may have run out in the meantime
			p.Session.Resign()
		}
	})
}

func (p *Page) editPlayers() {
	s := p.Session
	ps := slices.Clone(s.View.Document().Players)
	l := newgame.NewPlayerList(p.Session.App.Engines, p.Win, s.Scripts, func(now []model.Player) { ps = now })
	l.Show(s.View.Rules(), slices.Clone(ps))
	all, bad := gtkx.VBox(10), gtkx.Styled("bad", "")
	gtkx.SetName(bad, locale.T("Problem"))
	gtkx.Pack(all, l.Grid, bad)
	d := p.ask(locale.T("Players"), all, locale.T("Apply"), func() bool {
		err := s.SetPlayers(ps)
		bad.SetText(gtkx.Sentence(locale.Err(err)))
		return err == nil
	})
	l.Parent = &d.Window
}

// editInfo edits event, date, place, result and other tags.
func (p *Page) editInfo() {
	f := gtkx.NewForm()
	now := map[string]string{}
	for k, v := range p.Session.View.Document().Info {
		now[k] = v
	}
	known := map[string]bool{}
	for _, i := range words.InfoFields {
		known[i.Key] = true
		e := gtkx.Field(locale.T(i.Title), now[i.Key], "", func(v string) { now[i.Key] = v })
		e.SetHExpand(true)
		e.SetWidthChars(36)
		e.SetActivatesDefault(true)
		f.Row(locale.T(i.Title), e)
	}
	var free []string
	for k, v := range now {
		if !known[k] {
			free = append(free, k+" = "+v)
		}
	}
	slices.Sort(free)
	view, _ := gtk.TextViewNew()
	view.SetSizeRequest(-1, 90)
	view.SetAcceptsTab(false)
	gtkx.SetName(view, locale.T("Free tags"))
	buf, _ := view.GetBuffer()
	buf.SetText(strings.Join(free, "\n"))
	frame, _ := gtk.FrameNew("")
	frame.Add(view)
	f.Row(locale.T("Free tags"), frame)
	hint := gtkx.Styled("hint", locale.T("One per line: name = value"))
	f.Wide(hint, 1, 1)
	p.ask(locale.T("Game information"), f, locale.T("Apply"), func() bool {
		start, end := buf.GetBounds()
		text, _ := buf.GetText(start, end, true)
		for k := range now {
			if !known[k] {
				now[k] = ""
			}
		}
		for _, line := range strings.Split(text, "\n") {
			if k, v, ok := strings.Cut(line, "="); ok && strings.TrimSpace(k) != "" {
				now[strings.TrimSpace(k)] = strings.TrimSpace(v)
			}
		}
		p.Session.SetInfo(now)
		return true
	})
}

// scores shows the match score and offers to reset it.
func (p *Page) scores() {
	box := gtkx.VBox(12)
	table := p.Session.View.Standings()
	some := false
	names := make([]string, len(table))
	for i, t := range table {
		names[i] = t.Name
		some = some || t.Points != 0
	}
	box.PackStart(gtkx.Counts(names, func(i int) string { return strconv.Itoa(table[i].Points) }), false, false, 0)
	reset, _ := gtk.ButtonNewWithLabel(locale.T("Reset"))
	gtkx.SetName(reset, locale.T("Reset"))
	reset.SetSensitive(some)
	reset.SetHAlign(gtk.ALIGN_START)
	box.PackStart(reset, false, false, 0)
	d := p.ask(locale.T("Score"), box, locale.T("Close"), nil)
	d.Resize(320, 1)
	reset.Connect("clicked", func() {
		p.Session.ResetScores()
		d.Destroy()
		p.scores()
	})
}

// pop shows a popover. It receives all keys until it is closed; then the board gets the focus.
func (p *Page) pop(over *gtk.Popover) {
	if p.Popover != nil {
		p.Popover.Popdown()
	}
	p.Popover = over
	over.Connect("closed", func() {
		if p.Popover == over {
			p.Popover = nil
			p.ToBoard()
		}
		gtkx.Idle(over.Destroy)
	})
	over.ShowAll()
	over.Popup()
}

// askText asks for the text of a mark on a cell.
func (p *Page) askText(c rules.Cell, text string) {
	n := p.Session.View.Node() // the computer may move while the user is typing
	over, _ := gtk.PopoverNew(p.Board.Area)
	var r draw.Rect
	if at, seen := p.Board.Cell(c); seen {
		r = at
	}
	over.SetPointingTo(*gdk.RectangleNew(int(r.X), int(r.Y), int(r.W), int(r.H)))
	e := gtkx.Field(locale.T("Text on the cell"), text, "", nil)
	e.SetMaxLength(model.MaxLabel)
	e.SetWidthChars(model.MaxLabel + 2)
	gtkx.Margins(e, 6, 6)
	e.Connect("activate", func() {
		text, _ := e.GetText()
		over.Popdown()
		p.Session.MarkText(n, c, text)
	})
	over.Add(e)
	p.pop(over)
	e.GrabFocus()
}

// askAdvice asks for the adviser of each human player.
func (p *Page) askAdvice() {
	suggester, r := p.Session.Advice, p.Session.View.Rules()
	all, form, chosen, persons := gtkx.VBox(10), gtkx.NewForm(), map[rules.Player]string{}, 0
	for i, x := range p.Session.View.Document().Players {
		seat := rules.Player(i)
		if x.Kind == app.Human {
			persons++
			name := p.Session.View.Name(seat)
			form.Row(name, newgame.AdviserPick(p.Session.App.Engines, locale.T("Advice for %s", name), r, p.Session.Scripts(), suggester.Adviser(seat), func(by string) { chosen[seat] = by }))
		}
	}
	if persons == 0 {
		p.Say(app.Note, locale.T("There is no human player: only human players can have an adviser"))
		return
	}
	gtkx.Pack(all, gtkx.Wrapped(locale.T("At each turn, the advised player sees a move and the reasons for it."), 44), form)
	gtkx.Ask(p.Win, locale.T("Advice"), all, locale.T("Advise"), func() bool {
		for seat, by := range chosen {
			if err := suggester.Advise(seat, by, r); err != nil {
				p.Say(app.Problem, locale.Err(err))
			}
		}
		return true
	}, nil)
}

// NewGame starts a game in a tab.
func (p *Page) NewGame(c settings.Choice) error {
	if _, err := appnewgame.Build(p.Session.App.Games, c); err != nil {
		return err
	}
	prev := p.Session
	return p.Table().Session.NextGame(c, prev)
}

// Scripts returns the library of scripts.
func (p *Page) Scripts() *scripts.Library { return p.Session.Scripts() }

// ShowGame shows the board of a game or preset, without the new-game dialog.
func (p *Page) ShowGame(name string) error {
	g, preset, ok := p.Session.App.Games.Find(name)
	if !ok {
		return msg.Errorf("unknown game %q", name)
	}
	if preset == "" {
		preset = g.Presets[0].Name
	}
	return p.Session.Blank(settings.Choice{Game: g.Name, Preset: preset})
}
