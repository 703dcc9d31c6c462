// Package externs implements the window of external engines. It shows the engines added by the
// user, their test results and options, and the log of the last communication.
package externs

import (
	"slices"
	"strings"
	"time"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"
	"github.com/gotk3/gotk3/pango"

	"boardstudio/ai/extern"
	"boardstudio/rules"
	"boardstudio/studio/app/externs"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
)

// Host provides dialogs of the program.
type Host interface {
	AskOptions(parent gtk.IWindow, title string, options []rules.Param, now map[string]string, done func(map[string]string) error)
	Help(parent gtk.IWindow, then func())
	// Added is called after the list has changed.
	Added()
}

// Window is the window of external engines.
type Window struct {
	games   rules.Catalog
	logs    *extern.Logs
	host    Host
	manager *externs.Manager
	win     *gtk.Window
	keys    []key

	add       *gtk.Button
	list      *gtk.ListBox
	rows      []row
	at        string // name of the selected engine
	filling   bool
	stack     *gtk.Stack
	name      *gtk.Label
	facts     *gtk.Grid
	verdict   *gtk.Label
	bad       *gtk.Label
	progress  *gtk.ProgressBar
	under     *gtk.Box // contains the progress bar and the cancel button
	cancel    *gtk.Button
	test      *gtk.Button
	options   *gtk.Button
	change    *gtk.Button
	untested  *gtk.Button
	remove    *gtk.Button
	log       *gtk.TextView
	shown     string // the facts currently shown
	polling   func()
	destroyed bool
}

// row is a row of the list.
type row struct {
	name  string
	short *gtk.Label
}

// key is a keyboard shortcut and its action.
type key struct {
	text string
	do   func()
}

// Pages of the stack beside the list.
const (
	pageEmpty = "empty"
	pageShown = "shown"
)

// Open opens the window for engines that play some of games and use one of protocols. It shows the
// exchanges in logs. It calls closed when the window is closed.
func Open(games rules.Catalog, protocols []*extern.Protocol, logs *extern.Logs, host Host, parent *gtk.Window, ahead *gtkx.Ahead, closed func()) *Window {
	w := &Window{games: games, logs: logs, host: host}
	var err error
	w.manager, err = externs.New(games, protocols, logs, gtkx.Loop{})
	w.win, _ = gtk.WindowNew(gtk.WINDOW_TOPLEVEL)
	w.win.SetTitle(locale.T("External Engines") + " – Studio")
	w.win.SetTransientFor(parent)
	w.win.SetTypeHint(gdk.WINDOW_TYPE_HINT_DIALOG)
	w.win.SetPosition(gtk.WIN_POS_CENTER_ON_PARENT)
	w.win.SetDefaultSize(860, 560)
	w.win.Connect("destroy", func() {
		w.destroyed = true
		if w.polling != nil {
			w.polling()
		}
		w.manager.Close()
		closed()
	})
	w.win.Connect("key-press-event", func(_ *gtk.Window, ev *gdk.Event) bool { return w.pressed(gdk.EventKeyNewFromEvent(ev)) })
	ahead.Expect(w.win)
	w.keys = []key{
		{"<Primary>n", func() { w.ask(nil) }},
		{"F5", w.again},
		{"<Primary>e", w.edit},
		{"<Primary>w", w.win.Destroy},
		{"F1", func() { host.Help(w.win, func() {}) }},
	}
	w.build()
	w.manager.Changed, w.manager.Added = w.changed, host.Added
	w.win.ShowAll()
	w.changed()
	w.say(err)
	w.focus()
	w.poll()
	ahead.AwaitPlain(w.win)
	return w
}

// Present brings the window to the front.
func (w *Window) Present() { w.win.Present() }

// Close closes the window and cancels a running test.
func (w *Window) Close() { w.win.Destroy() }

// button returns a button whose tooltip shows its keyboard shortcut.
func button(title, key string, do func()) *gtk.Button {
	b := gtkx.Button(title, do)
	val, mods := gtk.AcceleratorParse(key)
	b.SetTooltipText(strings.TrimSuffix(title, "…") + "  (" + gtk.AcceleratorGetLabel(val, mods) + ")")
	return b
}

func (w *Window) build() {
	w.list, _ = gtk.ListBoxNew()
	gtkx.SetName(w.list, locale.T("External Engines"))
	w.list.SetActivateOnSingleClick(false)
	w.list.Connect("row-selected", func() {
		if r := w.list.GetSelectedRow(); r != nil && !w.filling && r.GetIndex() < len(w.rows) {
			w.at = w.rows[r.GetIndex()].name
			w.say(nil)
			w.show()
		}
	})
	w.list.Connect("row-activated", func() { w.askOptions() })
	w.list.Connect("key-press-event", func(_ *gtk.ListBox, ev *gdk.Event) bool {
		if k := gtkx.PlainKey(gdk.EventKeyNewFromEvent(ev)); k == (gtkx.Key{Val: gdk.KEY_Delete}) {
			w.askRemove()
			return true
		}
		return false
	})
	w.add = button(locale.T("Add…"), "<Primary>n", func() { w.ask(nil) })
	gtkx.OneStop(w.list, func() { w.add.GrabFocus() }, func() { w.log.GrabFocus() })
	side := gtkx.VBox(0)
	side.PackStart(gtkx.Scrolled(w.list), true, true, 0)
	foot := gtkx.VBox(0)
	gtkx.Margins(w.add, 10, 10)
	foot.PackStart(w.add, false, false, 0)
	side.PackStart(foot, false, false, 0)
	side.SetSizeRequest(240, -1)
	gtkx.AddClass(side, "pages")

	w.stack, _ = gtk.StackNew()
	hint := gtkx.Wrapped(locale.T("External engines can play and analyse if they support Gomocup (five in a row), NBoard (Othello) or GTP (games of two players). Add only programs that you trust: they can read your files."), 52)
	hint.SetHAlign(gtk.ALIGN_CENTER)
	hint.SetVAlign(gtk.ALIGN_CENTER)
	gtkx.AddClass(hint, "hint")
	w.stack.AddNamed(hint, pageEmpty)
	w.stack.AddNamed(w.details(), pageShown)

	w.bad = gtkx.Wrapped("", 100)
	gtkx.AddClass(w.bad, "bad")
	gtkx.SetID(w.bad, "Problem")
	gtkx.Margins(w.bad, 16, 8)
	w.bad.SetNoShowAll(true)
	right := gtkx.VBox(0)
	right.PackStart(w.bad, false, false, 0)
	right.PackStart(w.stack, true, true, 0)
	all := gtkx.HBox(0)
	all.PackStart(side, false, false, 0)
	all.PackStart(right, true, true, 0)
	w.win.Add(all)
}

// details returns the widgets that describe the selected engine.
func (w *Window) details() gtk.IWidget {
	all := gtkx.VBox(10)
	gtkx.Margins(all, 18, 14)
	w.name = gtkx.Styled("game-title", "")
	w.name.SetEllipsize(pango.ELLIPSIZE_END)
	gtkx.SetID(w.name, "Engine")
	w.facts, _ = gtk.GridNew()
	w.facts.SetRowSpacing(5)
	w.facts.SetColumnSpacing(12)
	w.verdict = gtkx.Wrapped("", 70)
	gtkx.SetID(w.verdict, "Verdict")

	w.progress, _ = gtk.ProgressBarNew()
	gtkx.SetName(w.progress, locale.T("Games Tested"))
	w.progress.SetVAlign(gtk.ALIGN_CENTER)
	w.cancel = gtkx.Button(locale.T("Cancel"), func() { w.manager.Cancel() })
	w.under = gtkx.HBox(10)
	w.under.PackStart(w.progress, true, true, 0)
	w.under.PackStart(w.cancel, false, false, 0)
	w.under.SetNoShowAll(true)

	buttons := gtkx.HBox(6)
	w.test = button(locale.T("Test Again"), "F5", w.again)
	w.options = gtkx.Button(locale.T("Options…"), w.askOptions)
	w.change = button(locale.T("Change…"), "<Primary>e", w.edit)
	w.untested = gtkx.Button(locale.T("Add Anyway"), func() { w.did(w.manager.AddUntested()) })
	w.remove = button(locale.T("Remove…"), "Delete", w.askRemove)
	gtkx.Pack(buttons, w.options, w.test, w.change, w.untested, w.remove)
	w.untested.SetNoShowAll(true)

	title := gtkx.Styled("heading", locale.T("Last exchange"))
	var room *gtk.ScrolledWindow
	w.log, room = gtkx.OutputText(locale.T("Last exchange"))
	room.SetShadowType(gtk.SHADOW_IN)
	gtkx.Pack(all, w.name, w.facts, w.verdict, w.under, buttons, title)
	all.PackStart(room, true, true, 0)
	return all
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
	if gtkx.PlainKey(ev) != (gtkx.Key{Val: gdk.KEY_Escape}) {
		return false
	}
	if name, _, _ := w.manager.Testing(); name != "" {
		w.manager.Cancel()
	} else {
		w.win.Destroy()
	}
	return true
}

// pollEvery is the interval at which the log of a running engine is updated.
const pollEvery = time.Second

// poll updates the log every pollEvery.
func (w *Window) poll() {
	w.polling = gtkx.Loop{}.After(pollEvery, func() {
		w.fillLog()
		w.poll()
	})
}

// chosen returns the selected engine.
func (w *Window) chosen() (externs.Item, bool) {
	all := w.manager.Items()
	i := slices.IndexFunc(all, func(x externs.Item) bool { return x.Name == w.at })
	if i < 0 {
		return externs.Item{}, false
	}
	return all[i], true
}

// changed updates the list and the details.
func (w *Window) changed() {
	if w.destroyed {
		return
	}
	all := w.manager.Items()
	same := len(all) == len(w.rows)
	for i := range all {
		same = same && all[i].Name == w.rows[i].name
	}
	if !same {
		w.fill(all)
	}
	for i, it := range all {
		text := w.manager.ProtocolTitle(it.Protocol) + " · " + w.manager.Short(it)
		if w.rows[i].short.GetLabel() != text {
			w.rows[i].short.SetText(text)
			gtkx.Describe(w.list.GetRowAtIndex(i), text)
		}
	}
	w.show()
}

// fill shows all engines in the list and selects w.at, or else the first one. It restores the
// keyboard focus.
func (w *Window) fill(all []externs.Item) {
	had := w.list.GetSelectedRow() != nil && w.list.GetSelectedRow().HasFocus()
	w.filling = true
	gtkx.Empty(&w.list.Container)
	w.rows = nil
	at := -1
	for i, it := range all {
		texts := gtkx.VBox(2)
		gtkx.Margins(texts, 12, 7)
		name, short := gtkx.Label(it.Name), gtkx.Styled("hint", "")
		for _, l := range []*gtk.Label{name, short} {
			l.SetEllipsize(pango.ELLIPSIZE_END)
		}
		gtkx.Pack(texts, name, short)
		gtkx.AddRow(w.list, it.Name, texts)
		w.rows = append(w.rows, row{it.Name, short})
		if it.Name == w.at {
			at = i
		}
	}
	w.list.ShowAll()
	w.filling = false
	if len(all) == 0 {
		w.at = ""
		if had {
			w.add.GrabFocus()
		}
		return
	}
	r := w.list.GetRowAtIndex(max(at, 0))
	w.list.SelectRow(r)
	if had {
		r.GrabFocus()
	}
}

// focus focuses the list, or the Add button if the list is empty.
func (w *Window) focus() {
	if r := w.list.GetSelectedRow(); r != nil {
		r.GrabFocus()
	} else {
		w.add.GrabFocus()
	}
}

// show shows the details of the selected engine.
func (w *Window) show() {
	if w.filling {
		return
	}
	testing, done, of := w.manager.Testing()
	w.add.SetSensitive(testing == "")
	it, ok := w.chosen()
	if !ok {
		w.stack.SetVisibleChildName(pageEmpty)
		return
	}
	w.stack.SetVisibleChildName(pageShown)
	w.name.SetText(it.Name)
	w.fillFacts(it)
	verdict := strings.Join(w.manager.Verdict(it), "\n")
	if w.verdict.GetLabel() != verdict {
		w.verdict.SetText(verdict)
		gtkx.Announce(w.verdict, verdict)
	}
	now := testing == it.Name
	gtkx.SetClass(w.verdict, "bad", !now && w.manager.Failure(it) != nil)
	had := w.cancel.HasFocus()
	for _, x := range []gtk.IWidget{w.under, w.progress, w.cancel} {
		x.ToWidget().SetVisible(now)
	}
	if now {
		w.progress.SetFraction(float64(done) / float64(max(of, 1)))
	}
	w.test.SetSensitive(testing == "")
	w.change.SetSensitive(testing == "")
	w.options.SetSensitive(!now)
	w.remove.SetSensitive(!now)
	w.untested.SetVisible(!it.Added && !now)
	if had && !now {
		w.focus()
	}
	w.fillLog()
}

// fillFacts shows the command of an engine and related facts.
func (w *Window) fillFacts(it externs.Item) {
	facts := [][2]string{
		{locale.T("Protocol"), w.manager.ProtocolTitle(it.Protocol)},
		{locale.T("Command"), extern.Join(it.Command)},
	}
	if it.Game != nil {
		facts = append(facts, [2]string{locale.T("Game"), gameTitle(w.games, *it.Game)})
	}
	if t := it.Tested; t != nil && t.Name != "" {
		facts = append(facts, [2]string{locale.T("Reported name"), t.Name})
	}
	if t := it.Tested; t != nil && len(t.Knows) > 0 {
		facts = append(facts, [2]string{locale.T("Its options"), strings.Join(t.Knows, ", ")})
	}
	if set := w.manager.Set(it); set != "" {
		facts = append(facts, [2]string{locale.T("Set"), set})
	}
	text := ""
	for _, f := range facts {
		text += f[0] + "\n" + f[1] + "\n"
	}
	if text == w.shown {
		return
	}
	w.shown = text
	gtkx.Empty(&w.facts.Container)
	for i, f := range facts {
		title, value := gtkx.Styled("dim-label", f[0]), gtkx.Label(f[1])
		title.SetXAlign(1)
		value.SetEllipsize(pango.ELLIPSIZE_END)
		value.SetTooltipText(f[1])
		value.SetHExpand(true)
		w.facts.Attach(title, 0, i, 1, 1)
		w.facts.Attach(value, 1, i, 1, 1)
	}
	w.facts.ShowAll()
}

// fillLog shows the end of the selected engine's log.
func (w *Window) fillLog() {
	lines := w.logs.Last(w.at)
	text := strings.Join(lines, "\n")
	if len(lines) == 0 {
		text = locale.T("No messages since Studio was started.")
	}
	buf, _ := w.log.GetBuffer()
	from, to := buf.GetBounds()
	if now, _ := buf.GetText(from, to, false); now == text {
		return
	}
	buf.SetText(text)
	w.log.ScrollToMark(buf.CreateMark("", buf.GetEndIter(), false), 0, false, 0, 1)
}

// say shows an error, or hides it if err is nil.
func (w *Window) say(err error) {
	text := ""
	if err != nil {
		text = locale.Err(err)
	}
	w.bad.SetText(text)
	w.bad.SetVisible(text != "")
}

// did shows the result of an action and focuses the list.
func (w *Window) did(err error) {
	w.say(err)
	if r := w.list.GetSelectedRow(); r != nil {
		r.GrabFocus()
	}
}

// again tests the selected engine again.
func (w *Window) again() {
	if name, _, _ := w.manager.Testing(); name == "" && w.at != "" {
		w.say(w.manager.Test(w.at))
		w.cancel.GrabFocus()
	}
}

// askOptions edits the options of the selected engine.
func (w *Window) askOptions() {
	it, ok := w.chosen()
	if name, _, _ := w.manager.Testing(); !ok || name == it.Name {
		return
	}
	list, now := w.manager.Options(it.Name)
	w.host.AskOptions(w.win, it.Name, list, now, func(values map[string]string) error { return w.manager.SetOptions(it.Name, values) })
}

// askRemove removes the selected engine. It asks for confirmation if the user added the engine.
func (w *Window) askRemove() {
	it, ok := w.chosen()
	if name, _, _ := w.manager.Testing(); !ok || name == it.Name {
		return
	}
	if !it.Added {
		w.did(w.manager.Remove(it.Name))
		return
	}
	gtkx.Sure(w.win, locale.T("Remove the engine “%s” from the list? The program itself is not deleted.", it.Name), locale.T("Remove"), func() {
		w.did(w.manager.Remove(it.Name))
		w.focus()
	})
}

// edit edits the selected engine.
func (w *Window) edit() {
	if it, ok := w.chosen(); ok {
		w.ask(&it)
	}
}
