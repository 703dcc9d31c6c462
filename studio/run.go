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

	"github.com/gotk3/gotk3/glib"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/dist"
	"boardstudio/internal/cpu"
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
	// Game is the game or preset whose board is shown, "" for the start page.
	Game string
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
			instance.Request{Files: o.Files, NewWindow: o.NewWindow, Game: o.Game, Startup: os.Getenv("DESKTOP_STARTUP_ID")},
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
	_, mute := locale.Use(lang)
	gtkx.Speak(lang)
	glib.SetPrgname("studio")
	glib.SetApplicationName("Studio")
	if _, set := os.LookupEnv("GDK_GL"); !set {
		// Nothing here draws with OpenGL. Without this, the first window of a display asks what it
		// can do, which loads 45 MB of Mesa where no graphics card is, and takes 0.1 s.
		_ = os.Setenv("GDK_GL", "disable")
	}
	if err := gtk.InitCheck(nil); err != nil {
		fmt.Fprintln(os.Stderr, "studio: "+locale.T("no display can be opened; set DISPLAY, or run \"make run\""))
		return 1
	}
	gtkx.FreeGrabs()
	d = newDesk(st)
	badKeys := st.CheckKeys(knownKey)
	again := o.Began.IsZero() && !o.Standalone
	var unknown error
	s, err := d.open(func(p *page) {
		p.held = len(o.Files) > 0 || again && st.RestoreTabs && len(d.lastTabs()) > 0
		if o.Game != "" {
			unknown = p.showGame(o.Game)
		}
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, "studio:", err)
		return 1
	}
	gtkx.Idle(func() { _ = gtkx.SetIcon(s.win, dist.Icon) }) // after the first frame; without it the desktop shows one of its own
	if unknown != nil {
		s.cur.say(app.Problem, locale.Err(unknown))
	}
	if again {
		d.restore()
	}
	for _, f := range o.Files {
		s.openFile(f, nil)
	}
	gtkx.Tidy() // what only the start needed
	if o.Began.IsZero() {
		s.cur.recover(false)
	}
	d.scripts.begin()
	if badKeys != nil {
		s.cur.say(app.Warning, locale.Err(badKeys))
	}
	if mute != nil {
		s.cur.say(app.Problem, locale.Err(mute))
	}
	if broken != nil {
		s.cur.say(app.Problem, locale.Err(broken))
	}
	if !o.Began.IsZero() {
		s.cur.onPaint = func() {
			fmt.Println("window after", time.Since(o.Began).Round(time.Millisecond), "with", cpu.Used().Round(time.Millisecond), "of processor time")
			gtk.MainQuit()
		}
	}
	gtk.Main()
	return 0
}

// absolute returns the path from the root.
func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}
