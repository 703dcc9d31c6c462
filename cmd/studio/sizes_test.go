package main

import (
	"fmt"
	"image"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio/internal/uitest"
)

// cut reports widgets that exceed their window or the display. Content of scrolled windows may
// exceed it.
func cut(t *testing.T, where string, n *uitest.Node, room image.Rectangle) {
	t.Helper()
	for _, c := range n.Children() {
		switch {
		case !c.Is(uitest.Showing):
			continue
		case c.Role() == "label" || c.Role() == "push button" || c.Role() == "toggle button" || c.Role() == "check box" ||
			c.Role() == "combo box" || c.Role() == "spin button" || c.Role() == "slider" || c.Role() == "text" || c.Role() == "menu" || c.Role() == "drawing area":
			if at := c.Extents(); !at.Empty() && !at.In(room) {
				t.Errorf("%s: the %s %q at %v reaches out of %v", where, c.Role(), c.Name(), at, room)
			}
		}
		if r := c.Role(); r != "scroll pane" && r != "menu" && r != "combo box" {
			cut(t, where, c, room)
		}
	}
}

// TestNothingIsCutOff checks the windows at the sizes of common displays, in both languages.
func TestNothingIsCutOff(t *testing.T) {
	t.Parallel()
	sample, err := filepath.Abs("../../samples/penloup-juhem.studio")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		name          string
		width, height int
		env           string
		scale         int
	}{
		{"small", 900, 600, "", 1},
		{"usual", 1280, 800, "", 1},
		{"fine", 2560, 1440, "GDK_SCALE=2", 2},
		{"large text", 1280, 800, "GDK_DPI_SCALE=1.5", 1},
	} {
		for _, lang := range []string{"en", "fr"} {
			t.Run(x.name+" "+lang, func(t *testing.T) {
				o := uitest.Options{
					Bin: binary, Args: []string{"--standalone", "--lang", lang, sample},
					Env: []string{"LANG=C.UTF-8"}, Width: x.width, Height: x.height,
				}
				if x.env != "" {
					o.Env = append(o.Env, x.env)
				}
				w := &window{o.Start(t), t}
				w.shows("penloup-juhem.studio")
				display := image.Rect(0, 0, x.width/x.scale, x.height/x.scale)
				look := func(what string) {
					t.Helper()
					w.Wait("the window in front", func() bool { return w.Active() != nil })
					n := w.Active()
					room := n.Extents().Intersect(display)
					if !n.Extents().In(display.Inset(-6)) { // the window manager's frame
						t.Errorf("%s lies at %v, the display is %v", what, n.Extents(), display)
					}
					cut(t, what, n, room.Inset(-1))
					w.shot(fmt.Sprintf("size-%s-%s-%s", x.name, lang, what))
				}
				look("window")
				w.Key("Right", "Right", "ctrl+e")
				w.Find("push button", map[string]string{"en": "Empty Board", "fr": "Plateau vide"}[lang])
				look("set-up")
				w.Key("Escape")
				// Tabs and the bar of a lesson leave the least space.
				w.Menu(map[string]string{"en": "Help", "fr": "Aide"}[lang], map[string]string{"en": "Tutorial", "fr": "Tutoriel"}[lang])
				w.Wait("the lessons", func() bool { a := w.Active(); return a != nil && !strings.Contains(a.Name(), "–") })
				look("lessons")
				w.Key("Return")
				w.Find("label", "Lesson Step")
				w.Wait("the window", func() bool { a := w.Active(); return a != nil && strings.Contains(a.Name(), "–") })
				look("lesson")
				w.Key("ctrl+w")
				w.shows("penloup-juhem.studio")
				for _, d := range []struct{ key, what string }{
					{"ctrl+comma", "preferences"}, {"ctrl+n", "new game"}, {"ctrl+u", "players"}, {"ctrl+i", "information"}, {"ctrl+shift+b", "booklet"}, {"F2", "about"}, {"ctrl+F1", "keys"},
				} {
					before := w.Active().Name()
					w.Key(d.key)
					w.Wait("another window", func() bool { a := w.Active(); return a != nil && a.Name() != before })
					look(d.what)
					if d.what == "preferences" {
						for i := range 6 {
							w.Key("Down")
							look(fmt.Sprint(d.what, i+2))
						}
					}
					w.Key("Escape")
					w.Wait("the window", func() bool { a := w.Active(); return a != nil && a.Name() == before })
				}
			})
		}
	}
}
