// Package prefs is the table of what a person can set: on which page of the Preferences it stands, what it is called,
// and what kind of control it has. The window is built from it; a new preference is a field of settings.Settings and a
// row here.
package prefs

import (
	"boardstudio/locale"
	"boardstudio/msg"
	"boardstudio/studio/command"
	"boardstudio/studio/numbering"
	"boardstudio/studio/settings"
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

// Pages lists the pages in their order.
var Pages = []msg.Key{Appearance, Board, Sound, Playing, Files, Language, Keys}

// Row is one preference.
type Row struct {
	Page  msg.Key
	Title msg.Key
	Hint  msg.Key // a sentence below the title, "" for none
	Kind  Kind
}

// Kind is the control of a row: a Switch, Choice, Number, Level or Action.
type Kind interface{ kind() }

// Switch is on or off.
type Switch func(*settings.Settings) *bool

// Choice is one of several values.
type Choice struct {
	Of      func(*settings.Settings) *string
	Options func() []Option
	// Set changes the value where more must happen than setting it; nil elsewhere.
	Set func(*settings.Settings, string)
}

// Option is a value of a Choice with its title in the person's language.
type Option struct{ Value, Title string }

// Number is a number that is shown as so many of a unit: the setting divided by Per.
type Number struct {
	Of             func(*settings.Settings) *int
	Min, Max, Step float64 // as shown
	Per            int
	Digits         int     // behind the point
	Unit           msg.Key // what is counted, in the plural
}

// Level is a share from 0 to 100 percent, chosen by a slider.
type Level func(*settings.Settings) *int

// Action runs a command.
type Action struct {
	Command command.ID
	Title   msg.Key
}

func (Switch) kind() {}
func (Choice) kind() {}
func (Number) kind() {}
func (Level) kind()  {}
func (Action) kind() {}

// Shown returns the number as the person reads it.
func (n Number) Shown(st *settings.Settings) float64 { return float64(*n.Of(st)) / float64(n.Per) }

// Rows is the table.
var Rows = []Row{
	{Appearance, "Theme", "", Choice{Of: func(st *settings.Settings) *string { return &st.Theme }, Options: fixed(
		option{settings.ThemeSystem, "As the system"}, option{settings.ThemeLight, "Light"}, option{settings.ThemeDark, "Dark"},
		option{settings.ThemeContrast, "High contrast"},
	)}},

	{Appearance, "Pieces move", "Unless the desktop asks for less motion.", Switch(func(st *settings.Settings) *bool { return &st.Motion })},
	{Appearance, "Tree from left to right", "", Switch(func(st *settings.Settings) *bool { return &st.TreeAcross })},
	{Appearance, "Main line only in the list of moves", "", Switch(func(st *settings.Settings) *bool { return &st.MainOnly })},

	{Board, "Boards of", "", Choice{Of: func(st *settings.Settings) *string { return &st.Board }, Options: fixed(
		option{"", "What suits the game"}, option{"wood", "Wood"}, option{"paper", "Paper"}, option{"green", "Green cloth"}, option{"slate", "Slate"},
	)}},
	{Board, "Show coordinates", "", Switch(func(st *settings.Settings) *bool { return &st.Coordinates })},
	{Board, "Row 1 at the bottom", "", Switch(func(st *settings.Settings) *bool { return &st.OneBelow })},
	{Board, "Show legal moves", "", Choice{Of: func(st *settings.Settings) *string { return &st.Legal }, Options: fixed(
		option{settings.LegalByGame, "Where they are hard to see"}, option{settings.LegalAlways, "Always"}, option{settings.LegalNever, "Never"},
	)}},
	{Board, "Numbers on stones", "", Choice{Of: func(st *settings.Settings) *string { return &st.Numbers }, Options: fixed(
		option{string(numbering.Off), "None"}, option{string(numbering.All), "On all stones"},
		option{string(numbering.Last), "On the last ten moves"}, option{string(numbering.Variation), "From 1 in a variation"},
	)}},

	{Board, "Scores of engines for the player to move", "Otherwise they are those of the first player.", Switch(func(st *settings.Settings) *bool { return &st.ScoreOfMover })},

	{Sound, "Play sounds", "", Switch(func(st *settings.Settings) *bool { return &st.Sounds })},
	{Sound, "Volume", "", Level(func(st *settings.Settings) *int { return &st.Volume })},

	{Playing, "A computer takes at least", "It thinks longer where its level asks for it.", Number{
		Of:  func(st *settings.Settings) *int { return &st.MinThink },
		Max: 10, Step: 0.1, Per: 1000, Digits: 1, Unit: "seconds",
	}},
	{Playing, "Pause between moves of a replay", "", Number{
		Of:  func(st *settings.Settings) *int { return &st.ReplayDelay },
		Min: 0.1, Max: 10, Step: 0.1, Per: 1000, Digits: 1, Unit: "seconds",
	}},

	{Playing, "Teacher", "Says after a move that there was a better one.", Switch(func(st *settings.Settings) *bool { return &st.Teacher })},
	{Playing, "The teacher tells of moves that cost", "In what the game counts: discs, seeds, or an open three. A win given away is always told of.", Number{
		Of:  func(st *settings.Settings) *int { return &st.TeacherAmount },
		Min: 0.5, Max: 20, Step: 0.5, Per: 10, Digits: 1, Unit: "points",
	}},

	{Playing, "Engines from elsewhere", "Programs of others that play and analyse.", Action{command.Elsewhere, "Manage Engines…"}},
	{Playing, "Ask before resigning", "", Switch(func(st *settings.Settings) *bool { return &st.ConfirmResign })},

	{Files, "Open the last tabs at the start", "", Switch(func(st *settings.Settings) *bool { return &st.RestoreTabs })},
	{Files, "Ask before closing unsaved documents", "Without asking, they are kept for 30 days under Game, Recently Closed.", Switch(func(st *settings.Settings) *bool { return &st.AskUnsaved })},
	{Files, "Versions kept of each file", "Earlier contents of a file that was saved, under Game, Versions.", Number{
		Of:  func(st *settings.Settings) *int { return &st.Versions },
		Min: 1, Max: 100, Step: 1, Per: 1, Unit: "versions",
	}},

	{Language, "Language", "One more is a file CODE.po in boardstudio/locale, in the folder of your data ($XDG_DATA_HOME, else ~/.local/share).", Choice{Of: func(st *settings.Settings) *string { return &st.Language }, Options: func() []Option {
		list := []Option{{"", locale.T("As the system")}}
		for _, l := range locale.Languages() {
			list = append(list, Option{l.Code, l.Name})
		}
		return list
	}}},

	{Keys, "Keys of", "What you changed yourself stays.", Choice{
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
	{Keys, "All keys", "See the key of each command, and change it.", Action{command.Keys, "Change Keys…"}},
}

// option is an Option with the key of its title.
type option struct {
	value string
	title msg.Key
}

// fixed returns the options, in the language of the time when they are asked for.
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
