package scriptwin

import (
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/rules"
	"boardstudio/studio/scripts"
)

// Session is the open game, in which scripts play.
type Session interface {
	// Rules and GameTitle are those of the game on the board; Over reports whether it is over at
	// the current node.
	Rules() rules.Rules
	GameTitle() string
	Over() bool

	Scripts() *scripts.Library
	// OpenScript reads the script at path to be edited, in the background, and then calls done.
	OpenScript(path string, done func(*scripts.Text, error))
	ScriptLog() []scripts.Entry
	ClearScriptLog()
	// ScriptCall returns the call of a script at the current position, with its name, its text and
	// the values of its options.
	ScriptCall(name, text string, values map[string]string) (scripts.Call, error)
}

// Host is the program that the window of scripts belongs to.
type Host interface {
	// Session returns the game that is in front.
	Session() Session
	// Run begins a new game in which the script of the kind plays, in place of a game in which a
	// script was tried, else beside the open ones.
	Run(kind string, g scripts.TestGame)
	// Opponents returns who can play the game against a script, Levels the names of their levels.
	Opponents(r rules.Rules) []Opponent
	Levels() []string

	// Present brings the program's own window to the front.
	Present()
	// AskOptions asks for the values of a script's options; done is given those that differ
	// from what the script says.
	AskOptions(parent gtk.IWindow, title string, options []rules.Param, now map[string]string, done func(map[string]string))
	// Help shows how scripts are written; then runs at the end.
	Help(parent gtk.IWindow, then func())
}

// Opponent is one who can play against a script.
type Opponent struct {
	Title, Kind string
	About       string // how it thinks, "" for nothing to say
	Levels      bool   // of strength
}
