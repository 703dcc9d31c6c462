package studio

import (
	"cmp"
	"os"
	"slices"
	"time"

	"boardstudio/studio/look"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/find"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/sound"
	"boardstudio/studio/app"
	"boardstudio/studio/command"
	"boardstudio/studio/gtkx"
	"boardstudio/studio/instance"
	"boardstudio/studio/settings"
)

// desk is the running studio: what its windows share.
type desk struct {
	app     *app.App
	player  *sound.Player
	st      *settings.Settings
	windows []*window // the one used last is the first
	scripts *scripting
	cups    *contests
	others  *elsewhere
	prefs   *preferences
	shade   look.Shade
	lang    string // the setting whose language the windows speak
	// unwritten ends the wait before changed settings are written, nil when there are none.
	unwritten func()
	drawn     look.Pictures
}

// pictures returns the drawings that all windows share, with the looks of one of them.
func (d *desk) pictures(l *look.Looks) *look.Pictures {
	d.drawn.Looks = l
	return &d.drawn
}

func newDesk(st *settings.Settings) *desk {
	d := &desk{st: st, lang: st.Language, app: app.New(gtkx.Loop{}, st), player: sound.New()}
	d.scripts, d.prefs = &scripting{d: d}, &preferences{d: d}
	d.cups, d.others = newContests(d), &elsewhere{d: d}
	d.app.Sound = d.player
	d.shade.Turned = func() { d.changed(app.TopicAll); d.cups.changed() }
	d.obey()
	return d
}

// obey does what the settings say of what all windows share.
func (d *desk) obey() {
	d.shade.Set(d.st.Theme)
	volume := 0.0
	if d.st.Sounds {
		volume = float64(d.st.Volume) / 100
	}
	d.player.SetVolume(volume)
	d.app.Store.Limit = max(d.st.Versions, 1)
}

// apply shows changed settings in all windows, and keeps them.
func (d *desk) apply() {
	d.obey()
	if d.st.Language != d.lang {
		d.lang = d.st.Language
		gtkx.Idle(d.speak) // not within a signal of a control that is about to go
	}
	for _, w := range d.windows {
		w.keys.bind()
		if w.helpShown != nil {
			w.helpShown()
		}
	}
	d.changed(app.TopicAll)
	d.cups.changed()
	if d.unwritten != nil {
		d.unwritten()
	}
	d.unwritten = gtkx.Loop{}.After(time.Second/2, func() { // a slider changes many times
		if d.unwritten = nil; len(d.windows) > 0 {
			d.front().cur.s.SaveSettings()
		}
	})
}

// open opens a window with an empty tab; first, if not nil, is called with it before it is shown.
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

// speak shows all windows in the language of the settings.
func (d *desk) speak() {
	if len(d.windows) == 0 {
		return
	}
	gtkx.Speak(d.lang) // first: without a language of its own, locale looks at the environment
	_, err := locale.Use(d.lang)
	for _, w := range d.windows {
		w.renew()
		if w.helpAgain != nil {
			w.helpAgain()
		}
	}
	d.prefs.renew()
	d.scripts.renew()
	d.cups.renew()
	d.others.renew()
	if err != nil {
		d.front().cur.say(app.Problem, locale.Err(err))
	}
}

// darken changes between dark and light colours.
func (d *desk) darken() {
	if d.st.Theme = settings.ThemeDark; d.shade.Dark {
		d.st.Theme = settings.ThemeLight
	}
	d.apply()
}

// front is the window used last.
func (d *desk) front() *window { return d.windows[0] }

// changed tells every document.
func (d *desk) changed(t app.Topic) {
	for _, w := range d.windows {
		for _, p := range w.tabs {
			p.changed(t)
		}
	}
}

// holder returns the tab that has the file open, nil for none.
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

// same reports whether two paths are of one file.
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

// newWindow opens one more window.
func (d *desk) newWindow() {
	if _, err := d.open(nil); err != nil {
		d.front().cur.say(app.Problem, err.Error())
	}
}

// heard does what a studio was asked for that was started beside this one.
func (d *desk) heard(r instance.Request) {
	if d == nil || len(d.windows) == 0 { // not there yet, or about to end
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

// tab describes the document of a page, to open it again.
func tab(p *page) settings.Tab {
	f := p.s.File
	t := settings.Tab{Path: p.source(), Title: f.Name(), Node: find.Steps(p.s.Node())}
	if t.Path == "" {
		t.Title = cmp.Or(p.s.Document().Info[model.InfoTitle], p.s.GameTitle())
	}
	if len(t.Node) > maxSteps {
		t.Node = nil
	}
	return t
}

// maxSteps is from which length on the way to a node is not remembered.
const maxSteps = 5000

// keepTabs remembers which files are open, for the next start.
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

// restore opens what was open last, if the person wants that.
func (d *desk) restore() {
	if d.st.RestoreTabs {
		d.openLast()
	}
}

// lastTabs are the files that were open last, as far as they are there.
func (d *desk) lastTabs() []settings.Tab {
	return slices.DeleteFunc(slices.Clone(d.st.Tabs), func(t settings.Tab) bool {
		_, err := os.Stat(t.Path)
		return err != nil
	})
}

// openLast opens what was open last.
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

// reopen opens a document that was open once; opened, if not nil, runs then.
func (d *desk) reopen(w *window, t settings.Tab, opened func(*page)) {
	then := func(p *page) {
		if len(t.Node) > 0 {
			p.s.Go(find.Follow(p.s.Tree(), t.Node))
		}
		if opened != nil {
			opened(p)
		}
	}
	if t.Journal == "" {
		w.openFile(t.Path, then)
		return
	}
	if p := d.holder(t.Path); p != nil && p.opening == "" && !p.s.File.Dirty() { // what was saved of it makes place
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

// closed remembers a document that is about to be closed.
func (d *desk) closed(p *page) {
	t := tab(p)
	if p.s.File.Dirty() {
		t.Journal = p.s.File.Journal()
	}
	if t.Path != "" || t.Journal != "" {
		d.st.PutClosed(t, time.Now())
	}
}
