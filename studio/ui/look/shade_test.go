package look

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
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

// desktop is a settings daemon, whose settings GTK follows.
type desktop struct {
	t    *testing.T
	file string
	cmd  *exec.Cmd
}

// startDesktop starts a daemon with a theme.
func startDesktop(t *testing.T, theme string) *desktop {
	t.Helper()
	daemon, err := exec.LookPath("xsettingsd")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	d := &desktop{t: t, file: filepath.Join(t.TempDir(), "settings")}
	d.write(theme, "")
	d.cmd = exec.Command(daemon, "-c", d.file)
	if err := d.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.cmd.Process.Kill(); _ = d.cmd.Wait(); settle() })
	return d
}

// write writes the settings: the theme and further lines.
func (d *desktop) write(theme, more string) {
	d.t.Helper()
	if err := os.WriteFile(d.file, []byte(`Net/ThemeName "`+theme+"\"\n"+more), 0o600); err != nil {
		d.t.Fatal(err)
	}
}

// set changes the settings of the desktop.
func (d *desktop) set(theme, more string) {
	d.t.Helper()
	d.write(theme, more)
	if err := d.cmd.Process.Signal(syscall.SIGHUP); err != nil {
		d.t.Fatal(err)
	}
}

// textBrightness returns the brightness of text in a window, after GTK has read all settings of the
// desktop, which has the given theme.
func (d *desktop) textBrightness(win *gtk.Window, theme string) float64 {
	d.t.Helper()
	gs, err := gtk.SettingsGetDefault()
	if err != nil {
		d.t.Fatal(err)
	}
	blink := func() int {
		v, err := gs.GetProperty("gtk-cursor-blink-time")
		if err != nil {
			d.t.Fatal(err)
		}
		return v.(int)
	}
	const marker = 1234 // a setting that only this test changes
	d.set(theme, "Net/CursorBlinkTime "+strconv.Itoa(marker)+"\n")
	for end := time.Now().Add(20 * time.Second); blink() != marker; settle() {
		if time.Now().After(end) {
			d.t.Fatalf("the blink time is %d", blink())
		}
		time.Sleep(time.Millisecond)
	}
	c, err := win.GetStyleContext()
	if err != nil {
		d.t.Fatal(err)
	}
	rgba, _ := c.LookupColor("theme_fg_color")
	return rgba.Floats()[0]
}

// becomes waits until s has the given properties.
func becomes(t *testing.T, s *Shade, dark, contrast bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); s.Dark != dark || s.Contrast != contrast; settle() {
		if time.Now().After(end) {
			t.Fatalf("dark %v, high contrast %v; want %v, %v", s.Dark, s.Contrast, dark, contrast)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// TestThemeOfTheDesktop checks that windows follow the theme of the desktop if the setting is the
// system theme, and ignore it otherwise.
func TestThemeOfTheDesktop(t *testing.T) {
	win := window(t)
	s := &Shade{}
	s.Set(settings.ThemeSystem)
	d := startDesktop(t, "Adwaita-dark")
	becomes(t, s, true, false)
	d.set("Adwaita", "")
	becomes(t, s, false, false)
	d.set("HighContrast", "")
	becomes(t, s, false, true)
	d.set("Adwaita-dark", "")
	becomes(t, s, true, false)

	s.Set(settings.ThemeLight)
	becomes(t, s, false, false)
	if d.textBrightness(win, "Adwaita-dark") > 0.5 || s.Dark {
		t.Error("the text of a light window is light on a dark desktop")
	}
	s.Set(settings.ThemeSystem)
	becomes(t, s, true, false)
}
