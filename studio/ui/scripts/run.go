package scripts

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"boardstudio/ai/lua/worker"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/scripts"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
)

// testGame contains the choices of the run dialog, which are kept while the window is open.
type testGame struct {
	scripts.TestGame
	title string // title of the chosen game, or ""
}

// runDialog saves and checks the script and shows the run dialog.
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
	if r := e.host.Session().View.Rules(); e.about.Plays(r, e.host.Session().App.Games) {
		titles, games = append(titles, locale.T("Same as board: %s", e.host.Session().View.GameTitle())), append(games, nil)
	}
	for _, g := range scripts.Plays(e.about, e.host.Session().App.Games) {
		titles, games = append(titles, locale.T(g.Title)), append(games, g.Rules)
	}
	if len(games) == 0 {
		e.problem.say(locale.T("This script does not play any game."))
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
	opp := gtkx.Combo(locale.T("Opponent"), nil, 0, func(i int) {
		if i >= 0 && i < len(against) && !filling {
			g.Against.Kind = against[i].Kind
			levels.SetVisible(against[i].Levels)
		}
	})
	fill := func(i int) {
		i = max(i, 0)
		g.title, g.Rules = titles[i], games[i]
		r := cmp.Or(g.Rules, e.host.Session().View.Rules())
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
	f.Row(locale.T("Opponent"), opp)
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

// run starts the chosen game in the main window.
func (e *Window) run() {
	kind := scripts.Kind(e.text.Path(), e.values[e.text.Path()])
	e.trace.close(true)
	g := e.game.TestGame
	g.Rules = cmp.Or(g.Rules, e.host.Session().View.Rules())
	e.host.Run(kind, g)
	e.book.SetCurrentPage(0)
	e.host.Present()
}

// options asks for the option values of the open script.
func (e *Window) options() {
	path := e.text.Path()
	e.host.AskOptions(e.win, locale.Title(e.about.Name), e.about.Options, e.values[path], func(values map[string]string) { e.values[path] = values })
}

// withContainment determines the containment of scripts in the background. It calls show unless the window has
// been closed.
func (e *Window) withContainment(show func(short, long string, whole bool)) {
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

// showContainment shows the containment of scripts at the bottom of the window.
func (e *Window) showContainment() {
	e.layers.SetText("")
	e.withContainment(func(short, long string, whole bool) {
		e.layers.SetText(short)
		e.layers.SetTooltipText(long)
		gtkx.SetClass(e.layers, "bad", !whole)
	})
}

// containmentText describes the active layers of containment, in a short and a long form.
func containmentText(c worker.Containment, err error) (short, long string) {
	if err != nil {
		return locale.T("Scripts cannot run on this computer"), locale.Err(err)
	}
	on := func(is bool) string {
		if is {
			return locale.T("on")
		}
		return locale.T("not on this machine")
	}
	lines := []string{
		locale.T("A script runs in a separate process, which is stopped if it takes too long."),
		locale.T("Limits of memory, files and tasks: %s", on(c.Limits)),
		locale.T("No file can be opened (Landlock): %s", on(c.Landlock > 0)),
		locale.T("Only a few system calls (seccomp): %s", on(c.Seccomp)),
	}
	short = locale.T("Scripts are sandboxed: all layers are active")
	if !c.Complete() {
		short = locale.T("Scripts are sandboxed: some layers are inactive")
	}
	return short, strings.Join(lines, "\n")
}

// containment shows a dialog about the resources a script can access.
func (e *Window) containment() {
	e.withContainment(func(short, long string, _ bool) {
		box := gtkx.VBox(10)
		head := gtkx.Styled("name", short)
		box.PackStart(head, false, false, 0)
		text := gtkx.Wrapped(long, 64)
		gtkx.SetName(text, locale.T("Layers"))
		box.PackStart(text, false, false, 0)
		gtkx.Ask(e.win, locale.T("What a Script Can Reach"), box, locale.T("Close"), nil, nil)
	})
}

// showAgain shows the error again, or a message that the check is still running.
func (p *problem) showAgain() {
	if p.fault == nil {
		p.say(locale.T("The script is being checked; try again in a moment."))
		return
	}
	p.goTo()
}
