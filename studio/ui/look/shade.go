package look

import (
	"strings"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/studio/app/settings"
	"boardstudio/studio/ui/gtkx"
)

// css is the style sheet for GTK's widgets. Boards have their own colours.
const css = `
.player { padding: 6px 12px; border-radius: 8px; border: 2px solid transparent; }
.player.turn { border-color: @theme_selected_bg_color; background-color: alpha(@theme_selected_bg_color, 0.10); }
.player .name { font-weight: bold; }
.player .clock { font-feature-settings: "tnum"; }
.live .name { font-weight: bold; }
.live .hint { font-feature-settings: "tnum"; }
.status { padding: 4px 12px; }
.playing button { padding: 4px 9px; }
.status.result { font-weight: bold; }
.player .clock.low { color: @bad_color; font-weight: bold; }
.panel-title { font-weight: bold; opacity: 0.7; padding: 6px 10px 2px 10px; }
.game-title { font-weight: bold; font-size: 130%; }
flowboxchild.card { padding: 10px; border: 1px solid @borders; border-radius: 8px; background-color: @theme_base_color; }
flowboxchild.card:focus { border-color: @theme_selected_bg_color; box-shadow: inset 0 0 0 2px @theme_selected_bg_color; outline-width: 0; }
flowboxchild.card .name { font-weight: bold; }
.heading { font-weight: bold; opacity: 0.7; padding-top: 4px; }
button.tool { padding: 2px 4px; min-width: 20px; min-height: 22px; }
button.tool.chosen { font-weight: bold; color: @theme_selected_bg_color; }
entry.place { min-height: 24px; padding: 0 6px; }
.message { padding: 0 12px; min-height: 34px; border-top: 1px solid transparent; }
.message.warning { background-color: mix(@theme_bg_color, @warning_color, 0.30); }
.message.error { background-color: mix(@theme_bg_color, @error_color, 0.30); }
button.inline { padding: 1px 10px; min-height: 22px; }
.bad { color: @bad_color; }
.moves, .moves text { background-color: @theme_base_color; }
.comment, .comment text { background-color: @theme_base_color; }
.job { padding: 8px 14px; border-radius: 8px 8px 0 0; border: 1px solid @borders; border-bottom: none; background-color: @theme_bg_color; }
button.labelled image { padding-right: 6px; }
.big { font-weight: bold; font-size: 200%; }
.hint { opacity: 0.65; font-size: 90%; }
notebook.documents > stack { background-color: @theme_bg_color; }
notebook.documents tab { padding: 3px 6px; }
.pages { border-right: 1px solid @borders; }
.lesson { padding: 5px 12px 6px 12px; border-bottom: 1px solid @borders; background-color: mix(@theme_bg_color, @theme_selected_bg_color, 0.14); }
.lesson .name { font-weight: bold; }
.lesson .ticks { font-weight: bold; }
.edge-top { border-top: 1px solid @borders; }
.edge-left { border-left: 1px solid @borders; }
`

// Shade is the colour scheme of the windows: light, dark or high contrast.
type Shade struct {
	Dark     bool
	Contrast bool   // high contrast, on a light background
	theme    string // setting
	prefers  bool   // the desktop asks for dark widgets, whatever its theme
	// sheet is the style sheet, or nil before the first call of Set. It is reused, because GTK
	// keeps every style sheet that is added to a screen.
	sheet *gtk.CssProvider
	// Turned, unless nil, is called after the desktop has changed its theme.
	Turned  func()
	turning bool // Studio is changing the theme
}

// Set applies a theme of the settings.
func (s *Shade) Set(theme string) {
	if s.sheet != nil && theme == s.theme {
		return // other settings change more often, and a new style sheet causes a layout of all windows
	}
	s.theme = theme
	set, err := gtk.SettingsGetDefault()
	if err != nil {
		return
	}
	if s.sheet != nil {
		// The value of the desktop arrives later, with a signal.
		gtkx.ResetSetting(set, themeName)
	} else {
		screen, err := gdk.ScreenGetDefault()
		if err != nil {
			return
		}
		if s.sheet, err = gtk.CssProviderNew(); err != nil {
			return
		}
		gtk.AddProviderForScreen(screen, s.sheet, gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
		dark, _ := set.GetProperty(preferDark)
		s.prefers = dark == true
		set.Connect("notify::"+themeName, func() {
			if !s.turning && s.sheet != nil {
				s.turn(set)
				if s.Turned != nil {
					s.Turned()
				}
			}
		})
	}
	s.turn(set)
}

// GTK settings that the desktop sets.
const (
	themeName  = "gtk-theme-name"
	preferDark = "gtk-application-prefer-dark-theme"
)

// turn applies the theme of the settings, given the current theme of the desktop.
func (s *Shade) turn(set *gtk.Settings) {
	s.turning = true
	defer func() { s.turning = false }()
	value, _ := set.GetProperty(themeName)
	desktop, _ := value.(string)
	light := strings.TrimSuffix(desktop, "-dark")
	s.Contrast, s.Dark = s.theme == settings.ThemeContrast, s.theme == settings.ThemeDark
	if s.theme == settings.ThemeSystem {
		s.Contrast, s.Dark = desktop == highContrast, s.prefers || light != desktop
	}
	name := desktop
	switch {
	case s.Contrast:
		name = highContrast
	case name == highContrast:
		name = "Adwaita"
	case !s.Dark:
		name = light
	}
	if name != desktop {
		_ = set.SetProperty(themeName, name)
	}
	// Setting the same value makes GTK reload its theme, which takes 30 ms.
	if dark, _ := set.GetProperty(preferDark); dark != s.Dark {
		_ = set.SetProperty(preferDark, s.Dark)
	}
	own := css
	bad := "#c01c28"
	switch {
	case s.Dark:
		bad = "#ff938c" // the theme's own colour is hardly legible on dark
	case s.Contrast:
		bad = "#a00000"
		own += ".hint, .heading, .panel-title { opacity: 1; }"
	}
	if err := s.sheet.LoadFromData("@define-color bad_color " + bad + ";" + own); err != nil {
		panic("studio: " + err.Error())
	}
}

// highContrast is the name of a theme built into GTK.
const highContrast = "HighContrast"
