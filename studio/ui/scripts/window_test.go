package scripts

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/gotk3/gotk3/glib"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/app/scripts"
	"boardstudio/studio/app/settings"
	"boardstudio/studio/ui/gtkx"
)

// host is a Host without a main window.
type host struct{ session *app.Session }

func (h host) Session() *app.Session          { return h.session }
func (host) Run(string, scripts.TestGame)     {}
func (host) Opponents(rules.Rules) []Opponent { return nil }
func (host) Levels() []string                 { return nil }
func (host) Present()                         {}
func (host) Help(gtk.IWindow, func())         {}
func (host) AskOptions(gtk.IWindow, string, []rules.Param, map[string]string, func(map[string]string)) {
}

// openTest opens the window with empty user folders.
func openTest(t testing.TB) *Window {
	runtime.LockOSThread()
	if os.Getenv("DISPLAY") == "" {
		t.Skip("needs a display")
	}
	dir := t.TempDir()
	for _, v := range []string{"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"} {
		t.Setenv(v, dir)
	}
	glib.FinalizerStrategy = func(f glib.Finalizer) { gtkx.Idle(f) }
	gtk.Init(nil)
	st, _ := settings.Load(filepath.Join(dir, "settings.json"))
	s := app.New(boardstudio.All, gtkx.Loop{}, st).NewSession()
	if err := s.NewGame(st.NewGame); err != nil {
		t.Fatal(err)
	}
	parent, err := gtk.WindowNew(gtk.WINDOW_TOPLEVEL)
	if err != nil {
		t.Fatal(err)
	}
	e := Open(host{s}, &gtkx.Lists{Parent: parent, Ahead: &gtkx.Ahead{}}, false, func() {})
	s.OnChange(func(c app.Topic) { e.Changed(c&app.TopicScripts != 0, false) })
	t.Cleanup(func() {
		if !e.gone {
			e.destroy()
		}
		parent.Destroy()
		settle()
	})
	settle()
	return e
}

func settle() {
	for gtk.EventsPending() {
		gtk.MainIteration()
	}
}

// TestScriptListKeepsFocus checks that filling the list keeps its focus, even while the
// window does not have the keyboard focus.
func TestScriptListKeepsFocus(t *testing.T) {
	e := openTest(t)
	if len(e.items) == 0 {
		t.Fatal("there are no scripts")
	}
	e.fillList()
	settle()
	if row := e.list.GetSelectedRow(); row == nil || !row.IsFocus() {
		t.Error("the focus is lost")
	}
}
