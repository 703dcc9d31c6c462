package application

import (
	"cmp"
	"os"
	"slices"
	"time"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/catalog"
	"boardstudio/find"
	"boardstudio/model"
	"boardstudio/sound"
	"boardstudio/studio/app"
	"boardstudio/studio/app/command"
	"boardstudio/studio/app/instance"
	"boardstudio/studio/app/settings"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/studio/ui/page"
	"boardstudio/studio/ui/window"
	"boardstudio/text/locale"
)

// Application is the program with its windows.
type Application struct {
	program  *page.Program
	app      *app.App
	st       *settings.Settings
	windows  []*window.Window // most recently used first
	scripts  *scripting
	contests *contests
	externs  *externalEngines
	prefs    *preferences
	lang     string // language of the windows, as in the settings
	// unwritten cancels the pending save of the settings. It is nil if no save is pending.
	unwritten func()
}

func newApplication(all catalog.All, st *settings.Settings) *Application {
	d := &Application{st: st, lang: st.Language, app: app.New(all, gtkx.Loop{}, st)}
	d.program = &page.Program{
		App: d.app, Settings: st, Player: sound.New(),
		Apply: d.apply, KeepTabs: d.keepTabs, OpenLast: d.openLast, Pages: d.pages,
		LessonChanged: func() { d.scripts.hint() },
	}
	d.scripts, d.prefs = &scripting{d: d}, &preferences{d: d}
	d.contests, d.externs = newContests(d), &externalEngines{d: d}
	d.app.Sound = d.program.Player
	d.program.Shade.Turned = func() { d.changedAll(app.TopicAll); d.contests.changed() }
	d.obey()
	return d
}

// Bind adds the commands of the program.
func (d *Application) Bind(b *[command.Count]page.Binding) {
	do := func(id command.ID, f func()) { b[id] = page.Binding{Do: f} }
	do(command.NewWindow, d.newWindow)
	do(command.Quit, d.quit)
	do(command.Scripts, d.scripts.show)
	do(command.Tournament, d.contests.show)
	do(command.Preferences, d.prefs.show)
	do(command.Elsewhere, d.externs.show)
	b[command.Dark] = page.Binding{Do: d.darken, On: func() bool { return d.program.Shade.Dark }}
}

// pages returns the tabs of all windows.
func (d *Application) pages() []*page.Page {
	var list []*page.Page
	for _, w := range d.windows {
		list = append(list, w.Tabs...)
	}
	return list
}

// Last reports whether one window is left.
func (d *Application) Last() bool { return len(d.windows) == 1 }

// Focused makes w the most recently used window.
func (d *Application) Focused(w *window.Window) {
	if i := slices.Index(d.windows, w); i > 0 {
		d.windows = slices.Insert(slices.Delete(d.windows, i, i+1), 0, w)
	}
}

// Removed ends the program with its last window.
func (d *Application) Removed(w *window.Window) {
	d.windows = slices.DeleteFunc(d.windows, func(x *window.Window) bool { return x == w })
	if len(d.windows) == 0 {
		gtk.MainQuit()
	}
}

// CloseScripts closes the window of scripts, after asking about unsaved text, and calls then.
func (d *Application) CloseScripts(then func()) { d.scripts.unlessUnsaved(then) }

// StopTournament stops the tournament and calls then.
func (d *Application) StopTournament(then func()) { d.contests.stop(then) }

// KnowsScripts reports whether scripts may be queried.
func (d *Application) KnowsScripts() bool { return d.scripts.known }

// Changed updates the windows of the program after a page has shown changes.
func (d *Application) Changed(t app.Topic) {
	d.scripts.changed(t)
	d.prefs.changed()
}

// obey applies the settings that concern all windows.
func (d *Application) obey() {
	d.program.Shade.Set(d.st.Theme)
	volume := 0.0
	if d.st.Sounds {
		volume = float64(d.st.Volume) / 100
	}
	d.program.Player.SetVolume(volume)
	d.app.Store.Limit = max(d.st.Versions, 1)
}

// apply applies changed settings in all windows and saves them.
func (d *Application) apply() {
	d.obey()
	if d.st.Language != d.lang {
		d.lang = d.st.Language
		gtkx.Idle(d.speak) // deferred, because it destroys the control whose signal is being handled
	}
	for _, w := range d.windows {
		w.Keys.Bind()
	}
	for _, p := range d.pages() {
		if p.HelpShown != nil {
			p.HelpShown()
		}
	}
	d.changedAll(app.TopicAll)
	d.contests.changed()
	if d.unwritten != nil {
		d.unwritten()
	}
	d.unwritten = gtkx.Loop{}.After(time.Second/2, func() { // a slider changes many times
		if d.unwritten = nil; len(d.windows) > 0 {
			d.front().Current.Session.SaveSettings()
		}
	})
}

// open opens a window with an empty tab. It calls first, unless nil, with the tab before showing
// the window. It returns an error if GTK cannot create the window.
func (d *Application) open(first func(*page.Page)) (*window.Window, error) {
	w, err := window.New(d, d.program, first)
	if err != nil {
		return nil, err
	}
	d.windows = slices.Insert(d.windows, 0, w)
	w.Present()
	return w, nil
}

// speak changes all windows to the language of the settings.
func (d *Application) speak() {
	if len(d.windows) == 0 {
		return
	}
	gtkx.Speak(d.lang) // must precede locale.Use, which may read the environment
	_, err := locale.Use(d.lang)
	for _, w := range d.windows {
		w.Renew()
	}
	for _, p := range d.pages() {
		if p.HelpAgain != nil {
			p.HelpAgain()
		}
	}
	d.prefs.renew()
	d.scripts.renew()
	d.contests.renew()
	d.externs.renew()
	if err != nil {
		d.front().Current.Say(app.Problem, locale.Err(err))
	}
}

// darken toggles between the dark and the light theme.
func (d *Application) darken() {
	if d.st.Theme = settings.ThemeDark; d.program.Shade.Dark {
		d.st.Theme = settings.ThemeLight
	}
	d.apply()
}

// front returns the most recently used window.
func (d *Application) front() *window.Window { return d.windows[0] }

// changedAll calls Changed of every page.
func (d *Application) changedAll(t app.Topic) {
	for _, p := range d.pages() {
		p.Changed(t)
	}
}

// Holder returns the tab that has a file open, or nil.
func (d *Application) Holder(path string) *page.Page {
	for _, p := range d.pages() {
		if file := cmp.Or(p.Opening, p.Source()); file != "" && same(file, path) {
			return p
		}
	}
	return nil
}

// same reports whether two paths refer to the same file.
func same(a, b string) bool {
	if a == b {
		return true
	}
	x, err := os.Stat(a)
	y, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(x, y)
}

// quit closes all windows, one after the other, and saves the tabs for the next start.
func (d *Application) quit() {
	d.keepTabs()
	tabs := d.st.Tabs
	var next func()
	next = func() {
		if len(d.windows) > 0 {
			d.front().Close(next)
		} else {
			d.st.Tabs = tabs
			_ = d.st.Save()
		}
	}
	next()
}

// newWindow opens another window.
func (d *Application) newWindow() {
	if _, err := d.open(nil); err != nil {
		d.front().Current.Say(app.Problem, err.Error())
	}
}

// heard handles a request from another instance of the program.
func (d *Application) heard(r instance.Request) {
	if d == nil || len(d.windows) == 0 { // not started yet, or about to exit
		return
	}
	if r.NewWindow {
		d.newWindow()
	}
	w := d.front()
	if r.Game != "" {
		if err := w.Room().ShowGame(r.Game); err != nil {
			w.Current.Say(app.Problem, locale.Err(err))
		}
	}
	for _, f := range r.Files {
		w.OpenFile(f, nil, nil)
	}
	if r.Startup != "" {
		w.Win.SetStartupID(r.Startup)
	}
	w.Win.Present()
}

// tab describes a page so that it can be reopened.
func tab(p *page.Page) settings.Tab {
	f := p.Session.File
	t := settings.Tab{Path: p.Source(), Title: f.Name(), Node: find.Steps(p.Session.View.Node())}
	if t.Path == "" {
		t.Title = cmp.Or(p.Session.View.Document().Info[model.InfoTitle], p.Session.View.GameTitle())
	}
	if len(t.Node) > maxSteps {
		t.Node = nil
	}
	return t
}

// maxSteps is the largest distance of a node from the root that is saved in the settings.
const maxSteps = 5000

// keepTabs saves the open files in the settings, for the next start.
func (d *Application) keepTabs() {
	var list []settings.Tab
	for i, w := range slices.Backward(d.windows) {
		for _, p := range w.InOrder() {
			if t := tab(p); t.Path != "" {
				t.Window, t.Front = len(d.windows)-1-i, p == w.Current
				list = append(list, t)
			}
		}
	}
	d.st.Tabs = list
}

// restore reopens the last open files if the setting is on.
func (d *Application) restore() {
	if d.st.RestoreTabs {
		d.openLast()
	}
}

// lastTabs returns the last open files that still exist.
func (d *Application) lastTabs() []settings.Tab {
	return slices.DeleteFunc(slices.Clone(d.st.Tabs), func(t settings.Tab) bool {
		_, err := os.Stat(t.Path)
		return err != nil
	})
}

// openLast opens the last open files.
func (d *Application) openLast() {
	tabs := d.lastTabs()
	w, at := d.front(), 0
	var fronts []string
	for i, t := range tabs {
		if i > 0 && t.Window != at {
			x, err := d.open(nil)
			if err != nil {
				return
			}
			w = x
		}
		at = t.Window
		w.Reopen(t, nil)
		if t.Front {
			fronts = append(fronts, t.Path)
		}
	}
	for _, path := range fronts {
		if p := d.Holder(path); p != nil {
			p.Show()
		}
	}
}

// Closing records a document that is about to be closed.
func (d *Application) Closing(p *page.Page) {
	t := tab(p)
	if p.Session.File.Dirty() {
		t.Journal = p.Session.File.Journal()
	}
	if t.Path != "" || t.Journal != "" {
		d.st.PutClosed(t, time.Now())
	}
}
