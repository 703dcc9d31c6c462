package tournaments

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"
	"github.com/gotk3/gotk3/pango"

	"boardstudio/ai"
	"boardstudio/ai/player"
	"boardstudio/clock"
	"boardstudio/rules"
	"boardstudio/studio/app/newgame"
	"boardstudio/studio/app/tournaments"
	"boardstudio/studio/ui/gtkx"
	uinewgame "boardstudio/studio/ui/newgame"
	"boardstudio/text/locale"
	"boardstudio/text/words"
	"boardstudio/tournament"
)

// setup is the page with the choices for a new tournament.
type setup struct {
	tournaments.Setup
	w     *Window
	box   *gtk.Box
	rules rules.Rules // nil if the parameters of the game are invalid

	offered    []tournaments.Candidate
	candidates *gtk.ListBox // one row per candidate
	entrants   *gtk.ListBox // one row per entrant
	games      *gtk.SpinButton
	rounds     *gtk.SpinButton
	tests      *gtk.ComboBoxText
	begins     *gtk.Box
	clocks     *gtk.Box
	folder     *gtk.Entry
	named      bool // the user chose the folder
	filling    bool
	count      *gtk.Label
	bad        *gtk.Label
	ok         *gtk.Button
}

func newSetup(w *Window, from tournaments.Setup) *setup {
	s := &setup{Setup: from, w: w}
	it := newgame.Of(s.w.all.Games, s.Game)
	s.Game.Game, s.Game.Preset = it.Game.Name, it.Preset.Name
	s.Entrants = slices.Clone(s.Entrants)
	s.box = gtkx.VBox(0)

	both := gtkx.HBox(24)
	gtkx.Margins(both, 16, 14)
	both.PackStart(s.players(), true, true, 0)
	both.PackStart(s.options(), false, false, 0)
	room, _ := gtk.ScrolledWindowNew(nil, nil)
	room.Add(both)
	gtkx.EndWith(room, both)
	s.box.PackStart(room, true, true, 0)

	foot := gtkx.HBox(8)
	gtkx.AddClass(foot, "edge-top")
	s.bad = gtkx.Label("")
	s.bad.SetEllipsize(pango.ELLIPSIZE_END)
	gtkx.AddClass(s.bad, "bad")
	gtkx.SetID(s.bad, "Set-up problem")
	in := gtkx.HBox(8)
	gtkx.Margins(in, 16, 10)
	in.PackStart(s.bad, true, true, 0)
	s.ok = w.button(locale.T("Start Tournament"), "<Primary>Return", s.start)
	gtkx.AddClass(s.ok, "suggested-action")
	in.PackEnd(s.ok, false, false, 0)
	if w.run.Tournament() != nil {
		in.PackEnd(gtkx.Button(locale.T("Cancel"), func() { w.show(pagePlay) }), false, false, 0)
	}
	foot.PackStart(in, true, true, 0)
	s.box.PackStart(foot, false, false, 0)
	s.gameChanged()
	return s
}

// focus focuses the list of candidates.
func (s *setup) focus() {
	if row := s.candidates.GetRowAtIndex(0); row != nil {
		s.candidates.SelectRow(row)
		row.GrabFocus()
	}
}

// players returns the widgets for the game, the candidates and the entrants.
func (s *setup) players() gtk.IWidget {
	all := gtkx.VBox(8)
	items := newgame.Items(s.w.all.Games)
	titles := make([]string, len(items))
	at := 0
	for i, it := range items {
		titles[i] = locale.T(it.Preset.Title)
		if it.Game.Name == s.Game.Game && it.Preset.Name == s.Game.Preset {
			at = i
		}
	}
	game := gtkx.Combo(locale.T("Game"), titles, at, func(i int) {
		if i >= 0 {
			s.Game = s.Game.Pick(items[i].Game.Name, items[i].Preset.Name)
			s.gameChanged()
		}
	})
	gtkx.Narrow(game, 24)
	line := gtkx.HBox(8)
	title, _ := gtk.LabelNewWithMnemonic(locale.T("Game"))
	title.SetMnemonicWidget(game)
	gtkx.AddClass(title, "dim-label")
	line.PackStart(title, false, false, 0)
	line.PackStart(game, true, true, 0)
	line.PackStart(gtkx.Button(locale.T("Rules…"), s.askRules), false, false, 0)
	all.PackStart(line, false, false, 0)

	lists := gtkx.HBox(12)
	lists.SetHomogeneous(true)
	s.candidates, s.entrants = s.list(locale.T("Can Play"), s.add), s.list(locale.T("Take Part"), s.edit)
	s.entrants.Connect("key-press-event", func(_ *gtk.ListBox, ev *gdk.Event) bool {
		if k := gtkx.PlainKey(gdk.EventKeyNewFromEvent(ev)); k == (gtkx.Key{Val: gdk.KEY_Delete}) {
			s.remove()
			return true
		}
		return false
	})
	gtkx.OneStop(s.candidates, func() { s.enter(s.entrants) }, func() { game.GrabFocus() })
	gtkx.OneStop(s.entrants, func() { s.games.GrabFocus() }, func() { s.enter(s.candidates) })
	s.count = gtkx.Styled("heading", "")
	gtkx.SetID(s.count, "Participants")
	left, right := gtkx.VBox(4), gtkx.VBox(4)
	left.PackStart(gtkx.Styled("heading", locale.T("Can Play")), false, false, 0)
	left.PackStart(frame(s.candidates), true, true, 0)
	left.PackStart(gtkx.Button(locale.T("Add"), func() { s.add(); s.focusRow(s.candidates) }), false, false, 0)
	right.PackStart(s.count, false, false, 0)
	right.PackStart(frame(s.entrants), true, true, 0)
	buttons := gtkx.HBox(4)
	buttons.SetHomogeneous(true)
	buttons.PackStart(gtkx.Button(locale.T("Options…"), s.edit), true, true, 0)
	buttons.PackStart(gtkx.Button(locale.T("Remove"), s.remove), true, true, 0)
	right.PackStart(buttons, false, false, 0)
	lists.PackStart(left, true, true, 0)
	lists.PackStart(right, true, true, 0)
	all.PackStart(lists, true, true, 0)
	return all
}

// list returns an empty list of players. It calls do when a row is activated.
func (s *setup) list(title string, do func()) *gtk.ListBox {
	l, _ := gtk.ListBoxNew()
	l.SetActivateOnSingleClick(false)
	gtkx.SetName(l, title)
	l.Connect("row-activated", func() { do() })
	return l
}

// frame returns a list in a scrolled frame.
func frame(l *gtk.ListBox) *gtk.ScrolledWindow {
	room := gtkx.Scrolled(l)
	room.SetShadowType(gtk.SHADOW_IN)
	room.SetSizeRequest(205, 200)
	return room
}

// enter focuses a list. If the list of entrants is empty, it focuses the number of games.
func (s *setup) enter(l *gtk.ListBox) {
	if l.GetSelectedRow() == nil && l.GetRowAtIndex(0) == nil {
		if l == s.entrants {
			s.games.GrabFocus()
		}
		return
	}
	s.focusRow(l)
}

func (s *setup) focusRow(l *gtk.ListBox) {
	row := l.GetSelectedRow()
	if row == nil {
		row = l.GetRowAtIndex(0)
	}
	if row != nil {
		l.SelectRow(row)
		row.GrabFocus()
	}
}

// options returns the widgets for all choices except the players.
func (s *setup) options() gtk.IWidget {
	f := gtkx.NewForm()
	formats := make([]tournament.Format, len(tournament.Formats))
	for i, x := range tournament.Formats {
		formats[i] = x.Format
	}
	s.games = gtkx.Spin(locale.T("Games per encounter"), 1, 1_000_000, s.Games, func(n int) { s.Games = n; s.check() })
	s.games.SetHAlign(gtk.ALIGN_START)
	s.rounds = gtkx.Spin(locale.T("Rounds"), 1, 1000, s.Rounds, func(n int) { s.Rounds = n; s.check() })
	f.Row(locale.T("Format"), s.pick(gtkx.Pick(locale.T("Format"), formats, tournaments.FormatTitle, s.Format, func(x tournament.Format) { s.Format = x; s.check() })))
	f.Row(locale.T("Games per encounter"), s.games)
	s.rounds.SetHAlign(gtk.ALIGN_START)
	f.Row(locale.T("Rounds"), s.rounds)
	s.begins, s.clocks = gtkx.HBox(0), gtkx.HBox(0)
	f.Row(locale.T("Start with"), s.begins)
	limits := make([]ai.Limit, len(tournaments.Limits))
	for i, x := range tournaments.Limits {
		limits[i] = x.Limit
	}
	f.Row(locale.T("For each move"), s.pick(gtkx.Pick(locale.T("For each move"), limits, tournaments.LimitTitle, s.Limit, func(l ai.Limit) { s.Limit = l; s.check() })))
	f.Row(locale.T("Clock"), s.clocks)
	s.tests = s.pick(gtkx.Pick(locale.T("Test"), tournaments.Tests, tournaments.TestTitle, s.SPRT, func(x *tournament.SPRT) {
		if s.SPRT = x; x != nil && s.Games < 1000 {
			s.games.SetValue(1000)
		}
		s.check()
	}))
	s.tests.SetTooltipText(locale.T("Stops a match of two players when the test decides between the two differences, with error rates of 5 %"))
	f.Row(locale.T("Test"), s.tests)
	jobs := gtkx.Spin(locale.T("Parallel games"), 1, 64, s.Jobs, func(n int) { s.Jobs = n })
	jobs.SetHAlign(gtk.ALIGN_START)
	f.Row(locale.T("Parallel games"), jobs)
	plies := gtkx.Spin(locale.T("Draw after"), 0, 10_000, s.Plies, func(n int) { s.Plies = n; s.check() })
	long := gtkx.HBox(8)
	gtkx.Pack(long, plies, gtkx.Styled("hint", locale.T("moves; 0 for never")))
	f.Row(locale.T("Draw after"), long)
	seed := gtkx.Spin(locale.T("Seed"), 0, math.MaxInt32, int(min(s.Seed, math.MaxInt32)), func(n int) { s.Seed = uint64(n) })
	seed.SetHAlign(gtk.ALIGN_START)
	seed.SetTooltipText(locale.T("Seeds random choices: with a limit of positions, the same seed gives the same games"))
	f.Row(locale.T("Seed"), seed)
	s.folder = gtkx.Field(locale.T("Folder"), "", "", func(text string) {
		s.Folder, s.named = text, s.named || !s.filling
		s.check()
	})
	s.folder.SetWidthChars(24)
	s.folder.SetActivatesDefault(true)
	s.folder.Connect("activate", s.start)
	where := gtkx.HBox(4)
	where.PackStart(s.folder, true, true, 0)
	choose, _ := gtk.ButtonNewFromIconName("folder-open-symbolic", gtk.ICON_SIZE_BUTTON)
	gtkx.SetName(choose, locale.T("Choose a Folder"))
	choose.SetTooltipText(locale.T("Choose a Folder"))
	choose.Connect("clicked", func() {
		gtkx.PickFile(s.w.win, gtkx.FileDialog{
			Action: gtk.FILE_CHOOSER_ACTION_CREATE_FOLDER, Title: locale.T("Folder of the Tournament"), Accept: locale.T("Choose"), Folder: parentOf(s.Folder), Name: locale.FileName(s.Folder),
		}, func(path string) { s.folder.SetText(path) })
	})
	where.PackStart(choose, false, false, 0)
	f.Row(locale.T("Folder"), where)
	s.fillBegin()
	s.fillClock()
	return f
}

// pick limits the width of a combo box.
func (s *setup) pick(c *gtk.ComboBoxText) *gtk.ComboBoxText {
	gtkx.Narrow(c, 22)
	return c
}

// fillBegin lists the possible openings of the games.
func (s *setup) fillBegin() {
	var list []tournaments.Begin
	for _, n := range tournaments.Openers {
		list = append(list, tournaments.Begin{Random: n})
	}
	if s.rules != nil {
		if from := s.w.host.Position(s.rules); from != "" {
			list = append(list, tournaments.Begin{From: from})
		}
	}
	if !slices.Contains(list, s.Begin) {
		if s.Begin.File == "" {
			s.Begin = tournaments.Begin{Random: 2}
		} else {
			list = append(list, s.Begin)
		}
	}
	titles := make([]string, len(list))
	for i, b := range list {
		titles[i] = b.Title()
	}
	titles = append(titles, locale.T("Openings in a file…"))
	at := slices.Index(list, s.Begin)
	gtkx.Empty(&s.begins.Container)
	var c *gtk.ComboBoxText
	c = s.pick(gtkx.Combo(locale.T("Start with"), titles, at, func(i int) {
		switch {
		case i < 0 || i == at:
		case i < len(list):
			at, s.Begin = i, list[i]
			s.check()
		default:
			c.SetActive(at) // until a file is chosen
			gtkx.PickFile(s.w.win, gtkx.FileDialog{
				Action: gtk.FILE_CHOOSER_ACTION_OPEN, Title: locale.T("Openings"), Accept: locale.T("Choose"), File: s.Begin.File,
			}, func(path string) {
				s.Begin = tournaments.Begin{File: path}
				s.fillBegin()
				s.check()
			})
		}
	}))
	s.begins.PackStart(c, true, true, 0)
	s.begins.ShowAll()
}

// fillClock lists the usual time controls, the selected one, and an item for any other.
func (s *setup) fillClock() {
	list := slices.Clone(clock.Common)
	if !slices.Contains(list, s.Clock) {
		list = append(list, s.Clock)
	}
	titles := make([]string, len(list))
	for i, c := range list {
		titles[i] = words.Clock(c)
	}
	titles = append(titles, locale.T("Other…"))
	at := slices.Index(list, s.Clock)
	gtkx.Empty(&s.clocks.Container)
	var c *gtk.ComboBoxText
	c = s.pick(gtkx.Combo(locale.T("Clock"), titles, at, func(i int) {
		switch {
		case i < 0 || i == at:
		case i < len(list):
			at, s.Clock = i, list[i]
			s.check()
		default:
			c.SetActive(at)
			uinewgame.AskClock(s.w.win, s.Clock, func(now clock.TimeControl) { s.Clock = now; s.fillClock(); s.check() })
		}
	}))
	s.clocks.PackStart(c, true, true, 0)
	s.clocks.ShowAll()
}

// askRules edits the parameters of the game.
func (s *setup) askRules() {
	var params []rules.Param
	for _, p := range newgame.Rules(s.w.all.Games, s.Game) {
		params = append(params, p.Param)
	}
	full := newgame.Params(s.w.all.Games, s.Game)
	uinewgame.AskOptions(s.w.win, locale.T(newgame.Of(s.w.all.Games, s.Game).Preset.Title), params, full, func(values map[string]string) error {
		c := s.Game
		for _, p := range params { // values omits defaults
			v, ok := values[p.Name]
			if !ok {
				v = p.Default
			}
			c = c.With(p.Name, v)
		}
		if _, err := newgame.Build(s.w.all.Games, c); err != nil {
			return err
		}
		s.Game = c
		s.gameChanged()
		return nil
	})
}

// gameChanged updates the page after the game has changed.
func (s *setup) gameChanged() {
	s.rules, _ = newgame.Build(s.w.all.Games, s.Game)
	s.offered = nil
	if s.rules != nil {
		s.offered = s.w.host.Candidates(s.rules)
		s.Keep(s.w.all.Engines, s.rules)
		s.fillBegin()
		if !s.named {
			s.filling = true
			s.folder.SetText(tournaments.FreeFolder(parentOf(s.w.run.Folder()), s.rules))
			s.filling = false
		}
	}
	gtkx.Empty(&s.candidates.Container)
	for _, c := range s.offered {
		l := gtkx.Label(c.Title)
		l.SetEllipsize(pango.ELLIPSIZE_END)
		gtkx.Margins(l, 8, 4)
		gtkx.AddRow(s.candidates, c.Title, l)
		l.SetTooltipText(strings.TrimSuffix(c.Title+"\n"+c.About, "\n")) // the list may cut the title
	}
	s.candidates.ShowAll()
	s.fillEntrants(0)
}

// fillEntrants lists the entrants and selects number at.
func (s *setup) fillEntrants(at int) {
	gtkx.Empty(&s.entrants.Container)
	for i := range s.Entrants {
		e := &s.Entrants[i]
		row := gtkx.VBox(0)
		gtkx.Margins(row, 8, 3)
		l := gtkx.Label(e.Title())
		l.SetEllipsize(pango.ELLIPSIZE_END)
		row.PackStart(l, false, false, 0)
		if e.Limit != (ai.Limit{}) {
			hint := gtkx.Styled("hint", tournaments.LimitTitle(e.Limit))
			row.PackStart(hint, false, false, 0)
		}
		gtkx.AddRow(s.entrants, e.Title(), row)
	}
	s.entrants.ShowAll()
	if row := s.entrants.GetRowAtIndex(min(at, len(s.Entrants)-1)); row != nil {
		s.entrants.SelectRow(row)
	}
	s.count.SetText(locale.T("Take Part") + " (" + strconv.Itoa(len(s.Entrants)) + ")")
	s.check()
}

// add adds the selected candidate to the entrants.
func (s *setup) add() {
	row := s.candidates.GetSelectedRow()
	if row == nil || len(s.Entrants) >= tournament.MaxEntrants {
		return
	}
	s.Add(s.offered[row.GetIndex()])
	s.fillEntrants(len(s.Entrants) - 1)
	gtkx.Announce(s.entrants, s.Entrants[len(s.Entrants)-1].Title())
}

// remove removes the selected entrant.
func (s *setup) remove() {
	row := s.entrants.GetSelectedRow()
	if row == nil {
		return
	}
	at := row.GetIndex()
	s.Entrants = slices.Delete(s.Entrants, at, at+1)
	s.fillEntrants(at)
	s.enter(s.entrants)
}

// edit edits the name, the limit and the options of the selected entrant.
func (s *setup) edit() {
	row := s.entrants.GetSelectedRow()
	if row == nil {
		return
	}
	at := row.GetIndex()
	e := s.Entrants[at]
	f := gtkx.NewForm()
	name := gtkx.Field(locale.T("Name"), e.Name, e.Engine, func(text string) { e.Name = text })
	name.SetActivatesDefault(true)
	name.SetWidthChars(28)
	f.Row(locale.T("Name"), name)
	limits := []ai.Limit{{}}
	for _, l := range tournaments.Limits {
		if l.Limit != (ai.Limit{}) {
			limits = append(limits, l.Limit)
		}
	}
	if !slices.Contains(limits, e.Limit) {
		limits = append(limits, e.Limit)
	}
	f.Row(locale.T("For each move"), gtkx.Pick(locale.T("For each move"), limits, func(l ai.Limit) string {
		if l == (ai.Limit{}) {
			return locale.T("Same for all")
		}
		return tournaments.LimitTitle(l)
	}, e.Limit, func(l ai.Limit) { e.Limit = l }))
	var d *gtk.Dialog
	if k, given, err := s.w.all.Engines.Parse(e.Engine); err == nil && len(k.ParamsFor(s.rules)) > 0 && k.Params[0].Kind != rules.Text {
		options := gtkx.Button(locale.T("Options of the Engine…"), func() {
			uinewgame.AskOptions(d, locale.T(k.Title), k.ParamsFor(s.rules), given, func(values map[string]string) error {
				spec := player.Spec(k.Name, values)
				x, err := s.w.all.Engines.New(spec, s.rules)
				if err == nil {
					ai.Close(x)
					e.Engine, given = spec, values
				}
				return err
			})
		})
		f.Wide(options, 1, 1)
	}
	d = gtkx.Ask(s.w.win, e.Title(), f, locale.T("Apply"), func() bool {
		s.Entrants[at] = e
		s.fillEntrants(at)
		return true
	}, func() { s.enter(s.entrants) })
}

// check validates the choices and shows the first problem.
func (s *setup) check() {
	if s.ok == nil {
		return
	}
	two := s.rules != nil && s.rules.Players() == 2 && len(s.Entrants) == 2
	s.tests.SetSensitive(two)
	s.rounds.SetSensitive(s.Format == tournament.Swiss)
	err := s.Check(s.w.all.Games, s.w.all.Engines)
	if s.rules != nil && len(s.Entrants) < s.rules.Players() {
		s.bad.SetText("")
		s.ok.SetSensitive(false)
		s.ok.SetTooltipText(locale.N("%d player is needed at least", "%d players are needed at least", s.rules.Players(), s.rules.Players()))
		return
	}
	s.ok.SetSensitive(err == nil)
	s.complain(err)
}

// complain shows an error, or hides it if err is nil.
func (s *setup) complain(err error) {
	text := ""
	if err != nil {
		text = locale.Err(err)
	}
	s.bad.SetText(text)
	s.bad.SetTooltipText(text)
}

// start creates the tournament.
func (s *setup) start() {
	if s.ok.GetSensitive() {
		s.w.create(s.Setup)
	}
}
