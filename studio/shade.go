package studio

import (
	"strings"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/studio/settings"
)

// css is the look of what GTK draws; the board has its own colours.
const css = `
.player { padding: 6px 12px; border-radius: 8px; border: 2px solid transparent; }
.player.turn { border-color: @theme_selected_bg_color; background-color: alpha(@theme_selected_bg_color, 0.10); }
.player .name { font-weight: bold; }
.player .clock { font-feature-settings: "tnum"; }
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
.edge-top { border-top: 1px solid @borders; }
.edge-left { border-left: 1px solid @borders; }
`

// shade is whether the windows are light or dark now.
type shade struct {
	dark     bool
	contrast bool // colours that stand out strongly, on light
	// sheet is the style sheet, nil until it is filled first: a screen keeps each one that it was given.
	sheet *gtk.CssProvider
	// system says that the desktop itself asks for dark widgets.
	system bool
	// name is that of the theme of the desktop.
	name string
}

// set shows a theme.
func (s *shade) set(theme string) {
	set, err := gtk.SettingsGetDefault()
	if err != nil {
		return
	}
	first, was := s.sheet == nil, [...]bool{s.dark, s.contrast}
	if first {
		screen, err := gdk.ScreenGetDefault()
		if err != nil {
			return
		}
		if s.sheet, err = gtk.CssProviderNew(); err != nil {
			return
		}
		gtk.AddProviderForScreen(screen, s.sheet, gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
		s.system = darkDesktop(set)
		name, _ := set.GetProperty("gtk-theme-name")
		s.name, _ = name.(string)
	}
	s.contrast = theme == settings.ThemeContrast || theme == settings.ThemeSystem && s.name == highContrast
	s.dark = theme == settings.ThemeDark || theme == settings.ThemeSystem && s.system
	if !first && was == [...]bool{s.dark, s.contrast} {
		return // other settings change more often, and a style sheet has all windows laid out anew
	}
	name := s.name
	switch {
	case s.contrast:
		name = highContrast
	case name == highContrast:
		name = "Adwaita"
	}
	if now, err := set.GetProperty("gtk-theme-name"); err == nil && now != name {
		_ = set.SetProperty("gtk-theme-name", name)
	}
	_ = set.SetProperty("gtk-application-prefer-dark-theme", s.dark)
	own := css
	bad := "#c01c28"
	switch {
	case s.dark:
		bad = "#ff938c" // that of the theme can hardly be read on dark
	case s.contrast:
		bad = "#a00000"
		own += ".hint, .heading, .panel-title { opacity: 1; }"
	}
	if err := s.sheet.LoadFromData("@define-color bad_color " + bad + ";" + own); err != nil {
		panic("studio: " + err.Error())
	}
}

// highContrast is the name of a theme that GTK has within itself.
const highContrast = "HighContrast"

// darkDesktop reports whether the desktop has dark widgets.
func darkDesktop(set *gtk.Settings) bool {
	if dark, err := set.GetProperty("gtk-application-prefer-dark-theme"); err == nil && dark == true {
		return true
	}
	name, err := set.GetProperty("gtk-theme-name")
	text, _ := name.(string)
	return err == nil && strings.HasSuffix(strings.ToLower(text), "-dark")
}
