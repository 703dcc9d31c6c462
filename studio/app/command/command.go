// Package command has the table of the window's commands, with their titles, menus, keys and
// conditions. Menus, keys, the command palette and help pages are built from it. It is independent
// of settings and documents, so that both can refer to the same constants.
package command

import (
	"slices"
	"strings"

	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// Command is an action that the user can perform.
type Command struct {
	Name    string    // name in the settings
	Title   msg.Key   // title in the menu
	Menu    msg.Key   // the menu that contains the command
	Under   msg.Key   // submenu of Menu, or "" if it is directly in Menu
	Keys    string    // default keys in GTK notation, separated by spaces; the first one is shown
	Needs   Condition // required conditions
	Section bool      // preceded by a separator in the menu
}

// String returns the name of the command in the settings.
func (id ID) String() string { return All[id].Name }

// Named returns the command with the given name in the settings, or false if the name is unknown.
func Named(name string) (ID, bool) {
	i := slices.IndexFunc(All[:], func(c Command) bool { return c.Name == name })
	return ID(i), i >= 0
}

// Condition is a set of conditions on the document and its activities.
type Condition uint64

// Conditions.
const (
	Shown     Condition = 1 << iota // a document is shown
	Listed                          // a list of games is shown
	Printable                       // a document or a list is shown
	CanLoad                         // another document can be opened
	NoSetUp                         // no position is being set up
	Editable                        // the document can be changed
	Settled                         // Editable, and no move is being corrected

	HasParent // the current node has a parent
	HasChild
	HasPrev // the current node has a previous sibling
	HasNext // the current node has a next sibling

	ForkBefore    // the current node or one of its ancestors has a previous sibling
	ForkAfter     // the current node or one of its ancestors has a next sibling
	HasOthers     // ForkBefore or ForkAfter
	HasVariations // HasOthers, or the line below has variations

	Undoable
	Redoable
	CanPass
	CanSwap
	CanResign   // a person is to move
	CanMove     // any player is to move
	CanSuggest  // a move can be suggested: no computer is to move
	HasAdvice   // an adviser has suggested a move
	HasBetter   // the teacher has a better move than the last one
	CanTakeBack // a person has moved before
	Playing     // a game is running or paused
	CanGuess    // guessing can start or stop
	Guessing
	HasNextPuzzle
	HasAnalysis // an analysis is running, paused or unfinished
	Busy        // a computer is thinking, or a replay is running
	HasFile     // the document has a file
	HasStones   // moves leave pieces on the board that can show numbers
	HasColor    // the current node has a colour
	HasOverlay1 // the game has at least one overlay, two or three
	HasOverlay2
	HasOverlay3
	CanSave    // the document can be saved now
	HasCharset // the texts of the file can be read in another charset
	CanRotate  // the board can be rotated
	CanMirror
)

// Start is the set of conditions on the start page, which is shown if no document is open.
const Start = CanLoad

// Allows reports whether the command is available under the conditions c.
func (c Condition) Allows(id ID) bool { return All[id].Needs&^c == 0 }

// Menus.
const (
	MenuGame     msg.Key = "Game"
	MenuEdit     msg.Key = "Edit"
	MenuTree     msg.Key = "Tree"
	MenuNavigate msg.Key = "Go"
	MenuAnnotate msg.Key = "Annotate"
	MenuStudy    msg.Key = "Study"
	MenuView     msg.Key = "View"
	MenuHelp     msg.Key = "Help"
)

// Menus lists the menus in order.
var Menus = []msg.Key{MenuGame, MenuEdit, MenuTree, MenuNavigate, MenuAnnotate, MenuStudy, MenuView, MenuHelp}

// Letters returns the letter for each menu that opens it together with Alt. It is the first letter
// from a to z in the title that no earlier menu uses, or "".
func Letters(menus []msg.Key) []string {
	var letters []string
	for _, m := range menus {
		letter := ""
		for _, r := range strings.ToLower(locale.T(m)) {
			if l := string(r); r >= 'a' && r <= 'z' && !slices.Contains(letters, l) {
				letter = l
				break
			}
		}
		letters = append(letters, letter)
	}
	return letters
}
