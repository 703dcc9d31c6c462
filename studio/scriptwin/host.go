package scriptwin

import (
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/rules"
	"boardstudio/studio/scripts"
)

// Session is the open game, in which scripts play.
type Session interface {
	// Rules and GameTitle are those of the game on the board; Over reports whether it is over at
	// the current node, InTestGame whether a script is being tried in it.
	Rules() rules.Rules
	GameTitle() string
	Over() bool
	InTestGame() bool

	Scripts() *scripts.Library
	// OpenScript reads the script at path to be edited, in the background, and then calls done.
	OpenScript(path string, done func(*scripts.Text, error))
	ScriptLog() []scripts.Entry
	ClearScriptLog()
	// ScriptCall returns the call of a script at the current position, with its name, its text and
	// the values of its options.
	ScriptCall(name, text string, values map[string]string) (scripts.Call, error)
	// RunScript begins a new game in which the script of the kind plays.
	RunScript(kind string, g scripts.TestGame)
}

// Host is the window that the window of scripts belongs to.
type Host interface {
	Session
	// Opponents returns who can play the game against a script, Levels the names of their levels.
	Opponents(r rules.Rules) []Opponent
	Levels() []string

	// Present brings the program's own window to the front.
	Present()
	// UnlessUnsaved runs then, after asking what becomes of the open game if it is not saved.
	UnlessUnsaved(then func())
	// AskOptions asks for the values of a script's options; done is given those that differ
	// from what the script says.
	AskOptions(parent gtk.IWindow, title string, options []rules.Param, now map[string]string, done func(map[string]string))
	// Help shows how scripts are written; then runs at the end.
	Help(parent gtk.IWindow, then func())
}

// Opponent is one who can play against a script.
type Opponent struct {
	Title, Kind string
	Levels      bool // of strength
}
