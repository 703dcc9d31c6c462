package look

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/studio/settings"
)

// window returns an open window, which closes with the test.
func window(t *testing.T) *gtk.Window {
	t.Helper()
	runtime.LockOSThread()
	if os.Getenv("DISPLAY") == "" {
		t.Skip("needs a display")
	}
	gtk.Init(nil)
	win, err := gtk.WindowNew(gtk.WINDOW_TOPLEVEL)
	if err != nil {
		t.Fatal(err)
	}
	win.ShowAll()
	settle()
	t.Cleanup(func() { win.Destroy(); settle() })
	return win
}

func settle() {
	for gtk.EventsPending() {
		gtk.MainIteration()
	}
}

// However often the colours change, GTK has one style sheet of ours, with the last colours.
func TestOneStyleSheet(t *testing.T) {
	win := window(t)
	bad := func() [3]float64 {
		c, err := win.GetStyleContext()
		if err != nil {
			t.Fatal(err)
		}
		rgba, ok := c.LookupColor("bad_color")
		if !ok {
			t.Fatal("the style sheet is not in use")
		}
		f := rgba.Floats()
		return [3]float64(f[:3])
	}
	s := &Shade{}
	s.Set(settings.ThemeLight)
	first, light := s.sheet, bad()
	var dark [3]float64
	for i := range 20 {
		s.Set([]string{settings.ThemeDark, settings.ThemeLight}[i%2])
		if i%2 == 0 {
			dark = bad()
		}
	}
	if s.sheet != first || first == nil {
		t.Error("another style sheet was made")
	}
	if bad() != light || dark == light {
		t.Errorf("light %v, dark %v, light again %v", light, dark, bad())
	}
	// Without this one nothing of ours is left.
	screen, err := gdk.ScreenGetDefault()
	if err != nil {
		t.Fatal(err)
	}
	gtk.RemoveProviderForScreen(screen, first)
	s.sheet = nil
	if c, err := win.GetStyleContext(); err != nil {
		t.Fatal(err)
	} else if _, ok := c.LookupColor("bad_color"); ok {
		t.Error("another style sheet of ours is still in use")
	}
}

// The windows follow the theme of the desktop while they do as the system does, and keep their own else.
func TestThemeOfTheDesktop(t *testing.T) {
	daemon, err := exec.LookPath("xsettingsd")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	win := window(t)
	s := &Shade{}
	file := filepath.Join(t.TempDir(), "settings")
	write := func(theme string) {
		if err := os.WriteFile(file, []byte(`Net/ThemeName "`+theme+"\"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s.Set(settings.ThemeSystem)
	write("Adwaita-dark")
	cmd := exec.Command(daemon, "-c", file)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait(); settle() })
	desktop := func(theme string) {
		t.Helper()
		write(theme)
		if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
	}
	becomes := func(dark, contrast bool) {
		t.Helper()
		for end := time.Now().Add(20 * time.Second); s.Dark != dark || s.Contrast != contrast; settle() {
			if time.Now().After(end) {
				t.Fatalf("dark %v, high contrast %v; want %v, %v", s.Dark, s.Contrast, dark, contrast)
			}
			time.Sleep(5 * time.Millisecond)
		}
	}
	becomes(true, false)
	desktop("Adwaita")
	becomes(false, false)
	desktop("HighContrast")
	becomes(false, true)
	desktop("Adwaita-dark")
	becomes(true, false)
	text := func() float64 { // how bright text is, once all that the desktop says has come
		for end := time.Now().Add(300 * time.Millisecond); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
			settle()
		}
		c, err := win.GetStyleContext()
		if err != nil {
			t.Fatal(err)
		}
		rgba, _ := c.LookupColor("theme_fg_color")
		return rgba.Floats()[0]
	}
	s.Set(settings.ThemeLight)
	becomes(false, false)
	if text() > 0.5 || s.Dark {
		t.Error("the text of a light window is light on a dark desktop")
	}
	s.Set(settings.ThemeSystem)
	becomes(true, false)
}
