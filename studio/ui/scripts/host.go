package scripts

import (
	"boardstudio/studio/app"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/rules"
	"boardstudio/studio/app/scripts"
)

// Host is the program that contains the script window.
type Host interface {
	// Session returns the session in front.
	Session() *app.Session
	// Run starts a new game with the script. It replaces an earlier test game, but no other game.
	Run(kind string, g scripts.TestGame)
	// Opponents returns the possible opponents of a script in the game. Levels returns the names of
	// their levels.
	Opponents(r rules.Rules) []Opponent
	Levels() []string

	// Present brings the main window to the front.
	Present()
	// AskOptions asks for the values of a script's options. It calls done with the values that
	// differ from the script's defaults.
	AskOptions(parent gtk.IWindow, title string, options []rules.Param, now map[string]string, done func(map[string]string))
	// Help shows the help on writing scripts and calls then() when it is closed.
	Help(parent gtk.IWindow, then func())
}

// Opponent is a possible opponent of a script.
type Opponent struct {
	Title, Kind string
	About       string // how the script thinks; may be ""
	Levels      bool   // has levels of strength
}
