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

	"boardstudio/studio/app/settings"
)

// window opens a window, which is closed at the end of the test.
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

// TestOneStyleSheet checks that changing the theme repeatedly leaves a single style sheet with the
// current colours.
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
	// After removing it, no style sheet of Studio remains.
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

// TestThemeOfTheDesktop checks that windows follow the theme of the desktop if the setting is the
// system theme, and ignore it otherwise.
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
	text := func() float64 { // brightness of text, after GTK has read all settings of the desktop
		gs, err := gtk.SettingsGetDefault()
		if err != nil {
			t.Fatal(err)
		}
		blink := func() int {
			v, err := gs.GetProperty("gtk-cursor-blink-time")
			if err != nil {
				t.Fatal(err)
			}
			return v.(int)
		}
		const marker = 1234 // a setting that only this test changes
		if err := os.WriteFile(file, []byte("Net/ThemeName \"Adwaita-dark\"\nNet/CursorBlinkTime 1234\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		for end := time.Now().Add(20 * time.Second); blink() != marker; settle() {
			if time.Now().After(end) {
				t.Fatalf("the blink time is %d", blink())
			}
			time.Sleep(time.Millisecond)
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
