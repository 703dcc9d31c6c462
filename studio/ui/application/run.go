// Package application implements the program with all its windows. It translates signals into calls
// of studio/app and shows the resulting state. Only the packages of studio/ui use GTK.
//
// The window handles keys itself instead of using GTK accelerators, because a focused text field
// needs arrows and Delete.
package application

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/gotk3/gotk3/glib"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/ai/extern"
	"boardstudio/catalog"
	"boardstudio/dist"
	"boardstudio/internal/cpu"
	"boardstudio/store/xdg"
	"boardstudio/studio/app"
	"boardstudio/studio/app/instance"
	"boardstudio/studio/app/settings"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/studio/ui/keys"
	"boardstudio/studio/ui/page"
	"boardstudio/text/locale"
)

// Version is the version shown in the About window.
const Version = dist.Version

// Options are the options of the command line.
type Options struct {
	Lang  string
	Files []string
	// NewWindow requests a new window. Standalone requests a new instance of the program.
	NewWindow, Standalone bool
	// Game is the game or preset to show, or "" for the start page.
	Game string
	// Began is the start time of the program. If it is set, Run prints the time until the window
	// appeared and exits.
	Began time.Time
}

// Run shows a window, which offers the games, engines and formats in all. logs has the lines that
// external engines exchange with Studio. Run returns when all windows are closed, with the exit code.
func Run(all catalog.All, logs *extern.Logs, o Options) int {
	runtime.LockOSThread()
	for i, f := range o.Files {
		o.Files[i] = absolute(f)
	}
	var d *Application
	if !o.Standalone && o.Began.IsZero() {
		one, handed := instance.Claim(
			instance.Request{Files: o.Files, NewWindow: o.NewWindow, Game: o.Game, Startup: os.Getenv("DESKTOP_STARTUP_ID")},
			func(r instance.Request) { gtkx.Idle(func() { d.heard(r) }) })
		if handed {
			return 0
		}
		defer one.Release()
	}
	// Objects must be freed on the main loop. A finalizer that calls unref on its own goroutine may
	// free an object still in use by a C call.
	glib.FinalizerStrategy = func(f glib.Finalizer) { gtkx.Idle(f) }
	st, broken := settings.Load(settings.File())
	lang := o.Lang
	if lang == "" {
		lang = st.Language
	}
	_, mute := locale.Use(lang)
	gtkx.Speak(lang)
	glib.SetPrgname("studio")
	glib.SetApplicationName("Studio")
	if _, set := os.LookupEnv("GDK_GL"); !set {
		// Studio draws without OpenGL. By default, the first window of a display queries its OpenGL
		// features, which loads 45 MB of Mesa on systems without a graphics card and takes 0.1 s.
		_ = os.Setenv("GDK_GL", "disable")
	}
	if err := gtk.InitCheck(nil); err != nil {
		fmt.Fprintln(os.Stderr, "studio: "+locale.T("cannot open a display: set DISPLAY, or run \"make run\""))
		return 1
	}
	gtkx.FreeGrabs()
	gtkx.KeepOnScreen()
	gtkx.MendPopovers()
	d = newApplication(all, st)
	d.externs.logs = logs
	badKeys := st.CheckKeys(keys.KnownKey)
	again := o.Began.IsZero() && !o.Standalone
	var unknown error
	s, err := d.open(func(p *page.Page) {
		p.Waiting = len(o.Files) > 0 || again && st.RestoreTabs && len(d.lastTabs()) > 0
		if o.Game != "" {
			unknown = p.ShowGame(o.Game)
		}
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, "studio:", err)
		return 1
	}
	gtkx.Idle(func() { _ = gtkx.SetIcon(s.Win, dist.Icon) }) // after the first frame
	if unknown != nil {
		s.Current.Say(app.Problem, locale.Err(unknown))
	}
	if again {
		d.restore()
	}
	for _, f := range o.Files {
		s.OpenFile(f, nil, nil)
	}
	gtkx.Tidy() // memory used only during the start
	if o.Began.IsZero() {
		s.Current.Recover(false)
	}
	d.scripts.begin()
	if badKeys != nil {
		s.Current.Say(app.Warning, locale.Err(badKeys))
	}
	if mute != nil {
		s.Current.Say(app.Problem, locale.Err(mute))
	}
	if broken != nil {
		s.Current.Say(app.Problem, locale.Err(broken))
	}
	if err := xdg.Missing(); err != nil {
		s.Current.Say(app.Warning, locale.Err(err)) // stays until closed
	}
	if !o.Began.IsZero() {
		s.Current.OnPaint = func() {
			fmt.Println("window after", time.Since(o.Began).Round(time.Millisecond), "with", cpu.Used().Round(time.Millisecond), "of processor time")
			gtk.MainQuit()
		}
	}
	gtk.Main()
	return 0
}

func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}
