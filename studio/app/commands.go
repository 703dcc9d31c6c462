package app

import (
	"slices"

	"boardstudio/locale"
	"boardstudio/msg"
)

// Command is something a person can do: menus, keys and the list of keys are
// built from the table.
type Command struct {
	ID      string
	Title   msg.Key
	Menu    msg.Key  // the menu it stands in, "" for none
	Under   msg.Key  // the menu within Menu that it stands in, "" for Menu itself
	Keys    []string // accelerators in GTK's notation, the first is shown
	Do      func(*Session)
	Can     func(*Session) bool // nil: always
	Section bool                // a line in the menu before it
}

// The menus, in order.
const (
	MenuGame     msg.Key = "Game"
	MenuEdit     msg.Key = "Edit"
	MenuTree     msg.Key = "Tree"
	MenuNavigate msg.Key = "Go"
	MenuAnnotate msg.Key = "Annotate"
	MenuView     msg.Key = "View"
	MenuHelp     msg.Key = "Help"
)

// Menus lists the menus in their order.
var Menus = []msg.Key{MenuGame, MenuEdit, MenuTree, MenuNavigate, MenuAnnotate, MenuView, MenuHelp}

// MenuLetters returns for each menu of the main window the letter that opens it
// together with Alt.
func MenuLetters() []string { return LettersOf(Menus) }

// LettersOf returns for each of the menus the letter that opens it together with Alt: the
// first one of its title that no menu before it has, among those that every
// keyboard has; "" where none is left.
func LettersOf(menus []msg.Key) []string {
	var letters []string
	for _, m := range menus {
		letter := ""
		for _, r := range lower(locale.T(m)) {
			if l := string(r); r >= 'a' && r <= 'z' && !slices.Contains(letters, l) {
				letter = l
				break
			}
		}
		letters = append(letters, letter)
	}
	return letters
}

// Commands is the table of all commands, in the order of the menus. Those that
// need a dialog are done by the window: their Do is nil here.
var Commands = slices.Concat(gameCommands, editCommands, findCommands, treeCommands, goCommands, noteCommands, viewCommands, foldCommands, helpCommands)

func canUndo(s *Session) bool {
	return s.Setup() != nil && len(s.Setup().past) > 0 || editable(s) && s.tree.UndoLabel() != ""
}

func canRedo(s *Session) bool {
	return s.Setup() != nil && len(s.Setup().future) > 0 || editable(s) && s.tree.RedoLabel() != ""
}

func hasParent(s *Session) bool { return s.Setup() == nil && s.node.Parent() != nil }
func hasNext(s *Session) bool   { return s.Setup() == nil && s.node.First() != nil }
func hasPrevSibling(s *Session) bool {
	return s.Setup() == nil && s.node.Prev() != nil
}
func hasNextSibling(s *Session) bool { return s.Setup() == nil && s.node.Next() != nil }
func editable(s *Session) bool {
	ok, _ := s.mode.editable()
	return ok && !s.Jobs.Changing()
}

// CommandByID returns the command, nil when there is none.
func CommandByID(id string) *Command {
	for i := range Commands {
		if Commands[i].ID == id {
			return &Commands[i]
		}
	}
	return nil
}
