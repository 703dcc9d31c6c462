// Package studio is the window: it translates signals into calls of
// studio/app and paints what it reads there. It alone uses GTK.
//
// Keys are handled by the window and not by GTK accelerators: arrows and Delete belong to
// a text field while it has the focus.
package studio

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/glib"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/dist"
	"boardstudio/locale"
	"boardstudio/studio/app"
	"boardstudio/studio/gtkx"
	"boardstudio/studio/instance"
	"boardstudio/studio/settings"
)

// Version is shown in the about window.
const Version = dist.Version

// Options are what the command line says.
type Options struct {
	Lang  string
	Files []string
	// NewWindow asks for a window of its own, Standalone for a studio of its own.
	NewWindow, Standalone bool
	// Began, if set, asks to print how long the window took to appear, and to end.
	Began time.Time
}

// Run shows the window and returns when it is closed: the exit code.
func Run(o Options) int {
	runtime.LockOSThread()
	for i, f := range o.Files {
		o.Files[i] = absolute(f)
	}
	var d *desk
	if !o.Standalone && o.Began.IsZero() {
		one, handed := instance.Claim(
			instance.Request{Files: o.Files, NewWindow: o.NewWindow, Startup: os.Getenv("DESKTOP_STARTUP_ID")},
			func(r instance.Request) { gtkx.Idle(func() { d.heard(r) }) })
		if handed {
			return 0
		}
		defer one.Release()
	}
	// Objects must be freed on the main loop: a finalizer that unrefs on its own
	// goroutine frees what a C call may still be using.
	glib.FinalizerStrategy = func(f glib.Finalizer) { gtkx.Idle(f) }
	st, broken := settings.Load(settings.File())
	lang := o.Lang
	if lang == "" {
		lang = st.Language
	}
	locale.Use(lang)
	glib.SetPrgname("studio")
	glib.SetApplicationName("Studio")
	if err := gtk.InitCheck(nil); err != nil {
		fmt.Fprintln(os.Stderr, "studio: "+locale.T("no display can be opened; set DISPLAY, or run \"make run\""))
		return 1
	}
	d = newDesk(st)
	badKeys := st.CheckKeys(knownKey)
	s, err := d.open()
	if err != nil {
		fmt.Fprintln(os.Stderr, "studio:", err)
		return 1
	}
	gtkx.Idle(func() { _ = gtkx.SetIcon(s.win, dist.Icon) }) // after the first frame; without it the desktop shows one of its own
	if o.Began.IsZero() && !o.Standalone {
		d.restore()
	}
	for _, f := range o.Files {
		s.openFile(f, nil)
	}
	if o.Began.IsZero() {
		s.cur.recover(false)
	}
	d.scripts.begin()
	if badKeys != nil {
		s.cur.say(app.Warning, locale.Err(badKeys))
	}
	if broken != nil {
		s.cur.say(app.Problem, locale.Err(broken))
	}
	if !o.Began.IsZero() {
		s.cur.onPaint = func() {
			fmt.Println("window after", time.Since(o.Began).Round(time.Millisecond))
			gtk.MainQuit()
		}
	}
	gtk.Main()
	return 0
}

// css is the look of what GTK draws; the board has its own colours.
const css = `
.player { padding: 6px 12px; border-radius: 8px; border: 2px solid transparent; }
.player.turn { border-color: @theme_selected_bg_color; background-color: alpha(@theme_selected_bg_color, 0.10); }
.player .name { font-weight: bold; }
.player .clock { font-feature-settings: "tnum"; }
.status { padding: 4px 12px; }
.panel-title { font-weight: bold; opacity: 0.7; padding: 6px 10px 2px 10px; }
.heading { font-weight: bold; opacity: 0.7; padding-top: 4px; }
button.tool { padding: 2px 4px; min-width: 20px; min-height: 22px; }
button.tool.chosen { font-weight: bold; color: @theme_selected_bg_color; }
entry.place { min-height: 24px; padding: 0 6px; }
infobar.info > revealer > box { background-color: mix(@theme_bg_color, @theme_selected_bg_color, 0.18); }
infobar.warning > revealer > box { background-color: mix(@theme_bg_color, @warning_color, 0.30); }
infobar.error > revealer > box { background-color: mix(@theme_bg_color, @error_color, 0.30); }
.bad { color: @bad_color; }
.moves, .moves text { background-color: @theme_base_color; }
.comment, .comment text { background-color: @theme_base_color; }
.job { padding: 8px 14px; border-radius: 8px 8px 0 0; border: 1px solid @borders; border-bottom: none; background-color: @theme_bg_color; }
button.labelled image { padding-right: 6px; }
.big { font-weight: bold; font-size: 200%; }
.hint { opacity: 0.65; font-size: 90%; }
notebook.documents > stack { background-color: @theme_bg_color; }
notebook.documents tab { padding: 3px 6px; }
.edge-top { border-top: 1px solid @borders; }
.edge-left { border-left: 1px solid @borders; }
`

// sheet is the style sheet that style fills, nil until it does so first: a screen keeps
// each one that it was given.
var sheet *gtk.CssProvider

// style shows css, and asks GTK for light or dark widgets.
func style(dark bool) {
	if set, err := gtk.SettingsGetDefault(); err == nil {
		_ = set.SetProperty("gtk-application-prefer-dark-theme", dark)
	}
	if sheet == nil {
		screen, err := gdk.ScreenGetDefault()
		if err != nil {
			return
		}
		p, err := gtk.CssProviderNew()
		if err != nil {
			return
		}
		sheet = p
		gtk.AddProviderForScreen(screen, p, gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
	}
	bad := "#c01c28"
	if dark {
		bad = "#ff938c" // that of the theme can hardly be read on dark
	}
	if err := sheet.LoadFromData("@define-color bad_color " + bad + ";" + css); err != nil {
		panic("studio: " + err.Error())
	}
}

// absolute returns the path from the root.
func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}
