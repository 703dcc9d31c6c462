package application

import (
	"math"
	"slices"

	"boardstudio/studio/ui/page"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/studio/app/prefs"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// preferences is the Preferences window, built from the table in prefs. All windows share it.
type preferences struct {
	d     *Application
	win   *gtk.Window  // nil while closed
	names *gtk.ListBox // names of the pages
	pages *gtk.Stack
	// shown are functions that each update a control from the settings.
	shown   []func()
	filling bool // the program, not the user, changes the controls
}

// show opens the window or brings it to the front.
func (x *preferences) show() {
	if x.win != nil {
		x.win.Present()
		return
	}
	front := x.d.front()
	x.win, _ = gtk.WindowNew(gtk.WINDOW_TOPLEVEL)
	x.win.SetTitle(locale.T("Preferences"))
	x.win.SetTransientFor(front.Win)
	x.win.SetTypeHint(gdk.WINDOW_TYPE_HINT_DIALOG)
	x.win.SetPosition(gtk.WIN_POS_CENTER_ON_PARENT)
	x.win.SetDefaultSize(720, 460)
	front.Ahead.Expect(x.win)
	front.Current.HelpKey(x.win, page.PreferencesPage)
	x.win.Connect("destroy", func() { x.win, x.shown = nil, nil })
	x.win.Connect("key-press-event", func(_ *gtk.Window, ev *gdk.Event) bool {
		if k := gtkx.PlainKey(gdk.EventKeyNewFromEvent(ev)); k == (gtkx.Key{Val: gdk.KEY_Escape}) {
			x.win.Destroy()
			return true
		}
		return false
	})
	x.pages, _ = gtk.StackNew()
	x.pages.SetHHomogeneous(false)
	x.names, _ = gtk.ListBoxNew()
	gtkx.SetName(x.names, locale.T("Pages"))
	for _, page := range prefs.Pages {
		x.pages.AddNamed(x.page(page), string(page))
		name := gtkx.Label(locale.T(page))
		gtkx.Margins(name, 14, 9)
		gtkx.AddRow(x.names, locale.T(page), name)
	}
	x.names.Connect("row-selected", func() {
		if row := x.names.GetSelectedRow(); row != nil {
			x.pages.SetVisibleChildName(string(prefs.Pages[row.GetIndex()]))
		}
	})
	side := gtkx.Scrolled(x.names)
	side.SetSizeRequest(160, -1)
	gtkx.AddClass(side, "pages")
	all := gtkx.HBox(0)
	all.PackStart(side, false, false, 0)
	all.PackStart(x.pages, true, true, 0)
	x.win.Add(all)
	x.changed()
	x.win.ShowAll()
	x.turn(0)
	front.Ahead.AwaitPlain(x.win)
}

// renew reopens the window on the same page after a change of the language.
func (x *preferences) renew() {
	if x.win == nil {
		return
	}
	at := x.names.GetSelectedRow().GetIndex()
	x.win.Destroy()
	x.show()
	x.turn(at)
}

// turn shows a page and focuses its name.
func (x *preferences) turn(at int) {
	row := x.names.GetRowAtIndex(at)
	x.names.SelectRow(row)
	row.GrabFocus()
}

// changed updates the controls from the settings.
func (x *preferences) changed() {
	x.filling = true
	for _, f := range x.shown {
		f()
	}
	x.filling = false
}

// page returns the rows of a page.
func (x *preferences) page(page msg.Key) gtk.IWidget {
	g, _ := gtk.GridNew()
	g.SetRowSpacing(18)
	g.SetColumnSpacing(24)
	gtkx.Margins(g, 24, 20)
	for i, r := range prefs.On(page) {
		texts := gtkx.VBox(2)
		texts.SetHExpand(true)
		texts.SetVAlign(gtk.ALIGN_CENTER)
		title := gtkx.Wrapped(locale.T(r.Title), 34)
		texts.PackStart(title, false, false, 0)
		if r.Hint != "" {
			hint := gtkx.Wrapped(locale.T(r.Hint), 34)
			gtkx.AddClass(hint, "hint")
			texts.PackStart(hint, false, false, 0)
		}
		g.Attach(texts, 0, i, 1, 1)
		control, unit := x.control(r)
		w := control.ToWidget()
		gtkx.SetName(w, locale.T(r.Title))
		gtkx.Describe(w, locale.T(r.Hint))
		title.SetMnemonicWidget(w)
		end := gtkx.HBox(8)
		end.SetHAlign(gtk.ALIGN_END)
		end.SetVAlign(gtk.ALIGN_CENTER)
		end.PackStart(w, false, false, 0)
		if unit != "" {
			end.PackStart(gtkx.Label(locale.T(unit)), false, false, 0)
		}
		g.Attach(end, 1, i, 1, 1)
	}
	return gtkx.Scrolled(g)
}

// control returns the control of a row, and the unit shown after it or "".
func (x *preferences) control(r prefs.Row) (gtk.IWidget, msg.Key) {
	st := x.d.st
	shown := func(show func()) { x.shown = append(x.shown, show) }
	used := func(set func()) func() {
		return func() {
			if !x.filling {
				set()
				x.d.apply()
			}
		}
	}
	switch k := r.Kind.(type) {
	case prefs.Switch:
		c, _ := gtk.SwitchNew()
		shown(func() { c.SetActive(*k(st)) })
		c.Connect("notify::active", used(func() { *k(st) = c.GetActive() }))
		return c, ""
	case prefs.Choice:
		options := k.Options()
		c, _ := gtk.ComboBoxTextNew()
		for _, o := range options {
			c.AppendText(o.Title)
		}
		shown(func() {
			c.SetActive(max(slices.IndexFunc(options, func(o prefs.Option) bool { return o.Value == *k.Of(st) }), 0))
		})
		c.Connect("changed", used(func() {
			if i := c.GetActive(); i >= 0 {
				k.Put(st, options[i].Value)
			}
		}))
		return c, ""
	case prefs.Number:
		c, _ := gtk.SpinButtonNewWithRange(k.Min, k.Max, k.Step)
		c.SetDigits(uint(k.Digits))
		shown(func() { c.SetValue(k.Shown(st)) })
		c.Connect("value-changed", used(func() { *k.Of(st) = int(math.Round(c.GetValue() * float64(k.Per))) }))
		return c, k.Unit
	case prefs.Level:
		c, _ := gtk.ScaleNewWithRange(gtk.ORIENTATION_HORIZONTAL, 0, 100, 5)
		c.SetSizeRequest(200, -1)
		shown(func() { c.SetValue(float64(*k(st))) })
		c.Connect("value-changed", used(func() { *k(st) = int(c.GetValue()); x.d.obey(); x.d.program.Player.Place(0) }))
		return c, ""
	case prefs.Action:
		return gtkx.Button(locale.T(k.Title), func() { x.d.front().Run(k.Command) }), ""
	}
	panic("studio: a preference without a control")
}
