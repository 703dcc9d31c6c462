// Package command has the table of the commands of the window: what they are called, where they stand in the
// menus, which keys they have, and what they need. Menus, keys, the palette and help are built from it. It knows
// neither settings nor documents, so that both sides of a command name the same constant.
package command

import (
	"slices"
	"strings"

	"boardstudio/locale"
	"boardstudio/msg"
)

// Command is something that a person can do.
type Command struct {
	Name    string    // in the settings
	Title   msg.Key   // in the menu
	Menu    msg.Key   // the menu that it stands in
	Under   msg.Key   // the menu within Menu that it stands in, "" for Menu itself
	Keys    string    // its own keys in GTK's notation, separated by spaces; the first is shown
	Needs   Condition // what must hold for it to make sense
	Section bool      // a line stands before it in the menu
}

// String returns the name of the command.
func (id ID) String() string { return All[id].Name }

// Named returns the command with a name of the settings; false when no command has it.
func Named(name string) (ID, bool) {
	i := slices.IndexFunc(All[:], func(c Command) bool { return c.Name == name })
	return ID(i), i >= 0
}

// Condition is a set of conditions on the document and what goes on in it.
type Condition uint64

// The conditions.
const (
	Shown     Condition = 1 << iota // a document is shown
	Listed                          // a list of games is shown
	Printable                       // one of these is
	CanLoad                         // another document can be opened
	NoSetUp                         // no position is being set up
	Editable                        // the document can be changed
	Settled                         // and no move is being corrected

	HasParent // the current node has a parent
	HasChild
	HasPrev // a sibling before it
	HasNext // a sibling after it

	ForkBefore    // the current node, or a node above it, has a sibling before it
	ForkAfter     // or after it
	HasOthers     // before it or after it
	HasVariations // or something branches off the line below

	Undoable
	Redoable
	CanPass
	CanSwap
	CanResign   // a person is to move
	CanMove     // somebody is
	CanSuggest  // a move can be suggested: no computer is about to move
	HasAdvice   // and one is, by an adviser
	HasBetter   // the teacher has a better move than that made last
	CanTakeBack // a person was to move before
	Playing     // a game that was begun goes on, or pauses
	CanGuess    // a guess can begin or end
	Guessing
	HasNextPuzzle
	HasAnalysis // one goes on or pauses, or is unfinished
	Busy        // a computer thinks, or a replay goes on
	HasFile     // the document has a file
	HasStones   // moves leave pieces on the board that can bear a number
	HasColor    // the current node has a colour
	HasOverlay1 // the game has an overlay of its own, or two, or three
	HasOverlay2
	HasOverlay3
	CanSave   // the document can be written as it stands
	CanRotate // the board can be turned
	CanMirror
)

// Start is what holds on the start page, which stands in the place of a document.
const Start = CanLoad

// Allows reports whether a command makes sense where the conditions c hold.
func (c Condition) Allows(id ID) bool { return All[id].Needs&^c == 0 }

// The menus.
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

// Menus lists the menus in their order.
var Menus = []msg.Key{MenuGame, MenuEdit, MenuTree, MenuNavigate, MenuAnnotate, MenuStudy, MenuView, MenuHelp}

// Letters returns for each of the menus the letter that opens it together with Alt: the
// first one of its title that no menu before it has, among those that every
// keyboard has; "" where none is left.
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
