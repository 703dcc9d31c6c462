package ui

import (
	"cmp"
	"os"
	"slices"
	"time"

	"boardstudio/studio/ui/look"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/find"
	"boardstudio/model"
	"boardstudio/sound"
	"boardstudio/studio/app"
	"boardstudio/studio/app/command"
	"boardstudio/studio/app/instance"
	"boardstudio/studio/app/settings"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
)

// desk is the state shared by all windows of the program.
type desk struct {
	app      *app.App
	player   *sound.Player
	st       *settings.Settings
	windows  []*window // most recently used first
	scripts  *scripting
	contests *contests
	externs  *elsewhere
	prefs    *preferences
	shade    look.Shade
	lang     string // language of the windows, as in the settings
	// unwritten cancels the pending save of the settings. It is nil if no save is pending.
	unwritten func()
	drawn     look.Pictures
}

// pictures returns the cache of pictures shared by all windows, set to the looks l.
func (d *desk) pictures(l *look.Looks) *look.Pictures {
	d.drawn.Looks = l
	return &d.drawn
}

func newDesk(st *settings.Settings) *desk {
	d := &desk{st: st, lang: st.Language, app: app.New(gtkx.Loop{}, st), player: sound.New()}
	d.scripts, d.prefs = &scripting{d: d}, &preferences{d: d}
	d.contests, d.externs = newContests(d), &elsewhere{d: d}
	d.app.Sound = d.player
	d.shade.Turned = func() { d.changed(app.TopicAll); d.contests.changed() }
	d.obey()
	return d
}

// obey applies the settings that concern all windows.
func (d *desk) obey() {
	d.shade.Set(d.st.Theme)
	volume := 0.0
	if d.st.Sounds {
		volume = float64(d.st.Volume) / 100
	}
	d.player.SetVolume(volume)
	d.app.Store.Limit = max(d.st.Versions, 1)
}

// apply applies changed settings in all windows and saves them.
func (d *desk) apply() {
	d.obey()
	if d.st.Language != d.lang {
		d.lang = d.st.Language
		gtkx.Idle(d.speak) // deferred, because it destroys the control whose signal is being handled
	}
	for _, w := range d.windows {
		w.keys.bind()
		if w.helpShown != nil {
			w.helpShown()
		}
	}
	d.changed(app.TopicAll)
	d.contests.changed()
	if d.unwritten != nil {
		d.unwritten()
	}
	d.unwritten = gtkx.Loop{}.After(time.Second/2, func() { // a slider changes many times
		if d.unwritten = nil; len(d.windows) > 0 {
			d.front().cur.s.SaveSettings()
		}
	})
}

// open opens a window with an empty tab. It calls first, unless nil, with the tab before showing
// the window. It returns an error if GTK cannot create the window.
func (d *desk) open(first func(*page)) (*window, error) {
	w := &window{d: d, st: d.st}
	w.keys = &keys{st: d.st, items: func(id command.ID) *gtk.MenuItem { return w.items[id].item }, tips: map[*tip]bool{}}
	var err error
	if w.win, err = gtk.WindowNew(gtk.WINDOW_TOPLEVEL); err != nil {
		return nil, err
	}
	w.build()
	p := w.blank()
	if first != nil {
		first(p)
	}
	w.add(p)
	w.fill()
	d.windows = slices.Insert(d.windows, 0, w)
	w.win.ShowAll()
	w.cur.refresh(app.TopicAll)
	w.cur.toBoard()
	return w, nil
}

// speak changes all windows to the language of the settings.
func (d *desk) speak() {
	if len(d.windows) == 0 {
		return
	}
	gtkx.Speak(d.lang) // must precede locale.Use, which may read the environment
	_, err := locale.Use(d.lang)
	for _, w := range d.windows {
		w.renew()
		if w.helpAgain != nil {
			w.helpAgain()
		}
	}
	d.prefs.renew()
	d.scripts.renew()
	d.contests.renew()
	d.externs.renew()
	if err != nil {
		d.front().cur.say(app.Problem, locale.Err(err))
	}
}

// darken toggles between the dark and the light theme.
func (d *desk) darken() {
	if d.st.Theme = settings.ThemeDark; d.shade.Dark {
		d.st.Theme = settings.ThemeLight
	}
	d.apply()
}

// front returns the most recently used window.
func (d *desk) front() *window { return d.windows[0] }

// changed notifies all documents.
func (d *desk) changed(t app.Topic) {
	for _, w := range d.windows {
		for _, p := range w.tabs {
			p.changed(t)
		}
	}
}

// holder returns the tab that has a file open, or nil.
func (d *desk) holder(path string) *page {
	for _, w := range d.windows {
		for _, p := range w.tabs {
			if file := cmp.Or(p.opening, p.source()); file != "" && same(file, path) {
				return p
			}
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

// quit closes all windows.
func (d *desk) quit() {
	d.keepTabs()
	tabs := d.st.Tabs
	var next func()
	next = func() {
		if len(d.windows) > 0 {
			d.front().close(next)
		} else {
			d.st.Tabs = tabs
			_ = d.st.Save()
		}
	}
	next()
}

// newWindow opens another window.
func (d *desk) newWindow() {
	if _, err := d.open(nil); err != nil {
		d.front().cur.say(app.Problem, err.Error())
	}
}

// heard handles a request from another instance of the program.
func (d *desk) heard(r instance.Request) {
	if d == nil || len(d.windows) == 0 { // not started yet, or about to exit
		return
	}
	if r.NewWindow {
		d.newWindow()
	}
	w := d.front()
	if r.Game != "" {
		if err := w.room().showGame(r.Game); err != nil {
			w.cur.say(app.Problem, locale.Err(err))
		}
	}
	for _, f := range r.Files {
		w.openFile(f, nil)
	}
	if r.Startup != "" {
		w.win.SetStartupID(r.Startup)
	}
	w.win.Present()
}

// tab describes a page so that it can be reopened.
func tab(p *page) settings.Tab {
	f := p.s.File
	t := settings.Tab{Path: p.source(), Title: f.Name(), Node: find.Steps(p.s.View.Node())}
	if t.Path == "" {
		t.Title = cmp.Or(p.s.View.Document().Info[model.InfoTitle], p.s.View.GameTitle())
	}
	if len(t.Node) > maxSteps {
		t.Node = nil
	}
	return t
}

// maxSteps is the largest distance of a node from the root that is saved in the settings.
const maxSteps = 5000

// keepTabs saves the open files in the settings, for the next start.
func (d *desk) keepTabs() {
	var list []settings.Tab
	for i, w := range slices.Backward(d.windows) {
		for _, p := range w.inOrder() {
			if t := tab(p); t.Path != "" {
				t.Window, t.Front = len(d.windows)-1-i, p == w.cur
				list = append(list, t)
			}
		}
	}
	d.st.Tabs = list
}

// restore reopens the last open files if the setting is on.
func (d *desk) restore() {
	if d.st.RestoreTabs {
		d.openLast()
	}
}

// lastTabs returns the last open files that still exist.
func (d *desk) lastTabs() []settings.Tab {
	return slices.DeleteFunc(slices.Clone(d.st.Tabs), func(t settings.Tab) bool {
		_, err := os.Stat(t.Path)
		return err != nil
	})
}

// openLast opens the last open files.
func (d *desk) openLast() {
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
		d.reopen(w, t, nil)
		if t.Front {
			fronts = append(fronts, t.Path)
		}
	}
	for _, path := range fronts {
		if p := d.holder(path); p != nil {
			p.show()
		}
	}
}

// reopen reopens a closed document. It calls opened, unless nil, when it is open.
func (d *desk) reopen(w *window, t settings.Tab, opened func(*page)) {
	then := func(p *page) {
		if len(t.Node) > 0 {
			p.s.Go(find.Follow(p.s.View.Tree(), t.Node))
		}
		if opened != nil {
			opened(p)
		}
	}
	if t.Journal == "" {
		w.openFile(t.Path, then)
		return
	}
	if p := d.holder(t.Path); p != nil && p.opening == "" && !p.s.File.Dirty() { // its saved version is replaced
		p.show()
		p.s.File.Recover(t.Journal, func(err error) {
			if err == nil {
				then(p)
			}
		})
		return
	}
	w.into(func(p *page, done func(error)) { p.s.File.Recover(t.Journal, done) }, then)
}

// closed records a document that is about to be closed.
func (d *desk) closed(p *page) {
	t := tab(p)
	if p.s.File.Dirty() {
		t.Journal = p.s.File.Journal()
	}
	if t.Path != "" || t.Journal != "" {
		d.st.PutClosed(t, time.Now())
	}
}
