// Package prefs defines the table of preferences: for each, the page of the Preferences window, its
// title and its control. The window is built from the table. A new preference needs a field of
// settings.Settings and a row here.
package prefs

import (
	"boardstudio/studio/app/command"
	"boardstudio/studio/app/numbering"
	"boardstudio/studio/app/settings"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// The pages.
const (
	Appearance msg.Key = "Appearance"
	Board      msg.Key = "Board"
	Sound      msg.Key = "Sound"
	Playing    msg.Key = "Playing"
	Files      msg.Key = "Files"
	Language   msg.Key = "Language"
	Keys       msg.Key = "Keys"
)

// Pages lists the pages in order.
var Pages = []msg.Key{Appearance, Board, Sound, Playing, Files, Language, Keys}

// Row is one preference.
type Row struct {
	Page  msg.Key
	Title msg.Key
	Hint  msg.Key // sentence below the title; may be ""
	Kind  Kind
}

// Kind is the control of a row: a Switch, Choice, Number, Level or Action.
type Kind interface{ kind() }

// Switch is a setting that is on or off.
type Switch func(*settings.Settings) *bool

// Choice is a setting with one of several values.
type Choice struct {
	Of      func(*settings.Settings) *string
	Options func() []Option
	// Set changes the value if more than the field must change. Otherwise it is nil.
	Set func(*settings.Settings, string)
}

// Option is a value of a Choice, with its title in the current language.
type Option struct{ Value, Title string }

// Number is a numeric setting. The control shows the setting divided by Per.
type Number struct {
	Of             func(*settings.Settings) *int
	Min, Max, Step float64 // in the unit shown
	Per            int
	Digits         int     // decimals shown
	Unit           msg.Key // name of the unit, in the plural
}

// Level is a setting from 0 to 100 percent, shown as a slider.
type Level func(*settings.Settings) *int

// Action is a button that runs a command.
type Action struct {
	Command command.ID
	Title   msg.Key
}

func (Switch) kind() {}
func (Choice) kind() {}
func (Number) kind() {}
func (Level) kind()  {}
func (Action) kind() {}

// Shown returns the number in the unit shown.
func (n Number) Shown(st *settings.Settings) float64 { return float64(*n.Of(st)) / float64(n.Per) }

// Rows is the table of preferences.
var Rows = []Row{
	{Appearance, "Theme", "", Choice{Of: func(st *settings.Settings) *string { return &st.Theme }, Options: fixed(
		option{settings.ThemeSystem, "Same as system"}, option{settings.ThemeLight, "Light"}, option{settings.ThemeDark, "Dark"},
		option{settings.ThemeContrast, "High contrast"},
	)}},

	{Appearance, "Pieces move", "Unless the desktop asks for less motion.", Switch(func(st *settings.Settings) *bool { return &st.Motion })},
	{Appearance, "Tree from left to right", "", Switch(func(st *settings.Settings) *bool { return &st.TreeAcross })},
	{Appearance, "Main line only in the list of moves", "", Switch(func(st *settings.Settings) *bool { return &st.MainOnly })},

	{Board, "Boards of", "", Choice{Of: func(st *settings.Settings) *string { return &st.Board }, Options: fixed(
		option{"", "Depending on the game"}, option{"wood", "Wood"}, option{"paper", "Paper"}, option{"green", "Green cloth"}, option{"slate", "Slate"},
	)}},
	{Board, "Show coordinates", "", Switch(func(st *settings.Settings) *bool { return &st.Coordinates })},
	{Board, "Row 1 at the bottom", "", Switch(func(st *settings.Settings) *bool { return &st.OneBelow })},
	{Board, "Show legal moves", "", Choice{Of: func(st *settings.Settings) *string { return &st.Legal }, Options: fixed(
		option{settings.LegalByGame, "If they are hard to see"}, option{settings.LegalAlways, "Always"}, option{settings.LegalNever, "Never"},
	)}},
	{Board, "Numbers on stones", "", Choice{Of: func(st *settings.Settings) *string { return &st.Numbers }, Options: fixed(
		option{string(numbering.Off), "None"}, option{string(numbering.All), "On all stones"},
		option{string(numbering.Last), "On the last ten moves"}, option{string(numbering.Variation), "From 1 in a variation"},
	)}},

	{Board, "Scores of engines for the player to move", "Otherwise for the first player.", Switch(func(st *settings.Settings) *bool { return &st.ScoreOfMover })},

	{Sound, "Play sounds", "", Switch(func(st *settings.Settings) *bool { return &st.Sounds })},
	{Sound, "Volume", "", Level(func(st *settings.Settings) *int { return &st.Volume })},

	{Playing, "Computer thinks at least", "Higher levels may think longer.", Number{
		Of:  func(st *settings.Settings) *int { return &st.MinThink },
		Max: 10, Step: 0.1, Per: 1000, Digits: 1, Unit: "seconds",
	}},
	{Playing, "Pause between moves of a replay", "", Number{
		Of:  func(st *settings.Settings) *int { return &st.ReplayDelay },
		Min: 0.1, Max: 10, Step: 0.1, Per: 1000, Digits: 1, Unit: "seconds",
	}},

	{Playing, "Teacher", "Shows after a move if there was a better one.", Switch(func(st *settings.Settings) *bool { return &st.Teacher })},
	{Playing, "The teacher reports moves that lose", "In the units of the game: discs, seeds, or an open three. A missed win is always reported.", Number{
		Of:  func(st *settings.Settings) *int { return &st.TeacherAmount },
		Min: 0.5, Max: 20, Step: 0.5, Per: 10, Digits: 1, Unit: "points",
	}},

	{Playing, "External engines", "External programs that play and analyse.", Action{command.Elsewhere, "Manage Engines…"}},
	{Playing, "Ask before resigning", "", Switch(func(st *settings.Settings) *bool { return &st.ConfirmResign })},

	{Files, "Open the last tabs at startup", "", Switch(func(st *settings.Settings) *bool { return &st.RestoreTabs })},
	{Files, "Ask before closing unsaved documents", "If not, they stay under Game, Recently Closed for 30 days.", Switch(func(st *settings.Settings) *bool { return &st.AskUnsaved })},
	{Files, "Versions kept of each file", "Earlier contents of a saved file, listed under Game, Versions.", Number{
		Of:  func(st *settings.Settings) *int { return &st.Versions },
		Min: 1, Max: 100, Step: 1, Per: 1, Unit: "versions",
	}},

	{Language, "Language", "To add a language, put a file CODE.po into boardstudio/locale in your data folder ($XDG_DATA_HOME, or ~/.local/share).", Choice{Of: func(st *settings.Settings) *string { return &st.Language }, Options: func() []Option {
		list := []Option{{"", locale.T("Same as system")}}
		for _, l := range locale.Languages() {
			list = append(list, Option{l.Code, l.Name})
		}
		return list
	}}},

	{Keys, "Keys of", "Keys that you changed are kept.", Choice{
		Of: func(st *settings.Settings) *string { return &st.KeyPreset },
		Options: func() []Option {
			var list []Option
			for _, p := range settings.KeyPresets {
				list = append(list, Option{p.Name, locale.T(p.Title)})
			}
			return list
		},
		Set: (*settings.Settings).UsePreset,
	}},
	{Keys, "All keys", "Show the key of each command, and change it.", Action{command.Keys, "Change Keys…"}},
}

// option is an Option with an untranslated title.
type option struct {
	value string
	title msg.Key
}

// fixed returns a function that returns the options in the current language.
func fixed(list ...option) func() []Option {
	return func() []Option {
		var all []Option
		for _, o := range list {
			all = append(all, Option{o.value, locale.T(o.title)})
		}
		return all
	}
}

// On returns the rows of a page.
func On(page msg.Key) []Row {
	var list []Row
	for _, r := range Rows {
		if r.Page == page {
			list = append(list, r)
		}
	}
	return list
}

// Put sets the value of a choice.
func (c Choice) Put(st *settings.Settings, value string) {
	if c.Set != nil {
		c.Set(st, value)
		return
	}
	*c.Of(st) = value
}
