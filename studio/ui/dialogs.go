package ui

import (
	"slices"
	"strconv"
	"strings"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/dist"
	"boardstudio/draw"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/app/settings"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/studio/ui/newgame"
	"boardstudio/text/locale"
	"boardstudio/text/words"
)

var selectionClipboard = gdk.SELECTION_CLIPBOARD

// fullscreen enters or leaves full screen according to w.full.
func (w *window) fullscreen() {
	if w.full {
		w.win.Fullscreen()
	} else {
		w.win.Unfullscreen()
	}
}

// ask shows a dialog that contains child. It calls done when the dialog is accepted; if done
// returns false, the dialog stays open.
func (p *page) ask(title string, child gtk.IWidget, accept string, done func() bool) *gtk.Dialog {
	return gtkx.Ask(p.win, title, child, accept, done, p.toBoard)
}

// choose asks a question, with a button for each choice. Cancel and Escape choose nothing.
func (p *page) choose(title, text string, choices []gtkx.Choice) {
	gtkx.Choose(p.win, title, text, choices, p.toBoard)
}

func (p *page) newGame() { p.newGameWith(p.st.NewGame) }

// newGameWith shows the new-game dialog with a choice.
func (p *page) newGameWith(c settings.Choice) {
	d := newgame.Show(p.win, p.window, c, p.looks, p.st, p.d.pictures(p.looks), func(began bool) { p.cur.toBoard() })
	p.helpKey(&d.Window, gamesPage)
}

// resign resigns for the player to move. It asks for confirmation if the setting is on.
func (p *page) resign() {
	if !p.st.ConfirmResign {
		p.s.Resign()
		return
	}
	n, at := p.s.View.Node(), p.s.Shown().Turn()
	gtkx.Sure(p.win, locale.T("Resign for %s?", p.s.View.Name(at)), locale.T("Resign"), func() {
		if p.s.View.Node() == n { // the time may have run out in the meantime
			p.s.Resign()
		}
	})
}

func (p *page) editPlayers() {
	s := p.s
	ps := slices.Clone(s.View.Document().Players)
	l := newgame.NewPlayerList(p.win, s.Scripts, func(now []model.Player) { ps = now })
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
func (p *page) editInfo() {
	f := gtkx.NewForm()
	now := map[string]string{}
	for k, v := range p.s.View.Document().Info {
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
		p.s.SetInfo(now)
		return true
	})
}

// scores shows the match score and offers to reset it.
func (p *page) scores() {
	box := gtkx.VBox(12)
	table := p.s.View.Standings()
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
		p.s.ResetScores()
		d.Destroy()
		p.scores()
	})
}

func (p *page) about() {
	d, _ := gtk.AboutDialogNew()
	d.SetTransientFor(p.win)
	d.SetModal(true)
	d.SetProgramName("Studio")
	d.SetVersion(Version)
	d.SetComments(locale.T("Play, analyse and annotate abstract board games in an editable game tree."))
	d.SetCopyright("© 2026 The Studio authors")
	d.SetLicenseType(gtk.LICENSE_MIT_X11)
	if logo, err := gtkx.Icon(dist.Icon, 128); err == nil {
		d.SetLogo(logo)
	} else {
		d.SetLogoIconName("applications-games")
	}
	gtkx.SetName(d, locale.T("About"))
	d.Connect("response", func() { d.Destroy() })
	d.ShowAll()
}

// pop shows a popover. It receives all keys until it is closed; then the board gets the focus.
func (p *page) pop(over *gtk.Popover) {
	if p.popover != nil {
		p.popover.Popdown()
	}
	p.popover = over
	over.Connect("closed", func() {
		if p.popover == over {
			p.popover = nil
			p.toBoard()
		}
		gtkx.Idle(over.Destroy)
	})
	over.ShowAll()
	over.Popup()
}

// askText asks for the text of a mark on a cell.
func (p *page) askText(c rules.Cell, text string) {
	n := p.s.View.Node() // the computer may move while the user is typing
	over, _ := gtk.PopoverNew(p.board.Area)
	var r draw.Rect
	if at, seen := p.board.Cell(c); seen {
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
		p.s.MarkText(n, c, text)
	})
	over.Add(e)
	p.pop(over)
	e.GrabFocus()
}

// askAdvice asks for the adviser of each human player.
func (p *page) askAdvice() {
	desk, r := p.s.Advice, p.s.View.Rules()
	all, form, chosen, persons := gtkx.VBox(10), gtkx.NewForm(), map[rules.Player]string{}, 0
	for i, x := range p.s.View.Document().Players {
		seat := rules.Player(i)
		if x.Kind == app.Human {
			persons++
			name := p.s.View.Name(seat)
			form.Row(name, newgame.AdviserPick(locale.T("Advice for %s", name), r, p.Scripts(), desk.Adviser(seat), func(by string) { chosen[seat] = by }))
		}
	}
	if persons == 0 {
		p.say(app.Note, locale.T("There is no human player: only human players can have an adviser"))
		return
	}
	gtkx.Pack(all, gtkx.Wrapped(locale.T("At each turn, the advised player sees a move and the reasons for it."), 44), form)
	gtkx.Ask(p.win, locale.T("Advice"), all, locale.T("Advise"), func() bool {
		for seat, by := range chosen {
			if err := desk.Advise(seat, by, r); err != nil {
				p.say(app.Problem, locale.Err(err))
			}
		}
		return true
	}, nil)
}
