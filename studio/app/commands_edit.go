package app

import "boardstudio/msg"

// editCommands are about undo and the clipboard.
var editCommands = []Command{
	{ID: "undo", Title: "Undo", Menu: MenuEdit, Keys: []string{"<Primary>z"}, Do: (*Session).Undo, Can: canUndo},
	{ID: "redo", Title: "Redo", Menu: MenuEdit, Keys: []string{"<Primary><Shift>z", "<Primary>y"}, Do: (*Session).Redo, Can: canRedo},
	{ID: "history", Title: "History…", Menu: MenuEdit, Keys: []string{"<Primary><Shift>h"}, Can: editable},
	{ID: "cut", Title: "Cut branch", Menu: MenuEdit, Keys: []string{"<Primary>x"}, Section: true, Can: isMove},
	{ID: "copy", Title: "Copy branch", Menu: MenuEdit, Keys: []string{"<Primary>c"}, Can: settled},
	{ID: "paste", Title: "Paste here", Menu: MenuEdit, Keys: []string{"<Primary>v"}, Can: settled},
	{ID: "paste-new", Title: "Paste as new document", Menu: MenuEdit, Keys: []string{"<Primary><Shift>v"}, Can: settled},
	{ID: "copy-position", Title: "Copy the position", Menu: MenuEdit, Keys: []string{"<Primary><Shift>c"}, Section: true},
	{ID: "copy-moves", Title: "Copy the moves", Menu: MenuEdit, Keys: []string{"<Primary><Alt>c"}},
}

// The menus within the menu Tree.
const (
	menuOrder = "Order of variations"
	menuBad   = "Moves that do not play"
)

// treeCommands are about changing branches of the tree.
var treeCommands = []Command{
	{ID: "main", Title: "Make main line", Menu: MenuTree, Keys: []string{"<Primary>m"}, Do: (*Session).MakeMain, Can: canPromote},
	order("promote", "Promote variation", "<Primary><Shift>Up", (*Session).Promote, canPromote),
	order("demote", "Demote variation", "<Primary><Shift>Down", (*Session).Demote, canDemote),
	order("variation-up", "Move up among its siblings", "<Alt>Up", (*Session).MoveUp, canMoveUp),
	order("variation-down", "Move down among its siblings", "<Alt>Down", (*Session).MoveDown, canMoveDown),
	order("variation-first", "Move to the first place", "", (*Session).MoveFirst, canMoveUp),
	order("variation-last", "Move to the last place", "", (*Session).MoveLast, canMoveDown),

	{ID: "correct", Title: "Correct the move", Menu: MenuTree, Keys: []string{"<Primary>r"}, Section: true, Do: (*Session).Correct, Can: isMove},
	{ID: "insert-move", Title: "Insert a move before", Menu: MenuTree, Keys: []string{"<Primary><Shift>r"}, Do: (*Session).InsertBefore, Can: isMove},
	{ID: "take-out", Title: "Take this move out", Menu: MenuTree, Keys: []string{"<Primary>BackSpace"}, Do: (*Session).TakeOut, Can: isMove},
	{ID: "setup", Title: "Set up a position", Menu: MenuTree, Keys: []string{"<Primary>e"}, Do: (*Session).StartSetup, Can: editable},
	bad("next-bad", "Next move that does not play", "F8", (*Session).NextBad),
	bad("previous-bad", "Previous move that does not play", "<Shift>F8", (*Session).PrevBad),
	bad("repair", "Repair…", "F7", nil),
	bad("cut-bad", "Cut off all that does not play", "", (*Session).CutBad),

	{ID: "delete", Title: "Delete branch", Menu: MenuTree, Keys: []string{"<Primary>Delete", "Delete"}, Section: true, Do: (*Session).DeleteBranch, Can: isMove},
	{ID: "delete-others", Title: "Delete other variations", Menu: MenuTree, Keys: []string{"<Primary><Shift>Delete"}, Do: (*Session).DeleteOthers, Can: canDeleteOthers},
	{ID: "delete-after", Title: "Delete everything after", Menu: MenuTree, Keys: []string{"<Alt>Delete"}, Do: (*Session).DeleteAfter, Can: isFollowed},
	{ID: "delete-before", Title: "Delete everything before", Menu: MenuTree, Do: (*Session).DeleteBefore, Can: isMove},
	{ID: "flatten", Title: "Flatten to this line", Menu: MenuTree, Do: (*Session).Flatten, Can: canFlatten},

	{ID: "duplicate", Title: "Duplicate branch", Menu: MenuTree, Keys: []string{"<Primary><Shift>d"}, Section: true, Do: (*Session).Duplicate, Can: isMove},
	{ID: "merge-duplicates", Title: "Merge duplicate variations", Menu: MenuTree, Do: (*Session).MergeDuplicates, Can: settled},
	{ID: "merge-file", Title: "Merge a file…", Menu: MenuTree, Keys: []string{"<Primary><Shift>o"}, Can: settled},
	{ID: "extract", Title: "Extract to a new document", Menu: MenuTree, Keys: []string{"<Primary><Shift>x"}, Can: settled},
}

func order(id string, title msg.Key, key string, do func(*Session), can func(*Session) bool) Command {
	return within(menuOrder, id, title, key, do, can)
}

func bad(id string, title msg.Key, key string, do func(*Session)) Command {
	return within(menuBad, id, title, key, do, settled)
}

func within(under msg.Key, id string, title msg.Key, key string, do func(*Session), can func(*Session) bool) Command {
	c := Command{ID: id, Title: title, Menu: MenuTree, Under: under, Do: do, Can: can}
	if key != "" {
		c.Keys = []string{key}
	}
	return c
}

// settled reports whether the current node is what a command is about: nothing is
// being set up, guessed or corrected there.
func settled(s *Session) bool { return editable(s) && s.Correcting() == nil }

func isMove(s *Session) bool      { return settled(s) && s.node.Parent() != nil }
func isFollowed(s *Session) bool  { return settled(s) && s.node.First() != nil }
func canMoveUp(s *Session) bool   { return settled(s) && s.node.Prev() != nil }
func canMoveDown(s *Session) bool { return settled(s) && s.node.Next() != nil }
