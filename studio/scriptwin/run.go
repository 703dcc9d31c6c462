package scriptwin

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"boardstudio/ai/lua/worker"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/studio/gtkx"
	"boardstudio/studio/scripts"
)

// testGame is what the run dialog asks for; it is remembered while the window is open.
type testGame struct {
	scripts.TestGame
	title string // of the game in the dialog, "" until one was chosen
}

// runDialog asks for the game, the seat and the opponent, and plays.
func (e *Window) runDialog() {
	e.save(func() {
		if e.about == nil {
			e.problem.showAgain()
			e.text.Check(0)
			return
		}
		e.askRun()
	})
}

func (e *Window) askRun() {
	var titles []string
	var games []rules.Rules
	if r := e.host.Session().Rules(); e.about.Plays(r, all.Games) {
		titles, games = append(titles, locale.T("As on the board: %s", e.host.Session().GameTitle())), append(games, nil)
	}
	for _, g := range scripts.Plays(e.about, all.Games) {
		titles, games = append(titles, locale.T(g.Title)), append(games, g.Rules)
	}
	if len(games) == 0 {
		e.problem.say(locale.T("There is no game that this script plays."))
		return
	}
	g := e.game
	if g.Against.Kind == "" {
		g.Against = model.Player{Kind: "random"}
	}
	at := max(slices.Index(titles, g.title), 0)
	f := gtkx.NewForm()
	seat := gtkx.Combo(locale.T("The script plays"), nil, 0, func(i int) { g.Seat = max(i, 0) })
	var against []Opponent
	levels := gtkx.Combo(locale.T("Level"), e.host.Levels(), min(max(cmp.Or(g.Against.Level, 3), 1), 5)-1, func(i int) { g.Against.Level = i + 1 })
	levels.SetNoShowAll(true)
	filling := false
	opp := gtkx.Combo(locale.T("Against"), nil, 0, func(i int) {
		if i >= 0 && i < len(against) && !filling {
			g.Against.Kind = against[i].Kind
			levels.SetVisible(against[i].Levels)
		}
	})
	fill := func(i int) {
		i = max(i, 0)
		g.title, g.Rules = titles[i], games[i]
		r := cmp.Or(g.Rules, e.host.Session().Rules())
		filling = true
		s := min(g.Seat, r.Players()-1)
		seat.RemoveAll()
		for n := range r.Players() {
			seat.AppendText(locale.T("Player %d", n+1))
		}
		seat.SetActive(s)
		against = e.host.Opponents(r)
		opp.RemoveAll()
		now := 0
		for n, o := range against {
			opp.AppendText(o.Title)
			if o.Kind == g.Against.Kind {
				now = n
			}
		}
		filling = false
		opp.SetActive(now)
	}
	game := gtkx.Combo(locale.T("Game"), titles, at, fill)
	f.Row(locale.T("Game"), game)
	f.Row(locale.T("The script plays"), seat)
	f.Row(locale.T("Against"), opp)
	f.Row("", levels)
	fill(at)
	d := gtkx.Ask(e.win, locale.T("Run the script"), f, locale.T("Run"), func() bool {
		if n := opp.GetActive(); n < 0 || !against[n].Levels {
			g.Against.Level = 0
		}
		e.game = g
		e.run()
		return true
	}, nil)
	gtkx.FocusAccept(d)
}

func (e *Window) runAgain() { e.save(e.run) }

// run begins the game that was chosen, in the studio's window.
func (e *Window) run() {
	kind := scripts.Kind(e.text.Path(), e.values[e.text.Path()])
	e.trace.close(true)
	g := e.game.TestGame
	g.Rules = cmp.Or(g.Rules, e.host.Session().Rules())
	e.host.Run(kind, g)
	e.book.SetCurrentPage(0)
	e.host.Present()
}

// options asks for the values of the options of the open script.
func (e *Window) options() {
	path := e.text.Path()
	e.host.AskOptions(e.win, locale.Title(e.about.Name), e.about.Options, e.values[path], func(values map[string]string) { e.values[path] = values })
}

// held finds out how scripts are held, and shows it if the window is still there.
func (e *Window) held(show func(short, long string, whole bool)) {
	go func() {
		c, err := scripts.Containment(context.Background())
		gtkx.Loop{}.Post(func() {
			if !e.gone {
				short, long := containmentText(c, err)
				show(short, long, err == nil && c.Complete())
			}
		})
	}()
}

// showContainment says at the bottom of the window how a script is held.
func (e *Window) showContainment() {
	e.hold.SetText("")
	e.held(func(short, long string, whole bool) {
		e.hold.SetText(short)
		e.hold.SetTooltipText(long)
		gtkx.SetClass(e.hold, "bad", !whole)
	})
}

// containmentText says which layers are on, in a line and in some.
func containmentText(c worker.Containment, err error) (short, long string) {
	if err != nil {
		return locale.T("Scripts cannot run here"), locale.Err(err)
	}
	on := func(is bool) string {
		if is {
			return locale.T("on")
		}
		return locale.T("not on this machine")
	}
	lines := []string{
		locale.T("A script runs in a process of its own, which is ended when it takes too long."),
		locale.T("Limits of memory, files and tasks: %s", on(c.Limits)),
		locale.T("No file can be opened (Landlock): %s", on(c.Landlock > 0)),
		locale.T("No calls to the system but a few (seccomp): %s", on(c.Seccomp)),
	}
	short = locale.T("Scripts are contained: all layers are on")
	if !c.Complete() {
		short = locale.T("Scripts are contained: some layers are not on")
	}
	return short, strings.Join(lines, "\n")
}

// containment says what a script can reach.
func (e *Window) containment() {
	e.held(func(short, long string, _ bool) {
		box := gtkx.VBox(10)
		head := gtkx.Styled("name", short)
		box.PackStart(head, false, false, 0)
		text := gtkx.Wrapped(long, 64)
		gtkx.SetName(text, locale.T("Layers"))
		box.PackStart(text, false, false, 0)
		gtkx.Ask(e.win, locale.T("What a Script Can Reach"), box, locale.T("Close"), nil, nil)
	})
}

// showAgain shows what is wrong once more, or that it is being looked for.
func (p *problem) showAgain() {
	if p.fault == nil {
		p.say(locale.T("The script is being checked; try again in a moment."))
		return
	}
	p.goTo()
}
