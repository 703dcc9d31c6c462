// Package tournaments implements the tournament window: the choices for a new tournament, and the
// boards and tables of an open one.
package tournaments

import (
	"context"
	"errors"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"
	"github.com/gotk3/gotk3/pango"

	"boardstudio/catalog"
	"boardstudio/draw/diagram"
	"boardstudio/rules"
	"boardstudio/studio/app/settings"
	"boardstudio/studio/app/tournaments"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
	"boardstudio/tournament"
)

// Host is the program that contains the tournament window.
type Host interface {
	// Run returns the tournament being played. It continues while the window is closed.
	Run() *tournaments.Run
	Candidates(r rules.Rules) []tournaments.Candidate
	// Game returns the default game of a new tournament. Position returns the position on the board
	// in front, or "" if that board is of another game.
	Game() settings.Choice
	Position(r rules.Rules) string
	Dress(d *diagram.Diagram)
	// OpenGame opens a game record as a document.
	OpenGame(file string)
	// Last returns the folder of the last open tournament, or "". Opened records it.
	Last() string
	Opened(folder string)
	Help(parent gtk.IWindow, then func())
}

// Window is the tournament window.
type Window struct {
	all  catalog.All
	host Host
	run  *tournaments.Run
	win  *gtk.Window
	keys []key

	title, summary, test, bad *gtk.Label
	progress                  *gtk.ProgressBar
	fresh, open, play         *gtk.Button
	stack                     *gtk.Stack
	setup                     *setup // nil while no new tournament is being set up
	view                      *view  // view of the open tournament, or nil
	circles                   gtkx.Sprites
	last                      tournaments.Setup // last choices
}

// key is a keyboard shortcut and its action.
type key struct {
	text string
	do   func()
}

// Pages of the window.
const (
	pageEmpty = "empty"
	pageSetup = "setup"
	pagePlay  = "play"
)

// Open opens the window. It calls closed when the window is closed.
func Open(all catalog.All, host Host, parent *gtk.Window, ahead *gtkx.Ahead, closed func()) *Window {
	w := &Window{all: all, host: host, run: host.Run(), circles: gtkx.Sprites{}}
	w.win, _ = gtk.WindowNew(gtk.WINDOW_TOPLEVEL)
	w.win.SetDefaultSize(gtkx.SizeOn(parent, width, height))
	w.win.Connect("destroy", func() { w.run.Changed = nil; closed() })
	w.win.Connect("key-press-event", func(_ *gtk.Window, ev *gdk.Event) bool {
		return w.pressed(gdk.EventKeyNewFromEvent(ev))
	})
	ahead.Expect(w.win)
	w.keys = []key{
		{"<Primary>n", w.newTournament},
		{"<Primary>o", w.pick},
		{"F5", w.toggle},
		{"<Primary>w", w.win.Destroy},
		{"F1", func() { host.Help(w.win, func() {}) }},
	}
	w.build()
	w.run.Changed = w.Changed
	w.win.ShowAll()
	w.test.SetVisible(false)
	w.bad.SetVisible(false)
	w.Changed()
	if w.run.Tournament() == nil {
		w.first()
	}
	ahead.AwaitPlain(w.win)
	return w
}

// The size of the window on a large enough screen, in pixels.
const width, height = 1080, 700

// first opens the last tournament, or shows the choices for a new one if that does not exist.
func (w *Window) first() {
	if dir := w.host.Last(); dir != "" {
		w.OpenFolder(dir)
		return
	}
	w.newTournament()
}

// Redraw redraws the boards after a change of their appearance.
func (w *Window) Redraw() {
	w.circles = gtkx.Sprites{}
	w.win.QueueDraw()
}

// Present brings the window to the front.
func (w *Window) Present() { w.win.Present() }

// Close closes the window. A running tournament continues.
func (w *Window) Close() { w.win.Destroy() }

func (w *Window) build() {
	texts := gtkx.VBox(0)
	w.title, w.summary = gtkx.Styled("game-title", ""), gtkx.Styled("hint", "")
	gtkx.SetID(w.title, "Tournament")
	gtkx.SetID(w.summary, "Progress")
	for _, l := range []*gtk.Label{w.title, w.summary} {
		l.SetEllipsize(pango.ELLIPSIZE_END)
		texts.PackStart(l, false, false, 0)
	}
	head := gtkx.HBox(6)
	gtkx.Margins(head, 12, 8)
	head.PackStart(texts, true, true, 0)
	w.fresh = w.button(locale.T("New Tournament"), "<Primary>n", w.newTournament)
	w.open = w.button(locale.T("Open Tournament…"), "<Primary>o", w.pick)
	w.play = w.button(locale.T("Continue"), "F5", w.toggle)
	gtkx.AddClass(w.play, "suggested-action")
	gtkx.Pack(head, w.fresh, w.open, w.play)
	for _, b := range []*gtk.Button{w.fresh, w.open, w.play} {
		b.SetVAlign(gtk.ALIGN_CENTER)
	}

	w.progress, _ = gtk.ProgressBarNew()
	gtkx.SetName(w.progress, locale.T("Games Played"))
	w.progress.SetNoShowAll(true)
	w.test, w.bad = gtkx.Wrapped("", 120), gtkx.Wrapped("", 120)
	gtkx.SetID(w.test, "Test")
	gtkx.SetID(w.bad, "Problem")
	gtkx.AddClass(w.bad, "bad")
	gtkx.Margins(w.test, 12, 5)
	gtkx.Margins(w.bad, 12, 5)

	w.stack, _ = gtk.StackNew()
	gtkx.AddClass(w.stack, "edge-top")
	empty := gtkx.Styled("hint", locale.T("Set up or open a tournament to show it here."))
	empty.SetHAlign(gtk.ALIGN_CENTER)
	w.stack.AddNamed(empty, pageEmpty)

	all := gtkx.VBox(0)
	gtkx.Pack(all, head, w.progress, w.test, w.bad)
	all.PackStart(w.stack, true, true, 0)
	w.win.Add(all)
}

// button returns a button whose tooltip shows its keyboard shortcut.
func (w *Window) button(title, key string, do func()) *gtk.Button {
	b := gtkx.Button(title, do)
	val, mods := gtk.AcceleratorParse(key)
	b.SetTooltipText(title + "  (" + gtk.AcceleratorGetLabel(val, mods) + ")")
	return b
}

func (w *Window) pressed(ev *gdk.EventKey) bool {
	for _, form := range gtkx.KeyForms(ev) {
		for _, k := range w.keys {
			if val, mods := gtk.AcceleratorParse(k.text); form == (gtkx.Key{Val: val, Mods: mods}) {
				k.do()
				return true
			}
		}
	}
	switch k := gtkx.PlainKey(ev); {
	case k == gtkx.Key{Val: gdk.KEY_Escape} && w.setup != nil && w.run.Tournament() != nil:
		w.show(pagePlay)
	case k == gtkx.Key{Val: gdk.KEY_Escape}:
		w.win.Destroy()
	case k == gtkx.Key{Val: gdk.KEY_Return, Mods: gdk.CONTROL_MASK} && w.setup != nil:
		w.setup.start()
	case k == gtkx.Key{Val: gdk.KEY_F6} && w.setup == nil && w.view != nil:
		w.view.nextPane()
	default:
		return false
	}
	return true
}

// show shows a page. It discards an unfinished setup unless the page is pageSetup, but keeps its
// choices for the next one.
func (w *Window) show(page string) {
	if page != pageSetup && w.setup != nil {
		w.last = w.setup.Setup
		w.setup.box.Destroy()
		w.setup = nil
	}
	w.Changed() // creates the page of the tournament
	w.stack.SetVisibleChildName(page)
}

// Changed updates the window from the tournament.
func (w *Window) Changed() {
	t := w.run.Tournament()
	if t != nil && (w.view == nil || w.view.of != t) {
		if w.view != nil {
			w.view.box.Destroy()
		}
		w.view = newView(w, t)
		w.stack.AddNamed(w.view.box, pagePlay)
		w.view.box.ShowAll()
		if w.setup == nil {
			w.stack.SetVisibleChildName(pagePlay)
		}
		w.view.focus()
	}
	title, summary, window := locale.T("Tournament"), "", locale.T("Tournament")
	if w.setup != nil {
		title, summary = locale.T("New Tournament"), locale.T("Players and rules")
	} else if t != nil {
		title, summary, window = w.run.Title(), w.run.Summary(), w.run.Title()
	}
	set(w.title, title)
	set(w.summary, summary)
	w.summary.SetTooltipText(w.run.Folder())
	w.win.SetTitle(window + " – Studio")

	shown := t != nil && w.setup == nil
	share, known := 0., false
	test := ""
	if shown {
		share, known = w.run.Share()
		test = w.run.Test()
		w.view.fill()
	}
	w.progress.SetVisible(shown && known)
	w.progress.SetFraction(share)
	set(w.test, test)
	w.test.SetVisible(test != "")
	w.fresh.SetVisible(w.setup == nil)
	w.play.SetVisible(shown && !w.run.Table().Over)
	w.play.SetSensitive(!w.run.Stopping())
	label := locale.T("Continue")
	if w.run.Playing() {
		label = locale.T("Pause")
	}
	if now, _ := w.play.GetLabel(); now != label {
		w.play.SetLabel(label)
	}
	gtkx.SetClass(w.play, "suggested-action", !w.run.Playing())
}

// set sets the text of a label if it has changed.
func set(l *gtk.Label, text string) {
	if l.GetLabel() != text {
		l.SetText(text)
	}
}

// say shows an error, or hides it if err is nil.
func (w *Window) say(err error) {
	text := ""
	if err != nil && !errors.Is(err, context.Canceled) {
		text = locale.Err(err)
	}
	w.bad.SetText(text)
	w.bad.SetVisible(text != "")
}

// Ended shows the reason why the tournament stopped.
func (w *Window) Ended(err error) { w.say(err) }

// newTournament shows the choices for a new tournament.
func (w *Window) newTournament() {
	if w.setup != nil {
		return
	}
	w.say(nil)
	s := w.last
	if s.Games == 0 {
		s = tournaments.New(w.host.Game())
	}
	s.Folder = ""
	w.setup = newSetup(w, s)
	w.stack.AddNamed(w.setup.box, pageSetup)
	w.setup.box.ShowAll()
	w.show(pageSetup)
	w.setup.focus()
}

// unlessPlaying calls then(). If a tournament is being played, it first asks whether to pause it.
func (w *Window) unlessPlaying(then func()) {
	if !w.run.Playing() {
		then()
		return
	}
	gtkx.Sure(w.win, locale.T("The tournament “%s” is being played. It will be paused, and you can resume it later. Games in progress will be played again.", w.run.Title()),
		locale.T("Pause"), then)
}

// create creates a tournament and opens it.
func (w *Window) create(s tournaments.Setup) {
	w.unlessPlaying(func() {
		w.run.Create(s, func(err error) {
			if err != nil {
				if w.setup != nil {
					w.setup.complain(err)
				}
				return
			}
			w.host.Opened(w.run.Folder())
			w.say(nil)
			w.show(pagePlay)
			w.view.focus()
		})
	})
}

// pick asks for the folder of a tournament and opens it.
func (w *Window) pick() {
	w.unlessPlaying(func() {
		gtkx.PickFile(w.win, gtkx.FileDialog{
			Action: gtk.FILE_CHOOSER_ACTION_SELECT_FOLDER, Title: locale.T("Open a Tournament"), Accept: locale.T("Open"), Folder: parentOf(w.run.Folder()),
		}, w.OpenFolder)
	})
}

// OpenFolder opens the tournament in a folder.
func (w *Window) OpenFolder(dir string) {
	w.run.Open(dir, func(err error) {
		w.say(err)
		if err == nil {
			w.host.Opened(w.run.Folder())
			w.show(pagePlay)
			w.view.focus()
		}
	})
}

// toggle starts or pauses the tournament.
func (w *Window) toggle() {
	switch {
	case w.setup != nil || w.run.Tournament() == nil || w.run.Stopping() || w.run.Table().Over:
	case w.run.Playing():
		w.run.Stop(nil)
	default:
		w.say(nil)
		w.run.Start(max(w.jobs(), 1))
	}
}

// jobs returns the number of games played at the same time.
func (w *Window) jobs() int {
	if w.last.Jobs > 0 {
		return w.last.Jobs
	}
	return tournaments.New(settings.Choice{}).Jobs
}

// openGame opens the record of a finished game.
func (w *Window) openGame(g tournament.Game) { w.host.OpenGame(w.run.Record(g)) }
