package app

// editCommands are about undo and the clipboard.
var editCommands = []Command{
	{ID: "undo", Title: "Undo", Menu: MenuEdit, Keys: []string{"<Primary>z"}, Do: (*Session).Undo, Can: canUndo},
	{ID: "redo", Title: "Redo", Menu: MenuEdit, Keys: []string{"<Primary><Shift>z", "<Primary>y"}, Do: (*Session).Redo, Can: canRedo},
	{ID: "history", Title: "History…", Menu: MenuEdit, Keys: []string{"<Primary><Shift>h"}, Can: editable},
	{ID: "paste", Title: "Paste a game", Menu: MenuEdit, Keys: []string{"<Primary>v"}, Section: true, Can: editable},
	{ID: "copy", Title: "Copy the position", Menu: MenuEdit, Keys: []string{"<Primary>c"}},
	{ID: "copy-moves", Title: "Copy the moves", Menu: MenuEdit, Keys: []string{"<Primary><Shift>c"}},
}

// treeCommands are about changing branches of the tree.
var treeCommands = []Command{
	{ID: "delete", Title: "Delete branch", Menu: MenuTree, Keys: []string{"<Primary>Delete", "Delete"}, Section: true, Do: (*Session).DeleteBranch, Can: hasParent},
	{ID: "main", Title: "Make main line", Menu: MenuTree, Keys: []string{"<Primary>m"}, Do: (*Session).MakeMain, Can: hasParent},
	{ID: "setup", Title: "Set up a position", Menu: MenuTree, Keys: []string{"<Primary>e"}, Section: true, Do: (*Session).StartSetup, Can: editable},
}
